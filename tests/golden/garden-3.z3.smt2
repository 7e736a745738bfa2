; Is there a row that satisfies all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: height < 15 or not within(pests, {attic, balcony, garden})
(define-fun |s1 requires| ((|height| Int) (|pests| (Array |place| Bool))) Bool
  (or (< |height| 15) (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|)))))))
; s2: height >= 20 or within(pests, {attic, balcony, garden})
(define-fun |s2 requires| ((|height| Int) (|pests| (Array |place| Bool))) Bool
  (or (>= |height| 20) (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|))))))
; s3: not growth > 408h
(define-fun |s3 requires| ((|growth| Int)) Bool
  (not (> |growth| 24480)))
; A record satisfies all requirements.
(define-fun satisfies ((|height| Int) (|pests| (Array |place| Bool)) (|growth| Int) (|soil| |soil|) (|price| Int)) Bool
  (and (|s1 requires| |height| |pests|) (|s2 requires| |height| |pests|) (|s3 requires| |growth|)))
; The goal.
(define-fun goal ((|soil| |soil|) (|price| Int)) Bool
  (and (= |soil| |soil.loam|) (< |price| 900)))
; row A: height 8, pests {attic, balcony}, growth 1080h, soil loam, price $2.50
(declare-const |A satisfies| Bool)
(assert (= |A satisfies| (satisfies 8 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 64800 |soil.loam| 250)))
(declare-const |A meets| Bool)
(assert (= |A meets| (and |A satisfies| (goal |soil.loam| 250))))
; row B: height 7, pests {balcony, cellar}, growth 1272h, soil loam, price $3
(declare-const |B satisfies| Bool)
(assert (= |B satisfies| (satisfies 7 (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.cellar| true) 76320 |soil.loam| 300)))
(declare-const |B meets| Bool)
(assert (= |B meets| (and |B satisfies| (goal |soil.loam| 300))))
; row C: height 6, pests {attic, garden}, growth 385h, soil peat, price $3
(declare-const |C satisfies| Bool)
(assert (= |C satisfies| (satisfies 6 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.garden| true) 23100 |soil.peat| 300)))
(declare-const |C meets| Bool)
(assert (= |C meets| (and |C satisfies| (goal |soil.peat| 300))))
; row D: height 167, pests {attic, cellar}, growth 602h30m, soil peat, price $23
(declare-const |D satisfies| Bool)
(assert (= |D satisfies| (satisfies 167 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) 36150 |soil.peat| 2300)))
(declare-const |D meets| Bool)
(assert (= |D meets| (and |D satisfies| (goal |soil.peat| 2300))))
; row E: height 6, pests {attic, garden}, growth 360h, soil loam, price $2.50
(declare-const |E satisfies| Bool)
(assert (= |E satisfies| (satisfies 6 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.garden| true) 21600 |soil.loam| 250)))
(declare-const |E meets| Bool)
(assert (= |E meets| (and |E satisfies| (goal |soil.loam| 250))))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
