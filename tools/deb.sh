#!/bin/bash
# deb.sh - the packages for Debian: libtacit0, libtacit-dev, tacit, tacit-doc, python3-tacit, r-cran-tacit.
#
# usage: tools/deb.sh [FOLDER]      (dist)
#
# They are built in a copy of the files that git does not ignore, so that nothing is left in the tree; the
# same sources give the same bytes, wherever they lie.  DuckDB is taken from .deps/duckdb, or where TACIT_DEPS
# says: setup/setup.sh dist fetches it and installs what building needs.
set -euo pipefail
cd "$(dirname "$0")/.."
to=${1:-dist}
command -v dh >/dev/null || {
    echo "deb: debhelper is missing; run setup/setup.sh dist first." >&2
    exit 1
}
TACIT_DEPS=$(cd "${TACIT_DEPS:-.deps}" && pwd)
export TACIT_DEPS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to" "$work/tacit"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -co --exclude-standard
else
    find . -type f ! -path './.deps/*' ! -path './build*' ! -path './dist/*'
fi | tar -cf - -T - | tar -xf - -C "$work/tacit"
(cd "$work/tacit" && dpkg-buildpackage -us -uc -b) >"$work/log" 2>&1 || {
    tail -n 40 "$work/log" | cut -c 1-300 >&2
    exit 1
}
mv "$work"/*.deb "$work"/*.changes "$work"/*.buildinfo "$to"
printf 'deb: %s\n' "$to"/*.deb
