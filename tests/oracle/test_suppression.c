/*
 * test_suppression.c - hidden cells of small tables against trying everything.
 *
 * Random tables of up to 2 x 3 inner cells with their margins, integer values, random primary
 * cells and levels, some of which nothing can meet.  What an attacker can compute is compared with
 * the least and the largest value among all whole tables that agree with what is published, found
 * by going through all of them, and the cheapest pattern with the cheapest of all patterns that
 * the audit finds safe.  So is what a tree over a region comes to by itself, from a pattern that
 * hides everything.
 */
#include "support/check.h"

#include <stdlib.h>

#include "base/rng.h"
#include "tabular/audit.h"
#include "tabular/suppress/region.h"

enum { TABLES = 400, MOST = 12 };

/* ---- a table ---- */

/* A table of r x c inner cells; cell (i, j) is number i * (c + 1) + j, margins have i = r, j = c.
 */
static tacit_system *draw_table(tacit_ctx *cx, tacit_rng *rng, size_t r, size_t c)
{
    tacit_system *s = NULL;
    assert_ok(cx, tacit_system_new(cx, (r + 1) * (c + 1), r + c + 2,
                                   (r + 1) * (c + 1) + (r + 1) * (c + 1), &s));
    size_t e = 0, q = 0;
    for (size_t i = 0; i <= r; i++)
        for (size_t j = 0; j <= c; j++) {
            tacit_cell *cell = &s->cell[i * (c + 1) + j];
            if (i < r && j < c)
                cell->value = (double)tacit_rng_below(rng, 5);
        }
    for (size_t i = 0; i < r; i++)
        for (size_t j = 0; j < c; j++) {
            const double x = s->cell[i * (c + 1) + j].value;
            s->cell[i * (c + 1) + c].value += x;
            s->cell[r * (c + 1) + j].value += x;
            s->cell[r * (c + 1) + c].value += x;
        }
    for (size_t i = 0; i <= r; i++) {
        for (size_t j = 0; j <= c; j++)
            s->term[e++] = (tacit_cell_term){ (uint32_t)(i * (c + 1) + j), j == c ? -1 : 1 };
        s->first[++q] = e;
    }
    for (size_t j = 0; j <= c; j++) {
        for (size_t i = 0; i <= r; i++)
            s->term[e++] = (tacit_cell_term){ (uint32_t)(i * (c + 1) + j), i == r ? -1 : 1 };
        s->first[++q] = e;
    }
    assert_ok(cx, tacit_system_close(cx, s));
    assert_int_equal(tacit_system_find_wrong(s), s->n_equations);
    return s;
}

/* Primary cells with levels, zeros that stay, costs. */
static void draw_statuses(tacit_rng *rng, tacit_system *s)
{
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        c->cost = 1 + (double)tacit_rng_below(rng, 9);
        c->high = 2 * c->value + 3;
        if (c->value > 0 && tacit_rng_below(rng, 5) == 0) {
            c->status = TACIT_CELL_PRIMARY;
            c->lower = (double)tacit_rng_below(rng, 2);
            c->upper = tacit_rng_below(rng, 12) == 0 ? 50 : (double)tacit_rng_below(rng, 3);
            c->sliding = (double)tacit_rng_below(rng, 4);
        } else if (c->value < 1 && tacit_rng_below(rng, 2) == 0) {
            c->status = TACIT_CELL_KEPT;
        }
    }
}

/* ---- auditing ---- */

/* All whole tables that agree with what is published, by trying every value of hidden cells. */
typedef struct trying {
    const tacit_system *s;
    double x[32], least[32], most[32];
    uint32_t hidden[32];
    size_t n;
} trying;

static bool adds_up(const trying *t, size_t r, bool *open, size_t upto)
{
    const tacit_system *s = t->s;
    double sum = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        for (size_t k = upto; k < t->n; k++)
            if (t->hidden[k] == s->term[e].at)
                *open = true;
        sum += (double)s->term[e].weight * t->x[s->term[e].at];
    }
    return fabs(sum) < 0.5;
}

static void try_all(trying *t, size_t k)
{
    for (size_t r = 0; r < t->s->n_equations; r++) {
        bool open = false;
        if (!adds_up(t, r, &open, k) && !open)
            return;
    }
    if (k == t->n) {
        for (size_t h = 0; h < t->n; h++) {
            t->least[h] = fmin(t->least[h], t->x[t->hidden[h]]);
            t->most[h] = fmax(t->most[h], t->x[t->hidden[h]]);
        }
        return;
    }
    const tacit_cell *c = &t->s->cell[t->hidden[k]];
    for (double x = c->low; x <= c->high; x++) {
        t->x[t->hidden[k]] = x;
        try_all(t, k + 1);
    }
    t->x[t->hidden[k]] = c->value;
}

/* Two-way tables are networks, whose programs have whole solutions: intervals are equal. */
static void test_audit(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(12);
    size_t audited = 0;
    for (size_t times = 0; times < TABLES; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = draw_table(cx, &rng, 2, 2 + tacit_rng_below(&rng, 2));
        draw_statuses(&rng, s);
        trying t = { .s = s };
        for (size_t i = 0; i < s->n_cells; i++) {
            if (s->cell[i].status == TACIT_CELL_SAFE && tacit_rng_below(&rng, 3) == 0)
                s->cell[i].status = TACIT_CELL_SECONDARY;
            t.x[i] = s->cell[i].value;
            if (tacit_system_hides(s, &s->cell[i]) && t.n < 6)
                t.hidden[t.n++] = (uint32_t)i;
            else if (tacit_system_hides(s, &s->cell[i]))
                s->cell[i].status = TACIT_CELL_SAFE;
        }
        for (size_t h = 0; h < t.n; h++) {
            t.least[h] = HUGE_VAL;
            t.most[h] = -HUGE_VAL;
        }
        try_all(&t, 0);
        tacit_audit audit = { 0 };
        assert_ok(cx, tacit_audit_run(cx, s, &audit));
        for (size_t k = 0; k < audit.n; k++) {
            const tacit_finding *f = &audit.finding[k];
            size_t h = 0;
            while (t.hidden[h] != f->cell)
                h++;
            assert_near(f->least, t.least[h], 1e-9);
            assert_near(f->most, t.most[h], 1e-9);
            assert_int_equal(f->exact, t.least[h] == t.most[h]);
            audited++;
        }
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(audited > TABLES);
}

/* ---- the cheapest pattern ---- */

/* The cheapest of all patterns that the audit finds safe; infinite if none is. */
static double try_patterns(tacit_ctx *cx, tacit_system *s)
{
    uint32_t free_cell[MOST + 16];
    size_t n = 0;
    double best = HUGE_VAL;
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_SAFE)
            free_cell[n++] = (uint32_t)i;
    assert_true(n <= MOST);
    for (size_t pattern = 0; pattern < (size_t)1 << n; pattern++) {
        const size_t mark = tacit_scratch_mark(cx);
        double cost = 0;
        for (size_t k = 0; k < n; k++) {
            const bool hide = (pattern >> k & 1) != 0;
            s->cell[free_cell[k]].status = hide ? TACIT_CELL_SECONDARY : TACIT_CELL_SAFE;
            cost += hide ? s->cell[free_cell[k]].cost : 0;
        }
        tacit_audit audit = { .n_unsafe = 1 };
        if (cost < best)
            assert_ok(cx, tacit_audit_run(cx, s, &audit));
        if (audit.n_unsafe == 0)
            best = cost;
        tacit_scratch_release(cx, mark);
    }
    for (size_t k = 0; k < n; k++)
        s->cell[free_cell[k]].status = TACIT_CELL_SAFE;
    return best;
}

static void test_cheapest(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(13);
    size_t solved = 0, impossible = 0;
    for (size_t times = 0; times < TABLES; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = draw_table(cx, &rng, 2, 2 + tacit_rng_below(&rng, 2));
        draw_statuses(&rng, s);
        size_t n = 0;
        for (size_t i = 0; i < s->n_cells; i++)
            n += s->cell[i].status == TACIT_CELL_SAFE;
        if (n <= MOST) {
            const double best = try_patterns(cx, s);
            tacit_tabular_suppressed found = { 0 };
            const tacit_status status = tacit_tabular_suppress(cx, s, 60, &found);
            if (isfinite(best)) {
                tacit_audit audit = { 0 };
                assert_int_equal(status, TACIT_OK);
                assert_true(found.proven);
                assert_near(found.cost, best, 1e-9);
                assert_near(found.bound, best, 1e-9);
                assert_ok(cx, tacit_audit_run(cx, s, &audit));
                assert_int_equal(audit.n_unsafe, 0);
                solved++;
            } else {
                assert_int_equal(status, TACIT_ERR_DATA);
                impossible++;
            }
        }
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(solved > TABLES / 4 && impossible > 0);
}

/* ---- a region by itself ---- */

/* A search over the cells of `s` that may be hidden, all of them hidden. */
static void begin_search(tacit_ctx *cx, tacit_system *s, tacit_hiding *h, double *point)
{
    *h = (tacit_hiding){ .s = s, .whole = true, .end = tacit_lp_now() + 60 };
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *h->column, &h->column));
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *h->cell, &h->cell));
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *h->cost, &h->cost));
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *h->x, &h->x));
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *h->lax.point, &h->lax.point));
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *h->lax.reduced, &h->lax.reduced));
    for (size_t i = 0; i < s->n_cells; i++) {
        h->x[i] = s->cell[i].status == TACIT_CELL_PRIMARY;
        h->n_primary += s->cell[i].status == TACIT_CELL_PRIMARY;
        if (s->cell[i].status != TACIT_CELL_SAFE)
            continue;
        h->column[i] = (uint32_t)h->n;
        h->cell[h->n] = (uint32_t)i;
        h->cost[h->n] = s->cell[i].cost;
        point[h->n++] = 1;
    }
    assert_ok(cx, tacit_hiding_proofs_begin(cx, s, &h->proofs));
}

/* The cheapest pattern in which the cells that are not free are hidden. */
static double try_region(tacit_ctx *cx, const tacit_hiding_region *g)
{
    const tacit_hiding *h = g->h;
    double others = 0;
    for (size_t j = 0; j < h->n; j++)
        if (g->place[j] == 0) {
            h->s->cell[h->cell[j]].status = TACIT_CELL_SECONDARY;
            others += h->cost[j];
        }
    const double best = try_patterns(cx, h->s) + others;
    for (size_t j = 0; j < h->n; j++)
        h->s->cell[h->cell[j]].status = TACIT_CELL_SAFE;
    return best;
}

/* Let the tree decide about the region; the pattern is safe, and if all columns are free no other
 * is cheaper.  Where some are not, the tree leaves none of these alone in an equation. */
static void check_tree(tacit_ctx *cx, tacit_hiding_region *g)
{
    const tacit_hiding *h = g->h;
    const double best = try_region(cx, g);
    tacit_hiding_region_tree tree = { 0 };
    tacit_audit audit = { 0 };
    if (!isfinite(best))
        return;
    assert_ok(cx, tacit_hiding_region_branch(cx, g, SIZE_MAX - 1, &tree));
    assert_true(tree.done);
    assert_true(tacit_hiding_cost(h, g->point) >= best - 1e-9);
    if (g->n == h->n)
        assert_near(tacit_hiding_cost(h, g->point), best, 1e-9);
    for (size_t j = 0; j < h->n; j++)
        if (g->point[j] > 0.5)
            h->s->cell[h->cell[j]].status = TACIT_CELL_SECONDARY;
    assert_ok(cx, tacit_audit_run(cx, h->s, &audit));
    assert_int_equal(audit.n_unsafe, 0);
}

/* A region of about `size` columns around the first; gives whether the table needs hidden cells. */
static bool check_region(tacit_ctx *cx, tacit_system *s, double size)
{
    tacit_hiding h = { 0 };
    tacit_hiding_region g = { 0 };
    double point[MOST + 16];
    bool broken = false;
    begin_search(cx, s, &h, point);
    const bool possible =
        h.n > 0 && h.n <= MOST && tacit_hiding_break(cx, &h, &broken) == TACIT_OK && broken;
    if (possible) {
        assert_ok(cx, tacit_hiding_region_begin(cx, &h, point, &g));
        tacit_hiding_take(&h, point);
        tacit_hiding_region_find(&g, 0, size, HUGE_VAL);
        check_tree(cx, &g);
        tacit_hiding_region_free(&g);
    }
    tacit_hiding_proofs_free(&h.proofs);
    tacit_cuts_free(&h.pool);
    return possible;
}

static void test_region(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(14);
    size_t solved = 0;
    for (size_t times = 0; times < TABLES; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = draw_table(cx, &rng, 2, 2 + tacit_rng_below(&rng, 2));
        draw_statuses(&rng, s);
        solved += check_region(cx, s, 1 + (double)tacit_rng_below(&rng, 2 * MOST));
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(solved > TABLES / 4);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_audit),
        with_context(test_cheapest),
        with_context(test_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
