; Is there a row that satisfies all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: price < $11
(define-fun |s1 requires| ((|price| Int)) Bool
  (< |price| 1100))
; s2: watering >= 11:00 and watering <= 14:00 or not discount >= 12.5%
(define-fun |s2 requires| ((|watering| Int) (|discount| Int)) Bool
  (or (and (>= |watering| 660) (<= |watering| 840)) (not (>= |discount| 1250))))
; s3: discount >= 12.5% or (watering < 14:00 or watering > 17:00)
(define-fun |s3 requires| ((|discount| Int) (|watering| Int)) Bool
  (or (>= |discount| 1250) (or (< |watering| 840) (> |watering| 1020))))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|watering| Int) (|discount| Int) (|soil| |soil|)) Bool
  (and (|s1 requires| |price|) (|s2 requires| |watering| |discount|) (|s3 requires| |discount| |watering|)))
; The goal.
(define-fun goal ((|soil| |soil|) (|price| Int)) Bool
  (and (= |soil| |soil.loam|) (< |price| 900)))
; row A: price $4, watering 19:00, discount 0%, soil loam
(define-fun |A satisfies| () Bool (satisfies 400 1140 0 |soil.loam|))
(define-fun |A meets| () Bool (and |A satisfies| (goal |soil.loam| 400)))
; row B: price $3, watering 09:00, discount 5%, soil sand
(define-fun |B satisfies| () Bool (satisfies 300 540 500 |soil.sand|))
(define-fun |B meets| () Bool (and |B satisfies| (goal |soil.sand| 300)))
; row C: price $5, watering 13:45, discount 12.5%, soil sand
(define-fun |C satisfies| () Bool (satisfies 500 825 1250 |soil.sand|))
(define-fun |C meets| () Bool (and |C satisfies| (goal |soil.sand| 500)))
; row D: price $3, watering 14:45, discount 0%, soil peat
(define-fun |D satisfies| () Bool (satisfies 300 885 0 |soil.peat|))
(define-fun |D meets| () Bool (and |D satisfies| (goal |soil.peat| 300)))
; row E: price $4, watering 13:45, discount 5%, soil peat
(define-fun |E satisfies| () Bool (satisfies 400 825 500 |soil.peat|))
(define-fun |E meets| () Bool (and |E satisfies| (goal |soil.peat| 400)))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
