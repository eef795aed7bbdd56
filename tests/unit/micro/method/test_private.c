/*
 * test_private.c - private methods: their laws, exactly; what they refuse; where noise is from.
 *
 * Provenance: laws by their formulas, with the figures of golden/dp.json (ldp: k = 10, epsilon = 1
 * has p = 0.231969..., q = 0.0853367...).  Error rates: chi-square below 1e-6
 * (unit/privacy/samples.h); runs under a seed do not vary, those from the system's randomness are
 * called wrong once in 10^6.
 */
#include "support/told.h"

#include <math.h>

#include "unit/privacy/samples.h"

enum { CELLS_DRAWN = 20000 };

static mask *give_texts(mask *m, const char *param, const char *const *texts, size_t n)
{
    tacit_value *v = argument(&m->a, param);
    v->texts = texts;
    v->n = n;
    return m;
}

static const char *const LETTERS[] = { "a", "b", "c" };
static const char *const TEN[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };
static const char *const ENDS[] = { "0", "2" };
static const tacit_group X_BOUNDS[] = { { .label = "x", .member = ENDS, .n = 2 } };

static mask *start_letters(mask *m, const char *method, const tacit_table *t)
{
    set_number(&start_mask(m, method)->a, "epsilon", 1);
    give_texts(add_column(m, t, "x"), "categories", LETTERS, 3);
    return m;
}

static mask *start_bounded(mask *m, const char *method, const tacit_table *t)
{
    set_number(&start_mask(m, method)->a, "epsilon", 1);
    tacit_value *v = argument(&add_column(m, t, "x")->a, "bounds");
    v->groups = X_BOUNDS;
    v->n = 1;
    return m;
}

/* A column x of `n` cells with one text, or number. */
static tacit_table *constant(tacit_ctx *cx, tacit_type type, const char *text, size_t n)
{
    tacit_builder *b[1] = { NULL };
    assert_ok(cx, tacit_builder_new(cx, "x", type, n, &b[0]));
    for (size_t i = 0; i < n; i++)
        add_cell(cx, b[0], type, text);
    return finish_columns(cx, b, 1, n);
}

/* ---- laws ---- */

/* Ten categories, of which 7 is true. */
static void check_response(tacit_ctx *cx, bool system)
{
    tacit_table *t = constant(cx, TACIT_TYPE_CATEGORY, "7", CELLS_DRAWN);
    mask m;
    law l = { .n = 10 };
    give_texts(start_letters(&m, "randomised_response", t), "categories", TEN, 10)->system = system;
    tacit_table *out = run_mask(cx, &m, t);
    const tacit_column *c = column_of(out, "x");
    for (size_t i = 0; i < 10; i++)
        l.chance[i] = i == 7 ? 0.23196931668407394 : 0.085336742590658452;
    for (size_t i = 0; i < CELLS_DRAWN; i++)
        law_count(&l, tacit_column_text(c, i, (char[32]){ 0 })[0] - '0', 0);
    assert_law(&l);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_response(void **state)
{
    check_response(*state, false);
    check_response(*state, true);
}

/* The three bits of a cell are 1 with 1/2, 1/(e+1), 1/(e+1), independently: 8 patterns. */
static void test_bits(void **state)
{
    tacit_table *t = constant(*state, TACIT_TYPE_CATEGORY, "b", CELLS_DRAWN);
    mask m;
    law l = { .n = 8 };
    tacit_table *out = run_mask(*state, start_letters(&m, "unary_encoding", t), t);
    const char *const names[] = { "x=a", "x=b", "x=c" };
    assert_int_equal(tacit_table_columns(out), 3);
    for (size_t i = 0; i < 8; i++) {
        l.chance[i] = 1.0;
        for (size_t b = 0; b < 3; b++) {
            const double one = b == 1 ? 0.5 : 1.0 / (exp(1.0) + 1.0);
            l.chance[i] *= (i >> b & 1) != 0 ? one : 1.0 - one;
        }
    }
    for (size_t i = 0; i < CELLS_DRAWN; i++) {
        int64_t pattern = 0;
        for (size_t b = 0; b < 3; b++)
            pattern |= tacit_column_integers(column_of(out, names[b]))[i] << b;
        law_count(&l, pattern, 0);
    }
    assert_law(&l);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* h is the hash of category 1 by the record's own function with p = e / (e + g - 1), g = 4. */
static void test_hashes(void **state)
{
    tacit_table *t = constant(*state, TACIT_TYPE_CATEGORY, "b", CELLS_DRAWN);
    mask m;
    law l = { .n = 2, .chance = { 3.0 / (exp(1.0) + 3.0), exp(1.0) / (exp(1.0) + 3.0) } };
    tacit_table *out = run_mask(*state, start_letters(&m, "local_hashing", t), t);
    const int64_t *a = tacit_column_integers(column_of(out, "x.a")),
                  *b = tacit_column_integers(column_of(out, "x.b")),
                  *h = tacit_column_integers(column_of(out, "x.h"));
    for (size_t i = 0; i < CELLS_DRAWN; i++) {
        const tacit_i128 hash = ((tacit_i128)a[i] + b[i]) % (((tacit_i128)1 << 61) - 1) % 4;
        assert_true(h[i] >= 0 && h[i] < 4);
        law_count(&l, hash == h[i], 0);
    }
    assert_law(&l);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Laplace noise of scale s around `at`: cells from at - 5 to at + 5, the ends with their tails. */
static void laplace_law(double s, law *l)
{
    const double q = exp(-1.0 / s), zero = (1 - q) / (1 + q);
    l->n = 11;
    for (int i = -5; i <= 5; i++)
        l->chance[i + 5] = zero * pow(q, abs(i)) / (abs(i) == 5 ? 1 - q : 1);
}

/* Bounds 0 and 2 at epsilon 1: scale 2.  A value beyond the bounds counts as the bound. */
static void test_noise(void **state)
{
    tacit_table *t = constant(*state, TACIT_TYPE_REAL, "17.3", CELLS_DRAWN);
    mask m;
    law l = { 0 };
    laplace_law(2.0, &l);
    tacit_table *out = run_mask(*state, start_bounded(&m, "private_noise", t), t);
    for (size_t i = 0; i < CELLS_DRAWN; i++)
        law_count(&l, tacit_column_integers(column_of(out, "x"))[i] - 2, -5);
    assert_law(&l);
    tacit_table_free(out);
    set_number(&m.a, "clamp", 1);
    out = run_mask(*state, &m, t);
    for (size_t i = 0; i < CELLS_DRAWN; i++)
        assert_true(tacit_column_integers(column_of(out, "x"))[i] <= 2 &&
                    tacit_column_integers(column_of(out, "x"))[i] >= 0);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Cells 0, 0, 2, 2 ... in groups of 2 by their order: means 0 and 2, with noise of scale
 * 2 on the sum of a group, the same for both of it; halves of sums round up. */
static void test_groups(void **state)
{
    tacit_builder *b[1] = { NULL };
    mask m;
    law l = { 0 };
    assert_ok(*state, tacit_builder_new(*state, "x", TACIT_TYPE_INTEGER, CELLS_DRAWN, &b[0]));
    for (size_t i = 0; i < CELLS_DRAWN; i++)
        add_cell(*state, b[0], TACIT_TYPE_INTEGER, i % 4 < 2 ? "0" : "2");
    tacit_table *t = finish_columns(*state, b, 1, CELLS_DRAWN);
    set_number(&start_bounded(&m, "private_microdata", t)->a, "k", 2);
    tacit_table *out = run_mask(*state, &m, t);
    const int64_t *x = tacit_column_integers(column_of(out, "x"));
    const double q = exp(-0.5), zero = (1 - q) / (1 + q);
    l.n = 5; /* means from -2 to 2 around the true one: sums 2m - 1 and 2m */
    for (int i = -2; i <= 2; i++)
        l.chance[i + 2] = zero * (pow(q, abs(2 * i)) + pow(q, abs(2 * i - 1)));
    l.chance[0] = zero * pow(q, 4) / (1 - q); /* sums up to -4 */
    l.chance[4] = zero * pow(q, 3) / (1 - q); /* sums from 3 on */
    for (size_t i = 0; i < CELLS_DRAWN; i += 2) {
        assert_int_equal(x[i], x[i + 1]);
        law_count(&l, x[i] - (i % 4 < 2 ? 0 : 2), -2);
    }
    assert_law(&l);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* A record is taken with 1 - 1/e; a crowd that is too small is not there. */
static void test_crowds(void **state)
{
    tacit_table *t = constant(*state, TACIT_TYPE_CATEGORY, "v", CELLS_DRAWN);
    tacit_table *few = constant(*state, TACIT_TYPE_CATEGORY, "v", 60); /* k is 61 */
    mask m;
    set_number(set_number(&start_mask(&m, "safepub")->a, "epsilon", 1), "delta", 1e-5);
    add_column(&m, t, "x");
    tacit_table *out = run_mask(*state, &m, t);
    const double n = CELLS_DRAWN, share = 1.0 - exp(-1.0);
    assert_near((double)tacit_table_rows(out), n * share, 5.0 * sqrt(n * share * (1 - share)));
    tacit_table_free(out);
    out = run_mask(*state, &m, few);
    assert_int_equal(tacit_table_rows(out), 0);
    tacit_table_free(out);
    tacit_table_free(few);
    tacit_table_free(t);
}

/* ---- missing and other values ---- */

/* At epsilon 20 a category is another one in 10^8: what cells count as is seen. */
static void test_otherwise(void **state)
{
    tacit_table *t = table_of(*state, "x:c", "a\n\nzzz\nb\n");
    mask m;
    set_number(&start_letters(&m, "randomised_response", t)->a, "epsilon", 20);
    assert_masked(*state, &m, t, "x", "a,c,c,b");
    tacit_value *v = argument(&m.a, "otherwise");
    v->text = "b";
    v->given = true;
    assert_masked(*state, &m, t, "x", "a,b,b,b");
    v->text = "zzz";
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'otherwise'");
    tacit_table_free(t);
}

/* Missing values count as the middle of the bounds, or as what was said: over many seeds the mean
 * of noise of scale 0.1 is 0. */
static void test_missing(void **state)
{
    tacit_table *t = table_of(*state, "x:r,y:r", ",1\n");
    mask m;
    set_number(&start_bounded(&m, "private_noise", t)->a, "epsilon", 20);
    set_number(&m.a, "decimals", 2);
    double sum = 0.0;
    for (m.seed = 1; m.seed <= 400; m.seed++) {
        tacit_table *out = run_mask(*state, &m, t);
        sum += tacit_column_number(column_of(out, "x"), 0);
        tacit_table_free(out);
    }
    assert_near(sum / 400, 1.0, 5 * 0.1 * sqrt(2.0 / 400));
    set_number(&m.a, "missing", 3.0);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "missing value");
    tacit_table_free(t);
}

/* ---- refusals and seeds ---- */

static void test_refusals(void **state)
{
    tacit_table *t = table_of(*state, "x:r,y:r", "1,4711\n2,4712\n");
    static const char *const twice[] = { "a", "a" };
    mask m;
    give_texts(start_letters(&m, "randomised_response", t), "categories", LETTERS, 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "two or more");
    give_texts(&m, "categories", twice, 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "twice");
    add_column(start_bounded(&m, "private_noise", t), t, "y");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "column 'y'");
    set_number(&m.a, "epsilon", 0);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'epsilon'");
    tacit_table_free(t);
}

/* The same seed gives the same noise in a simulation, and never else. */
static void test_system(void **state)
{
    tacit_table *t = constant(*state, TACIT_TYPE_CATEGORY, "a", 400);
    mask m;
    start_letters(&m, "randomised_response", t);
    tacit_table *one = run_mask(*state, &m, t), *two = run_mask(*state, &m, t);
    assert_true(same_table(one, two));
    m.system = true;
    tacit_table *three = run_mask(*state, &m, t), *four = run_mask(*state, &m, t);
    assert_false(same_table(three, four)); /* alike once in 3^200 or less */
    assert_false(same_table(one, three));
    tacit_table_free(one);
    tacit_table_free(two);
    tacit_table_free(three);
    tacit_table_free(four);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_response),  with_context(test_bits),    with_context(test_hashes),
        with_context(test_noise),     with_context(test_groups),  with_context(test_crowds),
        with_context(test_otherwise), with_context(test_missing), with_context(test_refusals),
        with_context(test_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
