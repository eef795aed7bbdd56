#!/bin/sh
# postgresql.sh - a PostgreSQL server of a test's own, in a temporary folder, without a service.
#
# usage: postgresql.sh start OWNER [SETTING=VALUE ...]   make and start one; prints its folder
#        postgresql.sh again FOLDER                      start it again after it was stopped
#        postgresql.sh crash FOLDER                      end all its processes at once, by SIGKILL
#        postgresql.sh stop FOLDER                       end it and remove the folder
#        postgresql.sh place FOLDER                      print how to connect: postgresql://...
#
# It listens on a socket in its folder only; the role and the database are `postgres`, and any role
# may connect but `locked`, which needs its password.  It ends by itself, and its folder goes, soon
# after the process OWNER has ended, however that ends.  PostgreSQL does not run as root: for root it
# runs as `postgres` or `nobody`.  The programs are those of Debian's package postgresql-15, or of
# TACIT_POSTGRESQL.  Status 77, with a sentence, if it cannot be had on this machine.
set -u
umask 077

skip() {
    echo "$1" >&2
    exit 77
}

bin=${TACIT_POSTGRESQL:-}
for candidate in /usr/lib/postgresql/*/bin; do
    [ -n "$bin" ] || [ ! -x "$candidate/initdb" ] || bin=$candidate
done
{ [ -n "$bin" ] && [ -x "$bin/initdb" ]; } || skip 'PostgreSQL is not installed (postgresql-15).'

# as_server COMMAND ... - as the user that the server runs as.
as_server() {
    if [ -z "$user" ]; then
        "$@"
    else
        setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups "$@"
    fi
}

choose_user() {
    user=
    [ "$(id -u)" -eq 0 ] || return 0
    command -v setpriv >/dev/null || skip 'PostgreSQL does not run as root, and setpriv is not there.'
    for user in postgres nobody; do
        ! id "$user" >/dev/null 2>&1 || return 0
    done
    skip 'PostgreSQL does not run as root, and there is no user postgres or nobody.'
}

# run FOLDER - start the server and wait until it can be connected to.
run() {
    (cd "$1" && as_server "$bin/pg_ctl" -D "$1/data" -l "$1/log" -w -t 120 -s start) \
        >/dev/null 2>"$1/said" </dev/null && return 0
    cat "$1/said" "$1/log" >&2
    return 1
}

# is_gone PID - it has ended; whoever should take note of it may be slow.
is_gone() {
    ! kill -0 "$1" 2>/dev/null || grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null
}

# The first process is stopped before its children are listed, so that it makes no more of them.
crash() {
    first=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
    [ -n "$first" ] || return 0
    kill -STOP "$first" 2>/dev/null
    all="$first $(ps -o pid= --ppid "$first")"
    for pid in $all; do kill -KILL "$pid" 2>/dev/null; done
    for pid in $all; do
        until is_gone "$pid"; do sleep 0.01; done
    done
    rm -f "$1/data/postmaster.pid" "$1"/.s.PGSQL.* # a new server would take them for one that runs
}

# watch FOLDER OWNER - clear everything away when the owner has gone.
watch() {
    while kill -0 "$2" 2>/dev/null && [ -d "$1" ]; do sleep 0.5; done
    [ ! -d "$1" ] || { crash "$1" && rm -rf "$1"; }
}

start() {
    owner=$1
    shift
    folder=$(mktemp -d "${TMPDIR:-/tmp}/tacit-pg-XXXXXX") || exit 1
    [ -z "$user" ] || chown "$user" "$folder"
    (cd "$folder" && as_server "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 \
        --locale=C --no-sync) >"$folder/said" 2>&1 || {
        cat "$folder/said" >&2
        rm -rf "$folder"
        skip 'PostgreSQL cannot make a database here.'
    }
    {
        echo "listen_addresses = ''"
        echo "unix_socket_directories = '$folder'"
        echo 'shared_buffers = 16MB'
        echo 'max_connections = 40'
        for setting; do echo "$setting"; done
    } >>"$folder/data/postgresql.conf"
    { echo 'local all locked scram-sha-256' && cat "$folder/data/pg_hba.conf"; } >"$folder/hba" &&
        cat "$folder/hba" >"$folder/data/pg_hba.conf"
    run "$folder" || {
        rm -rf "$folder"
        exit 1
    }
    (
        exec >/dev/null 2>&1 </dev/null # for good: who reads what this prints waits for nobody
        watch "$folder" "$owner"
    ) &
    echo "$folder"
}

choose_user
case ${1:-} in
start) shift && start "$@" ;;
again) run "$2" ;;
crash) crash "$2" ;;
stop) crash "$2" && rm -rf "$2" ;;
place) echo "postgresql://postgres@/postgres?host=$2" ;;
*) echo 'usage: postgresql.sh start|again|crash|stop|place ...' >&2 && exit 2 ;;
esac
