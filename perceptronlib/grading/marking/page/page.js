// The marking page: shows one answer at a time; keys and buttons give it points.
import {listen} from "./keys.js";
import {about, paint, reachable, read} from "./paint.js";
import {all, ask, at, isDone, marker, markOf, my, now, number, ours, said, stateOf, tell, undone, unsent, written}
  from "./state.js";
import {give, write} from "./strokes.js";

let heard = 0, undoing = Promise.resolve();

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
  const wanted = my.shown?.name ?? decodeURIComponent(location.hash.slice(1));
  my.order = sorted();
  const found = my.order.findIndex(one => one.name === wanted);
  my.place = found >= 0 ? found : Math.max(0, my.order.findIndex(one => !isDone(one)));
  await show();
}

async function refresh() {
  const mine = ++all.tick;
  const {answers, news, problem, pile, stamp} = await ask(`state?${new URLSearchParams({by: marker(), known: all.stamp})}`);
  if (mine !== all.tick) return false;  // something newer is under way
  const changed = !problem && pile !== all.pile && all.pile !== "";
  if (!problem) Object.assign(all, {states: answers ?? all.states, pile, stamp});
  tell(problem);
  for (const sentence of news.slice(heard)) {
    const item = document.createElement("li");
    item.textContent = sentence;
    at("news").append(item);
    at("news").hidden = false;
  }
  heard = news.length;
  return changed;
}

async function show() {
  const one = now();
  my.digits = "";
  if (!one) return;
  const answer = await ask(`answer/${one.name}`);
  if (one !== now()) return;
  const isOther = my.shown?.name !== one.name;
  const isRead = !isOther && my.shown.fingerprint === answer.fingerprint;
  if (isOther) my.shown = {name: one.name, comment: ours(one).comment, typed: unsent.has(one.name)};
  if (isOther && unsent.has(one.name)) at("comment").value = unsent.get(one.name);
  my.shown.fingerprint = answer.fingerprint;
  about(one);
  if (!isRead) read(one, answer);
  paint();
  reachable();
  if (isRead) return;
  scrollTo(0, 0);
  if (isOther || document.activeElement !== at("comment")) at("who").focus({preventScroll: true});
}

async function go(place) {
  if (place < 0 || place >= my.order.length)
    return said(place < 0 ? "This is the first answer." : "This is the last answer.");
  write.now();
  my.place = place;  // at once: the next key is for the next answer
  said("\u00a0");
  await show().catch(error => tell(error.message));
}

function unmarked() {
  const {order, place} = my, next = [...order.slice(place + 1), ...order.slice(0, place + 1)];
  const open = next.find(one => !isDone(one));
  return open ? go(order.indexOf(open)) : said("All answers are marked.");
}

function question(step) {
  const k = (all.questions.indexOf(now().question) + step + all.questions.length) % all.questions.length;
  const own = my.order.filter(one => one.question === all.questions[k]);
  return go(my.order.indexOf(own.find(one => !isDone(one)) ?? own[0]));
}

function undo() {
  undoing = undoing.then(undoOne).catch(error => tell(error.message));
}

async function undoOne() {
  await write.now();
  const last = undone.pop();
  if (!last) return said("There is nothing to undo.");
  if (last.isFinal) return said("That cannot be undone here: marks_log.jsonl tells what was there before.", "wrong");
  const place = my.order.findIndex(one => one.name === last.one.name);
  if (place < 0) return said("That answer is there no more.", "wrong");
  my.place = place;
  if (my.shown?.name !== last.one.name) await show();
  if (last.what.comment !== undefined) {
    at("comment").value = last.what.comment;
    my.shown.typed = true;
  }
  await give(last.what, now(), true);
}

const act = {
  digit(digit) {
    const most = now().question.points;
    my.digits = Number(my.digits + digit) <= most && my.digits !== "0" ? my.digits + digit : String(digit);
    if (digit > most) return said(`There are ${written(most)} points at most.`, "wrong");
    give({mark: my.digits});
  },
  half() {
    const value = number(markOf(now())) || 0;
    act.set(value % 1 ? Math.floor(value) : value + 0.5);
  },
  step(by) { act.set((number(markOf(now())) || 0) + by); },
  set(value) {
    my.digits = "";
    give({mark: written(Math.min(Math.max(value || 0, 0), now().question.points))});
  },
  clear() {
    my.digits = "";
    give({mark: ""});
  },
  write() { at("comment").focus(); },
  read() { write.now(); at("who").focus(); },
  unmarked, undo,
  next: () => go(my.place + 1), previous: () => go(my.place - 1),
  nextQuestion: () => question(1), previousQuestion: () => question(-1),
  looked() { if (!at("looked").hidden) give({looked: true}); },
  settles() { if (!at("settles").hidden) give({settles: true}); },
  async order() {
    const one = now(), button = at("order");
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
    my.order = sorted();
    my.place = my.order.findIndex(other => other.name === one.name);
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

function wire() {
  for (const id of ["next", "previous", "unmarked", "undo", "looked", "settles", "order", "names"])
    at(id).addEventListener("click", act[id]);
  at("keys").addEventListener("click", act.help);
  at("close").addEventListener("click", () => at("help").close());
  at("comment").addEventListener("input", write.later);
  at("comment").addEventListener("blur", write.now);
  at("question").addEventListener("change", event =>
    question(Number(event.target.value) - all.questions.indexOf(now().question)));
  at("by").addEventListener("change", renamed);
  at("points").addEventListener("click", event => {
    if (event.target.matches("button")) act.set(Number(event.target.value));
  });
  document.addEventListener("outdated", () => load().catch(error => tell(error.message)));
  addEventListener("beforeunload", () => { write.now(); });
  addEventListener("resize", reachable);
  addEventListener("focus", look);  // whoever comes back from a spreadsheet sees at once what it did
  setInterval(look, 2000);
  listen(act);
}

async function renamed() {
  try { sessionStorage.setItem("by", marker()); } catch {}
  await refresh();
  await show();
}

function look() {
  if (document.hidden) return;
  const went = refresh().then(changed => changed ? write.now().then(load) : paint());
  went.catch(error => tell(error.message));
}

load().then(wire).catch(error => tell(error.message));
