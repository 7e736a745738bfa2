; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: within(pests, {balcony, cellar, garden}) or soil in {sand, peat}
(define-fun |s1 requires| ((|pests| (Array |place| Bool)) (|soil| |soil|)) Bool
  (or (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|)))) (or (= |soil| |soil.sand|) (= |soil| |soil.peat|))))
; s2: not soil in {sand, peat} or not within(pests, {attic, balcony, garden})
(define-fun |s2 requires| ((|soil| |soil|) (|pests| (Array |place| Bool))) Bool
  (or (not (or (= |soil| |soil.sand|) (= |soil| |soil.peat|))) (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|)))))))
; s3: price < $3 or soil in {sand, loam}
(define-fun |s3 requires| ((|price| Int) (|soil| |soil|)) Bool
  (or (< |price| 300) (or (= |soil| |soil.sand|) (= |soil| |soil.loam|))))
; A record satisfies all requirements.
(define-fun satisfies ((|pests| (Array |place| Bool)) (|soil| |soil|) (|price| Int)) Bool
  (and (|s1 requires| |pests| |soil|) (|s2 requires| |soil| |pests|) (|s3 requires| |price| |soil|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: pests {attic, balcony}, soil peat, price $3.50
(define-fun |A satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) |soil.peat| 350))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: pests {attic, cellar}, soil loam, price $3
(define-fun |B satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) |soil.loam| 300))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: pests {attic, balcony}, soil loam, price $6.50
(define-fun |C satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) |soil.loam| 650))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: pests {balcony, cellar}, soil peat, price $9.50
(define-fun |D satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.cellar| true) |soil.peat| 950))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: pests {attic, garden}, soil peat, price $5
(define-fun |E satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.garden| true) |soil.peat| 500))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
