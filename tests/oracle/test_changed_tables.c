/*
 * test_changed_tables.c - rounding, adjustment and the audit of changed tables against all tables
 * that there are: every choice of up and down, every small change, every table that readers must
 * hold possible.
 */
#include "support/cubes.h"

#include "tabular/audit_shown.h"
#include "tabular/protection/round/block.h"

enum { MOST_CELLS = 64 };

/* A way to go through all tables of whole numbers by their inner cells. */
typedef struct counter {
    const tacit_system *s;
    size_t n, inner[16];   /* inner cells */
    int low[16], high[16]; /* of what each is changed by, in steps */
    int at[16];
    double step;
    double x[MOST_CELLS]; /* the table */
} counter;

/* The total of equation `r`, which stands first, from its parts. */
static void add_equation(counter *c, size_t r)
{
    const tacit_cell_term *term = c->s->term + c->s->first[r];
    const size_t n = c->s->first[r + 1] - c->s->first[r];
    c->x[term[0].at] = 0;
    for (size_t k = 1; k < n; k++)
        c->x[term[0].at] += c->x[term[k].at];
}

/* All margins; equations come in the order of their totals, and parts after totals. */
static void add_up(counter *c)
{
    for (size_t r = c->s->n_equations; r-- > 0;)
        add_equation(c, r);
}

static void look(counter *c, const double *origin)
{
    for (size_t k = 0; k < c->n; k++)
        c->x[c->inner[k]] = origin[c->inner[k]] + c->step * c->at[k];
    add_up(c);
}

static bool next(counter *c)
{
    for (size_t k = 0; k < c->n; k++) {
        if (c->at[k]++ < c->high[k])
            return true;
        c->at[k] = c->low[k];
    }
    return false;
}

static void begin(counter *c, const tacit_system *s, size_t n, const size_t *size)
{
    *c = (counter){ .s = s, .step = 1 };
    for (size_t i = 0; i < s->n_cells; i++)
        if (cube_is_inner(n, size, i))
            c->inner[c->n++] = i;
}

/* ---- rounding ---- */

/* The least distance of a zero-restricted rounding; HUGE_VAL if there is none. */
static double round_slowly(const tacit_system *s, size_t n, const size_t *size, double base)
{
    counter c;
    double down[MOST_CELLS], best = HUGE_VAL;
    begin(&c, s, n, size);
    c.step = base;
    for (size_t i = 0; i < s->n_cells; i++)
        down[i] = base * floor(s->cell[i].value / base);
    for (size_t k = 0; k < c.n; k++)
        c.high[k] = s->cell[c.inner[k]].value > down[c.inner[k]];
    do {
        double sum = 0;
        look(&c, down);
        for (size_t i = 0; i < s->n_cells; i++) {
            const double by = fabs(c.x[i] - s->cell[i].value);
            sum += by < base ? by : HUGE_VAL;
        }
        best = fmin(best, sum);
    } while (next(&c));
    return best;
}

static void check_rounding(tacit_ctx *cx, tacit_rng *rng, size_t n, const size_t *size)
{
    const double base = 2 + (double)tacit_rng_below(rng, 4);
    tacit_system *s = random_cube(cx, rng, n, size, 2 + tacit_rng_below(rng, 12), 0);
    const double least = round_slowly(s, n, size, base);
    tacit_rounding r = { 0 };
    tacit_rounded found = { 0 };
    assert_ok(cx, tacit_rounding_new(cx, s, base, &r));
    r.end = tacit_rounding_now() + 1000;
    assert_ok(cx, tacit_round_controlled(cx, &r, rng, &found));
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].shown = base * (r.q[i] + r.t[i]);
    assert_adds_up(s);
    assert_true(found.proven);
    assert_int_equal(found.impossible, isinf(least) != 0);
    if (isinf(least))
        assert_true(r.steps > 0);
    else
        assert_near(tacit_rounding_total(&r), least, 1e-6);
    tacit_system_free(s);
}

static void test_rounding(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(131);
    for (size_t k = 0; k < 1500; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        check_rounding(cx, &rng, 2, (size_t[]){ 2 + k % 2, 2 + k % 3 });
        check_rounding(cx, &rng, 3, (size_t[]){ 2, 2, 2 + (k % 4 == 0) });
        tacit_scratch_release(cx, mark);
    }
}

/* Annealing alone: it always adds up, and finds the least distance almost always. */
static void test_annealing(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(132);
    size_t met = 0, possible = 0;
    for (int k = 0; k < 200; k++) {
        const size_t mark = tacit_scratch_mark(cx), size[] = { 2, 3, 2 };
        tacit_system *s = random_cube(cx, &rng, 3, size, 9, 0);
        const double least = round_slowly(s, 3, size, 3);
        tacit_leaves leaves = { 0 };
        tacit_rounding r = { 0 };
        assert_ok(cx, tacit_leaves_find(cx, s, &leaves));
        assert_true(leaves.adds_up);
        assert_ok(cx, tacit_rounding_new(cx, s, 3, &r));
        r.end = tacit_rounding_now() + 1000;
        tacit_round_start(&r, &leaves, &rng);
        const tacit_round_search how = { .leaves = &leaves, .strict = 3, .hot = 2, .sweeps = 100 };
        assert_ok(cx, tacit_round_anneal(cx, &r, &how, &rng));
        for (size_t i = 0; i < s->n_cells; i++)
            s->cell[i].shown = 3 * (r.q[i] + r.t[i]);
        assert_adds_up(s);
        if (tacit_rounding_beyond(&r) == 0)
            assert_true(tacit_rounding_total(&r) >= least - 1e-6);
        possible += !isinf(least);
        met += !isinf(least) && tacit_rounding_beyond(&r) == 0 &&
               tacit_rounding_total(&r) <= least + 1e-6;
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(possible > 50);
    assert_true((double)met >= 0.8 * (double)possible);
}

static void assert_multiples_add_up(tacit_system *s, const tacit_rounding *r)
{
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].shown = r->base * (r->q[i] + r->t[i]);
    assert_adds_up(s);
}

/* A block of all cells, from a table by chance: in two dimensions the nearest of all tables. */
static void test_block(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(135);
    for (int k = 0; k < 600; k++) {
        const size_t mark = tacit_scratch_mark(cx), size[] = { 2, 3 };
        tacit_system *s = random_cube(cx, &rng, 2, size, 12, 0);
        const double least = round_slowly(s, 2, size, 4);
        bool leaf[MOST_CELLS] = { false };
        double gain = 0, work = 0;
        tacit_rounding r = { 0 };
        tacit_round_block b = { 0 };
        assert_ok(cx, tacit_rounding_new(cx, s, 4, &r));
        assert_ok(cx, tacit_round_by_chance(cx, &r, &rng));
        const double before = tacit_rounding_total(&r);
        assert_ok(cx, tacit_round_block_new(cx, &r, leaf, 80, &b));
        for (uint32_t i = 0; i < s->n_cells; i++)
            tacit_round_block_add(&b, i);
        assert_ok(cx, tacit_round_block_solve(cx, &b, &rng, &gain, &work));
        assert_multiples_add_up(s, &r);
        assert_near(tacit_rounding_total(&r), least, 1e-6);
        assert_near(before - gain, least, 1e-6);
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
}

/* What makes up for cells that go too far, too: no table gets worse, all add up, most get better.
 */
static double burden(const tacit_rounding *r, double strict)
{
    double sum = tacit_rounding_total(r);
    for (size_t i = 0; i < r->system->n_cells; i++) {
        const tacit_turns turns = tacit_rounding_turns(r, i, r->steps);
        sum += strict * r->base * fmax(0, fmax(turns.least - r->t[i], r->t[i] - turns.most));
    }
    return sum;
}

static void test_blocks(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(136);
    size_t better = 0;
    for (int k = 0; k < 12; k++) {
        const size_t mark = tacit_scratch_mark(cx), size[] = { 4, 4, 4 };
        tacit_system *s = random_cube(cx, &rng, 3, size, 9, 0);
        tacit_leaves leaves = { 0 };
        tacit_rounding r = { 0 };
        assert_ok(cx, tacit_leaves_find(cx, s, &leaves));
        assert_ok(cx, tacit_rounding_new(cx, s, 3, &r));
        r.end = tacit_rounding_now() + 1000;
        tacit_round_start(&r, &leaves, &rng);
        const tacit_round_search how = { .leaves = &leaves, .strict = 3, .hot = 2, .sweeps = 1 };
        assert_ok(cx, tacit_round_anneal(cx, &r, &how, &rng));
        const double before = burden(&r, 20);
        assert_ok(cx, tacit_round_blocks(cx, &r, &leaves, 20, &rng));
        assert_multiples_add_up(s, &r);
        assert_true(burden(&r, 20) <= before + 1e-6);
        better += burden(&r, 20) < before - 1e-6;
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(better >= 6);
}

/* ---- adjustment ---- */

static bool is_adjusted(const tacit_cell *c, double by)
{
    if (by < c->low - c->value || by > c->high - c->value)
        return false;
    return c->status != TACIT_CELL_PRIMARY || by >= c->upper || -by >= c->lower;
}

/* The least sum of changes; tables of two dimensions have one of whole numbers. */
static double adjust_slowly(const tacit_system *s, const size_t *size, int most)
{
    counter c;
    double value[MOST_CELLS], best = HUGE_VAL;
    begin(&c, s, 2, size);
    for (size_t i = 0; i < s->n_cells; i++)
        value[i] = s->cell[i].value;
    for (size_t k = 0; k < c.n; k++) {
        c.low[k] = c.at[k] = -most;
        c.high[k] = most;
    }
    do {
        double sum = 0;
        look(&c, value);
        for (size_t i = 0; i < s->n_cells; i++)
            sum += is_adjusted(&s->cell[i], c.x[i] - value[i]) ? fabs(c.x[i] - value[i]) : HUGE_VAL;
        best = fmin(best, sum);
    } while (next(&c));
    return best;
}

static void test_adjustment(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(133);
    size_t possible = 0;
    const cube_setting none[] = { { 0 } };
    for (int k = 0; k < 600; k++) {
        const size_t mark = tacit_scratch_mark(cx), size[] = { 2, 2 };
        tacit_system *s = random_cube(cx, &rng, 2, size, 5, 3);
        const double least = adjust_slowly(s, size, 5);
        double sum = 0;
        const tacit_status status = protect_cube(cx, &tacit_protection_adjust, s, 1, none);
        assert_int_equal(status, isinf(least) ? TACIT_ERR_DATA : TACIT_OK);
        for (size_t i = 0; status == TACIT_OK && i < s->n_cells; i++) {
            sum += fabs(s->cell[i].shown - s->cell[i].value);
            assert_true(is_adjusted(&s->cell[i], s->cell[i].shown - s->cell[i].value));
        }
        if (status == TACIT_OK) {
            assert_adds_up(s);
            assert_near(sum, least, 1e-6);
            possible++;
        }
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(possible > 300);
}

/* ---- the audit ---- */

/* Whether the interval of cell `i` over all tables that readers hold possible is wide enough. */
static void widen_slowly(const tacit_system *s, const size_t *size, double *least, double *most)
{
    counter c;
    double zero[MOST_CELLS] = { 0 };
    begin(&c, s, 2, size);
    for (size_t k = 0; k < c.n; k++) {
        c.low[k] = c.at[k] = (int)ceil(s->cell[c.inner[k]].low);
        c.high[k] = (int)floor(s->cell[c.inner[k]].high);
    }
    for (size_t i = 0; i < s->n_cells; i++) {
        least[i] = HUGE_VAL;
        most[i] = -HUGE_VAL;
    }
    do {
        bool possible = true;
        look(&c, zero);
        for (size_t i = 0; possible && i < s->n_cells; i++)
            possible = c.x[i] >= s->cell[i].low && c.x[i] <= s->cell[i].high;
        for (size_t i = 0; possible && i < s->n_cells; i++) {
            least[i] = fmin(least[i], c.x[i]);
            most[i] = fmax(most[i], c.x[i]);
        }
    } while (next(&c));
}

static void check_audit(tacit_ctx *cx, tacit_system *s, const size_t *size, size_t *safe,
                        size_t *unsafe)
{
    tacit_shown_audit audit = { 0 };
    double least[MOST_CELLS], most[MOST_CELLS];
    widen_slowly(s, size, least, most);
    assert_ok(cx, tacit_shown_audit_run(cx, s, false, &audit));
    assert_int_equal(audit.n_outside, 0);
    assert_int_equal(audit.n_unproven, 0);
    for (size_t k = 0; k < audit.cells.n; k++) {
        const tacit_finding *f = &audit.cells.finding[k];
        const tacit_cell *c = &s->cell[f->cell];
        const double width = most[f->cell] - least[f->cell];
        assert_int_equal(f->safe, width >= c->lower + c->upper && width > 0);
        /* what is called possible is, and what is called impossible is not */
        assert_true(f->lowest >= least[f->cell] && f->highest <= most[f->cell]);
        assert_true(f->least <= least[f->cell] && f->most >= most[f->cell]);
        *safe += f->safe;
        *unsafe += !f->safe;
    }
    assert_int_equal(audit.holds, audit.cells.n_unsafe == 0 && audit.n_broken == 0);
}

static void test_audit(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(134);
    size_t safe = 0, unsafe = 0;
    static const char *const hows[] = { "controlled", "stochastic", "plain", "small_counts" };
    for (int k = 0; k < 1200; k++) {
        const size_t mark = tacit_scratch_mark(cx), size[] = { 2, 2 };
        const double base = 2 + (double)tacit_rng_below(&rng, 4);
        const cube_setting settings[] = { { "base", base, NULL },
                                          { "how", 0, hows[k % 4] },
                                          { 0 } };
        tacit_system *s = random_cube(cx, &rng, 2, size, 8, 3);
        assert_ok(cx, protect_cube(cx, &tacit_protection_round, s, (uint64_t)k, settings));
        check_audit(cx, s, size, &safe, &unsafe);
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(safe > 200 && unsafe > 200);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_rounding), with_context(test_annealing),  with_context(test_block),
        with_context(test_blocks),   with_context(test_adjustment), with_context(test_audit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
