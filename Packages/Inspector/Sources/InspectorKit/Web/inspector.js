'use strict';
// Updates are asked for ten times a second, one after the other; an answer has what changed.
const PERIOD = 100,
  ROW = 22,
  MARGIN = 10;
const byId = id => document.getElementById(id);
const state = {
  view: Math.random().toString(36).slice(2),
  have: 0,
  rows: new Map(),
  total: 0,
  first: 0,
  count: 60,
  selected: null,
  cursor: 0,
  query: '',
  layer: null,
  costs: null,
  timeline: null,
  outlines: [],
  frame: -1,
  time: 0,
  speed: 1,
  isLive: false,
  info: null,
  mode: 'frame',
  updates: 0,
  errors: [],
  hit: null,
  isBusy: false,
  wanted: null,
};

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element && key !== 'list') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

async function request(name, body = {}) {
  return fetch('ask/' + name, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json'
    },
    body: JSON.stringify(body),
  });
}

async function ask(name, body) {
  const response = await request(name, body);
  const answer = await response.json().catch(() => ({
    error: response.statusText
  }));
  if (!response.ok) throw new Error(answer.error || response.statusText);
  return answer;
}

async function askPicture(name, body) {
  const response = await request(name, body);
  if (!response.ok) return null;
  return URL.createObjectURL(await response.blob());
}

function tell(problem) {
  const place = byId('problem');
  place.hidden = !problem;
  if (place.textContent !== problem) place.textContent = problem;
}

// MARK: Updates

async function update() {
  if (state.isBusy) return;
  state.isBusy = true;
  const parts = ['timeline'];
  if (!byId('costs').hidden) parts.push('costs');
  if (state.mode === 'outlines') parts.push('outlines');
  const body = {
    view: state.view,
    have: state.have,
    first: state.first,
    count: state.count,
    query: state.query,
    parts,
    all: byId('allAnimations').checked,
  };
  if (state.selected) body.selected = state.selected;
  try {
    take(await ask('update', body));
  } catch (error) {
    state.have = 0;
    tell('No answer: ' + error.message);
  } finally {
    state.isBusy = false;
  }
}

function take(answer) {
  state.updates += 1;
  state.have = answer.number;
  state.time = answer.time;
  if ('problem' in answer) tell(answer.problem);
  if (answer.info) showInfo(answer.info);
  if ('total' in answer) {
    state.total = answer.total;
    byId('count').textContent =
      answer.total + (state.query ? ' layers with what was found' : ' layers in view');
  }
  for (const [place, row] of answer.rows || []) state.rows.set(place, row);
  if (answer.rows || 'total' in answer) showRows();
  if (answer.clock) showClock(answer.clock);
  if (answer.gone && state.layer) {
    state.layer = null;
    showLayer();
  }
  if (answer.layer) {
    state.layer = answer.layer;
    showLayer();
  }
  if (answer.costs) {
    state.costs = answer.costs;
    showCosts();
  }
  if (answer.timeline) {
    state.timeline = answer.timeline;
    showTimeline();
  }
  if (answer.outlines) state.outlines = answer.outlines;
  if (answer.outlines || answer.layer || answer.costs) showOverlay();
  showTime();
  if (answer.frame !== state.frame) showFrame(answer.frame);
}

async function run() {
  while (true) {
    const begin = performance.now();
    if (!document.hidden) await update();
    await new Promise(done => setTimeout(done, Math.max(PERIOD - performance.now() + begin, 5)));
  }
}

// MARK: Tree

const tree = byId('tree'),
  rowsPlace = byId('rows'),
  rowElements = new Map();

function visibleRange() {
  const first = Math.max(Math.floor(tree.scrollTop / ROW) - MARGIN, 0);
  return [first, Math.ceil(tree.clientHeight / ROW) + 2 * MARGIN];
}

function scrolled() {
  const [first, count] = visibleRange();
  if (first === state.first && count === state.count) return;
  [state.first, state.count] = [first, count];
  showRows();
  update();
}

function showRows() {
  rowsPlace.style.height = state.total * ROW + 'px';
  const [first, count] = visibleRange();
  for (const [place, element] of rowElements) {
    if (place >= first && place < first + count && place < state.total) continue;
    element.remove();
    rowElements.delete(place);
  }
  for (const place of [...state.rows.keys()]) {
    if (place < first - 200 || place > first + count + 200) state.rows.delete(place);
  }
  for (let place = first; place < Math.min(first + count, state.total); place += 1) {
    const row = state.rows.get(place);
    if (row) showRow(place, row);
  }
  const shown = [...state.rows].find(([, row]) => row.id === state.selected);
  if (shown) state.cursor = shown[0];
  const active = rowElements.get(state.cursor);
  if (active) tree.setAttribute('aria-activedescendant', active.id);
  else tree.removeAttribute('aria-activedescendant');
}

function showRow(place, row) {
  let element = rowElements.get(place);
  const text = JSON.stringify(row) + (row.id === state.selected);
  if (element && element.text === text) return;
  if (!element) {
    element = make('div', {
      className: 'row',
      id: 'row' + place,
      role: 'treeitem'
    });
    element.style.top = place * ROW + 'px';
    element.place = place;
    rowElements.set(place, element);
    rowsPlace.append(element);
  }
  element.text = text;
  element.layer = row.id;
  element.style.paddingLeft = 4 + Math.min(row.level, 40) * 14 + 'px';
  element.setAttribute('aria-level', row.level + 1);
  element.setAttribute('aria-selected', row.id === state.selected);
  element.setAttribute('aria-setsize', row.size);
  element.setAttribute('aria-posinset', row.place);
  if (row.children) element.setAttribute('aria-expanded', row.isOpen);
  else element.removeAttribute('aria-expanded');
  element.classList.toggle('unseen', row.isHidden);
  const turn = row.children ? (row.isOpen ? '▾' : '▸') : '';
  const marks = [];
  if (row.isMask) marks.push('mask');
  if (row.isHidden) marks.push('hidden');
  if (row.animations) marks.push(row.animations + ' ▷');
  const name = row.name || row.type;
  element.replaceChildren(
    make('span', {
      className: 'turn',
      ariaHidden: 'true'
    }, turn),
    make('span', {}, name),
    make('span', {
      className: 'type'
    }, (row.name ? row.type + ' ' : '') + '#' + row.id),
    make('span', {
      className: 'marks'
    }, marks.join(', ')),
  );
}

async function setOpen(row, open) {
  await ask('open', {
    view: state.view,
    id: row.id,
    open
  });
  await update();
}

function select(id, place) {
  state.selected = id;
  if (place !== undefined) state.cursor = place;
  showTab('Layer');
  showRows();
  update();
}

async function reveal(id) {
  if (state.query) {
    byId('search').value = '';
    state.query = '';
    await update();
  }
  const answer = await ask('reveal', {
    view: state.view,
    id
  });
  if (answer.index === undefined || answer.index === null) return;
  await update();
  bringToView(answer.index);
}

function bringToView(place) {
  const top = place * ROW;
  rowsPlace.style.height = Math.max(state.total, place + 1) * ROW + 'px';
  if (top < tree.scrollTop || top + ROW > tree.scrollTop + tree.clientHeight) {
    tree.scrollTop = Math.max(top - tree.clientHeight / 2, 0);
  }
  scrolled();
}

// The row at a place, which may have to be asked for first.
async function rowAt(place) {
  bringToView(place);
  for (let tries = 0; tries < 20 && !state.rows.has(place); tries += 1) {
    await new Promise(done => setTimeout(done, 30));
    await update();
  }
  return state.rows.get(place);
}

async function moveCursor(place) {
  const target = Math.min(Math.max(place, 0), state.total - 1);
  if (target < 0) return;
  state.cursor = target;
  const row = await rowAt(target);
  if (row) select(row.id, target);
}

tree.addEventListener('scroll', scrolled);
tree.addEventListener('click', event => {
  const element = event.target.closest('.row');
  if (!element) return;
  const row = state.rows.get(element.place);
  if (!row) return;
  if (event.target.classList.contains('turn') && row.children) return setOpen(row, !row.isOpen);
  select(row.id, element.place);
});
tree.addEventListener('dblclick', event => {
  const element = event.target.closest('.row');
  const row = element && state.rows.get(element.place);
  if (row && row.children && !event.target.classList.contains('turn')) setOpen(row, !row.isOpen);
});
tree.addEventListener('keydown', event => {
  const row = state.rows.get(state.cursor);
  const page = Math.max(Math.floor(tree.clientHeight / ROW) - 1, 1);
  const moves = {
    ArrowDown: state.selected ? 1 : 0,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  };
  if (event.key in moves) moveCursor(state.cursor + moves[event.key]);
  else if (event.key === 'ArrowRight' && row) {
    if (row.children && !row.isOpen) setOpen(row, true);
    else if (row.children) moveCursor(state.cursor + 1);
  } else if (event.key === 'ArrowLeft' && row) {
    if (row.children && row.isOpen && !state.query) setOpen(row, false);
    else moveToParent(row);
  } else return;
  event.preventDefault();
});

function moveToParent(row) {
  for (let place = state.cursor - 1; place >= 0; place -= 1) {
    const other = state.rows.get(place);
    if (!other) break;
    if (other.level < row.level) return moveCursor(place);
  }
  const above = state.layer && state.layer.path.at(-1);
  if (above) {
    state.selected = above.id;
    reveal(above.id);
  }
}

byId('search').addEventListener('input', event => {
  state.query = event.target.value.trim();
  tree.scrollTop = 0;
  state.first = 0;
  update();
});

// MARK: Time

function showClock([speed, isLive]) {
  state.isPaused = speed === 0;
  state.isLive = isLive === 1;
  const play = byId('play');
  play.textContent = state.isPaused ? 'Play' : 'Pause';
  play.setAttribute('aria-pressed', state.isPaused);
  byId('live').setAttribute('aria-pressed', state.isLive);
  if (!state.isPaused) byId('speed').value = String(speed);
}

function showTime() {
  const field = byId('time');
  if (document.activeElement !== field) field.value = state.time.toFixed(3);
  showNow();
}

async function setTime(body) {
  try {
    await ask('time', body);
  } catch (error) {
    tell(error.message);
  }
  await update();
}

byId('play').addEventListener('click', () => setTime({
  paused: !state.isPaused
}));
byId('live').addEventListener('click', () => setTime({
  live: true
}));
byId('speed').addEventListener('change', event =>
  setTime({
    paused: false,
    speed: Number(event.target.value)
  }));
byId('time').addEventListener('change', event => {
  const time = Number(event.target.value);
  if (Number.isFinite(time)) setTime({
    time,
    paused: true
  });
});
byId('state').addEventListener('change', async event => {
  const body = event.target.value ? {
    state: event.target.value
  } : {};
  try {
    await ask('state', body);
  } catch (error) {
    tell(error.message);
  }
  update();
});
document.addEventListener('keydown', event => {
  const isField = /^(INPUT|SELECT|TEXTAREA|BUTTON)$/.test(event.target.tagName);
  if (event.key === ' ' && !isField) {
    setTime({
      paused: !state.isPaused
    });
    event.preventDefault();
  }
  if (event.key === '/' && !isField) {
    byId('search').focus();
    event.preventDefault();
  }
});

addEventListener('error', event => state.errors.push(String(event.message)));
addEventListener('unhandledrejection', event => state.errors.push(String(event.reason)));

// A server's contexts are chosen as a document's states are.
function showInfo(info) {
  const isServer = info.kind === 'server',
    place = byId('state');
  state.info = info;
  document.title = info.title + ' - quartz inspect';
  byId('title').textContent = info.title;
  byId('facts').textContent =
    `${info.width} × ${info.height} px, ${info.scale} px/pt, ${info.layers} layers, ` +
    `${info.animations} animations`;
  byId('live').hidden = !info.isLive;
  byId('stateLabel').hidden = !info.states.length;
  byId('stateName').textContent = isServer ? 'Context' : 'State';
  const names = info.states.join('\n');
  if (names !== place.dataset.names) {
    place.dataset.names = names;
    place.replaceChildren(
      ...isServer ? [] : [make('option', {
        value: ''
      }, 'as written')],
      ...info.states.map(name => make('option', {
        value: name
      }, name)),
    );
  }
  if (document.activeElement !== place) place.value = info.state || '';
}

function begin() {
  [state.first, state.count] = visibleRange();
  run();
}

addEventListener('resize', scrolled);
document.addEventListener('DOMContentLoaded', begin);
