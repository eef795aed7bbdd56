/*
 * audit_whole.c - whether tables of whole units reach what linear programs reach with fractions.
 *
 * max or min z_k subject to sum of m_rj unit_j z_j = 0, low_j <= unit_j z_j <= high_j, z whole,
 * over one part.  Seldom needed in small parts: the matrices of two-way tables have whole corners,
 * those of three-way tables nearly always.  In large parts a linear program moves so many cells
 * that some of them end between units; but a table that moves few cells near k is as good a proof,
 * and is looked for first: all cells but the nearest stay as they are, which leaves fewer tables
 * possible.  What is found is not believed but added up, and shows as much for every other cell
 * that it moves.
 *
 * Before an integer program, a linear one asks for the table that moves the others least, min sum
 * of |z_j| with z_k where it must be: the largest z_k is reached by many tables, most of them of
 * fractions, while one that moves few cells nearly always moves them by whole units.  If it does
 * not, branching from it at few nodes finds one for nine of ten cells for which an integer program
 * would take five times as long.  A program over the nearest cells has at most LARGER * NEAREST
 * columns, or twice as many.  A table that is found is turned round too: cells that go up by a unit
 * can nearly always go down by one.
 */
#include <math.h>

#include "solve/lp.h"
#include "solve/shortest.h"
#include "tabular/audit_part.h"

/* Cells that are near, and how much farther one looks next before all of the part is taken. */
enum { NEAREST = 60, LARGER = 8 };

/* Seconds for one program over cells near by, and over a whole part. */
static const double PATIENCE_NEAR = 0.5, PATIENCE = 10;

/* The cells of a part that may move, and all their equations. */
typedef struct patch {
    const tacit_auditing *w;
    const tacit_doubt *d;
    int way;              /* of the cell of the doubt: 1 up, -1 down */
    double stop;          /* units that are enough, */
    double far;           /* and that were reached */
    bool sure;            /* within the patch it is decided how many can be */
    uint32_t *cell, *row; /* the cell of the doubt is the first */
    size_t n, m;
    bool *seen_row;
    bool *seen; /* of a cell: it is one of them */
} patch;

static void take_cell(patch *p, uint32_t i)
{
    if (p->seen[i])
        return;
    p->seen[i] = true;
    p->w->place[i] = (uint32_t)p->n;
    p->cell[p->n++] = i;
}

/* Take an equation with its open cells, as far as there is room. */
static void take_row(patch *p, uint32_t r, size_t most)
{
    const tacit_system *s = p->w->s;
    if (p->seen_row[r])
        return;
    p->seen_row[r] = true;
    p->row[p->m++] = r;
    for (size_t e = s->first[r]; e < s->first[r + 1] && p->n < most; e++)
        if (p->w->open[s->term[e].at] > 0)
            take_cell(p, s->term[e].at);
}

/* Take the cells nearest to that of the doubt, breadth first by equations, at most `most`. */
static tacit_status find_cells(tacit_ctx *cx, size_t most, patch *p)
{
    const tacit_system *s = p->w->s;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *p->seen, &p->seen));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *p->seen_row, &p->seen_row));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *p->cell, &p->cell));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *p->row, &p->row));
    take_cell(p, p->d->cell);
    for (size_t c = 0; c < p->n; c++)
        for (size_t t = s->first_of[p->cell[c]]; t < s->first_of[p->cell[c] + 1]; t++)
            take_row(p, s->in[t].at, most);
    return TACIT_OK;
}

/* How many units each cell can go down (below 0) and up, of which those of the insider stand
 * still. */
static tacit_status bounds_of(tacit_ctx *cx, const patch *p, double **low, double **high)
{
    const tacit_system *s = p->w->s;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof **low, low));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof **high, high));
    for (size_t j = 0; j < p->n; j++) {
        const tacit_cell *c = &s->cell[p->cell[j]];
        const bool still =
            p->d->insider != 0 && s->owner[p->cell[j]] == s->owner[p->d->insider - 1];
        (*low)[j] = still ? 0 : -floor((c->value - c->low) / c->unit + TACIT_AUDIT_NEAR);
        (*high)[j] = still ? 0 : floor((c->high - c->value) / c->unit + TACIT_AUDIT_NEAR);
    }
    return TACIT_OK;
}

/* The columns: cells in units. */
static tacit_status make_columns(tacit_ctx *cx, const patch *p, tacit_lp **out)
{
    double *cost = NULL, *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *cost, &cost));
    TACIT_TRY(bounds_of(cx, p, &low, &high));
    cost[0] = -p->way;
    if (p->way > 0)
        high[0] = fmin(high[0], p->stop);
    else
        low[0] = fmax(low[0], -p->stop);
    return tacit_lp_new(cx, &(tacit_lp_columns){ p->n, cost, low, high }, out);
}

/* The equations. */
static tacit_status make_rows(tacit_ctx *cx, const patch *p, tacit_sparse *out)
{
    const tacit_system *s = p->w->s;
    size_t terms = 0, *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL;
    for (size_t i = 0; i < p->m; i++)
        terms += s->first[p->row[i] + 1] - s->first[p->row[i]];
    TACIT_TRY(tacit_scratch(cx, p->m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    terms = 0;
    for (size_t i = 0; i < p->m; i++) {
        for (size_t e = s->first[p->row[i]]; e < s->first[p->row[i] + 1]; e++)
            if (p->seen[s->term[e].at]) {
                column[terms] = p->w->place[s->term[e].at];
                value[terms++] = (double)s->term[e].weight * s->cell[s->term[e].at].unit;
            }
        start[i + 1] = terms;
    }
    *out = (tacit_sparse){ p->m, p->n, start, column, value };
    return TACIT_OK;
}

/* Whether moving the cells by `z` units keeps all equations and bounds. */
static bool is_possible(const patch *p, const double *z)
{
    const tacit_system *s = p->w->s;
    for (size_t j = 0; j < p->n; j++) {
        const tacit_cell *c = &s->cell[p->cell[j]];
        const double x = c->value + c->unit * z[j], slack = TACIT_AUDIT_NEAR * c->unit;
        if (x < c->low - slack || x > c->high + slack)
            return false;
    }
    for (size_t i = 0; i < p->m; i++) {
        double sum = 0, unit = HUGE_VAL;
        for (size_t e = s->first[p->row[i]]; e < s->first[p->row[i] + 1]; e++) {
            const uint32_t k = s->term[e].at;
            if (p->seen[k])
                sum += (double)s->term[e].weight * s->cell[k].unit * z[p->w->place[k]];
            unit = fmin(unit, s->cell[k].unit);
        }
        if (fabs(sum) > TACIT_AUDIT_NEAR * unit * 10)
            return false;
    }
    return true;
}

/* Every sensitive cell can be where the table has it. */
static void share(const patch *p, const double *z)
{
    for (size_t j = 0; j < p->n && p->d->insider == 0; j++) {
        const tacit_cell *c = &p->w->s->cell[p->cell[j]];
        tacit_finding *f = &p->w->out->finding[p->w->index[p->cell[j]]];
        if (c->status != TACIT_CELL_PRIMARY)
            continue;
        f->highest = fmax(f->highest, c->value + c->unit * z[j]);
        f->lowest = fmin(f->lowest, c->value + c->unit * z[j]);
    }
}

/* Take the table that moves the cells by `z` units, unless it cannot be; then the one that moves
 * them the other way, to which `z` is turned. */
static void take(patch *p, double *z)
{
    if (!is_possible(p, z))
        return;
    share(p, z);
    p->far = fmax(p->far, p->way * z[0]);
    for (size_t j = 0; j < p->n; j++)
        z[j] = -z[j];
    if (is_possible(p, z))
        share(p, z);
}

/* ---- the table that moves least ---- */

/* Move the first cell as far as is enough, and the others least. */
static tacit_status push_short(tacit_ctx *cx, patch *p, double seconds)
{
    tacit_sparse a = { 0 };
    double *z = NULL, *low = NULL, *high = NULL;
    bool any = false;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *z, &z));
    TACIT_TRY(bounds_of(cx, p, &low, &high));
    TACIT_TRY(make_rows(cx, p, &a));
    const double by = p->way > 0 ? fmin(high[0], p->stop) : fmax(low[0], -p->stop);
    const tacit_shortest move = { &a, low, high, NULL, 0, by, seconds };
    TACIT_TRY(tacit_shortest_find(cx, &move, z, &any));
    if (any)
        take(p, z);
    return TACIT_OK;
}

/* ---- the table that goes farthest ---- */

/* Move the first cell as far as the others let it, in whole units. */
static tacit_status push_far(tacit_ctx *cx, patch *p, double seconds)
{
    tacit_lp *lp = NULL;
    tacit_mip mip = { 0 };
    tacit_sparse a = { 0 };
    double *zero = NULL;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *mip.point, &mip.point));
    TACIT_TRY(tacit_scratch(cx, p->m, sizeof *zero, &zero));
    TACIT_TRY(make_rows(cx, p, &a));
    TACIT_TRY(make_columns(cx, p, &lp));
    tacit_status status = tacit_lp_add_rows(cx, lp, &a, zero, zero);
    if (status == TACIT_OK)
        status = tacit_lp_solve_whole(cx, lp, 0.5, seconds, &mip);
    tacit_lp_free(lp);
    TACIT_TRY(status);
    if (mip.found)
        take(p, mip.point);
    p->sure = mip.outcome != TACIT_LP_STOPPED;
    return TACIT_OK;
}

/* Move the cells of a patch of at most `most`. */
static tacit_status push(tacit_ctx *cx, patch *p, size_t most, double seconds)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(find_cells(cx, most, p));
    TACIT_TRY(push_short(cx, p, seconds));
    if (p->far < p->stop)
        TACIT_TRY(push_far(cx, p, seconds));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Seconds for a program over at most `most` cells of a part of `all`: as long as all programs over
 * whole parts may take together, and then as long as for cells near by if the part is not larger
 * than what is near. */
static double time_for(const tacit_auditing *w, size_t most, size_t all)
{
    const double now = tacit_lp_now(), near = fmin(PATIENCE_NEAR, w->end - now);
    const double whole = fmin(PATIENCE, fmin(w->end, w->end_whole) - now);
    if (most < all)
        return near;
    return all <= (size_t)LARGER * NEAREST ? fmax(near, whole) : whole;
}

tacit_status tacit_audit_whole(tacit_ctx *cx, const tacit_auditing *w, const tacit_doubt *d,
                               int way, double enough, tacit_audit_reach *out)
{
    const size_t part = w->parts.part_of[d->cell];
    const size_t all = w->parts.first[part + 1] - w->parts.first[part];
    const double unit = w->s->cell[d->cell].unit;
    patch p = { .w = w, .d = d, .way = way, .stop = ceil(enough / unit - TACIT_AUDIT_NEAR) };
    size_t most = 0;
    do {
        most = most == 0 ? NEAREST : most == NEAREST ? LARGER * NEAREST : all;
        const double left = time_for(w, most, all);
        p.n = p.m = 0;
        p.sure = false;
        if (left > 0)
            TACIT_TRY(push(cx, &p, most, left));
    } while (p.far < p.stop && most < all);
    out->far = p.far * unit;
    out->sure = p.sure || p.far >= p.stop;
    return TACIT_OK;
}
