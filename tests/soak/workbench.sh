#!/bin/sh
# workbench.sh - in a real browser: minutes of clicking at random; nothing where there is none.
#
# Environment: TACIT is the command, TACIT_CLICKS the seconds of clicking (180).
here=$(cd "$(dirname "$0")/../cli" && pwd)
. "$here/workbench_lib.sh"
. "$here/cli_lib.sh"

crowd 300 small.yaml
in_browser ../soak/workbench_clicks.mjs
