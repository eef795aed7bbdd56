/*
 * recoded.c - whether a column has other labels than it had.
 *
 * Each distinct text is looked at once.  O(cells).
 */
#include "table/recoded.h"

#include "base/text.h"

/* Whether the text is a number or a date. */
static bool is_number(const char *text)
{
    double x = 0.0;
    int32_t days = 0;
    return tacit_parse_real(text, &x) || tacit_parse_date(text, &days);
}

/* Mark the texts of `c` that are strange to `other`: that it has not or, if it has numbers or
 * dates, that are neither. */
static void mark_strange(const tacit_column *c, const tacit_column *other, bool *strange)
{
    const tacit_dict *d = tacit_column_dict(c);
    const bool texts = tacit_column_type(other) == TACIT_TYPE_CATEGORY;
    const tacit_dict *known = texts ? tacit_column_dict(other) : NULL;
    for (uint32_t code = 0; d != known && code < tacit_dict_size(d); code++) {
        const char *text = tacit_dict_text(d, code);
        strange[code] =
            texts ? tacit_dict_find(known, text) == tacit_dict_size(known) : !is_number(text);
    }
}

/* How many cells have a text, and how many of these one that is strange to the other side. */
typedef struct tally {
    size_t cells, strange;
} tally;

static tacit_status count_strange(tacit_ctx *cx, const tacit_column *before,
                                  const tacit_column *after, tally *out)
{
    const bool texts = tacit_column_type(after) == TACIT_TYPE_CATEGORY;
    const tacit_column *c = texts ? after : before;
    const tacit_column *other = texts ? before : after;
    *out = (tally){ 0 };
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    bool *strange = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(tacit_column_dict(c)), sizeof *strange, &strange));
    mark_strange(c, other, strange);
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        out->cells++;
        out->strange += strange[tacit_column_codes(c)[i]];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_column_recoded(tacit_ctx *cx, const tacit_column *before,
                                  const tacit_column *after, bool *out)
{
    tally t;
    TACIT_TRY(count_strange(cx, before, after, &t));
    *out = 2 * t.strange > t.cells;
    return TACIT_OK;
}

tacit_status tacit_column_has_labels(tacit_ctx *cx, const tacit_column *before,
                                     const tacit_column *after, bool *out)
{
    tally t;
    TACIT_TRY(count_strange(cx, before, after, &t));
    *out = t.strange > 0;
    return TACIT_OK;
}
