"""Nouns of a case: where the mover is at its stops and at its end, and how its base lies there."""
from __future__ import annotations

from sim.facts.support import Rest
from sim.facts.zones import Body
from sim.measure import Fact, Measure, fact
from sim.shapes import Pose


class Ends:
    """The mover where the move leaves it; mixed into `Case`."""

    @property
    def end_pose(self) -> Pose:
        """Where the level base ends, with the facing it ends in."""
        survey, stand = self.scene.survey, self.way.end
        pose = survey.pose_at(stand.leg, stand.s, stand.z)
        turned = survey.path[stand.leg].facing
        return Pose(pose.x, pose.y, pose.z, turned if turned is not None and survey.is_stop(stand) else pose.facing)

    @property
    def rest(self) -> Rest:
        """The base at rest where the move ends."""
        return self.scene.survey.kept("rest", self.end_pose, lambda: Rest(self.scene.survey.world, self.model.outline, self.end_pose))

    @property
    def state(self) -> str:
        """How the model is at its end: standing, overhanging, hanging (on a face) or aloft (in the air)."""
        if self.way.end.aloft:
            return "hanging" if self.steps and self.steps[-1].mode.by == "climb" else "aloft"
        return "standing" if self.rest.stands else "overhanging"

    @property
    def end(self) -> Body:
        """The mover where it ends, at its elevation."""
        p = self.end_pose
        return Body(self.model.name, self.model.outline, Pose(p.x, p.y, self.rest.elevation, p.facing), self.model.height, doubt=self.rest.doubt)

    @property
    def stops(self) -> list[Body]:
        """The mover at each stop of its way."""
        survey = self.scene.survey
        ends = [s.passage.end for s in self.steps if survey.is_stop(s.passage.end)]
        poses = [survey.pose_at(e.leg, e.s, e.z) for e in ends]
        return [Body(self.model.name, self.model.outline, p, self.model.height) for p in poses[:-1]] + [self.end]

    def stands_up(self, lying: bool) -> Fact:
        """Whether the base stays where it is put: its centre over what bears it (kept level by hand, it always does)."""
        stays = self.rest.stands or not lying
        return fact(stays, "the base stands" if stays else "the base topples: its centre is not over what bears it")

    @property
    def tilt(self) -> Measure:
        return Measure(self.rest.plane.tilt, unit="angle", name="tilt", near=0.01)

    @property
    def flat(self) -> Measure:
        """As level as anyone can tell by eye."""
        return Measure(1.0, unit="angle", name="level", near=0.01)

    def overhang(self, how: str, lying: bool, together: bool) -> Measure:
        """Part of the base over air: how is area, centre, reach or length."""
        rest = self.rest
        lying, together = lying and rest.plane.tilt > 0, together or len(rest.pieces()) == 1     # where nothing hangs on it, ask once
        return self.scene.survey.kept("overhang", (self.end_pose, how, lying, together), lambda: rest.overhang(how, lying, together))

    @property
    def borne_all_over(self) -> Fact:
        """Whether the base lies level with terrain of one piece under all of it."""
        return self.scene.survey.kept("borne", self.end_pose, lambda: fact(self.rest.borne_all_over, "all of the base is borne"))

    @property
    def half_width(self) -> Measure:
        return Measure(self.model.outline.shortest / 2, name="half the base's width")

    @property
    def height(self) -> Measure:
        return Measure(self.model.height, name="height of the model")
