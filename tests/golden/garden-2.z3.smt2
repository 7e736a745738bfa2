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
; row A: pruned list(38m), watering 18:00, height 42
(define-fun |A satisfies| () Bool (satisfies (seq.unit 38) 1080 42))
; row B: pruned list(22m, 20m, 11m), watering 17:00, height 152
(define-fun |B satisfies| () Bool (satisfies (seq.++ (seq.unit 22) (seq.unit 20) (seq.unit 11)) 1020 152))
; row C: pruned list(50m, 18m, 12m), watering 08:45, height 184
(define-fun |C satisfies| () Bool (satisfies (seq.++ (seq.unit 50) (seq.unit 18) (seq.unit 12)) 525 184))
; row D: pruned list(46m), watering 12:00, height 32
(define-fun |D satisfies| () Bool (satisfies (seq.unit 46) 720 32))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
