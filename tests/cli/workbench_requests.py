"""workbench_requests.py - the workbench without its page: who may ask, the plan, jobs, files.

Environment: TACIT is the command.  The working folder has people.csv and plan.yaml.
"""
import collections
import csv
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time

from serve_lib import TACIT, failed, test
from workbench_lib import Bench


bench = Bench("plan.yaml")


@test
def _():
    """it listens on loopback alone"""
    others = [line.split() for line in open("/proc/net/tcp", encoding="ascii")][1:]
    mine = [line[1] for line in others if line[1].endswith(f":{bench.port:04X}") and line[3] == "0A"]
    assert mine == [f"0100007F:{bench.port:04X}"], mine


@test
def _():
    """only its own names are answered, to the letter"""
    for host in ("evil.example", f"evil.example:{bench.port}", "127.0.0.1", f"127.0.0.1:{bench.port}.evil"):
        for path in ("/", "/api/state"):
            assert bench.get(path, bench.token, Host=host).status == 421, host
    for host in (f"localhost:{bench.port}", f"[::1]:{bench.port}"):
        assert bench.get("/api/state", bench.token, Host=host).status == 200


@test
def _():
    """no page of another site may ask, nor a form"""
    assert bench.get("/api/state", bench.token, Origin="http://evil.example").status == 403
    assert bench.get("/api/state", bench.token, Origin=f"https://{bench.host}").status == 403
    assert bench.get("/api/state", bench.token, Sec_Fetch_Site="cross-site").status == 403
    assert bench.get("/api/state", bench.token, Sec_Fetch_Site="same-site").status == 403
    own = bench.get("/api/state", bench.token, Origin=f"http://{bench.host}", Sec_Fetch_Site="same-origin")
    assert own.status == 200 and "Access-Control-Allow-Origin" not in own.headers
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        reply = bench.call("POST", "/api/move", bench.token, {"rev": 0, "to": 0}, Content_Type=kind)
        assert reply.status == 400, kind


@test
def _():
    """every address of the API needs the token of this run"""
    other = bench.token[:-1] + ("0" if bench.token[-1] != "0" else "1")
    for method, path in (("GET", "/api/state"), ("GET", "/api/catalog"), ("POST", "/api/edit"),
                         ("POST", "/api/jobs"), ("GET", "/api/jobs/1"), ("DELETE", "/api/jobs/1"),
                         ("GET", "/api/jobs/1/events"), ("POST", "/api/save"), ("GET", "/api/none")):
        for token in (None, "", other):
            assert bench.call(method, path, token).status == 401, (method, path, token)


@test
def _():
    """the page may load nothing from elsewhere, run no code in HTML, be in no frame, set no cookie"""
    reply = bench.get("/")
    policy = reply.headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
                 "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'",
                 "require-trusted-types-for 'script'"):
        assert part in policy, part
    assert reply.status == 200 and reply.headers["Referrer-Policy"] == "no-referrer"
    assert reply.headers["X-Content-Type-Options"] == "nosniff" and reply.headers["X-Frame-Options"] == "DENY"
    for about in ("Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"):
        assert reply.headers[about] == "same-origin", about
    assert "Set-Cookie" not in reply.headers and bench.token.encode() not in reply.body
    text = reply.body.decode()
    assert not re.search(r"<script(?![^>]* src=)|<style| on\w+=|style=|https?://", text), text
    again = bench.get("/", If_None_Match=reply.headers["ETag"])
    assert again.status == 304 and again.body == b""


@test
def _():
    """an edit keeps comments and order; the text is what is shown"""
    before = bench.state()
    assert before["text"] == open("plan.yaml", encoding="utf-8").read() and before["saved"]
    assert before["plan"]["require"] == {"k_anonymity": {"k": 3}} and before["problems"] == []
    after = bench.edit("require", "k_anonymity", "k", value=5)
    assert after["text"] == before["text"].replace("k: 3", "k: 5") and not after["saved"]
    assert "# why" in after["text"] and after["rev"] == before["rev"] + 1
    removed = bench.edit("require", "k_anonymity")
    assert removed["plan"]["require"] == {}


@test
def _():
    """undo and redo, and a branch that stays"""
    rev = bench.state()["rev"]
    back = bench.post("/api/move", to=rev - 1)
    assert back["plan"]["require"] == {"k_anonymity": {"k": 5}} and back["redo"] == rev
    branch = bench.edit("require", "k_anonymity", "k", value=7)
    assert branch["redo"] is None and branch["undo"] == rev - 1
    assert bench.post("/api/move", to=rev)["plan"]["require"] == {}
    assert bench.post("/api/move", to=rev - 1)["redo"] == rev
    assert bench.post("/api/move", to=branch["rev"])["plan"]["require"] == {"k_anonymity": {"k": 7}}
    bench.post("/api/move", 422, to=99999)
    bench.post("/api/move", to=0)


@test
def _():
    """a second window cannot overwrite what it has not seen"""
    bench.post("/api/edit", 409, rev=77, edits=[])
    bench.post("/api/jobs", 409, rev=77, do="measure")
    bench.post("/api/save", 409, rev=77)


@test
def _():
    """problems have their place; a text that cannot be read is kept"""
    text = bench.state()["text"]
    wrong = bench.post("/api/edit", text=text.replace("k: 3", "k: lots"), label="")
    assert wrong["problems"][0]["line"] > 1 and wrong["problems"][0]["column"] > 1, wrong["problems"]
    broken = bench.post("/api/edit", text="data: [", label="")
    assert broken["plan"] is None and broken["problems"][0]["line"] == 2 and broken["text"] == "data: ["
    refused = bench.post("/api/edit", 422, edits=[{"path": ["k"], "value": 1}])
    assert "error" in refused
    bench.post("/api/edit", 422, edits=[{"path": [], "value": 1}])
    bench.post("/api/edit", 422, edits=[{"path": [1], "value": 1}])
    bench.post("/api/edit", 422)
    bench.post("/api/move", to=0)


@test
def _():
    """what is done in the background is the record that the command gives"""
    last, record = bench.do("measure")
    assert last["state"] == "done" and record["command"] == "measure" and record["ok"]
    done = subprocess.run([TACIT, "measure", "plan.yaml", "--json"], capture_output=True, check=False)
    assert json.loads(done.stdout)["before"] == record["before"]
    assert bench.post("/api/jobs", 422, do="shell")["error"].startswith("There is nothing called")


@test
def _():
    """trying a plan measures its result and writes nothing"""
    before = sorted(os.listdir("."))
    last, record = bench.do("try")
    assert last["state"] == "done" and record["released"] and record["verdict"]["mood"] == "good"
    assert sorted(os.listdir(".")) == before


@test
def _():
    """a release is written, verified, and what the command writes"""
    last, record = bench.do("release")
    assert last["state"] == "done", record
    assert record["protect"]["released"] and record["verify"]["verdict"]["mood"] == "good"
    written = open("safe.csv", "rb").read()
    os.rename("safe.csv", "first.csv")
    subprocess.run([TACIT, "protect", "plan.yaml", "--quiet"], check=True)
    assert open("safe.csv", "rb").read() == written


@test
def _():
    """ways: the map of the section explore; looking up and mapping write no file, whatever it names"""
    before = sorted(os.listdir("."))
    bench.edit("explore", value={"keys": ["age", "sex"], "methods": {"generalize": [3, 9]}, "best": "best.yaml",
                                 "report": "map.html"})
    last, record = bench.do("ways")
    found = record["sections"][0]["results"][0]["ways"]
    assert last["state"] == "done" and [w["way"] for w in found if w["frontier"]], record
    last, record = bench.do("explore")
    assert last["state"] == "done" and record["exploration"][0]["grid"], record
    assert sorted(os.listdir(".")) == before
    bench.post("/api/move", to=0)


@test
def _():
    """a text and edits of it become one version"""
    before = bench.state()
    after = bench.post("/api/edit", text="data: people.csv\n", edits=[{"path": ["seed"], "value": 8}], label="x")
    assert after["text"] == "data: people.csv\nseed: 8\n" and len(after["versions"]) == len(before["versions"]) + 1
    bench.post("/api/move", to=0)


def stop_early():
    """Ways that are stopped when the second is being tried; what was found, or None if all were done by then."""
    job = bench.post("/api/jobs", 202, do="ways")["job"]
    begun = set()
    while len(begun) < 2:  # the one before has ended
        now = next(j for j in bench.state()["jobs"] if j["id"] == job)
        if now["state"] not in ("waiting", "running"):
            return None
        begun |= {now["stage"]} if now["stage"].startswith("Trying") else set()
        time.sleep(0.02)
    assert bench.call("DELETE", f"/api/jobs/{job}", bench.token).status == 200
    bench.get(f"/api/jobs/{job}/events", bench.token)
    found = bench.get(f"/api/jobs/{job}", bench.token).json()["sections"][0]["results"][0]
    return None if all(w["tried"] for w in found["ways"]) else found


@test
def _():
    """ways that are stopped early give the map so far"""
    bench.edit("explore", value={"keys": ["age", "sex", "region"], "numbers": ["income"]})
    found = None
    for _again in range(20):  # on a busy machine all may be done before it is asked to stop
        found = found or stop_early()
    assert found and any(w["done"] for w in found["ways"]), found
    assert any(note.startswith("Not tried, as it was asked to end: ") for note in found["notes"]), found["notes"]
    bench.post("/api/move", to=0)


@test
def _():
    """what does not hold is not written, and said"""
    os.remove("safe.csv")
    bench.edit("steps", value=[])
    last, record = bench.do("release")
    assert last["state"] == "done" and record["protect"]["verdict"]["mood"] == "bad"
    assert record["verify"] is None, record["verify"]
    assert not os.path.exists("safe.csv")
    bench.post("/api/move", to=0)


@test
def _():
    """no file outside of the folder is read or written, by any way"""
    outside = os.path.abspath("../outside.csv")
    with open(outside, "w", encoding="utf-8") as file:
        file.write("a,b\n1,2\n")
    os.symlink(outside, "link.csv")
    for path in ("../outside.csv", outside, "link.csv", "/etc/passwd", "../none.csv", "sub/../../outside.csv"):
        bench.edit("data", value=path)
        last, record = bench.do("inspect")
        assert last["state"] == "failed" and ("is outside of" in record["error"]), (path, record)
        bench.post("/api/move", to=0)
    for key in ("output", "report", "certificate"):
        bench.edit(key, value="../written.csv")
        last, record = bench.do("release")
        assert last["state"] == "failed" and "is outside of" in record["error"], (key, record)
        bench.post("/api/move", to=0)
    assert not os.path.exists("../written.csv")


@test
def _():
    """the kernel holds it to the folder too"""
    status = open(f"/proc/{bench.process.pid}/status", encoding="ascii").read()
    locked = "does not let the server lock" not in bench.said()
    assert not locked or re.search(r"^NoNewPrivs:\s+1$", status, re.M), status


@test
def _():
    """saving replaces what was opened, and nothing else"""
    text = open("plan.yaml", encoding="utf-8").read()
    bench.edit("require", "k_anonymity", "k", value=4)
    assert bench.post("/api/save")["saved"]
    assert open("plan.yaml", encoding="utf-8").read() == text.replace("k: 3", "k: 4")
    with open("plan.yaml", "a", encoding="utf-8") as file:
        file.write("# by hand\n")
    bench.edit("require", "k_anonymity", "k", value=6)
    assert "is kept" in bench.post("/api/save", 422)["error"]
    assert "# by hand" in open("plan.yaml", encoding="utf-8").read()


def people():
    with open("people.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def shared(rows, keys):
    """Of each row how many have the same keys."""
    groups = collections.Counter(tuple(key(row) for key in keys) for row in rows)
    return [groups[tuple(key(row) for key in keys)] for row in rows]


@test
def _():
    """values of a column, and what each level of its hierarchy leaves"""
    rows = people()
    told = bench.do("values", column="age")[1]["values"]
    counts = collections.Counter(int(row["age"]) for row in rows)
    assert told["values"] == [[float(age), counts[age]] for age in sorted(counts)]
    assert told["distinct"] == len(counts) and told["least"] == min(counts) and told["most"] == max(counts)
    assert sum(told["intervals"]) == len(rows) and told["uncovered"] == []
    others = [lambda row: row["sex"], lambda row: row["region"]]
    ages = [lambda row: row["age"], lambda row: int(row["age"]) // 10, lambda row: int(row["age"]) // 30, lambda row: 0]
    for level, age in zip(told["levels"], ages):
        assert level["alone"] == shared(rows, [age, *others]).count(1), level
        assert level["n"] == len({age(row) for row in rows}), level
    assert len(told["levels"]) == 4
    assert "unknown column" in bench.do("values", column="none")[1]["error"]


@test
def _():
    """values that a hierarchy does not cover are told"""
    bench.edit("hierarchies", "region", value={"tree": {"branches": {"north": ["n1"]}}})
    told = bench.do("values", column="region")[1]["values"]
    assert told["uncovered"] == ["n2"] and "levels" not in told, told
    bench.post("/api/move", to=0)


@test
def _():
    """records that few others share the keys of, the fewest first, by pages"""
    rows = people()
    sizes = shared(rows, [lambda row: row["age"], lambda row: row["sex"], lambda row: row["region"]])
    want = sorted((size, i) for i, size in enumerate(sizes) if size < 4)
    for page in (1, 2, 99):
        told = bench.do("records", below=4, page=page)[1]["records"]
        assert told["records"] == len(want) > 100
        got = [(row[1], row[0] - 1) for row in told["rows"]]
        assert got == want[50 * (page - 1):50 * page], (page, got[:5])
        assert all(row[2:] == [rows[row[0] - 1][name] for name in told["columns"]] for row in told["rows"])
    assert "from 2 to" in bench.do("records", below=1)[1]["error"]
    for what in ("records", "values", "ledger", "budget"):
        for given in ({}, {"with": {}}, {"with": {"none": 1}}, {"with": {"column": None}}, {"with": [1]}):
            assert "Say with what" in bench.post("/api/jobs", 422, do=what, **given)["error"]
    assert "none" in bench.do("values", column="age", none=1)[1]["error"]


@test
def _():
    """data that vanish: a sentence, and nothing is lost"""
    before = bench.state()["text"]
    os.rename("people.csv", "away.csv")
    for what in ("measure", "try", "values"):
        last, record = bench.do(what, **({"column": "age"} if what == "values" else {}))
        assert last["state"] == "failed" and "people.csv" in record["error"], record
        assert "Xanthippe77" not in json.dumps(record)
    os.rename("away.csv", "people.csv")
    assert bench.state()["text"] == before and bench.do("measure")[0]["state"] == "done"


SHAPES = {
    "tables": "data: people.csv\ntables: {count: {by: [sex, region]}}\nrules: {minimum_frequency: {n: 150}}\n"
              "protection: cell_suppression\noutput: shape.csv\n",
    "synth": "data: people.csv\nroles: {identifier: name}\nsynth: {cart: {}}\noutput: shape.csv\nseed: 3\n",
    "release": "data: people.csv\ndomains: {age: {lower: 0, upper: 100}}\n"
               "release: {epsilon: 1}\nstatistics: [{mean: {of: age}}]\noutput: shape.csv\n",
}


@test
def _():
    """tables, synthetic records and private answers are tried and released by the tasks that make them"""
    for task, text in SHAPES.items():
        bench.post("/api/edit", text=text, label="")
        assert bench.state()["problems"] == [], bench.state()["problems"]
        before = sorted(os.listdir("."))
        last, record = bench.do("try")
        assert last["state"] == "done" and record["command"] == task, (task, record)
        assert sorted(os.listdir(".")) == before, task
        last, record = bench.do("release")
        assert last["state"] == "done" and record["protect"]["command"] == task, record
        assert record["protect"]["released"], record
        # Where nothing was required there is nothing to verify.
        claims = len(record["protect"].get("requirements", [])) > 0
        assert (record["verify"]["verdict"]["mood"] == "good") if claims else record["verify"] is None, record
        assert claims == (task != "synth"), task
        for name in ("shape.csv", "shape.csv.certificate.json"):
            os.remove(name)
    bench.post("/api/move", to=0)


@test
def _():
    """a policy: what its ledger has, and what its budget buys"""
    with open("policy.yaml", "w", encoding="utf-8") as file:
        file.write("data: people.csv\ndomains: {sex: {values: [f, m]}}\n"
                   "query: {dp: {epsilon: 0.5}, ledger: policy.ledger, limit: 2}\n")
    subprocess.run([TACIT, "query", "policy.yaml", "SELECT sex, COUNT(*) FROM people GROUP BY sex", "--quiet"],
                   check=True, capture_output=True)
    policy = Bench("policy.yaml", "--edit")
    assert policy.state()["problems"] == []
    last, record = policy.do("ledger", ledger="policy.ledger")
    assert last["state"] == "done", record
    spending = next(s for s in record["sections"] if s["name"] == "spending")["results"][0]["tables"][0]
    assert abs(spending["rows"][0][3] - 0.5) < 1e-9 and abs(spending["rows"][0][4] - 1.5) < 1e-9, spending
    assert policy.do("budget", epsilon=0.5, releases=4)[0]["state"] == "done"
    assert "is outside of" in policy.do("ledger", ledger="../policy.ledger")[1]["error"]
    policy.stop()


@test
def _():
    """single records are not shown where that is refused"""
    shut = Bench("plan.yaml", "--no-records")
    assert shut.state()["records"] is False and bench.state()["records"] is True
    for what in ("records", "values"):
        reply = shut.post("/api/jobs", 422 if what == "records" else 202, do=what, **{"with": {"column": "age"}})
        assert ("are not shown" in reply["error"]) if what == "records" else "job" in reply
    shut.stop()


@test
def _():
    """a full disk at release: a sentence, no half file, and what was there before stays"""
    with open("full.yaml", "w", encoding="utf-8") as file:
        file.write("data: people.csv\nroles: {identifier: name}\nsteps: [{drop: {columns: name}}]\noutput: full.csv\n")
    full = Bench("full.yaml", bytes_of_files=2048)
    before = sorted(os.listdir("."))
    last, record = full.do("release")
    assert last["state"] == "failed" and "full.csv" in record["error"], record
    assert sorted(os.listdir(".")) == before, set(os.listdir(".")) - set(before)
    assert "Xanthippe77" not in record["error"]
    assert full.state()["text"].startswith("data: people.csv")
    full.stop()


@test
def _():
    """killed while it writes a release: none or the whole, and the next release clears up"""
    with open("kill.yaml", "w", encoding="utf-8") as file:
        file.write("data: big.csv\nsteps: [{round: {columns: [a, b], base: 5}}]\nmeasures: []\noutput: kill.csv\nseed: 1\n")
    for wait in (0.05, 0.2, 0.4):
        killed = Bench("kill.yaml")
        killed.post("/api/jobs", 202, do="release")
        time.sleep(wait)
        killed.process.kill()
        killed.process.wait()
        if os.path.exists("kill.csv"):
            with open("kill.csv", encoding="utf-8") as file:
                assert sum(1 for _ in file) == 60001
    again = Bench("kill.yaml")
    assert again.get("/api/state", killed.token).status == 401
    assert again.state()["text"] == open("kill.yaml", encoding="utf-8").read()
    last, record = again.do("release")
    assert last["state"] == "done" and record["protect"]["released"], record
    left = [name for name in os.listdir(".") if "kill" in name]
    assert sorted(left) == ["kill.csv", "kill.csv.certificate.json", "kill.yaml"], left
    again.stop()


def in_terminal(*words, **variables):
    """The workbench at a terminal, with an xdg-open that keeps what it is given; what it said, and that."""
    os.makedirs("bin", exist_ok=True)
    with open("bin/xdg-open", "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nls -l "$1" >opened.new; cat "$1" >>opened.new; mv opened.new opened\n')
    os.chmod("bin/xdg-open", 0o755)
    ours, theirs = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")}
    env.update(variables, PATH=os.path.abspath("bin") + ":" + env["PATH"], TMPDIR=os.path.abspath("bin"))
    env["ASAN_OPTIONS"] = env.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    process = subprocess.Popen([TACIT, "serve", "plan.yaml", "--port", "0", *words], stdout=theirs, stderr=theirs,
                               env=env,
                               preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
    said = b""
    while b"Ctrl-C stops it." not in said:
        said += os.read(ours, 4096)
    end = time.monotonic() + (120 if variables and "--no-browser" not in words else 0.5)
    while not os.path.exists("opened") and time.monotonic() < end:
        time.sleep(0.02)
    process.terminate()
    process.wait()
    os.close(theirs)
    opened = None
    if os.path.exists("opened"):
        with open("opened", encoding="utf-8") as file:
            opened = file.read()
        os.remove("opened")
    return said.decode(), opened


@test
def _():
    """it opens the browser where there is a display, with the token in no list of processes"""
    said, opened = in_terminal(DISPLAY=":77")
    address = re.search(r"http://127.0.0.1:\d+/#t=tacit_\S+", said).group(0)
    assert "opens in the browser" in said and "ssh -L" not in said, said
    assert f"url={address}\"" in opened and opened.startswith("-rw-------"), opened
    for words, variables in (((), {}), (("--no-browser",), {"DISPLAY": ":77"})):
        said, opened = in_terminal(*words, **variables)
        assert opened is None and "ssh -L" in said, (said, opened)


@test
def _():
    """work is cancelled at once, and later work is not"""
    bench.post("/api/edit", text="data: big.csv\nroles: {key: [a, b, c, d]}\nmeasures: [risk]\n", label="")
    states = {}
    for _again in range(50):  # on a busy machine the work may be done before the second request comes
        job = bench.post("/api/jobs", 202, do="measure")["job"]
        second = bench.post("/api/jobs", 202, do="measure")["job"]
        assert bench.call("DELETE", f"/api/jobs/{second}", bench.token).status == 200
        for number in (job, second):
            bench.get(f"/api/jobs/{number}/events", bench.token)
        states = {j["id"]: j["state"] for j in bench.state()["jobs"]}
        assert states[job] in ("cancelled", "done") and states[second] in ("cancelled", "done"), states
        if states[second] == "cancelled":
            break
    assert states[second] == "cancelled", states
    assert bench.call("DELETE", "/api/jobs/9999", bench.token).status == 404
    bench.post("/api/move", to=0)
    assert bench.do("measure")[0]["state"] == "done"


@test
def _():
    """too much, and what is no request, is refused"""
    assert bench.call("POST", "/api/edit", bench.token, b'{"text":"' + b"a" * (17 << 20) + b'"}').status == 413
    assert bench.call("POST", "/api/edit", bench.token, "[1]").status == 400
    assert bench.get("/api/none", bench.token).status == 404
    assert bench.get("/../../etc/passwd", bench.token).status == 404
    bench.raw(b"\x00\xff GET\r\n\r\n")
    assert bench.state()["rev"] == 0


@test
def _():
    """it says no data and no token but in its address, and stops while somebody watches"""
    watching = socket.create_connection(("127.0.0.1", bench.port))
    job = bench.post("/api/jobs", 202, do="measure")["job"]
    watching.sendall(f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: {bench.host}\r\n"
                     f"Authorization: Bearer {bench.token}\r\n\r\n".encode())
    bench.process.send_signal(signal.SIGTERM)
    assert bench.process.wait(timeout=60) == 0, bench.said()
    watching.close()
    said = bench.said()
    assert "Xanthippe77" not in said and said.count(bench.token) == 1 and "measure" not in said, said


@test
def _():
    """the token of one run is none of the next"""
    again = Bench("people.csv")
    assert again.get("/api/state", bench.token).status == 401
    state = again.state()
    assert state["text"] == "data: people.csv\n" and state["file"] == "people-plan.yaml", state
    again.stop()


@test
def _():
    """forgotten, it stops by itself, and says why"""
    left = Bench("plan.yaml", "--idle", "0.01")
    assert left.process.wait(timeout=120) == 0 and "no page has asked" in left.said(), left.said()


@test
def _():
    """a plan with mistakes opens, for them to be put right; what may be meant for analysts does not"""
    for name, text, line in (("wrong.yaml", "data: people.csv\nroles: {keys: age}\n", 2),
                             ("broken.yaml", "data: people.csv\nroles: {key: [age\n", 3)):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        opened = Bench(name, "--no-records")
        state = opened.state()
        assert state["text"] == text and state["saved"] and state["file"] == name, state
        assert state["problems"][0]["line"] == line, state["problems"]
        opened.post("/api/edit", text="data: people.csv\nroles: {key: age}\n", label="")
        assert opened.post("/api/save")["problems"] == [] and opened.do("inspect")[0]["state"] == "done"
        opened.stop()
        assert open(name, encoding="utf-8").read() == "data: people.csv\nroles: {key: age}\n"
    with open("policy.wrong.yaml", "w", encoding="utf-8") as file:
        file.write("data: people.csv\nquery: {sticky: {threshhold: 3}}\n")
    done = subprocess.run([TACIT, "serve", "policy.wrong.yaml", "--port", "0"], capture_output=True, text=True,
                          check=False, timeout=300)
    assert done.returncode == 2 and "policy.wrong.yaml:2:" in done.stderr, done.stderr
    opened = Bench("policy.wrong.yaml", "--edit")
    assert opened.state()["problems"][0]["line"] == 2
    opened.stop()


@test
def _():
    """alone it makes up a survey; data elsewhere and a folder that is none are refused"""
    alone = Bench()
    assert alone.state()["plan"]["data"] == "tacit-example/survey.csv"
    assert alone.do("inspect")[1]["data"]["rows"] == 5000
    alone.stop()
    done = subprocess.run([TACIT, "serve", "people.csv", "--root", "none"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 2 and "no folder none" in done.stderr, done.stderr


sys.exit(1 if failed else 0)
