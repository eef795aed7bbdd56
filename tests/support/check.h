/*
 * check.h - what every test program includes: cmocka, and a context for each test.
 */
#ifndef TACIT_TESTS_SUPPORT_CHECK_H
#define TACIT_TESTS_SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "base/context.h"
#include "support/group.h"

/* The call succeeds; on failure the message is shown. */
#define assert_ok(cx, call)                                                                        \
    do {                                                                                           \
        const tacit_status status_ = (call);                                                       \
        if (status_ != TACIT_OK)                                                                   \
            fail_msg("status %d: %s", (int)status_, tacit_message(cx));                            \
    } while (0)

/* The call fails with `code` and a message that has `part` in it. */
#define assert_fails(cx, call, code, part)                                                         \
    do {                                                                                           \
        const tacit_status status_ = (call);                                                       \
        if (status_ != (code))                                                                     \
            fail_msg("status %d instead of %d: %s", (int)status_, (int)(code), tacit_message(cx)); \
        assert_message(cx, part);                                                                  \
    } while (0)

/* The last message is a sentence with `part` in it. */
void assert_message(const tacit_ctx *cx, const char *part);

/* The last message and all warnings are free of `secret`, a cell of the data. */
void assert_untold(const tacit_ctx *cx, const char *secret);

/* |x - y| <= by. */
void assert_near(double x, double y, double by);

/* cmocka's fixtures: a context in *state. */
int make_context(void **state);

/* The other half of make_context(). */
int free_context(void **state);

/* A test with a context of its own. */
#define with_context(test) cmocka_unit_test_setup_teardown(test, make_context, free_context)

#endif
