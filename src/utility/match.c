/*
 * match.c - columns that two tables share.
 */
#include "utility/match.h"

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
        if (k == tacit_table_columns(b) || (tacit_table_roles(a, j) & TACIT_ROLE_IDENTIFIER) != 0)
            continue;
        const tacit_column *after = tacit_table_column(b, k);
        if ((tacit_column_type(before) & types) != 0 && (tacit_column_type(after) & types) != 0)
            match[count++] = (tacit_match){ .before = before, .after = after };
    }
    *out = match;
    *n = count;
    return TACIT_OK;
}

tacit_status tacit_match_recoded(tacit_ctx *cx, const tacit_match *match, bool *out)
{
    const bool before = tacit_column_type(match->before) == TACIT_TYPE_CATEGORY,
               after = tacit_column_type(match->after) == TACIT_TYPE_CATEGORY;
    *out = before != after;
    if (!before || !after)
        return TACIT_OK;
    const tacit_dict *old = tacit_column_dict(match->before),
                     *now = tacit_column_dict(match->after);
    const size_t mark = tacit_scratch_mark(cx);
    bool *fresh = NULL;
    size_t cells = 0, strange = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(now), sizeof *fresh, &fresh));
    for (uint32_t code = 0; old != now && code < tacit_dict_size(now); code++)
        fresh[code] = tacit_dict_find(old, tacit_dict_text(now, code)) == tacit_dict_size(old);
    for (size_t i = 0; i < tacit_column_length(match->after); i++) {
        if (tacit_column_is_missing(match->after, i))
            continue;
        cells++;
        strange += fresh[tacit_column_codes(match->after)[i]];
    }
    tacit_scratch_release(cx, mark);
    *out = 2 * strange > cells;
    return TACIT_OK;
}
