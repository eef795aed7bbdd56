/*
 * cart.c - values drawn from the leaf of a tree (sequential CART, Reiter 2005).
 *
 * A tree explains the part by the columns before it, and a synthetic row gets its value from a
 * record of the leaf that it falls into.  Unlike the trees of synthpop (Nowok, Raab and Dibben
 * 2016) it is grown on impurity and never pruned on misclassification, which would throw away all
 * that changes a probability but not the commonest class; numbers are split in two stages, by
 * groups and then by ranks (stats/tree/staged.c).
 *
 * Leaf rule: a leaf whose records all have one value, which fewer than `common` of the records that
 * take part have, gives way to the node above it, and so on; a synthetic record of its kind would
 * tell that value of all real ones of that kind.
 *
 * Where records are of units (records that were taken several times, households), a node with fewer
 * than `min_bucket` units gives way too.  `shrink` sends some rows to wider nodes by chance,
 * `smooth` puts numbers near those of donors in their place (smooth/smooth.c).
 *
 * With more than 32 columns before it, nodes look at those that told most in the nodes above
 * (stats/tree/narrow.c): of many columns most tell nothing, and small nodes would go by chance.
 * On 300 columns of 20 000 records that takes a third of the time and keeps tables as well.
 *
 * Missing categories are a level, missing numbers of predictors choose their side in each split.
 * Cost: that of the tree, O(rows * columns * depth), and O(depth) for each synthetic row, or O(1)
 * if it has all that some record has; rows that a part leaves out are placed with the others.
 */
#include <omp.h>

#include "base/pool.h"
#include "synth/guard/guard.h"

enum { MIN_BUCKET = TACIT_GENERATOR_COLUMNS + 1, MAX_DEPTH, COMMON, SMOOTH, SHRINK };

/* Levels of a category of which all subsets are tried: exact, and quicker than to order them. */
enum { SUBSET_LEVELS = 8 };

/* Columns that nodes look at at least; beyond, they look at those that told most above them. */
enum { LOOKED_AT = 32 };

/* Rows that are placed together: their codes stay near. */
enum { BLOCK = 1 << 16 };

/* No leaf. */
static const uint32_t NOWHERE = UINT32_MAX;

static const char *const SMOOTHINGS[] = { [TACIT_SMOOTH_NONE] = "none",
                                          [TACIT_SMOOTH_BETWEEN] = "between",
                                          [TACIT_SMOOTH_KERNEL] = "kernel",
                                          [TACIT_SMOOTH_AUTO] = "auto",
                                          NULL };

static const tacit_param PARAMS[] = {
    [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
    [MIN_BUCKET] = { .name = "min_bucket",
                     .type = TACIT_PARAM_INTEGER,
                     .preset = 20,
                     .min = 1,
                     .max = 1e6,
                     TACIT_USEFUL_LOG(1, 200, "records"),
                     .importance = TACIT_FIRST,
                     .help = "least number of original records in a leaf: the larger, the less "
                             "can be learnt about a single one" },
    [MAX_DEPTH] = { .name = "max_depth",
                    .type = TACIT_PARAM_INTEGER,
                    .preset = TACIT_TREE_DEPTH,
                    .min = 0,
                    .max = TACIT_TREE_DEPTH,
                    TACIT_USEFUL(0, TACIT_TREE_DEPTH, "splits"),
                    .importance = TACIT_ADVANCED,
                    .help = "most splits above a leaf" },
    [COMMON] = { .name = "common",
                 .type = TACIT_PARAM_REAL,
                 .preset = 0.0,
                 .max = 1.0,
                 TACIT_USEFUL(0, 0.2, "share"),
                 .importance = TACIT_ADVANCED,
                 .help = "a leaf may have one value only if this share of all records has it; 0 "
                         "lets every leaf be" },
    [SMOOTH] = { .name = "smooth",
                 .type = TACIT_PARAM_CHOICE,
                 .preset = TACIT_SMOOTH_AUTO,
                 .choices = SMOOTHINGS,
                 .help = "numbers in the place of those of real records: between neighbours in the "
                         "leaf, or by a kernel that keeps the leaf's mean and variance; common "
                         "values stay; auto is between for columns whose numbers lead to persons" },
    [SHRINK] = { .name = "shrink",
                 .type = TACIT_PARAM_REAL,
                 .preset = 0.0,
                 .max = 1e6,
                 TACIT_USEFUL(0, 20, "records"),
                 .importance = TACIT_ADVANCED,
                 .help = "a row leaves its leaf of n records for the node above with probability "
                         "a / (a + n), and so on" },
    TACIT_PARAM_END
};

/* What growing needs, and what it came to. */
typedef struct model {
    tacit_tree_frame frame;
    tacit_tree_space *space;
    tacit_tree_response response;
    const tacit_tree *tree;
} model;

static tacit_status prepare(tacit_ctx *cx, const tacit_synth_part *part, void **out)
{
    const size_t bucket = (size_t)tacit_arg_integer(part->args, MIN_BUCKET);
    const tacit_tree_options options = { .min_bucket = bucket,
                                         .min_split = 2 * bucket,
                                         .max_depth =
                                             (size_t)tacit_arg_integer(part->args, MAX_DEPTH),
                                         .cp = -1.0,
                                         .subset_levels = SUBSET_LEVELS,
                                         .narrow = LOOKED_AT,
                                         .staged = part->rank != NULL };
    model *m = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *m, &m));
    TACIT_TRY(tacit_tree_frame_of(cx, part->predictor, part->predictors, part->rows, &m->frame));
    TACIT_TRY(tacit_tree_space_for(cx, &m->frame, part->classes, &options, &m->space));
    m->response = (tacit_tree_response){ part->classes, part->label, part->rank };
    *out = m;
    return TACIT_OK;
}

static void learn(void *of)
{
    model *m = of;
    m->tree = tacit_tree_grow(m->space, &m->response);
}

/* Whether all records of the node have one value, and a rare one. */
static bool is_plain(const tacit_synth_part *part, const tacit_tree *tree,
                     const tacit_tree_node *node, double common)
{
    const uint32_t *row = tree->order + node->first;
    const uint32_t value = part->value[row[0]];
    if ((double)part->count[value] >= common * (double)part->rows)
        return false;
    for (size_t i = 1; i < node->rows; i++)
        if (part->value[row[i]] != value)
            return false;
    return true;
}

/* Whether the records of the node are of fewer than `fewest` units; `seen` is the last node that
 * each unit was seen in. */
static bool has_few_units(const tacit_synth_part *part, const tacit_tree *tree, uint32_t node,
                          size_t fewest, uint32_t *seen)
{
    const uint32_t *row = tree->order + tree->node[node].first;
    size_t units = 0;
    for (size_t i = 0; i < tree->node[node].rows && units < fewest; i++) {
        const uint32_t unit = part->unit[part->record != NULL ? part->record[row[i]] : row[i]];
        units += seen[unit] != node + 1;
        seen[unit] = node + 1;
    }
    return units < fewest;
}

/* For each node the one whose records are its donors: itself, or the first above it that is not
 * plain. */
static tacit_status find_donors(tacit_ctx *cx, const tacit_synth_part *part, const tacit_tree *tree,
                                uint32_t **out, size_t *raised)
{
    const double common = tacit_arg_real(part->args, COMMON);
    const size_t fewest = (size_t)tacit_arg_integer(part->args, MIN_BUCKET);
    uint32_t *from = NULL, *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, part->unit != NULL ? part->units : 0, sizeof *seen, &seen));
    TACIT_TRY(tacit_scratch(cx, tree->nodes, sizeof *from, &from));
    for (uint32_t k = 0; k < tree->nodes; k++) { /* children come after their parent */
        const tacit_tree_node *node = &tree->node[k];
        const bool root = k == 0;
        const bool plain =
            !root && ((common > 0.0 && is_plain(part, tree, node, common)) ||
                      (part->unit != NULL && has_few_units(part, tree, k, fewest, seen)));
        *raised += plain && node->column == TACIT_TREE_LEAF;
        if (!plain)
            from[k] = k;
        if (node->column != TACIT_TREE_LEAF)
            from[node->left] = from[node->right] = from[k]; /* unless they are not plain */
    }
    *out = from;
    return TACIT_OK;
}

static tacit_status list_pools(tacit_ctx *cx, const tacit_tree *tree, tacit_synth_pools *out)
{
    size_t *first = NULL, *rows = NULL;
    uint32_t *above = NULL;
    TACIT_TRY(tacit_scratch(cx, tree->nodes, sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, tree->nodes, sizeof *rows, &rows));
    TACIT_TRY(tacit_scratch(cx, tree->nodes, sizeof *above, &above));
    above[0] = UINT32_MAX;
    for (uint32_t k = 0; k < tree->nodes; k++) {
        first[k] = tree->node[k].first;
        rows[k] = tree->node[k].rows;
        if (tree->node[k].column != TACIT_TREE_LEAF)
            above[tree->node[k].left] = above[tree->node[k].right] = k;
    }
    out->n = tree->nodes;
    out->order = tree->order;
    out->first = first;
    out->rows = rows;
    out->above = above;
    return TACIT_OK;
}

/* The leaf of each record that the tree was grown on; NOWHERE for others. */
static tacit_status find_leaves(tacit_ctx *cx, const tacit_synth_part *part, const tacit_tree *tree,
                                uint32_t **out)
{
    uint32_t *leaf = NULL;
    if (part->guard == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, part->guard->records, sizeof *leaf, &leaf));
    for (size_t i = 0; i < part->guard->records; i++)
        leaf[i] = NOWHERE;
    for (uint32_t k = 0; k < tree->nodes; k++) {
        const uint32_t *row = tree->order + tree->node[k].first;
        for (size_t i = 0; tree->node[k].column == TACIT_TREE_LEAF && i < tree->node[k].rows; i++)
            leaf[part->record != NULL ? part->record[row[i]] : row[i]] = k;
    }
    *out = leaf;
    return TACIT_OK;
}

/* Where a row falls as it has all that a record has, the first one that is like it. */
static uint32_t leaf_of_like(const tacit_synth_part *part, const uint32_t *leaf, size_t row)
{
    const uint32_t like = leaf != NULL ? part->guard->of[row] : TACIT_SYNTH_NONE;
    return like != TACIT_SYNTH_NONE ? leaf[like] : NOWHERE;
}

/* Put each synthetic row that takes part into its leaf: where a record is that has all that the row
 * has, or from the root downwards. */
static tacit_status place_rows(tacit_ctx *cx, const tacit_synth_part *part, const tacit_tree *tree,
                               uint32_t **out)
{
    /* Rows that do not take part are placed too, so that all stand in a row. */
    const size_t rows = part->row != NULL ? (size_t)part->row[part->draws - 1] + 1 : part->draws;
    const size_t threads = tacit_pool_threads(), blocks = (rows + BLOCK - 1) / BLOCK;
    const size_t most = rows < BLOCK ? rows : BLOCK;
    uint32_t *of = NULL, *spare = NULL, *leaf = NULL;
    TACIT_TRY(find_leaves(cx, part, tree, &leaf));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, threads * 2 * most, sizeof *spare, &spare));
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * BLOCK, to = from + BLOCK < rows ? from + BLOCK : rows;
        uint32_t *row = spare + (size_t)omp_get_thread_num() * 2 * most;
        size_t n = 0;
        for (size_t i = from; i < to; i++) {
            of[i] = leaf_of_like(part, leaf, i);
            row[n] = (uint32_t)i;
            n += of[i] == NOWHERE;
        }
        tacit_tree_place(tree, part->given, row, n, of);
    }
    for (size_t d = 0; part->row != NULL && d < part->draws; d++)
        of[d] = of[part->row[d]];
    *out = of;
    return TACIT_OK;
}

static tacit_status place(tacit_ctx *cx, const tacit_synth_part *part, void *of,
                          tacit_synth_pools *out)
{
    const tacit_tree *tree = ((const model *)of)->tree;
    uint32_t *from = NULL;
    tacit_tree_space_drop(cx, ((model *)of)->space);
    TACIT_TRY(list_pools(cx, tree, out));
    TACIT_TRY(find_donors(cx, part, tree, &from, &out->raised));
    out->shrink = tacit_arg_real(part->args, SHRINK);
    out->smooth = (tacit_synth_smoothing)tacit_arg_choice(part->args, SMOOTH);
    TACIT_TRY(place_rows(cx, part, tree, &out->of));
    for (size_t d = 0; d < part->draws; d++)
        out->of[d] = from[out->of[d]];
    return TACIT_OK;
}

const tacit_generator tacit_generator_cart = {
    .about = { .name = "cart",
               .title = "Classification and regression trees",
               .summary = "Draws values from the leaves of trees that are grown on the columns "
                          "before.",
               .source = "Reiter (2005), Using CART to generate partially synthetic, public use "
                         "microdata; Breiman, Friedman, Olshen and Stone (1984)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .prepare = prepare,
    .learn = learn,
    .place = place,
};
