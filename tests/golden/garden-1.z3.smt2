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
(declare-const |A satisfies| Bool)
(assert (= |A satisfies| (satisfies 0 |place.balcony| 29 |soil.loam| 500)))
(declare-const |A meets| Bool)
(assert (= |A meets| (and |A satisfies| (goal |soil.loam| 500))))
; row B: discount 0%, home cellar, height 6, soil loam, price $2.50
(declare-const |B satisfies| Bool)
(assert (= |B satisfies| (satisfies 0 |place.cellar| 6 |soil.loam| 250)))
(declare-const |B meets| Bool)
(assert (= |B meets| (and |B satisfies| (goal |soil.loam| 250))))
; row C: discount 0%, home balcony, height 60, soil peat, price $7.50
(declare-const |C satisfies| Bool)
(assert (= |C satisfies| (satisfies 0 |place.balcony| 60 |soil.peat| 750)))
(declare-const |C meets| Bool)
(assert (= |C meets| (and |C satisfies| (goal |soil.peat| 750))))
; row D: discount 0%, home attic, height 8, soil loam, price $3
(declare-const |D satisfies| Bool)
(assert (= |D satisfies| (satisfies 0 |place.attic| 8 |soil.loam| 300)))
(declare-const |D meets| Bool)
(assert (= |D meets| (and |D satisfies| (goal |soil.loam| 300))))
; row E: discount 5%, home balcony, height 8, soil peat, price $3.50
(declare-const |E satisfies| Bool)
(assert (= |E satisfies| (satisfies 500 |place.balcony| 8 |soil.peat| 350)))
(declare-const |E meets| Bool)
(assert (= |E meets| (and |E satisfies| (goal |soil.peat| 350))))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
