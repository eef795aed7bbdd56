/*
 * help.h - for the tests of plans: parse a text and look at the message.
 */
#ifndef TACIT_TESTS_PLAN_HELP_H
#define TACIT_TESTS_PLAN_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "support/group.h"

/* What plans are read for here. */
static const tacit_plan_use PROTECT = { .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT };

/* Parse a plan that must be right. */
static inline tacit_plan *parse_right(tacit_ctx *cx, const char *text)
{
    tacit_plan *plan = NULL;
    if (tacit_plan_parse(cx, "plan.yaml", text, &PROTECT, &plan) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
    assert_non_null(plan);
    return plan;
}

/* Parse a plan that must be wrong in exactly these ways, one a line. */
static inline void check_wrong(const char *text, const char *message)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *plan = NULL;
    const tacit_status status = tacit_plan_parse(cx, "plan.yaml", text, &PROTECT, &plan);
    assert_string_equal(tacit_message(cx), message);
    assert_int_equal(status, TACIT_ERR_INPUT);
    assert_null(plan);
    tacit_ctx_free(cx);
}

/* The same for a plan that begins with what every plan needs, in two lines. */
#define NEEDED "data: people.csv\noutput: safe.csv\n"

#endif
