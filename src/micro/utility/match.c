/*
 * match.c - columns that two tables share.
 */
#include "micro/utility/match.h"

#include "base/text.h"

/* What says nothing but who belongs to whom. */
enum { LEFT_OUT = TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS };

tacit_status tacit_match_columns(tacit_ctx *cx, const tacit_pair *pair, unsigned types,
                                 tacit_match **out, size_t *n)
{
    const tacit_table *a = pair->original, *b = pair->masked;
    tacit_match *match = NULL;
    size_t count = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(a), sizeof *match, &match));
    for (size_t j = 0; j < tacit_table_columns(a); j++) {
        const tacit_column *before = tacit_table_column(a, j);
        const size_t k = tacit_table_find(b, tacit_column_name(before));
        if (k == tacit_table_columns(b) || (tacit_table_roles(a, j) & LEFT_OUT) != 0)
            continue;
        const tacit_column *after = tacit_table_column(b, k);
        if ((tacit_column_type(before) & types) != 0 && (tacit_column_type(after) & types) != 0)
            match[count++] = (tacit_match){ .before = before, .after = after };
    }
    *out = match;
    *n = count;
    return TACIT_OK;
}

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

tacit_status tacit_match_recoded(tacit_ctx *cx, const tacit_match *match, bool *out)
{
    const bool texts = tacit_column_type(match->after) == TACIT_TYPE_CATEGORY;
    const tacit_column *c = texts ? match->after : match->before;
    const tacit_column *other = texts ? match->before : match->after;
    *out = false;
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    bool *strange = NULL;
    size_t cells = 0, count = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(tacit_column_dict(c)), sizeof *strange, &strange));
    mark_strange(c, other, strange);
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        cells++;
        count += strange[tacit_column_codes(c)[i]];
    }
    tacit_scratch_release(cx, mark);
    *out = 2 * count > cells;
    return TACIT_OK;
}
