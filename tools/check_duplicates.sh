#!/bin/sh
# check_duplicates.sh - no ten lines of code stand in the library twice.
cd "$(dirname "$0")/.." && exec python3 -B tools/duplicates.py src include
