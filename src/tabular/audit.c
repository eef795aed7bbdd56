/*
 * audit.c - whether the hidden cells of a system are safe, found out by attacking them.
 */
#include "tabular/audit.h"

#include <float.h>
#include <math.h>

#include "tabular/attack.h"

/* What linear programs are taken to be exact to, of a unit or of a level. */
static const double NEAR = 1e-6;

/* The interval with ends that are whole units, as the values are. */
static void round_inwards(const tacit_cell *c, double down, double up, tacit_finding *f)
{
    f->least = c->unit * ceil((c->value - down) / c->unit - NEAR);
    f->most = c->unit * floor((c->value + up) / c->unit + NEAR);
}

static void judge(const tacit_cell *c, tacit_finding *f)
{
    const double unit = c->unit;
    f->exact = f->most - f->least < unit / 2;
    f->safe = !f->exact && c->value - f->least >= c->lower * (1 - NEAR) - NEAR * unit &&
              f->most - c->value >= c->upper * (1 - NEAR) - NEAR * unit &&
              f->most - f->least >= c->sliding * (1 - NEAR) - NEAR * unit;
}

static tacit_status attack_cell(tacit_ctx *cx, tacit_cell_attack *a, uint32_t cell,
                                tacit_finding *f)
{
    const tacit_cell *c = &a->system->cell[cell];
    double up = 0, down = 0;
    TACIT_TRY(tacit_attack_push(cx, a, cell, 1, DBL_MAX, &up));
    TACIT_TRY(tacit_attack_push(cx, a, cell, -1, DBL_MAX, &down));
    f->cell = cell;
    round_inwards(c, down, up, f);
    judge(c, f);
    return TACIT_OK;
}

/* Attack the primary cells of part `p`; `index` says where their findings go. */
static tacit_status attack_part(tacit_ctx *cx, tacit_cell_attack *a, const uint32_t *index,
                                tacit_audit *out)
{
    for (size_t j = 0; j < a->n; j++) {
        const uint32_t cell = a->cell[j];
        if (a->system->cell[cell].status == TACIT_CELL_PRIMARY)
            TACIT_TRY(attack_cell(cx, a, cell, &out->finding[index[cell]]));
    }
    return TACIT_OK;
}

static bool has_primary(const tacit_system *s, const tacit_cell_parts *parts, size_t p)
{
    for (size_t e = parts->first[p]; e < parts->first[p + 1]; e++)
        if (s->cell[parts->cell[e]].status == TACIT_CELL_PRIMARY)
            return true;
    return false;
}

static tacit_status attack_all(tacit_ctx *cx, const tacit_system *s, const double *open,
                               const uint32_t *index, tacit_audit *out)
{
    tacit_cell_parts parts = { 0 };
    uint32_t *place = NULL;
    TACIT_TRY(tacit_parts_find(cx, s, open, &parts));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *place, &place));
    const tacit_attack_on on = { s, &parts, open, place };
    for (size_t p = 0; p < parts.n; p++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_cell_attack a = { 0 };
        TACIT_TRY(tacit_tick(cx, p, parts.n));
        if (!has_primary(s, &parts, p))
            continue;
        TACIT_TRY(tacit_attack_begin(cx, &on, p, &a));
        const tacit_status status = attack_part(cx, &a, index, out);
        tacit_attack_end(&a);
        TACIT_TRY(status);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_audit_run(tacit_ctx *cx, const tacit_system *s, tacit_audit *out)
{
    double *open = NULL;
    uint32_t *index = NULL;
    *out = (tacit_audit){ 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *index, &index));
    for (size_t i = 0; i < s->n_cells; i++)
        index[i] = s->cell[i].status == TACIT_CELL_PRIMARY ? (uint32_t)out->n++ : 0;
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->finding, &out->finding));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *open, &open));
    for (size_t i = 0; i < s->n_cells; i++)
        open[i] = tacit_system_covers(s, &s->cell[i]);
    TACIT_TRY(attack_all(cx, s, open, index, out));
    tacit_scratch_release(cx, mark);
    for (size_t k = 0; k < out->n; k++) {
        out->n_exact += out->finding[k].exact;
        out->n_unsafe += !out->finding[k].safe;
    }
    return TACIT_OK;
}
