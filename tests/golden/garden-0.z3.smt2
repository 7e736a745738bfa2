; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: not len(pruned) > 1 or discount >= 5%
(define-fun |s1 requires| ((|pruned| (Seq Int)) (|discount| Int)) Bool
  (or (not (> (seq.len |pruned|) 1)) (>= |discount| 500)))
; s2: not discount >= 5% or not price < $4
(define-fun |s2 requires| ((|discount| Int) (|price| Int)) Bool
  (or (not (>= |discount| 500)) (not (< |price| 400))))
; s3: len(pruned) > 2 or price < $5
(define-fun |s3 requires| ((|pruned| (Seq Int)) (|price| Int)) Bool
  (or (> (seq.len |pruned|) 2) (< |price| 500)))
; A record satisfies all requirements.
(define-fun satisfies ((|pruned| (Seq Int)) (|discount| Int) (|price| Int)) Bool
  (and (|s1 requires| |pruned| |discount|) (|s2 requires| |discount| |price|) (|s3 requires| |pruned| |price|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: pruned list(39m, 32m, 41m), discount 0%, price $3.50
(define-fun |A satisfies| () Bool (satisfies (seq.++ (seq.unit 39) (seq.unit 32) (seq.unit 41)) 0 350))
; row B: pruned list(11m, 24m, 20m), discount 5%, price $2.50
(define-fun |B satisfies| () Bool (satisfies (seq.++ (seq.unit 11) (seq.unit 24) (seq.unit 20)) 500 250))
; row C: pruned list(18m, 11m, 12m), discount 5%, price $17.50
(define-fun |C satisfies| () Bool (satisfies (seq.++ (seq.unit 18) (seq.unit 11) (seq.unit 12)) 500 1750))
; row D: pruned list(11m, 19m), discount 12.5%, price $4.50
(define-fun |D satisfies| () Bool (satisfies (seq.++ (seq.unit 11) (seq.unit 19)) 1250 450))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 350) (value 250))) (or (not |C satisfies|) (<= (value 350) (value 1750))) (or (not |D satisfies|) (<= (value 350) (value 450)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 250) (value 350))) (or (not |C satisfies|) (<= (value 250) (value 1750))) (or (not |D satisfies|) (<= (value 250) (value 450)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 1750) (value 350))) (or (not |B satisfies|) (<= (value 1750) (value 250))) (or (not |D satisfies|) (<= (value 1750) (value 450)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 450) (value 350))) (or (not |B satisfies|) (<= (value 450) (value 250))) (or (not |C satisfies|) (<= (value 450) (value 1750)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
