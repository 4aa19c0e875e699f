// Formulas set beforehand: reads [[TeX, displayed?], ...] from standard input, writes what each looks like as HTML,
// and the style sheet that they share. Run by formulas.py; the argument is MathJax's folder.
"use strict";

const settings = {
  loader: {load: ["input/tex", "output/chtml", "a11y/assistive-mml"]},
  chtml: {fontURL: "mathjax/output/chtml/fonts/woff-v2", adaptiveCSS: false, matchFontHeight: false},
};

async function main() {
  const mathjax = await require(`${process.argv[2]}/node-main.js`).init(settings);
  const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const adaptor = mathjax.startup.adaptor;
  const set = [];
  for (const [tex, display] of formulas)
    set.push(adaptor.outerHTML(await mathjax.tex2chtmlPromise(tex, {display, em: 16, ex: 8, containerWidth: 1280})));
  process.stdout.write(JSON.stringify({set, style: adaptor.textContent(mathjax.chtmlStylesheet())}));
}

main().catch(error => { console.error(error); process.exitCode = 1; });
