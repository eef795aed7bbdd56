#!/bin/bash
# serve.sh - the server under load: answers a second, latency, memory.
#
# usage: bench/serve.sh [SECONDS]        (60)
#
# Needs wrk.  Starts `tacit serve` on loopback over the example survey with the time grid off, and
# drives it by 50 connections: answers that are stored, then a mix of valid, wrong and malicious
# requests.  Prints what wrk says of each, and the memory of the server before and after.
#
# Environment: TACIT is the command (build/src/tacit).
set -eu
seconds=${1:-60}
tacit=$(realpath "${TACIT:-build/src/tacit}")
examples=$(cd "$(dirname "$0")/../examples" && pwd)
work=$(mktemp -d)
cd "$work"
ln -s "$examples" examples
"$tacit" token add bench --tokens tokens >token
token=$(tail -n 1 token)
"$tacit" serve examples/policy.yaml --port 0 --tokens tokens --grid 0 --rate 1000000000 \
    --burst 1000000 --connections 200 >said 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
until grep -q 'Ctrl-C stops it' said; do
    kill -0 "$server" || { cat said && exit 1; }
    sleep 0.05
done
url=$(sed -n 's/^Answering .* at \(.*\)\/$/\1/p' said)
memory() { awk '/^VmRSS/ { print $2, $3 }' "/proc/$server/status"; }
work_of() { awk '{ print ($14 + $15) / '"$(getconf CLK_TCK)"' }' "/proc/$server/stat"; }

cat >stored.lua <<END
wrk.method = "POST"
wrk.path = "/v1/query"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer $token"
wrk.body = '{"sql": "SELECT sex, COUNT(*), AVG(income) FROM survey GROUP BY sex"}'
END
cat >mixed.lua <<END
local good = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer $token" }
local bad = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer x" }
local evil = { ["Host"] = "evil.example", ["Authorization"] = "Bearer $token" }
local low = { 0, 18, 30, 45 }
local high = { 18, 30, 45, 65 }
local n = 0
request = function()
   n = n + 1
   local kind = n % 8
   if kind == 0 then return wrk.format("GET", "/v1/schema", good) end
   if kind == 1 then return wrk.format("POST", "/v1/query", good, '{"sql": "SELEC"}') end
   if kind == 2 then return wrk.format("POST", "/v1/query", bad, '{"sql": "SELECT 1"}') end
   if kind == 3 then return wrk.format("GET", "/v1/schema", evil) end
   if kind == 4 then return wrk.format("POST", "/v1/query", good, string.rep("[", 5000)) end
   if kind == 5 then return wrk.format("GET", "/v1/../../etc/passwd", good) end
   if kind == 6 then
      return wrk.format("POST", "/v1/explain", good,
         '{"sql": "SELECT COUNT(*) FROM survey WHERE age >= ' .. low[n % 4 + 1] .. '"}')
   end
   return wrk.format("POST", "/v1/query", good,
      '{"sql": "SELECT COUNT(*) FROM survey WHERE age < ' .. high[n % 4 + 1] .. ' LIMIT ' .. n .. '"}')
end
END
for load in stored mixed; do
    wrk -t 2 -c 50 -d 5 -s $load.lua "$url" >/dev/null # warm
    before=$(memory) used=$(work_of)
    echo "== $load: 50 connections, $seconds s"
    wrk -t 2 -c 50 -d "$seconds" --latency -s $load.lua "$url" |
        grep -E 'Requests/sec|50%|99%|requests in|Non-2xx|Socket'
    echo "   memory $before, then $(memory); processor time of the server $(echo "$(work_of) - $used" | bc) s"
done
kill -TERM "$server"
wait "$server"
tail -n 1 said
