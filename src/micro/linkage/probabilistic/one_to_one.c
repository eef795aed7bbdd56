/*
 * one_to_one.c - each record in at most one link.
 *
 * Which records hang together is found by union and find over the links.  The optimum of a
 * group is the assignment of least cost, a link costing minus its score and no link 0, so
 * that a record may stay alone (Jaro 1989 takes the same optimum over all pairs).
 */
#include "micro/linkage/probabilistic/one_to_one.h"

#include "base/sort.h"
#include "micro/linkage/assign/assign.h"

const char *const TACIT_ONE_TO_ONE_CHOICES[] = { "none", "greedy", "optimal", NULL };

/* Cells of the largest group that is solved. */
enum { CELLS = 1 << 24 };

/* Links by score downwards; equal ones by row of a, then of b. */
static tacit_status order_links(tacit_ctx *cx, const tacit_link *at, size_t n, tacit_keyed **out)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t l = 0; l < n; l++)
        (*out)[l] = (tacit_keyed){ ~tacit_sort_key_real(at[l].score + 0.0), l };
    return tacit_sort_keyed(cx, *out, n);
}

/* Which records are linked already; one and the same within one table. */
typedef struct taken {
    bool *a, *b;
} taken;

/* Keep those of the links `order` names (n of them, best first) whose records are free. */
static void keep_greedily(const tacit_link *at, const tacit_keyed *order, size_t n, const taken *t,
                          bool *keep)
{
    for (size_t i = 0; i < n; i++) {
        const tacit_link *l = &at[order[i].row];
        if (t->a[l->a] || t->b[l->b])
            continue;
        t->a[l->a] = t->b[l->b] = true;
        keep[order[i].row] = true;
    }
}

static tacit_status make_taken(tacit_ctx *cx, const tacit_link_job *job, taken *t)
{
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->a), sizeof *t->a, &t->a));
    t->b = t->a;
    if (!job->within)
        TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->b), sizeof *t->b, &t->b));
    return TACIT_OK;
}

/* ---- the optimum ---- */

static uint32_t find_root(uint32_t *parent, uint32_t x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

/* Links of one group, and its records numbered from 0. */
typedef struct group {
    const tacit_link *at;     /* all links */
    const tacit_keyed *which; /* those of the group, ascending */
    size_t n;
    uint32_t *number_a, *number_b; /* room for each row */
    size_t rows, columns;
} group;

/* Number the records of the group in order of appearance. */
static void number_records(group *g)
{
    g->rows = g->columns = 0;
    for (size_t i = 0; i < g->n; i++) {
        const tacit_link *l = &g->at[g->which[i].row];
        g->number_a[l->a] = g->number_b[l->b] = UINT32_MAX;
    }
    for (size_t i = 0; i < g->n; i++) {
        const tacit_link *l = &g->at[g->which[i].row];
        if (g->number_a[l->a] == UINT32_MAX)
            g->number_a[l->a] = (uint32_t)g->rows++;
        if (g->number_b[l->b] == UINT32_MAX)
            g->number_b[l->b] = (uint32_t)g->columns++;
    }
}

static tacit_status solve(tacit_ctx *cx, const group *g, bool *keep)
{
    const size_t mark = tacit_scratch_mark(cx);
    const size_t width = g->columns > g->rows ? g->columns : g->rows;
    double *cost = NULL;
    uint32_t *to = NULL;
    TACIT_TRY(tacit_scratch(cx, g->rows * width, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, g->rows, sizeof *to, &to));
    for (size_t i = 0; i < g->n; i++) {
        const tacit_link *l = &g->at[g->which[i].row];
        if (l->score > 0.0)
            cost[g->number_a[l->a] * width + g->number_b[l->b]] = -l->score;
    }
    TACIT_TRY(tacit_assign_dense(cx, cost, g->rows, width, to));
    for (size_t i = 0; i < g->n; i++) {
        const tacit_link *l = &g->at[g->which[i].row];
        keep[g->which[i].row] = l->score > 0.0 && to[g->number_a[l->a]] == g->number_b[l->b];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The links with the group that each belongs to, by group, then link. */
static tacit_status group_links(tacit_ctx *cx, const tacit_link_job *job, const tacit_links *links,
                                tacit_keyed **out)
{
    const size_t n_a = tacit_table_rows(job->a), n = n_a + tacit_table_rows(job->b);
    uint32_t *parent = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *parent, &parent));
    TACIT_TRY(tacit_scratch(cx, links->n, sizeof **out, out));
    for (size_t i = 0; i < n; i++)
        parent[i] = (uint32_t)i;
    for (size_t l = 0; l < links->n; l++) {
        const uint32_t a = find_root(parent, links->at[l].a);
        const uint32_t b = find_root(parent, (uint32_t)n_a + links->at[l].b);
        parent[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t l = 0; l < links->n; l++)
        (*out)[l] = (tacit_keyed){ find_root(parent, links->at[l].a), l };
    return tacit_sort_keyed(cx, *out, links->n);
}

/* Cut a group that is too large to solve. */
static tacit_status cut_group(tacit_ctx *cx, const group *g, const taken *t, bool *keep)
{
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *order, &order));
    for (size_t i = 0; i < g->n; i++)
        order[i] = (tacit_keyed){ ~tacit_sort_key_real(g->at[g->which[i].row].score + 0.0),
                                  g->which[i].row };
    TACIT_TRY(tacit_sort_keyed(cx, order, g->n));
    keep_greedily(g->at, order, g->n, t, keep);
    return TACIT_OK;
}

static tacit_status keep_optimally(tacit_ctx *cx, const tacit_link_job *job,
                                   const tacit_links *links, bool *keep, size_t *too_large)
{
    tacit_keyed *by_group = NULL;
    taken t;
    group g = { .at = links->at };
    TACIT_TRY(group_links(cx, job, links, &by_group));
    TACIT_TRY(make_taken(cx, job, &t));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->a), sizeof *g.number_a, &g.number_a));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->b), sizeof *g.number_b, &g.number_b));
    for (size_t from = 0; from < links->n; from += g.n) {
        TACIT_TRY(tacit_tick(cx, from, links->n));
        g.which = by_group + from;
        for (g.n = 1; from + g.n < links->n && g.which[g.n].key == g.which[0].key;)
            g.n++;
        number_records(&g);
        const size_t width = g.columns > g.rows ? g.columns : g.rows;
        if (g.rows * width <= CELLS) {
            TACIT_TRY(solve(cx, &g, keep));
            continue;
        }
        *too_large += 1;
        TACIT_TRY(cut_group(cx, &g, &t, keep));
    }
    return TACIT_OK;
}

tacit_status tacit_one_to_one_keep(tacit_ctx *cx, const tacit_link_job *job, tacit_one_to_one how,
                                   tacit_links *links, size_t *too_large)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *order = NULL;
    bool *keep = NULL;
    taken t;
    *too_large = 0;
    if (how == TACIT_ONE_TO_ONE_NONE)
        return TACIT_OK;
    if (how == TACIT_ONE_TO_ONE_OPTIMAL && job->within)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The optimal one-to-one links are for two files; within one file use "
                          "one_to_one = greedy.");
    TACIT_TRY(tacit_scratch(cx, links->n, sizeof *keep, &keep));
    if (how == TACIT_ONE_TO_ONE_OPTIMAL) {
        TACIT_TRY(keep_optimally(cx, job, links, keep, too_large));
    } else {
        TACIT_TRY(order_links(cx, links->at, links->n, &order));
        TACIT_TRY(make_taken(cx, job, &t));
        keep_greedily(links->at, order, links->n, &t, keep);
    }
    size_t kept = 0;
    for (size_t l = 0; l < links->n; l++)
        if (keep[l])
            links->at[kept++] = links->at[l];
    links->n = kept;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
