; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
; s1: not growth > 1032h
(define-fun |s1 requires| ((|growth| Int)) Bool
  (not (> |growth| 61920)))
; s2: total <= 31m or not home == attic
(define-fun |s2 requires| ((|total| Int) (|home| |place|)) Bool
  (or (<= |total| 31) (not (= |home| |place.attic|))))
; s3: home == balcony or not total <= 30m
(define-fun |s3 requires| ((|home| |place|) (|total| Int)) Bool
  (or (= |home| |place.balcony|) (not (<= |total| 30))))
; A record satisfies all requirements.
(define-fun satisfies ((|growth| Int) (|total| Int) (|home| |place|) (|price| Int)) Bool
  (and (|s1 requires| |growth|) (|s2 requires| |total| |home|) (|s3 requires| |home| |total|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: growth 338h30m, total 1h2m, home garden, price $18.50
(define-fun |A satisfies| () Bool (satisfies 20310 62 |place.garden| 1850))
; row B: growth 1297h, total 0m, home balcony, price $6.50
(define-fun |B satisfies| () Bool (satisfies 77820 0 |place.balcony| 650))
; row C: growth 722h30m, total 1h26m, home garden, price $22.50
(define-fun |C satisfies| () Bool (satisfies 43350 86 |place.garden| 2250))
; row D: growth 1418h30m, total 1h31m, home garden, price $16.50
(define-fun |D satisfies| () Bool (satisfies 85110 91 |place.garden| 1650))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 1850) (value 650))) (or (not |C satisfies|) (<= (value 1850) (value 2250))) (or (not |D satisfies|) (<= (value 1850) (value 1650)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 650) (value 1850))) (or (not |C satisfies|) (<= (value 650) (value 2250))) (or (not |D satisfies|) (<= (value 650) (value 1650)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 2250) (value 1850))) (or (not |B satisfies|) (<= (value 2250) (value 650))) (or (not |D satisfies|) (<= (value 2250) (value 1650)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 1650) (value 1850))) (or (not |B satisfies|) (<= (value 1650) (value 650))) (or (not |C satisfies|) (<= (value 1650) (value 2250)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
