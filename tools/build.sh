#!/bin/sh
# build.sh - configure a build folder if that is needed, and build in it.
#
# usage: tools/build.sh FOLDER [MESON OPTION ...]
#
# Meson finds the sources by listing folders, once; this script notices when the list or
# the options have changed since, and configures again.
set -eu
cd "$(dirname "$0")/.."
folder=$1
shift
command -v meson >/dev/null || {
    echo "build: meson is missing; run 'make setup' first." >&2
    exit 1
}

state=$(printf '%s\n' "$@" "CC=${CC:-}" && find src tests -name '*.c' | LC_ALL=C sort)
if [ ! -f "$folder/build.ninja" ]; then
    rm -rf "$folder"
    meson setup "$folder" "$@"
    printf '%s\n' "$state" >"$folder/.sources"
elif [ "$state" != "$(cat "$folder/.sources" 2>/dev/null)" ]; then
    meson setup --reconfigure "$folder" "$@"
    printf '%s\n' "$state" >"$folder/.sources"
fi
ninja -C "$folder"
