#!/bin/sh
# check_names.sh - one name, one type.
cd "$(dirname "$0")/.." && exec python3 -B tools/names.py
