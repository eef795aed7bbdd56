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
 *    A large table that is hard as a whole is searched place by place instead (divide.c).
 * 4. What a share of the time does not prove is left: a pattern is found by elimination
 *    (start/elimination.c) or diving (dive.c), freed of what is superfluous (prune.c) and made
 *    cheaper neighbourhood by neighbourhood (improve.c) in the rest.  When time is over, what is
 * broken is mended by hiding more (mend.c), so that there is always a pattern.
 * 5. The pattern is audited in whole units; what that breaks (units.c) is added, and 2. to 4. done
 *    again, until it stands.  What is not proven to stand in time is made to (whole.c,
 * start/harden.c).
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

/* The share of the time in which a pattern is made cheaper that goes to raising the bound then. */
static const double RAISE_SHARE = 0.3;

/* Seconds that a claim without a proof of whole units takes afterwards, for which it ends earlier,
 * but not before this share of the time. */
static const double CLAIM_SECONDS = 0.008, RIPE_LEAST = 0.5;

/* How often proofs of whole units are sought: again after the first boxes. */
enum { WHOLES = 2 };

/* The share of what is left then that goes to a look at the pattern. */
static const double LOOK_SHARE = 0.3;

void tacit_hiding_give_time(tacit_hiding *h, double seconds)
{
    const double now = tacit_lp_now();
    h->end = now + seconds;
    h->late = h->end + fmax(GRACE, GRACE_SHARE * seconds);
    h->ripe = now + RIPE_SHARE * seconds;
    h->seconds = seconds;
    h->more = fmax(MORE, MORE_SHARE * seconds);
}

/* ---- patterns without a proof ---- */

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
        tacit_hiding_take_best(h, point, best, out);
        return TACIT_OK;
    }
    for (size_t j = 0; j < h->n && h->led; j++)
        point[j] = h->lead[j];
    if (!h->led)
        TACIT_TRY(tacit_hiding_dive(cx, h, point));
    TACIT_TRY(tacit_hiding_mend(cx, h, point));
    h->coarse = h->coarse && !isfinite(out->cost); /* else that one is taken */
    tacit_hiding_take_best(h, point, best, out);
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
    tacit_hiding_take_best(h, point, best, out);
    TACIT_TRY(tacit_hiding_prune(cx, h, best));
    out->cost = tacit_hiding_cost(h, best);
    tacit_hiding_judge(h, out);
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
    const double raise = RAISE_SHARE * fmax(h->end - tacit_lp_now(), 0);
    h->end -= raise;
    status = tacit_hiding_improve(cx, h, &effort, best);
    out->cost = tacit_hiding_cost(h, best);
    h->end += raise;
    if (status == TACIT_OK)
        status = tacit_hiding_raise(cx, h, most, best, out);
    h->end = end;
    return status;
}

/* Prove for at most `seconds`. */
static tacit_status prove_within(tacit_ctx *cx, tacit_hiding *h, double seconds, double most,
                                 double *best, tacit_tabular_suppressed *out)
{
    const double end = h->end;
    if (h->how == TACIT_SUPPRESS_AUTO)
        h->end = fmin(end, tacit_lp_now() + seconds);
    const tacit_status status = tacit_hiding_prove(cx, h, most, best, out);
    h->end = end;
    return status;
}

/* With much time there is a pattern soon, for who does not wait for the end. */
static tacit_status search_pattern(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                   tacit_tabular_suppressed *out)
{
    const double share = (h->s->n_cells > MANY_CELLS ? LARGE_EXACT_SHARE : EXACT_SHARE) *
                         fmax(h->end - tacit_lp_now(), 0);
    *out = (tacit_tabular_suppressed){ .cost = HUGE_VAL, .bound = out->bound };
    out->bound = fmax(out->bound, h->whole ? ceil(h->lax.bound - 1e-6) : h->lax.bound);
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
    h->late = fmax(h->late, tacit_lp_now() + h->more);
    if (!h->coarse)
        TACIT_TRY(tacit_hiding_mend(cx, h, best));
    out->cost = tacit_hiding_cost(h, best);
    tacit_hiding_judge(h, out);
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
    tacit_hiding_judge(h, out);
    if (h->how != TACIT_SUPPRESS_MODULAR || out->proven)
        return TACIT_OK;
    TACIT_TRY(tacit_hiding_relax(cx, h, SIZE_MAX, &stands));
    TACIT_TRY(tacit_hiding_choose_most(cx, h, &effort.most));
    out->bound = h->whole ? ceil(h->lax.bound - 1e-6) : h->lax.bound;
    tacit_hiding_judge(h, out);
    if (!out->proven)
        TACIT_TRY(tacit_hiding_improve(cx, h, &effort, best));
    out->cost = tacit_hiding_cost(h, best);
    tacit_hiding_judge(h, out);
    return TACIT_OK;
}

/* 1.: the relaxation, and how dear columns may make it that take part in the first programs.  A
 * rough one of a large table may be `hard` or `tangled` (pieces.c). */
static tacit_status relax(tacit_ctx *cx, tacit_hiding *h, double *most, bool *tangled, bool *hard)
{
    const bool rough = h->how == TACIT_SUPPRESS_AUTO && h->s->n_cells > MANY_CELLS;
    bool stands = false;
    h->lax.rise = rough ? ROUGH_RISE : TACIT_HIDING_RISE;
    TACIT_TRY(tacit_hiding_relax(cx, h, SIZE_MAX, &stands));
    TACIT_TRY(tacit_hiding_choose_most(cx, h, most));
    h->lax.rise = TACIT_HIDING_RISE;
    if (rough && !stands && !tacit_hiding_is_over(cx, h))
        TACIT_TRY(tacit_hiding_is_tangled(cx, h, *most, tangled, hard));
    return TACIT_OK;
}

/* The end of a rough relaxation. */
static tacit_status relax_on(tacit_ctx *cx, tacit_hiding *h, double end, double *most)
{
    bool stands = false;
    if (h->how == TACIT_SUPPRESS_AUTO)
        h->end -= (1 - RELAX_SHARE) * fmax(end - tacit_lp_now(), 0);
    TACIT_TRY(tacit_hiding_relax(cx, h, SIZE_MAX, &stands));
    TACIT_TRY(tacit_hiding_choose_most(cx, h, most));
    h->cut = tacit_hiding_is_over(cx, h);
    h->end = end;
    return TACIT_OK;
}

/* 1. to 4. place by place, if the table falls into some. */
static tacit_status divide(tacit_ctx *cx, tacit_hiding *h, double *best,
                           tacit_tabular_suppressed *out, bool *divided)
{
    double bound = 0;
    *divided = false;
    if (!tacit_hiding_is_plain(h))
        return TACIT_OK;
    TACIT_TRY(tacit_hiding_divide(cx, h, best, &bound, divided));
    out->cost = tacit_hiding_cost(h, best);
    bound = fmax(h->lax.bound, bound);
    out->bound = h->whole ? ceil(bound - 1e-6) : bound;
    tacit_hiding_judge(h, out);
    return TACIT_OK;
}

/* 1. to 4. */
static tacit_status relax_and_search(tacit_ctx *cx, tacit_hiding *h, double *most, double *best,
                                     tacit_tabular_suppressed *out)
{
    const double end = h->end;
    bool tangled = false, hard = false, divided = false;
    if (h->how == TACIT_SUPPRESS_AUTO)
        h->end -= (1 - RELAX_SHARE) * fmax(end - tacit_lp_now(), 0);
    TACIT_TRY(relax(cx, h, most, &tangled, &hard));
    h->cut = tacit_hiding_is_over(cx, h);
    h->end = end;
    if (hard)
        TACIT_TRY(divide(cx, h, best, out, &divided));
    if (divided)
        return TACIT_OK;
    if (tangled)
        TACIT_TRY(relax_on(cx, h, end, most));
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
    tacit_hiding_take_best(h, point, best, out);
    tacit_hiding_judge(h, out);
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
 * left, and if that does not do by boxes.  `*left` says what readers are not known to be kept from
 * then. */
static tacit_status make_whole(tacit_ctx *cx, tacit_hiding *h, tacit_units_look *look, size_t times,
                               double *best, size_t *left)
{
    const double end = fmax(h->end, tacit_lp_now() + h->more);
    const bool plain = tacit_hiding_is_plain(h);
    *left = 1;
    for (size_t i = 0; plain && times < WHOLES && i < h->s->n_cells; i++)
        look->doubtful[i] = false; /* but for what stays open */
    if (times < WHOLES)
        TACIT_TRY(tacit_hiding_whole(cx, h, end, best, look->doubtful, left));
    look->stands = *left == 0 && plain;
    return *left == 0 ? TACIT_OK : tacit_hiding_harden(cx, h, look->doubtful, times, best);
}

/* 5.: until it stands, or is asked to be given back as it is.  Where all proofs against readers are
 * there and it is only not known in time what contributors see, that is left to the audit, which
 * takes its own time: to hide more would not make it easier. */
static tacit_status stand_in_units(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                   tacit_tabular_suppressed *out)
{
    tacit_units_look look = { 0 };
    bool any = false;
    size_t times = 0, left = 1;
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *look.doubtful, &look.doubtful));
    look.stands = h->coarse || h->begun;
    if ((out->proven && tacit_lp_now() < h->ripe) ||
        !tacit_hiding_is_plain(h)) /* else proofs are sought at once */
        TACIT_TRY(look_at_units(cx, h, best, &look, &any));
    while (!look.stands && (any || left > 0) && !tacit_is_finishing(cx)) {
        const size_t mark = tacit_scratch_mark(cx);
        if (!any || tacit_lp_now() >= h->ripe)
            TACIT_TRY(make_whole(cx, h, &look, times++, best, &left));
        if (!look.stands) {
            TACIT_TRY(go_on(cx, h, any, most, best, out));
            TACIT_TRY(look_at_units(cx, h, best, &look, &any));
        }
        tacit_scratch_release(cx, mark);
    }
    out->cost = tacit_hiding_cost(h, best);
    tacit_hiding_judge(h, out);
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
    tacit_hiding h = { .s = s, .how = how };
    double *best = NULL;
    tacit_hiding_give_time(&h, seconds);
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
