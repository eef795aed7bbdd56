/*
 * test_disclosure_score.c - the scores from their parts; cases by hand.
 */
#include "support/risks.h"

/* Nothing was done: every risk is 100, loss is 0, and the scores are 50. */
static void test_identity(void **state)
{
    tacit_table *x = table_of(*state, "a:i,b:r", "1,5\n2,9\n30,4\n41,1.5\n55,7\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "disclosure_score", x), x);
    static const char *const full[] = { "dld", "id", "rank_swap_attack" };
    for (size_t k = 0; k < 3; k++)
        assert_near(figure(r, full[k]), 100, 1e-12);
    assert_near(figure(r, "il"), 0, 0);
    assert_near(figure(r, "dr"), (100 + figure(r, "pld")) / 2, 1e-12);
    assert_near(figure(r, "score"), figure(r, "dr") / 2, 1e-12);
    assert_near(figure(r, "score_dft"), figure(r, "dr_dft") / 2, 1e-12);
    json_decref(r);
    tacit_table_free(x);
}

/* The eight records that the reference microaggregates by hand are in tests/golden; here the
 * weights.  The loss is above 100 per cent in one term, so that the cap shows. */
static void test_weights(void **state)
{
    tacit_table *x = table_of(*state, "a:r", "0.1\n2\n3\n4\n"),
                *y = table_of(*state, "a:r", "3\n2\n3.5\n4\n");
    inquiry q;
    inquire_pair(&q, "disclosure_score", x);
    set_number(set_number(&q.a, "distance", 0.1), "probability", 0.2);
    set_number(set_number(&q.a, "interval", 0.7), "loss", 0.4);
    tacit_result *r = run_inquiry(*state, &q, y);
    const double dld = figure(r, "dld"), pld = figure(r, "pld"), id = figure(r, "id");
    /* 3 is nearest to 3 and 3.5 to 3 and 4 alike: 0 + 1 + 0.5 + 1. */
    assert_near(dld, 100 * 2.5 / 4, 1e-9);
    assert_near(figure(r, "dr_dft"), 0.1 * dld + 0.2 * pld + 0.7 * id, 1e-12);
    assert_near(figure(r, "score_dft"), 0.4 * figure(r, "il") + 0.6 * figure(r, "dr_dft"), 1e-12);
    assert_near(figure(r, "score_capped"), 0.4 * figure(r, "il_capped") + 0.6 * figure(r, "dr"),
                1e-12);
    assert_true(figure(r, "il_capped") < figure(r, "il"));
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* 23 columns have too many patterns of agreement: the rest is told. */
static void test_many_columns(void **state)
{
    char names[256] = "";
    for (char c = 'a'; c < 'a' + 23; c++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%c:i", c == 'a' ? "" : ",",
                 c);
    tacit_rng rng = tacit_rng_seed(9);
    tacit_table *x = random_table(*state, &rng, names, 20, 40, 0);
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "disclosure_score", x), x);
    assert_true(isnan(figure(r, "pld")) && isnan(figure(r, "score")));
    assert_near(figure(r, "dld"), 100, 1e-12);
    assert_non_null(strstr(note_of(r, 0), "too many columns"));
    json_decref(r);
    tacit_table_free(x);
}

/* Columns that are constant or all missing, one record.  The file is its own masking: records
 * that differ in c are each nearest to themselves (DLD 100), two records without any value are
 * equally near to both (1 / 2 each, DLD 50). */
static void test_odd(void **state)
{
    static const char *const rows[] = { "1,,3\n1,,4\n1,,9\n", "1,,3\n", ",,\n,,\n" };
    static const double dld[] = { 100.0, 100.0, 50.0 };
    for (size_t k = 0; k < 3; k++) {
        tacit_table *x = table_of(*state, "a:i,b:r,c:i", rows[k]);
        inquiry q;
        tacit_result *r = run_inquiry(*state, inquire_pair(&q, "disclosure_score", x), x);
        assert_true(isnan(figure(r, "il")));
        assert_non_null(strstr(note_of(r, 0), "Information loss needs"));
        assert_near(figure(r, "dld"), dld[k], 1e-12);
        json_decref(r);
        tacit_table_free(x);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_identity),
        with_context(test_weights),
        with_context(test_many_columns),
        with_context(test_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
