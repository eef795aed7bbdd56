#!/bin/sh
# docs.sh - write the generated parts of docs/: tables of parameters and options, and the
# output of commands where it is shown in full.
#
# Environment: TACIT is the command (build-test/gcc/src/tacit).
cd "$(dirname "$0")/.." && exec python3 -B tools/docs.py write
