/*
 * test_measures.c - what every model, risk and utility promises.
 *
 * The shape of results is that of base/result.h, so that renderers need not know a measure;
 * results do not depend on threads, on the order of rows, or on whether the table has
 * records or counts of key combinations; odd tables are measured or refused.
 */
#include "support/measures.h"

#include "base/pool.h"
#include "micro/classes/subject.h"
#include "micro/model/model.h"
#include "micro/risk/risk.h"
#include "micro/utility/utility.h"

/* ---- the shape ---- */

static void check_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (text == NULL || text[0] == '\0')
        fail_msg("'%s' is not a text", key);
}

static bool is_value(const json_t *v)
{
    return json_is_null(v) || (json_is_number(v) && isfinite(json_number_value(v)));
}

/* Which way is good, whether the figure is exact, and on how many rows it was measured. */
static void check_origin(const json_t *f)
{
    const char *better = json_string_value(json_object_get(f, "better"));
    const char *end = json_string_value(json_object_get(json_object_get(f, "range"), "better"));
    assert_non_null(better);
    assert_true(strcmp(better, "lower") == 0 || strcmp(better, "higher") == 0 ||
                strcmp(better, "neither") == 0);
    if (end != NULL)
        assert_string_equal(better, strcmp(end, "none") == 0 ? "neither" : end);
    assert_true(json_is_boolean(json_object_get(f, "exact")));
    assert_true(json_is_integer(json_object_get(f, "rows")));
}

static void check_figure(const json_t *f)
{
    static const char *const units[] = { "number", "count", "share", "probability" };
    const char *unit = json_string_value(json_object_get(f, "unit"));
    const json_t *value = json_object_get(f, "value");
    bool known = false;
    check_text(f, "name");
    check_text(f, "title");
    check_text(f, "definition");
    assert_true(is_value(value));
    check_origin(f);
    for (size_t i = 0; i < 4; i++)
        known |= strcmp(unit, units[i]) == 0;
    assert_true(known);
    if (strcmp(unit, "count") == 0 && !json_is_null(value))
        assert_true(json_is_integer(value) && json_integer_value(value) >= 0);
    if (strcmp(unit, "probability") == 0 && !json_is_null(value))
        assert_true(json_number_value(value) >= 0.0 && json_number_value(value) <= 1.0);
}

static void check_table(const json_t *t)
{
    const json_t *columns = json_object_get(t, "columns"), *row;
    size_t i;
    check_text(t, "name");
    check_text(t, "title");
    assert_true(json_array_size(columns) > 0);
    json_array_foreach(json_object_get(t, "rows"), i, row)
        assert_int_equal(json_array_size(row), json_array_size(columns));
}

static void check_chart(const json_t *c)
{
    const json_t *labels = json_object_get(json_object_get(c, "x"), "labels"), *series, *value;
    size_t i, k;
    check_text(c, "name");
    check_text(c, "title");
    check_text(c, "kind");
    assert_true(json_is_string(json_object_get(json_object_get(c, "y"), "title")));
    json_array_foreach(json_object_get(c, "series"), i, series)
    {
        check_text(series, "name");
        assert_int_equal(json_array_size(json_object_get(series, "values")),
                         json_array_size(labels));
        json_array_foreach(json_object_get(series, "values"), k, value)
            assert_true(is_value(value));
    }
}

static void check_result(const tacit_result *r, const char *family, const tacit_entry *e)
{
    const json_t *part;
    size_t i;
    assert_string_equal(json_string_value(json_object_get(r, "family")), family);
    assert_string_equal(json_string_value(json_object_get(r, "name")), e->name);
    assert_string_equal(json_string_value(json_object_get(r, "title")), e->title);
    assert_string_equal(json_string_value(json_object_get(r, "source")), e->source);
    assert_true(json_is_object(json_object_get(r, "parameters")));
    assert_int_equal(json_object_get(r, "holds") != NULL, strcmp(family, "model") == 0);
    json_array_foreach(json_object_get(r, "figures"), i, part) check_figure(part);
    json_array_foreach(json_object_get(r, "tables"), i, part) check_table(part);
    json_array_foreach(json_object_get(r, "charts"), i, part) check_chart(part);
    json_array_foreach(json_object_get(r, "notes"), i, part) assert_true(json_is_string(part));
}

/* ---- running ---- */

static tacit_status run_on(tacit_ctx *cx, const tacit_measure *m, const tacit_table *t,
                           const tacit_args *args, tacit_result **out)
{
    tacit_subject *s = NULL;
    const tacit_subject_extra extra = { .population = t, .fraction = 0.5, .original = t };
    TACIT_TRY(tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &extra);
    const tacit_status status = tacit_measure_run(cx, m, s, args, out);
    tacit_subject_free(s);
    return status;
}

/* Run `what` for a measure, unless it has a parameter that must be given. */
static void use(tacit_ctx *cx, const tacit_measure *m,
                void (*what)(tacit_ctx *cx, const tacit_measure *m))
{
    for (const tacit_param *p = m->about.params; p->name != NULL; p++)
        if (p->need == TACIT_REQUIRED)
            return;
    what(cx, m);
}

/* The catalogs of measures, by their family. */
static const tacit_catalog *const CATALOGS[TACIT_FAMILIES] = {
    [TACIT_FAMILY_RISK] = &tacit_risk_catalog,
    [TACIT_FAMILY_UTILITY] = &tacit_utility_catalog,
    [TACIT_FAMILY_MODEL] = &tacit_model_catalog,
};

/* Run `what` for every measure there is. */
static void for_each(tacit_ctx *cx, void (*what)(tacit_ctx *cx, const tacit_measure *m))
{
    for (size_t family = 0; family < TACIT_FAMILIES; family++)
        for (size_t i = 0; i < CATALOGS[family]->n; i++)
            use(cx, tacit_catalog_get(CATALOGS[family], CATALOGS[family]->entry[i]->name), what);
}

/* Every measure says the family of its catalog, and a utility that it needs an original. */
static void test_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < TACIT_FAMILIES; family++)
        for (size_t i = 0; i < CATALOGS[family]->n; i++) {
            const tacit_measure *m =
                tacit_catalog_get(CATALOGS[family], CATALOGS[family]->entry[i]->name);
            assert_int_equal(m->family, family);
            assert_true(family != TACIT_FAMILY_UTILITY || (m->needs & TACIT_NEEDS_ORIGINAL) != 0);
            assert_non_null(m->run);
        }
}

/* A table with every role and type. */
static tacit_table *sample(tacit_ctx *cx, size_t rows, uint64_t values, double missing)
{
    tacit_rng rng = tacit_rng_seed(31);
    tacit_table *t = random_table(cx, &rng, "a:c,b:i,c:d,s:c,x:r,y:i,h:i", rows, values, missing);
    with_keys(t, 3);
    tacit_table_set_roles(t, 3, TACIT_ROLE_SENSITIVE);
    tacit_table_set_roles(t, 6, TACIT_ROLE_HOUSEHOLD);
    return t;
}

/* What samples says so: a parameter that bounds the rows makes figures inexact. */
static void check_sample(tacit_ctx *cx, const tacit_measure *m)
{
    tacit_table *t = sample(cx, 60, 4, 0.0);
    for (const tacit_param *p = m->about.params; p->name != NULL; p++) {
        const json_t *f;
        tacit_result *r = NULL;
        arguments a;
        size_t i;
        if (!p->samples)
            continue;
        set_number(preset_args(&a, &m->about), p->name, 20);
        if (run_on(cx, m, t, &a.args, &r) == TACIT_OK)
            json_array_foreach(json_object_get(r, "figures"), i, f)
            {
                assert_true(json_is_false(json_object_get(f, "exact")));
                assert_int_equal(json_integer_value(json_object_get(f, "rows")), 20);
            }
        json_decref(r);
    }
    tacit_table_free(t);
}

static void test_samples(void **state)
{
    for_each(*state, check_sample);
}

static char *text_of(tacit_ctx *cx, const tacit_measure *m, const tacit_table *t)
{
    const tacit_entry *e = &m->about;
    tacit_result *r = NULL;
    arguments a;
    assert_ok(cx, run_on(cx, m, t, &preset_args(&a, e)->args, &r));
    check_result(r, CATALOGS[m->family]->family, e);
    assert_int_equal(m->headline != NULL, json_object_get(r, "headline") != NULL);
    assert_true(m->headline_of == NULL ||
                tacit_param_find(e->params, m->headline_of) < tacit_param_count(e->params));
    char *text = json_dumps(r, JSON_COMPACT);
    assert_non_null(text);
    json_decref(r);
    return text;
}

static bool is_costly(const tacit_measure *m)
{
    return (m->traits & TACIT_MEASURE_COSTLY) != 0;
}

/* The same text at 1 and at 8 threads. */
static void check_threads(tacit_ctx *cx, const tacit_measure *m)
{
    tacit_table *t = sample(cx, is_costly(m) ? 4000 : 17000, 12, 0.1);
    tacit_pool_set(1);
    char *one = text_of(cx, m, t);
    tacit_pool_set(8);
    char *many = text_of(cx, m, t);
    tacit_pool_set(2);
    assert_string_equal(one, many);
    free(one);
    free(many);
    tacit_table_free(t);
}

static void test_threads(void **state)
{
    for_each(*state, check_threads);
}

/* Records, or the same counted: rows twice over are rows with a count of 2. */
static void check_counts(tacit_ctx *cx, const tacit_measure *m)
{
    if (m->family == TACIT_FAMILY_UTILITY ||
        (m->needs & (TACIT_NEEDS_ROWS | TACIT_NEEDS_HOUSEHOLD)) != 0)
        return;
    tacit_table *rows = with_keys(
        table_of(cx, "a:c,b:i,s:c", "p,1,u\np,1,u\nq,,v\nq,,v\np,1,u\np,1,u\n,2,v\n,2,v\n"), 2);
    tacit_table *counts = with_keys(
        table_of(cx, "a:c,b:i,s:c," TACIT_COUNT ":i", "p,1,u,2\nq,,v,2\n,2,v,2\np,1,u,2\n"), 2);
    tacit_table_set_roles(rows, 2, TACIT_ROLE_SENSITIVE);
    tacit_table_set_roles(counts, 2, TACIT_ROLE_SENSITIVE);
    char *x = text_of(cx, m, rows), *y = text_of(cx, m, counts);
    assert_string_equal(x, y);
    free(x);
    free(y);
    tacit_table_free(rows);
    tacit_table_free(counts);
}

static void test_counts(void **state)
{
    for_each(*state, check_counts);
}

/* A result of the right shape, or a refusal that says something; `t` is freed. */
static void check_survives(tacit_ctx *cx, const tacit_measure *m, tacit_table *t,
                           const tacit_args *args)
{
    const tacit_entry *e = &m->about;
    tacit_result *r = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = run_on(cx, m, t, args, &r);
    assert_int_equal(tacit_scratch_mark(cx), mark);
    if (status == TACIT_OK) {
        check_result(r, CATALOGS[m->family]->family, e);
    } else {
        assert_true(status == TACIT_ERR_DATA || status == TACIT_ERR_INPUT);
        assert_message(cx, "");
        assert_null(r);
    }
    json_decref(r);
    tacit_table_free(t);
}

static void check_odd_tables(tacit_ctx *cx, const tacit_measure *m)
{
    arguments a;
    const tacit_args *args = &preset_args(&a, &m->about)->args;
    check_survives(cx, m, sample(cx, 0, 5, 0.0), args);
    check_survives(cx, m, sample(cx, 1, 5, 0.0), args);
    check_survives(cx, m, sample(cx, 1, 5, 1.0), args);
    check_survives(cx, m, sample(cx, 300, 5, 1.0), args);
    check_survives(cx, m, sample(cx, 300, 1, 0.0), args);
    check_survives(cx, m, sample(cx, is_costly(m) ? 2000 : 10000, 1000000, 0.0),
                   args); /* nearly all distinct */
    check_survives(cx, m, table_of(cx, "", ""), args);
    check_survives(cx, m, table_of(cx, "x:r", "1.7e308\n-1.7e308\n5e-324\n"), args);
}

static void test_odd_tables(void **state)
{
    for_each(*state, check_odd_tables);
}

/* ---- parameters ---- */

static void check_value(tacit_ctx *cx, const tacit_measure *m, const tacit_param *p, double x,
                        bool in_range)
{
    arguments a;
    tacit_result *r = NULL;
    set_number(preset_args(&a, &m->about), p->name, x);
    if (in_range) {
        check_survives(cx, m, sample(cx, 50, 3, 0.1), &a.args);
        return;
    }
    tacit_table *t = sample(cx, 50, 3, 0.1);
    assert_fails(cx, run_on(cx, m, t, &a.args, &r), TACIT_ERR_INPUT, p->name);
    assert_null(r);
    tacit_table_free(t);
}

static void check_params(tacit_ctx *cx, const tacit_measure *m)
{
    for (const tacit_param *p = m->about.params; p->name != NULL; p++) {
        const bool number = p->type == TACIT_PARAM_INTEGER || p->type == TACIT_PARAM_REAL;
        double last = p->max;
        for (size_t c = 0; p->choices != NULL && p->choices[c] != NULL; c++)
            last = (double)c;
        if (!number && p->type != TACIT_PARAM_CHOICE)
            continue;
        check_value(cx, m, p, p->min, true);
        check_value(cx, m, p, last, true);
        check_value(cx, m, p, NAN, false);
        check_value(cx, m, p, nextafter(p->min, -INFINITY), false);
        check_value(cx, m, p, number ? nextafter(last, INFINITY) : last + 1.0, false);
    }
}

static void test_params(void **state)
{
    for_each(*state, check_params);
}

static void check_cancel(tacit_ctx *cx, const tacit_measure *m)
{
    tacit_ctx *own = tacit_ctx_new();
    tacit_table *t = sample(cx, 100, 3, 0.1);
    tacit_result *r = NULL;
    arguments a;
    tacit_cancel(own);
    const tacit_status status = run_on(own, m, t, &preset_args(&a, &m->about)->args, &r);
    assert_true(status == TACIT_OK || status == TACIT_ERR_CANCELLED);
    assert_int_equal(status == TACIT_OK, r != NULL);
    json_decref(r);
    tacit_table_free(t);
    tacit_ctx_free(own);
}

static void test_cancel(void **state)
{
    for_each(*state, check_cancel);
}

/* A result of a measure of keys holds counts and shares, never a value of a record. */
static void check_no_values(tacit_ctx *cx, const tacit_measure *m)
{
    if ((m->needs & ~(unsigned)TACIT_NEEDS_KEYS) != 0)
        return;
    tacit_table *t = with_keys(table_of(cx, "a:c,b:c", "secret,4711\nsecret,x\n"), 2);
    char *text = text_of(cx, m, t);
    assert_null(strstr(text, "secret"));
    assert_null(strstr(text, "4711"));
    free(text);
    tacit_table_free(t);
}

static void test_no_values(void **state)
{
    for_each(*state, check_no_values);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families), with_context(test_samples),    with_context(test_threads),
        with_context(test_counts),       with_context(test_odd_tables), with_context(test_params),
        with_context(test_cancel),       with_context(test_no_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
