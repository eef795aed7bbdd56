/*
 * test_inference_bias.c - what the inferences are for: simulations of the bias before and after.
 *
 * The pages of docs/inferences show what this prints.  Streams are fixed; bounds are those of
 * 5 standard errors of the simulation, or loose ones on what is plainly better.
 */
#include "samples.h"
#include "support/measures.h"

#include "privacy/inference/inference.h"
#include "privacy/mechanism/mechanism.h"

/* A table of `n` rows of numbers, column by column. */
static tacit_table *numbers(tacit_ctx *cx, const char *const *name, const double *x, size_t p,
                            size_t n)
{
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, n, &t));
    for (size_t j = 0; j < p; j++) {
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        assert_ok(cx, tacit_builder_new(cx, name[j], TACIT_TYPE_REAL, n, &b));
        assert_ok(cx, tacit_builder_reals(cx, b, x + j * n, NULL, n));
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    return t;
}

static tacit_result *infer(tacit_ctx *cx, const char *name, const tacit_table *t, arguments *a)
{
    const tacit_infer_job job = {
        .data = t, .args = &a->args, .rng = tacit_rng_seed(3), .confidence = 0.95
    };
    tacit_result *r = NULL;
    assert_ok(cx, tacit_inference_run(cx, tacit_inference_find(name), &job, &r));
    return r;
}

static double cell(const tacit_result *r, const char *table, size_t row, size_t column)
{
    const json_t *rows = json_object_get(part_of(r, "tables", table), "rows");
    return json_number_value(json_array_get(json_array_get(rows, row), column));
}

/* Errors before and after, and how often intervals held the truth. */
typedef struct tally {
    double n, before, after, square, held;
} tally;

static void add(tally *t, const tacit_result *r, const char *table, size_t row, double truth,
                size_t interval)
{
    const double after = cell(r, table, row, 2) - truth;
    t->n += 1.0;
    t->before += cell(r, table, row, 1) - truth;
    t->after += after;
    t->square += after * after;
    t->held += cell(r, table, row, interval) <= truth && truth <= cell(r, table, row, interval + 1);
}

/* Show the tally; the bias that is left is within 5 standard errors of 0. */
static void assert_unbiased(const char *what, const tally *t)
{
    const double se = sqrt(t->square) / t->n;
    print_message("# %s: bias %.4f as released, %.4f after (standard error %.4f), 95%% intervals "
                  "held %.1f%%\n",
                  what, t->before / t->n, t->after / t->n, se, 100.0 * t->held / t->n);
    assert_true(fabs(t->after / t->n) < 5.0 * se);
    assert_true(fabs(t->before / t->n) > 10.0 * se);
    assert_true(fabs(t->held / t->n - 0.95) < 5.0 * sqrt(0.95 * 0.05 / t->n) + 0.01);
}

/* ---- deconvolution ---- */

enum { PERSONS = 1000, SAMPLES = 12 };

/* Values of Gamma(4, 1/2), Laplace noise of scale 1. */
static tacit_table *noisy_sample(tacit_ctx *cx, tacit_rng *rng)
{
    static const char *const names[] = { "z" };
    double z[PERSONS];
    for (int i = 0; i < PERSONS; i++) {
        z[i] = log(tacit_rng_uniform(rng)) - log(tacit_rng_uniform(rng));
        for (int k = 0; k < 4; k++)
            z[i] -= 0.5 * log(tacit_rng_uniform(rng));
    }
    return numbers(cx, names, z, 1, PERSONS);
}

static void check_way(tacit_ctx *cx, int how, const char *name)
{
    static const double truth[] = { 0.8723848, 1.2676601, 1.8360304, 2.5547137, 3.3403915 };
    tally t[5] = { { 0 } };
    tacit_rng rng = tacit_rng_seed(11);
    arguments a;
    preset_args(&a, &tacit_inference_deconvolution.about);
    *argument(&a, "column") = (tacit_value){ .given = true, .text = "z" };
    set_number(&a, "noise", 1);
    set_number(&a, "scale", 1);
    set_number(&a, "how", how);
    set_number(&a, "resamples", 0);
    for (int s = 0; s < SAMPLES; s++) {
        tacit_table *table = noisy_sample(cx, &rng);
        tacit_result *r = infer(cx, "deconvolution", table, &a);
        for (size_t q = 0; q < 5; q++)
            add(&t[q], r, "quantiles", q, truth[q], 3);
        json_decref(r);
        tacit_table_free(table);
    }
    for (size_t q = 0; q < 5; q++)
        print_message("# deconvolution by %s, quantile %zu: bias %.3f as released, %.3f after\n",
                      name, q, t[q].before / SAMPLES, t[q].after / SAMPLES);
    assert_true(fabs(t[0].after) < 0.25 * fabs(t[0].before));
    assert_true(fabs(t[4].after) < 0.25 * fabs(t[4].before));
}

static void test_deconvolution(void **state)
{
    check_way(*state, 0, "ems");
    check_way(*state, 1, "fourier");
}

/* ---- frequencies ---- */

enum { CATEGORIES = 5, REPLIES = 400, SURVEYS = 100 };

/* What one mechanism told of one survey, as a table. */
static tacit_table *survey(tacit_ctx *cx, const tacit_mechanism *m, arguments *of,
                           tacit_keystream *stream, tacit_rng *rng)
{
    static const double upto[CATEGORIES] = { 0.5, 0.75, 0.9, 0.98, 1.0 };
    tacit_i128 value[REPLIES], *told = NULL;
    tacit_request request;
    for (size_t i = 0; i < REPLIES; i++) {
        const double u = tacit_rng_uniform(rng);
        for (value[i] = 0; u > upto[value[i]];)
            value[i]++;
    }
    assert_ok(cx, tacit_mechanism_prepare(cx, m, &of->args, REPLIES, &request));
    assert_ok(cx, tacit_mechanism_run(cx, m, &request, stream, value, &told));
    const size_t p = request.answers / REPLIES;
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, REPLIES, &t));
    for (size_t j = 0; j < p; j++) {
        static const char *const name[] = { "0", "1", "2", "3", "4" };
        int64_t x[REPLIES];
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        for (size_t i = 0; i < REPLIES; i++)
            x[i] = (int64_t)told[i * p + j];
        assert_ok(cx, tacit_builder_new(cx, name[j], TACIT_TYPE_INTEGER, REPLIES, &b));
        assert_ok(cx, tacit_builder_integers(cx, b, x, NULL, REPLIES));
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    return t;
}

/* What the inference is asked of the mechanism number `m`. */
static void ask_frequencies(arguments *a, int m)
{
    static const char *const labels[] = { "0", "1", "2", "3", "4" };
    preset_args(a, &tacit_inference_frequencies.about);
    set_number(a, "mechanism", m);
    set_number(a, "epsilon", 1);
    *argument(a, "categories") = (tacit_value){ .given = true, .n = CATEGORIES, .texts = labels };
    if (m == 1)
        *argument(a, "column") = (tacit_value){ .given = true, .text = "0" };
    else
        *argument(a, "columns") =
            (tacit_value){ .given = true, .n = m == 2 ? CATEGORIES : 3, .texts = labels };
}

/* Shares of the most and the least frequent category at epsilon 1, by the exact mechanisms. */
static void test_frequencies(void **state)
{
    static const tacit_mechanism *const all[] = { NULL, &tacit_mechanism_randomised_response,
                                                  &tacit_mechanism_unary_encoding,
                                                  &tacit_mechanism_local_hashing };
    static const char *const what[][2] = {
        { NULL, NULL },
        { "randomised_response, share 0.50", "randomised_response, share 0.02" },
        { "unary_encoding, share 0.50", "unary_encoding, share 0.02" },
        { "local_hashing, share 0.50", "local_hashing, share 0.02" }
    };
    for (int m = 1; m <= 3; m++) {
        tally most = { 0 }, least = { 0 };
        tacit_rng rng = tacit_rng_seed(5);
        tacit_keystream stream = counted_stream();
        arguments of, a;
        preset_args(&of, &all[m]->about);
        set_number(&of, "epsilon", 1);
        if (m < 3)
            set_number(&of, "categories", CATEGORIES);
        ask_frequencies(&a, m);
        for (int s = 0; s < SURVEYS; s++) {
            const size_t mark = tacit_scratch_mark(*state);
            tacit_table *t = survey(*state, all[m], &of, &stream, &rng);
            tacit_result *r = infer(*state, "frequencies", t, &a);
            add(&most, r, "shares", 0, 0.5, 4);
            add(&least, r, "shares", 4, 0.02, 4);
            json_decref(r);
            tacit_table_free(t);
            tacit_scratch_release(*state, mark);
        }
        assert_unbiased(what[m][0], &most);
        assert_unbiased(what[m][1], &least);
    }
}

/* ---- regression ---- */

enum { ROWS = 400 };

/* y = 1 + 2 a - b + e; a has noise of its own size, and so has y; b has none. */
static void test_regression(void **state)
{
    static const char *const names[] = { "a", "b", "y" };
    static const char *const regressors[] = { "a", "b" };
    static const double errors[] = { 1.0, 0.0 };
    tally slope = { 0 }, other = { 0 };
    tacit_rng rng = tacit_rng_seed(6);
    arguments a;
    preset_args(&a, &tacit_inference_regression.about);
    *argument(&a, "response") = (tacit_value){ .given = true, .text = "y" };
    *argument(&a, "regressors") = (tacit_value){ .given = true, .n = 2, .texts = regressors };
    *argument(&a, "errors") = (tacit_value){ .given = true, .n = 2, .reals = errors };
    set_number(&a, "response_error", 1);
    for (int s = 0; s < SURVEYS; s++) {
        double x[3 * ROWS];
        for (size_t i = 0; i < ROWS; i++) {
            const double own = tacit_rng_normal(&rng), b = 0.5 * own + tacit_rng_normal(&rng);
            x[i] = own + tacit_rng_normal(&rng);
            x[ROWS + i] = b;
            x[2 * ROWS + i] = 1.0 + 2.0 * own - b + tacit_rng_normal(&rng) + tacit_rng_normal(&rng);
        }
        tacit_table *t = numbers(*state, names, x, 3, ROWS);
        tacit_result *r = infer(*state, "regression", t, &a);
        add(&slope, r, "coefficients", 1, 2.0, 4);
        add(&other, r, "coefficients", 2, -1.0, 4);
        json_decref(r);
        tacit_table_free(t);
    }
    assert_unbiased("regression, slope 2 of the noisy column", &slope);
    assert_unbiased("regression, slope -1 of the exact column", &other);
}

/* ---- combine ---- */

/* Twelve monthly counts, four quarters and a year, each with noise of deviation 10. */
static void test_combine(void **state)
{
    static const char *const names[] = { "v",   "e",   "jan", "feb", "mar", "apr", "may",
                                         "jun", "jul", "aug", "sep", "oct", "nov", "dec" };
    static const char *const *months = names + 2;
    double before = 0.0, after = 0.0;
    tacit_rng rng = tacit_rng_seed(7);
    arguments a;
    preset_args(&a, &tacit_inference_combine.about);
    *argument(&a, "value") = (tacit_value){ .given = true, .text = "v" };
    *argument(&a, "error") = (tacit_value){ .given = true, .text = "e" };
    *argument(&a, "terms") = (tacit_value){ .given = true, .n = 12, .texts = months };
    for (int s = 0; s < SURVEYS; s++) {
        double x[14 * 17] = { 0.0 };
        for (size_t i = 0; i < 17; i++) {
            const size_t from = i < 12 ? i : i < 16 ? 3 * (i - 12) : 0;
            const size_t n = i < 12 ? 1 : i < 16 ? 3 : 12;
            for (size_t j = from; j < from + n; j++)
                x[(2 + j) * 17 + i] = 1.0;
            x[i] = 100.0 * (double)n + 10.0 * tacit_rng_normal(&rng);
            x[17 + i] = 10.0;
        }
        tacit_table *t = numbers(*state, names, x, 14, 17);
        tacit_result *r = infer(*state, "combine", t, &a);
        before += pow(cell(r, "answers", 16, 1) - 1200.0, 2.0) / SURVEYS;
        after += pow(cell(r, "answers", 16, 3) - 1200.0, 2.0) / SURVEYS;
        json_decref(r);
        tacit_table_free(t);
    }
    /* Of the year's three ways, by itself, quarters and months, variances are 1, and 4 quarters of
     * 3/4 each: 3; together 3/4.  A mean square of 100 squares is within 5 standard errors. */
    print_message("# combine, the year: root mean square error %.2f as released, %.2f combined\n",
                  sqrt(before), sqrt(after));
    assert_near(after / 75.0, 1.0, 5.0 * sqrt(2.0 / SURVEYS));
    assert_near(before / 100.0, 1.0, 5.0 * sqrt(2.0 / SURVEYS));
    assert_true(after < before);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_deconvolution),
        with_context(test_frequencies),
        with_context(test_regression),
        with_context(test_combine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
