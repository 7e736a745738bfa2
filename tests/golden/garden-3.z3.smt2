; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: watering >= 18:00 and watering <= 21:00 or not price < $19
(define-fun |s1 requires| ((|watering| Int) (|price| Int)) Bool
  (or (and (>= |watering| 1080) (<= |watering| 1260)) (not (< |price| 1900))))
; s2: (watering < 18:00 or watering > 21:00) or price < $7
(define-fun |s2 requires| ((|watering| Int) (|price| Int)) Bool
  (or (or (< |watering| 1080) (> |watering| 1260)) (< |price| 700)))
; s3: price < $13 or discount >= 12.5%
(define-fun |s3 requires| ((|price| Int) (|discount| Int)) Bool
  (or (< |price| 1300) (>= |discount| 1250)))
; A record satisfies all requirements.
(define-fun satisfies ((|watering| Int) (|price| Int) (|discount| Int)) Bool
  (and (|s1 requires| |watering| |price|) (|s2 requires| |watering| |price|) (|s3 requires| |price| |discount|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: watering 10:30, price $2.50, discount 5%
(define-fun |A satisfies| () Bool (satisfies 630 250 500))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: watering 10:00, price $3, discount 12.5%
(define-fun |B satisfies| () Bool (satisfies 600 300 1250))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: watering 11:45, price $3, discount 0%
(define-fun |C satisfies| () Bool (satisfies 705 300 0))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: watering 07:30, price $26, discount 0%
(define-fun |D satisfies| () Bool (satisfies 450 2600 0))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: watering 17:30, price $17, discount 5%
(define-fun |E satisfies| () Bool (satisfies 1050 1700 500))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
