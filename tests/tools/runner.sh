#!/bin/sh
# runner.sh - the runner counts every test, fails when one fails, and says so at the end.
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tools" "$work/tests/tools"
cp "$root/tools/test.sh" "$root/tools/meson_tap.py" "$work/tools/"
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
