"use strict";
// Sections' data and how a line is shown.

const page = JSON.parse(document.getElementById("index").textContent);
const byId = (id) => document.getElementById(id);
const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

const sections = page.sections.map((row, number) => {
  const [kind, name, rows, llvm, mlir, blocks, phis, preserved, lost, demangled] = row;
  return { number, kind, name, demangled, rows, llvm, mlir, blocks, phis, preserved, lost, tops: null, open: false, data: null, loading: null };
});

/** A section's text and what is known of it, inflated when it is first asked for. */
function load(section) {
  section.loading ??= (async () => {
    // The sections stand behind the script.
    if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
    const packed = byId("s" + section.number).textContent;
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    section.data = unfolded(JSON.parse(await new Response(stream).text()));
    return section.data;
  })();
  return section.loading;
}

/** What C++ and Rust call the symbols of the sections that were opened. */
const demangled = new Map();

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

const WORDS = "define declare internal external private linkonce linkonce_odr weak weak_odr available_externally appending common global constant alias " +
  "ret br switch indirectbr invoke callbr resume unreachable add fadd sub fsub mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor " +
  "extractelement insertelement shufflevector extractvalue insertvalue alloca load store fence cmpxchg atomicrmw getelementptr trunc zext sext " +
  "fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast icmp fcmp phi select freeze call tail musttail notail va_arg " +
  "landingpad catchpad cleanuppad catchret cleanupret catchswitch label to unwind module attributes source_filename target datalayout triple type";
const KEYWORDS = new Set(WORDS.split(" "));
const TOKEN = /"(?:[^"\\]|\\.)*"|;.*$|\/\/.*$|[%^](?:"[^"]*"|[-\w$.#]+)|@(?:"[^"]*"|[-\w$.]+)|[!#][-\w$.]+|\b(?:i\d+|ptr|float|double|half|bfloat|void|vector|array|struct|f\d+|x86_fp80|index)\b|-?\b(?:0x[0-9A-Fa-f]+|\d[\d.]*(?:e[-+]?\d+)?)\b|\b[A-Za-z_][\w$]*(?:\.[\w$]+)*/g;

/** A block's label, at the start of a line of LLVM IR. */
const LABEL = /^(?:"[^"]*"|[-\w$.]+)(?=:)/;

function kind(token, mlir, next) {
  switch (token[0]) {
    case '"': return "q";
    case ";": return mlir ? "" : "c";
    case "/": return mlir ? "c" : "";
    case "%": case "^": return "v";
    case "@": return "s";
    case "!": return mlir ? "t" : "m";
    case "#": return "m";
  }
  if (/^-?\d/.test(token)) return "d";
  if (/^(?:i\d+|ptr|float|double|half|bfloat|void|vector|array|struct|f\d+|x86_fp80|index)$/.test(token)) return "t";
  if (mlir) return token.startsWith("irtrip.") ? "h" : token.startsWith("llvm.") && next !== "=" ? "k" : "";
  return KEYWORDS.has(token) ? "k" : "";
}

/** A part of a line in colours, what is searched for marked. */
function coloured(text, mlir, query) {
  const label = (!mlir && LABEL.exec(text)?.[0]) || "";
  let html = label && `<span class="v">${found(label, query)}</span>`;
  let at = label.length;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index < at) continue;
    const token = match[0];
    const end = match.index + token.length;
    const name = kind(token, mlir, text.slice(end).trimStart()[0]);
    html += found(text.slice(at, match.index), query);
    const title = demangled.get(token.replaceAll('"', ""));
    html += name ? `<span class="${name}"${title ? ` title="${escaped(title)}"` : ""}>${found(token, query)}</span>` : found(token, query);
    at = end;
  }
  return html + found(text.slice(at), query);
}

function found(text, query) {
  if (!query) return escaped(text);
  const lower = text.toLowerCase();
  let html = "";
  let at = 0;
  for (let hit; (hit = lower.indexOf(query, at)) >= 0; at = hit + query.length) {
    html += escaped(text.slice(at, hit)) + `<mark class="hit">${escaped(text.slice(hit, hit + query.length))}</mark>`;
  }
  return html + escaped(text.slice(at));
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
