/*
 * gram.c - noisy sums of products of columns.  O(columns^2) a record.
 */
#include "privacy/statistic/gram.h"

#include <math.h>

enum { EXACT = 1024, COARSE = 256 };

static int64_t most_of(const tacit_question *q)
{
    return q->promise->noise == TACIT_RELEASE_GAUSSIAN ? COARSE : EXACT;
}

static tacit_i128 range_of(const tacit_question *q, size_t j)
{
    return (tacit_i128)q->of[j]->lattice.upper - q->of[j]->lattice.lower;
}

/* What a bound of column j is scaled to; the constant is column 0. */
static int64_t top_of(const tacit_question *q, size_t j)
{
    const int64_t most = most_of(q);
    const tacit_i128 range = j == 0 ? 1 : range_of(q, j - 1);
    return range > most ? most : most / (int64_t)range * (int64_t)range;
}

static size_t entries_of(size_t p)
{
    return (p + 1) * (p + 2) / 2;
}

/* Where the sum of z_j z_k is, j <= k, of which 0 is the constant. */
static size_t entry(size_t p, size_t j, size_t k)
{
    return j * (p + 1) - j * (j + 1) / 2 + k;
}

tacit_status tacit_gram_prepare(tacit_ctx *cx, tacit_question *q, size_t least)
{
    if (q->n_of < least || q->n_of > TACIT_GRAM_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s is about %zu to %d columns; %zu were named.",
                          q->statistic->about.title, least, TACIT_GRAM_COLUMNS, q->n_of);
    q->width = entries_of(q->n_of);
    tacit_question_part(q, &(tacit_part){ .name = "products",
                                          .n = q->width,
                                          .sensitivity = (uint64_t)(most_of(q) * most_of(q)),
                                          .moved = q->width,
                                          .times = 1,
                                          .share = 1 });
    return TACIT_OK;
}

/* x of column j, from 0 on, scaled: to the nearest, which is exact if the range goes into it. */
static int64_t scaled(const tacit_question *q, size_t j, int64_t x)
{
    const tacit_value_lattice *l = &q->of[j]->lattice;
    const tacit_i128 range = range_of(q, j), y = 2 * (tacit_i128)x - l->lower - l->upper;
    const tacit_i128 size = (y < 0 ? -y : y) * top_of(q, j + 1);
    const int64_t z = (int64_t)((2 * size + range) / (2 * range));
    return y < 0 ? -z : z;
}

void tacit_gram_add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    int64_t z[TACIT_GRAM_COLUMNS + 1] = { most_of(q) };
    for (size_t j = 0; j < q->n_of; j++)
        z[j + 1] = scaled(q, j, x[j]);
    for (size_t j = 0; j <= q->n_of; j++)
        for (size_t k = j; k <= q->n_of; k++)
            cell[entry(q->n_of, j, k)] += z[j] * z[k];
}

tacit_status tacit_gram_answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                               tacit_keystream *stream, tacit_gram *out)
{
    const double spread = tacit_part_spread(&q->part[0]);
    tacit_i128 *noisy = NULL;
    TACIT_TRY(tacit_part_run(cx, &q->part[0], stream, cell, &noisy));
    *out = (tacit_gram){ .q = q, .p = q->n_of };
    for (size_t j = 0; j <= q->n_of; j++)
        for (size_t k = j; k <= q->n_of; k++) {
            const double unit = (double)(top_of(q, j) * top_of(q, k));
            const size_t i = entry(q->n_of, j, k);
            out->at[i] = (double)noisy[i] / unit;
            out->noise[i] = spread / unit;
        }
    return TACIT_OK;
}

double tacit_gram_count(const tacit_gram *g)
{
    return fmax(2, g->at[0]);
}

bool tacit_gram_is_known(const tacit_gram *g)
{
    return g->at[0] > 4 * g->noise[0];
}

double tacit_gram_mean(const tacit_gram *g, size_t j)
{
    return fmax(-1, fmin(1, g->at[entry(g->p, 0, j + 1)] / tacit_gram_count(g)));
}

double tacit_gram_covariance(const tacit_gram *g, size_t j, size_t k)
{
    const size_t low = j < k ? j : k, high = j < k ? k : j;
    const double n = tacit_gram_count(g), mean = g->at[entry(g->p, low + 1, high + 1)] / n;
    return (mean - tacit_gram_mean(g, j) * tacit_gram_mean(g, k)) * n / (n - 1);
}

double tacit_gram_half(const tacit_question *q, size_t j)
{
    const tacit_value_lattice *l = &q->of[j]->lattice;
    return tacit_domain_real(q->of[j], ((double)l->upper - (double)l->lower) / 2);
}

double tacit_gram_middle(const tacit_question *q, size_t j)
{
    const tacit_value_lattice *l = &q->of[j]->lattice;
    return tacit_domain_real(q->of[j], ((double)l->upper + (double)l->lower) / 2);
}

void tacit_gram_spread(const tacit_gram *g, tacit_gram_figures *figures, size_t n, double *variance)
{
    double here[TACIT_GRAM_ENTRIES], moved[TACIT_GRAM_ENTRIES];
    tacit_gram other = *g;
    figures(g, here);
    for (size_t k = 0; k < n; k++)
        variance[k] = 0;
    for (size_t i = 0; i < entries_of(g->p); i++) {
        other.at[i] = g->at[i] + g->noise[i];
        figures(&other, moved);
        other.at[i] = g->at[i];
        for (size_t k = 0; k < n; k++)
            variance[k] += (moved[k] - here[k]) * (moved[k] - here[k]);
    }
}
