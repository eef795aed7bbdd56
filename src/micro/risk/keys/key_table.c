/*
 * key_table.c - log-linear models of the table that the keys span.
 *
 * Each part of a model is fitted by iterative proportional fitting (stats/ipf.c) to the
 * margin over its keys, so cost and memory grow with the cells of the largest part, not
 * with those of the whole table.
 *
 * Sums over all structural cells of a smooth function of the fitted share need only how
 * often each share occurs.  Up to PLAIN cells are listed one by one.  Beyond, shares are put
 * into bins of width 1 / BINS_PER_E on a logarithmic scale, each with its number of cells and
 * its mean share; the lists of two parts are multiplied pair by pair.  As means are kept, a sum
 * over cells errs by the order of (1 / BINS_PER_E)^2 / 12 = 3e-7 of its size, for any number of
 * cells.  Shares below e^-LEAST_LOG are in the last bin.
 *
 * A missing key is a category of its own.
 */
#include "micro/risk/keys/key_table.h"

#include <math.h>

#include "stats/counts/ipf.h"
#include "table/values.h"

enum { BINS_PER_E = 512, LEAST_LOG = 80, BINS = BINS_PER_E * LEAST_LOG + 1, PLAIN = 4096 };

enum { MOST_CYCLES = 500, ROUGH_CYCLES = 12 };

/* Differences of margins that are borne with, as shares of the total. */
static const double TOLERANCE = 1e-10, ROUGH_TOLERANCE = 1e-5;

/* Fill levels and digits of key number j. */
static tacit_status number_key(tacit_ctx *cx, const tacit_column *column, const tacit_classes *c,
                               size_t j, const tacit_key_table *t)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, column, &values));
    t->levels[j] = values.n + (tacit_column_missing(column) > 0);
    for (size_t g = 0; g < c->n; g++)
        t->digit[g * t->n_keys + j] = values.of[c->row[g]];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_key_table_of(tacit_ctx *cx, const tacit_subject *s, const tacit_classes *c,
                                const char *who, tacit_key_table *out)
{
    const tacit_select *keys = tacit_subject_keys(s);
    tacit_key_table t = { .n_keys = keys->n, .n = c->n };
    if (keys->n > TACIT_KEY_TABLE_KEYS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' takes at most %d keys; there are %zu.", who,
                          TACIT_KEY_TABLE_KEYS, keys->n);
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *t.levels, &t.levels));
    TACIT_TRY(tacit_scratch(cx, c->n * keys->n, sizeof *t.digit, &t.digit));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *t.count, &t.count));
    for (size_t j = 0; j < keys->n; j++)
        TACIT_TRY(
            number_key(cx, tacit_table_column(tacit_subject_table(s), keys->at[j]), c, j, &t));
    *out = t;
    return TACIT_OK;
}

double tacit_key_table_cells(const tacit_key_table *t)
{
    double cells = 1.0;
    for (size_t j = 0; j < t->n_keys; j++)
        cells *= (double)t->levels[j];
    return cells;
}

/* The keys of a set in order, with their levels; how many. */
static size_t list_keys(const tacit_key_table *t, uint64_t keys, size_t *at, uint32_t *levels)
{
    size_t n = 0;
    for (size_t j = 0; j < t->n_keys; j++) {
        if ((keys >> j & 1) == 0)
            continue;
        at[n] = j;
        levels[n++] = t->levels[j];
    }
    return n;
}

size_t tacit_key_table_part_cells(const tacit_key_table *t, uint64_t keys)
{
    size_t at[TACIT_KEY_TABLE_KEYS];
    uint32_t levels[TACIT_KEY_TABLE_KEYS];
    const size_t n = list_keys(t, keys, at, levels);
    return tacit_ipf_cells(levels, n);
}

uint64_t tacit_key_terms_joined(const tacit_key_terms *terms, uint64_t keys)
{
    uint64_t joined = keys, before = 0;
    while (joined != before) {
        before = joined;
        for (size_t s = 0; s < terms->n; s++)
            joined |= (terms->at[s] & joined) != 0 ? terms->at[s] : 0;
    }
    return joined;
}

/* The place of cell g in the dense table over `n` keys `at`. */
static size_t place_of(const tacit_key_table *t, size_t g, const size_t *at, size_t n)
{
    size_t place = 0;
    for (size_t k = 0; k < n; k++)
        place = place * t->levels[at[k]] + t->digit[g * t->n_keys + at[k]];
    return place;
}

/* Terms within `keys`, without those that another implies, over the positions `at`; a key
 * that no term has is one by itself. */
static size_t own_terms(const tacit_key_terms *terms, uint64_t keys, const size_t *at, size_t n,
                        uint64_t *out)
{
    size_t found = 0;
    uint64_t covered = 0;
    for (size_t s = 0; s < terms->n; s++) {
        bool implied = (terms->at[s] & ~keys) != 0;
        for (size_t u = 0; u < terms->n && !implied; u++)
            implied = u != s && (terms->at[s] & ~terms->at[u]) == 0 &&
                      (terms->at[u] != terms->at[s] || u < s);
        covered |= implied ? 0 : terms->at[s];
        for (size_t k = 0; k < n && !implied; k++)
            out[found] |= (terms->at[s] >> at[k] & 1) << k;
        found += !implied;
    }
    for (size_t k = 0; k < n; k++)
        if ((covered >> at[k] & 1) == 0)
            out[found++] = (uint64_t)1 << k;
    return found;
}

tacit_status tacit_key_part_fit(tacit_ctx *cx, const tacit_key_table *t,
                                const tacit_key_terms *terms, uint64_t keys, tacit_key_part *out)
{
    size_t at[TACIT_KEY_TABLE_KEYS];
    uint32_t levels[TACIT_KEY_TABLE_KEYS];
    const size_t n = list_keys(t, keys, at, levels);
    double *table = NULL;
    uint64_t *own = NULL;
    tacit_ipf_end end;
    *out = (tacit_key_part){ .keys = keys, .cells = tacit_ipf_cells(levels, n) };
    TACIT_TRY(tacit_scratch(cx, out->cells, sizeof *out->share, &out->share));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, out->cells, sizeof *table, &table));
    TACIT_TRY(tacit_scratch(cx, terms->n + n, sizeof *own, &own));
    for (size_t g = 0; g < t->n; g++)
        table[place_of(t, g, at, n)] += t->count[g] / t->total;
    const tacit_ipf model = { .n = n,
                              .levels = levels,
                              .n_terms = own_terms(terms, keys, at, n, own),
                              .terms = own,
                              .tolerance = t->rough ? ROUGH_TOLERANCE : TOLERANCE,
                              .most_cycles = t->rough ? ROUGH_CYCLES : MOST_CYCLES };
    TACIT_TRY(tacit_ipf_fit(cx, &model, table, out->share, &end));
    out->converged = end.converged;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_key_fit_of(tacit_ctx *cx, const tacit_key_table *t, const tacit_key_terms *terms,
                              tacit_key_fit *out)
{
    uint64_t done = 0;
    out->n = 0;
    for (size_t j = 0; j < t->n_keys; j++) {
        if ((done >> j & 1) != 0)
            continue;
        const uint64_t keys = tacit_key_terms_joined(terms, (uint64_t)1 << j);
        TACIT_TRY(tacit_key_part_fit(cx, t, terms, keys, &out->part[out->n++]));
        done |= keys;
    }
    return TACIT_OK;
}

double tacit_key_fit_share(const tacit_key_table *t, const tacit_key_fit *fit, size_t g)
{
    double share = 1.0;
    for (size_t c = 0; c < fit->n; c++) {
        size_t at[TACIT_KEY_TABLE_KEYS];
        uint32_t levels[TACIT_KEY_TABLE_KEYS];
        const size_t n = list_keys(t, fit->part[c].keys, at, levels);
        share *= fit->part[c].share[place_of(t, g, at, n)];
    }
    return share;
}

/* ---- shares of all cells ---- */

/* Bins by the logarithm of the share. */
typedef struct bins {
    double *cells, *sum; /* in each bin: cells, and sum of their shares */
} bins;

static size_t bin_of(double share_log)
{
    const double bin = -share_log * BINS_PER_E;
    return bin <= 0.0 ? 0 : bin >= BINS - 1 ? BINS - 1 : (size_t)bin;
}

static tacit_status make_bins(tacit_ctx *cx, bins *b)
{
    TACIT_TRY(tacit_scratch(cx, BINS, sizeof *b->cells, &b->cells));
    return tacit_scratch(cx, BINS, sizeof *b->sum, &b->sum);
}

/* Cells, or bins of cells, of nearly equal share, with the logarithms of mean shares. */
typedef struct list {
    size_t n;
    double *cells, *sum, *log;
} list;

static tacit_status make_list(tacit_ctx *cx, size_t room, list *out)
{
    out->n = 0;
    TACIT_TRY(tacit_scratch(cx, room, sizeof *out->cells, &out->cells));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *out->sum, &out->sum));
    return tacit_scratch(cx, room, sizeof *out->log, &out->log);
}

static void append(list *l, double cells, double sum)
{
    l->cells[l->n] = cells;
    l->sum[l->n] = sum;
    l->log[l->n++] = log(sum / cells);
}

static tacit_status list_bins(tacit_ctx *cx, const bins *b, list *out)
{
    size_t filled = 0;
    for (size_t i = 0; i < BINS; i++)
        filled += b->cells[i] > 0.0;
    TACIT_TRY(make_list(cx, filled, out));
    for (size_t i = 0; i < BINS; i++)
        if (b->cells[i] > 0.0)
            append(out, b->cells[i], b->sum[i]);
    return TACIT_OK;
}

static tacit_status list_part(tacit_ctx *cx, const tacit_key_part *part, list *out)
{
    bins b;
    if (part->cells <= PLAIN) {
        TACIT_TRY(make_list(cx, part->cells, out));
        for (size_t i = 0; i < part->cells; i++)
            if (part->share[i] > 0.0)
                append(out, 1.0, part->share[i]);
        return TACIT_OK;
    }
    TACIT_TRY(make_bins(cx, &b));
    for (size_t i = 0; i < part->cells; i++) {
        if (!(part->share[i] > 0.0))
            continue;
        const size_t k = bin_of(log(part->share[i]));
        b.cells[k] += 1.0;
        b.sum[k] += part->share[i];
    }
    return list_bins(cx, &b, out);
}

/* The products of two lists. */
static tacit_status multiply(tacit_ctx *cx, const list *x, const list *y, list *out)
{
    bins b;
    const bool plain = x->n * y->n <= PLAIN;
    TACIT_TRY(plain ? make_list(cx, x->n * y->n, out) : make_bins(cx, &b));
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < y->n; k++) {
            const double cells = x->cells[i] * y->cells[k], sum = x->sum[i] * y->sum[k];
            if (plain) {
                append(out, cells, sum);
                continue;
            }
            const size_t bin = bin_of(x->log[i] + y->log[k]);
            b.cells[bin] += cells;
            b.sum[bin] += sum;
        }
    return plain ? TACIT_OK : list_bins(cx, &b, out);
}

tacit_status tacit_key_fit_shares(tacit_ctx *cx, const tacit_key_fit *fit, tacit_key_shares *out)
{
    list all;
    TACIT_TRY(list_part(cx, &fit->part[0], &all));
    for (size_t c = 1; c < fit->n; c++) {
        list one, both;
        TACIT_TRY(list_part(cx, &fit->part[c], &one));
        TACIT_TRY(multiply(cx, &all, &one, &both));
        all = both;
    }
    for (size_t k = 0; k < all.n; k++)
        all.sum[k] /= all.cells[k];
    *out = (tacit_key_shares){ .n = all.n, .cells = all.cells, .share = all.sum };
    return TACIT_OK;
}
