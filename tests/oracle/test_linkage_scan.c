/*
 * Pairs picked by their patterns, and the best partner of each record, against going over
 * all pairs one by one, on random tables with missing values.
 */
#include "support/check.h"

#include "base/rng.h"
#include "micro/linkage/scan/scan.h"

enum { MOST_ROWS = 60, MOST_VALUES = 12, MOST_FIELDS = 4, TABLES = 3000 };

typedef struct random_field {
    uint32_t a[MOST_ROWS], b[MOST_ROWS];
    size_t from[MOST_VALUES + 1];
    tacit_run run[MOST_VALUES * MOST_VALUES];
} random_field;

static uint32_t draw(tacit_rng *rng, uint64_t n)
{
    return (uint32_t)tacit_rng_below(rng, n);
}

/* An exact field of values that both sides share, or levels drawn at random. */
static tacit_link_field draw_field(tacit_rng *rng, const tacit_pattern_pairs *p, random_field *f)
{
    tacit_link_field out = {
        .name = "f", .exact = draw(rng, 3) > 0, .a = f->a, .from = f->from, .run = f->run
    };
    size_t runs = 0;
    out.levels = out.exact ? 2 : 3;
    out.n_a = out.n_b = 1 + draw(rng, MOST_VALUES);
    out.b = p->within ? f->a : f->b;
    for (size_t i = 0; i < MOST_ROWS; i++) {
        f->a[i] = draw(rng, out.n_a + (draw(rng, 4) == 0));
        f->b[i] = draw(rng, out.n_b + (draw(rng, 4) == 0));
    }
    for (uint32_t v = 0; v < out.n_a; v++) {
        f->from[v] = runs;
        for (uint32_t w = 0; w < out.n_b; w++) {
            const uint32_t level = out.exact ? v == w : v == w ? 2 : draw(rng, 6) == 0;
            if (level > 0)
                f->run[runs++] = (tacit_run){ w, w + 1, level };
        }
    }
    f->from[out.n_a] = runs;
    return out;
}

static void check_picked(tacit_ctx *cx, const tacit_scan *scan, const tacit_pattern_code *c,
                         const uint8_t *keep)
{
    const tacit_pattern_pairs *p = scan->pairs;
    tacit_picked got;
    size_t n = 0;
    assert_ok(cx, tacit_scan_pick(cx, scan, c, keep, &got));
    for (size_t i = 0; i < p->n_a; i++)
        for (size_t j = p->within ? i + 1 : 0; j < p->n_b; j++) {
            const uint32_t code = tacit_pattern_of(c, p, i, j);
            if (!keep[code])
                continue;
            assert_true(n < got.n);
            assert_int_equal(got.a[n], i);
            assert_int_equal(got.b[n], j);
            assert_int_equal(got.code[n++], code);
        }
    assert_int_equal(got.n, n);
}

static void check_best(tacit_ctx *cx, const tacit_pattern_pairs *p, const tacit_pattern_code *c,
                       tacit_rng *rng)
{
    uint32_t *rank = NULL, same[MOST_ROWS];
    tacit_best got;
    assert_ok(cx, tacit_scratch(cx, c->size, sizeof *rank, &rank));
    for (uint32_t x = 0; x < c->size; x++)
        rank[x] = draw(rng, 5);
    for (size_t i = 0; i < p->n_a; i++)
        same[i] = draw(rng, p->n_b);
    assert_ok(cx, tacit_scan_best(cx, p, rank, same, &got));
    for (size_t i = 0; i < p->n_a; i++) {
        uint32_t best = 0, ties = 0;
        for (size_t j = 0; j < p->n_b; j++) {
            const uint32_t r = rank[tacit_pattern_of(c, p, i, j)];
            ties = r > best ? 1 : ties + (r == best);
            best = r > best ? r : best;
        }
        assert_int_equal(got.rank[i], best);
        assert_int_equal(got.ties[i], ties);
        assert_int_equal(got.hit[i], rank[tacit_pattern_of(c, p, i, same[i])] == best);
    }
}

static void compare_once(tacit_ctx *cx, tacit_rng *rng)
{
    random_field f[MOST_FIELDS];
    tacit_link_field field[MOST_FIELDS];
    tacit_pattern_pairs p = { .within = draw(rng, 2) == 0, .field = field };
    const tacit_scan scan = { .pairs = &p };
    tacit_pattern_code c;
    uint8_t *keep = NULL;
    p.n_a = 1 + draw(rng, MOST_ROWS);
    p.n_b = p.within ? p.n_a : 1 + draw(rng, MOST_ROWS);
    p.fields = 1 + draw(rng, MOST_FIELDS);
    for (size_t k = 0; k < p.fields; k++)
        field[k] = draw_field(rng, &p, &f[k]);
    assert_ok(cx, tacit_pattern_code_of(cx, &p, &c));
    assert_ok(cx, tacit_scratch(cx, c.size, 1, &keep));
    for (uint32_t x = 0; x < c.size; x++)
        keep[x] = draw(rng, c.size) < 2;
    check_picked(cx, &scan, &c, keep);
    keep[c.size - 1] = 1;
    check_picked(cx, &scan, &c, keep);
    if (!p.within)
        check_best(cx, &p, &c, rng);
}

static void test_scans_equal_plain_loops(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_rng root = tacit_rng_seed(17);
    for (uint64_t t = 0; t < TABLES; t++) {
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        const size_t mark = tacit_scratch_mark(cx);
        compare_once(cx, &rng);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_scans_equal_plain_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
