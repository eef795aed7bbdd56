/*
 * test_search.c - the search of the lattice against looking at every node, on small random
 * tables.
 *
 * 1000 tables of up to 50 records and 2 to 4 keys of up to 8 values, with the levels x, x / 2,
 * x / 4 and one label for all.  The oracle labels rows by division, compares all pairs of rows,
 * judges by the definitions of the models, does to the records of bad classes what is documented
 * (blanked if all of them together keep what is required, else left out, with the classes that
 * break it in the table that is left), and sums granularity over records.  Scores must be equal,
 * the node must be the oracle's (least score, then least sum of levels, then first), and the
 * search must be proven; with a bound on checks the bound told must hold.  The more may be
 * suppressed, the better the result: what is found within a limit is found within a larger one.
 */
#include "support/models.h"

#include <math.h>

#include "micro/search/search.h"

enum { ROWS = 50, KEYS = 4, SENSITIVE = 3, VALUES = 8, LEVELS = 4, TIMES = 1000 };

/* What is required besides k. */
typedef enum demanded {
    NOTHING,
    DISTINCT,
    ENTROPY,
    EQUAL,
    ORDERED,
    BETA,
    DELTA,
    DELTA_ARX,
    MODELS
} demanded;

/* A table, and what is asked of it. */
typedef struct world {
    size_t rows, keys;
    int key[KEYS][ROWS], sensitive[ROWS];
    int distinct[KEYS]; /* values that occur */
    int k;              /* 1: not required */
    demanded model;
    double bound; /* its parameter */
    tacit_release_how how;
    uint64_t limit;
    tacit_loss_aggregate aggregate;
} world;

/* What the oracle finds at a node. */
typedef struct sight {
    bool keeps, removed;
    double score;
    uint64_t suppressed, classes;
} sight;

static world draw(tacit_rng *rng)
{
    world w = { .rows = 2 + (size_t)tacit_rng_below(rng, ROWS - 1),
                .keys = 2 + (size_t)tacit_rng_below(rng, KEYS - 1) };
    for (size_t c = 0; c < w.keys; c++) {
        bool seen[VALUES] = { false };
        const uint64_t values = 1 + tacit_rng_below(rng, VALUES);
        for (size_t i = 0; i < w.rows; i++) {
            w.key[c][i] = (int)tacit_rng_below(rng, values);
            seen[w.key[c][i]] = true;
        }
        for (size_t v = 0; v < VALUES; v++)
            w.distinct[c] += seen[v];
    }
    for (size_t i = 0; i < w.rows; i++)
        w.sensitive[i] = (int)(tacit_rng_below(rng, 3) * tacit_rng_below(rng, 2));
    w.k = 1 + (int)tacit_rng_below(rng, 5);
    w.model = (demanded)tacit_rng_below(rng, MODELS);
    w.bound = w.model <= ENTROPY
                  ? 2.0
                  : (w.model < BETA ? 0.1 : 0.4) * (1.0 + (double)tacit_rng_below(rng, 5));
    w.how = (tacit_release_how)tacit_rng_below(rng, 4);
    w.limit = tacit_rng_below(rng, 3) == 0 ? 0 : tacit_rng_below(rng, w.rows + 1);
    w.aggregate = (tacit_loss_aggregate)tacit_rng_below(rng, 4);
    return w;
}

/* ---- the oracle ---- */

/* The label of a value at a level: it, its half, its quarter, nothing. */
static int label(int value, int level)
{
    return level >= LEVELS - 1 ? 0 : value >> level;
}

static bool alike(const world *w, const int *level, size_t i, size_t j)
{
    for (size_t c = 0; c < w->keys; c++)
        if (label(w->key[c][i], level[c]) != label(w->key[c][j], level[c]))
            return false;
    return true;
}

/* Whether log2 of what a class has of a value over what the table has is small everywhere. */
static bool discloses_little(const world *w, const double *p, const double *q)
{
    for (int v = 0; v < SENSITIVE; v++) {
        if (q[v] > 0.0 && p[v] <= 0.0 && w->model == DELTA)
            return false;
        if (p[v] > 0.0 && !(fabs(log2(p[v] / q[v])) < w->bound - 1e-9))
            return false;
    }
    return true;
}

/* Distances of shares p from q; those by rank are between values that the table has. */
static double distance(const world *w, const double *p, const double *q)
{
    double equal = 0.0, ordered = 0.0, below = 0.0, gain = 0.0;
    int values = 0, before = -1;
    for (int v = 0; v < SENSITIVE; v++) {
        if (!(q[v] > 0.0))
            continue;
        ordered += before >= 0 ? fabs(below) : 0.0;
        below += p[v] - q[v];
        before = v;
        values++;
        equal += fabs(p[v] - q[v]) / 2.0;
        gain = fmax(gain, (p[v] - q[v]) / q[v]);
    }
    return w->model == EQUAL     ? equal
           : w->model == ORDERED ? (values > 1 ? ordered / (values - 1) : 0.0)
                                 : gain;
}

/* Whether a class with so many records of each value keeps what is required in a table. */
static bool accepts(const world *w, const int *in, const int *all)
{
    double p[SENSITIVE], q[SENSITIVE], entropy = 0.0;
    int size = 0, rows = 0, distinct = 0;
    for (int v = 0; v < SENSITIVE; v++) {
        size += in[v];
        rows += all[v];
        distinct += in[v] > 0;
    }
    for (int v = 0; v < SENSITIVE; v++) {
        p[v] = (double)in[v] / size;
        q[v] = (double)all[v] / rows;
        entropy -= in[v] > 0 ? p[v] * log(p[v]) : 0.0;
    }
    if (size < w->k)
        return false;
    switch (w->model) {
    case DISTINCT:
        return distinct >= w->bound;
    case ENTROPY:
        return entropy >= log(w->bound) - 1e-9;
    case EQUAL:
    case ORDERED:
    case BETA:
        return distance(w, p, q) <= w->bound + 1e-9;
    case DELTA:
    case DELTA_ARX:
        return discloses_little(w, p, q);
    default:
        return true;
    }
}

/* Mark the rows of classes, among those that are not gone, that break what is required in the
 * table of the rows that are not in `out`. */
static uint64_t mark(const world *w, const int *level, const bool *out, bool *gone)
{
    bool bad[ROWS] = { false };
    int all[SENSITIVE] = { 0 };
    uint64_t n = 0;
    for (size_t i = 0; i < w->rows; i++)
        all[w->sensitive[i]] += !out[i];
    for (size_t i = 0; i < w->rows; i++) {
        int in[SENSITIVE] = { 0 };
        for (size_t j = 0; j < w->rows; j++)
            in[w->sensitive[j]] += alike(w, level, i, j);
        bad[i] = !gone[i] && !accepts(w, in, all);
    }
    for (size_t i = 0; i < w->rows; i++) {
        gone[i] = gone[i] || bad[i];
        n += bad[i];
    }
    return n;
}

/* What becomes of the rows that are gone. */
static void suppress(const world *w, const int *level, bool *gone, sight *s)
{
    int in[SENSITIVE] = { 0 }, all[SENSITIVE] = { 0 };
    s->keeps = true;
    if (s->suppressed == 0 || w->how == TACIT_RELEASE_UNJUDGED)
        return;
    for (size_t i = 0; i < w->rows; i++) {
        in[w->sensitive[i]] += gone[i];
        all[w->sensitive[i]]++;
    }
    s->keeps = accepts(w, in, all);
    if (w->how == TACIT_RELEASE_BLANK || (w->how == TACIT_RELEASE_AUTO && s->keeps))
        return;
    s->removed = true;
    for (uint64_t more = 1; more > 0; s->suppressed += more)
        more = s->suppressed < w->rows ? mark(w, level, gone, gone) : 0;
    s->keeps = s->suppressed < w->rows;
}

/* Values of key c that occur and have the label of row i. */
static int covered(const world *w, size_t c, int level, size_t i)
{
    int n = 0;
    for (int v = 0; v < VALUES; v++) {
        bool there = false;
        for (size_t j = 0; j < w->rows; j++)
            there = there || w->key[c][j] == v;
        n += there && label(v, level) == label(w->key[c][i], level);
    }
    return n;
}

static double aggregate(const world *w, const double *loss)
{
    double sum = 0.0, product = 1.0, most = 0.0;
    for (size_t c = 0; c < w->keys; c++) {
        sum += loss[c];
        product *= pow(loss[c] + 1.0, 1.0 / (double)w->keys);
        most = fmax(most, loss[c]);
    }
    return w->aggregate == TACIT_LOSS_GEOMETRIC    ? product - 1.0
           : w->aggregate == TACIT_LOSS_ARITHMETIC ? sum / (double)w->keys
           : w->aggregate == TACIT_LOSS_MAXIMUM    ? most
                                                   : sum;
}

static sight look(const world *w, const int *level)
{
    static const bool none[ROWS] = { false };
    sight s = { 0 };
    double loss[KEYS] = { 0.0 };
    bool gone[ROWS] = { false };
    s.suppressed = mark(w, level, none, gone);
    suppress(w, level, gone, &s);
    for (size_t i = 0; i < w->rows; i++) {
        bool first = !gone[i];
        for (size_t j = 0; j < i; j++)
            first = first && !alike(w, level, i, j);
        s.classes += first;
        for (size_t c = 0; c < w->keys; c++)
            if (w->distinct[c] > 1)
                loss[c] +=
                    !gone[i] ? (covered(w, c, level[c], i) - 1.0) / (w->distinct[c] - 1.0) : 1.0;
    }
    for (size_t c = 0; c < w->keys; c++)
        loss[c] /= (double)w->rows;
    s.keeps = s.keeps && s.suppressed <= w->limit;
    s.score = aggregate(w, loss);
    return s;
}

/* ---- the search ---- */

/* A table with hierarchies of halves and quarters. */
typedef struct setting {
    tacit_table *table;
    tacit_subject *subject;
    tacit_judge *judge;
    tacit_search_space *space;
    tacit_loss *loss;
    question q[2];
    tacit_requirement require[2];
    size_t n;
    arguments intervals;
    tacit_hierarchy_spec hierarchy[KEYS];
} setting;

static const char *const NAMES[] = { "a", "b", "c", "d" };

static void demand(setting *s, question *q)
{
    s->require[s->n++] = (tacit_requirement){ .model = q->model, .args = &q->a.args };
}

static void demand_all(const world *w, setting *s)
{
    static const char *const name[MODELS] = {
        [DISTINCT] = "l_diversity",       [ENTROPY] = "l_diversity", [EQUAL] = "t_closeness",
        [ORDERED] = "t_closeness",        [BETA] = "beta_likeness",  [DELTA] = "delta_disclosure",
        [DELTA_ARX] = "delta_disclosure",
    };
    static const char *const parameter[MODELS] = {
        [DISTINCT] = "l", [ENTROPY] = "l",   [EQUAL] = "t",         [ORDERED] = "t",
        [BETA] = "beta",  [DELTA] = "delta", [DELTA_ARX] = "delta",
    };
    demand(s, with(ask(&s->q[0], "k_anonymity"), "k", w->k));
    if (w->model == NOTHING)
        return;
    question *q = with(ask(&s->q[1], name[w->model]), parameter[w->model], w->bound);
    if (w->model == ENTROPY || w->model == BETA)
        with(q, "kind", 1); /* entropy, basic */
    if (w->model == ORDERED)
        with(q, "distance", 1);
    if (w->model == DELTA_ARX)
        with(q, "compat", 1);
    demand(s, q);
}

static void open_setting(tacit_ctx *cx, const world *w, setting *s)
{
    static const double widths[] = { 2, 4 };
    static const size_t at[] = { 0, 1, 2, 3 };
    tacit_buffer text = { 0 }, format = { 0 };
    for (size_t i = 0; i < w->rows; i++) {
        for (size_t c = 0; c < w->keys; c++)
            assert_ok(cx, tacit_buffer_format(cx, &text, "%d,", w->key[c][i]));
        assert_ok(cx, tacit_buffer_format(cx, &text, "%d\n", w->sensitive[i]));
    }
    for (size_t c = 0; c < w->keys; c++)
        assert_ok(cx, tacit_buffer_format(cx, &format, "%s:i,", NAMES[c]));
    assert_ok(cx, tacit_buffer_text(cx, &format, "s:i"));
    s->table = table_of(cx, format.text, text.text);
    tacit_buffer_free(&text);
    tacit_buffer_free(&format);
    with_keys(s->table, w->keys);
    tacit_table_set_roles(s->table, w->keys, TACIT_ROLE_SENSITIVE);
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find("intervals");
    preset_args(&s->intervals, &builder->about);
    argument(&s->intervals, "widths")->reals = widths;
    argument(&s->intervals, "widths")->n = 2;
    for (size_t c = 0; c < w->keys; c++)
        s->hierarchy[c] = (tacit_hierarchy_spec){ .column = NAMES[c],
                                                  .builder = builder,
                                                  .args = s->intervals.args };
    demand_all(w, s);
    assert_ok(cx, tacit_subject_new(cx, s->table, &s->subject));
    assert_ok(cx, tacit_judge_new(cx, s->subject, s->require, s->n, &s->judge));
    const tacit_search_space_spec spec = { .table = s->table,
                                           .keys = { .n = w->keys, .at = at },
                                           .sensitive = *tacit_judge_sensitive(s->judge),
                                           .hierarchies = s->hierarchy,
                                           .n_hierarchies = w->keys };
    assert_ok(cx, tacit_space_new(cx, &spec, &s->space));
    const tacit_loss_spec loss = { .aggregate = w->aggregate, .balance = 0.5 };
    assert_ok(cx, tacit_loss_new(cx, s->space, &loss, &s->loss));
}

static void close_setting(setting *s)
{
    tacit_loss_free(s->loss);
    tacit_space_free(s->space);
    tacit_judge_free(s->judge);
    tacit_subject_free(s->subject);
    tacit_table_free(s->table);
}

/* The best node by looking at all, in the order of levels. */
static bool best_of_all(const world *w, const tacit_search_space *s, int *best, sight *found)
{
    int level[KEYS] = { 0 };
    bool any = false;
    int least = 0;
    for (;;) {
        const sight x = look(w, level);
        int sum = 0;
        for (size_t c = 0; c < w->keys; c++)
            sum += level[c];
        const bool less = !any || x.score < found->score - 1e-12,
                   equal = any && fabs(x.score - found->score) <= 1e-12;
        if (x.keeps && (less || (equal && sum < least))) {
            *found = x;
            memcpy(best, level, sizeof level);
            least = sum;
            any = true;
        }
        size_t c = w->keys;
        while (c > 0 && level[c - 1] == s->axis[c - 1].levels - 1)
            level[--c] = 0;
        if (c == 0)
            return any;
        level[c - 1]++;
    }
}

/* With more to be suppressed nothing becomes worse. */
static void check_more(tacit_ctx *cx, const setting *s, tacit_search_spec spec, double score)
{
    tacit_search_found f;
    spec.how = TACIT_SEARCH_OPTIMAL;
    for (uint64_t more = spec.most_suppressed + 1; more <= s->space->records; more += 9) {
        spec.most_suppressed = more;
        assert_ok(cx, tacit_search(cx, s->space, &spec, &f));
        assert_true(f.any || isinf(score));
        assert_true(!f.any || f.best.score <= score + 1e-12);
        score = f.any ? f.best.score : score;
    }
}

static void check_world(tacit_ctx *cx, const world *w)
{
    const size_t mark = tacit_scratch_mark(cx);
    setting s = { 0 };
    tacit_search_found f;
    int best[KEYS] = { 0 };
    sight want = { 0 };
    open_setting(cx, w, &s);
    tacit_search_spec spec = { .how = TACIT_SEARCH_OPTIMAL,
                               .judge = s.judge,
                               .loss = s.loss,
                               .release = w->how,
                               .most_suppressed = w->limit };
    const bool any = best_of_all(w, s.space, best, &want);
    assert_ok(cx, tacit_search(cx, s.space, &spec, &f));
    assert_int_equal(f.any, any);
    assert_true(f.proven);
    if (any) {
        assert_true(fabs(f.best.score - want.score) <= 1e-12);
        assert_int_equal(f.best.suppressed, want.suppressed);
        assert_int_equal(f.best.classes, want.classes);
        assert_int_equal(f.best.removed, want.removed);
        for (size_t c = 0; c < w->keys; c++)
            assert_int_equal(f.best.level[c], best[c]);
    }
    spec.checks = 3;
    assert_ok(cx, tacit_search(cx, s.space, &spec, &f));
    assert_true(!any || !(f.bound > want.score + 1e-12)); /* or there is none */
    assert_true(!f.any || f.best.score >= want.score - 1e-12);
    spec.checks = 0;
    spec.how = TACIT_SEARCH_HEURISTIC;
    assert_ok(cx, tacit_search(cx, s.space, &spec, &f));
    assert_int_equal(f.any, any);
    assert_true(!f.any || f.best.score >= want.score - 1e-12);
    check_more(cx, &s, spec, any ? want.score : INFINITY);
    close_setting(&s);
    tacit_scratch_release(cx, mark);
}

static void test_search(void **state)
{
    tacit_rng rng = tacit_rng_seed(6);
    for (int i = 0; i < TIMES; i++) {
        const world w = draw(&rng);
        check_world(*state, &w);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_search) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
