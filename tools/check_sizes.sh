#!/bin/sh
# check_sizes.sh - files, functions and lines keep to their limits.
cd "$(dirname "$0")/.." && exec python3 -B tools/sizes.py src include tests
