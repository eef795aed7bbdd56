/*
 * test_classes.c - equivalence classes of small tables by hand, subjects, odd shapes.
 *
 * Provenance: the eight records under the wildcard rule are matched by hand below.  The
 * random comparison is in tests/oracle/test_classes.c.
 */
#include "support/tables.h"

#include "micro/classes/subject.h"

static tacit_classes *class_by(tacit_ctx *cx, const tacit_table *t, size_t n_keys,
                               tacit_missing_rule rule)
{
    static const size_t at[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    const tacit_class_spec spec = { .keys = { n_keys, at },
                                    .count = tacit_table_find(t, TACIT_COUNT),
                                    .weight = tacit_table_find(t, "w"),
                                    .missing = rule };
    tacit_classes *c = NULL;
    assert_ok(cx, tacit_classes_new(cx, t, &spec, &c));
    return c;
}

static void test_category(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t =
        table_of(cx, "sex:c,age:i,w:r", "m,30,1.5\nf,30,2\nm,30,3\nm,,4\nm,,8\nf,31,16\n");
    tacit_classes *c = class_by(cx, t, 2, TACIT_MISSING_CATEGORY);
    const uint64_t size[] = { 2, 1, 2, 2, 2, 1 }; /* of each row's class */
    const size_t first[] = { 0, 1, 0, 3, 3, 5 };
    const double weight[] = { 4.5, 2.0, 4.5, 12.0, 12.0, 16.0 };
    assert_int_equal(c->n, 4);
    assert_int_equal(c->rows, 6);
    assert_int_equal(c->records, 6);
    for (size_t i = 0; i < 6; i++) {
        const size_t g = c->of_row[i];
        assert_int_equal(c->size[g], size[i]);
        assert_int_equal(c->row[g], first[i]);
        assert_near(c->weight[g], weight[i], 0.0);
    }
    assert_ptr_equal(c->match, c->size);
    const tacit_below none = tacit_classes_below(c, 1), some = tacit_classes_below(c, 2);
    assert_int_equal(none.records + none.classes, 0);
    assert_int_equal(some.records, 2);
    assert_int_equal(some.classes, 2);
    assert_int_equal(tacit_classes_below(c, 3).records, 6);
    tacit_classes_free(c);
    tacit_classes_free(NULL);
    tacit_table_free(t);
}

/* 1 (a,x) 2 (a,x) 3 (a,y) 4 (a,-) 5 (-,x) 6 (-,-) 7 (b,z) 8 (b,-): who matches whom
 * 1, 2: 1 2 4 5 6; 3: 3 4 6; 4: 1 2 3 4 5 6; 5: 1 2 4 5 6 8; 6: all; 7: 6 7 8; 8: 5 6 7 8 */
static void test_wildcard(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t =
        table_of(cx, "p:c,q:c,w:r", "a,x,1\na,x,2\na,y,4\na,,8\n,x,16\n,,32\nb,z,64\nb,,128\n");
    const uint64_t match[] = { 5, 5, 3, 6, 6, 8, 3, 4 };
    const double weight[] = { 59, 59, 44, 63, 187, 255, 224, 240 };
    tacit_classes *c = class_by(cx, t, 2, TACIT_MISSING_WILDCARD);
    assert_int_equal(c->n, 7);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(c->match[c->of_row[i]], match[i]);
        assert_near(c->match_weight[c->of_row[i]], weight[i], 0.0);
        assert_int_equal(c->size[c->of_row[i]], i < 2 ? 2 : 1);
    }
    assert_int_equal(tacit_classes_below(c, 4).records, 2);
    tacit_classes_free(c);
    tacit_table_free(t);
}

static void test_histogram(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "sex:c," TACIT_COUNT ":i", "m,5\nf,1\nm,2\n,7\n");
    tacit_classes *c = class_by(cx, t, 1, TACIT_MISSING_WILDCARD);
    assert_int_equal(c->n, 3);
    assert_int_equal(c->rows, 4);
    assert_int_equal(c->records, 15);
    assert_int_equal(c->size[c->of_row[0]], 7);
    assert_int_equal(c->match[c->of_row[0]], 14);
    assert_int_equal(c->match[c->of_row[1]], 8);
    assert_int_equal(c->match[c->of_row[3]], 15);
    assert_null(c->weight);
    tacit_classes_free(c);
    tacit_table_free(t);
}

static void test_odd_shapes(void **state)
{
    tacit_ctx *cx = *state;
    for (int rule = 0; rule < 2; rule++) {
        tacit_table *t = table_of(cx, "a:c,b:i,c:r,d:d", "");
        tacit_classes *c = class_by(cx, t, 4, (tacit_missing_rule)rule);
        assert_int_equal(c->n, 0);
        assert_int_equal(c->records, 0);
        tacit_classes_free(c);
        tacit_table_free(t);
        t = table_of(cx, "a:c,b:i,c:r,d:d", ",,,\n,,,\n,,,\n"); /* nothing but missing */
        c = class_by(cx, t, 4, (tacit_missing_rule)rule);
        assert_int_equal(c->n, 1);
        assert_int_equal(c->match[0], 3);
        tacit_classes_free(c);
        c = class_by(cx, t, 0, (tacit_missing_rule)rule); /* no keys: all alike */
        assert_int_equal(c->n, 1);
        assert_int_equal(c->size[0], 3);
        tacit_classes_free(c);
        tacit_table_free(t);
    }
}

static void test_extreme_numbers(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    const int64_t x[] = { INT64_MIN, INT64_MAX, 0, INT64_MIN, INT64_MAX, -1 };
    const double y[] = { -0.0, 0.0, 1e300, 0.0, -0.0, 5e-324 };
    tacit_builder *b[2] = { NULL };
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_INTEGER, 0, &b[0]));
    assert_ok(cx, tacit_builder_new(cx, "y", TACIT_TYPE_REAL, 0, &b[1]));
    assert_ok(cx, tacit_builder_integers(cx, b[0], x, NULL, 6));
    assert_ok(cx, tacit_builder_reals(cx, b[1], y, NULL, 6));
    t = finish_columns(cx, b, 2, 6);
    tacit_classes *c = class_by(cx, t, 2, TACIT_MISSING_CATEGORY);
    assert_int_equal(c->n, 4); /* -0 is 0 */
    assert_int_equal(c->of_row[0], c->of_row[3]);
    assert_int_equal(c->of_row[1], c->of_row[4]);
    tacit_classes_free(c);
    tacit_table_free(t);
}

static void test_too_many_wildcards(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "x:c", "\na\n");
    size_t at[70] = { 0 };
    const tacit_class_spec spec = {
        .keys = { 70, at }, .count = 1, .weight = 1, .missing = TACIT_MISSING_WILDCARD
    };
    tacit_classes *c = NULL;
    assert_fails(cx, tacit_classes_new(cx, t, &spec, &c), TACIT_ERR_INPUT, "at most 64 keys");
    tacit_table_free(t);
}

/* ---- subjects ---- */

static void check_weights(tacit_ctx *cx, const char *columns, const char *rows, const char *part)
{
    tacit_table *t = table_of(cx, columns, rows);
    tacit_subject *s = NULL;
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    assert_fails(cx, tacit_subject_new(cx, t, &s), TACIT_ERR_DATA, part);
    assert_message(cx, "'pay'");
    assert_null(s);
    tacit_table_free(t);
}

static void test_bad_weights(void **state)
{
    check_weights(*state, "k:c,pay:c", "a,1\n", "holds no numbers");
    check_weights(*state, "k:c,pay:r", "a,1\nb,\nc,\n", "2 missing values");
    check_weights(*state, "k:c,pay:i", "a,1\nb,-4711\nc,0\n", "2 values that are zero or negative");
    assert_untold(*state, "4711");
}

static void test_subject(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "sex:c,age:i,ill:c,w:r", "m,30,flu,2\nf,,cold,3\n");
    tacit_subject *s = NULL;
    const tacit_classes *a = NULL, *b = NULL, *c = NULL;
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 1, TACIT_ROLE_KEY | TACIT_ROLE_STRATA);
    tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
    tacit_table_set_roles(t, 3, TACIT_ROLE_WEIGHT);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ptr_equal(tacit_subject_table(s), t);
    assert_int_equal(tacit_subject_records(s), 2);
    assert_int_equal(tacit_subject_keys(s)->n, 2);
    assert_int_equal(tacit_subject_keys(s)->at[1], 1);
    assert_int_equal(tacit_subject_sensitive(s)->at[0], 2);
    assert_true(tacit_subject_has_rows(s) && tacit_subject_has_weight(s));
    assert_ok(cx, tacit_subject_check(cx, s, "demo", 15));
    assert_ok(cx, tacit_subject_classes(cx, s, TACIT_MISSING_CATEGORY, &a));
    assert_ok(cx, tacit_subject_classes(cx, s, TACIT_MISSING_CATEGORY, &b));
    assert_ok(cx, tacit_subject_classes(cx, s, TACIT_MISSING_WILDCARD, &c));
    assert_ptr_equal(a, b); /* made once */
    assert_ptr_not_equal(a, c);
    assert_near(a->weight[a->of_row[0]], 2.0, 0.0);
    tacit_subject_free(s);
    tacit_subject_free(NULL);
    tacit_table_free(t);
}

static void test_needs(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "x:c," TACIT_COUNT ":i," TACIT_WEIGHT ":r", "a,3,4.5\nb,2,1\n");
    tacit_subject *s = NULL;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_int_equal(tacit_subject_records(s), 5);
    assert_true(tacit_subject_has_weight(s));
    assert_fails(cx, tacit_subject_check(cx, s, "demo", TACIT_NEEDS_KEYS), TACIT_ERR_INPUT,
                 "'demo' needs key columns");
    assert_fails(cx, tacit_subject_check(cx, s, "demo", TACIT_NEEDS_SENSITIVE), TACIT_ERR_INPUT,
                 "sensitive");
    assert_fails(cx, tacit_subject_check(cx, s, "demo", TACIT_NEEDS_ROWS), TACIT_ERR_INPUT,
                 "records themselves");
    assert_ok(cx, tacit_subject_check(cx, s, "demo", TACIT_NEEDS_WEIGHT));
    tacit_subject_free(s);
    tacit_table_free(t);
    t = table_of(cx, "x:c", "");
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_fails(cx, tacit_subject_check(cx, s, "demo", TACIT_NEEDS_WEIGHT), TACIT_ERR_INPUT,
                 "weight");
    assert_fails(cx, tacit_subject_check(cx, s, "demo", 0), TACIT_ERR_DATA, "no records");
    tacit_subject_free(s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_category),        with_context(test_wildcard),
        with_context(test_histogram),       with_context(test_odd_shapes),
        with_context(test_extreme_numbers), with_context(test_too_many_wildcards),
        with_context(test_bad_weights),     with_context(test_subject),
        with_context(test_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
