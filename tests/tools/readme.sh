#!/bin/sh
# readme.sh - the blocks of Python on the first page run as they stand; blocks of
# commands are run by tools/check_docs.sh.
#
# Environment: TACIT is the command, TACIT_BUILD the build folder (build-test/gcc).
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
build=${TACIT_BUILD:-$root/build-test/gcc}
tacit=${TACIT:-$build/src/tacit}
. "$here/tap.sh"
python=python3
/usr/bin/python3 -c 'import pandas' 2>/dev/null && python=/usr/bin/python3
$python -c 'import pandas' 2>/dev/null || {
    echo "ok - blocks of Python # SKIP there is no pandas"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
"$tacit" generate survey --rows 5000 --seed 1 --output survey.csv --quiet
export PYTHONPATH="$root/bindings/python/src" TACIT_LIBRARY="$build/src/libtacit.so.0"
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/README.md" >block.py
t 'README.md has blocks of Python' test -s block.py
t 'and they run' $python -B block.py
