/*
 * execute.c - statements of all kinds: run, and described without being run.
 */
#include <stdio.h>
#include <string.h>

#include "query/grammar/tree.h"
#include "server/wire/own.h"

/* ---- transactions: they hold nothing, but clients count on their states ---- */

static const struct move {
    const char *kind;
    const char *tag;
    char to;      /* the state after it; 0: as before */
    bool repairs; /* it is let pass after a failure */
} MOVES[] = {
    { "TRANS_STMT_BEGIN", "BEGIN", 'T', false },
    { "TRANS_STMT_START", "START TRANSACTION", 'T', false },
    { "TRANS_STMT_COMMIT", "COMMIT", 'I', true },
    { "TRANS_STMT_ROLLBACK", "ROLLBACK", 'I', true },
    { "TRANS_STMT_SAVEPOINT", "SAVEPOINT", 0, false },
    { "TRANS_STMT_RELEASE", "RELEASE", 0, false },
    { "TRANS_STMT_ROLLBACK_TO", "ROLLBACK", 'T', true },
};

static const struct move *move_of(const json_t *node)
{
    const json_t *t = tacit_sql_is(node, "TransactionStmt");
    const char *kind = json_string_value(json_object_get(t, "kind"));
    for (size_t i = 0; kind != NULL && i < sizeof MOVES / sizeof MOVES[0]; i++)
        if (strcmp(MOVES[i].kind, kind) == 0)
            return &MOVES[i];
    return NULL;
}

static tacit_status run_transaction(tacit_wire_session *s, tacit_ctx *cx, const json_t *node,
                                    tacit_wire_result *out)
{
    const struct move *m = move_of(node);
    if (m == NULL)
        return tacit_wire_refuse(s, cx, "0A000", "Two-phase commit cannot be used here.");
    if (s->transaction == 'I' && (m->to == 0 || strcmp(m->kind, "TRANS_STMT_ROLLBACK_TO") == 0))
        return tacit_wire_refuse(s, cx, "25P01", "%s can only be used after BEGIN.", m->tag);
    const bool failed = s->transaction == 'E' && strcmp(m->tag, "COMMIT") == 0;
    (void)snprintf(out->tag, sizeof out->tag, "%s", failed ? "ROLLBACK" : m->tag);
    if (m->to != 0)
        s->transaction = m->to;
    return TACIT_OK;
}

/* ---- what is refused ---- */

/* What a refused statement would do, for the sentence that refuses it. */
static const struct word {
    const char *node, *state, *why;
} WORDS[] = {
    { "CopyStmt", "0A000", "COPY is not there: records do not leave, and none come in." },
    { "ListenStmt", "0A000", "LISTEN is not there: nothing is notified of." },
    { "NotifyStmt", "0A000", "NOTIFY is not there: nobody listens." },
    { "UnlistenStmt", "0A000", "UNLISTEN is not there: nothing is notified of." },
    { "DeclareCursorStmt", "0A000",
      "Cursors are not there: an answer is small; fetch it as a whole." },
    { "PrepareStmt", "0A000", "PREPARE is not there; drivers prepare by the protocol." },
    { "DoStmt", "0A000", "Only SELECT can be asked: nothing is run here." },
    { "CallStmt", "0A000", "Only SELECT can be asked: nothing is run here." },
    { "LockStmt", "0A000", "Only SELECT can be asked: nothing is locked here." },
};

static tacit_status refuse(tacit_wire_session *s, tacit_ctx *cx, const json_t *node)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (tacit_sql_is(node, WORDS[i].node) != NULL)
            return tacit_wire_refuse(s, cx, WORDS[i].state, "%s", WORDS[i].why);
    return tacit_wire_refuse(s, cx, "25006",
                             "Only SELECT can be asked: nothing is changed or administered here.");
}

/* ---- SHOW, DISCARD, DEALLOCATE ---- */

/* A result of one text in one column. */
static tacit_status make_one(tacit_ctx *cx, const char *name, const char *value,
                             tacit_wire_result *out)
{
    char *copy = NULL;
    out->has_rows = true;
    out->rows = (tacit_pg_rows){ .columns = 1, .rows = value != NULL ? 1 : 0 };
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *out->rows.column, &out->rows.column));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *out->rows.cell, &out->rows.cell));
    TACIT_TRY(tacit_scratch_text(cx, name, &copy));
    out->rows.column[0] = (tacit_pg_column){ copy, TACIT_PG_TEXT };
    if (value != NULL) {
        TACIT_TRY(tacit_scratch_text(cx, value, &copy));
        out->rows.cell[0] = copy;
    }
    return TACIT_OK;
}

static tacit_status run_show(tacit_wire_session *s, tacit_ctx *cx, const json_t *node,
                             tacit_wire_result *out)
{
    const json_t *show = tacit_sql_is(node, "VariableShowStmt");
    const char *name = json_string_value(json_object_get(show, "name"));
    const char *value = name == NULL ? NULL : tacit_wire_setting(s, name);
    if (value == NULL)
        return tacit_wire_refuse(s, cx, "42704", "There is no setting '%.60s'.",
                                 name != NULL ? name : "");
    (void)snprintf(out->tag, sizeof out->tag, "SHOW");
    return make_one(cx, name, value, out);
}

static tacit_status run_discard(tacit_wire_session *s, const json_t *node, tacit_wire_result *out)
{
    const json_t *what = json_object_get(tacit_sql_is(node, "DiscardStmt"), "target");
    const char *target = json_string_value(what);
    (void)snprintf(out->tag, sizeof out->tag, "DISCARD ALL");
    if (target != NULL && strcmp(target, "DISCARD_ALL") == 0) {
        tacit_wire_reset(s);
        tacit_wire_forget_prepared(s);
    }
    return TACIT_OK;
}

static tacit_status run_deallocate(tacit_wire_session *s, tacit_ctx *cx, const json_t *node,
                                   tacit_wire_result *out)
{
    const json_t *what = json_object_get(tacit_sql_is(node, "DeallocateStmt"), "name");
    const char *name = json_string_value(what);
    (void)snprintf(out->tag, sizeof out->tag, name == NULL ? "DEALLOCATE ALL" : "DEALLOCATE");
    if (name == NULL) {
        tacit_wire_forget_prepared(s);
        return TACIT_OK;
    }
    tacit_wire_prepared *p = tacit_wire_prepared_find(s, name);
    if (p == NULL)
        return tacit_wire_refuse(s, cx, "26000", "There is no prepared statement of this name.");
    tacit_wire_prepared_free(p);
    return TACIT_OK;
}

/* ---- the catalog ---- */

static const char *setting_of(void *user, const char *name)
{
    return tacit_wire_setting(user, name);
}

static tacit_status open_catalog(tacit_wire_session *s, tacit_ctx *cx)
{
    const tacit_pg_session about = { .desk = s->desk,
                                     .user = s->caller.name,
                                     .database = s->database,
                                     .number = s->number,
                                     .setting = setting_of,
                                     .setting_user = s };
    return s->catalog != NULL ? TACIT_OK : tacit_pg_open(cx, &about, &s->catalog);
}

static tacit_status run_catalog(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                bool run, tacit_wire_result *out)
{
    const tacit_pg_question q = { .text = call->statement->text,
                                  .node = call->statement->node,
                                  .values = call->values,
                                  .run = run };
    TACIT_TRY(open_catalog(s, cx));
    out->has_rows = true;
    const tacit_status status = tacit_pg_ask(cx, s->catalog, &q, s->state, &out->rows);
    (void)snprintf(out->tag, sizeof out->tag, "SELECT %zu", out->rows.rows);
    return status;
}

/* ---- all ---- */

/* After a failure in a transaction, only its end is let pass. */
static tacit_status check_state(tacit_wire_session *s, tacit_ctx *cx,
                                const tacit_wire_statement *st)
{
    const struct move *m = move_of(st->node);
    if (s->transaction != 'E' || (m != NULL && m->repairs))
        return TACIT_OK;
    return tacit_wire_refuse(s, cx, "25P02",
                             "The transaction has failed; end it by ROLLBACK first.");
}

tacit_status tacit_wire_execute(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                tacit_wire_result *out)
{
    const tacit_wire_statement *st = call->statement;
    *out = (tacit_wire_result){ 0 };
    TACIT_TRY(check_state(s, cx, st));
    switch (st->kind) {
    case TACIT_WIRE_QUESTION:
        return tacit_wire_question(s, cx, call, out);
    case TACIT_WIRE_CATALOG:
        return run_catalog(s, cx, call, true, out);
    case TACIT_WIRE_EXPLAIN:
        return tacit_wire_explain(s, cx, call, out);
    case TACIT_WIRE_TRANSACTION:
        return run_transaction(s, cx, st->node, out);
    case TACIT_WIRE_SET:
        return tacit_wire_run_set(s, cx, st->node, out);
    case TACIT_WIRE_SHOW:
        return run_show(s, cx, st->node, out);
    case TACIT_WIRE_DISCARD:
        return run_discard(s, st->node, out);
    case TACIT_WIRE_DEALLOCATE:
        return run_deallocate(s, cx, st->node, out);
    default:
        return refuse(s, cx, st->node);
    }
}

tacit_status tacit_wire_describe(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                 tacit_wire_result *out)
{
    const tacit_wire_statement *st = call->statement;
    *out = (tacit_wire_result){ 0 };
    TACIT_TRY(check_state(s, cx, st));
    switch (st->kind) {
    case TACIT_WIRE_QUESTION:
        return tacit_wire_question_shape(s, cx, call, out);
    case TACIT_WIRE_CATALOG:
        return run_catalog(s, cx, call, false, out);
    case TACIT_WIRE_EXPLAIN:
        return make_one(cx, "QUERY PLAN", NULL, out);
    case TACIT_WIRE_SHOW:
        TACIT_TRY(run_show(s, cx, st->node, out));
        out->rows.rows = 0;
        return TACIT_OK;
    case TACIT_WIRE_REFUSED:
        return refuse(s, cx, st->node);
    default:
        return TACIT_OK;
    }
}
