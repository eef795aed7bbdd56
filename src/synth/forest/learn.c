/*
 * learn.c - trees that tell real records from made-up rows, again and again.
 *
 * Rows are made up by drawing each column by itself: first from all records, then within the leaves
 * of the last forest.  A forest that cannot tell them from real records better than by chance, on
 * rows that its trees have not seen, shows that within the leaves they were drawn from nothing is
 * left to be learnt.  Of the rounds, the leaves are kept whose rows were told apart least; rounds
 * end when that is by chance, or no longer falls.
 *
 * Trees are grown on a bootstrap sample of both kinds, with the root of the number of columns tried
 * in each node (Breiman 2001, Random forests).  O(rounds * trees * records * columns * depth).
 */
#include <math.h>
#include <string.h>

#include "synth/draw.h"
#include "synth/forest/own.h"

/* ---- columns ---- */

/* Add a predictor, with the codes of the records. */
static tacit_status add_predictor(tacit_ctx *cx, tacit_forest_data *d, size_t column, bool state)
{
    const tacit_coding *c = d->coding[column];
    const size_t k = d->predictors++;
    TACIT_TRY(tacit_scratch(cx, 2 * d->records, sizeof *d->code[k], &d->code[k]));
    memcpy(d->code[k], state ? c->state : c->code, d->records * sizeof *d->code[k]);
    d->of[k] = column;
    d->is_state[k] = state;
    d->predictor[k] = (tacit_tree_column){ .code = d->code[k],
                                           .levels = state ? c->states : c->levels,
                                           .ordered = !state && c->ordered,
                                           .missing = !state && c->missing };
    return TACIT_OK;
}

tacit_status tacit_forest_data_of(tacit_ctx *cx, const tacit_synth_block *block,
                                  tacit_forest_data *out)
{
    tacit_forest_data d = { .records = tacit_table_rows(block->data),
                            .columns = block->n_known + block->n,
                            .known = block->n_known };
    TACIT_TRY(tacit_scratch(cx, d.columns, sizeof *d.coding, &d.coding));
    TACIT_TRY(tacit_scratch(cx, 2 * d.columns, sizeof *d.of, &d.of));
    TACIT_TRY(tacit_scratch(cx, 2 * d.columns, sizeof *d.is_state, &d.is_state));
    TACIT_TRY(tacit_scratch(cx, 2 * d.columns, sizeof *d.predictor, &d.predictor));
    TACIT_TRY(tacit_scratch(cx, 2 * d.columns, sizeof *d.code, &d.code));
    TACIT_TRY(tacit_scratch(cx, 2 * d.records, sizeof *d.label, &d.label));
    for (size_t i = 0; i < d.records; i++)
        d.label[i] = 1;
    for (size_t j = 0; j < d.columns; j++) {
        d.coding[j] = j < d.known ? block->known[j].coding : &block->coding[j - d.known];
        TACIT_TRY(add_predictor(cx, &d, j, false));
        if (d.coding[j]->specials > 0)
            TACIT_TRY(add_predictor(cx, &d, j, true));
    }
    *out = d;
    return TACIT_OK;
}

/* ---- rows that are made up ---- */

tacit_synth_pools tacit_forest_pools(const tacit_forest_leaves *leaves)
{
    return (tacit_synth_pools){
        .n = leaves->n, .order = leaves->order, .first = leaves->first, .rows = leaves->rows
    };
}

/* For each record a made-up row from its leaf in a random tree, every column by itself. */
static tacit_status make_up(tacit_ctx *cx, const tacit_forest_data *d,
                            const tacit_forest_leaves *from, const tacit_rng *rng)
{
    const size_t n = d->records, mark = tacit_scratch_mark(cx);
    const tacit_rng columns = tacit_rng_fork(rng, "columns");
    const tacit_synth_part part = { .draws = n };
    tacit_rng choice = tacit_rng_fork(rng, "trees");
    tacit_synth_pools pools = tacit_forest_pools(from);
    uint32_t *donor = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *donor, &donor));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *pools.of, &pools.of));
    for (size_t i = 0; i < n; i++)
        pools.of[i] = from->leaf[(size_t)tacit_rng_below(&choice, from->trees) * n + i];
    for (size_t k = 0; k < d->predictors; k++) {
        const tacit_synth_draws how = { .dealt = true,
                                        .set_rows = n,
                                        .rng = tacit_rng_fork_number(&columns, d->of[k]) };
        if (!d->is_state[k])
            TACIT_TRY(
                tacit_synth_draw(cx, &part, &pools, &how, &(tacit_synth_drawn){ .donor = donor }));
        for (size_t i = 0; i < n; i++)
            d->code[k][n + i] = d->code[k][donor[i]];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- trees ---- */

/* A tree and the rows that it was grown on. */
typedef struct grown {
    bool *is_in; /* of each row of both kinds */
    uint16_t *label;
    tacit_tree_frame frame;
    tacit_tree_space *space;
    const tacit_tree *tree;
} grown;

/* Draw the rows of a tree, and make room for it. */
static tacit_status prepare_tree(tacit_ctx *cx, const tacit_forest_data *d,
                                 const tacit_forest_options *options, tacit_rng rng, grown *g)
{
    const size_t rows = 2 * d->records;
    const tacit_tree_options how = { .min_bucket = options->min_leaf,
                                     .min_split = 2 * options->min_leaf,
                                     .max_depth = TACIT_TREE_DEPTH,
                                     .cp = -1.0,
                                     .tries = (size_t)sqrt((double)d->predictors),
                                     .rng = tacit_rng_fork(&rng, "nodes") };
    tacit_rng bag = tacit_rng_fork(&rng, "bag");
    tacit_tree_column *column = NULL;
    uint32_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *g->is_in, &g->is_in));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *g->label, &g->label));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, d->predictors, sizeof *column, &column));
    for (size_t i = 0; i < rows; i++) {
        row[i] = (uint32_t)tacit_rng_below(&bag, rows);
        g->is_in[row[i]] = true;
        g->label[i] = d->label[row[i]];
    }
    for (size_t k = 0; k < d->predictors; k++) {
        uint16_t *code = NULL;
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *code, &code));
        for (size_t i = 0; i < rows; i++)
            code[i] = d->code[k][row[i]];
        column[k] = d->predictor[k];
        column[k].code = code;
    }
    TACIT_TRY(tacit_tree_frame_of(cx, column, d->predictors, rows, &g->frame));
    return tacit_tree_space_for(cx, &g->frame, 2, &how, &g->space);
}

static tacit_status grow_trees(tacit_ctx *cx, const tacit_forest_data *d,
                               const tacit_forest_options *options, const tacit_rng *rng, grown *g)
{
    for (size_t t = 0; t < options->trees; t++)
        TACIT_TRY(prepare_tree(cx, d, options, tacit_rng_fork_number(rng, t), &g[t]));
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t t = 0; t < options->trees; t++)
        g[t].tree = tacit_tree_grow(g[t].space,
                                    &(tacit_tree_response){ .classes = 2, .label = g[t].label });
    return TACIT_OK;
}

/* The share of rows that the majority of trees that have not seen them takes for what they are;
 * half of the undecided. */
static double accuracy(const tacit_forest_data *d, const grown *g, size_t trees)
{
    const size_t rows = 2 * d->records;
    size_t halves = 0, judged = 0;
#pragma omp parallel for schedule(static) reduction(+ : halves, judged)
    for (size_t i = 0; i < rows; i++) {
        size_t real = 0, votes = 0;
        for (size_t t = 0; t < trees; t++) {
            if (g[t].is_in[i])
                continue;
            const uint32_t at = tacit_tree_find_row(g[t].tree, (const uint16_t *const *)d->code, i);
            real += g[t].tree->node[at].mean > 0.5;
            votes++;
        }
        judged += votes > 0;
        halves += votes > 0 && 2 * real == votes;
        halves += 2 * real != votes && (2 * real > votes) == (d->label[i] == 1) ? 2 : 0;
    }
    return judged > 0 ? 0.5 * (double)halves / (double)judged : 0.5;
}

/* ---- leaves ---- */

/* What becomes of a node: UINT32_MAX it stays a split; itself: a leaf; a child: all rows go there.
 */
static tacit_status merge_small(tacit_ctx *cx, const tacit_forest_data *d, const tacit_tree *tree,
                                size_t least, uint32_t **out)
{
    size_t *count = NULL;
    uint32_t *to = NULL;
    TACIT_TRY(tacit_scratch(cx, tree->nodes, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, tree->nodes, sizeof *to, &to));
    for (size_t i = 0; i < d->records; i++)
        count[tacit_tree_find_row(tree, (const uint16_t *const *)d->code, i)]++;
    for (uint32_t k = (uint32_t)tree->nodes; k-- > 0;) { /* children come after their parent */
        const tacit_tree_node *node = &tree->node[k];
        to[k] = k;
        if (node->column == TACIT_TREE_LEAF)
            continue;
        const size_t left = count[node->left], right = count[node->right];
        count[k] = left + right;
        if (left >= least && right >= least)
            to[k] = UINT32_MAX;
        else if (left >= least || right >= least)
            to[k] = left >= least ? node->left : node->right;
    }
    *out = to;
    return TACIT_OK;
}

/* The node where record i ends. */
static uint32_t end_of(const tacit_forest_data *d, const tacit_tree *tree, const uint32_t *to,
                       size_t i)
{
    uint32_t at = 0;
    while (to[at] != at)
        at = to[at] != UINT32_MAX ? to[at]
                                  : tacit_tree_step(tree, at, (const uint16_t *const *)d->code, i);
    return at;
}

/* Codes of values in column j. */
static uint16_t most_code(const tacit_forest_data *d, size_t j)
{
    const tacit_coding *c = d->coding[j];
    return (uint16_t)(c->levels - (c->ordered && c->missing));
}

/* The box of a leaf in the codes of numbers: what splits that stayed leave of them. */
static void bound(const tacit_forest_data *d, const tacit_tree *tree, const uint32_t *to,
                  uint32_t leaf, tacit_forest_leaves *out, size_t at)
{
    uint16_t *low = out->low + at * d->columns, *high = out->high + at * d->columns;
    for (size_t j = 0; j < d->columns; j++) {
        low[j] = 0;
        high[j] = most_code(d, j);
    }
    for (uint32_t k = 0; k != leaf;) {
        const tacit_tree_node *node = &tree->node[k];
        if (to[k] != UINT32_MAX) {
            k = to[k];
            continue;
        }
        /* nodes are numbered from the root on, so the way to a leaf is in the bits of its number */
        const uint64_t number = tree->node[leaf].number;
        const int depth = __builtin_clzll(node->number) - __builtin_clzll(number);
        const bool left = (number >> (depth - 1) & 1) == 0;
        const size_t j = d->of[node->column];
        if (d->predictor[node->column].ordered && left == node->low_left && node->cut < high[j])
            high[j] = (uint16_t)node->cut;
        else if (d->predictor[node->column].ordered && left != node->low_left && node->cut > low[j])
            low[j] = (uint16_t)node->cut;
        k = left ? node->left : node->right;
    }
}

/* Put the records of tree t into the order of its leaves, which begin at number `base`. */
static void sort_records(const tacit_forest_data *d, size_t t, size_t base,
                         tacit_forest_leaves *out)
{
    const uint32_t *leaf = out->leaf + t * d->records;
    size_t next = t * d->records;
    for (size_t q = base; q < out->n; q++) {
        out->first[q] = next;
        next += out->rows[q];
        out->rows[q] = 0;
    }
    for (size_t i = 0; i < d->records; i++)
        out->order[out->first[leaf[i]] + out->rows[leaf[i]]++] = (uint32_t)i;
}

/* Add the leaves of tree t. */
static tacit_status add_leaves(tacit_ctx *cx, const tacit_forest_data *d, const tacit_tree *tree,
                               size_t least, size_t t, tacit_forest_leaves *out)
{
    const size_t base = out->n, mark = tacit_scratch_mark(cx);
    uint32_t *to = NULL, *number = NULL, *leaf = out->leaf + t * d->records;
    TACIT_TRY(merge_small(cx, d, tree, least, &to));
    TACIT_TRY(tacit_scratch(cx, tree->nodes, sizeof *number, &number));
    for (size_t i = 0; i < d->records; i++) {
        const uint32_t at = end_of(d, tree, to, i);
        if (number[at] == 0) {
            out->rows[out->n] = 0;
            if (out->low != NULL)
                bound(d, tree, to, at, out, out->n);
            number[at] = (uint32_t)(++out->n - base);
        }
        leaf[i] = (uint32_t)(base + number[at] - 1);
        out->rows[leaf[i]]++;
    }
    sort_records(d, t, base, out);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Room for the leaves of a forest. */
static tacit_status leaves_for(tacit_ctx *cx, const tacit_forest_data *d,
                               const tacit_forest_options *options, tacit_forest_leaves *out)
{
    const size_t all = options->trees * d->records;
    const size_t most = options->trees * (d->records / options->min_leaf + 1);
    tacit_forest_leaves l = { .trees = options->trees };
    TACIT_TRY(tacit_scratch(cx, all, sizeof *l.order, &l.order));
    TACIT_TRY(tacit_scratch(cx, all, sizeof *l.leaf, &l.leaf));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *l.first, &l.first));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *l.rows, &l.rows));
    if (options->boxes) {
        TACIT_TRY(tacit_scratch(cx, most * d->columns, sizeof *l.low, &l.low));
        TACIT_TRY(tacit_scratch(cx, most * d->columns, sizeof *l.high, &l.high));
    }
    *out = l;
    return TACIT_OK;
}

/* One leaf of all records: every column by itself. */
static void start(const tacit_forest_data *d, tacit_forest_leaves *l)
{
    l->trees = 1;
    l->n = 1;
    l->rows[0] = d->records;
    for (size_t i = 0; i < d->records; i++)
        l->order[i] = (uint32_t)i;
    for (size_t j = 0; l->low != NULL && j < d->columns; j++)
        l->high[j] = most_code(d, j);
}

/* A round: make rows up from `from`, say how well trees tell them apart, and put the leaves of
 * these trees into `to`. */
static tacit_status play(tacit_ctx *cx, const tacit_forest_data *d,
                         const tacit_forest_options *options, const tacit_rng *rng,
                         tacit_forest_leaves *const at[2])
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_rng trees = tacit_rng_fork(rng, "forest");
    tacit_forest_leaves *from = at[0], *to = at[1];
    grown *g = NULL;
    TACIT_TRY(make_up(cx, d, from, rng));
    TACIT_TRY(tacit_scratch(cx, options->trees, sizeof *g, &g));
    TACIT_TRY(grow_trees(cx, d, options, &trees, g));
    from->accuracy = accuracy(d, g, options->trees);
    to->n = 0;
    to->trees = options->trees;
    for (size_t t = 0; t < options->trees; t++)
        TACIT_TRY(add_leaves(cx, d, g[t].tree, options->min_leaf, t, to));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_forest_learn(tacit_ctx *cx, const tacit_forest_data *data,
                                const tacit_forest_options *options, const tacit_rng *rng,
                                tacit_forest_leaves *out)
{
    tacit_forest_leaves at[3]; /* those before, those at hand, those to come */
    for (size_t k = 0; k < 3; k++)
        TACIT_TRY(leaves_for(cx, data, options, &at[k]));
    size_t now = 0;
    start(data, &at[now]);
    for (size_t round = 0; round < options->rounds; round++) {
        const size_t before = (now + 2) % 3, next = (now + 1) % 3;
        const tacit_rng own = tacit_rng_fork_number(rng, round);
        TACIT_TRY(tacit_tick(cx, round, options->rounds));
        TACIT_TRY(
            play(cx, data, options, &own, (tacit_forest_leaves *const[2]){ &at[now], &at[next] }));
        const bool worse = round > 0 && at[now].accuracy >= at[before].accuracy;
        if (worse)
            now = before;
        if (worse || at[now].accuracy <= 0.5 + options->delta)
            break;
        now = next;
    }
    *out = at[now];
    return TACIT_OK;
}
