/*
 * test_dp.c - the mode dp: what it tells where noise is next to nothing, what of a person counts,
 * what it costs.
 *
 * Epsilons of hundreds leave noise of which a count has none but with probability 2 exp(-epsilon),
 * below 1e-39 from 100 on; figures are then those of the records, computed by hand.
 */
#include "support/questions.h"

#include <math.h>
#include <string.h>

#include "privacy/accountant/units.h"
#include "query/mode/dp/dp.h"
#include "query/mode/mode.h"
#include "query/place.h"

enum { DP_EPSILON, DP_MOST, DP_RECORDS, DP_GROUPS, DP_CONFIDENCE, DP_ARGS = 8 };
enum { X, Y, G, COLUMNS };

/* x and y are whole numbers from 0 to 4 with bins [0, 2) [2, 4], g is a, b or c. */
typedef struct dp_asking {
    tacit_ctx *cx;
    tacit_query_schema schema;
    tacit_query_column column[COLUMNS];
    tacit_table *t;
    tacit_query_data data;
    tacit_value at[DP_ARGS];
    tacit_args args;
    tacit_keystream stream;
} dp_asking;

static void declare_number(dp_asking *s, size_t i, const char *name, double decimals)
{
    static const double breaks[] = { 2 };
    tacit_value at[16];
    tacit_args args;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_LOWER] = (tacit_value){ .given = true, .number = 0 };
    at[TACIT_DOMAIN_UPPER] = (tacit_value){ .given = true, .number = 4 };
    at[TACIT_DOMAIN_BREAKS] = (tacit_value){ .given = true, .n = 1, .reals = breaks };
    at[TACIT_DOMAIN_DECIMALS].number = decimals;
    assert_ok(s->cx, tacit_domain_new(s->cx, name, &args, &s->column[i].domain));
}

static void declare_groups(dp_asking *s)
{
    static const char *const values[] = { "a", "b", "c" };
    tacit_value at[16];
    tacit_args args;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_VALUES] = (tacit_value){ .given = true, .n = 3, .texts = values };
    assert_ok(s->cx, tacit_domain_new(s->cx, "g", &args, &s->column[G].domain));
}

/* Rows "x,y,g,id"; without persons if `person` is NULL. */
static void begin(dp_asking *s, const char *rows, const char *person)
{
    memset(s, 0, sizeof *s);
    s->cx = tacit_ctx_new();
    declare_number(s, X, "x", 0);
    declare_number(s, Y, "y", 0);
    declare_groups(s);
    s->schema = (tacit_query_schema){ .name = "t",
                                      .person = person,
                                      .n = COLUMNS,
                                      .column = s->column,
                                      .answers = tacit_mode_dp.answers,
                                      .mode = "dp",
                                      .most_cells = 10000 };
    s->t = table_of(s->cx, "x:i,y:i,g:c,id:c", rows);
    assert_ok(s->cx, tacit_keystream_open(s->cx, &s->stream));
    assert_ok(s->cx, tacit_query_data_of(s->cx, &s->schema, s->t, &s->data));
    assert_ok(s->cx, tacit_query_data_arrange(s->cx, &s->schema, &s->stream, &s->data));
    tacit_args_preset(tacit_mode_dp.about.params, s->at, &s->args);
    s->at[DP_EPSILON].number = 900;
    s->at[DP_MOST].number = 1000;
}

static void end(dp_asking *s)
{
    tacit_keystream_close(&s->stream);
    tacit_table_free(s->t);
    tacit_ctx_free(s->cx);
}

static tacit_query_told ask(dp_asking *s, const char *sql, size_t cell, size_t item)
{
    const tacit_query q = question_of(s->cx, &s->schema, sql);
    const tacit_mode_job job = { .query = &q, .args = &s->args };
    tacit_query_answer answer = { 0 };
    assert_ok(s->cx,
              tacit_scratch(s->cx, q.cells * q.n_aggregates, sizeof *answer.told, &answer.told));
    assert_ok(s->cx, tacit_dp_answer(s->cx, &job, &s->data, &s->stream, &answer));
    assert_true(cell < q.cells);
    return answer.told[cell * q.n_aggregates + q.shown[item].at];
}

static void check(dp_asking *s, const char *sql, size_t cell, double want)
{
    const tacit_query_told told = ask(s, sql, cell, 0);
    assert_near(told.value, want, 1e-9);
    assert_true(told.low <= want && want <= told.high);
}

/* ---- exactly ---- */

static const char SIX[] = "0,0,a,p\n"
                          "1,2,a,q\n"
                          "4,4,a,r\n"
                          "3,,b,s\n"
                          "9,3,b,t\n" /* 4 */
                          "2,1,,u\n";

static void test_counts(void **state)
{
    dp_asking s;
    (void)state;
    begin(&s, SIX, "id");
    check(&s, "SELECT COUNT(*) FROM t", 0, 6);
    check(&s, "SELECT COUNT(DISTINCT id) FROM t", 0, 6);
    check(&s, "SELECT COUNT(*) FROM t GROUP BY g", 0, 3);
    check(&s, "SELECT COUNT(*) FROM t GROUP BY g", 1, 2);
    check(&s, "SELECT COUNT(*) FROM t GROUP BY g", 2, 0); /* nobody, and answered */
    check(&s, "SELECT COUNT(*) FROM t WHERE x >= 2", 0, 4);
    check(&s, "SELECT COUNT(*) FROM t WHERE x >= 2 AND g IN ('b', 'c')", 0, 2);
    check(&s, "SELECT COUNT(*) FROM t WHERE g IN ('a', 'c') GROUP BY g, x", 2, 1); /* [2, 4], a */
    check(&s, "SELECT COUNT(*) FROM t WHERE y IS NOT NULL", 0, 5);
    end(&s);
}

static void test_sums(void **state)
{
    dp_asking s;
    (void)state;
    begin(&s, SIX, "id");
    check(&s, "SELECT SUM(x) FROM t", 0, 14);
    check(&s, "SELECT SUM(y) FROM t", 0, 10); /* without the missing one */
    check(&s, "SELECT AVG(x) FROM t GROUP BY g", 1, 3.5);
    check(&s, "SELECT AVG(y) FROM t GROUP BY g", 1, 3);
    check(&s, "SELECT VARIANCE(x) FROM t GROUP BY g", 1, 0.5); /* 3 and 4 */
    check(&s, "SELECT MEDIAN(x) FROM t WHERE g = 'a'", 0, 1);
    end(&s);
}

/* The middle of seven answers: with a share of the budget one in thirty has noise that is seen. */
static double usual(dp_asking *s, const char *sql, size_t i)
{
    double all[7];
    for (size_t k = 0; k < 7; k++) {
        const double x = ask(s, sql, 0, i).value;
        size_t at = k;
        for (; at > 0 && all[at - 1] > x; at--)
            all[at] = all[at - 1];
        all[at] = x;
    }
    return all[3];
}

/* Everything at once: each gets a share, and its own figure.  x is 0, 1, 2, 3, 4, 4. */
static void test_together(void **state)
{
    static const char sql[] =
        "SELECT STDDEV(x), COUNT(*), QUANTILE(x, 0.9), VARIANCE(x), COUNT(DISTINCT id), SUM(y), "
        "QUANTILE(x, 0.1), QUANTILE(x, 0.4) FROM t";
    static const double want[] = { 1.6329931618554521, 6, 4, 8. / 3, 6, 10, 0, 2 };
    dp_asking s;
    (void)state;
    begin(&s, SIX, "id");
    for (size_t i = 0; i < 8; i++)
        assert_near(usual(&s, sql, i), want[i], 2e-3);
    end(&s);
}

/* Products have noise of thousandths even so: 1 000 records on a line with slope 1/2 about. */
static void test_pairs(void **state)
{
    tacit_buffer rows = { 0 };
    dp_asking s;
    tacit_ctx *cx = *state;
    for (int i = 0; i < 1000; i++) /* x 0, 2, 4 and y 1, 2, 3: both with the mean 2 */
        assert_ok(cx, tacit_buffer_format(cx, &rows, "%d,%d,a,p%d\n", 2 * (i % 3), 1 + i % 3, i));
    begin(&s, rows.text, "id");
    const tacit_query_told y = ask(&s, "SELECT REGR_SLOPE(y, x) FROM t", 0, 0),
                           x = ask(&s, "SELECT REGR_SLOPE(x, y) FROM t", 0, 0),
                           r = ask(&s, "SELECT CORR(x, y) FROM t", 0, 0),
                           none = ask(&s, "SELECT CORR(x, y) FROM t GROUP BY g", 1, 0);
    assert_near(y.value, 0.5, 1e-3);
    assert_near(x.value, 2, 4e-3);
    assert_near(r.value, 1, 1e-3);
    assert_true(r.low > 0.99 && y.low > 0.49 && y.high < 0.51);
    assert_true(none.value >= -1 && none.value <= 1 && none.low <= -1 && none.high >= 1);
    tacit_buffer_free(&rows);
    end(&s);
}

/* Counts and sums are multiples of the declared step, to the last bit, whatever the noise is: what
 * is told has no bits in which the data could show (Mironov 2012; Haney, Desfontaines, Hartman,
 * Shrestha and Hay 2022). */
static void test_lattice(void **state)
{
    dp_asking s;
    bool below = false, above = false;
    (void)state;
    begin(&s, SIX, "id");
    declare_number(&s, Y, "y", 2);
    assert_ok(s.cx, tacit_query_data_of(s.cx, &s.schema, s.t, &s.data));
    assert_ok(s.cx, tacit_query_data_arrange(s.cx, &s.schema, &s.stream, &s.data));
    s.at[DP_EPSILON].number = 0.1;
    for (int i = 0; i < 2000; i++) {
        const double n = ask(&s, "SELECT COUNT(*) FROM t", 0, 0).value;
        const double sum = ask(&s, "SELECT SUM(y) FROM t", 0, 0).value;
        const double steps = nearbyint(sum * 100), back = steps / 100;
        assert_memory_equal(&sum, &back, sizeof sum);
        assert_true(fabs(n - nearbyint(n)) <= 0);
        below = below || n < 6;
        above = above || n > 6;
    }
    assert_true(below && above);
    end(&s);
}

/* ---- ranges ---- */

/* Of 300 answers with a confidence of 0.9 at least 250 hold the truth; fewer do once in 2 million
 * if each does with 0.9.  Ranges of what is derived are wider than they need to be. */
static void check_ranges(dp_asking *s, const char *sql)
{
    tacit_query_sets sets;
    const tacit_query q = question_of(s->cx, &s->schema, sql);
    double truth = 0;
    size_t held = 0, useful = 0;
    assert_ok(s->cx, tacit_query_sets_of(s->cx, &q, &s->data, &sets));
    assert_ok(s->cx, tacit_query_value(s->cx, &sets, &q.aggregate[0], 0, &truth));
    for (int i = 0; i < 300; i++) {
        const tacit_query_told told = ask(s, sql, 0, 0);
        assert_true(told.low <= told.value && told.value <= told.high);
        held += told.low <= truth && truth <= told.high;
        useful += told.high - told.low < fmax(1, fabs(truth));
    }
    assert_true(held >= 250 && useful > 150);
}

static void test_ranges(void **state)
{
    static const char *const all[] = { "COUNT(*)",  "SUM(x)",    "AVG(x)",     "VARIANCE(x)",
                                       "STDDEV(x)", "MEDIAN(x)", "CORR(x, y)", "REGR_SLOPE(y, x)" };
    const unsigned char key[TACIT_KEYSTREAM_KEY] = { 5 };
    tacit_rng rng = tacit_rng_seed(8);
    tacit_buffer rows = { 0 };
    dp_asking s;
    tacit_ctx *cx = *state;
    for (int i = 0; i < 2000; i++) {
        const uint64_t x = tacit_rng_below(&rng, 5), y = (x + tacit_rng_below(&rng, 5)) / 2;
        assert_ok(cx, tacit_buffer_format(cx, &rows, "%d,%d,a,p%d\n", (int)x, (int)y, i));
    }
    begin(&s, rows.text, "id");
    tacit_keystream_simulate(key, &s.stream); /* the same answers in every run */
    s.at[DP_EPSILON].number = 1;
    s.at[DP_CONFIDENCE].number = 0.9;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "SELECT %s FROM t", all[i]);
        check_ranges(&s, sql);
    }
    tacit_buffer_free(&rows);
    end(&s);
}

/* ---- persons ---- */

/* p has five records in three groups; what counts of them is at most what the policy says. */
static const char MANY[] = "4,0,a,p\n4,0,a,p\n4,0,a,p\n4,0,b,p\n4,0,c,p\n1,0,a,q\n";

static void set_bounds(dp_asking *s, double groups, double records)
{
    s->at[DP_GROUPS].number = groups;
    s->at[DP_RECORDS].number = records;
}

static double sum_cells(dp_asking *s, const char *sql)
{
    double sum = 0;
    for (size_t k = 0; k < 3; k++)
        sum += ask(s, sql, k, 0).value;
    return sum;
}

static void test_bounds(void **state)
{
    dp_asking s;
    (void)state;
    begin(&s, MANY, "id");
    check(&s, "SELECT COUNT(*) FROM t", 0, 2);
    check(&s, "SELECT SUM(x) FROM t", 0, 5);
    check(&s, "SELECT COUNT(*) FROM t WHERE g = 'b'", 0, 1); /* a record that is asked about */
    assert_near(sum_cells(&s, "SELECT COUNT(*) FROM t GROUP BY g"), 2, 1e-9);
    set_bounds(&s, 1, 2);
    check(&s, "SELECT COUNT(*) FROM t", 0, 3);
    check(&s, "SELECT COUNT(DISTINCT id) FROM t", 0, 2);
    set_bounds(&s, 3, 2);
    check(&s, "SELECT COUNT(*) FROM t GROUP BY g", 0, 3);
    check(&s, "SELECT COUNT(*) FROM t GROUP BY g", 2, 1);
    check(&s, "SELECT COUNT(DISTINCT id) FROM t GROUP BY g", 0, 2);
    set_bounds(&s, 2, 9);
    const double sum = sum_cells(&s, "SELECT COUNT(DISTINCT id) FROM t GROUP BY g");
    assert_near(sum, 3, 1e-9); /* q once, p in two of three */
    end(&s);
}

/* A person more moves what counts by no more than is promised, whatever that person's records. */
static void test_neighbours(void **state)
{
    static const char sql[] = "SELECT COUNT(*) FROM t GROUP BY g";
    tacit_rng rng = tacit_rng_seed(31);
    tacit_ctx *cx = *state;
    for (int round = 0; round < 40; round++) {
        tacit_buffer rows = { 0 };
        dp_asking with, without;
        const double groups = 1 + (double)tacit_rng_below(&rng, 3),
                     records = 1 + (double)tacit_rng_below(&rng, 3);
        for (int i = 0; i < 20; i++)
            assert_ok(cx, tacit_buffer_format(cx, &rows, "1,1,%c,p%d\n",
                                              (int)('a' + tacit_rng_below(&rng, 3)), i));
        begin(&without, rows.text, "id");
        for (uint64_t i = 0, n = tacit_rng_below(&rng, 12); i < n; i++)
            assert_ok(cx, tacit_buffer_format(cx, &rows, "1,1,%c,new\n",
                                              (int)('a' + tacit_rng_below(&rng, 3))));
        begin(&with, rows.text, "id");
        set_bounds(&with, groups, records);
        set_bounds(&without, groups, records);
        double cells = 0;
        for (size_t k = 0; k < 3; k++) {
            const double d = ask(&with, sql, k, 0).value - ask(&without, sql, k, 0).value;
            assert_true(d >= 0 && d <= records);
            cells += d > 0;
        }
        assert_true(cells <= groups);
        end(&with);
        end(&without);
        tacit_buffer_free(&rows);
    }
}

/* Which of a person's records counts is left to chance. */
static void test_chance(void **state)
{
    int first = 0;
    (void)state;
    for (int round = 0; round < 60; round++) {
        dp_asking s;
        begin(&s, "0,0,a,p\n4,0,a,p\n", "id");
        const double x = ask(&s, "SELECT SUM(x) FROM t", 0, 0).value;
        assert_true(fabs(x) < 1e-9 || fabs(x - 4) < 1e-9);
        first += x < 2;
        end(&s);
    }
    assert_true(first > 4 && first < 56); /* else once in 1e12 */
}

/* ---- what it costs ---- */

static void test_cost(void **state)
{
    dp_asking s;
    tacit_units sum = 0;
    (void)state;
    begin(&s, SIX, "id");
    tacit_args_preset(tacit_mode_dp.about.params, s.at, &s.args);
    tacit_query q = question_of(s.cx, &s.schema, "SELECT g, COUNT(*), SUM(x) FROM t GROUP BY g");
    const tacit_mode_job job = { .query = &q, .args = &s.args };
    for (int i = 0; i < 10; i++) /* ten tenths fit into 1 */
        sum = tacit_units_add(sum, tacit_units_up(tacit_mode_dp.cost(&job).amount));
    assert_true(sum <= tacit_units_down(1) && tacit_units_down(1) - sum < 10);
    q.epsilon = 0.5;
    assert_near(tacit_mode_dp.cost(&job).amount, 0.5, 0);
    assert_true(tacit_mode_dp.cost(&job).delta <= 0);
    end(&s);
}

/* The standard deviation of discrete Laplace noise with scale b: sqrt(2 q) / (1 - q). */
static double spread(double b)
{
    const double q = exp(-1 / b);
    return sqrt(2 * q) / (1 - q);
}

static void check_error(dp_asking *s, const char *sql, double scale)
{
    const tacit_query q = question_of(s->cx, &s->schema, sql);
    const tacit_mode_job job = { .query = &q, .args = &s->args };
    double error = 0;
    assert_ok(s->cx, tacit_mode_dp.error(s->cx, &job, &error));
    assert_near(error / spread(scale), 1, 1e-6);
}

static void test_error(void **state)
{
    dp_asking s;
    (void)state;
    begin(&s, SIX, "id");
    tacit_args_preset(tacit_mode_dp.about.params, s.at, &s.args); /* epsilon 0.1 */
    check_error(&s, "SELECT COUNT(*) FROM t", 10);
    check_error(&s, "SELECT COUNT(*) FROM t GROUP BY g", 10);              /* each is in one */
    check_error(&s, "SELECT COUNT(*), SUM(x) FROM t", 20);                 /* half of epsilon */
    check_error(&s, "SELECT COUNT(*), VARIANCE(x), STDDEV(x) FROM t", 20); /* one statistic */
    set_bounds(&s, 2, 3);
    check_error(&s, "SELECT COUNT(*) FROM t GROUP BY g", 60);
    check_error(&s, "SELECT COUNT(*) FROM t", 30); /* there is one group */
    check_error(&s, "SELECT COUNT(DISTINCT id) FROM t GROUP BY g", 20);
    end(&s);
}

static void test_key(void **state)
{
    dp_asking s;
    char key[3][TACIT_DIGEST_BYTES];
    (void)state;
    begin(&s, SIX, "id");
    tacit_args_preset(tacit_mode_dp.about.params, s.at, &s.args);
    for (size_t i = 0; i < 3; i++) {
        tacit_query q = question_of(s.cx, &s.schema, "SELECT COUNT(*) FROM t");
        q.epsilon = i == 1 ? 0.2 : i == 2 ? 0.1 : 0; /* the policy says 0.1 */
        assert_ok(s.cx, tacit_mode_settle(s.cx, &tacit_mode_dp, &s.args, &q));
        memcpy(key[i], q.key, sizeof q.key);
    }
    assert_string_not_equal(key[0], key[1]);
    assert_string_equal(key[0], key[2]);
    end(&s);
}

static void check_refused(dp_asking *s, const char *sql, double epsilon, const char *why)
{
    tacit_query q = question_of(s->cx, &s->schema, sql);
    q.epsilon = epsilon;
    assert_int_equal(tacit_mode_settle(s->cx, &tacit_mode_dp, &s->args, &q), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(s->cx), why));
}

static void test_refused(void **state)
{
    dp_asking s;
    (void)state;
    begin(&s, SIX, "id");
    tacit_args_preset(tacit_mode_dp.about.params, s.at, &s.args);
    check_refused(&s, "SELECT COUNT(*) FROM t", 1.5, "from 0.000001 to 1");
    check_refused(&s, "SELECT QUANTILE(x, 0) FROM t", 0, "from 0.001 to 0.999");
    set_bounds(&s, 12, 1);
    check_refused(&s,
                  "SELECT COUNT(*), SUM(x), SUM(y), AVG(x), AVG(y), QUANTILE(x, 0.1), QUANTILE(x, "
                  "0.2), QUANTILE(x, 0.3), QUANTILE(x, 0.4), QUANTILE(x, 0.5), QUANTILE(x, 0.6), "
                  "QUANTILE(y, 0.9), VARIANCE(x), VARIANCE(y), CORR(x, y), REGR_SLOPE(x, y), "
                  "REGR_SLOPE(y, x) FROM t GROUP BY g, x, y",
                  0.000001, "too little");
    s.schema.person = NULL;
    check_refused(&s, "SELECT COUNT(*) FROM t", 0, "'person'");
    end(&s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),   cmocka_unit_test(test_sums),
        cmocka_unit_test(test_together), with_context(test_pairs),
        cmocka_unit_test(test_bounds),   with_context(test_neighbours),
        cmocka_unit_test(test_chance),   cmocka_unit_test(test_cost),
        cmocka_unit_test(test_error),    cmocka_unit_test(test_key),
        cmocka_unit_test(test_refused),  with_context(test_ranges),
        cmocka_unit_test(test_lattice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
