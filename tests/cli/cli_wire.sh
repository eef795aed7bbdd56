#!/bin/bash
# cli_wire.sh - PostgreSQL's clients against a server: psql, psycopg 2 and 3, SQLAlchemy, R.
#
# A client that is not installed is skipped, and it is said.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cli_lib.sh"

cat >policy.yaml <<'END'
data: people.csv
domains:
  age: {lower: 0, upper: 100, breaks: [18, 30, 45, 65]}
  income: {lower: 0, upper: 5000, decimals: 1}
  sex: {values: [f, m]}
  Region: {values: [n1, n2, "it's"]}
public:
  weather: {data: weather.csv, key: Region}
query:
  sticky: {threshold: 3}
  person: id
  key: policy.key
  ledger: policy.ledger
  limit: 60
serve: {port: 0, postgres: 0, grid: 0, tokens: office.tokens}
END
awk -v secret="$secret" 'BEGIN { print "id,age,income,sex,Region,name"
    for (i = 1; i <= 300; i++)
        printf "p%d,%d,%d,%s,%s,%s\n", i, i % 90, 10 * i, i % 3 ? "f" : "m",
            i % 5 ? "n1" : "n2", secret }' >people.csv
printf 'Region,sky\nn1,grey\nn2,blue\n' >weather.csv
ends 0 key --output policy.key
ends 0 token add ada --tokens office.tokens
ada=$(grep -o 'tacit_[A-Za-z0-9_-]*' out | head -n 1)
ends 0 token add eve --tokens office.tokens
eve=$(grep -o 'tacit_[A-Za-z0-9_-]*' out | head -n 1)

# serve OPTION ... - start a server; its port in $port.
serve() {
    : >served # before the server's shell does, so that nothing of the last one is read
    # A server locks itself out of what the search for leaks at its end would need.
    ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" "$TACIT" serve policy.yaml "$@" >served 2>&1 &
    server=$!
    until grep -q 'Ctrl-C' served || ! kill -0 $server 2>/dev/null; do sleep 0.05; done
    port=$(sed -n 's/^PostgreSQL clients: psql .* port=\([0-9]*\) .*/\1/p' served)
    [ -n "$port" ] || cat served
}
stop() {
    kill -TERM $server && wait $server
}
trap 'kill $server 2>/dev/null; keep_certificates; rm -rf "$work"' EXIT
serve
export PGHOST=127.0.0.1 PGPORT=$port PGUSER=ada PGDATABASE=people PGPASSWORD=$ada PGCONNECT_TIMEOUT=20
export PGSSLMODE=prefer PGSERVICEFILE=/nonexistent PGPASSFILE=/nonexistent

# sql TEXT QUESTION ... - psql's answers have TEXT in them and nothing of the data that is secret.
sql() {
    text=$1
    shift
    for question in "$@"; do
        printf '%s\n' "$question"
    done | psql -X -A -v VERBOSITY=verbose >said 2>&1
    grep -q "$secret" said && { echo "it discloses:" && cat said && return 1; }
    grep -qF -- "$text" said || { cat said && return 1; }
}

if command -v psql >/dev/null && psql --version >/dev/null 2>&1; then
    t 'psql: an answer' sql 'f|' 'SELECT sex, COUNT(*) FROM people GROUP BY sex;'
    t 'psql: its cost' sql 'answered before: it cost nothing, left 58' \
        'SELECT sex, COUNT(*) FROM people GROUP BY sex;'
    t 'psql: a refusal' sql 'ERROR:  42703: there is no column' 'SELECT SUM(x) FROM people;'
    t 'psql: its place' sql '           ^' 'SELECT SUM(x) FROM people;'
    t 'psql: rows are not shown' sql 'ERROR:  0A000' 'SELECT * FROM people;'
    t 'psql: COPY' sql 'COPY is not there' '\copy people to stdout'
    t 'psql: nothing is changed' sql 'ERROR:  25006' 'DELETE FROM people;'
    t 'psql: the range' sql 'count|count_low|count_high' 'SET tacit.error = on;' \
        'SELECT COUNT(*) FROM people;'
    t 'psql: EXPLAIN' sql 'Cost: 3 cells' \
        'EXPLAIN SELECT "Region", COUNT(*) FROM people GROUP BY 1;'
    t 'psql: \dt' sql 'public|people|table|tacit' '\dt'
    t 'psql: \d' sql 'public|people|table|tacit' '\d'
    t 'psql: \d people' sql 'age|bigint|||' '\d people'
    t 'psql: \d people, a name in quotes' sql 'Region|text|||' '\d people'
    t 'psql: \d+ people' sql '0 to 100; bins: [0, 18), [18, 30)' '\d+ people'
    t 'psql: \dt, a public table' sql 'public|weather|table|tacit' '\dt'
    t 'psql: \d weather' sql 'sky|text|||' '\d weather'
    t 'psql: \dt+ weather' sql 'to be joined with people' '\dt+ weather'
    t 'psql: a join' sql 'Cost: 2 cells' \
        'EXPLAIN SELECT w.sky, COUNT(*) FROM people p JOIN weather w ON w."Region" = p."Region" GROUP BY 1;'
    t 'psql: \l' sql 'people|tacit|UTF8' '\l'
    t 'psql: \dn, \du, \df, \di, \dv, \ds, \dx, \dT, \dp' sql '(0 rows)' '\dn' '\du' '\df' '\di' \
        '\dv' '\ds' '\dx' '\dT' '\dp'
    t 'psql: nothing of them failed' sh -c '! grep ERROR said'
    t 'psql: \conninfo' sql 'connected to database "people" as user "ada"' '\conninfo'
    t 'psql: a failed transaction' sql 'ERROR:  25P02' 'BEGIN;' 'SELECT x;' 'SELECT 1;' 'ROLLBACK;'
    t 'psql: variables, not pasted' sql "'Region' has no declared value 'a' OR 1=1'" \
        "\\set v 'a'' OR 1=1'" 'SELECT COUNT(*) FROM people WHERE "Region" = :'"'v';"
    t 'psql: a wrong token' fails_with 'FATAL:' env PGPASSWORD="$eve" psql -X -c 'SELECT 1'
    t 'psql: an unknown name' fails_with 'FATAL:' env PGUSER=nobody psql -X -c 'SELECT 1'
    t 'psql: both are told alike' test "$(PGPASSWORD=$eve psql -X -c 'SELECT 1' 2>&1)" = \
        "$(PGUSER=nobody psql -X -c 'SELECT 1' 2>&1)"
    # The token of somebody who is asking is revoked.
    revoked() {
        printf '%s\n' 'SELECT COUNT(*) FROM people;' \
            "\\! $TACIT token revoke eve --tokens office.tokens" \
            'SELECT COUNT(*) FROM people WHERE age < 18;' |
            PGUSER=eve PGPASSWORD=$eve psql -X -v VERBOSITY=verbose >said 2>&1
        grep -q '28P01' said || { cat said && return 1; }
    }
    t 'psql: a token that is revoked' revoked
else
    echo 'ok - psql # SKIP it is not installed'
fi

# The first Python that has a module.
with_module() {
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $1" 2>/dev/null && return 0
    done
    return 1
}
for module in psycopg2 psycopg sqlalchemy; do
    if with_module $module && { [ $module != sqlalchemy ] || "$python" -c 'import psycopg2'; }; then
        "$python" -B "$here/wire_$module.py" || echo "not ok - $module: status $?"
    else
        echo "ok - $module # SKIP it is not installed"
    fi
done
for package in RPostgres RPostgreSQL; do
    if Rscript -e "library($package)" >/dev/null 2>&1; then
        Rscript "$here/wire_client.R" $package || echo "not ok - R, $package: status $?"
    else
        echo "ok - R, $package # SKIP it is not installed"
    fi
done

# The budget has an end, and it is told by a code.
if command -v psql >/dev/null; then
    t 'psql: the budget' sql 'ERROR:  53400: E_BUDGET' \
        'SELECT sex, age, "Region", COUNT(*), SUM(income) FROM people GROUP BY sex, age, "Region";' \
        'SELECT sex, age, "Region", COUNT(*), AVG(income) FROM people GROUP BY sex, age, "Region";' \
        'SELECT sex, age, "Region", COUNT(*), AVG(age) FROM people GROUP BY sex, age, "Region";'
fi
stop
t 'it stops' test $? -eq 0
t 'it is noted by whom it was asked' "$TACIT" ledger policy.ledger

# TLS, if a certificate can be made.
if command -v openssl >/dev/null && command -v psql >/dev/null && openssl req -x509 -newkey rsa:2048 \
    -nodes -keyout tls.key -out tls.pem -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null; then
    serve --certificate tls.pem --certificate-key tls.key
    export PGPORT=$port
    t 'TLS: the certificate is checked' env PGSSLMODE=verify-full PGSSLROOTCERT="$work/tls.pem" \
        psql -X -c 'SELECT COUNT(*) FROM people'
    t 'TLS: it is used' sh -c "PGSSLMODE=require psql -X -c '\\conninfo' | grep -q 'SSL connection'"
    t 'TLS: the password is bound to it' env PGSSLMODE=require PGCHANNELBINDING=require \
        psql -X -c 'SELECT 1'
    t 'TLS: and need not be' env PGSSLMODE=require PGCHANNELBINDING=disable psql -X -c 'SELECT 1'
    t 'TLS: on the machine itself it may be left out' env PGSSLMODE=disable psql -X -c 'SELECT 1'
    stop
    t 'TLS: it stops' test $? -eq 0
    serve --certificate tls.pem --certificate-key tls.key --listen 0.0.0.0 --names localhost
    export PGPORT=$port
    t 'TLS: elsewhere it is needed' fails_with 'sslmode=require' env PGSSLMODE=disable \
        psql -X -c 'SELECT 1'
    t 'TLS: and enough' env PGSSLMODE=require psql -X -c 'SELECT 1'
    stop
    t 'TLS: it stops again' test $? -eq 0
    serve --plain-token --certificate tls.pem --certificate-key tls.key
    export PGPORT=$port
    t 'the token itself as password' env PGSSLMODE=require psql -X -c 'SELECT 1'
    t 'another is refused' fails_with 'FATAL:' env PGPASSWORD=tacit_x psql -X -c 'SELECT 1'
    stop
    t 'it stops once more' test $? -eq 0
else
    echo 'ok - TLS # SKIP openssl or psql is not installed'
fi
t 'not without a certificate' refuses 2 'certificate' serve policy.yaml --listen 0.0.0.0
