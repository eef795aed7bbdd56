/*
 * test_information_loss.c - the table of losses by hand, and what it leaves out.
 */
#include "support/comparisons.h"

enum { X, MEANS, V, S, R, RF, C, F };
enum { MSE = 1, MAE, MV, ZERO };

/* x: 1 2 4 becomes 1 3 4; y: 0 2 4 stays; both by hand:
 * means 7/3, 2 become 8/3, 2; variances 7/3, 4 become 7/3, 4; covariance 3 stays 3. */
static void test_by_hand(void **state)
{
    comparison c;
    start_comparison(&c, "information_loss", table_of(*state, "x:i,y:r", "1,0\n2,2\n4,4\n"),
                     table_of(*state, "y:r,x:i", "0,1\n2,3\n4,4\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(cell_of(r, "parts", X, MSE), 1.0 / 6.0, 1e-15);
    assert_near(cell_of(r, "parts", X, MAE), 1.0 / 6.0, 1e-15);
    assert_near(cell_of(r, "parts", X, MV), 0.5 / 6.0, 1e-15);
    assert_near(cell_of(r, "parts", X, ZERO), 1.0, 0.0);
    assert_near(cell_of(r, "parts", MEANS, MAE), 1.0 / 6.0, 1e-15);
    assert_near(cell_of(r, "parts", MEANS, MV), 1.0 / 14.0, 1e-15);
    assert_near(cell_of(r, "parts", V, MAE), 0.0, 1e-14);
    assert_near(cell_of(r, "parts", R, MAE), 0.0, 1e-14);
    assert_near(figure(r, "information_loss"), 20.0 * (1.0 / 12.0 + 1.0 / 14.0), 1e-12);
    assert_near(figure(r, "information_loss_capped"), figure(r, "information_loss"), 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* Two columns with correlation r have the factors (1, 1) and (1, -1) over sqrt(2) with
 * eigenvalues 1 + r and 1 - r.  r = 1/2 becomes -1/2: the factors change places, so the
 * first one of the masked data is (1, -1).  Communalities (1 + |r|) / 2 stay. */
static void test_factors(void **state)
{
    comparison c;
    start_comparison(&c, "information_loss", table_of(*state, "x:r,y:r", "-1,0\n0,-1\n1,1\n"),
                     table_of(*state, "x:r,y:r", "-1,0\n0,1\n1,-1\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(cell_of(r, "parts", R, MAE), 1.0, 1e-12);
    assert_near(cell_of(r, "parts", R, MV), 2.0, 1e-12);
    assert_near(cell_of(r, "parts", C, MAE), 0.0, 1e-12);
    /* RF: (1, 1) and (1, -1) times sqrt(3/4) and 1/2; one of two entries flips in each */
    const double wide = sqrt(0.75), narrow = 0.5;
    assert_near(cell_of(r, "parts", RF, MAE), (1.5 * 2.0 * wide + 0.5 * 2.0 * narrow) / 4.0, 1e-12);
    json_decref(r);
    set_number(&c.a, "weights", 1);
    set_number(&c.a, "factors", 2);
    r = run_comparison(*state, &c);
    assert_near(cell_of(r, "parts", RF, MAE), (2.0 * wide + 2.0 * narrow) / 4.0, 1e-12);
    assert_near(cell_of(r, "parts", C, MAE), 0.0, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* A variation above 1 counts as 1 in the capped sum. */
static void test_cap(void **state)
{
    comparison c;
    start_comparison(&c, "information_loss", table_of(*state, "x:r", "0.1\n-3\n"),
                     table_of(*state, "x:r", "2.1\n-5\n"));
    tacit_result *r = run_comparison(*state, &c);
    const double values = (20.0 + 2.0 / 3.0) / 2.0, s = 7.1 * 7.1 / (3.1 * 3.1) - 1.0;
    assert_near(figure(r, "value_variation"), values, 1e-12);
    assert_near(figure(r, "information_loss"), 20.0 * (values + 0.0 + s + s), 1e-9);
    assert_near(figure(r, "information_loss_capped"), 60.0, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

static void test_left_out(void **state)
{
    comparison c;
    start_comparison(&c, "information_loss",
                     table_of(*state, "x:r,w:r,h:i,id:i,d:c", "1,5,1,1,a\n,5,1,2,b\n3,5,2,3,c\n"),
                     table_of(*state, "x:r,w:r,h:i,id:i,d:c", "1,9,3,9,a\n2,9,3,8,b\n3,9,4,7,c\n"));
    tacit_table_set_roles(c.before, 1, TACIT_ROLE_WEIGHT);
    tacit_table_set_roles(c.before, 2, TACIT_ROLE_HOUSEHOLD);
    tacit_table_set_roles(c.before, 3, TACIT_ROLE_IDENTIFIER);
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "information_loss"), 0.0, 0.0);
    assert_note(r, "1 records with a missing number are left out");
    json_decref(r);
    static const char *const named[] = { "w" }, *const wrong[] = { "d" }, *const none[] = { "q" };
    static const char *const twice[] = { "x", "x" };
    r = run_comparison(*state, set_texts(&c, "columns", named, 1));
    assert_near(figure(r, "value_variation"), 0.8, 1e-15);
    json_decref(r);
    assert_comparison_fails(*state, set_texts(&c, "columns", wrong, 1), TACIT_ERR_INPUT, "'d'");
    assert_comparison_fails(*state, set_texts(&c, "columns", none, 1), TACIT_ERR_INPUT, "'q'");
    assert_comparison_fails(*state, set_texts(&c, "columns", twice, 2), TACIT_ERR_INPUT, "twice");
    end_comparison(&c);
}

static void test_odd_tables(void **state)
{
    static const char *const rows[] = { "", "1,2\n", ",\n,\n", "7,7\n7,7\n",
                                        "1e300,2\n-1e300,5\n" };
    for (size_t k = 0; k < 5; k++) {
        comparison c;
        tacit_table *t = table_of(*state, "x:r,y:i", rows[k]);
        tacit_result *r = run_comparison(*state, start_comparison(&c, "information_loss", t, t));
        const double il = figure(r, "information_loss");
        assert_true(k < 3 ? isnan(il) : fabs(il) <= 0.0);
        if (k < 3)
            assert_note(r, "Fewer than 2");
        json_decref(r);
        end_comparison(&c);
    }
    comparison c;
    tacit_table *t = table_of(*state, "x:r", "1\n"), *u = table_of(*state, "x:r", "1\n2\n");
    assert_comparison_fails(*state, start_comparison(&c, "information_loss", t, u), TACIT_ERR_DATA,
                            "row by row");
    end_comparison(&c);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),  with_context(test_factors),    with_context(test_cap),
        with_context(test_left_out), with_context(test_odd_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
