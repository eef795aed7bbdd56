/*
 * test_frequency.c - sdcMicro's rule and the strict rule for missing keys against a look at
 * every pair of rows.
 *
 * 3000 random tables of up to 40 rows and 6 keys with many missing values, with weights or
 * counts, for random alphas.
 */
#include "support/measures.h"

#include "micro/classes/frequency.h"

/* How many keys of row i are missing. */
static size_t gaps_of(const tacit_table *t, size_t keys, size_t i)
{
    size_t n = 0;
    for (size_t j = 0; j < keys; j++)
        n += tacit_column_is_missing(tacit_table_column(t, j), i);
    return n;
}

typedef struct likeness {
    bool same, compatible;
} likeness;

static likeness compare(const tacit_table *t, size_t keys, size_t i, size_t k)
{
    likeness l = { true, true };
    for (size_t j = 0; j < keys; j++) {
        const tacit_column *c = tacit_table_column(t, j);
        const bool a = tacit_column_is_missing(c, i), b = tacit_column_is_missing(c, k);
        char x[32], y[32];
        const bool equal = strcmp(tacit_column_text(c, i, x), tacit_column_text(c, k, y)) == 0;
        l.same &= a == b && equal;
        l.compatible &= a || b || equal;
    }
    return l;
}

/* What row k counts for row i, from the definition. */
static double share(const tacit_table *t, size_t keys, size_t i, size_t k, double alpha)
{
    const likeness l = compare(t, keys, i, k);
    const size_t to = gaps_of(t, keys, i), from = gaps_of(t, keys, k);
    if (l.same || to == keys)
        return 1.0;
    if (!l.compatible)
        return 0.0;
    if (to == 0)
        return from == keys && keys > 1 ? 0.0 : alpha;
    return from == 0 ? 1.0 : alpha;
}

/* Whether row k has all values that row i shows. */
static bool shows(const tacit_table *t, size_t keys, size_t i, size_t k)
{
    for (size_t j = 0; j < keys; j++) {
        const tacit_column *c = tacit_table_column(t, j);
        char x[32], y[32];
        if (!tacit_column_is_missing(c, i) &&
            (tacit_column_is_missing(c, k) ||
             strcmp(tacit_column_text(c, i, x), tacit_column_text(c, k, y)) != 0))
            return false;
    }
    return true;
}

/* The strict rule from its definition. */
static void check_strict(tacit_ctx *cx, const tacit_table *t, size_t keys)
{
    tacit_subject *s = NULL;
    tacit_frequencies at = { 0 };
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_frequencies_of(cx, s, TACIT_FREQUENCY_STRICT, 0.5, &at));
    const double *weight = tacit_column_reals(tacit_table_column(t, keys));
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        double f = 0.0, F = 0.0;
        for (size_t k = 0; k < tacit_table_rows(t); k++) {
            f += shows(t, keys, i, k);
            F += shows(t, keys, i, k) ? weight[k] : 0.0;
        }
        assert_near(at.f[at.classes->of_row[i]], f, 1e-9);
        assert_near(at.F[at.classes->of_row[i]], F, 1e-9);
    }
    tacit_subject_free(s);
}

static void check_table(tacit_ctx *cx, const tacit_table *t, size_t keys, double alpha)
{
    tacit_subject *s = NULL;
    tacit_frequencies at = { 0 };
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_frequencies_of(cx, s, TACIT_FREQUENCY_SDCMICRO, alpha, &at));
    const double *weight = tacit_column_reals(tacit_table_column(t, keys));
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        double f = 0.0, F = 0.0;
        for (size_t k = 0; k < tacit_table_rows(t); k++) {
            f += share(t, keys, i, k, alpha);
            F += share(t, keys, i, k, alpha) * weight[k];
        }
        assert_near(at.f[at.classes->of_row[i]], f, 1e-9);
        assert_near(at.F[at.classes->of_row[i]], F, 1e-9);
    }
    tacit_subject_free(s);
}

static void test_small_tables(void **state)
{
    static const char *const columns[] = { "a:c,w:r", "a:i,b:c,w:r", "a:c,b:d,c:i,w:r",
                                           "a:c,b:c,c:i,d:r,e:d,f:c,w:r" };
    static const size_t keys[] = { 1, 2, 3, 6 };
    tacit_rng rng = tacit_rng_seed(61);
    for (int round = 0; round < 3000; round++) {
        const size_t mark = tacit_scratch_mark(*state), pick = tacit_rng_below(&rng, 4);
        tacit_table *t = random_table(*state, &rng, columns[pick], 1 + tacit_rng_below(&rng, 40),
                                      1 + tacit_rng_below(&rng, 4), 0.6 * tacit_rng_uniform(&rng));
        double *w = NULL;
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        assert_ok(*state, tacit_scratch(*state, tacit_table_rows(t), sizeof *w, &w));
        for (size_t i = 0; i < tacit_table_rows(t); i++)
            w[i] = 1.0 + (double)tacit_rng_below(&rng, 400) / 4.0;
        assert_ok(*state, tacit_builder_new(*state, "w", TACIT_TYPE_REAL, 0, &b));
        assert_ok(*state, tacit_builder_reals(*state, b, w, NULL, tacit_table_rows(t)));
        assert_ok(*state, tacit_builder_finish(*state, b, &c));
        tacit_table_replace(t, keys[pick], c);
        with_keys(t, keys[pick]);
        tacit_table_set_roles(t, keys[pick], TACIT_ROLE_WEIGHT);
        check_table(*state, t, keys[pick],
                    round % 3 == 0 ? 1.0 : (double)tacit_rng_below(&rng, 8) / 8.0);
        check_strict(*state, t, keys[pick]);
        tacit_table_free(t);
        tacit_scratch_release(*state, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_small_tables) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
