"""serve_running.py - servers over time: limits, the grid, stopping, kills, several on one ledger.

usage: serve_running.py               (see serve_lib.py)

Environment: TACIT_KILLS is how many servers are killed in mid-work (6).
"""
import json
import os
import random
import shutil
import signal
import ssl
import subprocess
import threading
import time
import warnings

from serve_lib import (TACIT, Server, Store, add_token, answer_part, finish, spent_of, tacit, test,
                       trust)

COUNT = "SELECT sex, COUNT(*) FROM people GROUP BY sex"
ada, bob = add_token("tokens", "ada"), add_token("tokens", "bob")
boss = add_token("tokens", "boss", "--role", "custodian")
FAST = ("--tokens", "tokens", "--rate", "1000000", "--burst", "100000", "--grid", "0")


def ledger(name, limit):
    """A plan with a ledger of its own."""
    with open("policy.yaml", encoding="utf-8") as file:
        text = file.read()
    with open(name + ".yaml", "w", encoding="utf-8") as file:
        file.write(text.replace("ledger: policy.ledger", f"ledger: {name}.ledger")
                   .replace("limit: 100000", f"limit: {limit}"))
    return name + ".yaml"


def questions():
    """Many questions of one cell each."""
    for sex in ("", " AND sex = 'f'", " AND sex = 'm'"):
        for region in ("", " AND region = 'n1'", " AND region = 'n2'", " AND region = 's1'"):
            for low in range(0, 80, 10):
                for high in range(low + 10, 91, 10):
                    yield (f"SELECT COUNT(*) FROM people WHERE age >= {low} AND age < {high}"
                           f"{sex}{region}")


def all_at_once(work, inputs):
    threads = [threading.Thread(target=work, args=(one,)) for one in inputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@test
def rate():
    """a token has so many turns, and another its own"""
    server = Server("--tokens", "tokens", "--rate", "1", "--burst", "3")
    codes = [server.get("/v1/budget", ada).code() for _ in range(5)]
    assert codes == ["ok"] * 3 + ["E_RATE"] * 2, codes
    last = server.get("/v1/budget", ada)
    assert last.status == 429 and 1 <= int(last.headers["Retry-After"]) <= 61
    assert server.get("/v1/budget", bob).code() == "ok"
    server.stop()


@test
def grid():
    """nothing of the API is told before its time on the grid, refusals neither"""
    server = Server("--tokens", "tokens", "--grid", "300", plan=ledger("grid", 100))
    for call in (lambda: server.ask(COUNT, ada), lambda: server.ask(COUNT, ada),
                 lambda: server.ask("SELEC", ada), lambda: server.ask(COUNT, "none"),
                 lambda: server.get("/v1/budget", ada), lambda: server.get("/v1/none", ada)):
        begin = time.monotonic()
        call()
        assert time.monotonic() - begin >= 0.3
    server.stop()


@test
def one_flight():
    """callers who ask the same at once pay once together"""
    server = Server(*FAST, plan=ledger("flight", 1000))
    for sql in list(questions())[:20]:
        got = []
        all_at_once(lambda token: got.append(server.ask(sql, token)), [ada, bob] * 4)
        assert {r.status for r in got} == {200}, [r.body.strip() for r in got]
        assert sum(r.json()["paid"] for r in got) == 1, [r.json()["paid"] for r in got]
        assert len({answer_part(r) for r in got}) == 1
    assert spent_of(server, ada)["all"] == 20
    server.stop()


@test
def budget():
    """what is beyond the limit is refused, and tells nothing"""
    server = Server(*FAST, plan=ledger("small", 3))
    assert server.ask(COUNT, ada).status == 200
    refused = server.ask("SELECT region, COUNT(*) FROM people GROUP BY region", bob)
    assert (refused.status, refused.code()) == (403, "E_BUDGET")
    assert server.ask("SELECT COUNT(*) FROM people", bob).status == 200
    assert server.ask("SELECT AVG(income) FROM people", bob).code() == "E_BUDGET"
    assert server.ask(COUNT, bob).json()["paid"] == 0
    server.stop()


def tally_of(file, table):
    """Columns by their names of the only row of a table that `tacit ledger` shows."""
    record = json.loads(tacit("ledger", file, "--json"))
    found = [t for s in record["sections"] for r in s["results"] for t in r["tables"]
             if t["name"] == table]
    assert len(found) == 1 and len(found[0]["rows"]) == 1, found
    return dict(zip(found[0]["columns"], found[0]["rows"][0]))


@test
def tallies():
    """questions that are refused or told again are counted for ever, in few rows"""
    plan, sqls = ledger("tallied", 2), [COUNT] * 41 + list(questions())[:60]
    for told, refused in ((40, 60), (81, 120)):
        server = Server(*FAST, plan=plan)
        for sql in sqls:
            assert server.ask(sql, ada).code() == ("ok" if sql == COUNT else "E_BUDGET")
        server.stop()
        seen = tally_of("tallied.ledger", "tallies")
        assert seen["Answered again"] == told and seen["E_BUDGET"] == refused, seen
        assert abs(seen["Refused of all"] - refused / (told + refused + 1)) < 1e-12, seen
    rows = tacit("ledger", "tallied.ledger", "--export", "tallied.csv", "--json")
    rows = next(f["value"] for s in json.loads(rows)["sections"] for r in s["results"]
                for f in r["figures"] if f["name"] == "rows")
    assert rows < 70, rows
    said = tacit("query", plan, "--measures", "--json")
    figures = {f["name"]: f["value"] for s in json.loads(said)["sections"] for r in s["results"]
               for f in r["figures"]}
    assert figures["asked"] == 202 and abs(figures["refused"] - 120 / 202) < 1e-12, figures
    for _ in range(2):
        server = Server(*FAST, plan=plan)
        for sql in sqls:
            server.ask(sql, ada)
        server.process.kill()
        server.process.wait()
    assert 216 <= tally_of("tallied.ledger", "tallies")["E_BUDGET"] <= 240


@test
def two_servers():
    """two servers on one ledger share answers and limits"""
    plan = ledger("shared", 5)
    one, two = Server(*FAST, plan=plan), Server(*FAST, plan=plan)
    first = one.ask(COUNT, ada)
    again = two.ask(COUNT, bob)
    assert answer_part(first) == answer_part(again) and again.json()["paid"] == 0
    assert two.ask("SELECT region, COUNT(*) FROM people GROUP BY region", bob).status == 200
    assert one.ask("SELECT AVG(income) FROM people", ada).code() == "E_BUDGET"
    got = []
    all_at_once(lambda s: got.append(s.ask("SELECT AVG(age) FROM people", ada).code()), [one, two])
    assert got == ["E_BUDGET"] * 2
    one.stop()
    two.stop()


@test
def graceful():
    """an answer that is under way at the request to stop is told"""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        name = f"stop{number}"
        server = Server("--tokens", "tokens", "--grid", "700", "--log", name + ".log",
                        plan=ledger(name, 100))
        got = []
        asker = threading.Thread(target=lambda: got.append(server.ask(COUNT, ada)))
        asker.start()
        while os.path.getsize(name + ".log") == 0:  # the answer is known, and waits for its time
            time.sleep(0.005)
        server.stop(number)
        asker.join()
        assert got[0].status == 200 and len(got[0].json()["answer"]["rows"]) == 2


@test
def second_signal():
    """a second request to stop ends it at once"""
    server = Server("--tokens", "tokens", "--grid", "30000", "--log", "second.log",
                    plan=ledger("second", 100))

    def try_to_ask():
        try:
            server.ask(COUNT, ada)
        except OSError:
            pass
    asker = threading.Thread(target=try_to_ask)
    asker.start()
    while os.path.getsize("second.log") == 0:
        time.sleep(0.005)
    while server.process.poll() is None:
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.1)
    assert server.process.returncode == 130
    asker.join()


def ask_until_killed(server, token, told, seed):
    """Ask at random, and keep what was told."""
    pool = list(questions())
    random.Random(seed).shuffle(pool)
    for sql in pool:
        try:
            reply = server.ask(sql, token)
        except Exception:  # killed
            return
        if reply.status == 200:
            told.setdefault(sql, set()).add(answer_part(reply))


@test
def kills():
    """servers that are killed in mid-work leave a ledger that holds, and no answer is lost"""
    plan, told, limit = ledger("killed", 250), {}, 250
    for n in range(int(os.environ.get("TACIT_KILLS", "6"))):
        servers = [Server(*FAST, plan=plan), Server(*FAST, plan=plan)]
        askers = [threading.Thread(target=ask_until_killed, args=(s, t, told, 10 * n + i))
                  for i, (s, t) in enumerate((s, t) for s in servers for t in (ada, bob))]
        for asker in askers:
            asker.start()
        had = len(told)
        while len(told) < had + 3 + 5 * n % 11 and any(a.is_alive() for a in askers):
            time.sleep(0.001)
        for server in servers:
            server.kill()
        for asker in askers:
            asker.join()
        tacit("ledger", "killed.ledger")
    last = Server(*FAST, plan=plan)
    assert told and all(len(parts) == 1 for parts in told.values())
    for sql, parts in told.items():
        reply = last.ask(sql, ada)
        assert {answer_part(reply)} == parts and reply.json()["paid"] == 0, sql
    spent = spent_of(last, ada)["all"]
    assert len(told) <= spent <= limit, (len(told), spent)
    last.stop()


@test
def postgresql():
    """two servers share a ledger in PostgreSQL, each of the three being killed in turn"""
    store = Store()
    if store.place is None:
        print("ok - servers on a ledger in PostgreSQL # SKIP " + store.why)
        return
    plan, told = ledger("common", 60), {}
    with open(plan, encoding="utf-8") as file:
        text = file.read().replace("ledger: common.ledger", f"ledger: '{store.place}'")
    with open(plan, "w", encoding="utf-8") as file:
        file.write(text)
    servers = [Server(*FAST, plan=plan), Server(*FAST, plan=plan)]
    pool = list(questions())

    def ask(server, sql):
        reply = server.ask(sql, ada)
        if reply.status == 200:
            told.setdefault(sql, set()).add(answer_part(reply))
        return reply
    for n, sql in enumerate(pool[:30]):
        ask(servers[n % 2], sql)
    assert len(told) == 30
    servers[0].kill()
    ask(servers[1], pool[30])
    store.crash()
    assert servers[1].ask(pool[31], ada).status >= 500  # nothing is told that is not in the books
    store.again()
    for _ in range(100):  # it connects anew
        if ask(servers[1], pool[32]).status == 200:
            break
        time.sleep(0.05)
    servers[0] = Server(*FAST, plan=plan)
    servers[1].kill()
    servers[1] = Server(*FAST, plan=plan)
    while (code := ask(servers[len(told) % 2], pool[len(told) + 40]).code()) == "ok":
        pass
    assert code == "E_BUDGET", code
    for sql, parts in told.items():
        parts |= {answer_part(s.ask(sql, bob)) for s in servers}
        assert len(parts) == 1, sql
    spent = spent_of(servers[0], ada)["all"]
    assert len(told) <= spent <= 60 and spent == spent_of(servers[1], ada)["all"]
    for server in servers:
        server.stop()
    store.stop()


@test
def postgresql_by_tls():
    """a ledger in PostgreSQL over TCP: the certificate and the password are checked, also anew"""
    store = Store()

    def certify(name):
        return subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-keyout", name + ".key", "-out", name + ".pem", "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
            capture_output=True, check=False).returncode == 0
    if store.place is None or not shutil.which("openssl") or not shutil.which("psql") or not (
            certify("store") and certify("other")):
        print("ok - a ledger in PostgreSQL over TCP # SKIP PostgreSQL or openssl is not installed")
        return
    port = store.speak_tls("store.pem", "store.key", "hunter2")
    os.environ["PGPASSWORD"] = "hunter2"
    place = f"postgresql://postgres@localhost:{port}/postgres?hostaddr=127.0.0.1&"

    def plan(words):
        name = ledger("by_tls", 50)
        with open(name, encoding="utf-8") as file:
            text = file.read().replace("ledger: by_tls.ledger", f"ledger: '{place}{words}'")
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        return name
    tacit("serve", plan("sslmode=disable"), status=5)
    tacit("serve", plan("sslmode=verify-full&sslrootcert=other.pem"), status=5)
    os.environ["PGPASSWORD"] = "hunter3"
    tacit("serve", plan("sslmode=verify-full&sslrootcert=store.pem"), status=5)
    os.environ["PGPASSWORD"] = "hunter2"
    server = Server(*FAST, plan=plan("sslmode=verify-full&sslrootcert=store.pem"))
    assert server.ask(COUNT, ada).status == 200
    store.crash()
    assert server.ask("SELECT COUNT(*) FROM people", ada).status >= 500
    store.again()
    for _ in range(100):  # it connects anew, locked in as it is
        if (reply := server.ask(COUNT, bob)).status == 200:
            break
        time.sleep(0.05)
    assert reply.status == 200 and reply.json()["before"], reply.body
    assert "hunter2" not in server.said()
    server.stop()
    del os.environ["PGPASSWORD"]
    store.stop()


@test
def tls():
    """with a certificate it speaks TLS, and not an old one"""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "tls.key", "-out",
                    "tls.pem", "-days", "30", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    server = Server(*FAST, "--certificate", "tls.pem", "--certificate-key", "tls.key",
                    tls=trust("tls.pem"))
    reply = server.ask(COUNT, ada)
    assert reply.status == 200 and "Strict-Transport-Security" in reply.headers
    assert server.ask(COUNT, ada, Origin=f"http://{server.host}").code() == "E_ORIGIN"
    assert server.connect().version() in ("TLSv1.2", "TLSv1.3")
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    warnings.simplefilter("ignore", DeprecationWarning)
    old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    server.tls = old
    try:
        server.connect()
    except (ssl.SSLError, OSError):
        server.stop()
        return
    raise AssertionError("TLS 1.1 was spoken")


@test
def without_tls():
    """on other addresses than loopback it needs a certificate"""
    said = tacit("serve", "policy.yaml", "--listen", "0.0.0.0", "--port", "0", status=2)
    assert "needs a 'certificate'" in said
    said = tacit("serve", "policy.yaml", "--certificate", "tls.pem", status=2)
    assert "go together" in said
    said = tacit("serve", "policy.yaml", "--listen", "localhost", "--certificate", "tls.pem",
                 "--certificate-key", "tls.key", status=2)
    assert "is no address" in said


@test
def cannot_start():
    """what keeps it from starting is said before anything listens"""
    server = Server(*FAST)
    said = tacit("serve", "policy.yaml", "--port", str(server.port), status=5)
    assert "cannot listen" in said
    server.stop()
    tacit("serve", "policy.yaml", "--tokens", "none.tokens", status=2)
    with open("open.tokens", "w", encoding="utf-8") as file:
        file.write("{}\n")
    assert "chmod 600" in tacit("serve", "policy.yaml", "--tokens", "open.tokens", status=2)
    os.chmod("open.tokens", 0o600)
    assert "damaged" in tacit("serve", "policy.yaml", "--tokens", "open.tokens", status=4)
    with open("wrong.yaml", "w", encoding="utf-8") as file:
        file.write("data: people.csv\ndomains: {age: {lower: 0}, sex: {}}\n"
                   "query: {key: policy.key}\nserve: {port: 1, prot: 2}\n")
    assert "prot" in tacit("serve", "wrong.yaml", status=2)
    plan = ledger("spoilt", 5)
    server = Server(*FAST, plan=plan)
    assert server.ask(COUNT, ada).status == 200
    server.stop()
    with open("spoilt.ledger.anchor", "w", encoding="utf-8"):
        pass
    tacit("serve", plan, status=4)
    os.rename("people.csv", "gone.csv")
    tacit("serve", ledger("lost", 5), status=5)
    os.rename("gone.csv", "people.csv")


def second(file_name, words="", **changes):
    """A policy of another data set, with noise that has a budget."""
    say = {"name": "towns", "ledger": file_name + ".ledger", "limit": "1"} | changes
    with open(file_name + ".yaml", "w", encoding="utf-8") as file:
        file.write("data: people.csv\ndomains:\n  sex: {values: [f, m]}\n" + words +
                   "query:\n  dp: {epsilon: 0.25}\n  person: id\n" +
                   "".join(f"  {key}: {value}\n" for key, value in say.items()))
    return file_name + ".yaml"


@test
def several():
    """several policies: a question finds its data set by name, and each has its own budget"""
    server = Server(second("towns"), *FAST, plan=ledger("first", 5))
    assert "questions to people, towns at" in server.said(), server.said()
    names = [s["name"] for s in server.get("/v1/schema", ada).json()["datasets"]]
    assert names == ["people", "towns"], names
    town = "SELECT COUNT(*) FROM towns"
    for sql, name in ((town, "towns"), (COUNT, "people"), (town, "towns"),
                      (town.replace("towns", "people"), "people")):
        for _ in range(2):  # the second time from what is remembered of the words
            reply = server.ask(sql, ada).json()
            assert reply["answer"]["dataset"] == name, (sql, reply)
            unit = reply["bill"]["unit"]
            assert (unit == "epsilon") == (name == "towns"), reply
    named = {"sql": town, "dataset": "people"}
    assert server.call("POST", "/v1/query", ada, named).code() == "E_SCHEMA"
    assert server.call("POST", "/v1/query", ada, {"sql": town, "dataset": "none"}
                       ).code() == "E_SCHEMA"
    spent = {s["dataset"]: s["bill"]["accounts"][0]["spent"]
             for s in server.get("/v1/budget", ada).json()["datasets"]}
    assert spent == {"people": 3, "towns": 0.25}, spent
    asked = [e["dataset"] for e in server.get("/v1/history", ada).json()["entries"]]
    assert sorted(asked) == ["people", "people", "towns"], asked
    server.stop()
    server = Server(second("towns"), *FAST, plan=ledger("first", 5))
    assert server.ask(town, bob).json()["before"]
    server.stop()


@test
def several_on_one_ledger():
    """two data sets may share a ledger, and keep their accounts apart"""
    server = Server(second("towns2", ledger="both.ledger"), *FAST, plan=ledger("both", 50))
    for sql in (COUNT, "SELECT COUNT(*) FROM towns", "SELECT sex, COUNT(*) FROM towns GROUP BY sex"):
        assert server.ask(sql, ada).status == 200
    server.stop()
    said = tacit("ledger", "both.ledger")
    assert "people" in said and "towns" in said, said


@test
def several_that_clash():
    """policies that do not go together are refused, with both files named"""
    said = tacit("serve", "policy.yaml", second("clash", name="people"), status=2)
    assert "clash.yaml" in said and "policy.yaml" in said and "'people'" in said, said
    with open("areas.csv", "w", encoding="utf-8") as file:
        file.write("sex,word\nf,female\nm,male\n")
    plan = second("public", "public: {people: {data: areas.csv, key: sex}}\n")
    assert "public table 'people'" in tacit("serve", "policy.yaml", plan, status=2)
    with open("torn.yaml", "w", encoding="utf-8") as file:
        file.write("data: people.csv\nqueri: {}\ndomains: {sex: {}}\n")
    said = tacit("serve", "policy.yaml", "torn.yaml", status=2)
    assert "torn.yaml" in said and "queri" in said, said


@test
def no_new_key():
    """a key that is lost is not made anew once answers were given with it"""
    plan = ledger("keyed", 50)
    os.rename("policy.key", "kept.key")
    server = Server(*FAST, plan=plan)
    assert "Made a key" in server.said() and os.stat("policy.key").st_mode & 0o77 == 0
    assert server.ask(COUNT, ada).status == 200
    server.stop()
    os.rename("policy.key", "lost.key")
    said = tacit("serve", plan, "--port", "0", status=5)
    assert "tacit key" in said and not os.path.exists("policy.key")
    os.rename("kept.key", "policy.key")


@test
def torn_tokens():
    """a token that was written by half is no token, and the next writer mends the file"""
    own = add_token("torn.tokens", "ada")
    with open("torn.tokens", "a", encoding="utf-8") as file:
        file.write('{"add": "mallory", "role": "custod')
    server = Server("--tokens", "torn.tokens")
    assert server.get("/v1/budget", own).status == 200
    other = add_token("torn.tokens", "bob")
    assert server.get("/v1/budget", other).json()["name"] == "bob"
    assert server.get("/v1/budget", own).status == 200
    with open("torn.tokens", encoding="utf-8") as file:
        assert all(json.loads(line) for line in file)
    server.stop()


@test
def many():
    """more connections than are allowed do not keep others out for long"""
    server = Server(*FAST, "--connections", "8", "--patience", "1")
    idle = [server.connect() for _ in range(20)]
    deadline = time.monotonic() + 60
    while True:
        try:
            assert server.get("/v1/health").status == 200
            break
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    for connection in idle:
        connection.close()
    server.stop()


@test
def example():
    """the example starts by one command, with tokens for its run"""
    source = os.environ["TACIT_EXAMPLES"]
    os.mkdir("example")
    os.chdir("example")
    os.symlink(source, "examples")
    server = Server(plan="examples/policy.yaml")
    schema = server.get("/v1/schema", server.analyst).json()["datasets"][0]
    assert schema["name"] == "survey" and len(schema["examples"]) == 3
    for sql in schema["examples"]:
        assert server.ask(sql, server.analyst).status == 200, sql
    assert f"#t={server.analyst}" in server.said()
    assert server.get("/v1/log", server.custodian).status == 200
    server.stop()
    again = Server(plan="examples/policy.yaml")
    assert again.get("/v1/budget", server.analyst).code() == "E_TOKEN"
    assert again.ask(schema["examples"][0], again.analyst).json()["before"]
    again.stop()
    os.chdir("..")


assert os.path.exists(TACIT)
finish()
