// Works with VS Code as somebody would who opens modules in it: run.sh starts this.

import fs from "node:fs";
import { chromium } from "playwright-core";

const [address, program, browserPath] = process.argv.slice(2);
const folder = process.cwd();
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
page.setDefaultTimeout(60000);

/** Opens a file of the folder `modules`, in a new window. */
async function open(name) {
  const file = `vscode-remote://${new URL(address).host}${folder}/modules/${name}`;
  const payload = encodeURIComponent(JSON.stringify([["openFile", file]]));
  await page.goto(`${address}/?folder=${folder}/modules&payload=${payload}`);
  await page.locator(".tab", { hasText: name }).first().waitFor();
}

async function command(title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

/** A line of an editor that has a text; blanks are no-break spaces there. */
function line(text, side = 0) {
  const editor = page.locator(".editor-group-container").nth(side);
  return editor.locator(".view-line", { hasText: new RegExp(text.replace(/ /g, "\\s")) }).first();
}

async function told(what) {
  await page.screenshot({ path: `${what.replace(/ /g, "-")}.png` });
  console.log(`as it should be: ${what}`);
}

await open("wrong.ll");
await page.locator(".notification-toast", { hasText: "the setting irtrip.path says where it is" }).first().waitFor();
await told("a program that is not there");
fs.symlinkSync(program, "program");
await command("irtrip: Restart the server");
await page.locator(".squiggly-error").first().waitFor();
await told("an error");
await line("ret i32").click();
await page.keyboard.press("End");
await page.keyboard.press("Control+.");
await page.getByText("Did you mean `%sum`?").first().waitFor();
await page.keyboard.press("Enter");
await line("ret i32 %sum").waitFor();
await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
await told("an error that is mended");

await open("sort.ll");
await line("%cmp30: i1 = icmp sgt").waitFor();
await told("types of values");
await line("br i1 %cmp30").locator("span", { hasText: /^br$/ }).last().hover();
await page.locator(".monaco-hover", { hasText: "Branches to a block" }).first().waitFor();
await told("what an instruction does");
await line("%cmp30").click();
await command("irtrip: Open the Other Language to the Side");
await line("llvm.cond_br %cmp30", 1).waitFor();
await told("the other language");
await line("%cmp30").click();
await command("irtrip: Open the page with both languages");
const inside = page.frameLocator("iframe.webview").frameLocator("iframe");
await inside.getByText("@sort").first().waitFor();
await told("the page");

await open("sort.bc");
await line("define dso_local void @sort").waitFor();
await told("bitcode");
await browser.close();
