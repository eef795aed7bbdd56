/*
 * funnel.c - values merged so that they tell much of themselves and little of a secret.
 *
 * The privacy funnel wants the Y made of X with the least I(S;Y) among those with I(X;Y) >= R
 * (Makhdoumi, Salamatian, Fawaz and Medard 2014, From the information bottleneck to the privacy
 * funnel).  Their greedy algorithm begins with Y = X and merges, of all pairs of values that keep
 * I(X;Y) >= R, the pair that takes most from I(S;Y), until no pair is left.  Y is a function of X,
 * so I(X;Y) = H(Y).  With f(v) = v log2 v, masses p and joint masses J, merging i and j takes
 *
 *   sum over s of [f(J_si) + f(J_sj) - f(J_si + J_sj)] - [f(p_i) + f(p_j) - f(p_i + p_j)]
 *
 * from I(S;Y), and f(p_i + p_j) - f(p_i) - f(p_j) from H(Y).  What a pair would take does not
 * change while both are there, so it is kept, and of each value the best partner behind it; a row
 * is searched anew only when its best partner is gone or no longer allowed.
 */
#include "stats/noisy/funnel.h"

#include <math.h>
#include <string.h>

/* What is kept may fall short of `least` by the rounding of sums, and less is told than nothing. */
static const double ROUNDING = 1e-12;

static double f(double v)
{
    return v > 0.0 ? v * log2(v) : 0.0;
}

/* The values on their way. */
typedef struct merging {
    size_t n, m;
    double *joint, *mass; /* of each group, at its lowest value */
    double *gain, *cost;  /* n * n: what merging i < j takes from I(S;Y) and from H(Y) */
    size_t *best;         /* of each group the partner behind it, n if there is none */
    uint32_t *group;
    tacit_funnel_state now;
} merging;

tacit_funnel_state tacit_funnel_start(const tacit_funnel *funnel)
{
    tacit_funnel_state at = { .groups = funnel->n };
    for (size_t i = 0; i < funnel->n; i++) {
        double p = 0.0;
        for (size_t s = 0; s < funnel->m; s++) {
            p += funnel->joint[i * funnel->m + s];
            at.leak += f(funnel->joint[i * funnel->m + s]);
        }
        at.kept -= f(p);
    }
    at.leak += at.kept;
    for (size_t s = 0; s < funnel->m; s++) {
        double p = 0.0;
        for (size_t i = 0; i < funnel->n; i++)
            p += funnel->joint[i * funnel->m + s];
        at.leak -= f(p);
    }
    return at;
}

static void weigh(merging *g, size_t i, size_t j)
{
    const double *a = g->joint + i * g->m, *b = g->joint + j * g->m;
    const double cost = f(g->mass[i] + g->mass[j]) - f(g->mass[i]) - f(g->mass[j]);
    double gain = cost;
    for (size_t s = 0; s < g->m; s++)
        gain += f(a[s]) + f(b[s]) - f(a[s] + b[s]);
    g->cost[i * g->n + j] = cost;
    g->gain[i * g->n + j] = gain;
}

static bool is_there(const merging *g, size_t i)
{
    return g->group[i] == i;
}

static bool is_allowed(const merging *g, size_t i, size_t j, double least)
{
    return g->now.kept - g->cost[i * g->n + j] >= least - ROUNDING;
}

/* Find the best partner of i behind it. */
static void search_row(merging *g, size_t i, double least)
{
    g->best[i] = g->n;
    for (size_t j = i + 1; j < g->n; j++) {
        if (!is_there(g, j) || !is_allowed(g, i, j, least))
            continue;
        if (g->best[i] == g->n || g->gain[i * g->n + j] > g->gain[i * g->n + g->best[i]])
            g->best[i] = j;
    }
}

static tacit_status begin(tacit_ctx *cx, const tacit_funnel *funnel, double least, merging *g)
{
    const size_t n = funnel->n, m = funnel->m;
    *g = (merging){ .n = n, .m = m, .now = tacit_funnel_start(funnel) };
    TACIT_TRY(tacit_scratch(cx, n * m, sizeof *g->joint, &g->joint));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->mass, &g->mass));
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *g->gain, &g->gain));
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *g->cost, &g->cost));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->best, &g->best));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->group, &g->group));
    memcpy(g->joint, funnel->joint, n * m * sizeof *g->joint);
    g->now.group = g->group;
    for (size_t i = 0; i < n; i++) {
        g->group[i] = (uint32_t)i;
        for (size_t s = 0; s < m; s++)
            g->mass[i] += g->joint[i * m + s];
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            weigh(g, i, j);
    for (size_t i = 0; i < n; i++)
        search_row(g, i, least);
    return TACIT_OK;
}

/* The pair to merge; false if there is none. */
static bool find_pair(const merging *g, size_t *i, size_t *j)
{
    size_t at = g->n;
    for (size_t r = 0; r < g->n; r++)
        if (is_there(g, r) && g->best[r] < g->n &&
            (at == g->n || g->gain[r * g->n + g->best[r]] > g->gain[at * g->n + g->best[at]]))
            at = r;
    if (at == g->n)
        return false;
    *i = at;
    *j = g->best[at];
    return true;
}

/* Put j to i. */
static void join(merging *g, size_t i, size_t j)
{
    g->now.leak -= g->gain[i * g->n + j];
    g->now.leak = g->now.leak > ROUNDING ? g->now.leak : 0.0;
    g->now.kept -= g->cost[i * g->n + j];
    g->now.groups--;
    g->mass[i] += g->mass[j];
    for (size_t s = 0; s < g->m; s++)
        g->joint[i * g->m + s] += g->joint[j * g->m + s];
    for (size_t x = 0; x < g->n; x++)
        g->group[x] = g->group[x] == j ? (uint32_t)i : g->group[x];
    for (size_t r = 0; r < g->n; r++)
        if (is_there(g, r) && r != i)
            weigh(g, r < i ? r : i, r < i ? i : r);
}

/* Best partners after j was put to i. */
static void update_rows(merging *g, size_t i, size_t j, double least)
{
    for (size_t r = 0; r < g->n; r++) {
        const size_t best = g->best[r];
        if (!is_there(g, r))
            continue;
        if (r == i || best == i || best == j || (best < g->n && !is_allowed(g, r, best, least)))
            search_row(g, r, least);
        else if (r < i && is_allowed(g, r, i, least) &&
                 (best == g->n || g->gain[r * g->n + i] > g->gain[r * g->n + best]))
            g->best[r] = i;
    }
}

tacit_status tacit_funnel_merge(tacit_ctx *cx, const tacit_funnel *funnel, double least,
                                tacit_funnel_visit *visit, void *user)
{
    const size_t mark = tacit_scratch_mark(cx);
    merging g;
    size_t i = 0, j = 0;
    TACIT_TRY(begin(cx, funnel, least, &g));
    visit(user, &g.now);
    while (find_pair(&g, &i, &j)) {
        TACIT_TRY(tacit_tick(cx, funnel->n - g.now.groups, funnel->n));
        join(&g, i, j);
        update_rows(&g, i, j, least);
        visit(user, &g.now);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
