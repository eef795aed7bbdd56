/*
 * test_values.c - the distinct values of a column.
 *
 * Provenance: the small cases are counted by hand; the random ones are checked against a
 * direct O(n^2) numbering.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "table/values.h"
#include "support/group.h"

static tacit_column *finish(tacit_ctx *cx, tacit_builder *b)
{
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    return c;
}

static tacit_builder *start(tacit_ctx *cx, tacit_type type)
{
    tacit_builder *b = NULL;
    assert_int_equal(tacit_builder_new(cx, "x", type, 0, &b), TACIT_OK);
    return b;
}

static void add_text(tacit_ctx *cx, tacit_builder *b, const char *text, size_t n)
{
    assert_int_equal(tacit_builder_text(cx, b, text, n), TACIT_OK);
}

static void test_category(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_dict *dict = NULL;
    uint32_t code = 0;
    assert_int_equal(tacit_dict_new(cx, &dict), TACIT_OK);
    assert_int_equal(tacit_dict_add(cx, dict, "a", 1, &code), TACIT_OK);
    assert_int_equal(tacit_dict_add(cx, dict, "unused", 6, &code), TACIT_OK);
    assert_int_equal(tacit_dict_add(cx, dict, "b", 1, &code), TACIT_OK);
    const uint32_t codes[] = { 2, 0, 2, 1, 2 };
    const uint64_t valid = 0x17; /* row 4, the only one with code 1, is missing */
    tacit_builder *b = start(cx, TACIT_TYPE_CATEGORY);
    assert_int_equal(tacit_builder_codes(cx, b, dict, codes, &valid, 5), TACIT_OK);
    tacit_column *c = finish(cx, b);

    tacit_values v;
    assert_int_equal(tacit_values_of(cx, c, &v), TACIT_OK);
    uint32_t distinct = 0;
    assert_int_equal(tacit_values_count(cx, c, &distinct), TACIT_OK);
    assert_int_equal(distinct, 2);
    assert_int_equal(v.n, 2); /* the unused text, and that of the missing cell, are left out */
    const uint32_t of[] = { 1, 0, 1, 2, 1 };
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(v.of[i], of[i]);
    assert_int_equal(v.row[0], 1);
    assert_int_equal(v.row[1], 0);
    assert_int_equal(v.count[0], 1);
    assert_int_equal(v.count[1], 3);
    tacit_column_free(c);
    tacit_dict_free(dict);
    tacit_ctx_free(cx);
}

/* Every text of the dictionary occurs, and the column goes before its values do. */
static void test_column_gone(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_builder *b = start(cx, TACIT_TYPE_CATEGORY);
    tacit_values v;
    add_text(cx, b, "b", 1);
    add_text(cx, b, "a", 1);
    add_text(cx, b, "b", 1);
    tacit_column *c = finish(cx, b);
    assert_int_equal(tacit_values_of(cx, c, &v), TACIT_OK);
    tacit_column_free(c);
    assert_int_equal(v.n, 2);
    assert_int_equal(v.of[0], 0);
    assert_int_equal(v.of[1], 1);
    assert_int_equal(v.of[2], 0);
    assert_int_equal(v.row[1], 1);
    assert_int_equal(v.count[0], 2);
    tacit_ctx_free(cx);
}

static void test_zeros(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const double x[] = { 2.385, -0.0, 0.0, -7.5 };
    tacit_builder *b = start(cx, TACIT_TYPE_REAL);
    assert_int_equal(tacit_builder_reals(cx, b, x, NULL, 4), TACIT_OK);
    tacit_column *c = finish(cx, b);
    tacit_values v;
    assert_int_equal(tacit_values_of(cx, c, &v), TACIT_OK);
    const uint32_t of[] = { 2, 1, 1, 0 };
    assert_int_equal(v.n, 3);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(v.of[i], of[i]);
    assert_int_equal(v.row[1], 1);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_nothing(void **state)
{
    (void)state;
    static const tacit_type types[] = { TACIT_TYPE_INTEGER, TACIT_TYPE_REAL, TACIT_TYPE_CATEGORY,
                                        TACIT_TYPE_DATE };
    tacit_ctx *cx = tacit_ctx_new();
    for (size_t t = 0; t < 4; t++)
        for (size_t rows = 0; rows < 3; rows++) {
            tacit_builder *b = start(cx, types[t]);
            for (size_t i = 0; i < rows; i++)
                assert_int_equal(tacit_builder_missing(cx, b), TACIT_OK);
            tacit_column *c = finish(cx, b);
            tacit_values v;
            assert_int_equal(tacit_values_of(cx, c, &v), TACIT_OK);
            assert_int_equal(v.n, 0);
            uint32_t distinct = 1;
            assert_int_equal(tacit_values_count(cx, c, &distinct), TACIT_OK);
            assert_int_equal(distinct, 0);
            for (size_t i = 0; i < rows; i++)
                assert_int_equal(v.of[i], 0);
            tacit_column_free(c);
        }
    tacit_ctx_free(cx);
}

/* Whether cell a comes before cell b in the order of numbering. */
static bool is_before(const tacit_column *c, size_t a, size_t b)
{
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
        return tacit_column_codes(c)[a] < tacit_column_codes(c)[b];
    if (tacit_column_type(c) == TACIT_TYPE_INTEGER)
        return tacit_column_integers(c)[a] < tacit_column_integers(c)[b];
    return tacit_column_number(c, a) < tacit_column_number(c, b);
}

static bool is_same(const tacit_column *c, size_t a, size_t b)
{
    return !is_before(c, a, b) && !is_before(c, b, a);
}

/* Check one row against a direct count over all rows. */
static void check_row(const tacit_column *c, const tacit_values *v, size_t i)
{
    if (tacit_column_is_missing(c, i)) {
        assert_int_equal(v->of[i], v->n);
        return;
    }
    const size_t rows = tacit_column_length(c);
    size_t lower = 0, same = 0, first = rows;
    for (size_t k = 0; k < rows; k++) {
        if (tacit_column_is_missing(c, k))
            continue;
        bool fresh = true; /* the first row with its value */
        for (size_t e = 0; e < k && fresh; e++)
            fresh = tacit_column_is_missing(c, e) || !is_same(c, e, k);
        lower += fresh && is_before(c, k, i);
        same += is_same(c, k, i);
        first = first == rows && is_same(c, k, i) ? k : first;
    }
    assert_int_equal(v->of[i], lower);
    assert_int_equal(v->count[lower], same);
    assert_int_equal(v->row[lower], first);
}

static void add_random(tacit_ctx *cx, tacit_builder *b, tacit_type type, uint64_t spread,
                       tacit_rng *rng)
{
    const int64_t x = (int64_t)(tacit_rng_below(rng, 60) * spread) - (int64_t)(20 * spread);
    if (tacit_rng_below(rng, 7) == 0) {
        assert_int_equal(tacit_builder_missing(cx, b), TACIT_OK);
    } else if (type == TACIT_TYPE_INTEGER) {
        assert_int_equal(tacit_builder_integers(cx, b, &x, NULL, 1), TACIT_OK);
    } else if (type == TACIT_TYPE_REAL) {
        const double y = (double)x / 3.0;
        assert_int_equal(tacit_builder_reals(cx, b, &y, NULL, 1), TACIT_OK);
    } else if (type == TACIT_TYPE_DATE) {
        const int32_t day = (int32_t)(x % 40000);
        assert_int_equal(tacit_builder_dates(cx, b, &day, NULL, 1), TACIT_OK);
    } else {
        const char text[] = { (char)('a' + (x % 13 + 13) % 13), '\0' };
        add_text(cx, b, text, 1);
    }
}

/* Rows that are alone with their value, against the counts of all values. */
static void check_single(tacit_ctx *cx, const tacit_column *c, const tacit_values *v)
{
    uint64_t single = 0, expected = 0;
    for (uint32_t k = 0; k < v->n; k++)
        expected += v->count[k] == 1;
    assert_int_equal(tacit_values_single(cx, c, &single), TACIT_OK);
    assert_int_equal(single, expected);
}

/* So many values that they are dealt to parts: all distinct, some twice, and one of them often. */
static void test_many_values(void **state)
{
    (void)state;
    enum { ROWS = 30000 };
    static const uint64_t kinds[] = { 2100, 20000, UINT64_C(1) << 60 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(7);
    for (size_t k = 0; k < 6; k++) {
        tacit_builder *b = start(cx, k < 3 ? TACIT_TYPE_REAL : TACIT_TYPE_INTEGER);
        for (size_t i = 0; i < ROWS; i++) {
            const uint64_t draw =
                i % 3 == 0 && k % 3 == 1 ? 5 : tacit_rng_below(&rng, kinds[k % 3]);
            const int64_t whole = (int64_t)(draw * UINT64_C(0x9e3779b97f4a7c15));
            const double real = (double)draw / 7.0;
            if (i % 11 == 0)
                assert_int_equal(tacit_builder_missing(cx, b), TACIT_OK);
            else if (k < 3)
                assert_int_equal(tacit_builder_reals(cx, b, &real, NULL, 1), TACIT_OK);
            else
                assert_int_equal(tacit_builder_integers(cx, b, &whole, NULL, 1), TACIT_OK);
        }
        tacit_column *c = finish(cx, b);
        tacit_values v;
        uint32_t distinct = 0;
        assert_int_equal(tacit_values_of(cx, c, &v), TACIT_OK);
        assert_int_equal(tacit_values_count(cx, c, &distinct), TACIT_OK);
        assert_int_equal(distinct, v.n);
        assert_true(distinct > 2048);
        check_single(cx, c, &v);
        tacit_column_free(c);
    }
    tacit_ctx_free(cx);
}

static void test_against_direct_numbering(void **state)
{
    (void)state;
    static const tacit_type types[] = { TACIT_TYPE_INTEGER, TACIT_TYPE_REAL, TACIT_TYPE_CATEGORY,
                                        TACIT_TYPE_DATE };
    static const uint64_t spreads[] = { 1, 9999, 1000003, UINT64_C(150000000000000000) };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(20240229);
    for (size_t t = 0; t < 4; t++)
        for (size_t s = 0; s < 4; s++) {
            tacit_builder *b = start(cx, types[t]);
            const size_t rows = 1 + tacit_rng_below(&rng, 120);
            for (size_t i = 0; i < rows; i++)
                add_random(cx, b, types[t], spreads[s], &rng);
            tacit_column *c = finish(cx, b);
            tacit_values v;
            assert_int_equal(tacit_values_of(cx, c, &v), TACIT_OK);
            uint32_t distinct = 0;
            assert_int_equal(tacit_values_count(cx, c, &distinct), TACIT_OK);
            assert_int_equal(distinct, v.n);
            check_single(cx, c, &v);
            for (size_t i = 0; i < rows; i++)
                check_row(c, &v, i);
            tacit_column_free(c);
        }
    tacit_ctx_free(cx);
}

static void test_extreme_integers(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const int64_t x[] = { INT64_MAX, INT64_MIN, 0, INT64_MAX - 1, INT64_MIN };
    tacit_builder *b = start(cx, TACIT_TYPE_INTEGER);
    assert_int_equal(tacit_builder_integers(cx, b, x, NULL, 5), TACIT_OK);
    tacit_column *c = finish(cx, b);
    tacit_values v;
    assert_int_equal(tacit_values_of(cx, c, &v), TACIT_OK);
    const uint32_t of[] = { 3, 0, 1, 2, 0 };
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(v.of[i], of[i]);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_category),
        cmocka_unit_test(test_column_gone),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_against_direct_numbering),
        cmocka_unit_test(test_extreme_integers),
        cmocka_unit_test(test_many_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
