/*
 * test_probabilistic.c - the linker by probability: errors in names and dates, blocking,
 * thresholds, term frequency, and requests that are refused.
 */
#include "support/measures.h"

#include "base/hash.h"
#include "micro/linkage/linker.h"

enum { PERSONS = 300 };

static const tacit_linker *linker(void)
{
    return tacit_linker_find("probabilistic");
}

/* One run; `q` holds the arguments. */
typedef struct run {
    arguments q;
    tacit_links links;
    tacit_result *result;
} run;

static run *start(run *r)
{
    *r = (run){ 0 };
    preset_args(&r->q, &linker()->about);
    return r;
}

static void set_texts(run *r, const char *name, const char *const *texts, size_t n)
{
    tacit_value *v = argument(&r->q, name);
    v->texts = texts;
    v->n = n;
}

static void link_up(tacit_ctx *cx, run *r, const tacit_link_job *job)
{
    assert_ok(cx, tacit_linker_run(cx, linker(), job, &r->q.args, &r->links, &r->result));
}

/* A number below `n`, always the same for a person and a kind. */
static size_t draw(size_t person, uint64_t kind, uint64_t n)
{
    return (size_t)(tacit_hash_u64(16 * person + kind) % n);
}

/* Persons with a name of few letters, a year, a month and a place; every third of the
 * copies (`copy`) has a wrong letter in its name, every seventh another month. */
static tacit_table *persons(tacit_ctx *cx, size_t from, size_t to, bool copy)
{
    static const char *const names[] = { "meier",  "schulze", "hansen",   "petersen", "lorenz",
                                         "brandt", "winkler", "jaroslav", "fellegi",  "sunter" };
    tacit_builder *b[5];
    tacit_type type[5];
    assert_int_equal(start_columns(cx, "id:i,name:c,year:i,month:i,place:c", b, type), 5);
    for (size_t i = from; i < to; i++) {
        char cell[5][24];
        snprintf(cell[0], 24, "%zu", i);
        snprintf(cell[1], 24, "%s%c%c", names[draw(i, 1, 10)], (char)('a' + draw(i, 2, 26)),
                 (char)('a' + draw(i, 3, 26)));
        if (copy && i % 3 == 0)
            cell[1][2] = 'x';
        snprintf(cell[2], 24, "%zu", 1940 + draw(i, 4, 60));
        snprintf(cell[3], 24, "%zu", 1 + (draw(i, 5, 12) + (copy && i % 7 == 0)) % 12);
        snprintf(cell[4], 24, "p%zu", draw(i, 6, 37));
        for (size_t k = 0; k < 5; k++)
            add_cell(cx, b[k], type[k], cell[k]);
    }
    return finish_columns(cx, b, 5, to - from);
}

/* Names compared by similarity are linked though they are misspelt, exact ones are not. */
static void test_errors_in_names_are_forgiven(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *a = persons(cx, 0, PERSONS, false), *b = persons(cx, 100, PERSONS + 100, true);
    const tacit_link_job job = { .a = a, .b = b, .truth = "id" };
    static const char *const members[] = { "name" }, *const columns[] = { "name", "year", "month" };
    const tacit_group similar = { "jaro_winkler", members, 1, 0 };
    run exact, r;
    set_texts(start(&exact), "columns", columns, 3);
    link_up(cx, &exact, &job);
    set_texts(start(&r), "columns", columns, 3);
    argument(&r.q, "compare")->groups = &similar;
    argument(&r.q, "compare")->n = 1;
    link_up(cx, &r, &job);
    assert_near(figure(r.result, "true_pairs"), PERSONS - 100, 0.0);
    assert_true(figure(r.result, "precision") > 0.95);
    assert_true(figure(r.result, "recall") > 0.8);
    assert_true(figure(exact.result, "recall") < 2.0 / 3.0); /* a third of the names are wrong */
    assert_true(figure(r.result, "recall_with_review") > 0.9);
    assert_near(figure(r.result, "lambda"), (PERSONS - 100.0) / PERSONS / PERSONS, 5e-4);
    json_decref(exact.result);
    json_decref(r.result);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* With a rule that true pairs mostly meet, few pairs are compared and nearly all found. */
static void test_blocking_tells_what_it_loses(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const rules[] = { "year+month" };
    tacit_table *a = persons(cx, 0, PERSONS, false), *b = persons(cx, 0, PERSONS, true);
    const tacit_link_job job = { .a = a, .b = b, .truth = "id" };
    run r;
    set_texts(start(&r), "block", rules, 1);
    link_up(cx, &r, &job);
    /* 43 of 300 numbers are multiples of 7: their month is wrong. */
    assert_near(figure(r.result, "pairs_completeness"), 257.0 / 300.0, 1e-12);
    assert_true(figure(r.result, "reduction") > 0.9);
    assert_true(figure(r.result, "recall") <= 257.0 / 300.0);
    json_decref(r.result);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* The stricter the accepted rate of false links, the fewer links; review takes the rest. */
static void test_error_rates_set_the_thresholds(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *a = persons(cx, 0, PERSONS, false), *b = persons(cx, 0, PERSONS, true);
    const tacit_link_job job = { .a = a, .b = b, .truth = "id" };
    static const double rates[] = { 1e-7, 1e-5, 1e-3 };
    double before = 0.0;
    for (size_t i = 0; i < 3; i++) {
        run r;
        set_number(&start(&r)->q, "false_link", rates[i]);
        set_number(&r.q, "false_nonlink", 0.01);
        link_up(cx, &r, &job);
        assert_true(figure(r.result, "links") >= before);
        const double link = figure(r.result, "link_threshold");
        for (size_t l = 0; l < r.links.n; l++)
            assert_int_equal(r.links.at[l].kind, r.links.at[l].score >= link - 1e-9);
        before = figure(r.result, "links");
        json_decref(r.result);
    }
    tacit_table_free(a);
    tacit_table_free(b);
}

/* One column, ten of twelve records "common", the rest alone: agreement on a rare value
 * weighs log2 u - log2 f more, f being the value's share. */
static void test_rare_values_weigh_more(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const columns[] = { "x" };
    tacit_table *t = table_of(cx, "x:c", "c\nc\nc\nc\nc\nc\nc\nc\nc\nc\nr\nr\n");
    const tacit_link_job job = { .a = t, .b = t, .within = true };
    const double u = (45.0 + 1.0) / 66.0;
    run plain, r;
    set_number(&start(&plain)->q, "review_from", 0.0);
    link_up(cx, &plain, &job);
    set_number(&start(&r)->q, "review_from", 0.0);
    set_texts(&r, "term_frequency", columns, 1);
    link_up(cx, &r, &job);
    assert_int_equal(plain.links.n, r.links.n);
    for (size_t l = 0; l < r.links.n; l++) {
        const tacit_link *x = &r.links.at[l], *y = &plain.links.at[l];
        const bool rare = x->a == 10, common = x->b < 10;
        const double f = rare ? 2.0 / 12.0 : 10.0 / 12.0;
        const double rise = rare || common ? log2(u) - log2(f) : 0.0;
        assert_near(x->score - y->score, rise, 1e-9);
    }
    json_decref(plain.result);
    json_decref(r.result);
    tacit_table_free(t);
}

static void test_few_are_written_down_if_asked(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *a = persons(cx, 0, PERSONS, false), *b = persons(cx, 0, PERSONS, true);
    const tacit_link_job job = { .a = a, .b = b };
    run r;
    set_number(&start(&r)->q, "review_from", 0.0);
    set_number(&r.q, "most", 1000);
    link_up(cx, &r, &job);
    assert_true(r.links.n > 0 && r.links.n <= 1000);
    assert_int_equal(json_array_size(json_object_get(r.result, "notes")), 1);
    json_decref(r.result);
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_one_to_one_links(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *a = persons(cx, 0, PERSONS, false), *b = persons(cx, 0, PERSONS, true);
    const tacit_link_job job = { .a = a, .b = b, .truth = "id" };
    for (double how = 1.0; how < 2.5; how += 1.0) {
        bool taken[PERSONS] = { 0 };
        run r;
        set_number(&start(&r)->q, "one_to_one", how);
        set_number(&r.q, "review_from", 0.01);
        link_up(cx, &r, &job);
        for (size_t l = 0; l < r.links.n; l++) {
            assert_true(l == 0 || r.links.at[l].a > r.links.at[l - 1].a);
            assert_false(taken[r.links.at[l].b]);
            taken[r.links.at[l].b] = true;
        }
        json_decref(r.result);
    }
    tacit_table_free(a);
    tacit_table_free(b);
}

static void assert_refused(tacit_ctx *cx, run *r, const tacit_link_job *job, const char *part)
{
    assert_fails(cx, tacit_linker_run(cx, linker(), job, &r->q.args, &r->links, &r->result),
                 TACIT_ERR_INPUT, part);
}

static void test_wrong_requests_are_refused(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const name[] = { "name" }, *const year[] = { "year" },
                             *const none[] = { "q" };
    static const char *const rules[] = { "q" };
    const tacit_group groups[] = { { "likeness", name, 1, 0 },
                                   { "soundex", year, 1, 0 },
                                   { "soundex", none, 1, 0 } };
    static const char *const says[] = { "'likeness'", "'year'", "'q'" };
    tacit_table *a = persons(cx, 0, 9, false);
    const tacit_link_job job = { .a = a, .b = a, .within = true };
    run r;
    for (size_t g = 0; g < 3; g++) {
        argument(&start(&r)->q, "compare")->groups = &groups[g];
        argument(&r.q, "compare")->n = 1;
        assert_refused(cx, &r, &job, says[g]);
    }
    set_texts(start(&r), "block", rules, 1);
    assert_refused(cx, &r, &job, "'q'");
    set_texts(start(&r), "term_frequency", none, 1);
    assert_refused(cx, &r, &job, "'q'");
    set_number(&start(&r)->q, "one_to_one", 2.0);
    assert_refused(cx, &r, &job, "greedy");
    tacit_table_free(a);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_errors_in_names_are_forgiven),
        with_context(test_blocking_tells_what_it_loses),
        with_context(test_error_rates_set_the_thresholds),
        with_context(test_rare_values_weigh_more),
        with_context(test_few_are_written_down_if_asked),
        with_context(test_one_to_one_links),
        with_context(test_wrong_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
