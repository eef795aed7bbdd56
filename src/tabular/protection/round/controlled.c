/*
 * controlled.c - controlled rounding: the nearest table of multiples that adds up.
 *
 * 1. The linear relaxation.  If it is of whole numbers it is the answer, proven; if it has no
 *    answer, none exists with so few steps.
 * 2. Annealing (anneal.c), where totals follow from leaves: an answer that adds up, at worst with
 *    some cells further away than asked for.
 * 3. The integer program with what is left of the time, for tables that are not too large for it.
 * Where it is proven that none exists, again with one step more; so there is always an answer
 * (Salazar-Gonzalez, Bycroft and Staggemeier 2005 on the steps).
 */
#include "tabular/protection/round/round.h"

/* More cells than these are not given to the linear and to the integer program. */
enum { MOST_RELAXED = 30000, MOST_WHOLE = 12000 };

/* Steps after which no further one is tried. */
enum { MOST_STEPS = 8 };

/* The share of the time that the linear program may take. */
static const double SHARE = 0.15;

/* Annealing: what a step beyond those allowed costs at first, in bases; the temperatures at which
 * it begins and goes on while cells are beyond; how often it does. */
static const double STRICT = 3, HOT = 2, WARM = 0.8;
enum { ROUNDS = 4 };

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

static tacit_status anneal(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l,
                           const tacit_rng *rng, best *b)
{
    tacit_round_search how = {
        .leaves = l, .strict = STRICT, .hot = HOT, .sweeps = tacit_round_sweeps(l)
    };
    tacit_round_start(r, l, rng);
    for (uint64_t k = 0; k < ROUNDS; k++) {
        const tacit_rng own = tacit_rng_fork_number(rng, k);
        TACIT_TRY(tacit_round_anneal(cx, r, &how, &own));
        keep_better(r, b);
        if (b->beyond <= r->steps || tacit_rounding_now() >= r->end)
            break;
        how.strict *= 2;
        how.hot = WARM;
        how.sweeps = tacit_round_sweeps(l) / 4;
    }
    return TACIT_OK;
}

/* The integer program for the time that is left. */
static tacit_status solve_whole(tacit_ctx *cx, tacit_rounding *r, best *b,
                                tacit_round_program *found)
{
    const double seconds = r->end - tacit_rounding_now(), bound = found->bound;
    if (r->system->n_cells > MOST_WHOLE || seconds <= 0 || !(bound > 0))
        return TACIT_OK;
    TACIT_TRY(tacit_round_solve(cx, r, false, seconds, found));
    found->bound = fmax(found->bound, bound);
    if (found->found)
        keep_better(r, b);
    return TACIT_OK;
}

/* The nearest table with r->steps, as far as it can be found. */
static tacit_status try_steps(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l,
                              const tacit_rng *rng, best *b, tacit_round_program *found)
{
    *found = (tacit_round_program){ 0 };
    if (r->system->n_cells <= MOST_RELAXED)
        TACIT_TRY(tacit_round_solve(cx, r, true, SHARE * (r->end - tacit_rounding_now()), found));
    if (found->found)
        keep_better(r, b);
    if (found->found || found->infeasible)
        return TACIT_OK;
    if (l->adds_up)
        TACIT_TRY(anneal(cx, r, l, rng, b));
    return solve_whole(cx, r, b, found);
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
    if (!b.any)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No table of multiples of the base that adds up was found in the time "
                          "given; allow more 'seconds'.");
    for (size_t i = 0; i < r->system->n_cells; i++)
        r->t[i] = b.t[i];
    r->steps = b.beyond;
    return TACIT_OK;
}
