/*
 * fill.c - records tallied by their lowest cells, and these added up along the hierarchies.
 */
#include <math.h>

#include "base/hash.h"
#include "base/sort.h"
#include "tabular/cube/climb.h"

/* ---- records ---- */

/* The lowest cells on their way. */
typedef struct finding {
    tacit_cube_lowest low;
    size_t n_slots;
    uint32_t *slot;          /* a lowest cell + 1, by its key; open addressing */
    tacit_contribution *top; /* room for the largest of each */
    uint32_t keeps;
} finding;

static uint64_t key_of_row(const tacit_cube *c, size_t i)
{
    uint64_t key = 0;
    for (size_t d = 0; d < c->n_dimensions; d++)
        key += c->stride[d] * c->dimension[d].leaf[i];
    return key;
}

static uint32_t find_lowest(finding *f, uint64_t key)
{
    size_t at = tacit_hash_u64(key);
    for (;; at++) {
        uint32_t *slot = &f->slot[at & (f->n_slots - 1)];
        if (*slot == 0) {
            f->low.key[f->low.n] = key;
            f->low.tally[f->low.n].top = f->top + f->low.n * f->keeps;
            *slot = (uint32_t)++f->low.n;
        }
        if (f->low.key[*slot - 1] == key)
            return *slot - 1;
    }
}

/* How many different lowest cells there can be. */
static size_t most_lowest(const tacit_cube *c, size_t rows)
{
    double product = 1;
    for (size_t d = 0; d < c->n_dimensions; d++)
        product *= (double)c->dimension[d].nodes;
    return product < (double)rows ? (size_t)product : rows;
}

static tacit_status begin(tacit_ctx *cx, const tacit_cube *c, const tacit_cube_records *r,
                          finding *f)
{
    const size_t most = most_lowest(c, r->rows);
    *f = (finding){ .n_slots = 16, .keeps = c->room.records };
    while (f->n_slots < 2 * most)
        f->n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, f->n_slots, sizeof *f->slot, &f->slot));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *f->low.key, &f->low.key));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *f->low.tally, &f->low.tally));
    TACIT_TRY(tacit_scratch(cx, most * f->keeps, sizeof *f->top, &f->top));
    return r->holding == NULL ? TACIT_OK
                              : tacit_scratch(cx, r->rows, sizeof *f->low.of, &f->low.of);
}

/* The response is in units. */
static tacit_contributor contributor_of(const tacit_cube_records *r, double scale, size_t i)
{
    const double response = r->response != NULL ? r->response[i] : 1;
    return (tacit_contributor){
        .response = r->uneven ? scale * response : round(scale * response),
        .size = r->size != NULL ? r->size[i] : fabs(response),
        .cost = r->cost != NULL ? r->cost[i] : 0,
        .weight = r->weight != NULL ? r->weight[i] : 1,
        .number = i + 1,
        .asks = r->asks != NULL && r->holding == NULL ? r->asks[i] : 0,
    };
}

static tacit_status tally_rows(tacit_ctx *cx, const tacit_cube *c, const tacit_cube_records *r,
                               finding *f)
{
    const double scale = tacit_cube_scale(c);
    for (size_t i = 0; i < r->rows; i++) {
        if (i % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, i, r->rows));
        if (!tacit_valid_at(r->valid, i))
            continue;
        const uint32_t l = find_lowest(f, key_of_row(c, i));
        if (r->ready != NULL) {
            tacit_tally_merge(&f->low.tally[l], c->room, &r->ready[i]);
        } else {
            const tacit_contributor one = contributor_of(r, scale, i);
            tacit_tally_add(&f->low.tally[l], c->room, &one);
        }
        if (f->low.of != NULL)
            f->low.of[i] = l;
    }
    return TACIT_OK;
}

/* ---- whole units ---- */

/* A number of units without the noise of having been added up in some order, so that what is half a
 * unit is rounded the same way whatever the order was. */
static double without_noise(double x)
{
    return fabs(x) < 1e10 ? round(x * 1e5) / 1e5 : x;
}

/* Round the sums of the lowest cells to whole units, each with what is left of those before. */
static tacit_status round_lowest(tacit_ctx *cx, tacit_cube_lowest *low)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *order = NULL;
    double left = 0;
    TACIT_TRY(tacit_scratch(cx, low->n, sizeof *order, &order));
    for (size_t i = 0; i < low->n; i++)
        order[i] = (tacit_keyed){ low->key[i], i };
    TACIT_TRY(tacit_sort_keyed(cx, order, low->n));
    for (size_t i = 0; i < low->n; i++) {
        double *sum = &low->tally[order[i].row].sum;
        const double all = without_noise(*sum + left);
        *sum = floor(all + 0.5);
        left = all - *sum;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* From units to values; `bulk` is what was added up before it was rounded. */
static tacit_status finish_sums(tacit_ctx *cx, tacit_cube *c)
{
    const double scale = tacit_cube_scale(c), most = 9007199254740992; /* 2^53 */
    for (size_t i = 0; i < c->n_cells; i++) {
        tacit_cell_tally *t = &c->tally[i];
        if (t->bulk > most)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The values of '%s' are too large to be added up exactly with %d "
                              "decimals.",
                              c->response != NULL ? c->response : "records", c->decimals);
        if (!c->negative) {
            c->off = fmax(c->off, fabs(t->sum - t->bulk) / scale);
            t->bulk = t->sum;
        }
        t->sum /= scale;
        t->bulk /= scale;
    }
    return TACIT_OK;
}

/* ---- upwards ---- */

/* Visit the cells of table `t` above the lowest nodes, dimension after dimension from `k` on. */
static void climb_table(const tacit_cube_climb *up, size_t t, size_t k, uint64_t key)
{
    const tacit_cube *c = up->cube;
    const tacit_cube_table *table = &c->table[t];
    if (k == table->n) {
        const size_t cell = tacit_cube_find_key(c, key);
        if (c->owner[cell] == t)
            up->visit(up->user, cell);
        return;
    }
    const size_t d = table->dimension[k];
    const tacit_dimension *dim = &c->dimension[d];
    const uint32_t p = up->node[d];
    for (size_t e = dim->first_above[p]; e < dim->first_above[p + 1]; e++)
        climb_table(up, t, k + 1, key + c->stride[d] * dim->above[e]);
}

void tacit_cube_climb_from(const tacit_cube_climb *up, uint64_t key)
{
    const tacit_cube *c = up->cube;
    for (size_t d = 0; d < c->n_dimensions; d++)
        up->node[d] = (uint32_t)(key / c->stride[d] % c->dimension[d].nodes);
    for (size_t t = 0; t < c->n_tables; t++)
        climb_table(up, t, 0, 0);
}

/* The tally of one lowest cell on its way up. */
typedef struct rise {
    tacit_cube *c;
    const tacit_cell_tally *from;
} rise;

static void add_tally(void *user, size_t cell)
{
    const rise *r = user;
    tacit_tally_merge(&r->c->tally[cell], r->c->room, r->from);
}

static tacit_status add_up(tacit_ctx *cx, const tacit_cube_lowest *low, tacit_cube *c)
{
    rise r = { .c = c };
    tacit_cube_climb up = { .cube = c, .visit = add_tally, .user = &r };
    TACIT_TRY(tacit_scratch(cx, c->n_dimensions, sizeof *up.node, &up.node));
    for (size_t i = 0; i < low->n; i++) {
        if (i % 4096 == 0)
            TACIT_TRY(tacit_tick(cx, i, low->n));
        r.from = &low->tally[i];
        tacit_cube_climb_from(&up, low->key[i]);
    }
    return TACIT_OK;
}

tacit_status tacit_cube_fill(tacit_ctx *cx, const tacit_cube_records *records, tacit_cube *c)
{
    finding f = { 0 };
    TACIT_TRY(begin(cx, c, records, &f));
    c->negative = records->negative;
    TACIT_TRY(tally_rows(cx, c, records, &f));
    if (records->uneven)
        TACIT_TRY(round_lowest(cx, &f.low));
    TACIT_TRY(add_up(cx, &f.low, c));
    TACIT_TRY(finish_sums(cx, c));
    if (records->holding != NULL)
        return tacit_cube_add_holdings(cx, records, &f.low, c);
    for (size_t i = 0; i < c->n_cells; i++)
        tacit_tally_end(&c->tally[i]);
    return TACIT_OK;
}
