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

/* Whether `a` stands after `b`; of equal sizes the one that stands for more units is first, so that
 * the order of the records does not matter. */
static bool is_less(tacit_contribution a, tacit_contribution b)
{
    return a.size < b.size || (a.size <= b.size && a.weight < b.weight);
}

/* Keep `c` if it is among the largest. */
static void keep(list l, tacit_contribution c)
{
    uint32_t i = *l.n;
    while (i > 0 && is_less(l.at[i - 1], c))
        i--;
    if (i == l.room)
        return;
    if (*l.n < l.room)
        ++*l.n;
    for (uint32_t j = *l.n - 1; j > i; j--)
        l.at[j] = l.at[j - 1];
    l.at[i] = c;
}

static void note_request(tacit_cell_tally *t, const tacit_contributor *c)
{
    if (c->asks > 0)
        t->asked[c->asks - 1] = fmax(t->asked[c->asks - 1], c->size);
}

void tacit_tally_add(tacit_cell_tally *t, tacit_tally_room room, const tacit_contributor *c)
{
    t->owner = t->n == 0 ? c->number : 0;
    t->least = t->n == 0 ? c->size : fmin(t->least, c->size);
    t->n++;
    t->count += c->weight;
    t->sum += c->weight * c->response;
    t->bulk += c->weight * fabs(c->response);
    t->size += c->weight * c->size;
    t->cost += c->weight * c->cost;
    note_request(t, c);
    keep((list){ t->top, &t->n_top, room.records }, (tacit_contribution){ c->size, c->weight });
}

void tacit_tally_merge(tacit_cell_tally *t, tacit_tally_room room, const tacit_cell_tally *from)
{
    if (from->n == 0)
        return;
    t->owner = t->n == 0 ? from->owner : 0;
    t->least = t->n == 0 ? from->least : fmin(t->least, from->least);
    t->n += from->n;
    t->count += from->count;
    t->sum += from->sum;
    t->bulk += from->bulk;
    t->size += from->size;
    t->cost += from->cost;
    for (size_t k = 0; k < 2; k++)
        t->asked[k] = fmax(t->asked[k], from->asked[k]);
    for (uint32_t i = 0; i < from->n_top; i++)
        keep((list){ t->top, &t->n_top, room.records }, from->top[i]);
}

void tacit_tally_end(tacit_cell_tally *t)
{
    t->n_holdings = t->n;
}

void tacit_tally_add_holding(tacit_cell_tally *t, tacit_tally_room room, const tacit_contributor *c)
{
    t->owner = t->n_holdings == 0 ? c->number : 0;
    t->n_holdings++;
    note_request(t, c);
    keep((list){ t->top_holding, &t->n_top_holdings, room.holdings },
         (tacit_contribution){ .size = c->size, .weight = 1 });
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
