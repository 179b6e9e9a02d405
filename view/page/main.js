"use strict";
// The page as a whole: its head, search, keys, links.

const sum = (key) => sections.reduce((total, section) => total + section[key], 0);
byId("file").textContent = page.file;
const lost = sum("lost") + page.lost.length;
byId("totals").innerHTML = [
  many(sections.filter((s) => s.kind === "function").length, "function"),
  sum("phis") ? `${many(sum("phis"), "phi")}, as many block arguments` : "no phis",
  `<button type="button" class="preserved" data-next="preserved" title="The next line with something preserved (c)">${sum("preserved").toLocaleString("en")} preserved</button>`,
  lost ? `<button type="button" class="lost" data-next="lost" title="The next line with something that mlir-translate drops, or that LLVM IR has no form for (l)">upstream loses ${lost.toLocaleString("en")}</button>` : "upstream loses nothing",
].join(" &nbsp;·&nbsp; ");

byId("elsewhere").innerHTML = page.lost.map((what) => `<li><i class="mark lost"></i> ${escaped(what)}</li>`).join("");
byId("totals").addEventListener("click", (event) => {
  const { next } = event.target.closest("[data-next]")?.dataset ?? {};
  if (next) nextMarked(next);
});

// --- search ---

const search = { hits: [], now: -1, run: 0 };
const MOST = 500;

async function find(text) {
  const run = ++search.run;
  query = text.toLowerCase();
  search.hits = [];
  search.now = -1;
  redraw();
  if (query.length < 2) { byId("found").value = ""; byId("hits").hidden = true; return; }
  for (const section of sections) {
    if (section.kind === "function" && `@${section.name} ${section.demangled ?? ""}`.toLowerCase().includes(query)) search.hits.push({ section, s: -1, line: -1, text: "" });
  }
  told("...");
  let pause = performance.now();
  for (const section of sections) {
    if (search.hits.length >= MOST) break;
    const data = await load(section);
    if (run !== search.run) return;
    data.sides.forEach(({ lines }, s) => {
      for (let line = 0; line < lines.length && search.hits.length < MOST; line++) {
        if (lines[line].toLowerCase().includes(query)) search.hits.push({ section, s, line, text: lines[line].trim() });
      }
    });
    if (performance.now() - pause > 40) {
      told("...");
      await new Promise((done) => setTimeout(done));
      pause = performance.now();
      if (run !== search.run) return;
    }
  }
  told(search.hits.length >= MOST ? "+" : "");
}

function told(more) {
  byId("found").value = search.now < 0 ? search.hits.length + more : `${search.now + 1} of ${search.hits.length}${more}`;
  const from = Math.max(0, search.now - 6);
  byId("hits").innerHTML = search.hits.slice(from, from + 60).map(({ section, s, text }, i) =>
    `<li><button type="button" class="${from + i === search.now ? "now" : ""}" data-hit="${from + i}"><b>${escaped(section.demangled ?? section.name)}</b><span>${s < 0 ? "function" : found(excerpt(text), query)}</span></button></li>`).join("");
  byId("hits").hidden = search.hits.length === 0 || document.activeElement !== byId("query");
}

/** The part of a line around what is searched for. */
function excerpt(text) {
  const start = Math.max(0, text.toLowerCase().indexOf(query) - 50);
  return (start ? "..." : "") + text.slice(start, start + 160);
}

async function go(to) {
  if (!search.hits.length) return;
  search.now = (to + search.hits.length) % search.hits.length;
  const { section, s, line } = search.hits[search.now];
  await show(section, s, line);
  told(search.hits.length >= MOST ? "+" : "");
}

/** Writes the rows again, as what is marked in them has changed. */
function redraw() {
  for (const element of shown.values()) {
    const body = element.querySelector(".body");
    if (body) body.range = [0, -1];
  }
  draw();
}

let typing = 0;
byId("query").addEventListener("input", (event) => {
  clearTimeout(typing);
  typing = setTimeout(() => find(event.target.value), 180);
});
byId("query").addEventListener("focus", () => { byId("hits").hidden = search.hits.length === 0; });
byId("query").addEventListener("blur", () => setTimeout(() => { byId("hits").hidden = true; }, 150));
byId("hits").addEventListener("mousedown", (event) => {
  const hit = event.target.closest("[data-hit]");
  if (hit) { event.preventDefault(); go(Number(hit.dataset.hit)).then(() => { byId("hits").hidden = true; }); }
});

// --- keys ---

function step(by) {
  const section = chosen?.section;
  if (!section) return chooseFirst();
  if (!section.open) return;
  const { rows } = section.data;
  let { side: s } = chosen;
  let row = section.data.sides[s].rowOf[chosen.line] + by;
  while (row >= 0 && row < section.rows && rows[s][row] < 0) row += by;
  if (row < 0 || row >= section.rows) return;
  choose(section, s, rows[s][row]);
  const y = section.top + HEAD + topOf(section, row);
  if (y < list.scrollTop + HEAD + LINE) list.scrollTop = y - HEAD - 3 * LINE;
  if (y > list.scrollTop + list.clientHeight - 2 * LINE) list.scrollTop = y - list.clientHeight + 4 * LINE;
  draw();
}

/** Chooses the first line that can be seen. */
function chooseFirst() {
  const { top } = list.getBoundingClientRect();
  const line = [...list.querySelectorAll(".l")].find((element) => element.getBoundingClientRect().top >= top + HEAD);
  if (line) choose(sectionOf(line), Number(line.closest(".pane").dataset.side), Number(line.dataset.line));
}

/** Shows the next line, after the chosen one and from the top again, with something preserved or lost. */
async function nextMarked(what) {
  const start = chosen?.section.number ?? 0;
  for (let i = 0; i <= sections.length; i++) {
    const section = sections[(start + i) % sections.length];
    if (!section[what]) continue;
    const { sides, [what]: marked } = await load(section);
    const row = i === 0 && chosen ? sides[chosen.side].rowOf[chosen.line] : -1;
    const lines = [...marked.keys()].flatMap((item) => {
      const s = sides[1].first.has(item) ? 1 : 0;
      const line = sides[s].first.get(item);
      return line === undefined ? [] : [{ s, line, row: sides[s].rowOf[line] }];
    });
    const next = lines.filter((line) => line.row > row).sort((a, b) => a.row - b.row)[0];
    if (next) return show(section, next.s, next.line);
    if (!lines.length && section !== chosen?.section) return show(section);
  }
}

addEventListener("keydown", (event) => {
  if (dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === byId("query")) {
    if (event.key === "Enter") { event.preventDefault(); go(search.now + (event.shiftKey ? -1 : 1)); }
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const panes = () => shown.get(chosen?.section.number)?.querySelectorAll(".pane") ?? [];
  switch (event.key) {
    case "/": byId("query").focus(); byId("query").select(); break;
    case "ArrowDown": step(1); break;
    case "ArrowUp": step(-1); break;
    case "ArrowRight": panes().forEach((pane) => { pane.scrollLeft += 80; }); break;
    case "ArrowLeft": panes().forEach((pane) => { pane.scrollLeft -= 80; }); break;
    case "g": {
      const section = chosen?.section ?? sectionOf(document.activeElement);
      if (section?.kind === "function") openGraph(section);
      break;
    }
    case "c": nextMarked("preserved"); break;
    case "l": nextMarked("lost"); break;
    case "w": wrap(); break;
    case "Escape": choseNothing(); break;
    case "?": byId("help").click(); break;
    default: return;
  }
  event.preventDefault();
});

byId("fold").addEventListener("click", () => {
  for (const section of sections) section.open = false;
  choseNothing();
  place();
  draw();
});
byId("wrap").addEventListener("click", wrap);
byId("theme").addEventListener("click", () => {
  const next = { undefined: "light", light: "dark", dark: undefined }[document.documentElement.dataset.theme];
  if (next) document.documentElement.dataset.theme = next; else delete document.documentElement.dataset.theme;
  byId("theme").textContent = { light: "Light", dark: "Dark" }[next] ?? "Theme";
});
byId("help").addEventListener("click", (event) => {
  byId("keys").hidden = !byId("keys").hidden;
  event.currentTarget.setAttribute("aria-expanded", !byId("keys").hidden);
  draw();
});

// --- links ---

function followLink() {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { return false; }
  const section = sections.find((s) => s.kind === "function" && s.name === name);
  if (section) show(section);
  return Boolean(section);
}
addEventListener("hashchange", followLink);

place();
draw();
if (!followLink()) {
  // The functions of a small module are shown open.
  const functions = sections.filter((s) => s.kind === "function");
  const small = (functions.length ? functions : sections).reduce((rows, section) => rows + section.rows, 0) < 1500;
  for (const section of small && !functions.length ? sections : functions) if (small) toggle(section, true);
}
