/*
 * tree.c - propensity scores by a tree, and their null by permutation.
 *
 * Rows are put in an order that follows from their codes alone, so the permutations do not depend
 * on the order in which the tables have them; the predictors are packed once for all trees.  Each
 * permutation has a stream of its own.  O(permutations * rows * columns * depth).
 */
#include <math.h>
#include <omp.h>

#include "base/hash.h"
#include "base/pool.h"
#include "base/rng.h"
#include "base/sort.h"
#include "stats/moments.h"
#include "micro/utility/propensity/model.h"

enum { ROUND = 8 }; /* permutations for each thread between two ticks */

const tacit_merge TACIT_PROPENSITY_TREE = { .bins = 255, .levels = TACIT_TREE_LEVELS - 1 };

const tacit_tree_options TACIT_PROPENSITY_OPTIONS = {
    .min_bucket = 5,
    .min_split = 15,
    .max_depth = 30,
    .cp = 1e-8,
    .risk = TACIT_TREE_IMPURITY,
    .ahead = 1.0,
};

/* What all trees share. */
typedef struct shared {
    tacit_tree_frame frame;
    size_t masked;
    const uint32_t *row; /* of the merged tables, at each place of the frame */
    const tacit_propensity_trees *trees;
    double c;
} shared;

/* What a thread has of its own. */
typedef struct own {
    tacit_tree_space *space;
    uint16_t *label;
} own;

/* Rows by a hash of their codes; rows with the same codes cannot be told apart anyway. */
static tacit_status order_rows(tacit_ctx *cx, const tacit_merged *m, uint32_t **out)
{
    tacit_keyed *a = NULL;
    uint32_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *row, &row));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *a, &a));
    for (size_t i = 0; i < m->rows; i++) {
        a[i].row = i;
        for (size_t j = 0; j < m->columns; j++)
            a[i].key = tacit_hash_u64(a[i].key * 31 + m->column[j].code[i] + 1);
    }
    TACIT_TRY(tacit_sort_keyed(cx, a, m->rows));
    for (size_t i = 0; i < m->rows; i++)
        row[i] = (uint32_t)a[i].row;
    tacit_scratch_release(cx, mark);
    *out = row;
    return TACIT_OK;
}

/* The frame of the merged tables, rows in their order. */
static tacit_status make_frame(tacit_ctx *cx, const tacit_merged *m, const uint32_t *row,
                               tacit_tree_frame *out)
{
    tacit_tree_column *column = NULL;
    TACIT_TRY(tacit_scratch(cx, m->columns, sizeof *column, &column));
    for (size_t j = 0; j < m->columns; j++) {
        const tacit_merged_column *c = &m->column[j];
        uint16_t *code = NULL;
        TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *code, &code));
        for (size_t i = 0; i < m->rows; i++)
            code[i] = c->code[row[i]];
        column[j] = (tacit_tree_column){ code, c->levels, c->ordered, c->ordered && c->missing };
    }
    return tacit_tree_frame_of(cx, column, m->columns, m->rows, out);
}

/* pMSE from the leaves of a tree: all rows of a leaf have its share of protected rows. */
static double tree_pmse(const tacit_tree *tree, double c)
{
    double sum = 0.0;
    for (size_t k = 0; k < tree->nodes; k++) {
        const tacit_tree_node *node = &tree->node[k];
        if (node->column == TACIT_TREE_LEAF)
            sum += (double)node->rows * (node->mean - c) * (node->mean - c);
    }
    return sum / (double)tree->frame->rows;
}

/* Labels with the protected rows anywhere. */
static void permute(const shared *s, size_t number, uint16_t *label)
{
    const tacit_rng root = tacit_rng_seed(s->trees->seed);
    const tacit_rng family = tacit_rng_fork(&root, "propensity");
    tacit_rng rng = tacit_rng_fork_number(&family, number);
    for (size_t i = 0; i < s->frame.rows; i++)
        label[i] = i < s->masked;
    for (size_t i = s->frame.rows; i > 1; i--) {
        const size_t k = (size_t)tacit_rng_below(&rng, i);
        const uint16_t x = label[i - 1];
        label[i - 1] = label[k];
        label[k] = x;
    }
}

/* pMSE of permutations from ... to - 1. */
static void permuted(const shared *s, const own *thread, size_t from, size_t to, double *pmse)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t k = from; k < to; k++) {
        const own *o = &thread[omp_get_thread_num()];
        permute(s, k, o->label);
        const tacit_tree_response response = { .classes = 2, .label = o->label };
        pmse[k] = tree_pmse(tacit_tree_grow(o->space, &response), s->c);
    }
}

static tacit_status null_of(tacit_ctx *cx, const shared *s, const own *thread, size_t threads,
                            tacit_propensity *out)
{
    const size_t n = s->trees->permutations, round = threads * ROUND;
    double *pmse = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *pmse, &pmse));
    for (size_t k = 0; k < n; k += round) {
        TACIT_TRY(tacit_tick(cx, k, n));
        permuted(s, thread, k, k + round < n ? k + round : n, pmse);
    }
    const tacit_moments m = tacit_moments_of(pmse, n);
    out->expected = n > 0 ? (1.0 - s->c) * m.mean : NAN;
    out->sd = n > 1 ? (1.0 - s->c) * m.sd : NAN;
    return TACIT_OK;
}

/* Scores of the true labels. */
static tacit_status score_rows(tacit_ctx *cx, const shared *s, const tacit_merged *m,
                               const own *thread, tacit_propensity *out)
{
    double *p = NULL;
    bool *t = NULL;
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *p, &p));
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *t, &t));
    for (size_t i = 0; i < m->rows; i++) {
        t[i] = s->row[i] >= m->original;
        thread->label[i] = t[i];
    }
    const tacit_tree_response response = { .classes = 2, .label = thread->label };
    const tacit_tree *tree = tacit_tree_grow(thread->space, &response);
    for (size_t k = 0; k < tree->nodes; k++) {
        const tacit_tree_node *node = &tree->node[k];
        if (node->column != TACIT_TREE_LEAF && s->trees->gain != NULL)
            s->trees->gain[node->column] += node->gain;
        for (size_t i = node->first; i < node->first + node->rows; i++)
            if (node->column == TACIT_TREE_LEAF)
                p[tree->order[i]] = node->mean;
    }
    out->size = tree->leaves;
    TACIT_TRY(tacit_score_of(cx, p, t, m->rows, &out->score));
    out->score.pmse = tree_pmse(tree, s->c); /* summed as those of the permutations are */
    return TACIT_OK;
}

tacit_status tacit_propensity_tree(tacit_ctx *cx, const tacit_merged *merged,
                                   const tacit_propensity_trees *trees, tacit_propensity *out)
{
    const size_t mark = tacit_scratch_mark(cx), threads = tacit_pool_threads();
    shared s = { .masked = merged->rows - merged->original, .trees = trees };
    tacit_propensity found = { .converged = true };
    uint32_t *row = NULL;
    own *thread = NULL;
    s.c = (double)s.masked / (double)merged->rows;
    TACIT_TRY(order_rows(cx, merged, &row));
    s.row = row;
    TACIT_TRY(make_frame(cx, merged, row, &s.frame));
    TACIT_TRY(tacit_scratch(cx, threads, sizeof *thread, &thread));
    for (size_t k = 0; k < threads; k++) {
        TACIT_TRY(tacit_tree_space_for(cx, &s.frame, 2, &trees->options, &thread[k].space));
        TACIT_TRY(tacit_scratch(cx, merged->rows, sizeof *thread[k].label, &thread[k].label));
    }
    TACIT_TRY(score_rows(cx, &s, merged, &thread[0], &found));
    TACIT_TRY(null_of(cx, &s, thread, threads, &found));
    tacit_scratch_release(cx, mark);
    *out = found;
    return TACIT_OK;
}
