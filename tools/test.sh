#!/bin/bash
# test.sh - run the gates one after the other and count their tests.
#
# usage: tools/test.sh [quick | GATE ...]
#
# A gate is a function gate_NAME below that prints TAP lines ("ok - what", "not ok -
# what", "ok - what # SKIP why"); everything else it prints is kept for its log in
# build-test/log/.  A gate that ends in failure without a "not ok" counts as one failed
# test.  All gates run even if one fails.  The last line is "N passed, M failed", with
# ", K skipped" if there are any; the exit status is 1 if M is not 0.
#
# Environment: TACIT_FUZZ_SECONDS is the time for each fuzzer (7).
set -u
cd "$(dirname "$0")/.." || exit 2
out=$PWD/build-test
log=$out/log
mkdir -p "$log"
export LC_ALL=C.UTF-8
export TACIT_BUILD=$out/gcc              # where the checks find objects and libraries
export TACIT=$out/gcc/src/tacit          # the command that the command-line tests run
export ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tools/lsan.supp:print_suppressions=0

# Run "$@" and report it as one test called $name.
one() {
    local name=$1
    shift
    if "$@"; then
        echo "ok - $name"
    else
        echo "not ok - $name"
        return 1
    fi
}

# Build folder $1 with the options after it, as one test.
build() {
    local folder=$1
    shift
    one "builds without a warning: $folder" tools/build.sh "build-test/$folder" -Dwerror=true "$@"
}

prefix=() # what meson is run by

# The meson tests of folder $1, with the options after it, as TAP lines.
meson_tests() {
    local folder=build-test/$1
    shift
    [ -f "$folder/build.ninja" ] || return 1
    rm -f "$folder/meson-logs/testlog.json"
    "${prefix[@]}" meson test -C "$folder" --no-rebuild "$@" >"$folder/meson-test.txt" 2>&1
    python3 -B tools/meson_tap.py "$folder/meson-logs/testlog.json"
}

# Run each executable file given, in turn; each prints TAP.
scripts() {
    local script status
    for script in "$@"; do
        [ -x "$script" ] || continue
        echo "# $script"
        "$script"
        status=$?
        [ $status -eq 0 ] || echo "not ok - $script ended with status $status"
    done
}

gate_gcc() {
    build gcc -Ddebug=false && meson_tests gcc $quick_suites
}

gate_checks() {
    local check
    for check in tools/check_*.sh; do
        [ -x "$check" ] && one "$check" "$check"
    done
}

gate_tools() {
    scripts tests/tools/*.sh
}

gate_cli() {
    [ -x "$TACIT" ] || return 0
    if [ -n "$quick_suites" ]; then
        scripts tests/cli/cli_commands.sh tests/cli/cli_input.sh tests/cli/cli_methods.sh \
            tests/cli/cli_hierarchy.sh tests/cli/cli_explore.sh \
            tests/cli/cli_stop.sh
    else
        scripts tests/cli/*.sh
    fi
}

# Without optimisation, so that two compilers and two levels must give the same bytes.
gate_clang() {
    CC=clang-14 build clang -Ddebug=false -Doptimization=0 -Dtests=false &&
        one 'gcc and clang give the same bytes' same_bytes
}

# The demonstration by both builds: everything it writes must be equal.
same_bytes() {
    local build folder
    for build in gcc clang; do
        folder=$out/same/$build
        rm -rf "$folder" && mkdir -p "$folder/demo" && cp -r examples "$folder/" || return 1
        (cd "$folder" && "$out/$build/src/tacit" generate survey --rows 5000 --seed 1 \
            --output demo/survey.csv && "$out/$build/src/tacit" protect examples/survey.yaml) \
            >"$folder/said" 2>&1 || return 1
    done
    diff -r "$out/same/gcc" "$out/same/clang"
}

gate_asan() {
    build asan -Db_sanitize=address,undefined -Db_lundef=false -Ddebug=false \
        -Dreferences=false '-Dc_args=-fno-sanitize-recover=all -g1' && meson_tests asan
}

# Races: clang's OpenMP tells ThreadSanitizer of its barriers through libarcher.  DuckDB
# is not instrumented, so its own accesses are not looked at.
gate_tsan() {
    local prefix=()
    setarch -R true 2>/dev/null && prefix=(setarch -R)
    export OMP_TOOL_LIBRARIES=/usr/lib/llvm-14/lib/libarcher.so
    export TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1:allocator_may_return_null=1
    CC=clang-14 build tsan -Db_sanitize=thread -Db_lundef=false -Dsuite=contract -Ddebug=false \
        -Dc_args=-g1 &&
        meson_tests tsan --suite contract
}

# Every allocation fails once, shared by two processes; with AddressSanitizer, which is
# slow, every tenth.
gate_fault() {
    [ -x "$TACIT" ] && scripts tests/fault/*.sh
    pair "$out/gcc/tests/fault/fault_alloc" 1 2 2
    pair "$out/asan/tests/fault/fault_alloc" 3 8 10
}

# pair PROGRAM FIRST SECOND STEP - two runs of the program at the same time.  Status 1 is a
# failed test that has been told.
pair() {
    "$1" "$3" "$4" >"$log/pair.log" 2>&1 &
    "$1" "$2" "$4"
    [ $? -le 1 ] || echo "not ok - $1 $2 $4 broke off"
    wait $!
    [ $? -le 1 ] || echo "not ok - $1 $3 $4 broke off"
    cat "$log/pair.log"
}

gate_fuzz() {
    CC=clang-14 build fuzz -Dfuzz=true -Db_lundef=false &&
        tests/fuzz/run.sh build-test/fuzz "${TACIT_FUZZ_SECONDS:-7}"
}

passed=0 failed=0 skipped=0
quick_suites= # the quick run leaves out references of other programs and repeated runs

# Run gate $1, count its tests, print one line, and on failure what went wrong.
run_gate() {
    local name=$1 file=$log/$1.log start=$SECONDS status p f s
    "gate_$name" >"$file" 2>&1 </dev/null
    status=$?
    s=$(grep -ci '^ok .*# skip' "$file")
    p=$(($(grep -c '^ok ' "$file") - s))
    f=$(grep -c '^not ok ' "$file")
    if [ $status -ne 0 ] && [ "$f" -eq 0 ]; then
        f=1
        echo "not ok - gate $name ended with status $status" >>"$file"
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    printf '%-8s %4d passed %3d failed %3d skipped %5d s\n' "$name" "$p" "$f" "$s" \
        $((SECONDS - start))
    if [ "$f" -ne 0 ]; then
        grep -n -B 10 '^not ok ' "$file" | cut -c 1-400 | tail -n 80 | sed 's/^/    /'
        echo "    (all of it: build-test/log/$name.log)"
    fi
}

case ${1:-all} in
all) gates='gcc checks tools cli clang asan tsan fault fuzz' ;;
quick)
    gates='gcc checks cli'
    quick_suites='--suite unit --suite contract --suite oracle'
    ;;
*) gates="$*" ;;
esac
for gate in $gates; do
    declare -F "gate_$gate" >/dev/null || {
        echo "test: there is no gate '$gate'." >&2
        exit 2
    }
    run_gate "$gate"
done

line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ]
