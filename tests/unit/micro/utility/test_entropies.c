/*
 * test_entropies.c - entropy losses and mutual information, by hand.
 */
#include "support/generalised.h"

/* a, a, b, c with b and c joined: Pr 1/2, 1/4, 1/4; the joined set has Pr 1/2 and 1 bit. */
static void open_letters(tacit_ctx *cx, pairing *p, tacit_table **before, tacit_table **after)
{
    *before = with_keys(table_of(cx, "x:c,s:c", "a,u\na,u\nb,u\nc,v\n"), 1);
    *after = table_of(cx, "x:c,s:c", "a,u\na,u\nbc,u\nbc,v\n");
    tacit_table_set_roles(*before, 1, TACIT_ROLE_SENSITIVE);
    *p = (pairing){ .cx = cx, .pair = { .original = *before, .masked = *after } };
}

static void test_by_hand(void **state)
{
    tacit_table *before = NULL, *after = NULL;
    pairing p;
    open_letters(*state, &p, &before, &after);
    assert_near(utility_figure(&p, "entropy", "total"), 2.0, 1e-15);
    assert_near(utility_figure(&p, "entropy", "share"), 2.0 / (4.0 * log2(3.0)), 1e-15);
    assert_near(utility_figure(&p, "monotone_entropy", "total"), 2.0 * 0.5, 1e-15);
    assert_near(utility_figure(&p, "monotone_entropy", "share"), 1.0 / 6.0, 1e-15);
    assert_near(utility_figure(&p, "non_uniform_entropy", "total"), 2.0, 1e-15);
    assert_near(utility_figure(&p, "non_uniform_entropy", "share"), 2.0 / 6.0, 1e-15);
    tacit_result *r = run_utility(&p, "mutual_information");
    assert_near(figure(r, "utility"), 1.0, 1e-15);
    assert_near(figure(r, "loss"), 0.5, 1e-15);
    assert_near(figure(r, "joint"), 1.0, 1e-15);
    assert_near(figure(r, "entropy"), 1.5, 1e-15);
    assert_near(figure(r, "share"), 1.0 / 3.0, 1e-15);
    json_decref(r);
    /* u given a: 1; u and v given b or c: 1/2 each; u 3/4 and v 1/4 given nothing */
    const double none = 3.0 * log2(4.0 / 3.0) + 2.0;
    r = run_utility(&p, "private_mutual_information");
    assert_near(figure(r, "loss"), 2.0 / 4.0, 1e-15);
    assert_near(figure(r, "unchanged"), 0.0, 0.0);
    assert_near(figure(r, "added"), 0.5, 1e-15);
    assert_near(figure(r, "utility"), (none - 2.0) / 4.0, 1e-15);
    assert_near(figure(r, "kept"), (none - 2.0) / none, 1e-12);
    json_decref(r);
    tacit_table_free(before);
    tacit_table_free(after);
}

static void test_refusals(void **state)
{
    static const char *const rows[] = { "non_uniform_entropy", "mutual_information",
                                        "private_mutual_information" };
    tacit_table *before = NULL, *after = NULL;
    tacit_result *r = NULL;
    pairing p;
    open_letters(*state, &p, &before, &after);
    p.pair.independent = true;
    for (size_t i = 0; i < 3; i++)
        assert_fails(*state, try_utility(&p, rows[i], &r), TACIT_ERR_DATA, "row by row");
    assert_fails(*state, try_utility(&p, "entropy", &r), TACIT_ERR_DATA, "1 of 2 released labels");
    tacit_table_set_roles(before, 1, 0);
    p.pair.independent = false;
    assert_fails(*state, try_utility(&p, "private_mutual_information", &r), TACIT_ERR_INPUT,
                 "sensitive");
    tacit_table_set_roles(before, 0, 0);
    assert_fails(*state, try_utility(&p, "entropy", &r), TACIT_ERR_INPUT, "keys");
    tacit_table_free(before);
    tacit_table_free(after);
}

/* Constant and all-missing keys. */
static void test_odd_columns(void **state)
{
    tacit_table *same = with_keys(table_of(*state, "x:c,s:c", "a,u\na,v\n"), 1);
    tacit_table *gone = with_keys(table_of(*state, "x:i,s:c", ",u\n,v\n"), 1);
    pairing p = { .cx = *state, .pair = { .original = same, .masked = same } };
    tacit_table_set_roles(same, 1, TACIT_ROLE_SENSITIVE);
    tacit_table_set_roles(gone, 1, TACIT_ROLE_SENSITIVE);
    assert_near(utility_figure(&p, "mutual_information", "share"), 0, 0);
    assert_near(utility_figure(&p, "entropy", "share"), 0, 0);
    assert_true(isnan(utility_figure(&p, "private_mutual_information", "kept")));
    p.pair = (tacit_pair){ .original = gone, .masked = gone };
    assert_true(isnan(utility_figure(&p, "mutual_information", "utility")));
    assert_true(isnan(utility_figure(&p, "monotone_entropy", "total")));
    assert_true(isnan(utility_figure(&p, "private_mutual_information", "loss")));
    tacit_table_free(same);
    tacit_table_free(gone);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),
        with_context(test_refusals),
        with_context(test_odd_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
