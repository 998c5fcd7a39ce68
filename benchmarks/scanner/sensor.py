"""What a hand-held depth sensor makes of a view: depths blurred, noisy and missing in places, and a camera that is not quite where it is taken to be."""
from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import ndimage
from scipy.spatial.transform import Rotation

from benchmarks.scanner.views import View

BLUR = 0.8                # pixels: each depth is an average over so much of the picture (one standard deviation)
JUMP = 6.0                # mm: over more than this depths are not averaged: sensors throw those pixels away
GRAZING = 0.2             # cosine below which a surface gives no depth
LOST = 0.03               # share of the picture in blotches that give none
BLOTCH = 6.0              # pixels: their size
# Of one standard deviation of the merged surface: how noisy one depth is, and how far off a camera's place and aim are (mm, radians).
PIXEL, PLACE, AIM = 4.0, 2.8, 0.007


@dataclass(frozen=True, slots=True)
class Sensor:
    """`sigma`: one standard deviation of the surface once all views are merged (mm); `scale_error`: of every length of one scan, a fraction."""
    sigma: float
    scale_error: float = 0.001


def taken(view: View, sensor: Sensor, rng: np.random.Generator) -> View:
    """The view as the sensor has it; depths it does not give are inf."""
    depths = _blurred(view.depths)
    depths = depths + rng.normal(0, PIXEL * sensor.sigma, depths.shape)
    blotches = ndimage.gaussian_filter(rng.normal(0, 1, depths.shape), BLOTCH)
    lost = (blotches > np.quantile(blotches, 1 - LOST)) | (view.slants < GRAZING) | _at_jumps(view.depths)
    turn = rng.normal(0, AIM * sensor.sigma, 3)
    axes = view.axes @ Rotation.from_rotvec(turn).as_matrix().T
    return replace(view, eye=view.eye + rng.normal(0, PLACE * sensor.sigma, 3), axes=axes, depths=np.where(lost, np.inf, depths))


def _blurred(depths: np.ndarray) -> np.ndarray:
    """Each depth averaged with those next to it that are as near."""
    total, weight = np.zeros_like(depths), np.zeros_like(depths)
    there = np.where(np.isfinite(depths), depths, 1e9)
    reach = range(-2, 3)
    for dj in reach:
        for di in reach:
            beside = np.roll(there, (dj, di), (0, 1))
            w = np.exp(-(di * di + dj * dj) / (2 * BLUR ** 2)) * (np.abs(beside - there) < JUMP)
            total += w * beside
            weight += w
    return np.where(np.isfinite(depths), total / weight, np.inf)


def _at_jumps(depths: np.ndarray) -> np.ndarray:
    """Which pixels lie next to a jump, where a sensor sees a bit of both."""
    there = np.where(np.isfinite(depths), depths, 1e9)
    return ndimage.maximum_filter(there, 3) - ndimage.minimum_filter(there, 3) > 2 * JUMP
