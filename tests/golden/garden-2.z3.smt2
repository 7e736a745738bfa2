; Is there a row that satisfies all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: not discount >= 5% or growth > 1320h
(define-fun |s1 requires| ((|discount| Int) (|growth| Int)) Bool
  (or (not (>= |discount| 500)) (> |growth| 79200)))
; s2: not growth > 336h or discount >= 12.5%
(define-fun |s2 requires| ((|growth| Int) (|discount| Int)) Bool
  (or (not (> |growth| 20160)) (>= |discount| 1250)))
; s3: height >= 10
(define-fun |s3 requires| ((|height| Int)) Bool
  (>= |height| 10))
; A record satisfies all requirements.
(define-fun satisfies ((|discount| Int) (|growth| Int) (|height| Int) (|soil| |soil|) (|price| Int)) Bool
  (and (|s1 requires| |discount| |growth|) (|s2 requires| |growth| |discount|) (|s3 requires| |height|)))
; The goal.
(define-fun goal ((|soil| |soil|) (|price| Int)) Bool
  (and (= |soil| |soil.loam|) (< |price| 900)))
; row A: discount 0%, growth 648h, height 16, soil sand, price $4
(define-fun |A satisfies| () Bool (satisfies 0 38880 16 |soil.sand| 400))
(define-fun |A meets| () Bool (and |A satisfies| (goal |soil.sand| 400)))
; row B: discount 0%, growth 241h, height 11, soil peat, price $3
(define-fun |B satisfies| () Bool (satisfies 0 14460 11 |soil.peat| 300))
(define-fun |B meets| () Bool (and |B satisfies| (goal |soil.peat| 300)))
; row C: discount 0%, growth 698h30m, height 62, soil loam, price $10.50
(define-fun |C satisfies| () Bool (satisfies 0 41910 62 |soil.loam| 1050))
(define-fun |C meets| () Bool (and |C satisfies| (goal |soil.loam| 1050)))
; row D: discount 0%, growth 289h, height 53, soil loam, price $7.50
(define-fun |D satisfies| () Bool (satisfies 0 17340 53 |soil.loam| 750))
(define-fun |D meets| () Bool (and |D satisfies| (goal |soil.loam| 750)))
; row E: discount 0%, growth 1296h, height 7, soil sand, price $2.50
(define-fun |E satisfies| () Bool (satisfies 0 77760 7 |soil.sand| 250))
(define-fun |E meets| () Bool (and |E satisfies| (goal |soil.sand| 250)))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
