#!/usr/bin/env python3
"""docs.py - keep the pages in docs/ and the README true.

usage: docs.py check|write            (from the project's folder)

The generated part of a page stands between <!-- parameters --> and <!-- end -->; the
command makes it from its own tables.  Commands in ```console blocks (lines that begin
with "$ ") are run, page by page, in a folder with survey.csv, also in demo (the example survey, 5 000
rows, seed 1), plan.yaml (docs/plan.yaml), persons.key (32 bytes) and, for the page of a
method, step.yaml (its first plan, made complete); a block after a line that has nothing but a
file's name in backquotes and a colon is that file.  What a block shows of their output must be
what they print.  The picture that a method's page shows is the chart in the report of
step.yaml of the first column that it masks; that of another page is the chart of its own title in
the report.html that its commands write.  In what is shown, "…" stands for any text within a line, and a line
"…" for any lines.  Commands that begin with make, git, sudo or cd are not run.  Parts of
plans in ```yaml blocks are tried on the same survey unless they name other data.

`check` says what is not as it should be; `write` puts it right where a program can.
Environment: TACIT is the command (build-test/gcc/src/tacit).
"""
import concurrent.futures
import functools
import glob
import os
import re
import subprocess
import sys
import tempfile

TACIT = os.path.abspath(os.environ.get("TACIT", "build-test/gcc/src/tacit"))
GENERATED = re.compile(r"(<!-- parameters -->\n).*?(<!-- end -->)", re.DOTALL)
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PLAN = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^`([\w.-]+)`:\n\n```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOT_RUN = re.compile(r"(make|git|sudo|cd)\b")
MARK = "=====tacit-docs====="
CHART = re.compile(r"<svg class=\"chart\".*?</svg>", re.DOTALL)
COLUMN = re.compile(r"(?:columns: *\[?|- \w+: *\[)([a-z_]+)")
STEP = {"data": "survey.csv", "output": "safe.csv", "seed": "7316720498541209385",
        "custodian_report": "step.html", "measures": "[moments, distributions]"}


def tacit(*words):
    done = subprocess.run([TACIT, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"tacit {' '.join(words)} failed: {done.stderr}")
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_file(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Step:
    """A command of a block, and the output that the block shows (None if none)."""

    def __init__(self, command):
        self.command, self.shown = command, None

    def text(self):
        shown = "" if self.shown is None else "".join(f"{line}\n" for line in self.shown)
        return "".join(f"{line}\n" for line in self.command) + shown


def steps_of(block):
    steps, goes_on = [], False
    for line in block.splitlines():
        if goes_on:
            steps[-1].command.append(line)
        elif line.startswith("$ "):
            steps.append(Step([line]))
        elif steps:
            steps[-1].shown = (steps[-1].shown or []) + [line]
        goes_on = goes_on and line.endswith("\\") or line.startswith("$ ") and line.endswith("\\")
    return steps


@functools.lru_cache(None)
def survey():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "survey.csv")
        tacit("generate", "survey", "--rows", "5000", "--seed", "1", "--output", path)
        return read(path)


def prepare(folder, text="", method=False):
    os.mkdir(os.path.join(folder, "bin"))
    os.symlink(TACIT, os.path.join(folder, "bin", "tacit"))
    work = os.path.join(folder, "work")
    os.mkdir(work)
    os.mkdir(os.path.join(work, "demo"))
    for folder in (work, os.path.join(work, "demo")):
        write_file(os.path.join(folder, "survey.csv"), survey())
    for name, source in [("plan.yaml", "docs/plan.yaml"), ("regions.csv", "examples/regions.csv")]:
        write_file(os.path.join(work, name), read(source))
    write_file(os.path.join(work, "persons.key"), "0123456789abcdef" * 2)
    os.chmod(os.path.join(work, "persons.key"), 0o600)
    for name, content in FILE.findall(text):
        write_file(os.path.join(work, name), content)
    if method and PLAN.search(text):
        write_file(os.path.join(work, "step.yaml"), complete(PLAN.search(text).group(1), STEP))
    return work


def complete(plan, keys):
    """The plan with the keys that it lacks."""
    return plan + "".join(f"{key}: {value}\n" for key, value in keys.items()
                          if not re.search(f"^{key}:", plan, re.MULTILINE))


def run(steps, folder):
    """What each step prints, on both standard output and standard error."""
    script = ""
    for step in steps:
        command = "\n".join(step.command)[2:]
        if NOT_RUN.match(command):
            command = ":"
        script += f"{command}\nstatus=$?; echo {MARK}; (exit $status)\n"
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", NO_COLOR="1",
                       LC_ALL="C.UTF-8")
    done = subprocess.run(["bash"], input=script, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env=environment,
                          cwd=os.path.join(folder, "work"), timeout=300)
    return [part.lstrip("\n") if i else part
            for i, part in enumerate(done.stdout.split(f"{MARK}\n"))][:len(steps)]


def matches(shown, printed):
    pattern = ""
    for line in shown:
        if line.strip() == "…":
            pattern += r"(?:[^\n]*\n)*"
        else:
            pattern += ".*".join(re.escape(part) for part in line.split("…")) + "\n"
    return re.fullmatch(pattern, printed) is not None


def failed_first(step, printed):
    """A command that shows no output must not complain."""
    return step.shown is None and re.search(r"^tacit: (?!warning)", printed, re.MULTILINE)


def try_commands(path, text, write):
    problems = []
    blocks = [steps_of(match.group(1)) for match in BLOCK.finditer(text)]
    steps = [step for block in blocks for step in block]
    if not steps:
        return text, problems
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder, text, path.startswith("docs/methods/"))
        printed = run(steps, folder)
        report = "step.html" if path.startswith("docs/methods/") else "report.html"
        problems += draw(path, text, os.path.join(folder, "work", report), write)
    for step, said in zip(steps, printed):
        if NOT_RUN.match(step.command[0][2:]):
            continue
        if failed_first(step, said):
            problems.append(f"{path}: '{step.command[0]}' fails: {said.strip()}")
        if step.shown is None or matches(step.shown, said):
            continue
        if write and not any("…" in line for line in step.shown):
            step.shown = said.splitlines()
        else:
            problems.append(f"{path}: '{step.command[0]}' does not print what is shown, but:\n"
                            + said)
    parts = iter(blocks)
    text = BLOCK.sub(lambda _: "```console\n" + "".join(s.text() for s in next(parts)) + "```",
                     text)
    return text, problems


def draw(path, text, report, write):
    """Keep the picture that the page shows as it is in the report."""
    picture = path.replace(".md", ".svg")
    if f"]({os.path.basename(picture)})" not in text:
        return []
    shows = re.search(r"!\[(.*?)\]", text).group(1)
    if path.startswith("docs/methods/"):
        shows = COLUMN.search(PLAN.search(text).group(1)).group(1)
    charts = [c for c in CHART.findall(read(report)) if f">{shows}</title>" in c]
    if not charts:
        return [f"{path}: the report has no chart of '{shows}'."]
    if os.path.exists(picture) and read(picture) == charts[0] + "\n":
        return []
    if write:
        write_file(picture, charts[0] + "\n")
        return []
    return [f"{picture}: the picture is stale; run tools/docs.sh."]


def try_plans(path, text):
    """Plans in a page, made complete with the survey as data, are carried out."""
    problems = []
    for plan in PLAN.findall(text):
        if re.search("^data:", plan, re.MULTILINE) and "survey.csv" not in plan:
            continue
        plan = complete(plan, {"data": "survey.csv", "output": "safe.csv", "measures": "moments"})
        with tempfile.TemporaryDirectory() as folder:
            work = prepare(folder)
            write_file(os.path.join(work, "page.yaml"), plan)
            done = subprocess.run([TACIT, "protect", "--quiet", "page.yaml"], cwd=work,
                                  capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3):
            problems.append(f"{path}: a plan does not run: {done.stderr.strip()}")
    return problems


def fill_generated(path, text, page):
    if not GENERATED.search(text):
        return text, [f"{path}: it has no <!-- parameters --> ... <!-- end -->."]
    table = tacit("help", "--markdown", page)
    return GENERATED.sub(lambda m: m.group(1) + table + m.group(2), text, count=1), []


def do_page(path, page, write):
    old = text = read(path)
    problems = []
    if page:
        text, problems = fill_generated(path, text, page)
        if text != old and not write:
            problems.append(f"{path}: the generated part is stale; run tools/docs.sh.")
    text, more = try_commands(path, text, write)
    if write and text != old:
        write_file(path, text)
        print(f"{path}: written")
    return problems + more + try_plans(path, text)


def main():
    write = sys.argv[1] == "write"
    pages = {f"docs/{page}.md": page for page in tacit("help", "--markdown").split()}
    problems = [f"{path}: the page is missing." for path in pages if not os.path.exists(path)]
    every = set(glob.glob("docs/**/*.md", recursive=True)) | set(glob.glob("README.md"))
    folders = {os.path.dirname(path) for path in pages}
    problems += [f"{path}: nothing is called that." for path in sorted(every - set(pages))
                 if os.path.dirname(path) in folders]
    survey()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda path: do_page(path, pages.get(path), write), sorted(every)):
            problems += found
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
