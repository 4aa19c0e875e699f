// Strokes: what a marker gives is sent at once, one stroke after the other.
import {paint} from "./paint.js";
import {all, ask, at, marker, my, now, ours, pending, said, undone, unsent} from "./state.js";

let saving = Promise.resolve();

// Give the answer that is shown a mark or a comment; resolves when it is saved, or refused in words.
export function give(what, one = now(), isUndo = false) {
  const shown = my.shown;
  if (shown?.name !== one?.name) {
    said("Not saved: that answer was not shown yet.", "wrong");
    return saving;
  }
  const wish = {answer: one.name, by: marker(), fingerprint: shown.fingerprint, ...what};
  if (what.mark !== undefined) pending.set(one.name, what.mark);
  saving = saving.then(() => send(one, wish, shown, isUndo));
  paint();
  return saving;
}

async function send(one, wish, shown, isUndo) {
  const before = {...ours(one)};
  if (wish.comment !== undefined) wish.before = shown.comment;
  said("Saving ...");
  try {
    all.tick += 1;
    const state = await ask("give", wish);
    all.tick += 1;
    all.states[one.name] = state;
    if (wish.mark !== undefined && pending.get(one.name) === wish.mark) pending.delete(one.name);
    if (!isUndo) remember(one, wish, before);
    if (wish.comment !== undefined) isWritten(one, wish.comment, shown);
    said(wish.mark === undefined ? "Saved." : wish.mark === "" ? "Saved: no mark." : `Saved: ${wish.mark}.`);
    paint();
  } catch (error) {
    pending.delete(one.name);
    if (wish.comment !== undefined) unsent.set(one.name, wish.comment);
    said(error.message, "wrong");
    paint();
    if (error.message.startsWith("This answer has changed")) document.dispatchEvent(new Event("outdated"));
  }
}

function isWritten(one, comment, shown) {
  shown.comment = comment;
  unsent.delete(one.name);
  if (my.shown === shown) shown.typed = at("comment").value !== comment;
}

function remember(one, wish, before) {
  const last = undone.at(-1), typing = wish.comment !== undefined;
  if (typing && last?.typing && last.one === one) return;
  const what = {by: wish.by};
  if (wish.mark !== undefined) what.mark = before.mark;
  if (typing) what.comment = before.comment;
  undone.push({one, what, typing, isFinal: Boolean(wish.settles || wish.looked)});
}

// A comment is sent while it is written, a moment after the last letter.
export const write = {
  timer: 0,
  later() {
    my.shown.typed = true;
    clearTimeout(write.timer);
    write.timer = setTimeout(write.now, 250);
  },
  now() {
    clearTimeout(write.timer);
    const one = now(), shown = my.shown;
    if (shown?.typed && shown.name === one?.name && at("comment").value !== shown.comment)
      return give({comment: at("comment").value}, one);
    return saving;
  },
};
