; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: growth > 744h or price < $4
(define-fun |s1 requires| ((|growth| Int) (|price| Int)) Bool
  (or (> |growth| 44640) (< |price| 400)))
; s2: (watering < 18:00 or watering > 21:00) or not growth > 504h
(define-fun |s2 requires| ((|watering| Int) (|growth| Int)) Bool
  (or (or (< |watering| 1080) (> |watering| 1260)) (not (> |growth| 30240))))
; s3: watering >= 18:00 and watering <= 21:00 or not price < $4
(define-fun |s3 requires| ((|watering| Int) (|price| Int)) Bool
  (or (and (>= |watering| 1080) (<= |watering| 1260)) (not (< |price| 400))))
; A record satisfies all requirements.
(define-fun satisfies ((|growth| Int) (|price| Int) (|watering| Int)) Bool
  (and (|s1 requires| |growth| |price|) (|s2 requires| |watering| |growth|) (|s3 requires| |watering| |price|)))
; row A: growth 360h, price $4, watering 14:00
(define-fun |A satisfies| () Bool (satisfies 21600 400 840))
; row B: growth 1080h, price $3, watering 18:15
(define-fun |B satisfies| () Bool (satisfies 64800 300 1095))
; row C: growth 744h, price $2.50, watering 09:30
(define-fun |C satisfies| () Bool (satisfies 44640 250 570))
; row D: growth 384h, price $3.50, watering 19:00
(define-fun |D satisfies| () Bool (satisfies 23040 350 1140))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
