/*
 * audit_part.c - the attacks of an audit on one part of a system.
 *
 * A cell that stands on its own bound in any point that was reached can go no further there, so
 * that one program settles the ends of many cells.  Every point of whole units is kept as
 * evidence: against a contributor it still counts if it leaves the contributor's own cells as
 * they are.
 */
#include "tabular/audit_part.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "solve/lp.h"
#include "tabular/evidence.h"
#include "tabular/scenario.h"

/* Progress is told after so many cells. */
enum { TICK = 16 };

/* One part under attack. */
typedef struct hold {
    tacit_auditing *w;
    size_t p, n;
    const uint32_t *cell;
    double *up, *down;             /* how far each cell can go by linear programs; below 0: open */
    double *whole_up, *whole_down; /* how far points of whole units took it */
    tacit_evidence kept;           /* those points, if there may be insiders */
} hold;

bool tacit_audit_meets(const tacit_cell *c, double down, double up)
{
    const double slack = TACIT_AUDIT_NEAR * c->unit;
    return down >= c->lower * (1 - TACIT_AUDIT_NEAR) - slack &&
           up >= c->upper * (1 - TACIT_AUDIT_NEAR) - slack &&
           down + up >= fmax(c->sliding * (1 - TACIT_AUDIT_NEAR), c->unit) - slack;
}

static tacit_status take_room(tacit_ctx *cx, hold *h)
{
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *h->up, &h->up));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *h->down, &h->down));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *h->whole_up, &h->whole_up));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *h->whole_down, &h->whole_down));
    if (h->w->s->owner != NULL)
        TACIT_TRY(tacit_evidence_new(cx, h->n, &h->kept));
    for (size_t j = 0; j < h->n; j++)
        h->up[j] = h->down[j] = -1;
    return TACIT_OK;
}

/* Whether a point moves every cell by whole units. */
static bool is_whole(const hold *h, const double *y)
{
    for (size_t j = 0; j < h->n; j++) {
        const double units = y[j] / h->w->s->cell[h->cell[j]].unit;
        if (fabs(units - round(units)) > TACIT_AUDIT_NEAR)
            return false;
    }
    return true;
}

/* Whether a point keeps all equations and bounds: a solver is not believed, it is added up. */
static bool is_possible(const hold *h, const double *y)
{
    const tacit_system *s = h->w->s;
    for (size_t j = 0; j < h->n; j++) {
        const tacit_cell *c = &s->cell[h->cell[j]];
        const double slack = TACIT_AUDIT_NEAR * c->unit;
        if (c->value + y[j] < c->low - slack || c->value + y[j] > c->high + slack)
            return false;
    }
    for (size_t k = h->w->parts.first_row[h->p]; k < h->w->parts.first_row[h->p + 1]; k++) {
        const size_t r = h->w->parts.row[k];
        double sum = 0, unit = DBL_MAX;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            const uint32_t i = s->term[e].at;
            if (h->w->open[i] > 0)
                sum += (double)s->term[e].weight * y[h->w->place[i]];
            unit = fmin(unit, s->cell[i].unit);
        }
        if (fabs(sum) > TACIT_AUDIT_NEAR * unit * 10)
            return false;
    }
    return true;
}

/* Note what the point that was reached shows; gives whether it is a table that can be. */
static bool look(hold *h, const tacit_cell_attack *a)
{
    const double *y = tacit_reach_point(a->reach);
    const bool whole = is_whole(h, y) && is_possible(h, y);
    for (size_t j = 0; j < h->n; j++) {
        if (y[j] >= a->high[j] - 1e-9 * (1 + a->high[j]))
            h->up[j] = a->high[j];
        if (y[j] <= a->low[j] + 1e-9 * (1 - a->low[j]))
            h->down[j] = -a->low[j];
        if (!whole)
            continue;
        h->whole_up[j] = fmax(h->whole_up[j], y[j]);
        h->whole_down[j] = fmax(h->whole_down[j], -y[j]);
    }
    if (whole)
        tacit_evidence_keep(&h->kept, y);
    return whole;
}

/* ---- what every reader finds out ---- */

static bool is_asked(const hold *h, size_t j)
{
    return !h->w->s->changed || h->w->s->cell[h->cell[j]].status == TACIT_CELL_PRIMARY;
}

static bool is_over(const hold *h)
{
    return tacit_lp_now() >= h->w->end;
}

static tacit_status push_cell_of(tacit_ctx *cx, hold *h, tacit_cell_attack *a, size_t j)
{
    uint64_t done = 0;
    if (h->up[j] < 0 && !is_over(h)) {
        TACIT_TRY(tacit_attack_push(cx, a, h->cell[j], 1, DBL_MAX, &h->up[j]));
        look(h, a);
    }
    if (h->down[j] < 0 && !is_over(h)) {
        TACIT_TRY(tacit_attack_push(cx, a, h->cell[j], -1, DBL_MAX, &h->down[j]));
        look(h, a);
    }
#pragma omp atomic capture
    done = ++h->w->done;
    return done % TICK == 0 ? tacit_tick(cx, done, h->w->out->n) : TACIT_OK;
}

/* Sensitive cells first, in case time is over before all were pushed. */
static tacit_status push_all(tacit_ctx *cx, hold *h, tacit_cell_attack *a)
{
    for (size_t j = 0; j < h->n; j++)
        if (h->w->s->cell[h->cell[j]].status == TACIT_CELL_PRIMARY)
            TACIT_TRY(push_cell_of(cx, h, a, j));
    for (size_t j = 0; j < h->n; j++)
        if (h->w->s->cell[h->cell[j]].status != TACIT_CELL_PRIMARY && is_asked(h, j))
            TACIT_TRY(push_cell_of(cx, h, a, j));
    return TACIT_OK;
}

/* The interval with ends that are whole units, as the values are; of a cell that was not pushed as
 * far as it can go, what everybody knows. */
static void conclude(const hold *h, size_t j)
{
    const tacit_cell *c = &h->w->s->cell[h->cell[j]];
    const double value = c->value / c->unit;
    const double down = h->down[j] < 0 ? c->value - c->low : h->down[j];
    const double up = h->up[j] < 0 ? c->high - c->value : h->up[j];
    tacit_finding *f = &h->w->out->finding[h->w->index[h->cell[j]]];
    f->cell = h->cell[j];
    f->primary = c->status == TACIT_CELL_PRIMARY;
    f->least = c->unit * ceil(value - down / c->unit - TACIT_AUDIT_NEAR);
    f->most = c->unit * floor(value + up / c->unit + TACIT_AUDIT_NEAR);
    f->lowest = c->value - h->whole_down[j];
    f->highest = c->value + h->whole_up[j];
    f->undecided = h->down[j] < 0 || h->up[j] < 0;
}

/* ---- what insiders find out ---- */

/* One contributor at work on the part. */
typedef struct siege {
    hold *h;
    uint64_t owner;
    uint32_t own;      /* one of the contributor's cells */
    bool *still;       /* of a cell: it is the contributor's own */
    double *up, *down; /* how far evidence takes each cell without moving those */
} siege;

/* Whether going so far up and down is what cell `i` must be able to seem. */
static bool is_far(const siege *w, uint32_t i, double up, double down)
{
    const tacit_reach_levels need = tacit_scenario_levels(w->h->w->s, i);
    const double slack = TACIT_AUDIT_NEAR * w->h->w->s->cell[i].unit;
    return up >= need.upper - slack && down >= need.lower - slack &&
           up + down >= need.width - slack;
}

static bool is_kept_from(const siege *w, size_t j)
{
    return is_far(w, w->h->cell[j], w->up[j], w->down[j]);
}

static tacit_status add_doubt(tacit_ctx *cx, const siege *w, uint32_t cell)
{
    tacit_auditing *a = w->h->w;
    tacit_status status = TACIT_OK;
#pragma omp critical
    {
        if ((a->n_doubts & (a->n_doubts - 1)) == 0)
            status = tacit_grow(cx, 2 * a->n_doubts + 1, sizeof *a->doubt, &a->doubt);
        if (status == TACIT_OK)
            a->doubt[a->n_doubts++] = (tacit_doubt){ cell, w->own + 1 };
    }
    return status;
}

/* Push cell `j` one way, as far as is needed, and take what that shows as evidence. */
static tacit_status push_one(tacit_ctx *cx, const siege *w, tacit_cell_attack *a, size_t j, int way,
                             double *out)
{
    const tacit_reach_levels need = tacit_scenario_levels(w->h->w->s, w->h->cell[j]);
    const double enough = fmax(way > 0 ? need.upper : need.lower, need.width);
    TACIT_TRY(tacit_attack_push(cx, a, w->h->cell[j], way, enough, out));
    if (look(w->h, a))
        tacit_evidence_take(w->h->n, tacit_reach_point(a->reach), w->up, w->down);
    return TACIT_OK;
}

/* Attack cell `j` of the part with linear programs. */
static tacit_status push_cell(tacit_ctx *cx, const siege *w, tacit_cell_attack *a, size_t j)
{
    const uint32_t i = w->h->cell[j];
    double up = 0, down = 0;
    TACIT_TRY(push_one(cx, w, a, j, 1, &up));
    if (!is_kept_from(w, j))
        TACIT_TRY(push_one(cx, w, a, j, -1, &down));
    if (is_kept_from(w, j))
        return TACIT_OK;
    if (is_far(w, i, up, down))
        return add_doubt(cx, w, i);
    w->h->w->out->finding[w->h->w->index[i]].insider = w->own + 1;
    return TACIT_OK;
}

static bool is_open_question(const siege *w, size_t j)
{
    const uint32_t i = w->h->cell[j];
    const tacit_auditing *a = w->h->w;
    return tacit_scenario_concerns(a->s, w->owner, i) &&
           a->out->finding[a->index[i]].insider == 0 && !is_kept_from(w, j);
}

static tacit_status push_questions(tacit_ctx *cx, const siege *w, tacit_cell_attack *a)
{
    for (size_t j = 0; j < w->h->n; j++)
        if (is_open_question(w, j))
            TACIT_TRY(is_over(w->h) ? add_doubt(cx, w, w->h->cell[j]) : push_cell(cx, w, a, j));
    return TACIT_OK;
}

/* Attack with a linear program what evidence does not settle; the contributor's own cells stand
 * still meanwhile. */
static tacit_status attack_as(tacit_ctx *cx, const siege *w, const uint32_t *own, size_t n)
{
    tacit_auditing *a = w->h->w;
    const tacit_attack_on on = { a->s, &a->parts, a->open, a->place };
    tacit_cell_attack attack = { 0 };
    for (size_t k = 0; k < n; k++)
        a->open[own[k]] = 0;
    tacit_status status = tacit_attack_begin(cx, &on, w->h->p, &attack);
    if (status == TACIT_OK)
        status = push_questions(cx, w, &attack);
    tacit_attack_end(&attack);
    for (size_t k = 0; k < n; k++)
        a->open[own[k]] = 1;
    return status;
}

static tacit_status attack_inside(tacit_ctx *cx, hold *h)
{
    tacit_scenarios all = { 0 };
    siege w = { .h = h };
    TACIT_TRY(tacit_scenarios_of(cx, h->w->s, &h->w->parts, h->p, &all));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w.still, &w.still));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w.up, &w.up));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w.down, &w.down));
    for (size_t g = 0; g < all.n; g++) {
        const size_t mark = tacit_scratch_mark(cx);
        bool open = false;
        TACIT_TRY(tacit_tick(cx, 0, 0));
        w.own = all.cell[all.first[g]];
        w.owner = h->w->s->owner[w.own];
        for (size_t j = 0; j < h->n; j++)
            w.still[j] = h->w->s->owner[h->cell[j]] == w.owner;
        tacit_evidence_use(&h->kept, w.still, w.up, w.down);
        for (size_t j = 0; !open && j < h->n; j++)
            open = is_open_question(&w, j);
        if (open)
            TACIT_TRY(attack_as(cx, &w, all.cell + all.first[g], all.first[g + 1] - all.first[g]));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

static bool has_question(const tacit_auditing *w, size_t p)
{
    bool any = !w->s->changed;
    for (size_t e = w->parts.first[p]; !any && e < w->parts.first[p + 1]; e++)
        any = w->s->cell[w->parts.cell[e]].status == TACIT_CELL_PRIMARY;
    return any;
}

tacit_status tacit_audit_part(tacit_ctx *cx, tacit_auditing *w, size_t p)
{
    const tacit_attack_on on = { w->s, &w->parts, w->open, w->place };
    hold h = { .w = w,
               .p = p,
               .n = w->parts.first[p + 1] - w->parts.first[p],
               .cell = w->parts.cell + w->parts.first[p] };
    tacit_cell_attack a = { 0 };
    if (!has_question(w, p))
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(take_room(cx, &h));
    TACIT_TRY(tacit_attack_begin(cx, &on, p, &a));
    const tacit_status status = push_all(cx, &h, &a);
    tacit_attack_end(&a);
    TACIT_TRY(status);
    for (size_t j = 0; j < h.n; j++)
        if (is_asked(&h, j))
            conclude(&h, j);
    if (w->s->owner != NULL)
        TACIT_TRY(attack_inside(cx, &h));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
