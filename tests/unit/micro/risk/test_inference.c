/*
 * test_inference.c - inference attack; cases by hand, and its rate of false alarms.
 */
#include "support/risks.h"

/* The first columns are keys, the last is sensitive. */
static tacit_table *with_secret(tacit_table *t)
{
    const size_t n = tacit_table_columns(t);
    with_keys(t, n - 1);
    tacit_table_set_roles(t, n - 1, TACIT_ROLE_SENSITIVE);
    return t;
}

/* Right guesses, from the table of rates: of the attack, naive, of the control. */
static double right_of(const tacit_result *r, size_t row)
{
    const json_t *rows = json_object_get(part_of(r, "tables", "rates"), "rows");
    return json_number_value(json_array_get(json_array_get(rows, row), 2));
}

static void test_identity(void **state)
{
    tacit_table *x = with_secret(table_of(*state, "a:i,b:c,s:r", "1,p,10\n2,p,20\n2,q,-30\n"));
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "inference", x), x);
    assert_near(figure(r, "guesses"), 3, 0);
    assert_near(figure(r, "successes"), 3, 1e-12);
    assert_near(right_of(r, 1), 1, 1e-12); /* 3 of 3 are right with 1/3 */
    assert_false(has_figure(r, "risk"));
    json_decref(r);
    tacit_table_free(x);
}

/* Two protected records are equally near, one of them right; naive: 2 of 3 have "u". */
static void test_ties(void **state)
{
    tacit_table *x = table_of(*state, "a:i,s:c", "2,u\n");
    tacit_table *y = with_secret(table_of(*state, "a:i,s:c", "1,u\n3,v\n9,u\n"));
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "inference", x), y);
    assert_near(figure(r, "successes"), 0.5, 1e-12);
    assert_near(right_of(r, 1), 2.0 / 3.0, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The tolerance is a share of the size of a number, also of a negative one: of guesses -100 and
 * -5 for 7 and 900 none is right, though both differ by less than 5 % of nothing negative.  105
 * for 100 is right at the border; by the guess's own size 95 for 100 is not. */
static void test_numbers(void **state)
{
    static const char *const rows[][2] = { { "7\n900\n", "-100\n-5\n" },
                                           { "100\n-100\n", "105\n-105\n" },
                                           { "100\n0\n", "95\n0\n" } };
    static const double right[][2] = { { 0, 0 }, { 2, 2 }, { 2, 1 } };
    for (size_t c = 0; c < 3; c++)
        for (size_t by = 0; by < 2; by++) {
            char text[2][64];
            for (size_t t = 0; t < 2; t++) {
                const char *at = rows[c][t];
                char first[FIELD_BYTES], second[FIELD_BYTES];
                take_field(&at, first);
                take_field(&at, second);
                snprintf(text[t], sizeof text[t], "1,%.20s\n2,%.20s\n", first, second);
            }
            tacit_table *x = table_of(*state, "a:i,s:i", text[0]);
            tacit_table *y = with_secret(table_of(*state, "a:i,s:r", text[1]));
            inquiry q;
            set_number(&inquire_pair(&q, "inference", x)->a, "relative_to", (double)by);
            tacit_result *r = run_inquiry(*state, &q, y);
            assert_near(figure(r, "successes"), right[c][by], 1e-12);
            json_decref(r);
            tacit_table_free(x);
            tacit_table_free(y);
        }
}

/* Persons without a secret are not attacked; a missing guess is wrong; missing meets missing. */
static void test_missing(void **state)
{
    tacit_table *x = table_of(*state, "a:i,s:c", "1,u\n2,\n,v\n");
    tacit_table *y = with_secret(table_of(*state, "a:i,s:c", "1,\n2,u\n,v\n"));
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "inference", x), y);
    assert_near(figure(r, "guesses"), 2, 0);
    assert_near(figure(r, "successes"), 1, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Dates must be equal: 5 % of the days since 1970 would be years. */
static void test_dates(void **state)
{
    tacit_table *x = table_of(*state, "a:i,s:d", "1,2020-01-01\n2,2020-01-02\n");
    tacit_table *y = with_secret(table_of(*state, "a:i,s:d", "1,2020-01-01\n2,2020-01-03\n"));
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "inference", x), y);
    assert_near(figure(r, "successes"), 1, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Two secrets: the figures are of the one that the attack gains more on. */
static void test_secrets(void **state)
{
    static const char *const names[] = { "s", "t" };
    tacit_table *x = with_keys(table_of(*state, "a:i,s:c,t:c", "1,u,u\n2,v,v\n3,u,w\n4,v,x\n"), 1);
    tacit_table *y = with_keys(table_of(*state, "a:i,s:c,t:c", "1,v,u\n2,v,v\n3,u,w\n4,v,x\n"), 1);
    inquiry q;
    tacit_table_set_roles(y, 1, TACIT_ROLE_SENSITIVE);
    *argument(&inquire_pair(&q, "inference", x)->a, "secrets") =
        (tacit_value){ .given = true, .n = 2, .texts = names };
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "successes"), 4, 1e-12);
    assert_non_null(strstr(note_of(r, 1), "those of 't'"));
    const json_t *rows = json_object_get(part_of(r, "tables", "secrets"), "rows");
    assert_near(json_number_value(json_array_get(json_array_get(rows, 0), 2)), 3, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Protected data, original and control drawn apart from one population in which the key tells
 * something of the secret: the risk is 0, and its interval must say so.  An interval of 95 %
 * lies above 0 in 2.5 % of the cases; Wilson's centre and sums of credits make it rarer.  Of
 * 400 at most 10 + 4 standard deviations = 23 may. */
static void test_false_alarms(void **state)
{
    tacit_rng rng = tacit_rng_seed(95);
    size_t alarms = 0, above_naive = 0;
    enum { ROUNDS = 400, N = 120 };
    for (int round = 0; round < ROUNDS; round++) {
        tacit_table *t[3];
        for (size_t k = 0; k < 3; k++) {
            char text[N * 12] = "";
            size_t used = 0;
            for (size_t i = 0; i < N; i++) {
                const int a = (int)tacit_rng_below(&rng, 10), b = (int)tacit_rng_below(&rng, 10);
                const int s = tacit_rng_uniform(&rng) < 0.4 ? a % 4 : (int)tacit_rng_below(&rng, 4);
                used += (size_t)snprintf(text + used, sizeof text - used, "%d,%d,s%d\n", a, b, s);
            }
            t[k] = with_secret(table_of(*state, "a:i,b:c,s:c", text));
        }
        inquiry q;
        inquire_pair(&q, "inference", t[0])->extra.control = t[2];
        tacit_result *r = run_inquiry(*state, &q, t[1]);
        alarms += figure(r, "risk_low") > 0;
        above_naive += figure(r, "advantage") > 0;
        json_decref(r);
        for (size_t k = 0; k < 3; k++)
            tacit_table_free(t[k]);
    }
    assert_true(alarms <= 23);
    assert_true(above_naive > ROUNDS * 9 / 10); /* the key does tell something */
    print_message("# false alarms: %zu of %d\n", alarms, (int)ROUNDS);
}

/* The choice of whom to attack does not depend on the order of rows. */
static void test_order(void **state)
{
    tacit_rng rng = tacit_rng_seed(8);
    char forth[60 * 16] = "", back[60 * 16] = "";
    for (int i = 0; i < 60; i++) {
        char row[16], was[sizeof back];
        snprintf(row, sizeof row, "%d,%d,s%d\n", (int)tacit_rng_below(&rng, 40),
                 (int)tacit_rng_below(&rng, 9), (int)tacit_rng_below(&rng, 3));
        strncat(forth, row, sizeof forth - strlen(forth) - 1);
        memcpy(was, back, sizeof was);
        snprintf(back, sizeof back, "%s%.900s", row, was);
    }
    tacit_table *x = with_secret(table_of(*state, "a:i,b:c,s:c", forth));
    tacit_table *y = with_secret(table_of(*state, "a:i,b:c,s:c", back));
    double found[2];
    for (size_t k = 0; k < 2; k++) {
        inquiry q;
        set_number(&inquire_pair(&q, "inference", k == 0 ? x : y)->a, "attacks", 25);
        tacit_result *r = run_inquiry(*state, &q, k == 0 ? x : y);
        assert_near(figure(r, "guesses"), 25, 0);
        found[k] = figure(r, "successes");
        json_decref(r);
    }
    assert_near(found[0], found[1], 1e-12);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The share of the records with the fewest disagreements whose secret is the person's. */
static double brute_credit(const tacit_table *x, size_t i, const tacit_table *y)
{
    size_t fewest = SIZE_MAX;
    double right = 0, all = 0;
    for (size_t k = 0; k < tacit_table_rows(y); k++) {
        size_t differ = 0;
        bool same[3];
        for (size_t j = 0; j < 3; j++) {
            char s[32], t[32];
            same[j] = strcmp(tacit_column_text(tacit_table_column(x, j), i, s),
                             tacit_column_text(tacit_table_column(y, j), k, t)) == 0;
            differ += j < 2 && !same[j];
        }
        if (differ < fewest)
            right = all = 0;
        fewest = differ < fewest ? differ : fewest;
        all += differ == fewest;
        right += differ == fewest && same[2];
    }
    return right / all;
}

/* More kinds of records tie than are looked for at once: many categories, few agreements. */
static void test_many_ties(void **state)
{
    tacit_rng rng = tacit_rng_seed(5);
    for (int round = 0; round < 60; round++) {
        const uint64_t values = round % 2 == 0 ? 150 : 12;
        tacit_table *x = random_table(*state, &rng, "a:c,b:c,s:c", 20, values, 0.0);
        tacit_table *y = with_secret(random_table(*state, &rng, "a:c,b:c,s:c", 300, values, 0.0));
        double credit = 0;
        inquiry q;
        for (size_t i = 0; i < 20; i++)
            credit += brute_credit(x, i, y);
        tacit_result *r = run_inquiry(*state, inquire_pair(&q, "inference", x), y);
        assert_near(figure(r, "successes"), credit, 1e-9);
        json_decref(r);
        tacit_table_free(x);
        tacit_table_free(y);
    }
}

static void test_refusals(void **state)
{
    static const char *const s[] = { "s" };
    tacit_table *x = with_secret(table_of(*state, "a:i,s:c", "1,u\n"));
    tacit_table *other = table_of(*state, "a:i,s:i", "1,2\n");
    inquiry q;
    *argument(&inquire_pair(&q, "inference", x)->a, "known") =
        (tacit_value){ .given = true, .n = 1, .texts = s };
    assert_inquiry_fails(*state, &q, x, TACIT_ERR_DATA, "'s' from but itself");
    assert_inquiry_fails(*state, inquire_pair(&q, "inference", other), x, TACIT_ERR_DATA,
                         "No sensitive column is in the original");
    tacit_table_free(x);
    tacit_table_free(other);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_identity),     with_context(test_ties),  with_context(test_numbers),
        with_context(test_missing),      with_context(test_dates), with_context(test_secrets),
        with_context(test_false_alarms), with_context(test_order), with_context(test_many_ties),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
