// Where to look from: the direction in which least of what matters is hidden, its lengths are seen at their length, and it is seen large.
// `away` tells how far off the eye must be in a direction to have all in the picture.
import { Ray, Vector3 } from 'three';

const AROUND = 16, TILTS = [22, 35, 48, 60, 72];

export function direction(bvh, { points, lengths = [], prefer = 35, away = () => 1 }) {
  const found = [];
  for (const tilt of TILTS) {
    for (let i = 0; i < AROUND; i++) {
      const turn = 2 * Math.PI * i / AROUND - 2 * Math.PI / 5, up = tilt * Math.PI / 180;
      const way = new Vector3(Math.cos(turn) * Math.cos(up), Math.sin(turn) * Math.cos(up), Math.sin(up));
      let cost = Math.abs(tilt - prefer) / 100 + 0.02 * i / AROUND;
      for (const { at, weight } of points) if (hidden(bvh, at, way)) cost += weight;
      for (const { a, b } of lengths) {
        const d = new Vector3(b[0] - a[0], b[1] - a[1], b[2] - a[2]).normalize();
        cost += 1.5 * (1 - Math.sqrt(Math.max(0, 1 - d.dot(way) ** 2)));
      }
      found.push({ cost, way, far: away(way) });
    }
  }
  const nearest = Math.min(...found.map((f) => f.far));
  return found.reduce((best, f) => (f.cost + 1.6 * f.far / nearest < best.cost + 1.6 * best.far / nearest - 1e-9 ? f : best)).way;
}

export function hidden(bvh, at, way) {
  if (!bvh) return false;
  const from = new Vector3(at[0], at[1], at[2] + 1.2).addScaledVector(way, 0.5);
  return !!bvh.raycastFirst(new Ray(from, way), 2);
}

// The ball that holds all points.
export function ball(points) {
  const low = new Vector3(Infinity, Infinity, Infinity), high = low.clone().negate();
  for (const p of points) {
    low.min(new Vector3(...p));
    high.max(new Vector3(...p));
  }
  return { middle: low.clone().add(high).multiplyScalar(0.5), radius: Math.max(low.distanceTo(high) / 2, 8) };
}
