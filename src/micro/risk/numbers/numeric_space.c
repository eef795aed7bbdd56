/*
 * numeric_space.c - numeric columns of both tables as one space.
 */
#include "micro/risk/numbers/numeric_space.h"

/* Where `t` has columns of these names. */
static tacit_status find_columns(tacit_ctx *cx, const tacit_table *t, const tacit_numeric *numeric,
                                 tacit_select *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, numeric->n, sizeof *at, &at));
    for (size_t c = 0; c < numeric->n; c++)
        at[c] = tacit_table_find(t, tacit_column_name(numeric->masked[c]));
    *out = (tacit_select){ numeric->n, at };
    return TACIT_OK;
}

tacit_status tacit_numeric_space(tacit_ctx *cx, const tacit_subject *s,
                                 const tacit_numeric *numeric, tacit_space *out)
{
    tacit_space_spec spec = { .table_a = tacit_subject_extra_of(s)->original,
                              .table_b = tacit_subject_table(s),
                              .metric = TACIT_METRIC_EUCLIDEAN,
                              .scaling = TACIT_SCALING_SD };
    TACIT_TRY(find_columns(cx, spec.table_a, numeric, &spec.a));
    TACIT_TRY(find_columns(cx, spec.table_b, numeric, &spec.b));
    return tacit_space_of(cx, &spec, out);
}
