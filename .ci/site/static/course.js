// Pictures that move without a kernel. A film has every state of a picture as SVG parts, drawn by the library.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const NARROW = 0.62;  // below this part of its own width a picture of several columns shows them one below the other
const WHOLE_FILM = 15000;  // milliseconds; a short film shows each state for half a second
const PLAY = "▶\ufe0e Play";  // as on the buttons of a notebook; a triangle, not an emoji
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function drawing(name, properties = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  return made;
}

// Letters, markers and clipping rectangles: once on a page, whichever pictures refer to them.
const shelf = drawing("svg", {width: 0, height: 0, "aria-hidden": "true", style: "position: absolute"});
document.body.append(shelf);
const known = new Set();

function keep(shapes) {
  for (const [name, shape] of Object.entries(shapes)) {
    if (known.has(name)) continue;
    known.add(name);
    const group = shelf.appendChild(drawing("defs"));
    group.innerHTML = shape;
    group.firstChild.id = name;
  }
}

const longest = texts => texts.reduce((most, one) => one.length > most.length ? one : most);

let films = 0;

class Film {
  constructor(figure, film) {
    this.figure = figure;
    this.picture = drawing("g", {id: `film-${films++}`});
    this.views = element("div", {className: "views"});
    this.sentence = element("p", {className: "sentence"});
    this.sentence.setAttribute("role", "status");
    this.form = element("form", {className: "knobs", onsubmit: event => event.preventDefault()});
    this.show(film, film.knobs.map(knob => knob.start));
    figure.replaceChildren(...(film.knobs.length ? [this.form] : []), this.views, this.sentence);
    new ResizeObserver(() => this.layOut()).observe(figure);
    figure.dataset.ready = "yes";
    if (figure.dataset.plays && !STILL.matches) {
      this.go(0, 0);
      this.play();
    }
  }

  show(film, at) {
    this.film = film;
    this.at = at;
    this.strides = film.knobs.map((_, k) => film.knobs.slice(k + 1).reduce((product, knob) => product * knob.values.length, 1));
    keep(film.shapes);
    const still = drawing("g");
    still.innerHTML = film.still;
    this.parts = film.parts.map(() => drawing("g"));
    this.shown = film.parts.map(() => -1);
    this.picture.replaceChildren(still, ...this.parts);
    this.inputs = film.knobs.map((knob, k) => this.input(knob, k));
    const reset = element("button", {type: "button", textContent: "Reset", onclick: () => this.reset()});
    this.form.replaceChildren(...this.inputs.map(input => input.closest("label")), ...this.steppers(), reset, ...this.more());
    this.layOut();
    this.draw();
  }

  // One view of the whole, or one for each column; all but the first are mirrors of it.
  layOut() {
    const {width, height, cuts} = this.film;
    const room = this.figure.clientWidth, own = width * 100 / 72;
    const narrow = room && room < NARROW * own && !("whole" in document.documentElement.dataset);  // slides have no room below
    const ends = narrow ? [0, ...cuts, width] : [0, width];
    if (this.views.childElementCount !== ends.length - 1) {
      this.views.replaceChildren(...ends.slice(1).map((end, k) => {
        const svg = drawing("svg", {viewBox: `${ends[k]} 0 ${end - ends[k]} ${height}`, role: "img"});
        svg.style.width = `${(end - ends[k]) * 100 / 72}px`;
        svg.append(k ? drawing("use", {href: `#${this.picture.id}`}) : this.picture);
        return svg;
      }));
      this.name();
    }
    this.makeRoom();
  }

  // As high as the longest sentence, so that what stands below does not jump.
  makeRoom() {
    if (!this.film.said || !this.sentence.offsetWidth) return;  // not on the page, or folded
    const ruler = element("p", {className: "sentence", textContent: this.longest ??= longest(this.film.said)});
    ruler.style.visibility = "hidden";
    this.sentence.after(ruler);
    this.sentence.style.minHeight = `${ruler.offsetHeight}px`;
    ruler.remove();
  }

  name() {
    for (const view of this.views.children) view.setAttribute("aria-label", this.sentence.textContent || "picture");
  }

  input(knob, k) {
    const input = element(knob.choice ? "select" : "input");
    if (knob.choice) knob.values.forEach((value, place) => input.add(new Option(value, place)));
    else Object.assign(input, {type: "range", min: 0, max: knob.values.length - 1, step: 1});
    const name = element("span", {className: "name", innerHTML: knob.label});
    const value = element("output");
    element("label", {className: knob.choice ? "choice" : "slider"}, name, input, value);
    input.show = () => {
      value.textContent = knob.choice ? "" : knob.values[this.at[k]];
      input.value = this.at[k];
      input.style.setProperty("--done", `${100 * this.at[k] / Math.max(1, knob.values.length - 1)}%`);
      if (!knob.choice) input.setAttribute("aria-valuetext", knob.values[this.at[k]]);
    };
    input.addEventListener("input", () => this.go(k, Number(input.value)));
    input.show();
    return input;
  }

  go(k, place) {
    this.at[k] = Math.max(0, Math.min(this.film.knobs[k].values.length - 1, place));
    this.inputs[k].show();
    this.draw();
  }

  steppers() {
    if (!this.film.plays) return [];
    const step = (words, by) => element("button", {type: "button", textContent: words, onclick: () => this.go(0, this.at[0] + by)});
    this.player = element("button", {type: "button", textContent: PLAY, onclick: () => this.playing ? this.stop() : this.play()});
    return [step("◂ Back", -1), this.player, step("Next ▸", 1)];
  }

  play() {
    const last = this.film.knobs[0].values.length - 1;
    if (this.at[0] === last) this.go(0, 0);
    this.player.textContent = "Pause";
    this.sentence.setAttribute("aria-live", "off");  // nobody wants to hear a film read out
    this.playing = setInterval(() => {
      this.go(0, this.at[0] + 1);
      if (this.at[0] === last) this.stop();
    }, Math.max(80, Math.min(500, WHOLE_FILM / last)));
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.player.textContent = PLAY;
    this.sentence.setAttribute("aria-live", "polite");
  }

  reset() {
    if (this.playing) this.stop();
    this.at = this.film.knobs.map(knob => knob.start);
    this.inputs.forEach(input => input.show());
    this.draw();
  }

  draw() {
    if (this.python) return this.drawLive();
    const state = this.at.reduce((sum, place, k) => sum + place * this.strides[k], 0);
    this.parts.forEach((part, k) => {
      const form = this.film.states[k + 1][state];
      if (form !== this.shown[k]) part.innerHTML = this.film.parts[k][this.shown[k] = form];
    });
    this.say(this.film.said[this.film.states[0][state]]);
  }

  say(sentence) {
    this.sentence.textContent = sentence;
    this.name();
  }

  // A film that leaves values out can be had in full, drawn by Python, which the reader then has to load.
  more() {
    if (!this.film.thinned || !this.figure.dataset.call || this.python) return [];
    const button = element("button", {type: "button", className: "every", textContent: "Every value", title: "This film shows a part of the values. Python draws all of them, here on this page; loading it takes some 20 MB, once."});
    const told = element("span", {className: "told"});
    told.setAttribute("role", "status");
    button.onclick = () => this.load(button, told);
    return [button, told];
  }

  async load(button, told) {
    button.disabled = true;
    try {
      const python = await import("./every_value.js");
      const opened = await python.open(this.figure.dataset.call, words => { told.textContent = words; });
      const before = this.film.knobs.map((knob, k) => knob.values[this.at[k]]);
      this.python = python;
      this.show({...opened, parts: this.film.parts, cuts: this.film.cuts}, opened.knobs.map((knob, k) => Math.max(0, knob.values.indexOf(before[k]))));
      this.figure.dataset.every = "yes";
    } catch (error) {
      told.textContent = `Python could not be loaded: ${error.message}`;
      button.disabled = false;
    }
  }

  async drawLive() {
    this.wanted = [...this.at];
    if (this.drawing) return;
    this.drawing = true;
    while (this.wanted) {
      const places = this.wanted;
      this.wanted = null;
      const frame = await this.python.frame(this.figure.dataset.call, places);
      keep(frame.shapes);
      this.parts.forEach((part, k) => { part.innerHTML = frame.parts[k]; });
      this.say(frame.said);
    }
    this.drawing = false;
  }
}

// A film is packed for every host alike; some hosts unpack such files themselves.
async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const film = await answer.blob(), [first, second] = new Uint8Array(await film.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  return new Response(packed ? film.stream().pipeThrough(new DecompressionStream("gzip")) : film).json();
}

async function start(figure) {
  new Film(figure, await read(figure.dataset.film));
}

function ask(box) {
  const then = box.querySelector(".then"), reply = box.querySelector(".reply");
  then.hidden = true;
  then.after(element("p", {className: "closed", textContent: "The picture opens with your guess"}));
  box.querySelectorAll(".choices button").forEach(button => {
    button.setAttribute("aria-pressed", false);
    button.onclick = () => {
      reply.innerHTML = button.dataset.reply;
      reply.dataset.verdict = button.dataset.verdict;
      box.querySelectorAll(".choices button").forEach(other => other.setAttribute("aria-pressed", other === button));
      then.hidden = false;
    };
  });
}

document.querySelectorAll(".prediction").forEach(ask);
document.querySelectorAll(".quiz summary").forEach(answer => answer.addEventListener("click", () => answer.parentElement.classList.add("tried")));
const near = new IntersectionObserver(seen => seen.filter(entry => entry.isIntersecting).forEach(entry => {
  near.unobserve(entry.target);
  start(entry.target).catch(() => {});  // opened from a folder: the stored picture stays
}), {rootMargin: "1200px"});
document.querySelectorAll("figure.film[data-film]").forEach(figure => near.observe(figure));

// What scrolls sideways can be reached by keyboard.
for (const wide of document.querySelectorAll("pre, table, .formula, .views"))
  if (wide.scrollWidth > wide.clientWidth + 1) wide.tabIndex = 0;

// Paper shows everything; after that the page is as it was.
let unprinted = [];

addEventListener("beforeprint", () => {
  if (unprinted.length) return;
  unprinted = [...document.querySelectorAll("details, .then")].map(fold => ({fold, name: fold.getAttribute("name"), open: fold.open, hidden: fold.hidden}));
  for (const {fold} of unprinted) {
    fold.removeAttribute("name");  // else folds of one name close each other
    fold.open = true;
    fold.hidden = false;
  }
});

addEventListener("afterprint", () => {
  for (const {fold, open, hidden} of unprinted) Object.assign(fold, {open, hidden});
  for (const {fold, name} of unprinted) if (name !== null) fold.setAttribute("name", name);
  unprinted = [];
});
