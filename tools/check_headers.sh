#!/bin/sh
# check_headers.sh - each header compiles alone, and those of include/ also as C++.
cd "$(dirname "$0")/.." || exit 2
. tools/flags.sh
find src include -name '*.h' -print0 | sort -z |
    xargs -0 -P 2 -n 1 gcc $FLAGS -Wall -Wextra -Werror -fsyntax-only -x c || exit 1
for standard in c++11 c++20; do
    for header in include/*.h; do
        clang-14 -x c++ -std=$standard -Iinclude -Wall -Wextra -pedantic -Werror -fsyntax-only \
            "$header" || exit 1
    done
done
