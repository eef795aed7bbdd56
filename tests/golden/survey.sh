#!/bin/sh
# survey.sh - figures of other programs on the example survey; see survey/run.py.
#
# Environment: TACIT is the command (build-test/gcc/src/tacit).
exec python3 "$(dirname "$0")/survey/run.py" "$@"
