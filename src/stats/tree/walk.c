/*
 * walk.c - splits of a small node by a number, its rows taken one by one.
 *
 * A node of few rows has few of the levels that a number could have, and of these few classes:
 * counts by level and class would be nearly all 0.  Instead the rows of each level are chained,
 * and pass to the left a level at a time.  With l_c rows of class c on the left and t_c in all,
 * one more row of class c adds 2 l_c + 1 to the sum of the l_c^2 and t_c to that of the t_c l_c,
 * and sum (t_c - l_c)^2 = sum t_c^2 - 2 sum t_c l_c + sum l_c^2; so each row is one step, however
 * many classes there are.  Gains are compared as fractions of whole numbers, which are exact.
 *
 * This tells only whether the column can be better than the best so far: if so, it is tried as
 * usual, which few columns are.  O(rows + bits of levels) for a column.
 */
#include <string.h>

#include "stats/tree/own.h"

/* A gain that is better by less may be so by rounding: it is looked at again. */
static const double DOUBT = 1e-9;

/* What has passed to the left. */
typedef struct passed {
    uint64_t squares, cross;
    uint32_t rows;
} passed;

/* The greatest sum of l_c^2 / n + r_c^2 / m so far, as a fraction. */
typedef struct fraction {
    uint64_t above, below;
} fraction;

void tacit_tree_walk_begin(tacit_tree_space *s, const tacit_tree_node *node)
{
    tacit_tree_walk *w = &s->walk;
    w->squares = 0;
    w->ready = s->width > 2 && node->rows <= TACIT_TREE_WALK;
    if (!w->ready)
        return;
    for (size_t i = 0; i < node->rows; i++)
        w->label[i + 1] = s->label[s->order[node->first + i]];
    for (uint32_t c = 0; c < s->classes; c++) {
        w->total[c] = (uint32_t)s->total[1 + c];
        w->squares += (uint64_t)w->total[c] * w->total[c];
    }
}

/* Chain the node's rows by their level of column j. */
static void chain_rows(tacit_tree_space *s, const tacit_tree_node *node, uint32_t j)
{
    const tacit_tree_walk *w = &s->walk;
    const uint16_t *code = s->frame->column[j].code;
    const uint32_t *order = s->order + node->first;
    for (size_t i = 0; i < node->rows; i++) {
        const uint16_t level = code[order[i]];
        w->next[i + 1] = w->head[level];
        w->head[level] = (uint16_t)(i + 1);
        s->seen[level / 64] |= UINT64_C(1) << (level % 64);
    }
}

/* Let the rows of a level pass. */
static inline void pass_level(const tacit_tree_walk *w, uint32_t level, passed *p)
{
    for (uint32_t i = w->head[level]; i != 0; i = w->next[i]) {
        const uint32_t c = w->label[i], l = w->left[c]++;
        p->squares += 2 * (uint64_t)l + 1;
        p->cross += w->total[c];
        p->rows++;
    }
}

static inline void compare(const tacit_tree_space *s, const passed *p, size_t rows, fraction *best)
{
    const uint64_t n = p->rows, m = rows - n, least = s->options.min_bucket;
    if (n < least || m < least)
        return;
    const uint64_t right = s->walk.squares - 2 * p->cross + p->squares;
    const fraction now = { p->squares * m + right * n, n * m };
    if (now.above * best->below > best->above * now.below)
        *best = now;
}

/* All levels pass upwards, `first` before them if it is a level. */
static void pass_all(tacit_tree_space *s, const tacit_tree_node *node, uint32_t levels,
                     uint32_t first, fraction *best)
{
    const tacit_tree_walk *w = &s->walk;
    passed p = { 0 };
    memset(w->left, 0, s->classes * sizeof *w->left);
    if (first < levels)
        pass_level(w, first, &p);
    for (uint32_t k = 0; k < (levels + 63) / 64; k++)
        for (uint64_t bits = s->seen[k]; bits != 0; bits &= bits - 1) {
            const uint32_t level = k * 64 + (uint32_t)__builtin_ctzll(bits);
            compare(s, &p, node->rows, best);
            if (level != first)
                pass_level(w, level, &p);
        }
}

static void unchain(tacit_tree_space *s, uint32_t levels)
{
    for (uint32_t k = 0; k < (levels + 63) / 64; k++) {
        for (uint64_t bits = s->seen[k]; bits != 0; bits &= bits - 1)
            s->walk.head[k * 64 + (uint32_t)__builtin_ctzll(bits)] = 0;
        s->seen[k] = 0;
    }
}

bool tacit_tree_walk_tells(tacit_tree_space *s, const tacit_tree_node *node, uint32_t j,
                           double *gain)
{
    const tacit_tree_column *column = &s->frame->column[j];
    fraction best = { 0, 1 };
    if (!s->walk.ready || !column->ordered)
        return false;
    chain_rows(s, node, j);
    pass_all(s, node, column->levels, UINT32_MAX, &best);
    if (column->missing && s->walk.head[column->levels - 1] != 0)
        pass_all(s, node, column->levels, column->levels - 1, &best);
    unchain(s, column->levels);
    const double sum = (double)best.above / (double)best.below;
    *gain = sum * (1.0 + DOUBT) - (double)s->walk.squares / (double)node->rows;
    return true;
}
