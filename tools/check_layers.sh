#!/bin/sh
# check_layers.sh - data flows one way: includes keep to src/LAYERS.
cd "$(dirname "$0")/.." && exec python3 -B tools/layers.py
