#!/bin/sh
# cli_faults.sh - connections to servers that are lost at any question, in the middle of a release:
# one sentence, exit status 5, the source as it was, no half table, and a run again works.
support=$(cd "$(dirname "$0")/../support" && pwd)
. "$(dirname "$0")/cli_lib.sh"
unset CLICKHOUSE_PASSWORD CLICKHOUSE_PASSWORD_FILE
pg='' ch=''
ended() {
    [ -z "$pg" ] || "$support/postgresql.sh" stop "$pg"
    [ -z "$ch" ] || "$support/clickhouse.sh" stop "$ch"
    keep_certificates
    rm -rf "$work"
}
trap ended EXIT

# plan DATA OUTPUT - what is done with the table.
plan() {
    cat <<END
data: '$1'
roles: {key: [a, b], weight: w}
require: {k_anonymity: {k: 3}}
measures: [prosecutor]
steps:
  - generalize: {k: 3, suppression: 0.3}
  - top_code: {columns: [x], at: 30}
output: '$2'
END
}
# cut NUMBER WHERE - the connection goes through a door that closes at this piece of what is said.
cut() {
    rm -f "$door" "$door.n"
    python3 "$support/cut.py" "$door" "$server" "$1" "$2" $$ &
    cutter=$!
    until [ -s "$door.n" ]; do sleep 0.01; done
}
# uncut - the door is closed.
uncut() {
    kill $cutter 2>/dev/null
    wait $cutter 2>/dev/null
}
# count - how many pieces a release takes, when nothing is cut.
count() {
    cut 0 before
    ends 0 protect through.yaml --quiet
    counted=$?
    uncut
    pieces=$(cat "$door.n")
    [ $counted -eq 0 ] && [ "$pieces" -gt 8 ] && drop
}
# lose WHERE - cut at every piece; what is left must be nothing, or, after the last word, all of it.
lose() {
    at=1
    while [ "$at" -le "$pieces" ]; do
        cut "$at" "$1"
        run protect through.yaml --quiet
        uncut
        settle || return 1
        left=$(tables) whole_left=no
        [ "$left" != released ] || [ "$(released)" != "$whole" ] || whole_left=yes
        if [ "$status" -ne 5 ] && { [ "$status" -ne 0 ] || [ $whole_left = no ]; }; then
            echo "at $1 $at of $pieces: status $status" && cat out err
            return 1
        fi
        if [ -n "$left" ] && { [ "$1" = before ] || [ $whole_left = no ]; }; then
            echo "at $1 $at of $pieces there is: $left" && cat err
            return 1
        fi
        if grep -q "$secret" err || [ "$(source_is)" != "$before" ]; then
            echo "at $1 $at of $pieces it discloses, or the source is another" && cat err
            return 1
        fi
        drop || return 1
        rm -f released.certificate.json
        at=$((at + 1))
    done
}

# ---- PostgreSQL ----

sql() { psql -Atq "$place" -c "$1"; }
try_postgresql() {
    pg=$("$support/postgresql.sh" start $$ 2>why) || {
        [ $? -eq 77 ] && echo "ok - PostgreSQL # SKIP $(head -n 1 why)" && return 0
        echo 'not ok - PostgreSQL starts' && return 1
    }
    # shellcheck disable=SC2016 # a text of PostgreSQL between dollars
    source_is() { sql 'SELECT count(*), sum(x), md5(string_agg(a || b, $$,$$ ORDER BY a, b)) FROM source'; }
    tables() {
        sql "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
            AND relname <> 'source'"
    }
    released() { sql 'SELECT count(*), sum(x) FROM released' 2>/dev/null; }
    drop() { sql 'SET client_min_messages = error; DROP TABLE IF EXISTS released'; }
    # settle - the server has noticed that nobody is there any more.
    settle() {
        for _ in $(seq 3000); do
            [ "$(sql "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")" != 1 ] ||
                return 0
            sleep 0.02
        done
        echo 'a session stays' && return 1
    }
    place=$("$support/postgresql.sh" place "$pg")
    server=$pg/.s.PGSQL.5432 door=$work/.s.PGSQL.5432
    sql "CREATE TABLE source AS SELECT CASE WHEN i % 100 = 0 THEN '$secret' ELSE 'a' || i % 3 END AS a,
        'b' || i % 7 AS b, i % 50 AS x, 1.5 AS w FROM generate_series(1, 300) i" || exit 1
    before=$(source_is)
    plan "$place#source" "$place#released" >straight.yaml
    sed "s|$pg|$work|g" straight.yaml >through.yaml
    ends 0 protect straight.yaml --quiet || cat err
    whole=$(released)
    drop
    t 'PostgreSQL: a release through the door' count
    t 'PostgreSQL: lost before any question' lose before
    t 'PostgreSQL: lost before any answer' lose after
    t 'PostgreSQL: and it can be made' ends 0 protect straight.yaml --quiet
    drop
    faults
    "$support/postgresql.sh" stop "$pg"
    pg=
}
# faults - what happens to the server itself; the views do it in a session that can write.
faults() {
    sql "CREATE FUNCTION full_disk() RETURNS text LANGUAGE plpgsql AS \$\$ BEGIN
        IF current_setting('transaction_read_only') = 'off' THEN
        RAISE EXCEPTION '$secret' USING ERRCODE = '53100'; END IF; RETURN 'x'; END \$\$;
        CREATE VIEW full_view AS SELECT *, full_disk() AS z FROM source;
        CREATE FUNCTION dawdle() RETURNS text LANGUAGE plpgsql AS \$\$ BEGIN
        IF current_setting('transaction_read_only') = 'off' THEN
        PERFORM pg_sleep(0.01); END IF; RETURN 'x'; END \$\$;
        CREATE VIEW slow_view AS SELECT *, dawdle() AS z FROM source" || exit 1
    plan "$place#full_view" "$place#released" >full.yaml
    plan "$place#slow_view" "$place#released" >slow.yaml
    t 'PostgreSQL: a disk that is full' refuses 5 'the disk of its database is full' protect full.yaml
    t 'PostgreSQL: which leaves no table' test -z "$(tables)"
    t 'PostgreSQL: rows that come meanwhile' meanwhile 0 \
        "sql \"INSERT INTO source SELECT 'new', 'new', 1, 1.5 FROM generate_series(1, 50)\""
    t 'PostgreSQL: are not in it' test "$(released)" = "$whole"
    sql "DELETE FROM source WHERE a = 'new'" && drop
    # shellcheck disable=SC2016 # carried out later
    t 'PostgreSQL: the server ends while the table is made' meanwhile 5 '"$support/postgresql.sh" crash "$pg"'
    "$support/postgresql.sh" again "$pg"
    t 'PostgreSQL: nothing is left of it' test -z "$(tables)"
    t 'PostgreSQL: the source is what it was' test "$(source_is)" = "$before"
    t 'PostgreSQL: and it can be made' ends 0 protect straight.yaml --quiet
}
# meanwhile STATUS COMMAND - carried out while the table is made; then the run ends so.
meanwhile() {
    "$TACIT" protect slow.yaml --quiet >out 2>err &
    run=$!
    for _ in $(seq 3000); do
        [ "$(sql "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE%' AND state = 'active' \
            AND pid <> pg_backend_pid()")" = 0 ] || break
        sleep 0.02
    done
    eval "$2"
    wait $run
    status=$?
    [ $status -eq "$1" ] && return 0
    echo "status $status" && cat out err && return 1
}
try_postgresql

# ---- ClickHouse ----

ask() { "$support/clickhouse.sh" ask "$ch" 1 "$1" </dev/null; }
try_clickhouse() {
    ch=$("$support/clickhouse.sh" start $$ 1 2>why) || {
        [ $? -eq 77 ] && echo "ok - ClickHouse # SKIP $(head -n 1 why)" && return 0
        echo 'not ok - ClickHouse starts' && return 1
    }
    source_is() { ask 'SELECT count(), sum(x), sum(cityHash64(*)) FROM source'; }
    tables() { ask "SELECT name FROM system.tables WHERE database = 'default' AND name <> 'source'"; }
    released() { ask 'SELECT count(), sum(x) FROM released' 2>/dev/null; }
    drop() { ask 'DROP TABLE IF EXISTS released'; }
    # settle - what a run could not drop, since there was no connection any more, it has told of.
    settle() {
        for _ in $(seq 3000); do
            [ "$(ask "SELECT count() FROM system.processes")" != 1 ] || break
            sleep 0.02
        done
        for name in $(tables | grep '^tacit_'); do
            ask "DROP TABLE IF EXISTS $name"
        done
    }
    server=$("$support/clickhouse.sh" port "$ch" 1)
    door=$(python3 -c '
import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    ask "CREATE TABLE source ENGINE = MergeTree ORDER BY tuple() AS SELECT if(i % 100 = 0, '$secret',
        concat('a', toString(i % 3))) AS a, concat('b', toString(i % 7)) AS b, toInt32(i % 50) AS x,
        1.5 AS w FROM (SELECT number + 1 AS i FROM system.numbers LIMIT 300)" || exit 1
    before=$(source_is)
    straight=clickhouse://127.0.0.1:$server/default
    plan "$straight#source" "$straight#released" >straight.yaml
    sed "s|:$server|:$door|g" straight.yaml >through.yaml
    ends 0 protect straight.yaml --quiet || cat err
    whole=$(released)
    drop
    t 'ClickHouse: a release through the door' count
    t 'ClickHouse: lost before any question' lose before
    t 'ClickHouse: lost before any answer' lose after
    t 'ClickHouse: and it can be made' ends 0 protect straight.yaml --quiet
}
try_clickhouse
