/*
 * test_local_suppress.c - local suppression against a look at every pair of rows.
 *
 * Random tables of up to 40 rows and 4 keys, with and without missing values, strata, several
 * promises and weights.  Whatever was blanked, every promise must hold by counting pair by pair;
 * the sdcMicro way must be that of a slow copy of its description; the thrifty way must not
 * cost more than that; and the exact way must be as cheap as the best of all ways on tiny tables.
 * Where a blank is a value there is no exact way, and the thrifty one is no cheaper than the best.
 */
#include "support/told.h"

enum {
    MOST_ROWS = 40,
    MOST_KEYS = 4,
    CATEGORY = 0,
    STRICT = 3,
    WILDCARD = 1,
    EXACT = 1,
    COMPAT = 2
};

/* Codes of the keys of all rows, 0 if missing, and the stratum. */
typedef struct grid {
    int x[MOST_ROWS][MOST_KEYS];
    int stratum[MOST_ROWS];
    size_t rows, keys;
} grid;

/* A set of keys and its k. */
typedef struct promise {
    unsigned set;
    size_t k;
} promise;

/* What is asked for. */
typedef struct request {
    promise p[16];
    size_t n;
    bool wildcard, category; /* neither: strict */
    double cost[MOST_KEYS];
} request;

/* Number the texts of a column by their first rows. */
static int code_of(const tacit_column *c, size_t row)
{
    char a[32], b[32];
    const char *text = tacit_column_text(c, row, a);
    if (tacit_column_is_missing(c, row))
        return 0;
    for (size_t i = 0; i < row; i++)
        if (!tacit_column_is_missing(c, i) && strcmp(tacit_column_text(c, i, b), text) == 0)
            return (int)i + 1;
    return (int)row + 1;
}

/* The first `keys` columns and the stratum in the last one, if there is one more. */
static void read_grid(const tacit_table *t, size_t keys, grid *g)
{
    *g = (grid){ .rows = tacit_table_rows(t), .keys = keys };
    for (size_t i = 0; i < g->rows; i++) {
        for (size_t j = 0; j < keys; j++)
            g->x[i][j] = code_of(tacit_table_column(t, j), i);
        if (tacit_table_columns(t) > keys)
            g->stratum[i] = code_of(tacit_table_column(t, keys), i);
    }
}

static bool shows(const grid *g, size_t i, unsigned set)
{
    for (size_t j = 0; j < g->keys; j++)
        if ((set >> j & 1) != 0 && g->x[i][j] != 0)
            return true;
    return false;
}

/* Whether row k counts for row i on a set of keys. */
static bool counts(const grid *g, const request *r, size_t i, size_t k, unsigned set)
{
    const bool silent = r->category && !shows(g, i, set);
    if (!silent && g->stratum[i] != g->stratum[k])
        return false;
    for (size_t j = 0; j < g->keys; j++) {
        const int a = g->x[i][j], b = g->x[k][j];
        const bool free = !r->category && (a == 0 || (r->wildcard && b == 0));
        if ((set >> j & 1) != 0 && !free && a != b)
            return false;
    }
    return true;
}

static bool is_safe(const grid *g, const request *r)
{
    for (size_t p = 0; p < r->n; p++)
        for (size_t i = 0; i < g->rows; i++) {
            size_t f = 0;
            for (size_t k = 0; k < g->rows; k++)
                f += counts(g, r, i, k, r->p[p].set);
            if (f < r->p[p].k && (r->category || shows(g, i, r->p[p].set)))
                return false;
        }
    return true;
}

/* What was blanked costs; nothing else may have changed. */
static double cost_between(const grid *before, const grid *after, const request *r)
{
    double cost = 0.0;
    for (size_t i = 0; i < before->rows; i++)
        for (size_t j = 0; j < before->keys; j++) {
            if (after->x[i][j] == 0 && before->x[i][j] != 0)
                cost += r->cost[j];
            assert_true(after->x[i][j] == 0 || before->x[i][j] != 0);
        }
    return cost;
}

/* Cells that are left are as they were. */
static void assert_kept(const tacit_table *before, const tacit_table *after)
{
    for (size_t j = 0; j < tacit_table_columns(before); j++)
        for (size_t i = 0; i < tacit_table_rows(before); i++) {
            const tacit_column *a = tacit_table_column(before, j),
                               *b = tacit_table_column(after, j);
            char x[32], y[32];
            if (!tacit_column_is_missing(b, i))
                assert_string_equal(tacit_column_text(a, i, x), tacit_column_text(b, i, y));
        }
}

/* Codes of `out` in the numbering of `before`. */
static void read_masked(const tacit_table *out, const grid *before, grid *g)
{
    *g = *before;
    for (size_t i = 0; i < g->rows; i++)
        for (size_t j = 0; j < g->keys; j++)
            if (tacit_column_is_missing(tacit_table_column(out, j), i))
                g->x[i][j] = 0;
}

/* ---- random requests ---- */

/* The arguments of a request; lists must outlive the run. */
typedef struct asked {
    mask m;
    double subsets[2], subset_k[2], weights[MOST_KEYS], set_k[1];
    const char *member[MOST_KEYS];
    tacit_group group[1];
} asked;

static void set_list(arguments *a, const char *name, const double *x, size_t n)
{
    tacit_value *v = argument(a, name);
    v->reals = x;
    v->n = n;
}

/* All choices of `m` keys. */
static void promise_subsets(request *r, size_t keys, size_t m, size_t k)
{
    for (unsigned set = 1; set < 1u << keys; set++)
        if ((size_t)__builtin_popcount(set) == m)
            r->p[r->n++] = (promise){ set, k };
}

static void ask_subsets(asked *a, request *r, tacit_rng *rng, size_t keys)
{
    const size_t n = 1 + tacit_rng_below(rng, keys > 1 ? 2 : 1);
    for (size_t i = 0; i < n; i++) {
        a->subsets[i] = (double)(keys - i);
        a->subset_k[i] = (double)(2 + i + tacit_rng_below(rng, 3));
        promise_subsets(r, keys, keys - i, (size_t)a->subset_k[i]);
    }
    set_list(&a->m.a, "subsets", a->subsets, n);
    set_list(&a->m.a, "subset_k", a->subset_k, n);
}

static void ask_set(asked *a, request *r, const tacit_table *t, size_t keys)
{
    a->group[0] = (tacit_group){ .label = "some", .member = a->member };
    r->p[r->n] = (promise){ .k = 4 };
    for (size_t j = 0; j < keys; j += 2) {
        a->member[a->group[0].n++] = tacit_column_name(tacit_table_column(t, j));
        r->p[r->n].set |= 1u << j;
    }
    r->n++;
    a->set_k[0] = 4;
    set_list(&a->m.a, "set_k", a->set_k, 1);
    tacit_value *v = argument(&a->m.a, "sets");
    v->groups = a->group;
    v->n = 1;
}

static void ask(asked *a, request *r, tacit_rng *rng, const tacit_table *t, size_t keys)
{
    const uint64_t rule = tacit_rng_below(rng, 3);
    *r = (request){ .wildcard = rule == 1, .category = rule == 2 };
    *a = (asked){ .subsets = { 0 } };
    start_mask(&a->m, "local_suppress");
    for (size_t j = 0; j < keys; j++)
        add_column(&a->m, t, tacit_column_name(tacit_table_column(t, j)));
    for (size_t j = 0; j < keys; j++)
        r->cost[j] = a->weights[j] = 1.0;
    if (tacit_rng_below(rng, 3) == 0) {
        for (size_t j = 0; j < keys; j++)
            r->cost[j] = a->weights[j] = (double)(1 + tacit_rng_below(rng, 3));
        set_list(&a->m.a, "weights", a->weights, keys);
    }
    const uint64_t kind = tacit_rng_below(rng, 4);
    if (kind == 1 || kind == 3)
        ask_subsets(a, r, rng, keys);
    if (kind == 2 || kind == 3)
        ask_set(a, r, t, keys);
    const size_t k = 1 + tacit_rng_below(rng, 5);
    set_number(&a->m.a, "k", (double)k);
    if (kind == 0)
        r->p[r->n++] = (promise){ (1u << keys) - 1, k };
    for (size_t p = 0; p < r->n; p++) /* where a blank is a value, k records must be there */
        r->category = r->category && r->p[p].k <= tacit_table_rows(t);
    set_number(&a->m.a, "missing", r->category ? CATEGORY : r->wildcard ? WILDCARD : STRICT);
}

/* A table of one to four keys and perhaps a column of strata. */
static tacit_table *draw_table(tacit_ctx *cx, tacit_rng *rng, size_t rows, size_t *keys)
{
    static const char *const columns[] = { "a:c", "a:i,b:c", "a:c,b:d,c:i", "a:c,b:c,c:i,d:r" };
    static const char *const strata[] = { "a:c,s:c", "a:i,b:c,s:c", "a:c,b:d,c:i,s:i",
                                          "a:c,b:c,c:i,d:r,s:c" };
    const bool split = tacit_rng_below(rng, 4) == 0;
    *keys = 1 + tacit_rng_below(rng, 4);
    tacit_table *t = random_table(
        cx, rng, split ? strata[*keys - 1] : columns[*keys - 1], rows, 1 + tacit_rng_below(rng, 4),
        tacit_rng_below(rng, 2) == 0 ? 0.0 : 0.3 * tacit_rng_uniform(rng));
    if (split)
        tacit_table_set_roles(t, *keys, TACIT_ROLE_STRATA);
    return t;
}

/* ---- promises are kept ---- */

static void test_promises(void **state)
{
    tacit_rng rng = tacit_rng_seed(611);
    for (int round = 0; round < 3000; round++) {
        size_t keys = 0;
        asked a;
        request r;
        grid before, after;
        tacit_result *told = NULL;
        tacit_table *t = draw_table(*state, &rng, tacit_rng_below(&rng, MOST_ROWS + 1), &keys);
        ask(&a, &r, &rng, t, keys);
        if (round % 4 == 0 && !r.category)
            set_number(set_number(&a.m.a, "how", EXACT), "nodes", 300);
        read_grid(t, keys, &before);
        tacit_table *out = run_told(*state, &a.m, t, &told);
        assert_kept(t, out);
        read_masked(out, &before, &after);
        assert_true(is_safe(&after, &r));
        const double cost = cost_between(&before, &after, &r);
        assert_near(figure(told, "cost"), cost, 1e-9);
        if (is_safe(&before, &r))
            assert_near(cost, 0.0, 0);
        if (!r.wildcard)
            assert_true(tacit_table_rows(t) == 0 || figure(told, "bound") <= cost + 1e-9);
        json_decref(told);
        tacit_table_free(out);
        tacit_table_free(t);
    }
}

/* ---- the least cost ---- */

/* The least cost of all ways to blank the cells from number `from` on. */
static void try_all(grid *g, const request *r, size_t from, double cost, double *least)
{
    if (cost >= *least)
        return;
    if (is_safe(g, r)) {
        *least = cost;
        return;
    }
    for (size_t cell = from; cell < g->rows * g->keys; cell++) {
        int *x = &g->x[cell / g->keys][cell % g->keys];
        const int was = *x;
        if (was == 0)
            continue;
        *x = 0;
        try_all(g, r, cell + 1, cost + r->cost[cell % g->keys], least);
        *x = was;
    }
}

static void test_least_cost(void **state)
{
    tacit_rng rng = tacit_rng_seed(612);
    for (int round = 0; round < 600; round++) {
        size_t keys = 0;
        asked a;
        request r;
        grid before;
        tacit_result *told = NULL;
        double least = INFINITY;
        tacit_table *t = draw_table(*state, &rng, 1 + tacit_rng_below(&rng, 6), &keys);
        ask(&a, &r, &rng, t, keys);
        read_grid(t, keys, &before);
        try_all(&before, &r, 0, 0.0, &least);
        tacit_table *out = run_told(*state, &a.m, t, &told);
        const double thrifty = figure(told, "cost");
        assert_true(thrifty >= least - 1e-9);
        json_decref(told);
        tacit_table_free(out);
        if (r.category) {
            tacit_table_free(t);
            continue;
        }
        /* six records of four keys have 2^24 ways: enough steps to look at them all */
        set_number(set_number(&a.m.a, "how", EXACT), "nodes", 1e9);
        out = run_told(*state, &a.m, t, &told);
        assert_near(figure(told, "cost"), least, 1e-9);
        assert_near(figure(told, "bound"), least, 1e-9);
        assert_near(figure(told, "gap"), 0.0, 1e-9);
        json_decref(told);
        tacit_table_free(out);
        tacit_table_free(t);
    }
}

/* ---- the way of sdcMicro ---- */

/* Frequency of row i by sdcMicro's rule, from its definition. */
static double frequency(const grid *g, size_t i, double alpha)
{
    const unsigned all = (1u << g->keys) - 1;
    const request loose = { .wildcard = true };
    double f = 0.0;
    unsigned gaps_i = 0;
    for (size_t j = 0; j < g->keys && j < MOST_KEYS; j++)
        gaps_i |= (unsigned)(g->x[i][j] == 0) << j;
    for (size_t k = 0; k < g->rows; k++) {
        unsigned gaps = 0;
        for (size_t j = 0; j < g->keys && j < MOST_KEYS; j++)
            gaps |= (unsigned)(g->x[k][j] == 0) << j;
        if (!counts(g, &loose, i, k, all))
            continue;
        if (memcmp(g->x[i], g->x[k], sizeof g->x[i]) == 0 || gaps_i == all)
            f += 1.0;
        else if (gaps_i == 0)
            f += gaps == all && g->keys > 1 ? 0.0 : alpha;
        else
            f += gaps == 0 ? 1.0 : alpha;
    }
    return f;
}

/* Keep the first k rows of each combination: row[] of `g`. */
static void keep_first(const grid *g, size_t k, grid *kept, size_t *row)
{
    *kept = (grid){ .keys = g->keys };
    for (size_t i = 0; i < g->rows; i++) {
        size_t before = 0;
        for (size_t h = 0; h < i; h++)
            before += memcmp(g->x[i], g->x[h], sizeof g->x[i]) == 0;
        if (before >= k)
            continue;
        row[kept->rows] = i;
        memcpy(kept->x[kept->rows++], g->x[i], sizeof g->x[i]);
    }
}

/* Blank one key of row i: the first of `order` in which one of the nearest others differs. */
static bool blank_one(grid *g, size_t i, const size_t *order)
{
    size_t least = MOST_KEYS + 1;
    unsigned found = 0;
    for (size_t k = 0; k < g->rows; k++) {
        unsigned bits = 0;
        for (size_t j = 0; j < g->keys; j++)
            if (g->x[i][j] != 0 && g->x[k][j] != 0 && g->x[i][j] != g->x[k][j])
                bits |= 1u << j;
        const size_t n = (size_t)__builtin_popcount(bits);
        if (n == 0 || n > least)
            continue;
        found = n < least ? bits : found | bits;
        least = n;
    }
    for (size_t o = 0; o < g->keys; o++)
        if ((found >> order[o] & 1) != 0) {
            g->x[i][order[o]] = 0;
            return true;
        }
    return false;
}

/* Rows with f < k by rising f, ties in order. */
static size_t list_bad(const grid *g, size_t k, double alpha, size_t *bad)
{
    double f[MOST_ROWS];
    size_t n = 0;
    for (size_t i = 0; i < g->rows; i++) {
        f[i] = frequency(g, i, alpha);
        if (f[i] >= (double)k)
            continue;
        size_t at = n++;
        for (; at > 0 && f[bad[at - 1]] > f[i]; at--)
            bad[at] = bad[at - 1];
        bad[at] = i;
    }
    return n;
}

static void suppress_slowly(grid *g, size_t k, double alpha, const size_t *order)
{
    grid kept;
    size_t row[MOST_ROWS], bad[MOST_ROWS];
    keep_first(g, k, &kept, row);
    for (size_t n = list_bad(&kept, k, alpha, bad), blanked = 1; n > 0 && blanked > 0;
         n = list_bad(&kept, k, alpha, bad)) {
        blanked = 0;
        for (size_t i = 0; i < n; i++)
            blanked += blank_one(&kept, bad[i], order);
    }
    for (size_t i = 0; i < kept.rows; i++)
        memcpy(g->x[row[i]], kept.x[i], sizeof g->x[0]);
}

/* Run one way and read what it leaves. */
static double run_way(tacit_ctx *cx, const asked *a, const tacit_table *t, const grid *before,
                      grid *after)
{
    const request plain = { .cost = { 1.0, 1.0, 1.0, 1.0 } };
    tacit_table *out = run_mask(cx, &a->m, t);
    read_masked(out, before, after);
    tacit_table_free(out);
    return cost_between(before, after, &plain);
}

/* Keys by falling importance; the number of those below `keys`. */
static const double IMPORTANCE[] = { 2, 4, 1, 3 };
static void order_keys(size_t keys, size_t own[MOST_KEYS])
{
    static const size_t order[] = { 1, 3, 0, 2 };
    size_t n = 0;
    for (size_t o = 0; o < MOST_KEYS; o++)
        if (order[o] < keys)
            own[n++] = order[o];
}

/* Ask for all columns of `t` in the way of sdcMicro. */
static void ask_peer(asked *a, const tacit_table *t, size_t k, double alpha)
{
    *a = (asked){ .subsets = { 0 } };
    start_mask(&a->m, "local_suppress");
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        add_column(&a->m, t, tacit_column_name(tacit_table_column(t, j)));
    set_list(&a->m.a, "importance", IMPORTANCE, tacit_table_columns(t));
    set_number(set_number(set_number(&a->m.a, "k", (double)k), "how", COMPAT), "alpha", alpha);
}

static void test_peer(void **state)
{
    static const char *const columns[] = { "a:c,b:c", "a:c,b:i,c:c", "a:c,b:c,c:i,d:c" };
    tacit_rng rng = tacit_rng_seed(613);
    double saved = 0.0;
    for (int round = 0; round < 1500; round++) {
        const size_t keys = 2 + tacit_rng_below(&rng, 3), k = 2 + tacit_rng_below(&rng, 3);
        const double alpha = round % 3 == 0 ? 0.0 : round % 3 == 1 ? 1.0 : 0.5;
        size_t own[MOST_KEYS];
        asked a;
        grid before, right, after;
        tacit_table *t =
            random_table(*state, &rng, columns[keys - 2], 1 + tacit_rng_below(&rng, 40),
                         2 + tacit_rng_below(&rng, 4), round % 2 == 0 ? 0.0 : 0.1);
        ask_peer(&a, t, k, alpha);
        order_keys(keys, own);
        read_grid(t, keys, &before);
        right = before;
        suppress_slowly(&right, k, alpha, own);
        const double peer = run_way(*state, &a, t, &before, &after);
        assert_memory_equal(after.x, right.x, sizeof right.x);
        /* The same semantics, thriftily: never dearer where sdcMicro keeps the promise. */
        const request r = { .p = { { (1u << keys) - 1, k } }, .n = 1, .wildcard = alpha > 0.75 };
        set_number(set_number(&a.m.a, "how", 0), "missing", r.wildcard ? WILDCARD : STRICT);
        if (round % 3 < 2 && is_safe(&right, &r)) {
            const double cost = run_way(*state, &a, t, &before, &after);
            assert_true(cost <= peer);
            saved += peer - cost;
        }
        tacit_table_free(t);
    }
    assert_true(saved > 1000.0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_promises),
        with_context(test_least_cost),
        with_context(test_peer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
