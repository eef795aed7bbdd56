/*
 * fuzz_query.c - any text is a question that a policy allows, in one canonical form, or is refused
 * with a message.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "query/grammar/grammar.h"
#include "gateway/policy.h"
#include "run/session.h"
#include "task/tasks.h"

static const char POLICY[] = "data: t.csv\n"
                             "domains:\n"
                             "  age: {lower: 0, upper: 110, breaks: [18, 30, 65]}\n"
                             "  score: {lower: -1, upper: 1, decimals: 2, bins: 4, missing: 0}\n"
                             "  income: {lower: -1000, upper: 100000}\n"
                             "  sex: {values: [f, m]}\n"
                             "  Odd: {values: [1, -2, \"it's\", \"\\xfc\"]}\n"
                             "  day: {from: 2021-11-15, to: 2022-07-10, by: month}\n"
                             "  region: {values: [n1, n2, s1, s2]}\n"
                             "public: {regions: {data: 'memory:regions', key: region}}\n"
                             "hierarchies: {sex: {tree: {branches: {all: [f, m]}}}}\n"
                             "query: {input: {}, person: id, key: k, cells: 200}\n"
                             "steps: [{noise: {columns: age}}]\n";

/* ---- a public table ---- */

static const char *const REGIONS[][3] = {
    { "region", "climate", "height" }, { "n1", "wet", "10" },
    { "n2", "dry", "-2.5" },           { "s1", NULL, "10" },
    { "x9", "odd", "1000" },
};
enum { ROWS = sizeof REGIONS / sizeof REGIONS[0], COLUMNS = 3 };

/* The column of texts number `j`. */
static tacit_column *make_column(tacit_ctx *cx, size_t j)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    FUZZ_CHECK(tacit_builder_new(cx, REGIONS[0][j], TACIT_TYPE_CATEGORY, ROWS, &b) == TACIT_OK);
    for (size_t i = 1; i < ROWS; i++) {
        const char *text = REGIONS[i][j];
        FUZZ_CHECK((text == NULL ? tacit_builder_missing(cx, b)
                                 : tacit_builder_text(cx, b, text, strlen(text))) == TACIT_OK);
    }
    FUZZ_CHECK(tacit_builder_finish(cx, b, &c) == TACIT_OK);
    return c;
}

static tacit_store *make_store(tacit_ctx *cx)
{
    tacit_store *store = NULL;
    tacit_table *t = NULL;
    FUZZ_CHECK(tacit_store_new(cx, &store) == TACIT_OK);
    FUZZ_CHECK(tacit_table_new(cx, ROWS - 1, &t) == TACIT_OK);
    for (size_t j = 0; j < COLUMNS; j++)
        FUZZ_CHECK(tacit_table_add(cx, t, make_column(cx, j)) == TACIT_OK);
    FUZZ_CHECK(tacit_store_put(cx, store, "regions", t) == TACIT_OK);
    return store;
}

/* ---- questions ---- */

/* Every cell has its labels and parts. */
static void check_groups(const tacit_query *q)
{
    for (size_t b = 0; b < q->n_by; b++) {
        const char *label = tacit_query_cell_label(q, b, q->cells - 1);
        FUZZ_CHECK(label == NULL || label[0] != '\0');
    }
    for (size_t a = 0; a < q->n_axes; a++)
        FUZZ_CHECK(q->axis[a].n > 1 &&
                   tacit_query_cell_part(q, a, q->cells - 1) + 1 == q->axis[a].n);
}

/* What is accepted is whole: everything points to something, and is in order. */
static void check_query(const tacit_query *q)
{
    FUZZ_CHECK(q->text != NULL && q->n_aggregates > 0 && q->n_shown > 0);
    FUZZ_CHECK(strlen(q->key) == TACIT_DIGEST_BYTES - 1 && strchr(q->text, '\n') == NULL);
    FUZZ_CHECK(q->cells >= 1 && q->cells <= q->schema->most_cells);
    for (size_t i = 0; i < q->n_aggregates; i++)
        FUZZ_CHECK(q->aggregate[i].column < q->schema->n && q->aggregate[i].other < q->schema->n);
    for (size_t i = 0; i < q->n_shown; i++)
        FUZZ_CHECK(q->shown[i].name != NULL &&
                   q->shown[i].at < (q->shown[i].is_axis ? q->n_by : q->n_aggregates));
    for (size_t i = 0; i < q->n_orders; i++)
        FUZZ_CHECK(q->order[i].at < (q->order[i].is_axis ? q->n_by : q->n_aggregates));
    for (size_t i = 0; i < q->n_tests; i++)
        FUZZ_CHECK(q->test[i].aggregate < q->n_aggregates);
    check_groups(q);
}

/* Read the same text again: the form depends on nothing else. */
static void check_again(tacit_ctx *cx, const char *text, const tacit_query *q)
{
    tacit_query again;
    FUZZ_CHECK(tacit_sql_read(cx, text, q->schema, &again) == TACIT_OK);
    FUZZ_CHECK(strcmp(again.key, q->key) == 0);
}

static void ask(tacit_ctx *cx, const char *text)
{
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_query.section,
                                 .needs = TACIT_PART_DATA };
    tacit_plan *plan = NULL;
    tacit_policy policy;
    tacit_query q;
    tacit_session session = { .tables = make_store(cx) };
    FUZZ_CHECK(tacit_plan_parse(cx, "policy.yaml", POLICY, &use, &plan) == TACIT_OK);
    const tacit_work w = { .task = &tacit_task_query, .plan = plan, .session = &session };
    FUZZ_CHECK(tacit_policy_read(cx, &w, tacit_plan_asked(plan, &tacit_task_query.section),
                                 &policy) == TACIT_OK);
    const tacit_status status = tacit_sql_read(cx, text, &policy.schema, &q);
    fuzz_check_status(cx, status);
    FUZZ_CHECK(status == TACIT_OK || status == TACIT_ERR_INPUT);
    if (status == TACIT_OK) {
        check_query(&q);
        check_again(cx, text, &q);
    }
    tacit_plan_free(plan);
    tacit_store_free(session.tables);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);
    tacit_ctx *cx = tacit_ctx_new();
    FUZZ_CHECK(text != NULL && cx != NULL);
    memcpy(text, data, n);
    text[n] = '\0';
    ask(cx, text);
    tacit_ctx_free(cx);
    free(text);
    return 0;
}
