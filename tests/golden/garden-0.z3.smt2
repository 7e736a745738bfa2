; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: price < $4 or within(pests, {attic, balcony, garden})
(define-fun |s1 requires| ((|price| Int) (|pests| (Array |place| Bool))) Bool
  (or (< |price| 400) (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|))))))
; s2: growth > 1392h or not within(pests, {balcony, cellar, garden})
(define-fun |s2 requires| ((|growth| Int) (|pests| (Array |place| Bool))) Bool
  (or (> |growth| 83520) (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|)))))))
; s3: not price < $7 or not growth > 336h
(define-fun |s3 requires| ((|price| Int) (|growth| Int)) Bool
  (or (not (< |price| 700)) (not (> |growth| 20160))))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|pests| (Array |place| Bool)) (|growth| Int)) Bool
  (and (|s1 requires| |price| |pests|) (|s2 requires| |growth| |pests|) (|s3 requires| |price| |growth|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: price $3, pests {attic, garden}, growth 1032h
(define-fun |A satisfies| () Bool (satisfies 300 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.garden| true) 61920))
; row B: price $9, pests {attic, balcony}, growth 337h
(define-fun |B satisfies| () Bool (satisfies 900 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 20220))
; row C: price $2.50, pests {balcony, garden}, growth 336h
(define-fun |C satisfies| () Bool (satisfies 250 (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.garden| true) 20160))
; row D: price $7.50, pests {attic, balcony}, growth 577h
(define-fun |D satisfies| () Bool (satisfies 750 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 34620))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 300) (value 900))) (or (not |C satisfies|) (<= (value 300) (value 250))) (or (not |D satisfies|) (<= (value 300) (value 750)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 900) (value 300))) (or (not |C satisfies|) (<= (value 900) (value 250))) (or (not |D satisfies|) (<= (value 900) (value 750)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 250) (value 300))) (or (not |B satisfies|) (<= (value 250) (value 900))) (or (not |D satisfies|) (<= (value 250) (value 750)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 750) (value 300))) (or (not |B satisfies|) (<= (value 750) (value 900))) (or (not |C satisfies|) (<= (value 750) (value 250)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
