/*
 * bounds.c - bounds within which the values of a column lie, where those declared are wide.
 *
 * Counts of the values from 2^i to 2^(i+1) steps, of both signs, get noise; the bounds are the ends
 * of the outermost bins whose noisy count is not below a threshold (Google 2019, approximate
 * bounds; Wilson et al. 2020, Differentially private SQL with bounded user contribution).  The
 * threshold is the least that noise alone passes in any of the bins with a probability of 1 -
 * confidence at most.  So few records, about as many as the threshold, may lie beyond on either
 * side.  If no bin passes, the bounds are those declared.  A bound has no interval: it is made up
 * by whoever asks, and all that is to be known of it is how many records may be beyond.
 */
#include <math.h>

#include "privacy/statistic/statistic.h"

/* Bins: negative ones from the farthest on, 0, positive ones. */
enum { BITS = 63, ZERO = BITS, BINS = 2 * BITS + 1 };

static size_t bin_of(int64_t x)
{
    const uint64_t size = x < 0 ? -(uint64_t)x : (uint64_t)x;
    const size_t bits = size == 0 ? 0 : (size_t)(64 - __builtin_clzll(size));
    return x < 0 ? ZERO - bits : ZERO + bits;
}

/* The end of a bin that is farther from 0, in steps. */
static int64_t far_end(size_t bin)
{
    return bin == ZERO  ? 0
           : bin > ZERO ? (int64_t)(((uint64_t)1 << (bin - ZERO)) - 1)
                        : -(int64_t)(((uint64_t)1 << (ZERO - bin)) - 1);
}

/* The end that is nearer. */
static int64_t near_end(size_t bin)
{
    return bin == ZERO  ? 0
           : bin > ZERO ? (int64_t)((uint64_t)1 << (bin - ZERO - 1))
                        : -(int64_t)((uint64_t)1 << (ZERO - bin - 1));
}

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    (void)cx;
    tacit_question_counts(q, "counts", BINS);
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    (void)q;
    cell[bin_of(x[0])]++;
}

/* What noise alone passes in one of the bins that can have values, with probability 1 - confidence:
 * only that above 0 counts, which is half of it. */
static double error(const tacit_question *q, const char **unit)
{
    const tacit_value_lattice *l = &q->of[0]->lattice;
    const double bins = (double)(bin_of(l->upper) - bin_of(l->lower) + 1),
                 miss = 2 * (1 - q->promise->confidence) / bins;
    *unit = "records beyond a bound, about";
    return 1 + tacit_part_within(&q->part[0], 1 - fmin(miss, 1));
}

static int64_t clamp(int64_t x, const tacit_value_lattice *l)
{
    return x < l->lower ? l->lower : x > l->upper ? l->upper : x;
}

/* The bins of the outermost counts that pass; false if none does. */
static bool find_bins(const tacit_question *q, const tacit_i128 *noisy, size_t found[2])
{
    const char *unit = NULL;
    const double threshold = error(q, &unit);
    const tacit_value_lattice *l = &q->of[0]->lattice;
    bool any = false;
    for (size_t i = bin_of(l->lower); i <= bin_of(l->upper); i++) {
        if ((double)noisy[i] < threshold)
            continue;
        found[0] = any ? found[0] : i;
        found[1] = i;
        any = true;
    }
    return any;
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const tacit_domain *d = q->of[0];
    const tacit_value_lattice *l = &d->lattice;
    tacit_i128 *noisy = NULL;
    size_t found[2] = { 0 };
    int64_t bound[] = { l->lower, l->upper };
    TACIT_TRY(tacit_part_run(cx, &q->part[0], stream, cell, &noisy));
    if (find_bins(q, noisy, found)) {
        bound[0] = clamp(found[0] > ZERO ? near_end(found[0]) : far_end(found[0]), l);
        bound[1] = clamp(found[1] < ZERO ? near_end(found[1]) : far_end(found[1]), l);
    }
    TACIT_TRY(tacit_answers_new(cx, 2, out));
    out->at[0] = (tacit_answer){ "lower", tacit_domain_real(d, (double)bound[0]), NAN, NAN };
    out->at[1] = (tacit_answer){ "upper", tacit_domain_real(d, (double)bound[1]), NAN, NAN };
    return TACIT_OK;
}

const tacit_statistic tacit_statistic_bounds = {
    .about = { .name = "bounds",
               .title = "Bounds",
               .summary = "Bounds between which the values of a column lie, where those declared "
                          "are wide.",
               .source = "Wilson, Zhang, Lam, Desfontaines, Simmons-Marengo and Gipson (2020), "
                         "Differentially private SQL with bounded user contribution",
               .params = TACIT_STATISTIC_OF_PARAMS },
    .of = TACIT_OF_NUMBER,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
