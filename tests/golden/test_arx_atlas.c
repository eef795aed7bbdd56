/*
 * test_arx_atlas.c - one atlas of adult with nine keys against ARX's optima.
 *
 * Provenance: golden/arx/optima.json (ARX 3.9.2): every entry that asks for k-anonymity of
 * adult with nine keys and nothing else, whatever the k, the limit of suppression and the
 * loss.  The score is the same (1e-9 relative, ARX cuts losses of axes to ten decimals), and
 * so are levels, suppressed records and classes, unless another node has the same score.
 */
#include "golden/arx_demands.h"
#include "golden/arx_metrics.h"

#include "micro/search/atlas/atlas.h"

/* The k of an entry that is about k-anonymity of nine keys, the same levels for all records
 * and nothing else; 0 if it is not. */
static uint64_t k_of(const json_t *entry)
{
    const char *id = json_string_value(json_object_get(entry, "id"));
    const json_t *config = json_object_get(entry, "config");
    const json_t *models = json_object_get(config, "privacy_models");
    const json_t *model = json_array_get(models, 0);
    const char *name = json_string_value(json_object_get(model, "model"));
    const char *how = json_string_value(json_object_get(config, "arx_algorithm_effective"));
    if (strncmp(id, "adult9_k", 8) != 0 || strstr(id, "_local") != NULL ||
        strstr(id, "_cellsup") != NULL || strstr(id, "_micro") != NULL ||
        json_array_size(models) != 1 || name == NULL || strcmp(name, "k-anonymity") != 0 ||
        how == NULL || strcmp(how, "OPTIMAL") != 0 ||
        !json_is_array(json_object_get(json_object_get(entry, "result"), "levels_array")))
        return 0;
    return (uint64_t)json_integer_value(json_object_get(model, "k"));
}

/* What the atlas says is best. */
static tacit_lattice_node ask_atlas(tacit_ctx *cx, const tacit_atlas *atlas, const setting *s,
                                    const json_t *entry, const metric *m)
{
    const json_t *config = json_object_get(entry, "config");
    const double limit = golden_number(config, "suppression_limit");
    tacit_loss *loss = NULL;
    double *score = NULL;
    tacit_lattice_node best = { 0 };
    const size_t mark = tacit_scratch_mark(cx);
    assert_ok(cx, tacit_loss_new(cx, s->space, &m->spec, &loss));
    assert_ok(cx, tacit_scratch(cx, tacit_atlas_nodes(atlas), sizeof *score, &score));
    const size_t rung = tacit_atlas_rung(atlas, k_of(entry));
    tacit_atlas_scores(atlas, rung, loss, score);
    const tacit_atlas_query q = { .rung = rung,
                                  .most_suppressed =
                                      (uint64_t)floor(limit * (double)s->space->records),
                                  .score = score };
    assert_int_equal(tacit_atlas_best(atlas, &q, &best, 1), 1);
    tacit_scratch_release(cx, mark);
    tacit_loss_free(loss);
    return best;
}

static void compare_best(const tacit_lattice_node *best, const json_t *entry)
{
    const char *id = json_string_value(json_object_get(entry, "id"));
    const json_t *want = json_object_get(entry, "result");
    double score = 0.0;
    uint8_t level[MOST_KEYS] = { 0 };
    assert_true(tacit_parse_real(json_string_value(json_object_get(want, "score")), &score));
    read_levels(json_object_get(want, "levels_array"), level);
    if (!(fabs(best->score - score) <= 1e-9 * fabs(score) + 1e-10))
        fail_msg("%s: %.17g instead of %.17g", id, best->score, score);
    if (memcmp(level, best->level, MOST_KEYS) != 0) {
        print_message("# %s: another node with the same score\n", id);
        return;
    }
    assert_int_equal(best->suppressed, (uint64_t)golden_number(want, "suppressed_records"));
    assert_int_equal(best->classes, (uint64_t)golden_number(want, "equivalence_classes"));
}

static void test_atlas(void **state)
{
    static const uint64_t ladder[] = { 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75, 100 };
    tacit_ctx *cx = *state;
    json_t *root = golden_json("golden/arx/optima.json"), *entry = NULL;
    static setting s;
    tacit_atlas *atlas = NULL;
    size_t i, n = 0;
    json_array_foreach(json_object_get(root, "results"), i, entry)
    {
        const json_t *config = json_object_get(entry, "config");
        metric m;
        if (k_of(entry) == 0 || !find_metric(config, &m) || m.rank || m.divergence)
            continue;
        if (atlas == NULL) {
            const tacit_atlas_spec spec = { .k = ladder,
                                            .n_k = sizeof ladder / sizeof ladder[0],
                                            .kinds = TACIT_ATLAS_ALL };
            open_setting(cx, json_object_get(config, "quasi_identifiers"), NULL, false, &s);
            assert_ok(cx, tacit_atlas_new(cx, s.space, &spec, &atlas));
        }
        const tacit_lattice_node best = ask_atlas(cx, atlas, &s, entry, &m);
        compare_best(&best, entry);
        n++;
    }
    print_message("# %zu optima\n", n);
    assert_true(n >= 9);
    tacit_atlas_free(atlas);
    close_setting(&s);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_atlas) };
    return golden_run_tests(tests);
}
