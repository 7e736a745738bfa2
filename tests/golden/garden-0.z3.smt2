; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: not price < $4
(define-fun |s1 requires| ((|price| Int)) Bool
  (not (< |price| 400)))
; s2: not soil in {loam, peat} or not within(pests, {balcony, cellar, garden})
(define-fun |s2 requires| ((|soil| |soil|) (|pests| (Array |place| Bool))) Bool
  (or (not (or (= |soil| |soil.loam|) (= |soil| |soil.peat|))) (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|)))))))
; s3: within(pests, {attic, balcony, garden}) or soil in {sand, peat}
(define-fun |s3 requires| ((|pests| (Array |place| Bool)) (|soil| |soil|)) Bool
  (or (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|)))) (or (= |soil| |soil.sand|) (= |soil| |soil.peat|))))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|soil| |soil|) (|pests| (Array |place| Bool))) Bool
  (and (|s1 requires| |price|) (|s2 requires| |soil| |pests|) (|s3 requires| |pests| |soil|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: price $3, soil loam, pests {balcony, cellar}
(define-fun |A satisfies| () Bool (satisfies 300 |soil.loam| (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.cellar| true)))
; row B: price $18, soil sand, pests {attic, garden}
(define-fun |B satisfies| () Bool (satisfies 1800 |soil.sand| (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.garden| true)))
; row C: price $3.50, soil sand, pests {attic, balcony}
(define-fun |C satisfies| () Bool (satisfies 350 |soil.sand| (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true)))
; row D: price $9.50, soil sand, pests {cellar, garden}
(define-fun |D satisfies| () Bool (satisfies 950 |soil.sand| (store (store ((as const (Array |place| Bool)) false) |place.cellar| true) |place.garden| true)))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 300) (value 1800))) (or (not |C satisfies|) (<= (value 300) (value 350))) (or (not |D satisfies|) (<= (value 300) (value 950)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 1800) (value 300))) (or (not |C satisfies|) (<= (value 1800) (value 350))) (or (not |D satisfies|) (<= (value 1800) (value 950)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 350) (value 300))) (or (not |B satisfies|) (<= (value 350) (value 1800))) (or (not |D satisfies|) (<= (value 350) (value 950)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 950) (value 300))) (or (not |B satisfies|) (<= (value 950) (value 1800))) (or (not |C satisfies|) (<= (value 950) (value 350)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
