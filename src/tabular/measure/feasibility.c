/*
 * feasibility.c - what readers can compute of sensitive cells, against what must stay open.
 *
 * The feasibility interval [l_k, u_k] of a sensitive cell has the least and the largest value that
 * it can have, by linear programs over the equations, all that is published and what readers know
 * beforehand (tabular/attack.h).  Its protection interval is [a_k - lower_k, a_k + upper_k], n_k
 * wide, or its sliding level if that is wider.  The table is safe if each feasibility interval
 * contains the protection interval (Hundepool et al. 2012, section 4.4); of a changed table the
 * width is what counts, since readers do not know on which side of what is shown a value is.
 * The risk is the mean over sensitive cells of min(1, n_k / (u_k - l_k)): 1 where intervals are as
 * narrow as is allowed or narrower, 0.1 where they are ten times as wide.
 *
 * The audit (audit.h, audit_shown.h) is stricter: it asks for tables of whole units, and looks at
 * contributors, too.
 *
 * Two linear programs for each sensitive cell; in changed systems, where all cells hang together,
 * only if these are not too many.  Otherwise the intervals are those that the audit proved, which
 * are at most as wide, so that the risk may be less than is said.
 */
#include <math.h>

#include "base/sort.h"
#include "tabular/audit_shown.h"
#include "tabular/measure/measure.h"
#include "tabular/near.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Most cells that are listed; and sensitive cells times cells up to which the programs of a changed
 * system are solved. */
enum { MOST_LISTED = 20, MOST_WORK = 200000 };

/* What is taken to be equal, of a unit or a width. */
static const double NEAR = 1e-6;

/* The interval of a sensitive cell. */
typedef struct interval {
    const tacit_cell *cell;
    double least, most;
    double needed; /* how wide it must be */
    double ratio;  /* how wide it is, of that */
    uint32_t at;
} interval;

/* All of them. */
typedef struct intervals {
    const tacit_system *s;
    size_t n;
    interval *of;
    bool proven; /* they are what the audit proved, and may be wider */
} intervals;

static interval interval_of(const tacit_system *s, uint32_t cell, double least, double most)
{
    const tacit_cell *c = &s->cell[cell];
    const double needed = fmax(c->lower + c->upper, fmax(c->sliding, c->unit));
    return (interval){ .cell = c,
                       .least = least,
                       .most = most,
                       .needed = needed,
                       .ratio = (most - least) / needed,
                       .at = cell };
}

/* ---- where cells are hidden ---- */

static tacit_status attack_hidden(tacit_ctx *cx, const tacit_system *s, intervals *out)
{
    tacit_audit audit = { 0 };
    TACIT_TRY(tacit_audit_run(cx, s, &audit));
    TACIT_TRY(tacit_scratch(cx, audit.n_primary, sizeof *out->of, &out->of));
    for (size_t k = 0; k < audit.n; k++) {
        const tacit_finding *f = &audit.finding[k];
        if (f->primary)
            out->of[out->n++] = interval_of(s, f->cell, f->least, f->most);
    }
    return TACIT_OK;
}

/* ---- where cells are changed ---- */

static size_t count_sensitive(const tacit_system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        n += s->cell[i].status == TACIT_CELL_PRIMARY;
    return n;
}

/* Programs over the whole system. */
static tacit_status attack_all(tacit_ctx *cx, const tacit_system *s, size_t n, intervals *out)
{
    uint32_t *cell = NULL;
    double *width = NULL;
    tacit_finding *found = NULL;
    bool all = false;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *cell, &cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *width, &width));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *found, &found));
    for (size_t i = 0, k = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_PRIMARY)
            cell[k++] = (uint32_t)i;
    const tacit_near what = {
        .system = s, .cell = cell, .width = width, .n = n, .most = s->n_cells + 1
    };
    TACIT_TRY(tacit_near_audit(cx, &what, found, &all));
    for (size_t k = 0; k < n; k++)
        out->of[out->n++] = interval_of(s, cell[k], found[k].least, found[k].most);
    return TACIT_OK;
}

/* What the audit proved. */
static tacit_status take_proven(tacit_ctx *cx, const tacit_system *s, intervals *out)
{
    tacit_shown_audit audit = { 0 };
    out->proven = true;
    TACIT_TRY(tacit_shown_audit_run(cx, s, false, &audit));
    for (size_t k = 0; k < audit.cells.n; k++) {
        const tacit_finding *f = &audit.cells.finding[k];
        out->of[out->n++] = interval_of(s, f->cell, f->lowest, f->highest);
    }
    return TACIT_OK;
}

/* Whether programs can begin at the values: readers are told nothing that is not true. */
static bool is_told_truly(const tacit_system *s)
{
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (c->value < c->low - NEAR * c->unit || c->value > c->high + NEAR * c->unit)
            return false;
    }
    return true;
}

static tacit_status attack_changed(tacit_ctx *cx, const tacit_system *s, intervals *out)
{
    const size_t n = count_sensitive(s);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->of, &out->of));
    if (n == 0)
        return TACIT_OK;
    return n * s->n_cells <= MOST_WORK && is_told_truly(s) ? attack_all(cx, s, n, out)
                                                           : take_proven(cx, s, out);
}

/* ---- what they come to ---- */

/* Whether an interval is not what the levels ask for. */
static bool is_short(const intervals *x, const interval *v)
{
    const tacit_cell *c = v->cell;
    const double slack = NEAR * (c->unit + v->needed);
    if (v->most - v->least < v->needed - slack)
        return true;
    return !x->s->changed &&
           (v->least > c->value - c->lower + slack || v->most < c->value + c->upper - slack);
}

static bool is_narrower(const void *user, uint32_t a, uint32_t b)
{
    const intervals *x = user;
    return x->of[a].ratio <= x->of[b].ratio;
}

static tacit_status list_worst(tacit_ctx *cx, const intervals *x, const uint32_t *order,
                               tacit_result *r)
{
    static const char *const heads[] = { "Cell",       "At least", "At most",
                                         "Needs from", "Needs to", "Width of what is needed" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "narrowest", "The narrowest intervals", 6, heads, &table));
    for (size_t k = 0; k < x->n && k < MOST_LISTED; k++) {
        const interval *v = &x->of[order[k]];
        char *name = NULL;
        TACIT_TRY(tacit_system_name(cx, x->s, v->at, &name));
        TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f,f,f]", name, v->least, v->most,
                                   v->cell->value - v->cell->lower, v->cell->value + v->cell->upper,
                                   v->ratio));
    }
    return TACIT_OK;
}

static tacit_status tell_counts(tacit_ctx *cx, const intervals *x, tacit_result *r)
{
    double few = 0, exact = 0, risk = 0;
    for (size_t k = 0; k < x->n; k++) {
        const interval *v = &x->of[k];
        few += is_short(x, v);
        exact += v->most - v->least < v->cell->unit / 2;
        risk += v->ratio > 1 ? 1 / v->ratio : 1;
    }
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_RISK, "risk", "Needed of what is open",
                                  x->n > 0 ? risk / (double)x->n : 0, TACIT_UNIT_SHARE,
                                  "the width of the protection interval, of what readers can "
                                  "compute, on average; at most all of it"));
    TACIT_TRY(tacit_result_figure(cx, r, "sensitive", "Sensitive cells", (double)x->n,
                                  TACIT_UNIT_COUNT, "cells that must be protected"));
    TACIT_TRY(tacit_result_figure(cx, r, "short", "Intervals too narrow", few, TACIT_UNIT_COUNT,
                                  "sensitive cells whose feasibility interval does not contain "
                                  "the protection interval",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, r, "exact", "Known exactly", exact, TACIT_UNIT_COUNT,
                               "sensitive cells whose value every reader can compute",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status run(tacit_ctx *cx, const tacit_table_subject *subject, const tacit_args *args,
                        tacit_result *result)
{
    const tacit_system *s = subject->tables->system;
    intervals x = { .s = s };
    uint32_t *order = NULL;
    (void)args;
    TACIT_TRY(s->changed ? attack_changed(cx, s, &x) : attack_hidden(cx, s, &x));
    TACIT_TRY(tell_counts(cx, &x, result));
    if (x.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_sort_by(cx, x.n, is_narrower, &x, &order));
    TACIT_TRY(tacit_result_figure(
        cx, result, "narrowest", "Narrowest interval", x.of[order[0]].ratio, TACIT_UNIT_NUMBER,
        "its width, of the width that is needed; 1 is just enough", .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "median", "Median interval", x.of[order[x.n / 2]].ratio, TACIT_UNIT_NUMBER,
        "the same of the interval in the middle", .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(list_worst(cx, &x, order, result));
    return !x.proven ? TACIT_OK
                     : tacit_result_note(cx, result,
                                         "The programs would be too many: intervals are those "
                                         "that the audit proved, and may be wider.");
}

const tacit_table_measure tacit_table_risk_feasibility = {
    .about = { .name = "feasibility",
               .title = "Feasibility intervals",
               .summary = "Computes the interval that readers can compute of each sensitive cell, "
                          "and holds it against its protection interval.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 4.4; "
                         "Fischetti and Salazar (2000), JASA 95, section 2",
               .params = PARAMS },
    .risk = true,
    .run = run,
};
