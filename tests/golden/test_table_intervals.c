/*
 * test_table_intervals.c - intervals of sensitive cells against those of another solver.
 *
 * Provenance: golden/tabular.json: the cheapest patterns of the instances, in both modes, with
 * the interval [cell, value, least, most] of every sensitive cell, found by linear programs of GLPK
 * and Clp over the whole table; and how many sensitive cells are known exactly and under-protected
 * if nothing else is hidden.
 */
#include "golden.h"

#include "hierarchy/delimited.h"
#include "tabular/audit.h"
#include "tabular/format/jj.h"

static tacit_system *read_jj(tacit_ctx *cx, const char *name, const char *mode)
{
    char file[128], path[GOLDEN_PATH];
    tacit_delimited text;
    tacit_system *s = NULL;
    snprintf(file, sizeof file, "data/tabular/jj/%.64s_%.8s.jj", name, mode);
    assert_ok(cx, tacit_delimited_open(cx, golden_path(file, path), &text));
    assert_ok(cx, tacit_jj_read(cx, path, text.at, &s));
    tacit_delimited_close(&text);
    return s;
}

static const tacit_finding *finding_of(const tacit_audit *audit, size_t cell)
{
    size_t k = 0;
    while (k < audit->n && audit->finding[k].cell != cell)
        k++;
    assert_true(k < audit->n);
    return &audit->finding[k];
}

/* Ends are whole units here, and were not there. */
static void check_interval(const tacit_system *s, const tacit_audit *audit, const json_t *expected)
{
    const size_t cell = (size_t)json_integer_value(json_array_get(expected, 0));
    const double unit = s->cell[cell].unit;
    const tacit_finding *f = finding_of(audit, cell);
    assert_true(f->primary);
    assert_near(s->cell[cell].value, json_number_value(json_array_get(expected, 1)), 1e-6);
    assert_near(f->least, ceil(json_number_value(json_array_get(expected, 2)) / unit - 1e-4) * unit,
                1e-6);
    assert_near(f->most, floor(json_number_value(json_array_get(expected, 3)) / unit + 1e-4) * unit,
                1e-6);
}

static void check_pattern(tacit_ctx *cx, tacit_system *s, const json_t *expected)
{
    const json_t *pattern = json_object_get(expected, "one_optimal_pattern");
    const json_t *intervals = json_object_get(expected, "intervals");
    tacit_audit audit = { 0 };
    for (size_t k = 0; k < json_array_size(pattern); k++) {
        tacit_cell *c = &s->cell[json_integer_value(json_array_get(pattern, k))];
        c->status = c->status == TACIT_CELL_SAFE ? TACIT_CELL_SECONDARY : c->status;
    }
    assert_ok(cx, tacit_audit_run(cx, s, &audit));
    assert_true(tacit_audit_holds(&audit));
    assert_int_equal(audit.n_primary, json_array_size(intervals));
    for (size_t k = 0; k < json_array_size(intervals); k++)
        check_interval(s, &audit, json_array_get(intervals, k));
}

static void check_mode(tacit_ctx *cx, const char *name, const json_t *instance, const char *mode)
{
    char key[32];
    snprintf(key, sizeof key, "optimal_%s", mode);
    const json_t *expected = json_object_get(instance, key);
    if (json_object_get(expected, "intervals") == NULL)
        return;
    tacit_system *s = read_jj(cx, name, mode);
    check_pattern(cx, s, expected);
    tacit_system_free(s);
}

/* Without other hidden cells. */
static void check_bare(tacit_ctx *cx, const char *name, const json_t *instance)
{
    const json_t *bare = json_object_get(instance, "primaries_only");
    tacit_audit audit = { 0 };
    if (bare == NULL)
        return;
    tacit_system *s = read_jj(cx, name, "int");
    assert_ok(cx, tacit_audit_run(cx, s, &audit));
    assert_int_equal(audit.n_exact, json_integer_value(json_object_get(bare, "exactly_disclosed")));
    assert_int_equal(audit.n_unsafe, json_integer_value(json_object_get(bare, "underprotected")));
    tacit_system_free(s);
}

static void test_instances(void **state)
{
    json_t *root = golden_json("golden/tabular.json"), *instance = NULL;
    const char *name = NULL;
    size_t n = 0;
    json_object_foreach(json_object_get(root, "instances"), name, instance)
    {
        check_mode(*state, name, instance, "int");
        check_mode(*state, name, instance, "str");
        check_bare(*state, name, instance);
        n++;
    }
    assert_true(n >= 4);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_instances) };
    return golden_run_tests(tests);
}
