/*
 * Probabilistic linkage against R RecordLinkage 0.4-12.5, Python recordlinkage 0.16 and a
 * plain implementation of the same formulas, on RLdata500 (500 records, 50 duplicates) and
 * on the CASC census file masked in three ways.
 */
#include "golden/golden.h"

#include "micro/linkage/compare.h"
#include "micro/linkage/scan/scan.h"
#include "micro/linkage/strings.h"
#include "micro/linkage/probabilistic/thresholds.h"
#include "support/risks.h"

enum { RL_FIELDS = 5, CASC_FIELDS = 13 };

static const char *const RL_COLUMNS[] = { "fname_c1", "lname_c1", "by", "bm", "bd" };

/* The five fields of RLdata500, compared exactly, within the file. */
static tacit_pattern_pairs rl_pairs(tacit_ctx *cx, const tacit_table *t, tacit_link_field *field)
{
    for (size_t k = 0; k < RL_FIELDS; k++) {
        const tacit_column *c = tacit_table_column(t, tacit_table_find(t, RL_COLUMNS[k]));
        const tacit_comparison how = { .a = c, .b = c };
        assert_ok(cx, tacit_compare_columns(cx, &how, &field[k]));
    }
    const size_t n = tacit_table_rows(t);
    return (tacit_pattern_pairs){ n, n, true, RL_FIELDS, field };
}

static tacit_patterns rl_patterns(tacit_ctx *cx)
{
    tacit_link_field *field = NULL;
    tacit_patterns p;
    tacit_table *t = golden_table(cx, "data/evaluation/RLdata500.csv", ",");
    assert_ok(cx, tacit_scratch(cx, RL_FIELDS, sizeof *field, &field));
    const tacit_pattern_pairs pairs = rl_pairs(cx, t, field);
    assert_ok(cx, tacit_patterns_count(cx, &pairs, &p));
    tacit_table_free(t);
    return p;
}

static const json_t *part(const json_t *root, const char *a, const char *b)
{
    const json_t *found = json_object_get(json_object_get(root, a), b);
    if (found == NULL)
        fail_msg("no '%s' in '%s'", b, a);
    return found;
}

/* The levels of a pattern as its key "01101". */
static const char *key_of(const tacit_patterns *p, size_t i, char out[TACIT_FIELDS_MAX + 1])
{
    for (size_t k = 0; k < p->fields; k++)
        out[k] = (char)('0' + p->level[i * p->fields + k]);
    out[p->fields] = '\0';
    return out;
}

static void assert_model(const tacit_fs *model, const json_t *want)
{
    assert_near(model->lambda, golden_number(want, "lam"), 1e-6);
    for (size_t k = 0; k < model->fields; k++) {
        const json_t *m = json_array_get(json_object_get(want, "m"), k);
        const json_t *u = json_array_get(json_object_get(want, "u"), k);
        assert_near(model->m[k][1], json_number_value(m), 1e-6);
        assert_near(model->u[k][1], json_number_value(u), 1e-6);
    }
}

/* m and u of another program, which stops earlier. */
static void assert_peer(const tacit_fs *model, const json_t *peers, const char *name)
{
    const json_t *want = json_object_get(peers, name);
    assert_non_null(want);
    for (size_t k = 0; k < model->fields; k++) {
        const json_t *m = json_array_get(json_object_get(want, "m"), k);
        const json_t *u = json_array_get(json_object_get(want, "u"), k);
        assert_near(model->m[k][1], json_number_value(m), 1e-4);
        assert_near(model->u[k][1], json_number_value(u), 1e-4);
    }
}

static void test_patterns_of_rldata500(void **state)
{
    tacit_ctx *cx = *state;
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *want = part(root, "fs_rldata500", "pattern_counts");
    const tacit_patterns p = rl_patterns(cx);
    assert_int_equal(p.n, json_object_size(want));
    for (size_t i = 0; i < p.n; i++) {
        char key[TACIT_FIELDS_MAX + 1];
        const json_t *count = json_object_get(want, key_of(&p, i, key));
        assert_near(p.count[i], json_number_value(json_array_get(count, 0)), 0.0);
    }
    json_decref(root);
}

static void assert_weights(const tacit_patterns *p, const tacit_fs *model, const json_t *want)
{
    for (size_t i = 0; i < p->n; i++) {
        char key[TACIT_FIELDS_MAX + 1];
        assert_near(tacit_fs_weight(model, p->level + i * p->fields),
                    golden_number(want, key_of(p, i, key)), 1e-5);
    }
}

static void assert_thresholds(tacit_ctx *cx, const tacit_fs *model, const json_t *want)
{
    static const double links[] = { 1e-4, 1e-3, 1e-2 }, apart[] = { 0.01, 0.05, 0.1 };
    static const char *const texts[] = { "0.0001", "0.001", "0.01" }, *const rest[] = { "0.01",
                                                                                        "0.05",
                                                                                        "0.1" };
    for (size_t i = 0; i < 9; i++) {
        char key[64];
        tacit_thresholds t;
        const tacit_error_rates rates = { links[i / 3], apart[i % 3] };
        snprintf(key, sizeof key, "P(LP|U)<=%s,P(NP|M)<=%s", texts[i / 3], rest[i % 3]);
        const json_t *figures = json_object_get(want, key);
        assert_non_null(figures);
        assert_ok(cx, tacit_thresholds_of(cx, model, &rates, &t));
        assert_near(t.link_alone, golden_number(figures, "LT_link_if_ge"), 1e-5);
        assert_near(t.apart_alone, golden_number(figures, "nonlink_if_le"), 1e-5);
        assert_int_equal(t.crossed, t.apart_alone >= t.link_alone);
        if (t.crossed)
            continue;
        assert_near(t.false_link, golden_number(figures, "u_mass"), 1e-6);
        assert_near(t.false_nonlink, golden_number(figures, "m_mass"), 1e-6);
    }
}

/* Three starts; A and B end in the same place. */
static void test_models_of_rldata500(void **state)
{
    tacit_ctx *cx = *state;
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *want = json_object_get(root, "fs_rldata500");
    const tacit_patterns p = rl_patterns(cx);
    const double pairs = 500.0 * 499.0 / 2.0;
    tacit_fs_options options = tacit_fs_usual();

    tacit_fs a = tacit_fs_start(&p, 0.1 / sqrt(pairs), 0.97);
    assert_ok(cx, tacit_fs_fit(cx, &p, &options, &a));
    const json_t *of_a = json_object_get(want, "A_RecordLinkage_init(lam=0.1/sqrt N,m=.97,u=1/"
                                               "distinct)");
    assert_true(a.converged);
    assert_model(&a, of_a);
    assert_relative(a.loglik, golden_number(of_a, "ll"), 1e-9);
    assert_peer(&a, part(root, "fs_rldata500", "_second_way"),
                "R RecordLinkage 0.4-12.5 emWeights");
    assert_peer(&a, part(root, "fs_rldata500", "_second_way"),
                "python recordlinkage 0.16 ECM(jaro,atol 1e-10)");
    assert_weights(&p, &a, json_object_get(want, "A_weights"));
    assert_thresholds(cx, &a, json_object_get(want, "A_thresholds"));

    tacit_fs b = tacit_fs_start(&p, 0.1, 0.9);
    tacit_fs_set_u(&b, 0.1);
    assert_ok(cx, tacit_fs_fit(cx, &p, &options, &b));
    assert_model(&b, json_object_get(want, "B_jaro_init(lam=.1,m=.9,u=.1)"));

    tacit_fs c = tacit_fs_start(&p, 50.0 / pairs, 0.9);
    options.fix_lambda = options.fix_u = true;
    assert_ok(cx, tacit_fs_fit(cx, &p, &options, &c));
    const json_t *of_c = json_object_get(want, "C_u=empirical fixed, lam=50/124750 fixed");
    assert_model(&c, of_c);
    assert_relative(c.loglik, golden_number(of_c, "ll"), 1e-9);
    assert_weights(&p, &c, json_object_get(want, "C_weights"));
    assert_thresholds(cx, &c, json_object_get(want, "C_thresholds"));
    json_decref(root);
}

static void test_similarities_of_texts(void **state)
{
    tacit_ctx *cx = *state;
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *row = NULL, *rows = part(root, "strings", "rows");
    size_t i;
    json_array_foreach(rows, i, row)
    {
        const char *text[2] = { json_string_value(json_array_get(row, 0)),
                                json_string_value(json_array_get(row, 1)) };
        tacit_letters x[2];
        for (size_t s = 0; s < 2; s++) {
            char code[5];
            assert_ok(cx, tacit_letters_of(cx, text[s], strlen(text[s]), &x[s]));
            tacit_soundex(&x[s], code);
            assert_string_equal(code, json_string_value(json_array_get(row, 4 + s)));
        }
        assert_near(tacit_jaro_winkler(&x[0], &x[1]), json_number_value(json_array_get(row, 2)),
                    1e-14);
        assert_int_equal(tacit_edits(&x[0], &x[1], false, 99),
                         json_integer_value(json_array_get(row, 3)));
    }
    json_decref(root);
}

static void check_blocking(tacit_ctx *cx, const tacit_link_job *job, const char *const *rules,
                           size_t n, const json_t *want)
{
    tacit_blocks blocks;
    tacit_truth truth;
    tacit_block_counts counts;
    assert_ok(cx, tacit_blocks_of(cx, job, rules, n, &blocks));
    assert_ok(cx, tacit_truth_of(cx, job, &truth));
    assert_ok(cx, tacit_blocks_count(cx, &blocks, &truth, &counts));
    assert_near(counts.pairs, golden_number(want, "pairs"), 0.0);
    assert_near(counts.true_pairs, golden_number(want, "matches"), 0.0);
}

/* R RecordLinkage's blocking: on the first name or the whole date of birth, on any field. */
static void test_blocking_of_rldata500(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const rules[] = { "fname_c1", "by+bm+bd" };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *want = part(root, "fs_rldata500", "_second_way");
    tacit_table *t = golden_table(cx, "data/evaluation/RLdata500.csv", ",");
    const tacit_link_job job = { .a = t, .b = t, .within = true, .truth = "ident" };
    check_blocking(cx, &job, rules, 2, json_object_get(want, "blocking(fname_c1 | by+bm+bd)"));
    check_blocking(cx, &job, RL_COLUMNS, RL_FIELDS,
                   json_object_get(want, "blocking(any single of 5 fields) + jarowinkler cutoff "
                                         ".85"));
    tacit_table_free(t);
    json_decref(root);
}

/* Links of weight 0, 5 and 10 or more, and how many of them are right, with both models. */
static void check_links(tacit_ctx *cx, const json_t *want, const tacit_fs *model)
{
    static const char *const from[] = { "0", "5", "10" };
    tacit_link_field field[RL_FIELDS];
    tacit_table *t = golden_table(cx, "data/evaluation/RLdata500.csv", ",");
    const tacit_link_job job = { .a = t, .b = t, .within = true, .truth = "ident" };
    const tacit_pattern_pairs pairs = rl_pairs(cx, t, field);
    const tacit_scan scan = { .pairs = &pairs };
    tacit_truth truth;
    tacit_pattern_code code;
    uint8_t keep[256];
    assert_ok(cx, tacit_truth_of(cx, &job, &truth));
    assert_ok(cx, tacit_pattern_code_of(cx, &pairs, &code));
    assert_true(code.size <= 256);
    for (size_t i = 0; i < 3; i++) {
        tacit_picked links;
        size_t right = 0;
        for (uint32_t c = 0; c < code.size; c++) {
            uint8_t level[TACIT_FIELDS_MAX];
            tacit_pattern_levels(&code, c, level);
            keep[c] = tacit_fs_weight(model, level) >= 5.0 * (double)i;
        }
        assert_ok(cx, tacit_scan_pick(cx, &scan, &code, keep, &links));
        for (size_t l = 0; l < links.n; l++)
            right += tacit_truth_holds(&truth, links.a[l], links.b[l]);
        const json_t *counts = json_object_get(want, from[i]);
        assert_int_equal(links.n, json_integer_value(json_array_get(counts, 0)));
        assert_int_equal(right, json_integer_value(json_array_get(counts, 1)));
    }
    tacit_table_free(t);
}

static void test_links_of_rldata500(void **state)
{
    tacit_ctx *cx = *state;
    json_t *root = golden_json("golden/evaluation.json");
    const tacit_patterns p = rl_patterns(cx);
    tacit_fs_options options = tacit_fs_usual();
    tacit_fs model = tacit_fs_start(&p, 0.1, 0.9);
    assert_ok(cx, tacit_fs_fit(cx, &p, &options, &model));
    check_links(cx, part(root, "fs_rldata500", "A_links_ge"), &model);
    model = tacit_fs_start(&p, 50.0 / 124750.0, 0.9);
    options.fix_u = options.fix_lambda = true;
    assert_ok(cx, tacit_fs_fit(cx, &p, &options, &model));
    check_links(cx, part(root, "fs_rldata500", "C_links_ge"), &model);
    json_decref(root);
}

/* ---- CASC ---- */

/* m, u and true m of each column, as the risk tells them. */
static void assert_columns(const tacit_result *r, const json_t *want)
{
    const json_t *row = NULL;
    size_t i, k = 0;
    json_array_foreach(json_object_get(part_of(r, "tables", "columns"), "rows"), i, row)
    {
        if (json_integer_value(json_array_get(row, 1)) != 1)
            continue;
        static const char *const names[] = { "u", "m", NULL, "m_true" };
        for (size_t c = 0; c < 4; c++) {
            if (names[c] == NULL)
                continue;
            const json_t *list = json_object_get(want, names[c]);
            const double x = json_number_value(json_array_get(row, 2 + c));
            assert_near(x, fmin(json_number_value(json_array_get(list, k)), 1.0 - 1e-9), 1e-6);
        }
        k++;
    }
    assert_int_equal(k, CASC_FIELDS);
}

static void check_case(tacit_ctx *cx, inquiry *q, const tacit_table *masked, const json_t *want)
{
    tacit_result *r = run_inquiry(cx, q, masked);
    assert_near(figure(r, "lambda"), golden_number(want, "lam"), 1e-6);
    assert_columns(r, want);
    assert_near(figure(r, "linked"), golden_number(want, "PLD_fraction"), 1e-12);
    assert_near(figure(r, "linked_uniquely"), golden_number(want, "PLD_unique"), 1e-12);
    json_decref(r);
}

/* Tolerances 0.05 and 0.1, u and lambda fixed or free. */
static void check_casc(tacit_ctx *cx, const tacit_table *original, const char *name,
                       const json_t *cases)
{
    static const double tolerance[] = { 0.05, 0.1 };
    static const char *const keys[] = { "eps0.05_u_lambda_fixed", "eps0.1_u_lambda_fixed",
                                        "eps0.05_free", "eps0.1_free" };
    char path[64];
    snprintf(path, sizeof path, "data/evaluation/%s.csv", name);
    tacit_table *masked = golden_table(cx, path, ",");
    for (size_t i = 0; i < 4; i++) {
        inquiry q;
        tacit_value *bound =
            argument(&inquire_pair(&q, "probabilistic_linkage", original)->a, "tolerance");
        bound->n = 1;
        bound->reals = &tolerance[i % 2];
        set_number(&q.a, "u", (double)(i / 2));
        set_number(&q.a, "lambda", (double)(i / 2));
        const json_t *want = json_object_get(cases, keys[i]);
        assert_non_null(want);
        check_case(cx, &q, masked, want);
    }
    tacit_table_free(masked);
}

static void test_links_of_masked_casc(void **state)
{
    tacit_ctx *cx = *state;
    json_t *root = golden_json("golden/evaluation.json"), *cases = NULL;
    tacit_table *original = golden_table(cx, "data/evaluation/casc_census_1080x13.csv", ",");
    const char *name = NULL;
    json_object_foreach(json_object_get(root, "prl_casc"), name, cases)
    {
        check_casc(cx, original, name, cases);
    }
    tacit_table_free(original);
    json_decref(root);
}

/* The usual settings, for the files whose information loss is known too. */
static void test_usual_links_of_masked_casc(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const names[] = { "casc_mdav5_all13", "casc_ir5", "casc_rankswap15" };
    json_t *root = golden_json("golden/evaluation.json");
    tacit_table *original = golden_table(cx, "data/evaluation/casc_census_1080x13.csv", ",");
    for (size_t i = 0; i < 3; i++) {
        char path[64];
        inquiry q;
        snprintf(path, sizeof path, "data/evaluation/%s.csv", names[i]);
        tacit_table *masked = golden_table(cx, path, ",");
        inquire_pair(&q, "probabilistic_linkage", original);
        tacit_result *r = run_inquiry(cx, &q, masked);
        const json_t *want = part(root, "numeric_table_6x3", names[i]);
        assert_near(figure(r, "linked"), golden_number(want, "PLD_eps0.1_u_lambda_fixed"), 1e-12);
        json_decref(r);
        tacit_table_free(masked);
    }
    tacit_table_free(original);
    json_decref(root);
}

/* The reference tells in two digits that the attacker who knows m links 2.4 % after rank
 * swapping and 81 % after noise of 0.1 standard deviations, where the fit links 1 % and 52 %. */
static void test_links_knowing_m(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const names[] = { "casc_rankswap15", "casc_noise10" };
    static const double fitted[] = { 0.012, 0.52 }, known[] = { 0.024, 0.81 };
    tacit_table *original = golden_table(cx, "data/evaluation/casc_census_1080x13.csv", ",");
    for (size_t i = 0; i < 2; i++) {
        char path[64];
        inquiry q;
        snprintf(path, sizeof path, "data/evaluation/%s.csv", names[i]);
        tacit_table *masked = golden_table(cx, path, ",");
        inquire_pair(&q, "probabilistic_linkage", original);
        tacit_result *r = run_inquiry(cx, &q, masked);
        assert_near(figure(r, "linked"), fitted[i], 0.005);
        assert_near(figure(r, "linked_knowing"), known[i], 0.005);
        json_decref(r);
        tacit_table_free(masked);
    }
    tacit_table_free(original);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_patterns_of_rldata500),      with_context(test_models_of_rldata500),
        with_context(test_similarities_of_texts),      with_context(test_blocking_of_rldata500),
        with_context(test_links_of_rldata500),         with_context(test_links_of_masked_casc),
        with_context(test_usual_links_of_masked_casc), with_context(test_links_knowing_m),
    };
    return golden_run_tests(tests);
}
