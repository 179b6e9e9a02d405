"use strict";
// The control-flow graph, as it was laid out when the page was made.

const dialog = byId("graph");
let view = null;

async function openGraph(section) {
  const { graph } = await load(section);
  const title = `<header><h2>@${escaped(section.name)}</h2><p><i class="ll">phi and incoming value</i> &nbsp; <i class="ml">^block(operand)</i> &nbsp; dashed: back</p><button class="tool" type="button" id="close">Close</button></header>`;
  dialog.innerHTML = title + (graph ? drawn(section, graph) : "<p class=\"wait\">This function has too many blocks to be drawn.</p>");
  byId("close").addEventListener("click", () => dialog.close());
  dialog.showModal();
  if (graph) frame(graph);
}

function drawn(section, { nodes, edges }) {
  const bottom = ([x, y, , h]) => [x, y + h / 2];
  const top = ([x, y, , h]) => [x, y - h / 2];
  const curve = ([x, y], [u, v]) => {
    const bend = Math.max(14, Math.abs(v - y) / 2.4);
    return `M${x} ${y}C${x} ${y + bend} ${u} ${v - bend} ${u} ${v}`;
  };
  const lines = edges.map(([from, to, ...label], i) => {
    const [a, b] = [nodes[from], nodes[to]];
    const back = b[1] <= a[1];
    let path;
    let text = "";
    if (label.length) {
      const box = label.slice(0, 4);
      const upward = box[1] < a[1];
      // A label above its source is on the way back.
      path = upward ? curve([a[0] + a[2] / 2, a[1]], [box[0] + box[2] / 2, box[1]]).replace(/C.*/, (c) => sideways([a[0] + a[2] / 2, a[1]], [box[0] + box[2] / 2, box[1]])) : curve(bottom(a), top(box));
      path += from === to ? "" : " " + (b[1] < box[1] ? `M${box[0] - box[2] / 2} ${box[1]}` + sideways([box[0] - box[2] / 2, box[1]], [b[0] - b[2] / 2, b[1]], -1) : curve(bottom(box), top(b)));
      if (from === to) path += ` M${box[0] - box[2] / 2} ${box[1]}` + sideways([box[0] - box[2] / 2, box[1]], [b[0] - b[2] / 2, b[1]], -1);
      const rows = [...label[4].map((t) => [t, "ll"]), ...label[5].map((t) => [t, "ml"])];
      text = `<rect x="${box[0] - box[2] / 2}" y="${box[1] - box[3] / 2}" width="${box[2]}" height="${box[3]}"/>` +
        rows.map(([t, name], n) => `<text class="${name}" x="${box[0]}" y="${box[1] - box[3] / 2 + 11 + n * 15}">${escaped(t)}</text>`).join("");
    } else if (from === to) {
      const [x, y, w, h] = a;
      path = `M${x + w / 2} ${y + 5}C${x + w / 2 + 30} ${y + h} ${x + w / 2 + 30} ${y - h} ${x + w / 2} ${y - 5}`;
    } else if (back) {
      path = `M${a[0] + a[2] / 2} ${a[1]}` + sideways([a[0] + a[2] / 2, a[1]], [b[0] + b[2] / 2, b[1]]);
    } else {
      path = curve(bottom(a), top(b));
    }
    return `<g class="edge${back ? " back" : ""}" data-from="${from}" data-to="${to}" data-edge="${i}"><path d="${path}" marker-end="url(#tip)"/>${text}</g>`;
  });
  const boxes = nodes.map(([x, y, w, h, name], i) =>
    `<g class="node" tabindex="0" role="button" data-node="${i}" aria-label="block ${escaped(name)}"><rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}"/><text x="${x}" y="${y}">${escaped(name)}</text></g>`);
  return `<svg data-section="${section.number}"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs><g>${lines.join("")}${boxes.join("")}</g></svg>`;
}

/** A curve out of one side of a box and into the same side of another. */
function sideways([x, y], [u, v], way = 1) {
  const out = 30 + Math.min(120, Math.abs(v - y) / 8);
  return `C${x + way * out} ${y} ${u + way * out} ${v} ${u} ${v}`;
}

/** Shows the whole graph, or its beginning where the whole would be too small to read. */
function frame({ nodes, edges }) {
  const svg = dialog.querySelector("svg");
  const boxes = [...nodes, ...edges.filter((e) => e.length > 2).map((e) => e.slice(2, 6))];
  const right = Math.max(...boxes.map(([x, , w]) => x + w / 2));
  const bottom = Math.max(...boxes.map(([, y, , h]) => y + h / 2));
  const { width, height } = svg.getBoundingClientRect();
  const scale = Math.max(0.35, Math.min(1.25, width / (right + 120), height / (bottom + 60)));
  const entry = nodes[0];
  view = { scale, x: right * scale < width ? (width - right * scale) / 2 : width / 2 - entry[0] * scale, y: 30 };
  moved();
}

function moved() {
  dialog.querySelector("svg > g").setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
}

function zoom(factor, x, y) {
  const scale = Math.min(4, Math.max(0.02, view.scale * factor));
  view.x = x - ((x - view.x) * scale) / view.scale;
  view.y = y - ((y - view.y) * scale) / view.scale;
  view.scale = scale;
  moved();
}

dialog.addEventListener("wheel", (event) => {
  const svg = event.target.closest("svg");
  if (!svg) return;
  event.preventDefault();
  const box = svg.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
let drag = null;
dialog.addEventListener("pointerdown", (event) => { if (event.target.closest("svg")) drag = { x: event.clientX, y: event.clientY, far: false }; });
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
    for (const edge of dialog.querySelectorAll(".edge")) edge.classList.toggle("on", node !== undefined && (edge.dataset.from === node || edge.dataset.to === node));
  });
}
function follow(target) {
  const node = target.closest(".node");
  if (!node || drag?.far) return;
  const section = sections[Number(node.closest("svg").dataset.section)];
  const [, , , , , llvm, mlir] = section.data.graph.nodes[Number(node.dataset.node)];
  dialog.close();
  if (mlir !== null) show(section, 1, mlir); else if (llvm !== null) show(section, 0, llvm);
}
dialog.addEventListener("click", (event) => follow(event.target));
dialog.addEventListener("keydown", (event) => {
  if (event.key === "Enter") follow(event.target);
  const svg = dialog.querySelector("svg");
  const factor = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
  if (svg && factor) zoom(factor, svg.clientWidth / 2, svg.clientHeight / 2);
  const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
  if (svg && step) { view.x += step[0]; view.y += step[1]; moved(); event.preventDefault(); }
});
