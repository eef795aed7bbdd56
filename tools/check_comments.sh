#!/bin/sh
# check_comments.sh - files and the functions that headers declare are documented.
cd "$(dirname "$0")/.." && exec python3 -B tools/comments.py src include tests
