/*
 * there.c - a release that is made where the data is.
 *
 * Only combinations of keys come over and the decision goes back, as one query that makes a table
 * of a table.  What is judged is what was written: its rows are counted there, under a name that
 * nobody knows, in the snapshot that was decided on.  Nothing is compared cell by cell, which would
 * fetch all rows; what the query has to do to a cell is tried by tests.
 */
#include "run/stream/there.h"

#include <string.h>

#include "engine/gather.h"
#include "engine/grouped.h"
#include "run/sql/sql.h"
#include "run/stream/judge.h"

/* The same by what the plan says. */
static bool stays(const tacit_plan *plan)
{
    return plan->histogram != NULL || tacit_data_is_served(plan->output);
}

bool tacit_there_stays(const tacit_work *w)
{
    return w->counts || stays(w->plan);
}

size_t tacit_there_steps(const tacit_plan *plan)
{
    size_t n = plan->n_steps;
    while (stays(plan) && n > 0 && plan->step[n - 1].method == &tacit_method_reorder)
        n--;
    return n;
}

tacit_status tacit_there_check(tacit_ctx *cx, const tacit_plan *plan, bool *out)
{
    const char *why = NULL;
    if (!tacit_data_are_together(plan->data, plan->output))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A table on a server is made of one of the same database, and the data "
                          "is elsewhere; load it into the database, or name a file as the output.");
    TACIT_TRY(tacit_stream_refusal(cx, plan, &why));
    *out = why == NULL;
    return *out ? TACIT_OK
                : tacit_fail(cx, TACIT_ERR_INPUT,
                             "The plan cannot be carried out where the data is: %s; name a file as "
                             "the output, and all records are fetched.",
                             why);
}

tacit_status tacit_there_rows(tacit_ctx *cx, tacit_data *data, uint64_t *rows)
{
    static const tacit_select none = { 0 };
    tacit_table *t = NULL;
    TACIT_TRY(data->engine->group(cx, data, &none, data->schema.n, &t));
    const tacit_column *count = tacit_table_column(t, tacit_table_find(t, TACIT_COUNT));
    *rows = tacit_column_length(count) > 0 ? (uint64_t)tacit_column_number(count, 0) : 0;
    tacit_table_free(t);
    if (*rows == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.", data->uri);
    return TACIT_OK;
}

/* Mark the columns that argument `name` of a change names, if it has that. */
static void mark_named(const tacit_data *data, const tacit_args *args, const char *name, bool *out)
{
    const size_t at = tacit_param_find(args->params, name);
    if (at >= args->n || !args->at[at].given)
        return;
    for (size_t c = 0; c < args->at[at].n; c++) {
        const size_t j = tacit_data_find(data, args->at[at].texts[c]);
        if (j < data->schema.n)
            out[j] = true;
    }
}

/* Which columns a decision changes or goes by. */
static tacit_status find_changed(tacit_ctx *cx, const tacit_flow *f, bool **out)
{
    TACIT_TRY(tacit_scratch(cx, f->data->schema.n, sizeof **out, out));
    for (size_t i = 0; i < f->steps; i++)
        for (size_t k = 0; k < f->decided[i].n; k++) {
            mark_named(f->data, &f->decided[i].at[k].args, "columns", *out);
            mark_named(f->data, &f->decided[i].at[k].args, "by", *out);
        }
    return TACIT_OK;
}

/* The query of the rows after the flow's changes: those that are where a part of `target` is made
 * (NULL: all), in random order unless `ordered`. */
static tacit_status put_query(tacit_ctx *cx, const tacit_flow *f, const char *target, bool ordered,
                              const tacit_table *before, tacit_buffer *out)
{
    const tacit_maker *maker = f->data->engine->maker;
    bool *changed = NULL;
    tacit_buffer source = { 0 };
    TACIT_TRY(find_changed(cx, f, &changed));
    tacit_status status = maker->rows(cx, f->data, target, changed, &source);
    const tacit_sql_way how = { .dialect = maker->dialect,
                                .source = source.text,
                                .shuffled = !ordered };
    if (status == TACIT_OK)
        status = tacit_sql_select(cx, &how, before, f->decided, f->steps, out);
    tacit_buffer_free(&source);
    return status;
}

/* ---- ids ---- */

void tacit_there_leave_out(tacit_ctx *cx, const tacit_plan *plan, const tacit_decision *decision,
                           tacit_table *shape)
{
    for (size_t k = 0; stays(plan) && k < decision->n; k++) {
        const tacit_change *change = &decision->at[k];
        const tacit_value *columns = tacit_change_value(change, "columns");
        if (change->method != &tacit_method_renumber || !tacit_change_value(change, "order")->given)
            continue;
        for (size_t c = 0; c < columns->n; c++) {
            tacit_table_drop(shape, tacit_table_find(shape, columns->texts[c]));
            tacit_warn(cx,
                       "'%s' is not in the release: random numbers for ids cannot be given where "
                       "the data is. Name a file as the output to have them.",
                       columns->texts[c]);
        }
    }
}

/* ---- looking ---- */

/* Append the query that counts the values of `column` in the rows of `query`. */
static tacit_status put_values(tacit_ctx *cx, const tacit_sql_dialect *d, const char *column,
                               tacit_type type, const char *query, tacit_buffer *out)
{
    char *relation = NULL, *form = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &relation, "(%s) tacit_v", query));
    TACIT_TRY(tacit_scratch_format(cx, &form, type == TACIT_TYPE_CATEGORY ? "%s" : "CAST(%s AS %s)",
                                   type == TACIT_TYPE_DATE ? d->days : "$", d->real_type));
    const tacit_sql_field field = { .name = column, .type = type, .form = form };
    const tacit_sql_query q = { .dialect = d, .relation = relation, .column = &field, .n = 1 };
    return tacit_sql_put_count(cx, &q, NULL, true, out);
}

/* A taker of a column, for those who hand over tables that begin with it. */
typedef struct taking {
    tacit_look_take *take;
    void *user;
} taking;

static tacit_status take_first(tacit_ctx *cx, void *user, const tacit_table *part)
{
    const taking *own = user;
    return own->take(cx, own->user, tacit_table_column(part, 0));
}

/* Ask for the values of the column, which has the type, by the query of the rows. */
static tacit_status fetch_values(tacit_ctx *cx, const tacit_flow *f, const tacit_field *column,
                                 const char *query, tacit_table **out)
{
    const tacit_maker *maker = f->data->engine->maker;
    const tacit_field fields[] = {
        { .name = column->name,
          .type = column->type == TACIT_TYPE_CATEGORY ? TACIT_TYPE_CATEGORY : TACIT_TYPE_REAL },
        { .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER }
    };
    static const tacit_select none = { 0 };
    tacit_buffer sql = { 0 };
    tacit_status status = put_values(cx, maker->dialect, column->name, column->type, query, &sql);
    const tacit_fetch fetch = { .sql = sql.text, .columns = &none, .extra = fields, .n_extra = 2 };
    if (status == TACIT_OK)
        status = maker->ask(cx, f->data, &fetch, out);
    tacit_buffer_free(&sql);
    return status;
}

tacit_status tacit_there_values(tacit_ctx *cx, const tacit_flow *f, const char *column,
                                tacit_look_take *take, void *user)
{
    tacit_table *shape = NULL, *t = NULL;
    tacit_buffer query = { 0 };
    TACIT_TRY(tacit_flow_shape(cx, f, &shape));
    tacit_status status = put_query(cx, f, NULL, true, shape, &query);
    if (status == TACIT_OK)
        status = tacit_flow_change(cx, f, 0, shape);
    const size_t j = status == TACIT_OK ? tacit_table_find(shape, column) : 0;
    const tacit_field field = { .name = column,
                                .type = status == TACIT_OK
                                            ? tacit_column_type(tacit_table_column(shape, j))
                                            : TACIT_TYPE_REAL };
    if (status == TACIT_OK)
        status = fetch_values(cx, f, &field, query.text, &t);
    tacit_buffer_free(&query);
    tacit_table_free(shape);
    if (status == TACIT_OK)
        status = tacit_grouped_rows(cx, t, &(tacit_sink){ take_first, &(taking){ take, user } });
    tacit_table_free(t);
    return status;
}

/* ---- making ---- */

tacit_status tacit_there_make(tacit_ctx *cx, tacit_work *w, const tacit_flow *f, tacit_streamed *s)
{
    tacit_buffer query = { 0 };
    tacit_status status =
        put_query(cx, f, w->plan->output, w->plan->keeps_order, s->before, &query);
    const tacit_placing what = { .target = w->plan->output,
                                 .query = query.text,
                                 .force = w->force };
    if (status == TACIT_OK)
        status = tacit_work_make(cx, w, f->data, &what);
    tacit_buffer_free(&query);
    TACIT_TRY(status);
    tacit_data *made = w->made->data;
    TACIT_TRY(tacit_there_rows(cx, made, &s->rows));
    TACIT_TRY(tacit_stream_measure(cx, w, made, "after", &s->holds));
    if (s->holds)
        TACIT_TRY(made->engine->maker->digest(cx, made, false, s->digest));
    tacit_warn(cx, "The release was made where the data is: what compares all records before and "
                   "after was left out.");
    return TACIT_OK;
}
