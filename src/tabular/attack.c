/*
 * attack.c - what an attacker can find out about the hidden cells of one part of a system.
 */
#include "tabular/attack.h"

#include <math.h>

/* The equations of the part over its hidden cells, by positions. */
static tacit_status gather_rows(tacit_ctx *cx, const tacit_cell_attack *a, const double *open,
                                tacit_sparse *out)
{
    const tacit_system *s = a->system;
    size_t n_terms = 0, *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL;
    for (size_t i = 0; i < a->m; i++)
        n_terms += s->first[a->row[i] + 1] - s->first[a->row[i]];
    TACIT_TRY(tacit_scratch(cx, a->m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, n_terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, n_terms, sizeof *value, &value));
    size_t k = 0;
    for (size_t i = 0; i < a->m; i++) {
        for (size_t e = s->first[a->row[i]]; e < s->first[a->row[i] + 1]; e++)
            if (open[s->term[e].at] > 0) {
                column[k] = a->place[s->term[e].at];
                value[k++] = (double)s->term[e].weight;
            }
        start[i + 1] = k;
    }
    *out = (tacit_sparse){ a->m, a->n, start, column, value };
    return TACIT_OK;
}

tacit_status tacit_attack_begin(tacit_ctx *cx, const tacit_attack_on *on, size_t p,
                                tacit_cell_attack *out)
{
    const tacit_cell_parts *parts = on->parts;
    const tacit_system *s = on->system;
    const double *open = on->open;
    tacit_sparse rows = { 0 };
    *out = (tacit_cell_attack){ .system = s,
                                .cell = parts->cell + parts->first[p],
                                .row = parts->row + parts->first_row[p],
                                .n = parts->first[p + 1] - parts->first[p],
                                .m = parts->first_row[p + 1] - parts->first_row[p],
                                .place = on->place };
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->low, &out->low));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->high, &out->high));
    for (size_t j = 0; j < out->n; j++) {
        const tacit_cell *c = &s->cell[out->cell[j]];
        out->place[out->cell[j]] = (uint32_t)j;
        out->low[j] = -open[out->cell[j]] * (c->value - c->low);
        out->high[j] = open[out->cell[j]] * (c->high - c->value);
    }
    TACIT_TRY(gather_rows(cx, out, open, &rows));
    return tacit_reach_new(cx, &rows, out->low, out->high, &out->reach);
}

void tacit_attack_end(tacit_cell_attack *a)
{
    tacit_reach_free(a->reach);
    a->reach = NULL;
}

tacit_status tacit_attack_push(tacit_ctx *cx, tacit_cell_attack *a, uint32_t cell, int way,
                               double enough, double *out)
{
    return tacit_reach_push(cx, a->reach, a->place[cell], way, enough, out);
}
