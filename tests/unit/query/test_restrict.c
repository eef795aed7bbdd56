/*
 * test_restrict.c - exact answers that with all earlier ones tell of no fewer than k persons:
 * textbook attacks through the mode, and what its page says that it does not promise.
 */
#include "support/coded.h"

#include <math.h>
#include <string.h>

static void begin(coded *g, size_t n, double k)
{
    coded_begin(g, &tacit_mode_restrict, &(coded_wish){ .n = n });
    coded_number(g, "k", k);
    coded_columns(g, "sums", "x");
    coded_columns(g, "counted", "bit");
    coded_open(g);
}

/* A question must be refused, by this code. */
#define assert_refused(g, what, from, to, code)                                                    \
    do {                                                                                           \
        tacit_query_told told_;                                                                    \
        assert_int_equal(coded_range(g, what, from, to, &told_), code);                            \
    } while (0)

/* The exact answer over records from ... to-1. */
static double told_of(coded *g, const char *what, size_t from, size_t to)
{
    tacit_query_told told;
    assert_int_equal(coded_range(g, what, from, to, &told), TACIT_REFUSED_NOT);
    return told.value;
}

static double sum_of(const coded *g, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++)
        sum += g->x[i];
    return sum;
}

static void test_size(void **state)
{
    coded g;
    (void)state;
    begin(&g, 20, 5);
    assert_refused(&g, "COUNT(*)", 0, 4, TACIT_REFUSED_SIZE);
    assert_refused(&g, "SUM(x)", 0, 4, TACIT_REFUSED_SIZE);
    assert_refused(&g, "SUM(x)", 0, 16, TACIT_REFUSED_SIZE);
    assert_near(told_of(&g, "COUNT(*)", 0, 5), 5, 0);
    assert_near(told_of(&g, "SUM(x)", 0, 5), sum_of(&g, 0, 5), 0);
    assert_near(told_of(&g, "AVG(x)", 0, 15), sum_of(&g, 0, 15) / 15, 1e-12);
    assert_near(told_of(&g, "SUM(x)", 0, 20), sum_of(&g, 0, 20), 0);
    coded_end(&g);
}

/* Differencing, and overlap: three sets whose sums combine to one record. */
static void test_differencing(void **state)
{
    coded g;
    tacit_query_told told;
    bool odd[CODED_MOST] = { false };
    (void)state;
    begin(&g, 30, 3);
    assert_near(told_of(&g, "SUM(x)", 0, 10), sum_of(&g, 0, 10), 0);
    assert_refused(&g, "SUM(x)", 0, 9, TACIT_REFUSED_AUDIT);
    assert_refused(&g, "AVG(x)", 0, 9, TACIT_REFUSED_AUDIT);
    assert_refused(&g, "STDDEV(x)", 1, 10, TACIT_REFUSED_AUDIT);
    assert_near(told_of(&g, "SUM(x)", 0, 7), sum_of(&g, 0, 7), 0);
    assert_near(told_of(&g, "SUM(x)", 7, 10), sum_of(&g, 7, 10), 0);
    /* {0..9} + {9..19} - {0..8, 10..19} = 2 x_9. */
    assert_near(told_of(&g, "SUM(x)", 9, 20), sum_of(&g, 9, 20), 0);
    for (size_t i = 0; i < 20; i++)
        odd[i] = i != 9;
    assert_int_equal(coded_ask(&g, "SUM(x)", odd, "", &told), TACIT_REFUSED_AUDIT);
    coded_end(&g);
}

/* The general tracker (Denning, Denning and Schwartz 1979): of a set C that is too small, with any
 * T of 2k to n - 2k records, q(C) = q(C + T) + q(C + not T) - q(T) - q(not T).  Size control allows
 * all four; the audit does not allow all of them. */
static void test_tracker(void **state)
{
    coded g;
    tacit_query_told told;
    bool in[4][CODED_MOST] = { { false } };
    size_t refused = 0;
    (void)state;
    begin(&g, 60, 5);
    for (size_t i = 0; i < 60; i++) {
        const bool t = i >= 20 && i < 45, c = i == 6;
        in[0][i] = t;
        in[1][i] = !t;
        in[2][i] = c || t;
        in[3][i] = c || !t;
    }
    for (size_t q = 0; q < 4; q++) {
        const tacit_query_refusal said = coded_ask(&g, "SUM(x)", in[q], "", &told);
        assert_true(said == TACIT_REFUSED_NOT || said == TACIT_REFUSED_AUDIT);
        refused += said == TACIT_REFUSED_AUDIT;
    }
    assert_true(refused >= 1);
    coded_end(&g);
}

/* Counts under a condition on a confidential column are sums of an indicator, and those of yes and
 * of no tell the same. */
static void test_counted(void **state)
{
    coded g;
    tacit_query_told told;
    bool in[CODED_MOST] = { false };
    (void)state;
    begin(&g, 30, 3);
    for (size_t i = 0; i < 12; i++)
        in[i] = true;
    assert_int_equal(coded_ask(&g, "COUNT(*)", in, "bit = 'yes'", &told), TACIT_REFUSED_NOT);
    assert_near(told.value, 4, 0);
    in[11] = false;
    assert_int_equal(coded_ask(&g, "COUNT(*)", in, "bit = 'yes'", &told), TACIT_REFUSED_AUDIT);
    assert_int_equal(coded_ask(&g, "COUNT(*)", in, "bit = 'no'", &told), TACIT_REFUSED_AUDIT);
    in[11] = true;
    assert_int_equal(coded_ask(&g, "COUNT(*)", in, "bit = 'no'", &told), TACIT_REFUSED_NOT);
    assert_near(told.value, 8, 0);
    coded_end(&g);
}

/* Cells are told one by one: what is held back of GROUP BY is what separate questions would be. */
static void test_cells(void **state)
{
    coded g;
    tacit_query q;
    tacit_query_answer answer;
    (void)state;
    begin(&g, 30, 3);
    /* z has the bins [0, 100) and [100, 300], in which nobody is. */
    assert_int_equal(coded_sql(&g, "SELECT z, SUM(x) FROM t GROUP BY z", &q, &answer),
                     TACIT_REFUSED_NOT);
    assert_near(answer.told[0].value, sum_of(&g, 0, 30), 0);
    assert_true(isnan(answer.told[1].value));
    assert_int_equal(coded_sql(&g, "SELECT code, SUM(x) FROM t GROUP BY code", &q, &answer),
                     TACIT_REFUSED_SIZE);
    assert_int_equal(coded_sql(&g, "SELECT bit, COUNT(*) FROM t GROUP BY bit", &q, &answer),
                     TACIT_REFUSED_NOT);
    assert_near(answer.told[0].value, 20, 0);
    assert_near(answer.told[1].value, 10, 0);
    coded_end(&g);
}

/* A person's records are one unit: with two each, six records are three persons, and a difference
 * of four records is two. */
static void test_persons(void **state)
{
    coded g;
    (void)state;
    coded_begin(&g, &tacit_mode_restrict, &(coded_wish){ .n = 60, .each = 2 });
    coded_number(&g, "k", 3);
    coded_columns(&g, "sums", "x");
    coded_open(&g);
    assert_refused(&g, "SUM(x)", 0, 4, TACIT_REFUSED_SIZE);
    assert_near(told_of(&g, "SUM(x)", 0, 20), sum_of(&g, 0, 20), 0);
    assert_refused(&g, "SUM(x)", 0, 16, TACIT_REFUSED_AUDIT);
    assert_near(told_of(&g, "SUM(x)", 0, 14), sum_of(&g, 0, 14), 0);
    coded_end(&g);
    coded_begin(&g, &tacit_mode_restrict, &(coded_wish){ .n = 60, .each = 2 });
    coded_columns(&g, "largest", "x");
    const tacit_mode_setup setup = { .schema = &g.schema, .data = &g.data, .args = &g.args };
    assert_fails(g.cx, g.mode->open(g.cx, &setup, &g.state), TACIT_ERR_DATA, "several records");
    coded_end(&g);
}

static void test_extremes(void **state)
{
    coded g;
    (void)state;
    coded_begin(&g, &tacit_mode_restrict, &(coded_wish){ .n = 40 });
    coded_number(&g, "k", 2);
    coded_columns(&g, "largest", "x");
    coded_open(&g);
    assert_near(told_of(&g, "MAX(x)", 0, 20), g.x[19], 0);
    /* If the largest of 19 were smaller, it would be that of record 19 alone. */
    assert_refused(&g, "MAX(x)", 0, 19, TACIT_REFUSED_AUDIT);
    assert_near(told_of(&g, "MAX(x)", 20, 38), g.x[37], 0);
    coded_end(&g);
}

/* The same questions in the same order lead to the same state, and others to another. */
static void test_replay(void **state)
{
    static const size_t asked[][2] = { { 0, 30 }, { 3, 17 }, { 0, 29 }, { 10, 40 }, { 5, 12 } };
    unsigned char digest[2][TACIT_SHA256_BYTES], other[TACIT_SHA256_BYTES];
    tacit_query_told told;
    coded g;
    (void)state;
    begin(&g, 60, 5);
    for (int run = 0; run < 2; run++) {
        for (size_t q = 0; q < 5; q++)
            (void)coded_range(&g, q % 2 == 0 ? "VAR_SAMP(x)" : "SUM(x)", asked[q][0], asked[q][1],
                              &told);
        assert_ok(g.cx, g.mode->digest(g.cx, g.state, digest[run]));
        if (run == 0)
            coded_reopen(&g);
    }
    assert_memory_equal(digest[0], digest[1], sizeof other);
    (void)told_of(&g, "SUM(x)", 20, 40);
    assert_ok(g.cx, g.mode->digest(g.cx, g.state, other));
    assert_memory_not_equal(digest[0], other, sizeof other);
    coded_end(&g);
}

/* What a policy and a question must not say. */
static void test_declared(void **state)
{
    coded g;
    (void)state;
    coded_begin(&g, &tacit_mode_restrict, &(coded_wish){ .n = 20 });
    assert_fails(g.cx, g.mode->declare(g.cx, &g.schema, &g.args), TACIT_ERR_INPUT, "name one");
    coded_columns(&g, "sums", "bit");
    assert_fails(g.cx, g.mode->declare(g.cx, &g.schema, &g.args), TACIT_ERR_INPUT, "no number");
    coded_columns(&g, "sums", "y");
    assert_fails(g.cx, g.mode->declare(g.cx, &g.schema, &g.args), TACIT_ERR_INPUT, "not declared");
    coded_columns(&g, "sums", "x");
    coded_columns(&g, "least", "x");
    assert_fails(g.cx, g.mode->declare(g.cx, &g.schema, &g.args), TACIT_ERR_INPUT, "twice");
    coded_columns(&g, "least", "");
    coded_columns(&g, "counted", "bit");
    coded_number(&g, "k", 2);
    static const struct {
        const char *sql, *says;
    } refused[] = {
        { "SELECT MAX(x) FROM t", "is not told" },
        { "SELECT SUM(z) FROM t WHERE bit = 'yes'", "only COUNT(*)" },
        { "SELECT COUNT(*) FROM t WHERE x >= 100", "no condition" },
        { "SELECT COUNT(*) FROM t WHERE x >= 100 AND bit = 'yes'", "one such column" },
        { "SELECT STDDEV(x) FROM t", "of 3 at least" },
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const tacit_query q = question_of(g.cx, &g.schema, refused[i].sql);
        const tacit_mode_job job = { .query = &q, .args = &g.args };
        assert_fails(g.cx, g.mode->check(g.cx, &job), TACIT_ERR_INPUT, refused[i].says);
    }
    coded_end(&g);
}

/* ---- what is not promised ---- */

/* A sum at the end of what it can be tells every value of the group; so does a count of all. */
static void test_common(void **state)
{
    double x[20];
    bool yes[20];
    tacit_query_told told;
    bool in[CODED_MOST] = { false };
    coded g;
    (void)state;
    for (size_t i = 0; i < 20; i++) {
        x[i] = i < 10 ? 1000 : 5;
        yes[i] = i < 10;
        in[i] = i < 10;
    }
    coded_begin(&g, &tacit_mode_restrict, &(coded_wish){ .n = 20, .x = x, .yes = yes });
    coded_columns(&g, "sums", "x");
    coded_columns(&g, "counted", "bit");
    coded_open(&g);
    assert_near(told_of(&g, "SUM(x)", 0, 10), 10 * 1000, 0);
    assert_int_equal(coded_ask(&g, "COUNT(*)", in, "bit = 'yes'", &told), TACIT_REFUSED_NOT);
    assert_near(told.value, 10, 0);
    coded_end(&g);
}

/* Who knows k - 1 values of a set of k subtracts them. */
static void test_insiders(void **state)
{
    coded g;
    (void)state;
    begin(&g, 20, 5);
    assert_near(told_of(&g, "SUM(x)", 0, 5) - sum_of(&g, 0, 4), g.x[4], 0);
    coded_end(&g);
}

/* Counts of public columns are not audited: a tracker finds who is where, which is public. */
static void test_public(void **state)
{
    coded g;
    (void)state;
    begin(&g, 20, 5);
    assert_near(told_of(&g, "COUNT(*)", 0, 7) - told_of(&g, "COUNT(*)", 0, 6), 1, 0);
    assert_near(told_of(&g, "SUM(z)", 0, 7) - told_of(&g, "SUM(z)", 0, 6), 6, 0);
    coded_end(&g);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size),     cmocka_unit_test(test_differencing),
        cmocka_unit_test(test_tracker),  cmocka_unit_test(test_counted),
        cmocka_unit_test(test_cells),    cmocka_unit_test(test_persons),
        cmocka_unit_test(test_extremes), cmocka_unit_test(test_replay),
        cmocka_unit_test(test_declared), cmocka_unit_test(test_common),
        cmocka_unit_test(test_insiders), cmocka_unit_test(test_public),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
