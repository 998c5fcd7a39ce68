// Labels over the view: real buttons, each with a leader to the thing it names, that keep out of each other's way.
import { Vector3 } from 'three';

const RINGS = [14, 30, 52, 80, 115, 160, 215], WAYS = 16, SVG = 'http://www.w3.org/2000/svg';

export class Labels {
  constructor(stage, leaders, holder) {
    Object.assign(this, { stage, leaders, holder, entries: [], clear: [] });
  }

  // entries: [{at, words, kind, first, press}]; clear: points of space that labels stay off.
  show(entries, clear) {
    this.holder.replaceChildren();
    this.leaders.replaceChildren();
    this.clear = clear;
    this.entries = entries.filter((e) => e.words).sort((a, b) => (b.first ?? 0) - (a.first ?? 0)).map((entry) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = `label ${entry.kind ?? ''}`;
      button.textContent = entry.words;
      button.addEventListener('click', entry.press);
      this.holder.append(button);
      const line = document.createElementNS(SVG, 'line'), dot = document.createElementNS(SVG, 'circle');
      for (const part of [line, dot]) part.setAttribute('class', entry.kind ?? '');
      dot.setAttribute('r', '3');
      this.leaders.append(line, dot);
      return { ...entry, button, line, dot, half: null, spot: -1 };
    });
  }

  place(camera, wide, tall, hidden) {
    const project = (p) => {
      const v = new Vector3(...p).project(camera);
      return [(v.x + 1) / 2 * wide, (1 - v.y) / 2 * tall, v.z];
    };
    const seen = ([x, y, z]) => z < 1 && x > -4 && y > -4 && x < wide + 4 && y < tall + 4;
    const taken = [[0, tall - 44, wide < 500 ? 290 : 300, tall]];
    for (const p of this.clear.map(project)) if (seen(p)) taken.push([p[0] - 5, p[1] - 5, p[0] + 5, p[1] + 5]);
    for (const entry of this.entries) {
      const at = project(entry.at), shown = seen(at) && !(entry.kind === 'other' && hidden(entry.at));
      entry.button.hidden = !shown;
      for (const part of [entry.line, entry.dot]) part.setAttribute('visibility', shown ? 'visible' : 'hidden');
      if (!shown) continue;
      entry.half ??= [entry.button.offsetWidth / 2, entry.button.offsetHeight / 2];
      const best = this.best(entry, at, taken, wide, tall);
      entry.spot = best.k;
      const [x, y] = best.middle, [w, h] = entry.half;
      entry.button.style.transform = `translate(${(x - w).toFixed(1)}px,${(y - h).toFixed(1)}px)`;
      const foot = [Math.min(Math.max(at[0], x - w), x + w), Math.min(Math.max(at[1], y - h), y + h)];
      [['x1', at[0]], ['y1', at[1]], ['x2', foot[0]], ['y2', foot[1]]].forEach(([name, value]) => entry.line.setAttribute(name, value.toFixed(1)));
      entry.dot.setAttribute('cx', at[0].toFixed(1));
      entry.dot.setAttribute('cy', at[1].toFixed(1));
      taken.push([x - w - 3, y - h - 3, x + w + 3, y + h + 3, 6]);
      for (let t = 0.25; t < 1; t += 0.25) {
        const p = [at[0] + t * (foot[0] - at[0]), at[1] + t * (foot[1] - at[1])];
        taken.push([p[0] - 3, p[1] - 3, p[0] + 3, p[1] + 3]);
      }
    }
  }

  best(entry, at, taken, wide, tall) {
    const [w, h] = entry.half;
    let best = { cost: Infinity };
    for (let r = 0, k = 0; r < RINGS.length; r++) {
      for (let i = 0; i < WAYS; i++, k++) {
        const a = 2 * Math.PI * i / WAYS - Math.PI / 2, c = Math.cos(a), s = Math.sin(a);
        const reach = Math.min(w / (Math.abs(c) || 1e-9), h / (Math.abs(s) || 1e-9));
        const middle = [at[0] + c * (reach + RINGS[r]), at[1] + s * (reach + RINGS[r])];
        const out = Math.max(0, w + 2 - middle[0]) + Math.max(0, middle[0] + w + 2 - wide) + Math.max(0, h + 2 - middle[1]) + Math.max(0, middle[1] + h + 2 - tall);
        let cost = 400 * out + 1.5 * RINGS[r] - (k === entry.spot ? 25 : 0);
        if (cost >= best.cost) continue;
        for (const [x0, y0, x1, y1, heavy = 1] of taken) {
          const across = Math.min(x1, middle[0] + w) - Math.max(x0, middle[0] - w), up = Math.min(y1, middle[1] + h) - Math.max(y0, middle[1] - h);
          if (across > 0 && up > 0) cost += heavy * across * up;
        }
        if (cost < best.cost) best = { cost, middle, k };
      }
    }
    return best;
  }
}
