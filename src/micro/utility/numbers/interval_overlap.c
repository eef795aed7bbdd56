/*
 * interval_overlap.c - overlap of the confidence intervals of means and shares.
 *
 * An analyst who estimates a mean from either table gets the intervals mean -+ z sd / sqrt(n),
 * z the normal factor of the level; their overlap is the mean of the shares of either interval
 * that lie in the other (Karr, Kohnen, Oganian, Reiter and Sanil 2006): 1 if they are one, 0 if
 * they do not meet.  For categories the estimates are the shares of the categories of the
 * original, with standard errors sqrt(p (1 - p) / n), and the overlap of a column is the mean
 * over categories.
 *
 * Each table is summarised by itself, so rows need not correspond.  Missing cells are left out
 * of numbers and are a category of their own among categories.  Recoded columns (of another
 * type, or with mostly new labels) are left out.  O(n) a column.
 */
#include <math.h>

#include "stats/moments.h"
#include "stats/counts/overlap.h"
#include "micro/utility/paired.h"

enum { COLUMNS, LEVEL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to compare; by default all numbers and categories that both "
                          "tables have but identifiers, weights and households" },
    [LEVEL] = { .name = "level",
                .type = TACIT_PARAM_REAL,
                .preset = 0.95,
                .min = 0.5,
                .max = 0.999,
                TACIT_USEFUL(0.8, 0.999, "probability"),
                .importance = TACIT_ADVANCED,
                .help = "confidence level of the intervals" },
    TACIT_PARAM_END
};

/* Overlap of one column, and how far its estimate moved in standard errors of the original;
 * for categories both are means over them. */
typedef struct finding {
    double overlap, moved;
} finding;

static finding compare_estimates(const tacit_estimate *a, const tacit_estimate *b, double z)
{
    const double gap = fabs(a->value - b->value);
    const finding f = { .overlap = tacit_interval_overlap(a, b, z),
                        .moved = a->error > 0.0 ? gap / a->error
                                 : gap > 0.0    ? NAN
                                                : 0.0 };
    return f;
}

static tacit_status mean_of(tacit_ctx *cx, const tacit_column *c, tacit_estimate *out)
{
    double *x = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_column_present(cx, c, &x, &n));
    const tacit_moments m = tacit_moments_of(x, n);
    *out = (tacit_estimate){ .value = n > 1 ? m.mean : NAN, .error = m.sd / sqrt((double)n) };
    return TACIT_OK;
}

static tacit_status compare_numbers(tacit_ctx *cx, const tacit_match *m, double z, finding *out)
{
    tacit_estimate a, b;
    TACIT_TRY(mean_of(cx, m->before, &a));
    TACIT_TRY(mean_of(cx, m->after, &b));
    *out = compare_estimates(&a, &b, z);
    return TACIT_OK;
}

static tacit_estimate share_of(double count, double n)
{
    const double p = count / n;
    return (tacit_estimate){ .value = p, .error = sqrt(p * (1.0 - p) / n) };
}

static tacit_status compare_categories(tacit_ctx *cx, const tacit_match *m, double z, finding *out)
{
    tacit_coded c;
    double *p = NULL, *q = NULL, n = 0.0;
    finding sum = { 0 };
    TACIT_TRY(tacit_coded_of(cx, m, &c));
    if (c.rows_before == 0 || c.rows_after == 0 || c.relabelled)
        return TACIT_OK;
    TACIT_TRY(tacit_coded_count(cx, &c, &p, &q));
    for (size_t v = 0; v < c.n; v++) {
        if (p[v] <= 0.0)
            continue;
        const tacit_estimate a = share_of(p[v], (double)c.rows_before);
        const tacit_estimate b = share_of(q[v], (double)c.rows_after);
        const finding f = compare_estimates(&a, &b, z);
        sum.overlap += f.overlap;
        sum.moved += f.moved;
        n += 1.0;
    }
    *out = (finding){ .overlap = sum.overlap / n, .moved = sum.moved / n };
    return TACIT_OK;
}

static tacit_status compare(tacit_ctx *cx, const tacit_match *m, double z, finding *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const bool before = tacit_column_type(m->before) == TACIT_TYPE_CATEGORY;
    const bool after = tacit_column_type(m->after) == TACIT_TYPE_CATEGORY;
    *out = (finding){ .overlap = NAN, .moved = NAN };
    if (before == after)
        TACIT_TRY(before ? compare_categories(cx, m, z, out) : compare_numbers(cx, m, z, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status figures(tacit_ctx *cx, const finding *f, size_t n, tacit_result *result)
{
    double sum = 0.0, known = 0.0, least = NAN;
    for (size_t c = 0; c < n; c++) {
        if (isnan(f[c].overlap))
            continue;
        sum += f[c].overlap;
        known += 1.0;
        least = fmin(least, f[c].overlap);
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_KEPT, "interval_overlap",
                                  "Overlap of intervals", known > 0.0 ? sum / known : NAN,
                                  TACIT_UNIT_NUMBER,
                                  "mean over columns of the overlap of confidence intervals of "
                                  "the mean, or of the shares of categories; 0 where they do not "
                                  "meet"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_KEPT, "least_overlap", "Least overlap",
                                  least, TACIT_UNIT_NUMBER, "the least overlap of a column"));
    if (known < (double)n)
        return tacit_result_note(cx, result,
                                 "%zu columns have no intervals to compare: they were recoded, or "
                                 "have fewer than 2 values.",
                                 n - (size_t)known);
    return TACIT_OK;
}

static tacit_status show(tacit_ctx *cx, const tacit_paired *paired, const finding *f,
                         tacit_result *result)
{
    static const char *const titles[] = { "column", "overlap", "moved in standard errors" };
    static const tacit_bars bars = { "overlap", "Overlap of intervals by column", "overlap" };
    json_t *table = NULL;
    double *overlap = NULL;
    TACIT_TRY(tacit_scratch(cx, paired->n, sizeof *overlap, &overlap));
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Overlap of intervals", 3, titles, &table));
    for (size_t c = 0; c < paired->n; c++) {
        const double row[] = { f[c].overlap, f[c].moved };
        overlap[c] = f[c].overlap;
        TACIT_TRY(tacit_paired_row(cx, table, tacit_column_name(paired->match[c].before), row, 2));
    }
    return tacit_paired_bars(cx, result, &bars, paired, overlap);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    const double z = tacit_confidence_factor(tacit_arg_real(args, LEVEL));
    tacit_paired paired;
    finding *f = NULL;
    TACIT_TRY(tacit_paired_of(cx, "interval_overlap", pair, &args->at[COLUMNS],
                              TACIT_TYPE_NUMBER | TACIT_TYPE_CATEGORY, &paired));
    if (paired.n == 0)
        return tacit_result_note(cx, result, "There is no column that both tables have.");
    TACIT_TRY(tacit_scratch(cx, paired.n, sizeof *f, &f));
    for (size_t c = 0; c < paired.n; c++) {
        TACIT_TRY(tacit_tick(cx, c, paired.n));
        TACIT_TRY(compare(cx, &paired.match[c], z, &f[c]));
    }
    TACIT_TRY(figures(cx, f, paired.n, result));
    return show(cx, &paired, f, result);
}

const tacit_measure tacit_utility_interval_overlap = {
    .about = { .name = "interval_overlap",
               .title = "Overlap of confidence intervals",
               .summary = "Whether means and shares would be estimated alike from both tables.",
               .source = "Karr, Kohnen, Oganian, Reiter and Sanil (2006), A framework for "
                         "evaluating the utility of data altered to protect confidentiality",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .run = measure,
};
