; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: not len(pruned) > 1
(define-fun |s1 requires| ((|pruned| (Seq Int))) Bool
  (not (> (seq.len |pruned|) 1)))
; s2: not sown < 2026-04-21 or not price < $6
(define-fun |s2 requires| ((|sown| Int) (|price| Int)) Bool
  (or (not (< |sown| 739727)) (not (< |price| 600))))
; s3: price < $4 or sown < 2026-05-30
(define-fun |s3 requires| ((|price| Int) (|sown| Int)) Bool
  (or (< |price| 400) (< |sown| 739766)))
; A record satisfies all requirements.
(define-fun satisfies ((|pruned| (Seq Int)) (|sown| Int) (|price| Int)) Bool
  (and (|s1 requires| |pruned|) (|s2 requires| |sown| |price|) (|s3 requires| |price| |sown|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: pruned list(22m, 38m), sown 2026-04-21, price $3
(declare-const |A satisfies| Bool)
(assert (= |A satisfies| (satisfies (seq.++ (seq.unit 22) (seq.unit 38)) 739727 300)))
; row B: pruned list(31m, 50m, 21m), sown 2026-03-27, price $2.50
(declare-const |B satisfies| Bool)
(assert (= |B satisfies| (satisfies (seq.++ (seq.unit 31) (seq.unit 50) (seq.unit 21)) 739702 250)))
; row C: pruned list(), sown 2026-03-07, price $11.50
(declare-const |C satisfies| Bool)
(assert (= |C satisfies| (satisfies (as seq.empty (Seq Int)) 739682 1150)))
; row D: pruned list(), sown 2026-05-07, price $3
(declare-const |D satisfies| Bool)
(assert (= |D satisfies| (satisfies (as seq.empty (Seq Int)) 739743 300)))
(declare-const |A best| Bool)
(assert (= |A best| (and |A satisfies| (or (not |B satisfies|) (<= (value 300) (value 250))) (or (not |C satisfies|) (<= (value 300) (value 1150))) (or (not |D satisfies|) (<= (value 300) (value 300))))))
(declare-const |B best| Bool)
(assert (= |B best| (and |B satisfies| (or (not |A satisfies|) (<= (value 250) (value 300))) (or (not |C satisfies|) (<= (value 250) (value 1150))) (or (not |D satisfies|) (<= (value 250) (value 300))))))
(declare-const |C best| Bool)
(assert (= |C best| (and |C satisfies| (or (not |A satisfies|) (<= (value 1150) (value 300))) (or (not |B satisfies|) (<= (value 1150) (value 250))) (or (not |D satisfies|) (<= (value 1150) (value 300))))))
(declare-const |D best| Bool)
(assert (= |D best| (and |D satisfies| (or (not |A satisfies|) (<= (value 300) (value 300))) (or (not |B satisfies|) (<= (value 300) (value 250))) (or (not |C satisfies|) (<= (value 300) (value 1150))))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
