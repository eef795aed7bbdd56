/*
 * distribution.c - numbers of a fitted distribution in the order of the original.
 *
 * Liew, Choi and Liew (1985), A data distortion by probability distribution: of six families the
 * one nearest to the column by the Kolmogorov-Smirnov distance is fitted (stats/population/law.c),
 * as many numbers are drawn from it as there are, and the k-th smallest takes the place of the k-th
 * smallest of the original; equal values are put into a random order first.  So every record keeps
 * its rank: this masks records and makes none.  Missing cells and special numbers stay as they are.
 * O(n log n).
 */
#include <math.h>

#include "base/sort.h"
#include "stats/population/law.h"
#include "synth/generator.h"

static const tacit_param PARAMS[] = { TACIT_GENERATOR_COLUMNS_PARAM, TACIT_PARAM_END };

/* The values of a column that are amounts, in order, with ties in a random one. */
typedef struct amounts {
    size_t n;
    tacit_keyed *at; /* their records */
    double *sorted;
} amounts;

static tacit_status sort_amounts(tacit_ctx *cx, const tacit_coding *c, tacit_rng rng, amounts *out)
{
    const size_t rows = tacit_column_length(c->column);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *out->at, &out->at));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *out->sorted, &out->sorted));
    for (size_t i = 0; i < rows; i++)
        if (c->state == NULL || c->state[i] == 0)
            out->at[out->n++] = (tacit_keyed){ tacit_rng_bits(&rng), i };
    TACIT_TRY(tacit_sort_keyed(cx, out->at, out->n));
    for (size_t k = 0; k < out->n; k++)
        out->at[k].key = tacit_sort_key_real(tacit_column_number(c->column, out->at[k].row) + 0.0);
    TACIT_TRY(tacit_sort_keyed(cx, out->at, out->n));
    for (size_t k = 0; k < out->n; k++)
        out->sorted[k] = tacit_column_number(c->column, out->at[k].row);
    return TACIT_OK;
}

/* One set of a column. */
static tacit_status make_set(tacit_ctx *cx, const tacit_coding *c, const tacit_rng *rng,
                             size_t from, tacit_synth_cells *cells)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_rng draws = tacit_rng_fork(rng, "draws");
    amounts a = { 0 };
    double *x = NULL;
    for (size_t i = 0; i < tacit_column_length(c->column); i++)
        cells->donor[from + i] = (uint32_t)i;
    TACIT_TRY(sort_amounts(cx, c, tacit_rng_fork(rng, "ties"), &a));
    if (a.n > 1 && a.sorted[0] < a.sorted[a.n - 1]) {
        const tacit_law law = tacit_law_best(a.sorted, a.n);
        TACIT_TRY(tacit_scratch(cx, a.n, sizeof *x, &x));
        for (size_t k = 0; k < a.n; k++)
            x[k] = tacit_law_quantile(&law, fmin(tacit_rng_uniform(&draws), 1.0 - 1e-15));
        TACIT_TRY(tacit_sort_reals(cx, x, a.n));
        for (size_t k = 0; k < a.n; k++) {
            cells->donor[from + a.at[k].row] = TACIT_SYNTH_OWN;
            cells->number[from + a.at[k].row] = x[k];
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    const size_t n = tacit_table_rows(block->data);
    if (block->how.set_rows != n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Generator 'distribution' keeps the order of the records and makes as "
                          "many rows; leave out 'rows'.");
    for (size_t j = 0; j < block->n; j++) {
        const tacit_coding *c = &block->coding[j];
        const tacit_rng own = tacit_rng_fork(&block->how.rng, tacit_column_name(c->column));
        TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *cells[j].number, &cells[j].number));
        for (size_t s = 0; s * n < block->rows; s++) {
            const tacit_rng rng = tacit_rng_fork_number(&own, s);
            TACIT_TRY(tacit_tick(cx, j, block->n));
            TACIT_TRY(make_set(cx, c, &rng, s * n, &cells[j]));
        }
    }
    tacit_warn(cx, "Generator 'distribution' leaves every record its rank in each column: it masks "
                   "records of real persons, and the file is not synthetic.");
    return TACIT_OK;
}

const tacit_generator tacit_generator_distribution = {
    .about = { .name = "distribution",
               .title = "Distortion by distribution",
               .summary = "Replaces numbers by those of a fitted distribution in the same order: "
                          "masks ranks, makes no new records.",
               .source = "Liew, Choi and Liew (1985), A data distortion by probability "
                         "distribution",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER | TACIT_TYPE_DATE,
    .make = make,
};
