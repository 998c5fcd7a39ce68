// Brings the page to life: view, replay, elevation and clauses show one and the same place.
import { Elevation } from './elevation.js';
import { Replay } from './replay.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id), root = document.documentElement;
const state = (word) => { root.dataset.state = word; };

function failed(words, word = 'error') {
  $('fault').textContent = words;
  $('fault').hidden = false;
  state(word);
}

async function main() {
  const data = JSON.parse($('scene').textContent), claims = data.claims;
  let view = null, shown = null, current = claims[data.deciding] ?? null;
  const elevation = new Elevation($('elevation'), (d) => replay.along(shown, d));
  const profile = () => {
    const told = data.ways[shown];
    $('whose').textContent = data.ways.length > 1 ? `(${told.model})` : '';
    elevation.show(told, current && current.model === told.model ? current : null);
  };
  const replay = new Replay(data.ways, { slider: $('along'), output: $('where'), play: $('play') }, (found) => {
    if (found.way !== shown) {
      shown = found.way;
      profile();
    }
    elevation.at(found.at);
    view?.move(found);
  });
  const pick = (id, whole = false) => {
    current = claims[id] ?? null;
    for (const button of document.querySelectorAll('button.show')) {
      const on = button.dataset.claim === String(id);
      button.setAttribute('aria-pressed', String(on));
      button.closest('tr').toggleAttribute('aria-current', on);
    }
    if (current) $('by-hand').textContent = $('caption').textContent = current.hand;
    view?.show(current, whole);
    const owner = data.ways.findIndex((w) => w.model === current?.model);
    if (!whole && owner >= 0 && owner !== shown) replay.go(replay.starts[owner]);
    profile();
    elevation.at(replay.place(replay.value).at);
  };
  replay.go(0);
  const noWebgl = !document.createElement('canvas').getContext('webgl2');
  if (noWebgl) {
    failed('This browser draws nothing in space (no WebGL 2): the sheet below shows the same.', 'nowebgl');
  } else {
    view = await View.of(data, { stage: $('stage'), canvas: $('canvas'), leaders: $('leaders'), labels: $('labels') });
    replay.go(0);
  }
  pick(data.deciding, true);
  for (const button of document.querySelectorAll('button.show')) {
    button.addEventListener('click', () => {
      pick(button.dataset.claim);
      $('stage').scrollIntoView({ block: 'nearest' });
    });
  }
  for (const button of document.querySelectorAll('button[data-view]')) button.addEventListener('click', () => view?.look(button.dataset.view));
  let wide = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === wide) return;
    wide = innerWidth;
    profile();
    elevation.at(replay.place(replay.value).at);
  });
  if (view) {
    view.now();
    requestAnimationFrame(() => state('ready'));
  }
}

main().catch((error) => failed(`The view could not be drawn (${error.message}); the sheet below shows the same.`));
