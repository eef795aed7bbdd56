/*
 * make.c - a table that is made of another one in PostgreSQL.
 *
 * The session that makes it is another than the one that reads, which cannot write at all, and
 * takes over its snapshot: what was counted and what is released are the same rows.  Definitions
 * belong to the transaction: the table has a random name until it was judged, and its own one is
 * given together with the commit.  Whatever fails before, also a lost connection or a killed
 * program, leaves nothing.  A release is known again by the comment that it has.
 */
#include <string.h>

#include "base/memory.h"
#include "engine/made/made.h"
#include "engine/postgresql/data.h"
#include "engine/sql.h"

/* The longest name that the server does not cut. */
enum { MOST_NAME = 63 };

typedef struct made {
    tacit_placed base;
    char *schema, *name, *own; /* of the table, and its name until it is kept */
    bool replaces;
} made;

static const tacit_sql_dialect *const SQL = &tacit_sql_postgresql;

/* ---- what is there ---- */

/* Fail unless the two sessions are on the same database of the same server. */
static tacit_status check_server(tacit_ctx *cx, const tacit_pq_data *a, const tacit_pq_data *b)
{
    const bool same = strcmp(PQhost(a->connection), PQhost(b->connection)) == 0 &&
                      strcmp(PQport(a->connection), PQport(b->connection)) == 0 &&
                      strcmp(PQdb(a->connection), PQdb(b->connection)) == 0;
    if (same)
        return TACIT_OK;
    return tacit_made_fail_place(cx);
}

/* SELECT of what has the name of the release: whether it is the source, and whether it is ours. */
static tacit_status put_found(tacit_ctx *cx, const made *m, const tacit_pq_data *source,
                              tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT c.oid = to_regclass("));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, source->relation, sql));
    TACIT_TRY(tacit_buffer_text(
        cx, sql,
        "), coalesce(c.relkind = 'r' AND obj_description(c.oid, 'pg_class') = '" TACIT_MADE_MARK
        "', false) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = "
        "c.relnamespace WHERE c.relname = "));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, m->name, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, " AND n.nspname = "));
    return tacit_sql_put_literal(cx, SQL, m->schema, sql);
}

static tacit_status judge_found(tacit_ctx *cx, made *m, const PGresult *r, bool force)
{
    const tacit_made_found found = PQntuples(r) == 0               ? TACIT_FOUND_NOTHING
                                   : PQgetvalue(r, 0, 0)[0] == 't' ? TACIT_FOUND_SOURCE
                                   : PQgetvalue(r, 0, 1)[0] == 't' ? TACIT_FOUND_RELEASE
                                                                   : TACIT_FOUND_OTHER;
    m->replaces = found == TACIT_FOUND_RELEASE;
    return tacit_made_judge(cx, m->schema, m->name, found, force);
}

/* Fail if what has the name of the release may not be replaced. */
static tacit_status look(tacit_ctx *cx, made *m, const tacit_pq_data *source, bool force)
{
    tacit_pq_data *d = (tacit_pq_data *)m->base.data;
    PGresult *r = NULL;
    tacit_buffer sql = { 0 };
    tacit_status status = put_found(cx, m, source, &sql);
    if (status == TACIT_OK)
        status = tacit_pq_query(cx, d, sql.text, NULL, &r);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    status = judge_found(cx, m, r, force);
    PQclear(r);
    return status;
}

/* ---- names ---- */

/* The only cell of the answer to `sql`, in scratch memory; "" if it is missing. */
static tacit_status ask(tacit_ctx *cx, tacit_pq_data *d, const char *sql, char **out)
{
    PGresult *r = NULL;
    TACIT_TRY(tacit_pq_query(cx, d, sql, NULL, &r));
    const tacit_status status = tacit_scratch_text(cx, PQgetvalue(r, 0, 0), out);
    PQclear(r);
    return status;
}

static tacit_status take_names(tacit_ctx *cx, made *m, const char *table)
{
    tacit_pq_data *d = (tacit_pq_data *)m->base.data;
    char *schema = NULL, *name = NULL, own[TACIT_MADE_NAME];
    TACIT_TRY(tacit_sql_split(cx, table, &schema, &name));
    if (schema[0] == '\0')
        TACIT_TRY(ask(cx, d, "SELECT current_schema()", &schema));
    if (name[0] == '\0' || schema[0] == '\0' || strlen(name) > MOST_NAME)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The output names no schema and table that there can be; names have at "
                          "most %d bytes.",
                          MOST_NAME);
    TACIT_TRY(tacit_made_name(cx, own));
    TACIT_TRY(tacit_copy_text(cx, schema, &m->schema));
    TACIT_TRY(tacit_copy_text(cx, own, &m->own));
    return tacit_copy_text(cx, name, &m->name);
}

/* Append the quoted name of a table of the release's schema. */
static tacit_status put_table(tacit_ctx *cx, const made *m, const char *name, tacit_buffer *sql)
{
    return tacit_sql_put_path(cx, SQL, (const char *const[]){ m->schema, name }, 2, sql);
}

/* ---- making ---- */

/* Write the table under its own name, and open it. */
static tacit_status create(tacit_ctx *cx, made *m, const char *query)
{
    tacit_pq_data *d = (tacit_pq_data *)m->base.data;
    tacit_buffer name = { 0 }, sql = { 0 };
    tacit_stage(cx, "Making %s.%s", m->schema, m->name);
    tacit_status status = put_table(cx, m, m->own, &name);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, SQL->create, name.text, query, &sql);
    if (status == TACIT_OK) /* sorting all rows to join a list with them takes longer */
        status = tacit_pq_run(cx, d, "SET LOCAL enable_mergejoin = off");
    if (status == TACIT_OK)
        status = tacit_pq_run(cx, d, sql.text);
    if (status == TACIT_OK)
        status = tacit_pq_describe(cx, d, name.text);
    tacit_buffer_free(&name);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    tacit_pq_show(d);
    return TACIT_OK;
}

/* Carry out a statement with a table of the release in it. */
static tacit_status do_to(tacit_ctx *cx, const made *m, const char *before, const char *table,
                          const char *after)
{
    tacit_buffer sql = { 0 };
    tacit_status status = tacit_buffer_text(cx, &sql, before);
    if (status == TACIT_OK)
        status = put_table(cx, m, table, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, after);
    if (status == TACIT_OK)
        status = tacit_pq_run(cx, (tacit_pq_data *)m->base.data, sql.text);
    tacit_buffer_free(&sql);
    return status;
}

/* The last statement; a transaction that had failed says that it was taken back. */
static tacit_status commit(tacit_ctx *cx, tacit_pq_data *d)
{
    PGresult *r = NULL;
    TACIT_TRY(tacit_pq_query(cx, d, "COMMIT", NULL, &r));
    const bool done = strcmp(PQcmdStatus(r), "COMMIT") == 0;
    PQclear(r);
    return done ? TACIT_OK
                : tacit_fail(cx, TACIT_ERR_IO,
                             "The released table cannot be made: its database took it back.");
}

static tacit_status keep(tacit_ctx *cx, tacit_placed *base)
{
    const made *m = (const made *)base;
    tacit_buffer name = { 0 };
    if (m->replaces)
        TACIT_TRY(do_to(cx, m, "DROP TABLE ", m->name, ""));
    TACIT_TRY(do_to(cx, m, "COMMENT ON TABLE ", m->own, " IS '" TACIT_MADE_MARK "'"));
    tacit_status status = tacit_buffer_text(cx, &name, " RENAME TO ");
    if (status == TACIT_OK)
        status = tacit_sql_put_name(cx, SQL, m->name, &name);
    if (status == TACIT_OK)
        status = do_to(cx, m, "ALTER TABLE ", m->own, name.text);
    tacit_buffer_free(&name);
    TACIT_TRY(status);
    return commit(cx, (tacit_pq_data *)base->data);
}

static void end(tacit_placed *base)
{
    made *m = (made *)base;
    tacit_data_close(m->base.data);
    tacit_free(m->schema);
    tacit_free(m->name);
    tacit_free(m->own);
    tacit_free(m);
}

static tacit_status fill(tacit_ctx *cx, tacit_pq_data *source, const tacit_placing *what, made *m)
{
    tacit_pq_data *d = (tacit_pq_data *)m->base.data;
    const char *table = NULL, *shown = NULL;
    char *place = NULL, *snapshot = NULL;
    TACIT_TRY(tacit_pq_address(cx, what->target, &place, &table));
    TACIT_TRY(tacit_pq_shown(cx, place, &shown));
    TACIT_TRY(tacit_copy_text(cx, shown, &d->uri));
    TACIT_TRY(ask(cx, source, "SELECT pg_export_snapshot()", &snapshot));
    TACIT_TRY(tacit_pq_connect(cx, place, source->base.memory, d));
    TACIT_TRY(check_server(cx, source, d));
    TACIT_TRY(tacit_pq_run(cx, d, "ROLLBACK"));
    TACIT_TRY(tacit_pq_begin(cx, d, snapshot));
    TACIT_TRY(take_names(cx, m, table));
    TACIT_TRY(look(cx, m, source, what->force));
    return create(cx, m, what->query);
}

static tacit_status make(tacit_ctx *cx, tacit_data *data, const tacit_placing *what,
                         tacit_placed **out)
{
    made *m = NULL;
    tacit_pq_data *d = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *m, &m));
    m->base = (tacit_placed){ .keep = keep, .end = end };
    tacit_status status = tacit_alloc(cx, 1, sizeof *d, &d);
    if (status == TACIT_OK) {
        d->writes = true;
        d->base.engine = &tacit_engine_postgresql;
        m->base.data = &d->base;
        status = fill(cx, (tacit_pq_data *)data, what, m);
    }
    if (status != TACIT_OK) {
        end(&m->base);
        return status;
    }
    *out = &m->base;
    return TACIT_OK;
}

/* ---- rows and their digest ---- */

static tacit_status find_fields(tacit_ctx *cx, const tacit_pq_data *d, tacit_sql_field **out)
{
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof **out, out));
    for (size_t j = 0; j < d->n; j++)
        (*out)[j] = tacit_pq_field(d, j);
    return TACIT_OK;
}

static tacit_status rows(tacit_ctx *cx, tacit_data *data, const char *target, const bool *changed,
                         tacit_buffer *out)
{
    const tacit_pq_data *d = (const tacit_pq_data *)data;
    tacit_sql_field *field = NULL;
    (void)target;
    TACIT_TRY(find_fields(cx, d, &field));
    for (size_t j = 0; j < d->n; j++)
        if (!changed[j] && d->column[j].plain)
            field[j].form = "$";
    const tacit_sql_query q = {
        .dialect = SQL, .relation = d->relation, .column = field, .n = d->n
    };
    return tacit_sql_put_named(cx, &q, out);
}

static tacit_status fetch(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f, tacit_table **out)
{
    return tacit_pq_fetch_table(cx, (tacit_pq_data *)data, f, out);
}

static tacit_status counts(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                           const tacit_sql_dialect **dialect, tacit_buffer *out)
{
    tacit_sql_query q;
    TACIT_TRY(tacit_pq_columns(cx, (const tacit_pq_data *)data, columns, &q));
    *dialect = SQL;
    return tacit_sql_put_count(cx, &q, NULL, false, out);
}

static tacit_status digest(tacit_ctx *cx, tacit_data *data, bool older, char *out)
{
    const tacit_pq_data *d = (const tacit_pq_data *)data;
    tacit_sql_field *column = NULL;
    tacit_sql_dialect by_cells = *SQL; /* rows were put together from texts */
    by_cells.row = by_cells.fence = NULL;
    TACIT_TRY(find_fields(cx, d, &column));
    const tacit_asked a = { .data = data,
                            .dialect = older ? &by_cells : SQL,
                            .relation = d->relation,
                            .column = column,
                            .fetch = fetch };
    return tacit_made_digest(cx, &a, out);
}

const tacit_maker tacit_pq_maker = { .dialect = &tacit_sql_postgresql,
                                     .rows = rows,
                                     .ask = fetch,
                                     .counts = counts,
                                     .make = make,
                                     .digest = digest };
