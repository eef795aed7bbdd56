/*
 * test_membership.c - what a trial with records left out lets hold.
 */
#include "support/measures.h"

#include "micro/model/model.h"

/* Whether an advantage of `limit`, and a tenth of copies, holds by a trial in JSON, NULL for none;
 * what it was taken for. */
static bool holds(tacit_ctx *cx, const char *trial, double limit, double *advantage)
{
    const tacit_model *m = tacit_model_find("membership");
    tacit_table *t = table_of(cx, "a:i", "1\n2\n");
    json_t *json = trial != NULL ? json_loads(trial, 0, NULL) : NULL;
    const tacit_subject_extra extra = { .trial = json };
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    preset_args(&a, &m->measure.about);
    set_number(&a, "advantage", limit);
    if (trial != NULL && strstr(trial, "copies") != NULL)
        set_number(&a, "copies", 0.1);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &extra);
    assert_ok(cx, tacit_measure_run(cx, &m->measure, s, &a.args, &r));
    const bool out = json_is_true(json_object_get(r, "holds"));
    *advantage = figure(r, "advantage");
    json_decref(r);
    tacit_subject_free(s);
    json_decref(json);
    tacit_table_free(t);
    return out;
}

static void test_limit(void **state)
{
    double x = 0;
    assert_true(holds(*state, "{\"advantage\": 0.062}", 0.062, &x));
    assert_near(x, 0.062, 0);
    assert_false(holds(*state, "{\"advantage\": 0.062}", 0.0619, &x));
    assert_true(holds(*state, "{\"advantage\": 0}", 0, &x));
    assert_true(holds(*state, "{\"advantage\": 0, \"copies\": 0.1}", 0, &x));
    assert_false(holds(*state, "{\"advantage\": 0, \"copies\": 0.101}", 0, &x));
    assert_false(holds(*state, "{\"advantage\": 0, \"copies\": null}", 0, &x));
}

/* Nothing that cannot be read helps: all that is known is that it is at most 1. */
static void test_unknown(void **state)
{
    static const char *const none[] = { NULL, "{}", "{\"advantage\": \"0\"}", "{\"advantage\": -1}",
                                        "{\"advantage\": 7}" };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        double x = 0;
        assert_false(holds(*state, none[i], 0.999, &x));
        assert_near(x, 1, 0);
        assert_true(holds(*state, none[i], 1, &x));
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_limit), with_context(test_unknown) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
