#!/bin/bash
# commit.sh - a release replaces another, and one call of the commit fails or is the last.
#
# For each plan, each call that changes or syncs a file of the release fails once, fails from then
# on, or is not made because the process is killed.  After the next tacit command the files are the
# old release or the new one, to the byte, nothing else is there, and the release verifies.  A run
# that says it failed has left the old one.
# Environment: TACIT is the command, TACIT_BUILD the build folder with fault_io.so; of some 1 500
# points every TACIT_FAULT_STEP-th (13) is tried.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tools/tap.sh"
io=$TACIT_BUILD/tests/fault/fault_io.so
step=${TACIT_FAULT_STEP:-13}
export OMP_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
"$TACIT" generate survey --rows 60 --seed 7 --output survey.csv >/dev/null || exit 1

# plan BASE LINE ... - a plan with these outputs; the base decides what the release holds.
plan() {
    printf 'data: survey.csv\nroles: {key: [sex]}\nmeasures: [uniques]\n'
    printf 'require: {k_anonymity: {k: 2}}\n'
    printf 'steps: [{round: {columns: [income], base: %s}}]\n' "$1"
    shift
    printf '%s\n' "$@"
}

# What is in the folders of the release: each file with its hash.
state() {
    (cd at && find . -type f -print0 | sort -z | xargs -0r sha256sum)
}

# fresh STATE - the folders as they were.
fresh() {
    rm -rf at && cp -r "$1" at
}

# tacit WHAT N WORD ... - the command with the fault at call N; the shell does not tell of kills.
tacit() {
    {
        (
            export LD_PRELOAD=$io TACIT_FAULT=$1 TACIT_FAULT_CALLS=$2 TACIT_FAULT_PATH=$work/at
            shift 2
            exec "$TACIT" "$@"
        ) >said 2>&1
    } 2>/dev/null
}
never=1000000000

# settled WHAT STATUS - what the next command makes of it; it looks into every folder.
settled() {
    local told verdict now folder
    told=$(cat said)
    tacit fail $never verify --quiet "$work/at/safe.$ending"
    verdict=$?
    cp said verified
    for folder in at/*/; do
        tacit fail $never inspect --quiet "$work/${folder}none.csv"
    done
    now=$(state)
    case $now in
    "$new") [ "$2" -eq 0 ] || [ "$1" = kill ] || { echo "new, but: $told" && return 1; } ;;
    "$old") [ "$2" -ne 0 ] || { echo 'old, but it said that it was done' && return 1; } ;;
    *) echo "a mixture: $now" && return 1 ;;
    esac
    [ -n "$first" ] && [ "$now" = "$old" ] && return
    [ $verdict -eq 0 ] || { cat verified && return 1; }
}

points=0 wrong=0

# try WHAT N - one point.
try() {
    local what=$1 n=$2 status
    fresh old
    tacit "$what" "$n" protect --quiet new.yaml
    status=$?
    points=$((points + 1))
    if ! said=$(settled "$what" $status); then
        wrong=$((wrong + 1))
        echo "# $ending, $what at call $n, status $status: $said"
    fi
    return $status
}

# go TITLE ENDING FIRST LINE ... - a plan by the lines of its outputs: killed at each call until none
# is left, and each call failing.  With FIRST there is no release before.
go() {
    local n status
    title=$1 ending=$2 first=$3
    shift 3
    rm -rf at old && mkdir at
    case $* in */pub/*) mkdir at/pub at/sql ;; esac
    plan 1000 "$@" >new.yaml
    plan 500 "$@" >old.yaml
    cp -r at empty
    "$TACIT" protect --quiet new.yaml >/dev/null || exit 1
    new=$(state)
    fresh empty
    [ -n "$first" ] || "$TACIT" protect --quiet old.yaml >/dev/null || exit 1
    rm -rf empty
    cp -r at old
    old=$(state)
    local before=$points was=$wrong
    for ((n = 0; ; n += step)); do
        try kill $n
        [ $? -eq 137 ] || break
        try fail $n
        try fails $n
    done
    local name="$title: old or new at each of $((points - before)) points"
    [ $wrong -eq $was ] && echo "ok - $name" || echo "not ok - $name"
}

p=$work/at
go 'data, certificate, report and SQL' csv '' "output: $p/safe.csv" "report: $p/safe.html" \
    "sql: $p/safe.sql"
go 'three folders' csv '' "output: $p/safe.csv" "report: $p/pub/safe.html" "sql: $p/sql/safe.sql"
go 'Parquet' parquet '' "output: $p/safe.parquet" "report: $p/safe.html"
go 'Stata' dta '' "output: $p/safe.dta"
go 'fixed places, with metadata' asc '' "output: $p/safe.asc" "report: $p/safe.html"
go 'a first release' csv yes "output: $p/safe.csv" "report: $p/pub/safe.html"
echo "# $points points"
