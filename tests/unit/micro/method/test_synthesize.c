/*
 * test_synthesize.c - cells made up by generators: what is kept, what stays, what is refused.
 */
#include "support/told.h"

#include <math.h>

#include "support/sanitized.h"

/* Give a list of texts. */
static mask *set_texts(mask *m, const char *name, const char *const *texts, size_t n)
{
    tacit_value *v = argument(&m->a, name);
    v->texts = texts;
    v->n = n;
    return m;
}

/* One parameter of the generator. */
static mask *set_setting(mask *m, const tacit_group *setting)
{
    tacit_value *v = argument(&m->a, "settings");
    v->groups = setting;
    v->n = 1;
    return m;
}

/* The number of a generator among those that can be chosen. */
static mask *choose(mask *m, const char *generator)
{
    const char *const *words = m->a.args.params[1].choices;
    size_t k = 0;
    while (strcmp(words[k], generator) != 0)
        k++;
    set_number(&m->a, "generator", (double)k);
    return m;
}

/* Records with a group and a number that the group decides upon but for chance. */
static tacit_table *two_groups(tacit_ctx *cx, size_t rows)
{
    tacit_builder *b[3];
    tacit_type type[3];
    tacit_rng rng = tacit_rng_seed(12);
    start_columns(cx, "g:c,x:i,y:i", b, type);
    for (size_t i = 0; i < rows; i++) {
        char text[32];
        const size_t x = (i % 2) * 10 + (size_t)tacit_rng_below(&rng, 4);
        add_cell(cx, b[0], type[0], i % 2 == 0 ? "low" : "high");
        snprintf(text, sizeof text, "%zu", x);
        add_cell(cx, b[1], type[1], text);
        snprintf(text, sizeof text, "%zu", x + (size_t)tacit_rng_below(&rng, 3));
        add_cell(cx, b[2], type[2], text);
    }
    return finish_columns(cx, b, 3, rows);
}

/* How often a column is `x` in records of a group. */
static size_t count(const tacit_table *t, const char *group, int64_t x)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char room[32];
        n += strcmp(tacit_column_text(column_of(t, "g"), i, room), group) == 0 &&
             tacit_column_integers(column_of(t, "x"))[i] == x;
    }
    return n;
}

/* A tree parts the groups, as no value is common to them; dealt, each hands out every record once:
 * the table of group by number is exactly what it was, but records have others' numbers. */
static void test_dealt(void **state)
{
    static const char *const by[] = { "g" };
    tacit_table *t = two_groups(*state, 400);
    tacit_result *told = NULL;
    size_t moved = 0;
    mask m;
    set_texts(add_column(start_mask(&m, "synthesize"), t, "x"), "by", by, 1);
    tacit_table *out = run_told(*state, &m, t, &told);
    for (int64_t x = 0; x < 14; x++) {
        assert_int_equal(count(out, "low", x), count(t, "low", x));
        assert_int_equal(count(out, "high", x), count(t, "high", x));
    }
    assert_ptr_equal(column_of(out, "g"), column_of(t, "g"));
    assert_ptr_equal(column_of(out, "y"), column_of(t, "y"));
    for (size_t i = 0; i < 400; i++)
        moved += !same_cell(column_of(out, "x"), column_of(t, "x"), i);
    assert_true(moved > 200);
    assert_near(figure(told, "made"), 400.0, 0.0);
    assert_near(figure(told, "predictors"), 1.0, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* By hand: the commonest of 1 1 2 is 1, for all. */
static void test_constant(void **state)
{
    tacit_builder *b[1];
    tacit_type type[1];
    mask m;
    start_columns(*state, "x:i", b, type);
    for (int i = 0; i < 21; i++)
        add_cell(*state, b[0], type[0], i % 3 == 2 ? "2" : "1");
    tacit_table *t = finish_columns(*state, b, 1, 21);
    assert_masked(*state, choose(add_column(start_mask(&m, "synthesize"), t, "x"), "constant"), t,
                  "x", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1");
    tacit_table_free(t);
}

/* Keys are the predictors unless others are named. */
static void test_predictors(void **state)
{
    tacit_table *t = two_groups(*state, 400);
    tacit_result *told = NULL;
    mask m;
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 1, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 2, TACIT_ROLE_IDENTIFIER);
    tacit_table *out = run_told(*state, add_column(start_mask(&m, "synthesize"), t, "x"), t, &told);
    assert_near(figure(told, "predictors"), 1.0, 0.0);
    assert_int_equal(tacit_table_roles(out, 1), TACIT_ROLE_KEY);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* On random tables: other records and columns stay, conditions hold in every row, and what is dealt
 * from all records has the margin that it had. */
static void test_random(void **state)
{
    static const char *const keeps[] = { "x <= y" };
    for (uint64_t seed = 0; seed < CASES(40); seed++) {
        tacit_rng rng = tacit_rng_seed(seed);
        tacit_table *t = random_table(*state, &rng, "x:i,y:i,c:c", 200, 30, 0.1);
        mask m;
        size_t changed = 0;
        start_mask(&m, "synthesize");
        choose(add_column(add_column(&m, t, "c"), t, "x"), seed % 2 == 0 ? "sample" : "cart");
        static const char *const by[] = { "y" };
        set_texts(&m, "by", by, 1);
        argument(&m.a, "where")->text = "y is missing or y > 10";
        m.seed = seed;
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < 200; i++) {
            const tacit_column *y = column_of(t, "y");
            const bool made = tacit_column_is_missing(y, i) || tacit_column_integers(y)[i] > 10;
            const bool same = same_cell(column_of(t, "x"), column_of(out, "x"), i) &&
                              same_cell(column_of(t, "c"), column_of(out, "c"), i);
            assert_true(made || same);
            changed += !same;
        }
        assert_true(changed > 20);
        tacit_table_free(out);
        tacit_table_free(t);
    }
    tacit_table *t = two_groups(*state, 400);
    mask m;
    start_mask(&m, "synthesize");
    set_texts(add_column(add_column(&m, t, "y"), t, "x"), "constraints", keeps, 1);
    for (m.seed = 0; m.seed < 20; m.seed++) {
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < 400; i++)
            assert_true(tacit_column_integers(column_of(out, "x"))[i] <=
                        tacit_column_integers(column_of(out, "y"))[i]);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* With leaves of at least half of the records there is one leaf, and nothing is learnt. */
static void test_settings(void **state)
{
    static const char *const size[] = { "250" }, *const none[] = { "many" };
    static const char *const by[] = { "g" };
    const tacit_group wide = { .label = "min_bucket", .member = size, .n = 1 };
    const tacit_group wrong = { .label = "min_bucket", .member = none, .n = 1 };
    const tacit_group strange = { .label = "leaf", .member = size, .n = 1 };
    tacit_table *t = two_groups(*state, 400);
    mask m;
    set_texts(add_column(start_mask(&m, "synthesize"), t, "x"), "by", by, 1);
    tacit_table *out = run_mask(*state, set_setting(&m, &wide), t);
    size_t mixed = 0;
    for (int64_t x = 0; x < 4; x++)
        mixed += count(out, "high", x);
    assert_true(mixed > 70 && mixed < 130); /* of 200, about half: five deviations of 5 */
    tacit_table_free(out);
    assert_mask_fails(*state, set_setting(&m, &wrong), t, TACIT_ERR_INPUT, "settings");
    assert_mask_fails(*state, set_setting(&m, &strange), t, TACIT_ERR_INPUT, "no parameter of");
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    static const char *const broken[] = { "x > y" };
    tacit_builder *b[1];
    tacit_type type[1];
    mask m;
    tacit_table *t = two_groups(*state, 400);
    set_texts(add_column(start_mask(&m, "synthesize"), t, "x"), "constraints", broken, 1);
    tacit_table_set_roles(t, 2, TACIT_ROLE_KEY);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "x > y");
    add_column(start_mask(&m, "synthesize"), t, "x");
    argument(&m.a, "where")->text = "x > 1000";
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "at least 20");
    argument(&m.a, "where")->text = "g = 'low'";
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "no column");
    tacit_table_free(t);
    start_columns(*state, "name:c", b, type);
    for (int i = 0; i < 100; i++) {
        char text[32];
        snprintf(text, sizeof text, "n%d", i);
        add_cell(*state, b[0], type[0], text);
    }
    t = finish_columns(*state, b, 1, 100);
    add_column(start_mask(&m, "synthesize"), t, "name");
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "name persons");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_dealt),  with_context(test_constant), with_context(test_predictors),
        with_context(test_random), with_context(test_settings), with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
