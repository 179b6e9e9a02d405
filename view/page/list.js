"use strict";
// The list of sections: only what can be seen is in the document.

const LINE = 20;
const HEAD = 38;
const AROUND = 30;
/** What of a side is no text: numbers and marks, and the end. */
const PADDING = 84;
/** Height of the bar under a section's lines, which moves them sideways. */
const BAR = 17;
const list = byId("list");
const space = byId("space");
const shown = new Map();
const NOTHING = { section: null, item: -1, items: new Set(), phis: new Set() };
/** What is pointed at. */
let hot = NOTHING;
/** What has been chosen: a line of a side, and what belongs to it. */
let chosen = null;
let query = "";

/** Whether lines that are longer than their side go on below. */
let wrapping = false;

/** How many characters a line of a side has room for. */
function columns() {
  const probe = document.createElement("div");
  probe.className = "rows";
  probe.style.cssText = "position: absolute; visibility: hidden; width: max-content !important; min-width: 0";
  probe.textContent = "0".repeat(100);
  list.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  const style = getComputedStyle(document.documentElement);
  probe.remove();
  const side = (space.clientWidth - parseFloat(style.getPropertyValue("--gutter"))) / 2;
  return Math.max(10, Math.floor((side - PADDING) / width));
}

/** The columns that a text takes: those of East Asian scripts are twice as wide. */
function widthOf(text) {
  let width = text.length;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x2e80) width++;
  return width;
}

/** Where the rows of a section start, in lines of the page, if they are not one each. */
function measure(section, width) {
  section.tops = null;
  if (!wrapping || !section.data) return;
  const { rows, sides } = section.data;
  const tops = new Int32Array(section.rows + 1);
  for (let row = 0; row < section.rows; row++) {
    const needed = [0, 1].map((s) => (rows[s][row] < 0 ? 1 : Math.ceil(widthOf(sides[s].lines[rows[s][row]]) / width)));
    tops[row + 1] = tops[row] + Math.max(1, ...needed);
  }
  section.tops = tops;
}

/** Where a row starts, in pixels below the section's head. */
const topOf = (section, row) => (section.tops ? section.tops[row] : row) * LINE;

/** The row at a height below the section's head. */
function rowAt(section, y) {
  if (!section.tops) return Math.floor(y / LINE);
  let [low, high] = [0, section.rows];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (section.tops[middle] * LINE <= y) low = middle; else high = middle - 1;
  }
  return low;
}

function place() {
  let top = 0;
  const width = wrapping ? columns() : 0;
  for (const section of sections) {
    section.top = top;
    if (section.open) measure(section, width);
    section.height = HEAD + (section.open ? topOf(section, section.rows) + BAR : 0);
    top += section.height;
  }
  space.style.height = top + "px";
}

/** The first section that ends below a height. */
function sectionAt(y) {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle].top + sections[middle].height > y) high = middle; else low = middle + 1;
  }
  return low;
}

function draw() {
  const top = list.scrollTop;
  const bottom = top + list.clientHeight;
  const first = Math.max(0, sectionAt(top) - 4);
  let last = first;
  while (last < sections.length && sections[last].top < bottom + 200) last++;
  for (const [number, element] of shown) {
    if (number < first || number >= last) { element.remove(); shown.delete(number); }
  }
  for (let number = first; number < last; number++) {
    const section = sections[number];
    let element = shown.get(number);
    if (!element) {
      element = head(section);
      shown.set(number, element);
      const behind = [...shown.keys()].filter((n) => n > number).sort((a, b) => a - b)[0];
      space.insertBefore(element, behind === undefined ? null : shown.get(behind));
    }
    element.style.top = section.top + "px";
    element.style.height = section.height + "px";
    element.classList.toggle("open", section.open);
    element.querySelector(".name").setAttribute("aria-expanded", section.open);
    if (section.open) body(section, element, top, bottom); else element.querySelector(".body")?.remove();
  }
}

let drawing = 0;
function drawSoon() { drawing ||= requestAnimationFrame(() => { drawing = 0; draw(); }); }

const many = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

function head(section) {
  const element = document.createElement("section");
  element.className = "section";
  element.dataset.section = section.number;
  const name = section.kind === "function" ? "@" + section.name : section.name;
  const counts = section.kind === "function"
    ? `${many(section.blocks, "block")}<span>${section.phis ? " · " + many(section.phis, "phi") : ""}</span>` : "";
  element.innerHTML = `<div class="head"><button class="name" type="button" aria-expanded="false">
    <span class="arrow" aria-hidden="true">&#9656;</span><strong title="${escaped(name)}">${escaped(section.demangled ?? name)}</strong>
    <small>${section.llvm.toLocaleString("en")} | ${section.mlir.toLocaleString("en")} lines</small><small class="more">${counts}</small>
    ${section.preserved ? `<span class="badge preserved">${section.preserved.toLocaleString("en")} preserved</span>` : ""}
    ${section.lost ? `<span class="badge lost">upstream loses ${section.lost.toLocaleString("en")}</span>` : ""}
    </button>${section.kind === "function" ? '<button class="tool" type="button">Graph</button>' : ""}</div>`;
  element.querySelector(".name").addEventListener("click", () => {
    toggle(section);
    if (section.open) link(section);
  });
  element.querySelector(".tool")?.addEventListener("click", () => openGraph(section));
  return element;
}

async function toggle(section, open = !section.open) {
  if (section.open === open) return;
  section.open = open;
  const loading = open ? load(section) : null;
  // A function that is folded from its middle leaves its head where it is looked for.
  if (!open && list.scrollTop > section.top) list.scrollTop = section.top;
  place();
  draw();
  await loading;
  if (wrapping) place();
  draw();
}

/** Puts a function into the page's address. */
function link(section) {
  if (section.kind === "function") history.replaceState(null, "", "#" + encodeURIComponent(section.name));
}

/** The part of an open section that can be seen. */
function body(section, element, top, bottom) {
  let body = element.querySelector(".body");
  if (body && section.data && !body.querySelector(".rows")) {
    body.remove();
    body = null;
  }
  body ??= framed(section, element);
  if (!section.data) return;
  const from = Math.max(0, rowAt(section, top - section.top - HEAD));
  const to = Math.min(section.rows, rowAt(section, bottom - section.top - HEAD) + 1);
  if (from >= body.range[0] && to <= body.range[1]) return;
  body.range = [Math.max(0, from - AROUND), Math.min(section.rows, to + AROUND)];
  fill(section, body);
}

/** Room for a section's rows, which are not there yet. */
function framed(section, element) {
  const body = document.createElement("div");
  body.className = "body";
  body.style.height = topOf(section, section.rows) + BAR + "px";
  body.innerHTML = section.data
    ? '<div class="pane" data-side="0"><div class="rows"></div></div><div class="gut"><svg class="threads"></svg></div><div class="pane" data-side="1"><div class="rows"></div></div>'
    : '<p class="wait">...</p>';
  element.append(body);
  body.range = [0, -1];
  body.querySelectorAll(".rows").forEach((rows, s) => {
    rows.style.width = `calc(${section.data.sides[s].longest}ch + 95px)`;
    rows.style.height = topOf(section, section.rows) + "px";
  });
  body.querySelector(".threads")?.setAttribute("height", topOf(section, section.rows));
  return body;
}

/** Writes the rows that can be seen, and those around them. */
function fill(section, body) {
  const { data } = section;
  const [from, to] = body.range;
  body.querySelectorAll(".rows").forEach((rows, s) => {
    const { owners } = data.sides[s];
    let html = "";
    for (let row = from; row < to; row++) {
      const line = data.rows[s][row];
      if (line < 0) continue;
      const item = owners[line];
      const first = data.sides[s].first.get(item) === line;
      const classes = ["l"];
      if (first && data.preserved.has(item)) classes.push("preserved");
      if (first && data.lost.has(item)) classes.push("lost");
      html += `<div class="${classes.join(" ")}" data-item="${item}" data-line="${line}" style="top:${topOf(section, row)}px"><span class="n">${data.sides[s].numbers[line]}</span>${lineHtml(data, s, line, query)}</div>`;
    }
    rows.innerHTML = html;
  });
  mark(section, body);
}

/** What belongs to an item: what a constant is used by, a label's phis, a phi's label and the terminators that feed it. */
function related(data, item) {
  const items = new Set([item]);
  const phis = new Set();
  const open = [item];
  while (open.length) {
    for (const user of data.uses.get(open.pop()) ?? []) if (!items.has(user)) { items.add(user); open.push(user); }
  }
  const phi = data.phi.get(item);
  if (phi) phis.add(phi);
  const line = data.sides[1].first.get(item);
  for (const other of data.phis) if (line !== undefined && other.mlir === line) { phis.add(other); items.add(other.item); }
  if (phi) for (const { op } of phi.incoming) if (op !== null) items.add(op);
  return { items, phis };
}

/** Marks an item of a section, or nothing. */
function point(section, item) {
  if (hot.section === section && hot.item === item) return;
  const before = hot.section;
  hot = section && item >= 0 ? { section, item, ...related(section.data, item) } : NOTHING;
  markIn(before, hot.section);
}

/** Marks what has been chosen, or nothing. */
function pointBack() {
  point(chosen?.section ?? null, chosen?.item ?? -1);
}

function markIn(...marked) {
  for (const section of new Set(marked)) {
    const body = section?.data && shown.get(section.number)?.querySelector(".body");
    if (body?.querySelector(".rows")) mark(section, body);
  }
}

function mark(section, body) {
  const here = hot.section === section;
  const { data } = section;
  const labels = new Set(here ? [...hot.phis].map((phi) => phi.mlir) : []);
  const phis = new Set(here ? [...hot.phis].map((phi) => phi.item) : []);
  const mates = chosen?.section === section ? chosen.items : new Set();
  for (const element of body.querySelectorAll(".l")) {
    const [item, line] = [Number(element.dataset.item), Number(element.dataset.line)];
    const s = Number(element.closest(".pane").dataset.side);
    element.classList.toggle("on", (here && hot.items.has(item)) || (s === 1 && labels.has(line)));
    element.classList.toggle("mate", mates.has(item));
    element.classList.toggle("chosen", chosen?.section === section && chosen.side === s && chosen.line === line);
  }
  for (const token of body.querySelectorAll(".arg, .pass")) token.classList.toggle("on", phis.has(Number(token.dataset.item)));
  const [from, to] = body.range;
  const width = body.querySelector(".gut").clientWidth;
  const seen = (a, b) => Math.max(a, b) >= from && Math.min(a, b) < to;
  const curve = (a, b, name) => {
    const [y, z] = [topOf(section, a) + LINE / 2, topOf(section, b) + LINE / 2];
    return `<path class="${name}" d="M0 ${y}C${width / 2} ${y} ${width / 2} ${z} ${width} ${z}"/>`;
  };
  let html = "";
  for (const phi of data.phis) {
    const on = here && hot.phis.has(phi);
    const [a, b] = [data.sides[0].rowOf[phi.llvm], data.sides[1].rowOf[phi.mlir]];
    if (seen(a, b)) html += curve(a, b, on ? "on" : "");
    if (!on) continue;
    for (const { line } of phi.incoming) {
      if (line !== null && seen(a, data.sides[1].rowOf[line])) html += curve(a, data.sides[1].rowOf[line], "in");
    }
  }
  body.querySelector(".threads").innerHTML = html;
}

function sectionOf(target) {
  const element = target.closest?.(".section");
  return element ? sections[Number(element.dataset.section)] : null;
}

list.addEventListener("scroll", drawSoon, { passive: true });
addEventListener("resize", () => {
  if (wrapping) laidOutAnew(); else drawSoon();
});

/** Lays all lines out again; the line on top stays there. */
function laidOutAnew() {
  const section = sections[sectionAt(list.scrollTop)];
  const row = section ? rowAt(section, list.scrollTop - section.top) : 0;
  const below = section && list.scrollTop > section.top;
  for (const element of shown.values()) element.querySelector(".body")?.remove();
  list.classList.toggle("wrapping", wrapping);
  place();
  if (below) list.scrollTop = section.top + (section.open ? topOf(section, Math.min(row, section.rows)) : 0);
  draw();
}

function wrap() {
  wrapping = !wrapping;
  byId("wrap").setAttribute("aria-pressed", wrapping);
  laidOutAnew();
}
list.addEventListener("pointerover", (event) => {
  const target = event.target.closest(".arg, .pass, .l");
  if (target) point(sectionOf(target), Number(target.dataset.item)); else pointBack();
});
list.addEventListener("pointerleave", pointBack);
list.addEventListener("click", (event) => {
  const line = event.target.closest(".l");
  if (line) choose(sectionOf(line), Number(line.closest(".pane").dataset.side), Number(line.dataset.line));
});

/** Chooses a line: it is told of at the foot of the page. */
function choose(section, s, line) {
  const item = section.data.sides[s].owners[line];
  const before = chosen?.section;
  chosen = { section, side: s, line, item, items: item < 0 ? new Set() : related(section.data, item).items };
  point(section, item);
  markIn(before, section);
  tell(section, s, line, item);
}

function tell(section, s, line, item) {
  const { data } = section;
  const texts = [0, 1].map((side) => {
    const { lines, owners, first } = data.sides[side];
    if (side === s) return lines[line];
    const phi = data.phi.get(item);
    const start = phi && side === 1 ? phi.mlir : first.get(item);
    if (start === undefined) return "";
    let end = start + 1;
    while (!phi && end < lines.length && owners[end] === item && end < start + 12) end++;
    return lines.slice(start, end).join("\n");
  });
  const code = ["LLVM IR", "MLIR"].map((name, side) => texts[side].trim()
    ? `<div class="side"><span>${name}</span><pre>${coloured(texts[side].trim(), side === 1, "")}</pre></div>` : "").join("");
  const users = data.uses.get(item)?.length;
  const notes = [
    users && !texts[0].trim() ? `<p>It has no line of its own in LLVM IR: it is written where it is used, on ${many(users, "line")}.</p>` : "",
    ...(data.preserved.get(item) ?? []).map(([key, value]) => preservedHtml(key, value)),
    ...(data.lost.get(item) ?? []).map((what) => `<p class="lost">${escaped(what)}</p>`),
  ];
  byId("detail").innerHTML = code + notes.join("");
  byId("detail").hidden = false;
  drawSoon();
}

function preservedHtml(key, value) {
  const [name, text] = page.keys[key];
  return `<p class="preserved"><b>preserved</b> <code>${escaped(name)}${value ? " = " + escaped(value) : ""}</code><br>${escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>")} mlir-translate drops it.</p>`;
}

/** Chooses nothing. */
function choseNothing() {
  const before = chosen?.section;
  chosen = null;
  byId("detail").hidden = true;
  point(null, -1);
  markIn(before);
  drawSoon();
}

/** Opens a section and brings a line of it into view. */
async function show(section, s = -1, line = -1) {
  await load(section);
  if (!section.open) await toggle(section, true);
  link(section);
  const row = line < 0 ? 0 : section.data.sides[s].rowOf[line];
  list.scrollTop = line < 0 ? section.top : section.top + topOf(section, row) - list.clientHeight / 3;
  draw();
  if (line >= 0) choose(section, s, line);
}
