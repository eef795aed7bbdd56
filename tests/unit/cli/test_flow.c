/*
 * test_flow.c - parameters written as in a plan.
 *
 * Provenance: the JSON texts were written by hand from the YAML 1.2 core schema.
 */
#include "support/check.h"

#include <string.h>

#include "base/result.h"
#include "cli/request/flow.h"

/* What `text` reads as, in JSON with sorted keys; NULL if it is no map. */
static void check(const char *text, const char *expected)
{
    tacit_ctx *cx = tacit_ctx_new();
    json_t *value = NULL;
    assert_int_equal(tacit_flow_read(cx, text, &value), TACIT_OK);
    if (expected == NULL) {
        assert_null(value);
    } else {
        char *dumped = json_dumps(value, JSON_SORT_KEYS | JSON_COMPACT);
        assert_string_equal(dumped, expected);
        free(dumped);
    }
    json_decref(value);
    tacit_ctx_free(cx);
}

static void test_maps(void **state)
{
    (void)state;
    check("{k: 5}", "{\"k\":5}");
    check("{k: 5, missing: wildcard}", "{\"k\":5,\"missing\":\"wildcard\"}");
    check("{a: [x, '5', true], b: 0.5}", "{\"a\":[\"x\",\"5\",true],\"b\":0.5}");
    check("{}", "{}");
}

static void test_others(void **state)
{
    (void)state;
    check("", NULL);
    check("5", NULL);
    check("[a]", NULL);
    check("{k: 5", NULL);
    check("{k: 5}}, {", NULL);
    check("{k: *a}", NULL);
}

static void test_long(void **state)
{
    (void)state;
    char text[20000];
    memset(text, 'x', sizeof text);
    memcpy(text, "{a: ", 4);
    memcpy(text + sizeof text - 2, "}", 2);
    check(text, NULL);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
