/*
 * audit_whole.c - whether tables of whole units reach what linear programs reach with fractions.
 *
 * max or min z_k subject to sum of m_rj unit_j z_j = 0, low_j <= unit_j z_j <= high_j, z whole,
 * over one part.  Seldom needed: the matrices of two-way tables have whole corners, those of
 * three-way tables nearly always.
 */
#include <math.h>

#include "solve/lp.h"
#include "tabular/audit_part.h"

/* Seconds for one program; a question that is not settled then counts against the table. */
static const double PATIENCE = 10;

/* The columns: cells of the part in units, of which those of the insider stand still. */
static tacit_status make_columns(tacit_ctx *cx, const tacit_cell_attack *a, const tacit_doubt *d,
                                 int way, double enough, tacit_lp **out)
{
    const tacit_system *s = a->system;
    double *cost = NULL, *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *high, &high));
    for (size_t j = 0; j < a->n; j++) {
        const tacit_cell *c = &s->cell[a->cell[j]];
        const bool still = d->insider != 0 && s->owner[a->cell[j]] == s->owner[d->insider - 1];
        low[j] = still ? 0 : -floor((c->value - c->low) / c->unit + TACIT_AUDIT_NEAR);
        high[j] = still ? 0 : floor((c->high - c->value) / c->unit + TACIT_AUDIT_NEAR);
        a->place[a->cell[j]] = (uint32_t)j;
    }
    const size_t k = a->place[d->cell];
    const double stop = ceil(enough / s->cell[d->cell].unit - TACIT_AUDIT_NEAR);
    cost[k] = -way;
    if (way > 0)
        high[k] = fmin(high[k], stop);
    else
        low[k] = fmax(low[k], -stop);
    return tacit_lp_new(cx, &(tacit_lp_columns){ a->n, cost, low, high }, out);
}

static tacit_status add_rows(tacit_ctx *cx, const tacit_auditing *w, const tacit_cell_attack *a,
                             tacit_lp *lp)
{
    const tacit_system *s = w->s;
    size_t terms = 0, *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL, *zero = NULL;
    for (size_t i = 0; i < a->m; i++)
        terms += s->first[a->row[i] + 1] - s->first[a->row[i]];
    TACIT_TRY(tacit_scratch(cx, a->m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, a->m, sizeof *zero, &zero));
    terms = 0;
    for (size_t i = 0; i < a->m; i++) {
        for (size_t e = s->first[a->row[i]]; e < s->first[a->row[i] + 1]; e++)
            if (w->open[s->term[e].at] > 0) {
                column[terms] = a->place[s->term[e].at];
                value[terms++] = (double)s->term[e].weight * s->cell[s->term[e].at].unit;
            }
        start[i + 1] = terms;
    }
    const tacit_sparse rows = { a->m, a->n, start, column, value };
    return tacit_lp_add_rows(cx, lp, &rows, zero, zero);
}

tacit_status tacit_audit_whole(tacit_ctx *cx, const tacit_auditing *w, const tacit_doubt *d,
                               int way, double enough, double *out)
{
    const size_t mark = tacit_scratch_mark(cx), p = w->parts.part_of[d->cell];
    const tacit_cell_attack a = { .system = w->s,
                                  .cell = w->parts.cell + w->parts.first[p],
                                  .row = w->parts.row + w->parts.first_row[p],
                                  .n = w->parts.first[p + 1] - w->parts.first[p],
                                  .m = w->parts.first_row[p + 1] - w->parts.first_row[p],
                                  .place = w->place };
    tacit_lp *lp = NULL;
    tacit_mip mip = { 0 };
    TACIT_TRY(tacit_scratch(cx, a.n, sizeof *mip.point, &mip.point));
    TACIT_TRY(make_columns(cx, &a, d, way, enough, &lp));
    tacit_status status = add_rows(cx, w, &a, lp);
    if (status == TACIT_OK)
        status = tacit_lp_solve_whole(cx, lp, 0.5, PATIENCE, &mip);
    tacit_lp_free(lp);
    TACIT_TRY(status);
    *out = mip.found ? fmax(way * mip.point[w->place[d->cell]], 0) * w->s->cell[d->cell].unit : 0;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
