/*
 * Patterns of pairs counted without listing pairs, against listing them, on random tables
 * with missing values: both ways, across two tables and within one.
 */
#include "support/check.h"

#include "base/rng.h"
#include "micro/linkage/pattern_rows.h"

enum { MOST_ROWS = 40, MOST_VALUES = 9, MOST_FIELDS = 5, TABLES = 4000 };

/* A random field and the level of every pair of its values. */
typedef struct random_field {
    uint32_t a[MOST_ROWS], b[MOST_ROWS];
    uint32_t level[MOST_VALUES][MOST_VALUES];
    size_t from[MOST_VALUES + 1];
    tacit_run run[MOST_VALUES * MOST_VALUES];
} random_field;

static uint32_t draw(tacit_rng *rng, uint64_t n)
{
    return (uint32_t)tacit_rng_below(rng, n);
}

/* Values 0 ... n - 1 of `rows` rows; n, that is missing, with chance 1 / 6 if asked. */
static void draw_values(tacit_rng *rng, uint32_t n, size_t rows, bool missing, uint32_t *out)
{
    for (size_t i = 0; i < rows; i++)
        out[i] = n == 0 || (missing && draw(rng, 6) == 0) ? n : draw(rng, n);
}

static void draw_levels(tacit_rng *rng, random_field *f, tacit_link_field *out)
{
    size_t runs = 0;
    for (uint32_t v = 0; v < out->n_a; v++) {
        f->from[v] = runs;
        for (uint32_t w = 0; w < out->n_b; w++) {
            const uint32_t level = out->exact ? v == w : draw(rng, 2) * draw(rng, out->levels);
            f->level[v][w] = level;
            if (level > 0)
                f->run[runs++] = (tacit_run){ w, w + 1, level };
        }
    }
    f->from[out->n_a] = runs;
}

static tacit_link_field draw_field(tacit_rng *rng, const tacit_pattern_pairs *p, bool exact,
                                   random_field *f)
{
    tacit_link_field out = {
        .name = "f", .exact = exact, .run = f->run, .from = f->from, .a = f->a
    };
    out.levels = exact ? 2 : (uint8_t)(2 + draw(rng, 3));
    out.n_a = draw(rng, MOST_VALUES + 1);
    out.n_b = p->within ? out.n_a : draw(rng, MOST_VALUES + 1);
    out.b = p->within ? f->a : f->b;
    draw_values(rng, out.n_a, p->n_a, draw(rng, 2) == 0, f->a);
    draw_values(rng, out.n_b, p->n_b, draw(rng, 2) == 0, f->b);
    draw_levels(rng, f, &out);
    return out;
}

/* Within one table the level of a pair is the same both ways. */
static void list_pairs(const tacit_pattern_pairs *p, const tacit_pattern_code *c,
                       const random_field *f, uint64_t *count)
{
    for (size_t i = 0; i < p->n_a; i++)
        for (size_t j = p->within ? i + 1 : 0; j < p->n_b; j++) {
            uint32_t code = 0;
            for (size_t k = 0; k < p->fields; k++) {
                const tacit_link_field *x = &p->field[k];
                const uint32_t a = x->a[i], b = x->b[j];
                code += c->stride[k] * (a == x->n_a || b == x->n_b ? x->levels : f[k].level[a][b]);
            }
            assert_int_equal(tacit_pattern_of(c, p, i, j), code);
            count[code]++;
        }
}

static void assert_same(tacit_ctx *cx, const tacit_pattern_code *c, const uint64_t *listed,
                        const tacit_patterns *got)
{
    tacit_patterns want;
    assert_ok(cx, tacit_patterns_from(cx, c, listed, &want));
    assert_int_equal(got->n, want.n);
    assert_int_equal(got->fields, want.fields);
    assert_memory_equal(got->level, want.level, want.n * want.fields);
    assert_memory_equal(got->count, want.count, want.n * sizeof *want.count);
}

static void compare_once(tacit_ctx *cx, tacit_rng *rng, bool exact)
{
    random_field f[MOST_FIELDS];
    tacit_link_field field[MOST_FIELDS];
    tacit_pattern_pairs p = { .within = draw(rng, 2) == 0, .field = field };
    tacit_pattern_code c;
    tacit_patterns got;
    uint64_t *listed = NULL, *grouped = NULL;
    p.n_a = draw(rng, MOST_ROWS + 1);
    p.n_b = p.within ? p.n_a : draw(rng, MOST_ROWS + 1);
    p.fields = 1 + draw(rng, MOST_FIELDS);
    for (size_t k = 0; k < p.fields; k++)
        field[k] = draw_field(rng, &p, exact || draw(rng, 2) == 0, &f[k]);
    assert_ok(cx, tacit_pattern_code_of(cx, &p, &c));
    assert_ok(cx, tacit_scratch(cx, c.size, sizeof *listed, &listed));
    list_pairs(&p, &c, f, listed);
    assert_ok(cx, tacit_patterns_count(cx, &p, &got));
    assert_same(cx, &c, listed, &got);
    if (!exact)
        return;
    assert_ok(cx, tacit_scratch(cx, c.size, sizeof *grouped, &grouped));
    assert_ok(cx, tacit_patterns_count_exact(cx, &p, &c, grouped));
    assert_memory_equal(grouped, listed, c.size * sizeof *listed);
}

static void test_patterns_equal_those_of_listed_pairs(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_rng root = tacit_rng_seed(11);
    for (uint64_t t = 0; t < TABLES; t++) {
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        const size_t mark = tacit_scratch_mark(cx);
        compare_once(cx, &rng, t % 2 == 0);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_patterns_equal_those_of_listed_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
