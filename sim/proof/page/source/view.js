// The view in space: drawn when something changed, never in a loop.
import { Color, DirectionalLight, Group, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { MeshBVH } from 'three-mesh-bvh';
import { base, board, bystander, geometry, sweep, terrain, way } from './bodies.js';
import { Labels } from './labels.js';
import { discard } from './lines.js';
import { INK, MARKS, THICKNESS, rim } from './look.js';
import { contacts, marks, zoned } from './marks.js';
import { ball, direction, hidden } from './stand.js';
import { unpack } from './unpack.js';

const FLIGHT = 450;                                 // ms that the camera takes to where a clause is seen

export class View {
  static async of(data, parts, chosen) {
    const view = new View(data, parts, chosen);
    await view.build();
    return view;
  }

  constructor(data, { stage, canvas, leaders, labels }, chosen) {
    Object.assign(this, { data, stage, chosen, claim: null, dirty: false });
    this.renderer = new WebGLRenderer({ canvas, antialias: true, stencil: true, powerPreference: 'low-power' });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.scene = new Scene();
    this.scene.background = new Color(0xffffff);
    this.camera = new PerspectiveCamera(32, 1, 5, 20000);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.controls, { enableDamping: false, maxPolarAngle: Math.PI * 0.52, minDistance: 20, maxDistance: 8000, zoomToCursor: true });
    this.controls.addEventListener('change', () => this.draw());
    this.controls.listenToKeyEvents(canvas);
    this.controls.keyPanSpeed = 24;
    canvas.addEventListener('keydown', (event) => this.key(event));
    this.labels = new Labels(stage, leaders, labels);
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  async build() {
    const { data, scene } = this, [ground, swept] = await Promise.all([unpack(data.terrain), unpack(data.sweep)]);
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(-0.9, -0.7, 1.3);
    scene.add(new HemisphereLight(0xffffff, 0x9a958c, 1.3), sun, board(data.table));
    if (ground.index.length) {
      const shape = geometry(ground);
      scene.add(terrain(ground, shape));
      this.bvh = new MeshBVH(shape);
    }
    for (const model of data.models) scene.add(bystander(model));
    for (const told of data.ways) scene.add(way(told));
    scene.add(contacts(data.contacts));
    for (const zone of data.zones) scene.add(zoned(zone, 0x8a8a8a, 0));
    if (swept.index.length) scene.add(sweep(geometry(swept)));
    this.movers = new Group();
    scene.add(this.movers);
    this.fit();
  }

  // The claim's marks and labels; the camera goes to them, or where `whole` to see all of the move.
  show(claim, whole = false) {
    if (this.marks) discard(this.marks);
    this.claim = claim;
    this.marks = new Group();
    if (claim) this.marks.add(marks(claim));
    this.scene.add(this.marks);
    this.labels.show(this.entries(), this.clear());
    this.look(whole || !claim ? 'whole' : 'claim');
  }

  entries() {
    const { data, claim } = this, out = [], near = this.points('whole');
    const press = (view) => () => this.look(view);
    if (claim) {
      const mark = MARKS[claim.truth], told = [];
      for (const d of claim.dimensions) told.push({ at: middle(d.a, d.b), words: d.claimed ? `${mark} ${d.words}` : d.words, kind: d.claimed ? claim.truth : '', first: 9 });
      const alone = !claim.dimensions.length && !claim.areas.some((a) => a.words);
      for (const [x, y, z, words] of claim.crosses) if (words) told.push({ at: [x, y, z + 0.8], words: alone ? `${mark} ${/\d/.test(words) ? words : claim.words}` : words, kind: alone ? claim.truth : '', first: 8 });
      for (const area of claim.areas) if (area.words) told.push({ at: edge(area), words: area.words, kind: claim.truth, first: 7 });
      if (!told.length) told.push({ at: claim.at, words: `${mark} ${claim.words}`, kind: claim.truth, first: 9 });
      out.push(...told.map((e) => ({ ...e, press: press('claim') })));
    }
    const several = data.ways.length > 1, digits = new Set(out.map((e) => e.words.match(/[\d.]+ in/)?.[0]));
    for (const told of data.ways) {
      const name = several ? ` ${told.model}` : '';
      out.push({ at: above(told.starts.at), words: `S${name}`, kind: 'end', first: 5, press: press('whole') }, { at: above(told.ends.at), words: `E${name}`, kind: 'end', first: 5, press: press('whole') });
      for (const h of told.heights) if (!digits.has(h.words.match(/[\d.]+ in/)?.[0])) out.push({ at: h.spot, words: h.words, first: 4, press: () => this.close(h) });
    }
    if (data.effects) out.push({ at: above(data.ways.at(-1).ends.at), words: data.effects, first: 6, press: press('whole') });
    for (const zone of data.zones) if (zone.owner !== claim?.owner) out.push({ at: edge(zone), words: zone.words, kind: 'other', first: 2, press: press('whole') });
    for (const model of data.models) {
      if (near.some(({ at }) => Math.hypot(at[0] - model.at[0], at[1] - model.at[1]) < 110)) {
        out.push({ at: above(model.at), words: `${model.name} (${model.enemy ? 'enemy' : 'friend'})`, kind: 'other', first: 1, press: () => this.close({ from: model.at, at: [...model.at.slice(0, 2), model.at[2] + model.height] }) });
      }
    }
    return out;
  }

  clear() {
    const out = [];
    const line = (a, b) => { for (let t = 0; t <= 1; t += 0.1) out.push(a.map((v, k) => v + t * (b[k] - v))); };
    for (const { track } of this.data.ways) for (const { points } of track) for (let i = 1; i < points.length; i++) line(points[i - 1].slice(1, 4), points[i].slice(1, 4));
    for (const d of this.claim?.dimensions ?? []) { line(d.a, d.b); line(d.a, d.b); }
    for (const [x, y, z] of this.claim?.crosses ?? []) for (let i = 0; i < 4; i++) out.push([x, y, z + 0.8]);
    for (const { kind, rings, z } of this.claim?.areas ?? []) {
      if (kind === 'zone') continue;
      for (const ring of rings) for (let i = 0; i < ring.length; i += Math.ceil(ring.length / 40)) for (const t of [0.5, 1]) out.push([...[0, 1].map((k) => centre(ring)[k] * (1 - t) + ring[i][k] * t), z]);
    }
    return out.slice(0, 900);
  }

  // What must be seen, with how much it matters.
  points(view) {
    const { data, claim } = this, out = [];
    if (view === 'claim' && claim) {
      for (const d of claim.dimensions) for (const t of [0.02, 0.5, 0.98]) out.push({ at: d.a.map((v, k) => v + t * (d.b[k] - v)), weight: 1 });
      for (const c of claim.crosses) out.push({ at: c.slice(0, 3), weight: 1 });
      for (const { kind, rings, z } of claim.areas) if (kind === 'zone' && rings.length) out.push({ at: [...centre(rings[0]), z + THICKNESS], weight: 1 });
      for (const area of claim.areas) if (area.kind !== 'zone') for (const ring of area.rings) for (let i = 0; i < ring.length; i += Math.ceil(ring.length / 6)) out.push({ at: [...ring[i], area.z], weight: 0.4 });
      if (!out.length) out.push({ at: claim.at, weight: 1 });
      return out;
    }
    for (const told of data.ways) {
      out.push({ at: told.starts.at, weight: 0.4 }, { at: told.ends.at, weight: 0.6 });
      for (const { at, facing } of [told.starts, told.ends]) for (const p of rim(told.outline, at, facing, 4)) out.push({ at: [...p, at[2]], weight: 0.2 });
      for (const { kind, points } of told.track) {
        if (kind === 'PLACE') continue;
        for (const p of points.length > 8 ? points.filter((_, i) => i % 4 === 0) : points) out.push({ at: p.slice(1, 4), weight: 0.3 });
        for (let i = 1; i < Math.min(points.length, 8); i++) out.push({ at: middle(points[i - 1].slice(1, 4), points[i].slice(1, 4)), weight: 0.3 });
      }
    }
    if (claim) for (const { at, weight } of this.points('claim')) out.push({ at, weight: weight * 1.2 });
    return out.slice(0, 160);
  }

  look(view) {
    const points = this.points(view === 'claim' ? 'claim' : 'whole'), { claim } = this;
    const lengths = (claim?.dimensions ?? []).filter((d) => d.claimed && Math.hypot(...d.a.map((v, k) => v - d.b[k])) > 1);
    const ways = this.data.ways.flatMap((w) => [w.starts, w.ends].map((e) => e.at)), half = Math.max(...this.data.ways[0].outline.half);
    const frame = view === 'claim' ? [...points.map((p) => p.at), ...[-1, 1].flatMap((s) => [0, 1].map((k) => claim.at.map((v, j) => v + (j === k ? s * Math.max(claim.reach * 1.25, half * 1.6) : 0))))]
      : points.flatMap(({ at }) => [[at[0] - half, at[1] - half, at[2]], [at[0] + half, at[1] + half, at[2]]]);
    const { middle: to } = ball(frame);
    const way = view === 'above' ? new Vector3(0, -0.001, 1) : view === 'side' ? beside(ways) : direction(this.bvh, { points, lengths, prefer: 40, away: (w) => this.away(frame, to, w) });
    this.fly(to, to.clone().addScaledVector(way, Math.max(this.away(frame, to, way), 40)));
  }

  // How far off all points are in the picture, with room for labels round them.
  away(points, to, way) {
    const right = new Vector3(-way.y, way.x, 0).normalize(), up = new Vector3().crossVectors(way, right);
    const tall = Math.tan(this.camera.fov * Math.PI / 360) * 0.66, wide = Math.tan(this.camera.fov * Math.PI / 360) * this.camera.aspect * 0.74;
    return Math.max(...points.map((p) => {
      const v = new Vector3(...p).sub(to);
      return v.dot(way) + Math.max(Math.abs(v.dot(right)) / wide, Math.abs(v.dot(up)) / tall);
    }));
  }

  close({ from, at }) {
    const { middle: to, radius } = ball([from, at]);
    const way = direction(this.bvh, { points: [{ at: from, weight: 1 }, { at, weight: 1 }], lengths: [{ a: from, b: at }] });
    this.fly(to, to.clone().addScaledVector(way, Math.max(radius * 2.2, 40) / Math.sin(this.camera.fov * Math.PI / 360)));
  }

  fly(to, from) {
    const start = { to: this.controls.target.clone(), from: this.camera.position.clone() }, set = (t) => {
      this.controls.target.lerpVectors(start.to, to, t);
      this.camera.position.lerpVectors(start.from, from, t);
      this.camera.up.set(0, 0, 1);
      this.controls.update();
      this.draw();
    };
    const flight = this.flight = {};
    if (!this.drawn || matchMedia('(prefers-reduced-motion: reduce)').matches) return set(1);
    const began = performance.now(), tick = (now) => {
      if (this.flight !== flight) return;
      const t = Math.min(Math.max((now - began) / FLIGHT, 0), 1);
      set(t * t * (3 - 2 * t));
      if (t < 1) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  // Everyone who moves where the replay has them: those before at their end, those after at their start.
  move({ way: which, at }) {
    for (const old of [...this.movers.children]) discard(old);
    this.data.ways.forEach((told, i) => {
      const [spot, facing] = i === which ? [at.slice(1, 4), at[4]] : i < which ? [told.ends.at, told.ends.facing] : [told.starts.at, told.starts.facing];
      this.movers.add(base(told.outline, spot, facing, { color: INK, width: i === which ? 2.5 : 1.5, fill: i === which ? 0xf0e442 : 0xffffff, opacity: 1, tall: told.height, lift: 0.4 }));
    });
    this.draw();
  }

  key(event) {
    const by = { '+': 0.8, '=': 0.8, '-': 1.25 }[event.key], turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by && !turn) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const arm = this.camera.position.clone().sub(this.controls.target);
    if (by) arm.multiplyScalar(by);
    if (turn) {
      const flat = Math.atan2(arm.y, arm.x) + turn[0] * 0.15, long = arm.length(), up = Math.min(Math.max(Math.asin(arm.z / long) - turn[1] * 0.12, -0.05), 1.56);
      arm.set(Math.cos(flat) * Math.cos(up), Math.sin(flat) * Math.cos(up), Math.sin(up)).multiplyScalar(long);
    }
    this.flight = null;
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.draw();
  }

  fit() {
    const { clientWidth: wide, clientHeight: tall } = this.stage;
    if (!wide || !tall) return;
    this.renderer.setSize(wide, tall, false);
    this.camera.aspect = wide / tall;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  draw() {
    if (this.dirty) return;
    this.dirty = true;
    requestAnimationFrame(() => this.now());
  }

  now() {
    this.dirty = false;
    const far = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(far / 200, 1);
    this.camera.far = far + 6000;
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
    const way = this.camera.position.clone().sub(this.controls.target).normalize();
    this.labels.place(this.camera, this.stage.clientWidth, this.stage.clientHeight, (at) => hidden(this.bvh, at, way));
    this.drawn = true;
    this.stage.dataset.camera = [...this.camera.position, ...this.controls.target].map((v) => v.toFixed(1)).join(' ');
  }
}

const centre = (ring) => [0, 1].map((k) => ring.reduce((sum, p) => sum + p[k] / ring.length, 0));
const middle = (a, b) => a.map((v, k) => (v + b[k]) / 2);
const above = ([x, y, z]) => [x, y, z + THICKNESS];

// A point of an area to point at: inside it, or on the rim of a zone.
function edge({ kind, rings, hatch, z, band }) {
  if (kind === 'zone') return [...rings[0][Math.floor(rings[0].length / 3)], band[0] + 0.8];
  const line = hatch.length ? hatch[Math.floor(hatch.length / 2)] : rings[0].slice(0, 2);
  return [(line[0][0] + line.at(-1)[0]) / 2, (line[0][1] + line.at(-1)[1]) / 2, z + 0.8];
}

function beside(ends) {
  const [a, b] = [ends[0], ends.at(-1)], flat = new Vector3(b[0] - a[0], b[1] - a[1], 0);
  if (flat.length() < 1) flat.set(1, 0, 0);
  flat.normalize();
  return new Vector3(flat.y, -flat.x, 0.12).normalize();
}

