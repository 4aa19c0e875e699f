// Pictures that move without a kernel. A film has every state of a picture as SVG parts, drawn by the library.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

class Film {
  constructor(figure, film) {
    this.film = film;
    this.at = film.knobs.map(knob => knob.start);
    this.strides = film.knobs.map((_, k) => film.knobs.slice(k + 1).reduce((product, knob) => product * knob.values.length, 1));
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", `0 0 ${film.width} ${film.height}`);
    this.svg.setAttribute("role", "img");
    this.svg.style.width = `${film.width * 100 / 72}px`;
    this.group().innerHTML = film.still;
    this.parts = film.parts.map(() => this.group());
    this.shown = film.parts.map(() => -1);
    this.sentence = element("p", {className: "sentence"});
    this.sentence.setAttribute("role", "status");
    const reset = element("button", {type: "button", textContent: "Reset", onclick: () => this.reset()});
    this.inputs = film.knobs.map((knob, k) => this.input(knob, k));
    this.form = element("form", {className: "knobs"}, ...this.inputs.map(input => input.closest("label")), ...this.steppers(), reset);
    this.form.onsubmit = event => event.preventDefault();
    this.draw();
    figure.replaceChildren(this.form, element("div", {className: "scroll"}, this.svg), this.sentence);
    figure.dataset.ready = "yes";
  }

  group() {
    return this.svg.appendChild(document.createElementNS(SVG, "g"));
  }

  input(knob, k) {
    const input = element(knob.choice ? "select" : "input");
    if (knob.choice) knob.values.forEach((value, place) => input.add(new Option(value, place)));
    else Object.assign(input, {type: "range", min: 0, max: knob.values.length - 1, step: 1});
    const name = element("span", {className: "name", innerHTML: knob.label});
    const value = element("output");
    element("label", {}, name, input, value);
    input.show = () => {
      value.textContent = knob.choice ? "" : knob.values[this.at[k]];
      input.value = this.at[k];
      input.setAttribute("aria-valuetext", knob.values[this.at[k]]);
    };
    input.addEventListener("input", () => { this.at[k] = Number(input.value); input.show(); this.draw(); });
    input.show();
    return input;
  }

  steppers() {
    if (!this.film.plays) return [];
    const last = this.film.knobs[0].values.length - 1;
    const go = place => { this.at[0] = Math.max(0, Math.min(last, place)); this.inputs[0].show(); this.draw(); };
    const back = element("button", {type: "button", textContent: "‹ Back", onclick: () => go(this.at[0] - 1)});
    const next = element("button", {type: "button", textContent: "Next ›", onclick: () => go(this.at[0] + 1)});
    const play = element("button", {type: "button", textContent: "Play"});
    const stop = () => { clearInterval(this.playing); this.playing = 0; play.textContent = "Play"; };
    play.onclick = () => {
      if (this.playing) return stop();
      if (this.at[0] === last) go(0);
      play.textContent = "Pause";
      this.playing = setInterval(() => { go(this.at[0] + 1); if (this.at[0] === last) stop(); }, 500);
    };
    return [back, play, next];
  }

  reset() {
    this.at = this.film.knobs.map(knob => knob.start);
    this.inputs.forEach(input => input.show());
    this.draw();
  }

  draw() {
    const state = this.at.reduce((sum, place, k) => sum + place * this.strides[k], 0);
    this.parts.forEach((part, k) => {
      const form = this.film.states[k + 1][state];
      if (form !== this.shown[k]) part.innerHTML = this.film.parts[k][this.shown[k] = form];
    });
    this.sentence.textContent = this.film.said[this.film.states[0][state]];
    this.svg.setAttribute("aria-label", this.sentence.textContent);
  }
}

async function start(figure) {
  const answer = await fetch(figure.dataset.film);
  new Film(figure, await answer.json());
}

function ask(box) {
  const then = box.querySelector(".then"), reply = box.querySelector(".reply");
  then.hidden = true;
  box.querySelectorAll(".choices button").forEach(button => {
    button.onclick = () => {
      reply.innerHTML = button.dataset.reply;
      box.querySelectorAll(".choices button").forEach(other => other.setAttribute("aria-pressed", other === button));
      then.hidden = false;
    };
  });
}

document.querySelectorAll(".prediction").forEach(ask);
const near = new IntersectionObserver(seen => seen.filter(entry => entry.isIntersecting).forEach(entry => {
  near.unobserve(entry.target);
  start(entry.target);
}), {rootMargin: "600px"});
document.querySelectorAll("figure.film[data-film]").forEach(figure => near.observe(figure));
addEventListener("beforeprint", () => document.querySelectorAll("details, .then").forEach(fold => { fold.open = true; fold.hidden = false; }));
