#!/bin/sh
# cli_python.sh - the package for Python over the library that was built, in a Python that has pandas
# if there is one; its types as mypy sees them.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cli_lib.sh"
root=$(cd "$here/../.." && pwd)
export PYTHONPATH="$root/bindings/python/src" PYTHONDONTWRITEBYTECODE=1 TACIT_SOURCE_DIR="$root"
TACIT_LIBRARY=$(dirname "$TACIT")/libtacit.so.0
export TACIT_LIBRARY
if nm -D "$TACIT_LIBRARY" | grep -q __asan_init; then
    echo 'ok - python # SKIP a sanitizer cannot be loaded by a Python that has none'
    exit 0
fi
python=python3
/usr/bin/python3 -c 'import pandas' 2>/dev/null && python=/usr/bin/python3
$python "$root/bindings/python/tests/test_tacit.py" || echo "not ok - python: $?"

# The page: its blocks run as they stand, one after the other.
"$TACIT" generate survey --rows 2000 --seed 1 --output survey.csv --quiet
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/docs/python.md" >page.py
if $python -c 'import pandas' 2>/dev/null; then
    t 'python: docs/python.md' $python page.py
else
    echo 'ok - python: docs/python.md # SKIP pandas is not installed'
fi
if command -v mypy >/dev/null; then
    t 'python: mypy --strict' mypy --strict --ignore-missing-imports --cache-dir=/dev/null -p tacit
else
    echo 'ok - python: mypy --strict # SKIP mypy is not installed'
fi
