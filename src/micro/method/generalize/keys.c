/*
 * keys.c - the keys of a generalisation, and their histogram if the rows are not in memory.
 */
#include "micro/method/generalize/generalize.h"

bool tacit_generalize_selects(const tacit_job *job, size_t column)
{
    for (size_t c = 0; c < job->cols.n; c++)
        if (job->cols.at[c] == column)
            return true;
    return false;
}

static tacit_status lack_keys(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'generalize' needs keys: name them under roles or as 'columns'.");
}

tacit_status tacit_generalize_keys(tacit_ctx *cx, tacit_generalizer *z)
{
    const tacit_job *job = z->job;
    TACIT_TRY(tacit_table_copy(cx, job->in, &z->held));
    for (size_t c = 0; c < job->cols.n; c++)
        tacit_table_set_roles(z->held, job->cols.at[c],
                              tacit_table_roles(z->held, job->cols.at[c]) | TACIT_ROLE_KEY);
    TACIT_TRY(tacit_table_with_role(cx, z->held, TACIT_ROLE_KEY, &z->keys));
    return z->keys.n == 0 ? lack_keys(cx) : TACIT_OK;
}

/* ---- counted ---- */

/* The roles of columns that matter. */
static unsigned counted_roles(const tacit_job *job)
{
    unsigned needs = 0;
    for (size_t i = 0; i < job->n_require; i++)
        needs |= job->require[i].model->measure.needs;
    return TACIT_ROLE_KEY | ((needs & TACIT_NEEDS_SENSITIVE) != 0 ? TACIT_ROLE_SENSITIVE : 0);
}

/* The columns that matter; `target` may be NULL. */
static tacit_status choose(tacit_ctx *cx, const tacit_job *job, const char *target,
                           tacit_select *out)
{
    const unsigned roles = counted_roles(job);
    const size_t columns = tacit_table_columns(job->in);
    const size_t other = target != NULL ? tacit_table_find(job->in, target) : columns;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *at, &at));
    for (size_t j = 0; j < columns; j++)
        if ((tacit_table_roles(job->in, j) & roles) != 0 || tacit_generalize_selects(job, j) ||
            j == other)
            at[n++] = j;
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

tacit_status tacit_generalize_count(tacit_ctx *cx, const tacit_job *job, const char *target,
                                    tacit_table **histogram, tacit_job *out)
{
    tacit_select counted;
    size_t *at = NULL;
    TACIT_TRY(choose(cx, job, target, &counted));
    if (counted.n == 0)
        return lack_keys(cx);
    TACIT_TRY(tacit_scratch(cx, job->cols.n, sizeof *at, &at));
    TACIT_TRY(tacit_look_count(cx, job->look, job->in, &counted, histogram));
    for (size_t c = 0; c < job->cols.n; c++)
        at[c] = tacit_table_find(*histogram,
                                 tacit_column_name(tacit_table_column(job->in, job->cols.at[c])));
    *out = *job;
    out->in = *histogram;
    out->look = NULL;
    out->cols = (tacit_select){ .n = job->cols.n, .at = at };
    return TACIT_OK;
}
