/*
 * test_propensity.c - trees, propensity scores and tables against reference figures.
 *
 * Provenance: golden/evaluation.json.  Block cart: rpart 4.1 on 600 records of the Adult data
 * (minbucket 5, minsplit 15, no surrogates; cp 1e-8 unless said).  Block synthetic_small: by hand
 * and by synthpop 1.9-3.
 */
#include "golden/golden.h"

#include "stats/tree.h"
#include "utility/merged.h"

enum { ROWS = 600 };

/* The Adult sample, coded. */
typedef struct adult {
    tacit_table *table, *none, *leaves;
    tacit_merged coded;
} adult;

static void load_adult(tacit_ctx *cx, adult *a)
{
    a->table = golden_table(cx, "data/evaluation/adult600.csv", ",");
    a->leaves = golden_table(cx, "data/evaluation/rpart600_leaf.csv", ",");
    assert_ok(cx, tacit_table_copy(cx, a->table, &a->none));
    assert_int_equal(tacit_table_rows(a->table), ROWS);
    const tacit_pair pair = { .original = a->table, .masked = a->none };
    assert_ok(cx, tacit_merged_of(cx, &pair, &(tacit_merge){ 1000, 1000 }, &a->coded));
}

static void free_adult(adult *a)
{
    tacit_table_free(a->table);
    tacit_table_free(a->none);
    tacit_table_free(a->leaves);
}

static const tacit_merged_column *coded_column(const adult *a, const char *name)
{
    for (size_t j = 0; j < a->coded.columns; j++)
        if (strcmp(a->coded.column[j].name, name) == 0)
            return &a->coded.column[j];
    fail_msg("no column '%s'", name);
    return NULL;
}

/* Which tree of the reference. */
typedef struct reference {
    const char *response, *leaves;
    const char *const *predictors;
    size_t n;
    double cp;
} reference;

static void check_tree(tacit_ctx *cx, const adult *a, const reference *ref, size_t leaves)
{
    tacit_tree_column column[10];
    tacit_tree_frame frame;
    const tacit_tree *tree = NULL;
    uint32_t leaf[ROWS];
    for (size_t j = 0; j < ref->n; j++) {
        const tacit_merged_column *c = coded_column(a, ref->predictors[j]);
        column[j] = (tacit_tree_column){ c->code, c->levels, c->ordered, c->missing };
    }
    const tacit_merged_column *y = coded_column(a, ref->response);
    const tacit_tree_response response = { .classes = y->ordered ? 0 : y->levels,
                                           .label = y->code,
                                           .y = y->value };
    tacit_tree_options options = tacit_tree_usual();
    options.risk = TACIT_TREE_MISCLASSIFICATION;
    options.cp = ref->cp;
    assert_ok(cx, tacit_tree_frame_of(cx, column, ref->n, ROWS, &frame));
    assert_ok(cx, tacit_tree_fit(cx, &frame, &response, &options, &tree));
    assert_int_equal(tree->leaves, leaves);
    tacit_tree_leaves(tree, leaf);
    const tacit_column *expected =
        tacit_table_column(a->leaves, tacit_table_find(a->leaves, ref->leaves));
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(tree->node[leaf[i]].number, tacit_column_integers(expected)[i]);
}

static void test_trees(void **state)
{
    static const char *const three[] = { "age", "sex", "hours" };
    static const char *const four[] = { "age", "education", "sex", "hours" };
    static const char *const also[] = { "age", "education", "marital", "sex" };
    static const reference refs[] = { { "income", "income", four, 4, 1e-8 },
                                      { "hours", "hours", also, 4, 1e-8 },
                                      { "marital", "marital", three, 3, 1e-8 },
                                      { "income", "income_cpm1", four, 4, -1.0 } };
    static const char *const names[] = { "income_class", "hours_anova", "marital_multiclass",
                                         "income_class_cp-1" };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *leaves = json_object_get(json_object_get(root, "cart"), "leaves");
    adult a;
    load_adult(*state, &a);
    for (size_t k = 0; k < 4; k++)
        check_tree(*state, &a, &refs[k], (size_t)golden_number(leaves, names[k]));
    free_adult(&a);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
