; How many rows satisfy all requirements and the goal?
(set-option :print-success false)
(set-option :produce-models true)
(set-option :smt.random_seed 0)
(set-option :sat.random_seed 0)
(declare-datatypes ((|soil| 0)) (((|soil.sand|) (|soil.loam|) (|soil.peat|))))
; s1: not price < $14 or not total <= 1h
(define-fun |s1 requires| ((|price| Int) (|total| Int)) Bool
  (or (not (< |price| 1400)) (not (<= |total| 60))))
; s2: soil in {sand, loam} or price < $9
(define-fun |s2 requires| ((|soil| |soil|) (|price| Int)) Bool
  (or (or (= |soil| |soil.sand|) (= |soil| |soil.loam|)) (< |price| 900)))
; s3: price < $5 or soil in {sand, peat} or total <= 45m
(define-fun |s3 requires| ((|price| Int) (|soil| |soil|) (|total| Int)) Bool
  (or (< |price| 500) (or (= |soil| |soil.sand|) (= |soil| |soil.peat|)) (<= |total| 45)))
; s4: total <= 1h25m or not soil in {sand, peat}
(define-fun |s4 requires| ((|total| Int) (|soil| |soil|)) Bool
  (or (<= |total| 85) (not (or (= |soil| |soil.sand|) (= |soil| |soil.peat|)))))
; A record satisfies all requirements.
(define-fun satisfies ((|price| Int) (|total| Int) (|soil| |soil|)) Bool
  (and (|s1 requires| |price| |total|) (|s2 requires| |soil| |price|) (|s3 requires| |price| |soil| |total|) (|s4 requires| |total| |soil|)))
; The goal.
(define-fun goal () Bool
  true)
; row A: price $2.50, total 45m, soil loam
(define-fun |A satisfies| () Bool (satisfies 250 45 |soil.loam|))
(define-fun |A meets| () Bool (and |A satisfies| goal))
; row B: price $2.50, total 32m, soil loam
(define-fun |B satisfies| () Bool (satisfies 250 32 |soil.loam|))
(define-fun |B meets| () Bool (and |B satisfies| goal))
; row C: price $7, total 17m, soil sand
(define-fun |C satisfies| () Bool (satisfies 700 17 |soil.sand|))
(define-fun |C meets| () Bool (and |C satisfies| goal))
; row D: price $3.50, total 33m, soil sand
(define-fun |D satisfies| () Bool (satisfies 350 33 |soil.sand|))
(define-fun |D meets| () Bool (and |D satisfies| goal))
; row E: price $3.50, total 40m, soil loam
(define-fun |E satisfies| () Bool (satisfies 350 40 |soil.loam|))
(define-fun |E meets| () Bool (and |E satisfies| goal))
(declare-const rows Int)
(assert (= rows (+ 0 0 (ite |A meets| 1 0) (ite |B meets| 1 0) (ite |C meets| 1 0) (ite |D meets| 1 0) (ite |E meets| 1 0))))
(declare-const answer Int)
(assert (= answer rows))
(check-sat)
(get-value (|A satisfies| |B satisfies| |C satisfies| |D satisfies| |E satisfies| |A meets| |B meets| |C meets| |D meets| |E meets| rows answer))
