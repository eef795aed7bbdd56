/*
 * test_sql.c - the SQL of a decision does to a table what applying the decision does.
 *
 * Random tables with missing values are written as Parquet; the embedded DuckDB runs the query
 * on them.  A column with the number of each row tells which rows correspond.
 */
#include "contract/examples.h"
#include "support/decisions.h"
#include "support/files.h"

#include "engine/duckdb/session.h"
#include "engine/engine.h"
#include "run/sql/sql.h"
#include "table/take.h"

enum { ROWS = 400, TABLES = 12 };

static void set_up(arguments *a)
{
    set_number(set_number(a, "base", 3), "how", 1);
}

static void set_down(arguments *a)
{
    set_number(set_number(a, "base", 0.3), "how", 2);
}

static void set_nearest(arguments *a)
{
    set_number(a, "base", 2);
}

static void set_tenth(arguments *a)
{
    set_number(a, "base", 0.2);
}

static void set_value(arguments *a)
{
    set_number(set_number(set_number(a, "at", 7), "replace", 2), "value", 7.25);
}

static void set_at_label(arguments *a)
{
    set_number(set_number(a, "at", 3), "replace", 3);
}

static void set_open(arguments *a)
{
    static const double breaks[] = { 0, 3.5, 6 };
    tacit_value *v = argument(a, "breaks");
    v->reals = breaks;
    v->n = 3;
    set_number(set_number(a, "open", 1), "closed", 1);
}

static void set_others(arguments *a)
{
    set_groups(a);
    set_number(a, "others", 1);
    argument(a, "missing")->text = "it's \"none\"";
}

static void set_all(arguments *a)
{
    argument(a, "label")->text = "*";
}

static void set_one(arguments *a)
{
    set_number(a, "width", 1);
}

static void set_combinations(arguments *a)
{
    static const char *const values[] = { "v1", "v2", "v3", NULL, NULL, "v1" };
    static const char *const by[] = { "c", "k" };
    static const tacit_group lists[] = { { .label = "1", .member = values, .n = 2 },
                                         { .label = "2", .member = values + 2, .n = 2 },
                                         { .label = "3", .member = values + 4, .n = 2 } };
    tacit_value *v = argument(a, "combinations");
    v->groups = lists;
    v->n = 3;
    argument(a, "by")->texts = by;
    argument(a, "by")->n = 2;
}

static void set_removed(arguments *a)
{
    set_combinations(a);
    set_number(a, "how", 1);
}

static const example STEPS[] = {
    { "drop", TACIT_TYPE_ANY, set_nothing },
    { "round", TACIT_TYPE_NUMBER, set_nearest },
    { "round", TACIT_TYPE_NUMBER, set_up },
    { "round", TACIT_TYPE_NUMBER, set_down },
    { "round", TACIT_TYPE_NUMBER, set_tenth },
    { "top_code", TACIT_TYPE_NUMBER, set_at },
    { "top_code", TACIT_TYPE_NUMBER, set_mean },
    { "bottom_code", TACIT_TYPE_NUMBER, set_share },
    { "top_code", TACIT_TYPE_NUMBER, set_value },
    { "bottom_code", TACIT_TYPE_INTEGER, set_at_label },
    { "recode", TACIT_TYPE_NUMBER | TACIT_TYPE_DATE, set_breaks },
    { "recode", TACIT_TYPE_NUMBER | TACIT_TYPE_DATE, set_open },
    { "recode", TACIT_TYPE_NUMBER | TACIT_TYPE_DATE, set_right_parts },
    { "recode", TACIT_TYPE_NUMBER | TACIT_TYPE_DATE, set_width },
    { "recode", TACIT_TYPE_INTEGER, set_one },
    { "recode", TACIT_TYPE_ANY & ~(unsigned)TACIT_TYPE_REAL, set_groups },
    { "recode", TACIT_TYPE_ANY, set_others },
    { "recode", TACIT_TYPE_ANY, set_all },
    { "suppress", TACIT_TYPE_ANY, set_combinations },
    { "suppress", TACIT_TYPE_ANY, set_removed },
};
enum { N_STEPS = sizeof STEPS / sizeof STEPS[0] };

static const char *const COLUMNS[] = { "a:i,b:r,c:c,k:c", "a:r,b:d,c:c,k:c", "a:d,b:i,c:c,k:c",
                                       "a:c,b:i,c:c,k:c" };

/* Number the rows in a column called n. */
static void number_rows(tacit_ctx *cx, tacit_table *t)
{
    tacit_column *c = NULL;
    assert_ok(cx, tacit_column_numbers(cx, "n", tacit_table_rows(t), &c));
    assert_ok(cx, tacit_table_add(cx, t, c));
}

/* The result of `query` on the file at `path`, in the order of n. */
static tacit_table *run_query(const place *p, const char *path, const char *query)
{
    char to[PATH_BYTES];
    tacit_duckdb session;
    tacit_buffer sql = { 0 };
    tacit_data *data = NULL;
    tacit_table *out = NULL;
    path_of(p, "out.parquet", to);
    assert_ok(p->cx, tacit_duckdb_open(p->cx, 0, &session));
    assert_ok(p->cx,
              tacit_buffer_format(p->cx, &sql,
                                  "CREATE VIEW data AS SELECT * FROM read_parquet('%s')", path));
    assert_ok(p->cx, tacit_duckdb_run(p->cx, &session, sql.text, "data"));
    sql.length = 0;
    assert_ok(p->cx, tacit_buffer_format(p->cx, &sql,
                                         "COPY (SELECT * FROM (%.*s) AS q ORDER BY n) TO '%s' "
                                         "(FORMAT parquet)",
                                         (int)(strlen(query) - 2), query, to));
    if (tacit_duckdb_run(p->cx, &session, sql.text, "query") != TACIT_OK)
        fail_msg("%s in %s", tacit_message(p->cx), query);
    tacit_buffer_free(&sql);
    tacit_duckdb_close(&session);
    assert_ok(p->cx, tacit_data_open(p->cx, &(tacit_source){ .uri = to }, &data));
    assert_ok(p->cx, tacit_data_load(p->cx, data, NULL, &out));
    tacit_data_close(data);
    return out;
}

/* Mask column `name` of `*t` by `e` if it fits, and keep the decision. */
static void add_step(tacit_ctx *cx, const example *e, const char *name, tacit_table **t,
                     tacit_decision *d)
{
    mask m;
    tacit_table *next = NULL;
    const size_t j = tacit_table_find(*t, name);
    start_mask(&m, e->method);
    if (j == tacit_table_columns(*t) ||
        (tacit_column_type(tacit_table_column(*t, j)) & m.method->accepts & e->types) == 0)
        return;
    e->set(&m.a);
    add_column(&m, *t, name);
    const tacit_rng rng = tacit_rng_seed(1);
    const tacit_job job = {
        .in = *t, .cols = { m.n, m.at }, .args = &m.a.args, .rng = &rng, .decided = d
    };
    if (tacit_method_run(cx, m.method, &job, &next) != TACIT_OK) {
        tacit_decision_free(d);
        return;
    }
    tacit_table_free(*t);
    *t = next;
}

static void check_table(const place *p, tacit_rng *rng, const char *columns,
                        const example *const *e, size_t n)
{
    static const char *const names[] = { "a", "b" };
    char path[PATH_BYTES];
    tacit_decision d[4] = { { .n = 0 } };
    tacit_buffer sql = { 0 };
    tacit_table *in = random_table(p->cx, rng, columns, ROWS, 2 + tacit_rng_below(rng, 12), 0.1);
    tacit_table *masked = NULL;
    number_rows(p->cx, in);
    assert_ok(p->cx, tacit_table_copy(p->cx, in, &masked));
    for (size_t i = 0; i < n; i++)
        add_step(p->cx, e[i], names[i % 2], &masked, &d[i]);
    path_of(p, "in.parquet", path);
    assert_ok(p->cx, tacit_write_table(p->cx, in, path, path));
    assert_ok(p->cx, tacit_sql_of(p->cx, &tacit_sql_duckdb, in, d, n, &sql));
    tacit_table *got = run_query(p, path, sql.text);
    assert_int_equal(tacit_table_rows(got), tacit_table_rows(masked));
    assert_rows(masked, 0, got, sql.text);
    tacit_table_free(got);
    tacit_table_free(masked);
    tacit_table_free(in);
    tacit_buffer_free(&sql);
    for (size_t i = 0; i < n; i++)
        tacit_decision_free(&d[i]);
}

/* Each step by itself on columns of each type. */
static void test_single(void **state)
{
    tacit_rng rng = tacit_rng_seed(71);
    for (size_t s = 0; s < N_STEPS; s++)
        for (size_t k = 0; k < sizeof COLUMNS / sizeof COLUMNS[0]; k++) {
            const example *one = &STEPS[s];
            check_table(*state, &rng, COLUMNS[k], &one, 1);
        }
}

/* Several steps after each other. */
static void test_several(void **state)
{
    tacit_rng rng = tacit_rng_seed(72);
    for (size_t i = 0; i < TABLES; i++) {
        const example *some[4];
        for (size_t k = 0; k < 4; k++)
            some[k] = &STEPS[tacit_rng_below(&rng, N_STEPS)];
        check_table(*state, &rng, COLUMNS[i % 4], some, 4);
    }
}

/* What cannot be said is refused, with the step. */
static void test_refused(void **state)
{
    const place *p = *state;
    tacit_table *t = table_of(p->cx, "a:r,c:c", "1.5,x\n2,y\n");
    const struct {
        const char *method, *why;
        void (*set)(arguments *a);
    } cases[] = {
        { "round", "chance decides", set_random_base },
        { "recode", "would become texts", set_groups },
        { "top_code", "would become texts", set_at_label },
        { "noise", "chance decides", set_nothing },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const example e = { cases[i].method, TACIT_TYPE_ANY, cases[i].set };
        tacit_decision d = { 0 };
        tacit_buffer sql = { 0 };
        tacit_table *copy = NULL;
        assert_ok(p->cx, tacit_table_copy(p->cx, t, &copy));
        add_step(p->cx, &e, "a", &copy, &d);
        assert_fails(p->cx, tacit_sql_of(p->cx, &tacit_sql_duckdb, t, &d, 1, &sql), TACIT_ERR_INPUT,
                     cases[i].why);
        assert_message(p->cx, "step 1");
        assert_message(p->cx, cases[i].method);
        tacit_buffer_free(&sql);
        tacit_decision_free(&d);
        tacit_table_free(copy);
    }
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_single, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_several, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_refused, make_place, remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
