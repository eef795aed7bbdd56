#!/bin/bash
# ledger.sh - a ledger's client is killed at each of its calls, or one of them fails, or its disk is
# full.
#
# Whatever happens: the ledger can be opened again, no more than the limit is ever spent, and every
# question whose answer was handed out has its record.  A client whose disk fails says so in one
# sentence and hands nothing more out.
# Environment: TACIT_BUILD is the build folder with fault_io.so and fault_ledger; of some 150 calls
# every TACIT_FAULT_STEP-th (13) is tried.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tools/tap.sh"
client=$TACIT_BUILD/tests/fault/fault_ledger
step=${TACIT_FAULT_STEP:-13}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
limit=4

# spend WHAT VARIABLE N - the client with the fault; what it hands out is added to `handed`.
spend() {
    {
        (
            export LD_PRELOAD=$TACIT_BUILD/tests/fault/fault_io.so TACIT_FAULT=$1 "$2=$3"
            export TACIT_FAULT_PATH=$work/at
            exec "$client" spend "$work/at/ledger" $limit
        ) >>handed 2>said
    } 2>/dev/null
}

# holds - what must hold of the ledger, whatever happened to it.
holds() {
    local spent
    "$client" look at/ledger >seen 2>why || { cat why && return 1; }
    spent=$(sed -n 's/^spent //p' seen)
    [ "$spent" -le $limit ] || { echo "$spent spent" && return 1; }
    sort handed | comm -23 - <(sort seen) | grep . && { echo 'without a record' && return 1; }
    return 0
}

# finish - the budget that is left can be spent, and no more.
finish() {
    "$client" spend at/ledger $limit >>handed 2>said || { cat said && return 1; }
    holds && grep -qx "spent $limit" seen
}

# try WHAT N - the fault at call N, and then everything holds; the status is the client's.
try() {
    rm -rf at handed && mkdir at && : >handed
    spend "$1" TACIT_FAULT_CALLS "$2"
    status=$?
    points=$((points + 1))
    if { [ $status -eq 5 ] && [ "$(wc -l <said)" -ne 1 ]; } || ! holds || ! finish; then
        wrong=$((wrong + 1))
        echo "# $1 at call $2, status $status"
        cat said
    fi
}

points=0 wrong=0
for what in kill fail fails; do
    for ((n = 0; n < 400; n += step)); do
        try $what $n
        [ $status -ne 0 ] || [ $n -lt 60 ] || break
    done
done
t "killed or failing at $points points: what was handed out has its record" test $wrong -eq 0
t 'the points reach the end of the client' test $status -eq 0

for bytes in 0 100 5000 20000 40000; do
    rm -rf at handed && mkdir at && : >handed
    spend full TACIT_FAULT_BYTES $bytes
    status=$?
    t "a disk that is full after $bytes bytes: refused" test $status -eq 5
    t "a disk that is full after $bytes bytes: one sentence" test "$(wc -l <said)" -eq 1
    t "a disk that is full after $bytes bytes: all handed out is on record" holds
    t "a disk that is full after $bytes bytes: and can be gone on with" finish
done
