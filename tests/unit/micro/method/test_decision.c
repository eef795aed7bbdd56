/*
 * test_decision.c - what methods decide, as settled steps, and what these do to other data.
 *
 * All expected values are computed by hand.
 */
#include "support/decisions.h"

#include "base/result.h"

/* What `m` decides on `t`; the caller frees. */
static void decide(tacit_ctx *cx, const mask *m, const tacit_table *t, tacit_decision *out)
{
    const tacit_rng rng = tacit_rng_seed(m->seed);
    const tacit_job job = {
        .in = t, .cols = { m->n, m->at }, .args = &m->a.args, .rng = &rng, .decided = out
    };
    tacit_table *masked = NULL;
    assert_ok(cx, tacit_method_run(cx, m->method, &job, &masked));
    tacit_table_free(masked);
}

/* The decision as text is `steps`. */
static void assert_steps(tacit_ctx *cx, const tacit_decision *d, const char *steps)
{
    json_t *is = NULL, *want = json_loads(steps, 0, NULL);
    assert_ok(cx, tacit_decision_json(cx, d, &is));
    assert_non_null(want);
    for (size_t i = 0; i < json_array_size(want); i++) {
        const char *method = json_object_iter_key(json_object_iter(json_array_get(want, i)));
        const json_t *a = json_object_get(json_array_get(want, i), method);
        const json_t *b = json_object_get(json_array_get(is, i), method);
        const char *key = NULL;
        json_t *value = NULL;
        assert_non_null(b);
        json_object_foreach((json_t *)(uintptr_t)a, key,
                            value) if (!json_equal(value, json_object_get(b, key)))
            fail_msg("'%s' of %s is another one", key, method);
    }
    assert_int_equal(json_array_size(is), json_array_size(want));
    json_decref(is);
    json_decref(want);
}

/* Apply `d` to `t` (freed), whose column `name` becomes `cells`. */
static void assert_applied(tacit_ctx *cx, const tacit_decision *d, tacit_table *t, const char *name,
                           const char *cells)
{
    const tacit_rng rng = tacit_rng_seed(1);
    assert_ok(cx, tacit_decision_apply(cx, d, &(tacit_stretch){ .rng = &rng }, t));
    assert_cells(t, name, cells);
    tacit_table_free(t);
}

/* The (1 - 0.5)-quantile of 1, 2, 6, 10 is 4; the mean of 6 and 10 is 8. */
static void test_threshold(void **state)
{
    tacit_decision d = { 0 };
    mask m;
    tacit_table *t = table_of(*state, "x:i", "1\n10\n\n2\n6\n");
    set_number(set_number(&add_column(start_mask(&m, "top_code"), t, "x")->a, "share", 0.5),
               "replace", 1);
    decide(*state, &m, t, &d);
    assert_steps(*state, &d,
                 "[{\"top_code\": {\"columns\": [\"x\"], \"at\": 4, \"replace\": \"value\", "
                 "\"value\": 8}}]");
    assert_false(d.at[0].is_public);
    assert_applied(*state, &d, table_of(*state, "x:i", "4\n5\n\n900\n"), "x", "4,8,,8");
    tacit_decision_free(&d);
    tacit_table_free(t);
}

/* The median of 1, 2, 3, 7 is 2.5, for whole numbers 3; later values have a part too. */
static void test_parts(void **state)
{
    tacit_decision d = { 0 };
    mask m;
    tacit_table *t = table_of(*state, "x:i", "1\n2\n3\n7\n");
    set_number(&add_column(start_mask(&m, "recode"), t, "x")->a, "parts", 2);
    decide(*state, &m, t, &d);
    assert_steps(*state, &d,
                 "[{\"recode\": {\"columns\": [\"x\"], \"breaks\": [-1e300, 3, 1e300], "
                 "\"labels\": [\"<3\", \">=3\"]}}]");
    assert_true(d.at[0].is_public);
    assert_applied(*state, &d, table_of(*state, "x:i", "-5\n3\n100\n"), "x", "<3,>=3,>=3");
    tacit_decision_free(&d);
    tacit_table_free(t);
}

/* Next year's values that no group lists: kept, blanked or refused, as is settled. */
static void test_unseen(void **state)
{
    static const char *const member[] = { "a", "b" };
    static const tacit_group groups[] = { { .label = "ab", .member = member, .n = 2 } };
    static const char *const cells[] = { "ab,c,", "ab,,", NULL };
    for (size_t others = 0; others < 3; others++) {
        const tacit_rng rng = tacit_rng_seed(1);
        tacit_decision d = { 0 };
        mask m;
        tacit_table *t = table_of(*state, "x:c", "a\nb\n");
        tacit_table *later = table_of(*state, "x:c", "a\nc\n\n");
        set_number(&add_column(start_mask(&m, "recode"), t, "x")->a, "others", (double)others);
        argument(&m.a, "groups")->groups = groups;
        argument(&m.a, "groups")->n = 1;
        decide(*state, &m, t, &d);
        if (cells[others] != NULL) {
            assert_applied(*state, &d, later, "x", cells[others]);
        } else {
            assert_fails(*state,
                         tacit_decision_apply(*state, &d, &(tacit_stretch){ .rng = &rng }, later),
                         TACIT_ERR_DATA, "1 distinct values that no group");
            tacit_table_free(later);
        }
        tacit_decision_free(&d);
        tacit_table_free(t);
    }
}

/* Two records share 1, f; the other two are alone and are suppressed: all keys or records. */
static void test_generalisation(void **state)
{
    tacit_decision d = { 0 };
    mask m;
    tacit_table *t = table_of(*state, "a:i,s:c", "1,f\n2,m\n1,f\n3,f\n");
    start_mask(&m, "generalize");
    set_number(set_number(set_number(&m.a, "k", 2), "suppression", 0.5), "suppressed", 2);
    add_column(add_column(&m, t, "a"), t, "s");
    static const char *const zero[] = { "0" };
    static const tacit_group levels[] = { { .label = "a", .member = zero, .n = 1 },
                                          { .label = "s", .member = zero, .n = 1 } };
    argument(&m.a, "levels")->groups = levels;
    argument(&m.a, "levels")->n = 2;
    decide(*state, &m, t, &d);
    assert_steps(*state, &d,
                 "[{\"suppress\": {\"columns\": [\"a\", \"s\"], \"how\": \"remove\", "
                 "\"combinations\": {\"1\": [\"2\", \"m\"], \"2\": [\"3\", \"f\"]}}}]");
    assert_false(d.at[0].is_public);
    assert_applied(*state, &d, table_of(*state, "a:i,s:c", "2,m\n1,f\n2,f\n3,f\n"), "a", "1,2");
    tacit_decision_free(&d);
    tacit_table_free(t);
}

/* Categories in the order of their first rows, missing last; 4 of them stay with at least 1/4.
 * What the step does not list is refused by count. */
static void test_post_randomisation(void **state)
{
    const tacit_rng rng = tacit_rng_seed(1);
    const tacit_stretch at = { .rng = &rng };
    tacit_decision d = { 0 };
    mask m;
    tacit_table *t = table_of(*state, "x:c", "b\na\n\nb\nc\n");
    tacit_table *later = table_of(*state, "x:c", "a\nz\n");
    set_number(&add_column(start_mask(&m, "pram"), t, "x")->a, "diagonal", 0.1);
    set_number(set_number(set_number(&m.a, "stay", 1), "kind", 1), "missing", 1);
    decide(*state, &m, t, &d);
    assert_steps(*state, &d,
                 "[{\"pram\": {\"columns\": [\"x\"], \"kind\": \"plain\", "
                 "\"categories\": [\"b\", \"a\", \"c\", null], "
                 "\"stays\": [0.25, 0.25, 0.25, 0.25], \"counts\": [2, 1, 1, 1]}}]");
    assert_false(d.at[0].is_public);
    assert_fails(*state, tacit_decision_apply(*state, &d, &at, later), TACIT_ERR_DATA,
                 "'x' has 5 categories");
    assert_untold(*state, "z");
    tacit_decision_free(&d);
    set_number(&m.a, "diagonal", 1);
    decide(*state, &m, t, &d);
    assert_applied(*state, &d, table_of(*state, "x:c", "c\n\na\n"), "x", "c,,a");
    tacit_decision_free(&d);
    tacit_table_free(later);
    tacit_table_free(t);
}

/* Listed categories without what belongs to them. */
static void test_half_settled(void **state)
{
    static const char *const listed[] = { "a", "b" };
    static const double stays[] = { 0.5, 0.4 }, counts[] = { 1, 1 };
    mask m;
    tacit_table *t = table_of(*state, "x:c", "a\nb\n");
    add_column(start_mask(&m, "pram"), t, "x");
    *argument(&m.a, "categories") = (tacit_value){ .given = true, .n = 2, .texts = listed };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "go together");
    *argument(&m.a, "stays") = (tacit_value){ .given = true, .n = 2, .reals = stays };
    *argument(&m.a, "counts") = (tacit_value){ .given = true, .n = 2, .reals = counts };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "at least 1 / n"); /* 0.4 is below 1/2 */
    tacit_table_free(t);
}

/* A column that is not there, and one of another type, are refused by name. */
static void test_other_columns(void **state)
{
    const tacit_rng rng = tacit_rng_seed(1);
    const tacit_stretch at = { .rng = &rng };
    tacit_decision d = { 0 };
    mask m;
    tacit_table *t = table_of(*state, "x:i", "1\n"), *without = table_of(*state, "y:i", "1\n");
    tacit_table *text = table_of(*state, "x:c", "1\n");
    set_number(&add_column(start_mask(&m, "round"), t, "x")->a, "base", 5);
    decide(*state, &m, t, &d);
    assert_fails(*state, tacit_decision_apply(*state, &d, &at, without), TACIT_ERR_INPUT, "'x'");
    assert_fails(*state, tacit_decision_apply(*state, &d, &at, text), TACIT_ERR_INPUT, "'x'");
    tacit_table_free(without);
    tacit_table_free(text);
    tacit_table_free(t);
    tacit_decision_free(&d);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_threshold),     with_context(test_parts),
        with_context(test_unseen),        with_context(test_generalisation),
        with_context(test_other_columns), with_context(test_post_randomisation),
        with_context(test_half_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
