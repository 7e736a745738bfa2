; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: total <= 1h18m or sown < 2026-03-20
(define-fun |s1 requires| ((|total| Int) (|sown| Int)) Bool
  (or (<= |total| 78) (< |sown| 739695)))
; s2: len(pruned) > 2 or not sown < 2026-04-18
(define-fun |s2 requires| ((|pruned| (Seq Int)) (|sown| Int)) Bool
  (or (> (seq.len |pruned|) 2) (not (< |sown| 739724))))
; s3: not len(pruned) > 2 or not total <= 59m
(define-fun |s3 requires| ((|pruned| (Seq Int)) (|total| Int)) Bool
  (or (not (> (seq.len |pruned|) 2)) (not (<= |total| 59))))
; A record satisfies all requirements.
(define-fun satisfies ((|total| Int) (|sown| Int) (|pruned| (Seq Int)) (|price| Int)) Bool
  (and (|s1 requires| |total| |sown|) (|s2 requires| |pruned| |sown|) (|s3 requires| |pruned| |total|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: total 39m, sown 2026-03-20, pruned list(26m, 13m), price $19.50
(define-fun |A satisfies| () Bool (satisfies 39 739695 (seq.++ (seq.unit 26) (seq.unit 13)) 1950))
; row B: total 40m, sown 2026-05-12, pruned list(40m), price $4.50
(define-fun |B satisfies| () Bool (satisfies 40 739748 (seq.unit 40) 450))
; row C: total 54m, sown 2026-05-30, pruned list(13m, 11m, 30m), price $2.50
(define-fun |C satisfies| () Bool (satisfies 54 739766 (seq.++ (seq.unit 13) (seq.unit 11) (seq.unit 30)) 250))
; row D: total 0m, sown 2026-04-18, pruned list(), price $3.50
(define-fun |D satisfies| () Bool (satisfies 0 739724 (as seq.empty (Seq Int)) 350))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 1950) (value 450))) (or (not |C satisfies|) (<= (value 1950) (value 250))) (or (not |D satisfies|) (<= (value 1950) (value 350)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 450) (value 1950))) (or (not |C satisfies|) (<= (value 450) (value 250))) (or (not |D satisfies|) (<= (value 450) (value 350)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 250) (value 1950))) (or (not |B satisfies|) (<= (value 250) (value 450))) (or (not |D satisfies|) (<= (value 250) (value 350)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 350) (value 1950))) (or (not |B satisfies|) (<= (value 350) (value 450))) (or (not |C satisfies|) (<= (value 350) (value 250)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
