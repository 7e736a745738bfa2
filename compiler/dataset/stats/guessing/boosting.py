"""The readers of the extra `readers`, which are scikit-learn's: boosting, logistic regression, nearest neighbours.

Each runs in one thread, so that sums are added up in one order, and results are the same on any number of cores.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from .cases import HASHED, Cases
from .readers import SHOWN, Fitted, Reader, Scores

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_matrix

MOST_BOOSTED = 12_000
"""From how many rows boosting and regression learn."""

ROUNDS = 60
TRIED = 200
"""On how many rows a feature is shuffled to measure its importance."""

MOST_NEAR = 4_000
NEIGHBOURS = 9


def by_boosting(cases: Cases, rows: Sequence[int]) -> Fitted:
    """Boost trees over all counts (Friedman, Annals of Statistics 29, 2001, 1189-1232; Ke and others, NIPS 2017)."""
    import numpy as np
    from sklearn.ensemble import HistGradientBoostingClassifier

    learnt = rows[:: max(1, -(-len(rows) // MOST_BOOSTED))]
    model = HistGradientBoostingClassifier(
        max_iter=ROUNDS,
        learning_rate=0.1,
        max_leaf_nodes=15,
        l2_regularization=1.0,
        early_stopping=False,
        random_state=0,
    )
    with _one_thread(), warnings.catch_warnings():
        _expect_many_answers()
        model.fit(_matrix(cases, learnt), [cases.classes[row] for row in learnt])
    known = [int(value) for value in model.classes_]

    def score(tried: Sequence[int]) -> Scores:
        with _one_thread():
            return _spread(model.predict_proba(_matrix(cases, tried)), known, len(cases.labels))

    sample = learnt[:: max(1, len(learnt) // TRIED)]
    return Fitted(score, _shuffle_importance(cases, model, sample, np.random.RandomState(0)))


def _shuffle_importance(
    cases: Cases, model: Any, rows: Sequence[int], draw: Any
) -> dict[str, float]:
    """Return how much likelihood is lost if one count is shuffled (Breiman, Machine Learning 45, 2001, 5-32)."""
    import numpy as np

    matrix = _matrix(cases, rows)
    varied = [column for column in range(matrix.shape[1]) if np.ptp(matrix[:, column])]
    copies = np.tile(matrix, (len(varied) + 1, 1))
    for place, column in enumerate(varied):
        part = slice(place * len(rows), (place + 1) * len(rows))
        copies[part, column] = draw.permutation(matrix[:, column])
    classes = np.tile([cases.classes[row] for row in rows], len(varied) + 1)
    with _one_thread():
        means = np.log(_right(model, copies, classes)).reshape(-1, len(rows)).mean(axis=1)
    told = {
        cases.names[column]: float(means[-1] - mean)
        for column, mean in zip(varied, means[:-1], strict=True)
    }
    best = sorted(told, key=lambda name: (-told[name], name))[: 3 * SHOWN]
    return {name: told[name] for name in best}


def _right(model: Any, matrix: Any, classes: Any) -> Any:
    """Return how likely a model holds the right class of each row."""
    import numpy as np

    chances = model.predict_proba(matrix)
    places = np.searchsorted(model.classes_, classes)
    return np.maximum(chances[np.arange(len(classes)), places], 1e-9)


def _expect_many_answers() -> None:
    """Silence what scikit-learn says of answers that are nearly all different, such as whole grids."""
    warnings.filterwarnings("ignore", message="The number of unique classes", category=UserWarning)


def by_regression(cases: Cases, rows: Sequence[int]) -> Fitted:
    """Weigh words and pairs of words together by logistic regression."""
    import numpy as np
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    learnt = rows[:: max(1, -(-len(rows) // MOST_BOOSTED))]
    model = LogisticRegression(C=0.1, max_iter=60)
    # Where no word is counted there is still a column, of zeros.
    width = max(1, len(cases.masks.terms))
    with _one_thread(), warnings.catch_warnings():
        # Sixty steps are enough to guess by; the last digits of the weights do not matter.
        warnings.simplefilter("ignore", ConvergenceWarning)
        _expect_many_answers()
        model.fit(_sparse(cases.terms, learnt, width), [cases.classes[row] for row in learnt])
    known = [int(value) for value in model.classes_]

    def score(tried: Sequence[int]) -> Scores:
        with _one_thread():
            found = model.predict_proba(_sparse(cases.terms, tried, width))
        return _spread(found, known, len(cases.labels))

    frequent = np.asarray(_sparse(cases.terms, learnt, width).mean(axis=0)).ravel()
    weights = np.abs(model.coef_).max(axis=0) * np.sqrt(np.clip(frequent * (1 - frequent), 0, None))
    names = list(cases.masks.terms)
    best = np.argsort(-weights, kind="stable")[: min(3 * SHOWN, len(names))]
    return Fitted(score, {f"`{names[value]}`": float(weights[value]) for value in best})


def by_neighbours(cases: Cases, rows: Sequence[int]) -> Fitted:
    """Guess the commonest answer of the nearest texts, in which the question's words are numbered and others masked."""
    import numpy as np
    from sklearn.feature_extraction.text import TfidfTransformer

    weigh = TfidfTransformer()
    known = weigh.fit_transform(_sparse(cases.near, rows, HASHED)).T.tocsr()
    classes = np.array([cases.classes[row] for row in rows])

    def score(tried: Sequence[int]) -> Scores:
        found = []
        for place in range(0, len(tried), 200):
            part = weigh.transform(_sparse(cases.near, tried[place : place + 200], HASHED))
            for own in (part @ known).toarray():
                nearest = np.argsort(-own, kind="stable")[:NEIGHBOURS]
                weights = np.bincount(classes[nearest], own[nearest], len(cases.labels))
                found.append([float(weight) for weight in weights])
        return found

    with _one_thread():
        return Fitted(score, {})


def _matrix(cases: Cases, rows: Sequence[int]) -> np.ndarray[Any, Any]:
    import numpy as np

    return np.array([cases.counts[row] for row in rows], dtype=np.float32)


def _sparse(features: Sequence[Any], rows: Sequence[int], width: int) -> csr_matrix:
    """Return which rows have which features, as a matrix of ones."""
    import numpy as np
    from scipy.sparse import csr_matrix

    ends = np.cumsum([0, *(len(features[row]) for row in rows)])
    places = np.fromiter(chain.from_iterable(features[row] for row in rows), dtype=np.int32)
    return csr_matrix((np.ones(len(places), dtype=np.float32), places, ends), (len(rows), width))


def _spread(found: Any, known: Sequence[int], labels: int) -> Scores:
    """Return scores for every label; one that was not learnt gets none."""
    scores = []
    for row in found:
        own = [0.0] * labels
        for label, value in zip(known, row, strict=True):
            own[label] = float(value)
        scores.append(own)
    return scores


def _one_thread() -> Any:
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1)


LARGE = (
    Reader("words and pairs, by regression", by_regression),
    Reader("nearest neighbours, anonymised", by_neighbours, whole=True, most=MOST_NEAR),
    Reader("boosting over counts", by_boosting),
)
