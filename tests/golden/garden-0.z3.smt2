; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: (watering < 13:00 or watering > 16:00) or not sown < 2026-05-28
(define-fun |s1 requires| ((|watering| Int) (|sown| Int)) Bool
  (or (or (< |watering| 780) (> |watering| 960)) (not (< |sown| 739764))))
; s2: watering >= 15:00 and watering <= 18:00 or not discount >= 12.5%
(define-fun |s2 requires| ((|watering| Int) (|discount| Int)) Bool
  (or (and (>= |watering| 900) (<= |watering| 1080)) (not (>= |discount| 1250))))
; s3: discount >= 5% or sown < 2026-03-10
(define-fun |s3 requires| ((|discount| Int) (|sown| Int)) Bool
  (or (>= |discount| 500) (< |sown| 739685)))
; A record satisfies all requirements.
(define-fun satisfies ((|watering| Int) (|sown| Int) (|discount| Int)) Bool
  (and (|s1 requires| |watering| |sown|) (|s2 requires| |watering| |discount|) (|s3 requires| |discount| |sown|)))
; row A: watering 15:30, sown 2026-04-30, discount 5%
(define-fun |A satisfies| () Bool (satisfies 930 739736 500))
; row B: watering 14:15, sown 2026-05-29, discount 0%
(define-fun |B satisfies| () Bool (satisfies 855 739765 0))
; row C: watering 19:45, sown 2026-05-01, discount 12.5%
(define-fun |C satisfies| () Bool (satisfies 1185 739737 1250))
; row D: watering 11:00, sown 2026-03-27, discount 5%
(define-fun |D satisfies| () Bool (satisfies 660 739702 500))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
