/*
 * swap.c - what the swapping methods share: columns, classes and the exchange of cells.
 */
#include "micro/method/swap/swap.h"

#include "micro/classes/group.h"
#include "table/take.h"

tacit_status tacit_swap_named(tacit_ctx *cx, const char *owner, const char *what,
                              const tacit_table *t, const tacit_value *names, tacit_select *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *at, &at));
    for (size_t c = 0; c < names->n; c++) {
        at[c] = tacit_table_find(t, names->texts[c]);
        if (at[c] == tacit_table_columns(t))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'%s' of %s names column '%s', which is not there.", what, owner,
                              names->texts[c]);
    }
    *out = (tacit_select){ .n = names->n, .at = at };
    return TACIT_OK;
}

tacit_status tacit_swap_columns(tacit_ctx *cx, const char *owner, const tacit_job *job, size_t i,
                                tacit_select *out)
{
    *out = (tacit_select){ 0 };
    if (!tacit_arg_given(job->args, i))
        return TACIT_OK;
    return tacit_swap_named(cx, owner, job->args->params[i].name, job->in, &job->args->at[i], out);
}

tacit_status tacit_swap_classes(tacit_ctx *cx, const tacit_table *t, const tacit_select *cols,
                                uint32_t **of, size_t *n)
{
    const size_t rows = tacit_table_rows(t);
    tacit_lens *lens = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof **of, of));
    *n = rows > 0;
    if (cols->n == 0 || rows == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, cols->n, sizeof *lens, &lens));
    for (size_t c = 0; c < cols->n; c++)
        TACIT_TRY(tacit_lens_make(cx, tacit_table_column(t, cols->at[c]), &lens[c]));
    return tacit_group_lenses(cx, lens, cols->n, rows, *of, n);
}

tacit_status tacit_swap_exchange(tacit_ctx *cx, const tacit_table *in, const tacit_select *cols,
                                 const size_t *from, tacit_table *out)
{
    const tacit_row_list rows = { .n = tacit_table_rows(in), .at = from };
    for (size_t c = 0; c < cols->n; c++) {
        const tacit_column *old = tacit_table_column(in, cols->at[c]);
        tacit_column *own = NULL;
        TACIT_TRY(tacit_column_take(cx, old, tacit_column_name(old), &rows, &own));
        tacit_table_replace(out, cols->at[c], own);
    }
    return TACIT_OK;
}

void tacit_swap_shuffle(tacit_rng *rng, size_t *order, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)tacit_rng_below(rng, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
}
