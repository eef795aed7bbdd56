/*
 * check.c - what every test program includes: cmocka, and a context for each test.
 */
#include "support/check.h"

void assert_message(const tacit_ctx *cx, const char *part)
{
    const char *message = tacit_message(cx);
    const size_t n = strlen(message);
    if (strstr(message, part) == NULL)
        fail_msg("'%s' is not in the message '%s'", part, message);
    if (n == 0 || message[n - 1] != '.')
        fail_msg("no full stop at the end of '%s'", message);
}

void assert_untold(const tacit_ctx *cx, const char *secret)
{
    if (strstr(tacit_message(cx), secret) != NULL)
        fail_msg("the message tells a value: '%s'", tacit_message(cx));
    for (size_t i = 0; i < tacit_warning_count(cx); i++)
        if (strstr(tacit_warning(cx, i), secret) != NULL)
            fail_msg("a warning tells a value: '%s'", tacit_warning(cx, i));
}

void assert_near(double x, double y, double by)
{
    if (!(fabs(x - y) <= by))
        fail_msg("%.17g is not within %g of %.17g", x, by, y);
}

int make_context(void **state)
{
    *state = tacit_ctx_new();
    return *state == NULL;
}

int free_context(void **state)
{
    tacit_ctx_free(*state);
    return 0;
}
