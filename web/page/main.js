'use strict';

const $ = id => document.getElementById(id);
const root = document.documentElement;

// ---- The program, in a worker ----------------------------------------------------------------------------------------

/** Undoes base64 and, where it is compressed, the compression. */
async function bytesOf(base64, format) {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  return format ? piped(bytes, new DecompressionStream(format)) : bytes;
}

async function piped(bytes, stream) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

const program = bytesOf($('wasm').textContent, 'gzip').then(bytes => WebAssembly.compile(bytes));
// A page from a folder may load no script, but it may run one that it has.
const script = URL.createObjectURL(new Blob([$('glue').textContent, $('worker').textContent], { type: 'text/javascript' }));

let worker = null;
let jobs = 0;
const waiting = new Map();

async function start() {
  const compiled = await program;
  if (worker) return worker;
  worker = new Worker(script);
  worker.postMessage({ program: compiled });
  worker.onmessage = ({ data }) => {
    const { resolve } = waiting.get(data.job) ?? {};
    waiting.delete(data.job);
    // Memory of a program that WebAssembly stopped is in no good state.
    if (data.failure) end();
    resolve?.(data.failure ? failed(data.failure) : JSON.parse(data.answer));
  };
  return worker;
}

function failed(why) {
  const deep = /call stack|stack overflow|unreachable|memory access/i.test(why);
  const message = deep ? 'The module is too large or nested too deeply for a browser; the command line takes it.' : why;
  return { errors: [{ message }], losses: [] };
}

/** Ends the worker, and what it was doing. */
function end() {
  worker?.terminate();
  worker = null;
  waiting.forEach(({ resolve }) => resolve(null));
  waiting.clear();
}

/** Calls a function of the program; null if it was ended. */
async function call(name, ...args) {
  const to = await start();
  const job = ++jobs;
  return new Promise(resolve => {
    waiting.set(job, { resolve });
    to.postMessage({ job, call: name, arguments: args });
  });
}

// ---- What is shown ---------------------------------------------------------------------------------------------------

const LANGUAGES = { llvm: 'LLVM IR', mlir: 'MLIR' };
let shown = { html: '', text: '', name: 'irtrip' };

function mode() { return root.dataset.mode; }

function setMode(to) {
  root.dataset.mode = to;
  for (const tab of $('modes').children) tab.setAttribute('aria-selected', tab.dataset.mode === to);
  update();
}

let timer = 0;
function soon() {
  clearTimeout(timer);
  timer = setTimeout(update, 250);
}

let latest = 0;
async function update() {
  clearTimeout(timer);
  const now = ++latest;
  // What is still being worked out is of no use any more.
  if (waiting.size) end();
  const [a, b] = [$('a').value, $('b').value];
  if (!a.trim() || (mode() === 'diff' && !b.trim())) return show(now, { losses: [], errors: [], text: '', html: '' });
  const busy = setTimeout(() => { $('busy').hidden = false; }, 400);
  const lower = $('lower').checked;
  const [to, release] = $('to').value.split(' ');
  const answer = await ({
    view: () => call('page', $('name-a').value, a, lower),
    text: () => call('translate', a, to, release ?? '', lower),
    diff: () => call('diff', $('name-a').value, a, $('name-b').value, b),
  })[mode()]();
  clearTimeout(busy);
  if (now === latest) $('busy').hidden = true;
  if (answer) show(now, answer);
}

function show(now, answer) {
  if (now !== latest) return;
  const { errors, losses } = answer;
  const isError = errors.length > 0;
  $('frame').classList.toggle('stale', isError);
  $('text').classList.toggle('stale', isError);
  if (!isError) {
    shown = { html: answer.html ?? '', text: answer.text ?? '', language: answer.language };
    if (mode() === 'text') $('text').textContent = shown.text;
    else $('frame').srcdoc = themed(shown.html);
  }
  const area = $(answer.is_second ? 'b' : 'a');
  $('list').replaceChildren(
    ...errors.map(error => item('error', place(error) + error.message, () => select(area, error.range))),
    ...losses.map(loss => item('loss', `left out: ${loss}`)),
    ...(answer.same === true ? [item('note', 'No difference.')] : []),
  );
  root.dataset.done = now;
}

function place({ line, column }) { return line ? `${line}:${column}: ` : ''; }

/** A frame's page follows the theme that is chosen here. */
function themed(html) {
  const theme = root.dataset.theme;
  return theme ? html.replace(/<html lang="en"/i, `<html lang="en" data-theme="${theme}"`) : html;
}

function item(kind, text, act) {
  const li = document.createElement('li');
  li.className = kind;
  const inner = act ? document.createElement('button') : li;
  inner.textContent = text;
  if (act) {
    inner.type = 'button';
    inner.onclick = act;
    li.append(inner);
  }
  return li;
}

/** Selects a part of a text and brings its line into view. */
function select(area, range) {
  if (!range) return;
  delete root.dataset.hidden;
  area.focus();
  area.setSelectionRange(range[0], Math.max(range[1], range[0] + 1));
  const line = area.value.slice(0, range[0]).split('\n').length;
  area.scrollTop = Math.max(0, (line - 6) * 20);
}

// ---- Files, examples, links ------------------------------------------------------------------------------------------

/** Fills the module `to` with a file: text as it is, of bitcode and bytecode what they say. */
async function take(file, to) {
  const answer = await call('open', new Uint8Array(await file.arrayBuffer()));
  if (!answer) return;
  if (answer.errors.length) {
    latest += 1;
    show(latest, { ...answer, errors: answer.errors.map(error => ({ ...error, message: `${file.name}: ${error.message}` })) });
    return;
  }
  $(to).value = answer.text;
  $(`name-${to}`).value = file.name;
  update();
}

async function takeAll(files, first) {
  const [one, two] = files;
  if (two) {
    await take(one, 'a');
    await take(two, 'b');
    setMode('diff');
  } else if (one) {
    await take(one, first);
  }
}

const link = {
  async of(state) {
    const bytes = await piped(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  },
  async read(hash) {
    const bytes = await bytesOf(hash.replaceAll('-', '+').replaceAll('_', '/'), 'deflate-raw');
    return JSON.parse(new TextDecoder().decode(bytes));
  },
};

function state() {
  const of = id => ({ name: $(`name-${id}`).value, text: $(id).value });
  return { mode: mode(), a: of('a'), b: of('b'), to: $('to').value, lower: $('lower').checked };
}

function restore(from) {
  for (const id of ['a', 'b']) {
    $(id).value = String(from[id]?.text ?? '');
    if (from[id]?.name) $(`name-${id}`).value = from[id].name;
  }
  if ([...$('to').options].some(option => option.value === from.to)) $('to').value = from.to;
  $('lower').checked = from.lower !== false;
  setMode(['view', 'text', 'diff'].includes(from.mode) ? from.mode : 'view');
}

/** Links of more characters than this are cut or refused by some programs that they are sent through. */
const LONGEST_LINK = 2_000_000;

$('link').onclick = async () => {
  const hash = await link.of(state());
  if (hash.length > LONGEST_LINK) return note('There is too much text for a link: send the file.');
  history.replaceState(null, '', `#${hash}`);
  try {
    await navigator.clipboard.writeText(location.href);
    note('The link is copied.');
  } catch {
    note('The link is in the address bar.');
  }
};

function note(text) { $('list').append(item('note', text)); }

async function fromAddress() {
  const hash = location.hash.slice(1);
  if (!hash) return false;
  try {
    restore(await link.read(hash));
    return true;
  } catch {
    note('The link is cut: its end is missing.');
    return false;
  }
}

$('save').onclick = () => {
  const isText = mode() === 'text';
  const name = $('name-a').value.replace(/\.[^.]*$/, '') || 'module';
  const a = document.createElement('a');
  a.href = URL.createObjectURL(new Blob([isText ? shown.text : shown.html], { type: isText ? 'text/plain' : 'text/html' }));
  a.download = name + (isText ? (shown.language === 'mlir' ? '.mlir' : '.ll') : '.html');
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
};

// ---- The rest of the bar ---------------------------------------------------------------------------------------------

$('modes').onclick = event => event.target.dataset.mode && setMode(event.target.dataset.mode);
for (const id of ['a', 'b', 'name-a', 'name-b']) $(id).oninput = soon;
for (const id of ['to', 'lower']) $(id).onchange = update;
$('stop').onclick = () => { end(); $('busy').hidden = true; note('Stopped.'); };
$('open').onclick = () => $('file').click();
$('file').onchange = async () => { await takeAll($('file').files, 'a'); $('file').value = ''; };
$('hide').onclick = () => {
  root.toggleAttribute('data-hidden');
  $('hide').setAttribute('aria-pressed', root.hasAttribute('data-hidden'));
};
$('theme').onclick = () => {
  const next = { undefined: 'light', light: 'dark', dark: undefined }[root.dataset.theme];
  if (next) root.dataset.theme = next;
  else delete root.dataset.theme;
  if (shown.html) $('frame').srcdoc = themed(shown.html);
};
// A tabulator moves within the text, as in an editor; Escape leaves it.
for (const id of ['a', 'b']) {
  $(id).addEventListener('keydown', event => {
    if (event.key === 'Escape') $(id).blur();
    if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    document.execCommand('insertText', false, '  ');
  });
}

let over = 0;
addEventListener('dragenter', () => { over += 1; document.body.classList.add('dropping'); });
addEventListener('dragleave', () => { over -= 1; if (over <= 0) document.body.classList.remove('dropping'); });
addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', event => {
  event.preventDefault();
  over = 0;
  document.body.classList.remove('dropping');
  takeAll(event.dataTransfer.files, mode() === 'diff' && event.target === $('b') ? 'b' : 'a');
});
addEventListener('hashchange', fromAddress);

const EXAMPLES = JSON.parse($('examples').textContent);
EXAMPLES.forEach((example, i) => $('example').add(new Option(example.name, i)));
$('example').onchange = () => {
  const example = EXAMPLES[$('example').value];
  $('example').value = '';
  if (!example) return;
  $('a').value = example.text;
  $('name-a').value = example.name;
  update();
};

(async () => {
  const releases = await call('releases');
  const named = (language, release) => release === 'nvvm' ? 'LLVM IR for libNVVM' : `${language === 'llvm' ? 'LLVM' : 'MLIR'} ${release}`;
  const option = (language, release) =>
    new Option(release ? named(language, release) : LANGUAGES[language], `${language} ${release}`.trim());
  for (const language of ['mlir', 'llvm']) {
    $('to').add(option(language, ''));
    for (const release of releases[language]) $('to').add(option(language, release));
  }
  if (await fromAddress()) return;
  const [first] = EXAMPLES;
  $('a').value = first.text;
  $('name-a').value = first.name;
  setMode('view');
})();
