#!/bin/sh
# check_symbols.sh - every symbol that the libraries offer begins with tacit_.
#
# Environment: TACIT_BUILD is the build folder (build-test/gcc).
cd "$(dirname "$0")/.." || exit 2
build=${TACIT_BUILD:-build-test/gcc}
[ -f "$build/src/libtacit.so" ] && [ -f "$build/src/libtacit.a" ] || {
    echo "The libraries are not in $build/src; build them first."
    exit 2
}
wrong=$({
    nm -D --defined-only "$build/src/libtacit.so" | sed 's/^/shared /'
    nm -g --defined-only "$build/src/libtacit.a" | sed 's/^/static /'
} | awk 'NF == 4 && $4 !~ /^tacit_/ && $4 !~ /^TACIT_/ { print "The " $1 " library offers " $4 "." }')
[ -z "$wrong" ] || {
    echo "$wrong"
    exit 1
}
