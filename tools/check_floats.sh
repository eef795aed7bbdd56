#!/bin/sh
# check_floats.sh - no == or != between floating-point numbers outside src/base.
cd "$(dirname "$0")/.." || exit 2
. tools/flags.sh
find src -name '*.c' ! -path 'src/base/*' -print0 | sort -z |
    xargs -0 -r -P 2 -n 1 gcc $FLAGS -Werror=float-equal -fsyntax-only
