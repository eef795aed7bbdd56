/*
 * test_local.c - local recoding against the best partition of all.
 *
 * 3000 random tables of up to 7 records with two keys that have trees and one of whole
 * numbers, some cells missing, and a sensitive column.  All partitions of the records are
 * tried: each part must be accepted and is released with the lowest labels or the
 * narrowest range that it shares.  No way may be better than the best of them, and the gap
 * in the mean must be small.  Ways that do not divide cells are held against partitions
 * that do not either.  Groups of strict cuts do not overlap.  Refining starts from a random node
 * and must not be worse.
 */
#include "support/recodings.h"

enum { MOST_ROWS = 7, TABLES = 3000, WAYS = 4 };

/* What is known of a partition: the part of each record. */
typedef struct partition {
    const world *w;
    size_t n;
    size_t part[MOST_ROWS];
    bool whole; /* records of a cell stay together */
    double best;
} partition;

/* ---- the loss of one part, by definition ---- */

/* The share that records have in common on an axis at the least. */
static double least_share(const world *w, const size_t *record, size_t n, size_t a)
{
    const tacit_axis *x = &w->space->axis[a];
    double best = INFINITY;
    uint32_t low = UINT32_MAX, high = 0;
    bool gone = false;
    for (size_t l = x->low; l <= x->high; l++) {
        bool same = true;
        for (size_t i = 1; i < n; i++)
            same = same && x->label[l][world_value(w, record[i], a)] ==
                               x->label[l][world_value(w, record[0], a)];
        if (same)
            best = fmin(best, x->share[l][x->label[l][world_value(w, record[0], a)]]);
    }
    for (size_t i = 0; i < n; i++) {
        const uint32_t v = world_value(w, record[i], a);
        gone = gone || world_missing(w, record[i], a);
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    if (a == 2 && !gone)
        best = fmin(best, (double)(high - low + 1) / x->domain);
    return best;
}

/* Records that have a value on an axis. */
static double known(const world *w, size_t a)
{
    double n = 0.0;
    for (size_t i = 0; i < w->space->records; i++)
        n += !world_missing(w, i, a);
    return n;
}

static double part_loss(const world *w, const size_t *record, size_t n)
{
    double loss = 0.0;
    for (size_t a = 0; a < WORLD_KEYS; a++) {
        const double domain = w->space->axis[a].domain;
        const double share = least_share(w, record, n, a);
        for (size_t i = 0; i < n && domain > 1.0; i++)
            if (!world_missing(w, record[i], a))
                loss += (share - 1.0 / domain) / (1.0 - 1.0 / domain) / known(w, a) / WORLD_KEYS;
    }
    return loss;
}

/* ---- all partitions ---- */

/* The loss of a partition; infinite if a part is not accepted. */
static double partition_loss(const partition *p, size_t parts)
{
    double loss = 0.0;
    for (size_t g = 0; g < parts; g++) {
        size_t record[MOST_ROWS], n = 0;
        for (size_t i = 0; i < p->n; i++)
            if (p->part[i] == g)
                record[n++] = i;
        if (!world_accepts(p->w, record, n))
            return INFINITY;
        loss += part_loss(p->w, record, n);
    }
    return loss;
}

static bool may_stand(const partition *p, size_t i)
{
    const uint32_t *cell = p->w->space->cell_of_row;
    for (size_t j = 0; p->whole && j < i; j++)
        if (cell[j] == cell[i] && p->part[j] != p->part[i])
            return false;
    return true;
}

/* Give records from i on a part; `parts` have been used. */
static void try_partitions(partition *p, size_t i, size_t parts)
{
    if (i == p->n) {
        p->best = fmin(p->best, partition_loss(p, parts));
        return;
    }
    for (size_t g = 0; g <= parts; g++) {
        p->part[i] = g;
        if (may_stand(p, i))
            try_partitions(p, i + 1, g == parts ? parts + 1 : parts);
    }
}

static double best_loss(const world *w, bool whole)
{
    partition p = { .w = w, .n = w->space->records, .whole = whole, .best = INFINITY };
    try_partitions(&p, 0, 0);
    return p.best;
}

/* ---- the loss of a node ---- */

/* The loss of the table at a node, its rejected classes suppressed, and their records. */
static double node_loss(const world *w, const uint8_t *level, uint64_t *gone)
{
    const size_t rows = w->space->records;
    double loss = 0.0;
    *gone = 0;
    for (size_t i = 0; i < rows; i++) {
        size_t record[MOST_ROWS], n = 0;
        for (size_t j = 0; j < rows; j++) {
            bool same = true;
            for (size_t a = 0; a < WORLD_KEYS; a++)
                same = same && w->space->axis[a].label[level[a]][world_value(w, i, a)] ==
                                   w->space->axis[a].label[level[a]][world_value(w, j, a)];
            if (same)
                record[n++] = j;
        }
        const bool kept = world_accepts(w, record, n);
        *gone += !kept;
        for (size_t a = 0; a < WORLD_KEYS; a++) {
            const tacit_axis *x = &w->space->axis[a];
            const double share = x->share[level[a]][x->label[level[a]][world_value(w, i, a)]];
            if (!world_missing(w, i, a) && x->domain > 1.0)
                loss += (kept ? (share * x->domain - 1.0) / (x->domain - 1.0) : 1.0) / known(w, a) /
                        WORLD_KEYS;
        }
    }
    return loss;
}

static void check_start(world *w, tacit_rng *rng)
{
    uint8_t start[WORLD_KEYS];
    uint64_t gone = 0;
    for (size_t a = 0; a < WORLD_KEYS; a++)
        start[a] = (uint8_t)tacit_rng_below(rng, w->space->axis[a].levels);
    const double before = node_loss(w, start, &gone);
    const tacit_local_spec spec = { .way = TACIT_LOCAL_REFINE,
                                    .start = start,
                                    .most_suppressed = gone };
    tacit_recoding *r = recode(w, &spec);
    assert_true(r->loss <= before + 1e-12);
    tacit_recoding_free(r);
}

/* ---- the test ---- */

/* What each way lost more than the best. */
typedef struct gaps {
    double sum[WAYS];
    size_t n;
} gaps;

static void check_equal(const tacit_recoding *x, const tacit_recoding *y, size_t cells)
{
    assert_int_equal(x->n, y->n);
    assert_memory_equal(x->group, y->group, cells * sizeof *x->group);
    assert_memory_equal(x->region, y->region, x->n * WORLD_KEYS * sizeof *x->region);
}

/* Whether some value of an axis lies in both regions. */
static bool overlap(const tacit_axis *x, const tacit_search_region *r, const tacit_search_region *q)
{
    for (uint32_t v = 0; v < x->labels[0]; v++)
        if (region_covers(x, r, v) && region_covers(x, q, v))
            return true;
    return false;
}

/* Strict cuts keep values together: no two groups overlap on all axes.  (Where keys are
 * missing they may, as a missing value and a known one share the label of all alone.) */
static void check_strict(const world *w, const tacit_recoding *r)
{
    for (size_t i = 0; i < w->space->records; i++)
        for (size_t a = 0; a < WORLD_KEYS; a++)
            if (world_missing(w, i, a))
                return;
    for (size_t g = 0; g < r->n; g++)
        for (size_t h = 0; h < g; h++) {
            bool all = true;
            for (size_t a = 0; a < WORLD_KEYS; a++)
                all = all && overlap(&w->space->axis[a], &r->region[g * WORLD_KEYS + a],
                                     &r->region[h * WORLD_KEYS + a]);
            assert_false(all);
        }
}

static void check_ways(world *w, gaps *g)
{
    const double whole = best_loss(w, true), divided = best_loss(w, false);
    tacit_recoding *none = NULL;
    for (size_t i = 0; i < WAYS; i++) {
        const tacit_local_spec spec = { .way = (tacit_local_way)i };
        if (isinf(whole)) { /* not even all records together are accepted */
            assert_int_equal(tacit_recode_locally(w->cx, w->space, w->judge, &spec, &none),
                             TACIT_ERR_DATA);
            continue;
        }
        tacit_recoding *r = recode(w, &spec), *again = recode(w, &spec);
        assert_true(r->loss >= (i == TACIT_LOCAL_RELAXED ? divided : whole) - 1e-12);
        check_equal(r, again, w->space->cells.n);
        if (i == TACIT_LOCAL_MONDRIAN)
            check_strict(w, r);
        g->sum[i] += r->loss - whole;
        tacit_recoding_free(r);
        tacit_recoding_free(again);
    }
    g->n += !isinf(whole);
}

static void test_best_partition(void **state)
{
    static const double most[WAYS] = { 0.06, 0.045, 0.018, 0.01 };
    tacit_rng root = tacit_rng_seed(20060403);
    gaps g = { .n = 0 };
    for (uint64_t t = 0; t < TABLES; t++) {
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        const size_t rows = 1 + tacit_rng_below(&rng, MOST_ROWS);
        const uint64_t k = 1 + tacit_rng_below(&rng, 3), l = tacit_rng_below(&rng, 3);
        const double missing = tacit_rng_below(&rng, 2) == 0 ? 0.0 : 0.15;
        world w;
        open_world(*state, random_table(*state, &rng, WORLD_COLUMNS, rows, 4, missing), k, l, &w);
        check_ways(&w, &g);
        check_start(&w, &rng);
        close_world(&w);
    }
    assert_true(g.n > TABLES / 2);
    for (size_t i = 0; i < WAYS; i++) {
        print_message("# %s: %.4f above the best in the mean of %zu tables\n", TACIT_LOCAL_WAYS[i],
                      g.sum[i] / (double)g.n, g.n);
        assert_true(g.sum[i] / (double)g.n < most[i]);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_best_partition) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
