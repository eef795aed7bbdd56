/*
 * exact.c - the cheapest pattern, by inequalities that are added as they are broken.
 *
 * 1. The linear relaxation, until no inequality is broken: its cost L bounds every pattern from
 *    below (Fischetti and Salazar 2000).
 * 2. Integer programs over the inequalities found so far and the columns that make the relaxation
 *    dearer by at most D, piece by piece (pieces.c); their pattern is attacked, broken
 *    inequalities are added, until it stands.  Its cost is C, and no pattern costs less than the
 *    smaller of L + D and what the last programs prove.
 * 3. If that leaves a gap, again with D = C - L, which proves C optimal.
 * 4. What a share of the time does not prove is left: a pattern is found by elimination
 *    (start/elimination.c) or diving (dive.c), freed of what is superfluous (prune.c) and made
 *    cheaper neighbourhood by neighbourhood (improve.c) in the rest.  When time is over, what is
 * broken is mended by hiding more (mend.c), so that there is always a pattern.
 * 5. The pattern is audited in whole units; what that breaks (units.c) is added, and 2. to 4. done
 *    again, until it stands.
 */
#include <math.h>

#include "base/memory.h"
#include "base/sort.h"
#include "tabular/suppress/search.h"
#include "tabular/suppress/start/start.h"

/* The methods of other programs, by what asks for them. */
static tacit_hiding_start *const STARTS[] = {
    [TACIT_SUPPRESS_AUTO] = NULL,
    [TACIT_SUPPRESS_OPTIMAL] = NULL,
    [TACIT_SUPPRESS_MODULAR] = tacit_hiding_modular,
    [TACIT_SUPPRESS_NETWORK] = tacit_hiding_network,
    [TACIT_SUPPRESS_HYPERCUBE] = tacit_hiding_hypercube,
    [TACIT_SUPPRESS_ELIMINATION] = tacit_hiding_elimination,
};

/* Most inequalities of attackers that one round adds, besides one for each primary cell. */
enum { MOST_CUTS = 2000 };

/* Attackers wait while more than one primary cell in so many has a broken equation. */
enum { FEW_BRIDGES = 100 };

/* How many columns at 0 take part in the first integer programs, for each column above 0. */
enum { WIDER = 3 };

/* Tables of so many cells are large. */
enum { MANY_CELLS = 20000 };

/* The share of the time that the relaxation may take, so that some is left for patterns. */
static const double RELAX_SHARE = 0.5;

/* The share of the time after the relaxation that goes to proving a pattern optimal; what it leaves
 * undecided is improved in the rest. */
static const double EXACT_SHARE = 0.2;

/* Seconds of that after which a pattern is made without a proof, before it goes on. */
static const double SOON = 3;

/* Seconds that mending may go on when time is over, or this share of it. */
static const double GRACE = 0.5, GRACE_SHARE = 0.02;

/* ---- the program ---- */

static tacit_status take_room(tacit_ctx *cx, tacit_hiding *h)
{
    const size_t n = h->s->n_cells;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->column, &h->column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->cell, &h->cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->cost, &h->cost));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.column, &h->lax.column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.place, &h->lax.place));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.point, &h->lax.point));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.latest, &h->lax.latest));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.reduced, &h->lax.reduced));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_mark, &h->kept_mark));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_bound, &h->kept_bound));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_point, &h->kept_point));
    return tacit_scratch(cx, n, sizeof *h->x, &h->x);
}

static tacit_status make_program(tacit_ctx *cx, tacit_hiding *h)
{
    tacit_system *s = h->s;
    TACIT_TRY(take_room(cx, h));
    h->whole = true;
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        if (c->status == TACIT_CELL_SECONDARY)
            c->status = TACIT_CELL_SAFE;
        h->x[i] = c->status == TACIT_CELL_PRIMARY || c->status == TACIT_CELL_HIDDEN;
        h->n_primary += c->status == TACIT_CELL_PRIMARY;
        if (c->status != TACIT_CELL_SAFE)
            continue;
        h->column[i] = (uint32_t)h->n;
        h->cell[h->n] = (uint32_t)i;
        h->cost[h->n++] = c->cost;
        h->whole = h->whole && c->cost <= floor(c->cost);
    }
    return tacit_hiding_proofs_begin(cx, s, &h->proofs);
}

bool tacit_hiding_is_over(const tacit_ctx *cx, const tacit_hiding *h)
{
    return tacit_lp_now() >= h->end || tacit_is_finishing(cx);
}

/* Put the inequalities found into the pool. */
static tacit_status add_cuts(tacit_ctx *cx, tacit_hiding *h, const tacit_cuts *found)
{
    for (size_t r = 0; r < found->n; r++) {
        TACIT_TRY(tacit_cuts_begin(cx, &h->pool));
        for (size_t e = found->start[r]; e < found->start[r + 1]; e++)
            TACIT_TRY(tacit_cuts_term(cx, &h->pool, h->column[found->cell[e]], found->weight[e]));
        tacit_cuts_end(&h->pool, found->least[r]);
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_break(tacit_ctx *cx, tacit_hiding *h, bool *any)
{
    tacit_cuts found = { 0 };
    tacit_status status = tacit_cuts_of_equations(cx, h->s, h->x, &found);
    if (status == TACIT_OK && found.n <= h->n_primary / FEW_BRIDGES)
        status =
            tacit_cuts_of_attackers(cx, h->s, h->x, MOST_CUTS + h->n_primary, &h->proofs, &found);
    if (status == TACIT_OK && found.n == 0)
        status = tacit_cuts_of_insiders(cx, h->s, h->x, MOST_CUTS, &found);
    *any = found.n > 0;
    if (status == TACIT_OK && *any)
        status = add_cuts(cx, h, &found);
    tacit_cuts_free(&found);
    return status;
}

tacit_status tacit_hiding_break_until(tacit_ctx *cx, tacit_hiding *h, double end, bool *any)
{
    h->proofs.end = end;
    h->proofs.cut = false;
    TACIT_TRY(tacit_hiding_break(cx, h, any));
    h->proofs.end = 0;
    *any = *any || h->proofs.cut;
    return TACIT_OK;
}

tacit_status tacit_hiding_break_near(tacit_ctx *cx, tacit_hiding *h,
                                     const tacit_hiding_change *change, tacit_hiding_look look)
{
    const tacit_claims claims = { change->claim, change->n_claims, look == TACIT_LOOK_EVERYWHERE };
    tacit_cuts found = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t i = 0; i < change->n_rows && status == TACIT_OK; i++)
        status = tacit_cuts_of_equation(cx, h->s, h->x, change->row[i], &found);
    if (status == TACIT_OK && found.n == 0 && look > TACIT_LOOK_AT_EQUATIONS)
        status = tacit_cuts_of_claims(cx, &claims, h->x, &h->proofs, &found);
    if (status == TACIT_OK && found.n == 0 && look == TACIT_LOOK_EVERYWHERE)
        status = tacit_cuts_of_insiders(cx, h->s, h->x, MOST_CUTS, &found);
    if (status == TACIT_OK && found.n > 0)
        status = add_cuts(cx, h, &found);
    tacit_cuts_free(&found);
    return status;
}

void tacit_hiding_take(tacit_hiding *h, const double *point)
{
    for (size_t j = 0; j < h->n; j++)
        h->x[h->cell[j]] = point[j] < 1e-7 ? 0 : fmin(point[j], 1);
}

/* ---- 2. and 3. patterns ---- */

/* The reduced cost that WIDER times as many columns at 0 stay below as there are above 0. */
static tacit_status choose_most(tacit_ctx *cx, const tacit_hiding *h, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *cost = NULL;
    size_t n = 0, above = 0;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *cost, &cost));
    for (size_t j = 0; j < h->n; j++)
        if (h->lax.point[j] > 1e-6)
            above++;
        else
            cost[n++] = fmax(h->lax.reduced[j], 0);
    TACIT_TRY(tacit_sort_reals(cx, cost, n));
    above *= WIDER;
    *out = n == 0 ? 0 : cost[above < n ? above : n - 1];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

double tacit_hiding_cost(const tacit_hiding *h, const double *point)
{
    double sum = 0;
    for (size_t j = 0; j < h->n; j++)
        sum += point[j] > 0.5 ? h->cost[j] : 0;
    return sum;
}

/* A pattern that stands, over the columns that make the relaxation dearer by at most `most`, unless
 * time is over before. */
static tacit_status find_pattern(tacit_ctx *cx, tacit_hiding *h, double most, tacit_pieces *found)
{
    bool broken = true;
    found->stands = false;
    while (broken && !tacit_hiding_is_over(cx, h)) {
        TACIT_TRY(tacit_hiding_solve(cx, h, most, found));
        if (found->hopeless)
            return TACIT_OK;
        tacit_hiding_take(h, found->point);
        TACIT_TRY(tacit_hiding_break_until(cx, h, h->end, &broken));
    }
    found->stands = !broken;
    return TACIT_OK;
}

/* The least that any pattern costs, given what was found with `most`. */
static double least_cost(const tacit_hiding *h, const tacit_pieces *found, double most)
{
    const double least = fmax(h->lax.bound, fmin(h->lax.bound + most, found->bound));
    return h->whole ? ceil(least - 1e-6) : least;
}

/* Take the pattern of `point` if it is the cheapest so far. */
static void take_best(const tacit_hiding *h, const double *point, double *best,
                      tacit_tabular_suppressed *out)
{
    const double cost = tacit_hiding_cost(h, point);
    if (cost >= out->cost)
        return;
    out->cost = cost;
    for (size_t j = 0; j < h->n; j++)
        best[j] = point[j];
}

static void judge(const tacit_hiding *h, tacit_tabular_suppressed *out)
{
    out->bound = fmin(out->cost, out->bound);
    out->proven = out->cost - out->bound < (h->whole ? 0.5 : 1e-6 * out->cost);
}

/* 2. and 3.: patterns, until one is proven or time is over. */
static tacit_status prove_pattern(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                  tacit_tabular_suppressed *out)
{
    tacit_pieces found = { 0 };
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *found.point, &found.point));
    do {
        TACIT_TRY(find_pattern(cx, h, most, &found));
        if (found.hopeless)
            break;
        if (found.stands)
            take_best(h, found.point, best, out);
        out->bound = fmax(out->bound, least_cost(h, &found, most));
        judge(h, out);
        most = out->cost - h->lax.bound + 1e-6;
    } while (!out->proven && !tacit_hiding_is_over(cx, h));
    return TACIT_OK;
}

/* A pattern to be made cheaper: by elimination, from which cheaper ones are reached in the same
 * time but which takes long for large tables; there, when time is over, and to complete such a
 * pattern, by diving. */
static tacit_status first_pattern(tacit_ctx *cx, tacit_hiding *h, double *best,
                                  tacit_tabular_suppressed *out)
{
    double *point = NULL;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *point, &point));
    if (!h->begun && h->s->n_cells <= MANY_CELLS && !tacit_hiding_is_over(cx, h)) {
        TACIT_TRY(tacit_hiding_begin_by(cx, h, tacit_hiding_elimination, point));
        take_best(h, point, best, out);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_hiding_dive(cx, h, point));
    TACIT_TRY(tacit_hiding_mend(cx, h, point));
    h->coarse = h->coarse && !isfinite(out->cost); /* else that one is taken */
    take_best(h, point, best, out);
    return h->coarse ? TACIT_OK : tacit_hiding_prune(cx, h, best);
}

/* What the relaxation hides by half, mended: dear, but soon there. */
static tacit_status quick_pattern(tacit_ctx *cx, tacit_hiding *h, double *best,
                                  tacit_tabular_suppressed *out)
{
    double *point = NULL;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *point, &point));
    for (size_t j = 0; j < h->n; j++)
        point[j] = h->lax.point[j] >= 0.5;
    TACIT_TRY(tacit_hiding_mend(cx, h, point));
    h->coarse = false;
    take_best(h, point, best, out);
    TACIT_TRY(tacit_hiding_prune(cx, h, best));
    out->cost = tacit_hiding_cost(h, best);
    judge(h, out);
    return TACIT_OK;
}

/* A pattern without a proof, cheaper and cheaper. */
static tacit_status better_pattern(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                   tacit_tabular_suppressed *out)
{
    const tacit_hiding_effort effort = { most, false };
    const tacit_status status = first_pattern(cx, h, best, out);
    if (status == TACIT_ERR_CANCELLED && tacit_is_finishing(cx) && isfinite(out->cost))
        return TACIT_OK; /* with the one that is there */
    TACIT_TRY(status);
    TACIT_TRY(tacit_hiding_improve(cx, h, &effort, best));
    out->cost = tacit_hiding_cost(h, best);
    judge(h, out);
    return TACIT_OK;
}

/* Prove for at most `seconds`. */
static tacit_status prove_within(tacit_ctx *cx, tacit_hiding *h, double seconds, double most,
                                 double *best, tacit_tabular_suppressed *out)
{
    const double end = h->end;
    if (h->how == TACIT_SUPPRESS_AUTO)
        h->end = fmin(end, tacit_lp_now() + seconds);
    const tacit_status status = prove_pattern(cx, h, most, best, out);
    h->end = end;
    return status;
}

/* With much time there is a pattern soon, for who does not wait for the end. */
static tacit_status search_pattern(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                   tacit_tabular_suppressed *out)
{
    const double share = EXACT_SHARE * fmax(h->end - tacit_lp_now(), 0);
    *out = (tacit_tabular_suppressed){ .cost = HUGE_VAL };
    out->bound = h->whole ? ceil(h->lax.bound - 1e-6) : h->lax.bound;
    if (h->cut)
        return better_pattern(cx, h, most, best, out);
    TACIT_TRY(prove_within(cx, h, fmin(share, SOON), most, best, out));
    if (!out->proven && share > SOON && h->how == TACIT_SUPPRESS_AUTO) {
        TACIT_TRY(quick_pattern(cx, h, best, out));
        TACIT_TRY(prove_within(cx, h, share - SOON, most, best, out));
    }
    return out->proven ? TACIT_OK : better_pattern(cx, h, most, best, out);
}

/* 5.: whether the pattern stands when values are whole units.  Of large tables that is left to who
 * audits them when time is over, since it may take longer than all that was before. */
static tacit_status break_units(tacit_ctx *cx, tacit_hiding *h, const double *best, bool *any)
{
    tacit_cuts found = { 0 };
    *any = false;
    if (h->coarse || (h->s->n_cells > MANY_CELLS && tacit_hiding_is_over(cx, h)))
        return TACIT_OK;
    tacit_hiding_take(h, best);
    tacit_status status = tacit_cuts_of_units(cx, h->s, h->x, &found);
    *any = found.n > 0;
    if (status == TACIT_OK)
        status = add_cuts(cx, h, &found);
    tacit_cuts_free(&found);
    return status;
}

/* Time is over: the best pattern hides what it must besides. */
static tacit_status mend_best(tacit_ctx *cx, tacit_hiding *h, double *best,
                              tacit_tabular_suppressed *out)
{
    TACIT_TRY(tacit_hiding_mend(cx, h, best));
    out->cost = tacit_hiding_cost(h, best);
    judge(h, out);
    return TACIT_OK;
}

/* A pattern by a method of other programs, made cheaper in small neighbourhoods if it is one of
 * those that look for cheap patterns. */
static tacit_status start_pattern(tacit_ctx *cx, tacit_hiding *h, double *best,
                                  tacit_tabular_suppressed *out)
{
    tacit_hiding_effort effort = { 0, true };
    bool stands = false;
    TACIT_TRY(tacit_hiding_begin_by(cx, h, STARTS[h->how], best));
    out->cost = tacit_hiding_cost(h, best);
    judge(h, out);
    if (h->how != TACIT_SUPPRESS_MODULAR || out->proven)
        return TACIT_OK;
    TACIT_TRY(tacit_hiding_relax(cx, h, SIZE_MAX, &stands));
    TACIT_TRY(choose_most(cx, h, &effort.most));
    out->bound = h->whole ? ceil(h->lax.bound - 1e-6) : h->lax.bound;
    judge(h, out);
    if (!out->proven)
        TACIT_TRY(tacit_hiding_improve(cx, h, &effort, best));
    out->cost = tacit_hiding_cost(h, best);
    judge(h, out);
    return TACIT_OK;
}

/* 1. to 4. */
static tacit_status relax_and_search(tacit_ctx *cx, tacit_hiding *h, double *most, double *best,
                                     tacit_tabular_suppressed *out)
{
    const double end = h->end;
    bool stands = false;
    if (h->how == TACIT_SUPPRESS_AUTO)
        h->end -= (1 - RELAX_SHARE) * fmax(end - tacit_lp_now(), 0);
    TACIT_TRY(tacit_hiding_relax(cx, h, SIZE_MAX, &stands));
    h->cut = tacit_hiding_is_over(cx, h);
    h->end = end;
    TACIT_TRY(choose_most(cx, h, most));
    return search_pattern(cx, h, *most, best, out);
}

tacit_status tacit_hiding_find(tacit_ctx *cx, tacit_hiding *h, double *best,
                               tacit_tabular_suppressed *out)
{
    tacit_hiding_start *start = STARTS[h->how];
    double most = 0;
    bool broken = true;
    TACIT_TRY(make_program(cx, h));
    TACIT_TRY(start != NULL ? start_pattern(cx, h, best, out)
                            : relax_and_search(cx, h, &most, best, out));
    TACIT_TRY(break_units(cx, h, best, &broken));
    while (broken) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(start == NULL && !tacit_hiding_is_over(cx, h)
                      ? search_pattern(cx, h, most, best, out)
                      : mend_best(cx, h, best, out));
        TACIT_TRY(break_units(cx, h, best, &broken));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

void tacit_hiding_free(tacit_hiding *h)
{
    tacit_lp_free(h->lax.lp);
    tacit_free(h->lax.row);
    tacit_free(h->lax.in);
    tacit_hiding_proofs_free(&h->proofs);
    tacit_cuts_free(&h->pool);
}

static void give_statuses(const tacit_hiding *h, const double *best, tacit_tabular_suppressed *out)
{
    for (size_t j = 0; j < h->n; j++)
        if (best[j] > 0.5) {
            h->s->cell[h->cell[j]].status = TACIT_CELL_SECONDARY;
            out->n++;
        }
}

tacit_status tacit_tabular_suppress_by(tacit_ctx *cx, tacit_system *s, tacit_tabular_how how,
                                       double seconds, tacit_tabular_suppressed *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const double now = tacit_lp_now();
    tacit_hiding h = { .s = s, .how = how, .end = now + seconds };
    double *best = NULL;
    h.late = h.end + fmax(GRACE, GRACE_SHARE * seconds);
    *out = (tacit_tabular_suppressed){ 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *best, &best));
    const tacit_status status = tacit_hiding_find(cx, &h, best, out);
    out->coarse = h.coarse;
    if (status == TACIT_OK)
        give_statuses(&h, best, out);
    tacit_hiding_free(&h);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_tabular_suppress(tacit_ctx *cx, tacit_system *s, double seconds,
                                    tacit_tabular_suppressed *out)
{
    return tacit_tabular_suppress_by(cx, s, TACIT_SUPPRESS_AUTO, seconds, out);
}
