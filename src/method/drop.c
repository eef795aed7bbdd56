/*
 * drop.c - leaving columns out.
 *
 * The surest protection of a column is not to release it.  O(columns).
 */
#include "method/method.h"

static const tacit_param PARAMS[] = { TACIT_METHOD_COLUMNS, TACIT_PARAM_END };

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    for (size_t c = 0; c < job->cols.n; c++) {
        const char *name = tacit_column_name(tacit_table_column(job->in, job->cols.at[c]));
        const size_t j = tacit_table_find(out, name);
        if (j == tacit_table_columns(out))
            return tacit_fail(cx, TACIT_ERR_INPUT, "Column '%s' is to be dropped twice.", name);
        tacit_table_drop(out, j);
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
    .run = run,
};
