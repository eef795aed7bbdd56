/*
 * test_graph.c - trees of cliques against sums over all combinations of values.
 *
 * Margins: the product of all factors, for every combination.  Trees: what they promise, checked by
 * definition.  Fits: the least loss over all distributions, by projected gradients on the table of
 * all combinations.  Records: their counts against what is expected.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/graph/deal.h"
#include "stats/graph/fit.h"
#include "stats/noisy/simplex.h"

enum { MOST_COLUMNS = 5, MOST_SCOPES = 6, MOST_CELLS = 1024, CASES = 400 };

/* Some margins over a few columns. */
typedef struct problem {
    size_t columns, n, cells;
    size_t size[MOST_COLUMNS];
    tacit_noisy_margin margin[MOST_SCOPES];
    double count[MOST_SCOPES][MOST_CELLS], weight[MOST_SCOPES][MOST_CELLS];
    double log_factor[MOST_SCOPES][MOST_CELLS];
} problem;

static bool has_scope(const problem *p, tacit_scope s)
{
    for (size_t m = 0; m < p->n; m++)
        if (p->margin[m].scope == s)
            return true;
    return false;
}

static void make_problem(problem *p, tacit_rng *rng)
{
    const size_t scopes = 1 + (size_t)tacit_rng_below(rng, MOST_SCOPES);
    *p = (problem){ .columns = 1 + (size_t)tacit_rng_below(rng, MOST_COLUMNS), .cells = 1 };
    for (size_t j = 0; j < p->columns; j++)
        p->cells *= p->size[j] = 1 + (size_t)tacit_rng_below(rng, 4);
    for (size_t m = 0; m < scopes; m++) {
        const tacit_scope s = 1 + tacit_rng_below(rng, tacit_scope_first(p->columns));
        const size_t n = p->n, cells = tacit_scope_cells(p->size, s);
        if (tacit_scope_width(s) > 3 || has_scope(p, s))
            continue;
        p->margin[p->n++] = (tacit_noisy_margin){ s, p->count[n], p->weight[n], p->log_factor[n] };
        for (size_t c = 0; c < cells; c++) {
            p->log_factor[n][c] = 2 * tacit_rng_normal(rng);
            p->count[n][c] = 10 * tacit_rng_normal(rng) + 12;
            p->weight[n][c] = 0.1 + tacit_rng_uniform(rng);
        }
    }
}

/* The cell of a table over `s` that combination `x` of all columns is in. */
static size_t cell_in(const problem *p, tacit_scope s, size_t x)
{
    size_t cell = 0, value[MOST_COLUMNS];
    for (size_t j = p->columns; j-- > 0; x /= p->size[j])
        value[j] = x % p->size[j];
    for (size_t j = 0; j < p->columns; j++)
        if ((s & TACIT_SCOPE_OF(j)) != 0)
            cell = cell * p->size[j] + value[j];
    return cell;
}

/* P of every combination. */
static void multiply_out(const problem *p, double *joint)
{
    double sum = 0.0;
    for (size_t x = 0; x < p->cells; x++) {
        double log_p = 0.0;
        for (size_t m = 0; m < p->n; m++)
            log_p += p->margin[m].log_factor[cell_in(p, p->margin[m].scope, x)];
        sum += joint[x] = exp(log_p);
    }
    for (size_t x = 0; x < p->cells; x++)
        joint[x] /= sum;
}

static void make_tree(const problem *p, tacit_junction *tree)
{
    tacit_scope scope[MOST_SCOPES];
    for (size_t m = 0; m < p->n; m++)
        scope[m] = p->margin[m].scope;
    tacit_junction_make(p->size, p->columns, scope, p->n, tree);
}

/* ---- the tree ---- */

/* Whether columns that two cliques share are in all cliques on the way between them: if the cliques
 * with a column, each but the first in the order of the tree, have a parent with it. */
static void check_tree(const problem *p, const tacit_junction *tree)
{
    double cells = 0.0;
    for (size_t j = 0; j < p->columns; j++) {
        size_t tops = 0;
        for (size_t c = 0; c < tree->n; c++)
            if ((tree->clique[c] & TACIT_SCOPE_OF(j)) != 0)
                tops += c == 0 || (tree->clique[tree->parent[c]] & TACIT_SCOPE_OF(j)) == 0;
        assert_int_equal(tops, 1);
    }
    for (size_t m = 0; m < p->n; m++)
        assert_true(tacit_junction_find(tree, p->size, p->margin[m].scope) < tree->n);
    for (size_t c = 0; c < tree->n; c++) {
        cells += (double)tacit_scope_cells(p->size, tree->clique[c]);
        assert_true(c == 0 || tree->parent[c] < c);
        if (c > 0)
            assert_true(tree->separator[c] == (tree->clique[c] & tree->clique[tree->parent[c]]));
    }
    assert_near(tree->cells, cells, 0.0);
}

/* ---- margins ---- */

static void test_margins(void **state)
{
    tacit_rng rng = tacit_rng_seed(71);
    static problem p;
    static double joint[MOST_CELLS], sum[MOST_CELLS];
    for (size_t k = 0; k < CASES; k++) {
        const size_t mark = tacit_scratch_mark(*state);
        tacit_junction tree;
        tacit_belief b;
        make_problem(&p, &rng);
        make_tree(&p, &tree);
        check_tree(&p, &tree);
        assert_ok(*state, tacit_belief_new(*state, p.size, &tree, &b));
        tacit_belief_clear(&b);
        for (size_t m = 0; m < p.n; m++) {
            double factor[MOST_CELLS];
            const tacit_scope s = p.margin[m].scope;
            const size_t c = tacit_junction_find(&tree, p.size, s);
            for (size_t i = 0; i < tacit_scope_cells(p.size, s); i++)
                factor[i] = exp(p.log_factor[m][i]);
            tacit_scope_multiply(p.size, tree.clique[c], b.table[c], s, factor);
        }
        assert_true(tacit_belief_agree(&b));
        multiply_out(&p, joint);
        for (size_t c = 0; c < tree.n; c++) {
            const size_t cells = tacit_scope_cells(p.size, tree.clique[c]);
            memset(sum, 0, sizeof sum);
            for (size_t x = 0; x < p.cells; x++)
                sum[cell_in(&p, tree.clique[c], x)] += joint[x];
            for (size_t i = 0; i < cells; i++)
                assert_near(b.table[c][i], sum[i], 1e-12);
        }
        tacit_scratch_release(*state, mark);
    }
}

/* Factors that leave nothing, or infinitely much, are told from others. */
static void test_nothing_left(void **state)
{
    const size_t size[] = { 2, 2 };
    const tacit_scope both = 3;
    tacit_junction tree;
    tacit_belief b;
    tacit_junction_make(size, 2, &both, 1, &tree);
    assert_ok(*state, tacit_belief_new(*state, size, &tree, &b));
    tacit_belief_clear(&b);
    memset(b.table[0], 0, 4 * sizeof *b.table[0]);
    assert_false(tacit_belief_agree(&b));
    tacit_belief_clear(&b);
    b.table[0][2] = INFINITY;
    assert_false(tacit_belief_agree(&b));
}

/* ---- fits ---- */

static double loss_of(const problem *p, const double *joint, double total, double *gradient)
{
    double loss = 0.0;
    memset(gradient, 0, p->cells * sizeof *gradient);
    for (size_t m = 0; m < p->n; m++) {
        double told[MOST_CELLS] = { 0.0 };
        const tacit_noisy_margin *k = &p->margin[m];
        for (size_t x = 0; x < p->cells; x++)
            told[cell_in(p, k->scope, x)] += total * joint[x];
        for (size_t c = 0; c < tacit_scope_cells(p->size, k->scope); c++)
            loss += k->weight[c] * (told[c] - k->count[c]) * (told[c] - k->count[c]) / 2;
        for (size_t x = 0; x < p->cells; x++) {
            const size_t c = cell_in(p, k->scope, x);
            gradient[x] += total * k->weight[c] * (told[c] - k->count[c]);
        }
    }
    return loss;
}

/* The least loss over all distributions: projected gradients with a step that is safe. */
static double least_loss(tacit_ctx *cx, const problem *p, double total)
{
    static double joint[MOST_CELLS], next[MOST_CELLS], gradient[MOST_CELLS];
    double bound = 1.0, loss = 0.0;
    for (size_t m = 0; m < p->n; m++)
        bound += 1.1 * (double)p->cells / (double)tacit_scope_cells(p->size, p->margin[m].scope);
    const double step = 1.0 / (bound * total * total);
    for (size_t x = 0; x < p->cells; x++)
        joint[x] = 1.0 / (double)p->cells;
    for (size_t k = 0; k < 3000; k++) {
        loss = loss_of(p, joint, total, gradient);
        for (size_t x = 0; x < p->cells; x++)
            next[x] = joint[x] - step * gradient[x];
        assert_ok(cx, tacit_simplex_project(cx, next, p->cells, joint));
    }
    return loss;
}

static void test_fits(void **state)
{
    static const tacit_fit_end end = { .most = 4000, .progress = 1e-12 };
    tacit_rng rng = tacit_rng_seed(72);
    static problem p;
    for (size_t k = 0, done = 0; done < 25; k++) {
        const size_t mark = tacit_scratch_mark(*state);
        tacit_graph g;
        make_problem(&p, &rng);
        if (p.n == 0 || p.cells > 48)
            continue;
        memset(p.log_factor, 0, sizeof p.log_factor);
        const tacit_noisy_margins known = { p.size, p.columns, p.margin, p.n, 60.0 };
        assert_ok(*state, tacit_graph_fit(*state, &known, &end, &g));
        const double least = least_loss(*state, &p, 60.0);
        assert_near(g.loss, least, 2e-3 * least + 1e-6);
        tacit_scratch_release(*state, mark);
        done++;
    }
}

/* One column of two values, counts 30 and 10 of 40 records that have the same weight: exactly those
 * counts.  With counts 36 and 10 both are 3 too many, and 33 and 7 are nearest. */
static void test_fit_by_hand(void **state)
{
    static const size_t size[] = { 2 };
    static const tacit_fit_end end = { .most = 200, .progress = 1e-14 };
    double count[] = { 36, 10 }, weight[] = { 0.25, 0.25 }, log_factor[] = { 0, 0 };
    const tacit_noisy_margin margin = { 1, count, weight, log_factor };
    const tacit_noisy_margins known = { size, 1, &margin, 1, 40.0 };
    tacit_graph g;
    assert_ok(*state, tacit_graph_fit(*state, &known, &end, &g));
    assert_near(40 * g.belief.table[0][0], 33, 1e-5);
    assert_near(g.loss, 0.25 * (9 + 9) / 2, 1e-9);
}

/* A fit ends where noise begins: half a unit of loss a cell. */
static void test_fit_ends_at_noise(void **state)
{
    static const size_t size[] = { 4 };
    static const tacit_fit_end end = { .most = 1000, .noise = 1.0 };
    double count[] = { 70, 20, 5, 5 }, weight[] = { 0.1, 0.1, 0.1, 0.1 }, log_factor[4] = { 0 };
    const tacit_noisy_margin margin = { 1, count, weight, log_factor };
    const tacit_noisy_margins known = { size, 1, &margin, 1, 100.0 };
    tacit_graph g;
    assert_ok(*state, tacit_graph_fit(*state, &known, &end, &g));
    assert_true(g.loss <= 2.0 && g.loss > 0.0 && g.steps < 100);
}

/* ---- records ---- */

/* Of a clique with its separator as it was dealt, every count is off by less than one. */
static void check_dealt(const problem *p, const tacit_belief *b, size_t c, size_t rows,
                        uint16_t *const *code)
{
    const tacit_scope clique = b->tree->clique[c], separator = b->tree->separator[c];
    double count[MOST_CELLS] = { 0.0 }, group[MOST_CELLS], share[MOST_CELLS], one[MOST_CELLS];
    for (size_t i = 0; i < rows; i++) {
        size_t cell = 0;
        for (size_t j = 0; j < p->columns; j++)
            if ((clique & TACIT_SCOPE_OF(j)) != 0)
                cell = cell * p->size[j] + code[j][i];
        count[cell]++;
    }
    tacit_scope_sum(p->size, clique, count, separator, group);
    tacit_scope_sum(p->size, clique, b->table[c], separator, share);
    for (size_t s = 0; s < tacit_scope_cells(p->size, separator); s++)
        one[s] = share[s] > 0.0 ? group[s] / share[s] : 0.0;
    double expected[MOST_CELLS];
    memcpy(expected, b->table[c], tacit_scope_cells(p->size, clique) * sizeof *expected);
    tacit_scope_multiply(p->size, clique, expected, separator, one);
    for (size_t i = 0; i < tacit_scope_cells(p->size, clique); i++)
        assert_true(fabs(count[i] - expected[i]) < 1.0 + 1e-9);
}

static void test_records(void **state)
{
    static const tacit_fit_end end = { .most = 30 };
    tacit_rng rng = tacit_rng_seed(73);
    static problem p;
    static uint16_t room[MOST_COLUMNS][500];
    uint16_t *code[MOST_COLUMNS];
    for (size_t j = 0; j < MOST_COLUMNS; j++)
        code[j] = room[j];
    for (size_t k = 0; k < CASES / 4; k++) {
        const size_t mark = tacit_scratch_mark(*state), rows = (size_t)tacit_rng_below(&rng, 500);
        tacit_graph g;
        make_problem(&p, &rng);
        const tacit_noisy_margins known = { p.size, p.columns, p.margin, p.n, 60.0 };
        assert_ok(*state, tacit_graph_fit(*state, &known, &end, &g));
        assert_ok(*state, tacit_graph_deal(*state, &g.belief, rows, &rng, code));
        for (size_t c = 0; c < g.tree.n; c++)
            check_dealt(&p, &g.belief, c, rows, code);
        tacit_scratch_release(*state, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_margins),
        with_context(test_nothing_left),
        with_context(test_fits),
        with_context(test_fit_by_hand),
        with_context(test_fit_ends_at_noise),
        with_context(test_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
