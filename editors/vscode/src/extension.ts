// The client of `irtrip lsp`: it starts the server, shows the other language next to a document and scrolls both together, and shows
// bitcode and bytecode as text.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

/** The result of `irtrip/counterpart`: a text, and which lines correspond, from 0. */
interface Counterpart {
  language: string;
  text: string;
  lines: [number, number][];
  back: [number, number][];
}

/** The result of `irtrip/text`. */
interface BinaryText {
  language: string;
  text: string;
}

const SCHEME = "irtrip";

let client: LanguageClient | undefined;

function startClient(): LanguageClient {
  const settings = vscode.workspace.getConfiguration("irtrip");
  const dialects = settings.get<string[]>("dialects", []).flatMap((file) => ["--dialects", file]);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server: ServerOptions = {
    command: settings.get<string>("path", "irtrip"),
    args: ["lsp", ...dialects],
    options: { cwd: folder },
  };
  const options: LanguageClientOptions = {
    documentSelector: ["file", "untitled", SCHEME].flatMap((scheme) => [
      { scheme, language: "llvm" },
      { scheme, language: "mlir" },
    ]),
  };
  const started = new LanguageClient("irtrip", "irtrip", server, options);
  started.start().catch(async (error) => {
    const message = `The program ${server.command} cannot be started (${said(error)}); the setting irtrip.path says where it is.`;
    if (await vscode.window.showErrorMessage(message, "Open the setting")) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "irtrip.path");
    }
  });
  return started;
}

/** Starts the server anew. One that did not start, or is gone, cannot be stopped. */
async function restart(): Promise<void> {
  await client?.stop().catch(() => undefined);
  client = startClient();
}

/** Documents that nobody writes: the other language of a document, and the text of a binary file. */
class Texts implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  set(uri: vscode.Uri, text: string): void {
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
  }

  delete(uri: vscode.Uri): void {
    this.texts.delete(uri.toString());
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }
}

/** The other language of a document, in the next column. */
class Pair {
  private found: Counterpart | undefined;
  private scrolling = 0;

  constructor(
    readonly source: vscode.Uri,
    readonly other: vscode.Uri,
    private readonly texts: Texts,
  ) {}

  /** Asks the server again. A document with an error keeps what it had. */
  async update(): Promise<void> {
    const params = { textDocument: { uri: this.source.toString() } };
    this.found = await client!.sendRequest<Counterpart>("irtrip/counterpart", params);
    this.texts.set(this.other, this.found.text);
  }

  /** The first line there that corresponds to a line here, or to the nearest line before it. */
  private there(line: number, isSource: boolean): number | undefined {
    const pairs = (isSource ? this.found?.lines : this.found?.back) ?? [];
    let [low, high] = [0, pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle][0] <= line) low = middle + 1;
      else high = middle;
    }
    return low > 0 ? pairs[low - 1][1] : undefined;
  }

  /** Has the other editor show what the one shows. */
  follow(from: vscode.TextEditor, line: number): void {
    // What is scrolled by this is not to scroll back.
    if (this.scrolling > Date.now()) return;
    const isSource = from.document.uri.toString() === this.source.toString();
    const wanted = (isSource ? this.other : this.source).toString();
    const to = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === wanted);
    const there = this.there(line, isSource);
    if (!to || there === undefined) return;
    this.scrolling = Date.now() + 200;
    to.revealRange(new vscode.Range(there, 0, there, 0), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    to.setDecorations(highlight, [new vscode.Range(there, 0, there, 0)]);
  }
}

const highlight = vscode.window.createTextEditorDecorationType({
  isWholeLine: true,
  backgroundColor: new vscode.ThemeColor("editor.wordHighlightBackground"),
});

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Bitcode and bytecode: the file opens as a document of its text. */
class BinaryEditor implements vscode.CustomReadonlyEditorProvider {
  constructor(private readonly texts: Texts) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    const file = document.uri;
    try {
      await client!.start();
      const found = await client!.sendRequest<BinaryText>("irtrip/text", { uri: file.toString() });
      const uri = file.with({ scheme: SCHEME, path: `${file.path}.${found.language === "mlir" ? "mlir" : "ll"}` });
      this.texts.set(uri, found.text);
      const text = await vscode.workspace.openTextDocument(uri);
      await vscode.languages.setTextDocumentLanguage(text, found.language);
      await vscode.window.showTextDocument(text, { viewColumn: panel.viewColumn });
      panel.dispose();
    } catch (error) {
      panel.webview.html = `<p>${said(error).replace(/&/g, "&amp;").replace(/</g, "&lt;")}</p>`;
    }
  }
}

export function activate(context: vscode.ExtensionContext): void {
  client = startClient();
  const texts = new Texts();
  const pairs = new Map<string, Pair>();
  const pairOf = (uri: vscode.Uri) =>
    [...pairs.values()].find((pair) => [pair.source, pair.other].some((own) => own.toString() === uri.toString()));
  let timer: NodeJS.Timeout | undefined;

  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, texts),
    vscode.window.registerCustomEditorProvider("irtrip.binary", new BinaryEditor(texts)),
    vscode.commands.registerTextEditorCommand("irtrip.counterpart", async (editor) => {
      const source = editor.document.uri;
      const ending = editor.document.languageId === "llvm" ? "mlir" : "ll";
      const other = source.with({ scheme: SCHEME, path: `${source.path}.${ending}`, query: "counterpart" });
      const pair = pairs.get(source.toString()) ?? new Pair(source, other, texts);
      try {
        await pair.update();
      } catch (error) {
        void vscode.window.showErrorMessage(said(error));
        return;
      }
      pairs.set(source.toString(), pair);
      const document = await vscode.workspace.openTextDocument(other);
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
      pair.follow(editor, editor.selection.active.line);
    }),
    vscode.commands.registerTextEditorCommand("irtrip.page", async (editor) => {
      try {
        const params = { textDocument: { uri: editor.document.uri.toString() } };
        const page = await client!.sendRequest<{ html: string }>("irtrip/page", params);
        const name = editor.document.uri.path.split("/").pop() ?? "irtrip";
        const panel = vscode.window.createWebviewPanel("irtrip.page", name, vscode.ViewColumn.Beside, {
          enableScripts: true,
          retainContextWhenHidden: true,
        });
        panel.webview.html = page.html;
      } catch (error) {
        void vscode.window.showErrorMessage(said(error));
      }
    }),
    vscode.commands.registerCommand("irtrip.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("irtrip")) void restart();
    }),
    vscode.window.onDidChangeTextEditorSelection((event) => {
      pairOf(event.textEditor.document.uri)?.follow(event.textEditor, event.selections[0].active.line);
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges((event) => {
      const first = event.visibleRanges[0]?.start.line;
      if (first !== undefined) pairOf(event.textEditor.document.uri)?.follow(event.textEditor, first);
    }),
    vscode.workspace.onDidChangeTextDocument((event) => {
      const pair = pairs.get(event.document.uri.toString());
      if (!pair) return;
      clearTimeout(timer);
      // While there is an error the other side stays as it was.
      timer = setTimeout(() => void pair.update().catch(() => undefined), 500);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      pairs.delete(document.uri.toString());
      texts.delete(document.uri);
    }),
  );
}

export async function deactivate(): Promise<void> {
  await client?.stop().catch(() => undefined);
}
