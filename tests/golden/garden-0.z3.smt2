; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: watering >= 13:00 and watering <= 16:00 or sown < 2026-05-28
(define-fun |s1 requires| ((|watering| Int) (|sown| Int)) Bool
  (or (and (>= |watering| 780) (<= |watering| 960)) (< |sown| 739764)))
; s2: not sown < 2026-05-13 or not discount >= 12.5%
(define-fun |s2 requires| ((|sown| Int) (|discount| Int)) Bool
  (or (not (< |sown| 739749)) (not (>= |discount| 1250))))
; s3: discount >= 5% or (watering < 12:00 or watering > 15:00)
(define-fun |s3 requires| ((|discount| Int) (|watering| Int)) Bool
  (or (>= |discount| 500) (or (< |watering| 720) (> |watering| 900))))
; A record satisfies all requirements.
(define-fun satisfies ((|watering| Int) (|sown| Int) (|discount| Int)) Bool
  (and (|s1 requires| |watering| |sown|) (|s2 requires| |sown| |discount|) (|s3 requires| |discount| |watering|)))
; row A: watering 12:15, sown 2026-03-08, discount 0%
(declare-const |A satisfies| Bool)
(assert (= |A satisfies| (satisfies 735 739683 0)))
; row B: watering 17:45, sown 2026-03-11, discount 12.5%
(declare-const |B satisfies| Bool)
(assert (= |B satisfies| (satisfies 1065 739686 1250)))
; row C: watering 08:00, sown 2026-05-31, discount 0%
(declare-const |C satisfies| Bool)
(assert (= |C satisfies| (satisfies 480 739767 0)))
; row D: watering 17:00, sown 2026-04-16, discount 0%
(declare-const |D satisfies| Bool)
(assert (= |D satisfies| (satisfies 1020 739722 0)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
