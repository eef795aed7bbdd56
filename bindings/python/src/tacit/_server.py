"""A client of the query server, `tacit serve`.

The token is given, or in the environment (TACIT_TOKEN, or the file that TACIT_TOKEN_FILE names); it
stands in no message and is not shown.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import os
import ssl
from pathlib import Path
from typing import Any, Optional, Union
from urllib.parse import urlsplit

from tacit._errors import Error, NotReleased, WrongFile, WrongRequest


class Answer:
    """An answer: its columns, with the bounds of a value beside it, and all that the server said."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self._names: list[str] = []
        for column in raw["answer"]["columns"]:
            name = column["name"] + ("" if column["part"] == "value" else "_" + column["part"])
            same = sum(1 for other in self._names if other == name or other.startswith(name + "."))
            self._names.append(f"{name}.{same}" if same else name)

    @property
    def error(self) -> Optional[float]:
        """The standard deviation of a count's noise; None where the mode has none."""
        told: Optional[float] = self.raw["answer"]["error"]
        return told

    @property
    def paid(self) -> float:
        """What it cost; 0 if it had been answered before."""
        return float(self.raw["paid"])

    def __len__(self) -> int:
        return len(self.raw["answer"]["rows"])

    def __repr__(self) -> str:
        return f"<tacit.Answer: {len(self)} rows, columns {', '.join(self._names)}>"

    def to_dict(self) -> dict[str, list[Any]]:
        """Names to lists of values; None is not told."""
        rows = self.raw["answer"]["rows"]
        return {name: [row[j] for row in rows] for j, name in enumerate(self._names)}

    def to_pandas(self) -> Any:
        """A data frame of pandas."""
        import pandas as pd

        return pd.DataFrame(self.to_dict())

    def to_polars(self) -> Any:
        """A data frame of polars."""
        import polars

        return polars.DataFrame(self.to_dict())

    def _repr_html_(self) -> str:
        from tacit._html import table

        return table(self._names, self.raw["answer"]["rows"])


def _token(given: Optional[str], file: Union[str, Path, None]) -> str:
    token = given if given is not None or file is not None else os.environ.get("TACIT_TOKEN")
    if token is None:
        named = file if file is not None else os.environ.get("TACIT_TOKEN_FILE")
        if named is None:
            raise WrongRequest(
                "A token is needed: in the environment as TACIT_TOKEN, or in the file that token_file "
                "or TACIT_TOKEN_FILE names."
            )
        try:
            token = Path(named).read_text(encoding="utf-8").split("\n", 1)[0]
        except OSError:
            raise WrongFile(f"The file of the token, '{named}', cannot be read.") from None
    token = token.strip()
    if not token or any(not "!" <= letter <= "~" for letter in token):
        raise WrongRequest("The token is not one that a server gives.")
    return token


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Server:
    """A server that can be asked."""

    def __init__(self, url: str, token: str, dataset: Optional[str], timeout: float, trust: Optional[str]) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise WrongRequest("The address of a server is such as http://127.0.0.1:8080.")
        if parts.scheme == "http" and not _is_here(parts.hostname):
            raise WrongRequest(
                "A server on another machine is asked by https alone, since its token would be read on the way."
            )
        self.url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._host, self._port = parts.hostname, parts.port
        self._tls = ssl.create_default_context(cafile=trust) if parts.scheme == "https" else None
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._dataset, self._timeout = dataset, timeout

    def __repr__(self) -> str:
        return f"<tacit.Server: {self.url}>"

    def __getstate__(self) -> object:
        raise TypeError("A server is not pickled: its token would be written.")

    def query(self, sql: str) -> Answer:
        """Answer a question in SQL; what is refused raises, with the server's code in `problems`."""
        return Answer(self._ask("/v1/query", sql))

    def explain(self, sql: str) -> dict[str, Any]:
        """How a question is understood and what it would cost; free."""
        return self._ask("/v1/explain", sql)

    def _connection(self) -> http.client.HTTPConnection:
        if self._tls is not None:
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._tls)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)

    def _ask(self, path: str, sql: str) -> dict[str, Any]:
        asked = {"sql": sql, **({"dataset": self._dataset} if self._dataset is not None else {})}
        connection = self._connection()
        try:
            connection.request("POST", path, json.dumps(asked).encode(), self._headers)
            reply = connection.getresponse()
            body = reply.read()
        except (OSError, http.client.HTTPException):
            raise WrongFile(f"The server at {self.url} could not be reached.") from None
        finally:
            connection.close()
        try:
            told: dict[str, Any] = json.loads(body)
        except ValueError:
            raise WrongFile(f"What answers at {self.url} is not a server of tacit.") from None
        if reply.status != 200:
            raise _problem(reply.status, told)
        return told


def _problem(status: int, told: dict[str, Any]) -> Error:
    """The exception for a problem (RFC 9457) of the server."""
    said = str(told.get("detail") or told.get("title") or "The server refused.")
    problem = {"line": told.get("line"), "column": told.get("column"), "code": told.get("code"), "message": said}
    kind = NotReleased if status == 403 else WrongFile if status >= 500 else WrongRequest
    return kind(said, {**told, "problems": [problem]})


def connect(
    url: str,
    token: Optional[str] = None,
    *,
    token_file: Union[str, Path, None] = None,
    dataset: Optional[str] = None,
    timeout: float = 60,
    trust: Optional[str] = None,
) -> Server:
    """A server that can be asked; `trust` is a file with the certificate that signs its own."""
    return Server(url, _token(token, token_file), dataset, timeout, trust)
