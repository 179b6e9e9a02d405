"""What the server answers to a client that is not this project's.

    pip install pytest-lsp
    IRTRIP=target/debug/irtrip pytest lsp/tests/pytest
"""

import random
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted(ROOT.glob("examples/*.ll")) + sorted(ROOT.glob("roundtrip-tests/fixtures/mlir/*.mlir"))[:20]


def opened(client: LanguageClient, path: Path, text: str | None = None) -> str:
    uri = path.as_uri()
    language = "mlir" if path.suffix == ".mlir" else "llvm"
    item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text or path.read_text())
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return uri


@pytest.mark.asyncio
async def test_errors_are_told(client: LanguageClient):
    text = "define i32 @f(i32 %argument) {\n  ret i32 %argumnet\n}\n"
    uri = opened(client, Path("/wrong.ll"), text)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    (error,) = client.diagnostics[uri]
    assert error.message == "use of undefined value '%argumnet'"
    assert (error.range.start, error.range.end) == (types.Position(1, 10), types.Position(1, 19))
    context = types.CodeActionContext(diagnostics=[error])
    document = types.TextDocumentIdentifier(uri=uri)
    params = types.CodeActionParams(text_document=document, range=error.range, context=context)
    actions = await client.text_document_code_action_async(params)
    assert [action.title for action in actions] == ["Did you mean `%argument`?"]


@pytest.mark.asyncio
async def test_definitions_and_references_agree(client: LanguageClient):
    places = 0
    for path in EXAMPLES:
        uri = opened(client, path)
        document = types.TextDocumentIdentifier(uri=uri)
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=document))
        line = column = 0
        starts = []
        for at in range(0, len(tokens.data), 5):
            down, right = tokens.data[at : at + 2]
            line, column = line + down, right if down else column + right
            starts.append(types.Position(line, column))
        for position in random.Random(43).sample(starts, min(20, len(starts))):
            params = types.DefinitionParams(text_document=document, position=position)
            definitions = await client.text_document_definition_async(params)
            context = types.ReferenceContext(include_declaration=True)
            asked = types.ReferenceParams(text_document=document, position=position, context=context)
            references = await client.text_document_references_async(asked)
            # Whatever is defined here is among what refers to it, and each of these leads to the same definition.
            for definition in definitions or []:
                places += 1
                assert definition in references
                other = random.Random(places).choice(references)
                params = types.DefinitionParams(text_document=document, position=other.range.start)
                assert definition in (await client.text_document_definition_async(params) or [definition])
    assert places > 100
