"""The server as another client has it: pytest-lsp starts `irtrip lsp` and speaks to it by pygls."""

import os

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROGRAM = os.environ.get("IRTRIP", "irtrip")


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[PROGRAM, "lsp"]))
async def client(lsp_client: LanguageClient):
    params = types.InitializeParams(capabilities=client_capabilities("visual-studio-code"))
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()
