/*
 * test_hidden.c - camouflage as a mode: intervals hold the truth, the file belongs to its data, and
 * what everybody, and too many insiders, find out.
 */
#include "support/coded.h"
#include "support/files.h"

#include <math.h>

#include "query/camouflage/camouflage.h"

enum { PEOPLE = 120 };

static void open_hidden(coded *g, const place *p, const char *file, size_t n, double insiders)
{
    char path[PATH_BYTES], *copy = NULL;
    coded_begin(g, &tacit_mode_camouflage, &(coded_wish){ .n = n });
    coded_columns(g, "confidential", "x");
    coded_number(g, "insiders", insiders);
    coded_number(g, "width", 0.03);
    assert_ok(g->cx, tacit_scratch_text(g->cx, path_of(p, file, path), &copy));
    g->at[tacit_param_find(g->args.params, "polytope")] =
        (tacit_value){ .given = true, .text = copy };
    coded_open(g);
}

/* The exact values come from the mode that answers exactly of what it is given. */
static double truth_of(coded *g, const tacit_query *q, size_t cell)
{
    tacit_query_sets sets;
    double x = NAN;
    assert_ok(g->cx, tacit_query_sets_of(g->cx, q, &g->data, &sets));
    assert_ok(g->cx, tacit_query_value(g->cx, &sets, &q->aggregate[q->shown[0].at], cell, &x));
    return x;
}

static void test_truth(void **state)
{
    static const char *const asked[] = {
        "SELECT SUM(x) FROM t",
        "SELECT AVG(x) FROM t WHERE z < 100",
        "SELECT MIN(x) FROM t WHERE z >= 100",
        "SELECT MAX(x) FROM t WHERE bit = 'yes'",
        "SELECT MEDIAN(x) FROM t",
        "SELECT QUANTILE(x, 0.93) FROM t",
        "SELECT VAR_SAMP(x) FROM t WHERE bit = 'no'",
        "SELECT STDDEV_POP(x) FROM t",
        "SELECT REGR_SLOPE(x, z) FROM t",
        "SELECT COUNT(*) FROM t WHERE x < 100",
        "SELECT COUNT(*) FROM t WHERE x >= 100 AND bit = 'yes'",
        "SELECT SUM(x) FROM t WHERE code = 'c7'",
        "SELECT VAR_POP(x) FROM t WHERE code = 'c7'",
    };
    const place *p = *state;
    coded g;
    open_hidden(&g, p, "truth", PEOPLE, 2);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        tacit_query q;
        tacit_query_answer a;
        assert_int_equal(coded_sql(&g, asked[i], &q, &a), TACIT_REFUSED_NOT);
        const tacit_query_told told = a.told[q.shown[0].at];
        const double truth = truth_of(&g, &q, 0);
        const bool wide = q.aggregate[0].kind == TACIT_AGGREGATE_COUNT || told.low < told.high;
        if (!(told.low <= truth && truth <= told.high && wide))
            fail_msg("%s: %g is not in [%g, %g]", asked[i], truth, told.low, told.high);
        assert_near(told.value, (told.low + told.high) / 2, 1e-9 * fabs(told.high));
    }
    /* Public columns are exact; a condition on a confidential one with anything but a count is not
     * asked. */
    tacit_query q;
    tacit_query_answer a;
    assert_int_equal(coded_sql(&g, "SELECT SUM(z) FROM t", &q, &a), TACIT_REFUSED_NOT);
    assert_near(a.told[0].value, PEOPLE * (PEOPLE - 1) / 2.0, 0);
    q = question_of(g.cx, &g.schema, "SELECT SUM(z) FROM t WHERE x < 100");
    assert_fails(g.cx, g.mode->check(g.cx, &(tacit_mode_job){ .query = &q, .args = &g.args }),
                 TACIT_ERR_INPUT, "only COUNT(*)");
    coded_end(&g);
}

/* Of every value everybody is left with an interval as wide as the policy says, for all questions;
 * the same question has the same answer after a restart. */
static void test_width(void **state)
{
    const place *p = *state;
    coded g;
    tacit_query_told before, after;
    open_hidden(&g, p, "width", PEOPLE, 2);
    for (size_t i = 0; i < PEOPLE; i++) {
        assert_int_equal(coded_range(&g, "SUM(x)", i, i + 1, &before), TACIT_REFUSED_NOT);
        assert_true(before.high - before.low >= 30);
        assert_true(before.low <= g.x[i] && g.x[i] <= before.high);
    }
    (void)coded_range(&g, "AVG(x)", 3, 40, &before);
    coded_reopen(&g);
    (void)coded_range(&g, "AVG(x)", 3, 40, &after);
    assert_near(before.low, after.low, 0);
    assert_near(before.high, after.high, 0);
    coded_end(&g);
}

/* Other data, other widths and more insiders than the file was made for are refused. */
static void test_origin(void **state)
{
    const place *p = *state;
    coded g;
    void *other = NULL;
    open_hidden(&g, p, "origin", PEOPLE, 2);
    const tacit_mode_setup setup = { .schema = &g.schema, .data = &g.data, .args = &g.args };
    g.data.steps[CODED_X][5]++;
    assert_fails(g.cx, g.mode->open(g.cx, &setup, &other), TACIT_ERR_DATA, "other data");
    g.data.steps[CODED_X][5]--;
    coded_number(&g, "width", 0.04);
    assert_fails(g.cx, g.mode->open(g.cx, &setup, &other), TACIT_ERR_DATA, "other widths");
    coded_number(&g, "width", 0.03);
    coded_number(&g, "insiders", 9);
    assert_fails(g.cx, g.mode->open(g.cx, &setup, &other), TACIT_ERR_DATA, "too few for so many");
    coded_number(&g, "vertices", 10);
    assert_fails(g.cx, g.mode->declare(g.cx, &g.schema, &g.args), TACIT_ERR_INPUT, "11 vertices");
    coded_end(&g);
}

/* ---- attacks ---- */

/* Find the vertex at which the sum over `in` is greatest, or least: one coordinate after another,
 * by adding a record to the set or taking it out, which leaves that vertex the one as long as it is
 * so by more than a record. */
static void climb(coded *g, bool *in, bool least, double *vertex)
{
    tacit_query_told base, other;
    (void)coded_ask(g, "SUM(x)", in, "", &base);
    for (size_t i = 0; i < g->n; i++) {
        in[i] = !in[i];
        (void)coded_ask(g, "SUM(x)", in, "", &other);
        const double by = least ? other.low - base.low : other.high - base.high;
        vertex[i] = in[i] ? by : -by;
        in[i] = !in[i];
    }
}

/* Whether a vertex is one of those that were found: the slack and the rounding of both ends are a
 * step or two. */
static bool is_known(size_t n, const coded *g, double found[][CODED_MOST])
{
    bool known = false;
    for (size_t j = 0; j < n && !known; j++) {
        size_t same = 0;
        for (size_t i = 0; i < g->n; i++)
            same += fabs(found[j][i] - found[n][i]) <= 4;
        known = 2 * same > g->n;
    }
    return known;
}

/* How many values the mean of the four vertices, which are all found, misses by more than their
 * slack. */
static size_t attack(const place *p, const char *file)
{
    tacit_rng rng = tacit_rng_seed(3);
    coded g;
    double found[5][CODED_MOST];
    size_t n = 0, far = 0;
    open_hidden(&g, p, file, PEOPLE, 2);
    for (int t = 0; t < 400 && n < 4; t++) {
        bool in[CODED_MOST] = { false };
        for (size_t i = 0; i < g.n; i++)
            in[i] = tacit_rng_below(&rng, 2) == 0;
        climb(&g, in, t % 2 == 1, found[n]);
        n += !is_known(n, &g, found);
    }
    assert_int_equal(n, 4);
    for (size_t i = 0; i < g.n; i++) {
        const double mean = (found[0][i] + found[1][i] + found[2][i] + found[3][i]) / 4;
        far += fabs(mean - g.x[i]) > 3;
    }
    coded_end(&g);
    return far;
}

/* Sums over sets that differ in one record tell vertices, as the page says: all four are found.
 * Their mean would be the data, if their weights were those of the first publications.  Of weights
 * that are drawn some are near 1/4, one in twenty: not those of ten polytopes. */
static void test_vertices(void **state)
{
    const place *p = *state;
    size_t most = 0;
    for (int t = 0; t < 10 && most <= PEOPLE / 2; t++) {
        char name[32];
        snprintf(name, sizeof name, "vertices%d", t);
        const size_t far = attack(p, name);
        most = far > most ? far : most;
    }
    assert_true(most > PEOPLE / 2);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_truth),
        with_place(test_width),
        with_place(test_origin),
        with_place(test_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
