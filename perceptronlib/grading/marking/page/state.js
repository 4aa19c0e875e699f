// What the page knows, and how it asks the program that serves it.
export const at = id => document.getElementById(id);
export const all = {questions: [], states: {}, names: {}, pile: "", stamp: "", tick: 0};
// Where the marker is: the answers in their order, the one that was gone to, and what is shown of it.
export const my = {order: [], place: 0, shown: null, digits: ""};
export const pending = new Map();  // marks that are on their way
export const unsent = new Map();  // comments that could not be saved
export const undone = [];

export const DONE = new Set(["marked", "empty"]);
export const marker = () => at("by").value.trim().replace(/\s+/g, " ");
export const now = () => my.order[my.place];
export const stateOf = one => all.states[one.name] ?? {state: "waiting", given: [], who: "", mark: null};
export const ours = one => stateOf(one).given.find(given => given.mine) ?? {mark: "", comment: ""};
export const markOf = one => pending.get(one.name) ?? ours(one).mark;
export const isDone = one => DONE.has(stateOf(one).state);
export const written = value => String(Math.round(value * 100) / 100);
export const number = mark => mark === "" ? NaN : Number(mark.replace(",", "."));

export async function ask(place, body) {
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

export function tell(problem) {
  at("problem").hidden = !problem;
  at("problem").textContent = problem;
}

export function said(text, kind = "") {
  at("saved").textContent = text;
  at("saved").className = kind;
}
