; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: not price < $16 or watering >= 08:00 and watering <= 11:00
(define-fun |s1 requires| ((|price| Int) (|watering| Int)) Bool
  (or (not (< |price| 1600)) (and (>= |watering| 480) (<= |watering| 660))))
; s2: (watering < 12:00 or watering > 15:00) or price < $8
(define-fun |s2 requires| ((|watering| Int) (|price| Int)) Bool
  (or (or (< |watering| 720) (> |watering| 900)) (< |price| 800)))
; s3: sown < 2026-05-13
(define-fun |s3 requires| ((|sown| Int)) Bool
  (< |sown| 739749))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|watering| Int) (|sown| Int)) Bool
  (and (|s1 requires| |price| |watering|) (|s2 requires| |watering| |price|) (|s3 requires| |sown|)))
; row A: price $23.50, watering 12:15, sown 2026-05-08
(define-fun |A satisfies| () Bool (satisfies 2350 735 739744))
; row B: price $26, watering 11:15, sown 2026-05-22
(define-fun |B satisfies| () Bool (satisfies 2600 675 739758))
; row C: price $5.50, watering 17:15, sown 2026-03-25
(define-fun |C satisfies| () Bool (satisfies 550 1035 739700))
; row D: price $7.50, watering 08:30, sown 2026-04-14
(define-fun |D satisfies| () Bool (satisfies 750 510 739720))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
