"""The language server: which method of the protocol is answered by what."""

import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO, NoReturn, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams

from .colouring import LEGEND, colour
from .completion import complete, export_items, is_expected, needs_exports
from .documents import Document, as_range
from .edits import code_actions, format_document
from .hover import hover
from .incoming import Incoming
from .lens import RENDER, family_lenses, titled
from .messages import MAIN, Fault, Located
from .outline import folds, symbols
from .own_names import own_names
from .server import Server, is_count, refused
from .session import Timing
from .signatures import signature

TRIGGERS = [".", "<", "?", " ", ":"]


_At = (
    lsp.DefinitionParams
    | lsp.ReferenceParams
    | lsp.DocumentHighlightParams
    | lsp.PrepareRenameParams
    | lsp.RenameParams
)


def make_server(timing: Timing | None = None) -> Server:
    """Return a server with all its methods."""
    server = Server(timing)
    _register_life(server)
    _register_reading(server)
    _register_names(server)
    _register_changes(server)
    _register_problems(server)
    return server


def serve(stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> NoReturn:
    """Speak with an editor over standard input and output until it goes, and end the process.

    Nothing else is written to the output.

    Raises:
        SpecError: the editor announces a message that is larger than any can be.
    """
    own = stdout or os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    if stdout is None:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)  # errors are answers, not a log
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # a process may end after the server
    server = make_server()
    try:
        server.start_io(cast(BinaryIO, Incoming(stdin or sys.stdin.buffer)), own)
    finally:
        server.session.close()
    sys.stderr.flush()
    os._exit(server.code)  # a thread may still read


# ---------------------------------------------------------------------------------------------------- the methods


def _register_life(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def begin(params: lsp.InitializeParams) -> None:
        server.begin(params)

    @server.feature(lsp.INITIALIZED)
    def watch(params: lsp.InitializedParams) -> None:
        server.watch_files()

    @server.feature(lsp.SHUTDOWN)
    def shutdown(params: Any) -> None:
        server.is_shut_down = True
        server.session.close()

    @server.feature(lsp.EXIT)
    def leave(params: Any) -> None:
        server.code = 0 if server.is_shut_down else 1

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def save(params: lsp.DidSaveTextDocumentParams) -> None:
        server.session.touch_all()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.session.touch_all()


def _register_reading(server: Server) -> None:
    session = server.session

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def on_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        await session.knows()
        document = server.document(params.text_document.uri)
        if document is None:
            return None
        offset = document.offset(params.position)
        names = [*session.names(document.uri), *own_names(document)]
        codes = [
            fault.code
            for fault in session.faults(document.uri)
            if fault.spot.file == MAIN and _holds(fault, params.position)
        ]
        sentences = session.sentences(document.uri)
        return hover(
            document, offset, _once(names), session.installed, sentences, list(dict.fromkeys(codes))
        )

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=TRIGGERS)
    )
    async def on_completion(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        await session.knows()
        document = server.document(params.text_document.uri)
        if document is None:
            return None
        offset = document.offset(params.position)
        trigger = params.context.trigger_character if params.context is not None else None
        if trigger in (" ", ":") and not is_expected(document, offset):
            return None
        if module := needs_exports(document, offset):
            return lsp.CompletionList(False, export_items(await session.exports(module)))
        found = complete(document, offset, session.names(document.uri), session.installed)
        return lsp.CompletionList(False, found)

    @server.feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        lsp.SignatureHelpOptions(trigger_characters=["(", ","]),
    )
    def on_signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        document = server.document(params.text_document.uri)
        if document is None:
            return None
        names = [*session.names(document.uri), *own_names(document)]
        return signature(document, document.offset(params.position), names)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.document(params.text_document.uri)
        return [] if document is None else symbols(document)

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def on_workspace_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return workspace_symbols(server, params.query)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def on_folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        document = server.document(params.text_document.uri)
        return [] if document is None else folds(document)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def on_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        document = server.document(params.text_document.uri)
        if document is None:
            return lsp.SemanticTokens([])
        names = [*session.names(document.uri), *own_names(document)]
        return lsp.SemanticTokens(colour(document, names))


def workspace_symbols(server: Server, query: str) -> list[lsp.WorkspaceSymbol]:
    """Return the symbols of the open documents whose names contain a text."""
    return [
        lsp.WorkspaceSymbol(
            location=lsp.Location(document.uri, symbol.selection_range),
            name=symbol.name,
            kind=symbol.kind,
            container_name=symbol.detail,
        )
        for document in server.session.documents.values()
        for symbol in symbols(document)
        if query.casefold() in symbol.name.casefold()
    ]


def _holds(fault: Fault, position: lsp.Position) -> bool:
    start, end = fault.spot.area
    place = (position.line, position.character)
    return start <= place <= max(end, (start[0], start[1] + 1))


def _once(names: Sequence[Any]) -> list[Any]:
    """Return names without those that are declared at the same place or in the same way."""
    return list({(name.name, name.kind): name for name in reversed(names)}.values())[::-1]


def _register_names(server: Server) -> None:
    async def locate(params: _At, renamed: str | None = None) -> tuple[Document, Located] | None:
        document = server.document(params.text_document.uri)
        if document is None or document.is_large:
            return None
        place = document.range(*[document.offset(params.position)] * 2).start
        found = await server.session.locate(document, place.line, place.character, renamed)
        if server.document(document.uri) is not document:
            raise JsonRpcContentModified("the document has changed")
        return document, found

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def on_definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        located = await locate(params)
        if located is None or located[1].declaration is None:
            return None
        return server.spot(located[0], located[1].declaration)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def on_references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        located = await locate(params)
        if located is None:
            return []
        document, found = located
        kept = params.context.include_declaration
        return [
            server.spot(document, place)
            for place in found.places
            if kept or place != found.declaration
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def on_highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        located = await locate(params)
        if located is None:
            return []
        document, found = located
        own = (MAIN, document.path)
        return [
            lsp.DocumentHighlight(
                as_range(place.area),
                lsp.DocumentHighlightKind.Write
                if place == found.declaration
                else lsp.DocumentHighlightKind.Read,
            )
            for place in found.places
            if place.file in own
        ]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def on_prepare(
        params: lsp.PrepareRenameParams,
    ) -> lsp.PrepareRenamePlaceholder | None:
        located = await locate(params)
        if located is None or located[1].here is None:
            return None
        _, found = located
        if found.refused:
            raise refused(found.refused)
        assert found.here is not None
        return lsp.PrepareRenamePlaceholder(as_range(found.here.area), found.name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def on_rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        located = await locate(params, params.new_name.strip("`"))
        if located is None:
            return None
        document, found = located
        if found.refused or found.failed:
            raise refused(found.refused or found.failed)
        changes: dict[str, list[lsp.TextEdit]] = {}
        for change in found.changes:
            place = server.spot(document, change.spot)
            changes.setdefault(place.uri, []).append(lsp.TextEdit(place.range, change.text))
        return lsp.WorkspaceEdit(changes=changes)


def _register_changes(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def on_format(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        document = server.document(params.text_document.uri)
        if document is None or document.is_large:
            return None
        return format_document(document)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]),
    )
    def on_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.document(params.text_document.uri)
        if document is None:
            return []
        faults = server.session.faults(document.uri)
        return code_actions(
            document, params.range, faults, params.context.diagnostics, params.context.only
        )


def _register_problems(server: Server) -> None:
    session = server.session

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=True))
    def on_lens(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = server.document(params.text_document.uri)
        if document is None:
            return []
        return family_lenses(document, session.previewed(document.uri))

    @server.feature(lsp.CODE_LENS_RESOLVE)
    async def on_resolve(lens: lsp.CodeLens) -> lsp.CodeLens:
        data = lens.data if isinstance(lens.data, dict) else {}
        document = server.document(str(data.get("uri", "")))
        if document is None:
            return titled(lens, str(data.get("uri", "")), None)
        return titled(lens, document.uri, await session.preview(document))

    @server.command(RENDER)
    async def on_render(*arguments: Any) -> dict[str, str]:
        match arguments:
            case (str(uri), seed, index) if is_count(seed) and is_count(index):
                document = server.document(uri)
            case _:
                raise JsonRpcInvalidParams("the arguments are an address, a seed and an index")
        if document is None:
            raise JsonRpcInvalidParams(f"`{uri}` is not open")
        found = await session.render(document, seed, index)
        if found.failed:
            raise refused(found.failed)
        return {"html": found.html, "text": found.text}
