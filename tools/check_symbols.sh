#!/bin/sh
# check_symbols.sh - the shared library offers the functions that include/tacit.h declares, all
# of them and nothing else; every symbol of the static library begins with tacit_.
#
# Environment: TACIT_BUILD is the build folder (build-test/gcc).
cd "$(dirname "$0")/.." || exit 2
build=${TACIT_BUILD:-build-test/gcc}
[ -f "$build/src/libtacit.so" ] && [ -f "$build/src/libtacit.a" ] || {
    echo "The libraries are not in $build/src; build them first."
    exit 2
}
wrong=$({
    python3 -B tools/symbols.py include/tacit.h | sed 's/^/declared /'
    nm -D --defined-only "$build/src/libtacit.so" | sed 's/^/shared /'
    nm -g --defined-only "$build/src/libtacit.a" | sed 's/^/static /'
} | awk '
    $1 == "declared" { declared[$2] = 1 }
    $1 == "shared" { sub(/@.*/, "", $4); offered[$4] = 1 }
    $1 == "static" && NF == 4 && $4 !~ /^(tacit|TACIT)_/ { print "The static library offers " $4 "." }
    END {
        for (name in offered)
            if (!(name in declared))
                print "The shared library offers " name ", which tacit.h does not declare."
        for (name in declared)
            if (!(name in offered))
                print "The shared library does not offer " name ", which tacit.h declares."
    }' | sort)
[ -z "$wrong" ] || {
    echo "$wrong"
    exit 1
}
