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

# With AddressSanitizer's memory below the library and Python: what goes in and out as a stream is given back once,
# and no memory of the library is lost.
sanitizer="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)"
once() {
    PYTHONPATH="$PYTHONPATH:$root/bindings/python/tests" LD_PRELOAD="$sanitizer" PYTHONMALLOC=malloc \
        ASAN_OPTIONS="detect_leaks=1:exitcode=0:log_path=$PWD/found" \
        $python -m unittest -q test_tacit.InAndOut -k 200_tables -k stream -k handed -k share >said 2>&1
    grep -q '^OK' said || { cat said found* && return 1; }
    ! cat found* 2>/dev/null | grep -E 'ERROR: AddressSanitizer|/libtacit\.so'
}
case $sanitizer in
/*\ /*) t 'python: streams are given back once, as AddressSanitizer sees it' once ;;
*) echo 'ok - python: AddressSanitizer # SKIP its library is not there' ;;
esac

# The page: its blocks run as they stand, one after the other.
"$TACIT" generate survey --rows 5000 --seed 1 --output survey.csv --quiet
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/README.md" "$root/docs/python.md" >page.py
if $python -c 'import pandas' 2>/dev/null; then
    t 'python: README.md and docs/python.md' $python page.py
else
    echo 'ok - python: README.md and docs/python.md # SKIP pandas is not installed'
fi
if command -v mypy >/dev/null; then
    t 'python: mypy --strict' mypy --strict --ignore-missing-imports --cache-dir=/dev/null -p tacit
else
    echo 'ok - python: mypy --strict # SKIP mypy is not installed'
fi

# The wheel: from a tree with the library to an installed package that finds it, without a network.
if /usr/bin/python3 -c 'import setuptools, wheel' 2>/dev/null; then
    mkdir -p tree/lib/tacit
    strip -o tree/lib/libtacit.so.0 "$TACIT_LIBRARY"
    builds() {
        "$root/tools/wheel.sh" tree "$PWD/wheels" && /usr/bin/python3 - <<'END'
import glob, tarfile, zipfile
(wheel,), (source,) = glob.glob("wheels/*.whl"), glob.glob("wheels/*.tar.gz")
assert "-py3-none-manylinux_" in wheel, wheel
zipfile.ZipFile(wheel).extractall("site")
names = tarfile.open(source).getnames()
assert any(name.endswith("/src/tacit/_generated.py") for name in names) and not any(".so" in name for name in names)
END
    }
    t 'python: a wheel and its source are built' builds
    t 'python: an installed wheel finds its own library' env -u TACIT_LIBRARY PYTHONPATH="$PWD/site" /usr/bin/python3 -c "
import tacit
assert tacit.Plan({'a': [1, 2, 2]}).reorder(keep=True).protect().table.to_dict() == {'a': [1, 2, 2]}
maps = open('/proc/self/maps').read()
assert '$PWD/site/tacit/lib/libtacit.so.0' in maps and '$TACIT_LIBRARY' not in maps"
else
    echo 'ok - python: wheel # SKIP setuptools or wheel is not installed'
fi
