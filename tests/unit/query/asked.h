/*
 * asked.h - examples of questions, with their canonical texts or refusals.
 */
#ifndef TACIT_TESTS_UNIT_QUERY_ASKED_H
#define TACIT_TESTS_UNIT_QUERY_ASKED_H

#include "support/questions.h"

#include <string.h>

/* A question, and its canonical text or a part of the refusal. */
typedef struct example {
    const char *sql, *text;
} example;

/* Ask it, and compare its canonical text. */
static inline void check_read(tacit_ctx *cx, const example *e)
{
    const tacit_query_schema *schema = survey_schema(cx);
    tacit_query q;
    const tacit_status status = tacit_sql_read(cx, e->sql, schema, &q);
    if (status != TACIT_OK)
        fail_msg("refused: %s\n%s", e->sql, tacit_message(cx));
    assert_string_equal(q.text, e->text);
}

/* Ask it, and look for a part of the refusal. */
static inline void check_refused(tacit_ctx *cx, const example *e)
{
    const tacit_query_schema *schema = survey_schema(cx);
    tacit_query q;
    if (tacit_sql_read(cx, e->sql, schema, &q) != TACIT_ERR_INPUT)
        fail_msg("not refused: %s", e->sql);
    if (strstr(tacit_message(cx), e->text) == NULL)
        fail_msg("%s\nwas refused with: %s\nnot with: %s", e->sql, tacit_message(cx), e->text);
}

/* Check each of `n` examples, or of an array of them. */
static inline void check_all(const example *all, size_t n,
                             void (*check)(tacit_ctx *cx, const example *e))
{
    tacit_ctx *cx = tacit_ctx_new();
    for (size_t i = 0; i < n; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        check(cx, &all[i]);
        tacit_scratch_release(cx, mark);
    }
    tacit_ctx_free(cx);
}
#define CHECK_ALL(all, check) check_all(all, sizeof all / sizeof all[0], check)

#endif
