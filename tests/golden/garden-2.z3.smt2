; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: price < $6
(define-fun |s1 requires| ((|price| Int)) Bool
  (< |price| 600))
; s2: not discount >= 12.5% or not total <= 1h34m
(define-fun |s2 requires| ((|discount| Int) (|total| Int)) Bool
  (or (not (>= |discount| 1250)) (not (<= |total| 94))))
; s3: discount >= 12.5% or total <= 16m
(define-fun |s3 requires| ((|discount| Int) (|total| Int)) Bool
  (or (>= |discount| 1250) (<= |total| 16)))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|discount| Int) (|total| Int)) Bool
  (and (|s1 requires| |price|) (|s2 requires| |discount| |total|) (|s3 requires| |discount| |total|)))
; row A: price $4.50, discount 12.5%, total 0m
(define-fun |A satisfies| () Bool (satisfies 450 1250 0))
; row B: price $4, discount 5%, total 1h30m
(define-fun |B satisfies| () Bool (satisfies 400 500 90))
; row C: price $5, discount 12.5%, total 1h58m
(define-fun |C satisfies| () Bool (satisfies 500 1250 118))
; row D: price $6.50, discount 0%, total 0m
(define-fun |D satisfies| () Bool (satisfies 650 0 0))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
