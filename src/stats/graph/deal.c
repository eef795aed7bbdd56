/*
 * deal.c - records of a distribution over a tree of cliques.
 *
 * From the root down: the records that have the same values in the separator are a group; they are
 * shuffled, and the combinations of the clique's other columns are handed out.  Of k records
 * combination c gets floor(F(c) + u) - floor(F(c - 1) + u), F being k times the cumulative shares
 * and u one uniform number (systematic sampling; Madow 1949).
 */
#include "stats/graph/deal.h"

#include <math.h>
#include <string.h>

/* One clique at work. */
typedef struct handing {
    const tacit_belief *belief;
    size_t clique, rows;
    uint16_t *const *code;
    size_t groups;
    uint32_t *group;  /* of each row: the cell of the separator */
    size_t *first;    /* of each group, in `row`; groups + 1 */
    uint32_t *row;    /* by groups */
    size_t *at;       /* where a group's cells begin in the clique's table ... */
    size_t parts;     /* ... and combinations of the other columns */
    size_t *part;     /* where they stand from there */
    tacit_scope rest; /* the other columns */
} handing;

/* The cell of a table over `s` that a row is in. */
static size_t cell_of(const handing *h, tacit_scope s, size_t i)
{
    size_t cell = 0;
    for (; s != 0; s &= s - 1) {
        const size_t j = (size_t)__builtin_ctzll(s);
        cell = cell * h->belief->size[j] + h->code[j][i];
    }
    return cell;
}

static void write_part(const handing *h, size_t i, size_t part)
{
    for (size_t j = TACIT_SCOPE_COLUMNS; j-- > 0;)
        if ((h->rest & TACIT_SCOPE_OF(j)) != 0) {
            h->code[j][i] = (uint16_t)(part % h->belief->size[j]);
            part /= h->belief->size[j];
        }
}

/* Put the rows of each group together. */
static void sort_rows(handing *h, tacit_scope separator)
{
    memset(h->first, 0, (h->groups + 1) * sizeof *h->first);
    for (size_t i = 0; i < h->rows; i++) {
        h->group[i] = (uint32_t)cell_of(h, separator, i);
        h->first[h->group[i] + 1]++;
    }
    for (size_t g = 0; g < h->groups; g++)
        h->first[g + 1] += h->first[g];
    for (size_t i = h->rows; i-- > 0;)
        h->row[--h->first[h->group[i] + 1]] = (uint32_t)i;
    /* The beginnings have moved one place on. */
    memmove(h->first, h->first + 1, h->groups * sizeof *h->first);
    h->first[h->groups] = h->rows;
}

static void shuffle(uint32_t *row, size_t n, tacit_rng *rng)
{
    for (size_t i = n; i > 1; i--) {
        const size_t k = (size_t)tacit_rng_below(rng, i);
        const uint32_t swap = row[i - 1];
        row[i - 1] = row[k];
        row[k] = swap;
    }
}

/* Hand out to the rows of group g. */
static void hand_out(const handing *h, size_t g, tacit_rng *rng)
{
    const size_t n = h->first[g + 1] - h->first[g];
    uint32_t *row = h->row + h->first[g];
    const double *table = h->belief->table[h->clique] + h->at[g];
    double all = 0.0;
    for (size_t p = 0; p < h->parts; p++)
        all += table[h->part[p]];
    shuffle(row, n, rng);
    const double start = 1.0 - tacit_rng_uniform(rng);
    double sum = 0.0;
    size_t done = 0;
    for (size_t p = 0; p < h->parts && done < n; p++) {
        sum += table[h->part[p]];
        const double until = all > 0.0 ? sum / all : (double)(p + 1) / (double)h->parts;
        const size_t to =
            p + 1 == h->parts ? n : (size_t)fmin((double)n, floor((double)n * until + start));
        for (; done < to; done++)
            write_part(h, row[done], p);
    }
}

static tacit_status hand_out_clique(tacit_ctx *cx, handing *h, const tacit_rng *rng)
{
    const tacit_belief *b = h->belief;
    const tacit_scope clique = b->tree->clique[h->clique],
                      separator = b->tree->separator[h->clique];
    tacit_rng own = tacit_rng_fork_number(rng, h->clique);
    h->rest = clique & ~separator;
    h->groups = tacit_scope_cells(b->size, separator);
    h->parts = tacit_scope_cells(b->size, h->rest);
    TACIT_TRY(tacit_scratch(cx, h->groups + 1, sizeof *h->first, &h->first));
    TACIT_TRY(tacit_scratch(cx, h->groups, sizeof *h->at, &h->at));
    TACIT_TRY(tacit_scratch(cx, h->parts, sizeof *h->part, &h->part));
    tacit_scope_places(b->size, clique, separator, h->at);
    tacit_scope_places(b->size, clique, h->rest, h->part);
    sort_rows(h, separator);
    for (size_t g = 0; g < h->groups; g++)
        if (h->first[g + 1] > h->first[g])
            hand_out(h, g, &own);
    return TACIT_OK;
}

tacit_status tacit_graph_deal(tacit_ctx *cx, const tacit_belief *belief, size_t rows,
                              const tacit_rng *rng, uint16_t *const *code)
{
    handing h = { .belief = belief, .rows = rows, .code = code };
    TACIT_ASSERT(rows < UINT32_MAX);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *h.group, &h.group));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *h.row, &h.row));
    for (h.clique = 0; h.clique < belief->tree->n; h.clique++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(hand_out_clique(cx, &h, rng));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}
