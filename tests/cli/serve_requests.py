"""serve_requests.py - every check that a request goes through, and the API as it is described.

usage: serve_requests.py OPENAPI      (see serve_lib.py)
"""
import json
import os
import re
import socket
import sys
import time

import jsonschema

from serve_lib import Server, add_token, answer_part, finish, tacit, test

COUNT = "SELECT sex, COUNT(*) FROM people GROUP BY sex"
with open(sys.argv[1], encoding="utf-8") as openapi:
    API = json.load(openapi)


def conforms(path, method, reply):
    """The reply has the form that the API describes for its status."""
    responses = API["paths"][path][method]["responses"]
    content = responses.get(str(reply.status), responses["default"])["content"]
    kind = reply.headers["Content-Type"].split(";")[0]
    assert kind in content, (kind, list(content))
    if kind != "text/plain":
        schema = {**content[kind]["schema"], "components": API["components"]}
        jsonschema.Draft202012Validator(schema).validate(reply.json())
    return reply


ada = add_token("tokens", "ada")
bob = add_token("tokens", "bob")
eve = add_token("tokens", "eve")
ivy = add_token("tokens", "ivy", "--days", "1")
boss = add_token("tokens", "boss", "--role", "custodian")
server = Server("--tokens", "tokens", "--log", "log", "--rate", "100000", "--burst", "10000",
                "--grid", "5", "--patience", "2", "--body", "4096",
                "--origins", "https://lab.example.org")


@test
def every_route():
    """every route answers as the API describes, and refuses as it describes"""
    bodies = {"/v1/query": {"sql": COUNT}, "/v1/explain": {"sql": COUNT},
              "/v1/tokens": {"name": "zoe", "role": "analyst", "days": 3},
              "/v1/tokens/revoke": {"name": "zoe"}}
    for path, methods in API["paths"].items():
        for method, what in methods.items():
            body = bodies.get(path) if method == "post" else None
            call = lambda token, p=path, m=method, b=body: conforms(
                p, m, server.call(m.upper(), p, token, b))
            assert call(boss).status == 200, path
            anybody = what["x-role"] == "anybody"
            assert call(None).status == (200 if anybody else 401), path
            if what["x-role"] == "custodian":
                assert call(ada).code() == "E_ROLE", path


@test
def described():
    """the description has every route of the program, and no other"""
    routes = {(p, m) for p, methods in API["paths"].items() for m in methods}
    for path, _ in routes:
        wrong = server.call("DELETE", path, boss)
        assert wrong.code() in ("E_METHOD", "E_ROUTE"), path
        if wrong.code() == "E_METHOD":
            named = {m.strip().lower() for m in wrong.headers["Allow"].split(",")}
            assert named == {m for p, m in routes if p == path}, path
    assert server.get("/v1/none", ada).code() == "E_ROUTE"
    assert server.get("/etc/passwd", ada).code() == "E_ROUTE"
    assert server.get("/../policy.key").code() == "E_ROUTE"


@test
def same_bytes():
    """the same question gives the same bytes at no cost, whoever asks and however it is spelled"""
    first = server.ask(COUNT + " LIMIT 9", ada)
    again = server.ask(COUNT + " LIMIT 9", bob)
    other = server.ask('select "sex", count(*)  from people group by 1 limit 9', bob)
    assert answer_part(first) == answer_part(again) == answer_part(other)
    for reply in (again, other):
        assert reply.json()["paid"] == 0 and reply.json()["before"]


@test
def refusals():
    """questions that are refused get the fixed codes, with the place and no value of the data"""
    for sql, status, code in (("SELEC", 400, "E_SYNTAX"), ("", 400, "E_SYNTAX"),
                              ("SELECT 1; DROP TABLE people", 400, "E_SYNTAX"),
                              ("SELECT name FROM people", 422, "E_SCHEMA"),
                              ("SELECT COUNT(*) FROM secrets", 422, "E_SCHEMA"),
                              ("SELECT MAX(age) FROM people", 400, "E_SYNTAX"),
                              ("SELECT " + "1+" * 1500 + "1 FROM people", 400, "E_SYNTAX")):
        for path in ("/v1/query", "/v1/explain"):
            reply = conforms(path, "post", server.ask(sql, ada, path))
            assert (reply.status, reply.code()) == (status, code), (sql[:40], reply.body)
            assert b"Xanthippe77" not in reply.body
    assert server.call("POST", "/v1/query", ada, {"sql": COUNT, "dataset": "none"}).code() == \
        "E_SCHEMA"


@test
def foreign_host():
    """a request that is addressed to another host is refused"""
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "localhost",
                 f"127.0.0.1:{server.port + 1}", f"127.0.0.1:{server.port}.evil.example",
                 f"localhost.:{server.port}", ""):
        for path in ("/", "/v1/health", "/v1/schema"):
            reply = server.get(path, ada, Host=host)
            assert (reply.status, reply.code()) == (421, "E_HOST"), (host, reply.body)
    assert server.get("/v1/health", Host=f"localhost:{server.port}").status == 200
    assert server.get("/v1/health", Host=f"[::1]:{server.port}").status == 200
    assert b"200 OK" not in server.raw(b"GET /v1/health HTTP/1.1\r\n\r\n")


@test
def foreign_origin():
    """a page of another origin cannot ask, and one that is named can"""
    for origin in ("https://evil.example", "null", f"https://127.0.0.1:{server.port}",
                   "http://127.0.0.1", "https://lab.example.org.evil.example", ""):
        reply = server.ask(COUNT, ada, Origin=origin)
        assert (reply.status, reply.code()) == (403, "E_ORIGIN"), origin
        assert "Access-Control-Allow-Origin" not in reply.headers
    for site in ("cross-site", "same-site"):
        assert server.ask(COUNT, ada, Sec_Fetch_Site=site).code() == "E_ORIGIN"
    assert server.ask(COUNT, ada, Origin=f"http://{server.host}").status == 200
    assert "Access-Control-Allow-Origin" not in server.ask(COUNT, ada).headers
    lab = server.ask(COUNT, ada, Origin="https://lab.example.org", Sec_Fetch_Site="cross-site")
    assert lab.status == 200
    assert lab.headers["Access-Control-Allow-Origin"] == "https://lab.example.org"
    asked = server.call("OPTIONS", "/v1/query", Origin="https://lab.example.org")
    assert asked.status == 204 and "POST" in asked.headers["Access-Control-Allow-Methods"]
    assert server.call("OPTIONS", "/v1/query", Origin="https://evil.example").status == 403


@test
def no_token():
    """a request without a good token is refused, whatever else it brings"""
    for headers in ({}, {"Authorization": "Basic " + ada}, {"Authorization": ada},
                    {"Authorization": "Bearer "}, {"Authorization": "Bearer " + ada[:-1]},
                    {"Authorization": "Bearer " + ada + "A"}, {"Cookie": "token=" + ada},
                    {"Authorization": "Bearer " + "x" * 4000}):
        reply = server.ask(COUNT, None, **headers)
        assert (reply.status, reply.code()) == (401, "E_TOKEN"), headers
        assert reply.headers["WWW-Authenticate"] == "Bearer"
        assert "Set-Cookie" not in reply.headers
    assert server.get("/v1/schema?token=" + ada).status == 401


@test
def revoked():
    """a token that is revoked while the server runs is not good any more"""
    assert server.get("/v1/budget", eve).status == 200
    tacit("token", "revoke", "eve", "--tokens", "tokens")
    assert server.get("/v1/budget", eve).code() == "E_TOKEN"
    made = server.call("POST", "/v1/tokens", boss, {"name": "eve", "role": "analyst"}).json()
    assert server.get("/v1/budget", made["token"]).json()["name"] == "eve"
    assert server.get("/v1/budget", eve).code() == "E_TOKEN"
    assert re.search(r"eve +analyst +revoked", tacit("token", "list", "--tokens", "tokens"))


@test
def expired():
    """a token that has expired is not good any more"""
    assert server.get("/v1/budget", ivy).status == 200
    with open("tokens", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    for line in lines:
        line["expires"] = 1 if line.get("add") == "ivy" else line.get("expires", 0)
    with open(os.open("ended", os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    with_end = Server("--tokens", "ended")
    assert with_end.get("/v1/budget", ivy).code() == "E_TOKEN"
    assert with_end.get("/v1/budget", ada).status == 200
    with_end.stop()


@test
def bodies():
    """a body that is too large, no JSON, or not of its form is refused"""
    post = lambda body, **h: server.call("POST", "/v1/query", ada, body, **h)
    assert post({"sql": "x" * 5000}).code() == "E_BODY"
    chunk = b"400\r\n" + b"x" * 1024 + b"\r\n"
    sent = server.raw(f"POST /v1/query HTTP/1.1\r\nHost: {server.host}\r\nAuthorization: Bearer "
                      f"{ada}\r\nTransfer-Encoding: chunked\r\n\r\n".encode() +
                      8 * chunk + b"0\r\n\r\n")
    assert b" 413 " in sent.splitlines()[0], sent[:200]
    for body in ("", "{", "[]", "1", '"sql"', '{"sql": 1}', '{"sql": "a", "sql": "b"}',
                 '{"sql": "a", "more": 1}', '{"sql": "a\\u0000b"}', "{}", b"\xff\xfe{}",
                 "[" * 3000, '{"sql": "a", "dataset": null}'):
        assert post(body).code() == "E_REQUEST", body
    assert post({"sql": COUNT}, Content_Type="text/plain").code() == "E_REQUEST"
    assert post({"sql": COUNT}, Content_Type="application/jsonp").code() == "E_REQUEST"
    assert post({"sql": COUNT}, Content_Type="application/json; charset=utf-8").status == 200
    for body in ({"name": "a b", "role": "analyst"}, {"name": "k", "role": "king"}, {"name": "k"},
                 {"name": "k", "role": "analyst", "days": 0}, {"name": "ada", "role": "analyst"}):
        assert server.call("POST", "/v1/tokens", boss, body).code() == "E_REQUEST", body


@test
def slow():
    """a request that does not come to its end is cut off, head and body"""
    head = f"POST /v1/query HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 900\r\n"
    for start in (b"GET /v1/health HTT", (head + "\r\n{").encode()):
        connection = server.connect()
        connection.settimeout(60)
        connection.sendall(start)
        closed = False
        while not closed:  # a byte now and then keeps no connection open
            try:
                connection.sendall(b"x")
                time.sleep(0.3)
                connection.setblocking(False)
                closed = connection.recv(4096) == b""
            except BlockingIOError:
                connection.setblocking(True)
            except ConnectionError:
                closed = True
        connection.close()
    assert server.alive()


@test
def garbage():
    """garbage and pipelined requests do no harm"""
    good = f"GET /v1/health HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
    assert server.raw(good + b"\x00\xff\r\n\r\n" * 50).startswith(b"HTTP/1.1 200")
    for data in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), b"\r\n" * 5000,
                 b"GET " + b"/" * 40000 + b" HTTP/1.1\r\n\r\n", b"A: " * 20000,
                 b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 good[:-2] + b"Content-Length: -1\r\n\r\n",
                 good[:-2] + b"Content-Length: 99999999999999999999\r\n\r\n",
                 good[:-2] + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
                 good[:-2] + b"Host: evil.example\r\n\r\n"):
        server.raw(data)
    assert server.raw(good * 20).count(b"HTTP/1.1 200") == 20
    assert server.alive()


@test
def headers():
    """every reply forbids what a page does not need, and is not kept by caches"""
    for reply in (server.get("/"), server.get("/app.js"), server.get("/v1/health"),
                  server.ask(COUNT, ada), server.get("/v1/none")):
        policy = reply.headers["Content-Security-Policy"]
        for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'",
                     "require-trusted-types-for 'script'", "connect-src 'self'"):
            assert part in policy
        assert "unsafe" not in policy
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert reply.headers["Cache-Control"] in ("no-store", "no-cache")
    assert server.ask(COUNT, ada).headers["Cache-Control"] == "no-store"


@test
def page():
    """the page has no code or style of its own in HTML, and is asked for again only if changed"""
    reply = server.get("/")
    text = reply.body.decode()
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|style=|https?://", text)
    assert server.get("/", If_None_Match=reply.headers["ETag"]).status == 304
    files = [server.get(name).body for name in ("/", "/app.js", "/app.css")]
    assert sum(map(len, files)) < 30000
    assert not re.search(rb"innerHTML|eval\(|document\.write|https?://(?!www.w3.org/2000/svg)",
                         files[1])


@test
def padded():
    """bodies of answers have a length of few kinds"""
    sizes = {len(server.ask(sql, ada).body) for sql in
             (COUNT, "SELECT COUNT(*) FROM people", "SELECT x FROM people",
              "SELECT region, sex, COUNT(*) FROM people GROUP BY region, sex")}
    assert all(n >= 1024 and n & (n - 1) == 0 for n in sizes), sizes


@test
def quiet_log():
    """the log tells who asked and what became of it; no token, no question, no value"""
    secret = "SELECT COUNT(*) FROM people WHERE region = 'n2' AND age >= 60"
    key = server.ask(secret, ada).json()["answer"]["key"]
    with open("log", encoding="utf-8") as file:
        text = file.read()
    lines = [json.loads(line) for line in text.splitlines()]
    mine = [line for line in lines if line.get("key") == key]
    assert mine[-1]["who"] == "ada" and mine[-1]["outcome"] == "ok" and mine[-1]["paid"] == 1
    for word in (ada, bob, boss, "SELECT", "n2", "Xanthippe77", "count of"):
        assert word not in text and word not in server.said(), word
    assert os.stat("log").st_mode & 0o77 == 0 and os.stat("tokens").st_mode & 0o77 == 0
    with open("tokens", encoding="utf-8") as file:
        kept = file.read()
    assert ada not in kept and ada[6:] not in kept


@test
def metrics():
    """metrics count outcomes and have nothing of the data"""
    text = server.get("/v1/metrics", boss).body.decode()
    count = lambda code: int(re.search(rf'requests_total{{outcome="{code}"}} (\d+)', text).group(1))
    for code in ("ok", "E_HOST", "E_ORIGIN", "E_TOKEN", "E_BODY", "E_SYNTAX", "E_ROLE"):
        assert count(code) > 0, code
    assert count("E_SERVER") == 0
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .*|\w+(\{[^}]*\})? [0-9.e+]+", line), line


@test
def locked():
    """the running server has given up its rights"""
    with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    warned = "does not let the server lock itself" in server.said()
    assert warned or (status["Seccomp"], status["NoNewPrivs"]) == ("2", "1"), status


@test
def history_is_own():
    """an analyst sees the own questions, a custodian all"""
    server.ask("SELECT COUNT(*) FROM people WHERE sex = 'm'", bob)
    who = lambda token: {e["analyst"] for e in server.get("/v1/history", token).json()["entries"]}
    assert who(ada) == {"ada"} and who(bob) == {"bob"} and {"ada", "bob"} <= who(boss)


@test
def still_alive():
    """after all that the server answers, and stops when it is asked to"""
    assert server.alive()
    server.stop()
    assert "were answered" in server.said()


@test
def closed():
    """a server that has stopped listens no more"""
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=5).close()
    except OSError:
        return
    raise AssertionError("somebody still listens")


finish()
