/*
 * test_local.c - local recoding of tables that can be worked out by hand.
 *
 * Trees of a and b have five values in two branches of two and three: a branch loses
 * (2/5 - 1/5) / (4/5) = 1/4 or (3/5 - 1/5) / (4/5) = 1/2 on its axis.
 */
#include "support/recodings.h"

static const tacit_local_way WAYS[] = { TACIT_LOCAL_MONDRIAN, TACIT_LOCAL_RELAXED,
                                        TACIT_LOCAL_ITERATIVE, TACIT_LOCAL_REFINE };

static world *open_rows(tacit_ctx *cx, const char *rows, uint64_t k, uint64_t l, world *w)
{
    open_world(cx, table_of(cx, WORLD_COLUMNS, rows), k, l, w);
    return w;
}

/* Each way joins v0 with v1 and v2 with v3, and changes nothing else. */
static void test_branches(void **state)
{
    world w;
    open_rows(*state, "v0,v0,7,p\nv1,v0,7,p\nv2,v0,7,p\nv3,v0,7,p\n", 2, 0, &w);
    for (size_t i = 0; i < 4; i++) {
        tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = WAYS[i] });
        assert_int_equal(r->n, 2);
        assert_near(r->by_axis[0], 0.375, 1e-12);
        assert_near(r->by_axis[1], 0.0, 1e-12);
        assert_near(r->loss, 0.125, 1e-12);
        assert_int_equal(r->region[0].level, 1);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* Cells of k records and more stay as they are. */
static void test_large_cells(void **state)
{
    world w;
    open_rows(*state, "v0,v0,7,p\nv0,v0,7,p\nv3,v4,9,p\nv3,v4,9,q\n", 2, 0, &w);
    for (size_t i = 0; i < 4; i++) {
        tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = WAYS[i] });
        assert_int_equal(r->n, 2);
        assert_near(r->loss, 0.0, 1e-12);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* 1 to 4 of four values are cut in the middle: ranges of two, (2/4 - 1/4) / (3/4). */
static void test_ranges(void **state)
{
    static const tacit_local_way tops[] = { TACIT_LOCAL_MONDRIAN, TACIT_LOCAL_RELAXED,
                                            TACIT_LOCAL_REFINE };
    world w;
    open_rows(*state, "v0,v0,1,p\nv0,v0,2,p\nv0,v0,10,p\nv0,v0,11,p\n", 2, 0, &w);
    for (size_t i = 0; i < 3; i++) {
        tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = tops[i] });
        assert_int_equal(r->n, 2);
        assert_int_equal(r->region[2].level, TACIT_REGION_RANGE);
        assert_int_equal(r->region[2].last - r->region[2].label, 1);
        assert_near(r->by_axis[2], 1.0 / 3.0, 1e-12);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* The median 2 has three records: strict cannot cut, relaxed divides the cell. */
static void test_median_is_divided(void **state)
{
    world w;
    uint32_t group[5];
    open_rows(*state, "v0,v0,1,p\nv0,v0,2,p\nv0,v0,2,p\nv0,v0,2,p\nv0,v0,3,p\n", 2, 0, &w);
    tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = TACIT_LOCAL_MONDRIAN });
    assert_int_equal(r->n, 1);
    assert_int_equal(r->n_parts, 0);
    assert_near(r->by_axis[2], 1.0, 1e-12);
    tacit_recoding_free(r);
    r = recode(&w, &(tacit_local_spec){ .way = TACIT_LOCAL_RELAXED });
    assert_int_equal(r->n, 2);
    assert_int_equal(r->n_parts, 2);
    assert_int_equal(r->part[0].records + r->part[1].records, 3);
    assert_near(r->by_axis[2], 0.5, 1e-12);
    assert_ok(w.cx, tacit_recoding_rows(w.cx, w.space, r, group));
    assert_int_equal(group[0], group[1]);
    assert_int_equal(group[2], group[4]);
    assert_int_equal(group[3], group[4]);
    assert_int_not_equal(group[0], group[4]);
    tacit_recoding_free(r);
    close_world(&w);
}

/* Two records are no class of three. */
static void test_too_few(void **state)
{
    world w;
    tacit_recoding *none = NULL;
    open_rows(*state, "v0,v0,1,p\nv1,v0,2,p\n", 3, 0, &w);
    for (size_t i = 0; i < 4; i++) {
        const tacit_local_spec strict = { .way = WAYS[i], .most_suppressed = 1 };
        assert_fails(w.cx, tacit_recode_locally(w.cx, w.space, w.judge, &strict, &none),
                     TACIT_ERR_DATA, "suppress 2 records");
        assert_null(none);
        tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = WAYS[i], .most_suppressed = 2 });
        assert_int_equal(r->n, 0);
        assert_int_equal(r->suppressed, 2);
        assert_near(r->by_axis[0], 1.0, 1e-12);
        assert_near(r->by_axis[2], 1.0, 1e-12);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* Both cells have two records of one disease each: only their branch has two. */
static void test_diversity(void **state)
{
    world w;
    open_rows(*state, "v0,v0,7,p\nv0,v0,7,p\nv1,v0,7,q\nv1,v0,7,q\n", 2, 2, &w);
    for (size_t i = 0; i < 4; i++) {
        tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = WAYS[i] });
        assert_int_equal(r->n, 1);
        assert_near(r->by_axis[0], 0.25, 1e-12);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* A missing key is a label of its own; with others it has the label of all. */
static void test_missing_keys(void **state)
{
    world w;
    open_rows(*state, ",v0,7,p\n,v0,7,p\nv1,v0,,p\nv1,v0,7,q\nv1,v0,7,q\n", 2, 0, &w);
    for (size_t i = 0; i < 4; i++) {
        tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = WAYS[i] });
        assert_int_equal(r->n, 2);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* v0 can be joined to v1 on a or on b; the axis without weight pays. */
static void test_weights(void **state)
{
    static const double weight[2][3] = { { 1.0, 0.0, 1.0 }, { 0.0, 1.0, 1.0 } };
    world w;
    open_rows(*state, "v0,v0,7,p\nv0,v1,7,p\nv1,v0,7,p\nv1,v1,7,p\n", 2, 0, &w);
    for (size_t i = 0; i < 2; i++) {
        const tacit_local_spec spec = { .way = TACIT_LOCAL_REFINE, .weight = weight[i] };
        tacit_recoding *r = recode(&w, &spec);
        check_recoding(&w, &(tacit_recoding){ .n = r->n,
                                              .group = r->group,
                                              .region = r->region,
                                              .by_axis = r->by_axis,
                                              .loss = (r->by_axis[0] + r->by_axis[1]) / 3.0 });
        assert_int_equal(r->n, 2);
        assert_near(r->by_axis[i], 0.0, 1e-12);
        assert_near(r->by_axis[1 - i], 0.25, 1e-12);
        assert_near(r->loss, 0.0, 1e-12);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* Levels that may not be chosen are not: a has its branch, x never the label of all; so the
 * third record can be with no other. */
static void test_low_and_high(void **state)
{
    world w;
    open_rows(*state, "v0,v0,7,p\nv0,v0,7,p\nv2,v0,7,p\nv2,v0,8,p\nv3,v0,8,p\n", 2, 0, &w);
    w.space->axis[0].low = w.space->axis[0].high = 1;
    w.space->axis[2].high = 0;
    for (size_t i = 0; i < 4; i++) {
        tacit_recoding *r = recode(&w, &(tacit_local_spec){ .way = WAYS[i], .most_suppressed = 1 });
        for (size_t g = 0; g < r->n; g++) {
            assert_int_equal(r->region[g * 3].level, 1);
            assert_int_equal(r->region[g * 3 + 2].level, 0);
        }
        assert_int_equal(r->suppressed, 1);
        tacit_recoding_free(r);
    }
    close_world(&w);
}

/* The start has two groups of four at the branch; refining splits them into cells. */
static void test_start_is_split(void **state)
{
    static const uint8_t start[] = { 1, 0, 0 };
    world w;
    open_rows(*state,
              "v0,v0,7,p\nv0,v0,7,p\nv1,v0,7,p\nv1,v0,7,p\nv2,v1,7,p\nv2,v1,7,p\nv3,v1,7,p\n", 2, 0,
              &w);
    const tacit_local_spec spec = { .way = TACIT_LOCAL_REFINE, .start = start };
    tacit_recoding *r = recode(&w, &spec);
    assert_int_equal(r->n, 3);
    assert_near(r->by_axis[0], 3.0 / 7.0 * 0.5, 1e-12);
    tacit_recoding_free(r);
    close_world(&w);
}

/* A model of the whole table cannot be kept group by group. */
static void test_whole_table_models(void **state)
{
    world w;
    arguments a;
    tacit_recoding *none = NULL;
    tacit_judge *judge = NULL;
    open_rows(*state, "v0,v0,7,p\nv1,v0,7,p\n", 2, 0, &w);
    const tacit_requirement require = { tacit_model_find("average_risk"), &a.args };
    preset_args(&a, &require.model->measure.about);
    assert_ok(w.cx, tacit_judge_new(w.cx, w.subject, &require, 1, &judge));
    assert_fails(w.cx, tacit_recode_locally(w.cx, w.space, judge, &(tacit_local_spec){ 0 }, &none),
                 TACIT_ERR_INPUT, "each class by itself");
    tacit_judge_free(judge);
    close_world(&w);
}

/* What a population has: classes are judged by how many of it they have. */
typedef struct population {
    tacit_table *table;
    tacit_subject *subject;
    tacit_search_space *space;
    tacit_judge *judge;
    arguments model;
} population;

static void open_population(world *w, const char *rows, double k, population *p)
{
    static const size_t keys[] = { 0, 1, 2 };
    const tacit_requirement require = { tacit_model_find("k_map"), &p->model.args };
    p->table = table_of(w->cx, "a:c,b:c,x:i", rows);
    const tacit_search_space_spec spec = { .table = w->table,
                                           .keys = { .n = 3, .at = keys },
                                           .population = p->table,
                                           .hierarchies = w->hierarchy,
                                           .n_hierarchies = 2 };
    assert_ok(w->cx, tacit_space_new(w->cx, &spec, &p->space));
    assert_ok(w->cx, tacit_subject_new(w->cx, w->table, &p->subject));
    tacit_subject_add(p->subject, &(tacit_subject_extra){ .population = p->table });
    set_number(preset_args(&p->model, &require.model->measure.about), "k", k);
    assert_ok(w->cx, tacit_judge_new(w->cx, p->subject, &require, 1, &p->judge));
}

static void close_population(population *p)
{
    tacit_judge_free(p->judge);
    tacit_subject_free(p->subject);
    tacit_space_free(p->space);
    tacit_table_free(p->table);
}

/* v0 is 3 times in the population and stays.  v3 is there once, and v2, whom the sample has not,
 * twice: their branch costs 1/2. */
static void test_population(void **state)
{
    world w;
    population p;
    open_rows(*state, "v0,v0,7,p\nv0,v0,7,p\nv3,v0,7,p\n", 2, 0, &w);
    open_population(&w, "v0,v0,7\nv0,v0,7\nv0,v0,7\nv3,v0,7\nv2,v0,7\nv2,v0,7\nv4,v1,7\n", 3, &p);
    for (size_t i = 0; i < 4; i++) {
        const tacit_local_spec spec = { .way = WAYS[i] };
        tacit_recoding *r = NULL;
        assert_ok(w.cx, tacit_recode_locally(w.cx, p.space, p.judge, &spec, &r));
        assert_int_equal(r->n, 2);
        assert_int_equal(r->suppressed, 0);
        assert_near(r->by_axis[0], 0.5 / 3.0, 1e-12);
        assert_near(r->by_axis[1], 0.0, 1e-12);
        tacit_recoding_free(r);
    }
    close_population(&p);
    close_world(&w);
}

/* Two to the power of 18 nodes are more than are visited; each class has its three records. */
static void test_many_keys(void **state)
{
    enum { KEYS = 18, ROWS = 300 };
    char columns[8 * KEYS] = "";
    size_t keys[KEYS], size[ROWS + 1];
    uint32_t group[ROWS];
    arguments k;
    tacit_rng rng = tacit_rng_seed(9);
    tacit_search_space *space = NULL;
    tacit_subject *subject = NULL;
    tacit_judge *judge = NULL;
    for (size_t j = 0; j < KEYS; j++) {
        keys[j] = j;
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "%sk%zu:i",
                 j > 0 ? "," : "", j);
    }
    tacit_table *table = random_table(*state, &rng, columns, ROWS, 6, 0.02);
    for (size_t j = 0; j < KEYS; j++)
        tacit_table_set_roles(table, j, TACIT_ROLE_KEY);
    const tacit_search_space_spec spec = { .table = table, .keys = { .n = KEYS, .at = keys } };
    const tacit_requirement require = { tacit_model_find("k_anonymity"), &k.args };
    set_number(preset_args(&k, &require.model->measure.about), "k", 3);
    assert_ok(*state, tacit_space_new(*state, &spec, &space));
    assert_ok(*state, tacit_subject_new(*state, table, &subject));
    assert_ok(*state, tacit_judge_new(*state, subject, &require, 1, &judge));
    for (size_t i = 0; i < 4; i++) {
        tacit_recoding *r = NULL;
        assert_ok(*state, tacit_recode_locally(*state, space, judge,
                                               &(tacit_local_spec){ .way = WAYS[i] }, &r));
        assert_ok(*state, tacit_recoding_rows(*state, space, r, group));
        memset(size, 0, sizeof size);
        for (size_t row = 0; row < ROWS; row++)
            size[group[row]]++;
        assert_int_equal(size[r->n], 0);
        for (size_t g = 0; g < r->n; g++)
            assert_true(size[g] >= 3);
        assert_true(r->n > ROWS / 9 && r->loss < 0.9);
        tacit_recoding_free(r);
    }
    tacit_judge_free(judge);
    tacit_subject_free(subject);
    tacit_space_free(space);
    tacit_table_free(table);
}

/* Out of time at once: still a recoding that keeps what is required. */
static void test_no_time(void **state)
{
    tacit_rng rng = tacit_rng_seed(7);
    world w;
    open_world(*state, random_table(*state, &rng, WORLD_COLUMNS, 200, 5, 0.05), 4, 0, &w);
    for (size_t i = 0; i < 4; i++)
        tacit_recoding_free(recode(&w, &(tacit_local_spec){ .way = WAYS[i], .seconds = 1e-9 }));
    close_world(&w);
}

static void test_cancel(void **state)
{
    tacit_rng rng = tacit_rng_seed(8);
    tacit_recoding *none = NULL;
    world w;
    open_world(*state, random_table(*state, &rng, WORLD_COLUMNS, 200, 5, 0.05), 4, 0, &w);
    tacit_cancel(w.cx);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(tacit_recode_locally(w.cx, w.space, w.judge,
                                              &(tacit_local_spec){ .way = WAYS[i] }, &none),
                         TACIT_ERR_CANCELLED);
    close_world(&w);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_branches),
        with_context(test_large_cells),
        with_context(test_ranges),
        with_context(test_median_is_divided),
        with_context(test_too_few),
        with_context(test_diversity),
        with_context(test_missing_keys),
        with_context(test_weights),
        with_context(test_low_and_high),
        with_context(test_start_is_split),
        with_context(test_whole_table_models),
        with_context(test_population),
        with_context(test_many_keys),
        with_context(test_no_time),
        with_context(test_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
