/*
 * test_nearest.c - the tree of bounding volumes against comparing all records, on random
 * spaces with missing values, duplicates, ties, both metrics, and trees of several shapes.
 */
#include "support/tables.h"

#include "base/pool.h"
#include "base/rng.h"
#include "micro/linkage/nearest/search.h"

enum { TRIALS = 6000, MOST_RECORDS = 120, MOST_COLUMNS = 6 };

/* How the numbers and codes of a trial are drawn. */
typedef struct recipe {
    size_t p, q;
    uint64_t values; /* distinct numbers; 0: any */
    uint64_t codes;
    double missing, scale, offset;
} recipe;

static recipe draw_recipe(tacit_rng *rng)
{
    static const double scales[] = { 1.0, 1e-12, 1e9, 1e25 };
    static const uint64_t codes[] = { 2, 5, 100, 1000 };
    recipe r = { .p = tacit_rng_below(rng, MOST_COLUMNS), .q = tacit_rng_below(rng, MOST_COLUMNS) };
    r.p += r.p + r.q == 0;
    r.values = tacit_rng_below(rng, 2) == 0 ? 0 : 1 + tacit_rng_below(rng, 5);
    r.codes = codes[tacit_rng_below(rng, 4)];
    r.missing = tacit_rng_below(rng, 2) == 0 ? 0.0 : 0.2;
    r.scale = tacit_rng_below(rng, 3) > 0 ? 1.0 : scales[tacit_rng_below(rng, 4)];
    r.offset = tacit_rng_below(rng, 4) > 0 ? 0.0 : 1000.0;
    return r;
}

static tacit_records draw_records(tacit_ctx *cx, tacit_rng *rng, const recipe *r)
{
    tacit_records out = { .n = tacit_rng_below(rng, MOST_RECORDS) };
    double *x = NULL;
    uint32_t *code = NULL;
    assert_ok(cx, tacit_scratch(cx, out.n * r->p, sizeof *x, &x));
    assert_ok(cx, tacit_scratch(cx, out.n * r->q, sizeof *code, &code));
    for (size_t i = 0; i < out.n * r->p; i++) {
        const double value =
            r->values == 0 ? tacit_rng_normal(rng) : 0.1 * (double)tacit_rng_below(rng, r->values);
        x[i] = tacit_rng_uniform(rng) <= r->missing ? NAN : r->scale * value + r->offset;
    }
    for (size_t i = 0; i < out.n * r->q; i++)
        code[i] = tacit_rng_uniform(rng) <= r->missing ? TACIT_CODE_MISSING
                                                       : (uint32_t)tacit_rng_below(rng, r->codes);
    out.x = x;
    out.code = code;
    return out;
}

static bool is_counted(const tacit_nearest_spec *spec, size_t i, size_t j)
{
    return !(spec->skip_self && i == j);
}

/* ---- the obvious way ---- */

static void check_ties(const tacit_nearest_spec *spec, const tacit_ties *ties, size_t i)
{
    double least = INFINITY;
    uint32_t count = 0, row = UINT32_MAX;
    for (size_t j = 0; j < spec->to->n; j++)
        if (is_counted(spec, i, j))
            least = fmin(least, tacit_space_distance(spec->space, spec->from, i, spec->to, j));
    for (size_t j = spec->to->n; j-- > 0;) {
        if (!is_counted(spec, i, j) ||
            tacit_space_distance(spec->space, spec->from, i, spec->to, j) > least * (1.0 + 1e-12))
            continue;
        row = (uint32_t)j;
        count++;
    }
    assert_true(ties->distance[i] <= least && ties->distance[i] >= least);
    assert_int_equal(ties->count[i], count);
    assert_int_equal(ties->row[i], row);
}

/* The neighbours of record i: sorted, as near as said, each once, and none that is left out
 * comes before the last. */
static void check_neighbours(const tacit_nearest_spec *spec, const tacit_nearest *found, size_t i)
{
    const uint32_t *row = found->row + i * found->k;
    const double *distance = found->distance + i * found->k;
    bool taken[MOST_RECORDS] = { false };
    for (size_t k = 0; k < found->k; k++) {
        const double d = tacit_space_distance(spec->space, spec->from, i, spec->to, row[k]);
        assert_true(row[k] < spec->to->n && is_counted(spec, i, row[k]) && !taken[row[k]]);
        assert_true(d <= distance[k] && d >= distance[k]);
        assert_true(k == 0 || distance[k - 1] < d || (distance[k - 1] <= d && row[k - 1] < row[k]));
        taken[row[k]] = true;
    }
    const double last = distance[found->k - 1];
    for (size_t j = 0; j < spec->to->n; j++) {
        const double d = tacit_space_distance(spec->space, spec->from, i, spec->to, j);
        if (is_counted(spec, i, j) && !taken[j])
            assert_true(d > last || (d >= last && j > row[found->k - 1]));
    }
}

/* ---- trials ---- */

static void try_once(tacit_ctx *cx, tacit_rng *rng)
{
    static const tacit_tree_tuning shapes[] = {
        { 0, 1 }, { 0, 3 }, { 0, 17 }, { 0, 32 }, { 2048, 32 }
    };
    const recipe r = draw_recipe(rng);
    tacit_space s = { .metric = (tacit_metric)tacit_rng_below(rng, 2), .p = r.p, .q = r.q };
    s.a = draw_records(cx, rng, &r);
    s.b = draw_records(cx, rng, &r);
    const bool within = tacit_rng_below(rng, 3) == 0;
    const tacit_nearest_spec spec = {
        .space = &s,
        .from = &s.a,
        .to = within ? &s.a : &s.b,
        .k = 1 + tacit_rng_below(rng, tacit_rng_below(rng, 2) == 0 ? 3 : MOST_RECORDS),
        .skip_self = tacit_rng_below(rng, 2) == 0
    };
    const tacit_tree_tuning *shape = &shapes[tacit_rng_below(rng, 5)];
    tacit_nearest found;
    tacit_ties ties;
    assert_ok(cx, tacit_search_find(cx, &spec, shape, &found));
    assert_ok(cx, tacit_search_ties(cx, &spec, shape, &ties));
    for (size_t i = 0; i < s.a.n; i++) {
        check_ties(&spec, &ties, i);
        if (found.k > 0)
            check_neighbours(&spec, &found, i);
    }
}

static void test_tree_finds_what_comparing_all_finds(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(20);
    tacit_pool_set(1); /* starting threads would take most of the time */
    for (size_t trial = 0; trial < TRIALS; trial++) {
        const size_t mark = tacit_scratch_mark(cx);
        try_once(cx, &rng);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_tree_finds_what_comparing_all_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
