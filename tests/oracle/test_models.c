/*
 * test_models.c - models of attribute disclosure against plain counting and against the
 * transport problem solved by moving mass greedily or by brute force.
 *
 * 3000 random tables of up to 40 records, 2 keys and a sensitive column of up to 6 values,
 * with missing keys and values, under both missing rules.  For each record the records that
 * match it are found by comparing all pairs; each model's value of that group is computed
 * from dense shares.  The distance in a tree is held against successive shortest paths.
 */
#include "support/files.h"
#include "support/models.h"

#include "micro/classes/subject.h"

enum { MOST = 6, ROWS = 40 };

/* Counts of the values of a group, and of the whole table. */
typedef struct spread {
    double own[MOST], all[MOST]; /* counts by value 0 ... MOST - 1 */
    double size, known;
} spread;

/* The value of a cell "v3" or 3 - 3 (see random_cell()), -1 if missing. */
static int value_at(const tacit_column *c, size_t i)
{
    char text[32];
    if (tacit_column_is_missing(c, i))
        return -1;
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
        return tacit_column_text(c, i, text)[1] - '0';
    return (int)tacit_column_number(c, i) + 3;
}

static bool matches(const tacit_table *t, size_t i, size_t k, bool wildcard)
{
    for (size_t j = 0; j < 2; j++) {
        const int a = value_at(tacit_table_column(t, j), i);
        const int b = value_at(tacit_table_column(t, j), k);
        if (a != b && !(wildcard && (a < 0 || b < 0)))
            return false;
    }
    return true;
}

static spread spread_of(const tacit_table *t, size_t i, bool wildcard)
{
    spread s = { 0 };
    for (size_t k = 0; k < tacit_table_rows(t); k++) {
        const int v = value_at(tacit_table_column(t, 2), k);
        if (v < 0)
            continue;
        s.all[v]++;
        s.known++;
        if (matches(t, i, k, wildcard)) {
            s.own[v]++;
            s.size++;
        }
    }
    return s;
}

/* ---- each model's value of a group ---- */

static double distinct(const spread *s)
{
    double m = 0.0;
    for (int v = 0; v < MOST; v++)
        m += s->own[v] > 0.0;
    return m;
}

static double entropy(const spread *s)
{
    double h = 0.0;
    for (int v = 0; v < MOST; v++)
        if (s->own[v] > 0.0)
            h -= s->own[v] / s->size * log(s->own[v] / s->size);
    return exp(h);
}

/* G(n) by its recurrence: G(1) = -gamma - ln 2, G(2) = G(1) + 2, G(2n + 2) = G(2n) + 2 /
 * (2n + 1), G(2n + 1) = G(2n). */
static double recurrent(double n)
{
    double g = -0.57721566490153286061 - log(2.0);
    for (double k = 1.0; 2.0 * k <= n; k++)
        g += 2.0 / (2.0 * k - 1.0);
    return g;
}

static double grassberger(const spread *s)
{
    double h = recurrent(s->size);
    for (int v = 0; v < MOST; v++)
        if (s->own[v] > 0.0)
            h -= s->own[v] / s->size * recurrent(s->own[v]);
    return fmax(1.0, fmin(distinct(s), exp(h)));
}

/* The largest l with r_1 < 2 (r_l + ... + r_m), by trying each. */
static double recursive(const spread *s)
{
    double r[MOST], best = 1.0;
    memcpy(r, s->own, sizeof r);
    for (int i = 0; i < MOST; i++)
        for (int k = i + 1; k < MOST; k++)
            if (r[k] > r[i]) {
                const double swap = r[i];
                r[i] = r[k];
                r[k] = swap;
            }
    for (int l = 2; l <= MOST; l++) {
        double tail = 0.0;
        for (int i = l - 1; i < MOST; i++)
            tail += r[i];
        best = r[0] < 2.0 * tail ? l : best;
    }
    return best;
}

/* Ground distances between values; those that the table has not are no place. */
typedef double ground(const spread *s, int a, int b);

static double equal(const spread *s, int a, int b)
{
    (void)s;
    return a == b ? 0.0 : 1.0;
}

static double ordered(const spread *s, int a, int b)
{
    int between = 0, m = 0;
    for (int v = 0; v < MOST; v++) {
        m += s->all[v] > 0.0;
        between += s->all[v] > 0.0 && v >= (a < b ? a : b) && v < (a < b ? b : a);
    }
    return m < 2 ? 0.0 : (double)between / (m - 1);
}

static double numeric(const spread *s, int a, int b)
{
    int least = MOST, most = 0;
    for (int v = 0; v < MOST; v++)
        if (s->all[v] > 0.0) {
            least = v < least ? v : least;
            most = v;
        }
    return most == least ? 0.0 : fabs((double)(a - b)) / (most - least);
}

/* Pairs 0-1, 2-3, 4-5; then 0-3, 4-5; then all. */
static double tree(const spread *s, int a, int b)
{
    (void)s;
    return a == b ? 0.0 : a / 2 == b / 2 ? 1.0 / 3 : a / 4 == b / 4 ? 2.0 / 3 : 1.0;
}

/* The cheapest chain of moves from a surplus to a lack, given what was moved so far, which
 * may be moved back (Bellman and Ford).  Returns its cost; `via` is the chain. */
static double cheapest(const spread *s, ground *d, const double left[MOST],
                       double moved[MOST][MOST], int *end, int via[MOST])
{
    double cost[MOST];
    for (int v = 0; v < MOST; v++) {
        cost[v] = left[v] > 1e-12 ? 0.0 : INFINITY;
        via[v] = -1;
    }
    for (int turn = 0; turn < MOST * MOST * MOST; turn++) {
        const int a = turn / MOST % MOST, b = turn % MOST;
        const double step = moved[b][a] > 1e-12 ? -d(s, a, b) : d(s, a, b);
        if (a != b && cost[a] + step < cost[b] - 1e-12) {
            cost[b] = cost[a] + step;
            via[b] = a;
        }
    }
    *end = -1;
    for (int v = 0; v < MOST; v++)
        if (left[v] < -1e-12 && (*end < 0 || cost[v] < cost[*end]))
            *end = v;
    return *end < 0 ? 0.0 : cost[*end];
}

/* Move as much as the chain allows. */
static double push(double left[MOST], double moved[MOST][MOST], int end, const int via[MOST])
{
    int start = end;
    double most = -left[end];
    for (; via[start] >= 0; start = via[start])
        if (moved[start][via[start]] > 1e-12)
            most = fmin(most, moved[start][via[start]]);
    most = fmin(most, left[start]);
    for (int v = end; via[v] >= 0; v = via[v]) {
        if (moved[v][via[v]] > 1e-12)
            moved[v][via[v]] -= most;
        else
            moved[via[v]][v] += most;
    }
    left[start] -= most;
    left[end] += most;
    return most;
}

/* The earth mover's distance by successive cheapest chains. */
static double transport(const spread *s, ground *d)
{
    double left[MOST], moved[MOST][MOST] = { { 0 } }, sum = 0.0;
    for (int v = 0; v < MOST; v++)
        left[v] = s->own[v] / s->size - s->all[v] / s->known;
    for (int turn = 0; turn < 200; turn++) {
        int end = -1, via[MOST];
        const double cost = cheapest(s, d, left, moved, &end, via);
        if (end < 0)
            break;
        sum += cost * push(left, moved, end, via);
    }
    return sum;
}

static double equal_t(const spread *s)
{
    return transport(s, equal);
}

static double ordered_t(const spread *s)
{
    return transport(s, ordered);
}

static double numeric_t(const spread *s)
{
    return transport(s, numeric);
}

static double tree_t(const spread *s)
{
    return transport(s, tree);
}

static double disclosure(const spread *s)
{
    double most = 0.0;
    for (int v = 0; v < MOST; v++)
        if (s->all[v] > 0.0)
            most = fmax(most, fabs(log2(s->own[v] / s->size / (s->all[v] / s->known))));
    return most;
}

static double likeness(const spread *s)
{
    double most = 0.0;
    for (int v = 0; v < MOST; v++)
        if (s->own[v] > 0.0)
            most = fmax(most, s->own[v] / s->size / (s->all[v] / s->known) - 1.0);
    return most;
}

static double share(const spread *s)
{
    double most = 0.0;
    for (int v = 0; v < MOST; v++)
        most = fmax(most, s->own[v] / s->size);
    return most;
}

/* ---- the comparison ---- */

static const struct pairing {
    const char *model, *choice, *kind, *number;
    bool larger, needs_number;
    double (*value)(const spread *s);
} pairings[] = {
    { "l_diversity", "kind", "distinct", "l", true, false, distinct },
    { "l_diversity", "kind", "entropy", "l", true, false, entropy },
    { "l_diversity", "kind", "entropy_grassberger", "l", true, false, grassberger },
    { "l_diversity", "kind", "recursive", "l", true, false, recursive },
    { "p_sensitive", "missing", NULL, "p", true, false, distinct },
    { "t_closeness", "distance", "equal", "t", false, false, equal_t },
    { "t_closeness", "distance", "ordered", "t", false, false, ordered_t },
    { "t_closeness", "distance", "numeric", "t", false, true, numeric_t },
    { "t_closeness", "distance", "hierarchical", "t", false, true, tree_t },
    { "delta_disclosure", "unit", "bits", "delta", false, false, disclosure },
    { "beta_likeness", "kind", "basic", "beta", false, false, likeness },
    { "alpha_k", "missing", NULL, "alpha", false, false, share },
};

/* The worst value of all groups, and how many records violate a bound. */
static void check_model(tacit_ctx *cx, const struct pairing *p, const tacit_table *t, bool wildcard,
                        const tacit_subject_extra *extra)
{
    double worst = NAN, value[ROWS];
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const spread s = spread_of(t, i, wildcard);
        value[i] = s.size > 0.0 ? p->value(&s) : NAN;
        if (!isnan(value[i]) && (isnan(worst) || (p->larger ? value[i] < worst : value[i] > worst)))
            worst = value[i];
    }
    question q;
    ask(&q, p->model);
    if (p->kind != NULL)
        choose(&q, p->choice, p->kind);
    choose(&q, "missing", wildcard ? "wildcard" : "category");
    q.extra = *extra;
    if (tacit_param_find(q.a.args.params, "k") < q.a.args.n)
        with(&q, "k", 1);
    const double bound = p->larger ? 2.0 : 0.4; /* delta itself is too much */
    const double slack = strcmp(p->number, "delta") == 0 ? -1e-9 : 1e-9;
    double records = 0.0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        records += p->larger ? value[i] < bound - slack : value[i] > bound + slack;
    tacit_result *r = answer(cx, with(&q, p->number, bound), t);
    if (isfinite(worst))
        assert_near(figure(r, p->number), worst, 1e-9);
    else
        assert_true(isnan(figure(r, p->number)));
    assert_near(figure(r, "violating_records"), records, 0.0);
    json_decref(r);
}

static void test_small_tables(void **state)
{
    place *here = *state;
    tacit_ctx *cx = here->cx;
    char path[PATH_BYTES];
    const tacit_hierarchy_builder *b = tacit_hierarchy_builder_find("file");
    arguments a;
    put_text(here, "tree.csv", "-3,a,ab,*\n-2,a,ab,*\n-1,b,ab,*\n0,b,ab,*\n1,c,c,*\n2,c,c,*\n");
    preset_args(&a, &b->about);
    argument(&a, "path")->text = path_of(here, "tree.csv", path);
    const tacit_hierarchy_spec spec = { .column = "s", .builder = b, .args = a.args };
    const tacit_subject_extra extra = { .hierarchies = &spec, .n_hierarchies = 1 };
    tacit_rng rng = tacit_rng_seed(33);
    for (int round = 0; round < 3000; round++) {
        const bool number = round % 2 == 0;
        tacit_table *t = random_table(cx, &rng, number ? "a:c,b:i,s:i" : "a:c,b:i,s:c",
                                      1 + tacit_rng_below(&rng, ROWS),
                                      1 + tacit_rng_below(&rng, MOST), round % 3 == 0 ? 0.0 : 0.25);
        with_keys(t, 2);
        tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
        for (size_t m = 0; m < sizeof pairings / sizeof pairings[0]; m++)
            if (number || !pairings[m].needs_number)
                check_model(cx, &pairings[m], t, round % 4 < 2, &extra);
        tacit_table_free(t);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_small_tables) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
