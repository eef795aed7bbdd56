#!/bin/bash
# test.sh - run gates, two at a time, and count their tests.
#
# usage: tools/test.sh [quick | all | soak | GATE ...]
#
# A gate is a function gate_NAME of tools/gates.sh that prints TAP lines ("ok - what", "not
# ok - what", "ok - what # SKIP why"); everything else it prints is kept for its log in
# build-test/log/.  A gate begins when those that it needs have ended; all gates run even if
# one fails.  A gate that ends in failure without a "not ok" counts as one failed test.
#
# A line says when a gate begins, another when it ends, with its processor time, and every 20
# seconds one says what runs.  At the end stands once more what failed; the last line is
# "N passed, M failed", with ", K skipped" if there are any; the exit status is 1 if M is not 0
# or N is 0.
#
# Environment: TACIT_JOBS is the number of gates at a time (2), TACIT_LIFE the seconds between
# signs of life (20), TACIT_FUZZ_SECONDS the time for each fuzzer, TACIT_TRIAL_ROUNDS how many times
# the answers of `make test` the trials of privacy get (20).
set -u
cd "$(dirname "$0")/.." || exit 2
out=$PWD/build-test
log=$out/log
mkdir -p "$log"
. tools/gates.sh

# The processor seconds of what `times` printed to standard input, of a shell and its children.
processor_time() {
    tr 'ms\n' '   ' | awk '{ for (i = 1; i < 9; i += 2) t += 60 * $i + $(i + 1); printf "%d", t }'
}

# One gate, in a process group of its own; leaves NAME.log, and in NAME.end its status, seconds
# and processor time.  When it is over, however it ended, its name goes to the runner.
run_gate() {
    local name=$1 begin=$SECONDS status
    set +m
    ("gate_$name" >"$log/$name.log" 2>&1 </dev/null)
    status=$?
    times >"$log/$name.times" # not in a pipe, which has times of its own
    echo "$status $((SECONDS - begin)) $(processor_time <"$log/$name.times")" >"$log/$name.end"
    echo "$name" >&3
}

passed=0 failed=0 skipped=0

# Count the tests of gate $1, which has ended; print one line, and what went wrong.
count_gate() {
    local name=$1 file=$log/$1.log status=broken seconds=0 cpu=0 p f s
    [ -f "$log/$name.end" ] && read -r status seconds cpu <"$log/$name.end"
    s=$(grep -ci '^ok .*# skip' "$file")
    p=$(($(grep -c '^ok ' "$file") - s))
    f=$(grep -c '^not ok ' "$file")
    if [ "$status" != 0 ] && [ "$f" -eq 0 ]; then
        f=1
        echo "not ok - gate $name ended with status $status" >>"$file"
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    printf '%-8s %5d passed %3d failed %3d skipped %5d s %5d CPU s\n' "$name" "$p" "$f" "$s" \
        "$seconds" "$cpu"
    if [ "$f" -ne 0 ]; then
        grep -n -B 30 '^not ok ' "$file" | cut -c 1-400 | tail -n 120 | sed 's/^/    /'
        echo "    (all of it: build-test/log/$name.log)"
    fi
}

# One line about each gate that runs: how long it has, and the last that it said.
show_life() {
    local name
    for name in "${!began[@]}"; do
        printf '  ... %s, %d s: %s\n' "$name" $((SECONDS - ${began[$name]})) \
            "$(ls -t "$log/$name".{log,now} 2>/dev/null | head -n 1 | xargs tail -n 1 |
                tr -d '\r' | cut -c 1-80)"
    done
}

# Ctrl-C and requests to end: the gates are groups of their own, so end them here.
stop_all() {
    local name
    trap '' INT TERM HUP
    for name in "${!began[@]}"; do
        kill -TERM -- "-${group[$name]}" 2>/dev/null
    done
    echo "test: stopped." >&2
    exit 130
}

# Whether gate $1 has left its account, or is gone without one.
has_ended() {
    [ -s "$log/$1.end" ] || ! kill -0 "${group[$1]}" 2>/dev/null
}

# Whether nothing that gate $1 needs is still to come; what was not asked for is not.
is_ready() {
    local need
    for need in ${needs[$1]:-}; do
        [ -z "${waits[$need]:-}${began[$need]:-}" ] || return 1
    done
}

# Begin gates that are ready while there is room.
begin_gates() {
    local name
    for name in $gates; do
        [ ${#began[@]} -lt "${TACIT_JOBS:-2}" ] || return 0
        [ -n "${waits[$name]:-}" ] && is_ready "$name" || continue
        rm -f "$log/$name".{now,end}
        : >"$log/$name.log"
        echo "$name begins"
        unset "waits[$name]"
        began[$name]=$SECONDS
        run_gate "$name" &
        group[$name]=$!
    done
}

case ${1:-all} in
quick) gates=$quick_gates quick=1 ;;
all) gates=$all_gates ;;
soak) gates=$soak_gates ;;
*) gates="$*" ;;
esac
declare -A waits=() began=() group=() # of gates: still to come; since when; process group
for gate in $gates; do
    declare -F "gate_$gate" >/dev/null || {
        echo "test: there is no gate '$gate'." >&2
        exit 2
    }
    waits[$gate]=1
done

ends=$(mktemp -u) && mkfifo "$ends" && exec 3<>"$ends" && rm -f "$ends" || exit 2
trap stop_all INT TERM HUP
set -m
begin_gates
while [ ${#began[@]} -gt 0 ]; do
    # Only wakes: a read whose time ends in the midst of a name loses what it has of it.
    read -r -t "${TACIT_LIFE:-20}" -u 3
    woken=$?
    for gate in "${!began[@]}"; do
        has_ended "$gate" || continue
        unset "began[$gate]"
        count_gate "$gate"
    done
    begin_gates
    [ $woken -eq 0 ] || show_life
done

for gate in $gates; do
    grep '^not ok ' "$log/$gate.log" | cut -c 1-200 | sed "s/^/$gate: /"
done
line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
