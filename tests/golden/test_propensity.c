/*
 * test_propensity.c - trees, propensity scores and tables against reference figures.
 *
 * Provenance: golden/evaluation.json.  Block cart: rpart 4.1 on 600 records of the Adult data
 * (minbucket 5, minsplit 15, no surrogates; cp 1e-8 unless said).  Block synthetic_small: by hand
 * and by synthpop 1.9-3.
 */
#include "support/compare.h"
#include "golden/golden.h"

#include "stats/linear/logistic.h"
#include "stats/counts/table_fit.h"
#include "stats/tree/tree.h"
#include "micro/utility/propensity/model.h"
#include "micro/utility/utility.h"

enum { ROWS = 600 };

/* The Adult sample, coded. */
typedef struct adult {
    tacit_table *table, *none, *leaves, *nodes;
    tacit_merged coded;
} adult;

static void load_adult(tacit_ctx *cx, adult *a)
{
    a->table = golden_table(cx, "data/evaluation/adult600.csv", ",");
    a->leaves = golden_table(cx, "data/evaluation/rpart600_leaf.csv", ",");
    a->nodes = golden_table(cx, "data/evaluation/rpart600_nodes.csv", ",");
    assert_ok(cx, tacit_table_copy(cx, a->table, &a->none));
    assert_int_equal(tacit_table_rows(a->table), ROWS);
    const tacit_pair pair = { .original = a->table, .masked = a->none };
    assert_ok(
        cx, tacit_merged_of(cx, &pair, &(tacit_merge){ .bins = 1000, .levels = 1000 }, &a->coded));
}

static void free_adult(adult *a)
{
    tacit_table_free(a->table);
    tacit_table_free(a->none);
    tacit_table_free(a->leaves);
    tacit_table_free(a->nodes);
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
    const char *name, *response, *leaves;
    const char *const *predictors;
    size_t n;
    double cp;
} reference;

/* The node called `number`. */
static const tacit_tree_node *node_of(const tacit_tree *t, uint64_t number)
{
    for (size_t k = 0; k < t->nodes; k++)
        if (t->node[k].number == number)
            return &t->node[k];
    fail_msg("no node %u", (unsigned)number);
    return NULL;
}

/* Cell i of column `name` of the reference's nodes as text. */
static const char *node_text(const adult *a, const char *name, size_t i, char room[32])
{
    return tacit_column_text(column_of(a->nodes, name), i, room);
}

/* Every node has the reference's rows, risk, column and saving (of numbers: as a share). */
static void check_nodes(const adult *a, const reference *ref, const tacit_tree *t)
{
    size_t found = 0;
    for (size_t i = 0; i < tacit_table_rows(a->nodes); i++) {
        char room[32];
        if (strcmp(node_text(a, "tree", i, room), ref->name) != 0)
            continue;
        const double number = tacit_column_number(column_of(a->nodes, "node"), i);
        const tacit_tree_node *node = node_of(t, (uint64_t)number);
        const bool leaf = strcmp(node_text(a, "var", i, room), "<leaf>") == 0;
        assert_int_equal(node->rows, (size_t)tacit_column_number(column_of(a->nodes, "n"), i));
        assert_near(node->risk, tacit_column_number(column_of(a->nodes, "dev"), i), 1e-8);
        assert_int_equal(node->column == TACIT_TREE_LEAF, leaf);
        found++;
        if (leaf)
            continue;
        assert_string_equal(node_text(a, "var", i, room), ref->predictors[node->column]);
        double improve = 0.0;
        assert_true(tacit_parse_real(node_text(a, "improve", i, room), &improve));
        const double scale = strcmp(ref->response, "hours") == 0 ? node->impurity : 1.0;
        assert_relative(node->gain / scale, improve, 1e-9);
    }
    assert_int_equal(found, t->nodes);
}

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
    check_nodes(a, ref, tree);
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
    static const reference refs[] = {
        { "income_class", "income", "income", four, 4, 1e-8 },
        { "hours_anova", "hours", "hours", also, 4, 1e-8 },
        { "marital_multiclass", "marital", "marital", three, 3, 1e-8 },
        { "income_class_cp-1", "income", "income_cpm1", four, 4, -1.0 }
    };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *leaves = json_object_get(json_object_get(root, "cart"), "leaves");
    adult a;
    load_adult(*state, &a);
    for (size_t k = 0; k < 4; k++)
        check_tree(*state, &a, &refs[k], (size_t)golden_number(leaves, refs[k].name));
    free_adult(&a);
    json_decref(root);
}

/* ---- twelve records ---- */

enum { TWELVE = 12, MOST_CELLS = 64 };

/* Twelve original and twelve synthetic records, coded by their values. */
typedef struct twelve {
    tacit_table *x, *y;
    tacit_merged coded;
    bool t[2 * TWELVE];
    json_t *root;
    const json_t *block;
} twelve;

static void load_twelve(tacit_ctx *cx, twelve *w)
{
    w->x = golden_table(cx, "data/evaluation/syn12_orig.csv", ",");
    w->y = golden_table(cx, "data/evaluation/syn12_syn.csv", ",");
    const tacit_pair pair = { .original = w->x, .masked = w->y };
    assert_ok(cx,
              tacit_merged_of(cx, &pair, &(tacit_merge){ .bins = 100, .levels = 100 }, &w->coded));
    assert_int_equal(w->coded.rows, 2 * TWELVE);
    for (size_t i = 0; i < 2 * TWELVE; i++)
        w->t[i] = i >= TWELVE;
    w->root = golden_json("golden/evaluation.json");
    w->block = json_object_get(w->root, "synthetic_small");
}

static void free_twelve(twelve *w)
{
    tacit_table_free(w->x);
    tacit_table_free(w->y);
    json_decref(w->root);
}

/* The cell of row i in the table of the columns whose bits are set. */
static size_t cell_of(const twelve *w, unsigned columns, size_t i)
{
    size_t cell = 0;
    for (size_t j = 0; j < w->coded.columns; j++)
        if ((columns >> j & 1) != 0)
            cell = cell * w->coded.column[j].levels + w->coded.column[j].code[i];
    assert_true(cell < MOST_CELLS);
    return cell;
}

static void check_fit(const json_t *golden, const tacit_table_fit *f)
{
    assert_int_equal(f->df, (size_t)golden_number(golden, "df"));
    assert_relative(f->vw, golden_number(golden, "VW"), 1e-9);
    assert_relative(f->ft, golden_number(golden, "FT"), 1e-9);
    assert_relative(f->jsd, golden_number(golden, "JSD"), 1e-9);
    assert_relative(f->g, golden_number(golden, "G"), 1e-9);
    assert_relative(f->pmse, golden_number(golden, "pMSE"), 1e-9);
    assert_relative(f->mabsdd, golden_number(golden, "MabsDD"), 1e-9);
    assert_relative(f->wmabsdd, golden_number(golden, "WMabsDD"), 1e-9);
    assert_relative(f->tv, golden_number(golden, "TVD"), 1e-9);
    assert_relative(f->dbhatt, golden_number(golden, "hellinger"), 1e-9);
    assert_relative(f->s_pmse, golden_number(golden, "S_VW"), 1e-9);
    assert_relative(f->s_ft, golden_number(golden, "S_FT"), 1e-9);
    assert_relative(f->s_g, golden_number(golden, "S_G"), 1e-9);
    /* synthpop's S_JSD has a wrong constant, 2 / ln 2 in place of 4 ln 2; this is the right one. */
    assert_relative(f->s_jsd, golden_number(golden, "S_JSD_corrected_8_nsyn_ln2"), 1e-9);
}

static void check_table_fit(tacit_ctx *cx, const twelve *w, const char *name, unsigned columns)
{
    const json_t *golden = json_object_get(json_object_get(w->block, "syn12_tables"), name);
    uint32_t s[MOST_CELLS] = { 0 }, d[MOST_CELLS] = { 0 };
    double p[2 * TWELVE];
    tacit_score score;
    for (size_t i = 0; i < 2 * TWELVE; i++)
        (w->t[i] ? s : d)[cell_of(w, columns, i)]++;
    const tacit_table_fit f = tacit_table_fit_of(s, d, MOST_CELLS);
    check_fit(golden, &f);
    for (size_t i = 0; i < 2 * TWELVE; i++) {
        const size_t k = cell_of(w, columns, i);
        p[i] = (double)s[k] / (double)(s[k] + d[k]);
    }
    assert_ok(cx, tacit_score_of(cx, p, w->t, 2 * TWELVE, &score));
    assert_relative(score.pmse, golden_number(golden, "pMSE"), 1e-9);
    assert_relative(score.specks, golden_number(golden, "SPECKS"), 1e-9);
    assert_relative(score.po50, golden_number(golden, "PO50"), 1e-9);
    assert_relative(score.u, golden_number(golden, "U"), 1e-9);
}

static void test_tables(void **state)
{
    twelve w;
    load_twelve(*state, &w);
    check_table_fit(*state, &w, "inc", 8);
    check_table_fit(*state, &w, "sex+inc", 9);
    check_table_fit(*state, &w, "sex+age", 3);
    check_table_fit(*state, &w, "sex+age+reg", 7);
    free_twelve(&w);
}

/* The entry finds the same: the row of the table called `name`. */
static const json_t *row_of(const tacit_result *r, const char *table, const char *name)
{
    const json_t *rows = json_object_get(part_of(r, "tables", table), "rows"), *row;
    size_t i;
    json_array_foreach(rows, i, row) if (strcmp(json_string_value(json_array_get(row, 0)), name) ==
                                         0) return row;
    fail_msg("no table '%s'", name);
    return NULL;
}

static void check_entry(tacit_ctx *cx, const twelve *w, double size, const char *name,
                        const char *golden_name)
{
    const json_t *golden = json_object_get(json_object_get(w->block, "syn12_tables"), golden_name);
    const tacit_measure *u = tacit_utility_find("two_way_tables");
    const tacit_pair pair = { .original = w->x, .masked = w->y, .independent = true };
    arguments a;
    tacit_result *r = NULL;
    set_number(preset_args(&a, &u->about), "size", size);
    assert_ok(cx, measure_pair(cx, u, &pair, &a.args, &r));
    const json_t *row = row_of(r, "tables", name), *other = row_of(r, "statistics", name);
    assert_relative(json_number_value(json_array_get(row, 2)), golden_number(golden, "S_VW"), 1e-9);
    assert_relative(json_number_value(json_array_get(row, 3)), golden_number(golden, "pMSE"), 1e-9);
    assert_relative(json_number_value(json_array_get(row, 4)), golden_number(golden, "TVD"), 1e-9);
    assert_relative(json_number_value(json_array_get(row, 5)), golden_number(golden, "JSD"), 1e-9);
    assert_relative(json_number_value(json_array_get(other, 1)), golden_number(golden, "VW"), 1e-9);
    assert_relative(json_number_value(json_array_get(other, 3)), golden_number(golden, "G"), 1e-9);
    assert_relative(json_number_value(json_array_get(other, 6)), golden_number(golden, "WMabsDD"),
                    1e-9);
    json_decref(r);
}

static void test_entry_tables(void **state)
{
    twelve w;
    load_twelve(*state, &w);
    check_entry(*state, &w, 1.0, "inc", "inc");
    check_entry(*state, &w, 2.0, "sex : inc", "sex+inc");
    check_entry(*state, &w, 2.0, "sex : age", "sex+age");
    check_entry(*state, &w, 3.0, "sex : age : reg", "sex+age+reg");
    free_twelve(&w);
}

/* ---- logistic regression ---- */

static void test_logistic(void **state)
{
    twelve w;
    tacit_linear_term term[4];
    tacit_logistic fit;
    tacit_score score;
    load_twelve(*state, &w);
    const json_t *golden = json_object_get(w.block, "syn12_pmse_logit");
    for (size_t j = 0; j < 4; j++)
        term[j] = (tacit_linear_term){ .code = w.coded.column[j].code,
                                       .levels = w.coded.column[j].levels };
    assert_ok(*state,
              tacit_logistic_fit(*state, &(tacit_linear_design){ 2 * TWELVE, 4, term }, w.t, &fit));
    assert_true(fit.converged && !fit.separated);
    assert_int_equal(fit.kept, (size_t)golden_number(golden, "k"));
    for (size_t j = 0; j < fit.kept; j++)
        assert_relative(fit.beta[j],
                        json_number_value(json_array_get(json_object_get(golden, "beta"), j)),
                        1e-9);
    assert_ok(*state, tacit_score_of(*state, fit.p, w.t, 2 * TWELVE, &score));
    assert_relative(score.pmse, golden_number(golden, "pMSE"), 1e-9);
    free_twelve(&w);
}

/* Make categories of the numbers of column `age`. */
static void recode_age(tacit_ctx *cx, tacit_table *t)
{
    const size_t j = tacit_table_find(t, "age");
    tacit_column *age = tacit_column_share(tacit_table_column(t, j));
    tacit_dict *dict = NULL;
    uint32_t *code = NULL;
    uint64_t *valid = NULL;
    char room[32];
    uint32_t known = 0;
    assert_ok(cx, tacit_dict_new(cx, &dict));
    for (size_t i = 0; i < TWELVE; i++) {
        const char *text = tacit_column_text(age, i, room);
        assert_ok(cx, tacit_dict_add(cx, dict, text, strlen(text), &known));
    }
    assert_ok(cx, tacit_table_recode(cx, t, j, dict, &code, &valid));
    for (size_t i = 0; i < TWELVE; i++)
        code[i] = tacit_dict_find(dict, tacit_column_text(age, i, room));
    tacit_dict_free(dict);
    tacit_column_free(age);
}

static void test_entry_logistic(void **state)
{
    const tacit_measure *u = tacit_utility_find("propensity");
    arguments a;
    tacit_result *r = NULL;
    twelve w;
    load_twelve(*state, &w);
    const json_t *golden = json_object_get(w.block, "syn12_pmse_logit");
    recode_age(*state, w.x);
    recode_age(*state, w.y);
    const tacit_pair pair = { .original = w.x, .masked = w.y, .independent = true };
    set_number(preset_args(&a, &u->about), "model", 1);
    assert_ok(*state, measure_pair(*state, u, &pair, &a.args, &r));
    assert_relative(figure(r, "pmse"), golden_number(golden, "pMSE"), 1e-9);
    assert_relative(figure(r, "ratio"), golden_number(golden, "S_pMSE_ratio"), 1e-9);
    assert_relative(figure(r, "z"), golden_number(golden, "standardised_z"), 1e-9);
    const json_t *row = json_array_get(json_object_get(part_of(r, "tables", "models"), "rows"), 0);
    assert_int_equal(json_integer_value(json_array_get(row, 1)), 7);
    assert_relative(json_number_value(json_array_get(row, 3)),
                    golden_number(golden, "null_expectation"), 1e-9);
    assert_relative(json_number_value(json_array_get(row, 4)), golden_number(golden, "null_sd"),
                    1e-9);
    json_decref(r);
    free_twelve(&w);
}

/* Adult, 30162 by 10: the null of main effects follows from pMSE and S of synthpop, whose synthetic
 * data are not at hand; it depends on the number of identified coefficients and on sizes alone. */
static void test_adult_null(void **state)
{
    static const char *const runs[] = { "cart_default", "cart_cp=-1_xval0" };
    json_t *root = golden_json("golden/evaluation.json");
    tacit_table *x = golden_table(*state, "data/evaluation/adult10.csv", ","), *y = NULL;
    tacit_merged m;
    tacit_propensity p;
    assert_ok(*state, tacit_table_copy(*state, x, &y));
    const tacit_pair pair = { .original = x, .masked = y };
    assert_ok(*state, tacit_merged_of(*state, &pair, &TACIT_PROPENSITY_LOGISTIC, &m));
    assert_ok(*state, tacit_propensity_logistic(*state, &m, false, &p));
    assert_near(p.score.pmse, 0.0, 1e-25);
    for (size_t k = 0; k < 2; k++) {
        const json_t *run = json_object_get(json_object_get(root, "synthpop_adult10"), runs[k]);
        assert_relative(p.expected,
                        golden_number(run, "logit_main_pMSE") / golden_number(run, "S_pMSE"), 1e-6);
    }
    tacit_table_free(x);
    tacit_table_free(y);
    json_decref(root);
}

/* ---- lost correlation ---- */

/* Rank swapping keeps every marginal: main effects find nothing, trees and products do. */
static void test_rank_swapping(void **state)
{
    const tacit_measure *u = tacit_utility_find("propensity");
    tacit_table *x = golden_table(*state, "data/evaluation/casc_census_1080x13.csv", ",");
    tacit_table *y = golden_table(*state, "data/evaluation/casc_rankswap15.csv", ",");
    const tacit_pair pair = { .original = x, .masked = y };
    double pmse[3], ratio[3];
    for (int model = 0; model < 3; model++) {
        arguments a;
        tacit_result *r = NULL;
        set_number(preset_args(&a, &u->about), "model", model);
        assert_ok(*state, measure_pair(*state, u, &pair, &a.args, &r));
        pmse[model] = figure(r, "pmse");
        ratio[model] = figure(r, "ratio");
        if (model == 0)
            assert_near(figure(r, "logistic_pmse"), 0.0, 1e-20);
        json_decref(r);
    }
    assert_near(pmse[1], 0.0, 1e-20);
    assert_true(pmse[0] > 0.01 && ratio[0] > 1.5);
    assert_true(pmse[2] > 0.01 && ratio[2] > 1.5);
    tacit_table_free(x);
    tacit_table_free(y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_trees),          with_context(test_tables),
        with_context(test_entry_tables),   with_context(test_logistic),
        with_context(test_entry_logistic), with_context(test_rank_swapping),
        with_context(test_adult_null),
    };
    return golden_run_tests(tests);
}
