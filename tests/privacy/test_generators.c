/*
 * test_generators.c - private generators on trial, and mutants of them.
 *
 * The data has two columns of two values.  An answer is how many records were made, and how many of
 * them there are of each combination.  Neighbours have a record more, or another in the place of
 * one where the number of records is public.
 */
#include "support/check.h"

#include "support/privacy/generated.h"
#include "support/privacy/trial.h"

enum { VALUES = 2, CELLS = VALUES * VALUES, TOLD = CELLS + 1 };

typedef enum mistake {
    NO_MISTAKE = 0,
    TRUE_NUMBER,       /* of records in the place of the noisy one */
    MOVES_ONE_FOR_TWO, /* noise for a record more where one is replaced */
    DOMAIN_FROM_DATA,  /* as many values as there are in the data (dpsynth#34) */
    RECORD_KEPT        /* the last record is released as it is (a column that is kept) */
} mistake;

typedef struct tried {
    tacit_ctx *cx;
    generated g;
    mistake wrong;
    bool replaces; /* how neighbours differ */
} tried;

static void answer(const subject *s, const people *in, tacit_keystream *stream, int64_t *out)
{
    const tried *t = s->self;
    const size_t mark = tacit_scratch_mark(t->cx);
    uint16_t room[2][MOST_PEOPLE], *code[2] = { room[0], room[1] };
    size_t size[2] = { VALUES, VALUES }, most = 0;
    for (size_t i = 0; i < in->n; i++) {
        room[0][i] = (uint16_t)in->at[i].group;
        room[1][i] = (uint16_t)in->at[i].value;
        most = room[1][i] > most ? room[1][i] : most;
    }
    size[1] = t->wrong == DOMAIN_FROM_DATA ? most + 1 : VALUES;
    const tacit_private_table data = { in->n, 2, size, code };
    tacit_private_table made;
    tacit_purse purse;
    generated_make(t->cx, &t->g, &data, stream, &purse, &made);
    memset(out, 0, TOLD * sizeof *out);
    out[CELLS] = t->wrong == TRUE_NUMBER ? (int64_t)in->n : (int64_t)made.rows;
    for (size_t i = 0; i < made.rows; i++)
        out[made.code[0][i] * VALUES + made.code[1][i]]++;
    if (t->wrong == RECORD_KEPT && in->n > 0)
        out[CELLS] = room[0][in->n - 1] * VALUES + room[1][in->n - 1];
    tacit_scratch_release(t->cx, mark);
}

static person random_person(tacit_rng *rng)
{
    return (person){ .group = (int64_t)tacit_rng_below(rng, VALUES),
                     .value = (double)tacit_rng_below(rng, VALUES) };
}

static void pair(const subject *s, size_t i, tacit_rng *rng, people *a, people *b)
{
    const tried *t = s->self;
    b->n = i < 2 ? 1 : 1 + tacit_rng_below(rng, 5);
    for (size_t k = 0; k < b->n; k++)
        b->at[k] = random_person(rng);
    *a = *b;
    if (!t->replaces)
        a->n++;
    a->at[a->n - 1] = random_person(rng);
    if (t->replaces && i % 2 == 0) { /* as far apart as can be */
        a->at[a->n - 1] = (person){ .group = 0, .value = 0 };
        b->at[b->n - 1] = (person){ .group = 1, .value = 1 };
    }
}

static subject subject_of(const tried *t, const char *name, double epsilon, double delta)
{
    return (subject){ .name = name,
                      .epsilon = epsilon,
                      .delta = delta,
                      .told = TOLD,
                      .self = t,
                      .answer = answer,
                      .pair = pair };
}

/* A generator that is told to spend `spends` and promises `epsilon`. */
static tried ask(tacit_ctx *cx, const char *name, double spends)
{
    tried t = { .cx = cx };
    generated_of(name, spends, &t.g);
    t.replaces = t.g.replaces;
    return t;
}

/* The arguments of a copy stand with it. */
static void settle(tried *t)
{
    t->g.args.at = t->g.at;
}

/* The last one in the longer run only. */
static const char *const PURE[] = { "dp_tables", "dp_privbayes", "dp_histogram" };

static size_t count_pure(void)
{
    return trial_rounds() > 1 ? 3 : 2;
}

static void test_pure(void **state)
{
    for (size_t i = 0; i < count_pure(); i++) {
        tried t = ask(*state, PURE[i], 1.0);
        settle(&t);
        subject s = subject_of(&t, PURE[i], 1.0, 0.0);
        assert_private(*state, &s);
        if (trial_rounds() > 1 && !t.replaces) {
            generated_set(&t.g, "records", 1.0);
            t.replaces = true;
            s.name = "with a public number of records";
            assert_private(*state, &s);
        }
    }
}

/* Three times what is promised is found out. */
static void test_too_little_noise(void **state)
{
    for (size_t i = trial_rounds() > 1 ? 0 : 1; i < count_pure(); i++) {
        tried t = ask(*state, PURE[i], 4.0);
        settle(&t);
        subject s = subject_of(&t, "a quarter of the noise", 1.0, 0.0);
        assert_broken(*state, &s);
    }
}

static void test_mistakes(void **state)
{
    static const mistake all[] = { TRUE_NUMBER, DOMAIN_FROM_DATA, RECORD_KEPT };
    for (size_t i = 0; i < (trial_rounds() > 1 ? 3 : 1); i++) {
        tried t = ask(*state, "dp_tables", 1.0);
        settle(&t);
        t.wrong = all[i];
        const subject s = subject_of(&t, "a mistake", 1.0, 0.0);
        assert_broken(*state, &s);
    }
    tried t = ask(*state, "dp_tables", 1.0);
    settle(&t);
    t.wrong = MOVES_ONE_FOR_TWO;
    t.replaces = true;
    const subject s = subject_of(&t, "moves one for two", 1.0, 0.0);
    assert_broken(*state, &s);
}

/* Of zero-concentrated privacy, at a delta at which noise is small; steps are few, since the fit
 * sees no data.  In the longer run only: each answer is a fit. */
static void try_concentrated(tacit_ctx *cx, const char *name)
{
    tried t = ask(cx, name, 1.0);
    settle(&t);
    generated_set(&t.g, "delta", 0.01);
    if (tacit_param_find(t.g.args.params, "steps") < t.g.args.n)
        generated_set(&t.g, "steps", 1.0);
    subject s = subject_of(&t, name, 1.0, 0.01);
    s.slow = true;
    assert_private(cx, &s);
    t.wrong = TRUE_NUMBER;
    s.name = "the true number of records";
    assert_broken(cx, &s);
    t.wrong = NO_MISTAKE;
    generated_set(&t.g, "epsilon", 20.0);
    s.name = "twenty times the epsilon";
    assert_broken(cx, &s);
}

static void test_concentrated(void **state)
{
    if (trial_rounds() == 1)
        skip();
    try_concentrated(*state, "dp_mst");
    try_concentrated(*state, "dp_aim");
}

static void test_copula(void **state)
{
    if (trial_rounds() == 1)
        skip();
    try_concentrated(*state, "dp_copula");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_pure),
        with_context(test_too_little_noise),
        with_context(test_mistakes),
        with_context(test_concentrated),
        with_context(test_copula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
