/*
 * test_parameter.c - parameters in words.
 *
 * Provenance: the words were written by hand from the declarations above them.
 */
#include "support/check.h"

#include "cli/output.h"
#include "run/failure.h"
#include "base/result.h"
#include "cli/parameter.h"

static const char *const CHOICES[] = { "left", "right", NULL };

static const struct sample {
    tacit_param p;
    const char *kind, *preset;
} SAMPLES[] = {
    { { .name = "a", .type = TACIT_PARAM_FLAG, .preset = 1.0, .max = 1.0, .help = "h" },
      "true or false",
      "true" },
    { { .name = "a", .type = TACIT_PARAM_INTEGER, .preset = 3, .min = 1, .max = 12, .help = "h" },
      "whole number from 1 to 12",
      "3" },
    { { .name = "a", .type = TACIT_PARAM_INTEGER, .preset = 3, .min = 1, .max = 1e9, .help = "h" },
      "whole number, at least 1",
      "3" },
    { { .name = "a", .type = TACIT_PARAM_REAL, .preset = 0.25, .max = 0.5, .help = "h" },
      "number from 0 to 0.5",
      "0.25" },
    { { .name = "a",
        .type = TACIT_PARAM_REAL,
        .need = TACIT_OPTIONAL,
        .min = -1e300,
        .max = 1e300,
        .help = "h" },
      "number",
      "none" },
    { { .name = "a", .type = TACIT_PARAM_REAL, .min = -1e300, .max = 7, .help = "h" },
      "number, at most 7",
      "0" },
    { { .name = "a", .type = TACIT_PARAM_CHOICE, .preset = 1, .choices = CHOICES, .help = "h" },
      "one of left, right",
      "right" },
    { { .name = "a", .type = TACIT_PARAM_COLUMNS, .need = TACIT_REQUIRED, .help = "h" },
      "names of columns",
      "required" },
    { { .name = "a", .type = TACIT_PARAM_TEXTS, .help = "h" }, "list of texts", "none" },
};

static void test_words(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        char *kind = NULL, *preset = NULL;
        assert_int_equal(tacit_parameter_kind(cx, &SAMPLES[i].p, &kind), TACIT_OK);
        assert_int_equal(tacit_parameter_preset(cx, &SAMPLES[i].p, &preset), TACIT_OK);
        assert_string_equal(kind, SAMPLES[i].kind);
        assert_string_equal(preset, SAMPLES[i].preset);
    }
    tacit_ctx_free(cx);
}

static void test_entry_json(void **state)
{
    (void)state;
    const tacit_param params[] = { SAMPLES[1].p, SAMPLES[6].p, TACIT_PARAM_END };
    const tacit_entry entry = {
        .name = "e", .title = "E", .summary = "Does.", .source = "S (2000)", .params = params
    };
    tacit_ctx *cx = tacit_ctx_new();
    json_t *object = NULL;
    const char *name = NULL, *choice = NULL, *type = NULL;
    json_int_t preset = 0;
    double max = 0.0;
    assert_int_equal(tacit_entry_json(cx, &entry, &object), TACIT_OK);
    assert_int_equal(json_unpack(object, "{s:s, s:[{s:I, s:F}, {s:s, s:s}]}", "name", &name,
                                 "parameters", "default", &preset, "max", &max, "default", &choice,
                                 "type", &type),
                     0);
    assert_string_equal(name, "e");
    assert_int_equal(preset, 3);
    assert_true(max > 11.9 && max < 12.1);
    assert_string_equal(choice, "right");
    assert_string_equal(type, "choice");
    json_decref(object);
    tacit_ctx_free(cx);
}

static void test_exit_statuses(void **state)
{
    (void)state;
    assert_int_equal(tacit_exit_of(TACIT_OK), 0);
    assert_int_equal(tacit_exit_of(TACIT_ERR_MEMORY), 1);
    assert_int_equal(tacit_exit_of(TACIT_ERR_INPUT), 2);
    assert_int_equal(tacit_exit_of(TACIT_ERR_DATA), 4);
    assert_int_equal(tacit_exit_of(TACIT_ERR_IO), 5);
    assert_int_equal(tacit_exit_of(TACIT_ERR_CANCELLED), 130);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_entry_json),
        cmocka_unit_test(test_exit_statuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
