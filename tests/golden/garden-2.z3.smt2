; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: len(pruned) > 1
(define-fun |s1 requires| ((|pruned| (Seq Int))) Bool
  (> (seq.len |pruned|) 1))
; s2: watering >= 15:00 and watering <= 18:00 or height < 105
(define-fun |s2 requires| ((|watering| Int) (|height| Int)) Bool
  (or (and (>= |watering| 900) (<= |watering| 1080)) (< |height| 105)))
; s3: height >= 110 or (watering < 17:00 or watering > 20:00)
(define-fun |s3 requires| ((|height| Int) (|watering| Int)) Bool
  (or (>= |height| 110) (or (< |watering| 1020) (> |watering| 1200))))
; A record satisfies all requirements.
(define-fun satisfies ((|pruned| (Seq Int)) (|watering| Int) (|height| Int)) Bool
  (and (|s1 requires| |pruned|) (|s2 requires| |watering| |height|) (|s3 requires| |height| |watering|)))
; row A: pruned list(16m, 34m), watering 17:15, height 109
(define-fun |A satisfies| () Bool (satisfies (seq.++ (seq.unit 16) (seq.unit 34)) 1035 109))
; row B: pruned list(32m, 15m, 26m), watering 11:45, height 95
(define-fun |B satisfies| () Bool (satisfies (seq.++ (seq.unit 32) (seq.unit 15) (seq.unit 26)) 705 95))
; row C: pruned list(11m), watering 14:15, height 90
(define-fun |C satisfies| () Bool (satisfies (seq.unit 11) 855 90))
; row D: pruned list(42m, 40m), watering 06:00, height 168
(define-fun |D satisfies| () Bool (satisfies (seq.++ (seq.unit 42) (seq.unit 40)) 360 168))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
