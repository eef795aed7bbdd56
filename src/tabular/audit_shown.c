/*
 * audit_shown.c - whether a changed system keeps what was promised of it.
 */
#include "tabular/audit_shown.h"

#include <math.h>

#include "tabular/witness.h"

/* What sums and linear programs are taken to be exact to, of a unit or of a level. */
static const double NEAR = 1e-6;

/* More cells than these are not given to linear programs. */
enum { MOST_ATTACKED = 3000 };

static double width_of(const tacit_cell *c)
{
    return c->status == TACIT_CELL_PRIMARY ? fmax(c->lower + c->upper, fmax(c->sliding, c->unit))
                                           : 0;
}

static size_t count_broken(const tacit_system *s)
{
    size_t n = 0;
    for (size_t r = 0; r < s->n_equations; r++) {
        double sum = 0, size = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            const double part = (double)s->term[e].weight * s->cell[s->term[e].at].shown;
            sum += part;
            size += fabs(part);
        }
        n += s->first[r] < s->first[r + 1] &&
             fabs(sum) > NEAR * s->cell[s->term[s->first[r]].at].unit + 1e-9 * size;
    }
    return n;
}

static size_t count_outside(const tacit_system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        n += c->value < c->low - NEAR * c->unit || c->value > c->high + NEAR * c->unit;
    }
    return n;
}

/* A finding for each sensitive cell; safe ones are marked later. */
static tacit_status list_sensitive(tacit_ctx *cx, const tacit_system *s, tacit_audit *out)
{
    for (size_t i = 0; i < s->n_cells; i++)
        out->n += s->cell[i].status == TACIT_CELL_PRIMARY;
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->finding, &out->finding));
    size_t k = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_PRIMARY)
            out->finding[k++].cell = (uint32_t)i;
    return TACIT_OK;
}

/* ---- distance ---- */

static void check_distances(const tacit_system *s, tacit_audit *out)
{
    for (size_t k = 0; k < out->n; k++) {
        tacit_finding *f = &out->finding[k];
        const tacit_cell *c = &s->cell[f->cell];
        const double by = c->shown - c->value, near = NEAR * c->unit;
        f->least = c->low;
        f->most = c->high;
        f->exact = fabs(by) < near;
        f->safe = !f->exact &&
                  (by >= c->upper * (1 - NEAR) - near || -by >= c->lower * (1 - NEAR) - near);
    }
}

/* ---- intervals ---- */

static void judge_width(const tacit_cell *c, tacit_finding *f)
{
    f->exact = f->most - f->least < c->unit / 2;
    f->safe = !f->exact && f->most - f->least >= width_of(c) * (1 - NEAR) - NEAR * c->unit;
}

/* What the walk saw, in whole units. */
static tacit_status walk_all(tacit_ctx *cx, const tacit_system *s, tacit_audit *out)
{
    double *width = NULL;
    tacit_seen *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *width, &width));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *seen, &seen));
    for (size_t i = 0; i < s->n_cells; i++) {
        const double all = s->cell[i].high - s->cell[i].low;
        width[i] = all >= width_of(&s->cell[i]) * (1 - NEAR) ? width_of(&s->cell[i]) : 0;
    }
    TACIT_TRY(tacit_witness_walk(cx, s, width, seen));
    for (size_t k = 0; k < out->n; k++) {
        tacit_finding *f = &out->finding[k];
        const tacit_cell *c = &s->cell[f->cell];
        f->least = c->value - seen[f->cell].below;
        f->most = c->value + seen[f->cell].above;
        judge_width(c, f);
    }
    return TACIT_OK;
}

/* The intervals of all sensitive cells by linear programs, which are exact. */
static tacit_status attack_all(tacit_ctx *cx, const tacit_system *s, tacit_audit *out)
{
    tacit_audit exact = { 0 };
    TACIT_TRY(tacit_audit_run(cx, s, &exact));
    for (size_t k = 0; k < out->n; k++) {
        out->finding[k].least = exact.finding[k].least;
        out->finding[k].most = exact.finding[k].most;
        judge_width(&s->cell[out->finding[k].cell], &out->finding[k]);
    }
    return TACIT_OK;
}

/* Of cells that are too narrow by what readers are told alone, that is what readers know; of
 * others nothing is proven. */
static size_t tell_apart(const tacit_system *s, tacit_audit *out)
{
    size_t n = 0;
    for (size_t k = 0; k < out->n; k++) {
        tacit_finding *f = &out->finding[k];
        const tacit_cell *c = &s->cell[f->cell];
        if (f->safe)
            continue;
        f->least = c->low;
        f->most = c->high;
        judge_width(c, f);
        n += f->safe;
        f->safe = false;
    }
    return n;
}

/* The system with the bounds of each cell brought in to whole units, as its values are. */
static tacit_status take_whole(tacit_ctx *cx, const tacit_system *s, tacit_system *out)
{
    *out = *s;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->cell, &out->cell));
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &out->cell[i];
        *c = s->cell[i];
        c->low = fmin(c->value, c->unit * ceil(c->low / c->unit - NEAR));
        c->high = fmax(c->value, c->unit * floor(c->high / c->unit + NEAR));
    }
    return TACIT_OK;
}

static tacit_status check_intervals(tacit_ctx *cx, const tacit_system *given,
                                    tacit_shown_audit *out)
{
    bool all = true;
    tacit_system whole = { 0 };
    const tacit_system *s = &whole;
    TACIT_TRY(take_whole(cx, given, &whole));
    TACIT_TRY(walk_all(cx, s, &out->cells));
    for (size_t k = 0; k < out->cells.n; k++)
        all = all && out->cells.finding[k].safe;
    if (all)
        return TACIT_OK;
    if (s->n_cells <= MOST_ATTACKED)
        return attack_all(cx, s, &out->cells);
    out->n_unproven = tell_apart(s, &out->cells);
    return TACIT_OK;
}

tacit_status tacit_shown_audit_run(tacit_ctx *cx, const tacit_system *s, bool distance,
                                   tacit_shown_audit *out)
{
    *out = (tacit_shown_audit){ .distance = distance };
    out->n_broken = s->additive ? count_broken(s) : 0;
    out->n_outside = count_outside(s);
    TACIT_TRY(list_sensitive(cx, s, &out->cells));
    if (distance)
        check_distances(s, &out->cells);
    else if (out->n_outside == 0)
        TACIT_TRY(check_intervals(cx, s, out));
    for (size_t k = 0; k < out->cells.n; k++) {
        out->cells.n_exact += out->cells.finding[k].exact;
        out->cells.n_unsafe += !out->cells.finding[k].safe;
    }
    out->holds = out->n_broken == 0 && out->n_outside == 0 && out->cells.n_unsafe == 0;
    return TACIT_OK;
}
