#!/bin/sh
# check_banned.sh - functions and words that tools/banned.txt forbids are not used.
cd "$(dirname "$0")/.." && exec python3 -B tools/banned.py
