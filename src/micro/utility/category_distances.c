/*
 * category_distances.c - how far the categories of records moved.
 *
 * Nominal columns: 0 if the category stayed, 1 if it changed.  Ordinal ones: the gap between
 * the places of both categories in their order over the number of categories less 1, so that 1
 * is from one end to the other; over the number of categories as in Hundepool et al. (2012)
 * if asked.  The order is that of numbers if all labels are numbers, else that of their
 * texts, over the categories of either table.
 *
 * Row i of one table is row i of the other.  Missing on both sides is 0, on one side 1.
 * O(n) a column.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "micro/utility/paired.h"

enum { COLUMNS, ORDINAL, DIVISOR };

static const char *const DIVISOR_CHOICES[] = { "categories_less_one", "categories", NULL };
enum { LESS_ONE, ALL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to compare; by default keys and categories that both tables "
                          "have" },
    [ORDINAL] = { .name = "ordinal",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "those of them whose categories have an order" },
    [DIVISOR] = { .name = "divisor",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = DIVISOR_CHOICES,
                  .help = "what the gap of places of an ordinal column is divided by" },
    TACIT_PARAM_END
};

/* ---- order ---- */

/* Sort `order` by text, merging runs of doubled length; `other` is room. */
static void sort_texts(const char *const *text, uint32_t *order, uint32_t *other, size_t n)
{
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t first = 0; first < n; first += 2 * run) {
            const size_t middle = first + run < n ? first + run : n;
            const size_t end = middle + run < n ? middle + run : n;
            for (size_t i = first, a = first, b = middle; i < end; i++) {
                const bool left =
                    b == end || (a < middle && strcmp(text[order[a]], text[order[b]]) <= 0);
                other[i] = left ? order[a++] : order[b++];
            }
        }
        memcpy(order, other, n * sizeof *order);
    }
}

/* Order by number; false if a label is none. */
static tacit_status sort_numbers(tacit_ctx *cx, const char *const *text, uint32_t *order, size_t n,
                                 bool *all)
{
    tacit_keyed *by = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *by, &by));
    *all = true;
    for (size_t v = 0; v < n && *all; v++) {
        double x = 0.0;
        *all = tacit_parse_real(text[v], &x);
        by[v] = (tacit_keyed){ .key = tacit_sort_key_real(x), .row = v };
    }
    if (!*all)
        return TACIT_OK;
    TACIT_TRY(tacit_sort_keyed(cx, by, n));
    for (size_t v = 0; v < n; v++)
        order[v] = (uint32_t)by[v].row;
    return TACIT_OK;
}

/* The place of each category in their order. */
static tacit_status places_of(tacit_ctx *cx, const tacit_coded *c, double **out)
{
    const size_t n = c->missing;
    uint32_t *order = NULL, *other = NULL;
    double *place = NULL;
    bool numbers = false;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *other, &other));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *place, &place));
    for (size_t v = 0; v < n; v++)
        order[v] = (uint32_t)v;
    TACIT_TRY(sort_numbers(cx, c->text, order, n, &numbers));
    if (!numbers)
        sort_texts(c->text, order, other, n);
    for (size_t v = 0; v < n; v++)
        place[order[v]] = (double)v;
    *out = place;
    return TACIT_OK;
}

/* ---- distances ---- */

/* Mean distance of one column, and the share of cells that changed. */
typedef struct finding {
    double distance, changed;
    bool ordinal;
} finding;

/* Distance of two categories; `place` is NULL for a nominal column. */
static double distance_of(const tacit_coded *c, const double *place, double divisor, size_t i)
{
    const uint32_t a = c->before[i], b = c->after[i];
    if (a == b)
        return 0.0;
    if (place == NULL || a == c->missing || b == c->missing)
        return 1.0;
    return fabs(place[a] - place[b]) / divisor;
}

static tacit_status compare(tacit_ctx *cx, const tacit_match *m, size_t divisor, finding *f)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_coded c;
    double *place = NULL, sum = 0.0, changed = 0.0;
    TACIT_TRY(tacit_coded_of(cx, m, &c));
    if (f->ordinal)
        TACIT_TRY(places_of(cx, &c, &place));
    const double by = (double)c.missing - (divisor == LESS_ONE ? 1.0 : 0.0);
    for (size_t i = 0; i < c.rows_before; i++) {
        sum += distance_of(&c, place, by, i);
        changed += c.before[i] != c.after[i];
    }
    f->distance = sum / (double)c.rows_before;
    f->changed = changed / (double)c.rows_before;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Mark the ordinal columns; each must be among those compared. */
static tacit_status mark_ordinal(tacit_ctx *cx, const tacit_paired *paired,
                                 const tacit_value *ordinal, finding *f)
{
    for (size_t i = 0; ordinal->given && i < ordinal->n; i++) {
        size_t c = 0;
        while (c < paired->n &&
               strcmp(tacit_column_name(paired->match[c].before), ordinal->texts[i]) != 0)
            c++;
        if (c == paired->n)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'ordinal' of 'category_distances' names '%s', which is not among "
                              "the columns compared.",
                              ordinal->texts[i]);
        f[c].ordinal = true;
    }
    return TACIT_OK;
}

/* Mean distance over ordinal or over nominal columns; NaN if there are none. */
static double mean_of(const finding *f, size_t n, bool ordinal)
{
    double sum = 0.0, known = 0.0;
    for (size_t c = 0; c < n; c++) {
        sum += f[c].ordinal == ordinal ? f[c].distance : 0.0;
        known += f[c].ordinal == ordinal ? 1.0 : 0.0;
    }
    return known > 0.0 ? sum / known : NAN;
}

static tacit_status figures(tacit_ctx *cx, const finding *f, size_t n, tacit_result *result)
{
    double changed = 0.0;
    for (size_t c = 0; c < n; c++)
        changed += f[c].changed / (double)n;
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "changed",
                                  "Share of categories changed", changed, TACIT_UNIT_SHARE,
                                  "mean over columns of the share of records whose category "
                                  "changed; missing is one"));
    const double nominal = mean_of(f, n, false), ordinal = mean_of(f, n, true);
    if (!isnan(nominal))
        TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "nominal_distance",
                                      "Nominal distance", nominal, TACIT_UNIT_NUMBER,
                                      "mean over records and nominal columns of 1 if the category "
                                      "changed, 0 if not"));
    if (isnan(ordinal))
        return TACIT_OK;
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "ordinal_distance",
                               "Ordinal distance", ordinal, TACIT_UNIT_NUMBER,
                               "mean over records and ordinal columns of the gap of places over "
                               "the divisor; 1 if one side is missing");
}

static tacit_status show(tacit_ctx *cx, const tacit_paired *paired, const finding *f,
                         tacit_result *result)
{
    static const char *const titles[] = { "column", "scale", "distance", "share changed" };
    static const tacit_bars bars = { "distance", "Distance of categories by column", "distance" };
    json_t *table = NULL;
    double *distance = NULL;
    TACIT_TRY(tacit_scratch(cx, paired->n, sizeof *distance, &distance));
    TACIT_TRY(
        tacit_result_table(cx, result, "columns", "Distances of categories", 4, titles, &table));
    for (size_t c = 0; c < paired->n; c++) {
        distance[c] = f[c].distance;
        TACIT_TRY(
            tacit_result_row(cx, table, "[s, s, f, f]", tacit_column_name(paired->match[c].before),
                             f[c].ordinal ? "ordinal" : "nominal", f[c].distance, f[c].changed));
    }
    return tacit_paired_bars(cx, result, &bars, paired, distance);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_paired paired;
    finding *f = NULL;
    TACIT_TRY(tacit_paired_categories(cx, "category_distances", pair, &args->at[COLUMNS], &paired));
    if (paired.n == 0 || tacit_table_rows(pair->original) == 0)
        return tacit_result_note(cx, result,
                                 "There is no key or category column with records in both tables.");
    TACIT_TRY(tacit_scratch(cx, paired.n, sizeof *f, &f));
    TACIT_TRY(mark_ordinal(cx, &paired, &args->at[ORDINAL], f));
    for (size_t c = 0; c < paired.n; c++) {
        TACIT_TRY(tacit_tick(cx, c, paired.n));
        TACIT_TRY(compare(cx, &paired.match[c], tacit_arg_choice(args, DIVISOR), &f[c]));
    }
    TACIT_TRY(figures(cx, f, paired.n, result));
    return show(cx, &paired, f, result);
}

const tacit_measure tacit_utility_category_distances = {
    .about = { .name = "category_distances",
               .title = "Distances of categories",
               .summary = "How many categories changed, and how far ordered ones moved.",
               .source = "Domingo-Ferrer and Torra (2001), Disclosure control methods and "
                         "information loss for microdata; Hundepool et al. (2012), Statistical "
                         "disclosure control",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .run = measure,
};
