/*
 * audit_shown.c - whether a changed system keeps what was promised of it.
 */
#include "tabular/audit_shown.h"

#include <math.h>

#include "tabular/near.h"
#include "tabular/witness.h"

/* What sums and linear programs are taken to be exact to, of a unit or of a level. */
static const double NEAR = 1e-6;

/* Systems of up to ALL cells are attacked as a whole, where the walk does not suffice; in others up
 * to MOST_ASKED cells by the NEAR_BY cells near each. */
enum { ALL = 3000, NEAR_BY = 1500, MOST_ASKED = 200 };

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
            out->finding[k++] = (tacit_finding){ .cell = (uint32_t)i, .primary = true };
    out->n_primary = out->n;
    return TACIT_OK;
}

/* ---- distance ---- */

static void check_distances(const tacit_system *s, tacit_audit *out)
{
    for (size_t k = 0; k < out->n; k++) {
        tacit_finding *f = &out->finding[k];
        const tacit_cell *c = &s->cell[f->cell];
        const double by = c->shown - c->value, near = NEAR * c->unit;
        f->least = f->lowest = c->low;
        f->most = f->highest = c->high;
        f->exact = fabs(by) < near;
        f->safe = !f->exact &&
                  (by >= c->upper * (1 - NEAR) - near || -by >= c->lower * (1 - NEAR) - near);
    }
}

/* ---- intervals ---- */

static void judge_width(const tacit_cell *c, tacit_finding *f)
{
    f->exact = f->highest - f->lowest < c->unit / 2;
    f->safe = !f->exact && f->highest - f->lowest >= width_of(c) * (1 - NEAR) - NEAR * c->unit;
}

/* What the walk saw, in whole units. */
static tacit_status walk_all(tacit_ctx *cx, const tacit_system *s, tacit_audit *out)
{
    double *width = NULL;
    tacit_seen *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *width, &width));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *seen, &seen));
    for (size_t i = 0; i < s->n_cells; i++) {
        /* Where the bounds are too narrow, as wide as they are: what is not safe may still be
         * uncertain. */
        width[i] = fmin(width_of(&s->cell[i]), s->cell[i].high - s->cell[i].low);
    }
    TACIT_TRY(tacit_witness_walk(cx, s, width, seen));
    for (size_t k = 0; k < out->n; k++) {
        tacit_finding *f = &out->finding[k];
        const tacit_cell *c = &s->cell[f->cell];
        f->least = c->low;
        f->most = c->high;
        f->lowest = c->value - seen[f->cell].below;
        f->highest = c->value + seen[f->cell].above;
        judge_width(c, f);
    }
    return TACIT_OK;
}

/* Whether nothing else need be asked of a cell: what readers are told alone is too narrow, while
 * the value is known not to be the only one. */
static bool is_narrow(const tacit_cell *c, const tacit_finding *f)
{
    return !f->exact && c->high - c->low < width_of(c) * (1 - NEAR) - NEAR * c->unit;
}

/* Ask about the cells of the findings `which` together. */
static tacit_status attack(tacit_ctx *cx, const tacit_system *s, tacit_audit *out,
                           const uint32_t *which, size_t n, bool *all)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *cell = NULL;
    double *width = NULL;
    tacit_finding *found = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *cell, &cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *width, &width));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *found, &found));
    for (size_t k = 0; k < n; k++) {
        cell[k] = out->finding[which[k]].cell;
        width[k] = width_of(&s->cell[cell[k]]);
    }
    const size_t most = s->n_cells <= ALL ? s->n_cells + 1 : NEAR_BY;
    const tacit_near what = { .system = s, .cell = cell, .width = width, .n = n, .most = most };
    TACIT_TRY(tacit_near_audit(cx, &what, found, all));
    for (size_t k = 0; k < n; k++) {
        tacit_finding *f = &out->finding[which[k]];
        f->lowest = fmin(f->lowest, found[k].lowest);
        f->highest = fmax(f->highest, found[k].highest);
        f->least = *all ? found[k].least : f->least;
        f->most = *all ? found[k].most : f->most;
        judge_width(&s->cell[cell[k]], f);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Attack the findings `which`: together where the system is small, else one by one; how many are
 * neither proven safe nor unsafe. */
static tacit_status attack_some(tacit_ctx *cx, const tacit_system *s, tacit_audit *out,
                                const uint32_t *which, size_t n, size_t *unproven)
{
    bool all = false;
    if (s->n_cells <= ALL)
        return attack(cx, s, out, which, n, &all);
    for (size_t k = 0; k < n; k++) {
        TACIT_TRY(tacit_tick(cx, k, n));
        if (k < MOST_ASKED)
            TACIT_TRY(attack(cx, s, out, &which[k], 1, &all));
        *unproven += !out->finding[which[k]].safe;
    }
    return TACIT_OK;
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
    tacit_system whole = { 0 };
    uint32_t *which = NULL;
    size_t n = 0;
    TACIT_TRY(take_whole(cx, given, &whole));
    TACIT_TRY(walk_all(cx, &whole, &out->cells));
    TACIT_TRY(tacit_scratch(cx, out->cells.n, sizeof *which, &which));
    for (size_t k = 0; k < out->cells.n; k++) {
        tacit_finding *f = &out->cells.finding[k];
        if (!f->safe && !is_narrow(&whole.cell[f->cell], f))
            which[n++] = (uint32_t)k;
    }
    return n == 0 ? TACIT_OK : attack_some(cx, &whole, &out->cells, which, n, &out->n_unproven);
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
