/*
 * test_propensity_null.c - the null of pMSE, simulated.
 *
 * Original rows have three independent categories; protected rows are drawn from what the original
 * table says of them: each column from its own shares (for main effects), or whole rows (for
 * trees).  Then pMSE over its expectation must be 1 in the mean, for tables of equal size and for
 * a protected table three times as large.  Streams are fixed.  The bounds are five standard errors
 * of the mean, so with fresh streams a right program would fail once in a million runs, beside a
 * small bias that is stated where it is allowed for.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/moments.h"
#include "micro/utility/propensity/model.h"

enum { ORIGINAL = 1000, MOST_ROWS = 4000, COLUMNS = 3, ROUNDS = 300, TREE_ROUNDS = 60 };

/* Two tables as codes. */
typedef struct both {
    uint16_t code[COLUMNS][MOST_ROWS];
    tacit_merged_column column[COLUMNS];
    tacit_merged merged;
} both;

static const uint32_t LEVELS[COLUMNS] = { 2, 3, 5 };

/* A level, the first more often than the others. */
static uint16_t draw_level(tacit_rng *rng, uint32_t levels)
{
    return tacit_rng_uniform(rng) < 0.2 ? 0 : (uint16_t)tacit_rng_below(rng, levels);
}

/* Draw both tables; protected rows column by column or as a whole. */
static void draw_both(tacit_rng *rng, size_t masked, bool whole, both *b)
{
    b->merged = (tacit_merged){
        .rows = ORIGINAL + masked, .original = ORIGINAL, .columns = COLUMNS, .column = b->column
    };
    for (size_t i = 0; i < ORIGINAL; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            b->code[j][i] = draw_level(rng, LEVELS[j]);
    for (size_t i = ORIGINAL; i < b->merged.rows; i++) {
        size_t from = (size_t)tacit_rng_below(rng, ORIGINAL);
        for (size_t j = 0; j < COLUMNS; j++) {
            b->code[j][i] = b->code[j][from];
            from = whole ? from : (size_t)tacit_rng_below(rng, ORIGINAL);
        }
    }
    for (size_t j = 0; j < COLUMNS; j++)
        b->column[j] =
            (tacit_merged_column){ .name = "x", .levels = LEVELS[j], .code = b->code[j] };
}

/* Ratios of logistic models with 8 coefficients: their mean is 1 and, as pMSE is chi-square with
 * 7 degrees of freedom, their standard deviation sqrt(2 / 7) = 0.535. */
static void check_logistic(tacit_ctx *cx, size_t masked)
{
    static both b;
    double ratio[ROUNDS];
    for (uint64_t k = 0; k < ROUNDS; k++) {
        tacit_rng rng = tacit_rng_seed(masked + k);
        tacit_propensity p;
        draw_both(&rng, masked, false, &b);
        assert_ok(cx, tacit_propensity_logistic(cx, &b.merged, false, &p));
        assert_int_equal(p.size, 8);
        ratio[k] = p.score.pmse / p.expected;
    }
    const tacit_moments m = tacit_moments_of(ratio, ROUNDS);
    assert_near(m.mean, 1.0, 5.0 * 0.535 / sqrt(ROUNDS));
    assert_near(m.sd, 0.535, 0.12);
}

static void test_logistic(void **state)
{
    check_logistic(*state, ORIGINAL);
    check_logistic(*state, 3 * ORIGINAL);
}

/* Ratios of trees.  The expectation is itself estimated, and rows drawn with replacement vary by
 * their cells, so a bias of 0.1 is allowed beside the error of the mean. */
static void check_trees(tacit_ctx *cx, size_t masked)
{
    static both b;
    double ratio[TREE_ROUNDS];
    tacit_propensity_trees trees = { .options = TACIT_PROPENSITY_OPTIONS, .permutations = 20 };
    trees.options.min_bucket = 20;
    trees.options.min_split = 60;
    for (uint64_t k = 0; k < TREE_ROUNDS; k++) {
        tacit_rng rng = tacit_rng_seed(masked + k);
        tacit_propensity p;
        trees.seed = k;
        draw_both(&rng, masked, true, &b);
        assert_ok(cx, tacit_propensity_tree(cx, &b.merged, &trees, &p));
        ratio[k] = p.score.pmse / p.expected;
    }
    const tacit_moments m = tacit_moments_of(ratio, TREE_ROUNDS);
    assert_near(m.mean, 1.0, 0.1 + 5.0 * m.sd / sqrt(TREE_ROUNDS));
    assert_true(m.sd < 0.5);
}

static void test_trees(void **state)
{
    check_trees(*state, ORIGINAL);
    check_trees(*state, 3 * ORIGINAL);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_logistic),
        with_context(test_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
