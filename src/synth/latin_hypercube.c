/*
 * latin_hypercube.c - numbers of a Latin hypercube with the rank correlations of the original.
 *
 * Dandekar, Cohen and Kirkendall (2002), Sensitive micro data protection using Latin hypercube
 * sampling technique: of k rows each column has one value in every k-th part of its distribution,
 * interpolated between neighbours in the original; values are put into an order that has its rank
 * correlations (Iman and Conover 1982; stats/linear/hypercube.c), twice for fewer than 100 rows,
 * where once leaves them rough.  A value that a hundredth of the records or more have, a special
 * number and a missing cell are never mixed with others: the nearer of two neighbours is taken.
 * Missing cells rank below all values.  O(k p^2 + (n + k) p log).
 */
#include <math.h>

#include "base/sort.h"
#include "stats/linear/hypercube.h"
#include "stats/linear/nearest_correlation.h"
#include "stats/linear/rank_match.h"
#include "stats/linear/scores.h"
#include "stats/counts/wilson.h"
#include "stats/margin.h"
#include "stats/moments.h"
#include "synth/generator.h"
#include "table/values.h"

enum { FEW_ROWS = 100, HEAP_PART = 100, HEAP_LEAST = 10 };

static const tacit_param PARAMS[] = { TACIT_GENERATOR_COLUMNS_PARAM, TACIT_PARAM_END };

/* A column by the order of its values, missing ones first. */
typedef struct ordered {
    const tacit_coding *coding;
    uint32_t *of;    /* of each record: its value's number, upwards; 0 is missing if some are */
    uint32_t *order; /* the records by their values */
    uint64_t *count;
    size_t values;
} ordered;

static tacit_status order_column(tacit_ctx *cx, const tacit_coding *c, ordered *out)
{
    const size_t n = tacit_column_length(c->column);
    const uint32_t shift = tacit_column_missing(c->column) > 0;
    tacit_values values;
    tacit_keyed *keyed = NULL;
    out->coding = c;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->of, &out->of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->order, &out->order));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *out->count, &out->count));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_values_of(cx, c->column, &values));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *keyed, &keyed));
    out->values = values.n + shift;
    for (size_t i = 0; i < n; i++) {
        out->of[i] = values.of[i] == values.n ? 0 : values.of[i] + shift;
        out->count[out->of[i]]++;
        keyed[i] = (tacit_keyed){ out->of[i], i };
    }
    TACIT_TRY(tacit_sort_keyed(cx, keyed, n));
    for (size_t i = 0; i < n; i++)
        out->order[i] = (uint32_t)keyed[i].row;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- correlations ---- */

/* The normal correlations behind the rank correlations of the columns. */
static tacit_status find_correlations(tacit_ctx *cx, const ordered *column, size_t d, size_t n,
                                      double *r)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_rank_law *law = NULL;
    double *rank = NULL;
    size_t cycles = 0;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *law, &law));
    TACIT_TRY(tacit_scratch(cx, n * d, sizeof *rank, &rank));
    for (size_t a = 0; a < d; a++) {
        tacit_margin m;
        tacit_rank_law_of(column[a].count, column[a].values, &law[a]);
        TACIT_TRY(tacit_margin_of(cx, column[a].count, column[a].values, &m));
        for (size_t i = 0; i < n; i++)
            rank[a * n + i] = tacit_margin_point(&m, column[a].of[i], 0.5);
        for (size_t b = 0; b < a; b++)
            r[a * d + b] = r[b * d + a] = tacit_rank_match(
                &law[a], &law[b], tacit_correlation(rank + a * n, rank + b * n, n));
        r[a * d + a] = 1.0;
    }
    TACIT_TRY(tacit_nearest_correlation(cx, r, d, &cycles));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- order ---- */

/* Write the normal scores of ranks 0 ... k - 1, in a random order for each column. */
static void shuffle_scores(size_t k, size_t d, const tacit_rng *rng, double *scores)
{
    for (size_t j = 0; j < d; j++) {
        tacit_rng own = tacit_rng_fork_number(rng, j);
        for (size_t i = 0; i < k; i++) {
            const size_t other = (size_t)tacit_rng_below(&own, i + 1);
            scores[i * d + j] = scores[other * d + j];
            scores[other * d + j] = tacit_normal_quantile((double)(i + 1) / (double)(k + 1));
        }
    }
}

/* The rank of each row in each column (k * d), correlated as `r` says. */
static tacit_status find_ranks(tacit_ctx *cx, size_t k, size_t d, const double *r,
                               const tacit_rng *rng, uint32_t *rank)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *scores = NULL;
    size_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, k * d, sizeof *scores, &scores));
    TACIT_TRY(tacit_scratch(cx, k, sizeof *order, &order));
    shuffle_scores(k, d, rng, scores);
    for (int turn = 0; turn < (k < FEW_ROWS ? 2 : 1); turn++) {
        TACIT_TRY(tacit_iman_conover(cx, scores, k, d, r));
        for (size_t j = 0; j < d; j++) {
            TACIT_TRY(tacit_scores_order(cx, scores + j, k, d, order));
            for (size_t i = 0; i < k; i++) {
                rank[order[i] * d + j] = (uint32_t)i;
                scores[order[i] * d + j] = tacit_normal_quantile((double)(i + 1) / (double)(k + 1));
            }
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- values ---- */

/* Whether the value of a record must not be mixed with others. */
static bool is_apart(const ordered *o, uint32_t record)
{
    const uint64_t count = o->count[o->of[record]];
    const size_t n = tacit_column_length(o->coding->column);
    return tacit_column_is_missing(o->coding->column, record) ||
           (o->coding->state != NULL && o->coding->state[record] != 0) ||
           (count >= HEAP_LEAST && count * HEAP_PART >= n);
}

/* The cell at the share u of the column. */
static void put_cell(const ordered *o, double u, uint32_t *donor, double *number)
{
    const size_t n = tacit_column_length(o->coding->column);
    const double at = fmin(fmax(u * (double)n - 0.5, 0.0), (double)(n - 1));
    const size_t low = (size_t)at, high = low + 1 < n ? low + 1 : low;
    const uint32_t a = o->order[low], b = o->order[high];
    const double share = at - (double)low;
    if (o->of[a] == o->of[b] || is_apart(o, a) || is_apart(o, b)) {
        *donor = share < 0.5 ? a : b;
        return;
    }
    const double x = tacit_column_number(o->coding->column, a);
    *donor = TACIT_SYNTH_OWN;
    *number = x + share * (tacit_column_number(o->coding->column, b) - x);
}

static tacit_status make_set(tacit_ctx *cx, const tacit_synth_block *block, const ordered *column,
                             const double *r, size_t set, tacit_synth_cells *cells)
{
    const size_t mark = tacit_scratch_mark(cx), k = block->how.set_rows, d = block->n;
    const tacit_rng rng = tacit_rng_fork_number(&block->how.rng, set);
    const tacit_rng orders = tacit_rng_fork(&rng, "order"), points = tacit_rng_fork(&rng, "point");
    uint32_t *rank = NULL;
    TACIT_TRY(tacit_scratch(cx, k * d, sizeof *rank, &rank));
    TACIT_TRY(find_ranks(cx, k, d, r, &orders, rank));
    for (size_t j = 0; j < d; j++) {
        tacit_rng own = tacit_rng_fork_number(&points, j);
        for (size_t i = 0; i < k; i++)
            put_cell(&column[j], tacit_stratum_point(rank[i * d + j], tacit_rng_uniform(&own), k),
                     &cells[j].donor[set * k + i], &cells[j].number[set * k + i]);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    const size_t d = block->n, n = tacit_table_rows(block->data);
    ordered *column = NULL;
    double *r = NULL;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *r, &r));
    for (size_t j = 0; j < d; j++) {
        TACIT_TRY(order_column(cx, &block->coding[j], &column[j]));
        TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *cells[j].number, &cells[j].number));
    }
    if (block->how.set_rows < d + 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A Latin hypercube of %zu columns needs at least %zu rows.", d, d + 2);
    TACIT_TRY(find_correlations(cx, column, d, n, r));
    for (size_t s = 0; s * block->how.set_rows < block->rows; s++) {
        TACIT_TRY(tacit_tick(cx, s * block->how.set_rows, block->rows));
        TACIT_TRY(make_set(cx, block, column, r, s, cells));
    }
    return TACIT_OK;
}

const tacit_generator tacit_generator_latin_hypercube = {
    .about = { .name = "latin_hypercube",
               .title = "Latin hypercube",
               .summary = "Makes numbers spread evenly over each column's distribution, with the "
                          "rank correlations of the original.",
               .source = "Dandekar, Cohen and Kirkendall (2002), Sensitive micro data protection "
                         "using Latin hypercube sampling technique; Iman and Conover (1982)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER | TACIT_TYPE_DATE,
    .make = make,
};
