// Asks Python, in a worker of its own, for states of a picture that its film leaves out.
let worker, number = 0;
const waiting = new Map();

function ask(message, say = () => {}) {
  if (!worker) {
    worker = new Worker(new URL("python_worker.js", import.meta.url), {type: "module"});
    worker.onmessage = ({data}) => {
      const asked = waiting.get(data.number);
      if ("told" in data) return asked.say(data.told);
      waiting.delete(data.number);
      if ("error" in data) asked.reject(new Error(data.error));
      else asked.resolve(JSON.parse(data.answer));
    };
  }
  return new Promise((resolve, reject) => {
    waiting.set(++number, {resolve, reject, say});
    worker.postMessage({number, ...message});
  });
}

export const open = (call, say) => ask({what: "opened", call}, say);
export const frame = (call, places) => ask({what: "frame", call, places});
