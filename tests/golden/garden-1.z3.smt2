; Is there a row that satisfies all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|place| 0)) (((|place.attic|) (|place.balcony|) (|place.cellar|) (|place.garden|))))
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: not within(pests, {balcony, cellar, garden}) or not soil in {loam, peat}
(define-fun |s1 requires| ((|pests| (Array |place| Bool)) (|soil| |soil|)) Bool
  (or (not (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.balcony|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.balcony|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.balcony|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.balcony|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|))))) (not (or (= |soil| |soil.loam|) (= |soil| |soil.peat|)))))
; s2: sown < 2026-05-17 or within(pests, {attic, cellar, garden})
(define-fun |s2 requires| ((|sown| Int) (|pests| (Array |place| Bool))) Bool
  (or (< |sown| 739753) (and (or (not (select |pests| |place.attic|)) (or (= |place.attic| |place.attic|) (= |place.attic| |place.cellar|) (= |place.attic| |place.garden|))) (or (not (select |pests| |place.balcony|)) (or (= |place.balcony| |place.attic|) (= |place.balcony| |place.cellar|) (= |place.balcony| |place.garden|))) (or (not (select |pests| |place.cellar|)) (or (= |place.cellar| |place.attic|) (= |place.cellar| |place.cellar|) (= |place.cellar| |place.garden|))) (or (not (select |pests| |place.garden|)) (or (= |place.garden| |place.attic|) (= |place.garden| |place.cellar|) (= |place.garden| |place.garden|))))))
; s3: not sown < 2026-04-17 or soil in {sand, peat}
(define-fun |s3 requires| ((|sown| Int) (|soil| |soil|)) Bool
  (or (not (< |sown| 739723)) (or (= |soil| |soil.sand|) (= |soil| |soil.peat|))))
; A record satisfies all requirements.
(define-fun satisfies ((|pests| (Array |place| Bool)) (|soil| |soil|) (|sown| Int) (|price| Int)) Bool
  (and (|s1 requires| |pests| |soil|) (|s2 requires| |sown| |pests|) (|s3 requires| |sown| |soil|)))
; The goal.
(define-fun goal ((|soil| |soil|) (|price| Int)) Bool
  (and (= |soil| |soil.loam|) (< |price| 900)))
; row A: pests {cellar, garden}, soil loam, sown 2026-05-03, price $4.50
(define-fun |A satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.cellar| true) |place.garden| true) |soil.loam| 739739 450))
(define-fun |A meets| () Bool (and |A satisfies| (goal |soil.loam| 450)))
; row B: pests {attic, garden}, soil peat, sown 2026-04-26, price $4
(define-fun |B satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.garden| true) |soil.peat| 739732 400))
(define-fun |B meets| () Bool (and |B satisfies| (goal |soil.peat| 400)))
; row C: pests {attic, cellar}, soil peat, sown 2026-04-08, price $3.50
(define-fun |C satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) |soil.peat| 739714 350))
(define-fun |C meets| () Bool (and |C satisfies| (goal |soil.peat| 350)))
; row D: pests {attic, cellar}, soil loam, sown 2026-05-02, price $14
(define-fun |D satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.cellar| true) |soil.loam| 739738 1400))
(define-fun |D meets| () Bool (and |D satisfies| (goal |soil.loam| 1400)))
; row E: pests {attic, garden}, soil sand, sown 2026-05-26, price $3
(define-fun |E satisfies| () Bool (satisfies (store (store ((as const (Array |place| Bool)) false) |place.attic| true) |place.garden| true) |soil.sand| 739762 300))
(define-fun |E meets| () Bool (and |E satisfies| (goal |soil.sand| 300)))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
