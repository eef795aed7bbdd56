/*
 * mend.c - a pattern that does not stand is mended by hiding more.
 *
 * For each broken inequality the cells that fulfil most of it for their cost are hidden until it
 * is fulfilled, or, when time is over, all of its cells; then the pattern is attacked again.  Ends,
 * because each round hides a cell more.  When time has been over for a while, and was not spent by
 * others who use the machine, everything that may be hidden is: if any pattern protects, this does,
 * and whether it does is for the audit to say.
 * The answer to time that is over, not a cheap one.  Who asks the work to finish does not get it.
 */
#include <math.h>

#include "tabular/suppress/search.h"

/* Seconds of processor time that mending may take however busy the machine is. */
static const double LEAST_WORK = 1;

/* A cell that the relaxation hides by a share p counts as this less p of its cost. */
static const double LIKED = 1.1;

double tacit_hiding_sum(const tacit_cuts *pool, size_t r, const double *point)
{
    double sum = 0;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
        sum += pool->weight[e] * point[pool->cell[e]];
    return sum;
}

/* The term of row `r` that is not hidden and fulfils most for its cost; the end if none is. */
static size_t find_cheapest(const tacit_hiding *h, size_t r, const double *point)
{
    const tacit_cuts *pool = &h->pool;
    size_t best = pool->start[r + 1];
    double most = 0;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++) {
        const uint32_t j = pool->cell[e];
        const double cost = h->cost[j] * (LIKED - h->lax.point[j]);
        const double worth = pool->weight[e] / (cost > 1e-9 ? cost : 1e-9);
        if (point[pool->cell[e]] < 0.5 && worth > most) {
            most = worth;
            best = e;
        }
    }
    return best;
}

/* Hide all cells that help to fulfil row `r`. */
static void hide_row(const tacit_hiding *h, size_t r, double *point)
{
    for (size_t e = h->pool.start[r]; e < h->pool.start[r + 1]; e++)
        if (h->pool.weight[e] > 0)
            point[h->pool.cell[e]] = 1;
}

/* Hide cells until row `r` is fulfilled; if that cannot be, the next attack names the cell. */
static void fulfil(const tacit_hiding *h, size_t r, double *point)
{
    while (tacit_hiding_sum(&h->pool, r, point) < h->pool.least[r] - 1e-6) {
        const size_t e = find_cheapest(h, r, point);
        if (e == h->pool.start[r + 1])
            return;
        point[h->pool.cell[e]] = 1;
    }
}

/* Until when mending goes on: by the clock, and as long as it had no time to work. */
typedef struct patience {
    double late, worked;
} patience;

static bool is_over(const patience *p)
{
    return tacit_lp_now() >= p->late && tacit_lp_worked() >= p->worked;
}

/* Attack the pattern; `*broken` if something was found, or not all was attacked. */
static tacit_status attack(tacit_ctx *cx, tacit_hiding *h, const patience *p, const double *point,
                           bool *broken)
{
    tacit_hiding_take(h, point);
    return tacit_hiding_break_until(cx, h, fmax(p->late, tacit_lp_now() + LEAST_WORK / 4), broken);
}

tacit_status tacit_hiding_mend(tacit_ctx *cx, tacit_hiding *h, double *point)
{
    const double half = h->end + (h->late - h->end) / 2, worked = tacit_lp_worked();
    const patience all = { h->late, worked + LEAST_WORK },
                   first = { half, worked + LEAST_WORK / 2 };
    bool broken = true;
    for (size_t r = 0; r < h->pool.n; r++)
        fulfil(h, r, point);
    h->proofs.cut = false;
    while (broken && !is_over(&all) && !(h->proofs.cut && tacit_is_finishing(cx))) {
        const size_t before = h->pool.n;
        TACIT_TRY(attack(cx, h, &all, point, &broken));
        const bool rough = tacit_is_finishing(cx) || is_over(&first);
        for (size_t r = before; r < h->pool.n; r++)
            rough ? hide_row(h, r, point) : fulfil(h, r, point);
    }
    if (broken && tacit_is_finishing(cx))
        return tacit_fail(cx, TACIT_ERR_CANCELLED,
                          "Stopped on request before a pattern was known that protects all cells; "
                          "nothing was written.");
    h->coarse = broken;
    for (size_t j = 0; h->coarse && j < h->n; j++)
        point[j] = 1;
    return TACIT_OK;
}
