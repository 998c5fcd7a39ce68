// The slider: one place along all the ways, one model after the other, as they were moved.
import { INCH, inches } from './look.js';

const STEP = INCH / 10, SPEED = 60;                 // mm a key moves; mm a second while it plays

export class Replay {
  constructor(ways, { slider, output, play }, moved) {
    Object.assign(this, { ways, slider, output, playing: false, moved });
    this.starts = [];
    let total = 0;
    for (const way of ways) {
      this.starts.push(total);
      total += length(way);
    }
    this.total = total;
    this.stops = [...new Set([0, ...ways.flatMap((way, i) => way.track.map((s) => this.starts[i] + s.points.at(-1)[0])), total])].sort((a, b) => a - b);
    slider.max = String(total);
    slider.disabled = play.disabled = !total;
    slider.addEventListener('input', () => this.go(+slider.value));
    document.addEventListener('keydown', (event) => this.key(event));
    play.addEventListener('click', () => this.play(play));
  }

  // The model on the move and its place [s, x, y, z, facing, d, charged].
  place(value) {
    let i = this.ways.length - 1;
    while (i > 0 && value < this.starts[i]) i--;
    const s = value - this.starts[i], { track, starts } = this.ways[i];
    const step = track.find((t) => s <= t.points.at(-1)[0] + 1e-6) ?? track.at(-1);
    if (!step) return { way: i, at: [0, ...starts.at, starts.facing, 0, 0], says: 'stays where it is' };
    const points = step.points, k = Math.max(1, points.findIndex((p) => s <= p[0] + 1e-9));
    const [a, b] = [points[k - 1] ?? points[0], points[k] ?? points[0]];
    let t = b[0] > a[0] ? Math.min(Math.max((s - a[0]) / (b[0] - a[0]), 0), 1) : 1;
    if (step.kind === 'PLACE') t = t < 1 ? 0 : 1;
    const at = a.map((v, j) => v + t * (b[j] - v));
    if (step.kind === 'TURN') at[4] = a[4] + t * ((b[4] - a[4] + 540) % 360 - 180);
    return { way: i, at, says: step.says };
  }

  go(value) {
    const to = Math.min(Math.max(value, 0), this.total), found = this.place(to), { model } = this.ways[found.way], [s, , , z, , , charged] = found.at;
    this.value = to;
    this.slider.value = String(to);
    const words = `${this.ways.length > 1 ? `${model}: ` : ''}${inches(s)} along · ${inches(z)} up · charged ${inches(charged)} · ${found.says}`;
    this.output.textContent = words;
    this.slider.setAttribute('aria-valuetext', words);
    this.moved(found);
  }

  // To where the ways' plan is `d` along, on the model shown.
  along(way, d) {
    for (const { points } of this.ways[way].track) {
      for (let i = 1; i < points.length; i++) {
        const [a, b] = [points[i - 1], points[i]];
        if (d <= b[5] && b[5] > a[5]) return this.go(this.starts[way] + a[0] + Math.max(0, (d - a[5]) / (b[5] - a[5])) * (b[0] - a[0]));
      }
    }
    return this.go(this.starts[way] + length(this.ways[way]));
  }

  key(event) {
    const own = event.target === this.slider;
    if (event.altKey || event.ctrlKey || event.metaKey || !(own || event.target === document.body)) return;
    const next = { ArrowRight: () => this.value + STEP, ArrowUp: () => this.value + STEP, ArrowLeft: () => this.value - STEP, ArrowDown: () => this.value - STEP,
      PageUp: () => this.stops.find((s) => s > this.value + 1e-6), PageDown: () => this.stops.findLast((s) => s < this.value - 1e-6), Home: () => 0, End: () => this.total }[event.key];
    if (!next || (!own && !['ArrowRight', 'ArrowLeft'].includes(event.key))) return;
    event.preventDefault();
    this.go(next() ?? this.value);
  }

  // Plays on by itself; for those who want no motion, stop by stop at each press.
  play(button) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.go(this.stops.find((s) => s > this.value + 1e-6) ?? 0);
      return;
    }
    this.playing = !this.playing;
    button.setAttribute('aria-pressed', String(this.playing));
    button.textContent = this.playing ? 'pause' : 'play';
    if (!this.playing) return;
    if (this.value >= this.total - 1e-6) this.go(0);
    let before = performance.now();
    const tick = (now) => {
      if (!this.playing) return;
      this.go(this.value + (now - before) / 1000 * SPEED);
      before = now;
      if (this.value >= this.total - 1e-6) this.play(button);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}

const length = (way) => way.track.at(-1)?.points.at(-1)[0] ?? 0;
