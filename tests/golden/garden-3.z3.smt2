; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
; s1: discount >= 5% or not total <= 37m
(define-fun |s1 requires| ((|discount| Int) (|total| Int)) Bool
  (or (>= |discount| 500) (not (<= |total| 37))))
; s2: not discount >= 5% or total <= 1h18m
(define-fun |s2 requires| ((|discount| Int) (|total| Int)) Bool
  (or (not (>= |discount| 500)) (<= |total| 78)))
; s3: height >= 45
(define-fun |s3 requires| ((|height| Int)) Bool
  (>= |height| 45))
; A record satisfies all requirements.
(define-fun satisfies ((|discount| Int) (|total| Int) (|height| Int) (|price| Int)) Bool
  (and (|s1 requires| |discount| |total|) (|s2 requires| |discount| |total|) (|s3 requires| |height|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: discount 5%, total 42m, height 109, price $18
(define-fun |A satisfies| () Bool (satisfies 500 42 109 1800))
; row B: discount 5%, total 0m, height 139, price $19.50
(define-fun |B satisfies| () Bool (satisfies 500 0 139 1950))
; row C: discount 0%, total 0m, height 19, price $4
(define-fun |C satisfies| () Bool (satisfies 0 0 19 400))
; row D: discount 5%, total 36m, height 5, price $3
(define-fun |D satisfies| () Bool (satisfies 500 36 5 300))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 1800) (value 1950))) (or (not |C satisfies|) (<= (value 1800) (value 400))) (or (not |D satisfies|) (<= (value 1800) (value 300)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 1950) (value 1800))) (or (not |C satisfies|) (<= (value 1950) (value 400))) (or (not |D satisfies|) (<= (value 1950) (value 300)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 400) (value 1800))) (or (not |B satisfies|) (<= (value 400) (value 1950))) (or (not |D satisfies|) (<= (value 400) (value 300)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 300) (value 1800))) (or (not |B satisfies|) (<= (value 300) (value 1950))) (or (not |C satisfies|) (<= (value 300) (value 400)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
