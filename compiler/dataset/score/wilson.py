"""Where a proportion lies: the score interval.

E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American Statistical
Association 22 (1927) 209-212; recommended for small and large samples by Brown, Cai and DasGupta, Statistical
Science 16 (2001) 101-133.
"""

from __future__ import annotations

import math

Z = 1.959963984540054
"""What a standard normal variable exceeds, in absolute value, in one case of twenty."""


def interval(hits: float, tries: float) -> tuple[float, float]:
    """Give the 95% interval of a chance of which `hits` of `tries` independent cases tell; 0 to 1 for no case.

    They need not be whole numbers: cases that hang together are worth fewer.
    """
    if not tries:
        return 0.0, 1.0
    share, weight = hits / tries, Z * Z / tries
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(share * (1 - share) / tries + weight / (4 * tries)) / (1 + weight)
    low = 0.0 if hits == 0 else max(0.0, middle - reach)
    return low, 1.0 if hits == tries else min(1.0, middle + reach)
