/*
 * distances.c - distances between the distributions of each column before and after.
 *
 * Numbers and dates, with distribution functions F and F': Kolmogorov-Smirnov max |F - F'|;
 * Wasserstein (earth mover's) distance, the area between F and F', over the standard deviation
 * (n - 1) of the original; Hellinger distance over BINS intervals that hold about equally many
 * values of the original, and the two outside its range.  Categories, with shares p and q: total
 * variation 1/2 sum |p - q|, and Hellinger sqrt(1/2 sum (sqrt p - sqrt q)^2).
 *
 * Each table is summarised by itself, so rows need not correspond.  Missing cells are left out
 * of numbers and are a category of their own among categories.  A column that was recoded (its
 * type is another, or most of its labels are new) has no distance.  O(n) radix passes a column.
 */
#include <math.h>

#include "base/sort.h"
#include "stats/moments.h"
#include "stats/quantile.h"
#include "micro/utility/paired.h"

enum { COLUMNS };
enum { BINS = 20 };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to compare; by default all that both tables have but "
                          "identifiers, weights and households" },
    TACIT_PARAM_END
};

/* What is known of a column; NaN where a distance does not apply. */
enum { KS, WASSERSTEIN, TV, HELLINGER, DISTANCES };

/* ---- numbers ---- */

/* Present numbers of one side, sorted. */
typedef struct sample {
    double *x;
    size_t n;
} sample;

static tacit_status sorted_of(tacit_ctx *cx, const tacit_column *c, sample *s)
{
    TACIT_TRY(tacit_column_present(cx, c, &s->x, &s->n));
    return tacit_sort_reals(cx, s->x, s->n);
}

/* Walk along both distribution functions; `scale` divides the numbers. */
static void walk(const sample *a, const sample *b, double scale, double *d)
{
    size_t i = 0, k = 0;
    d[KS] = d[WASSERSTEIN] = 0.0;
    while (i < a->n || k < b->n) {
        const double at = k == b->n || (i < a->n && a->x[i] <= b->x[k]) ? a->x[i] : b->x[k];
        while (i < a->n && a->x[i] <= at)
            i++;
        while (k < b->n && b->x[k] <= at)
            k++;
        if (i == a->n && k == b->n)
            return;
        const double next = k == b->n || (i < a->n && a->x[i] <= b->x[k]) ? a->x[i] : b->x[k];
        const double gap = fabs((double)i / (double)a->n - (double)k / (double)b->n);
        d[KS] = fmax(d[KS], gap);
        d[WASSERSTEIN] += gap * (next / scale - at / scale);
    }
}

/* How many numbers are at most `limit`. */
static size_t count_up_to(const sample *s, double limit)
{
    size_t low = 0, high = s->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->x[middle] <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The end of interval `k`: the first lies below all of `a`, the last above. */
static double limit_of(const sample *a, size_t k)
{
    if (k == 0)
        return nextafter(a->x[0], -INFINITY);
    return k > BINS ? INFINITY : tacit_quantile(a->x, a->n, (double)k / (double)BINS);
}

/* Over intervals that end at the quantiles of `a`; equal ones are one. */
static double hellinger_of_bins(const sample *a, const sample *b)
{
    double sum = 0.0;
    size_t from_a = 0, from_b = 0;
    for (size_t k = 0; k <= BINS + 1; k++) {
        const double limit = limit_of(a, k);
        const size_t to_a = count_up_to(a, limit), to_b = count_up_to(b, limit);
        const double p = (double)(to_a - from_a) / (double)a->n;
        const double q = (double)(to_b - from_b) / (double)b->n;
        sum += (sqrt(p) - sqrt(q)) * (sqrt(p) - sqrt(q));
        from_a = to_a;
        from_b = to_b;
    }
    return sqrt(sum / 2.0);
}

static tacit_status compare_numbers(tacit_ctx *cx, const tacit_match *m, double *d)
{
    sample a, b;
    TACIT_TRY(sorted_of(cx, m->before, &a));
    TACIT_TRY(sorted_of(cx, m->after, &b));
    if (a.n == 0 || b.n == 0)
        return TACIT_OK;
    const double sd = tacit_moments_of(a.x, a.n).sd;
    walk(&a, &b, sd > 0.0 ? sd : 1.0, d);
    if (!(sd > 0.0) && d[WASSERSTEIN] > 0.0)
        d[WASSERSTEIN] = NAN;
    d[HELLINGER] = hellinger_of_bins(&a, &b);
    return TACIT_OK;
}

/* ---- categories ---- */

static tacit_status compare_categories(tacit_ctx *cx, const tacit_match *m, double *d)
{
    tacit_coded c;
    double *p = NULL, *q = NULL, variation = 0.0, square = 0.0;
    TACIT_TRY(tacit_coded_of(cx, m, &c));
    if (c.rows_before == 0 || c.rows_after == 0 || c.relabelled)
        return TACIT_OK;
    TACIT_TRY(tacit_coded_count(cx, &c, &p, &q));
    for (size_t v = 0; v < c.n; v++) {
        const double a = p[v] / (double)c.rows_before, b = q[v] / (double)c.rows_after;
        variation += fabs(a - b);
        square += (sqrt(a) - sqrt(b)) * (sqrt(a) - sqrt(b));
    }
    d[TV] = variation / 2.0;
    d[HELLINGER] = sqrt(square / 2.0);
    return TACIT_OK;
}

/* ---- the result ---- */

static tacit_status compare(tacit_ctx *cx, const tacit_match *m, double *d)
{
    const size_t mark = tacit_scratch_mark(cx);
    const bool before = tacit_column_type(m->before) == TACIT_TYPE_CATEGORY;
    const bool after = tacit_column_type(m->after) == TACIT_TYPE_CATEGORY;
    for (size_t k = 0; k < DISTANCES; k++)
        d[k] = NAN;
    if (before == after)
        TACIT_TRY(before ? compare_categories(cx, m, d) : compare_numbers(cx, m, d));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Mean of distance `k` over the columns that have it. */
static double mean_of(const double *d, size_t n, size_t k)
{
    double sum = 0.0, known = 0.0;
    for (size_t c = 0; c < n; c++) {
        sum += isnan(d[c * DISTANCES + k]) ? 0.0 : d[c * DISTANCES + k];
        known += !isnan(d[c * DISTANCES + k]);
    }
    return known > 0.0 ? sum / known : NAN;
}

static tacit_status figures(tacit_ctx *cx, const double *d, size_t n, tacit_result *result)
{
    const tacit_figure all[DISTANCES] = {
        [KS] = { .range = &TACIT_RANGE_LOSS_SHARE,
                 .name = "kolmogorov_smirnov",
                 .title = "Kolmogorov-Smirnov distance",
                 .value = mean_of(d, n, KS),
                 .unit = TACIT_UNIT_NUMBER,
                 .definition = "mean over columns of numbers and dates of max |F - F'|" },
        [WASSERSTEIN] = { .range = &TACIT_RANGE_LOSS,
                          .name = "wasserstein",
                          .title = "Wasserstein distance in sd",
                          .value = mean_of(d, n, WASSERSTEIN),
                          .unit = TACIT_UNIT_NUMBER,
                          .definition =
                              "mean over columns of numbers and dates of the area between F and F' "
                              "over the sd of the original" },
        [TV] = { .range = &TACIT_RANGE_LOSS_SHARE,
                 .name = "total_variation",
                 .title = "Total variation distance",
                 .value = mean_of(d, n, TV),
                 .unit = TACIT_UNIT_NUMBER,
                 .definition =
                     "mean over columns of categories of 1/2 sum |p - q|, missing counted as a "
                     "category" },
        [HELLINGER] = { .range = &TACIT_RANGE_LOSS_SHARE,
                        .name = "hellinger",
                        .title = "Hellinger distance",
                        .value = mean_of(d, n, HELLINGER),
                        .unit = TACIT_UNIT_NUMBER,
                        .definition =
                            "mean over columns of sqrt(1/2 sum (sqrt p - sqrt q)^2), numbers and "
                            "dates over 20 intervals between quantiles of the original and what "
                            "lies "
                            "outside" },
    };
    for (size_t k = 0; k < DISTANCES; k++)
        if (!isnan(all[k].value)) /* a kind of columns that there is not has no figure */
            TACIT_TRY(tacit_result_add_figure(cx, result, &all[k]));
    return TACIT_OK;
}

static tacit_status show(tacit_ctx *cx, const tacit_paired *paired, const double *d,
                         tacit_result *result)
{
    static const char *const titles[] = { "column", "Kolmogorov-Smirnov", "Wasserstein in sd",
                                          "total variation", "Hellinger" };
    static const tacit_bars bars = { "hellinger", "Hellinger distance by column", "distance" };
    json_t *table = NULL;
    double *hellinger = NULL;
    size_t recoded = 0;
    TACIT_TRY(tacit_scratch(cx, paired->n, sizeof *hellinger, &hellinger));
    TACIT_TRY(
        tacit_result_table(cx, result, "columns", "Distances of distributions", 5, titles, &table));
    for (size_t c = 0; c < paired->n; c++) {
        hellinger[c] = d[c * DISTANCES + HELLINGER];
        recoded += isnan(hellinger[c]) ? 1 : 0;
        TACIT_TRY(tacit_paired_row(cx, table, tacit_column_name(paired->match[c].before),
                                   d + c * DISTANCES, DISTANCES));
    }
    TACIT_TRY(tacit_paired_bars(cx, result, &bars, paired, hellinger));
    if (recoded == 0)
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "%zu columns have no distance: they were recoded, or one side has no "
                             "values.",
                             recoded);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_paired paired;
    double *d = NULL;
    TACIT_TRY(tacit_paired_of(cx, "distances", pair, &args->at[COLUMNS], TACIT_TYPE_ANY, &paired));
    if (paired.n == 0)
        return tacit_result_note(cx, result, "There is no column that both tables have.");
    TACIT_TRY(tacit_scratch(cx, paired.n * DISTANCES, sizeof *d, &d));
    for (size_t c = 0; c < paired.n; c++) {
        TACIT_TRY(tacit_tick(cx, c, paired.n));
        TACIT_TRY(compare(cx, &paired.match[c], d + c * DISTANCES));
    }
    TACIT_TRY(figures(cx, d, paired.n, result));
    return show(cx, &paired, d, result);
}

const tacit_measure tacit_utility_distances = {
    .about = { .name = "distances",
               .title = "Distances of distributions",
               .summary = "Kolmogorov-Smirnov, Wasserstein, total variation and Hellinger "
                          "distances of each column.",
               .source = "Gibbs and Su (2002), On choosing and bounding probability metrics",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .run = measure,
};
