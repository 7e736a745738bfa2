; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: not within(pests, {balcony, cellar, garden}) or not growth > 408h
(define-fun |s1 requires| ((|pests| (Array |place| Bool)) (|growth| Int)) Bool
  (or (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|))))) (not (> |growth| 24480))))
; s2: within(pests, {attic, balcony, cellar}) or total <= 45m or growth > 1008h
(define-fun |s2 requires| ((|pests| (Array |place| Bool)) (|total| Int) (|growth| Int)) Bool
  (or (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|)))) (<= |total| 45) (> |growth| 60480)))
; s3: not total <= 10m or not growth > 672h
(define-fun |s3 requires| ((|total| Int) (|growth| Int)) Bool
  (or (not (<= |total| 10)) (not (> |growth| 40320))))
; s4: not within(pests, {attic, cellar, garden}) or not total <= 1h8m
(define-fun |s4 requires| ((|pests| (Array |place| Bool)) (|total| Int)) Bool
  (or (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|))))) (not (<= |total| 68))))
; A record satisfies all requirements.
(define-fun satisfies ((|pests| (Array |place| Bool)) (|growth| Int) (|total| Int) (|price| Int)) Bool
  (and (|s1 requires| |pests| |growth|) (|s2 requires| |pests| |total| |growth|) (|s3 requires| |total| |growth|) (|s4 requires| |pests| |total|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: pests {attic, balcony}, growth 1056h, total 22m, price $3
(define-fun |A satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 63360 22 300))
; row B: pests {cellar, garden}, growth 648h, total 45m, price $3
(define-fun |B satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.cellar| true) |place.garden| true) 38880 45 300))
; row C: pests {attic, balcony}, growth 482h30m, total 1h47m, price $31.50
(define-fun |C satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 28950 107 3150))
; row D: pests {balcony, garden}, growth 768h, total 0m, price $2
(define-fun |D satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.garden| true) 46080 0 200))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 300) (value 300))) (or (not |C satisfies|) (<= (value 300) (value 3150))) (or (not |D satisfies|) (<= (value 300) (value 200)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 300) (value 300))) (or (not |C satisfies|) (<= (value 300) (value 3150))) (or (not |D satisfies|) (<= (value 300) (value 200)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 3150) (value 300))) (or (not |B satisfies|) (<= (value 3150) (value 300))) (or (not |D satisfies|) (<= (value 3150) (value 200)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 200) (value 300))) (or (not |B satisfies|) (<= (value 200) (value 300))) (or (not |C satisfies|) (<= (value 200) (value 3150)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
