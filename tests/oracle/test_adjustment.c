/*
 * test_adjustment.c - controlled tabular adjustment against every choice of which sensitive cells
 * go up and which down, each solved by itself: sums of changes by a plain linear program, sums of
 * squares by Hildreth's method (1957), equation by equation.
 */
#include "support/cubes.h"

#include <float.h>

#include "tabular/protection/adjust/adjust.h"

enum { MOST_CELLS = 64 };

/* A table with random weights, levels of fractions of a unit and bounds that are now and then
 * tight. */
static tacit_system *random_table(tacit_ctx *cx, tacit_rng *rng, size_t n, const size_t *size,
                                  size_t most)
{
    tacit_system *s = random_cube(cx, rng, n, size, 6, 0);
    size_t sensitive = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        c->status = TACIT_CELL_SAFE;
        c->cost = 1 + (double)tacit_rng_below(rng, 4);
        c->low = fmax(0, c->value - (double)tacit_rng_below(rng, 5));
        c->high = c->value + (double)tacit_rng_below(rng, 4);
        if (sensitive == most || tacit_rng_below(rng, 3) > 0)
            continue;
        sensitive++;
        c->status = TACIT_CELL_PRIMARY;
        c->upper = (1 + (double)tacit_rng_below(rng, 8)) / 4;
        c->lower = (1 + (double)tacit_rng_below(rng, 8)) / 4;
        c->unit = 0.25;
    }
    return s;
}

/* The bounds of all changes if the k-th sensitive cell goes up where bit k of `ways` is set; false
 * if one cannot. */
static bool bound_changes(const tacit_system *s, size_t ways, double *low, double *high)
{
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        low[i] = c->low - c->value;
        high[i] = c->high - c->value;
        if (c->status != TACIT_CELL_PRIMARY)
            continue;
        high[i] = fmax(high[i], c->upper);
        if (ways % 2 == 1)
            low[i] = c->upper;
        else
            high[i] = -c->lower;
        ways /= 2;
        if (low[i] > high[i])
            return false;
    }
    return true;
}

static size_t count_sensitive(const tacit_system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        n += s->cell[i].status == TACIT_CELL_PRIMARY;
    return n;
}

/* ---- sums of changes ---- */

/* d of each cell and t >= |d| as columns. */
static tacit_lp *make_program(tacit_ctx *cx, const tacit_system *s)
{
    const size_t n = s->n_cells;
    double cost[2 * MOST_CELLS] = { 0 }, least[2 * MOST_CELLS] = { 0 }, most[2 * MOST_CELLS];
    tacit_lp *lp = NULL;
    for (size_t i = 0; i < n; i++) {
        cost[n + i] = s->cell[i].cost;
        most[i] = most[n + i] = DBL_MAX;
    }
    assert_ok(cx, tacit_lp_new(cx, &(tacit_lp_columns){ 2 * n, cost, least, most }, &lp));
    for (size_t q = 0; q < s->n_equations; q++) {
        uint32_t column[MOST_CELLS];
        double value[MOST_CELLS];
        const double zero = 0;
        const size_t start[] = { 0, s->first[q + 1] - s->first[q] };
        for (size_t e = 0; e < start[1]; e++) {
            column[e] = s->term[s->first[q] + e].at;
            value[e] = (double)s->term[s->first[q] + e].weight;
        }
        const tacit_sparse row = { 1, 2 * n, start, column, value };
        assert_ok(cx, tacit_lp_add_rows(cx, lp, &row, &zero, &zero));
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t column[] = { (uint32_t)n + i, i, (uint32_t)n + i, i };
        const double value[] = { 1, 1, 1, -1 }, zero[] = { 0, 0 }, none[] = { DBL_MAX, DBL_MAX };
        const size_t start[] = { 0, 2, 4 };
        const tacit_sparse rows = { 2, 2 * n, start, column, value };
        assert_ok(cx, tacit_lp_add_rows(cx, lp, &rows, zero, none));
    }
    return lp;
}

static double least_sum(tacit_ctx *cx, const tacit_system *s)
{
    double low[MOST_CELLS], high[MOST_CELLS], best = HUGE_VAL;
    tacit_lp *lp = make_program(cx, s);
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    for (size_t ways = 0; ways < (size_t)1 << count_sensitive(s); ways++) {
        if (!bound_changes(s, ways, low, high))
            continue;
        for (size_t i = 0; i < s->n_cells; i++)
            tacit_lp_bound(lp, i, low[i], high[i]);
        assert_ok(cx, tacit_lp_solve(cx, lp, false, &outcome));
        best = outcome == TACIT_LP_OPTIMAL ? fmin(best, tacit_lp_objective(lp)) : best;
    }
    tacit_lp_free(lp);
    return best;
}

/* ---- sums of squares ---- */

/* What is left of equation `q` if its price is `p`, with the changes that the prices give. */
static double left_of(const tacit_system *s, const double *low, const double *high, size_t q,
                      double *price, double p)
{
    double sum = 0;
    price[q] = p;
    for (size_t e = s->first[q]; e < s->first[q + 1]; e++) {
        const uint32_t i = s->term[e].at;
        double t = 0;
        for (size_t r = s->first_of[i]; r < s->first_of[i + 1]; r++)
            t += price[s->in[r].at] * (double)s->in[r].weight;
        sum += (double)s->term[e].weight * fmin(fmax(t / s->cell[i].cost, low[i]), high[i]);
    }
    return sum;
}

/* Give equation `q` the price at which it adds up, by halving; what was left before. */
static double fit_price(const tacit_system *s, const double *low, const double *high, size_t q,
                        double *price)
{
    const double before = fabs(left_of(s, low, high, q, price, price[q]));
    double least = -1e4, largest = 1e4;
    for (int k = 0; k < 60; k++) {
        const double p = (least + largest) / 2;
        if (left_of(s, low, high, q, price, p) < 0)
            least = p;
        else
            largest = p;
    }
    return before;
}

/* One equation after another gets its price, until all add up; infinite if they do not in many
 * turns. */
static double least_squares(const tacit_system *s, const double *low, const double *high)
{
    double price[MOST_CELLS] = { 0 }, sum = 0, most = 1;
    for (int turn = 0; turn < 200 && most > 1e-8; turn++) {
        most = 0;
        for (size_t q = 0; q < s->n_equations; q++)
            most = fmax(most, fit_price(s, low, high, q, price));
    }
    for (size_t i = 0; i < s->n_cells; i++) {
        double t = 0;
        for (size_t r = s->first_of[i]; r < s->first_of[i + 1]; r++)
            t += price[s->in[r].at] * (double)s->in[r].weight;
        const double d = fmin(fmax(t / s->cell[i].cost, low[i]), high[i]);
        sum += s->cell[i].cost * d * d;
    }
    return most > 1e-8 ? HUGE_VAL : sum;
}

static double least_sum_of_squares(const tacit_system *s)
{
    double low[MOST_CELLS], high[MOST_CELLS], best = HUGE_VAL;
    for (size_t ways = 0; ways < (size_t)1 << count_sensitive(s); ways++)
        if (bound_changes(s, ways, low, high))
            best = fmin(best, least_squares(s, low, high));
    return best;
}

/* ---- checks ---- */

static bool is_adjusted(const tacit_cell *c, double by)
{
    if (by < c->low - c->value - 1e-7 || by > fmax(c->high - c->value, c->upper) + 1e-7)
        return false;
    return c->status != TACIT_CELL_PRIMARY || by >= c->upper - 1e-6 || -by >= c->lower - 1e-6;
}

static double distance_of(const tacit_system *s, bool squares)
{
    double sum = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const double by = s->cell[i].shown - s->cell[i].value;
        assert_true(is_adjusted(&s->cell[i], by));
        sum += s->cell[i].cost * (squares ? by * by : fabs(by));
    }
    return sum;
}

static void set_shown(tacit_system *s, const tacit_adjusting *a)
{
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].shown = s->cell[i].value + a->d[i];
}

/* What adjust.c makes of a table without parameters, weighted by cost. */
static tacit_adjusting begin(tacit_ctx *cx, const tacit_system *s)
{
    tacit_adjusting a = { .system = s, .end = tacit_adjusting_now() + 1000 };
    double **array[] = { &a.up, &a.down, &a.weight, &a.d };
    for (size_t k = 0; k < 4; k++)
        assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof(double), array[k]));
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *a.cell, &a.cell));
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        a.up[i] = fmax(c->high - c->value, c->upper);
        a.down[i] = c->value - c->low;
        a.weight[i] = c->cost;
        if (c->status == TACIT_CELL_PRIMARY)
            a.cell[a.n++] = (uint32_t)i;
    }
    assert_ok(cx, tacit_adjusting_begin(cx, &a));
    return a;
}

static const size_t TWO[] = { 2, 3 }, THREE[] = { 2, 2, 2 };

static tacit_system *next_table(tacit_ctx *cx, tacit_rng *rng, int k, size_t most)
{
    return k % 2 == 0 ? random_table(cx, rng, 2, TWO, most) : random_table(cx, rng, 3, THREE, most);
}

/* The whole protection: the least sum, or that there is none. */
static void test_sums(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(140);
    size_t possible = 0, impossible = 0;
    const cube_setting settings[] = { { "weights", 0, "cost" }, { 0 } };
    for (int k = 0; k < 800; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = next_table(cx, &rng, k, 5);
        const double least = least_sum(cx, s);
        const tacit_status status = protect_cube(cx, &tacit_protection_adjust, s, 1, settings);
        assert_int_equal(status, isinf(least) ? TACIT_ERR_DATA : TACIT_OK);
        if (status == TACIT_OK) {
            assert_adds_up(s);
            assert_near(distance_of(s, false), least, 1e-5);
        }
        possible += !isinf(least);
        impossible += isinf(least) != 0;
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(possible > 300 && impossible > 50);
}

/* Blocks alone, from no change at all: a table that small is one block, so the least sum again;
 * with blocks of few cells at first, tables in between add up too. */
static void test_blocks(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(141);
    size_t possible = 0;
    for (int k = 0; k < 150; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = next_table(cx, &rng, k, 5);
        const double least = least_sum(cx, s);
        tacit_adjusting a = begin(cx, s);
        assert_ok(cx, tacit_adjust_blocks(cx, &a));
        set_shown(s, &a);
        assert_adds_up(s);
        bool all = true;
        for (size_t i = 0; i < a.n; i++)
            all = all && !(tacit_adjusting_short(&a, i) > 0);
        assert_int_equal(all, !isinf(least));
        if (all)
            assert_near(distance_of(s, false), least, 1e-5);
        possible += all;
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(possible > 50);
}

/* Counts with the levels of a frequency rule, so that bridges take several cells: every table
 * fulfils them, and the bound comes nearer. */
static void test_bridges(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(142);
    double first = 0, last = 0, sum = 0;
    for (int k = 0; k < 150; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = k % 2 == 0 ? random_cube(cx, &rng, 2, TWO, 6, 4)
                                     : random_cube(cx, &rng, 3, THREE, 5, 3);
        for (size_t i = 0; i < s->n_cells; i++)
            s->cell[i].cost = 1;
        const double least = count_sensitive(s) <= 7 ? least_sum(cx, s) : HUGE_VAL;
        tacit_adjusting a = begin(cx, s);
        uint32_t order[MOST_CELLS];
        tacit_adjust_way way[MOST_CELLS];
        for (uint32_t i = 0; i < MOST_CELLS; i++)
            order[i] = i;
        for (size_t i = 0; i < a.n; i++)
            way[a.cell[i]] = a.may[i] == TACIT_ADJUST_EITHER ? TACIT_ADJUST_RELAXED : a.may[i];
        tacit_adjust_program p = { .a = &a,
                                   .n = s->n_cells,
                                   .cell = order,
                                   .way = way,
                                   .n_equations = s->n_equations,
                                   .equation = order,
                                   .place = order };
        size_t added = 1;
        tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
        assert_ok(cx, tacit_adjust_program_make(cx, &p));
        for (size_t round = 0; !isinf(least) && added > 0 && round < 10; round++) {
            assert_ok(cx, tacit_lp_solve(cx, p.lp, false, &outcome));
            assert_int_equal(outcome, TACIT_LP_OPTIMAL);
            const double bound = tacit_lp_objective(p.lp) + p.constant;
            assert_true(bound <= least + 1e-6);
            first += round == 0 ? bound : 0;
            last += round == 0 ? bound : 0;
            assert_ok(cx, tacit_adjust_bridges(cx, &p, tacit_lp_point(p.lp), &added));
        }
        if (!isinf(least)) {
            assert_ok(cx, tacit_lp_solve(cx, p.lp, false, &outcome));
            assert_true(tacit_lp_objective(p.lp) + p.constant <= least + 1e-6);
            sum += least;
            last += tacit_lp_objective(p.lp) + p.constant;
        }
        tacit_adjust_program_free(&p);
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    last -= first;
    assert_true(sum > 0 && sum - last < 0.5 * (sum - first));
}

/* Squares: the bound is one, what is found is near the least, and the changes are those of a
 * table. */
static void test_squares(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(143);
    size_t possible = 0, exact = 0;
    double found = 0, bound = 0, best = 0;
    for (int k = 0; k < 40; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = next_table(cx, &rng, k, 4);
        tacit_adjusting a = begin(cx, s);
        tacit_adjusted out = { 0 };
        const double least = isinf(least_sum(cx, s)) ? HUGE_VAL : least_sum_of_squares(s);
        if (!isinf(least)) {
            assert_ok(cx, tacit_adjusting_search(cx, &a, &out));
            assert_ok(cx, tacit_adjusting_squares(cx, &a, &out));
            set_shown(s, &a);
            assert_adds_up(s);
            assert_near(distance_of(s, true), out.cost, 1e-5);
            assert_true(out.bound <= least * (1 + 1e-6) && out.cost >= least * (1 - 1e-6));
            assert_true(!out.proven || out.cost <= least * (1 + 1e-5));
            possible++;
            exact += out.cost <= least * (1 + 1e-5);
            found += out.cost;
            bound += out.bound;
            best += least;
        }
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(possible > 10 && 10 * exact > 9 * possible);
    assert_true(found < 1.01 * best && bound > 0.5 * best);
}

/* Where bounds leave the cells of a row no room on the way, what is found adds up nevertheless. */
static void test_tight(void **state)
{
    tacit_ctx *cx = *state;
    size_t possible = 0;
    for (uint64_t seed = 5000; seed <= 5018; seed += 2) {
        tacit_rng rng = tacit_rng_seed(seed);
        for (int k = 0; k < 40; k++) {
            const size_t mark = tacit_scratch_mark(cx);
            tacit_system *s = next_table(cx, &rng, k, 4);
            tacit_adjusting a = begin(cx, s);
            tacit_adjusted out = { 0 };
            if (!isinf(least_sum(cx, s))) {
                assert_ok(cx, tacit_adjusting_search(cx, &a, &out));
                assert_ok(cx, tacit_adjusting_squares(cx, &a, &out));
                set_shown(s, &a);
                assert_adds_up(s);
                possible++;
            }
            tacit_system_free(s);
            tacit_scratch_release(cx, mark);
        }
    }
    assert_true(possible > 100);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_sums),
        with_context(test_blocks),
        with_context(test_bridges),
        with_context(test_squares),
        with_context(test_tight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
