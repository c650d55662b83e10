"use strict";
const failures = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
const state = {
  index: -1,
  mode: "side",
  zoom: 1,
  x: 0,
  y: 0,
  images: {}
};

function load(url) {
  return new Promise(resolve => {
    if (!url) return resolve(null);
    const image = new Image();
    image.onload = () => {
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d", {
        willReadFrequently: true
      });
      context.drawImage(image, 0, 0);
      resolve({
        image,
        context,
        width: image.width,
        height: image.height
      });
    };
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

async function show(index) {
  state.index = index;
  const failure = failures[index];
  byId("name").textContent = failure.name;
  byId("place").textContent = failure.place;
  byId("message").textContent = failure.message;
  for (const [i, button] of [...byId("list").children].entries())
    button.setAttribute("aria-current", i === index);
  document.body.classList.toggle("text", !failure.reference);
  const [reference, actual, difference] = await Promise.all(
    [failure.reference, failure.actual, failure.difference].map(load));
  if (state.index !== index) return;
  state.images = {
    reference,
    actual,
    difference
  };
  setMode(state.mode);
  fit();
}

const parts = {
  side: ["reference", "actual", "difference"],
  swipe: ["swipe"],
  onion: ["onion"],
  difference: ["difference"],
};

function setMode(mode) {
  state.mode = mode;
  for (const button of document.querySelectorAll("[data-mode]"))
    button.setAttribute("aria-pressed", button.dataset.mode === mode);
  byId("share").hidden = mode !== "swipe" && mode !== "onion";
  byId("views").replaceChildren(...parts[mode].filter(
    part => state.images[part] !== null).map(part => {
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    const canvas = document.createElement("canvas");
    caption.textContent = {
        swipe: "reference | actual",
        onion: "actual over reference"
      } [part] ??
      part;
    canvas.dataset.part = part;
    watch(canvas);
    figure.append(caption, canvas);
    return figure;
  }));
  draw();
}

function draw() {
  byId("zoom").textContent = Math.round(state.zoom * 100) + " %";
  for (const canvas of document.querySelectorAll("canvas")) {
    const ratio = devicePixelRatio;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    const context = canvas.getContext("2d");
    context.imageSmoothingEnabled = state.zoom < 1;
    context.setTransform(ratio * state.zoom, 0, 0, ratio * state.zoom,
      -state.x * ratio * state.zoom, -state.y * ratio * state.zoom);
    paint(context, canvas.dataset.part);
  }
}

function paint(context, part) {
  const {
    reference,
    actual
  } = state.images;
  const share = byId("share").value / 100;
  if (part === "swipe") {
    const width = Math.max(reference.width, actual.width);
    clipped(context, 0, width * share, reference);
    clipped(context, width * share, width * (1 - share), actual);
    context.fillStyle = "#f0f";
    context.fillRect(width * share, 0, 1 / state.zoom, Math.max(reference.height, actual.height));
  } else if (part === "onion") {
    context.drawImage(reference.image, 0, 0);
    context.globalAlpha = share;
    context.drawImage(actual.image, 0, 0);
  } else {
    const picture = state.images[part];
    if (picture) context.drawImage(picture.image, 0, 0);
  }
}

function clipped(context, x, width, picture) {
  context.save();
  context.beginPath();
  context.rect(x, 0, width, picture.height);
  context.clip();
  context.drawImage(picture.image, 0, 0);
  context.restore();
}

function setZoom(zoom, x = 0, y = 0) {
  zoom = Math.min(32, Math.max(1 / 8, zoom));
  // The place under the pointer stays.
  state.x += x / state.zoom - x / zoom;
  state.y += y / state.zoom - y / zoom;
  state.zoom = zoom;
  draw();
}

function fit() {
  const canvas = document.querySelector("canvas");
  const {
    reference,
    actual
  } = state.images;
  if (!canvas || !reference || !actual) return;
  const exact = Math.min(canvas.clientWidth / Math.max(reference.width, actual.width),
    canvas.clientHeight / Math.max(reference.height, actual.height));
  state.x = state.y = 0;
  state.zoom = 1;
  setZoom(exact >= 1 ? Math.floor(exact) : exact);
}

function watch(canvas) {
  let last = null;
  canvas.onpointerdown = event => {
    canvas.setPointerCapture(event.pointerId);
    last = event;
    if (state.mode === "swipe") swipe(event);
  };
  canvas.onpointerup = () => {
    last = null;
  };
  canvas.onpointermove = event => {
    if (last && state.mode === "swipe") swipe(event);
    else if (last) {
      state.x -= (event.offsetX - last.offsetX) / state.zoom;
      state.y -= (event.offsetY - last.offsetY) / state.zoom;
      last = event;
      draw();
    }
    tell(event);
  };
  canvas.onwheel = event => {
    event.preventDefault();
    setZoom(state.zoom * (event.deltaY < 0 ? 2 : 0.5), event.offsetX, event.offsetY);
  };
}

function swipe(event) {
  const width = Math.max(state.images.reference.width, state.images.actual.width);
  const x = event.offsetX / state.zoom + state.x;
  byId("share").value = Math.round(Math.min(1, Math.max(0, x / width)) * 100);
  draw();
}

function tell(event) {
  const x = Math.floor(event.offsetX / state.zoom + state.x);
  const y = Math.floor(event.offsetY / state.zoom + state.y);
  const texts = ["reference", "actual"].map(part => {
    const picture = state.images[part];
    const inside = picture && x >= 0 && y >= 0 && x < picture.width && y < picture.height;
    return part + " " + (inside ? [...picture.context.getImageData(x, y, 1, 1).data].join(" ") :
      "outside");
  });
  byId("pixel").textContent = `(${x}, ${y})  ${texts.join("   ")}`;
}

byId("count").textContent = failures.length === 0 ? "No failures" :
  failures.length + (failures.length === 1 ? " failure" : " failures");
byId("list").replaceChildren(...failures.map((failure, index) => {
  const button = document.createElement("button");
  button.textContent = failure.name;
  button.onclick = () => show(index);
  return button;
}));
for (const button of document.querySelectorAll("[data-mode]"))
  button.onclick = () => setMode(button.dataset.mode);
byId("share").oninput = draw;
byId("in").onclick = () => setZoom(state.zoom * 2);
byId("out").onclick = () => setZoom(state.zoom / 2);
byId("fit").onclick = fit;
addEventListener("resize", draw);
addEventListener("keydown", event => {
  const step = {
    ArrowDown: 1,
    ArrowUp: -1
  } [event.key];
  if (step && failures[state.index + step]) show(state.index + step);
});
if (failures.length > 0) show(0);
else document.querySelector("main").hidden = true;
