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
; row A: pruned list(49m, 21m), watering 19:45, height 127
(define-fun |A satisfies| () Bool (satisfies (seq.++ (seq.unit 49) (seq.unit 21)) 1185 127))
; row B: pruned list(25m, 44m, 31m), watering 17:15, height 187
(define-fun |B satisfies| () Bool (satisfies (seq.++ (seq.unit 25) (seq.unit 44) (seq.unit 31)) 1035 187))
; row C: pruned list(16m, 34m), watering 17:15, height 109
(define-fun |C satisfies| () Bool (satisfies (seq.++ (seq.unit 16) (seq.unit 34)) 1035 109))
; row D: pruned list(), watering 15:15, height 185
(define-fun |D satisfies| () Bool (satisfies (as seq.empty (Seq Int)) 915 185))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
