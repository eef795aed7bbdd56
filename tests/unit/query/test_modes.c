/*
 * test_modes.c - what modes tell: noise that sticks, small sets that are not told, copies.
 */
#include "support/questions.h"

#include <math.h>
#include <string.h>

#include "query/mode/mode.h"
#include "query/place.h"
#include "query/view.h"

enum { RECORDS = 400, MODE_ARGS = 8 };
enum { THRESHOLD, SPREAD, ZEROS }; /* parameters of sticky */

/* A table with a mode to ask. */
typedef struct asking {
    tacit_ctx *cx;
    const tacit_mode *mode;
    const tacit_query_schema *schema;
    tacit_table *t;
    tacit_query_data data;
    tacit_value at[MODE_ARGS];
    tacit_args args;
    unsigned char secret[TACIT_SECRET_BYTES];
} asking;

static void begin(asking *s, const tacit_mode *mode, uint64_t seed)
{
    tacit_rng rng = tacit_rng_seed(seed);
    *s = (asking){ .cx = tacit_ctx_new(), .mode = mode };
    s->schema = survey_schema(s->cx);
    s->t = random_survey(s->cx, &rng, RECORDS);
    assert_ok(s->cx, tacit_query_data_of(s->cx, s->schema, s->t, &s->data));
    tacit_args_preset(mode->about.params, s->at, &s->args);
    memset(s->secret, (int)seed, sizeof s->secret);
}

static void end(asking *s)
{
    tacit_table_free(s->t);
    tacit_ctx_free(s->cx);
}

/* What is told of the first item in cell `cell`. */
static tacit_query_told ask(asking *s, const char *sql, size_t cell)
{
    const tacit_query q = question_of(s->cx, s->schema, sql);
    const tacit_mode_job job = { .query = &q, .args = &s->args, .secret = s->secret };
    tacit_query_answer answer;
    assert_ok(s->cx, tacit_mode_run(s->cx, s->mode, &job, &s->data, &answer));
    assert_int_equal(answer.refused, TACIT_REFUSED_NOT);
    assert_true(cell < q.cells);
    return answer.told[cell * q.n_aggregates + q.shown[0].at];
}

/* The exact value, from the mode that answers exactly of what it is given. */
static double exact(asking *s, const char *sql, size_t cell)
{
    const tacit_mode *mode = s->mode;
    s->mode = &tacit_mode_input;
    const tacit_args args = s->args;
    tacit_args_preset(s->mode->about.params, s->at, &s->args);
    const double x = ask(s, sql, cell).value;
    s->mode = mode;
    s->args = args;
    return x;
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || !(a < b || a > b);
}

static void test_sticks(void **state)
{
    asking s;
    begin(&s, &tacit_mode_sticky, 1);
    (void)state;
    const double n = ask(&s, "SELECT COUNT(*) FROM survey WHERE sex = 'f'", 0).value;
    assert_true(same(n, ask(&s, "SELECT COUNT(*), SUM(age) FROM survey GROUP BY sex", 0).value));
    assert_true(
        same(n, ask(&s, "SELECT COUNT(*) FROM survey WHERE sex IN ('f') GROUP BY sex", 0).value));
    const double x = ask(&s, "SELECT SUM(age) FROM survey WHERE sex = 'f'", 0).value;
    assert_true(same(x, ask(&s, "SELECT SUM(age) FROM survey GROUP BY sex", 0).value));
    end(&s);
}

/* Another secret is other noise, and noise is what was asked for, by the spread over secrets. */
static void test_noise(void **state)
{
    static const char sql[] = "SELECT COUNT(*) FROM survey WHERE age >= 18";
    enum { TRIALS = 400 };
    asking s;
    double sum = 0, squares = 0;
    begin(&s, &tacit_mode_sticky, 2);
    (void)state;
    const double truth = exact(&s, sql, 0);
    tacit_args_preset(s.mode->about.params, s.at, &s.args);
    for (size_t i = 0; i < TRIALS; i++) {
        s.secret[0] = (unsigned char)i;
        s.secret[1] = (unsigned char)(i >> 8);
        const tacit_query_told told = ask(&s, sql, 0);
        assert_true(fabs(told.value - truth) <= 10); /* two layers of 5 */
        assert_true(told.low <= truth && truth <= told.high);
        sum += told.value - truth;
        squares += (told.value - truth) * (told.value - truth);
    }
    /* Two layers of variance 3: 4.5 standard errors of the mean and of the variance (a normal's).
     */
    assert_true(fabs(sum / TRIALS) < 4.5 * sqrt(6. / TRIALS));
    assert_true(fabs(squares / TRIALS - 6) < 4.5 * 6 * sqrt(2. / TRIALS));
    end(&s);
}

/* Two conditions on the same records differ by the second layer, which the first hides. */
static void test_layers(void **state)
{
    asking s;
    size_t differ = 0;
    begin(&s, &tacit_mode_sticky, 3);
    (void)state;
    for (size_t i = 0; i < 40; i++) {
        s.secret[0] = (unsigned char)i;
        const double
            a = ask(&s, "SELECT COUNT(*) FROM survey", 0).value,
            b = ask(&s, "SELECT COUNT(*) FROM survey WHERE score >= -1 AND level(region, 2) = '*'",
                    0)
                    .value,
            c = ask(&s, "SELECT COUNT(*) FROM survey WHERE region IS NOT NULL", 0).value;
        differ += !same(a, b);
        assert_true(same(b, c));
    }
    assert_true(differ > 20);
    end(&s);
}

static void test_small_sets(void **state)
{
    static const char sql[] = "SELECT COUNT(*) FROM survey GROUP BY age, sex, region";
    static const char persons[] = "SELECT COUNT(DISTINCT id) FROM survey GROUP BY age, sex, region";
    size_t told[3] = { 0 }, of[3] = { 0 }, empty = 0;
    asking s;
    begin(&s, &tacit_mode_sticky, 4);
    (void)state;
    for (size_t k = 0; k < 50; k++) {
        const double n = exact(&s, persons, k);
        tacit_args_preset(s.mode->about.params, s.at, &s.args);
        s.at[THRESHOLD].number = 4;
        s.at[SPREAD].number = 4;
        const size_t size = n < 4 ? 0u : n < 8 ? 1u : 2u;
        of[size]++;
        if (isfinite(ask(&s, sql, k).value))
            told[size]++;
        s.at[ZEROS].number = 1;
        empty += n < 1;
        assert_true(n >= 1 || same(ask(&s, sql, k).value, 0));
    }
    assert_true(of[0] > 3 && told[0] == 0);
    assert_true(told[1] > 0 && told[1] < of[1]); /* by the set */
    assert_true(of[2] > 3 && told[2] == of[2]);
    assert_true(empty > 0);
    end(&s);
}

/* A sum's noise is in units of its largest values, whatever the column. */
static void test_sums(void **state)
{
    asking s;
    begin(&s, &tacit_mode_sticky, 5);
    (void)state;
    const double truth = exact(&s, "SELECT SUM(income) FROM survey", 0);
    tacit_args_preset(s.mode->about.params, s.at, &s.args);
    const double sum = ask(&s, "SELECT SUM(income) FROM survey", 0).value;
    assert_true(fabs(sum - truth) <= 10 * 100000);
    assert_true(fabs(sum - nearbyint(sum)) < 1e-6); /* on the lattice */
    const double mean = ask(&s, "SELECT AVG(income) FROM survey", 0).value;
    assert_true(fabs(sum / mean - nearbyint(sum / mean)) < 1e-6); /* over the shown number */
    end(&s);
}

/* A sum to which few persons contribute is not told, however many are in the set. */
static void test_few_values(void **state)
{
    asking s;
    begin(&s, &tacit_mode_sticky, 6);
    (void)state;
    s.at[THRESHOLD].number = 3;
    s.at[SPREAD].number = 0;
    for (size_t i = 0; i < RECORDS; i++)
        if (i != 7 && i != 8)
            s.data.steps[ASK_INCOME][i] = TACIT_NOT_PLACED;
    assert_true(isfinite(ask(&s, "SELECT COUNT(*) FROM survey", 0).value));
    assert_true(isnan(ask(&s, "SELECT SUM(income) FROM survey", 0).value));
    assert_true(isnan(ask(&s, "SELECT AVG(income) FROM survey", 0).value));
    assert_true(isfinite(ask(&s, "SELECT AVG(age) FROM survey", 0).value));
    end(&s);
}

/* ---- what is shown ---- */

static double released(const void *user, size_t cell, size_t aggregate)
{
    (void)aggregate;
    return ((const double *)user)[cell];
}

static void check_view(const char *sql, const char *want)
{
    static const double values[] = { 3, NAN, 1, 3, 2 };
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_query q = question_of(cx, survey_schema(cx), sql);
    size_t *cells = NULL, n = 0;
    char got[16] = "";
    assert_ok(cx, tacit_query_view(cx, &q, released, values, &cells, &n));
    for (size_t i = 0; i < n; i++)
        got[i] = (char)('0' + cells[i]);
    assert_string_equal(got, want);
    tacit_ctx_free(cx);
}

static void test_view(void **state)
{
    (void)state;
    check_view("SELECT COUNT(*) FROM survey GROUP BY age", "01234");
    check_view("SELECT COUNT(*) FROM survey GROUP BY age ORDER BY 1", "24031");
    check_view("SELECT COUNT(*) FROM survey GROUP BY age ORDER BY 1 DESC", "03421");
    check_view("SELECT COUNT(*) FROM survey GROUP BY age ORDER BY 1 DESC, age DESC LIMIT 2", "30");
    check_view("SELECT COUNT(*) FROM survey GROUP BY age HAVING COUNT(*) >= 2", "034");
    check_view("SELECT COUNT(*) FROM survey GROUP BY age HAVING COUNT(*) <> 3 AND COUNT(*) > 1",
               "4");
    check_view("SELECT COUNT(*) FROM survey GROUP BY age HAVING COUNT(*) = 3 ORDER BY age DESC",
               "30");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sticks), cmocka_unit_test(test_noise),
        cmocka_unit_test(test_layers), cmocka_unit_test(test_small_sets),
        cmocka_unit_test(test_sums),   cmocka_unit_test(test_few_values),
        cmocka_unit_test(test_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
