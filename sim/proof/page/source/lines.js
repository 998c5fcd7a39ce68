// Lines of a width in pixels that do not vanish inside terrain: what is hidden shows through, faintly.
import { Group } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

export function lines(points, { color, width = 2, dash = null, through = 0.3, order = 5 }) {
  const group = new Group();
  if (points.length < 6) return group;
  const geometry = new LineSegmentsGeometry().setPositions(points);
  for (const hidden of through ? [true, false] : [false]) {
    const material = new LineMaterial({
      color, linewidth: width, dashed: !!dash, dashSize: dash?.[0] ?? 1, gapSize: dash?.[1] ?? 1,
      transparent: hidden, opacity: hidden ? through : 1, depthTest: !hidden, depthWrite: !hidden,
    });
    const line = new LineSegments2(geometry, material);
    if (dash) line.computeLineDistances();
    line.renderOrder = hidden ? order + 10 : order;
    group.add(line);
  }
  return group;
}

// [[x, y, z], ...] as the segments between them; a closed ring also from the last to the first.
export function segments(points, closed = false) {
  const out = [];
  const last = points.length - (closed ? 0 : 1);
  for (let i = 0; i < last; i++) out.push(...points[i], ...points[(i + 1) % points.length]);
  return out;
}

export function discard(group) {
  group.traverse((part) => {
    part.geometry?.dispose();
    part.material?.dispose();
  });
  group.removeFromParent();
}
