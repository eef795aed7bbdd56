/*
 * exact.c - the cheapest pattern, by inequalities that are added as they are broken.
 *
 * 1. The linear relaxation, until no inequality is broken: its cost L bounds every pattern from
 *    below (Fischetti and Salazar 2000).
 * 2. Integer programs over the inequalities found so far and the columns that make the relaxation
 *    dearer by at most D, piece by piece (pieces.c); their pattern is attacked, broken
 *    inequalities are added, until it stands.  Its cost is C, and no pattern costs less than the
 *    smaller of L + D and what the last programs prove.
 * 3. If that leaves a gap, again with the columns besides that could close it (gaps.c), until C is
 *    proven optimal.
 * 4. What a share of the time does not prove is left: a pattern is found by elimination
 *    (start/elimination.c) or diving (dive.c), freed of what is superfluous (prune.c) and made
 *    cheaper neighbourhood by neighbourhood (improve.c) in the rest.  When time is over, what is
 * broken is mended by hiding more (mend.c), so that there is always a pattern.
 * 5. The pattern is audited in whole units; what that breaks (units.c) is added, and 2. to 4. done
 *    again, until it stands.  What is not proven to stand in time is made to (whole.c, harden.c).
 */
#include <math.h>

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

/* How many columns at 0 take part in the first integer programs, for each column above 0. */
enum { WIDER = 3 };

/* Tables of so many cells are large. */
enum { MANY_CELLS = 20000 };

/* The share of the time that the relaxation may take, so that some is left for patterns. */
static const double RELAX_SHARE = 0.5;

/* Rounds of the relaxation end when eight of them raise it by no more than TACIT_HIDING_RISE of it.
 * Of large tables that fall into small pieces a rough one is enough: the pieces prove more than its
 * end. */
static const double ROUGH_RISE = 2e-3;

/* The share of the time after the relaxation that goes to proving a pattern optimal, and that of
 * large tables; what it leaves undecided is improved in the rest. */
static const double EXACT_SHARE = 0.2, LARGE_EXACT_SHARE = 0.5;

/* A pattern so near to its bound is not looked for by other means. */
static const double GOOD = 0.02;

/* One that costs so many times its bound is dear. */
static const double POOR = 2;

/* Seconds of that after which a pattern is made without a proof, before it goes on. */
static const double SOON = 3;

/* Seconds that mending may go on when time is over, or this share of it. */
static const double GRACE = 0.5, GRACE_SHARE = 0.02;

/* The share of the time after which a pattern without a proof is not made cheaper any more, so that
 * it can be looked at in whole units; seconds that this may take when time is over, or a share. */
static const double RIPE_SHARE = 0.85, MORE = 2, MORE_SHARE = 0.1;

/* Seconds that a claim without a proof of whole units takes afterwards, for which it ends earlier,
 * but not before this share of the time. */
static const double CLAIM_SECONDS = 0.008, RIPE_LEAST = 0.5;

/* The share of what is left then that goes to a look at the pattern. */
static const double LOOK_SHARE = 0.3;

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
        h->led = h->led && !found->hopeless;
        if (found->hopeless)
            return TACIT_OK;
        if (found->narrow)
            continue;
        for (size_t j = 0; j < h->n; j++)
            h->lead[j] = found->point[j];
        h->led = true;
        tacit_hiding_take(h, found->point);
        TACIT_TRY(tacit_hiding_break_until(cx, h, h->end, &broken));
    }
    found->stands = !broken;
    return TACIT_OK;
}

/* The least that any pattern costs, given what was found with `most`. */
static double least_cost(const tacit_hiding *h, const tacit_pieces *found, double most)
{
    const double wide = fmin(h->lax.bound + most, found->bound);
    const double least = fmax(h->lax.bound, fmax(found->lasting, wide));
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
    bool more = true;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *found.point, &found.point));
    while (more && !out->proven && !tacit_hiding_is_over(cx, h)) {
        TACIT_TRY(find_pattern(cx, h, most, &found));
        if (found.hopeless)
            break;
        if (found.stands)
            take_best(h, found.point, best, out);
        out->bound = fmax(out->bound, least_cost(h, &found, most));
        judge(h, out);
        more = found.n_wanted > 0;
        for (size_t j = 0; j < h->n; j++)
            h->freed[j] = h->freed[j] || h->wanted[j];
    }
    return TACIT_OK;
}

/* A pattern to be made cheaper: by elimination, from which cheaper ones are reached in the same
 * time but which takes long for large tables; there, when time is over, and to complete such a
 * pattern, from the last point that integer programs gave, or by diving. */
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
    for (size_t j = 0; j < h->n && h->led; j++)
        point[j] = h->lead[j];
    if (!h->led)
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

/* When nothing is made cheaper any more, given how many claims have no proof of whole units yet. */
static double when_ripe(tacit_hiding *h, const double *best)
{
    const double least = h->ripe - (RIPE_SHARE - RIPE_LEAST) * h->seconds;
    size_t n = 0;
    tacit_hiding_take(h, best);
    for (uint32_t k = 0; k < h->proofs.n * TACIT_SIDES; k++)
        n += h->proofs.proof[k].n > 0 && !tacit_hiding_proofs_stand(&h->proofs, k, h->x);
    return fmin(h->ripe, fmax(least, h->end - CLAIM_SECONDS * (double)n));
}

/* A pattern without a proof, cheaper and cheaper. */
static tacit_status better_pattern(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                   tacit_tabular_suppressed *out)
{
    const tacit_hiding_effort effort = { most, false };
    const bool good = isfinite(out->cost) && out->cost - out->bound <= GOOD * out->cost;
    const double end = h->end;
    tacit_status status = good ? TACIT_OK : first_pattern(cx, h, best, out);
    if (status == TACIT_ERR_CANCELLED && tacit_is_finishing(cx) && isfinite(out->cost))
        return TACIT_OK; /* with the one that is there */
    TACIT_TRY(status);
    h->ripe = when_ripe(h, best);
    h->end = fmin(end, h->ripe);
    status = tacit_hiding_improve(cx, h, &effort, best);
    h->end = end;
    TACIT_TRY(status);
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
    const double share = (h->s->n_cells > MANY_CELLS ? LARGE_EXACT_SHARE : EXACT_SHARE) *
                         fmax(h->end - tacit_lp_now(), 0);
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

/* 5.: whether the pattern stands when values are whole units, as far as that is known in time.  Of
 * one that completes another that is left to who asked for it. */
static tacit_status look_at_units(tacit_ctx *cx, tacit_hiding *h, const double *best,
                                  tacit_units_look *look, bool *any)
{
    tacit_cuts found = { 0 };
    *any = false;
    look->stands = h->coarse || h->begun;
    if (look->stands)
        return TACIT_OK;
    tacit_hiding_take(h, best);
    look->seconds = fmax(LOOK_SHARE * (h->end - tacit_lp_now()), h->more);
    tacit_status status = tacit_cuts_of_units(cx, h->s, h->x, look, &found);
    *any = found.n > 0;
    if (status == TACIT_OK)
        status = tacit_hiding_add_cuts(cx, h, &found);
    tacit_cuts_free(&found);
    return status;
}

/* Time is over: the best pattern hides what it must besides. */
static tacit_status mend_best(tacit_ctx *cx, tacit_hiding *h, double *best,
                              tacit_tabular_suppressed *out)
{
    if (!h->coarse)
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

/* 1.: the relaxation, and how dear columns may make it that take part in the first programs. */
static tacit_status relax(tacit_ctx *cx, tacit_hiding *h, double *most)
{
    const bool rough = h->how == TACIT_SUPPRESS_AUTO && h->s->n_cells > MANY_CELLS;
    bool stands = false, tangled = false;
    h->lax.rise = rough ? ROUGH_RISE : TACIT_HIDING_RISE;
    TACIT_TRY(tacit_hiding_relax(cx, h, SIZE_MAX, &stands));
    TACIT_TRY(choose_most(cx, h, most));
    h->lax.rise = TACIT_HIDING_RISE;
    if (!rough || stands || tacit_hiding_is_over(cx, h))
        return TACIT_OK;
    TACIT_TRY(tacit_hiding_is_tangled(cx, h, *most, &tangled));
    if (!tangled)
        return TACIT_OK;
    TACIT_TRY(tacit_hiding_relax(cx, h, SIZE_MAX, &stands));
    return choose_most(cx, h, most);
}

/* 1. to 4. */
static tacit_status relax_and_search(tacit_ctx *cx, tacit_hiding *h, double *most, double *best,
                                     tacit_tabular_suppressed *out)
{
    const double end = h->end;
    if (h->how == TACIT_SUPPRESS_AUTO)
        h->end -= (1 - RELAX_SHARE) * fmax(end - tacit_lp_now(), 0);
    TACIT_TRY(relax(cx, h, most));
    h->cut = tacit_hiding_is_over(cx, h);
    h->end = end;
    return search_pattern(cx, h, *most, best, out);
}

/* Time was over before the relaxation was solved, and what was found is dear: boxes may cost less.
 */
static tacit_status take_boxes(tacit_ctx *cx, tacit_hiding *h, double *best,
                               tacit_tabular_suppressed *out)
{
    const double end = h->end;
    const bool coarse = h->coarse;
    double *point = NULL;
    if (tacit_is_finishing(cx))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *point, &point));
    h->end = tacit_lp_now() + h->more;
    h->late = h->end + h->more;
    const tacit_status status = tacit_hiding_begin_by(cx, h, tacit_hiding_hypercube, point);
    h->end = end;
    TACIT_TRY(status);
    h->boxed = !h->coarse && tacit_hiding_cost(h, point) < out->cost;
    h->coarse = h->coarse && coarse;
    take_best(h, point, best, out);
    judge(h, out);
    return TACIT_OK;
}

/* What can be done about a pattern that does not stand in whole units: while there is time, and
 * something follows from it (`any`), another one; then more is hidden. */
static tacit_status go_on(tacit_ctx *cx, tacit_hiding *h, bool any, double most, double *best,
                          tacit_tabular_suppressed *out)
{
    if (any && STARTS[h->how] == NULL && tacit_lp_now() < h->ripe && !tacit_hiding_is_over(cx, h))
        return search_pattern(cx, h, most, best, out);
    return mend_best(cx, h, best, out);
}

/* Make a pattern of which that is not known stand in whole units: by moves, in the time that is
 * left, and if that does not do by boxes. */
static tacit_status make_whole(tacit_ctx *cx, tacit_hiding *h, tacit_units_look *look, size_t times,
                               double *best)
{
    const double end = fmax(h->end, tacit_lp_now() + h->more);
    const bool plain = tacit_hiding_is_plain(h);
    size_t left = 1;
    for (size_t i = 0; plain && times == 0 && i < h->s->n_cells; i++)
        look->doubtful[i] = false; /* but for what stays open */
    if (times == 0)
        TACIT_TRY(tacit_hiding_whole(cx, h, end, best, look->doubtful, &left));
    look->stands = left == 0 && plain;
    return left == 0 ? TACIT_OK : tacit_hiding_harden(cx, h, look->doubtful, times, best);
}

/* 5.: until it stands, or is asked to be given back as it is. */
static tacit_status stand_in_units(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                   tacit_tabular_suppressed *out)
{
    tacit_units_look look = { 0 };
    bool any = false;
    size_t times = 0;
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *look.doubtful, &look.doubtful));
    look.stands = h->coarse || h->begun;
    if (tacit_lp_now() < h->ripe || !tacit_hiding_is_plain(h)) /* else proofs are sought at once */
        TACIT_TRY(look_at_units(cx, h, best, &look, &any));
    while (!look.stands && !tacit_is_finishing(cx)) {
        const size_t mark = tacit_scratch_mark(cx);
        if (!any || tacit_lp_now() >= h->ripe)
            TACIT_TRY(make_whole(cx, h, &look, times++, best));
        if (!look.stands) {
            TACIT_TRY(go_on(cx, h, any, most, best, out));
            TACIT_TRY(look_at_units(cx, h, best, &look, &any));
        }
        tacit_scratch_release(cx, mark);
    }
    out->cost = tacit_hiding_cost(h, best);
    judge(h, out);
    return TACIT_OK;
}

tacit_status tacit_hiding_find(tacit_ctx *cx, tacit_hiding *h, double *best,
                               tacit_tabular_suppressed *out)
{
    double most = 0;
    TACIT_TRY(tacit_hiding_begin(cx, h));
    TACIT_TRY(STARTS[h->how] != NULL ? start_pattern(cx, h, best, out)
                                     : relax_and_search(cx, h, &most, best, out));
    if ((h->coarse || out->cost > POOR * out->bound) && h->cut && !h->begun)
        TACIT_TRY(take_boxes(cx, h, best, out));
    return stand_in_units(cx, h, most, best, out);
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
    h.ripe = now + RIPE_SHARE * seconds;
    h.seconds = seconds;
    h.more = fmax(MORE, MORE_SHARE * seconds);
    *out = (tacit_tabular_suppressed){ 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *best, &best));
    const tacit_status status = tacit_hiding_find(cx, &h, best, out);
    out->coarse = h.coarse;
    out->boxed = h.boxed && !h.coarse;
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
