#!/bin/bash
# packages.sh - the packages for Debian and the tree that runs from any folder: built, looked through, unpacked
# and used.  The packages are built twice, in folders of different names and without a cache of compilations,
# and must be equal to the byte, but for that for R, whose installer writes the folder that it built in into
# files of its own; with TACIT_TWICE=1 so is the tree.
#
# Environment: TACIT_DEPS is the folder with duckdb/ (.deps).
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$root/tests/tools/tap.sh"
for need in dh lintian cmark-gfm; do
    command -v $need >/dev/null || {
        echo "ok - packages # SKIP there is no $need (setup/setup.sh dist)"
        exit 0
    }
done
TACIT_DEPS=$(cd "${TACIT_DEPS:-$root/.deps}" && pwd)
export TACIT_DEPS CCACHE_DISABLE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy of the sources at $1: what git does not ignore.
copy() {
    mkdir -p "$1"
    (cd "$root" && git ls-files -co --exclude-standard | tar -cf - -T -) | tar -xf - -C "$1"
}
copy "$work/one"
copy "$work/somewhere/else"
cd "$work" || exit 2

t 'the packages for Debian are built' one/tools/deb.sh "$work/deb"
t 'and once more, elsewhere' env TMPDIR="$work/somewhere" somewhere/else/tools/deb.sh "$work/deb2"
equal() {
    for package in deb/*.deb; do
        case $package in */r-cran-*) continue ;; esac
        cmp "$package" "deb2/${package##*/}" || return
    done
    test "$(ls deb/*.deb | wc -l)" -ge 5
}
t 'both are equal to the byte' equal
clean() {
    lintian --fail-on error,warning --tag-display-limit 0 deb/*.changes 2>&1 | tee lintian.txt
    test "${PIPESTATUS[0]}" = 0
}
t 'lintian has no error and no warning' clean
for package in deb/*.deb; do
    case $package in *dbgsym*) ;; *) dpkg-deb -x "$package" unpacked ;; esac
done
t 'what they install does the main job' env PATH="$work/unpacked/usr/bin:$PATH" sh "$root/debian/tests/demo"
t 'and so does the package for Python' env PATH="$work/unpacked/usr/bin:/usr/bin:/bin" \
    PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" \
    TACIT_LIBRARY="$(echo "$work"/unpacked/usr/lib/*/libtacit.so.0)" sh "$root/debian/tests/python"
t 'no file names the folder of the build' sh -c "! grep -rlaF '$work' unpacked"

t 'the tree is made' one/tools/dist.sh "$work/dist"
t 'checksums agree' sh -c 'cd dist && sha256sum --quiet -c SHA256SUMS'
mkdir 'a folder'
tar -xf dist/tacit-*-linux-*.tar.xz -C 'a folder'
tree=$(echo "$work/a folder"/*)
t 'it runs from a folder with a blank in its name' env -i PATH="$tree/bin:/usr/bin:/bin" sh "$root/debian/tests/demo"
outside() {
    allowed='linux-vdso|ld-linux|lib(c|m|dl|pthread|rt|resolv|stdc\+\+|gcc_s)\.so'
    for program in "$tree/bin/tacit" "$tree"/lib/libtacit.so.0 "$tree"/libexec/tacit/tacit-read; do
        ldd "$program" | grep -vF "$tree/" | grep -vE "$allowed" && return 1
    done
    true
}
t 'it takes from the system what every system has, and nothing else' outside
t 'the list of what is in it is true' python3 -B "$root/tests/tools/sbom_check.py" dist/*.spdx.json "$tree"
t 'no file of it names the folder of the build' sh -c "! grep -rlaF '$work' '$tree'"
if [ -n "${TACIT_TWICE:-}" ]; then
    t 'the tree is made once more, elsewhere' somewhere/else/tools/dist.sh "$work/dist2"
    t 'and is equal to the byte' diff -r dist dist2
fi
