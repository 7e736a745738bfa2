; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: not soil in {sand, peat} or not discount >= 12.5%
(define-fun |s1 requires| ((|soil| |soil|) (|discount| Int)) Bool
  (or (not (or (= |soil| |soil.sand|) (= |soil| |soil.peat|))) (not (>= |discount| 1250))))
; s2: watering < 09:00 or watering > 12:00
(define-fun |s2 requires| ((|watering| Int)) Bool
  (or (< |watering| 540) (> |watering| 720)))
; s3: discount >= 12.5% or soil in {loam, peat}
(define-fun |s3 requires| ((|discount| Int) (|soil| |soil|)) Bool
  (or (>= |discount| 1250) (or (= |soil| |soil.loam|) (= |soil| |soil.peat|))))
; A record satisfies all requirements.
(define-fun satisfies ((|soil| |soil|) (|discount| Int) (|watering| Int)) Bool
  (and (|s1 requires| |soil| |discount|) (|s2 requires| |watering|) (|s3 requires| |discount| |soil|)))
; row A: soil loam, discount 12.5%, watering 12:00
(define-fun |A satisfies| () Bool (satisfies |soil.loam| 1250 720))
; row B: soil sand, discount 5%, watering 14:45
(define-fun |B satisfies| () Bool (satisfies |soil.sand| 500 885))
; row C: soil peat, discount 12.5%, watering 18:45
(define-fun |C satisfies| () Bool (satisfies |soil.peat| 1250 1125))
; row D: soil loam, discount 5%, watering 07:45
(define-fun |D satisfies| () Bool (satisfies |soil.loam| 500 465))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
