// What a clause measures, drawn where it is measured.
import { BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Float32BufferAttribute, Shape, ShapeGeometry, Vector2 } from 'three';
import { lines, segments } from './lines.js';
import { DASHES, GREY, INK, TRUTHS } from './look.js';

const LIFT = 0.8;

export function marks(claim) {
  const group = new Group(), color = TRUTHS[claim.truth], dash = DASHES[claim.truth];
  for (const area of claim.areas) group.add(shape(area, color));
  for (const d of claim.dimensions) group.add(dimension(d, d.claimed ? color : INK, d.claimed ? dash : null, claim.reach));
  const arm = Math.min(claim.reach / 8, 4);
  for (const [x, y, z] of claim.crosses) {
    const up = z + LIFT;
    group.add(lines([x - arm, y - arm, up, x + arm, y + arm, up, x - arm, y + arm, up, x + arm, y - arm, up, x, y, up, x, y, up + 2 * arm], { color, width: 3.5, through: 0.6, order: 12 }));
  }
  return group;
}

// Small crosses where bases touch terrain.
export function contacts(points) {
  const flat = points.flatMap(([x, y, z]) => [x - 1, y - 1, z + 0.3, x + 1, y + 1, z + 0.3, x - 1, y + 1, z + 0.3, x + 1, y - 1, z + 0.3]);
  return lines(flat, { color: GREY, width: 1.5, through: 0.5, order: 9 });
}

// Arrows at both ends of a length, and thin lines to the feet it was moved off.
function dimension({ a, b, feet }, color, dash, reach) {
  const group = new Group(), up = (p) => [p[0], p[1], p[2] + LIFT], [p, q] = [up(a), up(b)];
  const long = Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
  group.add(lines([...p, ...q], { color, width: 3.5, dash, through: 0.6, order: 12 }));
  const along = q.map((v, k) => (v - p[k]) / (long || 1)), head = Math.min(long / 3, reach / 7, 5);
  const flat = Math.hypot(along[0], along[1]) > 0.3, aside = flat ? [-along[1], along[0], 0] : [0.71, 0.71, 0];
  const heads = [[p, 1], [q, -1]].flatMap(([end, way]) => [1, -1].flatMap((side) => [...end, ...end.map((v, k) => v + way * along[k] * head + side * aside[k] * head / 2)]));
  group.add(lines(heads, { color, width: 3.5, through: 0.6, order: 12 }));
  const legs = feet.map(up).flatMap((foot, i) => [...foot, ...[p, q][i]]);
  group.add(lines(legs, { color, width: 1.2, through: 0.4, order: 12 }));
  return group;
}

function shape({ kind, rings, hatch, z, band }, color) {
  const group = new Group(), up = z + LIFT;
  if (kind === 'zone') return zoned({ rings, band }, color, 0.08);
  const offending = kind !== 'ghost';
  for (const ring of rings) group.add(lines(segments(ring.map(([x, y]) => [x, y, up])), { color: offending ? color : INK, width: offending ? 3 : 2, dash: offending ? null : [3, 2], through: 0.5, order: 11 }));
  if (offending && rings.length) {
    const outer = new Shape(rings[0].map((p) => new Vector2(...p)));
    const face = new Mesh(new ShapeGeometry(outer), new MeshBasicMaterial({ color, transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false }));
    face.position.z = up;
    face.renderOrder = 10;
    group.add(face);
  }
  if (hatch.length) group.add(lines(hatch.flatMap((line) => segments(line.map(([x, y]) => [x, y, up]))), { color: offending ? color : GREY, width: 1.5, through: 0.4, order: 11 }));
  return group;
}

// A zone: its rim at the foot and the top of its height band, and a faint wall between.
export function zoned({ rings, band }, color, opacity) {
  const group = new Group();
  for (const ring of rings) {
    for (const height of opacity ? new Set(band) : band.slice(0, 1)) group.add(lines(segments(ring.map(([x, y]) => [x, y, height + LIFT])), { color, width: opacity ? 2.5 : 1.5, dash: [8, 4], order: 10 }));
    if (opacity) group.add(wall(ring, band, color, opacity));
  }
  return group;
}

function wall(ring, [low, high], color, opacity) {
  const points = [], index = [];
  ring.forEach(([x, y], i) => {
    points.push(x, y, low, x, y, high);
    if (i) index.push(2 * i - 2, 2 * i, 2 * i - 1, 2 * i, 2 * i + 1, 2 * i - 1);
  });
  const made = new BufferGeometry();
  made.setAttribute('position', new Float32BufferAttribute(points, 3));
  made.setIndex(index);
  const mesh = new Mesh(made, new MeshBasicMaterial({ color, transparent: true, opacity, side: DoubleSide, depthWrite: false }));
  mesh.renderOrder = 10;
  return mesh;
}
