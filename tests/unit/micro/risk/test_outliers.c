/*
 * test_outliers.c - numeric outliers; cases by hand, and normal data, of which 2.5 % are
 * beyond the 97.5 % quantile.
 */
#include "support/risks.h"

/* Median 5, deviations 4 3 2 1 0 1 2 3 95: spread 1.4826 * 2. */
static void test_values(void **state)
{
    tacit_table *t =
        table_of(*state, "a:i,c:c", "1,p\n2,p\n3,p\n4,p\n5,p\n6,p\n7,p\n8,p\n100,p\n,p\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire(&q, "outliers"), t);
    assert_near(figure(r, "values"), 1, 0);
    assert_near(figure(r, "values_share"), 1.0 / 9.0, 1e-15);
    assert_near(bar(r, "columns", 0), 100.0 / 9.0, 1e-12);
    assert_near(figure(r, "outliers"), 1, 0);
    assert_near(figure(r, "outliers_share"), 1.0 / 9.0, 1e-15);
    assert_near(figure(r, "expected_share"), 0.025, 1e-15);
    assert_string_equal(note_of(r, 0), "1 records with a missing value have no robust distance.");
    json_decref(r);
    set_number(&q.a, "spreads", 1.2); /* 3.558: 1 and 100, not 2 and 8 */
    r = run_inquiry(*state, &q, t);
    assert_near(figure(r, "values"), 2, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* A record may stand out together though each of its values is ordinary: 2 up, 2 down where
 * the columns rise together. */
static void test_joint(void **state)
{
    char rows[20000];
    size_t n = 0;
    tacit_rng rng = tacit_rng_seed(12);
    for (size_t i = 0; i < 500; i++) {
        const double a = tacit_rng_normal(&rng);
        n += (size_t)snprintf(rows + n, sizeof rows - n, "%.5f,%.5f\n", a,
                              a + 0.1 * tacit_rng_normal(&rng));
    }
    tacit_table *plain = table_of(*state, "a:r,b:r", rows);
    snprintf(rows + n, sizeof rows - n, "2,-2\n-1.5,1.5\n");
    tacit_table *t = table_of(*state, "a:r,b:r", rows);
    inquiry q;
    tacit_result *before = run_inquiry(*state, inquire(&q, "outliers"), plain);
    tacit_result *after = run_inquiry(*state, &q, t);
    assert_near(figure(before, "outliers_share"), 0.025, 0.02);
    assert_near(figure(after, "outliers"), figure(before, "outliers") + 2, 1);
    assert_near(figure(after, "values"), figure(before, "values"), 0);
    json_decref(before);
    json_decref(after);
    tacit_table_free(plain);
    tacit_table_free(t);
}

static void test_nothing(void **state)
{
    static const char *const names[] = { "c" };
    tacit_table *t = table_of(*state, "c:c", "p\nq\n"), *few = table_of(*state, "a:i", "1\n2\n");
    tacit_table *empty = table_of(*state, "a:i", "\n\n\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire(&q, "outliers"), t);
    assert_string_equal(note_of(r, 0), "No column is numeric.");
    json_decref(r);
    r = run_inquiry(*state, &q, few);
    assert_string_equal(note_of(r, 0),
                        "2 complete records are too few for robust distances of 1 columns.");
    assert_near(figure(r, "values"), 0, 0);
    json_decref(r);
    r = run_inquiry(*state, &q, empty);
    assert_true(isnan(figure(r, "values_share")));
    json_decref(r);
    *argument(&q.a, "columns") = (tacit_value){ .given = true, .n = 1, .texts = names };
    assert_inquiry_fails(*state, &q, t, TACIT_ERR_INPUT, "'c' is category");
    tacit_table_free(t);
    tacit_table_free(few);
    tacit_table_free(empty);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_values),
        with_context(test_joint),
        with_context(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
