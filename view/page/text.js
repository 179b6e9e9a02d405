"use strict";
// Sections' data and how a line is shown.

const page = JSON.parse(document.getElementById("index").textContent);
const byId = (id) => document.getElementById(id);

const sections = page.sections.map((row, number) => {
  const [kind, name, rows, llvm, mlir, blocks, phis, preserved, lost, demangled] = row;
  return { number, kind, name, demangled, rows, llvm, mlir, blocks, phis, preserved, lost, tops: null, open: false, data: null, loading: null };
});

/** A section's text and what is known of it, inflated when it is first asked for. */
function load(section) {
  section.loading ??= (async () => {
    section.data = unfolded(JSON.parse(await unpacked("s" + section.number)));
    return section.data;
  })();
  return section.loading;
}

function unfolded(raw) {
  for (const [name, shown] of raw.names) demangled.set("@" + name, shown);
  const lines = (text) => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  const owners = (steps) => { let at = 0; return Int32Array.from(steps, (step) => (at += step) - 1); };
  const sides = [
    side(lines(raw.llvm), owners(raw.llvmItems), raw.llvmNumbers),
    side(lines(raw.mlir), owners(raw.mlirItems), raw.mlirNumbers),
  ];
  const rows = [[], []];
  const at = [0, 0];
  raw.rows.forEach((count, i) => {
    for (; count > 0; count--) {
      rows[0].push(i % 3 === 2 ? -1 : at[0]++);
      rows[1].push(i % 3 === 1 ? -1 : at[1]++);
    }
  });
  rows.forEach((list, s) => list.forEach((line, row) => { if (line >= 0) sides[s].rowOf[line] = row; }));
  const data = { sides, rows, preserved: new Map(), lost: new Map(), phis: [], phi: new Map(), uses: new Map(), graph: raw.graph };
  for (const [item, key, value] of raw.preserved) push(data.preserved, item, [key, value]);
  for (const [item, what] of raw.lost) push(data.lost, item ?? -1, what);
  for (const [item, ...users] of raw.uses) data.uses.set(item, users);
  for (const [item, llvm, mlir, from, to, incoming] of raw.phis) {
    const phi = { item, llvm, mlir, incoming: incoming.map(([a, b, line, c, d, op]) => ({ a, b, line, c, d, op })) };
    data.phis.push(phi);
    data.phi.set(item, phi);
    push(sides[1].tokens, mlir, [from, to, "arg", item]);
    for (const value of phi.incoming) {
      if (value.a !== null) push(sides[0].tokens, llvm, [value.a, value.b, "pass", item]);
      if (value.c !== null) push(sides[1].tokens, value.line, [value.c, value.d, "pass", item]);
    }
  }
  for (const { tokens } of sides) for (const list of tokens.values()) list.sort((a, b) => a[0] - b[0]);
  return data;
}

/** A text's lines: the item each belongs to, its number in the whole text, and its row. */
function side(lines, owners, runs) {
  const first = new Map();
  owners.forEach((item, line) => { if (item >= 0 && !first.has(item)) first.set(item, line); });
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const numbers = new Int32Array(lines.length);
  runs.forEach(([from, number], i) => {
    const to = runs[i + 1]?.[0] ?? lines.length;
    for (let line = from; line < to; line++) numbers[line] = number + line - from + 1;
  });
  return { lines, owners, numbers, first, longest, tokens: new Map(), rowOf: new Int32Array(lines.length) };
}

function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value); else map.set(key, [value]);
}

/** A line: its blocks' arguments and passed operands are marked. */
function lineHtml(data, s, line, query) {
  const { lines, tokens } = data.sides[s];
  const text = lines[line];
  let html = "";
  let at = 0;
  for (const [from, to, name, item] of tokens.get(line) ?? []) {
    if (from < at) continue;
    html += coloured(text.slice(at, from), s === 1, query);
    html += `<span class="${name}" data-item="${item}">${coloured(text.slice(from, to), s === 1, query)}</span>`;
    at = to;
  }
  return html + coloured(text.slice(at), s === 1, query);
}
