/*
 * test_session.c - tables in memory through the public interface, as a host uses it.
 *
 * This file includes no header of the library but tacit.h and tacit_arrow.h.  The host's table
 * has 1 000 persons: age 20 ... 59, each 25 times, and pay = 1 000 + row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tacit.h"
#include "tacit_arrow.h"
#include "support/group.h"

enum { ROWS = 1000, COLUMNS = 2 };

/* ---- a producer of streams ---- */

/* What the host's stream holds, and how often each part was released. */
typedef struct host {
    int64_t age[ROWS], pay[ROWS];
    const void *buffers[COLUMNS][2];
    struct ArrowArray child[COLUMNS], *children[COLUMNS];
    struct ArrowSchema field[COLUMNS], *fields[COLUMNS];
    const char *pay_format;
    void (*spoil)(struct ArrowArray *chunk); /* what is wrong with the rows, or NULL */
    int streams, arrays, schemas;
    bool given;
} host;

static void release_schema(struct ArrowSchema *s)
{
    ((host *)s->private_data)->schemas++;
    s->release = NULL;
}

static void release_array(struct ArrowArray *a)
{
    ((host *)a->private_data)->arrays++;
    a->release = NULL;
}

static void release_stream(struct ArrowArrayStream *s)
{
    ((host *)s->private_data)->streams++;
    s->release = NULL;
}

static void release_nothing(struct ArrowSchema *s)
{
    s->release = NULL;
}

static void release_none(struct ArrowArray *a)
{
    a->release = NULL;
}

static int get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    host *h = s->private_data;
    for (int c = 0; c < COLUMNS; c++) {
        h->field[c] = (struct ArrowSchema){ .format = c == 0 ? "l" : h->pay_format,
                                            .name = c == 0 ? "age" : "pay",
                                            .release = release_nothing };
        h->fields[c] = &h->field[c];
    }
    *out = (struct ArrowSchema){ .format = "+s",
                                 .n_children = COLUMNS,
                                 .children = h->fields,
                                 .release = release_schema,
                                 .private_data = h };
    return 0;
}

static int get_next(struct ArrowArrayStream *s, struct ArrowArray *out)
{
    static const void *none[] = { NULL };
    host *h = s->private_data;
    *out = (struct ArrowArray){ 0 };
    if (h->given)
        return 0;
    h->given = true;
    for (int c = 0; c < COLUMNS; c++) {
        h->buffers[c][1] = c == 0 ? h->age : h->pay;
        h->child[c] = (struct ArrowArray){
            .length = ROWS, .n_buffers = 2, .buffers = h->buffers[c], .release = release_none
        };
        h->children[c] = &h->child[c];
    }
    *out = (struct ArrowArray){ .length = ROWS,
                                .n_buffers = 1,
                                .buffers = none,
                                .n_children = COLUMNS,
                                .children = h->children,
                                .release = release_array,
                                .private_data = h };
    if (h->spoil != NULL)
        h->spoil(out);
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *s)
{
    (void)s;
    return NULL;
}

static struct ArrowArrayStream open_host(host *h)
{
    *h = (host){ .pay_format = "l" };
    for (int i = 0; i < ROWS; i++) {
        h->age[i] = 20 + i % 40;
        h->pay[i] = 1000 + i;
    }
    return (struct ArrowArrayStream){ .get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release_stream,
                                      .private_data = h };
}

/* ---- tests ---- */

static const char PLAN[] = "data: memory:people\n"
                           "roles: {key: age}\n"
                           "require: {k_anonymity: {k: %s}}\n"
                           "steps: [{recode: {columns: age, breaks: [20, 40, 60]}}, "
                           "{reorder: {keep: true}}]\n"
                           "measures: [prosecutor]\n"
                           "output: memory:safe\n";

static tacit_session *session_with_people(tacit_ctx *cx)
{
    tacit_session *s = tacit_session_new(cx);
    host *h = malloc(sizeof *h);
    assert_non_null(s);
    struct ArrowArrayStream in = open_host(h);
    assert_int_equal(tacit_session_put(cx, s, "people", &in), TACIT_DONE);
    assert_int_equal(h->streams, 1);
    assert_int_equal(h->arrays, 1);
    assert_int_equal(h->schemas, 1);
    free(h);
    return s;
}

static tacit_ending protect(tacit_ctx *cx, tacit_session *s, const char *k, char **record)
{
    char plan[sizeof PLAN + 16];
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    snprintf(plan, sizeof plan, PLAN, k);
    const tacit_ending ending = tacit_run(cx, s, "protect", plan, NULL, &verdict, record);
    assert_int_equal(ending == TACIT_NOT_RELEASED, verdict == TACIT_VERDICT_FAILS);
    return ending;
}

static void test_in_and_out(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *s = session_with_people(cx);
    char *record = NULL;
    struct ArrowArrayStream out;
    struct ArrowSchema schema;
    struct ArrowArray array;
    assert_int_equal(tacit_session_get(cx, s, "people", &out), TACIT_WRONG_REQUEST);
    assert_int_equal(protect(cx, s, "500", &record), TACIT_DONE);
    assert_non_null(strstr(record, "\"certificate\""));
    tacit_text_free(record);
    assert_int_equal(tacit_session_get(cx, s, "safe", &out), TACIT_DONE);
    tacit_session_free(s); /* the stream outlives it, and the context */
    tacit_ctx_free(cx);
    assert_int_equal(out.get_schema(&out, &schema), 0);
    assert_int_equal(schema.n_children, 2);
    assert_string_equal(schema.children[0]->name, "age");
    assert_string_equal(schema.children[0]->format, "i"); /* a dictionary's codes */
    assert_int_equal(out.get_next(&out, &array), 0);
    assert_int_equal(array.length, ROWS);
    assert_int_equal(array.children[0]->dictionary->length, 2); /* 20-39 and 40-60 */
    const int64_t *pay = array.children[1]->buffers[1];
    assert_int_equal(pay[ROWS - 1], 1000 + ROWS - 1);
    array.release(&array);
    schema.release(&schema);
    out.release(&out);
}

/* What the gate refuses does not come out, and does not replace what was released before. */
static void test_gate(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *s = session_with_people(cx);
    char *record = NULL;
    struct ArrowArrayStream out;
    assert_int_equal(protect(cx, s, "501", &record), TACIT_NOT_RELEASED);
    tacit_text_free(record);
    assert_int_equal(tacit_session_get(cx, s, "safe", &out), TACIT_WRONG_REQUEST);
    assert_non_null(strstr(tacit_message(cx), "originals do not come out"));
    assert_int_equal(protect(cx, s, "5", &record), TACIT_DONE);
    tacit_text_free(record);
    assert_int_equal(protect(cx, s, "501", &record), TACIT_NOT_RELEASED);
    tacit_text_free(record);
    assert_int_equal(tacit_session_get(cx, s, "safe", &out), TACIT_DONE);
    out.release(&out);
    tacit_session_free(s);
    tacit_ctx_free(cx);
}

/* A released table is data for the next run, and the host's own table of that name is not. */
static void test_chain(void **state)
{
    (void)state;
    static const char compare[] = "data: memory:people\nmeasures: [moments]\n"
                                  "compare: {protected: memory:safe}\n";
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *s = session_with_people(cx);
    tacit_verdict verdict;
    char *record = NULL;
    struct ArrowArrayStream out;
    assert_int_equal(protect(cx, s, "5", &record), TACIT_DONE);
    tacit_text_free(record);
    assert_int_equal(tacit_run(cx, s, "compare", compare, NULL, &verdict, &record), TACIT_DONE);
    assert_non_null(strstr(record, "\"memory:safe\""));
    tacit_text_free(record);
    host *h = malloc(sizeof *h);
    struct ArrowArrayStream in = open_host(h);
    assert_int_equal(tacit_session_put(cx, s, "safe", &in), TACIT_DONE);
    assert_int_equal(tacit_session_get(cx, s, "safe", &out), TACIT_WRONG_REQUEST);
    free(h);
    tacit_session_free(s);
    tacit_ctx_free(cx);
}

/* A release that is kept in memory cannot be streamed, nor can columns pass by. */
static void test_ways(void **state)
{
    (void)state;
    static const char *const way[] = { "always", "columns" };
    static const char *const why[] = {
        "The plan cannot be streamed: 'memory:safe' is kept in memory.", "No column can pass by"
    };
    for (size_t i = 0; i < 2; i++) {
        char plan[sizeof PLAN + 64];
        tacit_ctx *cx = tacit_ctx_new();
        tacit_session *s = session_with_people(cx);
        const int n = snprintf(plan, sizeof plan, PLAN, "5");
        snprintf(plan + n, sizeof plan - (size_t)n, "protect: {stream: %s}\n", way[i]);
        assert_int_equal(tacit_run(cx, s, "protect", plan, NULL, NULL, NULL), TACIT_WRONG_REQUEST);
        assert_non_null(strstr(tacit_message(cx), why[i]));
        tacit_session_free(s);
        tacit_ctx_free(cx);
    }
}

static int stop_at_once(void *user, const char *stage, uint64_t done, uint64_t total)
{
    int *calls = user;
    (void)done;
    (void)total;
    assert_non_null(stage);
    return ++*calls > 0;
}

/* Progress can stop the work; the context works again, and carries nothing over. */
static void test_progress_and_cancel(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *s = session_with_people(cx);
    struct ArrowArrayStream out;
    char *record = NULL;
    int calls = 0;
    tacit_ctx_threads(cx, 2);
    tacit_ctx_on_progress(cx, stop_at_once, &calls);
    assert_int_equal(protect(cx, s, "5", &record), TACIT_FAILED);
    tacit_text_free(record);
    assert_true(calls > 0);
    assert_int_equal(tacit_session_get(cx, s, "safe", &out), TACIT_WRONG_REQUEST);
    tacit_ctx_on_progress(cx, NULL, NULL);
    char *first = NULL;
    assert_int_equal(protect(cx, s, "5", &first), TACIT_DONE);
    tacit_cancel(cx);
    assert_int_equal(protect(cx, s, "5", &record), TACIT_FAILED);
    tacit_text_free(record);
    assert_int_equal(protect(cx, s, "5", &record), TACIT_DONE);
    assert_non_null(strstr(first, "\"warnings\":"));
    assert_string_equal(strstr(record, "\"warnings\":"), strstr(first, "\"warnings\":"));
    tacit_text_free(first);
    tacit_text_free(record);
    tacit_session_free(s);
    tacit_ctx_free(cx);
}

static void test_refused_columns(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *s = tacit_session_new(cx);
    host *h = malloc(sizeof *h);
    struct ArrowArrayStream in = open_host(h);
    h->pay_format = "+l"; /* a list */
    assert_int_equal(tacit_session_put(cx, s, "people", &in), TACIT_WRONG_REQUEST);
    assert_non_null(strstr(tacit_message(cx), "'pay'"));
    assert_int_equal(h->streams, 1);
    free(h);
    tacit_session_free(s);
    tacit_session_free(NULL);
    tacit_ctx_free(cx);
}

/* ---- chunks that are not true ---- */

static void no_buffers(struct ArrowArray *c)
{
    c->children[0]->n_buffers = 0;
}

static void negative_buffers(struct ArrowArray *c)
{
    c->children[0]->n_buffers = -1;
}

static void no_values(struct ArrowArray *c)
{
    c->children[0]->buffers[1] = NULL;
}

static void short_child(struct ArrowArray *c)
{
    c->children[1]->length = ROWS - 1;
}

static void negative_length(struct ArrowArray *c)
{
    c->length = -1;
}

static void endless(struct ArrowArray *c)
{
    c->length = c->children[0]->length = c->children[1]->length = INT64_MAX;
}

static void far_offset(struct ArrowArray *c)
{
    c->children[0]->offset = INT64_MAX;
}

static void negative_offset(struct ArrowArray *c)
{
    c->offset = -1;
}

static void fewer_children(struct ArrowArray *c)
{
    c->n_children = 1;
}

static void no_children(struct ArrowArray *c)
{
    c->children = NULL;
}

static void no_child(struct ArrowArray *c)
{
    c->children[1] = NULL;
}

/* Cells are said to be missing, but not which. */
static void no_bitmap(struct ArrowArray *c)
{
    c->children[0]->null_count = 3;
}

/* Each is refused as wrong data, everything is released, and the session is as before. */
static void test_untrue_chunks(void **state)
{
    (void)state;
    static void (*const spoils[])(struct ArrowArray *) = {
        no_buffers, negative_buffers, no_values,      short_child, negative_length, endless,
        far_offset, negative_offset,  fewer_children, no_children, no_child,        no_bitmap,
    };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *s = session_with_people(cx);
    host *h = malloc(sizeof *h);
    char *record = NULL;
    for (size_t i = 0; i < sizeof spoils / sizeof spoils[0]; i++) {
        struct ArrowArrayStream in = open_host(h);
        h->spoil = spoils[i];
        assert_int_equal(tacit_session_put(cx, s, "people", &in), TACIT_WRONG_DATA);
        assert_int_equal(h->streams + h->arrays + h->schemas, 3);
    }
    assert_int_equal(protect(cx, s, "5", &record), TACIT_DONE);
    tacit_text_free(record);
    free(h);
    tacit_session_free(s);
    tacit_ctx_free(cx);
}

/* What a host leaves out is a failure, not a crash. */
static void test_nothing(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *s = tacit_session_new(cx);
    host *h = malloc(sizeof *h);
    struct ArrowArrayStream in = open_host(h), out;
    assert_int_equal(tacit_session_put(cx, s, NULL, &in), TACIT_WRONG_REQUEST);
    assert_int_equal(h->streams, 1); /* released, also on failure */
    in = open_host(h);
    assert_int_equal(tacit_session_put(cx, s, "", &in), TACIT_WRONG_REQUEST);
    in = open_host(h);
    assert_int_equal(tacit_session_put(cx, NULL, "people", &in), TACIT_WRONG_REQUEST);
    assert_int_equal(tacit_session_put(cx, s, "people", &in), TACIT_WRONG_REQUEST); /* released */
    assert_int_equal(tacit_session_put(cx, s, "people", NULL), TACIT_WRONG_REQUEST);
    assert_int_equal(tacit_session_get(cx, NULL, "safe", &out), TACIT_WRONG_REQUEST);
    assert_int_equal(tacit_session_get(cx, s, NULL, &out), TACIT_WRONG_REQUEST);
    free(h);
    tacit_session_free(s);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_and_out),      cmocka_unit_test(test_gate),
        cmocka_unit_test(test_chain),           cmocka_unit_test(test_ways),
        cmocka_unit_test(test_refused_columns), cmocka_unit_test(test_progress_and_cancel),
        cmocka_unit_test(test_untrue_chunks),   cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
