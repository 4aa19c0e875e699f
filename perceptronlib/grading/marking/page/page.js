// The marking page: shows one answer at a time, and sends every stroke to the program that serves it.
import {listen} from "./keys.js";

const at = id => document.getElementById(id);
const all = {questions: [], states: {}, names: {}, pile: "", stamp: ""};
const pending = new Map();  // marks that are on their way
const undone = [];
let order = [], here = 0, shown = null, digits = "", saving = Promise.resolve(), newest = 0, tick = 0;
let undoing = Promise.resolve();

const STATES = {
  waiting: "Not marked yet", marked: "Marked", empty: "Nothing was written: 0 points by itself, unless you give some",
  changed: "The answer has changed since it was marked: mark it again, or say that the mark still holds (y)",
  differ: "Two different marks: none counts until they agree (= takes yours for all)",
  unclear: "What stands in marks.csv is no number of points",
};
const DONE = new Set(["marked", "empty"]);

async function ask(place, body) {
  const how = body === undefined ? {} :
    {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body), keepalive: true};
  let answer;
  try {
    answer = await fetch(place, how);
  } catch {
    const ended = "the program behind this page has ended. Start it again, and open its new address.";
    throw new Error(body === undefined ? `Look at the terminal: ${ended}` : `NOT SAVED: ${ended}`);
  }
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const marker = () => at("by").value.trim().replace(/\s+/g, " ");
const now = () => order[here];
const stateOf = one => all.states[one.name] ?? {state: "waiting", given: [], who: "", mark: null};
const ours = one => stateOf(one).given.find(given => given.mine) ?? {mark: "", comment: ""};
const markOf = one => pending.get(one.name) ?? ours(one).mark;
const written = value => String(Math.round(value * 100) / 100);

function sorted() {
  const list = all.questions.flatMap(question => question.answers.map(name => ({name, question})));
  if (at("order").getAttribute("aria-pressed") === "true")
    list.sort((a, b) => stateOf(a).who.localeCompare(stateOf(b).who));
  return list;
}

async function load() {
  const {questions, by} = await ask("questions");
  if (!at("by").value) at("by").value = kept("by") ?? by;
  all.questions = questions;
  if (at("names").getAttribute("aria-pressed") === "true") all.names = await ask("names");
  at("question").replaceChildren(...questions.map((question, k) => new Option("", k)));
  await refresh();
  const wanted = shown?.name ?? decodeURIComponent(location.hash.slice(1));
  order = sorted();
  const found = order.findIndex(one => one.name === wanted);
  here = found >= 0 ? found : Math.max(0, order.findIndex(one => !DONE.has(stateOf(one).state)));
  await show();
}

async function refresh() {
  const mine = ++tick;
  const {answers, news, problem, pile, stamp} = await ask(`state?${new URLSearchParams({by: marker(), known: all.stamp})}`);
  if (mine !== tick) return false;  // something newer is under way
  const changed = !problem && pile !== all.pile && all.pile !== "";
  if (!problem) Object.assign(all, {states: answers ?? all.states, pile, stamp});
  tell(problem);
  for (const sentence of news.slice(newest)) {
    const item = document.createElement("li");
    item.textContent = sentence;
    at("news").append(item);
    at("news").hidden = false;
  }
  newest = news.length;
  return changed;
}

function tell(problem) {
  at("problem").hidden = !problem;
  at("problem").textContent = problem;
}

async function show() {
  const one = now();
  digits = "";
  if (!one) return;
  const answer = await ask(`answer/${one.name}`);
  if (one !== now()) return;
  const isOther = shown?.name !== one.name, isRead = !isOther && shown.fingerprint === answer.fingerprint;
  if (isOther) shown = {name: one.name, comment: ours(one).comment, typed: false};
  shown.fingerprint = answer.fingerprint;
  about(one);
  if (!isRead) read(one, answer);
  paint();
  reachable();
  if (isRead) return;
  scrollTo(0, 0);
  if (isOther || document.activeElement !== at("comment")) at("who").focus({preventScroll: true});
}

function read(one, answer) {
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

function about(one) {
  at("rubric").innerHTML = one.question.rubric || "There is none here: grade once more, and it will be.";
  at("model").innerHTML = one.question.model;
  at("modelled").hidden = !one.question.model;
  at("text").innerHTML = one.question.text;
  at("asked").hidden = !one.question.text;
  points(one);
}

// What is wider than its place scrolls there, by keyboard too.
function reachable() {
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
    button.addEventListener("click", () => give({mark: written(value)}));
    return button;
  }));
}

function paint() {
  const one = now(), state = stateOf(one), mine = ours(one), of = written(one.question.points);
  const within = order.filter(other => other.question === one.question);
  const name = all.names[one.name];
  at("who").textContent = name ? name.filter(Boolean).join(" · ") : `Student ${state.who}`;
  at("place").textContent = `answer ${within.indexOf(one) + 1} of ${within.length}`;
  at("state").textContent = STATES[state.state] + (state.state === "marked" ? `: ${written(state.mark)} of ${of}` : "");
  at("state").className = state.state;
  at("points-are").textContent = `Points, of ${of}`;
  const mark = markOf(one), value = mark === "" ? NaN : Number(mark.replace(",", "."));
  at("mark").textContent = mark === "" ? "none yet" : mark;
  if (!shown.typed) at("comment").value = shown.comment = mine.comment;
  for (const button of at("points").children) button.setAttribute("aria-pressed", Number(button.value) === value);
  const others = state.given.filter(given => !given.mine);
  list(at("given"), others.map(({by, mark, comment}) =>
    `${by || "Without a name"}: ${mark || "no mark"}${comment ? `. ${comment}` : ""}`));
  at("looked").hidden = state.state !== "changed";
  const isOpen = ["differ", "changed"].includes(state.state) && mine.mark !== "";
  at("settles").hidden = !(isOpen && others.some(other => other.mark && other.mark !== mine.mark));
  at("undo").disabled = !undone.length;
  const done = order.filter(other => DONE.has(stateOf(other).state)).length;
  at("done").max = order.length;
  at("done").value = done;
  at("progress").textContent = `${done} of ${order.length} done`;
  [...at("question").options].forEach((option, k) => {
    const question = all.questions[k];
    const ready = question.answers.filter(name => DONE.has(all.states[name]?.state)).length;
    option.textContent = `${ready}/${question.answers.length} · ${question.exercise}: ${question.title}`;
  });
  at("question").value = all.questions.indexOf(one.question);
  document.title = `${done} of ${order.length} marked`;
}

function give(what, one = now(), isUndo = false) {
  if (shown?.name !== one?.name) {
    said("Not saved: that answer was not shown yet.", "wrong");
    return saving;
  }
  const wish = {answer: one.name, by: marker(), fingerprint: shown.fingerprint, ...what};
  if (what.mark !== undefined) pending.set(one.name, what.mark);
  saving = saving.then(() => send(one, wish, isUndo));
  paint();
  return saving;
}

async function send(one, wish, isUndo) {
  const before = {...ours(one)}, isShown = shown.name === one.name;
  if (wish.comment !== undefined && isShown) wish.before = shown.comment;
  said("Saving ...");
  try {
    tick += 1;
    const state = await ask("give", wish);
    tick += 1;
    all.states[one.name] = state;
    if (wish.mark !== undefined && pending.get(one.name) === wish.mark) pending.delete(one.name);
    if (!isUndo) remember(one, wish, before);
    if (wish.comment !== undefined && isShown) {
      shown.typed = at("comment").value !== wish.comment;
      shown.comment = wish.comment;
    }
    said(wish.mark === undefined ? "Saved." : wish.mark === "" ? "Saved: no mark." : `Saved: ${wish.mark}.`);
    paint();
  } catch (error) {
    pending.delete(one.name);
    said(error.message, "wrong");
    paint();
    if (error.message.startsWith("This answer has changed")) await load();
  }
}

function remember(one, wish, before) {
  const last = undone.at(-1);
  const typesOn = wish.comment !== undefined && last?.one === one && last.what.comment !== undefined && last.typing;
  if (typesOn) return;
  const what = {by: wish.by};
  if (wish.mark !== undefined) what.mark = before.mark;
  if (wish.comment !== undefined) what.comment = before.comment;
  undone.push({one, what, typing: wish.comment !== undefined, isFinal: Boolean(wish.settles || wish.looked)});
}

function said(text, kind = "") {
  at("saved").textContent = text;
  at("saved").className = kind;
}

async function go(place) {
  if (place < 0 || place >= order.length) return said(place < 0 ? "This is the first answer." : "This is the last answer.");
  write.now();
  here = place;  // at once: the next key is for the next answer
  said("\u00a0");
  await show().catch(error => tell(error.message));
}

function unmarked() {
  const open = k => !DONE.has(stateOf(order[(here + k) % order.length]).state);
  for (let k = 1; k <= order.length; k += 1) if (open(k)) return go((here + k) % order.length);
  return said("All answers are marked.");
}

function question(step) {
  const k = (all.questions.indexOf(now().question) + step + all.questions.length) % all.questions.length;
  const own = order.filter(one => one.question === all.questions[k]);
  return go(order.indexOf(own.find(one => !DONE.has(stateOf(one).state)) ?? own[0]));
}

function undo() {
  undoing = undoing.then(undoOne);
}

async function undoOne() {
  await write.now();
  const last = undone.pop();
  if (!last) return said("There is nothing to undo.");
  if (last.isFinal) return said("That cannot be undone here: marks_log.jsonl tells what was there before.", "wrong");
  const place = order.findIndex(one => one.name === last.one.name);
  if (place < 0) return said("That answer is there no more.", "wrong");
  here = place;
  if (shown?.name !== last.one.name) await show();
  if (last.what.comment !== undefined) {
    at("comment").value = last.what.comment;
    shown.typed = true;
  }
  await give(last.what, now(), true);
}

// A comment is sent while it is written, a moment after the last letter.
const write = {
  timer: 0,
  later() {
    shown.typed = true;
    clearTimeout(write.timer);
    write.timer = setTimeout(write.now, 250);
  },
  now() {
    clearTimeout(write.timer);
    const one = now();
    if (shown?.typed && shown.name === one.name && at("comment").value !== shown.comment)
      return give({comment: at("comment").value}, one);
    return saving;
  },
};

const act = {
  digit(digit) {
    const most = now().question.points;
    digits = Number(digits + digit) <= most && digits !== "0" ? digits + digit : String(digit);
    if (digit > most) return said(`There are ${written(most)} points at most.`, "wrong");
    give({mark: digits});
  },
  half() {
    const value = Number(markOf(now()).replace(",", ".") || 0);
    act.set(value % 1 ? Math.floor(value) : value + 0.5);
  },
  step(by) { act.set(Number(markOf(now()).replace(",", ".") || 0) + by); },
  set(value) {
    digits = "";
    give({mark: written(Math.min(Math.max(value || 0, 0), now().question.points))});
  },
  clear() {
    digits = "";
    give({mark: ""});
  },
  write() { at("comment").focus(); },
  read() { write.now(); at("who").focus(); },
  unmarked, undo,
  next: () => go(here + 1), previous: () => go(here - 1),
  nextQuestion: () => question(1), previousQuestion: () => question(-1),
  looked() { if (!at("looked").hidden) give({looked: true}); },
  settles() { if (!at("settles").hidden) give({settles: true}); },
  async order() {
    const one = now(), button = at("order");
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
    order = sorted();
    here = order.findIndex(other => other.name === one.name);
    paint();
  },
  async names() {
    const button = at("names"), on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", on);
    all.names = on ? await ask("names") : {};
    paint();
  },
  rubric() { at("about").focus(); },
  help() { at("help").showModal(); },
};

function kept(name) {
  try { return sessionStorage.getItem(name); } catch { return null; }
}

for (const id of ["next", "previous", "unmarked", "undo", "looked", "settles", "order", "names"])
  at(id).addEventListener("click", act[id]);
at("keys").addEventListener("click", act.help);
at("close").addEventListener("click", () => at("help").close());
at("comment").addEventListener("input", write.later);
at("comment").addEventListener("blur", write.now);
at("question").addEventListener("change", event =>
  question(Number(event.target.value) - all.questions.indexOf(now().question)));
at("by").addEventListener("change", async () => {
  try { sessionStorage.setItem("by", marker()); } catch {}
  await refresh();
  await show();
});
addEventListener("beforeunload", () => { write.now(); });
addEventListener("resize", reachable);
listen(act);
load().catch(error => tell(error.message));
function look() {
  if (document.hidden) return;
  refresh().then(changed => changed ? write.now().then(load) : shown && paint()).catch(error => tell(error.message));
}

setInterval(look, 2000);
addEventListener("focus", look);  // whoever comes back from a spreadsheet sees at once what it did
