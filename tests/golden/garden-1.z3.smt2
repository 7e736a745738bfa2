; Is there a row that satisfies all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: within(pests, {attic, balcony, garden}) or not discount >= 12.5%
(define-fun |s1 requires| ((|pests| (Array |place| Bool)) (|discount| Int)) Bool
  (or (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.garden|)))) (not (>= |discount| 1250))))
; s2: watering >= 07:00 and watering <= 10:00
(define-fun |s2 requires| ((|watering| Int)) Bool
  (and (>= |watering| 420) (<= |watering| 600)))
; s3: discount >= 5% or not within(pests, {attic, balcony, cellar})
(define-fun |s3 requires| ((|discount| Int) (|pests| (Array |place| Bool))) Bool
  (or (>= |discount| 500) (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|)))))))
; A record satisfies all requirements.
(define-fun satisfies ((|pests| (Array |place| Bool)) (|discount| Int) (|watering| Int) (|soil| |soil|) (|price| Int)) Bool
  (and (|s1 requires| |pests| |discount|) (|s2 requires| |watering|) (|s3 requires| |discount| |pests|)))
; The goal.
(define-fun goal ((|soil| |soil|) (|price| Int)) Bool
  (and (= |soil| |soil.loam|) (< |price| 900)))
; row A: pests {attic, balcony}, discount 12.5%, watering 15:30, soil sand, price $2.50
(define-fun |A satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.balcony| true) 1250 930 |soil.sand| 250))
(define-fun |A meets| () Bool (and |A satisfies| (goal |soil.sand| 250)))
; row B: pests {attic, cellar}, discount 5%, watering 10:45, soil sand, price $8.50
(define-fun |B satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) 500 645 |soil.sand| 850))
(define-fun |B meets| () Bool (and |B satisfies| (goal |soil.sand| 850)))
; row C: pests {attic, cellar}, discount 0%, watering 18:15, soil sand, price $14
(define-fun |C satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) 0 1095 |soil.sand| 1400))
(define-fun |C meets| () Bool (and |C satisfies| (goal |soil.sand| 1400)))
; row D: pests {balcony, garden}, discount 0%, watering 08:15, soil peat, price $2.50
(define-fun |D satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.garden| true) 0 495 |soil.peat| 250))
(define-fun |D meets| () Bool (and |D satisfies| (goal |soil.peat| 250)))
; row E: pests {balcony, garden}, discount 0%, watering 18:30, soil loam, price $3
(define-fun |E satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.balcony| true) |place.garden| true) 0 1110 |soil.loam| 300))
(define-fun |E meets| () Bool (and |E satisfies| (goal |soil.loam| 300)))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
