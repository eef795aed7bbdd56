/*
 * test_search.c - the search of the lattice against looking at every node, on small random
 * tables.
 *
 * 600 tables of up to 50 records and 2 to 4 keys of up to 8 values, with the levels x, x / 2,
 * x / 4 and one label for all.  The oracle labels rows by division, compares all pairs of rows,
 * judges by the definitions of k-anonymity, distinct l-diversity and t-closeness (equal
 * distance), and sums granularity over records.  Scores must be equal, the node must be the
 * oracle's (least score, then least sum of levels, then first), and the search must be proven;
 * with a bound on checks the bound told must hold.  More general nodes of monotone requirements
 * stay valid.
 */
#include "support/models.h"

#include <math.h>

#include "search/search.h"

enum { ROWS = 50, KEYS = 4, VALUES = 8, LEVELS = 4, TIMES = 600, MOST_NODES = 256 };

/* A table, and what is asked of it. */
typedef struct world {
    size_t rows, keys;
    int key[KEYS][ROWS], sensitive[ROWS];
    int distinct[KEYS]; /* values that occur */
    int k, l;           /* 0: not required */
    double t;           /* 0: not required */
    uint64_t limit;
    tacit_loss_aggregate aggregate;
} world;

/* What the oracle finds at a node. */
typedef struct sight {
    bool keeps;
    double score;
    uint64_t suppressed;
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
    const uint64_t kind = tacit_rng_below(rng, 4);
    w.k = kind != 2 ? 1 + (int)tacit_rng_below(rng, 5) : 0;
    w.l = kind == 1 ? 2 : 0;
    w.t = kind >= 2 ? 0.1 + 0.1 * (double)tacit_rng_below(rng, 5) : 0.0;
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

/* Whether the class of row i keeps what is required. */
static bool is_safe(const world *w, const int *level, size_t i)
{
    int size = 0, in[3] = { 0 }, all[3] = { 0 };
    for (size_t j = 0; j < w->rows; j++) {
        const bool same = alike(w, level, i, j);
        size += same;
        in[w->sensitive[j]] += same;
        all[w->sensitive[j]]++;
    }
    double distance = 0.0;
    for (int v = 0; v < 3; v++)
        distance += fabs((double)in[v] / size - (double)all[v] / (double)w->rows) / 2.0;
    return size >= w->k && (in[0] > 0) + (in[1] > 0) + (in[2] > 0) >= w->l &&
           (!(w->t > 0.0) || distance <= w->t + 1e-9);
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
    sight s = { 0 };
    double loss[KEYS] = { 0.0 };
    for (size_t i = 0; i < w->rows; i++) {
        const bool safe = is_safe(w, level, i);
        s.suppressed += !safe;
        for (size_t c = 0; c < w->keys; c++)
            if (w->distinct[c] > 1)
                loss[c] += safe ? (covered(w, c, level[c], i) - 1.0) / (w->distinct[c] - 1.0) : 1.0;
    }
    for (size_t c = 0; c < w->keys; c++)
        loss[c] /= (double)w->rows;
    s.keeps = s.suppressed <= w->limit;
    s.score = aggregate(w, loss);
    return s;
}

/* ---- the search ---- */

/* A table with hierarchies of halves and quarters. */
typedef struct setting {
    tacit_table *table;
    tacit_subject *subject;
    tacit_judge *judge;
    tacit_space *space;
    tacit_loss *loss;
    question q[3];
    tacit_requirement require[3];
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
    if (w->k > 0)
        demand(s, with(ask(&s->q[0], "k_anonymity"), "k", w->k));
    if (w->l > 0)
        demand(s, with(ask(&s->q[1], "l_diversity"), "l", w->l));
    if (w->t > 0.0)
        demand(s, with(ask(&s->q[2], "t_closeness"), "t", w->t));
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
    const tacit_space_spec spec = { .table = s->table,
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
static bool best_of_all(const world *w, const tacit_space *s, int *best, sight *found)
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

static void check_world(tacit_ctx *cx, const world *w)
{
    const size_t mark = tacit_scratch_mark(cx);
    setting s = { 0 };
    tacit_search_found f;
    int best[KEYS] = { 0 };
    sight want = { 0 };
    open_setting(cx, w, &s);
    tacit_search_spec spec = {
        .how = TACIT_SEARCH_OPTIMAL, .judge = s.judge, .loss = s.loss, .most_suppressed = w->limit
    };
    const bool any = best_of_all(w, s.space, best, &want);
    assert_ok(cx, tacit_search(cx, s.space, &spec, &f));
    assert_int_equal(f.any, any);
    assert_true(f.proven);
    if (any) {
        assert_true(fabs(f.best.score - want.score) <= 1e-12);
        assert_int_equal(f.best.suppressed, want.suppressed);
        for (size_t c = 0; c < w->keys; c++)
            assert_int_equal(f.best.level[c], best[c]);
    }
    spec.checks = 3;
    assert_ok(cx, tacit_search(cx, s.space, &spec, &f));
    assert_true(!any || f.bound <= want.score + 1e-12);
    assert_true(!f.any || f.best.score >= want.score - 1e-12);
    spec = (tacit_search_spec){
        .how = TACIT_SEARCH_HEURISTIC, .judge = s.judge, .loss = s.loss, .most_suppressed = w->limit
    };
    assert_ok(cx, tacit_search(cx, s.space, &spec, &f));
    assert_true(!f.any || f.best.score >= want.score - 1e-12);
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

int main(void)
{
    const struct CMUnitTest tests[] = { with_context(test_search) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
