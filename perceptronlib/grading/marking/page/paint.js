// How an answer looks on the page, and how it stands.
import {all, at, DONE, isDone, markOf, my, now, number, ours, stateOf, undone, written} from "./state.js";

const STATES = {
  waiting: "Not marked yet", marked: "Marked", empty: "Nothing was written: 0 points by itself, unless you give some",
  changed: "The answer has changed since it was marked: mark it again, or say that the mark still holds (y)",
  differ: "Two different marks: none counts until they agree (= takes yours for all)",
  unclear: "What stands in marks.csv is no number of points",
};

export function read(one, answer) {
  history.replaceState(null, "", `#${one.name}`);
  at("answer").innerHTML = answer.html;
  at("answer").querySelectorAll("img").forEach(picture => picture.addEventListener("error", () => {
    const words = document.createElement("span");
    words.className = "missing";
    words.textContent = `[a picture that cannot be shown: ${picture.alt}]`;
    picture.closest("a").replaceWith(words);
  }));
  list(at("notes"), answer.notes);
}

export function about(one) {
  at("rubric").innerHTML = one.question.rubric || "There is none here: grade once more, and it will be.";
  at("model").innerHTML = one.question.model;
  at("modelled").hidden = !one.question.model;
  at("text").innerHTML = one.question.text;
  at("asked").hidden = !one.question.text;
  points(one);
}

// What is wider than its place scrolls there, by keyboard too.
export function reachable() {
  for (const part of document.querySelectorAll(".shown .display, .shown pre"))
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
}

function list(where, sentences) {
  where.hidden = !sentences.length;
  where.replaceChildren(...sentences.map(sentence => {
    const item = document.createElement("li");
    item.textContent = sentence;
    return item;
  }));
}

function points(one) {
  const values = [];
  for (let value = 0; value <= one.question.points; value += one.question.points > 12 ? 1 : 0.5) values.push(value);
  at("points").replaceChildren(...values.map(value => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = value % 1 ? (value > 1 ? Math.floor(value) : "") + "½" : value;
    button.setAttribute("aria-label", `${value} points`);
    button.value = value;
    return button;
  }));
}

export function paint() {
  const one = now(), state = stateOf(one), mine = ours(one), of = written(one.question.points);
  const within = my.order.filter(other => other.question === one.question);
  const name = all.names[one.name];
  at("who").textContent = name ? name.filter(Boolean).join(" · ") : `Student ${state.who}`;
  at("place").textContent = `answer ${within.indexOf(one) + 1} of ${within.length}`;
  at("state").textContent = STATES[state.state] + (state.state === "marked" ? `: ${written(state.mark)} of ${of}` : "");
  at("state").className = state.state;
  at("points-are").textContent = `Points, of ${of}`;
  const mark = markOf(one), value = number(mark);
  at("mark").textContent = mark === "" ? "none yet" : mark;
  if (!my.shown.typed) at("comment").value = my.shown.comment = mine.comment;
  for (const button of at("points").children) button.setAttribute("aria-pressed", Number(button.value) === value);
  const others = state.given.filter(given => !given.mine);
  list(at("given"), others.map(({by, mark, comment}) =>
    `${by || "Without a name"}: ${mark || "no mark"}${comment ? `. ${comment}` : ""}`));
  at("looked").hidden = state.state !== "changed";
  const isOpen = ["differ", "changed"].includes(state.state) && mine.mark !== "";
  at("settles").hidden = !(isOpen && others.some(other => other.mark && other.mark !== mine.mark));
  at("undo").disabled = !undone.length;
  progress();
  at("question").value = all.questions.indexOf(one.question);
}

function progress() {
  const done = my.order.filter(isDone).length;
  at("done").max = my.order.length;
  at("done").value = done;
  at("progress").textContent = `${done} of ${my.order.length} done`;
  [...at("question").options].forEach((option, k) => {
    const question = all.questions[k];
    const ready = question.answers.filter(name => DONE.has(all.states[name]?.state)).length;
    option.textContent = `${ready}/${question.answers.length} · ${question.exercise}: ${question.title}`;
  });
  document.title = `${done} of ${my.order.length} marked`;
}
