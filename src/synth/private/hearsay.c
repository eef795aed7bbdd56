/*
 * hearsay.c - what a generator has been told of margins, for the distribution behind them.
 */
#include "synth/private/hearsay.h"

tacit_status tacit_hearsay_new(tacit_ctx *cx, const tacit_private_table *t, size_t room,
                               tacit_hearsay *out)
{
    *out = (tacit_hearsay){ .size = t->size, .columns = t->columns, .room = room };
    return tacit_scratch(cx, room, sizeof *out->margin, &out->margin);
}

/* The margin over `scope`, with room for its counts if it is new. */
static tacit_status find(tacit_ctx *cx, tacit_hearsay *k, tacit_scope scope,
                         tacit_noisy_margin **out)
{
    const size_t cells = tacit_scope_cells(k->size, scope);
    for (size_t m = 0; m < k->n; m++)
        if (k->margin[m].scope == scope) {
            *out = &k->margin[m];
            return TACIT_OK;
        }
    TACIT_ASSERT(k->n < k->room);
    tacit_noisy_margin *new = &k->margin[k->n];
    new->scope = scope;
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *new->count, &new->count));
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *new->weight, &new->weight));
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *new->log_factor, &new->log_factor));
    k->n++;
    *out = new;
    return TACIT_OK;
}

tacit_status tacit_hearsay_add(tacit_ctx *cx, tacit_hearsay *k, tacit_scope scope,
                               const double *count, const double *variance)
{
    const size_t cells = tacit_scope_cells(k->size, scope);
    tacit_noisy_margin *m = NULL;
    double all = 0.0;
    TACIT_TRY(find(cx, k, scope, &m));
    for (size_t c = 0; c < cells; c++) {
        const double weight = 1.0 / variance[c];
        m->count[c] = (m->weight[c] * m->count[c] + weight * count[c]) / (m->weight[c] + weight);
        m->weight[c] += weight;
        all += variance[c];
    }
    tacit_private_total_add(&k->total, count, cells, all / (double)cells);
    return TACIT_OK;
}

tacit_status tacit_hearsay_look(tacit_ctx *cx, tacit_hearsay *k, const tacit_private_job *job,
                                const tacit_private_table *t, tacit_scope scope, double rho)
{
    const size_t cells = tacit_scope_cells(t->size, scope);
    tacit_noisy_margin *m = NULL;
    tacit_i128 *count = NULL;
    int64_t *told = NULL;
    double *real = NULL, *variance = NULL;
    TACIT_TRY(find(cx, k, scope, &m)); /* before the memory that is given back */
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_private_count(cx, t, scope, &count));
    TACIT_TRY(tacit_purse_gaussian(cx, job->purse, rho, count, cells, &told));
    TACIT_TRY(tacit_private_reals(cx, told, cells, &real));
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *variance, &variance));
    for (size_t c = 0; c < cells; c++)
        variance[c] = tacit_purse_variance(job->purse);
    const tacit_status status = tacit_hearsay_add(cx, k, scope, real, variance);
    tacit_scratch_release(cx, mark);
    return status;
}

/* Counts of columns and of their pairs tell the same in part, so a fit that is as near to all of
 * them as noise is still has something to learn: 0.6 was best on seeds other
 * than those of the figures in docs/generators/dp_mst.md, and 0.5 to 0.8 hardly differ. */
tacit_fit_end tacit_private_fit_end(size_t steps)
{
    return (tacit_fit_end){ .most = steps, .noise = 0.6, .progress = 1e-4 };
}

tacit_status tacit_hearsay_fit(tacit_ctx *cx, const tacit_hearsay *k, size_t rows,
                               const tacit_fit_end *end, tacit_graph *out)
{
    const tacit_noisy_margins margins = { .size = k->size,
                                          .columns = k->columns,
                                          .margin = k->margin,
                                          .n = k->n,
                                          .total = (double)rows };
    return tacit_graph_fit(cx, &margins, end, out);
}
