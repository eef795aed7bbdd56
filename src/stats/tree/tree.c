/*
 * tree.c - classification and regression trees, after Breiman, Friedman, Olshen and Stone (1984).
 *
 * A node is split where that saves most impurity: n times the Gini index, n (1 - sum p_c^2), for
 * classes, the sum of squares about the mean for numbers.  Growing stops at small nodes and where
 * no split can save `cp` of the root's risk for each split below it; what saves less than that is
 * cut off again, from the bottom (weakest-link pruning in the order in which rpart does it, so
 * that with the risk that rpart takes, misclassification, the trees are the same).  Risk is the
 * impurity unless asked otherwise: misclassification throws away splits that change probabilities
 * but not the commonest class.
 *
 * Missing predictors are explained in tree.h; the response has none.  Rows keep their order within
 * nodes and all sums run in that order, so a tree depends on the data alone.
 * O(rows * columns * depth + nodes * bins).
 */
#include "stats/tree/tree.h"

#include <math.h>
#include <string.h>

#include "stats/tree/own.h"

enum { KEPT_LEVELS = 1024, MOST_SUBSET_LEVELS = 20 };
static const double ROUNDING = 1e-12;

/* What a branch came to. */
typedef struct branch {
    double risk; /* of its leaves together */
    size_t splits;
} branch;

/* Memory of counts: the slot of the node itself (SIZE_MAX if it has none), and the first one
 * that is free. */
typedef struct slots {
    size_t own, free;
} slots;

tacit_tree_options tacit_tree_usual(void)
{
    return (tacit_tree_options){ .min_bucket = 5,
                                 .min_split = 15,
                                 .max_depth = 30,
                                 .cp = 1e-8,
                                 .risk = TACIT_TREE_IMPURITY,
                                 .subset_levels = 10 };
}

/* ---- memory ---- */

/* Which columns have their counts kept, and where. */
static tacit_status place_bins(tacit_ctx *cx, tacit_tree_frame *f)
{
    size_t *offset = NULL;
    uint32_t *kept_at = NULL;
    TACIT_TRY(tacit_scratch(cx, f->columns, sizeof *offset, &offset));
    TACIT_TRY(tacit_scratch(cx, f->columns, sizeof *kept_at, &kept_at));
    for (size_t j = 0; j < f->columns; j++) {
        const tacit_tree_column *c = &f->column[j];
        TACIT_ASSERT(c->levels <= (c->ordered ? (uint32_t)TACIT_TREE_BINS : TACIT_TREE_LEVELS));
        f->most_levels = c->levels > f->most_levels ? c->levels : f->most_levels;
        if (!c->ordered && (c->levels + 63) / 64 > f->words)
            f->words = (c->levels + 63) / 64;
        offset[j] = c->levels <= KEPT_LEVELS ? f->bins : SIZE_MAX;
        if (offset[j] == SIZE_MAX)
            continue;
        f->bins += c->levels;
        kept_at[f->kept++] = (uint32_t)j;
    }
    f->offset = offset;
    f->kept_at = kept_at;
    return TACIT_OK;
}

tacit_status tacit_tree_frame_of(tacit_ctx *cx, const tacit_tree_column *column, size_t n,
                                 size_t rows, tacit_tree_frame *out)
{
    tacit_tree_column *copy = NULL;
    uint16_t *code = NULL;
    tacit_tree_frame f = { .rows = rows, .columns = n };
    TACIT_ASSERT(rows <= UINT32_MAX && n < UINT32_MAX);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *copy, &copy));
    TACIT_TRY(tacit_scratch(cx, rows * n, sizeof *code, &code));
    for (size_t j = 0; j < n; j++) {
        copy[j] = column[j];
        for (size_t i = 0; i < rows; i++) {
            TACIT_ASSERT(column[j].code[i] < column[j].levels);
            code[i * n + j] = column[j].code[i];
        }
    }
    f.column = copy;
    f.code = code;
    TACIT_TRY(place_bins(cx, &f));
    *out = f;
    return TACIT_OK;
}

static tacit_status space_for_walk(tacit_ctx *cx, tacit_tree_space *s, size_t levels)
{
    const size_t most = s->frame->rows < TACIT_TREE_WALK ? s->frame->rows : TACIT_TREE_WALK;
    tacit_tree_walk *w = &s->walk;
    if (s->width == 2)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, levels, sizeof *w->head, &w->head));
    TACIT_TRY(tacit_scratch(cx, most + 1, sizeof *w->next, &w->next));
    TACIT_TRY(tacit_scratch(cx, most + 1, sizeof *w->label, &w->label));
    TACIT_TRY(tacit_scratch(cx, s->classes, sizeof *w->left, &w->left));
    return tacit_scratch(cx, s->classes, sizeof *w->total, &w->total);
}

static tacit_status space_for_look(tacit_ctx *cx, tacit_tree_space *s)
{
    const size_t columns = s->frame->columns;
    tacit_tree_look *look = &s->look;
    TACIT_ASSERT(s->options.narrow == 0 || (s->options.tries == 0 && !(s->options.ahead > 0.0)));
    if (s->options.narrow == 0 || columns <= s->options.narrow)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, (s->options.max_depth + 2) * columns, sizeof *look->column,
                            &look->column));
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *look->gain, &look->gain));
    return tacit_scratch(cx, columns, sizeof *look->spare, &look->spare);
}

/* The arrays whose size follows from the widest column. */
static tacit_status space_for_levels(tacit_ctx *cx, tacit_tree_space *s)
{
    const size_t levels = (size_t)s->frame->most_levels + 1;
    TACIT_TRY(tacit_scratch(cx, levels * s->width, sizeof *s->single, &s->single));
    TACIT_TRY(tacit_scratch(cx, levels / 64 + 1, sizeof *s->seen, &s->seen));
    TACIT_TRY(tacit_scratch(cx, levels, sizeof *s->level, &s->level));
    TACIT_TRY(tacit_scratch(cx, levels, sizeof *s->level_spare, &s->level_spare));
    TACIT_TRY(tacit_scratch(cx, levels, sizeof *s->key, &s->key));
    TACIT_TRY(
        tacit_scratch(cx, s->options.tries > 0 ? s->frame->columns : 0, sizeof *s->turn, &s->turn));
    TACIT_TRY(tacit_scratch(cx, s->width > 2 ? (size_t)s->frame->words * 64 * s->classes : 0,
                            sizeof *s->deviation, &s->deviation));
    TACIT_TRY(tacit_scratch(cx, s->width, sizeof *s->total, &s->total));
    TACIT_TRY(tacit_scratch(cx, s->width, sizeof *s->left, &s->left));
    TACIT_TRY(tacit_scratch(cx, s->width, sizeof *s->axis, &s->axis));
    TACIT_TRY(tacit_scratch(cx, s->frame->words, sizeof *s->greedy_set, &s->greedy_set));
    TACIT_TRY(space_for_walk(cx, s, levels));
    return tacit_scratch(cx, s->frame->words, sizeof *s->best_set, &s->best_set);
}

tacit_status tacit_tree_space_for(tacit_ctx *cx, const tacit_tree_frame *frame, uint32_t classes,
                                  const tacit_tree_options *options, tacit_tree_space **out)
{
    tacit_tree_space *s = NULL;
    TACIT_ASSERT(options->min_bucket > 0 && options->max_depth <= TACIT_TREE_DEPTH);
    TACIT_ASSERT(options->subset_levels <= MOST_SUBSET_LEVELS);
    TACIT_ASSERT(!options->staged || classes > 0);
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *s, &s));
    s->frame = frame;
    s->options = *options;
    s->classes = classes;
    s->width = classes > 2 ? classes + 1 : 2;
    s->unit = classes == 2 ? 2.0 : 1.0;
    const size_t rows = frame->rows, nodes = 2 * (rows / options->min_bucket) + 1;
    TACIT_TRY(tacit_scratch(cx, s->width == 2 ? rows : 0, sizeof *s->y, &s->y));
    if (options->staged)
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *s->second, &s->second));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *s->order, &s->order));
    TACIT_TRY(tacit_scratch(cx, rows + 1, sizeof *s->spare, &s->spare));
    TACIT_TRY(tacit_scratch(cx, nodes, sizeof *s->node, &s->node));
    TACIT_TRY(tacit_scratch(cx, nodes * frame->words, sizeof *s->sets, &s->sets));
    TACIT_TRY(tacit_scratch(cx, (options->max_depth + 2) * frame->bins * s->width, sizeof *s->slot,
                            &s->slot));
    TACIT_TRY(space_for_levels(cx, s));
    TACIT_TRY(space_for_look(cx, s));
    *out = s;
    return TACIT_OK;
}

/* ---- nodes ---- */

/* Put the totals of the node's rows into s->total; returns the sum of squares of the sum form. */
static double total_rows(tacit_tree_space *s, const tacit_tree_node *node)
{
    double squares = 0.0;
    memset(s->total, 0, s->width * sizeof *s->total);
    s->total[0] = (double)node->rows;
    for (size_t i = node->first; i < node->first + node->rows; i++) {
        const uint32_t row = s->order[i];
        if (s->width > 2) {
            s->total[1 + s->label[row]] += 1.0;
        } else {
            s->total[1] += s->y[row];
            squares += s->y[row] * s->y[row];
        }
    }
    return squares;
}

/* Rows that are not of the commonest class. */
static double misclassified(const tacit_tree_space *s)
{
    double most = 0.0;
    if (s->width == 2)
        return fmin(s->total[1], s->total[0] - s->total[1]);
    for (size_t c = 1; c < s->width; c++)
        most = fmax(most, s->total[c]);
    return s->total[0] - most;
}

static double impurity(const tacit_tree_space *s, double squares)
{
    double sum = 0.0;
    if (s->width == 2)
        return s->unit * fmax(0.0, squares - s->total[1] * s->total[1] / s->total[0]);
    for (size_t c = 1; c < s->width; c++)
        sum += s->total[c] * s->total[c];
    return s->total[0] - sum / s->total[0];
}

void tacit_tree_describe(tacit_tree_space *s, tacit_tree_node *node)
{
    const double squares = total_rows(s, node);
    double sum = s->width == 2 ? s->total[1] : 0.0;
    for (size_t c = 1; s->width > 2 && c < s->classes; c++)
        sum += (double)c * s->total[1 + c];
    node->mean = node->rows > 0 ? sum / (double)node->rows : 0.0;
    node->impurity = node->rows > 0 ? impurity(s, squares) : 0.0;
    node->risk = s->options.risk == TACIT_TREE_MISCLASSIFICATION && s->classes > 0
                     ? misclassified(s)
                     : node->impurity;
    node->column = TACIT_TREE_LEAF;
}

size_t tacit_tree_part(tacit_tree_space *s, tacit_tree_node *node, const tacit_tree_split *split)
{
    const size_t at = (size_t)(node - s->node), words = s->frame->words;
    node->column = split->column;
    node->cut = split->cut;
    node->low_left = split->low_left;
    node->missing_left = split->missing_left;
    node->gain = split->gain;
    memcpy(s->sets + at * words, s->best_set, words * sizeof *s->sets);
    const tacit_tree_side side = tacit_tree_side_of(s->frame, node, s->sets + at * words);
    const size_t left = tacit_tree_divide(&side, s->frame->column[node->column].code,
                                          s->order + node->first, node->rows, s->spare);
    TACIT_ASSERT(left >= s->options.min_bucket && node->rows - left >= s->options.min_bucket);
    return left;
}

/* Split the node: children get their rows. */
static void split_node(tacit_tree_space *s, uint32_t at, const tacit_tree_split *split)
{
    tacit_tree_node *node = &s->node[at];
    const size_t left = tacit_tree_part(s, node, split);
    node->left = (uint32_t)s->nodes;
    node->right = node->left + 1;
    s->nodes += 2;
    s->node[node->left] =
        (tacit_tree_node){ .number = 2 * node->number, .first = node->first, .rows = left };
    s->node[node->right] = (tacit_tree_node){ .number = 2 * node->number + 1,
                                              .first = node->first + left,
                                              .rows = node->rows - left };
}

/* Whether counting all kept columns at once pays for a node of so many rows: it has to look at all
 * bins, and at all their classes where rows could be walked instead. */
static bool pays(const tacit_tree_space *s, size_t rows)
{
    const bool walked = s->width > 2 && rows <= TACIT_TREE_WALK;
    return rows * s->frame->kept >= (walked ? s->frame->bins * s->width : s->frame->bins / 2);
}

/* Counts of both children: the smaller one's in slot at.free, the larger one's where the
 * parent's were.  Sets the slots of left and right. */
static void count_children(tacit_tree_space *s, const tacit_tree_node *node, slots at,
                           slots child[2])
{
    const tacit_tree_node *l = &s->node[node->left], *r = &s->node[node->right];
    const bool left_small = l->rows < r->rows;
    const tacit_tree_node *small = left_small ? l : r, *large = left_small ? r : l;
    child[0] = child[1] = (slots){ SIZE_MAX, at.free };
    if (at.own == SIZE_MAX || !pays(s, large->rows))
        return;
    tacit_tree_count(s, s->order + small->first, small->rows, at.free);
    tacit_tree_subtract(s, at.own, at.free);
    child[left_small ? 1 : 0] = (slots){ at.own, at.free + 1 };
    child[left_small ? 0 : 1] = (slots){ pays(s, small->rows) ? at.free : SIZE_MAX, at.free + 1 };
}

/* ---- growing ---- */

/* What the node saves for each split, once a child that saves less than it has gone first. */
static void weigh(const tacit_tree_space *s, tacit_tree_node *node, branch b[2])
{
    const tacit_tree_node *child[2] = { &s->node[node->left], &s->node[node->right] };
    const int first = child[1]->complexity > child[0]->complexity ? 0 : 1;
    const int turns[2] = { first, 1 - first };
    for (int i = 0; i < 2; i++) {
        const int k = turns[i];
        const double saved =
            (node->risk - (b[0].risk + b[1].risk)) / (double)(b[0].splits + b[1].splits + 1);
        if (!(saved > child[k]->complexity))
            break;
        b[k] = (branch){ child[k]->risk, 0 };
    }
    node->complexity =
        (node->risk - (b[0].risk + b[1].risk)) / (double)(b[0].splits + b[1].splits + 1);
}

static branch as_leaf(tacit_tree_space *s, uint32_t at, double complexity)
{
    s->node[at].column = TACIT_TREE_LEAF;
    s->node[at].complexity = complexity;
    return (branch){ s->node[at].risk, 0 };
}

/* Grow the branch of node `at`; `most` bounds what a split of it can save. */
static branch grow(tacit_tree_space *s, uint32_t at, slots own, double most)
{
    tacit_tree_node *node = &s->node[at];
    slots child[2];
    branch b[2];
    tacit_tree_describe(s, node);
    const double limit = fmin(node->risk, most);
    if (node->rows < s->options.min_split || limit <= s->alpha ||
        tacit_tree_depth_of(node) >= s->options.max_depth)
        return as_leaf(s, at, s->alpha);
    if (s->second != NULL && node->impurity <= 0.0)
        own.own = SIZE_MAX; /* nothing below is told apart by classes */
    tacit_tree_split split = tacit_tree_search_staged(s, node, own.own);
    if ((double)node->rows * split.gain < s->options.ahead * node->impurity)
        tacit_tree_ahead(s, node, &split);
    if (split.column == TACIT_TREE_LEAF)
        return as_leaf(s, at, s->alpha);
    split_node(s, at, &split);
    const size_t nodes = s->nodes - 2;
    tacit_tree_narrow(s, tacit_tree_depth_of(node));
    count_children(s, node, own, child);
    b[0] = grow(s, node->left, child[0], limit - s->alpha);
    const double bound = fmax((node->risk - b[0].risk) / (double)(b[0].splits + 1),
                              node->risk - s->node[node->left].risk);
    b[1] = grow(s, node->right, child[1], fmin(bound, most) - s->alpha);
    weigh(s, node, b);
    if (node->complexity > s->alpha)
        return (branch){ b[0].risk + b[1].risk, b[0].splits + b[1].splits + 1 };
    s->nodes = nodes;
    return as_leaf(s, at, node->complexity);
}

/* The response nearest to its mean: sums about it are small, and exact for whole numbers. */
static double centre_of(const double *y, size_t n)
{
    double sum = 0.0, best = n > 0 ? y[0] : 0.0;
    for (size_t i = 0; i < n; i++)
        sum += y[i];
    const double mean = n > 0 ? sum / (double)n : 0.0;
    for (size_t i = 0; i < n; i++)
        if (fabs(y[i] - mean) < fabs(best - mean))
            best = y[i];
    return best;
}

/* Take over the response; returns what was subtracted from numbers. */
static double take_response(tacit_tree_space *s, const tacit_tree_response *r)
{
    const size_t n = s->frame->rows;
    double squares = 0.0;
    TACIT_ASSERT(r->classes == s->classes);
    s->label = r->label;
    s->negligible = ROUNDING;
    for (size_t i = 0; r->classes == 2 && i < n; i++)
        s->y[i] = (double)r->label[i];
    if (s->second != NULL)
        tacit_tree_take_second(s, r->y, centre_of(r->y, n));
    if (r->classes > 0)
        return 0.0;
    const double centre = centre_of(r->y, n);
    for (size_t i = 0; i < n; i++) {
        s->y[i] = r->y[i] - centre;
        squares += s->y[i] * s->y[i];
    }
    s->negligible = n > 0 ? ROUNDING * squares / (double)n : 0.0;
    return centre;
}

const tacit_tree *tacit_tree_grow(tacit_tree_space *space, const tacit_tree_response *response)
{
    tacit_tree_space *s = space;
    const size_t rows = s->frame->rows;
    const double centre = take_response(s, response);
    for (size_t i = 0; i < rows; i++)
        s->order[i] = (uint32_t)i;
    s->nodes = 1;
    tacit_tree_look_begin(s);
    s->node[0] = (tacit_tree_node){ .number = 1, .rows = rows };
    tacit_tree_describe(s, &s->node[0]);
    s->alpha = s->second != NULL ? -INFINITY : s->options.cp * s->node[0].risk;
    const bool counts = rows > 0 && pays(s, rows);
    if (counts)
        tacit_tree_count(s, s->order, rows, 0);
    grow(s, 0, (slots){ counts ? 0 : SIZE_MAX, 1 }, INFINITY);
    s->tree = (tacit_tree){
        .frame = s->frame, .nodes = s->nodes, .node = s->node, .order = s->order, .sets = s->sets
    };
    for (size_t k = 0; k < s->nodes; k++) {
        s->node[k].mean += centre;
        s->tree.leaves += s->node[k].column == TACIT_TREE_LEAF;
    }
    return &s->tree;
}

void tacit_tree_space_drop(tacit_ctx *cx, tacit_tree_space *space)
{
    tacit_scratch_drop(cx, space->frame->code);
    tacit_scratch_drop(cx, space->y);
    tacit_scratch_drop(cx, space->second);
    tacit_scratch_drop(cx, space->spare);
    tacit_scratch_drop_used(cx, space->slot,
                            space->slots * space->frame->bins * space->width * sizeof(double));
    space->y = space->second = space->slot = NULL;
    space->spare = NULL;
}

tacit_status tacit_tree_fit(tacit_ctx *cx, const tacit_tree_frame *frame,
                            const tacit_tree_response *response, const tacit_tree_options *options,
                            const tacit_tree **out)
{
    tacit_tree_space *space = NULL;
    TACIT_TRY(tacit_tree_space_for(cx, frame, response->classes, options, &space));
    *out = tacit_tree_grow(space, response);
    return TACIT_OK;
}
