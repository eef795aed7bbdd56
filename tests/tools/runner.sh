#!/bin/sh
# runner.sh - the runner counts every test, fails when one fails, and says so at the end.
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tools" "$work/tests/tools"
cp "$root/tools/test.sh" "$root/tools/gates.sh" "$root/tools/meson_tap.py" "$work/tools/"
cd "$work" || exit 2

# script NAME TEXT - a test script of the small tree.
script() {
    printf '#!/bin/sh\n%s\n' "$2" >"tests/tools/$1.sh"
    chmod +x "tests/tools/$1.sh"
}

# ends_with STATUS LINE - run the gate of scripts; its status and last line are these.
ends_with() {
    said=$(tools/test.sh tools)
    got=$?
    [ "$got" -eq "$1" ] && [ "$(printf '%s\n' "$said" | tail -n 1)" = "$2" ] || {
        printf 'status %s\n%s\n' "$got" "$said"
        return 1
    }
}

script a 'echo "ok - one"; echo "ok 2 - two"; echo "noise"'
t 'passed tests are counted' ends_with 0 '2 passed, 0 failed'
script b 'echo "ok - three # SKIP no printer"'
t 'skipped tests are counted apart' ends_with 0 '2 passed, 0 failed, 1 skipped'
script c 'echo "not ok - four"'
t 'a failed test fails the run' ends_with 1 '2 passed, 1 failed, 1 skipped'
script c 'echo "ok - four"; exit 7'
t 'a script that dies is a failed test' ends_with 1 '3 passed, 1 failed, 1 skipped'
chmod -x tests/tools/c.sh
t 'a file that is not executable is not a test' ends_with 0 '2 passed, 0 failed, 1 skipped'
t 'an unknown gate is refused' fails_with "no gate 'other'" tools/test.sh other
rm tests/tools/*.sh
t 'a run without tests is not a success' ends_with 1 '0 passed, 0 failed'
script a 'echo "ok - one"'

# Gates of the small tree: two that wait for each other, one that needs them, one that dies,
# and one that waits to be told.
cat >>tools/gates.sh <<'END'
needs[after]='left right'
meet() { : >"$1" && until [ -f "$2" ]; do sleep 0.02; done && echo "ok - $1"; }
gate_left() { meet left right; }
gate_right() { meet right left; }
gate_after() { [ -f "$log/left.end" ] && [ -f "$log/right.end" ] && echo 'ok - after'; }
gate_dies() { echo 'ok - alive' && kill -KILL "$BASHPID"; }
gate_gone() { echo 'ok - here' && kill -KILL 0; }
gate_asks() { echo $BASHPID >asks && until [ -f told ]; do sleep 0.02; done && echo 'ok - told'; }
END
side_by_side() {
    said=$(tools/test.sh after left right dies tools) && return 1
    [ "$(printf '%s\n' "$said" | tail -n 1)" = '5 passed, 1 failed' ] || { echo "$said" && return 1; }
}
t 'gates run side by side, after those they need, and one that dies hides no other' side_by_side
is_missed() {
    said=$(TACIT_LIFE=0.1 tools/test.sh gone tools) && return 1
    [ "$(printf '%s\n' "$said" | tail -n 1)" = '2 passed, 1 failed' ] || { echo "$said" && return 1; }
}
t 'a gate that is gone without a word is a failed test, not waited for' is_missed
gives_sign() {
    TACIT_LIFE=0.1 tools/test.sh asks >said 2>&1 &
    job=$!
    until grep -q '\.\.\. asks, ' said; do sleep 0.02; done
    : >told
    wait $job && grep -q '^asks begins' said && grep -q '^asks  *1 passed' said
}
t 'a gate that runs gives signs of life' gives_sign
stops() {
    rm -f told asks
    tools/test.sh asks >said 2>&1 &
    job=$!
    until [ -s asks ]; do sleep 0.02; done
    kill -TERM $job
    wait $job
    [ $? -eq 130 ] || return 1
    while kill -0 "$(cat asks)" 2>/dev/null; do sleep 0.02; done
}
t 'a run that is ended takes its gates with it' stops

# Lines of meson's log: two tests that pass, one that fails, a crash, a skipped program.
cat >log.json <<'END'
{"name": "tacit:unit / unit/a", "stdout": "1..2\nok 1 - x\nok 2 - y\n", "result": "OK", "returncode": 0}
{"name": "tacit:unit / unit/b", "stdout": "not ok 1 - z\n", "result": "FAIL", "returncode": 1}
{"name": "tacit:unit / unit/c", "stdout": "ok 1 - w\n", "stderr": "boom", "result": "ERROR", "returncode": -11}
{"name": "tacit:unit / unit/d", "stdout": "", "result": "SKIP", "returncode": 77}
END
cat >expected <<'END'
ok - unit/a: x
ok - unit/a: y
# not ok 1 - z
not ok - unit/b: z
# ok 1 - w
# boom
ok - unit/c: w
not ok - unit/c: ERROR, status -11
ok - unit/d # SKIP
END
python3 tools/meson_tap.py log.json >got
t 'tests inside programs are counted, a crash is one more' diff expected got
t 'no log at all is a failure' fails_with 'no test ran' python3 tools/meson_tap.py none.json
