/*
 * tally.c - what the records in one cell of a table add up to, and the largest of them.
 */
#include "tabular/cube/tally.h"

#include <math.h>

/* Keep `c` if it is among the largest; of equal ones the first stays. */
static void keep(tacit_cell_tally *t, tacit_contribution c)
{
    uint32_t i = t->n_top;
    while (i > 0 && t->top[i - 1].size < c.size)
        i--;
    if (i == TACIT_TALLY_TOP)
        return;
    if (t->n_top < TACIT_TALLY_TOP)
        t->n_top++;
    for (uint32_t j = t->n_top - 1; j > i; j--)
        t->top[j] = t->top[j - 1];
    t->top[i] = c;
}

void tacit_tally_add(tacit_cell_tally *t, const tacit_contributor *c)
{
    t->n++;
    t->count += c->weight;
    t->sum += c->weight * c->response;
    t->size += c->weight * c->size;
    t->cost += c->weight * c->cost;
    keep(t, (tacit_contribution){ c->size, c->weight });
}

void tacit_tally_merge(tacit_cell_tally *t, const tacit_cell_tally *from)
{
    t->n += from->n;
    t->count += from->count;
    t->sum += from->sum;
    t->size += from->size;
    t->cost += from->cost;
    for (uint32_t i = 0; i < from->n_top; i++)
        keep(t, from->top[i]);
}

double tacit_tally_largest(const tacit_cell_tally *t, double n)
{
    double sum = 0;
    for (uint32_t i = 0; i < t->n_top && n > 0; i++) {
        const double units = fmin(t->top[i].weight, n);
        sum += units * t->top[i].size;
        n -= units;
    }
    return sum;
}
