; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: not within(pests, {balcony, cellar, garden}) or not growth > 240h
(define-fun |s1 requires| ((|pests| (Array |place| Bool)) (|growth| Int)) Bool
  (or (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|))))) (not (> |growth| 14400))))
; s2: within(pests, {attic, balcony, garden}) or growth > 1224h
(define-fun |s2 requires| ((|pests| (Array |place| Bool)) (|growth| Int)) Bool
  (or (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|)))) (> |growth| 73440)))
; s3: total <= 1h24m
(define-fun |s3 requires| ((|total| Int)) Bool
  (<= |total| 84))
; A record satisfies all requirements.
(define-fun satisfies ((|pests| (Array |place| Bool)) (|growth| Int) (|total| Int)) Bool
  (and (|s1 requires| |pests| |growth|) (|s2 requires| |pests| |growth|) (|s3 requires| |total|)))
; row A: pests {attic, balcony}, growth 792h, total 20m
(declare-const |A satisfies| Bool)
(assert (= |A satisfies| (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 47520 20)))
; row B: pests {attic, cellar}, growth 1392h, total 1h45m
(declare-const |B satisfies| Bool)
(assert (= |B satisfies| (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) 83520 105)))
; row C: pests {balcony, cellar}, growth 240h, total 1h3m
(declare-const |C satisfies| Bool)
(assert (= |C satisfies| (satisfies (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.cellar| true) 14400 63)))
; row D: pests {balcony, garden}, growth 504h, total 25m
(declare-const |D satisfies| Bool)
(assert (= |D satisfies| (satisfies (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.garden| true) 30240 25)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
