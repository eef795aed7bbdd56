#!/bin/sh
# cli_workbench_state.sh - what the page of the workbench keeps and sends, without a browser; nothing where there is no node.
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null || {
    echo "ok - $(basename "$0") # SKIP it needs node"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
# As modules of one folder, where the server has them at its root.
for file in state texts; do
    sed 's#from "/#from "./#' "$here/../../src/workbench/page/$file.js" >"$file.js"
done
cp "$here/workbench_state.mjs" .
echo '{"type": "module"}' >package.json
node workbench_state.mjs || echo "# workbench_state.mjs: $?"
