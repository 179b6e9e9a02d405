"""What holds at random places of modules, and after random edits, for a client that is not this project's.

The fixtures and examples are looked at unless `IRTRIP_LSP_FOLDERS` names folders and files, with colons between them;
`IRTRIP_LSP_PLACES` is how many places are asked about, and `IRTRIP_LSP_EDITS` how many edits are made:

    IRTRIP_LSP_FOLDERS=~/llvm/test:~/mlir/test:sqlite3.O2.ll IRTRIP_LSP_PLACES=10000 IRTRIP_LSP_EDITS=5000 \
        IRTRIP=target/release/irtrip pytest -s lsp/tests/pytest/test_laws.py
"""

import asyncio
import os
import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

ROOT = Path(__file__).resolve().parents[3]
HERE = [ROOT / "examples", ROOT / "roundtrip-tests/fixtures"]
FOLDERS = [Path(name).expanduser() for name in os.environ.get("IRTRIP_LSP_FOLDERS", "").split(":") if name] or HERE
PLACES = int(os.environ.get("IRTRIP_LSP_PLACES", 400))
EDITS = int(os.environ.get("IRTRIP_LSP_EDITS", 200))
# So many places of one document are asked about, and so many edits made to it; more in a large one.
AT_ONCE = 8
LARGE = 1 << 20
SECONDS = 60
# What cannot be done, which a request says in words.
REQUEST_FAILED = -32803


def files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    return sorted(path for path in folder.rglob("*") if path.suffix in (".ll", ".mlir") and path.is_file())


def text_of(path: Path) -> str | None:
    """The text of a file, which may have none; and with one kind of newline, as editors send it."""
    try:
        return path.read_bytes().decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return None


def documents(chosen: random.Random, count: int):
    """Documents, with how often each is to be looked at: as many of each folder, and of files that are named."""
    each = count // len(FOLDERS)
    for folder in FOLDERS:
        left, found = each, files(folder)
        assert found, f"{folder} has no modules"
        while left > 0:
            path = chosen.choice(found)
            if (text := text_of(path)) is not None:
                times = min(left, AT_ONCE if len(text) < LARGE else each)
                left -= times
                yield path, text, times


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def place(chosen: random.Random, lines: list[str]) -> types.Position:
    """A random place: every other time one of a name, if there is one in the line."""
    line = chosen.randrange(len(lines))
    names = [name.start() for name in re.finditer(r"[%@!#^$][\w.$-]+", lines[line])]
    if names and chosen.random() < 0.5:
        return types.Position(line, units(lines[line][: chosen.choice(names)]))
    return types.Position(line, chosen.randrange(units(lines[line]) + 1))


class Server:
    """A server, what it was asked, and how long answers took."""

    def __init__(self, client: LanguageClient):
        self.client, self.times, self.refused, self.told = client, {}, Counter(), {}
        self.listen()

    def listen(self):
        def tell(notification):
            if notification.exception() is None:
                self.told[notification.result().uri] = notification.result()
                self.listen()

        told = self.client.protocol.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        told.add_done_callback(tell)

    async def ask(self, method: str, params, may_refuse: bool = False):
        start = time.monotonic()
        try:
            return await asyncio.wait_for(self.client.protocol.send_request_async(method, params), SECONDS)
        except JsonRpcException as error:
            assert may_refuse and error.code == REQUEST_FAILED, f"{method} {params}: {error!r}"
            self.refused[method] += 1
            return None
        finally:
            self.times.setdefault(method, []).append(time.monotonic() - start)

    def open(self, uri: str, path: Path, text: str) -> types.TextDocumentIdentifier:
        language = "mlir" if path.suffix == ".mlir" else "llvm"
        item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        return types.TextDocumentIdentifier(uri=uri)

    def close(self, document: types.TextDocumentIdentifier):
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=document))

    async def found(self, uri: str, version: int) -> list[types.Diagnostic]:
        """The diagnostics of a version of a document."""
        end = time.monotonic() + SECONDS
        while uri not in self.told or self.told[uri].version != version:
            assert time.monotonic() < end, f"no diagnostics of {uri}"
            await asyncio.sleep(0.01)
        return list(self.told[uri].diagnostics)

    def report(self):
        for method, times in sorted(self.times.items()):
            times.sort()
            at = [times[int((len(times) - 1) * part)] * 1000 for part in (0.5, 0.95, 1)]
            line = f"{method:36} {len(times):6} median {at[0]:8.1f} ms, 95th percentile {at[1]:8.1f} ms, most {at[2]:8.1f} ms"
            print(line + (f", {self.refused[method]} refused" if self.refused[method] else ""))


async def ask_of_place(server: Server, document, position: types.Position) -> bool:
    """Asks all that is asked about a place; whether there is a name there."""
    at = {"text_document": document, "position": position}
    around = types.Range(types.Position(max(position.line - 20, 0), 0), types.Position(position.line + 20, 0))
    every = types.ReferenceContext(include_declaration=True)
    uses = types.ReferenceContext(include_declaration=False)
    actions = types.CodeActionContext(diagnostics=[])
    definitions, references, used, highlights, edit, _, named, *_ = await asyncio.gather(
        server.ask("textDocument/definition", types.DefinitionParams(**at)),
        server.ask("textDocument/references", types.ReferenceParams(**at, context=every)),
        server.ask("textDocument/references", types.ReferenceParams(**at, context=uses)),
        server.ask("textDocument/documentHighlight", types.DocumentHighlightParams(**at)),
        server.ask("textDocument/rename", types.RenameParams(**at, new_name="freshname"), may_refuse=True),
        server.ask("textDocument/hover", types.HoverParams(**at)),
        server.ask("textDocument/prepareRename", types.PrepareRenameParams(**at), may_refuse=True),
        server.ask("textDocument/completion", types.CompletionParams(**at)),
        server.ask("textDocument/codeAction", types.CodeActionParams(document, around, actions)),
        server.ask("textDocument/inlayHint", types.InlayHintParams(document, around)),
        server.ask("textDocument/semanticTokens/range", types.SemanticTokensRangeParams(document, around)),
    )
    if definitions is None:
        assert references is highlights is edit is None, (document, position)
        return False
    # All of these say where the same name stands.
    everywhere = {str(place.range) for place in references}
    assert all(str(place.range) in everywhere for place in definitions), (document, position)
    assert all(str(place.range) in everywhere for place in [*used, *highlights]), (document, position)
    if edit is not None and named is not None:
        (edits,) = edit.changes.values()
        assert all(str(place.range) in {str(edit.range) for edit in edits} for place in highlights), (document, position)
    # Each of them leads to the same definition and has the same others.
    other = {"text_document": document, "position": random.Random(str(position)).choice(references).range.start}
    again, same = await asyncio.gather(
        server.ask("textDocument/definition", types.DefinitionParams(**other)),
        server.ask("textDocument/references", types.ReferenceParams(**other, context=every)),
    )
    shown = {str(place.range) for place in highlights}
    if str(types.Range(other["position"], other["position"])).split("-")[0] in {place.split("-")[0] for place in shown}:
        assert again == definitions and same == references, (document, position, other["position"])
    return True


async def ask_of_document(server: Server, document):
    """Asks all that is asked about a document as a whole."""
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    symbols, _, _, tokens, _, both = await asyncio.gather(
        server.ask("textDocument/documentSymbol", types.DocumentSymbolParams(document)),
        server.ask("workspace/symbol", types.WorkspaceSymbolParams(query="f")),
        server.ask("textDocument/foldingRange", types.FoldingRangeParams(document)),
        server.ask("textDocument/semanticTokens/full", types.SemanticTokensParams(document)),
        server.ask("textDocument/formatting", types.DocumentFormattingParams(document, options), may_refuse=True),
        server.ask("irtrip/counterpart", {"textDocument": {"uri": document.uri}}, may_refuse=True),
    )
    assert symbols is not None, document
    # Of a large document there are tokens of ranges alone.
    if tokens is not None:
        delta = types.SemanticTokensDeltaParams(document, previous_result_id=tokens.result_id)
        await server.ask("textDocument/semanticTokens/full/delta", delta)


@pytest.mark.asyncio
async def test_every_request_at_random_places(client: LanguageClient):
    server, chosen, places, names = Server(client), random.Random(43), 0, 0
    for path, text, count in documents(chosen, PLACES):
        document = server.open(path.as_uri(), path, text)
        await ask_of_document(server, document)
        lines = text.split("\n")
        for _ in range(count):
            names += await ask_of_place(server, document, place(chosen, lines))
            places += 1
        server.close(document)
    server.report()
    print(f"{places} places, {names} with a name")
    assert names > places / 20


def edit(chosen: random.Random, text: str) -> tuple[int, int, str]:
    """A random edit: what is put in is a piece of the text, or what opens or closes something."""
    start = chosen.randrange(len(text) + 1)
    end = min(len(text), start + chosen.choice((0, 0, 1, 5, 30, 300)))
    piece = chosen.randrange(len(text) + 1)
    return start, end, chosen.choice(('"', "{", "}", "\n", "%x", "𝄞", "", text[piece : piece + chosen.choice((3, 40))]))


def position_of(text: str, at: int) -> types.Position:
    line = text.rfind("\n", 0, at) + 1
    return types.Position(text.count("\n", 0, at), units(text[line:at]))


async def state(server: Server, document, version: int, lines: int):
    """What the server knows of a version of a document; and its tokens, if it has those of the whole."""
    found = await server.found(document.uri, version)
    for note in (note for one in found for note in one.related_information or []):
        note.location.uri = ""
    symbols = await server.ask("textDocument/documentSymbol", types.DocumentSymbolParams(document))
    folds = await server.ask("textDocument/foldingRange", types.FoldingRangeParams(document))
    every = types.SemanticTokensRangeParams(document, types.Range(types.Position(0, 0), types.Position(lines, 0)))
    tokens = await server.ask("textDocument/semanticTokens/range", every)
    whole = await server.ask("textDocument/semanticTokens/full", types.SemanticTokensParams(document))
    assert whole is None or whole.data == tokens.data, document
    return (found, symbols, folds, list(tokens.data)), whole


async def changed_tokens(server: Server, document, before: types.SemanticTokens) -> list[int]:
    """The tokens of a document by what changed since these."""
    delta = types.SemanticTokensDeltaParams(document, previous_result_id=before.result_id)
    data = list(before.data)
    answer = await server.ask("textDocument/semanticTokens/full/delta", delta)
    for change in sorted(answer.edits, key=lambda change: -change.start):
        data[change.start : change.start + change.delete_count] = change.data or []
    return data


@pytest.mark.asyncio
async def test_edited_documents_are_as_if_opened_afresh(client: LanguageClient):
    server, chosen, edits, compared = Server(client), random.Random(44), 0, 0
    for path, text, count in documents(chosen, EDITS):
        # A large one is looked at as a whole a few times only.
        steps = 1 if len(text) < LARGE else max(count // 5, 1)
        document = server.open(path.as_uri(), path, text)
        told = await server.ask("textDocument/semanticTokens/full", types.SemanticTokensParams(document))
        for step in range(count):
            start, end, new = edit(chosen, text)
            changed = types.Range(position_of(text, start), position_of(text, end))
            change = types.TextDocumentContentChangePartial(range=changed, text=new)
            text = text[:start] + new + text[end:]
            versioned = types.VersionedTextDocumentIdentifier(uri=document.uri, version=step + 2)
            client.text_document_did_change(types.DidChangeTextDocumentParams(versioned, [change]))
            edits += 1
            if step % steps != steps - 1:
                continue
            where = f"{path}, step {step}"
            data = await changed_tokens(server, document, told) if told else None
            fresh = server.open(f"{document.uri}.{step}{path.suffix}", path, text)
            lines = text.count("\n") + 1
            wanted, _ = await state(server, fresh, 1, lines)
            is_so, told = await state(server, document, step + 2, lines)
            assert is_so == wanted, where
            assert data is None or data == wanted[3], f"{where}: by what changed of the tokens"
            server.close(fresh)
            compared += 1
        server.close(document)
    server.report()
    print(f"{edits} edits, {compared} times compared")
    assert compared > 0
