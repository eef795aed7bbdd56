#!/bin/sh
# wheel.sh - the package for Python as a wheel with the library in it, and as source.
#
# usage: tools/wheel.sh TREE [FOLDER]      (dist)
#
# TREE is a tree that stands on its own: what tools/dist.sh packs, unpacked.  It gives the library, DuckDB and
# what else a bare system lacks.  Nothing is fetched; needs setuptools and wheel.  The same tree gives the same bytes.
set -eu
[ $# -ge 1 ] && [ -e "$1/lib/libtacit.so.0" ] || {
    echo "usage: tools/wheel.sh TREE [FOLDER]; TREE has lib/libtacit.so.0." >&2
    exit 2
}
tree=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
to=${2:-dist}
mkdir -p "$to"
to=$(cd "$to" && pwd)
python=${PYTHON:-/usr/bin/python3}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -d "$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)" +%s)}
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R bindings/python "$work/source"
find "$work/source" -name __pycache__ -prune -exec rm -r {} +
cd "$work/source"
$python -c "
from setuptools import build_meta
build_meta.build_sdist('$to')" >"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 1; }
# Its times are those of the clock: packed again, its bytes follow from its content.
sdist=$(echo "$to"/tacit-[0-9]*.tar.gz)
mkdir "$work/again"
tar -xzf "$sdist" -C "$work/again"
tar -cf - -C "$work/again" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u+rw,go=rX,go-w --format=ustar "$(basename "$sdist" .tar.gz)" | gzip -n >"$work/packed"
mv "$work/packed" "$sdist"
package=src/tacit
mkdir "$package/lib"
cp -L "$tree/lib/libtacit.so.0" "$package/lib/"
[ ! -d "$tree/lib/tacit" ] || cp -RL "$tree/lib/tacit" "$package/lib/"
[ ! -d "$tree/share/doc/tacit/copyright" ] || cp -RL "$tree/share/doc/tacit/copyright" "$package/lib/"
[ ! -d "$tree/libexec" ] || cp -RL "$tree/libexec" "$package/"
rm -rf build ./*.egg-info src/*.egg-info
# What glibc the tree was linked with decides where the wheel can be installed.
glibc=$(ldd --version | sed -n '1s/.* \([0-9]*\)\.\([0-9]*\)$/\1_\2/p')
$python -c "
from setuptools import build_meta
build_meta.build_wheel('$to', {'--build-option': ['--python-tag', 'py3', '--plat-name', 'manylinux_${glibc}_$(uname -m)']})" \
    >"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 1; }
printf 'wheel: %s\n' "$to"/tacit-*.whl "$to"/tacit-*.tar.gz
