#!/bin/bash
# cli_stop.sh - a full disk, Ctrl-C and kill: nothing half-written, nothing left behind.
. "$(dirname "$0")/cli_lib.sh"

# A full disk: a small file system, where that is allowed.
mkdir disk
if mount -t tmpfs -o size=256k tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    people 60 >people.csv
    "$TACIT" generate survey --rows 20000 --output survey.csv --quiet
    printf 'data: survey.csv\nmeasures: []\noutput: disk/safe.csv\n' >plan.yaml
    t 'a full disk' refuses 5 'disk/' protect plan.yaml --quiet
    t 'a full disk: nothing is left' test -z "$(ls -A disk)"
    t 'a full disk, generating' refuses 5 'disk/' generate survey --rows 20000 --output disk/s.csv
    t 'a full disk: nothing is left again' test -z "$(ls -A disk)"
    echo old >disk/safe.csv
    t 'a full disk: the old file stays' refuses 5 'disk/' protect plan.yaml --quiet --force
    t 'it is as it was' test "$(cat disk/safe.csv)" = old
else
    echo 'ok - a full disk # SKIP no file system may be mounted'
fi

# listening WORD ... - become the command with the signals of a fresh terminal: work in the
# background ignores Ctrl-C, and so does all that is started from there.  If a signal is lost,
# the limit on the size of a file ends the command, and the test fails.
listening() {
    ulimit -f 500000
    exec python3 -c '
import os, signal, sys
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$@"
}

# stops SIGNAL STATUS - a long run in folder run/ is stopped after its first output appears.
stops() {
    rm -rf run && mkdir run && echo old >run/big.csv
    listening "$TACIT" generate survey --rows 100000000 --output run/big.csv --force >said 2>&1 &
    job=$!
    while [ "$(ls -A run | wc -l)" -eq 1 ] && kill -0 $job 2>/dev/null; do
        sleep 0.02
    done
    kill "-$1" $job
    wait $job
    got=$?
    [ $got -eq "$2" ] || { echo "status $got" && cat said && return 1; }
}
only_old() {
    [ "$(ls -A run)" = big.csv ] && [ "$(cat run/big.csv)" = old ] || { ls -A run && return 1; }
}
t 'Ctrl-C' stops INT 130
t 'Ctrl-C is told in one sentence' test "$(wc -l <said)" -eq 1
t 'Ctrl-C leaves nothing behind' only_old
t 'a request to end' stops TERM 130
t 'a request to end leaves nothing behind' only_old
t 'the end of a terminal' stops HUP 130
t 'the end of a terminal leaves nothing behind' only_old
t 'Ctrl-backslash, which waits for nothing' stops QUIT 130
t 'Ctrl-backslash leaves nothing behind' only_old
rm -rf run && mkdir run && echo old >run/big.csv
limited() {
    (ulimit -f 1000 && exec "$TACIT" generate survey --rows 100000 --output run/big.csv --force) >said 2>&1
    [ $? -eq 5 ] && grep -q 'File too large' said || { cat said && return 1; }
}
t 'a limit on the size of files' limited
t 'a limit leaves nothing behind' only_old

# Folders for what does not fit into memory: gone with the process, or with the next one.
rm -rf run && mkdir run
"$TACIT" generate survey --rows 200000 --output spills.parquet --quiet
killed() {
    TMPDIR=$work/run "$TACIT" measure spills.parquet --key municipality,income,birth_date,age --memory 40MB >said 2>&1 &
    job=$!
    while [ -z "$(ls -A run)" ] && kill -0 $job 2>/dev/null; do
        sleep 0.01
    done
    kill -KILL $job 2>/dev/null
    wait $job
    mkdir -p run/tacit-spill-1-killed # as if it had been killed in time
    TMPDIR=$work/run "$TACIT" measure spills.parquet --key age --quiet && [ -z "$(ls -A run)" ] || { ls -A run && return 1; }
}
t 'what a killed process spilled goes with the next' killed
t 'a folder for temporary files that is not there' sh -c 'TMPDIR=/nonexistent "$TACIT" measure spills.parquet --key age 2>err; test $? = 5 && grep -q TMPDIR err'

# Within the memory allowed, or a sentence beforehand.
t 'measure counts within 60 MB' json 0 'r["data"]["rows"] == 200000' measure spills.parquet --key municipality,income,age --memory 60MB
printf 'data: spills.parquet\nroles: {key: [age]}\nsteps: [{microaggregate: {columns: [income, spending], k: 3}}]\nprotect: {stream: never}\noutput: m.csv\n' >rows.yaml
too_large() {
    ends 2 protect rows.yaml --memory 10MB && grep -q 'takes at least 17 MB (200000 records, 21 columns), and --memory allows 10 MB' err &&
        [ ! -e m.csv ]
}
t 'protect says beforehand that it cannot' too_large
t 'measure too, of what needs records' refuses 2 '--memory allows 10 MB' measure spills.parquet --key age --measure mahalanobis --memory 10MB
rm spills.parquet

t 'kill' stops KILL 137
t 'kill leaves the old file' test "$(cat run/big.csv)" = old
rm -rf run

# A search for a pattern that would go on for days stops when asked to.
"$TACIT" generate survey --rows 3000 --seed 3 --output people.csv --quiet --force
# worked PID [SECONDS] - whether the process took so much processor time, or a second.
worked() {
    awk -v least="${2:-1}" '{ exit $14 + $15 < 100 * least }' "/proc/$1/stat"
}
search_stops() {
    rm -f n.csv
    printf 'data: people.csv\ntables:\n  n: {by: [region, education, employment, health]}\nrules:\n  minimum_frequency: {n: 3}\n' >days.yaml
    printf 'protection:\n  cell_suppression: {seconds: 1000000}\noutput: n.csv\n' >>days.yaml
    listening "$TACIT" tables days.yaml >said 2>&1 &
    job=$!
    while kill -0 $job 2>/dev/null && ! worked $job; do
        sleep 0.05
    done
    kill -INT $job
    wait $job
    [ $? -eq 130 ] && [ ! -e n.csv ] && grep -q 'before a pattern was known' said || { cat said && return 1; }
}
t 'Ctrl-C while no pattern is known' search_stops

# With a pattern at hand it is audited and written, with its gap.  When one is known depends on the
# machine: who asked too early tries again later.
python3 -c '
import math, random
random.seed(7)
print("a,b,c")
for cell in range(9 ** 3):
    for record in range(int(-14 * math.log(random.random()))):
        print("a%d,b%d,c%d" % (cell % 9, cell // 9 % 9, cell // 81))' >cube.csv
printf 'data: cube.csv\ntables:\n  n: {by: [a, b, c]}\nrules:\n  minimum_frequency: {n: 3}\n' >cube.yaml
printf 'protection:\n  cell_suppression: {seconds: 1000000}\naudit: {insiders: none}\noutput: cube_n.csv\n' >>cube.yaml
# asked SECONDS SIGNAL ... - look for the cheapest pattern and send these after so much work.
asked() {
    rm -f cube_n.csv*
    listening "$TACIT" tables cube.yaml --json >said 2>err &
    job=$!
    while kill -0 $job 2>/dev/null && ! worked $job "$1"; do
        sleep 0.05
    done
    shift
    for signal; do
        kill "-$signal" $job
    done
    wait $job
}
best_so_far() {
    for seconds in 4 8 16 32 64; do
        asked $seconds INT
        got=$?
        [ $got -eq 130 ] && [ ! -e cube_n.csv ] && grep -q 'before a pattern was known' err && continue
        [ $got -eq 0 ] && [ -s cube_n.csv ] && grep -q 'stopped on request' said && grep -q '"gap"' said && return
        break
    done
    echo "status $got" && cat err && return 1
}
t 'Ctrl-C gives the best pattern so far' best_so_far
t 'it is one that can be verified' "$TACIT" verify cube_n.csv --quiet
twice() {
    asked 1 INT TERM
    [ $? -eq 130 ] && [ ! -e cube_n.csv ] || { cat err && return 1; }
}
t 'asked a second time it stops with nothing' twice
