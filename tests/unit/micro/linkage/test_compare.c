/*
 * test_compare.c - comparison of columns: each distinct pair of values against the rule
 * itself, and the shares of levels against listed pairs.
 */
#include "support/tables.h"

#include "micro/linkage/compare.h"
#include "micro/linkage/strings.h"

/* Compare column 0 of two tables. */
static tacit_link_field compare(tacit_ctx *cx, const tacit_table *a, const tacit_table *b,
                                tacit_comparison how)
{
    tacit_link_field f;
    how.a = tacit_table_column(a, 0);
    how.b = tacit_table_column(b, 0);
    assert_ok(cx, tacit_compare_columns(cx, &how, &f));
    return f;
}

/* The levels of all pairs of rows, row by row, as digits. */
static void assert_levels(const tacit_link_field *f, size_t n_a, size_t n_b, const char *want)
{
    for (size_t i = 0; i < n_a; i++)
        for (size_t j = 0; j < n_b; j++)
            assert_int_equal(tacit_link_field_level(f, f->a[i], f->b[j]), want[i * n_b + j] - '0');
}

static void test_equal_texts_of_two_dictionaries(void **state)
{
    tacit_table *a = table_of(*state, "x:c", "red\nblue\n\ngreen\n");
    tacit_table *b = table_of(*state, "x:c", "blue\nblack\nred\n\n");
    const tacit_link_field f = compare(*state, a, b, (tacit_comparison){ 0 });
    assert_true(f.exact);
    assert_int_equal(f.levels, 2);
    assert_levels(&f, 4, 4,
                  "0012"
                  "1002"
                  "2222"
                  "0002");
    tacit_table_free(a);
    tacit_table_free(b);
}

/* 1 and 1.0 are equal whether they are whole or real. */
static void test_numbers_are_equal_by_value(void **state)
{
    tacit_table *a = table_of(*state, "x:i", "1\n2\n3\n");
    tacit_table *b = table_of(*state, "x:r", "3\n1.5\n1\n-0\n");
    const tacit_link_field f = compare(*state, a, b, (tacit_comparison){ 0 });
    assert_levels(&f, 3, 4,
                  "0010"
                  "0000"
                  "1000");
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Bounds 1 and 3, ends included: level 2 within 1, level 1 within 3. */
static void test_tolerances_nest(void **state)
{
    const double bound[] = { 1.0, 3.0 };
    tacit_table *a = table_of(*state, "x:i", "10\n14\n\n");
    tacit_table *b = table_of(*state, "x:i", "11\n7\n6\n13\n");
    const tacit_link_field f = compare(
        *state, a, b, (tacit_comparison){ .how = TACIT_COMPARE_NUMBER, .n = 2, .bound = bound });
    assert_int_equal(f.levels, 3);
    assert_levels(&f, 3, 4,
                  "2101"
                  "1002"
                  "3333");
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_dates_differ_by_days(void **state)
{
    const double bound[] = { 0.0, 31.0 };
    tacit_table *a = table_of(*state, "x:d", "2000-01-31\n");
    tacit_table *b = table_of(*state, "x:d", "2000-01-31\n2000-03-02\n2000-03-03\n");
    const tacit_link_field f = compare(
        *state, a, b, (tacit_comparison){ .how = TACIT_COMPARE_DATE, .n = 2, .bound = bound });
    assert_levels(&f, 1, 3, "210"); /* 2000 was a leap year: 31 and 32 days */
    tacit_table_free(a);
    tacit_table_free(b);
}

/* MASSEY, MASSIE 0.933; JONES, JOHNSON 0.832; MUELLER, MUELER 0.971 (Winkler 1994 and by
 * hand).  Edits: 2, 4, 1; with MASSYE exchanged neighbours are one. */
static void test_texts_that_are_alike(void **state)
{
    const double similar[] = { 0.95, 0.9 }, edits[] = { 1.0, 2.0 };
    tacit_table *a = table_of(*state, "x:c", "MASSEY\nJONES\nMUELLER\n");
    tacit_table *b = table_of(*state, "x:c", "MASSIE\nJOHNSON\nMUELER\nJONES\nMASSYE\n");
    tacit_comparison c = { .how = TACIT_COMPARE_JARO_WINKLER, .n = 2, .bound = similar };
    tacit_link_field f = compare(*state, a, b, c);
    assert_int_equal(f.levels, 4);
    assert_levels(&f, 3, 5,
                  "10002"
                  "00030"
                  "00200");
    c = (tacit_comparison){ .how = TACIT_COMPARE_LEVENSHTEIN, .n = 2, .bound = edits };
    f = compare(*state, a, b, c);
    assert_levels(&f, 3, 5,
                  "10001"
                  "00030"
                  "00200");
    c.how = TACIT_COMPARE_DAMERAU;
    f = compare(*state, a, b, c);
    assert_levels(&f, 3, 5,
                  "10002"
                  "00030"
                  "00200");
    f = compare(*state, a, b, (tacit_comparison){ .how = TACIT_COMPARE_SOUNDEX });
    assert_levels(&f, 3, 5,
                  "10001"
                  "00020"
                  "00100"); /* M200, J520 and J525, M460 */
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_wrong_types_and_bounds_are_refused(void **state)
{
    const double bound[] = { 2.0, 1.0 };
    tacit_table *t = table_of(*state, "x:i,y:c,z:d", "1,a,2000-01-01\n");
    const tacit_column *x = tacit_table_column(t, 0), *y = tacit_table_column(t, 1);
    tacit_link_field f;
    tacit_comparison c = { .a = x, .b = y };
    assert_fails(*state, tacit_compare_columns(*state, &c, &f), TACIT_ERR_INPUT, "'x'");
    c = (tacit_comparison){ .a = x, .b = x, .how = TACIT_COMPARE_SOUNDEX };
    assert_fails(*state, tacit_compare_columns(*state, &c, &f), TACIT_ERR_INPUT, "soundex");
    c = (tacit_comparison){ .a = y, .b = y, .how = TACIT_COMPARE_NUMBER, .n = 1, .bound = bound };
    assert_fails(*state, tacit_compare_columns(*state, &c, &f), TACIT_ERR_INPUT, "number");
    c = (tacit_comparison){ .a = x, .b = x, .how = TACIT_COMPARE_NUMBER, .n = 2, .bound = bound };
    assert_fails(*state, tacit_compare_columns(*state, &c, &f), TACIT_ERR_INPUT, "strictest");
    c.n = 0;
    assert_fails(*state, tacit_compare_columns(*state, &c, &f), TACIT_ERR_INPUT, "1 to 6 bounds");
    tacit_table_free(t);
}

/* Standard deviation of 0, 2, 4 is 2; a constant column is compared exactly. */
static void test_tolerance_in_standard_deviations(void **state)
{
    const double half[] = { 0.5 };
    tacit_table *a = table_of(*state, "x:i,y:i", "0,7\n2,7\n4,7\n");
    tacit_table *b = table_of(*state, "x:r,y:r", "1,7\n1.01,7.1\n9,7\n");
    tacit_near_spec spec = { .n = 1, .tolerance = half };
    tacit_link_field f;
    spec.a = spec.scale = tacit_table_column(a, 0);
    spec.b = tacit_table_column(b, 0);
    assert_ok(*state, tacit_compare_near(*state, &spec, &f));
    assert_levels(&f, 3, 3,
                  "100"
                  "110"
                  "000");
    spec.a = spec.scale = tacit_table_column(a, 1);
    spec.b = tacit_table_column(b, 1);
    assert_ok(*state, tacit_compare_near(*state, &spec, &f));
    assert_levels(&f, 3, 3,
                  "101"
                  "101"
                  "101");
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Shares of levels on random columns, across and within, by listing pairs. */
static void test_shares_are_those_of_listed_pairs(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(3);
    const double bound[] = { 1.0, 2.5, 6.0 };
    for (int round = 0; round < 500; round++) {
        double x[2][20], seen[TACIT_LEVELS_MAX + 1] = { 0 }, total = 0.0, share[TACIT_LEVELS_MAX];
        uint64_t valid[2] = { tacit_rng_bits(&rng) | tacit_rng_bits(&rng), UINT64_MAX };
        tacit_column *c[2];
        const bool within = round % 2 == 0;
        for (size_t s = 0; s < 2; s++) {
            tacit_builder *b = NULL;
            for (size_t i = 0; i < 20; i++)
                x[s][i] = (double)tacit_rng_below(&rng, 15);
            assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_REAL, 20, &b));
            assert_ok(cx, tacit_builder_reals(cx, b, x[s], &valid[s], 20));
            assert_ok(cx, tacit_builder_finish(cx, b, &c[s]));
        }
        const tacit_comparison how = { c[0], c[within ? 0 : 1], TACIT_COMPARE_NUMBER, 3, bound };
        tacit_link_field f;
        assert_ok(cx, tacit_compare_columns(cx, &how, &f));
        const tacit_pattern_pairs pairs = { 20, 20, within, 1, &f };
        for (size_t i = 0; i < 20; i++)
            for (size_t j = within ? i + 1 : 0; j < 20; j++) {
                const uint8_t l = tacit_link_field_level(&f, f.a[i], f.b[j]);
                seen[l] += 1.0;
                total += l < f.levels;
            }
        assert_ok(cx, tacit_link_field_shares(cx, &pairs, &f, share));
        for (uint8_t l = 0; l < f.levels; l++)
            assert_near(share[l], seen[l] / total, 1e-12);
        tacit_column_free(c[0]);
        tacit_column_free(c[1]);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_equal_texts_of_two_dictionaries),
        with_context(test_numbers_are_equal_by_value),
        with_context(test_tolerances_nest),
        with_context(test_dates_differ_by_days),
        with_context(test_texts_that_are_alike),
        with_context(test_wrong_types_and_bounds_are_refused),
        with_context(test_tolerance_in_standard_deviations),
        with_context(test_shares_are_those_of_listed_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
