// The elevation along the path: one scale both ways, the ground cut open, the base's way over it, a cursor shared with the view in space.
import { DASHES, INCH, MARKS, THICKNESS } from './look.js';

const SVG = 'http://www.w3.org/2000/svg', LEFT = 42, BELOW = 30, ABOVE = 26, MOST = 190, GROUND = 8;
const AIRBORNE = new Set(['AIR', 'ALOFT', 'FLIGHT']);

export class Elevation {
  constructor(svg, moved) {
    Object.assign(this, { svg, cursor: null, told: null });
    const pick = (event) => {
      if (!this.told?.profile || !(event.buttons & 1)) return;
      moved((event.clientX - svg.getBoundingClientRect().left - LEFT) / this.scale + this.low);
      event.preventDefault();
    };
    svg.addEventListener('pointerdown', pick);
    svg.addEventListener('pointermove', pick);
  }

  // told: a way with its profile; claim: what is measured on it, or null.
  show(told, claim) {
    Object.assign(this, { told, claim, boxes: [] });
    this.svg.replaceChildren();
    const wide = Math.max(this.svg.parentElement.clientWidth, 240), profile = told.profile;
    if (!profile) {
      size(this.svg, wide, 34);
      this.text(told.placed ? 'The model is set down: no way is taken.' : 'The model stays on its spot.', 8, 22);
      this.cursor = null;
      return;
    }
    const around = profile.half + 10, limits = claim?.limits ?? [];
    this.low = -around;
    const span = profile.last + 2 * around, low = Math.min(profile.low, ...limits.map((l) => l.z)), high = Math.max(profile.high, ...limits.map((l) => l.z + 3));
    this.scale = Math.min((wide - LEFT - 6) / span, MOST / (high - low));
    const tall = (high - low) * this.scale + ABOVE + BELOW, foot = tall - BELOW;
    this.x = (d) => LEFT + (d - this.low) * this.scale;
    this.y = (z) => foot - (z - low) * this.scale;
    const right = Math.min(wide - 6, this.x(profile.last + around));
    size(this.svg, wide, tall);
    this.grounds(right, foot, profile);
    this.axes(right, foot, low, high);
    this.cursor = this.add('g', { class: 'cursor' });
    this.over = this.add('g', {});
    this.way(profile);
    for (const limit of limits) this.limit(limit);
    if (claim) this.measured(claim);
    this.svg.append(this.over);
  }

  grounds(right, foot, profile) {
    const defs = this.add('defs', {}), pattern = this.add('pattern', { id: 'ground', width: GROUND, height: GROUND, patternUnits: 'userSpaceOnUse' }, defs);
    this.add('rect', { width: GROUND, height: GROUND, fill: '#dcdcdc' }, pattern);
    this.add('circle', { cx: 2, cy: 2, r: 0.8, fill: '#8a8a8a' }, pattern);
    const window = this.add('clipPath', { id: 'window' }, defs);
    this.add('rect', { x: LEFT, y: 0, width: right - LEFT, height: foot + GROUND }, window);
    this.add('rect', { x: LEFT, y: this.y(0), width: right - LEFT, height: GROUND, fill: 'url(#ground)' });
    this.add('line', { x1: LEFT, x2: right, y1: this.y(0), y2: this.y(0), class: 'floor' });
    const ground = this.add('g', { 'clip-path': 'url(#window)' }), path = (flat) => {
      const out = [];
      for (let i = 0; i < flat.length; i += 2) out.push(`${this.x(flat[i]).toFixed(1)},${this.y(flat[i + 1]).toFixed(1)}`);
      return out;
    };
    const faces = profile.faces.map((f) => `M${path(f).join('L')}Z`).join('');
    if (faces) this.add('path', { d: faces, fill: 'url(#ground)', 'fill-rule': 'evenodd' }, ground);
    for (const line of profile.lines) this.add('polyline', { points: path(line).join(' '), class: 'cut' }, ground);
  }

  axes(right, foot, low, high) {
    const apart = [1, 2, 3, 6, 12].find((n) => n * INCH * this.scale >= 34) ?? 24;
    for (let n = 0; n * INCH <= (right - LEFT) / this.scale + this.low + 1e-6; n += apart) {
      this.add('line', { x1: this.x(n * INCH), x2: this.x(n * INCH), y1: foot + GROUND, y2: foot + GROUND + 4, class: 'tick' });
      this.text(`${n}`, this.x(n * INCH), foot + GROUND + 18, 'middle', 'tick');
    }
    const tall = [1, 2, 3, 6, 12].find((n) => n * INCH * this.scale >= 18) ?? 24;
    for (let n = Math.ceil(low / INCH / tall) * tall; n * INCH <= high; n += tall) {
      this.add('line', { x1: LEFT - 4, x2: LEFT, y1: this.y(n * INCH), y2: this.y(n * INCH), class: 'tick' });
      this.text(`${n}`, LEFT - 8, this.y(n * INCH) + 5, 'end', 'tick');
    }
  }

  way(profile) {
    const { track, starts, ends } = this.told, points = track.flatMap((s) => s.points), y = this.y, half = profile.half;
    const places = [[points[0]?.[5] ?? 0, starts.at[2], 'start'], [points.at(-1)?.[5] ?? 0, ends.at[2], 'end']];
    for (const [d, z, kind] of places) {
      this.add('rect', { x: this.x(d - half), y: y(z + profile.height), width: 2 * half * this.scale, height: profile.height * this.scale, class: 'body' });
      this.add('rect', { x: this.x(d - half), y: y(z + THICKNESS), width: 2 * half * this.scale, height: THICKNESS * this.scale, class: `base ${kind}` });
      this.boxes.push([this.x(d - half), y(z + THICKNESS) - 2, this.x(d + half), y(z)]);
    }
    for (const step of track) {
      if (step.kind === 'TURN') continue;
      const line = step.points.map((p) => `${this.x(p[5]).toFixed(1)},${y(p[3]).toFixed(1)}`);
      this.add('polyline', { points: line.join(' '), class: `way ${step.by === 'climb' ? 'climb' : ''} ${AIRBORNE.has(step.kind) ? 'air' : ''}` });
      for (const p of step.points) this.boxes.push([this.x(p[5]) - 4, y(p[3]) - 4, this.x(p[5]) + 4, y(p[3]) + 4]);
    }
    const words = this.told.heights.filter((h) => !this.claim?.side.dimensions.length || Math.abs(h.at[2] - h.from[2]) > 1);
    const said = new Set(this.claim?.side.dimensions.map((d) => d.words.match(/[\d.]+ in/)?.[0]));
    for (const height of words) {
      if (said.has(height.words.match(/[\d.]+ in/)?.[0])) continue;
      this.label(height.words, this.x(height.d), y(height.spot[2]));
    }
    this.label('S', this.x(places[0][0]), y(places[0][1]) + 1, 'bold');
    this.label('E', this.x(places[1][0]), y(places[1][1]) + 1, 'bold');
  }

  limit({ z, from, to, words }) {
    const [a, b] = [Math.min(from, to) - 12, Math.max(from, to) + 12];
    this.add('line', { x1: this.x(a), x2: this.x(b), y1: this.y(z), y2: this.y(z), class: 'limit' });
    this.label(words, this.x((a + b) / 2), this.y(z), 'limit');
  }

  measured({ side, truth }) {
    const mark = MARKS[truth], dash = DASHES[truth]?.map((v) => v * 3).join(' ') ?? '';
    for (const d of side.dimensions) {
      const long = Math.hypot(d.b[0] - d.a[0], d.b[1] - d.a[1]) || 1, off = [(d.a[1] - d.b[1]) / long * d.aside, (d.b[0] - d.a[0]) / long * d.aside];
      const ends = [d.a, d.b].map((p) => [this.x(p[0] + off[0]), this.y(p[1] + off[1])]);
      [d.a, d.b].forEach((p, i) => this.add('line', { x1: this.x(p[0]), y1: this.y(p[1]), x2: ends[i][0], y2: ends[i][1], class: `leg ${truth}` }));
      this.add('line', { x1: ends[0][0], y1: ends[0][1], x2: ends[1][0], y2: ends[1][1], class: `dimension ${truth}`, 'stroke-dasharray': dash });
      const u = [(ends[1][0] - ends[0][0]) / (long * this.scale), (ends[1][1] - ends[0][1]) / (long * this.scale)];
      ends.forEach(([x, y], i) => {
        const w = i ? -7 : 7;
        this.add('path', { d: `M${x + w * u[0] - 3 * u[1]},${y + w * u[1] + 3 * u[0]}L${x},${y}L${x + w * u[0] + 3 * u[1]},${y + w * u[1] - 3 * u[0]}`, class: `dimension ${truth}` });
      });
      for (let t = 0; t <= 1; t += 0.25) this.boxes.push([-4, -4, 4, 4].map((v, k) => v + (k % 2 ? ends[0][1] + t * (ends[1][1] - ends[0][1]) : ends[0][0] + t * (ends[1][0] - ends[0][0]))));
      this.label(`${mark} ${d.words}`, (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2, truth);
    }
    for (const [d, z, words] of side.crosses) {
      const [x, y] = [this.x(d), this.y(z)];
      this.add('path', { d: `M${x - 5},${y - 5}l10,10m0,-10l-10,10`, class: `dimension ${truth}` });
      this.label(`${mark} ${words}`, x, y, truth);
    }
  }

  // The cursor at a place of the track: [s, x, y, z, facing, d, charged].
  at(place) {
    if (!this.cursor) return;
    this.cursor.replaceChildren();
    const [x, half] = [this.x(place[5]), this.told.profile.half * this.scale], y = this.y(place[3]);
    this.add('line', { x1: x, x2: x, y1: 4, y2: this.y(this.told.profile.low) + GROUND }, this.cursor);
    this.add('rect', { x: x - half, y: y - THICKNESS * this.scale, width: 2 * half, height: THICKNESS * this.scale }, this.cursor);
  }

  label(words, x, y, kind = '') {
    const wide = words.length * 7.2 + 8, tall = 18, limit = this.svg.parentElement.clientWidth;
    let best = { cost: Infinity };
    for (const ring of [6, 14, 26, 42, 62, 90]) {
      for (let i = 0; i < 12; i++) {
        const a = Math.PI * i / 6 - Math.PI / 2, c = Math.cos(a), s = Math.sin(a), reach = Math.min(wide / 2 / (Math.abs(c) || 1e-9), tall / 2 / (Math.abs(s) || 1e-9));
        const m = [x + c * (reach + ring), y + s * (reach + ring)];
        const out = Math.max(0, LEFT + wide / 2 - m[0]) + Math.max(0, m[0] + wide / 2 - limit) + Math.max(0, tall / 2 - m[1]) + Math.max(0, m[1] + tall / 2 - +this.svg.getAttribute('height') + BELOW - GROUND);
        let cost = ring + 300 * out;
        for (const b of this.boxes) {
          const across = Math.min(b[2], m[0] + wide / 2) - Math.max(b[0], m[0] - wide / 2), up = Math.min(b[3], m[1] + tall / 2) - Math.max(b[1], m[1] - tall / 2);
          if (across > 0 && up > 0) cost += 2 * across * up;
        }
        if (cost < best.cost) best = { cost, m };
      }
    }
    const [mx, my] = best.m, box = [mx - wide / 2, my - tall / 2, mx + wide / 2, my + tall / 2];
    this.boxes.push(box);
    const foot = [Math.min(Math.max(x, box[0]), box[2]), Math.min(Math.max(y, box[1]), box[3])];
    if (Math.hypot(foot[0] - x, foot[1] - y) > 8) this.add('line', { x1: x, y1: y, x2: foot[0], y2: foot[1], class: `leader ${kind}` }, this.over);
    this.add('rect', { x: box[0], y: box[1], width: wide, height: tall, class: `plate ${kind}` }, this.over);
    this.text(words, mx, my + 5, 'middle', kind, this.over);
  }

  text(words, x, y, anchor = 'start', kind = '', parent = this.svg) {
    const made = this.add('text', { x, y, 'text-anchor': anchor, class: kind }, parent);
    made.textContent = words;
  }

  add(name, attributes, parent = this.svg) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  }
}

function size(svg, wide, tall) {
  svg.setAttribute('width', wide);
  svg.setAttribute('height', tall);
  svg.setAttribute('viewBox', `0 0 ${wide} ${tall}`);
}

