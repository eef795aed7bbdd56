#!/bin/sh
# cli_bindings.sh - one plan by the command, the workbench, Python and R: the same bytes; questions to a
# server from Python and R; and what files the packages write, as the kernel sees it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cli_lib.sh"
root=$(cd "$here/../.." && pwd)
libraries=$(dirname "$TACIT")
if nm -D "$libraries/libtacit.so.0" | grep -q __asan_init; then
    echo 'ok - bindings # SKIP a sanitizer cannot be loaded by a Python that has none'
    exit 0
fi
export PYTHONPATH="$root/bindings/python/src:$here" PYTHONDONTWRITEBYTECODE=1
export TACIT_LIBRARY="$libraries/libtacit.so.0" TACIT_CFLAGS="-I$root/include"
export TACIT_LIBS="-L$libraries -Wl,-rpath,$libraries -ltacit" R_LIBS="$PWD/lib"
python=python3
/usr/bin/python3 -c 'import pandas' 2>/dev/null && python=/usr/bin/python3
has_r=
if command -v Rscript >/dev/null; then
    mkdir lib && cp -R "$root/bindings/r" source && rm -f source/src/*.o source/src/*.so
    R CMD INSTALL --no-test-load --no-docs --library=lib source >install 2>&1 && has_r=1 || sed 's/^/# /' install
fi

# rt NAME COMMAND ... - a test that needs R.
rt() {
    if [ -n "$has_r" ]; then t "$@"; else echo "ok - $1 # SKIP R is not installed"; fi
}

# ---- the same bytes ----

for way in command workbench python r; do
    mkdir "$way"
    awk 'BEGIN { print "name,age,income,sex,region"
        for (i = 1; i <= 300; i++)
            printf "Xanthippe77,%d,%d,%s,%s\n", i * 7 % 89, 10 * i, i % 3 ? "f" : "m", i % 5 ? "n1" : "n2" }' >"$way/people.csv"
    cat >"$way/plan.yaml" <<'END'
data: people.csv
roles: {identifier: name, key: [age, sex, region], sensitive: income}
hierarchies: {age: {intervals: {widths: [10, 30]}}}
require: {k_anonymity: {k: 3}}
steps:
  - generalize: {suppression: 0.05}
  - noise: {columns: income, scale: 0.1}
seed: 4402917361889201771
output: safe.csv
report: safe.html
certificate: safe.certificate.json
END
done
(cd command && "$TACIT" protect plan.yaml --json --quiet >record.json)

# same WAY - all files of this way are the command's, and so is its record.
same() {
    for file in safe.csv safe.html safe.certificate.json; do
        cmp "command/$file" "$1/$file" || return 1
    done
    $python -c "
import json, sys
one, two = (json.load(open(way + '/record.json')) for way in ('command', '$1'))
differ = [key for key in one.keys() | two.keys() if one.get(key) != two.get(key)]
sys.exit(f'the records differ in {differ}' if differ else 0)"
}
by_python() { (cd python && $python -c "
import json, pathlib, tacit
json.dump(tacit.run('protect', pathlib.Path('plan.yaml')).raw, open('record.json', 'w'))") && same python; }
by_workbench() { (cd workbench && TACIT="$TACIT" $python -c "
import json
from workbench_lib import Bench
bench = Bench('plan.yaml')
last, record = bench.do('release')
json.dump(record['protect'], open('record.json', 'w'))
bench.process.terminate()
bench.process.wait()") && same workbench; }
by_r() { (cd r && Rscript -e 'library(tacit)
told <- suppressWarnings(protect(read_plan("plan.yaml"), progress = FALSE))
theirs <- tacit:::parse_record(paste(readLines("../command/record.json"), collapse = "\n"))
attributes(told) <- attributes(theirs)
stopifnot(identical(told, theirs))
file.copy("../command/record.json", "record.json")' >said 2>&1 || { cat said && return 1; }) && same r; }
t 'bindings: the workbench writes what the command writes' by_workbench
t 'bindings: so does Python' by_python
rt 'bindings: so does R' by_r

# ---- questions ----

mkdir server && cd server || exit 2
cp ../command/people.csv . && cat >policy.yaml <<'END'
data: people.csv
domains: {sex: {values: [f, m]}, income: {lower: 0, upper: 5000}}
query: {sticky: {threshold: 3}, key: policy.key, ledger: policy.ledger, limit: 1000}
END
ends 0 key --output policy.key
"$TACIT" serve policy.yaml --port 0 >told 2>&1 &
server=$!
while ! grep -q 'Ctrl-C stops it' told && kill -0 $server; do sleep 0.02; done
url=$(grep -o 'http://127[^/]*' told | head -n 1)
grep -o 'tacit_[A-Za-z0-9_-]*' told | head -n 1 >token
cat >ask.py <<'END'
import os, pickle, sys, tacit
token = open("token").read().strip()
server = tacit.connect(sys.argv[1], token_file="token")
table = server.query("SELECT sex, COUNT(*), AVG(income) FROM people GROUP BY sex").to_dict()
assert table["sex"] == ["f", "m"], table
for low, count, high in zip(table["count_low"], table["count"], table["count_high"]):
    assert low < count < high
assert abs(table["count"][0] - 200) < 30 and list(table) == ["sex", "count", "count_low", "count_high", "avg"]
try:
    server.query("SELECT sx FROM people")
    raise SystemExit("answered")
except tacit.WrongRequest as e:
    assert e.problems[0]["code"] == "E_SCHEMA" and e.problems[0]["column"] == 8, e.problems
os.environ["TACIT_TOKEN"] = "tacit_wrong"
try:
    tacit.connect(sys.argv[1]).query("SELECT COUNT(*) FROM people")
    raise SystemExit("answered")
except tacit.WrongRequest as e:
    assert e.problems[0]["code"] == "E_TOKEN" and "tacit_wrong" not in str(e) + repr(e.record), e
assert token not in repr(server) + repr(server.query("SELECT COUNT(*) FROM people").raw)
for bad in ("http://192.0.2.1:80", "ftp://127.0.0.1", "http://127.0.0.1/x"):
    try:
        tacit.connect(bad, token)
        raise SystemExit(bad)
    except tacit.WrongRequest as e:
        assert token not in str(e)
try:
    pickle.dumps(server)
    raise SystemExit("pickled")
except TypeError:
    pass
END
cat >ask.R <<'END'
library(tacit)
url <- commandArgs(TRUE)[1]
token <- readLines("token")
server <- tacit_connect(url, token_file = "token")
table <- tacit_query(server, "SELECT sex, COUNT(*), AVG(income) FROM people GROUP BY sex")
stopifnot(identical(table$sex, c("f", "m")), all(table$count_low < table$count & table$count < table$count_high))
stopifnot(abs(table$count[1] - 200) < 30, !is.null(attr(table, "answer")$paid))
caught <- tryCatch(tacit_query(server, "SELECT sx FROM people"), tacit_wrong_request = identity)
stopifnot(caught$problems$code == "E_SCHEMA", caught$problems$column == 8L)
Sys.setenv(TACIT_TOKEN = "tacit_wrong")
caught <- tryCatch(tacit_query(tacit_connect(url), "SELECT COUNT(*) FROM people"), tacit_wrong_request = identity)
stopifnot(caught$problems$code == "E_TOKEN", !grepl("tacit_wrong\\b", paste(conditionMessage(caught), unlist(caught$record))))
stopifnot(!any(grepl(token, capture.output(print(server), str(server), dput(server)), fixed = TRUE)))
for (bad in c("http://192.0.2.1:80", "ftp://127.0.0.1", "http://127.0.0.1/x"))
    stopifnot(inherits(tryCatch(tacit_connect(bad, token), error = identity), "tacit_wrong_request"))
END
t 'bindings: questions from Python' $python ask.py "$url"
rt 'bindings: questions from R' Rscript ask.R "$url"
kill -TERM $server
wait $server
cd ..

# ---- files ----

cat >work.py <<'END'
import tacit
release = (tacit.Plan({"age": [20 + i % 40 for i in range(400)], "pay": list(range(400))}, key="age")
           .require.k_anonymity(k=5).recode("age", width=10).noise("pay").protect())
assert len(release.table.to_dict()["age"]) == 400
END
cat >work.R <<'END'
library(tacit)
people <- data.frame(age = rep(20:59, 10), pay = 1:400)
release <- protect(tacit_plan(people, key = age) |> require_k_anonymity(k = 5) |> step_recode(age, width = 10) |>
                     step_noise(pay), progress = FALSE)
stopifnot(nrow(protected(release)) == 400)
END
# writes_nothing COMMAND ... - no process of the command opens a file to write into it, but for devices, /proc,
# and the one that R tells its own name in.
writes_nothing() {
    strace -f -qq -e trace=open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,memfd_create -o trace "$@" >said 2>&1 ||
        { cat said && return 1; }
    [ -s trace ] || { echo 'nothing was traced' && return 1; }
    ! grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TMPFILE|creat\(|mkdir|rename|memfd_create' trace |
        grep -vE '= -1 |"/(dev|proc|sys)/|/tmp/Rtmp[^/]*"|ENOENT' | grep .
}
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
    t 'bindings: a file that is written is seen' fails_with out.txt writes_nothing $python -c 'open("out.txt", "w")'
    t 'bindings: Python writes no file' writes_nothing $python work.py
    rt 'bindings: R writes no file' writes_nothing Rscript work.R
else
    echo 'ok - bindings: what is written # SKIP processes cannot be traced here'
fi
