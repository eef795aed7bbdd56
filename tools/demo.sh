#!/bin/sh
# demo.sh - the main job on example data: generate a survey, protect it, say where it is.
#
# usage: tools/demo.sh TACIT
set -eu
cd "$(dirname "$0")/.."
tacit=$1

mkdir -p demo
"$tacit" generate survey --rows 5000 --seed 1 --output demo/survey.csv
"$tacit" protect examples/survey.yaml

cat <<END

This came of demo/survey.csv by the plan examples/survey.yaml.
Open demo/survey-safe.html in a browser, or go on with: $tacit inspect demo/survey.csv
END
