/*
 * test_mechanisms.c - every mechanism on trial, and mutants of it.
 *
 * Each of the catalog keeps its promise to the last digit at the parameters of the table, so a
 * mutant that draws with a little less noise breaks it; the mutants are the mechanism itself, asked
 * with other parameters than those that the promise is made for.
 */
#include "support/check.h"

#include "support/privacy/asked.h"
#include "support/privacy/trial.h"

/* A mechanism with arguments, the promise, and arguments that break it. */
typedef struct entry {
    const char *name;
    const tacit_mechanism *m;
    moves how;
    double epsilon;
    double arg[MOST_ASKED_ARGS], wrong[MOST_ASKED_ARGS];
    size_t args;
} entry;

static const entry ENTRIES[] = {
    { "discrete_laplace, half the noise",
      &tacit_mechanism_discrete_laplace,
      { 1, MOVES_EACH, 2 },
      1,
      { 1, 2, 1 },
      { 2, 2, 1 },
      3 },
    { "discrete_laplace, sensitivity off by one",
      &tacit_mechanism_discrete_laplace,
      { 1, MOVES_EACH, 4 },
      1,
      { 1, 4, 1 },
      { 1, 3, 1 },
      3 },
    { "discrete_laplace, two values moved as one",
      &tacit_mechanism_discrete_laplace,
      { 2, MOVES_EACH, 2 },
      1,
      { 1, 2, 2 },
      { 1, 2, 1 },
      3 },
    { "geometric, half the noise",
      &tacit_mechanism_geometric,
      { 1, MOVES_EACH, 2 },
      1,
      { 1, 2, 1, 0, 9 },
      { 2, 2, 1, 0, 9 },
      5 },
    { "staircase, half the noise",
      &tacit_mechanism_staircase,
      { 1, MOVES_EACH, 5 },
      1,
      { 1, 5 },
      { 2, 5 },
      2 },
    { "staircase, sensitivity off by one",
      &tacit_mechanism_staircase,
      { 1, MOVES_EACH, 5 },
      2,
      { 2, 5 },
      { 2, 4 },
      2 },
    { "k_norm, half the noise",
      &tacit_mechanism_k_norm,
      { 3, MOVES_EACH, 2 },
      1,
      { 1, 2, 1 },
      { 2, 2, 1 },
      3 },
    { "k_norm, the other norm",
      &tacit_mechanism_k_norm,
      { 3, MOVES_EACH, 2 },
      1,
      { 1, 6, 0 },
      { 1, 2, 0 },
      3 },
    { "exponential, half the noise",
      &tacit_mechanism_exponential,
      { 4, MOVES_EACH, 2 },
      1,
      { 1, 2, 0 },
      { 2, 2, 0 },
      3 },
    { "exponential, monotone",
      &tacit_mechanism_exponential,
      { 4, MOVES_UP, 2 },
      1,
      { 1, 2, 1 },
      { 2, 2, 1 },
      3 },
    { "permute_and_flip, wrongly monotone",
      &tacit_mechanism_permute_and_flip,
      { 4, MOVES_EACH, 2 },
      1,
      { 1, 2, 0 },
      { 1, 2, 1 },
      3 },
    { "permute_and_flip, monotone",
      &tacit_mechanism_permute_and_flip,
      { 4, MOVES_UP, 2 },
      1,
      { 1, 2, 1 },
      { 2, 2, 1 },
      3 },
    { "report_noisy_max, wrongly monotone",
      &tacit_mechanism_report_noisy_max,
      { 4, MOVES_EACH, 2 },
      1,
      { 1, 2, 0 },
      { 1, 2, 1 },
      3 },
    { "report_noisy_max, monotone",
      &tacit_mechanism_report_noisy_max,
      { 4, MOVES_UP, 2 },
      1,
      { 1, 2, 1 },
      { 2, 2, 1 },
      3 },
    { "above_threshold, a third of the noise, both ways",
      &tacit_mechanism_above_threshold,
      { 6, MOVES_EACH, 2 },
      1,
      { 1, 2, 0, 0 },
      { 3, 2, 0, 0 },
      4 },
    { "above_threshold, a third of the noise",
      &tacit_mechanism_above_threshold,
      { 6, MOVES_UP, 2 },
      1,
      { 1, 2, 1, 0 },
      { 3, 2, 1, 0 },
      4 },
    { "randomised_response, half the noise",
      &tacit_mechanism_randomised_response,
      { 1, MOVES_CATEGORY, 5 },
      1,
      { 1, 5 },
      { 2, 5 },
      2 },
    { "unary_encoding, half the noise",
      &tacit_mechanism_unary_encoding,
      { 1, MOVES_CATEGORY, 4 },
      1,
      { 1, 4 },
      { 2, 4 },
      2 },
};

static void test_catalog(void **state)
{
    for (size_t i = 0; i < sizeof ENTRIES / sizeof ENTRIES[0]; i++) {
        const entry *e = &ENTRIES[i];
        asked a;
        asked_of(*state, e->m, e->how, e->arg, e->args, &a);
        subject s = asked_subject(&a, e->m->about.name, e->epsilon, 0);
        assert_private(*state, &s);
        asked_of(*state, e->m, e->how, e->wrong, e->args, &a);
        s = asked_subject(&a, e->name, e->epsilon, 0);
        assert_broken(*state, &s);
    }
}

/* Of the discrete Gaussian the promise is its curve at epsilon 1. */
static void test_gaussian(void **state)
{
    asked a;
    tacit_curve curve;
    const moves how = { 1, MOVES_EACH, 2 };
    ASKED_OF(*state, &tacit_mechanism_discrete_gaussian, how, &a, 0.3, 2, 1);
    const tacit_privacy_loss l = a.m->loss(&a.request);
    assert_ok(*state, tacit_curve_make(*state, &l, &curve));
    const double delta = tacit_curve_delta(&curve, TACIT_WAY_REMOVE, 1);
    subject s = asked_subject(&a, "discrete_gaussian", 1, delta);
    assert_private(*state, &s);
    s = asked_subject(&a, "discrete_gaussian, delta not recorded", 1, 0);
    assert_broken(*state, &s);
    ASKED_OF(*state, &tacit_mechanism_discrete_gaussian, how, &a, 0.6, 2, 1);
    s = asked_subject(&a, "discrete_gaussian, half the variance", 1, delta);
    assert_broken(*state, &s);
}

/* Whether the category that is told for is 0's, or 1's: h(v) = ((a v + b) mod p) mod 4. */
static int64_t look_at_hash(const int64_t *out)
{
    const tacit_i128 p = ((tacit_i128)1 << 61) - 1;
    const int64_t zero = (int64_t)(out[1] % p % 4);
    const int64_t one = (int64_t)(((tacit_i128)out[0] + out[1]) % p % 4);
    return 2 * (out[2] == zero) + (out[2] == one);
}

static void test_local_hashing(void **state)
{
    asked a;
    const moves how = { 1, MOVES_CATEGORY, 2 };
    ASKED_OF(*state, &tacit_mechanism_local_hashing, how, &a, 1);
    subject s = asked_subject(&a, "local_hashing", 1, 0);
    s.look = look_at_hash;
    assert_private(*state, &s);
    s.name = "local_hashing, more promised";
    s.epsilon = 0.8;
    assert_broken(*state, &s);
}

/* The own category, or another with the right odds, but the last one is never drawn. */
static void answer_off_by_one(const subject *s, const people *in, tacit_keystream *stream,
                              int64_t *out)
{
    const moves *how = s->self;
    const uint64_t k = (uint64_t)how->by;
    *out = (int64_t)in->at[0].value;
    if (!tacit_draw_rather(stream, 1, k - 1, (tacit_ratio){ 1, 1 }))
        *out = (int64_t)tacit_draw_below(stream, k - 1);
}

/* The greatest with noise, and the noise with it. */
static void answer_with_value(const subject *s, const people *in, tacit_keystream *stream,
                              int64_t *out)
{
    out[0] = out[1] = INT64_MIN;
    for (size_t i = 0; i < in->n; i++) {
        const int64_t noisy =
            (int64_t)in->at[i].value + (int64_t)tacit_draw_geometric(stream, (tacit_ratio){ 4, 1 });
        out[0] = noisy > out[1] ? (int64_t)i : out[0];
        out[1] = noisy > out[1] ? noisy : out[1];
    }
    (void)s;
}

static void test_wrong_by_hand(void **state)
{
    const moves categories = { 1, MOVES_CATEGORY, 4 }, scores = { 3, MOVES_EACH, 2 };
    const subject response = { .name = "randomised_response, off by one",
                               .epsilon = 1,
                               .told = 1,
                               .self = &categories,
                               .answer = answer_off_by_one,
                               .pair = asked_pair };
    const subject noisy_max = { .name = "report_noisy_max, with its value",
                                .epsilon = 1,
                                .told = 2,
                                .self = &scores,
                                .answer = answer_with_value,
                                .pair = asked_pair };
    assert_broken(*state, &response);
    assert_broken(*state, &noisy_max);
}

/* Every mechanism of the catalog is on trial. */
static void test_all_are_tried(void **state)
{
    (void)state;
    for (size_t i = 0; i < tacit_mechanism_catalog.n; i++) {
        const void *m = tacit_mechanism_catalog.entry[i];
        bool tried = m == &tacit_mechanism_discrete_gaussian || m == &tacit_mechanism_local_hashing;
        for (size_t k = 0; k < sizeof ENTRIES / sizeof ENTRIES[0]; k++)
            tried = tried || m == ENTRIES[k].m;
        if (!tried)
            fail_msg("%s is on no trial", tacit_mechanism_catalog.entry[i]->name);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_catalog),           with_context(test_gaussian),
        with_context(test_local_hashing),     with_context(test_wrong_by_hand),
        cmocka_unit_test(test_all_are_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
