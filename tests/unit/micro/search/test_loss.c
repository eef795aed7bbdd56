/*
 * test_loss.c - losses of a node, by hand, and their bounds by trying everything.
 *
 * Eight records x1 x1 y1 y2 z1 z2 w2 w2 of the keys a (x y | z w | *) and b (1 2, *).  With a at
 * level 1 and b as it is there are the classes (xy, 1) of 3, (xy, 2) and (zw, 1) of 1 and
 * (zw, 2) of 3 records; those of 1 are suppressed.  All expected values are worked out in the
 * comments.
 */
#include "support/files.h"
#include "support/measures.h"

#include "micro/search/loss.h"
#include "micro/search/roll.h"

#define EIGHT "x,1,p\nx,1,p\ny,1,q\ny,2,p\nz,1,p\nz,2,q\nw,2,q\nw,2,p\n"

enum { AXES = 2 };

/* The space of a table "a:c,b:i,s:c", and the classes of a node. */
typedef struct scene {
    tacit_table *table;
    tacit_search_space *space;
    arguments a;
    char path[PATH_BYTES];
    tacit_roll_maps maps;
    tacit_roller roller;
} scene;

static void open_scene(const place *p, const char *rows, scene *s)
{
    static const size_t keys[] = { 0, 1 }, target[] = { 2 };
    tacit_hierarchy_spec h = { .column = "a", .builder = tacit_hierarchy_builder_find("file") };
    put_text(p, "a.csv", "x;xy;*\ny;xy;*\nz;zw;*\nw;zw;*\n");
    preset_args(&s->a, &h.builder->about);
    argument(&s->a, "path")->text = path_of(p, "a.csv", s->path);
    h.args = s->a.args;
    s->table = table_of(p->cx, "a:c,b:i,s:c", rows);
    with_keys(s->table, AXES);
    const tacit_search_space_spec spec = { .table = s->table,
                                           .keys = { .n = AXES, .at = keys },
                                           .sensitive = { .n = 1, .at = target },
                                           .hierarchies = &h,
                                           .n_hierarchies = 1 };
    assert_ok(p->cx, tacit_space_new(p->cx, &spec, &s->space));
    assert_ok(p->cx, tacit_roll_maps_make(p->cx, s->space, &s->maps));
    assert_ok(p->cx, tacit_roller_make(p->cx, s->space, &s->maps, &s->roller));
}

static void close_scene(scene *s)
{
    tacit_space_free(s->space);
    tacit_table_free(s->table);
}

static const tacit_class_list *go_to(scene *s, const uint8_t *level)
{
    static const uint8_t bottom[AXES];
    tacit_roll(&s->roller, &s->space->cells, bottom, level);
    return &s->roller.list;
}

/* The score at a node with the classes below `k` suppressed. */
static double score(const place *p, scene *s, const tacit_loss_spec *spec, const uint8_t *level,
                    double *by_axis)
{
    const tacit_class_list *list = go_to(s, level);
    tacit_loss *loss = NULL;
    assert_ok(p->cx, tacit_loss_new(p->cx, s->space, spec, &loss));
    for (size_t g = 0; g < list->n; g++)
        s->roller.marked[g] = list->size[g] < 2;
    const double x = tacit_loss_score(loss, level, list, s->roller.marked, by_axis);
    assert_near(tacit_loss_score(loss, level, list, s->roller.marked, NULL), x, 0.0);
    tacit_loss_free(loss);
    return x;
}

static const uint8_t MIDDLE[AXES] = { 1, 0 };

static void check_axes(const place *p, scene *s, tacit_loss_kind kind, double balance, double a,
                       double b)
{
    const tacit_loss_spec spec = { .kind = kind, .balance = balance, .aggregate = TACIT_LOSS_SUM };
    double by_axis[AXES];
    assert_near(score(p, s, &spec, MIDDLE, by_axis), a + b, 1e-14);
    assert_near(by_axis[0], a, 1e-14);
    assert_near(by_axis[1], b, 1e-14);
}

/* Granularity of a: six records with half of four values, two suppressed: 6/2 + 2 = 5, least
 * 8/4, most 8; of b: 6/2 + 2 = 5, least 8/2.  At balance 1/4 a suppressed record has
 * s + (1 - s) / 2; at 3/4 a kept one s / 2, and so the least is half.  Entropy of a: each of
 * eight values needs 1 bit; the two suppressed have a label each, 2 bits; of b: 2 bits. */
static void test_axes(void **state)
{
    const place *p = *state;
    scene s;
    open_scene(p, EIGHT, &s);
    check_axes(p, &s, TACIT_LOSS_GRANULARITY, 0.5, 3.0 / 6, 1.0 / 4);
    check_axes(p, &s, TACIT_LOSS_GRANULARITY, 0.25, 2.5 / 6, 0.5 / 4);
    check_axes(p, &s, TACIT_LOSS_GRANULARITY, 0.0, 2.0 / 6, 0.0);
    check_axes(p, &s, TACIT_LOSS_GRANULARITY, 0.75, 2.5 / 7, 1.5 / 6);
    check_axes(p, &s, TACIT_LOSS_GRANULARITY, 1.0, 2.0 / 8, 2.0 / 8);
    check_axes(p, &s, TACIT_LOSS_PRECISION, 0.5, (6 * 0.5 + 2) / 8, 2.0 / 8);
    check_axes(p, &s, TACIT_LOSS_PRECISION, 0.25, (6 * 0.5 + 1) / 8, 1.0 / 8);
    check_axes(p, &s, TACIT_LOSS_MONOTONE_PRECISION, 0.5, 0.5, 0);
    check_axes(p, &s, TACIT_LOSS_MONOTONE_PRECISION, 0.75, 0.25, 0);
    check_axes(p, &s, TACIT_LOSS_HEIGHT, 0.5, 1, 0);
    check_axes(p, &s, TACIT_LOSS_MONOTONE_ENTROPY, 0.5, 8, 0);
    check_axes(p, &s, TACIT_LOSS_NON_UNIFORM_ENTROPY, 0.5, 10, 2);
    check_axes(p, &s, TACIT_LOSS_NON_UNIFORM_ENTROPY, 0.25, 9, 1);
    check_axes(p, &s, TACIT_LOSS_NON_UNIFORM_ENTROPY, 0.75, 6, 2);
    check_axes(p, &s, TACIT_LOSS_NORMALIZED_ENTROPY, 0.5, 10.0 / 16, 2.0 / 8);
    close_scene(&s);
}

/* Of 1/2 and 1/4, weighted 2 to 1. */
static void test_aggregates(void **state)
{
    const place *p = *state;
    const double weight[] = { 3.0, 1.5 };
    const double plain[] = { sqrt(1.5 * 1.25) - 1, 0.375, 0.5, 0.75 };
    const double weighed[] = { sqrt(1.5 * 1.125) - 1, 0.3125, 0.5, 0.625 };
    scene s;
    open_scene(p, EIGHT, &s);
    for (int a = 0; a < 4; a++) {
        tacit_loss_spec spec = { .balance = 0.5, .aggregate = (tacit_loss_aggregate)a };
        assert_near(score(p, &s, &spec, MIDDLE, NULL), plain[a], 1e-15);
        spec.weight = weight;
        assert_near(score(p, &s, &spec, MIDDLE, NULL), weighed[a], 1e-15);
    }
    close_scene(&s);
}

/* The kept classes have areas of 2 of 8 combinations.  Entropy loss: 6 ln 2 / ln 8 + 2.
 * Divergence: cells have entropy 2.5 bits; the classes of 3/8 and the suppressed 1/4 spread
 * over 2, 2 and 8.  Classification: (xy, 1) has p p q, (zw, 2) q q p: one missed in each. */
static void test_classes(void **state)
{
    const place *p = *state;
    const double divergence = 2 * (0.375 - 0.375 * log2(0.375)) + 0.25 * 3 + 0.25 * 2 - 2.5;
    const double expected[TACIT_LOSS_KINDS] = {
        [TACIT_LOSS_ENTROPY] = 4,
        [TACIT_LOSS_DISCERNIBILITY] = 9 + 9 + 8 * 2,
        [TACIT_LOSS_MONOTONE_DISCERNIBILITY] = 9 + 1 + 1 + 9,
        [TACIT_LOSS_CLASS_SIZE] = 8.0 / 3,
        [TACIT_LOSS_AMBIGUITY] = 6 * 2 + 2 * 8,
        [TACIT_LOSS_KL_DIVERGENCE] = divergence,
        [TACIT_LOSS_CLASSIFICATION] = (1 + 1 + 2) / 8.0,
    };
    scene s;
    open_scene(p, EIGHT, &s);
    for (int kind = 0; kind < TACIT_LOSS_KINDS; kind++) {
        const tacit_loss_spec spec = { .kind = (tacit_loss_kind)kind, .balance = 0.5 };
        double by_axis[AXES] = { 0.0 };
        if (expected[kind] <= 0.0)
            continue;
        assert_near(score(p, &s, &spec, MIDDLE, by_axis), expected[kind], 1e-12);
        assert_true(isnan(by_axis[0]) && isnan(by_axis[1]));
    }
    close_scene(&s);
}

/* Those that heed the balance: entropy loss G 2 + S 2, class size 8 / (S 2 + G), missed
 * records (G 2 + S 2) / 8. */
static void test_balance(void **state)
{
    const place *p = *state;
    scene s;
    open_scene(p, EIGHT, &s);
    for (int i = 0; i <= 4; i++) {
        const double b = i / 4.0, G = fmin(1.0, 2 - 2 * b), S = fmin(1.0, 2 * b);
        tacit_loss_spec spec = { .kind = TACIT_LOSS_ENTROPY, .balance = b };
        assert_near(score(p, &s, &spec, MIDDLE, NULL), 2 * G + 2 * S, 1e-14);
        spec.kind = TACIT_LOSS_CLASS_SIZE;
        assert_near(score(p, &s, &spec, MIDDLE, NULL), 8 / (2 * S + G), 1e-14);
        spec.kind = TACIT_LOSS_CLASSIFICATION;
        assert_near(score(p, &s, &spec, MIDDLE, NULL), (2 * G + 2 * S) / 8, 1e-14);
    }
    close_scene(&s);
}

/* A missing a has nothing to lose: two of eight are missing, one of them suppressed with its
 * class, and the six others are as before. */
static void test_missing(void **state)
{
    const place *p = *state;
    const tacit_loss_spec spec = { .balance = 0.5, .aggregate = TACIT_LOSS_SUM };
    const uint8_t top[AXES] = { 2, 0 };
    double by_axis[AXES];
    scene s;
    open_scene(p, "x,1,p\nx,1,p\ny,1,q\nz,2,p\nz,2,q\nw,2,p\n,1,p\n,2,q\n", &s);
    (void)score(p, &s, &spec, MIDDLE, by_axis);
    assert_near(by_axis[0], (6 * 0.5 - 1.5) / (6 - 1.5), 1e-14); /* no one else suppressed */
    assert_near(by_axis[1], (6 * 0.5 + 2 - 4) / (8 - 4), 1e-14); /* both missing are */
    (void)score(p, &s, &spec, top, by_axis);                     /* missing is starred as all are */
    assert_near(by_axis[0], 1.0, 1e-14);
    close_scene(&s);
}

/* The level of each axis above `from` in turn; false after the last. */
static bool next_level(const tacit_search_space *s, const uint8_t *from, uint8_t *level)
{
    for (size_t a = 0; a < AXES; a++) {
        if (level[a] + 1 < s->axis[a].levels) {
            level[a]++;
            return true;
        }
        level[a] = from[a];
    }
    return false;
}

/* No table at the node or above it, whatever is suppressed, scores below the bound. */
static void check_bound(scene *s, const tacit_loss *loss, const uint8_t *node)
{
    const double bound = tacit_loss_bound(loss, node);
    uint8_t level[AXES] = { node[0], node[1] };
    do {
        const tacit_class_list *list = go_to(s, level);
        for (size_t set = 0; set < (size_t)1 << list->n; set++) {
            for (size_t g = 0; g < list->n; g++)
                s->roller.marked[g] = (set >> g) & 1;
            const double x = tacit_loss_score(loss, level, list, s->roller.marked, NULL);
            if (!(bound <= x))
                fail_msg("bound %.17g above %.17g", bound, x);
        }
    } while (next_level(s->space, node, level));
    const tacit_class_list *list = go_to(s, node);
    memset(s->roller.marked, 0, list->n);
    if (tacit_loss_is_separable(loss))
        assert_near(tacit_loss_score(loss, node, list, s->roller.marked, NULL), bound, 0.0);
}

static void test_bounds(void **state)
{
    static const char *const tables[] = { EIGHT, "x,1,p\nx,1,p\ny,2,q\nz,2,p\n,2,q\nw,,p\n" };
    const place *p = *state;
    for (int t = 0; t < 2; t++) {
        scene s;
        open_scene(p, tables[t], &s);
        for (int i = 0; i < TACIT_LOSS_KINDS * 4 * 5; i++) {
            const tacit_loss_prices prices = { .cost = 2, .gain = 5, .loss = 4, .benefit = 9 };
            const tacit_loss_spec spec = { .kind = (tacit_loss_kind)(i / 20),
                                           .prices = &prices,
                                           .aggregate = (tacit_loss_aggregate)(i / 5 % 4),
                                           .balance = i % 5 / 4.0 };
            const uint8_t bottom[AXES] = { 0 };
            uint8_t node[AXES] = { 0 };
            tacit_loss *loss = NULL;
            assert_ok(p->cx, tacit_loss_new(p->cx, s.space, &spec, &loss));
            do
                check_bound(&s, loss, node);
            while (next_level(s.space, bottom, node));
            tacit_loss_free(loss);
        }
        close_scene(&s);
    }
}

/* Two classes of 3 are kept, each of area 2 of 8: a third of a record's worth of 12 is lost.  A try
 * is right once in three times. */
static void test_payout(void **state)
{
    const place *p = *state;
    const struct {
        tacit_loss_prices prices;
        double forgone, dropped, payout;
    } cases[] = {
        { { .cost = 1, .gain = 6, .loss = 6, .benefit = 12 }, 6 * (4 + 2) + 24, 0, 36 },
        { { .cost = 2, .gain = 6, .loss = 6, .benefit = 12 }, 6 * 4 + 24, 0, 48 },
        { { .cost = 1, .gain = 6, .loss = 30, .benefit = 12 }, 6 * 14 + 24, 0, -12 },
        { { .cost = 1, .gain = 6, .loss = 30, .benefit = 12, .drop = true }, 8 * 12, 6, 0 },
        { { .cost = 1, .gain = 6, .loss = 24, .benefit = 12, .drop = true }, 8 * 12, 6, 0 },
    };
    scene s;
    open_scene(p, EIGHT, &s);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tacit_loss_spec spec = { .kind = TACIT_LOSS_PUBLISHER_PAYOUT,
                                       .balance = 0.5,
                                       .prices = &cases[i].prices };
        const tacit_class_list *list = go_to(&s, MIDDLE);
        tacit_loss *loss = NULL;
        assert_ok(p->cx, tacit_loss_new(p->cx, s.space, &spec, &loss));
        for (size_t g = 0; g < list->n; g++)
            s.roller.marked[g] = list->size[g] < 2;
        assert_near((double)tacit_loss_drop(loss, MIDDLE, list, s.roller.marked), cases[i].dropped,
                    0);
        assert_near(tacit_loss_score(loss, MIDDLE, list, s.roller.marked, NULL), cases[i].forgone,
                    1e-12);
        assert_near(tacit_loss_payout(loss, MIDDLE, list, s.roller.marked), cases[i].payout, 1e-12);
        tacit_loss_free(loss);
    }
    close_scene(&s);
}

/* Scores of several threads at once are those of one. */
static void test_threads(void **state)
{
    const place *p = *state;
    const tacit_loss_spec spec = { .kind = TACIT_LOSS_NON_UNIFORM_ENTROPY,
                                   .balance = 0.5,
                                   .aggregate = TACIT_LOSS_SUM };
    scene s;
    tacit_loss *loss = NULL;
    int wrong = 0;
    open_scene(p, EIGHT, &s);
    assert_ok(p->cx, tacit_loss_new(p->cx, s.space, &spec, &loss));
    const tacit_class_list *list = go_to(&s, MIDDLE);
    for (size_t g = 0; g < list->n; g++)
        s.roller.marked[g] = list->size[g] < 2;
#pragma omp parallel for reduction(+ : wrong) num_threads(4)
    for (int i = 0; i < 20000; i++)
        wrong += fabs(tacit_loss_score(loss, MIDDLE, list, s.roller.marked, NULL) - 12.0) > 1e-12;
    assert_int_equal(wrong, 0);
    tacit_loss_free(loss);
    close_scene(&s);
}

static void test_refusals(void **state)
{
    const place *p = *state;
    const double weight[] = { 1.0, -1.0 };
    tacit_loss *loss = NULL;
    scene s;
    open_scene(p, EIGHT, &s);
    tacit_loss_spec spec = { .balance = 1.5 };
    assert_fails(p->cx, tacit_loss_new(p->cx, s.space, &spec, &loss), TACIT_ERR_INPUT, "balance");
    spec = (tacit_loss_spec){ .balance = 0.5, .weight = weight };
    assert_fails(p->cx, tacit_loss_new(p->cx, s.space, &spec, &loss), TACIT_ERR_INPUT, "'b'");
    spec = (tacit_loss_spec){ .kind = TACIT_LOSS_CLASSIFICATION, .balance = 0.5, .target = 1 };
    assert_fails(p->cx, tacit_loss_new(p->cx, s.space, &spec, &loss), TACIT_ERR_INPUT, "foretold");
    assert_null(loss);
    tacit_loss_free(NULL);
    assert_near(tacit_loss_granularity(&s.space->axis[0], 5.0, 8.0), 0.5, 0.0);
    close_scene(&s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_axes),    with_place(test_aggregates), with_place(test_classes),
        with_place(test_balance), with_place(test_missing),    with_place(test_bounds),
        with_place(test_threads), with_place(test_payout),     with_place(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
