/*
 * test_public.c - what of a release's record is for everybody: only what is listed.
 *
 * Provenance: by hand.  Whatever is not public has "lighthouse" or a number with 4711 in it.
 */
#include "support/check.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "run/public.h"
#include "task/tasks.h"

static const char PLAN[] = "data: lighthouse/people.csv\n"
                           "seed: 4711471147114711471\n"
                           "roles: {key: [age, job]}\n"
                           "require: {k_anonymity: {k: 2}}\n"
                           "steps: [{noise: {columns: pay}}, {top_code: {columns: pay, at: 9}}]\n"
                           "output: lighthouse/safe.csv\n";

#define RESULT(name)                                                                               \
    "{'family':'x','name':'" name "','title':'T','source':'S','parameters':{'k':2,"                \
    "'lighthouse':4711},'holds':true,'figures':[{'name':'f','value':7}],'tables':[],'charts':[],"  \
    "'notes':['n'],'lighthouse':1,'changed':[{'column':'pay','cells':4711}],'rows_left_out':4711}"

/* What a step tells of itself. */
#define STEP                                                                                       \
    "{'family':'method','name':'s','title':'Step','source':'S','parameters':{'columns':['pay']},"  \
    "'figures':[{'name':'f','value':4711}],'tables':[{'rows':[['lighthouse']]}],"                  \
    "'charts':['lighthouse'],'notes':['4711'],'changed':[4711]}"

static const char
    RECORD
        [] =
            "{'tacit':'1','command':'protect','reader':'custodian','title':'T','released':true,"
            "'plan_text':'lighthouse','secret':{'seed':'4711'},'warnings':['lighthouse'],'says':'"
            "4711',"
            "'new':'lighthouse','versions':{'tacit':'1'},'verdict':{'headline':'H'},'streamed':"
            "4711,"
            "'data':{'uri':'lighthouse/people.csv','rows':105,'sha256':'4711','bytes':4711,"
            "'columns':[{'name':'lighthouse'}]},"
            "'protected':{'uri':'lighthouse/safe.csv','rows':100,'sha256':'4711',"
            "'columns':[{'name':'age'},{'name':'pay'},{'name':'job'},{'name':'sex'}]},"
            "'changed':[{'column':'age','cells':9},{'column':'pay','cells':47},{'column':'job',"
            "'cells':91},{'column':'lighthouse','cells':100,'dropped':true}],"
            "'steps':[" STEP "," STEP "],'requirements':[" RESULT(
                "k_anonymity") "],"
                               "'before':{'models':[" RESULT(
                                   "k_anonymity") "],'risks':['lighthouse']},"
                                                  "'after':{'models':[" RESULT(
                                                      "k_anonymity") "],'lighthouse':[4711],"
                                                                     "'risks':[" RESULT("prosecuto"
                                                                                        "r") ","
    RESULT("distance_linkage") "," RESULT(
                                                                         "lighthouse") "]},"
                                                                                       "'utility':["
                                                                                       "'lighthouse"
                                                                                       "'],'"
                                                                                       "linkage':['"
                                                                                       "lighthouse'"
                                                                                       "],'"
                                                                                       "certificate"
                                                                                       "':{'"
                                                                                       "lighthouse'"
                                                                                       ":1},"
                                                                                       "'outputs':["
                                                                                       "{'kind':'"
                                                                                       "data','"
                                                                                       "path':'"
                                                                                       "lighthouse/"
                                                                                       "safe.csv','"
                                                                                       "sha256':'"
                                                                                       "ab','"
                                                                                       "reader':'"
                                                                                       "public'},"
                                                                                       "{'kind':'"
                                                                                       "sql','path'"
                                                                                       ":'"
                                                                                       "lighthouse."
                                                                                       "sql','"
                                                                                       "sha256':'"
                                                                                       "4711','"
                                                                                       "reader':'"
                                                                                       "custodian'}"
                                                                                       ","
                                                                                       "{'kind':'"
                                                                                       "new','path'"
                                                                                       ":'"
                                                                                       "lighthouse."
                                                                                       "new','"
                                                                                       "sha256':'"
                                                                                       "4711'}]}";

static json_t *parse(const char *text)
{
    char *own = strdup(text);
    for (char *c = own; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *r = json_loads(own, 0, NULL);
    free(own);
    assert_non_null(r);
    return r;
}

/* The public record of RECORD, which is released or not. */
static json_t *publish(tacit_ctx *cx, bool released)
{
    const tacit_plan_use use = { .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT };
    tacit_plan *plan = NULL;
    json_t *out = NULL;
    assert_ok(cx, tacit_plan_parse(cx, "plan", PLAN, &use, &plan));
    tacit_work w = { .task = &tacit_task_protect, .plan = plan, .record = parse(RECORD) };
    json_object_set_new(w.record, "released", json_boolean(released));
    assert_ok(cx, tacit_public_record(cx, &w, &out));
    json_decref(w.record);
    tacit_plan_free(plan);
    return out;
}

static void assert_closed(tacit_ctx *cx, const json_t *record)
{
    tacit_buffer text = { 0 };
    assert_ok(cx, tacit_json_text(cx, record, 0, &text));
    if (strstr(text.text, "lighthouse") != NULL || strstr(text.text, "4711") != NULL)
        fail_msg("%s", text.text);
    tacit_buffer_free(&text);
}

static const char *text_at(const json_t *list, size_t i, size_t j)
{
    return json_string_value(json_array_get(json_array_get(list, i), j));
}

static void test_only_what_is_listed(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    json_t *r = publish(cx, true);
    assert_closed(cx, r);
    const json_t *after = json_object_get(r, "after");
    assert_int_equal(json_array_size(json_object_get(after, "models")), 1);
    assert_int_equal(json_array_size(json_object_get(after, "risks")), 1);
    assert_int_equal(json_array_size(json_object_get(r, "requirements")), 1);
    assert_int_equal(json_array_size(json_object_get(r, "steps")), 2);
    assert_int_equal(json_array_size(json_object_get(r, "outputs")), 1);
    assert_string_equal(json_string_value(json_object_get(r, "reader")), "public");
    json_decref(r);
    tacit_ctx_free(cx);
}

/* 9 of 100 are not told apart from none, 91 not from all; 47 % is between 20 and 50. */
static void test_bands(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    json_t *r = publish(cx, true);
    const json_t *loss = json_array_get(json_object_get(r, "utility"), 0);
    const json_t *table = json_array_get(json_object_get(loss, "tables"), 0);
    const json_t *rows = json_object_get(table, "rows");
    assert_int_equal(json_array_size(rows), 4);
    assert_string_equal(text_at(rows, 0, 1), "none, or fewer than 10");
    assert_string_equal(text_at(rows, 1, 1), "20 to 50 %");
    assert_string_equal(text_at(rows, 2, 1), "all, or all but fewer than 10");
    assert_string_equal(text_at(rows, 3, 1), "none, or fewer than 10");
    assert_string_equal(json_string_value(json_array_get(json_object_get(loss, "notes"), 0)),
                        "Records left out: none, or fewer than 10.");
    json_decref(r);
    tacit_ctx_free(cx);
}

/* What was measured on a table that nobody gets is not public either. */
static void test_not_released(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    json_t *r = publish(cx, false);
    assert_closed(cx, r);
    const json_t *k = json_array_get(json_object_get(r, "requirements"), 0);
    assert_non_null(json_object_get(k, "holds"));
    assert_null(json_object_get(k, "figures"));
    assert_null(json_object_get(r, "after"));
    assert_null(json_object_get(r, "protected"));
    assert_null(json_object_get(r, "utility"));
    json_decref(r);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_what_is_listed),
        cmocka_unit_test(test_bands),
        cmocka_unit_test(test_not_released),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
