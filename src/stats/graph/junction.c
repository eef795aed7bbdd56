/*
 * junction.c - a tree of cliques in which tables over parts of the columns can be made to agree.
 */
#include "stats/graph/junction.h"

#include <stdbool.h>

#include "base/context.h"

/* Cells of a table, also of one that is too large to have. */
static double cells_of(const size_t *size, tacit_scope s)
{
    double cells = 1.0;
    for (; s != 0; s &= s - 1)
        cells *= (double)size[__builtin_ctzll(s)];
    return cells;
}

static void link_all(tacit_scope *linked, tacit_scope s)
{
    for (tacit_scope left = s; left != 0; left &= left - 1)
        linked[__builtin_ctzll(left)] |= s;
}

/* The column whose clique has the fewest cells. */
static size_t next_out(const size_t *size, const tacit_scope *linked, tacit_scope left)
{
    size_t best = 0;
    double least = -1.0;
    for (tacit_scope s = left; s != 0; s &= s - 1) {
        const size_t j = (size_t)__builtin_ctzll(s);
        const double cells = cells_of(size, linked[j] & left);
        if (least < 0.0 || cells < least) {
            least = cells;
            best = j;
        }
    }
    return best;
}

/* Whether `s` lies in one of the cliques so far. */
static bool is_covered(const tacit_scope *clique, size_t n, tacit_scope s)
{
    for (size_t i = 0; i < n; i++)
        if (TACIT_SCOPE_WITHIN(s, clique[i]))
            return true;
    return false;
}

/* The cliques in the order in which columns are taken out; returns how many.  Those that lie in
 * another lie in an earlier one, which has a column that was still there. */
static size_t find_cliques(const size_t *size, size_t columns, tacit_scope *linked,
                           tacit_scope *clique)
{
    tacit_scope left = tacit_scope_first(columns);
    size_t n = 0;
    while (left != 0) {
        const size_t j = next_out(size, linked, left);
        const tacit_scope s = linked[j] & left;
        link_all(linked, s);
        left &= ~TACIT_SCOPE_OF(j);
        if (!is_covered(clique, n, s))
            clique[n++] = s;
    }
    return n;
}

/* Put the clique that shares most with those of the tree, from `at` on, into place `at`. */
static void join_next(tacit_junction *t, size_t at)
{
    size_t best = at, parent = 0, widest = 0;
    for (size_t c = at; c < t->n; c++)
        for (size_t p = 0; p < at; p++) {
            const size_t width = tacit_scope_width(t->clique[c] & t->clique[p]);
            if (width <= widest)
                continue;
            widest = width;
            best = c;
            parent = p;
        }
    const tacit_scope s = t->clique[best];
    t->clique[best] = t->clique[at];
    t->clique[at] = s;
    t->parent[at] = parent;
    t->separator[at] = s & t->clique[parent];
}

void tacit_junction_make(const size_t *size, size_t columns, const tacit_scope *scope, size_t n,
                         tacit_junction *out)
{
    tacit_scope linked[TACIT_SCOPE_COLUMNS];
    TACIT_ASSERT(columns > 0 && columns <= TACIT_SCOPE_COLUMNS);
    for (size_t j = 0; j < columns; j++)
        linked[j] = TACIT_SCOPE_OF(j);
    for (size_t i = 0; i < n; i++)
        link_all(linked, scope[i]);
    *out = (tacit_junction){ .cells = 0.0 };
    out->n = find_cliques(size, columns, linked, out->clique);
    for (size_t c = 1; c < out->n; c++)
        join_next(out, c);
    for (size_t c = 0; c < out->n; c++)
        out->cells += cells_of(size, out->clique[c]);
}

size_t tacit_junction_find(const tacit_junction *tree, const size_t *size, tacit_scope s)
{
    size_t best = tree->n;
    for (size_t c = 0; c < tree->n; c++)
        if (TACIT_SCOPE_WITHIN(s, tree->clique[c]) &&
            (best == tree->n ||
             cells_of(size, tree->clique[c]) < cells_of(size, tree->clique[best])))
            best = c;
    return best;
}
