; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: not discount >= 5% or growth > 1248h
(define-fun |s1 requires| ((|discount| Int) (|growth| Int)) Bool
  (or (not (>= |discount| 500)) (> |growth| 74880)))
; s2: discount >= 12.5% or not growth > 720h
(define-fun |s2 requires| ((|discount| Int) (|growth| Int)) Bool
  (or (>= |discount| 1250) (not (> |growth| 43200))))
; s3: not home == attic
(define-fun |s3 requires| ((|home| |place|)) Bool
  (not (= |home| |place.attic|)))
; A record satisfies all requirements.
(define-fun satisfies ((|discount| Int) (|growth| Int) (|home| |place|)) Bool
  (and (|s1 requires| |discount| |growth|) (|s2 requires| |discount| |growth|) (|s3 requires| |home|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: discount 12.5%, growth 1056h, home attic
(declare-const |A satisfies| Bool)
(assert (= |A satisfies| (satisfies 1250 63360 |place.attic|)))
(declare-const |A meets| Bool)
(assert (= |A meets| (and |A satisfies| goal)))
; row B: discount 5%, growth 1058h30m, home garden
(declare-const |B satisfies| Bool)
(assert (= |B satisfies| (satisfies 500 63510 |place.garden|)))
(declare-const |B meets| Bool)
(assert (= |B meets| (and |B satisfies| goal)))
; row C: discount 5%, growth 1226h30m, home garden
(declare-const |C satisfies| Bool)
(assert (= |C satisfies| (satisfies 500 73590 |place.garden|)))
(declare-const |C meets| Bool)
(assert (= |C meets| (and |C satisfies| goal)))
; row D: discount 5%, growth 314h30m, home garden
(declare-const |D satisfies| Bool)
(assert (= |D satisfies| (satisfies 500 18870 |place.garden|)))
(declare-const |D meets| Bool)
(assert (= |D meets| (and |D satisfies| goal)))
; row E: discount 0%, growth 481h, home balcony
(declare-const |E satisfies| Bool)
(assert (= |E satisfies| (satisfies 0 28860 |place.balcony|)))
(declare-const |E meets| Bool)
(assert (= |E meets| (and |E satisfies| goal)))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
