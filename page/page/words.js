"use strict";
// What all pages have in common: packed sections, and the colours of the words of LLVM IR and MLIR.

const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** The text that the element of an id holds, which `packed` made of it. */
async function unpacked(id) {
  // What is packed stands after the script.
  if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** What C++ and Rust call the symbols of the sections that were opened. */
const demangled = new Map();

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
