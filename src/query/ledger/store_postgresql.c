/*
 * store_postgresql.c - the log as a table of a PostgreSQL database, which several servers share.
 *
 * Who writes holds an advisory lock of the database until the transaction has ended, so that
 * writers take turns and a role that may only SELECT and INSERT is enough: the servers cannot take
 * back what they wrote.  The primary key stands behind it: two rows of one number cannot be.
 * COMMIT returns when the row is on the server's disk (synchronous_commit, set for each
 * transaction), and only the word COMMIT is taken for it: a transaction that was aborted answers
 * ROLLBACK and no error.  If the connection is lost meanwhile, nobody knows whether the row is
 * there; the ledger then refuses, and is read anew before it is used again.
 *
 * The table must be as it is made here: no triggers, rules, heirs or hidden rows, and logged, for
 * PostgreSQL empties others after a crash.  What libpq and the server say may quote passwords and
 * questions and is not passed on; the SQLSTATE is.  Rows are read in batches of at most ROWS rows
 * and about BYTES bytes.  O(1) round trips a step.
 */
#include <libpq-fe.h>
#include <string.h>

#include "base/memory.h"
#include "query/ledger/own.h"
#include "query/ledger/postgresql.h"

#define ROWS "512"
#define BYTES "4194304"

/* The first key of the advisory lock: "taci"; the second is the table. */
#define LOCK "1952539497"

#define COLUMNS                                                                                    \
    "(number bigint PRIMARY KEY, body bytea NOT NULL, hash bytea NOT NULL, answer bytea)"

/* What the catalog says of such a table. */
#define SHAPE "rp 00000 1 number bigint 1, body bytea 1, hash bytea 1, answer bytea 0"

/* An open log. */
typedef struct table_log {
    PGconn *connection;
    char *table; /* with its schema, quoted */
    char *begin; /* the statements that begin to write */
    bool writes;
} table_log;

static tacit_status fail(tacit_ctx *cx, const table_log *s, const PGresult *result,
                         const char *what)
{
    return tacit_ledger_fail(cx, s->connection, result, what);
}

/* ---- asking ---- */

/* Values of a statement in binary form. */
enum { MOST_VALUES = 4 };
typedef struct values {
    int n;
    const char *at[MOST_VALUES]; /* NULL is NULL */
    int length[MOST_VALUES];
    unsigned char number[2][8];
} values;

static void add_bytes(values *v, const void *bytes, size_t n)
{
    v->at[v->n] = bytes;
    v->length[v->n++] = (int)n;
}

/* A number, kept in place `k` of the values. */
static void add_number(values *v, size_t k, uint64_t x)
{
    for (unsigned i = 0; i < 8; i++)
        v->number[k][i] = (unsigned char)(x >> (56 - 8 * i));
    add_bytes(v, v->number[k], 8);
}

/* Do one statement that tells rows; the caller clears `*out`. */
static tacit_status ask(tacit_ctx *cx, const table_log *s, const char *sql, const values *v,
                        PGresult **out)
{
    static const int binary[MOST_VALUES] = { 1, 1, 1, 1 };
    *out = PQexecParams(s->connection, sql, v->n, NULL, v->at, v->length, binary, 1);
    return PQresultStatus(*out) == PGRES_TUPLES_OK ? TACIT_OK : fail(cx, s, *out, "read");
}

/* Do statements without values; what they tell is dropped. */
static tacit_status execute(tacit_ctx *cx, const table_log *s, const char *sql, const char *what)
{
    PGresult *r = PQexec(s->connection, sql);
    const ExecStatusType kind = PQresultStatus(r);
    const tacit_status status =
        kind == PGRES_COMMAND_OK || kind == PGRES_TUPLES_OK ? TACIT_OK : fail(cx, s, r, what);
    PQclear(r);
    return status;
}

static void undo(void *log)
{
    const table_log *s = log;
    if (PQstatus(s->connection) == CONNECTION_OK &&
        PQtransactionStatus(s->connection) != PQTRANS_IDLE)
        PQclear(PQexec(s->connection, "ROLLBACK"));
}

static tacit_status end(tacit_ctx *cx, void *log)
{
    const table_log *s = log;
    PGresult *r = PQexec(s->connection, "COMMIT");
    tacit_status status = TACIT_OK;
    if (PQresultStatus(r) != PGRES_COMMAND_OK)
        status = fail(cx, s, r, "written");
    else if (strcmp(PQcmdStatus(r), "COMMIT") != 0)
        status = tacit_fail(cx, TACIT_ERR_IO,
                            "The ledger cannot be written, so nothing is answered: the database "
                            "undid the transaction.");
    PQclear(r);
    return status;
}

static tacit_status begin(tacit_ctx *cx, void *log)
{
    const table_log *s = log;
    const tacit_status status = execute(cx, s, s->begin, "written");
    if (status != TACIT_OK)
        undo(log);
    return status;
}

/* ---- opening ---- */

/* The one row of texts that a statement tells, in scratch memory; NULL is "". */
static tacit_status ask_texts(tacit_ctx *cx, const table_log *s, const char *sql, size_t n,
                              char **out)
{
    PGresult *r = PQexec(s->connection, sql);
    tacit_status status =
        PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1 && PQnfields(r) == (int)n
            ? TACIT_OK
            : fail(cx, s, r, "opened");
    for (size_t i = 0; status == TACIT_OK && i < n; i++)
        status = tacit_scratch_text(cx, PQgetvalue(r, 0, (int)i), &out[i]);
    PQclear(r);
    return status;
}

/* The text of statements with the table's name, in the caller's memory. */
static tacit_status name_table(tacit_ctx *cx, table_log *s, const char *schema)
{
    char *text = NULL, *quoted = PQescapeIdentifier(s->connection, schema, strlen(schema));
    if (quoted == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = tacit_scratch_format(cx, &text, "%s.tacit_ledger", quoted);
    PQfreemem(quoted);
    TACIT_TRY(status);
    return tacit_copy_text(cx, text, &s->table);
}

/* Whether the table is there. */
static tacit_status find_table(tacit_ctx *cx, const table_log *s, bool *there)
{
    values v = { 0 };
    PGresult *r = NULL;
    add_bytes(&v, s->table, strlen(s->table));
    const tacit_status status =
        ask(cx, s, "SELECT 1 WHERE pg_catalog.to_regclass($1::text) IS NOT NULL", &v, &r);
    *there = status == TACIT_OK && PQntuples(r) == 1;
    PQclear(r);
    return status;
}

/* Learn what the server is like; refuse one that would lose rows. */
static tacit_status look_at_server(tacit_ctx *cx, table_log *s)
{
    enum { SCHEMA, FSYNC, STANDBY, N };
    char *text[N] = { 0 };
    TACIT_TRY(ask_texts(cx, s,
                        "SELECT pg_catalog.current_schema(), pg_catalog.current_setting('fsync'), "
                        "pg_catalog.pg_is_in_recovery()",
                        N, text));
    if (text[SCHEMA][0] == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The ledger's database has no schema to keep it in: search_path names "
                          "none that is there.");
    if (s->writes && strcmp(text[FSYNC], "on") != 0)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "The ledger's server runs with fsync off and could lose what was spent; "
                          "a ledger needs fsync on.");
    if (s->writes && strcmp(text[STANDBY], "f") != 0)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "The ledger's server is a standby, which can only be read; connect to "
                          "the primary, for example with target_session_attrs=read-write.");
    return name_table(cx, s, text[SCHEMA]);
}

static tacit_status open_log(tacit_ctx *cx, const char *place, tacit_ledger_mode mode, void **log,
                             bool *there)
{
    table_log *s = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    *log = s;
    s->writes = mode == TACIT_LEDGER_WRITE;
    TACIT_TRY(tacit_ledger_connect(cx, place, &s->connection));
    TACIT_TRY(look_at_server(cx, s));
    return find_table(cx, s, there);
}

static tacit_status make_table(tacit_ctx *cx, const table_log *s)
{
    char *sql = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &sql,
                                   "BEGIN; SET LOCAL lock_timeout = '20s'; "
                                   "SET LOCAL synchronous_commit = on; "
                                   "SELECT pg_catalog.pg_advisory_xact_lock(" LOCK ", 0); "
                                   "CREATE TABLE IF NOT EXISTS %s " COLUMNS,
                                   s->table));
    const tacit_status status = execute(cx, s, sql, "made");
    if (status == TACIT_OK)
        return end(cx, (void *)(uintptr_t)s);
    undo((void *)(uintptr_t)s);
    return status;
}

/* Fail unless the table is one of ours; prepare how writing begins. */
static tacit_status check_table(tacit_ctx *cx, table_log *s)
{
    enum { SHAPE_TEXT, TABLE, SYNC, N };
    char *literal = PQescapeLiteral(s->connection, s->table, strlen(s->table));
    char *sql = NULL, *text[N] = { 0 };
    if (literal == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = tacit_scratch_format(
        cx, &sql,
        "SELECT pg_catalog.concat(c.relkind, c.relpersistence, ' ', c.relhasrules::int, "
        "c.relhastriggers::int, c.relrowsecurity::int, c.relhassubclass::int, "
        "c.relispartition::int, ' ', (SELECT pg_catalog.count(*) FROM pg_catalog.pg_index i "
        "WHERE i.indrelid = c.oid AND i.indisprimary AND i.indisvalid AND i.indkey::text = '1'), "
        "' ', (SELECT pg_catalog.string_agg(pg_catalog.concat(a.attname, ' ', "
        "pg_catalog.format_type(a.atttypid, a.atttypmod), ' ', a.attnotnull::int), ', ' "
        "ORDER BY a.attnum) FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND "
        "a.attnum > 0)), c.oid::int, pg_catalog.current_setting('synchronous_commit') "
        "FROM pg_catalog.pg_class c WHERE c.oid = pg_catalog.to_regclass(%s)",
        literal);
    PQfreemem(literal);
    TACIT_TRY(status);
    TACIT_TRY(ask_texts(cx, s, sql, N, text));
    if (strcmp(text[SHAPE_TEXT], SHAPE) != 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The table %s is no ledger, or was changed: " TACIT_LEDGER_RECOVER,
                          s->table);
    TACIT_TRY(tacit_scratch_format(
        cx, &sql,
        "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = '20s'; "
        "SET LOCAL idle_in_transaction_session_timeout = '60s'; "
        "SET LOCAL synchronous_commit = %s; "
        "SELECT pg_catalog.pg_advisory_xact_lock(" LOCK ", %s)",
        strcmp(text[SYNC], "remote_apply") == 0 ? "remote_apply" : "on", text[TABLE]));
    return tacit_copy_text(cx, sql, &s->begin);
}

static tacit_status start(tacit_ctx *cx, void *log, bool make)
{
    bool there = false;
    TACIT_TRY(find_table(cx, log, &there));
    if (!there && make)
        TACIT_TRY(make_table(cx, log));
    return check_table(cx, log);
}

static void close_log(void *log)
{
    table_log *s = log;
    if (s == NULL)
        return;
    PQfinish(s->connection);
    tacit_free(s->table);
    tacit_free(s->begin);
    tacit_free(s);
}

/* ---- rows ---- */

/* A field of row `i`; `bytes` is borrowed from the result, and ends with a NUL. */
static tacit_ledger_answer field_at(const PGresult *r, int i, int column)
{
    return (tacit_ledger_answer){ .found = PQgetisnull(r, i, column) == 0,
                                  .bytes = PQgetvalue(r, i, column),
                                  .length = (size_t)PQgetlength(r, i, column) };
}

/* Row `i` of a batch: number, body, hash, answer.  False if it is none. */
static bool row_at(const PGresult *r, int i, tacit_store_row *out)
{
    const tacit_ledger_answer number = field_at(r, i, 0), body = field_at(r, i, 1),
                              hash = field_at(r, i, 2);
    if (number.length != 8 || !body.found || hash.length != sizeof out->link.hash)
        return false;
    *out = (tacit_store_row){ .body = body.bytes, .n = body.length, .answer = field_at(r, i, 3) };
    for (unsigned k = 0; k < 8; k++)
        out->link.n = out->link.n << 8 | (unsigned char)number.bytes[k];
    memcpy(out->link.hash, hash.bytes, sizeof out->link.hash);
    return true;
}

/* Hand on a batch; `*next` is the number after its last row. */
static tacit_status hand_on(tacit_ctx *cx, const PGresult *r, tacit_store_take *take, void *user,
                            uint64_t *next)
{
    for (int i = 0; i < PQntuples(r); i++) {
        tacit_store_row row;
        if (!row_at(r, i, &row) || row.link.n < *next)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "A row of the ledger is damaged: " TACIT_LEDGER_RECOVER);
        *next = row.link.n + 1;
        TACIT_TRY(take(cx, user, &row));
    }
    return TACIT_OK;
}

/* The statement of a batch: the rows before which fewer than BYTES bytes come. */
static tacit_status batch_text(tacit_ctx *cx, const table_log *s, bool answers, char **out)
{
    const char *size = answers ? "pg_catalog.octet_length(body) + "
                                 "coalesce(pg_catalog.octet_length(answer), 0)"
                               : "pg_catalog.octet_length(body)";
    return tacit_scratch_format(
        cx, out,
        "SELECT number, body, hash, %s FROM (SELECT *, pg_catalog.sum(%s) OVER (ORDER BY number) - "
        "(%s) AS "
        "before FROM (SELECT * FROM %s WHERE number >= $1::bigint AND number <= $2::bigint "
        "ORDER BY number LIMIT " ROWS ") a) b WHERE before < " BYTES " ORDER BY number",
        answers ? "answer" : "NULL::bytea", size, size, s->table);
}

static tacit_status read_rows(tacit_ctx *cx, void *log, const tacit_store_range *range,
                              tacit_store_take *take, void *user)
{
    const table_log *s = log;
    const uint64_t to = range->to > INT64_MAX ? INT64_MAX : range->to;
    uint64_t next = range->from;
    char *sql = NULL;
    bool more = true;
    TACIT_TRY(batch_text(cx, s, range->answers, &sql));
    while (more && next <= to) {
        values v = { 0 };
        PGresult *r = NULL;
        add_number(&v, 0, next);
        add_number(&v, 1, to);
        tacit_status status = ask(cx, s, sql, &v, &r);
        more = PQntuples(r) > 0;
        if (status == TACIT_OK)
            status = hand_on(cx, r, take, user, &next);
        PQclear(r);
        TACIT_TRY(status);
    }
    return TACIT_OK;
}

static tacit_status append(tacit_ctx *cx, void *log, const tacit_store_row *row)
{
    static const int binary[MOST_VALUES] = { 1, 1, 1, 1 };
    const table_log *s = log;
    values v = { 0 };
    char *sql = NULL;
    add_number(&v, 0, row->link.n);
    add_bytes(&v, row->body, row->n);
    add_bytes(&v, row->link.hash, sizeof row->link.hash);
    add_bytes(&v,
              !row->answer.found        ? NULL
              : row->answer.length == 0 ? ""
                                        : row->answer.bytes,
              row->answer.length);
    TACIT_TRY(tacit_scratch_format(cx, &sql,
                                   "INSERT INTO %s (number, body, hash, answer) VALUES "
                                   "($1::bigint, $2::bytea, $3::bytea, $4::bytea)",
                                   s->table));
    PGresult *r = PQexecParams(s->connection, sql, v.n, NULL, v.at, v.length, binary, 1);
    const bool done = PQresultStatus(r) == PGRES_COMMAND_OK && strcmp(PQcmdTuples(r), "1") == 0;
    const tacit_status status = done ? TACIT_OK : fail(cx, s, r, "written");
    PQclear(r);
    return status;
}

/* Bytes in scratch memory, with a final NUL. */
static tacit_status copy_bytes(tacit_ctx *cx, const tacit_ledger_answer *from, const char **out)
{
    char *bytes = NULL;
    TACIT_TRY(tacit_scratch(cx, from->length + 1, 1, &bytes));
    if (from->length > 0)
        memcpy(bytes, from->bytes, from->length);
    *out = bytes;
    return TACIT_OK;
}

static tacit_status copy_row(tacit_ctx *cx, const PGresult *r, tacit_store_row *out)
{
    const tacit_ledger_answer body = field_at(r, 0, 0);
    const char *bytes = NULL;
    TACIT_TRY(copy_bytes(cx, &body, &bytes));
    out->body = bytes;
    out->n = body.length;
    out->answer = field_at(r, 0, 1);
    return copy_bytes(cx, &out->answer, &out->answer.bytes);
}

static tacit_status read_row(tacit_ctx *cx, void *log, uint64_t number, tacit_store_row *out)
{
    const table_log *s = log;
    values v = { 0 };
    PGresult *r = NULL;
    char *sql = NULL;
    *out = (tacit_store_row){ .link.n = number };
    TACIT_TRY(tacit_scratch_format(
        cx, &sql, "SELECT body, answer FROM %s WHERE number = $1::bigint", s->table));
    add_number(&v, 0, number);
    tacit_status status = ask(cx, s, sql, &v, &r);
    if (status == TACIT_OK)
        status = PQntuples(r) == 1
                     ? copy_row(cx, r, out)
                     : tacit_fail(cx, TACIT_ERR_DATA,
                                  "A row of the ledger is gone: " TACIT_LEDGER_RECOVER);
    PQclear(r);
    return status;
}

const tacit_ledger_store tacit_store_postgresql = { .name = tacit_ledger_name,
                                                    .open = open_log,
                                                    .start = start,
                                                    .close = close_log,
                                                    .begin = begin,
                                                    .undo = undo,
                                                    .end = end,
                                                    .read = read_rows,
                                                    .append = append,
                                                    .row = read_row };
