/*
 * column.c - one column on its way through the post randomisation method: its categories, a
 * matrix over them, and the cells that are drawn.
 */
#include "micro/method/pram/own.h"

#include <math.h>
#include <string.h>

/* Of a search for a matrix. */
enum { NODES = 200 };

enum { DRAWN, FIXED };
enum { INVARIANT, PLAIN };

tacit_status tacit_pram_categories(tacit_ctx *cx, const tacit_args *args, tacit_pram_column *c)
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
    if (!tacit_arg_flag(args, TACIT_PRAM_MISSING) || tacit_column_missing(c->column) == 0)
        return TACIT_OK;
    while (first < rows && !tacit_column_is_missing(c->column, first))
        first++;
    row[c->n++] = first;
    return TACIT_OK;
}

tacit_status tacit_pram_room_new(tacit_ctx *cx, size_t rows, tacit_pram_column *c,
                                 tacit_pram_room *r)
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

/* ---- the matrix ---- */

tacit_status tacit_pram_stay(tacit_ctx *cx, const tacit_args *args, tacit_rng rng, size_t n,
                             double **out)
{
    const double least = fmax(tacit_arg_real(args, TACIT_PRAM_DIAGONAL), tacit_pram_least(n));
    const bool fixed = tacit_arg_choice(args, TACIT_PRAM_STAY) == FIXED;
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t k = 0; k < n; k++)
        (*out)[k] = fixed ? least : fmin(1.0, least + (1.0 - least) * tacit_rng_uniform(&rng));
    return TACIT_OK;
}

/* Look for the matrix that disturbs frequencies least. */
static tacit_status find_matrix(tacit_ctx *cx, const tacit_args *args, bool invariant,
                                tacit_pram_column *c, tacit_pram_group *g)
{
    const tacit_pram_wish wish = { .n = g->n,
                                   .count = g->count,
                                   .posterior = tacit_arg_real(args, TACIT_PRAM_POSTERIOR),
                                   .invariant = invariant,
                                   .nodes = NODES };
    tacit_pram_optimum found;
    if (g->n > TACIT_PRAM_MOST_OPTIMISED)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu categories; pram looks for the best matrix over at "
                          "most %d.",
                          tacit_column_name(c->column), g->n, TACIT_PRAM_MOST_OPTIMISED);
    TACIT_TRY(tacit_pram_optimise(cx, &wish, &found));
    c->spread += found.spread;
    c->least += found.least;
    g->m = (tacit_pram){ .n = g->n, .dense = found.p };
    return TACIT_OK;
}

tacit_status tacit_pram_make(tacit_ctx *cx, const tacit_args *args, const tacit_pram_given *given,
                             const double *stay, tacit_pram_column *c, tacit_pram_group *g)
{
    const bool invariant = tacit_arg_choice(args, TACIT_PRAM_KIND) == INVARIANT;
    const double alpha = tacit_arg_real(args, TACIT_PRAM_ALPHA);
    double *p = NULL, held = 0.0;
    if (tacit_arg_given(args, TACIT_PRAM_POSTERIOR))
        return find_matrix(cx, args, invariant, c, g);
    if (given == NULL)
        return invariant ? tacit_pram_invariant(cx, stay, g->count, g->n, alpha, &g->m)
                         : tacit_pram_equal(cx, stay, g->n, &g->m);
    TACIT_TRY(tacit_pram_part(cx, given, c, g, &p, &held));
    c->held = fmax(c->held, held);
    g->m = (tacit_pram){ .n = g->n, .dense = p };
    return invariant ? tacit_pram_invariant_of(cx, p, g->count, g->n, alpha, &g->m) : TACIT_OK;
}

/* ---- cells ---- */

tacit_rng tacit_pram_stream(const tacit_rng *method, const tacit_column *column, size_t stratum,
                            const char *what)
{
    const tacit_rng own = tacit_rng_fork(method, tacit_column_name(column));
    const tacit_rng part = tacit_rng_fork_number(&own, stratum);
    return tacit_rng_fork(&part, what);
}

tacit_status tacit_pram_draw_rows(tacit_ctx *cx, const tacit_pram_column *c,
                                  const tacit_rng *stream, const tacit_row_list *rows,
                                  const tacit_pram_group *g, tacit_pram_room *r)
{
    tacit_pram_draws d;
    TACIT_TRY(tacit_pram_draws_new(cx, &g->m, &d));
    const size_t n = rows->n, blocks = (n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        tacit_rng rng = tacit_rng_fork_number(stream, g->block + b);
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

void tacit_pram_count_rows(tacit_pram_column *c, const tacit_row_list *rows, tacit_pram_group *g,
                           tacit_pram_room *r)
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
