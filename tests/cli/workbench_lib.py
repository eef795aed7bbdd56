"""workbench_lib.py - a workbench to ask, in tests of it and of what else carries plans out.

Environment: TACIT is the command.
"""
import json
import os
import re
import resource
import signal
import subprocess
import time

from serve_lib import TACIT, Server


class Bench(Server):
    """A workbench that has begun to answer."""

    def __init__(self, *words, bytes_of_files=None):
        def begin():
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            if bytes_of_files is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_of_files, bytes_of_files))
        options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.tls = None
        self.out = open(f"bench{id(self)}.out", "w+", encoding="utf-8")
        self.process = subprocess.Popen([TACIT, "serve", *words, "--port", "0"], stdout=self.out,
                                        stderr=subprocess.STDOUT,
                                        preexec_fn=begin,
                                        env=dict(os.environ, ASAN_OPTIONS=options))
        while "Ctrl-C stops it." not in self.said():
            assert self.process.poll() is None, self.said()
            time.sleep(0.01)
        found = re.search(r"http://127.0.0.1:(\d+)/#t=(tacit_\S+)", self.said())
        self.port, self.token = int(found.group(1)), found.group(2)
        self.host = f"127.0.0.1:{self.port}"

    def state(self):
        return self.get("/api/state", self.token).json()

    def post(self, path, status=200, **body):
        body.setdefault("rev", self.state()["rev"])
        reply = self.call("POST", path, self.token, body)
        assert reply.status == status, (reply.status, reply.body)
        return reply.json()

    def edit(self, *path, value=None, **more):
        return self.post("/api/edit", edits=[{"path": list(path), "value": value}], label="x", **more)

    def do(self, what, **given):
        """Have something done, asked with `given`; its last event, and its record."""
        job = self.post("/api/jobs", 202, do=what, **({"with": given} if given else {}))["job"]
        events = self.get(f"/api/jobs/{job}/events", self.token)
        assert events.headers["Content-Type"] == "text/event-stream"
        told = [json.loads(line[6:]) for line in events.body.decode().split("\n\n")
                if line.startswith("data: ")]
        record = self.get(f"/api/jobs/{job}", self.token)
        return told[-1], record.json()
