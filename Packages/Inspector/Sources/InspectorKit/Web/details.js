// MARK: Tabs

function showTab(name) {
  for (const other of ['Layer', 'Costs']) {
    const isShown = other === name,
      tab = byId('tab' + other);
    tab.setAttribute('aria-selected', isShown);
    tab.tabIndex = isShown ? 0 : -1;
    byId(other.toLowerCase()).hidden = !isShown;
  }
}

for (const name of ['Layer', 'Costs']) {
  const tab = byId('tab' + name);
  tab.addEventListener('click', () => {
    showTab(name);
    update();
  });
  tab.addEventListener('keydown', event => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = name === 'Layer' ? 'Costs' : 'Layer';
    showTab(other);
    byId('tab' + other).focus();
    update();
  });
}

function layerLink(id, name) {
  if (!id) return document.createTextNode(name);
  const link = make('button', {
    className: 'link',
    type: 'button'
  }, `${name} #${id}`);
  link.addEventListener('click', () => {
    select(id);
    reveal(id);
  });
  return link;
}

// MARK: Layer

const properties = {
  id: null,
  rows: new Map()
};

function showLayer() {
  const place = byId('layer'),
    layer = state.layer;
  if (!layer) {
    properties.id = null;
    place.replaceChildren(make('p', {
      className: 'hint'
    }, 'The layer is gone.'));
    return;
  }
  if (properties.id !== layer.id) beginLayer(place, layer);
  properties.light.textContent = lightText(layer.light);
  for (const property of layer.properties) showProperty(layer, property);
}

// The light of a layer as one line; empty for one of standard range.
function lightText(light) {
  if (!light) return '';
  const contents = light.headroom ? `contents up to ${light.headroom} × white` : 'contents unknown';
  return `Light up to ${light.limit} × white, ${contents}, tone mapping ${light.mode}, ` +
    (light.isMapped ? 'mapped' : 'not mapped');
}

function beginLayer(place, layer) {
  properties.id = layer.id;
  properties.rows.clear();
  const path = make('p', {
    className: 'quiet'
  });
  for (const step of layer.path) path.append(layerLink(step.id, step.name), ' › ');
  const preview = make('img', {
    className: 'preview',
    alt: 'The layer by itself'
  });
  const withSublayers = make('input', {
    type: 'checkbox'
  });
  withSublayers.addEventListener('change', () => showPreview(layer.id));
  properties.preview = preview;
  properties.withSublayers = withSublayers;
  properties.body = make('tbody');
  properties.light = make('p', {
    className: 'quiet'
  });
  const head = make('tr', {}, ...['Property', 'Value', 'Unit', 'From'].map(
    text => make('th', {
      scope: 'col'
    }, text)));
  place.replaceChildren(
    path,
    make('h2', {}, `${layer.name} #${layer.id}`),
    make('p', {
      className: 'quiet'
    }, layer.type),
    properties.light,
    preview,
    make('p', {}, make('label', {}, withSublayers, ' with sublayers')),
    make('table', {
      className: 'properties',
      ariaLabel: 'Properties'
    }, make('thead', {}, head), properties.body),
  );
  showPreview(layer.id);
}

async function showPreview(id) {
  const sublayers = properties.withSublayers.checked;
  const url = await askPicture('picture', {
    id,
    sublayers
  });
  if (properties.id !== id) return;
  const preview = properties.preview;
  if (preview.src) URL.revokeObjectURL(preview.src);
  preview.hidden = !url;
  if (url) preview.src = url;
}

function showProperty(layer, property) {
  const text = JSON.stringify(property);
  let row = properties.rows.get(property.name);
  if (row && row.text === text) return;
  if (!row) {
    row = {
      element: make('tr'),
      field: makeField(layer.id, property)
    };
    row.value = make('td', {
      className: 'value'
    }, row.field);
    row.unit = make('td', {
      className: 'quiet'
    }, property.unit);
    row.origin = make('td');
    row.element.append(
      make('th', {
        scope: 'row'
      }, property.name), row.value, row.unit, row.origin);
    row.element.dataset.property = property.name;
    properties.rows.set(property.name, row);
    properties.body.append(row.element);
  }
  row.text = text;
  if (document.activeElement !== row.field) setField(row.field, property.value);
  row.origin.className = 'origin-' + property.origin;
  row.origin.replaceChildren(property.origin);
  if (property.model !== undefined && property.model !== null) {
    row.origin.title = 'The model has ' + property.model;
  } else row.origin.removeAttribute('title');
  if (property.origin === 'own' || property.origin === 'override' ||
    property.origin === 'set' && state.info.kind !== 'server') {
    const reset = make(
      'button', {
        className: 'link',
        type: 'button',
        ariaLabel: 'Reset ' + property.name
      }, ' ✕');
    reset.addEventListener('click', () => edit(layer.id, property.name));
    row.origin.append(reset);
  }
}

function setField(field, value) {
  if (field.tagName === 'SPAN') field.textContent = value;
  else field.value = value;
}

function makeField(id, property) {
  if (!property.isEditable) return make('span', {}, property.value);
  const label = property.name + (property.unit ? ', ' + property.unit : '');
  let field;
  if (property.choices) {
    const choices = property.choices.map(choice => make('option', {
      value: choice
    }, choice));
    field = make('select', {
      ariaLabel: label
    }, ...choices);
  } else field = make('input', {
    type: 'text',
    ariaLabel: label,
    spellcheck: false
  });
  field.addEventListener('change', () => edit(id, property.name, field.value, field));
  field.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    const shown = state.layer && state.layer.properties.find(p => p.name === property.name);
    if (shown) setField(field, shown.value);
    field.blur();
  });
  return field;
}

async function edit(id, key, text, field) {
  try {
    const body = text === undefined ? {
      id,
      key
    } : {
      id,
      key,
      text
    };
    state.layer = await ask('edit', body);
    if (field) field.removeAttribute('aria-invalid');
    tell('');
    showLayer();
    showPreview(id);
  } catch (error) {
    if (field) field.setAttribute('aria-invalid', 'true');
    tell(error.message);
  }
  update();
}

// MARK: Costs

const bytes = count =>
  count >= 1 << 20 ? (count / (1 << 20)).toFixed(1) + ' MiB' :
  count >= 1024 ? (count / 1024).toFixed(1) + ' KiB' : count + ' B';
const whole = count => count.toLocaleString('en');

function table(label, heads, rows) {
  const isNumber = cell => typeof cell === 'number';
  const cellOf = cell => make(
    'td', {
      className: isNumber(cell) ? 'number' : ''
    }, isNumber(cell) ? whole(cell) : cell);
  return make('table', {
      ariaLabel: label
    },
    make('thead', {}, make('tr', {}, ...heads.map(text => make('th', {
      scope: 'col'
    }, text)))),
    make('tbody', {}, ...rows.map(cells => make('tr', {}, ...cells.map(cellOf)))));
}

function showCosts() {
  const costs = state.costs,
    place = byId('costs');
  const redraw = make('button', {
    type: 'button'
  }, 'Draw a whole frame');
  redraw.addEventListener('click', async () => {
    await ask('whole');
    update();
  });
  const most = Math.max(...costs.layers.map(layer => layer.pixels), 1);
  const facts = [
    ['Frame', costs.frame],
    ['Renderer', costs.renderer],
    ['Draw calls', costs.drawCalls],
    ['Draws', costs.draws],
    ['Targets', costs.targets],
    ['Pixels touched', costs.pixelsTouched],
    ['Pixels of the damage', costs.damagedPixels],
    ['Overdraw', costs.overdraw.toFixed(2) + ' ×'],
    ['Uploaded', bytes(costs.bytesUploaded)],
    ['Cache', `${costs.cacheHits} hits, ${costs.cacheMisses} misses`],
    ['Images', `${costs.imageCount}, ${bytes(costs.imageBytes)}`],
    ['Surfaces', `${costs.surfaces.length}, ${bytes(costs.surfaceBytes)}`],
    ['Output', bytes(costs.outputBytes)], ...costs.facts,
  ];
  const meter = layer => {
    const bar = make('div', {
      className: 'meter',
      ariaHidden: 'true'
    });
    bar.style.width = 100 * layer.pixels / most + '%';
    return make('div', {}, layerLink(layer.id, layer.name), bar);
  };
  const focus = document.activeElement === place.querySelector('button');
  const top = place.scrollTop;
  place.replaceChildren(
    redraw,
    make('h3', {}, 'Last frame that drew something'),
    table('Frame', ['What', 'How much'], facts),
    make('h3', {}, 'Damage'),
    table('Damage', ['Left', 'Top', 'Right', 'Bottom'], costs.damage),
    make('h3', {}, `Layers (${costs.layerCount})`),
    table('Costs of layers', ['Layer', 'Draws', 'Pixels', 'Uploaded'], costs.layers.map(
      layer => [meter(layer), layer.draws, layer.pixels, bytes(layer.bytesUploaded)])),
    make('h3', {}, `Passes (${costs.passCount})`),
    table('Passes', ['Layer', 'Because of', 'Pixels', 'Kept'], costs.passes.map(
      pass => [layerLink(pass.id, pass.name), pass.reason, pass.pixels,
        pass.isCached ? 'hit' : ''
      ])),
    make('h3', {}, `Surfaces (${costs.surfaces.length})`),
    table('Surfaces', ['Layer', 'Because of', 'Size', 'Memory'], costs.surfaces.map(
      surface => [layerLink(surface.id, surface.name), surface.reason,
        `${surface.width} × ${surface.height}`, bytes(surface.bytes)
      ])),
    make('h3', {}, `Images (${costs.imageCount})`),
    table('Images', ['Image', 'Size', 'Memory', 'Layers'], costs.images.map(
      image => [String(image.id), `${image.width} × ${image.height}`, bytes(image.bytes),
        make('span', {}, ...image.layers.flatMap(id => [layerLink(id, ''), ' ']))
      ])),
  );
  place.scrollTop = top;
  if (focus) redraw.focus();
}

// MARK: Animations

const SVG = 'http://www.w3.org/2000/svg';

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function number(value) {
  return typeof value === 'string' ? Number(value.replace('inf', 'Infinity')) : value;
}

function timeRange() {
  const list = state.timeline ? state.timeline.animations : [];
  const begins = list.map(animation => number(animation.begin)).filter(Number.isFinite);
  const ends = list.map(animation => number(animation.end)).filter(Number.isFinite);
  const cycles = list.map(a => number(a.begin) + number(a.duration)).filter(Number.isFinite);
  const isLive = state.info && state.info.isLive;
  const first = isLive ? Math.min(...begins, state.time) : 0;
  return [first, Math.max(...ends, ...cycles, first + 1)];
}

function showTimeline() {
  const {
    animations,
    count
  } = state.timeline, place = byId('timeline');
  byId('animationCount').textContent =
    count > animations.length ? `the first ${animations.length} of ${count}` : String(count);
  const [first, last] = timeRange(), span = last - first;
  place.replaceChildren(...animations.map(animation => {
    const end = number(animation.end),
      begin = number(animation.begin);
    const left = 100 * (begin - first) / span;
    const right = Number.isFinite(end) ? 100 * (end - first) / span : 100;
    const bar = shape('svg', {
      viewBox: '0 0 100 24',
      preserveAspectRatio: 'none'
    });
    bar.append(
      shape('rect', {
        class: 'bar',
        x: left,
        y: 4,
        width: Math.max(right - left, .5),
        height: 16
      }),
      shape('line', {
        class: 'now',
        y1: 0,
        y2: 24,
        'vector-effect': 'non-scaling-stroke'
      }));
    const values = animation.curve.map(number);
    const low = Math.min(...values, 0),
      high = Math.max(...values, 1);
    const points = values.map((value, index) =>
      `${index / (values.length - 1) * 56},${22 - 20 * (value - low) / (high - low)}`);
    const curve = shape('svg', {
      viewBox: '0 0 56 24'
    });
    curve.append(shape('polyline', {
      class: 'curve',
      points: points.join(' ')
    }));
    const words = `${animation.layerName} #${animation.layer}: ${animation.property}`;
    const more = [
      animation.kind, animation.timing, `from ${begin.toFixed(3)} s`,
      Number.isFinite(end) ? `to ${end.toFixed(3)} s` : 'without end',
    ];
    if (animation.problem) more.push('no effect: ' + animation.problem);
    const link = layerLink(animation.layer, animation.layerName);
    return make('div', {
        className: 'animation',
        role: 'listitem',
        title: more.join(', '),
        ariaLabel: words + ', ' + more.join(', ')
      },
      make('div', {
        className: 'words'
      }, link, ' ', animation.property),
      curve, bar);
  }));
  showNow();
}

function showNow() {
  const [first, last] = timeRange(), scrub = byId('scrub');
  if (document.activeElement !== scrub || !state.isPaused) {
    scrub.value = 1000 * (state.time - first) / (last - first);
  }
  scrub.setAttribute('aria-valuetext', state.time.toFixed(3) + ' seconds');
  const x = 100 * (state.time - first) / (last - first);
  for (const line of document.querySelectorAll('#timeline .now')) {
    line.setAttribute('x1', x);
    line.setAttribute('x2', x);
  }
}

byId('scrub').addEventListener('input', event => {
  const [first, last] = timeRange();
  setTime({
    time: first + (last - first) * Number(event.target.value) / 1000,
    paused: true
  });
});
byId('allAnimations').addEventListener('change', update);
