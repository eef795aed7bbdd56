/*
 * risks.c - running risk measures with arguments of their own.
 */
#include "support/risks.h"

inquiry *inquire(inquiry *q, const char *risk)
{
    *q = (inquiry){ .risk = tacit_risk_find(risk) };
    if (q->risk == NULL)
        fail_msg("no risk '%s'", risk);
    preset_args(&q->a, &q->risk->about);
    return q;
}

inquiry *inquire_pair(inquiry *q, const char *risk, const tacit_table *original)
{
    inquire(q, risk)->extra.original = original;
    return q;
}

tacit_status try_inquiry(tacit_ctx *cx, const inquiry *q, const tacit_table *t, tacit_result **out)
{
    tacit_subject *s = NULL;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &q->extra);
    const tacit_status status = tacit_measure_run(cx, q->risk, s, &q->a.args, out);
    tacit_subject_free(s);
    return status;
}

tacit_result *run_inquiry(tacit_ctx *cx, const inquiry *q, const tacit_table *t)
{
    tacit_result *r = NULL;
    assert_ok(cx, try_inquiry(cx, q, t, &r));
    return r;
}

void assert_inquiry_fails(tacit_ctx *cx, const inquiry *q, const tacit_table *t, tacit_status code,
                          const char *part)
{
    tacit_result *r = NULL;
    assert_fails(cx, try_inquiry(cx, q, t, &r), code, part);
    assert_null(r);
}

const char *note_of(const tacit_result *r, size_t i)
{
    const json_t *note = json_array_get(json_object_get(r, "notes"), i);
    return note != NULL ? json_string_value(note) : "";
}
