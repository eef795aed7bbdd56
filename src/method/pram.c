/*
 * pram.c - post randomisation: categories change by chance, with known probabilities.
 *
 * Kooiman, Willenborg and Gouweleeuw (1997); Gouweleeuw, Kooiman, Willenborg and de Wolf
 * (1998).  The category k of a cell becomes l with the probability p_kl of a matrix P that is
 * read from a file, or made: the probabilities of staying are `diagonal`, or drawn uniformly
 * between `diagonal` and 1, and the rest of a row is equal.  Staying is never less likely than
 * becoming a given other category: `diagonal` is raised to 1 / n where it is less.
 * With `kind: invariant` the matrix is alpha P Q + (1 - alpha) I, Q being the Bayes inverse of
 * P, so that expected frequencies are the original ones; see stats/pram.c.
 *
 * Each stratum, refined by the columns `keep_with`, has a matrix of its own over the categories
 * that occur in it, so that no combination arises that the data does not have.  Missing cells
 * stay missing and take no part, or are a category.  Weights are not used: invariance is that
 * of unweighted frequencies.  O(n) a column for any number of categories unless a matrix is
 * given; blocks of a stratum's rows have streams of their own.
 */
#include "method/pram_own.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "table/take.h"

enum { COLUMNS, KIND, DIAGONAL, STAY, ALPHA, MATRIX, KEEP_WITH, MISSING };
enum { INVARIANT, PLAIN };
enum { DRAWN, FIXED };

static const char *const KINDS[] = { "invariant", "plain", NULL };
static const char *const STAYS[] = { "drawn", "fixed", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [KIND] = { .name = "kind",
               .type = TACIT_PARAM_CHOICE,
               .choices = KINDS,
               .help = "make the matrix keep frequencies in expectation, or use it as it is" },
    [DIAGONAL] = { .name = "diagonal",
                   .type = TACIT_PARAM_REAL,
                   .preset = 0.8,
                   .max = 1.0,
                   .help = "least probability with which a category stays" },
    [STAY] = { .name = "stay",
               .type = TACIT_PARAM_CHOICE,
               .choices = STAYS,
               .help = "the probabilities of staying: drawn between diagonal and 1 for each "
                       "category, or diagonal for all" },
    [ALPHA] = { .name = "alpha",
                .type = TACIT_PARAM_REAL,
                .preset = 0.5,
                .max = 1.0,
                .help = "share of the invariant matrix, the rest being no change at all" },
    [MATRIX] = { .name = "matrix",
                 .type = TACIT_PARAM_TEXT,
                 .need = TACIT_OPTIONAL,
                 .help = "file with the matrix, instead of making one" },
    [KEEP_WITH] = { .name = "keep_with",
                    .type = TACIT_PARAM_COLUMNS,
                    .need = TACIT_OPTIONAL,
                    .help = "columns with which no new combinations may arise" },
    [MISSING] = { .name = "missing",
                  .type = TACIT_PARAM_FLAG,
                  .max = 1.0,
                  .help = "take missing for a category like the others" },
    TACIT_PARAM_END
};

/* What does not depend on the column. */
typedef struct work {
    const tacit_job *job;
    tacit_strata strata;
    const tacit_pram_given *given; /* NULL if none is */
    tacit_pram_totals *totals;
} work;

/* Room for one column. */
typedef struct room {
    uint32_t *local;  /* of each category its place in the stratum */
    uint32_t *to;     /* of each row the place of its new category */
    tacit_keyed *met; /* the categories of a stratum */
    bool *seen;       /* of each category */
    size_t *at;       /* of each row the row whose cell it gets */
} room;

/* ---- strata ---- */

static bool is_masked(const tacit_job *job, size_t j)
{
    for (size_t c = 0; c < job->cols.n; c++)
        if (job->cols.at[c] == j)
            return true;
    return false;
}

/* Give the columns of `keep_with` the role of strata in `own`, a copy of the table. */
static tacit_status add_strata(tacit_ctx *cx, const tacit_job *job, tacit_table *own)
{
    const tacit_value *keep = &job->args->at[KEEP_WITH];
    for (size_t c = 0; keep->given && c < keep->n; c++) {
        const size_t j = tacit_table_find(own, keep->texts[c]);
        if (j == tacit_table_columns(own))
            return tacit_fail(cx, TACIT_ERR_INPUT, "pram: there is no column '%s' for 'keep_with'.",
                              keep->texts[c]);
        tacit_table_set_roles(own, j, tacit_table_roles(own, j) | TACIT_ROLE_STRATA);
    }
    for (size_t j = 0; j < tacit_table_columns(own); j++)
        if ((tacit_table_roles(own, j) & TACIT_ROLE_STRATA) != 0 && is_masked(job, j))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "pram cannot mask column '%s', which also makes the strata: within "
                              "them it has only one value.",
                              tacit_column_name(tacit_table_column(own, j)));
    return TACIT_OK;
}

static tacit_status find_strata(tacit_ctx *cx, const tacit_job *job, tacit_strata *out)
{
    tacit_table *own = NULL;
    TACIT_TRY(tacit_table_copy(cx, job->in, &own));
    tacit_status status = add_strata(cx, job, own);
    if (status == TACIT_OK)
        status = tacit_strata_of(cx, own, out);
    tacit_table_free(own);
    return status;
}

/* ---- one stratum ---- */

/* The categories that the rows of stratum `s` have, upwards, and how many rows have them. */
static tacit_status meet(tacit_ctx *cx, const work *w, const tacit_pram_column *c, room *r,
                         tacit_pram_group *g)
{
    const size_t from = w->strata.start[g->number], to = w->strata.start[g->number + 1];
    uint32_t *category = NULL;
    for (size_t i = from; i < to; i++) {
        const uint32_t v = c->of[w->strata.row[i]];
        if (v >= c->n || r->seen[v])
            continue;
        r->seen[v] = true;
        r->met[g->n++] = (tacit_keyed){ v, 0 };
    }
    TACIT_TRY(tacit_sort_keyed(cx, r->met, g->n));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *category, &category));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *g->count, &g->count));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *g->after, &g->after));
    for (uint32_t k = 0; k < g->n; k++) {
        category[k] = (uint32_t)r->met[k].key;
        r->local[category[k]] = k;
        r->seen[category[k]] = false;
    }
    for (size_t i = from; i < to; i++)
        if (c->of[w->strata.row[i]] < c->n)
            g->count[r->local[c->of[w->strata.row[i]]]] += 1.0;
    g->category = category;
    return TACIT_OK;
}

/* The probabilities of staying of `n` categories. */
static tacit_status choose_stay(tacit_ctx *cx, const tacit_job *job, tacit_rng rng, size_t n,
                                double **out)
{
    const double least = fmax(tacit_arg_real(job->args, DIAGONAL), tacit_pram_least(n));
    const bool fixed = tacit_arg_choice(job->args, STAY) == FIXED;
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t k = 0; k < n; k++)
        (*out)[k] = fixed ? least : fmin(1.0, least + (1.0 - least) * tacit_rng_uniform(&rng));
    return TACIT_OK;
}

static tacit_status make_matrix(tacit_ctx *cx, const work *w, tacit_pram_column *c, tacit_rng rng,
                                tacit_pram_group *g)
{
    const tacit_args *args = w->job->args;
    const bool invariant = tacit_arg_choice(args, KIND) == INVARIANT;
    const double alpha = tacit_arg_real(args, ALPHA);
    double *p = NULL, held = 0.0;
    if (w->given != NULL) {
        TACIT_TRY(tacit_pram_part(cx, w->given, c, g, &p, &held));
        c->held = fmax(c->held, held);
        g->m = (tacit_pram){ .n = g->n, .dense = p };
        return invariant ? tacit_pram_invariant_of(cx, p, g->count, g->n, alpha, &g->m) : TACIT_OK;
    }
    TACIT_TRY(choose_stay(cx, w->job, rng, g->n, &p));
    return invariant ? tacit_pram_invariant(cx, p, g->count, g->n, alpha, &g->m)
                     : tacit_pram_equal(cx, p, g->n, &g->m);
}

/* Draw the new categories of a stratum's rows, block by block. */
static tacit_status draw_cells(tacit_ctx *cx, const tacit_pram_column *c, const tacit_rng *stream,
                               const tacit_row_list *rows, const tacit_pram_group *g, room *r)
{
    tacit_pram_draws d;
    TACIT_TRY(tacit_pram_draws_new(cx, &g->m, &d));
    const size_t n = rows->n, blocks = (n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        tacit_rng rng = tacit_rng_fork_number(stream, b);
        const size_t from = b * TACIT_BLOCK_ROWS;
        const size_t to = n - from < TACIT_BLOCK_ROWS ? n : from + TACIT_BLOCK_ROWS;
        for (size_t i = from; i < to; i++) {
            const size_t row = rows->at[i];
            if (c->of[row] < c->n)
                r->to[row] = tacit_pram_draw(&d, r->local[c->of[row]], &rng);
        }
    }
    return TACIT_OK;
}

/* Note which rows changed, and the frequencies. */
static void count_cells(tacit_pram_column *c, const tacit_row_list *rows, tacit_pram_group *g,
                        room *r)
{
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = rows->at[i];
        if (c->of[row] >= c->n)
            continue;
        const uint32_t v = g->category[r->to[row]];
        g->after[r->to[row]] += 1.0;
        if (v == c->of[row])
            continue;
        r->at[row] = c->row[v];
        c->changed++;
    }
}

static tacit_status mask_group(tacit_ctx *cx, const work *w, tacit_pram_column *c, size_t s,
                               room *r)
{
    const tacit_rng column = tacit_rng_fork(w->job->rng, tacit_column_name(c->column));
    const tacit_rng stratum = tacit_rng_fork_number(&column, s);
    const tacit_rng cells = tacit_rng_fork(&stratum, "cells");
    const size_t *start = w->strata.start;
    const tacit_row_list rows = { start[s + 1] - start[s], w->strata.row + start[s] };
    tacit_pram_group g = { .number = s };
    TACIT_TRY(meet(cx, w, c, r, &g));
    if (g.n == 0)
        return TACIT_OK;
    TACIT_TRY(make_matrix(cx, w, c, tacit_rng_fork(&stratum, "matrix"), &g));
    TACIT_TRY(draw_cells(cx, c, &cells, &rows, &g, r));
    count_cells(c, &rows, &g, r);
    return tacit_pram_tell_group(cx, c, &g);
}

/* ---- one column ---- */

/* Number the categories of `c`; missing is the last if it is one and there is any. */
static tacit_status find_categories(tacit_ctx *cx, const tacit_job *job, tacit_pram_column *c)
{
    const size_t rows = tacit_column_length(c->column);
    size_t *row = NULL, first = 0;
    TACIT_TRY(tacit_values_of(cx, c->column, &c->values));
    c->of = c->values.of;
    c->n = c->values.n;
    TACIT_TRY(tacit_scratch(cx, (size_t)c->n + 1, sizeof *row, &row));
    if (c->n > 0)
        memcpy(row, c->values.row, c->n * sizeof *row);
    c->row = row;
    if (!tacit_arg_flag(job->args, MISSING) || tacit_column_missing(c->column) == 0)
        return TACIT_OK;
    while (first < rows && !tacit_column_is_missing(c->column, first))
        first++;
    row[c->n++] = first;
    return TACIT_OK;
}

static tacit_status new_room(tacit_ctx *cx, size_t rows, tacit_pram_column *c, room *r)
{
    const size_t n = (size_t)c->n + 1;
    double **const sums[] = { &c->before, &c->after, &c->expected, &c->variance, &c->estimate };
    for (size_t k = 0; k < sizeof sums / sizeof sums[0]; k++)
        TACIT_TRY(tacit_scratch(cx, n, sizeof **sums[k], sums[k]));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->local, &r->local));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->met, &r->met));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->seen, &r->seen));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *r->to, &r->to));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *r->at, &r->at));
    for (size_t i = 0; i < rows; i++)
        r->at[i] = i;
    return TACIT_OK;
}

static tacit_status mask_column(tacit_ctx *cx, const work *w, size_t j, json_t *table,
                                tacit_table *out)
{
    const size_t rows = tacit_table_rows(w->job->in);
    tacit_pram_column c = { .column = tacit_table_column(w->job->in, j) };
    room r = { 0 };
    tacit_column *own = NULL;
    TACIT_TRY(find_categories(cx, w->job, &c));
    if (w->given != NULL)
        TACIT_TRY(tacit_pram_place(cx, w->given, &c));
    TACIT_TRY(new_room(cx, rows, &c, &r));
    TACIT_TRY(tacit_pram_tell_start(cx, w->job, &c));
    for (size_t s = 0; s < w->strata.n; s++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, s, w->strata.n));
        TACIT_TRY(mask_group(cx, w, &c, s, &r));
        tacit_scratch_release(cx, mark);
    }
    const tacit_row_list cells = { rows, r.at };
    TACIT_TRY(tacit_column_take(cx, c.column, tacit_column_name(c.column), &cells, &own));
    tacit_table_replace(out, j, own);
    return tacit_pram_tell_column(cx, w->job, &c, table, w->totals);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    static const char *const heads[] = { "column",       "categories",
                                         "cells",        "expected changed",
                                         "changed",      "invariance error",
                                         "largest bias", "largest deviation",
                                         "masked off",   "estimated off" };
    tacit_pram_totals totals = { 0 };
    work w = { .job = job, .totals = &totals };
    tacit_pram_given given;
    json_t *table = NULL;
    if (tacit_arg_given(job->args, MATRIX)) {
        TACIT_TRY(tacit_pram_read(cx, tacit_arg_text(job->args, MATRIX), &given));
        w.given = &given;
    }
    TACIT_TRY(find_strata(cx, job, &w.strata));
    TACIT_TRY(tacit_result_table(cx, job->told, "columns", "What changed in each column",
                                 sizeof heads / sizeof heads[0], heads, &table));
    for (size_t c = 0; c < job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(mask_column(cx, &w, job->cols.at[c], table, out));
        tacit_scratch_release(cx, mark);
    }
    return tacit_pram_tell_totals(cx, job, &totals);
}

const tacit_method tacit_method_pram = {
    .about = { .name = "pram",
               .title = "Post randomisation",
               .summary = "Changes categories by chance, with known probabilities.",
               .source = "Kooiman, Willenborg and Gouweleeuw (1997), PRAM: a method for disclosure "
                         "limitation of microdata",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM,
    .run = run,
};
