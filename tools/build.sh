#!/bin/sh
# build.sh - configure a build folder if that is needed, and build in it.
#
# usage: tools/build.sh FOLDER [MESON OPTION ...]
#
# Meson finds the sources by listing folders, once; this script notices when the list has
# changed since, and configures again.  With other options it begins anew, because meson would
# keep those that are no longer given.
set -eu
cd "$(dirname "$0")/.."
folder=$1
shift
command -v meson >/dev/null || {
    echo "build: meson is missing; run 'make setup' first." >&2
    exit 1
}

options=$(printf '%s\n' "$@" "CC=${CC:-}")
sources=$(find src tests -name '*.c' -o -path 'src/*/page/*' | LC_ALL=C sort)
if [ ! -f "$folder/build.ninja" ] || [ "$options" != "$(cat "$folder/.options" 2>/dev/null)" ]; then
    rm -rf "$folder"
    meson setup "$folder" "$@"
    printf '%s\n' "$options" >"$folder/.options"
    printf '%s\n' "$sources" >"$folder/.sources"
elif [ "$sources" != "$(cat "$folder/.sources" 2>/dev/null)" ]; then
    meson setup --reconfigure "$folder" "$@"
    printf '%s\n' "$sources" >"$folder/.sources"
fi
ninja -C "$folder"
