// The slides: text that fits, formulas, votes of the class, and whose the keys are.
"use strict";

const LARGEST = 34, SMALLEST = 20; // pixels of a slide of 1280 by 720
const printing = /print-pdf/.test(location.search);

// On paper nothing moves: there each picture is the stored one, which says most.
if (printing) document.querySelectorAll("[data-film]").forEach(figure => figure.removeAttribute("data-film"));

// Formulas of the notes become MathML, which the speaker's window can show without MathJax.
function notesWithFormulas() {
  document.querySelectorAll("aside.notes .math").forEach(place => {
    const [, left, formula] = /^\\([([])(.*)\\[)\]]$/s.exec(place.textContent.trim());
    place.innerHTML = MathJax.tex2mml(formula, {display: left === "["});
  });
}

// Whether anything on the slide has no room. (What MathJax hides for screen readers is no matter.)
function overflows(slide) {
  const parts = slide.querySelectorAll(".body > *, .body > .fragment > *, .beside > *, .box > *, .question > *, mjx-math, pre, table");
  return [...parts].filter(part => part.checkVisibility()).some(part => {
    const box = part.getBoundingClientRect(), room = part.parentElement.closest(".beside, .body").getBoundingClientRect();
    return box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1;
  });
}

// The largest letters with which all that will come has room.
function fit(section) {
  const slide = section.querySelector(".slide");
  if (!slide.clientHeight) return;
  for (let size = LARGEST; size >= SMALLEST; size--) {
    slide.style.fontSize = `${size}px`;
    if (!overflows(slide)) break;
  }
}

function fitNear() {
  document.querySelectorAll(".slides section").forEach(fit);
}

// Arrows belong to a slider or a list that has the focus, the space bar to a button; all other keys to the deck.
function deckKey(event) {
  const focused = event.target.closest("input, select, button");
  if (!focused) return true;
  if (["PageDown", "PageUp", "Escape"].includes(event.key)) {
    event.preventDefault();
    focused.blur();
    if (event.key === "PageDown") Reveal.next();
    if (event.key === "PageUp") Reveal.prev();
    return false;
  }
  const pressed = focused.tagName === "BUTTON" ? [" ", "Enter"] : ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " "];
  return !pressed.includes(event.key);
}

// With the answer a picture goes from its start to where it tells most, and back; one that the speaker has moved stays.
function tell(answer, from, to) {
  const figure = answer.closest("section").querySelector("figure[data-places]");
  const inputs = figure ? [...figure.querySelectorAll(".knobs :is(input, select)")] : [];
  const places = JSON.parse(figure?.dataset.places ?? "[]");
  if (!inputs.length || inputs.some((input, k) => Number(input.value) !== places[k][from])) return;
  inputs.forEach((input, k) => {
    input.value = places[k][to];
    input.dispatchEvent(new Event("input"));
  });
}

function dark(now) {
  document.documentElement.dataset.theme = now ? "dark" : "light";
}

async function begin() {
  document.querySelectorAll(".choices button").forEach(button => {
    button.onclick = () => button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  });
  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, slideNumber: "c/t", transition: "none", backgroundTransition: "none",
    keyboardCondition: deckKey, pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1, plugins: [RevealNotes],
  });
  Reveal.addKeyBinding({keyCode: 68, key: "D", description: "Dark or light"}, () => dark(document.documentElement.dataset.theme !== "dark"));
  Reveal.addKeyBinding({keyCode: 90, key: "Z", description: "The picture alone"}, () => document.querySelector("section.present .slide").classList.toggle("zoom"));
  for (const event of ["slidechanged", "resize", "pdf-ready", "overviewshown"]) Reveal.on(event, fitNear);
  Reveal.on("fragmentshown", ({fragments}) => fragments.filter(one => one.matches(".why")).forEach(why => tell(why, 0, 1)));
  Reveal.on("fragmenthidden", ({fragments}) => fragments.filter(one => one.matches(".why")).forEach(why => tell(why, 1, 0)));
  Reveal.on("slidechanged", () => document.activeElement.blur());
  await Promise.all([...document.fonts].map(font => font.load())); // else formulas grow when they are first seen
  fitNear();
  document.documentElement.dataset.ready = "yes";
}

window.MathJax = {
  tex: {inlineMath: [["\\(", "\\)"]], displayMath: [["\\[", "\\]"]]},
  chtml: {matchFontHeight: false},
  options: {ignoreHtmlClass: "notes", enableMenu: false},
  startup: {
    async pageReady() {
      await MathJax.startup.defaultPageReady();
      notesWithFormulas();
      if (document.querySelector(".reveal")) await begin();
    },
  },
};
