/*
 * test_memory.c - allocation with overflow checks, and wiping.
 */
#include "support/check.h"

#include "base/memory.h"

static void test_alloc(void **state)
{
    tacit_ctx *cx = *state;
    int64_t *x = NULL;
    assert_ok(cx, tacit_alloc(cx, 1000, sizeof *x, &x));
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(x[i], 0);
    tacit_free(x);
    assert_ok(cx, tacit_alloc(cx, 0, sizeof *x, &x));
    assert_non_null(x);
    tacit_free(x);
    tacit_free(NULL);
}

static void test_overflow(void **state)
{
    tacit_ctx *cx = *state;
    char *p = NULL;
    /* (2^61 + 1) * 8 wraps to 8 */
    assert_fails(cx, tacit_alloc(cx, (SIZE_MAX >> 3) + 2, 8, &p), TACIT_ERR_MEMORY, "Memory");
    assert_null(p);
    assert_fails(cx, tacit_grow(cx, (SIZE_MAX >> 3) + 2, 8, &p), TACIT_ERR_MEMORY, "Memory");
    assert_null(p);
    assert_fails(cx, tacit_alloc(cx, SIZE_MAX, 1, &p), TACIT_ERR_MEMORY, "Memory");
}

static void test_grow(void **state)
{
    tacit_ctx *cx = *state;
    int *x = NULL;
    assert_ok(cx, tacit_grow(cx, 3, sizeof *x, &x));
    x[0] = 1, x[1] = 2, x[2] = 3;
    int *before = x;
    assert_fails(cx, tacit_grow(cx, SIZE_MAX / 2, sizeof *x, &x), TACIT_ERR_MEMORY, "Memory");
    assert_ptr_equal(x, before);
    assert_ok(cx, tacit_grow(cx, 30000, sizeof *x, &x));
    assert_int_equal(x[0] + 10 * x[1] + 100 * x[2], 321);
    tacit_free(x);
}

static void test_copy_text(void **state)
{
    tacit_ctx *cx = *state;
    char *copy = NULL;
    assert_ok(cx, tacit_copy_text(cx, "region", &copy));
    assert_string_equal(copy, "region");
    tacit_free(copy);
}

static void test_wipe(void **state)
{
    (void)state;
    char secret[] = "4711";
    tacit_wipe(secret + 1, 2);
    assert_memory_equal(secret, "4\0\0001", 4);
    tacit_wipe(NULL, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_alloc),     with_context(test_overflow), with_context(test_grow),
        with_context(test_copy_text), with_context(test_wipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
