// Python in the browser: the course's own library draws a picture with every value of its sliders.
let python;

async function load(tell) {
  const settings = await (await fetch(new URL("every_value.json", import.meta.url))).json();
  const folder = new URL(settings.pyodide, import.meta.url).href;
  tell("Loading Python (some 20 MB, once) …");
  const {loadPyodide} = await import(`${folder}pyodide.mjs`);
  const loaded = await loadPyodide({indexURL: folder, packages: ["numpy", "matplotlib", "pillow"]});
  tell("Loading the library …");
  const library = await fetch(new URL("perceptronlib.zip", import.meta.url));
  loaded.unpackArchive(await library.arrayBuffer(), "zip");
  tell("Drawing …");
  return loaded;
}

// Some pictures need scipy, which is large: it is loaded when the first of them asks for it.
async function run(call) {
  try {
    return call();
  } catch (error) {
    if (!/No module named '?scipy/.test(error.message)) throw error;
    await (await python).loadPackage("scipy");
    return call();
  }
}

onmessage = async ({data: {number, what, call, places}}) => {
  try {
    python ??= load(told => postMessage({number, told}));
    const live = (await python).pyimport("perceptronlib.notebook.live");
    const answer = await run(() => places ? live[what](call, places) : live[what](call));
    postMessage({number, answer});
  } catch (error) {
    python = undefined;  // another press tries again
    postMessage({number, error: error.message});
  }
};
