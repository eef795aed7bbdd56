#!/bin/bash
# run.sh - run each fuzzer over its seeds, then for some seconds over variants of them.
#
# usage: tests/fuzz/run.sh BUILD SECONDS [NAME ...]
#
# Prints TAP, one test for the seeds and one for the variants.  The committed corpus is
# not touched; inputs that fail are kept in BUILD/fuzz/NAME/ and named.
set -u
build=$(realpath "$1") seconds=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
export OMP_NUM_THREADS=1
export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1:handle_abort=1
export LSAN_OPTIONS=suppressions=$here/../../tools/lsan.supp:print_suppressions=0

# try NAME WHAT ARGUMENT ... - run fuzzer NAME in its folder; one TAP line.
try() {
    local name=$1 what=$2 folder=$build/fuzz/$1
    shift 2
    if "$build/tests/fuzz/fuzz_$name" -timeout=25 -rss_limit_mb=3000 \
        -artifact_prefix="$folder/" "$@" >"$folder/log" 2>&1; then
        echo "ok - fuzz $name: $what, $(grep -c . <(ls "$folder/corpus")) inputs"
    else
        grep -v '^#[0-9]' "$folder/log" | tail -n 60 | sed 's/^/# /'
        echo "not ok - fuzz $name: $what"
    fi
}

fuzz() {
    local name=$1 folder=$build/fuzz/$1
    rm -rf "$folder"
    mkdir -p "$folder/corpus" "$folder/tmp"
    cp "$here/corpus/$name"/* "$folder/corpus/"
    export TMPDIR=$folder/tmp
    try "$name" 'every seed' -runs=0 "$folder/corpus"
    local words=()
    [ -f "$here/$name.dict" ] && words=("-dict=$here/$name.dict")
    try "$name" "$seconds s of variants" -max_total_time="$seconds" -max_len=20000 -seed=1 \
        "${words[@]}" "$folder/corpus"
    rm -rf "$folder/tmp"
}

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for source in "$here"/fuzz_*.c; do
        name=${source##*/fuzz_}
        names+=("${name%.c}")
    done
fi
# Two at a time; each one's lines come out together.
for name in "${names[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
    { said=$(fuzz "$name") && printf '%s\n' "$said"; } &
done
wait
