/*
 * holdings.c - holdings counted into cells: records that belong together are one contributor.
 *
 * A holding in two cells is one contributor of every cell above both, so that tallies of lower
 * cells cannot be merged.  Instead the records are gone through holding by holding, wherever they
 * stand in the data: what a holding has in each lowest cell is added up, then in each cell above
 * these, and then it is counted into these cells at once.
 * O(records + lowest cells of all holdings * product of depths), and memory for one number a
 * record, two a lowest cell and two a cell, however many holdings there are.
 */
#include <math.h>

#include "tabular/cube/climb.h"

/* Sums by place, of those places that the holding at hand has. */
typedef struct sums {
    double *sum;
    uint32_t *stamp; /* of a place: the last holding that has it, from 1 */
    uint32_t *place; /* those of this one */
    size_t n;
} sums;

typedef struct gathering {
    tacit_cube *c;
    uint32_t now; /* the holding at hand, from 1 */
    sums low, cells;
    double rising; /* what goes up */
    uint8_t asks;  /* for protection: the first code of its records */
} gathering;

static tacit_status take_sums(tacit_ctx *cx, size_t n, sums *s)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->sum, &s->sum));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->stamp, &s->stamp));
    return tacit_scratch(cx, n, sizeof *s->place, &s->place);
}

static void add_to(sums *s, uint32_t now, size_t place, double x)
{
    if (s->stamp[place] != now) {
        s->stamp[place] = now;
        s->sum[place] = 0;
        s->place[s->n++] = (uint32_t)place;
    }
    s->sum[place] += x;
}

static void add_to_cell(void *user, size_t cell)
{
    gathering *g = user;
    add_to(&g->cells, g->now, cell, g->rising);
}

/* The rows that count, by holding: those of h are first[h] ... of `row`. */
static tacit_status sort_rows(tacit_ctx *cx, const tacit_cube_records *r, size_t **first,
                              uint32_t **row)
{
    TACIT_TRY(tacit_scratch(cx, r->n_holdings + 2, sizeof **first, first));
    TACIT_TRY(tacit_scratch(cx, r->rows, sizeof **row, row));
    for (size_t i = 0; i < r->rows; i++)
        if (tacit_valid_at(r->valid, i))
            (*first)[r->holding[i] + 2]++;
    for (size_t h = 0; h < r->n_holdings; h++)
        (*first)[h + 2] += (*first)[h + 1];
    for (size_t i = 0; i < r->rows; i++)
        if (tacit_valid_at(r->valid, i))
            (*row)[(*first)[r->holding[i] + 1]++] = (uint32_t)i;
    return TACIT_OK;
}

/* What a row contributes to the size of its cell. */
static double size_of(const tacit_cube_records *r, size_t i)
{
    if (r->ready != NULL)
        return r->ready[i].size;
    const double size = r->size != NULL       ? r->size[i]
                        : r->response != NULL ? fabs(r->response[i])
                                              : 1;
    return size * (r->weight != NULL ? r->weight[i] : 1);
}

/* Count the holding at hand into all cells that it is in. */
static void count_holding(gathering *g, const tacit_cube_climb *up, const tacit_cube_lowest *low)
{
    g->cells.n = 0;
    for (size_t k = 0; k < g->low.n; k++) {
        g->rising = g->low.sum[g->low.place[k]];
        tacit_cube_climb_from(up, low->key[g->low.place[k]]);
    }
    for (size_t k = 0; k < g->cells.n; k++) {
        const uint32_t cell = g->cells.place[k];
        const tacit_contributor whole = { .size = g->cells.sum[cell],
                                          .number = g->now,
                                          .asks = g->asks };
        tacit_tally_add_holding(&g->c->tally[cell], g->c->room, &whole);
    }
}

tacit_status tacit_cube_add_holdings(tacit_ctx *cx, const tacit_cube_records *r,
                                     const tacit_cube_lowest *low, tacit_cube *c)
{
    const size_t mark = tacit_scratch_mark(cx);
    gathering g = { .c = c };
    tacit_cube_climb up = { .cube = c, .visit = add_to_cell, .user = &g };
    size_t *first = NULL;
    uint32_t *row = NULL;
    TACIT_TRY(take_sums(cx, low->n, &g.low));
    TACIT_TRY(take_sums(cx, c->n_cells, &g.cells));
    TACIT_TRY(tacit_scratch(cx, c->n_dimensions, sizeof *up.node, &up.node));
    TACIT_TRY(sort_rows(cx, r, &first, &row));
    for (size_t h = 0; h < r->n_holdings; h++) {
        if (h % 4096 == 0)
            TACIT_TRY(tacit_tick(cx, h, r->n_holdings));
        g.now = (uint32_t)(h + 1);
        g.low.n = 0;
        g.asks = 0;
        for (size_t e = first[h]; e < first[h + 1]; e++) {
            const uint8_t asks = r->asks != NULL ? r->asks[row[e]] : 0;
            add_to(&g.low, g.now, low->of[row[e]], size_of(r, row[e]));
            g.asks = g.asks == 0 || (asks > 0 && asks < g.asks) ? asks : g.asks;
        }
        count_holding(&g, &up, low);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
