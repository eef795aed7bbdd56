#!/bin/sh
# check_docs.sh - every command and catalog entry has a page, its tables are what the command
# says, and every command shown in README.md and docs/ runs and prints what is shown.
#
# Environment: TACIT is the command (build-test/gcc/src/tacit).
cd "$(dirname "$0")/.." || exit 2
[ -x "${TACIT:-build-test/gcc/src/tacit}" ] || {
    echo "The command is not built; build it first."
    exit 2
}
exec python3 -B tools/docs.py check
