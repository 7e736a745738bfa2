; Which row that satisfies all requirements has the least value?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: within(pests, {attic, balcony, garden}) or watering >= 14:00 and watering <= 17:00
(define-fun |s1 requires| ((|pests| (Array |place| Bool)) (|watering| Int)) Bool
  (or (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|)))) (and (>= |watering| 840) (<= |watering| 1020))))
; s2: soil in {loam, peat}
(define-fun |s2 requires| ((|soil| |soil|)) Bool
  (or (= |soil| |soil.loam|) (= |soil| |soil.peat|)))
; s3: (watering < 06:00 or watering > 09:00) or not within(pests, {attic, balcony, garden})
(define-fun |s3 requires| ((|watering| Int) (|pests| (Array |place| Bool))) Bool
  (or (or (< |watering| 360) (> |watering| 540)) (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|)))))))
; A record satisfies all requirements.
(define-fun satisfies ((|pests| (Array |place| Bool)) (|watering| Int) (|soil| |soil|) (|price| Int)) Bool
  (and (|s1 requires| |pests| |watering|) (|s2 requires| |soil|) (|s3 requires| |watering| |pests|)))
; The value.
(define-fun value ((|price| Int)) Int
  |price|)
; row A: pests {attic, balcony}, watering 18:45, soil loam, price $12
(define-fun |A satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 1125 |soil.loam| 1200))
; row B: pests {attic, cellar}, watering 11:30, soil peat, price $3
(define-fun |B satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) 690 |soil.peat| 300))
; row C: pests {attic, cellar}, watering 06:15, soil peat, price $2.50
(define-fun |C satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) 375 |soil.peat| 250))
; row D: pests {attic, balcony}, watering 16:30, soil loam, price $8.50
(define-fun |D satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 990 |soil.loam| 850))
(define-fun |A best| () Bool (and |A satisfies| (or (not |B satisfies|) (<= (value 1200) (value 300))) (or (not |C satisfies|) (<= (value 1200) (value 250))) (or (not |D satisfies|) (<= (value 1200) (value 850)))))
(define-fun |B best| () Bool (and |B satisfies| (or (not |A satisfies|) (<= (value 300) (value 1200))) (or (not |C satisfies|) (<= (value 300) (value 250))) (or (not |D satisfies|) (<= (value 300) (value 850)))))
(define-fun |C best| () Bool (and |C satisfies| (or (not |A satisfies|) (<= (value 250) (value 1200))) (or (not |B satisfies|) (<= (value 250) (value 300))) (or (not |D satisfies|) (<= (value 250) (value 850)))))
(define-fun |D best| () Bool (and |D satisfies| (or (not |A satisfies|) (<= (value 850) (value 1200))) (or (not |B satisfies|) (<= (value 850) (value 300))) (or (not |C satisfies|) (<= (value 850) (value 250)))))
(declare-datatypes ((|a row| 0)) (((|row A|) (|row B|) (|row C|) (|row D|) (none))))
(declare-const answer |a row|)
(assert (= answer (ite |A best| |row A| (ite |B best| |row B| (ite |C best| |row C| (ite |D best| |row D| none))))))
(declare-const tied Int)
(assert (= tied (+ 0 0 (ite |A best| 1 0) (ite |B best| 1 0) (ite |C best| 1 0) (ite |D best| 1 0))))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |A best| |B best| |C best| |D best| answer tied))
