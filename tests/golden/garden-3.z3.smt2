; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: home == garden or watering >= 13:00 and watering <= 16:00
(define-fun |s1 requires| ((|home| |place|) (|watering| Int)) Bool
  (or (= |home| |place.garden|) (and (>= |watering| 780) (<= |watering| 960))))
; s2: (watering < 14:00 or watering > 17:00) or not home == cellar
(define-fun |s2 requires| ((|watering| Int) (|home| |place|)) Bool
  (or (or (< |watering| 840) (> |watering| 1020)) (not (= |home| |place.cellar|))))
; s3: height >= 10
(define-fun |s3 requires| ((|height| Int)) Bool
  (>= |height| 10))
; A record satisfies all requirements.
(define-fun satisfies ((|home| |place|) (|watering| Int) (|height| Int)) Bool
  (and (|s1 requires| |home| |watering|) (|s2 requires| |watering| |home|) (|s3 requires| |height|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: home attic, watering 06:30, height 20
(define-fun |A satisfies| () Bool (satisfies |place.attic| 390 20))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: home attic, watering 07:30, height 15
(define-fun |B satisfies| () Bool (satisfies |place.attic| 450 15))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: home cellar, watering 15:30, height 10
(define-fun |C satisfies| () Bool (satisfies |place.cellar| 930 10))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: home garden, watering 14:00, height 101
(define-fun |D satisfies| () Bool (satisfies |place.garden| 840 101))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: home garden, watering 11:30, height 81
(define-fun |E satisfies| () Bool (satisfies |place.garden| 690 81))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
