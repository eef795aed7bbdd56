/*
 * test_distance_linkage.c - re-identification by distance; cases by hand, and properties.
 */
#include "support/risks.h"

/* The measure of `y` made from `x`, with the arguments of `q`. */
static tacit_result *measure(tacit_ctx *cx, inquiry *q, const tacit_table *x, const tacit_table *y)
{
    inquire_pair(q, "distance_linkage", x);
    set_number(&q->a, "lowest", 1);
    return run_inquiry(cx, q, y);
}

/* Originals 0 10 20 30 40, masked 1 9 10 40 31: nearest 0; 10; 10, whose own 20 is second;
 * 40; 30.  The sd of the originals is sqrt 250 = 15.811. */
static void test_by_hand(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n10\n20\n30\n40\n");
    tacit_table *y = table_of(*state, "a:i", "1\n9\n11\n40\n31\n");
    inquiry q;
    tacit_result *r = measure(*state, &q, x, y);
    assert_near(figure(r, "reidentified"), 0.4, 1e-15);
    assert_near(figure(r, "unique"), 0.4, 1e-15);
    assert_near(figure(r, "lowest"), 0.4, 1e-15);
    assert_near(figure(r, "second"), 0.6, 1e-15); /* 20 for 11, 30 for 40, 40 for 31 */
    assert_near(figure(r, "chance"), 0.2, 1e-15);
    assert_near(figure(r, "distance"), (1.0 + 1.0 + 1.0 + 0.0 + 1.0) / 5.0 / sqrt(250.0), 1e-15);
    assert_near(figure(r, "own_distance"), (1.0 + 1.0 + 9.0 + 10.0 + 9.0) / 5.0 / sqrt(250.0),
                1e-15);
    /* 1-0, 9-10, 11-20, 31-30, 40-40 in order: on a line the sorted assignment is optimal */
    assert_near(figure(r, "one_to_one"), 0.6, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Of 3000 records every second is itself in the protected file, the others change places by pairs
 * and are not: 1/2 is re-identified, also one to one, where equal records are linked.  A sample of
 * 800 has a standard error of less than 0.018. */
static void test_sample(void **state)
{
    enum { N = 3000 };
    char was[N * 6], is[N * 6];
    size_t a = 0, b = 0;
    for (int i = 0; i < N; i++) {
        a += (size_t)snprintf(was + a, sizeof was - a, "%d\n", i);
        b += (size_t)snprintf(is + b, sizeof is - b, "%d\n",
                              i % 4 == 1   ? i + 2
                              : i % 4 == 3 ? i - 2
                                           : i);
    }
    tacit_table *x = table_of(*state, "a:i", was), *y = table_of(*state, "a:i", is);
    inquiry q;
    for (int direction = 0; direction < 2; direction++) {
        inquire_pair(&q, "distance_linkage", x);
        set_number(&q.a, "direction", direction);
        set_number(&q.a, "sample", 800);
        tacit_result *r = run_inquiry(*state, &q, y);
        assert_near(figure(r, "reidentified"), 0.5, 0.1);
        assert_near(figure(r, "chance"), 1.0 / N, 1e-15);
        assert_false(has_figure(r, "one_to_one"));
        json_decref(r);
        set_number(&q.a, "one_to_one", N);
        r = run_inquiry(*state, &q, y);
        assert_near(figure(r, "one_to_one"), 0.5, 0.1);
        json_decref(r);
        set_number(&q.a, "one_to_one", 2000);
        set_number(&q.a, "sample", 0);
        r = run_inquiry(*state, &q, y);
        assert_near(figure(r, "reidentified"), 0.5, 1e-12);
        json_decref(r);
    }
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Microaggregation by pairs of 0 10 20 32: masked 5 5 26 26 lie between their two originals;
 * the other way round, each original has two masked records that are equal. */
static void test_ties(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n10\n20\n32\n");
    tacit_table *y = table_of(*state, "a:i", "5\n5\n26\n26\n");
    inquiry q;
    for (int direction = 0; direction < 2; direction++) {
        inquire_pair(&q, "distance_linkage", x);
        set_number(&q.a, "direction", direction);
        set_number(&q.a, "lowest", 1);
        tacit_result *r = run_inquiry(*state, &q, y);
        assert_near(figure(r, "reidentified"), 0.5, 1e-15);
        assert_near(figure(r, "unique"), 0.0, 0.0);
        assert_near(figure(r, "lowest"), 0.5, 1e-15);
        assert_near(figure(r, "second"), 0.0, 0.0);
        /* whichever of two equal records is linked to which: right with probability 1/2 */
        assert_near(figure(r, "one_to_one"), 0.5, 1e-15);
        json_decref(r);
    }
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The second nearest lies beyond those that tie: masked 5 is between 0 and 10, then comes 20,
 * the true one of the third record. */
static void test_second_beyond_ties(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n10\n20\n");
    tacit_table *y = table_of(*state, "a:i", "5\n5\n5\n");
    inquiry q;
    tacit_result *r = measure(*state, &q, x, y);
    assert_near(figure(r, "reidentified"), 1.0 / 3.0, 1e-15);
    assert_near(figure(r, "second"), 1.0 / 3.0, 1e-15);
    assert_near(figure(r, "one_to_one"), 1.0 / 3.0, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Keys of the original are what the attacker knows, unless columns are named. */
static void test_columns(void **state)
{
    static const char *const both[] = { "s", "a" };
    tacit_table *x = with_keys(table_of(*state, "s:c,a:i", "f,0\nm,10\nm,20\nf,30\n"), 1);
    tacit_table *y = table_of(*state, "s:c,a:i", "f,0\nm,10\nm,20\nf,30\n");
    inquiry q;
    tacit_result *r = measure(*state, &q, x, y);
    assert_near(figure(r, "reidentified"), 0.5, 1e-15);
    assert_string_equal(note_of(r, 0), "Compared by 1 columns: 0 as numbers, 1 as codes.");
    json_decref(r);
    *argument(&q.a, "columns") = (tacit_value){ .given = true, .n = 2, .texts = both };
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "reidentified"), 1.0, 1e-15);
    assert_near(bar(r, "by_attributes", 0), 50.0, 1e-12);
    assert_near(bar(r, "by_attributes", 1), 100.0, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The number of records for one-to-one links is limited; the chart can be left out. */
static void test_less(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n10\n20\n");
    inquiry q;
    inquire_pair(&q, "distance_linkage", x);
    set_number(&q.a, "one_to_one", 2);
    set_number(&q.a, "by_attributes", 0);
    tacit_result *r = run_inquiry(*state, &q, x);
    assert_false(has_figure(r, "one_to_one") || has_figure(r, "lowest"));
    assert_non_null(strstr(note_of(r, 0), "up to 2 records"));
    assert_int_equal(json_array_size(json_object_get(r, "charts")), 0);
    json_decref(r);
    tacit_table_free(x);
}

/* Distinct records that were not changed are all found, whatever the metric and direction. */
static void test_identity(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *x = random_table(*state, &rng, "a:r,b:i,c:c,d:c", 400, 100000, 0.05);
    inquiry q;
    for (int way = 0; way < 4; way++) {
        inquire_pair(&q, "distance_linkage", x);
        set_number(&q.a, "metric", way % 2);
        set_number(&q.a, "direction", way / 2);
        tacit_result *r = run_inquiry(*state, &q, x);
        assert_near(figure(r, "reidentified"), 1.0, 1e-12);
        assert_near(figure(r, "unique"), 1.0, 1e-12);
        assert_near(figure(r, "one_to_one"), 1.0, 1e-12);
        assert_near(figure(r, "distance"), 0.0, 0.0);
        json_decref(r);
    }
    tacit_table_free(x);
}

static void test_refuses(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "1\n2\n"), *y = table_of(*state, "b:i", "1\n2\n");
    inquiry q;
    assert_inquiry_fails(*state, inquire_pair(&q, "distance_linkage", x), y, TACIT_ERR_DATA,
                         "no column in common");
    tacit_table_free(x);
    tacit_table_free(y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),  with_context(test_sample),
        with_context(test_ties),     with_context(test_second_beyond_ties),
        with_context(test_columns),  with_context(test_less),
        with_context(test_identity), with_context(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
