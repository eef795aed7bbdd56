/*
 * test_probabilistic_linkage.c - originals found by probabilistic linkage; cases by hand.
 */
#include "support/risks.h"

/* All records differ and nothing was changed: each finds itself. */
static void test_identity_is_linked_fully(void **state)
{
    tacit_rng rng = tacit_rng_seed(4);
    tacit_table *x = random_table(*state, &rng, "a:r,b:r,c:r", 60, 1000000, 0.0);
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "probabilistic_linkage", x), x);
    assert_near(figure(r, "lambda"), 1.0 / 60.0, 1e-12);
    assert_true(figure(r, "linked_knowing") >= figure(r, "linked_uniquely"));
    json_decref(r);
    argument(&q.a, "tolerance")->reals = (const double[]){ 0.0 };
    argument(&q.a, "tolerance")->n = 1;
    r = run_inquiry(*state, &q, x);
    assert_near(figure(r, "linked"), 1.0, 1e-12);
    assert_near(figure(r, "linked_knowing_uniquely"), 1.0, 1e-12);
    json_decref(r);
    tacit_table_free(x);
}

/* Categories a a b c, masked a b b c: u = share of equal pairs = (2 + 2 + 1) / 16, true m =
 * 3 / 4.  With m above u, record 1 ties with one a, record 2 is b among originals a a b c and
 * is wrong, 3 is right, 4 is right: 1/2 + 0 + 1 + 1 of 4. */
static void test_ties_share_the_credit(void **state)
{
    tacit_table *x = table_of(*state, "k:c", "a\na\nb\nc\n");
    tacit_table *y = table_of(*state, "k:c", "a\nb\nb\nc\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "probabilistic_linkage", x), y);
    assert_near(figure(r, "linked_knowing"), 2.5 / 4.0, 1e-12);
    assert_near(figure(r, "linked_knowing_uniquely"), 2.0 / 4.0, 1e-12);
    const json_t *rows = json_object_get(part_of(r, "tables", "columns"), "rows");
    assert_near(json_number_value(json_array_get(json_array_get(rows, 0), 2)), 5.0 / 16.0, 1e-12);
    assert_near(json_number_value(json_array_get(json_array_get(rows, 0), 5)), 0.75, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* A sample of records is attacked, and it is said. */
static void test_large_files_are_sampled(void **state)
{
    tacit_rng rng = tacit_rng_seed(4);
    tacit_table *x = random_table(*state, &rng, "a:r,b:r,c:r", 60, 1000000, 0.0);
    inquiry q;
    set_number(&inquire_pair(&q, "probabilistic_linkage", x)->a, "attacked", 10);
    tacit_result *r = run_inquiry(*state, &q, x);
    assert_int_equal(json_array_size(json_object_get(r, "notes")), 1);
    assert_near(fmod(figure(r, "linked_uniquely") * 10.0 + 1e-9, 1.0), 0.0, 1e-6);
    json_decref(r);
    tacit_table_free(x);
}

static void test_many_columns_are_cut_to_the_telling(void **state)
{
    tacit_rng rng = tacit_rng_seed(4);
    tacit_table *x = random_table(*state, &rng,
                                  "a:i,b:i,c:i,d:i,e:i,f:i,g:i,h:i,i:i,j:i,k:i,l:i,m:i,n:i,o:i,p:i,"
                                  "q:i,r:i,s:i",
                                  30, 9, 0.2);
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "probabilistic_linkage", x), x);
    assert_true(json_array_size(json_object_get(r, "notes")) >= 1);
    assert_true(figure(r, "linked") >= 0.9);
    json_decref(r);
    tacit_table_free(x);
}

static void test_odd_tables(void **state)
{
    tacit_table *none = table_of(*state, "a:i", ""), *one = table_of(*state, "a:i", "1\n");
    tacit_table *gone = table_of(*state, "a:i,b:c", ",\n,\n,\n");
    inquiry q;
    assert_inquiry_fails(*state, inquire_pair(&q, "probabilistic_linkage", none), none,
                         TACIT_ERR_DATA, "no records");
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "probabilistic_linkage", one), one);
    assert_near(figure(r, "linked"), 1.0, 1e-12);
    json_decref(r);
    r = run_inquiry(*state, inquire_pair(&q, "probabilistic_linkage", gone), gone);
    assert_near(figure(r, "linked"), 1.0 / 3.0, 1e-12); /* all weigh 0 */
    json_decref(r);
    tacit_table_free(none);
    tacit_table_free(one);
    tacit_table_free(gone);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_identity_is_linked_fully),
        with_context(test_ties_share_the_credit),
        with_context(test_large_files_are_sampled),
        with_context(test_many_columns_are_cut_to_the_telling),
        with_context(test_odd_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
