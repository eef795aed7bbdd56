/*
 * rounding.c - a table on its way to multiples of a base.
 */
#include <time.h>

#include "tabular/protection/round/round.h"

/* Sweeps of annealing: at least and at most, and visits of leaves by all of them. */
enum { LEAST_SWEEPS = 100, MOST_SWEEPS = 500, VISITS = 4000000 };

/* What sums of units are taken to be exact to, of a unit. */
static const double NEAR = 1e-6;

double tacit_rounding_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

tacit_status tacit_rounding_new(tacit_ctx *cx, const tacit_system *s, double base,
                                tacit_rounding *out)
{
    *out = (tacit_rounding){ .system = s, .base = base };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->q, &out->q));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->r, &out->r));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->t, &out->t));
    for (size_t i = 0; i < s->n_cells; i++) {
        const double near = NEAR * s->cell[i].unit, a = s->cell[i].value;
        out->q[i] = floor((a + near) / base);
        out->r[i] = a - base * out->q[i];
        if (out->r[i] < near)
            out->r[i] = 0;
    }
    return TACIT_OK;
}

tacit_status tacit_rounding_add_up(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l)
{
    const size_t mark = tacit_scratch_mark(cx), n = r->system->n_cells;
    double *sum = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sum, &sum));
    for (size_t k = 0; k < l->n; k++)
        for (size_t e = l->first[k]; e < l->first[k + 1]; e++)
            sum[l->in[e]] += r->q[l->cell[k]] + r->t[l->cell[k]];
    for (size_t i = 0; i < n; i++)
        r->t[i] = (int32_t)(sum[i] - r->q[i]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

double tacit_rounding_total(const tacit_rounding *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->system->n_cells; i++)
        sum += tacit_rounding_distance(r, i, r->t[i]);
    return sum;
}

int32_t tacit_rounding_beyond(const tacit_rounding *r)
{
    int32_t most = 0;
    for (size_t i = 0; i < r->system->n_cells; i++) {
        const int32_t up = r->t[i] - (r->r[i] > 0), down = -r->t[i];
        most = up > most ? up : most;
        most = down > most ? down : most;
    }
    return most;
}

void tacit_round_start(tacit_rounding *r, const tacit_leaves *l, const tacit_rng *rng)
{
    tacit_rng own = tacit_rng_fork(rng, "start");
    for (size_t k = 0; k < l->n; k++) {
        const uint32_t i = l->cell[k];
        const bool up = tacit_rng_uniform(&own) * r->base <= r->r[i];
        r->t[i] = up && tacit_rounding_turns(r, i, 0).most > 0;
    }
}

size_t tacit_round_sweeps(const tacit_leaves *l)
{
    const size_t sweeps = VISITS / (l->n + 1);
    return sweeps < LEAST_SWEEPS ? LEAST_SWEEPS : sweeps > MOST_SWEEPS ? MOST_SWEEPS : sweeps;
}
