; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: price < $4 or (watering < 10:00 or watering > 13:00)
(define-fun |s1 requires| ((|price| Int) (|watering| Int)) Bool
  (or (< |price| 400) (or (< |watering| 600) (> |watering| 780))))
; s2: not price < $5 or watering >= 12:00 and watering <= 15:00
(define-fun |s2 requires| ((|price| Int) (|watering| Int)) Bool
  (or (not (< |price| 500)) (and (>= |watering| 720) (<= |watering| 900))))
; s3: discount >= 5% or price < $9
(define-fun |s3 requires| ((|discount| Int) (|price| Int)) Bool
  (or (>= |discount| 500) (< |price| 900)))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|watering| Int) (|discount| Int)) Bool
  (and (|s1 requires| |price| |watering|) (|s2 requires| |price| |watering|) (|s3 requires| |discount| |price|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: price $2.50, watering 06:45, discount 5%
(define-fun |A satisfies| () Bool (satisfies 250 405 500))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: price $5, watering 12:30, discount 5%
(define-fun |B satisfies| () Bool (satisfies 500 750 500))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: price $3.50, watering 16:30, discount 5%
(define-fun |C satisfies| () Bool (satisfies 350 990 500))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: price $2.50, watering 10:30, discount 5%
(define-fun |D satisfies| () Bool (satisfies 250 630 500))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: price $3, watering 19:30, discount 5%
(define-fun |E satisfies| () Bool (satisfies 300 1170 500))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
