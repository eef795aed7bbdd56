/*
 * risks.h - running risk measures with arguments of their own.
 */
#ifndef TACIT_TESTS_SUPPORT_RISKS_H
#define TACIT_TESTS_SUPPORT_RISKS_H

#include "support/measures.h"

#include "micro/risk/risk.h"

/* A risk measure with its arguments and what is known besides the table. */
typedef struct inquiry {
    const tacit_measure *risk;
    arguments a;
    tacit_subject_extra extra;
} inquiry;

/* Start with the defaults of the measure. */
inquiry *inquire(inquiry *q, const char *risk);

/* The same for a measure that compares with an original. */
inquiry *inquire_pair(inquiry *q, const char *risk, const tacit_table *original);

/* Measure `t`. */
tacit_status try_inquiry(tacit_ctx *cx, const inquiry *q, const tacit_table *t, tacit_result **out);

/* The same, which must go well; the caller frees. */
tacit_result *run_inquiry(tacit_ctx *cx, const inquiry *q, const tacit_table *t);

/* The measure refuses `t` with `code` and a message that has `part` in it. */
void assert_inquiry_fails(tacit_ctx *cx, const inquiry *q, const tacit_table *t, tacit_status code,
                          const char *part);

/* Note number `i` of a result, "" if there are not so many. */
const char *note_of(const tacit_result *r, size_t i);

#endif
