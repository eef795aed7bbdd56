/*
 * test_space.c - coordinates, codes and distances; common columns.  Cases by hand.
 */
#include "support/tables.h"

#include "micro/linkage/space_args.h"

/* The space of all common columns of two tables. */
static tacit_space space_of(tacit_ctx *cx, const tacit_table *a, const tacit_table *b,
                            tacit_space_spec spec)
{
    const tacit_common common = { .table_a = a, .table_b = b };
    tacit_space s;
    spec.table_a = a;
    spec.table_b = b;
    assert_ok(cx, tacit_common_columns(cx, &common, &spec.a, &spec.b));
    assert_ok(cx, tacit_space_of(cx, &spec, &s));
    return s;
}

static double distance(const tacit_space *s, size_t i, size_t j)
{
    return tacit_space_distance(s, &s->a, i, &s->b, j);
}

/* a: 1 3 5 has sd 2 and range 4; its median is 3, the deviations 2 0 2 have median 2. */
static void test_scaling(void **state)
{
    tacit_table *a = table_of(*state, "a:i,b:c", "1,x\n3,y\n5,x\n");
    tacit_table *b = table_of(*state, "a:r,b:c", "2.5,y\n11,z\n");
    tacit_space s = space_of(*state, a, b, (tacit_space_spec){ 0 });
    assert_int_equal(s.p, 1);
    assert_int_equal(s.q, 1);
    assert_near(distance(&s, 0, 0), 0.5625 + 1.0, 1e-15); /* (1.5 / 2)^2, x against y */
    assert_near(distance(&s, 1, 0), 0.0625, 1e-15);
    assert_near(distance(&s, 2, 1), 9.0 + 1.0, 1e-15);
    s = space_of(*state, a, b, (tacit_space_spec){ .scaling = TACIT_SCALING_RANGE });
    assert_near(distance(&s, 0, 0), 0.140625 + 1.0, 1e-15);
    s = space_of(*state, a, b, (tacit_space_spec){ .scaling = TACIT_SCALING_MAD });
    assert_near(distance(&s, 1, 0), 0.25 / (2 * 1.4826) / (2 * 1.4826), 1e-15);
    s = space_of(*state, a, b, (tacit_space_spec){ .scaling = TACIT_SCALING_NONE });
    assert_near(distance(&s, 2, 0), 6.25 + 1.0, 1e-15);
    s = space_of(*state, a, b, (tacit_space_spec){ .metric = TACIT_METRIC_GOWER });
    assert_near(distance(&s, 0, 0), (1.5 / 4.0 + 1.0) / 2.0, 1e-15);
    assert_near(distance(&s, 2, 1), (6.0 / 4.0 + 1.0) / 2.0, 1e-15); /* beyond the range */
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Constant columns have scale 1; MAD 0 falls back to the standard deviation. */
static void test_degenerate_scales(void **state)
{
    tacit_table *a = table_of(*state, "a:i,b:i", "7,0\n7,0\n7,0\n7,0\n7,5\n");
    tacit_table *b = table_of(*state, "a:i,b:i", "9,0\n,\n");
    tacit_space s = space_of(*state, a, b, (tacit_space_spec){ .scaling = TACIT_SCALING_MAD });
    assert_near(distance(&s, 0, 0), 4.0, 1e-15);
    assert_near(distance(&s, 4, 0), 4.0 + 5.0, 1e-14);   /* sd of b: sqrt 5 */
    s = space_of(*state, b, a, (tacit_space_spec){ 0 }); /* one value each: constant */
    assert_near(distance(&s, 0, 4), 4.0 + 25.0, 1e-14);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Missing against missing 0, against a value 1, in every kind of column and both metrics. */
static void test_missing(void **state)
{
    tacit_table *a = table_of(*state, "a:i,b:c,c:d", ",,\n1,x,2020-01-01\n3,y,2020-01-03\n");
    tacit_space s = space_of(*state, a, a, (tacit_space_spec){ 0 });
    assert_int_equal(s.p, 2);
    assert_near(distance(&s, 0, 0), 0.0, 0.0);
    assert_near(distance(&s, 0, 1), 3.0, 0.0);
    assert_near(distance(&s, 2, 0), 3.0, 0.0);
    s = space_of(*state, a, a, (tacit_space_spec){ .metric = TACIT_METRIC_GOWER });
    assert_near(distance(&s, 0, 2), 1.0, 0.0);
    assert_near(distance(&s, 1, 2), 1.0, 0.0);
    tacit_table_free(a);
}

/* Ordinal categories of both tables: 2 < 10 < high < low, so ranks 0, 1/3, 2/3, 1. */
static void test_ordinal(void **state)
{
    const bool ordinal[] = { true };
    tacit_table *a = table_of(*state, "a:c", "10\nlow\n2\n");
    tacit_table *b = table_of(*state, "a:c", "high\n\n10\n");
    tacit_space s = space_of(*state, a, b, (tacit_space_spec){ .ordinal = ordinal });
    assert_int_equal(s.p, 1);
    assert_int_equal(s.q, 0);
    assert_near(distance(&s, 0, 0), 1.0 / 9.0, 1e-15);
    assert_near(distance(&s, 1, 0), 1.0 / 9.0, 1e-15);
    assert_near(distance(&s, 2, 0), 4.0 / 9.0, 1e-15);
    assert_near(distance(&s, 1, 1), 1.0, 0.0);
    assert_near(distance(&s, 0, 2), 0.0, 0.0);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Texts are the same category in both tables whatever their codes are. */
static void test_codes(void **state)
{
    tacit_table *a = table_of(*state, "a:c", "p\nq\nr\n");
    tacit_table *b = table_of(*state, "a:c", "s\nr\nq\np\nt\n");
    const tacit_space s = space_of(*state, a, b, (tacit_space_spec){ 0 });
    static const size_t same[] = { 3, 2, 1 };
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 5; j++)
            assert_near(distance(&s, i, j), same[i] == j ? 0.0 : 1.0, 0.0);
    assert_true(s.b.code[0] != s.b.code[4]);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Numbers at the ends of the range give finite distances. */
static void test_huge(void **state)
{
    tacit_table *a = table_of(*state, "a:r", "1.7e308\n-1.7e308\n5e-324\n");
    tacit_table *b = table_of(*state, "a:r", "-1.7e308\n3\n");
    for (int scaling = TACIT_SCALING_SD; scaling <= TACIT_SCALING_NONE; scaling++) {
        const tacit_space s =
            space_of(*state, a, b, (tacit_space_spec){ .scaling = (tacit_scaling)scaling });
        assert_true(isfinite(distance(&s, 0, 0)) && distance(&s, 0, 0) > 0.0);
        assert_near(distance(&s, 1, 0), 0.0, 0.0);
    }
    tacit_table_free(a);
    tacit_table_free(b);
}

/* ---- common columns ---- */

static void assert_columns(const tacit_table *t, const tacit_select *s, const char *names)
{
    char text[256] = "";
    for (size_t c = 0; c < s->n; c++) {
        strncat(text, c == 0 ? "" : ",", sizeof text - strlen(text) - 1);
        strncat(text, tacit_column_name(tacit_table_column(t, s->at[c])),
                sizeof text - strlen(text) - 1);
    }
    assert_string_equal(text, names);
}

static void test_common(void **state)
{
    tacit_table *a = table_of(*state, "id:i,w:r,x:i,y:c,z:d,u:c", "1,1,1,a,2020-01-01,b\n");
    tacit_table *b = table_of(*state, "z:d,y:c,x:r,u:i,w:r,id:i,v:c", "2020-01-01,a,2,1,1,1,c\n");
    tacit_select left, right;
    tacit_table_set_roles(a, 0, TACIT_ROLE_IDENTIFIER);
    tacit_table_set_roles(a, 1, TACIT_ROLE_WEIGHT);
    tacit_common common = { .table_a = a, .table_b = b, .keys = true };
    assert_ok(*state, tacit_common_columns(*state, &common, &left, &right));
    assert_columns(a, &left, "x,y,z");
    assert_columns(b, &right, "x,y,z");
    tacit_table_set_roles(a, 3, TACIT_ROLE_KEY);
    assert_ok(*state, tacit_common_columns(*state, &common, &left, &right));
    assert_columns(b, &right, "y");
    common.keys = false;
    assert_ok(*state, tacit_common_columns(*state, &common, &left, &right));
    assert_columns(a, &left, "x,y,z");
    common.names = (const char *const[]){ "z", "id" };
    common.n = 2;
    assert_ok(*state, tacit_common_columns(*state, &common, &left, &right));
    assert_columns(a, &left, "id,z");
    assert_columns(b, &right, "id,z");
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_nothing_in_common(void **state)
{
    tacit_table *a = table_of(*state, "x:i,y:c", "1,a\n");
    tacit_table *b = table_of(*state, "x:c,z:c", "1,a\n");
    tacit_common common = { .table_a = a, .table_b = b };
    tacit_select left, right;
    assert_fails(*state, tacit_common_columns(*state, &common, &left, &right), TACIT_ERR_DATA,
                 "no column in common");
    common.n = 1;
    common.names = (const char *const[]){ "x" };
    assert_fails(*state, tacit_common_columns(*state, &common, &left, &right), TACIT_ERR_INPUT,
                 "integer in the first table and category in the second");
    common.names = (const char *const[]){ "y" };
    assert_fails(*state, tacit_common_columns(*state, &common, &left, &right), TACIT_ERR_INPUT,
                 "'y' is not in the second table");
    common.names = (const char *const[]){ "z" };
    assert_fails(*state, tacit_common_columns(*state, &common, &left, &right), TACIT_ERR_INPUT,
                 "'z' is not in the first table");
    tacit_table_free(a);
    tacit_table_free(b);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_scaling), with_context(test_degenerate_scales),
        with_context(test_missing), with_context(test_ordinal),
        with_context(test_codes),   with_context(test_huge),
        with_context(test_common),  with_context(test_nothing_in_common),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
