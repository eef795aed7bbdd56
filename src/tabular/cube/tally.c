/*
 * tally.c - what the contributors to one cell of a table add up to, and the largest of them.
 */
#include "tabular/cube/tally.h"

#include <math.h>

/* Contributions, largest first, of which at most `room` are kept. */
typedef struct list {
    tacit_contribution *at;
    uint32_t *n, room;
} list;

/* Keep `c` if it is among the largest; of equal ones the first stays. */
static void keep(list l, tacit_contribution c)
{
    uint32_t i = *l.n;
    while (i > 0 && l.at[i - 1].size < c.size)
        i--;
    if (i == l.room)
        return;
    if (*l.n < l.room)
        ++*l.n;
    for (uint32_t j = *l.n - 1; j > i; j--)
        l.at[j] = l.at[j - 1];
    l.at[i] = c;
}

void tacit_tally_add(tacit_cell_tally *t, tacit_tally_room room, const tacit_contributor *c)
{
    t->owner = t->n == 0 ? c->number : 0;
    t->n++;
    t->count += c->weight;
    t->sum += c->weight * c->response;
    t->size += c->weight * c->size;
    t->cost += c->weight * c->cost;
    keep((list){ t->top, &t->n_top, room.records }, (tacit_contribution){ c->size, c->weight });
}

void tacit_tally_merge(tacit_cell_tally *t, tacit_tally_room room, const tacit_cell_tally *from)
{
    if (from->n == 0)
        return;
    t->owner = t->n == 0 ? from->owner : 0;
    t->n += from->n;
    t->count += from->count;
    t->sum += from->sum;
    t->size += from->size;
    t->cost += from->cost;
    for (uint32_t i = 0; i < from->n_top; i++)
        keep((list){ t->top, &t->n_top, room.records }, from->top[i]);
}

void tacit_tally_end(tacit_cell_tally *t)
{
    t->n_holdings = t->n;
}

void tacit_tally_add_holding(tacit_cell_tally *t, tacit_tally_room room, uint64_t number,
                             double size)
{
    t->owner = t->n_holdings == 0 ? number : 0;
    t->n_holdings++;
    keep((list){ t->top_holding, &t->n_top_holdings, room.holdings },
         (tacit_contribution){ .size = size, .weight = 1 });
}

tacit_contributors tacit_tally_contributors(const tacit_cell_tally *t, bool holdings)
{
    return holdings && t->top_holding != NULL
               ? (tacit_contributors){ t->n_holdings, t->n_top_holdings, t->top_holding }
               : (tacit_contributors){ t->n, t->n_top, t->top };
}

double tacit_tally_largest(const tacit_contributors *c, double n)
{
    double sum = 0;
    for (uint32_t i = 0; i < c->n_top && n > 0; i++) {
        const double units = fmin(c->top[i].weight, n);
        sum += units * c->top[i].size;
        n -= units;
    }
    return sum;
}
