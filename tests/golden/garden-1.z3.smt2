; Is there a row that satisfies all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: not discount >= 12.5% or home == garden
(define-fun |s1 requires| ((|discount| Int) (|home| |place|)) Bool
  (or (not (>= |discount| 1250)) (= |home| |place.garden|)))
; s2: height < 10
(define-fun |s2 requires| ((|height| Int)) Bool
  (< |height| 10))
; A record satisfies all requirements.
(define-fun satisfies ((|discount| Int) (|home| |place|) (|height| Int) (|soil| |soil|) (|price| Int)) Bool
  (and (|s1 requires| |discount| |home|) (|s2 requires| |height|)))
; The goal.
(define-fun goal ((|soil| |soil|) (|price| Int)) Bool
  (and (= |soil| |soil.loam|) (< |price| 900)))
; row A: discount 0%, home balcony, height 29, soil loam, price $5
(define-fun |A satisfies| () Bool (satisfies 0 |place.balcony| 29 |soil.loam| 500))
(define-fun |A meets| () Bool (and |A satisfies| (goal |soil.loam| 500)))
; row B: discount 0%, home cellar, height 6, soil loam, price $2.50
(define-fun |B satisfies| () Bool (satisfies 0 |place.cellar| 6 |soil.loam| 250))
(define-fun |B meets| () Bool (and |B satisfies| (goal |soil.loam| 250)))
; row C: discount 0%, home balcony, height 60, soil peat, price $7.50
(define-fun |C satisfies| () Bool (satisfies 0 |place.balcony| 60 |soil.peat| 750))
(define-fun |C meets| () Bool (and |C satisfies| (goal |soil.peat| 750)))
; row D: discount 0%, home attic, height 8, soil loam, price $3
(define-fun |D satisfies| () Bool (satisfies 0 |place.attic| 8 |soil.loam| 300))
(define-fun |D meets| () Bool (and |D satisfies| (goal |soil.loam| 300)))
; row E: discount 5%, home balcony, height 8, soil peat, price $3.50
(define-fun |E satisfies| () Bool (satisfies 500 |place.balcony| 8 |soil.peat| 350))
(define-fun |E meets| () Bool (and |E satisfies| (goal |soil.peat| 350)))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
