/*
 * carried.c - a plan that is decided on a histogram which people bring, and carried out by them.
 */
#include "run/stream/flow.h"
#include "run/stream/judge.h"
#include "run/stream/stream.h"
#include "run/stream/there.h"

/* Fail unless the histogram has as many records as were counted. */
static tacit_status check_rows(tacit_ctx *cx, tacit_data *data, uint64_t rows)
{
    uint64_t found = 0;
    TACIT_TRY(tacit_there_rows(cx, data, &found));
    if (rows == 0 || rows == found)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The histogram has %llu records, and the table has another number: count it "
                      "again.",
                      (unsigned long long)found);
}

tacit_status tacit_carried_rows(tacit_ctx *cx, const tacit_carried *c, uint64_t *rows)
{
    return tacit_there_rows(cx, c->data, rows);
}

tacit_status tacit_carried_decide(tacit_ctx *cx, tacit_work *w, uint64_t rows, tacit_carried *c)
{
    tacit_flow f = { .w = w, .data = c->data };
    const char *why = NULL;
    TACIT_TRY(tacit_stream_refusal(cx, w->plan, &why));
    if (why != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The plan cannot be said in SQL: %s.", why);
    TACIT_TRY(check_rows(cx, c->data, rows));
    TACIT_TRY(tacit_scratch(cx, w->plan->n_steps + 1, sizeof *c->decided, &c->decided));
    TACIT_TRY(tacit_scratch(cx, w->plan->n_steps + 1, sizeof *f.stream, &f.stream));
    f.decided = c->decided;
    TACIT_TRY(tacit_flow_shape(cx, &f, &c->before));
    TACIT_TRY(tacit_work_know(cx, w));
    TACIT_TRY(tacit_table_copy(cx, c->before, &c->shape));
    c->steps = tacit_there_steps(w->plan); /* to be freed, also of a failure */
    return tacit_stream_decide(cx, w, &f, c->shape);
}

/* How many records the decisions leave. */
static tacit_status count_left(tacit_ctx *cx, const tacit_work *w, const tacit_carried *c,
                               uint64_t *rows)
{
    const tacit_flow f = { .w = w, .data = c->data, .decided = c->decided, .steps = c->steps };
    tacit_select keys = { 0 };
    const char **name = NULL;
    tacit_table *left = NULL;
    TACIT_TRY(tacit_work_columns(cx, w, c->data, TACIT_ROLE_KEY, &keys));
    TACIT_TRY(tacit_scratch(cx, keys.n, sizeof *name, &name));
    for (size_t k = 0; k < keys.n; k++)
        name[k] = c->data->schema.field[keys.at[k]].name;
    TACIT_TRY(tacit_flow_count(cx, &f, name, keys.n, &left));
    const tacit_column *n = tacit_table_column(left, tacit_table_find(left, TACIT_COUNT));
    *rows = 0;
    for (size_t i = 0; i < tacit_column_length(n); i++)
        *rows += (uint64_t)tacit_column_integers(n)[i];
    tacit_table_free(left);
    return TACIT_OK;
}

tacit_status tacit_carried_judge(tacit_ctx *cx, tacit_work *w, const tacit_carried *c,
                                 tacit_data *written, uint64_t *rows, bool *holds)
{
    uint64_t left = 0;
    bool before = true;
    TACIT_TRY(tacit_there_rows(cx, written, rows));
    TACIT_TRY(count_left(cx, w, c, &left));
    if (*rows != left)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The table that was made has another number of records than was decided: "
                          "the data has changed, or the statement did not end; drop it and count "
                          "again.");
    TACIT_TRY(tacit_stream_measure(cx, w, c->data, "before", &before));
    return tacit_stream_measure(cx, w, written, "after", holds);
}

void tacit_carried_end(tacit_carried *c)
{
    for (size_t i = 0; i < c->steps; i++)
        tacit_decision_free(&c->decided[i]);
    tacit_table_free(c->before);
    tacit_table_free(c->shape);
    tacit_data_close(c->data);
}
