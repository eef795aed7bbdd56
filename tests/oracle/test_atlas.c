/*
 * test_atlas.c - look-ups in an atlas against searches and against scores of classes.
 *
 * 1000 random tables of up to 60 records, up to 4 keys of texts of two letters (masked by
 * letters) or without a hierarchy, a sensitive column, missing values in half of them; bounds
 * on levels in some.  For every node, rung and kind of loss the score is that of the classes;
 * the best node for a random request is the one that a complete search finds.
 */
#include "support/models.h"

#include "micro/search/atlas/atlas.h"
#include "micro/search/trial.h"

enum { TIMES = 1000, ROWS = 60, KEYS = 4 };

static const uint64_t LADDER[] = { 2, 3, 5, 8 };
enum { RUNGS = sizeof LADDER / sizeof LADDER[0] };

/* A random table with its space. */
typedef struct world {
    tacit_table *table;
    tacit_subject *subject;
    tacit_search_space *space;
    arguments mask[KEYS];
    tacit_hierarchy_spec hierarchy[KEYS];
    size_t keys, n_hierarchies;
} world;

static tacit_table *draw_table(tacit_ctx *cx, tacit_rng *rng, size_t keys)
{
    static const char *const columns[] = { "a:c,s:c", "a:c,b:c,s:c", "a:c,b:c,c:c,s:c",
                                           "a:c,b:c,c:c,d:c,s:c" };
    const size_t rows = 1 + (size_t)tacit_rng_below(rng, ROWS);
    const bool missing = tacit_rng_below(rng, 2) == 0;
    tacit_buffer text = { 0 };
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < keys; j++) {
            const bool gone = missing && tacit_rng_below(rng, 6) == 0;
            const char cell[] = { (char)('a' + (int)tacit_rng_below(rng, 3)),
                                  (char)('a' + (int)tacit_rng_below(rng, 2)), '\0' };
            assert_ok(cx, tacit_buffer_format(cx, &text, "%s,", gone ? "" : cell));
        }
        assert_ok(cx, tacit_buffer_format(cx, &text, "%c\n", 'u' + (int)tacit_rng_below(rng, 3)));
    }
    tacit_table *t = table_of(cx, columns[keys - 1], text.text);
    tacit_buffer_free(&text);
    return t;
}

/* Some keys have a hierarchy, others only a label for all; some levels are bounded. */
static void open_world(tacit_ctx *cx, tacit_rng *rng, world *w)
{
    static const char *const names[] = { "a", "b", "c", "d" };
    static const size_t at[] = { 0, 1, 2, 3, 4 };
    *w = (world){ .keys = 1 + (size_t)tacit_rng_below(rng, KEYS) };
    w->table = draw_table(cx, rng, w->keys);
    for (size_t j = 0; j < w->keys; j++) {
        tacit_table_set_roles(w->table, j, TACIT_ROLE_KEY);
        if (tacit_rng_below(rng, 3) == 0)
            continue;
        tacit_hierarchy_spec *h = &w->hierarchy[w->n_hierarchies];
        arguments *a = &w->mask[w->n_hierarchies++];
        *h = (tacit_hierarchy_spec){ .column = names[j],
                                     .builder = tacit_hierarchy_builder_find("mask") };
        preset_args(a, &h->builder->about);
        h->args = a->args;
    }
    tacit_table_set_roles(w->table, w->keys, TACIT_ROLE_SENSITIVE);
    assert_ok(cx, tacit_subject_new(cx, w->table, &w->subject));
    const tacit_search_space_spec spec = { .table = w->table,
                                           .keys = { .n = w->keys, .at = at },
                                           .sensitive = { .n = 1, .at = &at[w->keys] },
                                           .hierarchies = w->hierarchy,
                                           .n_hierarchies = w->n_hierarchies };
    assert_ok(cx, tacit_space_new(cx, &spec, &w->space));
    w->space->nodes = 1.0;
    for (size_t a = 0; a < w->keys; a++) {
        tacit_axis *x = &w->space->axis[a];
        if (tacit_rng_below(rng, 4) == 0)
            x->low = (uint8_t)tacit_rng_below(rng, x->levels);
        if (tacit_rng_below(rng, 4) == 0)
            x->high = (uint8_t)(x->low + tacit_rng_below(rng, (uint64_t)(x->levels - x->low)));
        w->space->nodes *= x->high - x->low + 1.0;
    }
}

static void close_world(world *w)
{
    tacit_space_free(w->space);
    tacit_subject_free(w->subject);
    tacit_table_free(w->table);
}

static tacit_loss_spec draw_loss(tacit_rng *rng, double *weight)
{
    static const double balance[] = { 0.5, 0.5, 0.0, 0.2, 0.8, 1.0 };
    for (size_t a = 0; a < KEYS; a++)
        weight[a] = 0.25 * (double)(1 + tacit_rng_below(rng, 4));
    return (tacit_loss_spec){ .kind = (tacit_loss_kind)tacit_rng_below(rng, TACIT_LOSS_PLAIN_KINDS),
                              .aggregate = (tacit_loss_aggregate)tacit_rng_below(rng, 4),
                              .balance = balance[tacit_rng_below(rng, 6)],
                              .weight = tacit_rng_below(rng, 2) == 0 ? weight : NULL };
}

static void assert_same(double x, double y)
{
    assert_true(isfinite(x) ? isfinite(y) : !isfinite(y));
    if (isfinite(x))
        assert_near(x, y, 1e-9 * (1.0 + fabs(x)));
}

/* Node `node` under `judge`, whose rung is `rung`, against its classes. */
static void check_node(tacit_ctx *cx, const world *w, const tacit_atlas *atlas, size_t node,
                       size_t rung, const tacit_search_spec *spec)
{
    tacit_lattice_node found = { 0 };
    tacit_outlook o;
    const size_t mark = tacit_scratch_mark(cx);
    double mine[TACIT_MOST_AXES], theirs[TACIT_MOST_AXES];
    tacit_atlas_node(atlas, node, rung, &found);
    assert_int_equal(tacit_atlas_find(atlas, found.level), node);
    assert_ok(cx, tacit_search_look(cx, w->space, spec, found.level, &o));
    assert_int_equal(found.suppressed, o.node.suppressed);
    assert_int_equal(found.classes, o.node.classes);
    assert_int_equal(found.smallest, o.node.smallest);
    assert_int_equal(tacit_atlas_suppressed(atlas, node, rung), o.node.suppressed);
    assert_same(tacit_atlas_score(atlas, node, rung, spec->loss, mine),
                tacit_loss_score(spec->loss, found.level, &o.classes, o.marked, theirs));
    for (size_t a = 0; a < w->keys; a++)
        assert_same(mine[a], theirs[a]);
    tacit_scratch_release(cx, mark);
}

/* The best node and the next ones for a random limit, against a search and against all. */
static void check_best(tacit_ctx *cx, const world *w, const tacit_atlas *atlas, size_t rung,
                       const tacit_search_spec *spec)
{
    enum { SOME = 5 };
    double *score = NULL;
    tacit_lattice_node best[SOME];
    tacit_search_found found;
    const size_t nodes = tacit_atlas_nodes(atlas), mark = tacit_scratch_mark(cx);
    assert_ok(cx, tacit_scratch(cx, nodes, sizeof *score, &score));
    tacit_atlas_scores(atlas, rung, spec->loss, score);
    const tacit_atlas_query q = { .rung = rung,
                                  .most_suppressed = spec->most_suppressed,
                                  .score = score };
    const size_t n = tacit_atlas_best(atlas, &q, best, SOME);
    assert_ok(cx, tacit_search(cx, w->space, spec, &found));
    assert_true(found.proven || !found.any);
    assert_int_equal(n > 0, found.any);
    if (found.any) {
        const size_t taken = tacit_atlas_find(atlas, found.best.level);
        assert_same(best[0].score, found.best.score);
        assert_same(score[taken], found.best.score);
        assert_int_equal(tacit_atlas_suppressed(atlas, taken, rung), found.best.suppressed);
        if (n == 1 || best[1].score > best[0].score * (1.0 + 1e-9) + 1e-12)
            assert_memory_equal(best[0].level, found.best.level, w->keys);
    }
    size_t keep = 0, better = 0;
    for (size_t i = 0; i < nodes; i++) {
        const bool keeps = tacit_atlas_suppressed(atlas, i, rung) <= spec->most_suppressed;
        keep += keeps;
        better += keeps && n > 0 && score[i] < best[n - 1].score * (1.0 - 1e-9) - 1e-12;
    }
    assert_int_equal(n, keep < SOME ? keep : SOME);
    assert_true(better < n || n == 0);
    assert_true(tacit_atlas_fewest(atlas, &q) <= spec->most_suppressed || n == 0);
    tacit_scratch_release(cx, mark);
}

/* All nodes of a world at one rung. */
static void check_rung(tacit_ctx *cx, const world *w, const tacit_atlas *atlas, size_t rung,
                       const tacit_search_spec *spec)
{
    for (size_t node = 0; node < tacit_atlas_nodes(atlas); node++)
        check_node(cx, w, atlas, node, rung, spec);
    check_best(cx, w, atlas, rung, spec);
}

static void check_world(tacit_ctx *cx, tacit_rng *rng, world *w)
{
    double weight[KEYS];
    const tacit_loss_spec how = draw_loss(rng, weight);
    question k, l;
    tacit_judge *size = NULL, *both = NULL;
    tacit_atlas *atlas = NULL;
    tacit_loss *loss = NULL;
    const uint64_t own = LADDER[tacit_rng_below(rng, RUNGS)];
    ask(&k, "k_anonymity");
    with(&k, "k", (double)own);
    ask(&l, "l_diversity");
    with(&l, "l", 2.0);
    const tacit_requirement require[] = { { k.model, &k.a.args }, { l.model, &l.a.args } };
    assert_ok(cx, tacit_judge_new(cx, w->subject, require, 1, &size));
    assert_ok(cx, tacit_judge_new(cx, w->subject, require, 2, &both));
    assert_ok(cx, tacit_loss_new(cx, w->space, &how, &loss));
    const tacit_atlas_spec spec = {
        .k = LADDER, .n_k = RUNGS, .judge = both, .kinds = 1U << how.kind
    };
    tacit_search_spec search = { .how = TACIT_SEARCH_OPTIMAL,
                                 .judge = size,
                                 .loss = loss,
                                 .most_suppressed = tacit_rng_below(rng, w->space->records + 1) };
    assert_ok(cx, tacit_atlas_new(cx, w->space, &spec, &atlas));
    check_rung(cx, w, atlas, tacit_atlas_rung(atlas, own), &search);
    search.judge = both;
    check_rung(cx, w, atlas, tacit_atlas_required(atlas), &search);
    tacit_atlas_free(atlas);
    tacit_loss_free(loss);
    tacit_judge_free(both);
    tacit_judge_free(size);
}

static void look_ups_are_searches(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(20010);
    for (size_t i = 0; i < TIMES; i++) {
        world w;
        const size_t mark = tacit_scratch_mark(cx);
        open_world(cx, &rng, &w);
        check_world(cx, &rng, &w);
        close_world(&w);
        tacit_scratch_release(cx, mark);
    }
}

/* One atlas with all kinds, and a ladder to which the judge's k is added. */
static void one_atlas_serves_all_kinds(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(20011);
    static const uint64_t ladder[] = { 2, 6 };
    for (size_t i = 0; i < TIMES / 30; i++) {
        world w;
        question k;
        tacit_judge *judge = NULL;
        tacit_atlas *atlas = NULL;
        open_world(cx, &rng, &w);
        ask(&k, "k_anonymity");
        with(&k, "k", (double)(1 + tacit_rng_below(&rng, 8)));
        const tacit_requirement require = { k.model, &k.a.args };
        assert_ok(cx, tacit_judge_new(cx, w.subject, &require, 1, &judge));
        const tacit_atlas_spec spec = {
            .k = ladder,
            .n_k = 2,
            .judge = judge,
            .kinds = TACIT_ATLAS_ALL | 1U << TACIT_LOSS_CLASSIFICATION,
        };
        assert_ok(cx, tacit_atlas_new(cx, w.space, &spec, &atlas));
        for (tacit_loss_kind kind = 0; kind < TACIT_LOSS_PLAIN_KINDS; kind++) {
            tacit_loss *loss = NULL;
            assert_ok(cx,
                      tacit_loss_new(cx, w.space,
                                     &(tacit_loss_spec){ .kind = kind, .balance = 0.5 }, &loss));
            const tacit_search_spec search = { .how = TACIT_SEARCH_OPTIMAL,
                                               .judge = judge,
                                               .loss = loss,
                                               .most_suppressed = w.space->records / 4 };
            check_rung(cx, &w, atlas, tacit_atlas_required(atlas), &search);
            tacit_loss_free(loss);
        }
        tacit_atlas_free(atlas);
        tacit_judge_free(judge);
        close_world(&w);
    }
}

/* Bounds of a query are those of a search with bounded axes. */
static void bounds_are_kept(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(20012);
    for (size_t i = 0; i < TIMES / 10; i++) {
        world w;
        tacit_atlas *atlas = NULL;
        tacit_loss *loss = NULL;
        double score[1024];
        open_world(cx, &rng, &w);
        assert_ok(cx, tacit_loss_new(cx, w.space, &(tacit_loss_spec){ .balance = 0.5 }, &loss));
        const tacit_atlas_spec spec = { .k = LADDER,
                                        .n_k = RUNGS,
                                        .kinds = 1U << TACIT_LOSS_GRANULARITY };
        assert_ok(cx, tacit_atlas_new(cx, w.space, &spec, &atlas));
        assert_true(tacit_atlas_nodes(atlas) <= 1024);
        tacit_atlas_scores(atlas, 1, loss, score);
        uint8_t high[KEYS], level[KEYS];
        for (size_t a = 0; a < w.keys; a++)
            high[a] = w.space->axis[a].high;
        high[0] = w.space->axis[0].low;
        const tacit_atlas_query q = {
            .rung = 1, .most_suppressed = 10, .score = score, .high = high
        };
        tacit_lattice_node best;
        double least = INFINITY;
        uint64_t fewest = UINT64_MAX;
        for (size_t node = 0; node < tacit_atlas_nodes(atlas); node++) {
            tacit_atlas_levels(atlas, node, level);
            const uint64_t n = tacit_atlas_suppressed(atlas, node, 1);
            if (level[0] > high[0])
                continue;
            fewest = n < fewest ? n : fewest;
            least = n <= 10 ? fmin(least, score[node]) : least;
        }
        assert_int_equal(tacit_atlas_fewest(atlas, &q), fewest);
        assert_int_equal(tacit_atlas_best(atlas, &q, &best, 1), isfinite(least) ? 1 : 0);
        if (isfinite(least))
            assert_same(best.score, least);
        tacit_atlas_free(atlas);
        tacit_loss_free(loss);
        close_world(&w);
    }
}

static void too_many_are_refused(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "a:c,b:c", "aa,ab\nba,bb\n");
    static const size_t at[] = { 0, 1 };
    tacit_search_space *s = NULL;
    tacit_atlas *atlas = NULL;
    const tacit_search_space_spec spec = { .table = t, .keys = { .n = 2, .at = at } };
    tacit_atlas_spec how = { .k = LADDER, .n_k = RUNGS, .kinds = TACIT_ATLAS_ALL };
    assert_ok(cx, tacit_space_new(cx, &spec, &s));
    how.memory = 64;
    assert_fails(cx, tacit_atlas_new(cx, s, &how, &atlas), TACIT_ERR_INPUT, "bound the levels");
    how.memory = 0;
    s->nodes = 2000001.0;
    assert_fails(cx, tacit_atlas_new(cx, s, &how, &atlas), TACIT_ERR_INPUT, "2000000 at most");
    tacit_space_free(s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(look_ups_are_searches),
        with_context(one_atlas_serves_all_kinds),
        with_context(bounds_are_kept),
        with_context(too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
