/*
 * trial.c - is a subject as private as it says?
 */
#include "support/privacy/trial.h"

#include <stdlib.h>

#include "support/check.h"
#include "support/privacy/closeness.h"
#include "support/privacy/odds.h"

/* Pairs that are looked at, answers for each, and how many go on. */
enum { PAIRS = 24, FIRST = 600, BEST = 4, SECOND = 3000, CHOOSING = 8000, TESTING = 25000 };
enum { CELLS = 64, THINNINGS = 10, TESTS_OF_A_TRIAL = 3 };

/* Two neighbours, the event, and on the way the answers. */
typedef struct suspicion {
    people a, b;
    event found;
} suspicion;

typedef struct trial {
    tacit_ctx *cx;
    const subject *s;
    tacit_rng rng;
    tacit_keystream stream;
    size_t rounds;
} trial;

size_t trial_rounds(void)
{
    const char *text = getenv("TACIT_TRIAL_ROUNDS");
    const size_t rounds = text == NULL ? 1 : (size_t)strtoul(text, NULL, 10);
    return rounds > 1 ? rounds : 1;
}

tacit_keystream trial_stream(tacit_ctx *cx, const char *name)
{
    unsigned char key[TACIT_KEYSTREAM_KEY] = { 0 };
    tacit_keystream out;
    const size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        key[i % sizeof key] = (unsigned char)(31 * key[i % sizeof key] + (unsigned char)name[i]);
    if (getenv("TACIT_TRIAL_ROUNDS") != NULL)
        assert_ok(cx, tacit_keystream_open(cx, &out));
    else
        tacit_keystream_simulate(key, &out);
    return out;
}

static uint64_t seed_of(tacit_keystream *stream)
{
    uint64_t seed = 0;
    for (int i = 0; i < 8; i++)
        seed = seed << 8 | tacit_keystream_byte(stream);
    return seed;
}

/* Ask about both, and choose the event: of a against b, or of b against a. */
static void suspect(trial *t, size_t n, suspicion *x)
{
    const answers a = ask_often(t->cx, t->s, &x->a, n, &t->stream);
    const answers b = ask_often(t->cx, t->s, &x->b, n, &t->stream);
    const event one = choose_event(t->cx, t->s, &a, &b), other = choose_event(t->cx, t->s, &b, &a);
    x->found = one;
    if (other.score > one.score) {
        const people swap = x->a;
        x->a = x->b;
        x->b = swap;
        x->found = other;
    }
}

static int by_score(const void *x, const void *y)
{
    const double a = ((const suspicion *)x)->found.score, b = ((const suspicion *)y)->found.score;
    return (a < b) - (a > b);
}

static suspicion search(trial *t)
{
    suspicion all[PAIRS];
    for (size_t i = 0; i < PAIRS; i++) {
        t->s->pair(t->s, i, &t->rng, &all[i].a, &all[i].b);
        suspect(t, FIRST, &all[i]);
    }
    qsort(all, PAIRS, sizeof *all, by_score);
    for (size_t i = 0; i < BEST; i++)
        suspect(t, SECOND * t->rounds, &all[i]);
    qsort(all, BEST, sizeof *all, by_score);
    suspect(t, CHOOSING * t->rounds, &all[0]);
    return all[0];
}

static double log_ratio(const subject *s, const verdict *v, double alpha)
{
    const double share = least_share(v->n, v->in_a, alpha / 2) - s->delta;
    return share > 0 ? log(share / most_share(v->n, v->in_b, alpha / 2)) : -INFINITY;
}

/* Without delta only: 1 else. */
static double thinning_p_value(trial *t, const verdict *v)
{
    double sum = 0.0;
    if (t->s->delta > 0)
        return 1.0;
    for (int i = 0; i < THINNINGS; i++) {
        const uint64_t kept = thinned(&t->rng, v->in_a, exp(-t->s->epsilon));
        sum += heap_above(v->n, kept + v->in_b, kept);
    }
    return fmin(1.0, 2 * sum / THINNINGS);
}

/* Which cell an answer belongs to: known before the answers are. */
static void fill_cells(const subject *s, const event *e, const answers *in, uint64_t *cell)
{
    for (size_t i = 0; i < in->n; i++)
        cell[(uint64_t)see(s, e, in->at + i * s->told) % CELLS]++;
}

static void judge_closeness(const trial *t, const event *e, const answers both[2], double alpha,
                            verdict *out)
{
    uint64_t a[CELLS] = { 0 }, b[CELLS] = { 0 };
    const histograms h = { .cells = CELLS, .n = out->n, .a = a, .b = b };
    fill_cells(t->s, e, &both[0], a);
    fill_cells(t->s, e, &both[1], b);
    out->beyond = distance_beyond(&h, t->s->epsilon);
    out->allowed = distance_allowed(&h, t->s->epsilon, t->s->delta, alpha);
}

verdict try_subject(tacit_ctx *cx, const subject *s, double alpha)
{
    const size_t mark = tacit_scratch_mark(cx);
    const double each = alpha / TESTS_OF_A_TRIAL;
    trial t = { .cx = cx, .s = s, .stream = trial_stream(cx, s->name), .rounds = trial_rounds() };
    t.rounds = s->slow ? 1 : t.rounds * (s->effort > 1 ? s->effort : 1);
    t.rng = tacit_rng_seed(seed_of(&t.stream));
    const suspicion x = search(&t);
    verdict v = { .n = TESTING * t.rounds };
    const answers both[] = { ask_often(cx, s, &x.a, v.n, &t.stream),
                             ask_often(cx, s, &x.b, v.n, &t.stream) };
    v.in_a = count_event(s, &x.found, &both[0]);
    v.in_b = count_event(s, &x.found, &both[1]);
    v.least = log_ratio(s, &v, each);
    v.p_value = thinning_p_value(&t, &v);
    judge_closeness(&t, &x.found, both, each, &v);
    v.broken = v.least > s->epsilon || v.p_value < each || v.beyond > v.allowed;
    tacit_scratch_release(cx, mark);
    return v;
}

void assert_broken(tacit_ctx *cx, const subject *s)
{
    const verdict v = try_subject(cx, s, TRIAL_ALPHA);
    if (!v.broken)
        fail_msg("%s is broken and not caught: %lu and %lu of %lu, epsilon at least %.3g, p %.2g",
                 s->name, v.in_a, v.in_b, v.n, v.least, v.p_value);
}

void assert_private(tacit_ctx *cx, const subject *s)
{
    const verdict v = try_subject(cx, s, TRIAL_ALPHA);
    if (v.broken)
        fail_msg("%s is called broken: %lu and %lu of %lu, epsilon at least %.3g, p %.2g, "
                 "distance %.3g of %.3g",
                 s->name, v.in_a, v.in_b, v.n, v.least, v.p_value, v.beyond, v.allowed);
}
