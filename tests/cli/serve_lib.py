"""serve_lib.py - a server of tacit to be tested, and what tests of it share.

Environment: TACIT is the command.  The working folder has people.csv, policy.yaml and policy.key.
"""
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import traceback

TACIT = os.environ["TACIT"]
failed = []


def test(function):
    """Run a test as it is defined and print its line of TAP; its docstring is its name."""
    name = function.__doc__.strip().rstrip(".")
    try:
        function()
        print(f"ok - {name}", flush=True)
    except Exception:  # a test that fails in any way is a failed test
        print("\n".join("# " + line for line in traceback.format_exc().splitlines()))
        print(f"not ok - {name}", flush=True)
        failed.append(name)


def tacit(*words, status=0):
    done = subprocess.run([TACIT, *words], capture_output=True, text=True, check=False,
                          timeout=300)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def add_token(file, name, *words):
    return tacit("token", "add", name, "--tokens", file, *words).split()[-1]


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def code(self):
        return self.json().get("code", "ok")


class Server:
    """A server that has begun to answer; ended by stop() or kill()."""

    def __init__(self, *words, plan="policy.yaml", tls=None):
        def fresh_signals():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
        self.tls = tls
        # A server locks itself out of what the search for leaks at its end would need.
        options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.out = open(f"server{id(self)}.out", "w+", encoding="utf-8")
        self.process = subprocess.Popen([TACIT, "serve", plan, "--port", "0", *words],
                                        stdout=self.out, stderr=subprocess.STDOUT,
                                        preexec_fn=fresh_signals,
                                        env=dict(os.environ, ASAN_OPTIONS=options))
        while "Ctrl-C stops it." not in self.said():
            assert self.process.poll() is None, self.said()
            time.sleep(0.01)
        self.port = int(re.search(r"at https?://\S+?:(\d+)/", self.said()).group(1))
        self.host = f"127.0.0.1:{self.port}"
        shown = dict(re.findall(r"^  (analyst|custodian) +(tacit_\S+)$", self.said(), re.M))
        self.analyst, self.custodian = shown.get("analyst"), shown.get("custodian")

    def said(self):
        with open(self.out.name, encoding="utf-8") as file:
            return file.read()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return self.tls.wrap_socket(connection, server_hostname="localhost") if self.tls \
            else connection

    def call(self, method, path, token=None, body=None, **headers):
        """One request; headers with _ for -.  A body that is no text is sent as JSON."""
        head = {"Host": self.host}
        if token:
            head["Authorization"] = "Bearer " + token
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if body is not None:
            head["Content-Type"] = "application/json"
        head.update({k.replace("_", "-"): v for k, v in headers.items()})
        kind = http.client.HTTPSConnection if self.tls else http.client.HTTPConnection
        extra = {"context": self.tls} if self.tls else {}
        connection = kind("127.0.0.1", self.port, timeout=60, **extra)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in head.items():
                connection.putheader(name, value)
            if body is not None:
                data = body.encode() if isinstance(body, str) else body
                connection.putheader("Content-Length", str(len(data)))
                connection.endheaders(data)
            else:
                connection.endheaders()
            got = connection.getresponse()
            return Reply(got.status, dict(got.getheaders()), got.read())
        finally:
            connection.close()

    def get(self, path, token=None, **headers):
        return self.call("GET", path, token, **headers)

    def ask(self, sql, token, path="/v1/query", **headers):
        return self.call("POST", path, token, {"sql": sql}, **headers)

    def raw(self, data):
        """Send bytes and read until the other side closes or is silent."""
        connection = self.connect()
        connection.settimeout(10)
        got = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                got += part
        except OSError:
            pass
        connection.close()
        return got

    def alive(self):
        return self.process.poll() is None and self.get("/v1/health").status == 200

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = self.process.wait(timeout=120)
        assert status == 0, (status, self.said())
        self.out.close()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.out.close()


class Store:
    """A PostgreSQL server of the tests' own; `place` is None, and `why` says it, if there is none."""

    def __init__(self):
        done = self.run("start", str(os.getpid()))
        self.place, self.why = None, done.stderr.strip()
        if done.returncode == 0:
            self.folder = done.stdout.strip()
            self.place = self.run("place", self.folder).stdout.strip()

    @staticmethod
    def run(*words):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support/postgresql.sh")
        return subprocess.run([script, *words], capture_output=True, text=True, check=False,
                              timeout=300)

    def speak_tls(self, certificate, key, password):
        """Listen on a port of the machine, by TLS and with a password alone; the port."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        owner = os.stat(self.folder)
        for file, name in ((certificate, "server.crt"), (key, "server.key")):
            to = os.path.join(self.folder, "data", name)
            shutil.copyfile(file, to)
            os.chmod(to, 0o600)
            os.chown(to, owner.st_uid, owner.st_gid)
        subprocess.run(["psql", "-X", "-q", self.place, "-c",
                        f"ALTER ROLE postgres PASSWORD '{password}'"], check=True, timeout=60)
        self.crash()
        with open(os.path.join(self.folder, "data", "postgresql.conf"), "a",
                  encoding="utf-8") as file:
            file.write(f"listen_addresses = '127.0.0.1'\nport = {port}\nssl = on\n")
        with open(os.path.join(self.folder, "data", "pg_hba.conf"), "w", encoding="utf-8") as file:
            file.write("hostssl all all 127.0.0.1/32 scram-sha-256\nlocal all all trust\n")
        self.again()
        return port

    def crash(self):
        assert self.run("crash", self.folder).returncode == 0

    def again(self):
        done = self.run("again", self.folder)
        assert done.returncode == 0, done.stderr

    def stop(self):
        self.run("stop", self.folder)


def answer_part(reply):
    """The bytes of the answer itself, without what it cost this time."""
    text = reply.body.decode()
    return text[:text.index(',"paid":')]


def spent_of(server, token):
    accounts = server.get("/v1/budget", token).json()["datasets"][0]["bill"]["accounts"]
    return {a["scope"]: a["spent"] for a in accounts}


def trust(certificate):
    context = ssl.create_default_context(cafile=certificate)
    return context


def finish():
    sys.exit(1 if failed else 0)
