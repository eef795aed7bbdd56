/*
 * drop.c - leaving columns out.
 *
 * The surest protection of a column is not to release it.  O(columns).
 */
#include "micro/method/method.h"

static const tacit_param PARAMS[] = { TACIT_METHOD_COLUMNS, TACIT_PARAM_END };

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    const tacit_value *names = tacit_change_value(change, "columns");
    (void)cols;
    (void)at;
    for (size_t c = 0; c < names->n; c++) {
        const size_t j = tacit_table_find(t, names->texts[c]);
        if (j == tacit_table_columns(t))
            return tacit_fail(cx, TACIT_ERR_INPUT, "Column '%s' is to be dropped twice.",
                              names->texts[c]);
        tacit_table_drop(t, j);
    }
    return TACIT_OK;
}

const tacit_method tacit_method_drop = {
    .about = { .name = "drop",
               .title = "Dropping columns",
               .summary = "Leaves columns out of the release.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_PUBLIC | TACIT_METHOD_UNLINKS,
    .apply = apply,
};
