"use strict";
// The control-flow graph, as it was laid out when the page was made.

const dialog = byId("graph");
let view = null;

async function openGraph(section) {
  const { graph } = await load(section);
  const title = `<header><h2 title="@${escaped(section.name)}">${escaped(section.demangled ?? "@" + section.name)}</h2><p><i class="ll">phi and incoming value</i> &nbsp; <i class="ml">^block(operand)</i> &nbsp; dashed: back</p><button class="tool" type="button" id="close">Close</button></header>`;
  dialog.innerHTML = title + (graph ? drawn(section, graph) : "<p class=\"wait\">This function has too many blocks to be drawn.</p>");
  byId("close").addEventListener("click", () => dialog.close());
  dialog.showModal();
  if (graph) frame(graph);
}

/**
 * The drawing. An edge runs from the foot of a block to the head of another, through its label and the points that the
 * layout leads it through; one that leads back runs upwards.
 */
function drawn(section, { nodes, edges }) {
  const ends = endsOf(nodes, edges);
  const lines = edges.map(([from, to, back, before, box, llvm, mlir, behind], i) => {
    const [start, end] = ends[i];
    let path;
    let text = "";
    if (box) {
      const [x, y, w, h] = box;
      const [head, foot] = [y - h / 2, y + h / 2];
      // An edge from a block to itself leaves its label where it came in.
      const [near, far] = from === to ? [[x - w / 6, head], [x + w / 6, head]] : back ? [[x, foot], [x, head]] : [[x, head], [x, foot]];
      path = curve([start, ...pairs(before), near]) + curve([far, ...pairs(behind), end]);
      text = labelled(box, llvm, mlir);
    } else {
      path = from === to ? aside(nodes[from]) : curve([start, ...pairs(before), end]);
    }
    return `<g class="edge${back ? " back" : ""}" data-from="${from}" data-to="${to}"><path d="${path}" marker-end="url(#tip)"/>${text}</g>`;
  });
  const boxes = nodes.map(([x, y, w, h, name], i) =>
    `<g class="node" tabindex="0" role="button" data-node="${i}" aria-label="block ${escaped(name)}"><rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}"/><text x="${x}" y="${y}">${escaped(name)}</text></g>`);
  return `<svg data-section="${section.number}"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs><g>${lines.join("")}${boxes.join("")}</g></svg>`;
}

const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);

/** Where each edge leaves its block and reaches the other: side by side, in the order of where they come from. */
function endsOf(nodes, edges) {
  const ends = edges.map(() => [null, null]);
  const sides = new Map();
  edges.forEach(([from, to, back, before, box, , , behind], i) => {
    const first = before[0] ?? box?.[0] ?? nodes[to][0];
    const last = (behind ?? before).at(-2) ?? box?.[0] ?? nodes[from][0];
    const toItself = from === to;
    if (toItself && !box) return;
    push(sides, `${from} ${back && !toItself ? "head" : "foot"}`, { i, end: 0, x: first });
    push(sides, `${to} ${back ? "foot" : "head"}`, { i, end: 1, x: last + (toItself ? 1 : 0) });
  });
  for (const [key, list] of sides) {
    const [number, side] = key.split(" ");
    const [x, y, w, h] = nodes[number];
    const gap = Math.min(14, (w - 16) / list.length);
    list.sort((a, b) => a.x - b.x);
    list.forEach(({ i, end }, n) => {
      ends[i][end] = [x + (n - (list.length - 1) / 2) * gap, side === "head" ? y - h / 2 : y + h / 2];
    });
  }
  return ends;
}

function labelled([x, y, w, h], llvm, mlir) {
  const rows = [...llvm.map((text) => [text, "ll"]), ...mlir.map((text) => [text, "ml"])];
  return `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}"/>` +
    rows.map(([text, name], n) => `<text class="${name}" x="${x}" y="${y - h / 2 + 11 + n * 15}">${escaped(text)}</text>`).join("");
}

/** A curve through points, upright in each of them. */
function curve([[x, y], ...others]) {
  let path = `M${x} ${y}`;
  for (const [u, v] of others) {
    const bend = (v - y) / 2;
    path += `C${x} ${y + bend} ${u} ${v - bend} ${u} ${v}`;
    [x, y] = [u, v];
  }
  return path;
}

/** A curve out of the right side of a block and back into it. */
function aside([x, y, w, h]) {
  const [side, out] = [x + w / 2, x + w / 2 + 34];
  return `M${side} ${y + h / 5}C${out} ${y + h / 5} ${out} ${y - h / 5} ${side} ${y - h / 5}`;
}

/** Shows the whole graph. */
function frame({ nodes, edges }) {
  const { width, height } = dialog.querySelector("svg").getBoundingClientRect();
  const boxes = [...nodes, ...edges.flatMap(([, , , before, box]) => [...pairs(before).map(([x, y]) => [x, y, 0, 0]), ...(box ? [box] : [])])];
  let [right, bottom] = [0, 0];
  for (const [x, y, w, h] of boxes) [right, bottom] = [Math.max(right, x + w / 2), Math.max(bottom, y + h / 2)];
  const scale = Math.min(1.25, (width - 40) / right, (height - 40) / bottom);
  view = { scale, least: Math.min(0.05, scale / 2), x: (width - right * scale) / 2, y: 20 };
  moved();
}

function moved() {
  const drawing = dialog.querySelector("svg > g");
  drawing.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
  drawing.classList.toggle("far", view.scale < 0.35);
}

function zoom(factor, x, y) {
  const scale = Math.min(4, Math.max(view.least, view.scale * factor));
  view.x = x - ((x - view.x) * scale) / view.scale;
  view.y = y - ((y - view.y) * scale) / view.scale;
  view.scale = scale;
  moved();
}

dialog.addEventListener("wheel", (event) => {
  const svg = event.target.closest("svg");
  if (!svg || event.target.closest(".opened")) return;
  event.preventDefault();
  const box = svg.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
let drag = null;
dialog.addEventListener("pointerdown", (event) => { if (event.target.closest("svg") && !event.target.closest(".opened")) drag = { x: event.clientX, y: event.clientY, far: false }; });
dialog.addEventListener("pointermove", (event) => {
  if (!drag) return;
  view.x += event.clientX - drag.x;
  view.y += event.clientY - drag.y;
  drag = { x: event.clientX, y: event.clientY, far: drag.far || Math.abs(event.movementX) + Math.abs(event.movementY) > 3 };
  moved();
});
addEventListener("pointerup", () => setTimeout(() => { drag = null; }));
for (const name of ["pointerover", "focusin"]) {
  dialog.addEventListener(name, (event) => {
    const node = event.target.closest(".node")?.dataset.node;
    const pointed = event.target.closest(".edge");
    for (const edge of dialog.querySelectorAll(".edge")) {
      edge.classList.toggle("on", edge === pointed || (node !== undefined && (edge.dataset.from === node || edge.dataset.to === node)));
    }
  });
}
/** The node that an event is about, with its section. */
function nodeOf(target) {
  const node = target.closest(".node, .opened");
  if (!node || drag?.far) return null;
  const section = sections[Number(node.closest("svg").dataset.section)];
  return { node, section, graph: section.data.graph.nodes[Number(node.dataset.node)] };
}

/** Leaves the graph for the lines of a block. */
function follow(target) {
  const found = nodeOf(target);
  if (!found) return;
  const [, , , , , llvm, mlir] = found.graph;
  dialog.close();
  if (mlir !== null) show(found.section, 1, mlir); else if (llvm !== null) show(found.section, 0, llvm);
}

/** The instructions of a block: the lines after its label, up to the next one or the function's end. */
function instructions({ lines }, label, mlir) {
  if (label === null) return [];
  const ends = mlir ? /^\s*(?:\^|\}\s*(?:loc\(.*)?$)/ : /^(?:\}|$)/;
  let first = label + 1;
  // The label of an entry block may stand below the function's head.
  if (!mlir && /^define/.test(lines[label]) && LABEL.test(lines[first] ?? "")) first++;
  let end = first;
  while (end < lines.length && !ends.test(lines[end])) end++;
  return lines.slice(first, end).map((line) => line.trim());
}

/** Shows a block's instructions over the graph, or no more. */
function openNode(target) {
  const found = nodeOf(target);
  if (!found) return;
  const { node, section, graph: [x, y, w, h, name, llvm, mlir] } = found;
  const before = dialog.querySelector(`.opened[data-node="${node.dataset.node}"]`);
  if (before) { before.remove(); return; }
  // What is opened can be read.
  if (view.scale < 0.6) zoom(0.8 / view.scale, x * view.scale + view.x, y * view.scale + view.y);
  const [ll, ml] = [instructions(section.data.sides[0], llvm, false), instructions(section.data.sides[1], mlir, true)];
  const longest = Math.max(24, ...ll.map(widthOf), ...ml.map(widthOf));
  const width = Math.min(620, longest * 7 + 40);
  const wrapped = [...ll, ...ml].reduce((lines, line) => lines + Math.max(1, Math.ceil((widthOf(line) * 7) / (width - 28))), 0);
  const height = Math.min(460, wrapped * 17 + 88);
  // All of it is in view where the graph has room for it.
  const { width: across, height: down } = dialog.querySelector("svg").getBoundingClientRect();
  const left = Math.max(Math.min(x - w / 2, (across - view.x) / view.scale - width - 12), 12 - view.x / view.scale);
  const top = Math.max(Math.min(y - h / 2, (down - view.y) / view.scale - height - 12), 12 - view.y / view.scale);
  const code = [["LLVM IR", ll, false], ["MLIR", ml, true]].map(([title, lines, isMlir]) => lines.length
    ? `<h4>${title}</h4><pre>${lines.map((line) => coloured(line, isMlir, "")).join("\n")}</pre>` : "").join("");
  const opened = document.createElementNS(dialog.querySelector("svg").namespaceURI, "g");
  opened.setAttribute("class", "opened");
  opened.dataset.node = node.dataset.node;
  opened.innerHTML = `<foreignObject x="${left}" y="${top}" width="${width}" height="${height}"><div><header><b>${escaped(name)}</b><button class="tool lines" type="button">Its lines</button><button class="tool shut" type="button" aria-label="Close the block">&times;</button></header>${code}</div></foreignObject>`;
  dialog.querySelector("svg > g").append(opened);
}

dialog.addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest(".lines")) follow(target);
  else if (target.closest(".shut") || target.closest(".node")) openNode(target);
});
dialog.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.closest(".node")) follow(event.target);
  if (event.key === " " && event.target.closest(".node")) { event.preventDefault(); openNode(event.target); }
  const svg = dialog.querySelector("svg");
  const factor = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
  if (svg && factor) zoom(factor, svg.clientWidth / 2, svg.clientHeight / 2);
  const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
  if (svg && step) { view.x += step[0]; view.y += step[1]; moved(); event.preventDefault(); }
});
