// Everything that stands on the table: the board, terrain, bases, ways and what they sweep.
import { BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, NotEqualStencilFunc, ReplaceStencilOp } from 'three';
import { edges } from './unpack.js';
import { lines, segments } from './lines.js';
import { GREY, INCH, INK, SWEEP, THICKNESS, rim } from './look.js';

const PIECE = 3 * INCH;                              // long lines that pass behind the eye are not drawn everywhere
const MANY = 4000, SHARP = 0.8, ROUGH = 0.3;

export function geometry({ positions, index }) {
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(positions, 3));
  made.setIndex(new BufferAttribute(index, 1));
  return made;
}

// Lines of one pixel, for what only lies in the background.
function thin(points, color) {
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  return new LineSegments(made, new LineBasicMaterial({ color }));
}

export function terrain(mesh, shape) {
  const group = new Group();
  group.add(new Mesh(shape, new MeshLambertMaterial({ color: 0xcfcdc8, flatShading: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 })));
  const found = edges(mesh, mesh.index.length / 3 > MANY ? ROUGH : SHARP);
  if (found.length) group.add(thin(found, 0x6f6b64));
  return group;
}

export function board({ size: [wide, deep], floor }) {
  const group = new Group(), below = -0.4;
  if (floor) {
    const plate = new BufferGeometry();
    plate.setAttribute('position', new BufferAttribute(new Float32Array([0, 0, below, wide, 0, below, wide, deep, below, 0, deep, below]), 3));
    plate.setIndex([0, 1, 2, 0, 2, 3]);
    group.add(new Mesh(plate, new MeshBasicMaterial({ color: 0xf7f6f3, side: DoubleSide })));
    const grid = [];
    for (let x = INCH; x < wide; x += INCH) for (let y = 0; y < deep; y += PIECE) grid.push(x, y, 0, x, Math.min(y + PIECE, deep), 0);
    for (let y = INCH; y < deep; y += INCH) for (let x = 0; x < wide; x += PIECE) grid.push(x, y, 0, Math.min(x + PIECE, wide), y, 0);
    if (grid.length) group.add(thin(grid, 0xdedbd3));
  }
  group.add(lines(segments([[0, 0, 0], [wide, 0, 0], [wide, deep, 0], [0, deep, 0]], true), { color: INK, width: 2, through: 0, order: 1 }));
  return group;
}

// A prism over a plan ring: its wall, and a lid fan at either end.
function prism(ring, z, tall) {
  const n = ring.length, positions = new Float32Array(6 * n + 6), index = [];
  const middle = ring.reduce(([x, y], p) => [x + p[0] / n, y + p[1] / n], [0, 0]);
  ring.forEach(([x, y], i) => positions.set([x, y, z, x, y, z + tall], 6 * i));
  positions.set([...middle, z, ...middle, z + tall], 6 * n);
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    index.push(2 * i, 2 * j, 2 * i + 1, 2 * j, 2 * j + 1, 2 * i + 1, 2 * i + 1, 2 * j + 1, 2 * n + 1, 2 * j, 2 * i, 2 * n);
  }
  return geometry({ positions, index: new Uint32Array(index) });
}

// A base: its rim above and below, and a faint body over it.
export function base(outline, at, facing, { color = INK, width = 2, dash = null, fill = 0xffffff, opacity = 0.85, tall = 0, through = 0.3, lift = 0.05 } = {}) {
  const group = new Group(), ring = rim(outline, at, facing), z = at[2] + lift;
  if (fill !== null) {
    const body = new Mesh(prism(ring, z, THICKNESS), new MeshBasicMaterial({ color: fill, transparent: opacity < 1, opacity, side: DoubleSide, depthWrite: opacity >= 0.8, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    body.renderOrder = 3;
    group.add(body);
  }
  if (tall) {
    const body = new Mesh(prism(ring, z, tall), new MeshBasicMaterial({ color, transparent: true, opacity: 0.1, side: DoubleSide, depthWrite: false }));
    body.renderOrder = 4;
    group.add(body);
  }
  const low = ring.map(([x, y]) => [x, y, z]), high = ring.map(([x, y]) => [x, y, z + THICKNESS]);
  group.add(lines([...segments(high, true), ...segments(low, true)], { color, width, dash, through, order: 6 }));
  return group;
}

// An enemy's base carries a cross of lines, so that it is told from a friend's without colour.
export function bystander({ outline, at, facing, enemy, height }) {
  const group = base(outline, at, facing, { color: enemy ? INK : GREY, width: enemy ? 2 : 1.5, tall: height, through: 0 });
  if (enemy) {
    const ring = rim(outline, at, facing, 8), z = at[2] + THICKNESS + 0.3, q = Math.floor(ring.length / 2);
    const pairs = ring.slice(0, q).map((p, i) => [[...p, z], [...ring[i + q], z]]);
    group.add(lines(pairs.flatMap(([a, b]) => [...a, ...b]), { color: INK, width: 1.2, through: 0, order: 6 }));
  }
  return group;
}

// What a base sweeps, each pixel tinted once however many pieces lie over one another; after all lines, which else would vanish in it.
export function sweep(shape) {
  const tint = new Mesh(shape, new MeshBasicMaterial({ color: SWEEP, transparent: true, opacity: 0.42, side: DoubleSide, depthWrite: false, polygonOffset: true,
    polygonOffsetFactor: 0.5, polygonOffsetUnits: 0.5, stencilWrite: true, stencilRef: 1, stencilFunc: NotEqualStencilFunc, stencilZPass: ReplaceStencilOp }));
  tint.renderOrder = 8;
  return tint;
}

const AIRBORNE = new Set(['AIR', 'ALOFT', 'FLIGHT']);

// A way: start dashed, end solid, stops dotted; climbs thick, air dashed; a tick each inch.
export function way(told) {
  const group = new Group(), lift = 0.5, { outline, starts, ends } = told;
  group.add(base(outline, starts.at, starts.facing, { dash: [4, 3], width: 2, fill: null }));
  group.add(base(outline, ends.at, ends.facing, { width: 3, fill: null }));
  for (const ghost of told.ghosts) group.add(base(outline, ghost, ghost[3], { dash: [1, 2.5], width: 1.5, fill: null, color: GREY }));
  let gone = 0;
  const ticks = [];
  for (const step of told.track) {
    const points = step.points.map(([, x, y, z]) => [x, y, z + lift]);
    if (step.kind === 'TURN') continue;
    const form = step.kind === 'PLACE' ? { width: 2, dash: [1, 3] } : step.by === 'climb' ? { width: 6 } : AIRBORNE.has(step.kind) ? { width: 2.5, dash: [5, 2.5] } : { width: 2.5 };
    group.add(lines(segments(points), { color: INK, ...form, order: 9 }));
    if (step.kind === 'PLACE') continue;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]], run = Math.hypot(b[0] - a[0], b[1] - a[1]);
      for (let n = Math.floor(gone / INCH + 1e-6) + 1; n * INCH <= gone + run + 1e-6 && run > 1e-6; n++) {
        const t = (n * INCH - gone) / run, p = a.map((v, k) => v + t * (b[k] - v)), u = [(a[1] - b[1]) / run * 2, (b[0] - a[0]) / run * 2];
        ticks.push(p[0] - u[0], p[1] - u[1], p[2], p[0] + u[0], p[1] + u[1], p[2]);
      }
      gone += run;
    }
  }
  if (ticks.length) group.add(lines(ticks, { color: INK, width: 1.5, order: 9 }));
  if (!told.arrives && !told.placed) {
    const z = ends.at[2] + lift;
    group.add(lines(segments(told.path.map(([x, y]) => [x, y, z])), { color: GREY, width: 1.5, dash: [1, 3], order: 9 }));
  }
  return group;
}
