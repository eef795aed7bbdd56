#!/bin/sh
# check_entries.sh - every entry stands in the .def of its family.
cd "$(dirname "$0")/.." && exec python3 -B tools/entries.py
