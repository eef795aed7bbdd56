#!/bin/bash
# dist.sh - what is handed out: the source, a tree that runs from any folder, what is in it, checksums.
#
# usage: tools/dist.sh [FOLDER]      (dist)
#
#   tacit-VERSION.tar.xz                    the source, as git has it; not made where there is no git
#   tacit-VERSION-linux-MACHINE.tar.xz      the tree: bin/tacit and the libraries that a bare system
#                                           lacks, each found from where the other stands ($ORIGIN)
#   tacit-VERSION-linux-MACHINE.spdx.json   what is in the tree, and from where (SPDX 2.3)
#   tacit.rb, recipe.yaml                   recipes for Homebrew and conda, for that source
#   SHA256SUMS                              of all of them
#
# The same sources on the same system give the same bytes, wherever they lie and whenever it runs: times are
# those of the newest entry of debian/changelog, unless SOURCE_DATE_EPOCH says another.
# TACIT_RELEASES is the address at which the source will be found, for the recipes.
# DuckDB is taken from .deps/duckdb, or where TACIT_DEPS says.
set -euo pipefail
cd "$(dirname "$0")/.."
to=${1:-dist}
version=$(sed -n "s/^ *version: '\(.*\)',.*/\1/p" meson.build | head -n 1)
machine=$(uname -m)
name=tacit-$version-linux-$machine
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -d "$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)" +%s)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC

# Pack what standard input lists of folder $1 as a tar file whose bytes follow from its content.
pack() {
    tar -cf - -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode=u+rw,go=rX,go-w --format=ustar "$2" | xz -6 -T 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to"
to=$(cd "$to" && pwd)

if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    mkdir "$work/source"
    git archive --prefix="tacit-$version/" HEAD | tar -xf - -C "$work/source"
    pack "$work/source" "tacit-$version" >"$to/tacit-$version.tar.xz"
    hash=$(sha256sum "$to/tacit-$version.tar.xz" | cut -d ' ' -f 1)
    for recipe in homebrew/tacit.rb conda/recipe.yaml; do
        sed "s|@VERSION@|$version|g; s|@SHA256@|$hash|g; s|@FROM@|${TACIT_RELEASES:-https://tacit.example}|g" \
            "packaging/$recipe.in" >"$to/${recipe#*/}"
    done
fi

tools/build.sh build-dist --prefix "/opt/$name" --libdir lib --libexecdir libexec --buildtype release \
    -Dtests=false -Dduckdb_dir="${TACIT_DEPS:-.deps}/duckdb" -Dpkgconfig.relocatable=true \
    -Dc_link_args=-Wl,--disable-new-dtags >"$work/log" 2>&1 || {
    tail -n 30 "$work/log" >&2
    exit 1
}
meson install -C build-dist --no-rebuild --quiet --strip --destdir "$work/root" >"$work/log" 2>&1 || {
    tail -n 30 "$work/log" >&2
    exit 1
}
tree=$work/root/opt/$name
rm "$tree"/lib/libtacit.a
cp -r README.md CHANGELOG.md SECURITY.md LICENSE examples "$tree"
python3 -B tools/site.py "$tree/share/doc/tacit/html" >/dev/null
python3 -B tools/bundle.py "$tree" "$to/$name.spdx.json"
cp "$to/$name.spdx.json" "$tree/share/doc/tacit/tacit.spdx.json"
pack "$work/root/opt" "$name" >"$to/$name.tar.xz"
(cd "$to" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | sort | xargs sha256sum -- >SHA256SUMS)
printf 'dist: %s\n' "$to"/*
