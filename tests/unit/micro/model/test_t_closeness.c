/*
 * test_t_closeness.c - t-closeness of published and hand-made tables.
 *
 * Provenance: Li, Li and Venkatasubramanian (2007).  Nine patients, salaries 3 ... 11 (in
 * thousands).  Section 5.1.1: the classes {3, 4, 5} and {6, 8, 11} are 0.375 and 0.167 from
 * {3, ..., 11} by ordered distance; their table 5 has 0.167-closeness of salary.  The
 * hierarchy of diseases is their figure 1 cut to the nine patients' values; its distances
 * were checked by linear programming elsewhere: 10/54, 14/54 and 16/54.
 */
#include "support/files.h"
#include "support/models.h"

#define NINE                                                                                       \
    "4767*,gastric ulcer,3\n4760*,gastritis,4\n4767*,stomach cancer,5\n"                           \
    "4790*,gastritis,6\n4790*,flu,11\n4790*,bronchitis,8\n4760*,bronchitis,7\n"                    \
    "4767*,pneumonia,9\n4760*,stomach cancer,10\n"

static tacit_table *nine(tacit_ctx *cx, const char *sensitive)
{
    tacit_table *t = with_keys(table_of(cx, "zip:c,disease:c,salary:i", NINE), 1);
    tacit_table_set_roles(t, tacit_table_find(t, sensitive), TACIT_ROLE_SENSITIVE);
    return t;
}

/* {3, 4, 5} of 3 ... 11: ordered (1+2+3+4+3... ) = 3/8; {6, 8, 11}: 1/6; {7, 9, 10}: 17/72. */
static void test_salaries(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t =
        secrets_of(cx, "zip:c,salary:i", "a,3\na,4\na,5\nb,6\nb,11\nb,8\nc,7\nc,9\nc,10\n");
    question q;
    choose(ask(&q, "t_closeness"), "distance", "ordered");
    assert_near(ask_value(cx, &q, t, "t"), 0.375, 1e-15);
    assert_violations(cx, with(&q, "t", 0.3), t, 3, 1);
    assert_violations(cx, with(&q, "t", 0.2), t, 6, 2);
    assert_violations(cx, with(&q, "t", 17.0 / 72), t, 3, 1);
    assert_violations(cx, with(&q, "t", 1.0 / 6), t, 6, 2);
    assert_violations(cx, with(&q, "t", 0.16), t, 9, 3);
    /* the salaries are evenly spaced, so that the numeric distance is the ordered one */
    choose(&q, "distance", "numeric");
    assert_near(ask_value(cx, &q, t, "t"), 0.375, 1e-15);
    choose(&q, "distance", "equal");
    assert_near(ask_value(cx, &q, t, "t"), 2.0 / 3, 1e-15);
    tacit_table_free(t);
}

static void test_published(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = nine(cx, "salary");
    question q;
    choose(with(ask(&q, "t_closeness"), "t", 0.167), "distance", "ordered");
    assert_violations(cx, &q, t, 0, 0);
    assert_near(ask_value(cx, &q, t, "t"), 1.0 / 6, 1e-15);
    tacit_table_free(t);
}

static void test_hierarchical(void **state)
{
    place *p = *state;
    tacit_ctx *cx = p->cx;
    char path[PATH_BYTES];
    tacit_table *t = nine(cx, "disease");
    const tacit_hierarchy_builder *b = tacit_hierarchy_builder_find("file");
    arguments a;
    tacit_hierarchy_spec spec = { .column = "disease", .builder = b };
    put_text(p, "h.csv",
             "flu,respiratory infection,respiratory,any\n"
             "pneumonia,respiratory infection,respiratory,any\n"
             "bronchitis,respiratory infection,respiratory,any\n"
             "gastric ulcer,stomach,digestive,any\ngastritis,stomach,digestive,any\n"
             "stomach cancer,stomach,digestive,any\n");
    preset_args(&a, &b->about);
    argument(&a, "path")->text = path_of(p, "h.csv", path);
    spec.args = a.args;
    question q;
    choose(ask(&q, "t_closeness"), "distance", "hierarchical");
    assert_no_answer(cx, &q, t, TACIT_ERR_INPUT, "needs a hierarchy of column 'disease'");
    q.extra = (tacit_subject_extra){ .hierarchies = &spec, .n_hierarchies = 1 };
    /* 4790*: gastritis, flu, bronchitis: 16/54; 4767*: 14/54; 4760*: 10/54. */
    assert_near(ask_value(cx, &q, t, "t"), 16.0 / 54, 1e-15);
    assert_violations(cx, with(&q, "t", 15.0 / 54), t, 3, 1);
    assert_violations(cx, with(&q, "t", 12.0 / 54), t, 6, 2);
    assert_violations(cx, with(&q, "t", 10.0 / 54), t, 6, 2);
    assert_violations(cx, with(&q, "t", 9.0 / 54), t, 9, 3);
    put_text(p, "h.csv", "flu,any\n");
    assert_no_answer(cx, &q, t, TACIT_ERR_DATA, "disease");
    tacit_table_free(t);
}

/* Values 0, 1, 10 half, a quarter and a quarter: class b has only 10.  Numeric: the class is
 * 0.5 * 10 + 0.25 * 9 over 10; ordered: (0.5 + 0.75) / 2; equal: 0.75. */
static void test_uneven(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,s:r", "a,0\na,0\na,1\nb,10\n");
    question q;
    ask(&q, "t_closeness");
    assert_near(ask_value(cx, choose(&q, "distance", "numeric"), t, "t"), 0.725, 1e-15);
    assert_near(ask_value(cx, choose(&q, "distance", "ordered"), t, "t"), 0.625, 1e-15);
    assert_near(ask_value(cx, choose(&q, "distance", "equal"), t, "t"), 0.75, 1e-15);
    tacit_table_free(t);
}

/* low < mid < high by the order given: class a (low, low) is 1/4 * 1 + 1/2 ... away:
 * shares low 1/2, mid 1/4, high 1/4: (1/2 + 1/4) / 2.  By text it is high < low < mid:
 * (1/4 + 1/4) / 2 for a. */
static void test_order(void **state)
{
    static const char *const order[] = { "low", "mid", "high" };
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,s:c", "a,low\na,low\nb,mid\nb,high\n");
    question q;
    choose(with(ask(&q, "t_closeness"), "t", 0.3), "distance", "ordered");
    assert_near(ask_value(cx, &q, t, "t"), 0.25, 1e-15);
    with_texts(&q, "order", order, 3);
    assert_near(ask_value(cx, &q, t, "t"), 0.375, 1e-15);
    with_texts(&q, "order", order, 2);
    assert_no_answer(cx, &q, t, TACIT_ERR_DATA, "1 values of column 's' are not in 'order'");
    assert_no_answer(cx, choose(&q, "distance", "numeric"), t, TACIT_ERR_INPUT, "numbers or dates");
    tacit_table_free(t);
}

/* One value, no value, huge numbers. */
static void test_edges(void **state)
{
    static const char *const distances[] = { "equal", "ordered", "numeric" };
    tacit_ctx *cx = *state;
    tacit_table *one = secrets_of(cx, "k:c,s:i", "a,7\nb,7\nb,\n");
    tacit_table *none = secrets_of(cx, "k:c,s:i", "a,\nb,\n");
    tacit_table *huge = secrets_of(cx, "k:c,s:r", "a,1.7e308\nb,-1.7e308\n");
    for (size_t i = 0; i < 3; i++) {
        question q;
        choose(ask(&q, "t_closeness"), "distance", distances[i]);
        assert_near(ask_value(cx, &q, one, "t"), 0.0, 0.0);
        assert_violations(cx, &q, none, 0, 0);
        assert_near(ask_value(cx, &q, huge, "t"), 0.5, 0.0);
    }
    tacit_table_free(one);
    tacit_table_free(none);
    tacit_table_free(huge);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_salaries), with_context(test_published), with_place(test_hierarchical),
        with_context(test_uneven),   with_context(test_order),     with_context(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
