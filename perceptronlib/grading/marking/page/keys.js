// Keys: which key does what. While somebody writes, keys write.
export function listen(act) {
  const single = document.getElementById("single");
  try { single.checked = sessionStorage.getItem("single") !== "no"; } catch {}
  single.addEventListener("change", () => {
    try { sessionStorage.setItem("single", single.checked ? "yes" : "no"); } catch {}
  });

  const keys = {
    ".": act.half, ",": act.half, "+": () => act.step(0.5), "-": () => act.step(-0.5), Backspace: act.clear,
    Delete: act.clear, c: act.write, Enter: act.unmarked, u: act.unmarked, n: act.next, ArrowRight: act.next,
    p: act.previous, ArrowLeft: act.previous, N: act.nextQuestion, P: act.previousQuestion, z: act.undo,
    y: act.looked, "=": act.settles, o: act.order, s: act.names, r: act.rubric, "?": act.help,
  };

  document.addEventListener("keydown", event => {
    const at = document.activeElement;
    if (event.key === "Escape" && at.matches("textarea, input, select")) {
      act.read();
      return;
    }
    const undoes = (event.ctrlKey || event.metaKey) && event.key === "z";
    if (at.matches("textarea, input:not([type=checkbox]), select") || document.getElementById("help").open) return;
    if (event.altKey || ((event.ctrlKey || event.metaKey) && !undoes) || !single.checked) return;
    if (event.key === "Enter" && at.matches("button, summary, a")) return;
    const does = /^[0-9]$/.test(event.key) ? () => act.digit(Number(event.key)) : keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });
}
