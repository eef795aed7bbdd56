/*
 * time.c - timestamps as dates or texts.
 *
 * A column of times without a zone that are all midnight is a column of dates: that is how
 * data frames keep dates.  Other times have no type of their own and become texts, which
 * hierarchies and recoding understand.  A time with a zone is an instant; its text is in UTC,
 * because the calendar of the zone is not known here.  O(rows).
 */
#include <stdio.h>

#include "base/text.h"
#include "table/arrow/own.h"

/* The day of a time, rounded down, and what remains. */
static int64_t day_of(int64_t x, int64_t per_day, int64_t *rest)
{
    int64_t day = x / per_day;
    *rest = x % per_day;
    if (*rest < 0) {
        *rest += per_day;
        day--;
    }
    return day;
}

/* Whether all times are midnight; fails if one is too far away to have a date. */
static tacit_status look(tacit_ctx *cx, const tacit_arrow_in *in, const tacit_column *c,
                         bool *midnight)
{
    const int64_t *x = tacit_column_integers(c);
    *midnight = true;
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        int64_t rest = 0;
        const int64_t day = day_of(x[i], in->type.per_day, &rest);
        if (day < INT32_MIN || day > INT32_MAX)
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has times beyond all calendars.",
                              in->name);
        *midnight = *midnight && rest == 0;
    }
    return TACIT_OK;
}

static size_t format_time(const tacit_arrow_type *type, int64_t x, char out[96])
{
    int64_t rest = 0;
    char date[TACIT_NUMBER_BYTES];
    tacit_format_date((int32_t)day_of(x, type->per_day, &rest), date);
    const int64_t per_second = type->per_day / 86400;
    const int64_t second = rest / per_second, fraction = rest % per_second;
    int n = snprintf(out, 96, "%sT%02d:%02d:%02d", date, (int)(second / 3600),
                     (int)(second / 60 % 60), (int)(second % 60));
    if (fraction > 0)
        n += snprintf(out + n, 96 - (size_t)n, ".%0*lld",
                      per_second == 1000      ? 3
                      : per_second == 1000000 ? 6
                                              : 9,
                      (long long)fraction);
    if (type->zoned)
        n += snprintf(out + n, 96 - (size_t)n, "Z");
    return (size_t)n;
}

static tacit_status add_cell(tacit_ctx *cx, const tacit_arrow_in *in, int64_t x, bool midnight,
                             tacit_builder *b)
{
    if (midnight) {
        const int32_t day = (int32_t)(x / in->type.per_day);
        return tacit_builder_dates(cx, b, &day, NULL, 1);
    }
    char text[96];
    const size_t n = format_time(&in->type, x, text);
    return tacit_builder_text(cx, b, text, n);
}

static tacit_status add_cells(tacit_ctx *cx, const tacit_arrow_in *in, const tacit_column *c,
                              bool midnight, tacit_builder *b)
{
    const int64_t *x = tacit_column_integers(c);
    TACIT_TRY(tacit_builder_notes(cx, b, tacit_column_notes_of(c)));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (i % TACIT_ARROW_BLOCK == 0)
            TACIT_TRY(tacit_tick(cx, i, tacit_column_length(c)));
        if (tacit_column_is_missing(c, i))
            TACIT_TRY(tacit_builder_missing(cx, b));
        else
            TACIT_TRY(add_cell(cx, in, x[i], midnight, b));
    }
    return TACIT_OK;
}

tacit_status tacit_arrow_times(tacit_ctx *cx, const tacit_arrow_in *in, tacit_column **c)
{
    bool midnight = false;
    tacit_builder *b = NULL;
    tacit_column *done = NULL;
    TACIT_TRY(look(cx, in, *c, &midnight));
    midnight = midnight && !in->type.zoned;
    TACIT_TRY(tacit_builder_new(cx, in->name, midnight ? TACIT_TYPE_DATE : TACIT_TYPE_CATEGORY,
                                tacit_column_length(*c), &b));
    const tacit_status status = add_cells(cx, in, *c, midnight, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &done));
    tacit_column_free(*c);
    *c = done;
    return TACIT_OK;
}
