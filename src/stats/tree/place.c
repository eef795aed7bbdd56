/*
 * place.c - which leaves rows fall into.
 *
 * Many rows are placed together: those of a node are divided into those that go left and those that
 * go right, and so on down the tree.  Which way a row goes cannot be foretold, so both sides are
 * written and one of them is kept; a walk of one row after the other would stop at every node for a
 * branch that was guessed wrong.  Missing numbers have the last code of their column, so whichever
 * side they take, codes that go left are a range or all but a range.
 *
 * Levels that a node had no row of follow the larger child.  O(rows * depth).
 */
#include <string.h>

#include "stats/tree/own.h"

tacit_tree_side tacit_tree_side_of(const tacit_tree_frame *f, const tacit_tree_node *node,
                                   const uint64_t *set)
{
    const tacit_tree_column *c = &f->column[node->column];
    if (!c->ordered)
        return (tacit_tree_side){ .set = set };
    const bool low = !c->missing || node->low_left != node->missing_left;
    if (low)
        return (tacit_tree_side){ .span = node->cut, .others = !node->low_left };
    TACIT_ASSERT(node->cut < c->levels);
    return (tacit_tree_side){ .from = node->cut,
                              .span = c->levels - 1 - node->cut,
                              .others = node->low_left };
}

static inline bool is_in_range(const tacit_tree_side *side, uint32_t code)
{
    return (code - side->from < side->span) != side->others;
}

static inline bool is_in_set(const tacit_tree_side *side, uint32_t code)
{
    return (side->set[code / 64] >> (code % 64) & 1) != 0;
}

/* Put row r, the i-th, where the next one that goes left or right belongs; returns how many went
 * left. */
static inline size_t send(uint32_t r, bool go, size_t i, size_t left, uint32_t *row,
                          uint32_t *spare)
{
    row[left] = r;
    spare[i - left] = r;
    return left + go;
}

size_t tacit_tree_divide(const tacit_tree_side *side, const uint16_t *code, uint32_t *row, size_t n,
                         uint32_t *spare)
{
    const tacit_tree_side own = *side;
    size_t left = 0;
    if (own.set == NULL)
        for (size_t i = 0; i < n; i++)
            left = send(row[i], is_in_range(&own, code[row[i]]), i, left, row, spare);
    else
        for (size_t i = 0; i < n; i++)
            left = send(row[i], is_in_set(&own, code[row[i]]), i, left, row, spare);
    memcpy(row + left, spare, (n - left) * sizeof *row);
    return left;
}

/* The rows of a branch. */
typedef struct placing {
    const tacit_tree *tree;
    const uint16_t *const *column;
    uint32_t *spare, *leaf;
} placing;

static void place_branch(const placing *p, uint32_t at, uint32_t *row, size_t n)
{
    const tacit_tree *tree = p->tree;
    while (n > 0 && tree->node[at].column != TACIT_TREE_LEAF) {
        const tacit_tree_node *node = &tree->node[at];
        const tacit_tree_side side =
            tacit_tree_side_of(tree->frame, node, tree->sets + at * tree->frame->words);
        const size_t left = tacit_tree_divide(&side, p->column[node->column], row, n, p->spare);
        place_branch(p, node->left, row, left);
        at = node->right;
        row += left;
        n -= left;
    }
    for (size_t i = 0; i < n; i++)
        p->leaf[row[i]] = at;
}

void tacit_tree_place(const tacit_tree *tree, const uint16_t *const *column, uint32_t *row,
                      size_t n, uint32_t *leaf)
{
    const placing p = { tree, column, row + n, leaf };
    place_branch(&p, 0, row, n);
}

static bool goes_left(const tacit_tree *tree, uint32_t at, uint32_t code)
{
    const tacit_tree_side side =
        tacit_tree_side_of(tree->frame, &tree->node[at], tree->sets + at * tree->frame->words);
    return side.set != NULL ? is_in_set(&side, code) : is_in_range(&side, code);
}

uint32_t tacit_tree_find(const tacit_tree *tree, const uint16_t *code)
{
    uint32_t at = 0;
    while (tree->node[at].column != TACIT_TREE_LEAF) {
        const tacit_tree_node *node = &tree->node[at];
        at = goes_left(tree, at, code[node->column]) ? node->left : node->right;
    }
    return at;
}

uint32_t tacit_tree_step(const tacit_tree *tree, uint32_t at, const uint16_t *const *column,
                         size_t row)
{
    const tacit_tree_node *node = &tree->node[at];
    return goes_left(tree, at, column[node->column][row]) ? node->left : node->right;
}

uint32_t tacit_tree_find_row(const tacit_tree *tree, const uint16_t *const *column, size_t row)
{
    uint32_t at = 0;
    while (tree->node[at].column != TACIT_TREE_LEAF)
        at = tacit_tree_step(tree, at, column, row);
    return at;
}

void tacit_tree_leaves(const tacit_tree *tree, uint32_t *leaf)
{
    for (size_t k = 0; k < tree->nodes; k++) {
        const tacit_tree_node *node = &tree->node[k];
        for (size_t i = node->first; i < node->first + node->rows; i++)
            if (node->column == TACIT_TREE_LEAF)
                leaf[tree->order[i]] = (uint32_t)k;
    }
}
