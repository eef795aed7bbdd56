/*
 * risks.h - running risk measures with arguments of their own.
 */
#ifndef TACIT_TESTS_SUPPORT_RISKS_H
#define TACIT_TESTS_SUPPORT_RISKS_H

#include "support/measures.h"

#include "risk/risk.h"

/* A risk measure with its arguments and what is known besides the table. */
typedef struct inquiry {
    const tacit_risk *risk;
    arguments a;
    tacit_subject_extra extra;
} inquiry;

/* Start with the defaults of the measure. */
static inline inquiry *inquire(inquiry *q, const char *risk)
{
    *q = (inquiry){ .risk = tacit_risk_find(risk) };
    if (q->risk == NULL)
        fail_msg("no risk '%s'", risk);
    preset_args(&q->a, &q->risk->about);
    return q;
}

/* The same for a measure that compares with an original. */
static inline inquiry *inquire_pair(inquiry *q, const char *risk, const tacit_table *original)
{
    inquire(q, risk)->extra.original = original;
    return q;
}

/* Measure `t`. */
static inline tacit_status try_inquiry(tacit_ctx *cx, const inquiry *q, const tacit_table *t,
                                       tacit_result **out)
{
    tacit_subject *s = NULL;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &q->extra);
    const tacit_status status = tacit_risk_run(cx, q->risk, s, &q->a.args, out);
    tacit_subject_free(s);
    return status;
}

/* The same, which must go well; the caller frees. */
static inline tacit_result *run_inquiry(tacit_ctx *cx, const inquiry *q, const tacit_table *t)
{
    tacit_result *r = NULL;
    assert_ok(cx, try_inquiry(cx, q, t, &r));
    return r;
}

/* The measure refuses `t` with `code` and a message that has `part` in it. */
static inline void assert_inquiry_fails(tacit_ctx *cx, const inquiry *q, const tacit_table *t,
                                        tacit_status code, const char *part)
{
    tacit_result *r = NULL;
    assert_fails(cx, try_inquiry(cx, q, t, &r), code, part);
    assert_null(r);
}

/* Note number `i` of a result, "" if there are not so many. */
static inline const char *note_of(const tacit_result *r, size_t i)
{
    const json_t *note = json_array_get(json_object_get(r, "notes"), i);
    return note != NULL ? json_string_value(note) : "";
}

#endif
