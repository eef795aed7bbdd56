/*
 * test_numeric.c - interval disclosure and log-linear risk against figures of other programs.
 *
 * sdcMicro 5.8.1: dRisk on testdata after microaggregation; modRisk, of which only the fitted
 * means are right: the figures expected here are the formulas of Skinner and Shlomo (2008)
 * applied to those means.  Rank-based interval disclosure from an independent program.
 */
#include "support/risks.h"

#include "golden/golden.h"

static double entry_result(const json_t *entries, const char *id)
{
    return json_number_value(json_object_get(golden_entry(entries, "id", id), "result"));
}

/* ---- interval disclosure ---- */

static void set_columns(inquiry *q, const char *const *names, size_t n)
{
    *argument(&q->a, "columns") = (tacit_value){ .given = true, .n = n, .texts = names };
}

static void test_drisk(void **state)
{
    static const char *const columns[] = { "expend", "income", "savings" };
    static const char *const ids[] = { "dRisk.mdav3.k0.05", "dRisk.mdav3.k0.1",
                                       "dRisk.mdav3.k0.2" };
    static const double width[] = { 0.05, 0.1, 0.2 };
    json_t *root = golden_json("golden/sdcmicro/entries.json");
    const json_t *entries = json_object_get(root, "entries");
    tacit_table *x = golden_table(*state, "data/sdcmicro/testdata.csv", ",");
    tacit_table *y = golden_table(
        *state, "golden/sdcmicro/vectors/microaggregation.testdata.mdav.aggr3.csv", ",");
    inquiry q;
    set_columns(inquire_pair(&q, "interval", x), columns, 3);
    for (size_t i = 0; i < 3; i++) {
        set_number(&q.a, "width", width[i]);
        tacit_result *r = run_inquiry(*state, &q, y);
        assert_relative(figure(r, "at_risk_share"), entry_result(entries, ids[i]), 1e-12);
        json_decref(r);
    }
    tacit_table_free(x);
    tacit_table_free(y);
    json_decref(root);
}

/* Rank interval disclosure of `masked`, all columns. */
static double rank_disclosure(tacit_ctx *cx, const char *original, const char *masked)
{
    char path[GOLDEN_PATH];
    tacit_table *x = NULL, *y = NULL;
    inquiry q;
    snprintf(path, sizeof path, "data/evaluation/%s", original);
    x = golden_table(cx, path, ",");
    snprintf(path, sizeof path, "data/evaluation/%s", masked);
    y = golden_table(cx, path, ",");
    tacit_result *r = run_inquiry(cx, inquire_pair(&q, "interval", x), y);
    const double share = figure(r, "ranks_share");
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    return share;
}

static void test_ranks(void **state)
{
    static const char *const files[] = { "casc_mdav5_all13", "casc_ir5", "casc_rankswap15" };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *block = json_object_get(root, "numeric_table_6x3");
    for (size_t i = 0; i < 3; i++) {
        char masked[64];
        snprintf(masked, sizeof masked, "%s.csv", files[i]);
        assert_relative(rank_disclosure(*state, "casc_census_1080x13.csv", masked),
                        golden_number(json_object_get(block, files[i]), "ID"), 1e-12);
    }
    assert_relative(rank_disclosure(*state, "microagg8_orig.csv", "microagg8_masked.csv"),
                    golden_number(block, "microagg8_exact/interval_disclosure_p1_10"), 1e-12);
    assert_relative(rank_disclosure(*state, "microagg8_orig.csv", "microagg8_masked_printed.csv"),
                    golden_number(block, "microagg8_printed_2_digits/interval_disclosure_p1_10"),
                    1e-12);
    json_decref(root);
}

/* ---- log-linear risk ---- */

/* testdata with age in tens, the last group from 80 on. */
static tacit_table *grouped_testdata(tacit_ctx *cx)
{
    tacit_table *t = golden_table(cx, "data/sdcmicro/testdata.csv", ",");
    const tacit_column *age = column_of(t, "age");
    tacit_builder *b = NULL;
    tacit_column *grouped = NULL;
    assert_ok(cx, tacit_builder_new(cx, "ageg", TACIT_TYPE_INTEGER, 0, &b));
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const int64_t tens = (int64_t)tacit_column_number(age, i) / 10, group = tens < 8 ? tens : 8;
        assert_ok(cx, tacit_builder_integers(cx, b, &group, NULL, 1));
    }
    assert_ok(cx, tacit_builder_finish(cx, b, &grouped));
    assert_ok(cx, tacit_table_add(cx, t, grouped));
    return t;
}

static void make_keys(tacit_table *t)
{
    json_t *keys = json_pack("[s,s,s,s,s]", "urbrur", "water", "sex", "ageg", "relat");
    golden_keys(t, keys);
    json_decref(keys);
    tacit_table_set_roles(t, tacit_table_find(t, "sampling_weight"), TACIT_ROLE_WEIGHT);
}

/* Main effects, for which means are products of margins: 5.724945282568267 and
 * 13.113466361089122 by a separate program.  The peer's figures are per cell of the sample. */
static void test_main_effects(void **state)
{
    json_t *root = golden_json("golden/sdcmicro/entries.json");
    const json_t *peer = json_object_get(golden_entry(json_object_get(root, "entries"), "id",
                                                      "modRisk.testdata_factor.fage.default"),
                                         "result");
    const double cells = golden_number(peer, "n_sample_cells");
    tacit_table *t = grouped_testdata(*state);
    inquiry q;
    make_keys(t);
    set_number(&inquire(&q, "log_linear")->a, "model", 1);
    tacit_result *r = run_inquiry(*state, &q, t);
    assert_near(figure(r, "uniques"), 118, 0);
    assert_near(figure(r, "cells"), golden_number(peer, "n_cells"), 0);
    assert_relative(figure(r, "tau1"), 5.724945282568267, 1e-9);
    assert_relative(figure(r, "tau2"), 13.113466361089122, 1e-9);
    assert_near(golden_number(peer, "gr1") * cells, 68.6, 0.05); /* twelve times too many */
    assert_near(golden_number(peer, "gr2") * cells, 84.0, 0.05);
    json_decref(r);
    tacit_table_free(t);
    json_decref(root);
}

/* A search does not end with a worse test than it began with, and says what it added. */
static void test_search(void **state)
{
    tacit_table *t = grouped_testdata(*state);
    inquiry q;
    make_keys(t);
    set_number(&inquire(&q, "log_linear")->a, "model", 1);
    tacit_result *first = run_inquiry(*state, &q, t);
    tacit_result *found = run_inquiry(*state, inquire(&q, "log_linear"), t);
    assert_true(fabs(figure(found, "test1")) <= fabs(figure(first, "test1")));
    print_message("# search: %s tau1 %.3f tau2 %.3f test %.2f, from %.2f\n", note_of(found, 0),
                  figure(found, "tau1"), figure(found, "tau2"), figure(found, "test1"),
                  figure(first, "test1"));
    json_decref(first);
    json_decref(found);
    tacit_table_free(t);
}

/* ---- robust distances: properties only, as the peer's depend on a robust library ---- */

static void test_mahalanobis(void **state)
{
    static const char *const columns[] = { "AGI", "FEDTAX", "STATETAX", "TAXINC" };
    tacit_table *x = golden_table(*state, "data/evaluation/casc_census_1080x13.csv", ",");
    tacit_table *near = golden_table(*state, "data/evaluation/casc_ir5.csv", ",");
    tacit_table *far = golden_table(*state, "data/evaluation/casc_rankswap15.csv", ",");
    inquiry q;
    set_columns(inquire_pair(&q, "mahalanobis", x), columns, 4);
    tacit_result *same = run_inquiry(*state, &q, x);
    tacit_result *little = run_inquiry(*state, &q, near), *much = run_inquiry(*state, &q, far);
    assert_near(figure(same, "near_share"), 1, 0);
    assert_true(figure(little, "near_share") > 0.9);
    assert_true(figure(much, "near_share") < 0.5 * figure(little, "near_share"));
    assert_true(figure(little, "at_risk") <= figure(same, "near"));
    assert_true(figure(little, "at_risk") > figure(much, "at_risk"));
    json_decref(same);
    json_decref(little);
    json_decref(much);
    tacit_table_free(x);
    tacit_table_free(near);
    tacit_table_free(far);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_drisk),  with_context(test_ranks),       with_context(test_main_effects),
        with_context(test_search), with_context(test_mahalanobis),
    };
    return golden_run_tests(tests);
}
