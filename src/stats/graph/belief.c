/*
 * belief.c - margins of a distribution that is a product of factors, by messages in a tree.
 */
#include "stats/graph/belief.h"

#include <math.h>

tacit_status tacit_belief_new(tacit_ctx *cx, const size_t *size, const tacit_junction *tree,
                              tacit_belief *out)
{
    *out = (tacit_belief){ .size = size, .tree = tree };
    for (size_t c = 0; c < tree->n; c++) {
        const size_t edge = tacit_scope_cells(size, tree->separator[c]);
        TACIT_TRY(tacit_scratch(cx, tacit_scope_cells(size, tree->clique[c]), sizeof *out->table[c],
                                &out->table[c]));
        TACIT_TRY(tacit_scratch(cx, edge, sizeof *out->up[c], &out->up[c]));
        TACIT_TRY(tacit_scratch(cx, edge, sizeof *out->down[c], &out->down[c]));
    }
    return TACIT_OK;
}

void tacit_belief_clear(tacit_belief *b)
{
    for (size_t c = 0; c < b->tree->n; c++) {
        const size_t cells = tacit_scope_cells(b->size, b->tree->clique[c]);
        for (size_t i = 0; i < cells; i++)
            b->table[c][i] = 1.0;
    }
}

/* Divide by the largest number; false if there is none that can be divided by. */
static bool scale(double *x, size_t n)
{
    double most = 0.0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, x[i]);
    if (!(most > 0.0 && isfinite(most)))
        return false;
    for (size_t i = 0; i < n; i++)
        x[i] /= most;
    return true;
}

static bool collect(tacit_belief *b)
{
    const tacit_junction *t = b->tree;
    for (size_t c = t->n; c-- > 1;) {
        const size_t up = t->parent[c];
        tacit_scope_sum(b->size, t->clique[c], b->table[c], t->separator[c], b->up[c]);
        if (!scale(b->up[c], tacit_scope_cells(b->size, t->separator[c])))
            return false;
        tacit_scope_multiply(b->size, t->clique[up], b->table[up], t->separator[c], b->up[c]);
    }
    return true;
}

static bool share_root(tacit_belief *b)
{
    const size_t cells = tacit_scope_cells(b->size, b->tree->clique[0]);
    double sum = 0.0;
    for (size_t i = 0; i < cells; i++)
        sum += b->table[0][i];
    if (!(sum > 0.0 && isfinite(sum)))
        return false;
    for (size_t i = 0; i < cells; i++)
        b->table[0][i] /= sum;
    return true;
}

/* What a clique's table is short of: the margin that its parent has by now, over what it told the
 * parent before. */
static void distribute(tacit_belief *b)
{
    const tacit_junction *t = b->tree;
    for (size_t c = 1; c < t->n; c++) {
        const size_t up = t->parent[c], edge = tacit_scope_cells(b->size, t->separator[c]);
        tacit_scope_sum(b->size, t->clique[up], b->table[up], t->separator[c], b->down[c]);
        tacit_scope_sum(b->size, t->clique[c], b->table[c], t->separator[c], b->up[c]);
        for (size_t i = 0; i < edge; i++)
            b->down[c][i] = b->up[c][i] > 0.0 ? b->down[c][i] / b->up[c][i] : 0.0;
        tacit_scope_multiply(b->size, t->clique[c], b->table[c], t->separator[c], b->down[c]);
    }
}

bool tacit_belief_agree(tacit_belief *b)
{
    if (!collect(b) || !share_root(b))
        return false;
    distribute(b);
    return true;
}
