/*
 * test_context.c - messages, warnings, scratch memory, progress, cancellation.
 */
#include "support/check.h"

#include <stdio.h>

static void test_message(void **state)
{
    tacit_ctx *cx = *state;
    assert_string_equal(tacit_message(cx), "");
    assert_int_equal(tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has %d rows.", "age", 3),
                     TACIT_ERR_DATA);
    assert_string_equal(tacit_message(cx), "Column 'age' has 3 rows.");
    /* the old message may be an argument of the new one */
    assert_int_equal(tacit_fail(cx, TACIT_ERR_IO, "Before: %s", tacit_message(cx)), TACIT_ERR_IO);
    assert_string_equal(tacit_message(cx), "Before: Column 'age' has 3 rows.");
    assert_int_equal(tacit_fail_memory(cx), TACIT_ERR_MEMORY);
    assert_string_equal(tacit_message(cx), "Memory ran out.");
}

static void test_long_message(void **state)
{
    tacit_ctx *cx = *state;
    char text[9000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(tacit_fail(cx, TACIT_ERR_INPUT, "%s", text), TACIT_ERR_INPUT);
    assert_int_equal(strlen(tacit_message(cx)), 6143);
    tacit_warn(cx, "%s", text);
    assert_int_equal(tacit_warning_count(cx), 1);
    tacit_stage(cx, "%s", text);
    assert_ok(cx, tacit_tick(cx, 1, 2));
}

static tacit_status fail_inside(tacit_ctx *cx, int *reached)
{
    TACIT_TRY(tacit_fail(cx, TACIT_ERR_CANCELLED, "No."));
    *reached = 1;
    return TACIT_OK;
}

static void test_try(void **state)
{
    int reached = 0;
    assert_int_equal(fail_inside(*state, &reached), TACIT_ERR_CANCELLED);
    assert_int_equal(reached, 0);
}

static void test_warnings(void **state)
{
    tacit_ctx *cx = *state;
    assert_int_equal(tacit_warning_count(cx), 0);
    tacit_warn(cx, "Column '%s' is short.", "a");
    tacit_warn(cx, "Column '%s' is short.", "b");
    tacit_warn(cx, "Column '%s' is short.", "a"); /* told once */
    assert_int_equal(tacit_warning_count(cx), 2);
    assert_string_equal(tacit_warning(cx, 0), "Column 'a' is short.");
    assert_string_equal(tacit_warning(cx, 1), "Column 'b' is short.");
    for (int i = 0; i < 1000; i++)
        tacit_warn(cx, "Warning %d.", i);
    assert_int_equal(tacit_warning_count(cx), 200); /* a flood is cut off */
    assert_string_equal(tacit_message(cx), "");     /* and is no failure */
}

static void test_scratch(void **state)
{
    tacit_ctx *cx = *state;
    const size_t outer = tacit_scratch_mark(cx);
    unsigned char *a = NULL;
    assert_ok(cx, tacit_scratch(cx, 100, 3, &a));
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(a[i], 0);
    memset(a, 7, 300);
    const size_t inner = tacit_scratch_mark(cx);
    assert_true(inner > outer);
    for (int i = 0; i < 500; i++) { /* the stack itself grows */
        int64_t *b = NULL;
        assert_ok(cx, tacit_scratch(cx, 2, sizeof *b, &b));
        assert_int_equal(b[0] | b[1], 0);
        b[0] = b[1] = i;
    }
    tacit_scratch_release(cx, inner);
    assert_int_equal(tacit_scratch_mark(cx), inner);
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(a[i], 7); /* what is below the mark stays */
    tacit_scratch_release(cx, outer);
    assert_int_equal(tacit_scratch_mark(cx), outer);
    void *none = NULL;
    assert_ok(cx, tacit_scratch(cx, 0, 8, &none));
    assert_non_null(none);
}

/* What is dropped early is gone, and what was taken before and after it stays until the mark. */
static void test_scratch_drop(void **state)
{
    tacit_ctx *cx = *state;
    const size_t mark = tacit_scratch_mark(cx);
    char *a = NULL, *b = NULL, *c = NULL;
    assert_ok(cx, tacit_scratch_text(cx, "first", &a));
    assert_ok(cx, tacit_scratch(cx, 1000, 1000, &b));
    assert_ok(cx, tacit_scratch_text(cx, "last", &c));
    b[0] = 'b';
    tacit_scratch_drop_used(cx, b, 1);
    tacit_scratch_drop(cx, NULL);
    assert_string_equal(a, "first");
    assert_string_equal(c, "last");
    tacit_scratch_drop(cx, c);
    assert_ok(cx, tacit_scratch_text(cx, "again", &c));
    assert_string_equal(c, "again");
    tacit_scratch_release(cx, mark);
    assert_int_equal(tacit_scratch_mark(cx), mark);
}

static void test_scratch_overflow(void **state)
{
    tacit_ctx *cx = *state;
    void *p = &p;
    const size_t mark = tacit_scratch_mark(cx);
    assert_fails(cx, tacit_scratch(cx, SIZE_MAX / 2, 4, &p), TACIT_ERR_MEMORY, "Memory ran out");
    assert_ptr_equal(p, &p); /* untouched */
    assert_int_equal(tacit_scratch_mark(cx), mark);
}

static void test_scratch_texts(void **state)
{
    tacit_ctx *cx = *state;
    char *a = NULL, *b = NULL, *c = NULL;
    assert_ok(cx, tacit_scratch_text(cx, "", &a));
    assert_ok(cx, tacit_scratch_text(cx, "n\xC3\xA4he", &b));
    assert_ok(cx, tacit_scratch_format(cx, &c, "%s-%0500d", b, 5));
    assert_string_equal(a, "");
    assert_string_equal(b, "n\xC3\xA4he");
    assert_int_equal(strlen(c), 5 + 1 + 500);
    assert_int_equal(c[strlen(c) - 1], '5');
}

/* The last call of progress. */
typedef struct last_call {
    char stage[64];
    uint64_t done, total;
    int calls, answer;
} last_call;

static int keep_call(void *user, const char *stage, uint64_t done, uint64_t total)
{
    last_call *l = user;
    snprintf(l->stage, sizeof l->stage, "%s", stage);
    l->done = done;
    l->total = total;
    l->calls++;
    return l->answer;
}

static void test_progress(void **state)
{
    tacit_ctx *cx = *state;
    last_call l = { 0 };
    assert_ok(cx, tacit_tick(cx, 1, 2)); /* nobody listens */
    tacit_ctx_on_progress(cx, keep_call, &l);
    tacit_stage(cx, "Reading %s", "a.csv");
    assert_string_equal(l.stage, "Reading a.csv");
    assert_int_equal(l.done, 0);
    assert_ok(cx, tacit_tick(cx, 5, 7));
    assert_string_equal(l.stage, "Reading a.csv");
    assert_int_equal(l.done, 5);
    assert_int_equal(l.total, 7);
    assert_int_equal(l.calls, 2);
}

static void test_cancel(void **state)
{
    tacit_ctx *cx = *state;
    last_call l = { 0 };
    tacit_ctx_on_progress(cx, keep_call, &l);
    assert_false(tacit_is_cancelled(cx));
    tacit_cancel(cx);
    assert_true(tacit_is_cancelled(cx));
    assert_fails(cx, tacit_tick(cx, 0, 0), TACIT_ERR_CANCELLED, "Stopped on request");
    assert_int_equal(l.calls, 0);
    tacit_ctx_free(NULL);
}

/* A callback that answers 1 stops the work, in a tick or in a stage. */
static void test_cancel_by_answer(void **state)
{
    tacit_ctx *cx = *state;
    last_call l = { .answer = 1 };
    tacit_ctx_on_progress(cx, keep_call, &l);
    assert_fails(cx, tacit_tick(cx, 1, 2), TACIT_ERR_CANCELLED, "Stopped on request");
    assert_int_equal(l.calls, 1);
    tacit_ctx_resume(cx);
    tacit_stage(cx, "Reading");
    l.answer = 0;
    assert_fails(cx, tacit_tick(cx, 1, 2), TACIT_ERR_CANCELLED, "Stopped on request");
    tacit_ctx_resume(cx);
    assert_ok(cx, tacit_tick(cx, 1, 2)); /* a cancelled context works again */
}

/* Only work that says it can is asked to finish, once, and it hears of it until it ends. */
static void test_finish(void **state)
{
    tacit_ctx *cx = *state;
    assert_false(tacit_finish(cx));
    assert_false(tacit_is_finishing(cx));
    tacit_finish_allow(cx);
    assert_false(tacit_is_finishing(cx));
    assert_true(tacit_finish(cx));
    assert_false(tacit_finish(cx));
    assert_true(tacit_is_finishing(cx));
    assert_ok(cx, tacit_tick(cx, 0, 0));
    assert_true(tacit_finish_end(cx));
    assert_false(tacit_is_finishing(cx));
    tacit_finish_allow(cx);
    assert_false(tacit_finish_end(cx));
    assert_false(tacit_finish(cx));
}

static void test_reset(void **state)
{
    tacit_ctx *cx = *state;
    last_call l = { 0 };
    char *kept = NULL;
    tacit_ctx_on_progress(cx, keep_call, &l);
    tacit_ctx_threads(cx, 3);
    tacit_stage(cx, "Reading");
    tacit_warn(cx, "One.");
    tacit_warn(cx, "Two.");
    assert_ok(cx, tacit_scratch_text(cx, "kept", &kept));
    assert_int_equal(tacit_fail(cx, TACIT_ERR_DATA, "Wrong."), TACIT_ERR_DATA);
    tacit_cancel(cx);
    tacit_ctx_reset(cx);
    assert_string_equal(tacit_message(cx), "");
    assert_int_equal(tacit_warning_count(cx), 0);
    assert_string_equal(kept, "kept");
    assert_int_equal(tacit_ctx_threads_of(cx), 3);
    assert_true(tacit_is_cancelled(cx)); /* who cancels before the work begins means it */
    tacit_ctx_resume(cx);
    assert_ok(cx, tacit_tick(cx, 1, 2));
    assert_string_equal(l.stage, "");
    tacit_warn(cx, "One.");
    assert_int_equal(tacit_warning_count(cx), 1);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_message),
        with_context(test_long_message),
        with_context(test_try),
        with_context(test_warnings),
        with_context(test_scratch),
        with_context(test_scratch_drop),
        with_context(test_scratch_overflow),
        with_context(test_scratch_texts),
        with_context(test_progress),
        with_context(test_cancel),
        with_context(test_cancel_by_answer),
        with_context(test_finish),
        with_context(test_reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
