/*
 * within.c - measures of what differs within classes of equal keys, before and after.
 *
 * Each side is measured by itself, so rows need not correspond.  Columns have equal weight.
 */
#include "micro/utility/within.h"

#include <math.h>

/* Means over columns of both sides. */
typedef struct sides {
    double before, after, columns;
} sides;

static tacit_status measure_columns(tacit_ctx *cx, const tacit_pair *pair, const tacit_match *match,
                                    size_t n, tacit_within *within, double *value)
{
    tacit_key_sides s;
    TACIT_TRY(tacit_key_sides_make(cx, pair, &s));
    for (size_t c = 0; c < n; c++) {
        TACIT_TRY(tacit_tick(cx, c, n));
        TACIT_TRY(within(cx, &s.before, match[c].before, &value[2 * c]));
        TACIT_TRY(within(cx, &s.after, match[c].after, &value[2 * c + 1]));
    }
    return TACIT_OK;
}

static tacit_status add_table(tacit_ctx *cx, const tacit_match *match, const double *value,
                              size_t n, tacit_result *result)
{
    static const char *const titles[] = { "column", "before", "after" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "columns", "By column", 3, titles, &table));
    for (size_t c = 0; c < n; c++)
        if (isnan(value[2 * c] + value[2 * c + 1]))
            TACIT_TRY(tacit_result_note(cx, result, "Column '%s' has no values and is left out.",
                                        tacit_column_name(match[c].before)));
        else
            TACIT_TRY(tacit_result_row(cx, table, "[s, f, f]", tacit_column_name(match[c].before),
                                       value[2 * c], value[2 * c + 1]));
    return TACIT_OK;
}

static sides means_of(const double *value, size_t n)
{
    sides s = { 0 };
    for (size_t c = 0; c < n; c++) {
        if (isnan(value[2 * c] + value[2 * c + 1]))
            continue;
        s.before += value[2 * c];
        s.after += value[2 * c + 1];
        s.columns += 1.0;
    }
    s.before = s.columns > 0.0 ? s.before / s.columns : NAN;
    s.after = s.columns > 0.0 ? s.after / s.columns : NAN;
    return s;
}

tacit_status tacit_within_tell(tacit_ctx *cx, const tacit_pair *pair, const tacit_value *column,
                               tacit_within *within, const tacit_within_words *words,
                               tacit_result *result)
{
    static const tacit_range change = { -1.0, 1.0, TACIT_BETTER_LOWER };
    tacit_match *match = NULL;
    double *value = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_key_targets(cx, pair, column, &match, &n));
    TACIT_TRY(tacit_scratch(cx, 2 * n, sizeof *value, &value));
    TACIT_TRY(measure_columns(cx, pair, match, n, within, value));
    const sides s = means_of(value, n);
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, words->name, words->title,
                                  s.after, TACIT_UNIT_SHARE, words->definition));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "before",
                                  "The same of the original", s.before, TACIT_UNIT_SHARE,
                                  "as above, for the classes of equal original keys"));
    TACIT_TRY(tacit_result_ranged(cx, result, &change, "loss", "Change", s.after - s.before,
                                  TACIT_UNIT_SHARE, "after minus before; 0 is unchanged"));
    return add_table(cx, match, value, n, result);
}
