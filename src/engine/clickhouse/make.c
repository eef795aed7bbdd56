/*
 * make.c - a table that is made of another one in ClickHouse.
 *
 * The server has no transactions: the table is made under a name that nobody knows, judged, and
 * renamed, or dropped.  That the source is what was counted is looked at after that, by its seal.
 * The output's address may name the servers of a cluster, all shards of it: then each server
 * applies the decision to its own rows and hands the result out to all, each row to a shard by
 * chance, since where a row of the source is tells of its sharding key.  The released table is
 * distributed over a table of every server, which keeps its own name.  A release is known again by
 * the comment of its first column.  What a run could not drop, since the server had ended, is
 * marked as unfinished there, and the next run drops it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/litter.h"
#include "base/memory.h"
#include "engine/clickhouse/data.h"
#include "engine/clickhouse/spread.h"
#include "engine/made/made.h"

/* The comment of what is no release yet. */
#define UNFINISHED "tacit unfinished"
enum { MOST_NODES = 1024, SAID = 1024 };

typedef struct made {
    tacit_placed base;
    tacit_ctx *cx;
    tacit_ch_data **node; /* the servers; the first has base.data */
    size_t n;
    char *database, *name;
    char own[TACIT_MADE_NAME];     /* of the table until it is kept */
    char rows[TACIT_MADE_NAME];    /* of the table of each server, if it is distributed */
    char aside[TACIT_MADE_NAME];   /* of the release that it replaces */
    char old[TACIT_MADE_NAME];     /* of the table with the rows of that, "" if they are in it */
    const char *cluster;           /* NULL: one table */
    bool replaces, begun, settled; /* begun: there may be something to drop */
} made;

static const tacit_sql_dialect *const SQL = &tacit_sql_clickhouse;

/* ---- statements ---- */

/* Append the quoted name of a table of the release's database. */
static tacit_status put_table(tacit_ctx *cx, const made *m, const char *name, tacit_buffer *sql)
{
    return tacit_sql_put_path(cx, SQL, (const char *const[]){ m->database, name }, 2, sql);
}

/* Append a form in which $ and # stand for tables. */
static tacit_status put_statement(tacit_ctx *cx, const made *m, const char *form, const char *a,
                                  const char *b, tacit_buffer *sql)
{
    tacit_buffer x = { 0 }, y = { 0 };
    tacit_status status = put_table(cx, m, a, &x);
    if (status == TACIT_OK && b != NULL)
        status = put_table(cx, m, b, &y);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, form, x.text, y.text, sql);
    tacit_buffer_free(&x);
    tacit_buffer_free(&y);
    return status;
}

/* Carry one out on one server. */
static tacit_status run_on(tacit_ctx *cx, const made *m, size_t node, const char *form,
                           const char *a, const char *b)
{
    tacit_buffer sql = { 0 };
    tacit_status status = put_statement(cx, m, form, a, b, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_run(cx, m->node[node], sql.text);
    tacit_buffer_free(&sql);
    return status;
}

/* ---- what is there ---- */

/* Ask the server whether it has a table of this name, and whether that is a release of ours. */
static tacit_status find(tacit_ctx *cx, const made *m, size_t node, tacit_made_found *found)
{
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    tacit_status status = tacit_buffer_text(cx, &sql,
                                            "SELECT toString(max(comment = '" TACIT_MADE_MARK
                                            "')) FROM system.columns WHERE database = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, SQL, m->database, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, " AND table = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, SQL, m->name, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, " GROUP BY table");
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, m->node[node], sql.text, 1, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    *found = tacit_table_rows(t) == 0                      ? TACIT_FOUND_NOTHING
             : strcmp(tacit_ch_text_at(t, 0, 0), "1") == 0 ? TACIT_FOUND_RELEASE
                                                           : TACIT_FOUND_OTHER;
    tacit_table_free(t);
    return TACIT_OK;
}

/* Fail if what has the name of the release on the server may not be replaced. */
static tacit_status look_at(tacit_ctx *cx, made *m, size_t node, const tacit_ch_data *source,
                            bool force)
{
    tacit_made_found found = TACIT_FOUND_NOTHING;
    TACIT_TRY(find(cx, m, node, &found));
    if (found != TACIT_FOUND_NOTHING && strcmp(source->place.database, m->database) == 0 &&
        strcmp(source->place.table, m->name) == 0)
        found = TACIT_FOUND_SOURCE;
    TACIT_TRY(tacit_made_judge(cx, m->database, m->name, found, force));
    const bool replaces = found == TACIT_FOUND_RELEASE;
    if (node > 0 && replaces != m->replaces)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s.%s exists on some servers of the cluster only; give the output "
                          "another name, or drop it yourself.",
                          m->database, m->name);
    m->replaces = replaces;
    return TACIT_OK;
}

/* The table that has the rows of the release that is replaced, if that is distributed. */
static tacit_status find_old(tacit_ctx *cx, made *m)
{
    tacit_ch_spread spread = { 0 };
    bool found = false;
    if (!m->replaces)
        return TACIT_OK;
    TACIT_TRY(tacit_ch_find_spread(cx, m->node[0], m->database, m->name, &spread, &found));
    const bool ours = found && strlen(spread.table) == TACIT_MADE_NAME - 1 &&
                      strncmp(spread.table, "tacit_", 6) == 0;
    if (found && (!ours || m->cluster == NULL))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s.%s is a release on several servers; name all of them in the output, "
                          "or drop it yourself.",
                          m->database, m->name);
    if (found)
        memcpy(m->old, spread.table, sizeof m->old);
    return TACIT_OK;
}

/* Drop what runs before this one could not: what they had not finished when the server ended. */
static tacit_status sweep(tacit_ctx *cx, const made *m, size_t node)
{
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    tacit_status status = tacit_buffer_text(
        cx, &sql,
        "SELECT name FROM system.tables WHERE metadata_modification_time < now() - "
        "uptime() AND (database, name) IN (SELECT database, table FROM system.columns "
        "WHERE comment = '" UNFINISHED "') AND match(name, '^tacit_[0-9a-f]{16}$') AND "
        "database = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, SQL, m->database, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, m->node[node], sql.text, 1, &t);
    tacit_buffer_free(&sql);
    for (size_t i = 0; status == TACIT_OK && i < tacit_table_rows(t); i++)
        status = run_on(cx, m, node, "DROP TABLE IF EXISTS $", tacit_ch_text_at(t, 0, i), NULL);
    tacit_table_free(t);
    return status;
}

/* ---- making ---- */

/* A table without rows on the first server.  The query is looked at only for the names and types
 * that it gives. */
static tacit_status create_first(tacit_ctx *cx, const made *m, const char *rows, const char *query)
{
    tacit_buffer sql = { 0 }, name = { 0 }, empty = { 0 };
    tacit_status status =
        tacit_buffer_format(cx, &empty, "SELECT * FROM (%s) tacit_z WHERE 0", query);
    if (status == TACIT_OK)
        status = put_table(cx, m, rows, &name);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, SQL->create, name.text, empty.text, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_run(cx, m->node[0], sql.text);
    tacit_buffer_free(&sql);
    tacit_buffer_free(&name);
    tacit_buffer_free(&empty);
    return status;
}

/* The table that is distributed over `rows`, on every server. */
static tacit_status create_spread(tacit_ctx *cx, const made *m, const char *rows)
{
    tacit_buffer sql = { 0 };
    tacit_status status = put_statement(cx, m, "CREATE TABLE $ AS #", m->own, rows, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_put_spread(cx, m->cluster, m->database, rows, &sql);
    for (size_t i = 0; i < m->n && status == TACIT_OK; i++)
        status = tacit_ch_run(cx, m->node[i], sql.text);
    tacit_buffer_free(&sql);
    return status;
}

/* The tables without rows. */
static tacit_status create(tacit_ctx *cx, made *m, const char *query)
{
    const char *rows = m->cluster != NULL ? m->rows : m->own;
    m->begun = true;
    TACIT_TRY(create_first(cx, m, rows, query));
    if (m->n > 1)
        TACIT_TRY(tacit_ch_make_alike(cx, m->node, m->n, m->database, rows));
    return m->cluster != NULL ? create_spread(cx, m, rows) : TACIT_OK;
}

/* Say by the comment of its first column what a table is, on every server. */
static tacit_status mark_table(tacit_ctx *cx, const made *m, const char *table, const char *word)
{
    tacit_buffer sql = { 0 };
    tacit_status status = put_statement(cx, m, "ALTER TABLE $ COMMENT COLUMN ", table, NULL, &sql);
    if (status == TACIT_OK)
        status = tacit_sql_put_name(cx, SQL, m->node[0]->column[0].name, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &sql, " '%s'", word);
    for (size_t i = 0; i < m->n && status == TACIT_OK; i++)
        status = tacit_ch_run(cx, m->node[i], sql.text);
    tacit_buffer_free(&sql);
    return status;
}

static tacit_status mark(tacit_ctx *cx, const made *m, const char *word)
{
    TACIT_TRY(mark_table(cx, m, m->own, word));
    return m->cluster != NULL ? mark_table(cx, m, m->rows, word) : TACIT_OK;
}

/* Fill them: each server by itself, all at once. */
static tacit_status fill(tacit_ctx *cx, const made *m, const char *query)
{
    tacit_buffer sql = { 0 };
    tacit_status status = put_statement(cx, m, "INSERT INTO $ ", m->own, NULL, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, query);
    if (status == TACIT_OK)
        status = tacit_ch_run_all(cx, m->node, m->n, sql.text);
    tacit_buffer_free(&sql);
    return status;
}

/* Open the table that was made, as data. */
static tacit_status open_made(tacit_ctx *cx, made *m)
{
    tacit_ch_data *d = m->node[0];
    tacit_free(d->place.table);
    d->place.table = NULL;
    TACIT_TRY(tacit_copy_text(cx, m->own, &d->place.table));
    return tacit_ch_describe(cx, d);
}

/* ---- servers ---- */

/* Connect to every server that the target names. */
static tacit_status reach(tacit_ctx *cx, made *m, const tacit_ch_data *source, const char *target)
{
    m->n = tacit_ch_hosts(target);
    if (m->n > MOST_NODES)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The output names more than %d servers.",
                          MOST_NODES);
    TACIT_TRY(tacit_alloc(cx, m->n, sizeof *m->node, &m->node));
    for (size_t i = 0; i < m->n; i++) {
        tacit_ch_data *d = NULL;
        TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
        m->node[i] = d;
        d->writes = true;
        TACIT_TRY(tacit_ch_begin(cx, target, i, source->base.memory, d));
    }
    m->base.data = &m->node[0]->base;
    TACIT_TRY(tacit_copy_text(cx, m->node[0]->place.database, &m->database));
    TACIT_TRY(tacit_copy_text(cx, m->node[0]->place.table, &m->name));
    return strcmp(source->place.url, m->node[0]->place.url) == 0 ? TACIT_OK
                                                                 : tacit_made_fail_place(cx);
}

/* Which cluster the source is spread over; every shard of it must be one of the servers. */
static tacit_status find_cluster(tacit_ctx *cx, made *m, tacit_ch_data *source)
{
    tacit_ch_spread spread = { 0 };
    bool found = false;
    if (m->n == 1)
        return TACIT_OK;
    TACIT_TRY(tacit_ch_find_spread(cx, source, source->place.database, source->place.table, &spread,
                                   &found));
    if (!found)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "The output names %zu servers, but %s.%s is not distributed over several; "
            "name the server that has it.",
            m->n, source->place.database, source->place.table);
    m->cluster = spread.cluster;
    return tacit_ch_check_shards(cx, m->node, m->n, spread.cluster);
}

static tacit_status take_names(tacit_ctx *cx, made *m)
{
    if (m->name[0] == '\0' || strncmp(m->name, "tacit_", 6) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The output names no table that there can be; names do not begin with "
                          "tacit_.");
    TACIT_TRY(tacit_made_name(cx, m->own));
    TACIT_TRY(tacit_made_name(cx, m->rows));
    return tacit_made_name(cx, m->aside);
}

/* ---- the end ---- */

/* Whether the server has a table of the release's database. */
static bool has(tacit_ctx *cx, const made *m, size_t node, const char *table)
{
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    tacit_status status =
        tacit_buffer_text(cx, &sql, "SELECT name FROM system.tables WHERE database = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, SQL, m->database, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &sql, " AND name = '%s'", table);
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, m->node[node], sql.text, 1, &t);
    tacit_buffer_free(&sql);
    const bool there = status != TACIT_OK || tacit_table_rows(t) > 0;
    tacit_table_free(t);
    return there;
}

static void drop(tacit_ctx *cx, const made *m, const char *table)
{
    size_t lost = 0;
    for (size_t i = 0; i < m->n; i++)
        lost += run_on(cx, m, i, "DROP TABLE IF EXISTS $", table, NULL) != TACIT_OK &&
                has(cx, m, i, table);
    if (lost > 0)
        tacit_warn(cx,
                   "%zu of %zu servers could not be told to drop %s.%s; drop it there when they "
                   "answer again.",
                   lost, m->n, m->database, table);
}

/* Drop what was made and is not kept, also if somebody wants to stop; what the run failed of stays
 * what is said. */
static void undo(const made *m)
{
    char said[SAID];
    snprintf(said, sizeof said, "%s", tacit_message(m->cx));
    for (size_t i = 0; i < m->n; i++)
        m->node[i]->ends = true;
    tacit_litter_hold(m->cx); /* nobody ends the process meanwhile */
    drop(m->cx, m, m->own);
    if (m->cluster != NULL)
        drop(m->cx, m, m->rows);
    tacit_litter_release(m->cx, false);
    if (said[0] != '\0')
        (void)tacit_fail(m->cx, TACIT_ERR_IO, "%s", said);
}

static void end(tacit_placed *base)
{
    made *m = (made *)base;
    if (m->begun && !m->settled)
        undo(m);
    for (size_t i = 0; i < m->n && m->node != NULL; i++)
        if (m->node[i] != NULL)
            tacit_ch_close(&m->node[i]->base);
    tacit_free(m->node);
    tacit_free(m->database);
    tacit_free(m->name);
    tacit_free(m);
}

/* Give the name back on the servers that had it already. */
static void take_back(tacit_ctx *cx, const made *m, size_t renamed)
{
    char said[SAID];
    snprintf(said, sizeof said, "%s", tacit_message(cx));
    while (renamed-- > 0) {
        m->node[renamed]->ends = true;
        (void)run_on(cx, m, renamed, "RENAME TABLE $ TO #", m->name, m->own);
        if (m->replaces)
            (void)run_on(cx, m, renamed, "RENAME TABLE $ TO #", m->aside, m->name);
    }
    (void)tacit_fail(cx, TACIT_ERR_IO, "%s", said);
}

static tacit_status rename_on(tacit_ctx *cx, const made *m, size_t node)
{
    tacit_buffer sql = { 0 };
    tacit_status status = tacit_buffer_text(cx, &sql, "RENAME TABLE ");
    if (status == TACIT_OK && m->replaces)
        status = put_statement(cx, m, "$ TO #, ", m->name, m->aside, &sql);
    if (status == TACIT_OK)
        status = put_statement(cx, m, "$ TO #", m->own, m->name, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_run(cx, m->node[node], sql.text);
    tacit_buffer_free(&sql);
    return status;
}

static tacit_status keep(tacit_ctx *cx, tacit_placed *base)
{
    made *m = (made *)base;
    TACIT_TRY(mark(cx, m, TACIT_MADE_MARK));
    for (size_t i = 0; i < m->n; i++) {
        const tacit_status status = rename_on(cx, m, i);
        if (status != TACIT_OK) {
            take_back(cx, m, i);
            return status;
        }
    }
    m->settled = true;
    if (m->replaces)
        drop(cx, m, m->aside);
    if (m->old[0] != '\0')
        drop(cx, m, m->old);
    return TACIT_OK;
}

static tacit_status bring_about(tacit_ctx *cx, tacit_ch_data *source, const tacit_placing *what,
                                made *m)
{
    static const tacit_ch_seen uncounted = { .rows = -1 };
    const tacit_select seen = { .n = source->seal.n, .at = source->seal.column };
    TACIT_TRY(reach(cx, m, source, what->target));
    TACIT_TRY(find_cluster(cx, m, source));
    TACIT_TRY(take_names(cx, m));
    for (size_t i = 0; i < m->n; i++)
        TACIT_TRY(look_at(cx, m, i, source, what->force));
    TACIT_TRY(find_old(cx, m));
    for (size_t i = 0; i < m->n; i++)
        TACIT_TRY(sweep(cx, m, i));
    tacit_stage(cx, "Making %s.%s", m->database, m->name);
    TACIT_TRY(create(cx, m, what->query));
    TACIT_TRY(open_made(cx, m));
    TACIT_TRY(mark(cx, m, UNFINISHED));
    TACIT_TRY(fill(cx, m, what->query));
    return tacit_ch_check_seal(cx, source, &seen, &uncounted);
}

static tacit_status make(tacit_ctx *cx, tacit_data *data, const tacit_placing *what,
                         tacit_placed **out)
{
    made *m = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *m, &m));
    m->base = (tacit_placed){ .keep = keep, .end = end };
    m->cx = cx;
    const tacit_status status = bring_about(cx, (tacit_ch_data *)data, what, m);
    if (status != TACIT_OK) {
        end(&m->base);
        return status;
    }
    *out = &m->base;
    return TACIT_OK;
}

const tacit_maker tacit_ch_maker = { .dialect = &tacit_sql_clickhouse,
                                     .rows = tacit_ch_rows,
                                     .ask = tacit_ch_ask_data,
                                     .counts = tacit_ch_counts,
                                     .make = make,
                                     .digest = tacit_ch_digest };
