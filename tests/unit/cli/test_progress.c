/*
 * test_progress.c - the line that shows how far the work is.
 *
 * Provenance: times by hand: after 10 s a stage that is a quarter done needs 30 s more.
 */
#include "support/check.h"

#include <string.h>

#include "cli/progress.h"

static void check(tacit_pace pace, size_t width, const char *expected)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer line = { 0 };
    assert_int_equal(tacit_bar_line(cx, "Reading a.csv", &pace, width, &line), TACIT_OK);
    assert_string_equal(line.text, expected);
    assert_true(strlen(line.text) <= width);
    tacit_buffer_free(&line);
    tacit_ctx_free(cx);
}

static void test_known_end(void **state)
{
    (void)state;
    check((tacit_pace){ .done = 25, .total = 100, .seconds = 10.0 }, 72,
          "Reading a.csv                  [#####---------------]  25% 0:30 left");
    check((tacit_pace){ .done = 100, .total = 100, .seconds = 10.0 }, 72,
          "Reading a.csv                  [####################] 100% 0:00 left");
    check((tacit_pace){ .done = 0, .total = 100, .seconds = 10.0 }, 72,
          "Reading a.csv                  [--------------------]   0%");
    check((tacit_pace){ .done = 50, .total = 100, .seconds = 0.1 }, 72,
          "Reading a.csv                  [##########----------]  50%");
}

static void test_beyond_the_end(void **state)
{
    (void)state;
    check((tacit_pace){ .done = 200, .total = 100, .seconds = 10.0 }, 72,
          "Reading a.csv                  [####################] 100% 0:00 left");
}

static void test_unknown_end(void **state)
{
    (void)state;
    check((tacit_pace){ .seconds = 75.0 }, 72, "Reading a.csv                   1:15");
    check((tacit_pace){ .seconds = 3725.2 }, 72, "Reading a.csv                   1:02:05");
}

static void test_narrow(void **state)
{
    (void)state;
    check((tacit_pace){ .done = 25, .total = 100, .seconds = 10.0 }, 40,
          "Reading a.csv   25% 0:30 left");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_end),
        cmocka_unit_test(test_beyond_the_end),
        cmocka_unit_test(test_unknown_end),
        cmocka_unit_test(test_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
