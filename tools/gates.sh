# gates.sh - sourced by test.sh, a bash: the gates, what they need, and which of them a run has.
#
# Uses $out, the folder of builds, and $log.
export LC_ALL=C.UTF-8
export TACIT_BUILD=$out/gcc     # where the checks find objects and libraries
export TACIT=$out/gcc/src/tacit # the command that the command-line tests run
export ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tools/lsan.supp:print_suppressions=0
export OMP_WAIT_POLICY=passive # gates share the processors: a thread that waits does not spin
# A cache of compilations, if there is one, serves every clone of the project.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}

quick=
quick_gates='build tests checks cli schema'
all_gates='build tests checks cli fault golden tools schema'
soak_gates='asan tsan clang_tests same asan_fault asan_cli commit privacy page packages fuzz'
declare -A needs=(
    [tests]=build [checks]=build [golden]=build [cli]=build [fault]=build [tools]=build [same]=clang_tests
    [schema]='tests cli golden' [asan_fault]=asan [asan_cli]=asan
)

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

# Build folder $1 by compiler $2 with the options after it, as one test.
build() {
    local folder=$1 compiler=$2
    shift 2
    command -v ccache >/dev/null && compiler="ccache $compiler"
    CC=$compiler one "builds without a warning: $folder" \
        tools/build.sh "build-test/$folder" -Dwerror=true "$@"
}

# The meson tests of folder $2, for gate $1, as TAP lines; options of meson follow.
meson_tests() {
    local gate=$1 folder=build-test/$2
    shift 2
    [ -f "$folder/build.ninja" ] || return 1
    rm -f "$folder/meson-logs/testlog.json"
    PYTHONUNBUFFERED=1 meson test -C "$folder" --no-rebuild "$@" >"$log/$gate.now" 2>&1
    python3 -B tools/meson_tap.py "$folder/meson-logs/testlog.json"
}

# Run one executable file, which prints TAP, and show it whole when it has ended.
script() {
    local begin=$SECONDS said status
    said=$(mktemp)
    "$1" >"$said" 2>&1
    status=$?
    [ $status -eq 0 ] || echo "not ok - $1 ended with status $status" >>"$said"
    (flock 9 && echo "# $1, $((SECONDS - begin)) s" && cat "$said") 9<tools/gates.sh
    rm -f "$said"
}

# Run each executable file given, two at a time: much of their time they wait for servers and
# signals.
scripts() {
    local script
    for script in "$@"; do
        [ -x "$script" ] || continue
        while [ "$(jobs -pr | wc -l)" -ge 2 ]; do wait -n; done
        script "$script" &
    done
    wait
}

# pair PROGRAM STEP - two runs of the program at the same time share its work.  Status 1 is a
# failed test that has been told.
pair() {
    local other
    other=$(mktemp)
    "$1" 2 "$2" >"$other" 2>&1 &
    "$1" 1 "$2"
    [ $? -le 1 ] || echo "not ok - $1 1 $2 broke off"
    wait $!
    [ $? -le 1 ] || echo "not ok - $1 2 $2 broke off"
    cat "$other"
    rm -f "$other"
}

# ---- make test ----

gate_build() {
    rm -rf "$out/records" # they are of another build
    build gcc gcc -Ddebug=false
}

# What gate $1 gets of the library and the command is kept there for gate_schema.
keep_records() {
    export TACIT_RECORDS=$out/records/$1
    rm -rf "$TACIT_RECORDS" && mkdir -p "$TACIT_RECORDS"
}

gate_tests() {
    keep_records tests
    meson_tests tests gcc ${quick:+--suite unit --suite contract --suite oracle}
}

gate_checks() {
    local check
    for check in tools/check_*.sh; do
        [ -x "$check" ] && one "$check" "$check"
    done
    true
}

gate_tools() {
    scripts tests/tools/*.sh
}

gate_cli() {
    [ -x "$TACIT" ] || return 0
    keep_records cli
    scripts tests/cli/*.sh
}

gate_golden() {
    [ -x "$TACIT" ] || return 0
    keep_records golden
    scripts tests/golden/*.sh
}

# Every record, certificate and catalog that the gates before it got is as docs/schema says.
gate_schema() {
    python3 -B tools/schema.py "$out/records"
}

# A full disk, a kill while writing; and one allocation in five fails once, with sanitizers every
# second.
gate_fault() {
    [ -x "$TACIT" ] || return 0
    scripts tests/fault/*.sh
    pair "$out/gcc/tests/fault/fault_alloc" 5
}

# ---- make soak ----

# Without optimisation, so that two compilers and two levels must give the same bytes.
gate_clang_tests() {
    build clang clang-14 -Ddebug=false -Doptimization=0 && meson_tests clang_tests clang
}

gate_same() {
    build gcc gcc -Ddebug=false && one 'gcc and clang give the same bytes' same_bytes
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
    build asan gcc -Db_sanitize=address,undefined -Db_lundef=false -Ddebug=false \
        '-Dc_args=-fno-sanitize-recover=all -g1' && meson_tests asan asan
}

# With AddressSanitizer a failed allocation may leak nothing.
gate_asan_fault() {
    pair "$out/asan/tests/fault/fault_alloc" 2
}

# Mechanisms, releases and their mutants on trial with so many times the answers, under new keys.
gate_privacy() {
    build gcc gcc -Ddebug=false &&
        TACIT_TRIAL_ROUNDS=${TACIT_TRIAL_ROUNDS:-20} meson_tests privacy gcc --suite privacy
}

# Every call of a commit fails once, for all plans of the test, and every call of a ledger's client;
# 1 000 clients of a ledger are killed, in a file and in PostgreSQL with its server among them.
gate_commit() {
    build gcc gcc -Ddebug=false || return
    TACIT_FAULT_STEP=1 scripts tests/fault/commit.sh tests/fault/ledger.sh
    TACIT_SOURCE_DIR=$PWD TACIT_KILLS=1000 one 'a ledger holds through 1 000 kills' \
        "$out/gcc/tests/unit_query" test_ledger_kill
}

# Minutes of clicking at random in the workbench.
gate_page() {
    build gcc gcc -Ddebug=false && scripts tests/soak/*.sh
}

gate_asan_cli() {
    [ -x "$out/asan/src/tacit" ] || return 0
    export TACIT=$out/asan/src/tacit TACIT_READERS=200
    scripts tests/cli/*.sh
}

# Races: clang's OpenMP tells ThreadSanitizer of its barriers through libarcher.  DuckDB
# is not instrumented, so its own accesses are not looked at.
gate_tsan() {
    export OMP_TOOL_LIBRARIES=/usr/lib/llvm-14/lib/libarcher.so
    export TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1:allocator_may_return_null=1
    build tsan clang-14 -Db_sanitize=thread -Db_lundef=false -Ddebug=false -Dc_args=-g1 || return
    # ThreadSanitizer of clang 14 cannot live with every layout of addresses.
    if setarch -R true 2>/dev/null; then
        meson() { setarch -R "$(type -P meson)" "$@"; }
    fi
    meson_tests tsan tsan
}

# Packages for Debian, twice, and the tree that runs from any folder, built and used.
gate_packages() {
    scripts tests/packages/*.sh
}

gate_fuzz() {
    build fuzz clang-14 -Dfuzz=true -Db_lundef=false &&
        tests/fuzz/run.sh build-test/fuzz "${TACIT_FUZZ_SECONDS:-60}"
}
