/*
 * test_distance.c - the linker of the nearest records; cases by hand.
 */
#include "support/measures.h"

#include "micro/linkage/linker.h"

/* A run of the linker. */
typedef struct run {
    arguments a;
    tacit_links links;
    tacit_result *result;
} run;

static run *prepare(run *r)
{
    *r = (run){ 0 };
    preset_args(&r->a, &tacit_linker_find("distance")->about);
    return r;
}

static tacit_status try_link(tacit_ctx *cx, run *r, const tacit_table *a, const tacit_table *b)
{
    const tacit_link_job job = { .a = a, .b = b, .within = a == b };
    return tacit_linker_run(cx, tacit_linker_find("distance"), &job, &r->a.args, &r->links,
                            &r->result);
}

/* The links are such as "0-1 2-0", rows counted from 0, in this order. */
static void assert_links(tacit_ctx *cx, run *r, const tacit_table *a, const tacit_table *b,
                         const char *expected)
{
    char text[512] = "";
    assert_ok(cx, try_link(cx, r, a, b));
    for (size_t i = 0; i < r->links.n; i++) {
        const size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "%s%u-%u", i == 0 ? "" : " ", r->links.at[i].a,
                 r->links.at[i].b);
    }
    assert_string_equal(text, expected);
    json_decref(r->result);
    r->result = NULL;
}

/* x: 0, 10, 20 against 1, 9, 11, 40: the second of a is as near to 9 as to 11. */
#define A_ROWS "0\n10\n20\n"
#define B_ROWS "1\n9\n11\n40\n"

static void test_ties(void **state)
{
    tacit_table *a = table_of(*state, "x:i", A_ROWS), *b = table_of(*state, "x:i", B_ROWS);
    run r;
    assert_links(*state, prepare(&r), a, b, "0-0 1-1 1-2 2-2");
    assert_near(r.links.at[0].score, 0.1, 1e-15); /* sd of 0 10 20 is 10 */
    assert_near(r.links.at[0].credit, 1.0, 0.0);
    assert_near(r.links.at[1].credit, 0.5, 0.0);
    assert_near(r.links.at[3].score, 0.9, 1e-15);
    set_number(&prepare(&r)->a, "ties", 1);
    assert_links(*state, &r, a, b, "0-0 2-2");
    set_number(&prepare(&r)->a, "ties", 2);
    assert_links(*state, &r, a, b, "0-0 1-1 2-2");
    set_number(&prepare(&r)->a, "most_ties", 1);
    assert_links(*state, &r, a, b, "0-0 2-2");
    set_number(&prepare(&r)->a, "threshold", 0.1);
    assert_links(*state, &r, a, b, "0-0 1-1 1-2");
    tacit_table_free(a);
    tacit_table_free(b);
}

/* a0 = (0, 0), a1 = (4, 0); b0 = (1, 0), b1 = (0, 2): squared distances 1, 4 / 9, 20.  Both of a
 * are nearest to b0; greedy links cost 1 + 20, optimal ones 4 + 9. */
static void test_greedy_is_not_optimal(void **state)
{
    tacit_table *a = table_of(*state, "x:i,y:i", "0,0\n4,0\n");
    tacit_table *b = table_of(*state, "x:i,y:i", "1,0\n0,2\n");
    run r;
    set_number(&prepare(&r)->a, "scaling", 3);
    assert_links(*state, &r, a, b, "0-0 1-0");
    set_number(&r.a, "one_to_one", 1);
    assert_links(*state, &r, a, b, "0-0 1-1");
    set_number(&r.a, "one_to_one", 2);
    assert_links(*state, &r, a, b, "0-1 1-0");
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Within one file: pairs once, records not with themselves.  The last is as near to 50 as to
 * 52. */
static void test_duplicates(void **state)
{
    tacit_table *t = table_of(*state, "x:i,y:c", "1,a\n50,b\n1,a\n52,b\n51,c\n");
    run r;
    assert_links(*state, prepare(&r), t, t, "0-2 1-3 1-4 3-4");
    set_number(&prepare(&r)->a, "threshold", 0.0);
    assert_links(*state, &r, t, t, "0-2");
    assert_near(r.links.at[0].credit, 1.0, 0.0);
    set_number(&prepare(&r)->a, "one_to_one", 2);
    assert_fails(*state, try_link(*state, &r, t, t), TACIT_ERR_INPUT, "for two files");
    tacit_table_free(t);
}

/* An ordinal column, named; one that is not compared. */
static void test_ordinal(void **state)
{
    static const char *const size[] = { "s" }, *const other[] = { "t" };
    tacit_table *a = table_of(*state, "s:c", "1\n5\n"), *b = table_of(*state, "s:c", "2\n4\n");
    run r;
    assert_links(*state, prepare(&r), a, b, "0-0 0-1 1-0 1-1");
    *argument(&prepare(&r)->a, "ordinal") = (tacit_value){ .given = true, .n = 1, .texts = size };
    assert_links(*state, &r, a, b, "0-0 1-1");
    *argument(&r.a, "ordinal") = (tacit_value){ .given = true, .n = 1, .texts = other };
    assert_fails(*state, try_link(*state, &r, a, b), TACIT_ERR_INPUT, "'t', which is not compared");
    tacit_table_free(a);
    tacit_table_free(b);
}

/* What is said besides the links. */
static void test_figures(void **state)
{
    tacit_table *a = table_of(*state, "x:i", A_ROWS), *b = table_of(*state, "x:i", B_ROWS);
    run r;
    assert_ok(*state, try_link(*state, prepare(&r), a, b));
    assert_near(figure(r.result, "links"), 4.0, 0.0);
    assert_near(figure(r.result, "tied"), 1.0, 0.0);
    assert_near(figure(r.result, "mean_distance"), (0.1 + 0.1 + 0.1 + 0.9) / 4.0, 1e-15);
    assert_near(bar(r.result, "distances", 0), 0.1, 1e-15);
    assert_near(bar(r.result, "distances", 10), 0.9, 1e-15);
    json_decref(r.result);
    tacit_table_free(a);
    tacit_table_free(b);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_ties),       with_context(test_greedy_is_not_optimal),
        with_context(test_duplicates), with_context(test_ordinal),
        with_context(test_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
