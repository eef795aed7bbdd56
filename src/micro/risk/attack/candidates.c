/*
 * candidates.c - what an attacker who narrows each record down to a set of candidates finds.
 *
 * The attacker picks one of the candidates at random, so a set of s records that has the
 * true one gives it away with probability 1 / s; a set without it gives nothing.
 */
#include "micro/risk/attack/candidates.h"

#include <math.h>

#include "base/rng.h"
#include "base/sort.h"
#include "stats/quantile.h"

tacit_status tacit_candidates_figures(tacit_ctx *cx, const tacit_candidates *c,
                                      tacit_candidate_figures *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *size = NULL, mean = 0.0;
    size_t kept = 0, unique = 0;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *size, &size));
    for (size_t i = 0; i < c->n; i++) {
        TACIT_ASSERT(!c->has[i] || c->size[i] > 0);
        size[i] = (double)c->size[i];
        kept += c->has[i];
        unique += c->has[i] && c->size[i] == 1;
        mean += c->has[i] ? 1.0 / size[i] : 0.0;
    }
    TACIT_TRY(tacit_sort_reals(cx, size, c->n));
    const double n = c->n > 0 ? (double)c->n : NAN;
    *out = (tacit_candidate_figures){ .kept = (double)kept / n,
                                      .unique = (double)unique / n,
                                      .mean = mean / n,
                                      .median = c->n > 0 ? tacit_quantile(size, c->n, 0.5) : NAN };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Classes of sizes: from `least` on, up to below that of the next. */
typedef struct size_class {
    uint32_t least;
    const char *label;
} size_class;

static const size_class SIZES[] = { { 0, "none" },       { 1, "1" },      { 2, "2" },
                                    { 3, "3-5" },        { 6, "6-10" },   { 11, "11-100" },
                                    { 101, "101-1000" }, { 1001, "more" } };
enum { N_SIZES = sizeof SIZES / sizeof SIZES[0] };

static tacit_status draw_sizes(tacit_ctx *cx, const tacit_candidates *c, tacit_result *result)
{
    double share[2][N_SIZES] = { { 0 }, { 0 } };
    json_t *chart = NULL;
    for (size_t i = 0; i < c->n; i++) {
        size_t s = N_SIZES - 1;
        while (s > 0 && c->size[i] < SIZES[s].least)
            s--;
        share[c->has[i] ? 0 : 1][s] += 100.0 / (double)c->n;
    }
    TACIT_TRY(tacit_result_chart(cx, result, "set_sizes", "How many candidates are left",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "candidates", "share of records, %"));
    for (size_t s = 0; s < N_SIZES; s++)
        TACIT_TRY(tacit_result_label(cx, chart, SIZES[s].label));
    TACIT_TRY(tacit_result_series(cx, chart, "true record among them", share[0], N_SIZES));
    return tacit_result_series(cx, chart, "true record not among them", share[1], N_SIZES);
}

tacit_status tacit_candidates_tell(tacit_ctx *cx, const tacit_candidates *c,
                                   const tacit_candidate_figures *f, tacit_result *result)
{
    static const tacit_range sizes = { 0.0, INFINITY, TACIT_BETTER_HIGHER };
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "reidentified", "Re-identified",
                                  f->mean, TACIT_UNIT_SHARE,
                                  "mean over attacked records of 1 / number of candidates, 0 if "
                                  "the true record is not among them"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "unique_right", "Unique and right",
                                  f->unique, TACIT_UNIT_SHARE,
                                  "attacked records whose only candidate is the true record"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "true_in_set",
                                  "True record among the candidates", f->kept, TACIT_UNIT_SHARE,
                                  "of attacked records"));
    TACIT_TRY(tacit_result_ranged(cx, result, &sizes, "median_set", "Median number of candidates",
                                  f->median, TACIT_UNIT_NUMBER,
                                  "over attacked records, those without any counted as 0"));
    return c->n > 0 ? draw_sizes(cx, c, result) : TACIT_OK;
}

tacit_status tacit_attacked_rows(tacit_ctx *cx, size_t rows, size_t sample, uint64_t seed,
                                 tacit_attacked *out)
{
    const tacit_rng root = tacit_rng_seed(seed);
    tacit_rng rng = tacit_rng_fork(&root, "attacked");
    size_t *row = NULL, n = 0;
    const size_t want = rows < sample ? rows : sample;
    TACIT_TRY(tacit_scratch(cx, want, sizeof *row, &row));
    for (size_t i = 0; i < rows && n < want; i++) /* each of what is left is as likely */
        if (tacit_rng_below(&rng, rows - i) < want - n)
            row[n++] = i;
    *out = (tacit_attacked){ want, row };
    return TACIT_OK;
}
