/*
 * numbers.c - numbers drawn about a line.
 *
 * normrank: the normal scores z = Phi^-1((rank - 1/2) / n) are regressed, and a drawn score goes
 * back by the type-1 quantile, so the value is that of a record, its donor.  Equal values have the
 * mean of their scores; what they would differ by if ties were broken by chance is added to the
 * residual sum of squares, so that scores are drawn as wide as if they had been.  Dealt, the drawn
 * scores of a set are ranked and the k-th smallest gets the k-th value: the column comes out as it
 * was, whatever the line did to the scores.
 *
 * norm, lognorm, sqrtnorm, cubertnorm: the value, its logarithm, square or cube root is regressed,
 * and a drawn one gets the record with the nearest.  So no value has digits, a sign or a size that
 * the column does not have.
 */
#include <math.h>

#include "base/sort.h"
#include "stats/counts/wilson.h"
#include "synth/parametric/own.h"

/* ---- what is regressed ---- */

/* Records of the part by the numbers of their values. */
static tacit_status order_records(tacit_ctx *cx, const tacit_synth_part *part, uint32_t *order)
{
    tacit_keyed *key = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, part->rows, sizeof *key, &key));
    for (size_t i = 0; i < part->rows; i++)
        key[i] = (tacit_keyed){ part->value[i], i };
    TACIT_TRY(tacit_sort_keyed(cx, key, part->rows));
    for (size_t i = 0; i < part->rows; i++)
        order[i] = (uint32_t)key[i].row;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Normal scores in order, the mean among equals. */
static void score(const tacit_synth_part *part, tacit_number_model *m)
{
    const size_t n = part->rows;
    for (size_t i = 0; i < n;) {
        double sum = 0.0, squares = 0.0;
        size_t k = i;
        for (; k < n && part->value[m->order[k]] == part->value[m->order[i]]; k++) {
            const double z = tacit_normal_quantile(((double)k + 0.5) / (double)n);
            sum += z;
            squares += z * z;
        }
        const double mean = sum / (double)(k - i);
        m->hidden += fmax(0.0, squares - mean * sum);
        for (; i < k; i++)
            m->level[i] = mean;
    }
}

static double transform(tacit_parametric_how how, double x)
{
    return how == TACIT_LOGNORM      ? log(x)
           : how == TACIT_SQRTNORM   ? sqrt(x)
           : how == TACIT_CUBERTNORM ? cbrt(x)
                                     : x;
}

/* The values themselves, or what was made of them. */
static tacit_status take_values(tacit_ctx *cx, const tacit_synth_part *part, tacit_number_model *m)
{
    for (size_t i = 0; i < part->rows; i++) {
        const size_t record = part->record != NULL ? part->record[m->order[i]] : m->order[i];
        m->level[i] = transform(m->how, tacit_column_number(part->coding->column, record));
        if (!isfinite(m->level[i]))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has values %s, which %s cannot take; use normrank, or "
                              "name them under special.",
                              tacit_column_name(part->coding->column),
                              m->how == TACIT_LOGNORM ? "that are not above 0" : "below 0",
                              m->how == TACIT_LOGNORM ? "lognorm" : "sqrtnorm");
    }
    return TACIT_OK;
}

tacit_status tacit_number_prepare(tacit_ctx *cx, const tacit_synth_part *part,
                                  const tacit_linear_design *design, tacit_parametric_how how,
                                  tacit_number_model *out)
{
    tacit_number_model m = { .how = how, .n = part->rows };
    TACIT_TRY(tacit_scratch(cx, m.n, sizeof *m.order, &m.order));
    TACIT_TRY(tacit_scratch(cx, m.n, sizeof *m.level, &m.level));
    TACIT_TRY(tacit_scratch(cx, m.n, sizeof *m.y, &m.y));
    TACIT_TRY(order_records(cx, part, m.order));
    if (how == TACIT_NORMRANK)
        score(part, &m);
    else
        TACIT_TRY(take_values(cx, part, &m));
    for (size_t i = 0; i < m.n; i++)
        m.y[m.order[i]] = m.level[i];
    TACIT_TRY(tacit_ridge_for(cx, design, &m.fit));
    *out = m;
    return TACIT_OK;
}

void tacit_number_learn(tacit_number_model *m)
{
    tacit_ridge_fit(&m->fit, m->y, m->hidden);
}

/* ---- draws ---- */

/* Draw what was regressed for draws from ... to - 1. */
static void draw_levels(tacit_number_model *m, const tacit_parametric_draws *d,
                        const size_t span[2], tacit_rng *rng, double *drawn)
{
    double sigma = sqrt(m->fit.rss / m->fit.df);
    const double *beta = m->fit.beta;
    if (d->proper) {
        tacit_rng own = tacit_rng_fork(rng, "coefficients");
        tacit_ridge_draw(&m->fit, &own, drawn + span[1] - span[0], &sigma);
        beta = drawn + span[1] - span[0];
    }
    for (size_t k = span[0]; k < span[1]; k++) {
        tacit_linear_row(d->rows, tacit_parametric_row(d, k), &m->fit.row);
        drawn[k - span[0]] =
            tacit_linear_product(&m->fit.row, beta) + sigma * tacit_rng_normal(rng);
    }
}

/* The place in order of the record whose level is nearest. */
static size_t nearest(const tacit_number_model *m, double x)
{
    size_t low = 0, high = m->n;
    while (high - low > 1) {
        const size_t mid = low + (high - low) / 2;
        if (m->level[mid] <= x)
            low = mid;
        else
            high = mid;
    }
    return high < m->n && m->level[high] - x < x - m->level[low] ? high : low;
}

/* The type-1 quantile that a score stands at. */
static size_t quantile(const tacit_number_model *m, double z)
{
    const double at = ceil(0.5 * erfc(-z / sqrt(2.0)) * (double)m->n) - 1.0;
    return at < 0.0 ? 0 : at < (double)m->n ? (size_t)at : m->n - 1;
}

/* Donors by the ranks of what was drawn: the k-th smallest of n has the k-th value. */
static tacit_status deal(tacit_ctx *cx, const tacit_number_model *m, const double *drawn, size_t n,
                         uint32_t *donor)
{
    tacit_keyed *key = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *key, &key));
    for (size_t k = 0; k < n; k++)
        key[k] = (tacit_keyed){ tacit_sort_key_real(drawn[k]), k };
    TACIT_TRY(tacit_sort_keyed(cx, key, n));
    for (size_t k = 0; k < n; k++) {
        const double at = ((double)k + 0.5) / (double)n * (double)m->n;
        donor[key[k].row] = m->order[(size_t)at < m->n ? (size_t)at : m->n - 1];
    }
    return TACIT_OK;
}

tacit_status tacit_number_draw(tacit_ctx *cx, tacit_number_model *m,
                               const tacit_parametric_draws *d, uint32_t *donor)
{
    for (size_t from = 0; from < d->part->draws;) {
        const size_t to = tacit_parametric_set_end(d, from), mark = tacit_scratch_mark(cx);
        const size_t set = tacit_parametric_row(d, from) / d->how->set_rows;
        tacit_rng rng = tacit_rng_fork_number(&d->how->rng, set);
        double *drawn = NULL;
        TACIT_TRY(tacit_scratch(cx, to - from + m->fit.columns, sizeof *drawn, &drawn));
        draw_levels(m, d, (const size_t[2]){ from, to }, &rng, drawn);
        if (d->how->dealt && m->how == TACIT_NORMRANK)
            TACIT_TRY(deal(cx, m, drawn, to - from, donor + from));
        for (size_t k = from; k < to && !(d->how->dealt && m->how == TACIT_NORMRANK); k++)
            donor[k] = m->order[m->how == TACIT_NORMRANK ? quantile(m, drawn[k - from])
                                                         : nearest(m, drawn[k - from])];
        tacit_scratch_release(cx, mark);
        from = to;
    }
    return TACIT_OK;
}
