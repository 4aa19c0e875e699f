// The search page: what is not searched, which pages come first, and what is said where nothing is found.
"use strict";

const NOT_SEARCHED = ".headerlink, script, style, .open-live, .handout, .eyebrow, .doors, .knobs, .choices";
const WEIGHTS = [[/^(lectures\/|theorems)/, 2], [/^(reference|licences)/, 0.5]];
const NOTHING = "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.";

Documentation.TRANSLATIONS[NOTHING] = "No page has all of these words. Try one of them alone, or another word for the same thing: the search knows words, not formulas.";

// Lectures teach; the reference has the same words in every signature.
Scorer.score = ([page, , , , score]) => score * (WEIGHTS.find(([pages]) => pages.test(page))?.[1] ?? 1);

// The text of a page, or of the section with this anchor, which may have dots in its name.
Search.htmlToText = (text, anchor) => {
  const whole = new DOMParser().parseFromString(text, "text/html");
  whole.querySelectorAll(NOT_SEARCHED).forEach(part => part.remove());
  whole.querySelectorAll("h1, h2, h3, h4, p, li, td, th, dt, dd, div, summary").forEach(part => part.append(" "));
  const place = anchor && whole.getElementById(decodeURIComponent(anchor.slice(1)));
  const section = place && (place.textContent.trim() ? place : place.closest("section"));
  return (section || whole.querySelector("[role=main]"))?.textContent ?? "";
};
