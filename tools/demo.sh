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

The original survey   demo/survey.csv
The protected survey  demo/survey-safe.csv
The report            demo/survey-safe.html   (open it in a browser)
The plan              examples/survey.yaml

Try next: $tacit inspect demo/survey.csv
END
