#!/bin/sh
# clickhouse.sh - ClickHouse servers of a test's own, in a temporary folder, without a service.
#
# usage: clickhouse.sh start OWNER [NODES]     make and start a cluster; prints its folder
#        clickhouse.sh again FOLDER NODE       start a node again
#        clickhouse.sh crash FOLDER NODE       end a node at once, by SIGKILL
#        clickhouse.sh stop FOLDER             end all and remove the folder
#        clickhouse.sh port FOLDER NODE        print the port for HTTP
#        clickhouse.sh ask FOLDER NODE SQL     print the answer of a query; data may come on stdin
#
# They listen on loopback only; nodes are numbered from 1 and are the shards of the cluster `all`.
# Users are `default`, `locked` (its password is `sesame`) and `reader` (readonly = 2).  They end by
# themselves, and the folder goes, soon after the process OWNER has ended.  The programs are those
# that setup.sh has put into .deps/clickhouse, or are below TACIT_CLICKHOUSE, or installed.  Status
# 77, with a sentence, if they cannot be had on this machine.
set -u
umask 077

skip() {
    echo "$1" >&2
    exit 77
}

root=${TACIT_CLICKHOUSE:-$(cd "$(dirname "$0")/../.." && pwd)/.deps/clickhouse}
[ -x "$root/usr/sbin/clickhouse-server" ] || root=
server=$root/usr/sbin/clickhouse-server
[ -x "$server" ] || skip 'ClickHouse is not here (setup.sh test fetches it).'
command -v curl >/dev/null || skip 'curl is not here, which puts data into ClickHouse.'

# free_ports N - so many ports that nobody listens on.
free_ports() {
    python3 -c '
import socket, sys
held = [socket.socket() for i in range(int(sys.argv[1]))]
for s in held: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in held))' "$1"
}

# configure FOLDER NODE HTTP TCP - what one node reads.
configure() {
    mkdir -p "$1/$2/data" "$1/$2/tmp"
    echo "$3" >"$1/$2/port"
    cat >"$1/$2/config.xml" <<XML
<?xml version="1.0"?>
<yandex>
  <logger><level>error</level><log>$1/$2/log</log><errorlog>$1/$2/errors</errorlog></logger>
  <http_port>$3</http_port><tcp_port>$4</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>$1/$2/data/</path><tmp_path>$1/$2/tmp/</tmp_path>
  <user_files_path>$1/$2/tmp/</user_files_path><format_schema_path>$1/$2/tmp/</format_schema_path>
  <users_config>users.xml</users_config><default_profile>default</default_profile>
  <default_database>default</default_database><mark_cache_size>67108864</mark_cache_size>
  <timezone>UTC</timezone><remote_servers><all>$shards</all></remote_servers>
</yandex>
XML
    cat >"$1/$2/users.xml" <<XML
<?xml version="1.0"?>
<yandex>
  <profiles><default/><two><readonly>2</readonly></two></profiles><quotas><default/></quotas>
  <users>
    <default><password></password>$user<profile>default</profile></default>
    <locked><password>sesame</password>$user<profile>default</profile></locked>
    <reader><password></password>$user<profile>two</profile></reader>
  </users>
</yandex>
XML
}

# run FOLDER NODE - start a node and wait until it answers.
run() {
    libraries=$root/usr/lib/$(uname -m)-linux-gnu:$root/usr/lib
    (
        cd "$1/$2" || exit 1
        LD_LIBRARY_PATH=$libraries exec "$server" --config-file=config.xml >said 2>&1 </dev/null
    ) &
    echo $! >"$1/$2/pid"
    for _ in $(seq 300); do
        [ "$(curl -s "http://127.0.0.1:$(cat "$1/$2/port")/" 2>/dev/null)" != Ok. ] || return 0
        kill -0 "$(cat "$1/$2/pid")" 2>/dev/null || break
        sleep 0.1
    done
    cat "$1/$2/said" "$1/$2/errors" >&2
    return 1
}

# crash FOLDER NODE - kill a node and wait until its port is closed: threads may outlive the first.
crash() {
    kill -KILL "$(cat "$1/$2/pid")" 2>/dev/null
    for _ in $(seq 500); do
        code=0
        curl -s -m 1 "http://127.0.0.1:$(cat "$1/$2/port")/" >/dev/null 2>&1 || code=$?
        [ $code -ne 7 ] || return 0 # nobody listens
        sleep 0.02
    done
}

stop() {
    for node in "$1"/[0-9]*; do crash "$1" "${node##*/}"; done
    rm -rf "$1"
}

# watch FOLDER OWNER - clear everything away when the owner has gone.
watch() {
    while kill -0 "$2" 2>/dev/null && [ -d "$1" ]; do sleep 0.5; done
    [ ! -d "$1" ] || stop "$1"
}

start() {
    owner=$1 nodes=${2:-1} shards=
    user='<networks><ip>127.0.0.1</ip></networks><quota>default</quota>'
    folder=$(mktemp -d "${TMPDIR:-/tmp}/tacit-ch-XXXXXX") || exit 1
    ports=$(free_ports $((2 * nodes))) || exit 1
    # shellcheck disable=SC2086 # one word a port
    set -- $ports
    for tcp in $(echo "$ports" | tr ' ' '\n' | tail -n "$nodes"); do
        shards="$shards<shard><replica><host>127.0.0.1</host><port>$tcp</port></replica></shard>"
    done
    for node in $(seq "$nodes"); do
        tcp=$(echo "$ports" | cut -d ' ' -f $((nodes + node)))
        configure "$folder" "$node" "$1" "$tcp"
        shift
    done
    for node in $(seq "$nodes"); do
        run "$folder" "$node" && continue
        stop "$folder"
        skip 'ClickHouse does not start here.'
    done
    (
        exec >/dev/null 2>&1 </dev/null # for good: who reads what this prints waits for nobody
        watch "$folder" "$owner"
    ) &
    echo "$folder"
}

# ask FOLDER NODE SQL - by HTTP; what stands on stdin, if it is a file, is appended to the query.
ask() {
    at="http://127.0.0.1:$(cat "$1/$2/port")/"
    if [ -f /dev/stdin ]; then
        curl -sS --fail-with-body -H 'Expect:' "$at?query=$(python3 -c 'import sys, urllib.parse
print(urllib.parse.quote(sys.argv[1]))' "$3")" --data-binary @-
    else
        curl -sS --fail-with-body "$at" --data-binary "$3"
    fi
}

case ${1:-} in
start) shift && start "$@" ;;
again) run "$2" "$3" ;;
crash) crash "$2" "$3" ;;
stop) stop "$2" ;;
port) cat "$2/$3/port" ;;
ask) ask "$2" "$3" "$4" ;;
*) echo 'usage: clickhouse.sh start|again|crash|stop|port|ask ...' >&2 && exit 2 ;;
esac
