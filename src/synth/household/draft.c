/*
 * draft.c - tables of their own for households and for the members of a role: what is known, and
 * what is made given that.
 */
#include "synth/household/own.h"
#include "table/take.h"

tacit_status tacit_home_draft_start(tacit_ctx *cx, size_t rows, size_t most, tacit_home_draft *d)
{
    *d = (tacit_home_draft){ 0 };
    TACIT_TRY(tacit_scratch(cx, most, sizeof *d->column, &d->column));
    return tacit_table_new(cx, rows, &d->data);
}

tacit_status tacit_home_draft_add(tacit_ctx *cx, tacit_home_draft *d, const tacit_column *c,
                                  const char *name, const size_t *rows,
                                  const tacit_synth_column *as)
{
    const tacit_row_list list = { tacit_table_rows(d->data), rows };
    tacit_column *own = NULL;
    TACIT_TRY(tacit_column_take(cx, c, name, &list, &own));
    TACIT_TRY(tacit_table_add(cx, d->data, own));
    d->column[d->n] = *as;
    d->column[d->n].at = d->n;
    d->n++;
    return TACIT_OK;
}

/* Columns that stood together may do so no longer: say anew which are made at once. */
static void gather(tacit_home_draft *d)
{
    for (size_t k = 0; k < d->n;) {
        const tacit_synth_column *c = &d->column[k];
        size_t n = 1;
        while (k + n < d->n && c->generator != NULL && c->generator->make != NULL &&
               d->column[k + n].generator == c->generator && d->column[k + n].args == c->args)
            n++;
        for (size_t i = 0; i < n; i++)
            d->column[k + i].together = i == 0 ? n : 0;
        k += n;
    }
}

tacit_status tacit_home_draft_make(tacit_ctx *cx, const tacit_home_plan *homes, tacit_home_draft *d,
                                   size_t rows, const tacit_rng *rng, tacit_table **out)
{
    const tacit_synth_spec spec = {
        .data = d->data,
        .column = d->column,
        .n = d->n,
        .rows = rows,
        .sets = 1,
        .dealt = homes->spec->people.dealt,
        .in_order = true,
        .words =
            d->words->constraints + d->words->rules + d->words->n_derived > 0 ? d->words : NULL,
        .rng = *rng
    };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_synth_told *told = NULL;
    gather(d);
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *told, &told));
    TACIT_TRY(tacit_synth_make(cx, &spec, told, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

bool tacit_home_may_learn(const tacit_home_plan *homes, size_t k, size_t from)
{
    const tacit_select *p = &homes->spec->people.column[k].predictors;
    if (p->n == k) /* all that come before it: the plan does not choose */
        return true;
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i] == from)
            return true;
    return from == k;
}
