; Is there a row that satisfies all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: sown < 2026-03-03 or height < 20
(define-fun |s1 requires| ((|sown| Int) (|height| Int)) Bool
  (or (< |sown| 739678) (< |height| 20)))
; s2: total <= 1h33m or height >= 45
(define-fun |s2 requires| ((|total| Int) (|height| Int)) Bool
  (or (<= |total| 93) (>= |height| 45)))
; s3: height >= 30 or not sown < 2026-03-17
(define-fun |s3 requires| ((|height| Int) (|sown| Int)) Bool
  (or (>= |height| 30) (not (< |sown| 739692))))
; A record satisfies all requirements.
(define-fun satisfies ((|sown| Int) (|height| Int) (|total| Int) (|soil| |soil|) (|price| Int)) Bool
  (and (|s1 requires| |sown| |height|) (|s2 requires| |total| |height|) (|s3 requires| |height| |sown|)))
; The goal.
(define-fun goal ((|soil| |soil|) (|price| Int)) Bool
  (and (= |soil| |soil.loam|) (< |price| 900)))
; row A: sown 2026-03-17, height 5, total 0m, soil loam, price $3
(define-fun |A satisfies| () Bool (satisfies 739692 5 0 |soil.loam| 300))
(define-fun |A meets| () Bool (and |A satisfies| (goal |soil.loam| 300)))
; row B: sown 2026-05-07, height 7, total 36m, soil loam, price $3.50
(define-fun |B satisfies| () Bool (satisfies 739743 7 36 |soil.loam| 350))
(define-fun |B meets| () Bool (and |B satisfies| (goal |soil.loam| 350)))
; row C: sown 2026-05-30, height 17, total 0m, soil peat, price $4.50
(define-fun |C satisfies| () Bool (satisfies 739766 17 0 |soil.peat| 450))
(define-fun |C meets| () Bool (and |C satisfies| (goal |soil.peat| 450)))
; row D: sown 2026-03-01, height 11, total 1h5m, soil loam, price $4
(define-fun |D satisfies| () Bool (satisfies 739676 11 65 |soil.loam| 400))
(define-fun |D meets| () Bool (and |D satisfies| (goal |soil.loam| 400)))
; row E: sown 2026-03-19, height 9, total 0m, soil peat, price $3
(define-fun |E satisfies| () Bool (satisfies 739694 9 0 |soil.peat| 300))
(define-fun |E meets| () Bool (and |E satisfies| (goal |soil.peat| 300)))
(declare-const answer Bool)
(assert (= answer (or |A meets| |B meets| |C meets| |D meets| |E meets|)))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| answer))
