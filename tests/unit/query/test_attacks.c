/*
 * test_attacks.c - what the modes do not promise, shown by attacks, and what they withstand.
 *
 * Reconstruction: n = 64 persons with a hidden yes or no each, of whom the attacker knows a public
 * code; 4 n questions count who says yes among random halves, and least squares solves for the
 * bits (Dinur and Nissim 2003).  It succeeds against sticky noise, which is why its page says so,
 * and against private noise that nobody adds up; not within a budget of 1 for all questions.
 */
#include "support/questions.h"

#include <math.h>
#include <string.h>

#include "query/mode/dp/dp.h"
#include "query/mode/mode.h"

enum { PERSONS = 64, QUESTIONS = 4 * PERSONS, MODE_ARGS = 8 };

/* The data set that is attacked. */
typedef struct target {
    tacit_ctx *cx;
    tacit_query_schema schema;
    tacit_query_column column[2];
    char code[PERSONS][8];
    const char *codes[PERSONS];
    bool yes[PERSONS];
    tacit_table *t;
    tacit_query_data data;
    const tacit_mode *mode;
    tacit_value at[MODE_ARGS];
    tacit_args args;
    unsigned char secret[TACIT_SECRET_BYTES];
    tacit_keystream stream; /* of the mode dp: a simulation, so that every run is the same */
} target;

static const char *const BITS[] = { "no", "yes" };

static void declare(target *g, size_t i, const char *name, const char *const *values, size_t n)
{
    tacit_value at[16];
    tacit_args args;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_VALUES] = (tacit_value){ .given = true, .n = n, .texts = values };
    assert_ok(g->cx, tacit_domain_new(g->cx, name, &args, &g->column[i].domain));
}

static void begin(target *g, const tacit_mode *mode, tacit_rng *rng)
{
    tacit_builder *b[2] = { NULL };
    memset(g, 0, sizeof *g);
    g->cx = tacit_ctx_new();
    g->mode = mode;
    assert_ok(g->cx, tacit_builder_new(g->cx, "code", TACIT_TYPE_CATEGORY, PERSONS, &b[0]));
    assert_ok(g->cx, tacit_builder_new(g->cx, "bit", TACIT_TYPE_CATEGORY, PERSONS, &b[1]));
    for (size_t i = 0; i < PERSONS; i++) {
        snprintf(g->code[i], sizeof g->code[i], "c%zu", i);
        g->codes[i] = g->code[i];
        g->yes[i] = tacit_rng_below(rng, 2) == 1;
        add_cell(g->cx, b[0], TACIT_TYPE_CATEGORY, g->code[i]);
        add_cell(g->cx, b[1], TACIT_TYPE_CATEGORY, BITS[g->yes[i]]);
    }
    g->t = finish_columns(g->cx, b, 2, PERSONS);
    declare(g, 0, "code", g->codes, PERSONS);
    declare(g, 1, "bit", BITS, 2);
    g->schema = (tacit_query_schema){ .name = "t",
                                      .n = 2,
                                      .column = g->column,
                                      .answers = mode->answers,
                                      .mode = mode->about.name,
                                      .most_cells = 10 };
    assert_ok(g->cx, tacit_query_data_of(g->cx, &g->schema, g->t, &g->data));
    tacit_args_preset(mode->about.params, g->at, &g->args);
    for (size_t i = 0; i < sizeof g->secret; i++)
        g->secret[i] = (unsigned char)tacit_rng_below(rng, 256);
    tacit_keystream_simulate(g->secret, &g->stream);
}

/* One answer. */
static double answer(target *g, const tacit_query *q)
{
    const tacit_mode_job job = { .query = q, .args = &g->args, .secret = g->secret };
    tacit_query_told told = { 0 };
    tacit_query_answer one = { .told = &told };
    if (g->mode == &tacit_mode_dp)
        assert_ok(g->cx, tacit_dp_answer(g->cx, &job, &g->data, &g->stream, &one));
    else
        assert_ok(g->cx, tacit_mode_run(g->cx, g->mode, &job, &g->data, &one));
    return one.told[0].value;
}

/* How many of a set of persons say yes, as the mode tells; NAN if it does not. */
static double ask(target *g, const bool *in)
{
    tacit_buffer sql = { 0 };
    const char *between = "";
    const size_t mark = tacit_scratch_mark(g->cx);
    assert_ok(g->cx, tacit_buffer_text(g->cx, &sql,
                                       "SELECT COUNT(*) FROM t WHERE bit = 'yes' AND code IN ("));
    for (size_t i = 0; i < PERSONS; i++)
        if (in[i]) {
            assert_ok(g->cx, tacit_buffer_format(g->cx, &sql, "%s'%s'", between, g->code[i]));
            between = ",";
        }
    assert_ok(g->cx, tacit_buffer_text(g->cx, &sql, ")"));
    const tacit_query q = question_of(g->cx, &g->schema, sql.text);
    const double told = answer(g, &q);
    tacit_scratch_release(g->cx, mark);
    tacit_buffer_free(&sql);
    return told;
}

static void end(target *g)
{
    tacit_table_free(g->t);
    tacit_ctx_free(g->cx);
}

/* ---- least squares ---- */

/* Normal equations, with a little weight on 1/2, which nothing is known of. */
typedef struct normal {
    double a[PERSONS][PERSONS + 1];
} normal;

static void add_equation(normal *e, const bool *in, double told)
{
    for (size_t i = 0; i < PERSONS; i++) {
        for (size_t j = 0; in[i] && j < PERSONS; j++)
            e->a[i][j] += in[j];
        e->a[i][PERSONS] += in[i] ? told : 0;
    }
}

/* Gauss and Jordan; the matrix is positive definite. */
static void solve(normal *e, double *x)
{
    for (size_t i = 0; i < PERSONS; i++) {
        e->a[i][i] += 1e-3;
        e->a[i][PERSONS] += 0.5e-3;
    }
    for (size_t k = 0; k < PERSONS; k++)
        for (size_t i = 0; i < PERSONS; i++) {
            const double f = e->a[i][k] / e->a[k][k];
            for (size_t j = k; i != k && j <= PERSONS; j++)
                e->a[i][j] -= f * e->a[k][j];
        }
    for (size_t i = 0; i < PERSONS; i++)
        x[i] = e->a[i][PERSONS] / e->a[i][i];
}

/* How many bits the attack finds. */
static size_t reconstruct(target *g, tacit_rng *rng)
{
    static normal e;
    double x[PERSONS];
    size_t right = 0;
    memset(&e, 0, sizeof e);
    for (size_t k = 0; k < QUESTIONS; k++) {
        bool in[PERSONS];
        for (size_t i = 0; i < PERSONS; i++)
            in[i] = tacit_rng_below(rng, 2) == 1;
        const double told = ask(g, in);
        if (isfinite(told))
            add_equation(&e, in, told);
    }
    solve(&e, x);
    for (size_t i = 0; i < PERSONS; i++)
        right += (x[i] > 0.5) == g->yes[i];
    return right;
}

static void test_reconstruction(void **state)
{
    tacit_rng rng = tacit_rng_seed(20);
    target g;
    begin(&g, &tacit_mode_sticky, &rng);
    (void)state;
    /* guessing is right on 32, and on 49 or more once in 80 000 */
    assert_true(reconstruct(&g, &rng) > PERSONS * 3 / 4);
    end(&g);
}

/* With epsilon 1 for all questions together the attack is right on 320 of 640 bits, give or take
 * 13: as guessing is, which is right on 384 or more once in 5 million.  With epsilon 1 for each
 * question, which adds up to 256, it finds all but a few. */
static void test_budget(void **state)
{
    enum { ROUNDS = 10 };
    tacit_rng rng = tacit_rng_seed(22);
    size_t right = 0, spent = 0;
    (void)state;
    for (size_t k = 0; k < ROUNDS; k++) {
        target g;
        begin(&g, &tacit_mode_dp, &rng);
        g.at[0].number = 1.0 / QUESTIONS;
        right += reconstruct(&g, &rng);
        g.at[0].number = 1;
        spent += reconstruct(&g, &rng);
        end(&g);
    }
    print_message("of %d bits least squares finds %zu within epsilon 1, %zu within 256\n",
                  ROUNDS * PERSONS, right, spent);
    assert_true(right < 384);
    assert_true(spent > 600);
}

/* The difference of two answers, with a person and without, tells that person's bit no better than
 * epsilon 1 allows: right with probability e / (1 + e) = 0.731 at most; 2 000 differences are
 * right on 1 542 or more once in 30 000 then. */
static void test_differences(void **state)
{
    enum { TIMES = 2000 };
    tacit_rng rng = tacit_rng_seed(23);
    target g;
    size_t right = 0;
    bool all[PERSONS], rest[PERSONS];
    begin(&g, &tacit_mode_dp, &rng);
    (void)state;
    memset(all, true, sizeof all);
    memset(rest, true, sizeof rest);
    rest[0] = false;
    g.at[0].number = 0.5;
    for (size_t k = 0; k < TIMES; k++)
        right += (ask(&g, all) - ask(&g, rest) > 0.5) == g.yes[0];
    print_message("differences are right %zu times of %d\n", right, TIMES);
    assert_true(right > TIMES / 2 && right < 1542);
    end(&g);
}

/* Asking again gives nothing; one question for a person alone is not told. */
static void test_withstood(void **state)
{
    tacit_rng rng = tacit_rng_seed(21);
    target g;
    bool half[PERSONS], one[PERSONS] = { false };
    begin(&g, &tacit_mode_sticky, &rng);
    (void)state;
    for (size_t i = 0; i < PERSONS; i++)
        half[i] = i % 2 == 0;
    const double told = ask(&g, half);
    for (size_t i = 0; i < 20; i++)
        assert_true(fabs(ask(&g, half) - told) < 1e-9);
    for (size_t i = 0; i < PERSONS; i++) {
        memset(one, false, sizeof one);
        one[i] = true;
        assert_true(isnan(ask(&g, one)));
    }
    end(&g);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reconstruction),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_withstood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
