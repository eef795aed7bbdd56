#!/bin/sh
# docs.sh - write the generated parts of docs/: tables of parameters and options, and the
# output of commands where it is shown in full; and the functions of the packages for Python and R.
#
# Environment: TACIT is the command (build-test/gcc/src/tacit).
cd "$(dirname "$0")/.." || exit 2
"${TACIT:-build-test/gcc/src/tacit}" list --json | python3 -B tools/bindings.py bindings || exit 1
exec python3 -B tools/docs.py write
