/*
 * test_inferences.c - inferences on tables whose answers a hand can compute; what they refuse.
 */
#include "support/measures.h"

#include "privacy/inference/inference.h"

/* One request. */
typedef struct asked {
    const tacit_inference *inference;
    arguments a;
    tacit_table *t;
} asked;

static void ask(asked *q, const char *name, tacit_table *t)
{
    q->inference = tacit_inference_find(name);
    q->t = t;
    preset_args(&q->a, &q->inference->about);
}

static void set_text(asked *q, const char *name, const char *text)
{
    *argument(&q->a, name) = (tacit_value){ .given = true, .text = text };
}

#define set_texts(q, name, ...)                                                                    \
    do {                                                                                           \
        static const char *const texts_[] = { __VA_ARGS__ };                                       \
        *argument(&(q)->a, name) = (tacit_value){ .given = true,                                   \
                                                  .n = sizeof texts_ / sizeof texts_[0],           \
                                                  .texts = texts_ };                               \
    } while (0)

#define set_reals(q, name, ...)                                                                    \
    do {                                                                                           \
        static const double reals_[] = { __VA_ARGS__ };                                            \
        *argument(&(q)->a, name) = (tacit_value){ .given = true,                                   \
                                                  .n = sizeof reals_ / sizeof reals_[0],           \
                                                  .reals = reals_ };                               \
    } while (0)

static tacit_status try_it(tacit_ctx *cx, const asked *q, tacit_result **out)
{
    const tacit_infer_job job = {
        .data = q->t, .args = &q->a.args, .rng = tacit_rng_seed(3), .confidence = 0.95
    };
    return tacit_inference_run(cx, q->inference, &job, out);
}

static tacit_result *infer(tacit_ctx *cx, const asked *q)
{
    tacit_result *r = NULL;
    assert_ok(cx, try_it(cx, q, &r));
    return r;
}

static void assert_refused(tacit_ctx *cx, const asked *q, tacit_status code, const char *part)
{
    tacit_result *r = NULL;
    assert_fails(cx, try_it(cx, q, &r), code, part);
    assert_null(r);
}

static double cell(const tacit_result *r, const char *table, size_t row, size_t column)
{
    const json_t *rows = json_object_get(part_of(r, "tables", table), "rows");
    return json_number_value(json_array_get(json_array_get(rows, row), column));
}

/* A table of `n` rows with the category `first`, then of `m` with `second`. */
static tacit_table *two_kinds(tacit_ctx *cx, const char *first, size_t n, const char *second,
                              size_t m)
{
    tacit_builder *b[1];
    tacit_type type[1];
    assert_int_equal(start_columns(cx, "told:c", b, type), 1);
    for (size_t i = 0; i < n + m; i++)
        add_cell(cx, b[0], type[0], i < n ? first : second);
    return finish_columns(cx, b, 1, n + m);
}

static const double LN_3 = 1.0986122886681098;

/* ---- frequencies ---- */

/* At epsilon ln 3 the truth is told with 3/4.  60 of 100 say yes: (0.6 - 0.25) / 0.5 = 0.7, of
 * variance 0.24 / 100 / 0.25 = 0.0096, of which the sample is 0.21 / 100. */
static void test_response(void **state)
{
    asked q;
    ask(&q, "frequencies", two_kinds(*state, "yes", 60, "no", 40));
    set_number(&q.a, "mechanism", 1);
    set_number(&q.a, "epsilon", LN_3);
    set_text(&q, "column", "told");
    tacit_result *r = infer(*state, &q);
    assert_near(cell(r, "shares", 0, 1), 0.6, 1e-15);
    assert_near(cell(r, "shares", 0, 2), 0.7, 1e-12);
    assert_near(cell(r, "shares", 1, 2), 0.3, 1e-12);
    assert_near(cell(r, "shares", 0, 3), sqrt(0.0096), 1e-12);
    assert_near(cell(r, "shares", 0, 4), 0.7 - 1.959963984540054 * sqrt(0.0096), 1e-12);
    json_decref(r);
    set_number(&q.a, "target", 1);
    r = infer(*state, &q);
    assert_near(cell(r, "shares", 0, 3), sqrt(0.0096 - 0.0021), 1e-12);
    json_decref(r);
    tacit_table_free(q.t);
}

/* A category that nobody told counts, and shares that are none are projected: with 3 categories at
 * epsilon ln 3 the truth is told with 3/5, another with 1/5; told 0.9, 0.1, 0: estimates 1.75,
 * -0.25, -0.5, of which the nearest shares are 1, 0, 0. */
static void test_project(void **state)
{
    asked q;
    ask(&q, "frequencies", two_kinds(*state, "a", 9, "b", 1));
    set_number(&q.a, "mechanism", 1);
    set_number(&q.a, "epsilon", LN_3);
    set_number(&q.a, "project", 1);
    set_text(&q, "column", "told");
    set_texts(&q, "categories", "a", "b", "c");
    tacit_result *r = infer(*state, &q);
    assert_near(cell(r, "shares", 0, 2), 1.75, 1e-12);
    assert_near(cell(r, "shares", 1, 2), -0.25, 1e-12);
    assert_near(cell(r, "shares", 2, 2), -0.5, 1e-12);
    assert_near(cell(r, "shares", 0, 6), 1.0, 1e-12);
    assert_near(cell(r, "shares", 2, 6), 0.0, 0.0);
    json_decref(r);
    set_texts(&q, "categories", "a", "z");
    assert_refused(*state, &q, TACIT_ERR_DATA, "1 categories that are not among those");
    tacit_table_free(q.t);
}

/* At epsilon ln 3 other bits are 1 with 1/4: of four persons 2 and 1 told 1; (0.5 - 0.25) / 0.25
 * and 0. */
static void test_bits(void **state)
{
    asked q;
    ask(&q, "frequencies", table_of(*state, "a:i,b:i", "1,0\n1,1\n0,0\n0,0\n1,\n"));
    set_number(&q.a, "mechanism", 2);
    set_number(&q.a, "epsilon", LN_3);
    set_texts(&q, "columns", "a", "b");
    tacit_result *r = infer(*state, &q);
    assert_near(figure(r, "persons"), 4.0, 0.0);
    assert_near(figure(r, "left_out"), 1.0, 0.0);
    assert_near(cell(r, "shares", 0, 2), 1.0, 1e-12);
    assert_near(cell(r, "shares", 1, 2), 0.0, 1e-12);
    json_decref(r);
    tacit_table_free(q.t);
    q.t = table_of(*state, "a:i,b:i", "1,0\n1,7\n");
    assert_refused(*state, &q, TACIT_ERR_DATA, "row 2");
    tacit_table_free(q.t);
}

static void test_frequencies_refuse(void **state)
{
    asked q;
    ask(&q, "frequencies", table_of(*state, "a:i,b:i,h:i,x:c,r:r", "1,0,9,u,0.5\n"));
    set_number(&q.a, "mechanism", 0);
    assert_refused(*state, &q, TACIT_ERR_INPUT, "pram needs 'column'");
    set_text(&q, "column", "x");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "pram needs 'matrix'");
    set_number(&q.a, "mechanism", 1);
    assert_refused(*state, &q, TACIT_ERR_INPUT, "randomised_response needs 'epsilon'");
    set_number(&q.a, "epsilon", 1);
    assert_refused(*state, &q, TACIT_ERR_DATA, "two categories");
    set_number(&q.a, "mechanism", 2);
    set_texts(&q, "columns", "a", "b");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "'column' does not go with unary_encoding");
    argument(&q.a, "column")->given = false;
    set_texts(&q, "categories", "one");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "2 'columns' and 1 'categories'");
    set_number(&q.a, "mechanism", 3);
    assert_refused(*state, &q, TACIT_ERR_INPUT, "are three");
    set_texts(&q, "columns", "a", "b", "r");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "--text r");
    set_texts(&q, "columns", "a", "b", "x");
    assert_refused(*state, &q, TACIT_ERR_DATA, "Row 1 is no answer");
    set_texts(&q, "columns", "a", "b", "h");
    assert_refused(*state, &q, TACIT_ERR_DATA, "no answer of local_hashing");
    assert_untold(*state, "9");
    tacit_table_free(q.t);
}

/* ---- deconvolution ---- */

static void test_deconvolution(void **state)
{
    asked q;
    ask(&q, "deconvolution", table_of(*state, "z:r,c:c", "1,u\n2,v\n,u\n4,u\n7,u\n"));
    set_text(&q, "column", "z");
    set_number(&q.a, "scale", 1);
    set_number(&q.a, "resamples", 20);
    set_reals(&q, "quantiles", 0.0, 0.5, 1.0);
    set_number(&q.a, "lower", 2);
    set_number(&q.a, "upper", 6);
    tacit_result *r = infer(*state, &q);
    /* Mean 3.5 and variance 7 of 1, 2, 4 and 7; without the noise 6. */
    assert_near(figure(r, "numbers"), 4.0, 0.0);
    assert_near(figure(r, "mean"), 3.5, 1e-12);
    assert_near(figure(r, "sd"), sqrt(6.0), 1e-12);
    assert_near(cell(r, "quantiles", 0, 2), 2.0, 0.1);
    assert_near(cell(r, "quantiles", 2, 2), 6.0, 0.1);
    assert_true(cell(r, "quantiles", 1, 3) <= cell(r, "quantiles", 1, 4));
    json_decref(r);
    set_number(&q.a, "upper", 2);
    assert_refused(*state, &q, TACIT_ERR_INPUT, "'lower' must be less");
    set_number(&q.a, "lower", -9);
    set_number(&q.a, "upper", -8);
    assert_refused(*state, &q, TACIT_ERR_DATA, "no released value can come from between");
    set_number(&q.a, "lower", -20);
    set_number(&q.a, "upper", -4); /* 1 is 5 deviations off, 4 and 7 are farther */
    r = infer(*state, &q);
    assert_int_equal(tacit_warning_count(*state), 1);
    json_decref(r);
    set_number(&q.a, "how", 1);
    set_number(&q.a, "noise", 2);
    assert_refused(*state, &q, TACIT_ERR_INPUT, "use 'how: ems'");
    set_number(&q.a, "how", 0);
    set_number(&q.a, "bandwidth", 1);
    assert_refused(*state, &q, TACIT_ERR_INPUT, "belongs to 'how: fourier'");
    argument(&q.a, "bandwidth")->given = false;
    set_text(&q, "column", "c");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "column 'c' is a category");
    tacit_table_free(q.t);
    q.t = table_of(*state, "z:r", "3\n3\n");
    set_text(&q, "column", "z");
    assert_refused(*state, &q, TACIT_ERR_DATA, "two different values");
    tacit_table_free(q.t);
}

/* The same request gives the same intervals, whatever the threads. */
static void test_repeats(void **state)
{
    asked q;
    tacit_rng rng = tacit_rng_seed(1);
    ask(&q, "deconvolution", random_table(*state, &rng, "z:r", 300, 90, 0.1));
    set_text(&q, "column", "z");
    set_number(&q.a, "scale", 5);
    set_number(&q.a, "resamples", 40);
    for (int how = 0; how < 2; how++) {
        set_number(&q.a, "how", how);
        tacit_result *a = infer(*state, &q), *b = infer(*state, &q);
        assert_true(json_equal(a, b));
        json_decref(a);
        json_decref(b);
    }
    tacit_table_free(q.t);
}

/* ---- regression ---- */

static void test_regression(void **state)
{
    asked q;
    ask(&q, "regression",
        table_of(*state, "x:r,y:i,k:r,c:c", "-2,-3,1,u\n-1,-1,1,u\n,5,1,u\n1,2,1,u\n2,2,1,u\n"));
    set_text(&q, "response", "y");
    set_texts(&q, "regressors", "x");
    set_reals(&q, "errors", 0.5773502691896258); /* variance 1/3: the slope is 13/9, see stats */
    tacit_result *r = infer(*state, &q);
    assert_near(figure(r, "records"), 4.0, 0.0);
    assert_near(cell(r, "coefficients", 1, 1), 1.3, 1e-12);
    assert_near(cell(r, "coefficients", 1, 2), 13.0 / 9.0, 1e-12);
    assert_near(cell(r, "coefficients", 1, 6), 0.9, 1e-12);
    json_decref(r);
    set_reals(&q, "errors", 2.0);
    assert_refused(*state, &q, TACIT_ERR_DATA, "vary no more than their noise");
    set_reals(&q, "errors", 0.1, 0.1);
    assert_refused(*state, &q, TACIT_ERR_INPUT, "each of the 1 regressors");
    argument(&q.a, "errors")->n = 0;
    set_texts(&q, "regressors", "k");
    assert_refused(*state, &q, TACIT_ERR_DATA, "constant");
    set_texts(&q, "regressors", "c");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "needs numbers");
    tacit_table_free(q.t);
    q.t = table_of(*state, "x:r,y:r", "1,2\n2,3\n");
    set_texts(&q, "regressors", "x");
    assert_refused(*state, &q, TACIT_ERR_DATA, "too few");
    tacit_table_free(q.t);
}

/* ---- combine ---- */

static void test_combine(void **state)
{
    asked q;
    ask(&q, "combine",
        table_of(*state, "v:r,e:r,w:c,a:i,b:i", "10,1,n,1,1\n16,2,n,1,0\n,1,m,1,0\n5,1,m,0,1\n"));
    set_text(&q, "value", "v");
    set_text(&q, "error", "e");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "one of 'about'");
    set_text(&q, "about", "w");
    tacit_result *r = infer(*state, &q);
    assert_near(figure(r, "answers"), 3.0, 0.0);
    assert_near(cell(r, "numbers", 0, 1), 11.2, 1e-12); /* see stats */
    assert_near(cell(r, "numbers", 0, 2), sqrt(0.8), 1e-12);
    assert_near(cell(r, "numbers", 1, 1), 5.0, 1e-12);
    json_decref(r);
    set_texts(&q, "terms", "a", "b");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "one of 'about'");
    argument(&q.a, "about")->given = false;
    r = infer(*state, &q);
    assert_near(figure(r, "numbers"), 2.0, 0.0);
    json_decref(r);
    set_texts(&q, "terms", "a", "b", "e");
    tacit_table_free(q.t);
    q.t = table_of(*state, "v:r,e:r,a:i,b:i", "10,1,1,1\n16,2,1,1\n");
    set_texts(&q, "terms", "a", "b");
    assert_refused(*state, &q, TACIT_ERR_DATA, "number 2 of 2");
    tacit_table_free(q.t);
    q.t = table_of(*state, "v:r,e:r,a:i,b:i", "10,1,1,1\n16,-2,1,\n");
    assert_refused(*state, &q, TACIT_ERR_DATA, "row 2 of column 'e'");
    tacit_table_free(q.t);
    q.t = table_of(*state, "v:r,e:r,a:i,b:i", "10,1,1,1\n16,2,1,\n");
    assert_refused(*state, &q, TACIT_ERR_DATA, "lacks its factor 'b'");
    tacit_table_free(q.t);
}

/* ---- the funnel ---- */

/* The secret is the first column; the second says nothing of it.  Merged are the values that
 * differ in the first only. */
static void test_funnel(void **state)
{
    asked q;
    ask(&q, "privacy_funnel",
        table_of(*state, "s:c,x:c,y:i", "u,u,1\nu,u,2\nv,v,1\nv,v,2\n,v,1\nv,,1\n"));
    set_texts(&q, "secret", "s");
    set_texts(&q, "columns", "x", "y");
    set_number(&q.a, "keep", 0.5);
    tacit_result *r = infer(*state, &q);
    assert_near(figure(r, "values"), 4.0, 0.0);
    assert_near(figure(r, "entropy"), 2.0, 1e-12);
    assert_near(figure(r, "leak_before"), 1.0, 1e-12);
    assert_near(figure(r, "kept"), 1.0, 1e-12);
    assert_near(figure(r, "leak"), 0.0, 1e-12);
    assert_near(figure(r, "groups"), 2.0, 0.0);
    json_decref(r);
    set_texts(&q, "columns", "x", "s");
    assert_refused(*state, &q, TACIT_ERR_INPUT, "'s' is both");
    tacit_table_free(q.t);
    q.t = table_of(*state, "s:c,x:c", "u,1\nu,2\n,3\n");
    set_texts(&q, "columns", "x");
    assert_refused(*state, &q, TACIT_ERR_DATA, "two values or more");
    tacit_table_free(q.t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_response),      with_context(test_project),
        with_context(test_bits),          with_context(test_frequencies_refuse),
        with_context(test_deconvolution), with_context(test_repeats),
        with_context(test_regression),    with_context(test_combine),
        with_context(test_funnel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
