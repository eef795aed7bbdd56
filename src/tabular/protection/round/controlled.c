/*
 * controlled.c - controlled rounding: the nearest table of multiples that adds up.
 *
 * 1. The linear relaxation.  If it is of whole numbers it is the answer, proven; if it has no
 *    answer, none exists with so few steps; if it is nearly whole, as in tables of two dimensions,
 *    an integer program over the cells whose reduced costs leave them a choice (program.c).
 * 2. Annealing (anneal.c), where totals follow from leaves: an answer that adds up, at worst with
 *    some cells further away than asked for; made better by blocks (blocks.c).
 * 3. The integer program with what is left of the time, for tables that are not too large for it;
 *    before that for small ones.
 * Where it is proven that none exists, again with one step more; so there is always an answer
 * where totals follow from leaves, and for others small counts (fall_back.c) (Salazar-Gonzalez,
 * Bycroft and Staggemeier 2005 on the steps).
 */
#include "tabular/protection/round/round.h"

/* Tables of more cells are not given to the linear program, unless no leaf stands in more than two
 * equations: tables of two dimensions are easy for it; nor to the integer program, which comes
 * first in small ones. */
enum { MOST_RELAXED = 30000, MOST_WHOLE = 5000, SMALL = 2000 };

/* Steps after which no further one is tried. */
enum { MOST_STEPS = 8 };

/* Shares of the time that is left: for the linear program and as much for the nearly whole one, of
 * two dimensions and of more; for annealing; for blocks where an integer program follows; for that
 * where it comes first, or tables cannot be annealed. */
static const double EASY = 0.5, SHARE = 0.15, ANNEALED = 0.1, BLOCKS = 0.6, WHOLE = 0.4;

/* Annealing: what a step beyond those allowed costs at first, in bases, and then in blocks; the
 * temperature at which it begins. */
static const double STRICT = 3, STRICTER = 20, HOT = 2;

/* The best table so far. */
typedef struct best {
    int32_t *t;
    double total;
    int32_t beyond;
    bool any;
} best;

static void keep_better(const tacit_rounding *r, best *b)
{
    const double total = tacit_rounding_total(r);
    const int32_t beyond = tacit_rounding_beyond(r);
    const int32_t over = beyond > r->steps ? beyond - r->steps : 0,
                  kept = b->beyond > r->steps ? b->beyond - r->steps : 0;
    if (b->any && (over > kept || (over == kept && total >= b->total)))
        return;
    *b = (best){ .t = b->t, .total = total, .beyond = beyond, .any = true };
    for (size_t i = 0; i < r->system->n_cells; i++)
        b->t[i] = r->t[i];
}

/* The time when a share of what is left is over. */
static double share_of(const tacit_rounding *r, double share)
{
    const double now = tacit_rounding_now();
    return now + share * fmax(r->end - now, 0);
}

static tacit_status anneal(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l,
                           const tacit_rng *rng, best *b)
{
    const tacit_round_search how = {
        .leaves = l, .strict = STRICT, .hot = HOT, .sweeps = tacit_round_sweeps(l)
    };
    const double end = r->end;
    tacit_round_start(r, l, rng);
    r->end = share_of(r, ANNEALED);
    TACIT_TRY(tacit_round_anneal(cx, r, &how, rng));
    r->end = end;
    keep_better(r, b);
    r->end = r->system->n_cells > MOST_WHOLE ? end : share_of(r, BLOCKS);
    TACIT_TRY(tacit_round_blocks(cx, r, l, STRICTER, rng));
    r->end = end;
    keep_better(r, b);
    return TACIT_OK;
}

/* The integer program for a share of the time that is left. */
static tacit_status solve_whole(tacit_ctx *cx, tacit_rounding *r, double share, best *b,
                                tacit_round_program *found)
{
    const double seconds = share * (r->end - tacit_rounding_now()), bound = found->bound;
    if (seconds <= 0 || !(bound > 0))
        return TACIT_OK;
    TACIT_TRY(tacit_round_solve(cx, r, false, seconds, found));
    found->bound = fmax(found->bound, bound);
    if (found->found)
        keep_better(r, b);
    return TACIT_OK;
}

/* Whether no leaf stands in more than two equations. */
static bool is_flat(const tacit_system *s, const tacit_leaves *l)
{
    bool flat = true;
    for (size_t k = 0; flat && k < l->n; k++)
        flat = s->first_of[l->cell[k] + 1] - s->first_of[l->cell[k]] <= 2;
    return flat;
}

/* The nearest table with r->steps, as far as it can be found. */
static tacit_status try_steps(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l,
                              const tacit_rng *rng, best *b, tacit_round_program *found)
{
    const bool flat = is_flat(r->system, l);
    *found = (tacit_round_program){ 0 };
    if (r->system->n_cells <= MOST_RELAXED || flat || !l->adds_up)
        TACIT_TRY(tacit_round_solve(
            cx, r, true, (flat ? EASY : SHARE) * (r->end - tacit_rounding_now()), found));
    if (found->found)
        keep_better(r, b);
    if (found->proven || found->infeasible)
        return TACIT_OK;
    if (!l->adds_up || r->system->n_cells <= SMALL)
        TACIT_TRY(solve_whole(cx, r, WHOLE, b, found));
    if (!l->adds_up || found->proven || found->infeasible)
        return TACIT_OK;
    TACIT_TRY(anneal(cx, r, l, rng, b));
    return r->system->n_cells <= MOST_WHOLE ? solve_whole(cx, r, 1, b, found) : TACIT_OK;
}

tacit_status tacit_round_controlled(tacit_ctx *cx, tacit_rounding *r, const tacit_rng *rng,
                                    tacit_rounded *out)
{
    tacit_leaves leaves = { 0 };
    tacit_round_program found = { 0 };
    best b = { 0 };
    const int32_t asked = r->steps;
    TACIT_TRY(tacit_scratch(cx, r->system->n_cells, sizeof *b.t, &b.t));
    TACIT_TRY(tacit_leaves_find(cx, r->system, &leaves));
    do {
        TACIT_TRY(try_steps(cx, r, &leaves, rng, &b, &found));
        *out = (tacit_rounded){ .bound = found.bound,
                                .proven = found.proven,
                                .impossible = out->impossible || found.infeasible,
                                .steps = r->steps };
        r->steps++;
    } while (r->steps <= asked + MOST_STEPS && (found.infeasible || !b.any));
    out->none = !b.any;
    if (out->none)
        return TACIT_OK;
    for (size_t i = 0; i < r->system->n_cells; i++)
        r->t[i] = b.t[i];
    r->steps = b.beyond;
    return TACIT_OK;
}
