/*
 * match.c - columns that two tables share.
 */
#include "micro/utility/match.h"

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
