/*
 * narrow.c - fewer columns to look at further down.
 *
 * Of hundreds of columns few tell anything of the response, and small nodes that look at all of
 * them are split by chance.  A node looks at the columns that its parent found best: the better
 * half by what their splits would have saved, but no fewer than `narrow`.  So a column that tells
 * nothing at first has several nodes to show that it does given others, and a tree on p columns
 * costs about two looks at all of them and `narrow` for each level further down.  With no more
 * columns than that all are looked at everywhere.
 */
#include "stats/tree/own.h"

/* The k-th greatest of `n` numbers, from 0; they change places. */
static double find_nth(double *x, size_t n, size_t k)
{
    size_t low = 0, high = n;
    while (high - low > 1) {
        const double middle = x[low + (high - low) / 2];
        size_t more = low, i = low, end = high;
        while (i < end) {
            const double now = x[i];
            if (now > middle) {
                x[i++] = x[more];
                x[more++] = now;
            } else if (now < middle) {
                x[i] = x[--end];
                x[end] = now;
            } else {
                i++;
            }
        }
        if (k >= more && k < end)
            return middle;
        low = k < more ? low : end;
        high = k < more ? more : high;
    }
    return x[low];
}

void tacit_tree_look_begin(tacit_tree_space *s)
{
    tacit_tree_look *look = &s->look;
    for (uint32_t j = 0; look->column != NULL && j < s->frame->columns; j++)
        look->column[j] = j;
    look->n[0] = s->frame->columns;
}

void tacit_tree_narrow(tacit_tree_space *s, size_t depth)
{
    tacit_tree_look *look = &s->look;
    const size_t n = look->n[depth], least = s->options.narrow;
    const size_t keep = n / 2 > least ? n / 2 : n < least ? n : least;
    if (look->column == NULL)
        return;
    const uint32_t *own = look->column + depth * s->frame->columns;
    uint32_t *next = look->column + (depth + 1) * s->frame->columns;
    size_t above = 0, taken = 0;
    for (size_t i = 0; i < n; i++)
        look->spare[i] = look->gain[i];
    const double limit = find_nth(look->spare, n, keep - 1);
    for (size_t i = 0; i < n; i++)
        above += look->gain[i] > limit;
    size_t equal = keep - above; /* the first of those that are as good */
    for (size_t i = 0; i < n; i++) {
        const bool same = !(look->gain[i] > limit) && !(look->gain[i] < limit);
        if (!(look->gain[i] > limit) && !(same && equal > 0))
            continue;
        equal -= same;
        next[taken++] = own[i];
    }
    look->n[depth + 1] = taken;
}
