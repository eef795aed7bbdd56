/*
 * settle.c - post randomisation that is settled: what the matrix is made from stands in the step.
 *
 * Without strata the matrix of a column follows from its categories, their probabilities of
 * staying and their counts, so that a settled step can be carried out on any rows of these
 * categories.  Rows draw from the stream of their block: blocks give what the whole gives.
 * O(rows + categories), and reading a matrix that is given.
 */
#include "micro/method/pram/own.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "table/append.h"

/* ---- deciding ---- */

/* How many of the rows of `t`, which may be counted combinations, have each category of `c`. */
static tacit_status count_categories(tacit_ctx *cx, const tacit_table *t,
                                     const tacit_pram_column *c, double **out)
{
    const size_t j = tacit_table_find(t, TACIT_COUNT);
    const int64_t *count =
        j < tacit_table_columns(t) ? tacit_column_integers(tacit_table_column(t, j)) : NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof **out, out));
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        if (c->of[i] < c->n)
            (*out)[c->of[i]] += count != NULL ? (double)count[i] : 1.0;
    return TACIT_OK;
}

/* The texts of the categories, NULL for missing. */
static tacit_status name_categories(tacit_ctx *cx, const tacit_pram_column *c, const char ***out)
{
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof **out, out));
    for (uint32_t v = 0; v < c->values.n; v++) {
        char room[TACIT_NUMBER_BYTES], *text = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(c->column, c->row[v], room), &text));
        (*out)[v] = text;
    }
    return TACIT_OK;
}

/* Settle the column called `name` of `t`, whose rows may be counted. */
static tacit_status settle_column(tacit_ctx *cx, const tacit_job *job, const tacit_table *t,
                                  const char *name, tacit_decision *out)
{
    tacit_pram_column c = { .column = tacit_table_column(t, tacit_table_find(t, name)) };
    const tacit_rng rng = tacit_pram_stream(job->rng, c.column, 0, "matrix");
    const char **texts = NULL;
    double *stay = NULL, *count = NULL;
    tacit_change *own = NULL;
    TACIT_TRY(tacit_pram_categories(cx, job->args, &c));
    TACIT_TRY(name_categories(cx, &c, &texts));
    TACIT_TRY(tacit_pram_stay(cx, job->args, rng, c.n, &stay));
    TACIT_TRY(count_categories(cx, t, &c, &count));
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_pram, job->args, &own));
    TACIT_TRY(tacit_change_column(cx, out, own, name));
    TACIT_TRY(tacit_change_set(cx, out, own, "categories",
                               &(tacit_value){ .given = true, .n = c.n, .texts = texts }));
    TACIT_TRY(tacit_change_set(cx, out, own, "stays",
                               &(tacit_value){ .given = true, .n = c.n, .reals = stay }));
    return tacit_change_set(cx, out, own, "counts",
                            &(tacit_value){ .given = true, .n = c.n, .reals = count });
}

/* Settle column j of the job's table, whose rows may be elsewhere. */
static tacit_status settle_looked(tacit_ctx *cx, const tacit_job *job, size_t j,
                                  tacit_decision *out)
{
    const char *name = tacit_column_name(tacit_table_column(job->in, j));
    tacit_table *counted = NULL;
    if (job->look == NULL)
        return settle_column(cx, job, job->in, name, out);
    TACIT_TRY(tacit_look_count(cx, job->look, job->in, &(tacit_select){ 1, &j }, &counted));
    const tacit_status status = settle_column(cx, job, counted, name, out);
    tacit_table_free(counted);
    return status;
}

/* Fail unless the arguments of a settled step go together. */
static tacit_status check_settled(tacit_ctx *cx, const tacit_args *args)
{
    const size_t n = args->at[TACIT_PRAM_CATEGORIES].n;
    bool right = args->at[TACIT_PRAM_COLUMNS].n == 1 && args->at[TACIT_PRAM_CATEGORIES].given &&
                 !args->at[TACIT_PRAM_KEEP_WITH].given;
    for (size_t i = TACIT_PRAM_STAYS; i <= TACIT_PRAM_COUNTS; i++)
        right = right && args->at[i].given && args->at[i].n == n;
    for (size_t k = 0; right && k < n; k++)
        right = args->at[TACIT_PRAM_STAYS].reals[k] >= tacit_pram_least(n) &&
                args->at[TACIT_PRAM_COUNTS].reals[k] > 0.0;
    if (right)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'categories', 'stays' and 'counts' of pram go together, for one column "
                      "without strata: a probability of staying of at least 1 / n and a count "
                      "above 0 for each of n categories.");
}

tacit_status tacit_pram_settle(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    bool settled = false;
    for (size_t i = TACIT_PRAM_CATEGORIES; i <= TACIT_PRAM_COUNTS; i++)
        settled = settled || tacit_arg_given(job->args, i);
    if (settled) {
        TACIT_TRY(check_settled(cx, job->args));
        return tacit_decision_add(cx, out, &tacit_method_pram, job->args, NULL);
    }
    for (size_t c = 0; c < job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, c, job->cols.n));
        TACIT_TRY(settle_looked(cx, job, job->cols.at[c], out));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* ---- applying ---- */

/* Read all of `text` as a whole number of any length that fits. */
static bool parse_whole(const char *text, int64_t *out)
{
    char *end = NULL;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

/* Append `text` as a cell of a column of `type`. */
static tacit_status append_text(tacit_ctx *cx, tacit_builder *b, tacit_type type, const char *text)
{
    int64_t whole = 0;
    double real = 0.0;
    int32_t day = 0;
    if (text == NULL)
        return tacit_builder_missing(cx, b);
    if (type == TACIT_TYPE_CATEGORY)
        return tacit_builder_text(cx, b, text, strlen(text));
    if (type == TACIT_TYPE_INTEGER && parse_whole(text, &whole))
        return tacit_builder_integers(cx, b, &whole, NULL, 1);
    if (type == TACIT_TYPE_REAL && tacit_parse_real(text, &real))
        return tacit_builder_reals(cx, b, &real, NULL, 1);
    if (type == TACIT_TYPE_DATE && tacit_parse_date(text, &day))
        return tacit_builder_dates(cx, b, &day, NULL, 1);
    return tacit_fail(cx, TACIT_ERR_INPUT, "'categories' of pram need texts that are a %s.",
                      tacit_type_name(type));
}

static tacit_status append_all(tacit_ctx *cx, const tacit_column *c, const tacit_value *categories,
                               tacit_builder *b)
{
    const tacit_type type = tacit_column_type(c);
    TACIT_TRY(tacit_builder_append(cx, b, type, c));
    for (size_t k = 0; k < categories->n; k++)
        TACIT_TRY(append_text(cx, b, type, categories->texts[k]));
    return tacit_builder_notes(cx, b, tacit_column_notes_of(c));
}

/* The cells of `c`, and behind them one of each listed category. */
static tacit_status extend(tacit_ctx *cx, const tacit_column *c, const tacit_value *categories,
                           tacit_column **out)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), tacit_column_type(c), 0, &b));
    const tacit_status status = append_all(cx, c, categories, b);
    if (status == TACIT_OK)
        return tacit_builder_finish(cx, b, out);
    tacit_builder_free(b);
    return status;
}

/* Give the listed categories the numbers that they have among those of `c`, which has one row of
 * each behind its first `rows`; fail if it has others. */
static tacit_status place_categories(tacit_ctx *cx, const tacit_change *change, size_t rows,
                                     const tacit_pram_column *c, tacit_pram_room *r,
                                     tacit_pram_group *g)
{
    const tacit_args *args = &change->args;
    uint32_t *category = NULL;
    g->n = args->at[TACIT_PRAM_CATEGORIES].n;
    if (c->n != g->n)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %u categories with those that the step lists, which "
                          "are %zu.",
                          tacit_column_name(c->column), c->n, g->n);
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *category, &category));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *g->count, &g->count));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *g->after, &g->after));
    for (uint32_t k = 0; k < g->n; k++) {
        category[k] = c->of[rows + k];
        r->local[category[k]] = k;
        g->count[k] = args->at[TACIT_PRAM_COUNTS].reals[k];
    }
    g->category = category;
    return TACIT_OK;
}

/* The matrix over the listed categories. */
static tacit_status settled_matrix(tacit_ctx *cx, const tacit_change *change, tacit_pram_column *c,
                                   tacit_pram_group *g)
{
    const tacit_args *args = &change->args;
    const double *stay = args->at[TACIT_PRAM_STAYS].reals;
    tacit_pram_given given;
    if (!tacit_arg_given(args, TACIT_PRAM_MATRIX))
        return tacit_pram_make(cx, args, NULL, stay, c, g);
    TACIT_TRY(tacit_pram_read(cx, tacit_arg_text(args, TACIT_PRAM_MATRIX), &given));
    TACIT_TRY(tacit_pram_place(cx, &given, c));
    return tacit_pram_make(cx, args, &given, stay, c, g);
}

/* Draw the cells of `c`, the extended column, for its first `rows` rows: `r->at`. */
static tacit_status draw(tacit_ctx *cx, const tacit_change *change, const tacit_stretch *at,
                         size_t rows, tacit_pram_column *c, tacit_pram_room *r)
{
    const tacit_rng cells = tacit_pram_stream(at->rng, c->column, 0, "cells");
    tacit_pram_group g = { .block = at->first / TACIT_BLOCK_ROWS };
    size_t *all = NULL;
    TACIT_TRY(tacit_pram_categories(cx, &change->args, c));
    TACIT_TRY(tacit_pram_room_new(cx, rows, c, r));
    TACIT_TRY(place_categories(cx, change, rows, c, r, &g));
    if (g.n == 0)
        return TACIT_OK;
    TACIT_TRY(settled_matrix(cx, change, c, &g));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *all, &all));
    if (rows > 0)
        memcpy(all, r->at, rows * sizeof *all);
    const tacit_row_list list = { rows, all };
    TACIT_TRY(tacit_pram_draw_rows(cx, c, &cells, &list, &g, r));
    tacit_pram_count_rows(c, &list, &g, r);
    return TACIT_OK;
}

/* Whether the first `rows` rows have every category: then they are taken from the column as it
 * is, which keeps its dictionary. */
static bool has_all(const tacit_pram_column *c, size_t rows)
{
    for (uint32_t v = 0; v < c->n; v++)
        if (c->row[v] >= rows)
            return false;
    return true;
}

static tacit_status mask_column(tacit_ctx *cx, const tacit_change *change, const tacit_stretch *at,
                                size_t j, tacit_table *t)
{
    const tacit_column *old = tacit_table_column(t, j);
    const size_t rows = tacit_table_rows(t);
    tacit_column *wider = NULL, *own = NULL;
    tacit_pram_room r = { 0 };
    TACIT_TRY(extend(cx, old, &change->args.at[TACIT_PRAM_CATEGORIES], &wider));
    tacit_pram_column c = { .column = wider };
    tacit_status status = draw(cx, change, at, rows, &c, &r);
    if (status == TACIT_OK)
        status = tacit_column_take(cx, has_all(&c, rows) ? old : wider, tacit_column_name(old),
                                   &(tacit_row_list){ rows, r.at }, &own);
    tacit_column_free(wider);
    if (status == TACIT_OK)
        tacit_table_replace(t, j, own);
    return status;
}

tacit_status tacit_pram_apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                              const tacit_stretch *at, tacit_table *t)
{
    TACIT_TRY(check_settled(cx, &change->args));
    for (size_t c = 0; c < cols->n; c++)
        TACIT_TRY(mask_column(cx, change, at, cols->at[c], t));
    return TACIT_OK;
}
