/*
 * check.h - what every test program includes: cmocka, and a context for each test.
 */
#ifndef TACIT_TESTS_SUPPORT_CHECK_H
#define TACIT_TESTS_SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/context.h"

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
static inline void assert_message(const tacit_ctx *cx, const char *part)
{
    const char *message = tacit_message(cx);
    const size_t n = strlen(message);
    if (strstr(message, part) == NULL)
        fail_msg("'%s' is not in the message '%s'", part, message);
    if (n == 0 || message[n - 1] != '.')
        fail_msg("no full stop at the end of '%s'", message);
}

/* The last message and all warnings are free of `secret`, a cell of the data. */
static inline void assert_untold(const tacit_ctx *cx, const char *secret)
{
    if (strstr(tacit_message(cx), secret) != NULL)
        fail_msg("the message tells a value: '%s'", tacit_message(cx));
    for (size_t i = 0; i < tacit_warning_count(cx); i++)
        if (strstr(tacit_warning(cx, i), secret) != NULL)
            fail_msg("a warning tells a value: '%s'", tacit_warning(cx, i));
}

/* |x - y| <= by. */
static inline void assert_near(double x, double y, double by)
{
    if (!(fabs(x - y) <= by))
        fail_msg("%.17g is not within %g of %.17g", x, by, y);
}

/* cmocka's fixtures: a context in *state. */
static inline int make_context(void **state)
{
    *state = tacit_ctx_new();
    return *state == NULL;
}

/* The other half of make_context(). */
static inline int free_context(void **state)
{
    tacit_ctx_free(*state);
    return 0;
}

/* A test with a context of its own. */
#define with_context(test) cmocka_unit_test_setup_teardown(test, make_context, free_context)

#endif
