/*
 * k_pram_groups.c - intervals of equal length with at least k records each.
 *
 * Interval i of m is [low + i w, low + (i + 1) w), w = range / m, the last one closed.  Whether
 * m intervals are large enough is not monotone in m under the empirical law, so all m are tried
 * downwards.  Under the normal law the smallest interval is at an end, and smaller for larger m.
 */
#include "micro/method/pram/k_pram_groups.h"

#include <math.h>

#include "stats/moments.h"

enum { MOST_GROUPS = 100000, HINTS = 64 };

size_t tacit_k_group_of(const tacit_k_groups *g, double x)
{
    const double low = g->x[0], range = g->x[g->n - 1] - low;
    if (!(range > 0.0))
        return 0;
    const double at = floor((x - low) / range * (double)g->m);
    return at >= (double)g->m ? g->m - 1 : (size_t)fmax(0.0, at);
}

size_t tacit_k_group_end(const tacit_k_groups *g, size_t at)
{
    const size_t group = tacit_k_group_of(g, g->x[at]);
    size_t low = at, step = 1;
    while (low + step < g->n && tacit_k_group_of(g, g->x[low + step]) == group) {
        low += step;
        step *= 2;
    }
    size_t high = low + step < g->n ? low + step : g->n;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (tacit_k_group_of(g, g->x[middle]) > group)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* The first position of the interval in which the number at `at` lies. */
static size_t group_start(const tacit_k_groups *g, size_t at)
{
    const size_t group = tacit_k_group_of(g, g->x[at]);
    size_t low = 0, high = at;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (tacit_k_group_of(g, g->x[middle]) < group)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double normal_below(double z)
{
    return 0.5 * erfc(-z / sqrt(2.0));
}

/* The expected size of the smaller of the two end intervals under a normal law. */
static double least_normal(const tacit_k_groups *g, const tacit_moments *s)
{
    const double low = g->x[0], high = g->x[g->n - 1], w = (high - low) / (double)g->m;
    if (!(s->sd > 0.0))
        return (double)g->n;
    const double first =
        normal_below((low + w - s->mean) / s->sd) - normal_below((low - s->mean) / s->sd);
    const double last =
        normal_below((s->mean - high + w) / s->sd) - normal_below((s->mean - high) / s->sd);
    return (double)g->n * fmin(first, last);
}

double tacit_k_groups_least(const tacit_k_groups *g, tacit_k_law law)
{
    size_t least = g->n;
    if (law == TACIT_K_UNIFORM)
        return (double)g->n / (double)g->m;
    if (law == TACIT_K_NORMAL) {
        const tacit_moments s = tacit_moments_of(g->x, g->n);
        return least_normal(g, &s);
    }
    for (size_t at = 0, end = 0; at < g->n; at = end) {
        end = tacit_k_group_end(g, at);
        least = end - at < least ? end - at : least;
    }
    return (double)least;
}

size_t tacit_k_group_values(const tacit_k_groups *g, size_t from, size_t to)
{
    return g->rank[to - 1] - g->rank[from] + 1;
}

static bool is_large(const tacit_k_groups *g, const tacit_k_need *need, size_t from, size_t to)
{
    return to - from >= need->k && tacit_k_group_values(g, from, to) >= need->values;
}

/* Places where intervals were too small, the latest in a ring: they are tried first, for where
 * numbers are sparse, most divisions fail. */
typedef struct hints {
    size_t at[HINTS];
    size_t n, next;
} hints;

static bool fails_at_hint(const tacit_k_groups *g, const tacit_k_need *need, const hints *h)
{
    for (size_t i = 0; i < h->n; i++)
        if (!is_large(g, need, group_start(g, h->at[i]), tacit_k_group_end(g, h->at[i])))
            return true;
    return false;
}

/* Whether every interval that is not empty is large enough. */
static bool all_large(const tacit_k_groups *g, const tacit_k_need *need, hints *h)
{
    if (fails_at_hint(g, need, h))
        return false;
    for (size_t at = 0, end = 0; at < g->n; at = end) {
        end = tacit_k_group_end(g, at);
        if (is_large(g, need, at, end))
            continue;
        h->at[h->next] = at;
        h->next = (h->next + 1) % HINTS;
        h->n += h->n < HINTS;
        return false;
    }
    return true;
}

static tacit_status choose_empirical(tacit_ctx *cx, tacit_k_groups *g, const tacit_k_need *need,
                                     size_t most)
{
    hints h = { .at = { g->n - 1 }, .n = 1, .next = 1 };
    for (g->m = most; g->m > 1 && !all_large(g, need, &h); g->m--)
        if (g->m % 256 == 0)
            TACIT_TRY(tacit_tick(cx, most - g->m, most));
    return TACIT_OK;
}

static void choose_normal(tacit_k_groups *g, size_t k, size_t most)
{
    const tacit_moments s = tacit_moments_of(g->x, g->n);
    size_t low = 1, high = most + 1;
    while (high - low > 1) {
        g->m = low + (high - low) / 2;
        if (least_normal(g, &s) >= (double)k)
            low = g->m;
        else
            high = g->m;
    }
    g->m = low;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

tacit_status tacit_k_groups_choose(tacit_ctx *cx, tacit_k_groups *g, const tacit_k_need *need)
{
    const size_t different = tacit_k_group_values(g, 0, g->n);
    const size_t most = smaller(MOST_GROUPS, smaller(g->n / need->k, different / need->values));
    g->m = most > 1 ? most : 1;
    if (g->m == 1 || need->law == TACIT_K_UNIFORM)
        return TACIT_OK;
    if (need->law == TACIT_K_EMPIRICAL)
        return choose_empirical(cx, g, need, most);
    choose_normal(g, need->k, most);
    return TACIT_OK;
}
