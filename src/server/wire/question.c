/*
 * question.c - questions about the data: asked at the desk, told as rows and a notice.
 *
 * The columns of an answer follow from the question and the settings alone, so that they can be
 * described before it is asked: with tacit.error on, each value is followed by low and high,
 * whether or not they are told.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "query/grammar/tree.h"
#include "server/wire/own.h"

/* ---- what is asked ---- */

/* The data set that a SELECT reads: the one of that name, else the first, whose refusal says what
 * there is. */
static const tacit_policy *policy_of(const tacit_wire_session *s, const json_t *node)
{
    for (size_t i = 0; i < tacit_desk_datasets(s->desk); i++)
        if (tacit_sql_reads(node, tacit_desk_policy(s->desk, i)->schema.name))
            return tacit_desk_policy(s->desk, i);
    return tacit_desk_policy(s->desk, 0);
}

/* Whether the columns of a data set that there is are asked for, and no more. */
static bool is_heading(const tacit_wire_session *s, const tacit_wire_call *call)
{
    const json_t *select = tacit_sql_is(call->statement->node, "SelectStmt");
    const json_t *from = json_array_get(json_object_get(select, "fromClause"), 0);
    const char *name =
        json_string_value(json_object_get(tacit_sql_is(from, "RangeVar"), "relname"));
    return tacit_wire_is_heading(call->statement) && name != NULL &&
           strcmp(policy_of(s, call->statement->node)->schema.name, name) == 0;
}

/* What the asker lets an answer spend, by SET tacit.epsilon. */
static tacit_status read_epsilon(tacit_wire_session *s, tacit_ctx *cx, const tacit_policy *policy,
                                 double *out)
{
    const char *text = tacit_wire_setting(s, "tacit.epsilon");
    *out = 0;
    if (text == NULL || *text == '\0')
        return TACIT_OK;
    if (policy->mode->unit != TACIT_SPENDS_EPSILON || !tacit_parse_real(text, out))
        return tacit_wire_refuse(s, cx, "22023",
                                 "tacit.epsilon is set, and the mode '%s' spends none; RESET it.",
                                 policy->mode->about.name);
    return TACIT_OK;
}

static tacit_status make_question(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                  tacit_desk_question *out)
{
    const tacit_policy *policy = policy_of(s, call->statement->node);
    *out = (tacit_desk_question){ .caller = &s->caller,
                                  .door = "wire",
                                  .dataset = policy->schema.name,
                                  .sql = call->statement->text,
                                  .values = call->values };
    return read_epsilon(s, cx, policy, &out->epsilon);
}

/* ---- columns ---- */

static const char *const SUFFIX[] = { "", "_low", "_high" };

static uint32_t type_of(const tacit_query *q, const tacit_query_shown *shown, size_t part)
{
    if (shown->is_axis)
        return TACIT_PG_TEXT;
    const tacit_aggregate_kind kind = q->aggregate[shown->at].kind;
    const bool whole = kind == TACIT_AGGREGATE_COUNT || kind == TACIT_AGGREGATE_PERSONS;
    return whole && part == 0 ? TACIT_PG_INT8 : TACIT_PG_FLOAT8;
}

static tacit_status make_columns(tacit_ctx *cx, const tacit_query *q, bool ranges,
                                 tacit_wire_result *out)
{
    char *name = NULL;
    out->has_rows = true;
    TACIT_TRY(tacit_scratch(cx, 3 * q->n_shown, sizeof *out->rows.column, &out->rows.column));
    for (size_t i = 0; i < q->n_shown; i++) {
        const size_t parts = ranges && !q->shown[i].is_axis ? 3 : 1;
        for (size_t part = 0; part < parts; part++) {
            TACIT_TRY(tacit_scratch_format(cx, &name, "%s%s", q->shown[i].name, SUFFIX[part]));
            out->rows.column[out->rows.columns++] =
                (tacit_pg_column){ name, type_of(q, &q->shown[i], part) };
        }
    }
    return TACIT_OK;
}

/* ---- rows ---- */

/* The column of the sheet that shows item `i` of the question in this part, or the number of
 * columns if it has none: parts stand behind the value that they are of. */
static size_t sheet_column(const tacit_sheet *sheet, size_t i, size_t part)
{
    size_t j = 0;
    for (size_t seen = 0; j < sheet->columns; j++) {
        seen += sheet->column[j].part == TACIT_SHEET_VALUE;
        if (seen == i + 1 && sheet->column[j].part == (tacit_sheet_part)part)
            return j;
    }
    return j;
}

static tacit_status make_cell(tacit_ctx *cx, const tacit_sheet_cell *c, uint32_t type,
                              const char **out)
{
    char number[TACIT_NUMBER_BYTES], *copy = NULL;
    *out = c->text;
    if (c->text != NULL || !isfinite(c->number))
        return TACIT_OK;
    if (type == TACIT_PG_INT8 && fabs(c->number) < 9e15)
        tacit_format_integer((int64_t)nearbyint(c->number), number);
    else
        tacit_format_real(c->number, number);
    TACIT_TRY(tacit_scratch_text(cx, number, &copy));
    *out = copy;
    return TACIT_OK;
}

static tacit_status make_rows(tacit_ctx *cx, const tacit_desk_answer *a, bool ranges,
                              tacit_wire_result *out)
{
    const tacit_sheet *sheet = &a->sheet;
    const tacit_query *q = &a->reply.query;
    const size_t n = out->rows.columns;
    out->rows.rows = sheet->rows;
    TACIT_TRY(tacit_scratch(cx, sheet->rows * n, sizeof *out->rows.cell, &out->rows.cell));
    for (size_t i = 0, column = 0; i < q->n_shown; i++) {
        const size_t parts = ranges && !q->shown[i].is_axis ? 3 : 1;
        for (size_t part = 0; part < parts; part++, column++) {
            const size_t from = sheet_column(sheet, i, part);
            for (size_t row = 0; from < sheet->columns && row < sheet->rows; row++)
                TACIT_TRY(make_cell(cx, &sheet->cell[row * sheet->columns + from],
                                    out->rows.column[column].type,
                                    &out->rows.cell[row * n + column]));
        }
    }
    return TACIT_OK;
}

/* ---- what is said besides ---- */

static tacit_status add_number(tacit_ctx *cx, tacit_buffer *b, const char *before, double x,
                               const char *after)
{
    return tacit_buffer_format(cx, b, "%s%.6g%s", before, x, after);
}

/* The least that any limit leaves; NAN if there is none. */
static double left_of(const tacit_query_bill *bill)
{
    double left = NAN;
    for (size_t i = 0; i < TACIT_LEDGER_SCOPES; i++)
        if (bill->of[i].limited)
            left = fmin(left, bill->of[i].left);
    return left;
}

/* "It cost 4 cells; 96 are left.", as far as there is a ledger. */
static tacit_status say_cost(tacit_ctx *cx, const tacit_desk_answer *a, tacit_buffer *b)
{
    const tacit_query_bill *bill = &a->reply.bill;
    const char *unit = tacit_mode_unit_name(a->policy->mode->unit);
    const double left = left_of(bill);
    if (!bill->kept) {
        TACIT_TRY(add_number(cx, b, "cost ", a->reply.cost.amount, " "));
        return tacit_buffer_format(cx, b, "%s, not counted: there is no ledger", unit);
    }
    if (bill->before)
        TACIT_TRY(tacit_buffer_text(cx, b, "answered before: it cost nothing"));
    else
        TACIT_TRY(add_number(cx, b, "cost ", bill->paid, " "));
    if (!bill->before)
        TACIT_TRY(tacit_buffer_text(cx, b, unit));
    return isfinite(left) ? add_number(cx, b, ", left ", left, "") : TACIT_OK;
}

static tacit_status notify(tacit_wire_session *s, tacit_ctx *cx, const tacit_desk_answer *a)
{
    tacit_buffer b = { 0 };
    char *detail = NULL;
    const char *least = tacit_wire_setting(s, "client_min_messages");
    if (least != NULL && (strcasecmp(least, "warning") == 0 || strcasecmp(least, "error") == 0))
        return TACIT_OK;
    tacit_status status = say_cost(cx, a, &b);
    if (status == TACIT_OK && isfinite(a->reply.error))
        status = add_number(cx, &b, "; the noise of a count has standard deviation ",
                            a->reply.error, "");
    if (status == TACIT_OK)
        status = tacit_scratch_format(cx, &detail, "%s %s", a->policy->mode->tells,
                                      a->policy->mode->lacks);
    if (status == TACIT_OK)
        tacit_wire_send_notice(s, b.text, detail);
    tacit_buffer_free(&b);
    return status;
}

/* ---- asking ---- */

/* Why it was not answered; what the grammar said of the text stands in `cx` already. */
static tacit_status fail(tacit_wire_session *s, tacit_ctx *cx, tacit_outcome code, const char *why)
{
    const bool said = code == TACIT_OUTCOME_SYNTAX || code == TACIT_OUTCOME_SCHEMA;
    if (said && tacit_fail_details_of(cx) != NULL)
        return TACIT_ERR_INPUT;
    return tacit_wire_refuse(s, cx, tacit_outcome_sqlstate(code), "%s: %s",
                             tacit_outcome_name(code), why != NULL ? why : tacit_outcome_why(code));
}

static tacit_status take_turn(tacit_wire_session *s, tacit_ctx *cx)
{
    double seconds = 0;
    const tacit_outcome code = tacit_desk_turn(s->desk, &s->caller, &seconds);
    if (code == TACIT_OUTCOME_RATE)
        return tacit_wire_refuse(s, cx, tacit_outcome_sqlstate(code), "%s: %s In %.0f seconds.",
                                 tacit_outcome_name(code), tacit_outcome_why(code), ceil(seconds));
    return code == TACIT_OUTCOME_OK ? TACIT_OK : fail(s, cx, code, NULL);
}

/* While `cx` is active, another connection may cancel the work under it, and so does the time that
 * the client set, or its going away. */
static void set_active(tacit_wire_session *s, tacit_ctx *cx)
{
    const uint64_t most = tacit_wire_timeout(s);
    (void)pthread_mutex_lock(&s->lock);
    s->active = cx;
    s->late = most > 0 ? tacit_desk_now() + most : 0;
    (void)pthread_mutex_unlock(&s->lock);
}

/* Ask at the desk; whether it was cancelled, which what comes after it is not. */
static bool ask(tacit_wire_session *s, tacit_ctx *cx, const tacit_desk_question *q,
                tacit_desk_answer *a)
{
    set_active(s, cx);
    tacit_desk_ask(cx, s->desk, q, a);
    set_active(s, NULL);
    const bool cancelled = tacit_is_cancelled(cx);
    tacit_ctx_resume(cx);
    return cancelled && a->code == TACIT_OUTCOME_SERVER;
}

tacit_status tacit_wire_question(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                 tacit_wire_result *out)
{
    const uint64_t arrived = tacit_desk_now();
    tacit_desk_question q;
    tacit_desk_answer a;
    if (is_heading(s, call))
        return tacit_wire_heading(cx, &policy_of(s, call->statement->node)->schema, out);
    TACIT_TRY(make_question(s, cx, call, &q));
    TACIT_TRY(take_turn(s, cx));
    const bool cancelled = ask(s, cx, &q, &a);
    const uint64_t due = tacit_desk_due(s->desk, arrived);
    tacit_status status = cancelled ? tacit_wire_refuse(s, cx, "57014",
                                                        "It was cancelled, or took longer than "
                                                        "'statement_timeout'; what it cost stays "
                                                        "spent.")
                          : a.code != TACIT_OUTCOME_OK
                              ? fail(s, cx, a.code, a.why)
                              : make_columns(cx, &a.reply.query, call->ranges, out);
    if (status == TACIT_OK)
        status = make_rows(cx, &a, call->ranges, out);
    if (status == TACIT_OK)
        status = notify(s, cx, &a);
    (void)snprintf(out->tag, sizeof out->tag, "SELECT %zu", out->rows.rows);
    tacit_desk_wait(due);
    return status;
}

tacit_status tacit_wire_question_shape(tacit_wire_session *s, tacit_ctx *cx,
                                       const tacit_wire_call *call, tacit_wire_result *out)
{
    const tacit_query_schema *schema = &policy_of(s, call->statement->node)->schema;
    tacit_query q;
    if (is_heading(s, call))
        return tacit_wire_heading(cx, schema, out);
    TACIT_TRY(call->values == NULL
                  ? tacit_sql_read_shape(cx, call->statement->text, schema, &q)
                  : tacit_sql_read_bound(cx, call->statement->text, call->values, schema, &q));
    return make_columns(cx, &q, call->ranges, out);
}

/* ---- EXPLAIN ---- */

/* The lines of an explanation. */
static tacit_status add_line(tacit_ctx *cx, tacit_wire_result *out, const char *name,
                             const char *text)
{
    char *line = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &line, "%s: %s", name, text));
    out->rows.cell[out->rows.rows++] = line;
    return TACIT_OK;
}

static tacit_status add_lines(tacit_ctx *cx, const tacit_desk_answer *a, tacit_wire_result *out)
{
    enum { LINES = 6 };
    char number[TACIT_NUMBER_BYTES], *cost = NULL;
    TACIT_TRY(tacit_scratch(cx, LINES, sizeof *out->rows.cell, &out->rows.cell));
    tacit_format_real(a->reply.cost.amount, number);
    TACIT_TRY(tacit_scratch_format(cx, &cost, "%s %s", number,
                                   tacit_mode_unit_name(a->policy->mode->unit)));
    TACIT_TRY(add_line(cx, out, "Question", a->reply.query.text));
    TACIT_TRY(add_line(cx, out, "Key", a->reply.query.key));
    TACIT_TRY(add_line(cx, out, "Cost", cost));
    if (isfinite(a->reply.error)) {
        tacit_format_real(a->reply.error, number);
        TACIT_TRY(add_line(cx, out, "Standard deviation of the noise of a count", number));
    }
    TACIT_TRY(add_line(cx, out, "Answer", a->policy->mode->tells));
    return add_line(cx, out, "Not promised", a->policy->mode->lacks);
}

tacit_status tacit_wire_explain(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                tacit_wire_result *out)
{
    const json_t *explain = tacit_sql_is(call->statement->node, "ExplainStmt");
    tacit_desk_question q;
    tacit_desk_answer a;
    if (json_object_get(explain, "options") != NULL ||
        tacit_sql_is(json_object_get(explain, "query"), "SelectStmt") == NULL)
        return tacit_wire_refuse(s, cx, "0A000", "It is written EXPLAIN SELECT ..., no more.");
    TACIT_TRY(make_question(s, cx, call, &q));
    TACIT_TRY(take_turn(s, cx));
    tacit_desk_explain(cx, s->desk, &q, &a);
    if (a.code != TACIT_OUTCOME_OK)
        return fail(s, cx, a.code, a.why);
    out->has_rows = true;
    out->rows.columns = 1;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *out->rows.column, &out->rows.column));
    out->rows.column[0] = (tacit_pg_column){ "QUERY PLAN", TACIT_PG_TEXT };
    (void)snprintf(out->tag, sizeof out->tag, "EXPLAIN");
    return add_lines(cx, &a, out);
}
