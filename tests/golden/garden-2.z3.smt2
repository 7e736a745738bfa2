; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: height < 40 or len(pruned) > 0
(define-fun |s1 requires| ((|height| Int) (|pruned| (Seq Int))) Bool
  (or (< |height| 40) (> (seq.len |pruned|) 0)))
; s2: (watering < 16:00 or watering > 19:00) or height >= 65
(define-fun |s2 requires| ((|watering| Int) (|height| Int)) Bool
  (or (or (< |watering| 960) (> |watering| 1140)) (>= |height| 65)))
; s3: watering >= 17:00 and watering <= 20:00 or not len(pruned) > 2
(define-fun |s3 requires| ((|watering| Int) (|pruned| (Seq Int))) Bool
  (or (and (>= |watering| 1020) (<= |watering| 1200)) (not (> (seq.len |pruned|) 2))))
; A record satisfies all requirements.
(define-fun satisfies ((|height| Int) (|pruned| (Seq Int)) (|watering| Int)) Bool
  (and (|s1 requires| |height| |pruned|) (|s2 requires| |watering| |height|) (|s3 requires| |watering| |pruned|)))
; row A: height 194, pruned list(), watering 19:00
(define-fun |A satisfies| () Bool (satisfies 194 (as seq.empty (Seq Int)) 1140))
; row B: height 46, pruned list(32m, 28m), watering 11:45
(define-fun |B satisfies| () Bool (satisfies 46 (seq.++ (seq.unit 32) (seq.unit 28)) 705))
; row C: height 166, pruned list(14m, 40m, 34m), watering 08:15
(define-fun |C satisfies| () Bool (satisfies 166 (seq.++ (seq.unit 14) (seq.unit 40) (seq.unit 34)) 495))
; row D: height 21, pruned list(21m, 28m), watering 16:00
(define-fun |D satisfies| () Bool (satisfies 21 (seq.++ (seq.unit 21) (seq.unit 28)) 960))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
