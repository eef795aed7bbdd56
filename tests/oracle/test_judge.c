/*
 * test_judge.c - judges of classes against the models they stand for.
 *
 * 20000 random tables of up to 40 records in up to 8 classes, two sensitive columns of up to 5
 * values, missing values in two of three.  For each of 24 requirements the records that are
 * marked are as many as the model counts as violating; what is left passes the model, if it
 * has no totals of its own; a judge of several requirements marks what one of them does; and
 * when classes are joined at random, what the traits promise is so, and no more records lack.
 */
#include "support/models.h"

#include "micro/model/judge.h"
#include "table/values.h"

enum { ROWS = 40, CLASSES = 8, VALUES = 5, TIMES = 20000 };

/* A table: key, two sensitive values (-1 if missing), and a population by key. */
typedef struct world {
    size_t rows;
    int key[ROWS], value[2][ROWS];
    int population[CLASSES];
} world;

static world draw(tacit_rng *rng, bool missing)
{
    world w = { .rows = 1 + (size_t)tacit_rng_below(rng, ROWS) };
    const uint64_t classes = 1 + tacit_rng_below(rng, CLASSES);
    const uint64_t values = 1 + tacit_rng_below(rng, VALUES), own = tacit_rng_below(rng, 6);
    for (size_t i = 0; i < w.rows; i++) {
        const uint64_t a = tacit_rng_below(rng, classes), b = tacit_rng_below(rng, classes);
        w.key[i] = (int)(a < b ? a : b); /* sizes differ */
        w.population[w.key[i]]++;
        for (int c = 0; c < 2; c++)
            w.value[c][i] = missing && tacit_rng_below(rng, 4) == 0 ? -1
                            : own > 0 && tacit_rng_below(rng, own) > 0
                                ? w.key[i] % (int)values /* most of a class alike */
                                : (int)tacit_rng_below(rng, values);
    }
    for (size_t k = 0; k < CLASSES; k++)
        w.population[k] += (int)tacit_rng_below(rng, 6);
    return w;
}

/* The rows of the world that are not left out, as a table. */
static tacit_table *table_from(tacit_ctx *cx, const world *w, const bool *out)
{
    char text[ROWS * 32], *at = text;
    *at = '\0';
    for (size_t i = 0; i < w->rows; i++) {
        if (out != NULL && out[w->key[i]])
            continue;
        at += snprintf(at, 16, "%d", w->key[i]);
        for (int c = 0; c < 2; c++)
            at += w->value[c][i] < 0 ? snprintf(at, 16, ",")
                                     : snprintf(at, 16, ",%d", w->value[c][i]);
        at += snprintf(at, 16, "\n");
    }
    tacit_table *t = table_of(cx, "k:i,s:i,u:i", text);
    with_keys(t, 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_SENSITIVE);
    tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
    return t;
}

static tacit_table *population_from(tacit_ctx *cx, const world *w)
{
    char text[ROWS * 64], *at = text;
    *at = '\0';
    for (int k = 0; k < CLASSES; k++)
        for (int i = 0; i < w->population[k]; i++)
            at += snprintf(at, 16, "%d\n", k);
    return with_keys(table_of(cx, "k:i", text), 1);
}

/* The classes of a world, of which class k is part of group[k]. */
typedef struct classes {
    size_t n;
    uint64_t size[CLASSES];
    double population[CLASSES];
    size_t start[2][CLASSES + 1];
    uint32_t value[2][CLASSES * VALUES];
    uint64_t count[2][CLASSES * VALUES];
    tacit_judge_pairs pairs[2];
    tacit_judge_view view;
} classes;

/* The number of a value among those that the column has. */
static uint32_t number_of(const world *w, int c, int value)
{
    uint32_t below = 0;
    for (int v = 0; v < value; v++) {
        bool has = false;
        for (size_t i = 0; i < w->rows; i++)
            has = has || w->value[c][i] == v;
        below += has;
    }
    return below;
}

static void count_pairs(const world *w, int c, const size_t *group, classes *out)
{
    size_t n = 0;
    for (size_t g = 0; g < out->n; g++) {
        out->start[c][g] = n;
        for (int v = 0; v < VALUES; v++) {
            uint64_t count = 0;
            for (size_t i = 0; i < w->rows; i++)
                count += group[w->key[i]] == g && w->value[c][i] == v;
            if (count == 0)
                continue;
            out->value[c][n] = number_of(w, c, v);
            out->count[c][n++] = count;
        }
    }
    out->start[c][out->n] = n;
    out->pairs[c] = (tacit_judge_pairs){ .start = out->start[c],
                                         .value = out->value[c],
                                         .count = out->count[c] };
}

/* Group the world; `columns` are those that the judge wants, in its order. */
static void group_classes(const world *w, const size_t *group, const tacit_select *columns,
                          classes *out)
{
    *out = (classes){ .n = CLASSES };
    tacit_judge_pairs wanted[2] = { 0 };
    for (size_t i = 0; i < w->rows; i++)
        out->size[group[w->key[i]]]++;
    for (size_t k = 0; k < CLASSES; k++)
        out->population[group[k]] += w->population[k];
    for (int c = 0; c < 2; c++)
        count_pairs(w, c, group, out);
    for (size_t c = 0; c < columns->n; c++)
        wanted[c] = out->pairs[columns->at[c] - 1];
    memcpy(out->pairs, wanted, sizeof wanted);
    out->view = (tacit_judge_view){
        .n = CLASSES, .size = out->size, .population = out->population, .pairs = out->pairs
    };
}

/* ---- requirements ---- */

enum { ASKED = 24, WHOLE = 20 }; /* from WHOLE on models judge the whole table */

static question *ask_number(question *q, size_t i, double x)
{
    static const char *const KINDS[] = { "distinct", "entropy", "entropy_grassberger",
                                         "recursive" };
    static const char *const DISTANCES[] = { "equal", "ordered", "numeric" };
    switch (i) {
    case 0:
        return with(ask(q, "k_anonymity"), "k", 1 + floor(5 * x));
    case 1:
    case 2:
    case 3:
    case 4:
        return with(choose(ask(q, "l_diversity"), "kind", KINDS[i - 1]), "l", 1 + floor(3 * x));
    case 5:
    case 6:
    case 7:
        return with(choose(ask(q, "t_closeness"), "distance", DISTANCES[i - 5]), "t", x / 2);
    case 8:
        return with(ask(q, "delta_disclosure"), "delta", 0.1 + 3 * x);
    case 9:
        return choose(with(ask(q, "delta_disclosure"), "delta", 0.1 + 3 * x), "compat", "arx");
    case 10:
        return with(choose(ask(q, "beta_likeness"), "kind", "basic"), "beta", 0.05 + 2 * x);
    case 11:
        return with(choose(ask(q, "beta_likeness"), "kind", "enhanced"), "beta", 0.05 + 2 * x);
    case 12:
        return with(with(ask(q, "alpha_k"), "alpha", x), "k", 1 + floor(3 * x));
    case 13:
        return with(with(ask(q, "p_sensitive"), "p", 1 + floor(3 * x)), "k", 1 + floor(5 * x));
    default:
        return NULL;
    }
}

static question *ask_population(question *q, size_t i, double x)
{
    switch (i) {
    case 14:
        return with(ask(q, "k_map"), "k", 1 + floor(12 * x));
    case 15:
        return choose(with(ask(q, "k_map"), "k", 1 + floor(12 * x)), "estimator", "poisson");
    case 16:
        return choose(with(ask(q, "k_map"), "k", 1 + floor(12 * x)), "estimator", "zero_truncated");
    case 17:
        return with(ask(q, "delta_presence"), "max", x);
    case 18:
        return choose(with(with(ask(q, "delta_presence"), "min", x / 3), "max", x), "compat",
                      "arx_beside");
    case 19:
        return with(with(choose(ask(q, "l_diversity"), "kind", "recursive"), "c", 0.5 + 2 * x), "l",
                    2);
    case 20:
        return with(with(ask(q, "delta_presence"), "min", x / 3), "max", x);
    case 21:
        return with(ask(q, "average_risk"), "average", 0.05 + x);
    case 22:
        return with(with(with(ask(q, "average_risk"), "average", 0.9), "highest", x / 2), "at_risk",
                    x < 0.5 ? 0 : x / 4);
    default:
        return with(with(ask(q, "population_uniqueness"), "threshold", x / 2), "population", 200);
    }
}

/* Requirement number i at random strictness, with at most 1 as its numbers. */
static question *ask_any(question *q, size_t i, tacit_rng *rng)
{
    const double x = fmin(0.99, tacit_rng_uniform(rng));
    question *asked = i < 14 ? ask_number(q, i, x) : ask_population(q, i, x);
    if (tacit_param_find(q->a.args.params, "drivers") < q->a.args.n)
        with(q, "drivers", 0);
    if (strcmp(q->model->measure.about.name, "average_risk") == 0)
        argument(&q->a, "average")->number = fmin(1.0, argument(&q->a, "average")->number);
    return asked;
}

/* A judge of requirements, and the subject that it needs. */
typedef struct bench {
    tacit_table *table, *population;
    tacit_subject *subject;
    tacit_judge *judge;
} bench;

static void open_bench(tacit_ctx *cx, const world *w, question *q, size_t n, bench *b)
{
    tacit_requirement require[3];
    b->table = table_from(cx, w, NULL);
    b->population = population_from(cx, w);
    for (size_t i = 0; i < n; i++) {
        const bool estimated = strcmp(q[i].model->measure.about.name, "population_uniqueness") == 0;
        q[i].extra.population = estimated ? NULL : b->population;
        require[i] = (tacit_requirement){ .model = q[i].model, .args = &q[i].a.args };
    }
    assert_ok(cx, tacit_subject_new(cx, b->table, &b->subject));
    tacit_subject_add(b->subject, &q[0].extra);
    assert_ok(cx, tacit_judge_new(cx, b->subject, require, n, &b->judge));
}

static void close_bench(bench *b)
{
    tacit_judge_free(b->judge);
    tacit_subject_free(b->subject);
    tacit_table_free(b->population);
    tacit_table_free(b->table);
}

/* ---- checks ---- */

static const size_t OWN[CLASSES] = { 0, 1, 2, 3, 4, 5, 6, 7 };

static uint64_t mark(tacit_judge *judge, const classes *c, bool *marked)
{
    const uint64_t records = tacit_judge_mark(judge, &c->view, marked);
    uint64_t sum = 0;
    for (size_t g = 0; g < CLASSES; g++) {
        assert_true(!marked[g] || c->size[g] > 0);
        assert_true(c->size[g] == 0 || c->size[g] >= tacit_judge_floor(judge) || marked[g]);
        sum += marked[g] ? c->size[g] : 0;
    }
    assert_int_equal(sum, records);
    return records;
}

/* Whether the model holds for what is left. */
static bool left_holds(tacit_ctx *cx, const world *w, const question *q, const bool *out)
{
    tacit_table *t = table_from(cx, w, out);
    bool holds = true;
    if (tacit_table_rows(t) > 0) {
        tacit_result *r = answer(cx, q, t);
        holds = says_yes(r);
        json_decref(r);
    }
    tacit_table_free(t);
    return holds;
}

/* One class less is not enough: the largest one that is marked, put back. */
static void check_fewest(tacit_ctx *cx, const world *w, const question *q, const classes *c,
                         bool *marked)
{
    size_t last = CLASSES;
    for (size_t g = 0; g < CLASSES; g++)
        if (marked[g] && (last == CLASSES || c->size[g] >= c->size[last]))
            last = g;
    for (size_t g = 0; g < CLASSES; g++)
        assert_true(c->size[g] == 0 || marked[g] || last == CLASSES || c->size[g] >= c->size[last]);
    if (last == CLASSES)
        return;
    marked[last] = false;
    assert_false(left_holds(cx, w, q, marked));
    marked[last] = true;
}

/* What the traits promise of group g, in which classes were joined. */
static void check_group(unsigned traits, const classes *before, const bool *marked,
                        const size_t *group, size_t g)
{
    bool all = true, any = false;
    for (size_t k = 0; k < CLASSES; k++) {
        if (group[k] != g)
            continue;
        all = all && !marked[k];
        any = any || (!marked[k] && before->size[k] > 0);
    }
    assert_false(all && (traits & TACIT_JUDGE_CONVEX) != 0);
    assert_false(any && (traits & TACIT_JUDGE_MONOTONE) != 0);
}

/* What they promise when classes are joined at random. */
static void check_traits(tacit_rng *rng, const world *w, bench *b, const classes *before,
                         const bool *marked)
{
    const unsigned traits = tacit_judge_traits(b->judge);
    const uint64_t groups = 1 + tacit_rng_below(rng, CLASSES);
    size_t group[CLASSES];
    bool after[CLASSES];
    uint64_t records = 0;
    classes c;
    for (size_t k = 0; k < CLASSES; k++) {
        group[k] = (size_t)tacit_rng_below(rng, groups);
        records += marked[k] ? before->size[k] : 0;
    }
    group_classes(w, group, tacit_judge_sensitive(b->judge), &c);
    const uint64_t more = mark(b->judge, &c, after);
    const uint64_t lacking = tacit_judge_lacking(b->judge, &before->view, marked, UINT64_MAX);
    assert_true(lacking <= records); /* joining never makes them more */
    assert_true(tacit_judge_lacking(b->judge, &c.view, after, UINT64_MAX) <= lacking);
    assert_true(lacking == 0 || tacit_judge_can_lack(b->judge));
    if ((traits & TACIT_JUDGE_CONVEX) != 0 && records == 0)
        assert_int_equal(more, 0);
    if ((traits & TACIT_JUDGE_MONOTONE) != 0)
        assert_true(more <= records);
    for (size_t g = 0; g < CLASSES && (traits & TACIT_JUDGE_LOCAL) != 0; g++)
        if (after[g])
            check_group(traits, before, marked, group, g);
}

/* One requirement against its model. */
static void check_one(tacit_ctx *cx, tacit_rng *rng, const world *w, size_t i)
{
    question q;
    bench b;
    classes c;
    bool marked[CLASSES], again[CLASSES];
    tacit_judge *copy = NULL;
    open_bench(cx, w, ask_any(&q, i, rng), 1, &b);
    group_classes(w, OWN, tacit_judge_sensitive(b.judge), &c);
    const uint64_t records = mark(b.judge, &c, marked);
    tacit_result *r = answer(cx, &q, b.table);
    if (i < WHOLE)
        assert_near(figure(r, "violating_records"), (double)records, 0.0);
    else if (i > WHOLE)
        assert_true(left_holds(cx, w, &q, marked));
    assert_int_equal(says_yes(r), records == 0);
    json_decref(r);
    if (i == 21 || i == 22)
        check_fewest(cx, w, &q, &c, marked);
    assert_ok(cx, tacit_judge_copy(cx, b.judge, &copy));
    assert_int_equal(tacit_judge_mark(copy, &c.view, again), records);
    assert_memory_equal(marked, again, sizeof marked);
    assert_int_equal(tacit_judge_traits(copy), tacit_judge_traits(b.judge));
    check_traits(rng, w, &b, &c, marked);
    tacit_judge_free(copy);
    close_bench(&b);
}

/* Two requirements of single classes: the union, and the traits of both. */
static void check_two(tacit_ctx *cx, tacit_rng *rng, const world *w)
{
    question q[2], one;
    bench both, b;
    classes c;
    bool all[CLASSES], either[CLASSES] = { false }, marked[CLASSES];
    unsigned traits = ~0u;
    for (size_t k = 0; k < 2; k++)
        ask_any(&q[k], (size_t)tacit_rng_below(rng, WHOLE), rng);
    open_bench(cx, w, q, 2, &both);
    group_classes(w, OWN, tacit_judge_sensitive(both.judge), &c);
    mark(both.judge, &c, all);
    for (size_t k = 0; k < 2; k++) {
        one = q[k];
        one.a.args.at = one.a.at;
        open_bench(cx, w, &one, 1, &b);
        group_classes(w, OWN, tacit_judge_sensitive(b.judge), &c);
        mark(b.judge, &c, marked);
        for (size_t g = 0; g < CLASSES; g++)
            either[g] = either[g] || marked[g];
        traits &= tacit_judge_traits(b.judge);
        close_bench(&b);
    }
    assert_memory_equal(all, either, sizeof all);
    assert_int_equal(tacit_judge_traits(both.judge), traits);
    close_bench(&both);
}

/* A requirement of single classes and one of the average: what both promise. */
static void check_average(tacit_ctx *cx, tacit_rng *rng, const world *w)
{
    question q[2];
    bench b;
    classes c;
    bool marked[CLASSES];
    ask_any(&q[0], (size_t)tacit_rng_below(rng, WHOLE), rng);
    ask_any(&q[1], 21 + (size_t)tacit_rng_below(rng, 2), rng);
    open_bench(cx, w, q, 2, &b);
    group_classes(w, OWN, tacit_judge_sensitive(b.judge), &c);
    mark(b.judge, &c, marked);
    assert_true(left_holds(cx, w, &q[1], marked));
    for (int i = 0; i < 4; i++)
        check_traits(rng, w, &b, &c, marked);
    close_bench(&b);
}

static void test_judges(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(606);
    for (size_t i = 0; i < TIMES; i++) {
        const size_t scratch = tacit_scratch_mark(cx);
        const world w = draw(&rng, i / ASKED % 3 != 0);
        check_one(cx, &rng, &w, i % ASKED);
        if (i % 4 == 0)
            check_two(cx, &rng, &w);
        if (i % 2 == 0)
            check_average(cx, &rng, &w);
        tacit_scratch_release(cx, scratch);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_judges) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
