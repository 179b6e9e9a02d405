// A part is unpacked when it is opened, and its lines are coloured when they can be seen.

/** Colours a text that may have marks in it. */
function colour(cell, isMlir) {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const span = document.createElement("span");
    span.innerHTML = coloured(text.data, isMlir, "");
    text.replaceWith(...span.childNodes);
  }
}

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    target.querySelectorAll("td.code").forEach((cell) => colour(cell, target.classList.contains("mlir")));
  }
}, { rootMargin: "600px" });
const watch = (element) => element.querySelectorAll(".rows").forEach((table) => seen.observe(table));

async function open(details) {
  details.open = true;
  const { packed } = details.dataset;
  if (packed === undefined) return;
  delete details.dataset.packed;
  const text = await unpacked(packed);
  details.insertAdjacentHTML("beforeend", text);
  watch(details);
}

document.addEventListener("toggle", ({ target }) => { if (target.open) open(target); }, true);

/** Opens and shows the part that the address names. */
async function go() {
  const part = document.getElementById(location.hash.slice(1));
  if (part?.tagName !== "DETAILS") return;
  await open(part);
  part.scrollIntoView();
}
addEventListener("hashchange", go);

// Hides the parts, and their entries in the index, that have neither in their names nor in their categories what is typed.
document.querySelector("nav input")?.addEventListener("input", ({ target }) => {
  const wanted = target.value.toLowerCase();
  for (const entry of document.querySelectorAll("nav li")) {
    entry.hidden = !`${entry.textContent} ${entry.firstChild.title}`.toLowerCase().includes(wanted);
    const part = entry.firstChild.getAttribute("href");
    if (part.startsWith("#")) document.querySelector(part).hidden = entry.hidden;
  }
});

watch(document);
go();
