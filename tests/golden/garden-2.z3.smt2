; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: not price < $16 or (watering < 18:00 or watering > 21:00)
(define-fun |s1 requires| ((|price| Int) (|watering| Int)) Bool
  (or (not (< |price| 1600)) (or (< |watering| 1080) (> |watering| 1260))))
; s2: not price < $9 or not total <= 1h21m
(define-fun |s2 requires| ((|price| Int) (|total| Int)) Bool
  (or (not (< |price| 900)) (not (<= |total| 81))))
; s3: price < $4 or watering >= 13:00 and watering <= 16:00
(define-fun |s3 requires| ((|price| Int) (|watering| Int)) Bool
  (or (< |price| 400) (and (>= |watering| 780) (<= |watering| 960))))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|watering| Int) (|total| Int)) Bool
  (and (|s1 requires| |price| |watering|) (|s2 requires| |price| |total|) (|s3 requires| |price| |watering|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: price $3, watering 18:45, total 0m
(define-fun |A satisfies| () Bool (satisfies 300 1125 0))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: price $11, watering 13:30, total 55m
(define-fun |B satisfies| () Bool (satisfies 1100 810 55))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: price $3, watering 13:15, total 1h35m
(define-fun |C satisfies| () Bool (satisfies 300 795 95))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: price $3, watering 18:00, total 0m
(define-fun |D satisfies| () Bool (satisfies 300 1080 0))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: price $16, watering 14:15, total 1h40m
(define-fun |E satisfies| () Bool (satisfies 1600 855 100))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
