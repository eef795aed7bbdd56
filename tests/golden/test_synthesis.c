/*
 * test_synthesis.c - combining rules and trees of a synthesis against reference figures.
 *
 * Provenance: golden/synthesis.json.  Block combining: numpy and scipy, checked against the code of
 * synthpop 1.9-3 and mice.  Block rpart_trees: rpart 4.1.19 on sdcMicro's testdata (minbucket 20,
 * minsplit 60, cp -1, no surrogates).
 */
#include "golden/synthesis.h"

#include "stats/counts/combine.h"
#include "stats/counts/student.h"
#include "stats/tree/tree.h"
#include "table/values.h"

enum { MOST_SETS = 16, MOST_PREDICTORS = 8 };

/* ---- combining ---- */

static void check_number(const json_t *block, const char *name, double x)
{
    const json_t *want = json_object_get(block, name);
    if (want == NULL || !json_is_number(want))
        return;
    const double y = json_number_value(want);
    assert_near(x, y, 4e-15 * (1.0 + fabs(y)));
}

static size_t read_numbers(const json_t *list, double *out)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        out[i] = json_number_value(json_array_get(list, i));
    return json_array_size(list);
}

static void check_interval(const json_t *block, const char *name, const tacit_joint_estimate *c)
{
    const json_t *want = json_object_get(block, name);
    if (want == NULL)
        return;
    const double half = tacit_student_quantile(0.975, c->df) * sqrt(c->variance);
    assert_near(c->estimate - half, json_number_value(json_array_get(want, 0)), 1e-11);
    assert_near(c->estimate + half, json_number_value(json_array_get(want, 1)), 1e-11);
}

static void check_block(const json_t *block)
{
    double q[MOST_SETS], u[MOST_SETS];
    tacit_combined_sets s = { .r = 1,
                              .q = q,
                              .u = u,
                              .n = json_number_value(json_object_get(block, "n")),
                              .k = json_number_value(json_object_get(block, "k")) };
    s.m = read_numbers(json_object_get(block, "q"), q);
    read_numbers(json_object_get(block, "u"), u);
    const tacit_joint_estimate simple = tacit_combine(TACIT_COMBINE_SIMPLE, &s);
    check_number(block, "qbar", simple.estimate);
    check_number(block, "ubar", simple.within);
    check_number(block, "T_s", simple.variance);
    check_number(block, "T_s_proper", tacit_combine(TACIT_COMBINE_PROPER, &s).variance);
    if (s.m == 1)
        return;
    const tacit_joint_estimate part = tacit_combine(TACIT_COMBINE_PARTIAL, &s),
                               full = tacit_combine(TACIT_COMBINE_FULL, &s);
    check_number(block, "b", part.between);
    check_number(block, "T_p", part.variance);
    check_number(block, "nu_p", part.df);
    check_interval(block, "ci_p", &part);
    check_number(block, "T_f_star", full.variance);
    check_number(block, "T_p_synthpop_incomplete",
                 tacit_combine(TACIT_COMBINE_INCOMPLETE, &s).variance);
    if (full.replaced)
        return;
    check_number(block, "T_f", full.variance);
    check_number(block, "nu_f", full.df);
    check_interval(block, "ci_f", &full);
}

static void test_combining(void **state)
{
    json_t *root = golden_synthesis();
    const json_t *block = NULL;
    size_t i = 0, n = 0;
    (void)state;
    json_array_foreach(json_object_get(root, "combining"), i, block)
    {
        check_block(block);
        n++;
    }
    assert_true(n >= 4);
    json_decref(root);
}

/* ---- trees ---- */

/* A tree of the reference: numbers are `y`, classes otherwise. */
typedef struct reference {
    const char *response;
    bool number;
    const char *const *predictors;
    size_t n, leaves;
} reference;

/* The codes of a column: of a number by its values, of a factor by its levels. */
static void code(tacit_ctx *cx, const tacit_table *t, const char *name, tacit_tree_column *out)
{
    tacit_values values;
    uint16_t *codes = NULL;
    const size_t rows = tacit_table_rows(t);
    assert_ok(cx, tacit_values_of(cx, column_of(t, name), &values));
    assert_ok(cx, tacit_scratch(cx, rows, sizeof *codes, &codes));
    for (size_t i = 0; i < rows; i++)
        codes[i] = (uint16_t)values.of[i];
    *out = (tacit_tree_column){ codes, values.n, strcmp(name, "age") == 0, false };
}

/* Records share a leaf here if and only if they do there. */
static void check_leaves(tacit_ctx *cx, const tacit_table *where, const reference *ref,
                         const tacit_tree *tree)
{
    const tacit_column *c = column_of(where, ref->response);
    const size_t rows = tacit_table_rows(where);
    uint32_t *leaf = NULL, *of = NULL;
    assert_ok(cx, tacit_scratch(cx, rows, sizeof *leaf, &leaf));
    assert_ok(cx, tacit_scratch(cx, tree->nodes + 1, sizeof *of, &of));
    tacit_tree_leaves(tree, leaf);
    assert_int_equal(tree->leaves, ref->leaves);
    for (size_t i = 0; i < rows; i++) {
        const uint32_t there = (uint32_t)tacit_column_number(c, i);
        if (of[leaf[i]] == 0)
            of[leaf[i]] = there;
        assert_int_equal(of[leaf[i]], there);
    }
}

static void check_tree(tacit_ctx *cx, const tacit_table *data, const tacit_table *where,
                       const reference *ref)
{
    tacit_tree_options o = { .min_bucket = 20,
                             .min_split = 60,
                             .max_depth = 30,
                             .cp = -1.0,
                             .risk =
                                 ref->number ? TACIT_TREE_IMPURITY : TACIT_TREE_MISCLASSIFICATION,
                             .subset_levels = 10 };
    tacit_tree_column predictor[MOST_PREDICTORS], response;
    tacit_tree_frame frame;
    const tacit_tree *tree = NULL;
    double *y = NULL;
    for (size_t k = 0; k < ref->n; k++)
        code(cx, data, ref->predictors[k], &predictor[k]);
    code(cx, data, ref->response, &response);
    assert_ok(cx, tacit_scratch(cx, tacit_table_rows(data), sizeof *y, &y));
    for (size_t i = 0; i < tacit_table_rows(data); i++)
        y[i] = tacit_column_number(column_of(data, ref->response), i);
    const tacit_tree_response r = { ref->number ? 0 : response.levels, response.code, y };
    assert_ok(cx, tacit_tree_frame_of(cx, predictor, ref->n, tacit_table_rows(data), &frame));
    assert_ok(cx, tacit_tree_fit(cx, &frame, &r, &o, &tree));
    check_leaves(cx, where, ref, tree);
}

static void test_trees(void **state)
{
    static const char *const names[] = { "urbrur",   "roof",  "walls", "water",
                                         "electcon", "relat", "sex",   "age" };
    const reference all[] = { { "age", true, names, 7, 79 },
                              { "hhcivil", false, names, 8, 46 },
                              { "sex", false, names, 6, 59 } };
    tacit_table *data = golden_table(*state, "data/sdcmicro/testdata.csv", ",");
    tacit_table *where = golden_table(*state, "data/synthesis/rpart_testdata_where.csv", ",");
    for (size_t k = 0; k < 3; k++)
        check_tree(*state, data, where, &all[k]);
    tacit_table_free(data);
    tacit_table_free(where);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_combining),
        with_context(test_trees),
    };
    return golden_run_tests(tests);
}
