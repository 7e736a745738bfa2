; Which rows satisfy all requirements?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: height < 40 or len(pruned) > 2
(define-fun |s1 requires| ((|height| Int) (|pruned| (Seq Int))) Bool
  (or (< |height| 40) (> (seq.len |pruned|) 2)))
; s2: (watering < 16:00 or watering > 19:00) or height >= 125
(define-fun |s2 requires| ((|watering| Int) (|height| Int)) Bool
  (or (or (< |watering| 960) (> |watering| 1140)) (>= |height| 125)))
; s3: watering >= 19:00 and watering <= 22:00 or not len(pruned) > 0
(define-fun |s3 requires| ((|watering| Int) (|pruned| (Seq Int))) Bool
  (or (and (>= |watering| 1140) (<= |watering| 1320)) (not (> (seq.len |pruned|) 0))))
; A record satisfies all requirements.
(define-fun satisfies ((|height| Int) (|pruned| (Seq Int)) (|watering| Int)) Bool
  (and (|s1 requires| |height| |pruned|) (|s2 requires| |watering| |height|) (|s3 requires| |watering| |pruned|)))
; row A: height 136, pruned list(47m, 41m, 35m), watering 06:15
(define-fun |A satisfies| () Bool (satisfies 136 (seq.++ (seq.unit 47) (seq.unit 41) (seq.unit 35)) 375))
; row B: height 37, pruned list(), watering 15:00
(define-fun |B satisfies| () Bool (satisfies 37 (as seq.empty (Seq Int)) 900))
; row C: height 190, pruned list(), watering 15:15
(define-fun |C satisfies| () Bool (satisfies 190 (as seq.empty (Seq Int)) 915))
; row D: height 194, pruned list(), watering 19:00
(define-fun |D satisfies| () Bool (satisfies 194 (as seq.empty (Seq Int)) 1140))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies|))
