/*
 * asked.c - a mechanism of the catalog as a subject.
 */
#include "support/privacy/asked.h"

#include "support/check.h"

void asked_of(tacit_ctx *cx, const tacit_mechanism *m, moves how, const double *arg, size_t n,
              asked *out)
{
    *out = (asked){ .how = how, .m = m };
    tacit_args_preset(m->about.params, out->at, &out->args);
    for (size_t i = 0; i < n; i++)
        out->at[i] = (tacit_value){ .given = true, .number = arg[i] };
    assert_ok(cx, tacit_mechanism_prepare(cx, m, &out->args, how.n, &out->request));
    assert_true(out->request.draws <= MOST_ASKED_DRAWS && out->request.answers <= MOST_TOLD);
}

static void answer(const subject *s, const people *in, tacit_keystream *stream, int64_t *out)
{
    const asked *a = s->self;
    tacit_i128 noise[MOST_ASKED_DRAWS], value[MOST_PEOPLE], told[MOST_TOLD];
    for (size_t i = 0; i < in->n; i++)
        value[i] = (tacit_i128)in->at[i].value;
    a->m->draw(&a->request, stream, noise);
    a->m->answer(&a->request, value, noise, told);
    for (size_t i = 0; i < s->told; i++)
        out[i] = (int64_t)told[i];
}

subject asked_subject(const asked *a, const char *name, double epsilon, double delta)
{
    return (subject){ .name = name,
                      .epsilon = epsilon,
                      .delta = delta,
                      .told = a->request.answers,
                      .self = a,
                      .answer = answer,
                      .pair = asked_pair };
}

/* Each of them from 0 and from below. */
enum { PATTERNS = 7, PATTERN_PAIRS = 2 * PATTERNS };

/* Where value k of n is moved in pattern i: -1, 0 or 1. */
static int pattern(size_t i, size_t k, size_t n)
{
    switch (i % PATTERNS) {
    case 0:
        return k == 0; /* one up */
    case 1:
        return -(k == 0);
    case 2:
        return k == 0 ? 1 : -1; /* one up, all others down */
    case 3:
        return k == 0 ? -1 : 1;
    case 4:
        return k < n / 2 ? 1 : -1; /* half and half */
    case 5:
        return k + 1 < n ? 1 : -1; /* the last the other way */
    default:
        return 1;
    }
}

static int random_move(const moves *how, tacit_rng *rng)
{
    const int way = (int)tacit_rng_below(rng, 3) - 1;
    return how->kind == MOVES_UP ? way >= 0 : way;
}

void asked_pair(const subject *s, size_t i, tacit_rng *rng, people *a, people *b)
{
    const moves *how = s->self;
    const uint64_t values = (uint64_t)(how->kind == MOVES_CATEGORY ? how->by : 4 * how->by + 1);
    const size_t one = tacit_rng_below(rng, how->n);
    a->n = b->n = how->n;
    for (size_t k = 0; k < how->n; k++) {
        const int by = i < PATTERN_PAIRS ? pattern(i, k, how->n) : random_move(how, rng);
        const double low = i < PATTERNS || how->kind == MOVES_CATEGORY ? 0.0 : -how->by;
        const double start = (double)tacit_rng_below(rng, values);
        a->at[k] = b->at[k] = (person){ .value = i < PATTERN_PAIRS ? low : start };
        if (how->kind == MOVES_CATEGORY)
            b->at[k].value = (double)tacit_rng_below(rng, values);
        else if (how->kind != MOVES_ONE || k == one)
            b->at[k].value += (double)(how->kind == MOVES_UP && by < 0 ? 0 : by * how->by);
    }
}
