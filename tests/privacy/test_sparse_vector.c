/*
 * test_sparse_vector.c - the published versions of the sparse vector technique, right and wrong.
 *
 * Algorithms 1 to 6 of Lyu, Su and Li (2017), Understanding the sparse vector technique for
 * differential privacy, figure 1, with discrete Laplace noise, sensitivity 1 and epsilon 2:
 *
 *   1  their own                            epsilon
 *   2  Dwork and Roth (2014)                epsilon
 *   3  Roth (2011), lecture notes           not private: tells the noisy value
 *   4  Lee and Clifton (2014)               (1 + 6c)/4 epsilon: noise of values without c
 *   5  Stoddard, Chen and others (2014)     not private: values without noise
 *   6  Chen, Xiao and others (2015)         not private: any number of answers above
 */
#include "support/check.h"

#include "support/privacy/asked.h"
#include "support/privacy/trial.h"

enum { VALUES = 8, NEVER = VALUES + 1 };

typedef struct sparse {
    moves how;
    tacit_ratio bar, each; /* scales of noise; 0 for none */
    size_t most;           /* answers "above" before it stops */
    bool anew;             /* the noise of the threshold, after each of them */
    bool tells;            /* the value with its noise */
} sparse;

/* What is said of a value: below, above, nothing; or the value, far from these. */
enum { BELOW, ABOVE, NOTHING, TOLD = 1000 };

static int64_t noise(tacit_keystream *stream, tacit_ratio scale)
{
    return scale.over == 0 ? 0 : (int64_t)tacit_draw_laplace(stream, scale);
}

static void answer(const subject *s, const people *in, tacit_keystream *stream, int64_t *out)
{
    const sparse *v = s->self;
    int64_t bar = noise(stream, v->bar);
    size_t found = 0;
    for (size_t i = 0; i < in->n; i++) {
        const int64_t x = (int64_t)in->at[i].value + noise(stream, v->each);
        const bool above = found < v->most && x >= bar;
        out[i] = found == v->most ? NOTHING : !above ? BELOW : v->tells ? TOLD + x : ABOVE;
        found += above;
        bar = above && v->anew ? noise(stream, v->bar) : bar;
    }
}

/* Where the first is that is not below, and what is said of it. */
static int64_t look_at_first(const int64_t *out)
{
    int64_t i = 0;
    while (i + 1 < VALUES && out[i] == BELOW)
        i++;
    return 2 * TOLD * i + out[i];
}

static subject sparse_subject(const sparse *v, const char *name)
{
    return (subject){ .name = name,
                      .epsilon = 2,
                      .told = VALUES,
                      .self = v,
                      .answer = answer,
                      .pair = asked_pair,
                      .look = look_at_first };
}

/* With c = 2; epsilon is halved between threshold and values. */
static void test_right(void **state)
{
    const moves how = { VALUES, MOVES_EACH, 1 };
    const sparse lyu = { .how = how, .bar = { 1, 1 }, .each = { 4, 1 }, .most = 2 };
    const sparse dwork = { .how = how, .bar = { 2, 1 }, .each = { 4, 1 }, .most = 2, .anew = true };
    const subject one = sparse_subject(&lyu, "algorithm 1"),
                  two = sparse_subject(&dwork, "algorithm 2");
    assert_private(*state, &one);
    assert_private(*state, &two);
}

static void test_wrong(void **state)
{
    const moves how = { VALUES, MOVES_EACH, 1 };
    static const char *const name[] = { "algorithm 3", "algorithm 4", "algorithm 5",
                                        "algorithm 6" };
    const sparse wrong[] = {
        { .how = how, .bar = { 1, 1 }, .each = { 1, 1 }, .most = 1, .tells = true },
        { .how = how, .bar = { 2, 1 }, .each = { 2, 3 }, .most = 3 },
        { .how = how, .bar = { 1, 1 }, .each = { 0, 1 }, .most = NEVER },
        { .how = how, .bar = { 1, 1 }, .each = { 1, 1 }, .most = NEVER },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        subject s = sparse_subject(&wrong[i], name[i]);
        s.effort = wrong[i].tells ? 4 : 1;
        assert_broken(*state, &s);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_right),
        with_context(test_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
