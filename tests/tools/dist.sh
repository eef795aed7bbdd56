#!/bin/bash
# dist.sh - what the packages are made from agrees with the project: versions, names, what building needs; and the
# list of what is in a tree is true.  The packages themselves are built in make soak (tests/packages).
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 2

needs() {
    awk '$1 ~ /^(lib|coinor|zlib).*-dev$/ && $1 !~ /^libc6/ { print $1 }' setup/packages.build | LC_ALL=C sort >"$work/setup"
    tr ',' '\n' <debian/control | grep -oE '^ *(lib|coinor|zlib)[a-z0-9-]*-dev$' | tr -d ' ' | LC_ALL=C sort -u >"$work/debian"
    diff "$work/setup" "$work/debian"
}
t 'packages for Debian are built with what setup installs' needs

symbols() {
    python3 -B tools/symbols.py include/tacit.h | LC_ALL=C sort >"$work/declared"
    sed -n 's/^ \([a-z_]*\)@Base .*/\1/p' debian/libtacit0.symbols >"$work/listed"
    test -s "$work/declared" && diff "$work/declared" "$work/listed"
}
t 'the list of symbols is what the header declares' symbols

named() {
    for test in $(sed -n 's/^Tests: //p' debian/tests/control); do test -x "debian/tests/$test" || return; done
    test "$(sed -n 's/^Tests: //p' debian/tests/control | sort)" = "$(ls debian/tests | grep -v '^control$' | sort)"
}
t 'every test of the packages is listed, and is there' named
for script in debian/tests/*; do
    case $script in *control) continue ;; esac
    t "$script can be parsed" sh -n "$script"
done

if /usr/bin/python3 -c 'import yaml' 2>/dev/null; then
    t 'the recipe for conda can be read' /usr/bin/python3 -c '
import sys, yaml
made = yaml.safe_load(open(sys.argv[1]))
assert [one["package"]["name"] for one in made["outputs"]] == ["tacit", "python-tacit", "r-tacit"]' packaging/conda/recipe.yaml.in
else
    echo 'ok - the recipe for conda # SKIP there is no yaml for Python'
fi

# A small tree with one program and one library of ours: what bundle.py makes of it.
tree=$work/tree
mkdir -p "$tree/bin" "$tree/lib/tacit"
printf 'int duck(void) { return 0; }\n' >"$work/duck.c"
cc -shared -fPIC -o "$tree/lib/tacit/libduckdb.so" "$work/duck.c"
printf '#include <jansson.h>\nint duck(void);\nint main(void) { json_decref(json_null()); return duck(); }\n' >"$work/main.c"
# shellcheck disable=SC2016 # $ORIGIN is the linker's
cc -o "$tree/bin/tacit" "$work/main.c" -L "$tree/lib/tacit" -lduckdb -ljansson \
    -Wl,--disable-new-dtags '-Wl,-rpath,$ORIGIN/../lib/tacit'
export SOURCE_DATE_EPOCH=1700000000
cp -r "$tree" "$work/same"
t 'a tree is made to stand on its own' python3 -B tools/bundle.py "$tree" "$work/sbom.json"
own() {
    ldd "$tree/bin/tacit" | grep 'libjansson.so.4 => ' | grep -F "$(realpath "$tree")/" && "$tree/bin/tacit"
}
t 'its program takes the library that lies beside it' own
t 'what the package says of its copyright is there' test -s "$tree/share/doc/tacit/copyright/libjansson4"
t 'the list of what is in it is true, and whole' python3 -B "$here/sbom_check.py" "$work/sbom.json" "$tree"
again() {
    python3 -B tools/bundle.py "$work/same" "$work/again.json" && cmp "$work/sbom.json" "$work/again.json"
}
t 'the same tree elsewhere has the same list' again
printf 'changed' >>"$tree/share/doc/tacit/copyright/libjansson4"
t 'a file that was changed is noticed' fails_with 'has another hash' \
    python3 -B "$here/sbom_check.py" "$work/sbom.json" "$tree"
rm "$tree/lib/tacit/libduckdb.so"
t 'a library that is lost is said' fails_with 'which is not there' \
    python3 -B tools/bundle.py "$tree" "$work/sbom.json"
