/*
 * make.c - a table that is made of another one behind a driver of ADBC: DuckDB's.
 *
 * Making belongs to the transaction in which the source was read: the table is made of the rows
 * that were counted, has its name at once, and is seen by nobody before the commit.  Whatever ends
 * the run before that leaves nothing.  A release is known again by the comment that it has.  Of
 * other engines it is not known how they take a table back, so none is made there.
 */
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "engine/adbc/data.h"
#include "engine/made/made.h"
#include "engine/sql.h"

typedef struct made {
    tacit_placed base;
    tacit_adbc_data *at; /* base.data */
    char *schema, *name; /* "" for the schema of the session, in scratch memory; the table */
} made;

static const tacit_sql_dialect *const SQL = &tacit_sql_duckdb;

/* ---- what is there ---- */

/* SELECT of what has the name of the release: 1 if it is one of ours.  Names are alike there if
 * they differ in the case of letters only. */
static tacit_status put_found(tacit_ctx *cx, const made *m, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(
        cx, sql,
        "SELECT CAST(max(ours) AS BIGINT) AS tacit_n FROM (SELECT schema_name, table_name, CASE "
        "WHEN comment = '" TACIT_MADE_MARK
        "' THEN 1 ELSE 0 END AS ours FROM duckdb_tables() UNION ALL SELECT schema_name, view_name, "
        "0 FROM duckdb_views()) tacit_g WHERE lower(table_name) = lower("));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, m->name, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ") AND lower(schema_name) = lower("));
    TACIT_TRY(m->schema[0] == '\0' ? tacit_buffer_text(cx, sql, "current_schema()")
                                   : tacit_sql_put_literal(cx, SQL, m->schema, sql));
    return tacit_buffer_text(cx, sql, ")");
}

static tacit_status look(tacit_ctx *cx, made *m, const tacit_adbc_data *source,
                         tacit_made_found *found)
{
    static const tacit_field field = { .name = "n", .type = TACIT_TYPE_INTEGER };
    static const tacit_select none = { 0 };
    tacit_buffer sql = { 0 };
    tacit_table *t = NULL;
    char *schema = NULL, *table = NULL;
    tacit_status status = put_found(cx, m, &sql);
    const tacit_fetch f = { .sql = sql.text, .columns = &none, .extra = &field, .n_extra = 1 };
    if (status == TACIT_OK)
        status = tacit_adbc_fetch_table(cx, &m->at->base, &f, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    const tacit_column *c = tacit_table_column(t, 0);
    *found = tacit_column_is_missing(c, 0)      ? TACIT_FOUND_NOTHING
             : tacit_column_integers(c)[0] == 1 ? TACIT_FOUND_RELEASE
                                                : TACIT_FOUND_OTHER;
    tacit_table_free(t);
    TACIT_TRY(tacit_sql_split(cx, source->table, &schema, &table));
    const bool same =
        strcasecmp(table, m->name) == 0 &&
        (schema[0] == '\0' || m->schema[0] == '\0' || strcasecmp(schema, m->schema) == 0);
    if (same && *found != TACIT_FOUND_NOTHING)
        *found = TACIT_FOUND_SOURCE;
    return TACIT_OK;
}

/* ---- making ---- */

/* Carry out a statement with the table's name for its $ and `rest` for its #. */
static tacit_status run(tacit_ctx *cx, const made *m, const char *form, const char *rest)
{
    tacit_buffer name = { 0 }, sql = { 0 };
    const char *const path[] = { m->schema, m->name };
    const size_t skip = m->schema[0] == '\0';
    tacit_status status = tacit_sql_put_path(cx, SQL, path + skip, 2 - skip, &name);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, form, name.text, rest, &sql);
    if (status == TACIT_OK)
        status = tacit_adbc_run(cx, m->at->session, sql.text);
    tacit_buffer_free(&name);
    tacit_buffer_free(&sql);
    return status;
}

/* What is made is another table of the source's session. */
static tacit_status share_session(tacit_ctx *cx, const tacit_adbc_data *source,
                                  const tacit_adbc_place *place, tacit_adbc_data *d)
{
    TACIT_TRY(tacit_copy_text(cx, place->table, &d->table));
    TACIT_TRY(tacit_copy_text(cx, source->uri, &d->uri));
    d->base = (tacit_data){ .engine = &tacit_engine_adbc, .uri = d->uri };
    d->dialect = source->dialect;
    d->session = source->session;
    d->session->users++;
    d->session->writes = true;
    return TACIT_OK;
}

static tacit_status check_place(tacit_ctx *cx, const tacit_adbc_data *source, const char *target)
{
    const size_t n = (size_t)(strrchr(target, '#') - target);
    if (source->dialect != SQL)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "Behind a driver of ADBC tables are made with DuckDB only; name a file as "
            "the output, or carry the queries of 'tacit sql' there.");
    return strlen(source->session->place) == n && strncmp(source->session->place, target, n) == 0
               ? TACIT_OK
               : tacit_made_fail_place(cx);
}

static tacit_status bring_about(tacit_ctx *cx, const tacit_adbc_data *source,
                                const tacit_placing *what, made *m)
{
    tacit_adbc_place place;
    tacit_made_found found = TACIT_FOUND_NOTHING;
    TACIT_TRY(tacit_adbc_place_of(cx, what->target, &place));
    TACIT_TRY(check_place(cx, source, what->target));
    TACIT_TRY(share_session(cx, source, &place, m->at));
    TACIT_TRY(tacit_sql_split(cx, m->at->table, &m->schema, &m->name));
    TACIT_TRY(look(cx, m, source, &found));
    TACIT_TRY(tacit_made_judge(cx, m->schema[0] != '\0' ? m->schema : "main", m->name, found,
                               what->force));
    tacit_stage(cx, "Making %s", m->name);
    if (found == TACIT_FOUND_RELEASE)
        TACIT_TRY(run(cx, m, "DROP TABLE $", NULL));
    TACIT_TRY(run(cx, m, SQL->create, what->query));
    TACIT_TRY(run(cx, m, "COMMENT ON TABLE $ IS '" TACIT_MADE_MARK "'", NULL));
    return tacit_adbc_describe(cx, m->at, m->at->table);
}

static tacit_status keep(tacit_ctx *cx, tacit_placed *base)
{
    return tacit_adbc_run(cx, ((const made *)base)->at->session, "COMMIT");
}

/* A connection that ends takes its transaction back. */
static void end(tacit_placed *base)
{
    made *m = (made *)base;
    if (m->at != NULL)
        tacit_adbc_close_data(&m->at->base);
    tacit_free(m);
}

static tacit_status make(tacit_ctx *cx, tacit_data *data, const tacit_placing *what,
                         tacit_placed **out)
{
    made *m = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *m, &m));
    m->base = (tacit_placed){ .keep = keep, .end = end };
    tacit_status status = tacit_alloc(cx, 1, sizeof *m->at, &m->at);
    if (status == TACIT_OK) {
        m->base.data = &m->at->base;
        status = bring_about(cx, (tacit_adbc_data *)data, what, m);
    }
    if (status != TACIT_OK) {
        end(&m->base);
        return status;
    }
    *out = &m->base;
    return TACIT_OK;
}

/* ---- rows and their digest ---- */

static tacit_status rows(tacit_ctx *cx, tacit_data *data, const char *target, const bool *changed,
                         tacit_buffer *out)
{
    const tacit_adbc_data *d = (const tacit_adbc_data *)data;
    tacit_sql_field *field = NULL;
    (void)target;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *field, &field));
    for (size_t j = 0; j < d->n; j++) {
        field[j] = d->column[j];
        if (!changed[j] && d->plain[j])
            field[j].form = "$";
    }
    const tacit_sql_query q = {
        .dialect = d->dialect, .relation = d->relation, .column = field, .n = d->n
    };
    return tacit_sql_put_named(cx, &q, out);
}

static tacit_status counts(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                           const tacit_sql_dialect **dialect, tacit_buffer *out)
{
    const tacit_asked a = tacit_adbc_asked(data);
    tacit_sql_query q;
    TACIT_TRY(tacit_asked_select(cx, &a, columns, &q));
    *dialect = a.dialect;
    return tacit_sql_put_count(cx, &q, NULL, false, out);
}

static tacit_status digest(tacit_ctx *cx, tacit_data *data, bool older, char *out)
{
    (void)older; /* there were none */
    const tacit_asked a = tacit_adbc_asked(data);
    return tacit_made_digest(cx, &a, out);
}

const tacit_maker tacit_adbc_maker = { .dialect = &tacit_sql_duckdb,
                                       .rows = rows,
                                       .ask = tacit_adbc_fetch_table,
                                       .counts = counts,
                                       .make = make,
                                       .digest = digest };
