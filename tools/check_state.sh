#!/bin/sh
# check_state.sh - the library keeps no mutable state at file scope.
#
# The objects of the shared library are position independent, so constants that hold
# addresses are in .data.rel.ro; whatever is in the sections below can be written.
#
# Environment: TACIT_BUILD is the build folder (build-test/gcc).
cd "$(dirname "$0")/.." || exit 2
build=${TACIT_BUILD:-build-test/gcc}
set -- "$build"/src/libtacit.so.*.p/*.o
[ -f "$1" ] || {
    echo "There are no objects of the library in $build/src; build it first."
    exit 2
}
wrong=$(size -A "$@" | awk '
    / :$/ { file = $1; sub(/.*\//, "", file) }
    $1 ~ /^\.(data|bss|data\.rel|data\.rel\.local|tdata|tbss)(\..*)?$/ &&
        $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print file ": " $2 " bytes of state in " $1 "." }')
[ -z "$wrong" ] || {
    echo "$wrong"
    exit 1
}
