#!/bin/bash
# cli_stop.sh - a full disk, Ctrl-C and kill: nothing half-written, nothing left behind.
. "$(dirname "$0")/cli_lib.sh"
set -m # so that work in the background does not ignore Ctrl-C

# A full disk: a small file system, where that is allowed.
mkdir disk
if mount -t tmpfs -o size=256k tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    people 60 >people.csv
    "$TACIT" generate survey --rows 20000 --output survey.csv --quiet
    printf 'data: survey.csv\noutput: disk/safe.csv\n' >plan.yaml
    t 'a full disk' refuses 5 'disk/' protect plan.yaml --quiet
    t 'a full disk: nothing is left' test -z "$(ls -A disk)"
    t 'a full disk, generating' refuses 5 'disk/' generate survey --rows 20000 --output disk/s.csv
    t 'a full disk: nothing is left again' test -z "$(ls -A disk)"
    echo old >disk/safe.csv
    t 'a full disk: the old file stays' refuses 5 'disk/' protect plan.yaml --quiet
    t 'it is as it was' test "$(cat disk/safe.csv)" = old
else
    echo 'ok - a full disk # SKIP no file system may be mounted'
fi

# stops SIGNAL STATUS - a long run in folder run/ is stopped after its first output appears.
stops() {
    rm -rf run && mkdir run && echo old >run/big.csv
    "$TACIT" generate survey --rows 100000000 --output run/big.csv >said 2>&1 &
    job=$!
    for _ in $(seq 100); do
        [ "$(ls -A run | wc -l)" -gt 1 ] && break
        sleep 0.1
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
t 'kill' stops KILL 137
t 'kill leaves the old file' test "$(cat run/big.csv)" = old
rm -rf run
