; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: home == attic or height >= 25
(define-fun |s1 requires| ((|home| |place|) (|height| Int)) Bool
  (or (= |home| |place.attic|) (>= |height| 25)))
; s2: not home == balcony or height < 30
(define-fun |s2 requires| ((|home| |place|) (|height| Int)) Bool
  (or (not (= |home| |place.balcony|)) (< |height| 30)))
; s3: not within(pests, {attic, balcony, garden})
(define-fun |s3 requires| ((|pests| (Array |place| Bool))) Bool
  (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|))))))
; A record satisfies all requirements.
(define-fun satisfies ((|home| |place|) (|height| Int) (|pests| (Array |place| Bool))) Bool
  (and (|s1 requires| |home| |height|) (|s2 requires| |home| |height|) (|s3 requires| |pests|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: home garden, height 186, pests {attic, cellar}
(define-fun |A satisfies| () Bool (satisfies |place.garden| 186 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true)))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: home attic, height 18, pests {attic, cellar}
(define-fun |B satisfies| () Bool (satisfies |place.attic| 18 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true)))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: home garden, height 57, pests {cellar, garden}
(define-fun |C satisfies| () Bool (satisfies |place.garden| 57 (store (store ((as const (Array |place| Bool)) false) |place.cellar| true) |place.garden| true)))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: home attic, height 6, pests {attic, cellar}
(define-fun |D satisfies| () Bool (satisfies |place.attic| 6 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true)))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: home garden, height 64, pests {attic, balcony}
(define-fun |E satisfies| () Bool (satisfies |place.garden| 64 (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true)))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
