// MARK: Frame

const picture = byId('picture'),
  overlay = byId('overlay');
let isFrameAsked = false;

async function showFrame(frame) {
  if (isFrameAsked) return;
  isFrameAsked = true;
  try {
    const url = await askPicture('frame');
    if (!url) return;
    const old = picture.src;
    picture.src = url;
    await picture.decode().catch(() => {});
    if (old) URL.revokeObjectURL(old);
    state.frame = frame;
    fit();
    if (state.mode === 'space') showSheets();
  } finally {
    isFrameAsked = false;
  }
}

const zoom = () => 2 ** Number(byId('zoom').value);

function fit() {
  const {
    width,
    height
  } = state.info;
  picture.width = width * zoom();
  picture.height = height * zoom();
  overlay.setAttribute('width', width * zoom());
  overlay.setAttribute('height', height * zoom());
  overlay.setAttribute('viewBox', `0 0 ${width} ${height}`);
  showOverlay();
}

function showOverlay() {
  const lines = [];
  const add = (corners, kind) => {
    if (corners) lines.push(shape('polygon', {
      points: corners.join(' '),
      class: kind
    }));
  };
  if (state.mode === 'outlines')
    for (const each of state.outlines) add(each.corners, 'outline');
  if (!byId('costs').hidden && state.costs) {
    for (const [left, top, right, bottom] of state.costs.damage) {
      add([left, top, right, top, right, bottom, left, bottom], 'damage');
    }
  }
  if (state.layer) add(state.layer.corners, 'selected');
  if (state.hit) add(state.hit.corners, 'hovered');
  overlay.replaceChildren(...lines);
}

byId('zoom').addEventListener('input', () => {
  fit();
  turn();
});

// MARK: Pixels

let isHitAsked = false,
  nextHit = null;

async function hitTest(x, y) {
  nextHit = [x, y];
  if (isHitAsked) return;
  isHitAsked = true;
  try {
    while (nextHit) {
      const [pixelX, pixelY] = nextHit;
      nextHit = null;
      state.hit = await ask('hit', {
        x: pixelX,
        y: pixelY
      });
      state.hit.x = pixelX;
      state.hit.y = pixelY;
      const all = state.hit.all.map(layer => `${layer.name} #${layer.id}`);
      byId('pixel').textContent =
        `(${pixelX}, ${pixelY}): ` + (all.length ? all.join(', over ') : 'no layer') +
        (state.hit.nits ? `; ${state.hit.nits.join(', ')} nits` : '');
      for (const row of document.querySelectorAll('.row')) {
        row.classList.toggle('hovered', row.layer === state.hit.id);
      }
      showOverlay();
    }
  } finally {
    isHitAsked = false;
  }
}

function pixelOf(event) {
  const box = picture.getBoundingClientRect();
  return [
    Math.floor((event.clientX - box.left) / zoom()), Math.floor((event.clientY - box.top) / zoom()),
  ];
}

picture.addEventListener('mousemove', event => hitTest(...pixelOf(event)));
picture.addEventListener('mouseleave', () => {
  state.hit = null;
  for (const row of document.querySelectorAll('.row.hovered')) row.classList.remove('hovered');
  showOverlay();
});
picture.addEventListener('click', async event => {
  await hitTest(...pixelOf(event));
  const hit = await ask('hit', {
    x: pixelOf(event)[0],
    y: pixelOf(event)[1]
  });
  if (hit.id) {
    select(hit.id);
    reveal(hit.id);
  }
});

// MARK: Space

const space = byId('space'),
  world = make('div', {
    className: 'world'
  });
space.append(world);
const view = {
  turnX: -18,
  turnY: 32,
  scale: 1
};
let sheets = [],
  sheetFrame = -1,
  areSheetsAsked = false;

async function showSheets() {
  if (areSheetsAsked || sheetFrame === state.frame) return;
  areSheetsAsked = true;
  try {
    const frame = state.frame,
      list = await ask('sheets');
    const old = sheets,
      made = [];
    for (const sheet of list) {
      const image = make('img', {
        className: 'sheet',
        alt: sheet.name
      });
      const url = await askPicture('picture', {
        id: sheet.id,
        sublayers: false
      });
      if (!url) continue;
      image.src = url;
      image.width = sheet.width;
      image.height = sheet.height;
      image.style.opacity = sheet.opacity;
      image.addEventListener('click', () => {
        select(sheet.id);
        reveal(sheet.id);
      });
      made.push({
        ...sheet,
        image
      });
    }
    sheets = made;
    sheetFrame = frame;
    world.replaceChildren(...made.map(sheet => sheet.image));
    for (const sheet of old) URL.revokeObjectURL(sheet.image.src);
    turn();
  } finally {
    areSheetsAsked = false;
  }
}

function turn() {
  const {
    width,
    height
  } = state.info, gap = Number(byId('gap').value);
  const levels = Math.max(...sheets.map(sheet => sheet.level), 0);
  const fit = Math.min(space.clientWidth / width, space.clientHeight / height) * .62 * zoom();
  world.style.transform =
    `scale(${fit}) rotateX(${view.turnX}deg) rotateY(${view.turnY}deg) ` +
    `translate3d(${-width / 2}px, ${-height / 2}px, ${-gap * levels / 2}px)`;
  for (const sheet of sheets) {
    // Points are row vectors: x', y' and w' are the columns of the map.
    const [a, b, c, d, e, f, g, h, i] = sheet.map.map(value => value / sheet.map[8]);
    sheet.image.style.transform = `translateZ(${gap * sheet.level}px) ` +
      `matrix3d(${[a, b, 0, c, d, e, 0, f, 0, 0, 1, 0, g, h, 0, i].join(',')})`;
    sheet.image.classList.toggle('selected', sheet.id === state.selected);
  }
}

space.addEventListener('pointerdown', event => {
  const begin = {
    x: event.clientX,
    y: event.clientY,
    ...view
  };
  const move = now => {
    view.turnY = begin.turnY + (now.clientX - begin.x) / 3;
    view.turnX = begin.turnX - (now.clientY - begin.y) / 3;
    turn();
  };
  const end = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  event.preventDefault();
});
byId('gap').addEventListener('input', turn);
byId('stage').addEventListener('keydown', event => {
  const turns = {
    ArrowLeft: [0, -5],
    ArrowRight: [0, 5],
    ArrowUp: [5, 0],
    ArrowDown: [-5, 0]
  };
  if (state.mode !== 'space' || !(event.key in turns)) return;
  view.turnX += turns[event.key][0];
  view.turnY += turns[event.key][1];
  turn();
  event.preventDefault();
});

for (const button of document.querySelectorAll('[data-view]')) {
  button.addEventListener('click', () => {
    state.mode = button.dataset.view;
    for (const other of document.querySelectorAll('[data-view]')) {
      other.setAttribute('aria-pressed', other === button);
    }
    byId('frame').hidden = state.mode === 'space';
    space.hidden = state.mode !== 'space';
    byId('gapLabel').hidden = state.mode !== 'space';
    if (state.mode === 'space') {
      sheetFrame = -1;
      showSheets();
    }
    showOverlay();
    update();
  });
}
