/*
 * test_methods.c - what every masking method promises.
 *
 * The catalog is the list of what to test: a new method is tested by being in it.  Methods
 * that need one of several arguments have examples in examples.h.
 */
#include "contract/examples.h"

#include "base/hash.h"
#include "base/pool.h"
#include "run/stream/touch.h"

enum { ROWS = 17000 }; /* more than one block of rows */

static const tacit_type TYPES[] = { TACIT_TYPE_INTEGER, TACIT_TYPE_REAL, TACIT_TYPE_CATEGORY,
                                    TACIT_TYPE_DATE };

/* A test of one method with one example on columns of one type. */
typedef void check(tacit_ctx *cx, const example *e, tacit_type type);

/* Run `what` with one example for every type that it and the method take. */
static void for_each_type(tacit_ctx *cx, const tacit_method *m, const example *e, check *what)
{
    for (size_t t = 0; t < 4; t++)
        if ((TYPES[t] & m->accepts & e->types) != 0)
            what(cx, e, TYPES[t]);
}

/* Run `what` for every method with its examples, or else its defaults. */
static void for_each(tacit_ctx *cx, check *what)
{
    for (size_t i = 0; i < tacit_method_catalog.n; i++) {
        const tacit_method *m = tacit_method_find(tacit_method_catalog.entry[i]->name);
        const example plain = { m->about.name, TACIT_TYPE_ANY, set_nothing };
        size_t found = 0;
        for (size_t x = 0; x < N_EXAMPLES; x++)
            if (strcmp(EXAMPLES[x].method, m->about.name) == 0) {
                for_each_type(cx, m, &EXAMPLES[x], what);
                found++;
            }
        if (found == 0)
            for_each_type(cx, m, &plain, what);
    }
}

/* The specification of five columns, of which a and b have `type`. */
static const char *columns_of(tacit_type type)
{
    return type == TACIT_TYPE_INTEGER ? "c:c,a:i,x:r,b:i,d:d"
           : type == TACIT_TYPE_REAL  ? "c:c,a:r,x:r,b:r,d:d"
           : type == TACIT_TYPE_DATE  ? "c:c,a:d,x:r,b:d,d:d"
                                      : "c:c,a:c,x:r,b:c,d:d";
}

static tacit_table *sample(tacit_ctx *cx, tacit_type type, size_t rows, uint64_t values,
                           double missing)
{
    tacit_rng rng = tacit_rng_seed(30);
    return random_table(cx, &rng, columns_of(type), rows, values, missing);
}

/* The example's method on the columns named by the letters of `columns`. */
static mask *prepare(mask *m, const example *e, const tacit_table *t, const char *columns)
{
    static const char *const names[] = { "a", "b" };
    start_mask(m, e->method);
    e->set(&m->a);
    for (; *columns != '\0'; columns++)
        add_column(m, t, names[*columns - 'a']);
    return m;
}

/* Whether both tables lack the column, or have the same. */
static bool alike(const tacit_table *s, const tacit_table *t, const char *name)
{
    const size_t j = tacit_table_find(s, name), k = tacit_table_find(t, name);
    if (j == tacit_table_columns(s) || k == tacit_table_columns(t))
        return j == tacit_table_columns(s) && k == tacit_table_columns(t);
    return same_column(tacit_table_column(s, j), tacit_table_column(t, k));
}

/* ---- the promises ---- */

static void check_reproducible(tacit_ctx *cx, const example *e, tacit_type type)
{
    tacit_table *t = sample(cx, type, ROWS, 40, 0.1);
    mask m;
    prepare(&m, e, t, "ab");
    tacit_pool_set(1);
    tacit_table *one = run_mask(cx, &m, t);
    tacit_pool_set(8);
    tacit_table *many = run_mask(cx, &m, t);
    tacit_pool_set(2);
    if (!same_table(one, many))
        fail_msg("%s differs between 1 and 8 threads", e->method);
    tacit_table_free(one);
    tacit_table_free(many);
    tacit_table_free(t);
}

static void test_reproducible(void **state)
{
    for_each(*state, check_reproducible);
}

/* Whether row i of `s` is row k of `t`. */
static bool same_row(const tacit_table *s, size_t i, const tacit_table *t, size_t k)
{
    for (size_t j = 0; j < tacit_table_columns(s); j++) {
        char x[32], y[32];
        const tacit_column *a = tacit_table_column(s, j), *b = tacit_table_column(t, j);
        if (tacit_column_is_missing(a, i) != tacit_column_is_missing(b, k) ||
            strcmp(tacit_column_text(a, i, x), tacit_column_text(b, k, y)) != 0)
            return false;
    }
    return true;
}

/* A method that leaves rows out keeps the others as they are and in order, with all columns. */
static void check_rows_left(const example *e, const tacit_table *t, const tacit_table *out)
{
    size_t k = 0;
    assert_int_equal(tacit_table_columns(out), tacit_table_columns(t));
    assert_true(tacit_table_rows(out) > 0 && tacit_table_rows(out) < tacit_table_rows(t));
    for (size_t i = 0; i < tacit_table_rows(out); i++, k++) {
        while (k < tacit_table_rows(t) && !same_row(out, i, t, k))
            k++;
        if (k == tacit_table_rows(t))
            fail_msg("%s: row %zu is not among those before", e->method, i + 1);
    }
}

static uint64_t row_hash(const tacit_table *t, size_t i)
{
    uint64_t h = 0;
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        char room[32];
        const char *text = tacit_column_text(tacit_table_column(t, j), i, room);
        h = tacit_hash_keyed(text, strlen(text), h);
    }
    return h;
}

/* A method that moves rows has the same rows in another order. */
static void check_rows_moved(const tacit_table *t, const tacit_table *out)
{
    uint64_t before = 0, after = 0;
    size_t moved = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        before += row_hash(t, i);
        after += row_hash(out, i);
        moved += row_hash(t, i) != row_hash(out, i);
    }
    assert_true(before == after && moved > 0);
}

static bool leaves_rows_out(const example *e)
{
    return (tacit_method_find(e->method)->traits & TACIT_METHOD_ROWS) != 0;
}

static void check_other_columns(const tacit_table *t, const tacit_table *out)
{
    static const char *const others[] = { "c", "x", "b", "d" };
    for (size_t j = 0; j < 4; j++)
        assert_ptr_equal(column_of(out, others[j]), column_of(t, others[j]));
}

/* Other columns are the same objects, roles stay, missing cells stay missing (or get a value, if
 * that they are would tell, or if the method makes cells up), reals are finite, and the original is
 * as it was. */
static void check_scope(tacit_ctx *cx, const example *e, tacit_type type)
{
    tacit_table *t = sample(cx, type, 3000, 40, 0.1), *again = sample(cx, type, 3000, 40, 0.1);
    mask m;
    tacit_table_set_roles(t, 1, TACIT_ROLE_KEY);
    tacit_table *out = run_mask(cx, prepare(&m, e, t, "a"), t);
    const bool less = tacit_table_rows(out) != tacit_table_rows(t);
    const unsigned traits = tacit_method_find(e->method)->traits;
    const bool private = (traits & TACIT_METHOD_PRIVATE) != 0;
    const bool moved = strcmp(e->method, "reorder") == 0, fewer = leaves_rows_out(e) && less;
    if (fewer)
        check_rows_left(e, t, out);
    else if (moved)
        check_rows_moved(t, out);
    else
        check_other_columns(t, out);
    assert_true(same_table(t, again));
    const size_t a = tacit_table_find(out, "a");
    for (size_t i = 0; !fewer && !moved && a < tacit_table_columns(out) && i < 3000; i++) {
        const tacit_column *c = tacit_table_column(out, a);
        if ((traits & TACIT_METHOD_MAKES) == 0 && tacit_column_is_missing(column_of(t, "a"), i))
            assert_true(tacit_column_is_missing(c, i) != private);
        else if (tacit_column_type(c) == TACIT_TYPE_REAL && !tacit_column_is_missing(c, i))
            assert_true(isfinite(tacit_column_reals(c)[i]));
    }
    if (a < tacit_table_columns(out))
        assert_int_equal(tacit_table_roles(out, a), TACIT_ROLE_KEY);
    tacit_table_free(out);
    tacit_table_free(again);
    tacit_table_free(t);
}

static void test_scope(void **state)
{
    for_each(*state, check_scope);
}

/* Neither the other masked columns nor the order of columns matters. */
static void check_independent(tacit_ctx *cx, const example *e, tacit_type type)
{
    tacit_table *t = sample(cx, type, 3000, 40, 0.1), *turned = NULL;
    mask m;
    if ((tacit_method_find(e->method)->traits & TACIT_METHOD_MULTIVARIATE) == 0) {
        tacit_table *alone = run_mask(cx, prepare(&m, e, t, "a"), t);
        tacit_table *both = run_mask(cx, prepare(&m, e, t, "ab"), t);
        tacit_table *back = run_mask(cx, prepare(&m, e, t, "ba"), t);
        assert_ok(cx, tacit_table_new(cx, 3000, &turned));
        for (size_t j = tacit_table_columns(t); j-- > 0;)
            assert_ok(cx,
                      tacit_table_add(cx, turned, tacit_column_share(tacit_table_column(t, j))));
        tacit_table *reverse = run_mask(cx, prepare(&m, e, turned, "ab"), turned);
        if (!alike(alone, both, "a") || !alike(both, back, "a") || !alike(both, back, "b") ||
            !alike(both, reverse, "a") || !alike(both, reverse, "b"))
            fail_msg("%s depends on other columns", e->method);
        tacit_table_free(alone);
        tacit_table_free(both);
        tacit_table_free(back);
        tacit_table_free(reverse);
        tacit_table_free(turned);
    }
    tacit_table_free(t);
}

static void test_independent(void **state)
{
    for_each(*state, check_independent);
}

/* The columns of `t` that a plan with this one step touches. */
static tacit_table *touched_part(tacit_ctx *cx, const mask *m, const tacit_table *t)
{
    const tacit_plan_step step = { .method = m->method, .args = m->a.args };
    const tacit_plan plan = { .step = &step, .n_steps = 1 };
    tacit_table *part = NULL;
    assert_ok(cx, tacit_table_copy(cx, t, &part));
    for (size_t j = tacit_table_columns(part); j-- > 0;) {
        const tacit_column *c = tacit_table_column(part, j);
        const tacit_field field = { .name = tacit_column_name(c), .type = tacit_column_type(c) };
        if (tacit_table_roles(part, j) == 0 && !tacit_plan_touches(&plan, &field))
            tacit_table_drop(part, j);
    }
    return part;
}

/* Columns that a step does not touch can be kept from it. */
static void check_touched(tacit_ctx *cx, const example *e, tacit_type type)
{
    tacit_table *t = sample(cx, type, 3000, 40, 0.1);
    mask m, own;
    prepare(&m, e, t, "ab");
    tacit_table *part = touched_part(cx, &m, t);
    prepare(&own, e, part, "ab");
    tacit_table *all = run_mask(cx, &m, t), *few = run_mask(cx, &own, part);
    if (!alike(all, few, "a") || !alike(all, few, "b"))
        fail_msg("%s looks at columns that it does not touch", e->method);
    tacit_table_free(all);
    tacit_table_free(few);
    tacit_table_free(part);
    tacit_table_free(t);
}

static void test_touched(void **state)
{
    for_each(*state, check_touched);
}

/* Another seed changes what random methods do, and nothing else. */
static void check_seed(tacit_ctx *cx, const example *e, tacit_type type)
{
    tacit_table *t = sample(cx, type, 3000, 40, 0.1);
    const bool random = (tacit_method_find(e->method)->traits & TACIT_METHOD_RANDOM) != 0;
    mask m;
    prepare(&m, e, t, "a");
    tacit_table *one = run_mask(cx, &m, t);
    m.seed = 43;
    tacit_table *two = run_mask(cx, &m, t);
    assert_int_equal(same_table(one, two), !random);
    tacit_table_free(one);
    tacit_table_free(two);
    tacit_table_free(t);
}

static void test_seed(void **state)
{
    for_each(*state, check_seed);
}

/* Run on `t` (freed): a result of as many rows, or of fewer if the method leaves some out, or a
 * refusal that says something. */
static void check_survives(tacit_ctx *cx, const example *e, tacit_table *t, const mask *own)
{
    mask m;
    tacit_table *out = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = try_mask(cx, own != NULL ? own : prepare(&m, e, t, "a"), t, &out);
    assert_int_equal(tacit_scratch_mark(cx), mark);
    if (status == TACIT_OK) {
        if (leaves_rows_out(e))
            assert_true(tacit_table_rows(out) <= tacit_table_rows(t));
        else
            assert_int_equal(tacit_table_rows(out), tacit_table_rows(t));
    } else {
        assert_true(status == TACIT_ERR_DATA || status == TACIT_ERR_INPUT);
        assert_message(cx, "");
        assert_null(out);
    }
    tacit_table_free(out);
    tacit_table_free(t);
}

static void check_odd_tables(tacit_ctx *cx, const example *e, tacit_type type)
{
    check_survives(cx, e, sample(cx, type, 0, 40, 0.0), NULL);
    check_survives(cx, e, sample(cx, type, 1, 40, 0.0), NULL);
    check_survives(cx, e, sample(cx, type, 1, 40, 1.0), NULL);
    check_survives(cx, e, sample(cx, type, 500, 40, 1.0), NULL); /* all missing */
    check_survives(cx, e, sample(cx, type, 500, 1, 0.0), NULL);  /* constant */
}

static void test_odd_tables(void **state)
{
    for_each(*state, check_odd_tables);
}

static void check_many_categories(tacit_ctx *cx, const example *e, tacit_type type)
{
    if (type != TACIT_TYPE_CATEGORY && type != TACIT_TYPE_INTEGER)
        return;
    tacit_builder *b[1] = { NULL };
    assert_ok(cx, tacit_builder_new(cx, "a", type, 0, &b[0]));
    for (int i = 0; i < 100000; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", i);
        add_cell(cx, b[0], type, text);
    }
    check_survives(cx, e, finish_columns(cx, b, 1, 100000), NULL);
}

static void test_many_categories(void **state)
{
    for_each(*state, check_many_categories);
}

/* ---- parameters ---- */

/* Run with parameter `p` at `x`; out of range it must be refused by name. */
static void check_value(tacit_ctx *cx, const example *e, tacit_type type, const tacit_param *p,
                        double x, bool in_range)
{
    tacit_table *t = sample(cx, type, 50, 40, 0.1), *out = NULL;
    mask m;
    set_number(&prepare(&m, e, t, "a")->a, p->name, x);
    if (in_range) {
        check_survives(cx, e, t, &m);
        return;
    }
    assert_fails(cx, try_mask(cx, &m, t, &out), TACIT_ERR_INPUT, p->name);
    assert_message(cx, e->method);
    assert_null(out);
    tacit_table_free(t);
}

static void check_param(tacit_ctx *cx, const example *e, tacit_type type, const tacit_param *p)
{
    double choices = 0.0;
    switch (p->type) {
    case TACIT_PARAM_INTEGER:
    case TACIT_PARAM_REAL:
        check_value(cx, e, type, p, p->min, true);
        check_value(cx, e, type, p, p->max, true);
        check_value(cx, e, type, p, nextafter(p->min, -INFINITY), false);
        check_value(cx, e, type, p, nextafter(p->max, INFINITY), false);
        check_value(cx, e, type, p, NAN, false);
        break;
    case TACIT_PARAM_FLAG:
        check_value(cx, e, type, p, 0.0, true);
        check_value(cx, e, type, p, 1.0, true);
        break;
    case TACIT_PARAM_CHOICE:
        for (; p->choices[(size_t)choices] != NULL; choices++)
            check_value(cx, e, type, p, choices, true);
        check_value(cx, e, type, p, choices, false);
        check_value(cx, e, type, p, NAN, false);
        break;
    default:
        break;
    }
}

static void check_params(tacit_ctx *cx, const example *e, tacit_type type)
{
    for (const tacit_param *p = tacit_method_find(e->method)->about.params; p->name != NULL; p++)
        check_param(cx, e, type, p);
}

static void test_params(void **state)
{
    for_each(*state, check_params);
}

/* ---- refusals ---- */

static void check_cancel(tacit_ctx *cx, const example *e, tacit_type type)
{
    tacit_table *t = sample(cx, type, 50, 40, 0.1), *out = NULL;
    tacit_ctx *own = tacit_ctx_new();
    mask m;
    tacit_cancel(own);
    const tacit_status status = try_mask(own, prepare(&m, e, t, "ab"), t, &out);
    assert_true(status == TACIT_OK || status == TACIT_ERR_CANCELLED);
    assert_int_equal(status == TACIT_OK, out != NULL);
    tacit_table_free(out);
    tacit_ctx_free(own);
    tacit_table_free(t);
}

static void test_cancel(void **state)
{
    for_each(*state, check_cancel);
}

/* The first example of a method, or its defaults. */
static example first_example(const tacit_method *m)
{
    for (size_t x = 0; x < N_EXAMPLES; x++)
        if (strcmp(EXAMPLES[x].method, m->about.name) == 0)
            return EXAMPLES[x];
    return (example){ m->about.name, TACIT_TYPE_ANY, set_nothing };
}

static void test_wrong_types(void **state)
{
    for (size_t i = 0; i < tacit_method_catalog.n; i++) {
        const tacit_method *m = tacit_method_find(tacit_method_catalog.entry[i]->name);
        const example plain = first_example(m);
        for (size_t t = 0; t < 4; t++) {
            tacit_table *table = sample(*state, TYPES[t], 50, 5, 0.1);
            mask own;
            prepare(&own, &plain, table, "a");
            if ((TYPES[t] & m->accepts) == 0) {
                assert_mask_fails(*state, &own, table, TACIT_ERR_INPUT, "column 'a'");
                assert_untold(*state, "v1");
            }
            tacit_table_free(table);
        }
        tacit_table *table = sample(*state, TACIT_TYPE_REAL, 5, 5, 0.0);
        mask none;
        if (m->about.params[0].need == TACIT_REQUIRED)
            assert_mask_fails(*state, start_mask(&none, m->about.name), table, TACIT_ERR_INPUT,
                              "'columns'");
        tacit_table_free(table);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_reproducible),
        with_context(test_scope),
        with_context(test_independent),
        with_context(test_touched),
        with_context(test_seed),
        with_context(test_odd_tables),
        with_context(test_many_categories),
        with_context(test_params),
        with_context(test_cancel),
        with_context(test_wrong_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
