/*
 * lists.c - which cells change when leaves are moved against each other.
 *
 * A leaf changes all cells that it counts in, in three dimensions with hierarchies some fifty.  Two
 * parts a, b of one equation that are moved against each other leave its total as it is and all
 * that the total counts in; a square leaves those of both its equations, so that four cells or so
 * change for each of its leaves.  A list of a leaf is named by a set of its equations, bit w for
 * number w: it has the cells that the leaf counts in without those that are common to the parts of
 * these equations.  List 0 has all.
 *
 * That what is left out cancels is not assumed of a system but checked of every move: with a random
 * number h of each cell, the sum of h over list 0 of the leaves, by the way that they go, is that
 * over the short lists, unless something does not cancel (it would be overlooked with probability
 * 2^-64, after Freivalds 1977).
 *
 * Cost: O(leaves * equations of a leaf^2 * totals above a leaf), in time and memory.
 */
#include "base/hash.h"
#include "tabular/protection/round/round.h"

/* Lists on their way. */
typedef struct making {
    const tacit_system *system;
    const tacit_leaves *leaves;
    tacit_round_lists *out;
    size_t *first;    /* equation r has the cells first[r] ... of `common` */
    uint32_t *common; /* to its parts */
    uint32_t *mask;   /* of a cell: in which common parts of a leaf's equations it is */
} making;

static uint64_t number_of(uint32_t cell)
{
    return tacit_hash_u64((uint64_t)cell + 1);
}

/* The first two leaves among the parts of an equation; whether there are two. */
static bool find_two(const making *m, size_t r, uint32_t two[2])
{
    const tacit_system *s = m->system;
    size_t n = 0;
    for (size_t e = s->first[r]; n < 2 && e < s->first[r + 1]; e++)
        if (m->out->leaf_of[s->term[e].at] < m->leaves->n)
            two[n++] = m->out->leaf_of[s->term[e].at];
    return n == 2;
}

/* The cells that both leaves count in, to `out` unless it is NULL; how many. */
static size_t list_common(const making *m, const uint32_t two[2], uint32_t *out)
{
    const tacit_leaves *l = m->leaves;
    size_t n = 0;
    for (size_t e = l->first[two[0]]; e < l->first[two[0] + 1]; e++)
        m->mask[l->in[e]] = 1;
    for (size_t e = l->first[two[1]]; e < l->first[two[1] + 1]; e++)
        if (m->mask[l->in[e]] != 0) {
            if (out != NULL)
                out[n] = l->in[e];
            n++;
        }
    for (size_t e = l->first[two[0]]; e < l->first[two[0] + 1]; e++)
        m->mask[l->in[e]] = 0;
    return n;
}

/* What is common to the parts of each equation. */
static tacit_status find_common(tacit_ctx *cx, making *m)
{
    const size_t n = m->system->n_equations;
    uint32_t two[2] = { 0, 0 };
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *m->first, &m->first));
    for (size_t r = 0; r < n; r++)
        m->first[r + 1] = m->first[r] + (find_two(m, r, two) ? list_common(m, two, NULL) : 0);
    TACIT_TRY(tacit_scratch(cx, m->first[n] + 1, sizeof *m->common, &m->common));
    for (size_t r = 0; r < n; r++)
        if (find_two(m, r, two))
            list_common(m, two, m->common + m->first[r]);
    return TACIT_OK;
}

/* Bit w of the mask of the cells in the common part of the leaf's equation number w; or none. */
static void mark(const making *m, uint32_t leaf, bool set)
{
    const tacit_system *s = m->system;
    const uint32_t i = m->leaves->cell[leaf];
    const size_t n = s->first_of[i + 1] - s->first_of[i];
    for (size_t w = 0; w < n && w < TACIT_ROUND_WAYS; w++) {
        const uint32_t r = s->in[s->first_of[i] + w].at;
        for (size_t e = m->first[r]; e < m->first[r + 1]; e++)
            m->mask[m->common[e]] = set ? m->mask[m->common[e]] | 1U << w : 0;
    }
}

/* How long a list of a leaf is. */
static size_t measure(const making *m, uint32_t leaf, uint32_t without)
{
    const tacit_leaves *l = m->leaves;
    size_t n = 0;
    for (size_t e = l->first[leaf]; e < l->first[leaf + 1]; e++)
        n += (m->mask[l->in[e]] & without) == 0;
    return n;
}

static void fill(const making *m, uint32_t leaf, uint32_t without)
{
    const tacit_leaves *l = m->leaves;
    tacit_round_lists *o = m->out;
    const size_t k = leaf * (size_t)TACIT_ROUND_LISTS + without;
    size_t at = o->first[k];
    for (size_t e = l->first[leaf]; e < l->first[leaf + 1]; e++)
        if ((m->mask[l->in[e]] & without) == 0) {
            o->cell[at++] = l->in[e];
            o->sum[k] += number_of(l->in[e]);
        }
}

static tacit_status make_lists(tacit_ctx *cx, const making *m)
{
    const size_t n = m->leaves->n;
    tacit_round_lists *o = m->out;
    TACIT_TRY(tacit_scratch(cx, n * TACIT_ROUND_LISTS + 1, sizeof *o->first, &o->first));
    TACIT_TRY(tacit_scratch(cx, n * TACIT_ROUND_LISTS, sizeof *o->sum, &o->sum));
    for (uint32_t k = 0; k < n; k++) {
        mark(m, k, true);
        for (uint32_t without = 0; without < TACIT_ROUND_LISTS; without++) {
            const size_t at = k * (size_t)TACIT_ROUND_LISTS + without;
            o->first[at + 1] = o->first[at] + measure(m, k, without);
        }
        mark(m, k, false);
    }
    TACIT_TRY(tacit_scratch(cx, o->first[n * TACIT_ROUND_LISTS], sizeof *o->cell, &o->cell));
    for (uint32_t k = 0; k < n; k++) {
        mark(m, k, true);
        for (uint32_t without = 0; without < TACIT_ROUND_LISTS; without++)
            fill(m, k, without);
        mark(m, k, false);
    }
    return TACIT_OK;
}

tacit_status tacit_round_lists_new(tacit_ctx *cx, const tacit_system *s, const tacit_leaves *l,
                                   tacit_round_lists *out)
{
    making m = { .system = s, .leaves = l, .out = out };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->leaf_of, &out->leaf_of));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *m.mask, &m.mask));
    for (size_t i = 0; i < s->n_cells; i++)
        out->leaf_of[i] = (uint32_t)l->n;
    for (uint32_t k = 0; k < l->n; k++)
        out->leaf_of[l->cell[k]] = k;
    TACIT_TRY(find_common(cx, &m));
    return make_lists(cx, &m);
}
