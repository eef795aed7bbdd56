/*
 * test_loss.c - the loss of a node is what utilities measure on the table it stands for.
 *
 * 600 random tables of up to 30 records and two keys with hierarchies (one of which has values
 * that do not occur), random nodes, random classes suppressed.  The output is written label by
 * label, suppressed records blank; then `loss_metric` and `precision` measure the losses of
 * granularity and precision key by key, `discernibility` and `classification_metric` theirs,
 * and, where nothing is suppressed, `non_uniform_entropy` that of the entropy kinds.
 */
#include "support/files.h"
#include "support/generalised.h"

#include "micro/search/loss.h"
#include "micro/search/roll.h"

enum { AXES = 2, ROWS = 30, TIMES = 600 };

/* Labels of the keys by value and level. */
static const char *const A[5][3] = { { "x", "xy", "*" },
                                     { "y", "xy", "*" },
                                     { "z", "zwv", "*" },
                                     { "w", "zwv", "*" },
                                     { "v", "zwv", "*" } }; /* v never occurs */
static const char *const B[3][3] = { { "p", "pq", "*" }, { "q", "pq", "*" }, { "r", "rr", "*" } };

/* A random table, what it becomes at a node, and where its files are. */
typedef struct trial {
    const place *place;
    size_t rows;
    int a[ROWS], b[ROWS], target[ROWS]; /* a and the target are -1 if missing */
    uint8_t level[AXES];
    char path[AXES][PATH_BYTES];
    arguments args[AXES];
    tacit_hierarchy_spec hierarchy[AXES];
    tacit_table *before, *after;
    tacit_search_space *space;
    tacit_roll_maps maps;
    tacit_roller roller;
    bool some_missing, some_marked;
} trial;

static void write_hierarchies(trial *t)
{
    static const char *const names[] = { "a", "b" };
    put_text(t->place, "a.csv", "x;xy;*\ny;xy;*\nz;zwv;*\nw;zwv;*\nv;zwv;*\n");
    put_text(t->place, "b.csv", "p;pq;*\nq;pq;*\nr;rr;*\n");
    for (size_t k = 0; k < AXES; k++) {
        t->hierarchy[k] = (tacit_hierarchy_spec){ .column = names[k],
                                                  .builder = tacit_hierarchy_builder_find("file") };
        preset_args(&t->args[k], &t->hierarchy[k].builder->about);
        argument(&t->args[k], "path")->text =
            path_of(t->place, k == 0 ? "a.csv" : "b.csv", t->path[k]);
        t->hierarchy[k].args = t->args[k].args;
    }
}

static void draw(trial *t, tacit_rng *rng)
{
    const bool missing = tacit_rng_below(rng, 2) == 0;
    t->rows = 2 + (size_t)tacit_rng_below(rng, ROWS - 1);
    t->some_missing = false;
    for (size_t i = 0; i < t->rows; i++) {
        const bool gone = missing && i > 0 && tacit_rng_below(rng, 4) == 0;
        t->a[i] = gone ? -1 : (int)tacit_rng_below(rng, 4);
        t->b[i] = (int)tacit_rng_below(rng, 3);
        t->target[i] = (int)tacit_rng_below(rng, 4) - 1;
        t->some_missing = t->some_missing || gone;
    }
    for (size_t k = 0; k < AXES; k++)
        t->level[k] = (uint8_t)tacit_rng_below(rng, 3);
}

/* The table at levels, without the keys of records whose class is marked. */
static tacit_table *write_table(const trial *t, const uint8_t *level, bool release)
{
    char text[ROWS * 32], *at = text;
    for (size_t i = 0; i < t->rows; i++) {
        const bool out = release && t->roller.marked[t->roller.class_of[t->space->cell_of_row[i]]];
        const char *a = t->a[i] >= 0 ? A[t->a[i]][level[0]] : level[0] == 2 ? "*" : "";
        static const char *const TARGET[] = { "", "t0", "t1", "t2" };
        at += snprintf(at, 32, "%s,%s,%s\n", out ? "" : a, out ? "" : B[t->b[i]][level[1]],
                       TARGET[t->target[i] + 1]);
    }
    tacit_table *table = with_keys(table_of(t->place->cx, "a:c,b:c,s:c", text), AXES);
    tacit_table_set_roles(table, 2, TACIT_ROLE_SENSITIVE);
    return table;
}

static void open_trial(trial *t, tacit_rng *rng)
{
    static const size_t keys[] = { 0, 1 }, target[] = { 2 };
    static const uint8_t bottom[AXES];
    tacit_ctx *cx = t->place->cx;
    draw(t, rng);
    t->before = write_table(t, bottom, false);
    const tacit_search_space_spec spec = { .table = t->before,
                                           .keys = { .n = AXES, .at = keys },
                                           .sensitive = { .n = 1, .at = target },
                                           .hierarchies = t->hierarchy,
                                           .n_hierarchies = AXES };
    assert_ok(cx, tacit_space_new(cx, &spec, &t->space));
    assert_ok(cx, tacit_roll_maps_make(cx, t->space, &t->maps));
    assert_ok(cx, tacit_roller_make(cx, t->space, &t->maps, &t->roller));
    tacit_roll(&t->roller, &t->space->cells, bottom, t->level);
    t->some_marked = false;
    const uint64_t share = tacit_rng_below(rng, 3); /* none, half, a third */
    for (size_t g = 0; g < t->roller.list.n; g++) {
        t->roller.marked[g] = share > 0 && tacit_rng_below(rng, share + 1) == 0;
        t->some_marked = t->some_marked || t->roller.marked[g];
    }
    t->after = write_table(t, t->level, true);
}

static void close_trial(trial *t)
{
    tacit_space_free(t->space);
    tacit_table_free(t->before);
    tacit_table_free(t->after);
}

static double score(const trial *t, tacit_loss_kind kind, double *by_axis)
{
    const tacit_loss_spec spec = { .kind = kind, .balance = 0.5, .aggregate = TACIT_LOSS_SUM };
    tacit_loss *loss = NULL;
    assert_ok(t->place->cx, tacit_loss_new(t->place->cx, t->space, &spec, &loss));
    const double x = tacit_loss_score(loss, t->level, &t->roller.list, t->roller.marked, by_axis);
    tacit_loss_free(loss);
    return x;
}

static void compare(const trial *t)
{
    enum { MEAN_LOSS = 5 };
    double by_axis[AXES];
    pairing p = { .cx = t->place->cx,
                  .pair = { .original = t->before,
                            .masked = t->after,
                            .hierarchies = t->hierarchy,
                            .n_hierarchies = AXES } };
    (void)score(t, TACIT_LOSS_PRECISION, by_axis);
    for (size_t k = 0; k < AXES; k++)
        assert_near(utility_column(&p, "precision", k, MEAN_LOSS), by_axis[k], 1e-12);
    if (!t->some_marked)
        assert_near(utility_figure(&p, "non_uniform_entropy", "total"),
                    score(t, TACIT_LOSS_NON_UNIFORM_ENTROPY, NULL), 1e-9);
    if (!t->some_missing) { /* a record with no key but stars counts as suppressed */
        assert_near(utility_figure(&p, "discernibility", "discernibility"),
                    score(t, TACIT_LOSS_DISCERNIBILITY, NULL), 1e-9);
        if (t->level[0] < 2 || t->level[1] < 2)
            assert_near(utility_figure(&p, "classification_metric", "classification_metric"),
                        score(t, TACIT_LOSS_CLASSIFICATION, NULL), 1e-12);
    }
    p.name = "values";
    p.number = 1.0; /* those of the hierarchy */
    (void)score(t, TACIT_LOSS_GRANULARITY, by_axis);
    for (size_t k = 0; k < AXES; k++)
        assert_near(utility_column(&p, "loss_metric", k, MEAN_LOSS), by_axis[k], 1e-12);
}

static void test_utilities(void **state)
{
    const place *p = *state;
    tacit_rng rng = tacit_rng_seed(6061);
    trial t = { .place = p };
    write_hierarchies(&t);
    for (int i = 0; i < TIMES; i++) {
        const size_t mark = tacit_scratch_mark(p->cx);
        open_trial(&t, &rng);
        compare(&t);
        close_trial(&t);
        tacit_scratch_release(p->cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_utilities) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
