/*
 * distributions.c - each column's distribution before and after.
 *
 * Numbers and dates: both sides are counted over at most BINS intervals of a round width
 * that cover the 1st to the 99th percentile of the original, the outer ones open;
 * categories: over the MOST_LABELS most frequent labels of the original, the rest joined.
 * The summary is the total variation distance of the two distributions, half the sum of
 * |p - q| over places and missing: the largest difference in probability that any event
 * has (Levin, Peres and Wilmer 2009, Proposition 4.2).  Whole numbers that became texts because
 * some were hidden are labels.  A column that was recoded (its type is another, or most of its
 * labels are new) is charted as it is now and has no distance.
 *
 * Missing cells are a place of their own.  O(n) a column plus sorting the original.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "stats/quantile.h"
#include "table/recoded.h"
#include "table/values.h"
#include "micro/utility/match.h"

enum { BINS = 20, MOST_LABELS = 15, PLACES = BINS + 2 };

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Shares of both sides over the same places, the last of which is "missing". */
typedef struct shares {
    size_t n;
    char label[PLACES][64];
    double before[PLACES], after[PLACES];
} shares;

static double distance(const shares *s)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->n; i++)
        sum += fabs(s->before[i] - s->after[i]);
    return sum / 200.0; /* shares are per cent */
}

/* ---- numbers and dates ---- */

/* Intervals of equal width; the first also takes what is below, the last what is above. */
typedef struct bins {
    double low, width;
    size_t n;
} bins;

/* The least of 1, 2, 5, 10, 20 ... (or their inverses) that is at least `x` > 0. */
static double round_width(double x)
{
    const double ten = pow(10.0, floor(log10(x)));
    const double times = x / ten;
    return ten * (times <= 1.0 ? 1.0 : times <= 2.0 ? 2.0 : times <= 5.0 ? 5.0 : 10.0);
}

static bins choose_bins(const double *sorted, size_t n)
{
    const double low = tacit_quantile(sorted, n, 0.01), high = tacit_quantile(sorted, n, 0.99);
    const double width = high > low ? round_width((high - low) / (BINS - 1)) : 1.0;
    bins b = { .low = width * floor(low / width), .width = width };
    b.n = (size_t)ceil((high - b.low) / width + 1e-9);
    b.n = b.n < 1 ? 1 : b.n > BINS ? BINS : b.n;
    return b;
}

static void count_bins(const tacit_column *c, const bins *b, double *share)
{
    const size_t n = tacit_column_length(c);
    const double each = 100.0 / (double)n, last = (double)(b->n - 1);
    for (size_t i = 0; i < n; i++) {
        if (tacit_column_is_missing(c, i)) {
            share[b->n] += each;
            continue;
        }
        const double at = floor((tacit_column_number(c, i) - b->low) / b->width);
        share[at < 0.0 ? 0 : at > last ? b->n - 1 : (size_t)at] += each;
    }
}

static void label_bins(const tacit_column *c, const bins *b, shares *s)
{
    for (size_t i = 0; i < b->n; i++) {
        const double from = b->low + b->width * (double)i;
        if (tacit_column_type(c) == TACIT_TYPE_DATE)
            tacit_format_date((int32_t)from, s->label[i]);
        else
            snprintf(s->label[i], sizeof s->label[i], fabs(from) < 1e15 ? "%.12g" : "%.4e", from);
    }
    snprintf(s->label[b->n], sizeof s->label[0], "missing");
    s->n = b->n + 1;
}

static tacit_status share_numbers(tacit_ctx *cx, const tacit_match *m, shares *s)
{
    double *x = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_column_present(cx, m->before, &x, &n));
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_sort_reals(cx, x, n));
    const bins b = choose_bins(x, n);
    count_bins(m->before, &b, s->before);
    count_bins(m->after, &b, s->after);
    label_bins(m->before, &b, s);
    return TACIT_OK;
}

/* ---- categories ---- */

/* Places of the most frequent values of `c`, most frequent first. */
static tacit_status top_labels(tacit_ctx *cx, const tacit_column *c, shares *s, size_t *used)
{
    tacit_values values;
    tacit_keyed *by = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, values.n, sizeof *by, &by));
    for (size_t v = 0; v < values.n; v++)
        by[v] = (tacit_keyed){ .key = UINT64_MAX - values.count[v], .row = v };
    TACIT_TRY(tacit_sort_keyed(cx, by, values.n));
    *used = values.n < MOST_LABELS ? values.n : MOST_LABELS;
    for (size_t i = 0; i < *used; i++) {
        char number[32];
        snprintf(s->label[i], sizeof s->label[i], "%s",
                 tacit_column_text(c, values.row[by[i].row], number));
    }
    snprintf(s->label[*used], sizeof s->label[0], "all others");
    snprintf(s->label[*used + 1], sizeof s->label[0], "missing");
    s->n = *used + 2;
    return TACIT_OK;
}

static size_t place_of(const shares *s, size_t used, const char *text)
{
    size_t i = 0;
    while (i < used && strncmp(s->label[i], text, sizeof s->label[i] - 1) != 0)
        i++;
    return i;
}

/* Add the shares of the values of `c` to the places. */
static tacit_status count_labels(tacit_ctx *cx, const tacit_column *c, const shares *s, size_t used,
                                 double *share)
{
    tacit_values values;
    const double each = 100.0 / (double)tacit_column_length(c);
    TACIT_TRY(tacit_values_of(cx, c, &values));
    for (size_t v = 0; v < values.n; v++) {
        char number[32];
        const char *text = tacit_column_text(c, values.row[v], number);
        share[place_of(s, used, text)] += each * (double)values.count[v];
    }
    share[used + 1] = each * (double)tacit_column_missing(c);
    return TACIT_OK;
}

static tacit_status share_labels(tacit_ctx *cx, const tacit_match *m, bool both, shares *s)
{
    size_t used = 0;
    TACIT_TRY(top_labels(cx, both ? m->before : m->after, s, &used));
    if (both)
        TACIT_TRY(count_labels(cx, m->before, s, used, s->before));
    return count_labels(cx, m->after, s, used, s->after);
}

/* ---- the result ---- */

static tacit_status add_chart(tacit_ctx *cx, const char *name, const shares *s, bool both,
                              tacit_result *result)
{
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, name, name, TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, name, "share of records, %"));
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(tacit_result_label(cx, chart, s->label[i]));
    if (both)
        TACIT_TRY(tacit_result_series(cx, chart, "before", s->before, s->n));
    return tacit_result_series(cx, chart, "after", s->after, s->n);
}

static bool is_category(const tacit_column *c)
{
    return tacit_column_type(c) == TACIT_TYPE_CATEGORY;
}

/* Whether most labels of the masked column were not there before. */
static bool is_relabelled(const tacit_match *m)
{
    const tacit_dict *old = tacit_column_dict(m->before), *labels = tacit_column_dict(m->after);
    size_t known = 0;
    for (uint32_t c = 0; c < tacit_dict_size(labels); c++)
        known += tacit_dict_find(old, tacit_dict_text(labels, c)) < tacit_dict_size(old);
    return 2 * known < tacit_dict_size(labels);
}

/* Whether the column has a distance; codes of which some were hidden have become texts. */
static tacit_status compare_kinds(tacit_ctx *cx, const tacit_match *m, bool *out)
{
    const bool same = is_category(m->before) == is_category(m->after);
    bool recoded = same ? is_category(m->after) && is_relabelled(m) : true;
    if (!same && tacit_column_type(m->before) == TACIT_TYPE_INTEGER)
        TACIT_TRY(tacit_column_recoded(cx, m->before, m->after, &recoded));
    *out = !recoded;
    return TACIT_OK;
}

/* Chart one column; `*tv` is its distance, NaN if it has none. */
static tacit_status show_column(tacit_ctx *cx, const tacit_match *m, tacit_result *result,
                                double *tv)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool both = false;
    shares *s = NULL;
    TACIT_TRY(compare_kinds(cx, m, &both));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *s, &s));
    TACIT_TRY(is_category(m->after) || !both ? share_labels(cx, m, both, s)
                                             : share_numbers(cx, m, s));
    *tv = both && s->n > 0 ? distance(s) : NAN;
    if (s->n > 0)
        TACIT_TRY(add_chart(cx, tacit_column_name(m->before), s, both, result));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    (void)args;
    static const char *const titles[] = { "column", "distance" };
    tacit_match *match = NULL;
    json_t *table = NULL;
    size_t n = 0, counted = 0;
    double sum = 0.0, most = 0.0;
    TACIT_TRY(tacit_match_columns(cx, pair, TACIT_TYPE_ANY, &match, &n));
    TACIT_TRY(
        tacit_result_table(cx, result, "columns", "Distance of distributions", 2, titles, &table));
    for (size_t c = 0; c < n; c++) {
        double tv = NAN;
        TACIT_TRY(show_column(cx, &match[c], result, &tv));
        if (isnan(tv))
            continue;
        TACIT_TRY(tacit_result_row(cx, table, "[s, f]", tacit_column_name(match[c].before), tv));
        sum += tv;
        most = tv > most ? tv : most;
        counted++;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "mean_distance",
                                  "Mean distance", counted > 0 ? sum / (double)counted : NAN,
                                  TACIT_UNIT_NUMBER,
                                  "mean over columns of the total variation distance; 0 is "
                                  "unchanged, 1 is nothing in common"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "largest_distance",
                               "Largest distance", counted > 0 ? most : NAN, TACIT_UNIT_NUMBER,
                               "largest total variation distance of a column");
}

const tacit_measure tacit_utility_distributions = {
    .about = { .name = "distributions",
               .title = "Distributions",
               .summary = "How far the distribution of each column moved.",
               .source = "Levin, Peres and Wilmer (2009), Markov chains and mixing times",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_COMMON,
    .run = measure,
};
