"""The library libtacit by ctypes: the one call, progress and Ctrl-C.

Work runs in a thread of its own, so that Python's main thread hears Ctrl-C and cancels it.
"""

from __future__ import annotations

import ctypes as c
import ctypes.util
import functools
import json
import os
import threading
import time
from pathlib import Path
from typing import Any, Callable, Optional

from tacit._abi import Stream
from tacit._errors import ENDINGS, Error

Progress = Callable[[str, int, int], None]
NOT_RELEASED = 3
_Tell = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_uint64, c.c_uint64)


def _find() -> str:
    own = Path(__file__).with_name("lib") / "libtacit.so.0"
    named = os.environ.get("TACIT_LIBRARY")
    found = named or (str(own) if own.exists() else ctypes.util.find_library("tacit"))
    if not found:
        raise ImportError("libtacit is not there; install it, or name its file in TACIT_LIBRARY.")
    return found


@functools.lru_cache(maxsize=None)
def library() -> c.CDLL:
    """The library, loaded when it is first needed."""
    lib = c.CDLL(_find())
    text, many = c.c_char_p, c.c_void_p
    for name, result, arguments in (
        ("tacit_ctx_new", many, ()),
        ("tacit_ctx_free", None, (many,)),
        ("tacit_message", text, (many,)),
        ("tacit_cancel", None, (many,)),
        ("tacit_ctx_threads", None, (many, c.c_size_t)),
        ("tacit_ctx_on_progress", None, (many, _Tell, many)),
        ("tacit_session_new", many, (many,)),
        ("tacit_session_free", None, (many,)),
        ("tacit_session_put", c.c_int, (many, many, text, c.POINTER(Stream))),
        ("tacit_session_get", c.c_int, (many, many, text, c.POINTER(Stream))),
        ("tacit_run", c.c_int, (many, many, text, text, text, many, c.POINTER(many))),
        ("tacit_describe", c.c_int, (many, c.POINTER(many))),
        ("tacit_text_free", None, (many,)),
        ("tacit_version", text, ()),
    ):
        call = getattr(lib, name)
        call.restype, call.argtypes = result, arguments
    return lib


def version() -> str:
    """The library's version."""
    told: bytes = library().tacit_version()
    return told.decode()


class Context:
    """A context of the library with a session, for the time of a `with`."""

    def __init__(self, threads: int = 0, progress: Optional[Progress] = None) -> None:
        self._lib = library()
        self._told = progress
        self._thrown: Optional[BaseException] = None
        self._tell = _Tell(self._hear)
        self._cx = c.c_void_p(self._lib.tacit_ctx_new())
        self._session = c.c_void_p(self._lib.tacit_session_new(self._cx) if self._cx else None)
        if not self._session:
            raise MemoryError
        self._lib.tacit_ctx_threads(self._cx, threads)
        if progress is not None:
            self._lib.tacit_ctx_on_progress(self._cx, self._tell, None)

    def __enter__(self) -> "Context":
        return self

    def __exit__(self, *_: object) -> None:
        self._lib.tacit_session_free(self._session)
        self._lib.tacit_ctx_free(self._cx)

    def _hear(self, _: object, stage: bytes, done: int, total: int) -> int:
        """Tell how far the work is; what the listener throws ends the work, and is thrown where it was asked for."""
        assert self._told is not None
        try:
            self._told(stage.decode(), done, total)
        except BaseException as thrown:
            self._thrown = thrown
            return 1
        return 0

    def _work(self, call: Callable[[], int]) -> int:
        """Do `call` while this thread stays open to Ctrl-C."""
        ending: list[int] = []
        worker = threading.Thread(target=lambda: ending.append(call()), daemon=True)
        try:
            worker.start()
            while worker.is_alive():
                worker.join(0.05)
        except BaseException:
            self._stop(worker)
            raise
        if self._thrown is not None:
            raise self._thrown
        return ending[0] if ending else 1

    def _stop(self, worker: threading.Thread) -> None:
        """Cancel the work until its thread is gone: it uses the context, which is freed next."""
        while worker in threading.enumerate():
            try:
                self._lib.tacit_cancel(self._cx)
                time.sleep(0.01)
            except KeyboardInterrupt:
                pass  # it is being stopped

    def _fail(self, ending: int, record: Optional[dict[str, Any]] = None) -> Error:
        said = (self._lib.tacit_message(self._cx) or b"").decode()
        return ENDINGS[ending](said or (record or {}).get("error") or "It failed.", record)

    def put(self, name: str, stream: Stream) -> None:
        """Give the session a table; the stream is consumed."""
        ending = self._work(
            lambda: int(
                self._lib.tacit_session_put(
                    self._cx, self._session, name.encode(), c.byref(stream)
                )
            )
        )
        if ending != 0:
            raise self._fail(ending)

    def get(self, name: str) -> Stream:
        """A table that a run released, as a stream that outlives the session."""
        stream = Stream()
        ending = int(
            self._lib.tacit_session_get(self._cx, self._session, name.encode(), c.byref(stream))
        )
        if ending != 0:
            raise self._fail(ending)
        return stream

    def run(self, what: str, plan: str, options: Optional[dict[str, Any]] = None) -> dict[str, Any]:
        """Do the task `what` as the plan says; its record, also if what is required does not hold."""
        text = c.c_void_p()
        asked = None if options is None else json.dumps(options).encode()
        ending = self._work(
            lambda: int(
                self._lib.tacit_run(
                    self._cx, self._session, what.encode(), plan.encode(), asked, None, c.byref(text)
                )
            )
        )
        record = self._read(text)
        if ending not in (0, NOT_RELEASED):
            raise self._fail(ending, record)
        return record or {}

    def describe(self) -> dict[str, Any]:
        """Everything that can be asked for."""
        text = c.c_void_p()
        ending = int(self._lib.tacit_describe(self._cx, c.byref(text)))
        if ending != 0:
            raise self._fail(ending)
        return self._read(text) or {}

    def _read(self, text: c.c_void_p) -> Optional[dict[str, Any]]:
        if not text:
            return None
        try:
            told: dict[str, Any] = json.loads(c.string_at(text.value or 0))
            return told
        finally:
            self._lib.tacit_text_free(text)
