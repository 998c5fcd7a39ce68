"""Agreement corrected for chance, with prevalence beside it: the referees are all choices of readings, the subjects the moves."""
from __future__ import annotations

import numpy as np

CATEGORIES = ("legal", "illegal", "undecided")


def alpha(disagree, prevalence):
    """Fleiss' kappa (Krippendorff's alpha for very many referees): 1 - observed / expected disagreement; `prevalence` is (..., 3)."""
    expected = 1.0 - (np.asarray(prevalence) ** 2).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(expected > 1e-12, 1.0 - np.asarray(disagree) / expected, np.nan)


def gwet(disagree, prevalence):
    """Gwet's AC1, which does not fall when nearly all moves are alike."""
    p = np.asarray(prevalence)
    expected = (p * (1 - p)).sum(axis=-1) / (p.shape[-1] - 1)
    return 1.0 - np.asarray(disagree) / (1.0 - expected)
