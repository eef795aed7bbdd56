/*
 * test_verdict.c - what a run came to, in the words of its task.
 *
 * Provenance: the sentences stand in the tasks' tables of words.
 */
#include "support/check.h"

#include <jansson.h>
#include <string.h>

#include "run/work.h"
#include "task/tasks.h"

static json_t *parse(const char *text)
{
    json_t *r = json_loads(text, 0, NULL);
    assert_non_null(r);
    return r;
}

static const char *told(const json_t *record, const char *key)
{
    return json_string_value(json_object_get(json_object_get(record, "verdict"), key));
}

static void verdict_is(const tacit_task *task, const char *record, tacit_verdict verdict,
                       const char *mood, const char *headline)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_work w = { .task = task, .record = parse(record), .verdict = verdict };
    assert_int_equal(tacit_work_tell_verdict(cx, &w), TACIT_OK);
    assert_string_equal(told(w.record, "mood"), mood);
    assert_string_equal(told(w.record, "headline"), headline);
    assert_non_null(told(w.record, "meaning"));
    assert_string_equal(json_string_value(json_object_get(w.record, "title")),
                        task->section.about.title);
    json_decref(w.record);
    tacit_ctx_free(cx);
}

static void verdicts_say_what_happened(void **state)
{
    (void)state;
    verdict_is(&tacit_task_protect, "{\"requirements\":[{\"holds\":true}]}", TACIT_VERDICT_HOLDS,
               "good", "Released: the required guarantee holds.");
    verdict_is(&tacit_task_protect, "{\"requirements\":[{\"holds\":true},{\"holds\":true}]}",
               TACIT_VERDICT_HOLDS, "good", "Released: all 2 required guarantees hold.");
    verdict_is(&tacit_task_protect,
               "{\"requirements\":[{\"holds\":false},{\"holds\":true},{\"holds\":null}]}",
               TACIT_VERDICT_FAILS, "bad", "Not released: 2 of 3 required guarantees do not hold.");
    verdict_is(&tacit_task_protect, "{\"requirements\":[{\"name\":\"k\"}]}", TACIT_VERDICT_FAILS,
               "bad", "Not released: the required guarantee does not hold.");
    verdict_is(&tacit_task_protect, "{}", TACIT_VERDICT_HOLDS, "plain",
               "Released without a required guarantee.");
    verdict_is(&tacit_task_verify, "{}", TACIT_VERDICT_FAILS, "bad", "Not verified.");
    verdict_is(&tacit_task_verify, "{\"requirements\":[{\"holds\":true}]}", TACIT_VERDICT_HOLDS,
               "good", "Verified: the required guarantee holds.");
    verdict_is(&tacit_task_measure, "{}", TACIT_VERDICT_NONE, "plain",
               "Measured: the data as it is; nothing was changed.");
    verdict_is(&tacit_task_generate, "{}", TACIT_VERDICT_NONE, "plain", "Done.");
}

/* Every task can be explained to people, and has words for every verdict that it can reach. */
static void tasks_have_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < tacit_task_catalog.n; i++) {
        const tacit_task *t = tacit_task_find(tacit_task_catalog.entry[i]->name);
        assert_ptr_equal(t, tacit_task_catalog.entry[i]);
        assert_non_null(t->section.about.title);
        assert_non_null(t->section.about.summary);
        assert_non_null(t->details);
        assert_non_null(t->examples[0].line);
        assert_true(t->words.good == NULL || t->words.bad != NULL); /* some can only fail */
        assert_int_equal(t->words.bad == NULL, t->words.bad_meaning == NULL);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_say_what_happened),
        cmocka_unit_test(tasks_have_words),
    };
    return cmocka_run_group_tests_name("run/verdict", tests, NULL, NULL);
}
