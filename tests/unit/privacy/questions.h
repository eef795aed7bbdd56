/*
 * questions.h - a statistic asked of small data, without a plan: answers, errors, intervals.
 */
#ifndef TACIT_TESTS_UNIT_PRIVACY_QUESTIONS_H
#define TACIT_TESTS_UNIT_PRIVACY_QUESTIONS_H

#include "samples.h"

#include <math.h>

#include "privacy/statistic/statistic.h"

enum { QUESTION_ARGS = 12, QUESTION_COLUMNS = 5 };

/* A question with room for what it needs. */
typedef struct asking {
    tacit_ctx *cx;
    tacit_privacy_promise promise;
    tacit_value at[QUESTION_ARGS];
    tacit_args args;
    const tacit_domain *of[QUESTION_COLUMNS];
    tacit_question q;
    tacit_i128 *cell;
    tacit_keystream stream;
} asking;

/* A number with these bounds, whole steps, and bins if there are any. */
static inline tacit_domain number_domain(tacit_ctx *cx, double lower, double upper, double bins)
{
    tacit_value at[QUESTION_ARGS];
    tacit_args args;
    tacit_domain d;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_LOWER] = (tacit_value){ .given = true, .number = lower };
    at[TACIT_DOMAIN_UPPER] = (tacit_value){ .given = true, .number = upper };
    if (bins > 0)
        at[TACIT_DOMAIN_BINS] = (tacit_value){ .given = true, .number = bins };
    assert_ok(cx, tacit_domain_new(cx, "x", &args, &d));
    return d;
}

/* A category with n values. */
static inline tacit_domain category_domain(tacit_ctx *cx, const char *const *values, size_t n)
{
    tacit_value at[QUESTION_ARGS];
    tacit_args args;
    tacit_domain d;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_VALUES] = (tacit_value){ .given = true, .n = n, .texts = values };
    assert_ok(cx, tacit_domain_new(cx, "c", &args, &d));
    return d;
}

/* Begin a question about one column; arguments of it can be set before it is settled. */
static inline void ask(tacit_ctx *cx, const tacit_statistic *s, const tacit_domain *d, size_t n,
                       asking *out)
{
    *out = (asking){ .cx = cx,
                     .promise = { .groups = 1, .records = 1, .confidence = 0.95 },
                     .stream = counted_stream() };
    tacit_args_preset(s->about.params, out->at, &out->args);
    for (size_t i = 0; i < n; i++)
        out->of[i] = &d[i];
    out->q = (tacit_question){ .statistic = s, .of = out->of, .n_of = n };
}

/* Prepare it, with empty cells. */
static inline void prepare(asking *a)
{
    a->q.promise = &a->promise;
    a->q.args = &a->args;
    assert_ok(a->cx, tacit_question_prepare(a->cx, &a->q));
    assert_ok(a->cx, tacit_scratch(a->cx, a->q.width, sizeof *a->cell, &a->cell));
}

/* Prepare it, and let it spend epsilon. */
static inline void settle(asking *a, double epsilon)
{
    prepare(a);
    assert_ok(a->cx, tacit_question_settle(a->cx, &a->q, epsilon));
}

/* Add a record to the cells. */
static inline void add_record(asking *a, const int64_t *x)
{
    a->q.statistic->add(&a->q, x, a->cell);
}

/* The answers, with noise from the stream that repeats itself. */
static inline tacit_answers answers(asking *a)
{
    tacit_answers out = { 0 };
    assert_ok(a->cx, a->q.statistic->answer(a->cx, &a->q, a->cell, &a->stream, &out));
    return out;
}

/* Misses of `times` intervals that may miss at a rate: more than five standard deviations above
 * what that rate gives is wrong, which a right one is under another key with probability 1e-6. */
static inline void assert_covers(size_t misses, size_t times, double rate)
{
    const double n = (double)times, most = n * rate + 5 * sqrt(n * rate * (1 - rate)) + 1;
    if ((double)misses > most)
        fail_msg("%zu of %zu intervals miss; %g may", misses, times, most);
}

#endif
