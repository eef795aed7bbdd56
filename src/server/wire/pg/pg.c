/*
 * pg.c - the catalog: opened, locked and asked.
 *
 * After it is filled nothing but reading is let pass, by SQLite's own authorizer; a question that
 * takes more than some million steps of its machine, or gives more than some thousand rows, is
 * ended.  SQLite's messages are not passed on.
 */
#include "server/wire/pg/pg.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "server/wire/pg/own.h"

enum {
    STEPS_AT_ONCE = 1000,
    STEPS = 5000, /* times STEPS_AT_ONCE: about half a second */
    LONGEST = 100000,
    MOST_CELLS = 400000
};

tacit_status tacit_pg_fail(tacit_ctx *cx, const tacit_pg_catalog *c)
{
    const int code = c->db == NULL ? SQLITE_NOMEM : sqlite3_errcode(c->db) & 0xff;
    if (code == SQLITE_NOMEM)
        return tacit_fail_memory(cx);
    if (code == SQLITE_INTERRUPT || code == SQLITE_TOOBIG)
        return tacit_fail(cx, TACIT_ERR_INPUT, "This question about the catalog takes too long.");
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "This question about the catalog cannot be answered here: it names what is "
                      "not there, or uses what is not supported.");
}

/* ---- opening ---- */

/* Reading, and calling what was made known. */
static int authorize(void *user, int action, const char *a, const char *b, const char *d,
                     const char *e)
{
    (void)user, (void)a, (void)b, (void)d, (void)e;
    return action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION
               ? SQLITE_OK
               : SQLITE_DENY;
}

static int count_steps(void *user)
{
    tacit_pg_catalog *c = user;
    if (c->steps == 0)
        return 1;
    c->steps--;
    return 0;
}

static void lock(tacit_pg_catalog *c)
{
    (void)sqlite3_limit(c->db, SQLITE_LIMIT_LENGTH, LONGEST);
    (void)sqlite3_limit(c->db, SQLITE_LIMIT_ATTACHED, 2);
    (void)sqlite3_set_authorizer(c->db, authorize, NULL);
    sqlite3_progress_handler(c->db, STEPS_AT_ONCE, count_steps, c);
}

static tacit_status open_database(tacit_ctx *cx, tacit_pg_catalog *c)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY |
                      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    if (sqlite3_open_v2(":memory:", &c->db, flags, NULL) != SQLITE_OK)
        return tacit_pg_fail(cx, c);
    (void)sqlite3_db_config(c->db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    (void)sqlite3_db_config(c->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    TACIT_TRY(tacit_pg_add_functions(cx, c));
    TACIT_TRY(tacit_pg_fill(cx, c));
    lock(c);
    return TACIT_OK;
}

tacit_status tacit_pg_open(tacit_ctx *cx, const tacit_pg_session *session, tacit_pg_catalog **out)
{
    tacit_pg_catalog *c = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *c, &c));
    c->session = *session;
    const tacit_status status = open_database(cx, c);
    if (status != TACIT_OK) {
        tacit_pg_close(c);
        return status;
    }
    *out = c;
    return TACIT_OK;
}

void tacit_pg_close(tacit_pg_catalog *c)
{
    if (c == NULL)
        return;
    (void)sqlite3_close(c->db);
    tacit_free(c);
}

/* ---- results ---- */

/* The type that SQLite's declaration names, such as INT_oid; 0 if it names none. */
static uint32_t declared_type(sqlite3_stmt *st, int j)
{
    const char *declared = sqlite3_column_decltype(st, j);
    const char *name = declared == NULL ? NULL : strchr(declared, '_');
    const tacit_pg_kind *kind = name == NULL ? NULL : tacit_pg_kind_named(name + 1);
    return kind != NULL ? kind->oid : 0;
}

/* What is shown first, if all columns are written out. */
static const json_t *targets_of(const json_t *select)
{
    while (json_object_get(select, "larg") != NULL)
        select = json_object_get(select, "larg");
    return json_object_get(select, "targetList");
}

static tacit_status read_columns(tacit_ctx *cx, sqlite3_stmt *st, const json_t *select,
                                 tacit_pg_rows *out)
{
    const json_t *targets = targets_of(select);
    const int n = sqlite3_column_count(st);
    const bool listed = json_array_size(targets) == (size_t)n;
    TACIT_TRY(tacit_scratch(cx, (size_t)n, sizeof *out->column, &out->column));
    for (int j = 0; j < n; j++) {
        const json_t *target = tacit_sql_is(json_array_get(targets, (size_t)j), "ResTarget");
        const uint32_t declared = declared_type(st, j);
        const char *name = sqlite3_column_name(st, j);
        char *copy = NULL;
        TACIT_TRY(tacit_scratch_text(cx, name != NULL ? name : "", &copy));
        out->column[j].name = copy;
        out->column[j].type = declared != 0 ? declared
                              : listed      ? tacit_pg_type_of(json_object_get(target, "val"))
                                            : TACIT_PG_TEXT;
    }
    out->columns = (size_t)n;
    return TACIT_OK;
}

static tacit_status read_row(tacit_ctx *cx, sqlite3_stmt *st, const tacit_pg_rows *rows,
                             const char **cell)
{
    for (size_t j = 0; j < rows->columns; j++) {
        const char *text = (const char *)sqlite3_column_text(st, (int)j);
        char *copy = NULL;
        if (text == NULL)
            continue;
        if (rows->column[j].type == TACIT_PG_BOOL)
            text = strcmp(text, "0") == 0 || text[0] == 'f' ? "f" : "t";
        TACIT_TRY(tacit_scratch_text(cx, text, &copy));
        cell[j] = copy;
    }
    return TACIT_OK;
}

static tacit_status read_rows(tacit_ctx *cx, const tacit_pg_catalog *c, sqlite3_stmt *st,
                              tacit_pg_rows *out)
{
    size_t room = 64;
    int code = SQLITE_OK;
    TACIT_TRY(tacit_scratch(cx, room * out->columns, sizeof *out->cell, &out->cell));
    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        if (out->rows == room) {
            const char **more = NULL;
            if (room * out->columns > MOST_CELLS)
                return tacit_fail(cx, TACIT_ERR_INPUT, "This is more than the catalog tells.");
            TACIT_TRY(tacit_scratch(cx, 2 * room * out->columns, sizeof *more, &more));
            memcpy(more, out->cell, room * out->columns * sizeof *more);
            out->cell = more;
            room *= 2;
        }
        TACIT_TRY(read_row(cx, st, out, out->cell + out->rows * out->columns));
        out->rows++;
    }
    return code == SQLITE_DONE ? TACIT_OK : tacit_pg_fail(cx, c);
}

/* ---- asking ---- */

static tacit_status bind_values(tacit_ctx *cx, const tacit_pg_catalog *c, sqlite3_stmt *st,
                                const tacit_sql_values *values)
{
    for (int i = 0; values != NULL && i < sqlite3_bind_parameter_count(st); i++) {
        const tacit_sql_constant *v = (size_t)i < values->n ? &values->value[i] : NULL;
        int64_t whole = 0;
        int code = SQLITE_OK;
        if (v == NULL || v->text == NULL)
            continue;
        if (v->is_number && tacit_parse_integer(v->text, strlen(v->text), &whole))
            code = sqlite3_bind_int64(st, i + 1, whole);
        else
            code = sqlite3_bind_text(st, i + 1, v->text, -1, SQLITE_TRANSIENT);
        if (code != SQLITE_OK)
            return tacit_pg_fail(cx, c);
    }
    return TACIT_OK;
}

static tacit_status ask(tacit_ctx *cx, tacit_pg_catalog *c, const tacit_pg_question *q,
                        const char *sql, tacit_pg_rows *out)
{
    sqlite3_stmt *st = NULL;
    c->steps = STEPS;
    if (sqlite3_prepare_v2(c->db, sql, -1, &st, NULL) != SQLITE_OK || st == NULL)
        return tacit_pg_fail(cx, c);
    tacit_status status = read_columns(cx, st, tacit_sql_is(q->node, "SelectStmt"), out);
    if (status == TACIT_OK)
        status = bind_values(cx, c, st, q->values);
    if (status == TACIT_OK && q->run)
        status = read_rows(cx, c, st, out);
    (void)sqlite3_finalize(st);
    return status;
}

tacit_status tacit_pg_ask(tacit_ctx *cx, tacit_pg_catalog *c, const tacit_pg_question *q,
                          char state[6], tacit_pg_rows *out)
{
    tacit_pg_writing w = { .cx = cx, .text = q->text, .state = state };
    *out = (tacit_pg_rows){ 0 };
    tacit_status status = tacit_pg_write_select(&w, tacit_sql_is(q->node, "SelectStmt"), true);
    if (status == TACIT_OK) {
        (void)snprintf(state, 6, "0A000"); /* of what SQLite does not take */
        status = ask(cx, c, q, w.sql.text, out);
    }
    if (status == TACIT_OK)
        state[0] = '\0';
    tacit_buffer_free(&w.sql);
    return status;
}
