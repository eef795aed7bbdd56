/*
 * insiders.c - what a pattern must still hide from contributors who are alone in hidden cells.
 *
 * A contributor g who is alone in the cells S_g attacks with y_i = 0 there (tabular/scenario.h), so
 * that the inequality of suppress.h holds without the terms of S_g, whether they are hidden or not:
 *   sum over i not in S_g of (max(d_i, 0) (high_i - a_i) + max(-d_i, 0) (a_i - low_i)) x_i >=
 * level. Before that, two kinds that need no program: an equation with the sensitive cell k hides
 * another cell that is not of g, for each g that has a cell in it and does not own k; and the
 * hidden cells of an equation with a sensitive one have enough contributors f together, sum of f_i
 * x_i >= together (tau-Argus' MINCOUNT).  O(terms) for these; the programs are those of the parts
 * that have an own cell of somebody, less what points at hand prove (tabular/evidence.h).
 */
#include <math.h>

#include "tabular/attack.h"
#include "tabular/evidence.h"
#include "tabular/scenario.h"
#include "tabular/suppress/cuts.h"

static const double BROKEN = 1e-6;

static tacit_status fail_inside(tacit_ctx *cx, const tacit_system *s, size_t i)
{
    char *name = NULL;
    TACIT_TRY(tacit_system_name(cx, s, i, &name));
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Nothing keeps %s from a contributor who is alone in another hidden cell, "
                      "whatever else is hidden; recode the table, or let the audit ask for less "
                      "('insiders').",
                      name);
}

/* ---- equations ---- */

/* How much of equation `r` is hidden besides cell `k` and the cells of `owner`. */
static double hidden_besides(const tacit_system *s, const double *x, size_t r, uint32_t k,
                             uint64_t owner)
{
    double sum = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t j = s->term[e].at;
        sum += j != k && s->owner[j] != owner ? x[j] : 0;
    }
    return sum;
}

static tacit_status add_bridge(tacit_ctx *cx, const tacit_system *s, size_t r, uint32_t k,
                               uint64_t owner, tacit_cuts *out)
{
    size_t n = 0;
    TACIT_TRY(tacit_cuts_begin(cx, out));
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t j = s->term[e].at;
        if (j == k || s->owner[j] == owner || s->cell[j].status != TACIT_CELL_SAFE)
            continue;
        TACIT_TRY(tacit_cuts_term(cx, out, j, 1));
        n++;
    }
    if (n == 0)
        return fail_inside(cx, s, k);
    tacit_cuts_end(out, 1);
    return TACIT_OK;
}

/* The equation as seen by the owners of its hidden cells. */
static tacit_status see_equation(tacit_ctx *cx, const tacit_system *s, const double *x, size_t r,
                                 uint32_t k, tacit_cuts *out)
{
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint64_t owner = s->owner[s->term[e].at];
        const bool sees = owner != 0 && owner != s->owner[k] && x[s->term[e].at] > BROKEN;
        if (sees && hidden_besides(s, x, r, k, owner) < 1 - BROKEN)
            return add_bridge(cx, s, r, k, owner, out);
    }
    return TACIT_OK;
}

/* How many sensitive cells equation `r` has, at most MANY of them listed; those without an owner
 * are counted as `bare`. */
enum { MANY = 16 };

static size_t list_sensitive(const tacit_system *s, size_t r, uint32_t list[MANY], size_t *bare)
{
    size_t n = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t j = s->term[e].at;
        if (s->cell[j].status != TACIT_CELL_PRIMARY)
            continue;
        *bare += s->owner[j] == 0;
        if (n < MANY)
            list[n] = j;
        n++;
    }
    return n;
}

/* Two sensitive cells without owners hide each other from everybody; what is seen in equations
 * with very many is left to the programs. */
static tacit_status see_equations(tacit_ctx *cx, const tacit_system *s, const double *x,
                                  tacit_cuts *out)
{
    for (size_t r = 0; r < s->n_equations; r++) {
        uint32_t list[MANY];
        size_t bare = 0;
        const size_t n = list_sensitive(s, r, list, &bare);
        for (size_t k = 0; n <= MANY && bare < 2 && k < n; k++)
            if (bare == 0 || s->owner[list[k]] == 0)
                TACIT_TRY(see_equation(cx, s, x, r, list[k], out));
    }
    return TACIT_OK;
}

/* ---- enough contributors together ---- */

static tacit_status add_cover(tacit_ctx *cx, const tacit_system *s, size_t r, tacit_cuts *out)
{
    double lack = tacit_scenario_asks(s, r);
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t i = s->term[e].at;
        if (s->cell[i].status == TACIT_CELL_PRIMARY || s->cell[i].status == TACIT_CELL_HIDDEN)
            lack -= s->contributors[i];
    }
    TACIT_TRY(tacit_cuts_begin(cx, out));
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t j = s->term[e].at;
        const double weight = fmin(s->contributors[j] / lack, 1);
        if (s->cell[j].status == TACIT_CELL_SAFE && weight > 0)
            TACIT_TRY(tacit_cuts_term(cx, out, j, weight));
    }
    tacit_cuts_end(out, 1);
    return TACIT_OK;
}

static tacit_status cover_equations(tacit_ctx *cx, const tacit_system *s, const double *x,
                                    tacit_cuts *out)
{
    for (size_t r = 0; s->together > 0 && r < s->n_equations; r++)
        if (tacit_scenario_lacks(s, r, x) > BROKEN * s->together)
            TACIT_TRY(add_cover(cx, s, r, out));
    return TACIT_OK;
}

/* ---- programs ---- */

/* One part under the attack of its insiders. */
typedef struct siege {
    const tacit_system *s;
    const tacit_cell_parts *parts;
    double *open; /* the pattern, without the cells of who attacks */
    uint32_t *place;
    size_t p, n;
    const uint32_t *cell; /* of the part */
    uint64_t owner;       /* who attacks */
    tacit_cell_attack a;
    tacit_evidence kept;
    bool *still;        /* of a cell of the part: it is the attacker's */
    double *up, *down;  /* how far points take it */
    double *d, *weight; /* of any cell: its share in the proof at hand, in the inequality */
    double *price;
    size_t most;
    tacit_cuts *out;
} siege;

/* Call `visit` for every term of the part's equations. */
static void visit_terms(siege *w, void (*visit)(siege *, uint32_t cell, double by), int way)
{
    const tacit_system *s = w->s;
    for (size_t i = 0; i < w->a.m; i++)
        for (size_t e = s->first[w->a.row[i]]; e < s->first[w->a.row[i] + 1]; e++)
            visit(w, s->term[e].at, way * w->price[i] * (double)s->term[e].weight);
}

static void forget_cell(siege *w, uint32_t i, double by)
{
    (void)by;
    w->weight[i] = 0;
}

static void spend_price(siege *w, uint32_t i, double by)
{
    w->d[i] -= by;
}

static void weigh_cell(siege *w, uint32_t i, double by)
{
    (void)by;
    const tacit_cell *c = &w->s->cell[i];
    w->weight[i] += w->d[i] * (w->d[i] > 0 ? c->high - c->value : c->low - c->value);
    w->d[i] = 0;
}

/* Add the proof that cell `k` can be pushed no further to the weights of all cells. */
static void prove(siege *w, uint32_t k, int way)
{
    tacit_reach_prices(w->a.reach, w->a.place[k], w->price);
    w->d[k] += way;
    visit_terms(w, spend_price, way);
    visit_terms(w, weigh_cell, way);
}

/* What is left of `level` for cells that are not hidden anyhow; sensitive ones with a weight are
 * of the part. */
static double left_of(const siege *w, double level)
{
    for (size_t j = 0; j < w->n; j++)
        if (w->s->cell[w->cell[j]].status == TACIT_CELL_PRIMARY && !w->still[j])
            level -= w->weight[w->cell[j]];
    return level;
}

/* Turn the weights into an inequality for `level` of cell `k`. */
static tacit_status add_cut(tacit_ctx *cx, siege *w, uint32_t k, double level)
{
    const tacit_system *s = w->s;
    const double least = left_of(w, level);
    bool any = false;
    if (least <= BROKEN * level)
        return TACIT_OK;
    TACIT_TRY(tacit_cuts_begin(cx, w->out));
    for (size_t e = 0; e < w->a.m; e++)
        for (size_t t = s->first[w->a.row[e]]; t < s->first[w->a.row[e] + 1]; t++) {
            const uint32_t j = s->term[t].at;
            const double weight = fmin(w->weight[j] / least, 1);
            w->weight[j] = 0; /* once, though it may stand in several equations */
            if (s->cell[j].status != TACIT_CELL_SAFE || s->owner[j] == w->owner || weight <= 0)
                continue;
            any = any || weight > BROKEN;
            TACIT_TRY(tacit_cuts_term(cx, w->out, j, weight));
        }
    if (!any)
        return fail_inside(cx, s, k);
    tacit_cuts_end(w->out, 1);
    return TACIT_OK;
}

enum { UP = 1, DOWN = 2 };

/* The `ways` of cell `j` of the part must be open for `level` together. */
static tacit_status demand(tacit_ctx *cx, siege *w, size_t j, unsigned ways, double level)
{
    const double enough = level * (1 - BROKEN);
    double sum = ((ways & UP) != 0 ? w->up[j] : 0) + ((ways & DOWN) != 0 ? w->down[j] : 0);
    if (sum >= enough)
        return TACIT_OK;
    visit_terms(w, forget_cell, 0);
    sum = 0;
    for (int way = 1; way >= -1; way -= 2) {
        double far = 0;
        if ((ways & (way > 0 ? UP : DOWN)) == 0)
            continue;
        TACIT_TRY(tacit_attack_push(cx, &w->a, w->cell[j], way, level, &far));
        tacit_evidence_keep(&w->kept, tacit_reach_point(w->a.reach));
        tacit_evidence_take(w->n, tacit_reach_point(w->a.reach), w->up, w->down);
        sum += far;
        if (sum >= enough)
            return TACIT_OK;
        prove(w, w->cell[j], way);
    }
    return add_cut(cx, w, w->cell[j], level);
}

static tacit_status demand_all(tacit_ctx *cx, siege *w)
{
    for (size_t j = 0; j < w->n && w->out->n < w->most; j++) {
        if (!tacit_scenario_concerns(w->s, w->owner, w->cell[j]))
            continue;
        const tacit_reach_levels need = tacit_scenario_levels(w->s, w->cell[j]);
        if (need.upper > 0)
            TACIT_TRY(demand(cx, w, j, UP, need.upper));
        if (need.lower > 0)
            TACIT_TRY(demand(cx, w, j, DOWN, need.lower));
        if (need.width > need.upper + need.lower)
            TACIT_TRY(demand(cx, w, j, UP | DOWN, need.width));
    }
    return TACIT_OK;
}

/* Let one contributor attack, with the own cells standing still. */
static tacit_status attack_as(tacit_ctx *cx, siege *w, const uint32_t *own, size_t n)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_attack_on on = { w->s, w->parts, w->open, w->place };
    double *kept = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *kept, &kept));
    w->owner = w->s->owner[own[0]];
    for (size_t j = 0; j < w->n; j++)
        w->still[j] = w->s->owner[w->cell[j]] == w->owner;
    tacit_evidence_use(&w->kept, w->still, w->up, w->down);
    for (size_t k = 0; k < n; k++) {
        kept[k] = w->open[own[k]];
        w->open[own[k]] = 0;
    }
    TACIT_TRY(tacit_attack_begin(cx, &on, w->p, &w->a));
    const tacit_status status = demand_all(cx, w);
    tacit_attack_end(&w->a);
    for (size_t k = 0; k < n; k++)
        w->open[own[k]] = kept[k];
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status attack_part(tacit_ctx *cx, siege *w)
{
    tacit_scenarios all = { 0 };
    TACIT_TRY(tacit_scenarios_of(cx, w->s, w->parts, w->p, &all));
    if (all.n == 0)
        return TACIT_OK;
    w->n = w->parts->first[w->p + 1] - w->parts->first[w->p];
    w->cell = w->parts->cell + w->parts->first[w->p];
    const size_t rows = w->parts->first_row[w->p + 1] - w->parts->first_row[w->p];
    TACIT_TRY(tacit_evidence_new(cx, w->n, &w->kept));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->still, &w->still));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->up, &w->up));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->down, &w->down));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *w->price, &w->price));
    for (size_t g = 0; g < all.n && w->out->n < w->most; g++)
        TACIT_TRY(attack_as(cx, w, all.cell + all.first[g], all.first[g + 1] - all.first[g]));
    return TACIT_OK;
}

static tacit_status attack_all(tacit_ctx *cx, siege *w, const double *x)
{
    const tacit_system *s = w->s;
    tacit_cell_parts parts = { 0 };
    TACIT_TRY(tacit_parts_find(cx, s, x, &parts));
    w->parts = &parts;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->place, &w->place));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->d, &w->d));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->weight, &w->weight));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->open, &w->open));
    for (size_t i = 0; i < s->n_cells; i++)
        w->open[i] = x[i];
    for (w->p = 0; w->p < parts.n && w->out->n < w->most; w->p++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(attack_part(cx, w));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_cuts_of_insiders(tacit_ctx *cx, const tacit_system *s, const double *x,
                                    size_t most, tacit_cuts *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    siege w = { .s = s, .most = most, .out = out };
    if (s->owner == NULL)
        return TACIT_OK;
    TACIT_TRY(cover_equations(cx, s, x, out));
    if (s->insiders == TACIT_INSIDERS_NONE)
        return TACIT_OK;
    if (out->n == 0)
        TACIT_TRY(see_equations(cx, s, x, out));
    if (out->n == 0)
        TACIT_TRY(attack_all(cx, &w, x));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
