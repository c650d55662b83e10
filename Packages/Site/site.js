// Dark or light, the search, and films that stand still for those who ask for less motion.
// Licensed under the MIT license; see LICENSE.

const root = document.body.dataset.root;
const longestList = 12;

function showScheme(scheme) {
  if (scheme) document.documentElement.dataset.scheme = scheme;
}

function isDark() {
  const chosen = document.documentElement.dataset.scheme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

showScheme(localStorage.getItem("scheme"));
document.getElementById("scheme").addEventListener("click", () => {
  const scheme = isDark() ? "light" : "dark";
  localStorage.setItem("scheme", scheme);
  showScheme(scheme);
});

const field = document.querySelector("#search input");
const found = document.getElementById("found");
let index = null;

// The index is loaded with the first search.
function loadIndex() {
  if (index) return;
  index = new Promise(done => {
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    script.addEventListener("load", () => done(window.searchIndex));
    document.head.append(script);
  });
}

function result([path, title, text], words) {
  const line = document.createElement("p");
  const link = document.createElement("a");
  link.href = root + path;
  link.textContent = title;
  const place = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
  const part = document.createElement("small");
  part.textContent = ` … ${text.slice(place, place + 140)} …`;
  line.append(link, part);
  return line;
}

// Pages that have all words; those with a word in the title come first.
async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word.length > 1);
  found.hidden = words.length === 0;
  if (words.length === 0) return;
  loadIndex();
  const pages = await index;
  const inTitle = page => words.some(word => page[1].toLowerCase().includes(word)) ? 0 : 1;
  const hits = pages
    .filter(page => words.every(word => (page[1] + page[2]).toLowerCase().includes(word)))
    .sort((a, b) => inTitle(a) - inTitle(b));
  found.replaceChildren(...hits.slice(0, longestList).map(page => result(page, words)));
  if (hits.length === 0) found.textContent = "No document has these words.";
}

field.addEventListener("focus", loadIndex);
field.addEventListener("input", search);
document.getElementById("search").addEventListener("submit", event => event.preventDefault());

for (const film of document.querySelectorAll("video")) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    film.removeAttribute("autoplay");
    film.pause();
  }
}
