; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: not sown < 2026-05-19 or not home == garden
(define-fun |s1 requires| ((|sown| Int) (|home| |place|)) Bool
  (or (not (< |sown| 739755)) (not (= |home| |place.garden|))))
; s2: not home == attic or not total <= 55m
(define-fun |s2 requires| ((|home| |place|) (|total| Int)) Bool
  (or (not (= |home| |place.attic|)) (not (<= |total| 55))))
; s3: home == garden or sown < 2026-04-23
(define-fun |s3 requires| ((|home| |place|) (|sown| Int)) Bool
  (or (= |home| |place.garden|) (< |sown| 739729)))
; A record satisfies all requirements.
(define-fun satisfies ((|sown| Int) (|home| |place|) (|total| Int)) Bool
  (and (|s1 requires| |sown| |home|) (|s2 requires| |home| |total|) (|s3 requires| |home| |sown|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: sown 2026-04-06, home cellar, total 42m
(define-fun |A satisfies| () Bool (satisfies 739712 |place.cellar| 42))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: sown 2026-03-22, home attic, total 54m
(define-fun |B satisfies| () Bool (satisfies 739697 |place.attic| 54))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: sown 2026-03-02, home attic, total 53m
(define-fun |C satisfies| () Bool (satisfies 739677 |place.attic| 53))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: sown 2026-03-15, home garden, total 1h4m
(define-fun |D satisfies| () Bool (satisfies 739690 |place.garden| 64))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: sown 2026-05-23, home attic, total 13m
(define-fun |E satisfies| () Bool (satisfies 739759 |place.attic| 13))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
