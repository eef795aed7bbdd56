/*
 * test_arx_nodes.c - classes, judges and losses at single nodes against ARX's own tests.
 *
 * Provenance: golden/arx/own-tests.json, scores that ARX's own tests expect at some 2700 nodes
 * of adult under nine quality models.  ARX cuts losses of axes to ten decimals, hence a
 * tolerance of 1e-9 relative and 1e-10 besides.
 */
#include "golden/arx_demands.h"
#include "golden/arx_metrics.h"

/* One expected value cannot be: under discernibility the two largest classes of this node, of
 * 1299 and 1274 records, add up to more by themselves. */
static bool is_impossible(const char *score)
{
    return strcmp(score, "2776871.0") == 0;
}

/* Nodes of a case with their scores: those that are listed, or the optimum. */
static json_t *nodes_of(const json_t *test)
{
    const json_t *listed = json_object_get(test, "expected_node_scores");
    json_t *levels = json_object_get(test, "expected_levels"), *one = NULL;
    if (json_object_size(listed) > 0)
        return json_deep_copy(listed);
    char *key = json_dumps(levels, 0);
    one = json_pack("{s:O}", key, json_object_get(test, "expected_score"));
    free(key);
    return one;
}

static size_t check_own_case(tacit_ctx *cx, setting *s, const json_t *test)
{
    const json_t *model = NULL, *models = json_object_get(test, "privacy_models");
    json_t *nodes = nodes_of(test), *score = NULL;
    tacit_judge *judge = NULL;
    tacit_loss *loss = NULL;
    demands d = { 0 };
    metric m;
    size_t i, n = 0;
    const char *node = NULL;
    json_array_foreach(models, i, model) demand_own(&d, model);
    find_own_metric(json_object_get(test, "metric"), &m);
    assert_ok(cx, tacit_judge_new(cx, s->subject, d.require, d.n, &judge));
    assert_ok(cx, tacit_loss_new(cx, s->space, &m.spec, &loss));
    json_object_foreach(nodes, node, score)
    {
        json_t *levels = json_loads(node, 0, NULL);
        uint8_t level[MOST_KEYS] = { 0 };
        char id[256];
        read_levels(levels, level);
        json_decref(levels);
        sight v = look(s, judge, loss, level);
        snprintf(id, sizeof id, "%s %s %s", json_string_value(json_object_get(test, "test")),
                 json_string_value(json_object_get(json_object_get(test, "metric"), "name")), node);
        if (!is_impossible(json_string_value(score)))
            compare_score(&m, &v, s->space->n_axes, json_string_value(score), id);
        n++;
    }
    tacit_loss_free(loss);
    tacit_judge_free(judge);
    json_decref(nodes);
    return n;
}

/* Whether an optimum by rank is unweighted: ten decimals at most.  Weights are not told. */
static bool is_unweighted(const json_t *test)
{
    const char *score = json_string_value(json_object_get(test, "expected_score"));
    for (const char *p = score; p != NULL && (p = strchr(p, '.')) != NULL; p++)
        if (strspn(p + 1, "0123456789") > 10)
            return false;
    return score != NULL;
}

static void test_own(void **state)
{
    const place *p = *state;
    tacit_ctx *cx = p->cx;
    json_t *root = golden_json("golden/arx/own-tests.json");
    json_t *keys = json_pack("[s,s,s,s,s,s,s,s]", "sex", "age", "race", "marital-status",
                             "education", "native-country", "workclass", "salary-class");
    json_t *sensitive = json_pack("[s]", "occupation");
    const json_t *test = NULL;
    setting s[4] = { { 0 }, { 0 }, { .place = p }, { .place = p } };
    size_t i, n = 0;
    for (size_t k = 0; k < 4; k++)
        open_setting(cx, keys, sensitive, k % 2 == 1, &s[k]);
    json_array_foreach(json_object_get(root, "cases"), i, test)
    {
        const char *name = json_string_value(json_object_get(test, "test"));
        const bool apart =
            strcmp(name, "TestUtilityEstimation") == 0 || strcmp(name, "TestUtilityMetrics2") == 0;
        const size_t subset = has_subset(json_object_get(test, "privacy_models"));
        if (json_object_size(json_object_get(test, "expected_node_scores")) > 0 ||
            (strcmp(name, "TestUtilityMetricsLoss") == 0 && is_unweighted(test)))
            n += check_own_case(cx, &s[2 * apart + subset], test);
    }
    print_message("# %zu nodes\n", n);
    assert_true(n > 2700);
    for (size_t k = 0; k < 4; k++)
        close_setting(&s[k]);
    json_decref(root);
    json_decref(keys);
    json_decref(sensitive);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_own) };
    return golden_run_tests(tests);
}
