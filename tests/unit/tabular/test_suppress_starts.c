/*
 * test_suppress_starts.c - the methods of other programs on tables that can be done by hand.
 */
#include "support/check.h"

#include "solve/detour.h"
#include "tabular/suppress/start/subtables.h"
#include "tabular/suppress/start/vector.h"
#include "tabular/suppress/suppress.h"

/* ---- tables ---- */

/* A table of n x n inner cells of value 10 with margins: cell (i, j) is number i * (n + 1) + j, and
 * 0 is the total.  Equations of rows come first. */
static tacit_system *make_square(tacit_ctx *cx, size_t n)
{
    const size_t side = n + 1;
    tacit_system *s = NULL;
    size_t e = 0, r = 0;
    assert_ok(cx, tacit_system_new(cx, side * side, 2 * side, 2 * side * side, &s));
    for (size_t way = 0; way < 2; way++)
        for (size_t i = 0; i < side; i++) {
            for (size_t j = 0; j < side; j++)
                s->term[e++] =
                    (tacit_cell_term){ (uint32_t)(way == 0 ? i * side + j : j * side + i),
                                       j == 0 ? -1 : 1 };
            s->first[++r] = e;
        }
    assert_ok(cx, tacit_system_close(cx, s));
    for (size_t i = 0; i < side * side; i++) {
        tacit_cell *c = &s->cell[i];
        c->value = 10 * (double)((i / side == 0 ? n : 1) * (i % side == 0 ? n : 1));
        c->high = 2 * c->value;
        c->cost = 1000;
    }
    return s;
}

static void make_primary(tacit_system *s, size_t i, double level)
{
    s->cell[i].status = TACIT_CELL_PRIMARY;
    s->cell[i].lower = s->cell[i].upper = level;
}

static void set_costs(tacit_system *s, const size_t *cell, size_t n, double cost)
{
    for (size_t k = 0; k < n; k++)
        s->cell[cell[k]].cost = cost;
}

static double cost_by(tacit_ctx *cx, tacit_system *s, tacit_tabular_how how)
{
    tacit_tabular_suppressed found = { 0 };
    assert_ok(cx, tacit_tabular_suppress_by(cx, s, how, 60, &found));
    return found.cost;
}

/* Cell (1, 1) of 3 x 3 is sensitive.  A ring of six through (1,2) (2,2) (2,3) (3,3) (3,1) costs 5;
 * every box of four has a cell of cost 100 at least: (1,2) (2,2) (2,1) is 1 + 1 + 100, and that by
 * (3,1) the same.  Boxes cannot make a ring; all others find it. */
static void test_ring(void **state)
{
    tacit_ctx *cx = *state;
    static const size_t ring[] = { 6, 10, 11, 15, 13 }, rest[] = { 7, 9, 14 };
    tacit_system *s = make_square(cx, 3);
    make_primary(s, 5, 4);
    set_costs(s, ring, 5, 1);
    set_costs(s, rest, 3, 100);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_AUTO), 5, 1e-9);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_MODULAR), 5, 1e-9);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_NETWORK), 5, 1e-9);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_ELIMINATION), 5, 1e-9);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_HYPERCUBE), 102, 1e-9);
    tacit_system_free(s);
}

/* The same with levels of 10 and room of 2 for (2, 2): the ring protects against exact disclosure,
 * but not by the level, nor does a box with (2, 2).  The boxes of (3, 1) with (1, 2) and (3, 2), or
 * with (1, 3) and (3, 3), do, and cost 1 + 1 + 100; elimination begins with the ring, gets what is
 * lacking and is freed of the rest. */
static void test_completed(void **state)
{
    tacit_ctx *cx = *state;
    static const size_t ring[] = { 6, 10, 11, 15, 13 }, rest[] = { 7, 9, 14 };
    tacit_system *s = make_square(cx, 3);
    make_primary(s, 5, 10);
    set_costs(s, ring, 5, 1);
    set_costs(s, rest, 3, 100);
    s->cell[10].low = 8;
    s->cell[10].high = 12;
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_AUTO), 102, 1e-9);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_ELIMINATION), 102, 1e-9);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_NETWORK), 102, 1e-9);
    assert_near(cost_by(cx, s, TACIT_SUPPRESS_HYPERCUBE), 102, 1e-9);
    tacit_system_free(s);
}

/* Nothing is sensitive: nothing is hidden, and that is the cheapest. */
static void test_nothing(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = make_square(cx, 2);
    for (int how = TACIT_SUPPRESS_AUTO; how <= TACIT_SUPPRESS_ELIMINATION; how++) {
        tacit_tabular_suppressed found = { 0 };
        assert_ok(cx, tacit_tabular_suppress_by(cx, s, (tacit_tabular_how)how, 60, &found));
        assert_int_equal(found.n, 0);
        assert_true(found.proven);
    }
    tacit_system_free(s);
}

/* A level beyond all bounds: the cell is named, whatever the method. */
static void test_impossible(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = make_square(cx, 2);
    make_primary(s, 4, 500);
    for (int how = TACIT_SUPPRESS_AUTO; how <= TACIT_SUPPRESS_ELIMINATION; how++) {
        tacit_tabular_suppressed found = { 0 };
        assert_int_equal(tacit_tabular_suppress_by(cx, s, (tacit_tabular_how)how, 60, &found),
                         TACIT_ERR_DATA);
        assert_non_null(strstr(tacit_message(cx), "cell 4"));
    }
    tacit_system_free(s);
}

/* ---- subtables ---- */

/* One table without hierarchies is one subtable: all cells by places, all equations. */
static void test_one_subtable(void **state)
{
    tacit_ctx *cx = *state;
    tacit_subtables t = { 0 };
    tacit_system *s = make_square(cx, 3);
    assert_ok(cx, tacit_subtables_find(cx, s, &t));
    assert_int_equal(t.n, 1);
    assert_int_equal(t.at[0].d, 2);
    assert_int_equal(t.at[0].n, 16);
    assert_int_equal(t.at[0].m, 8);
    for (size_t i = 0; i < 16; i++) /* the first equation of the total is that of its row */
        assert_int_equal(t.at[0].cell[i], i % 4 * 4 + i / 4);
    tacit_system_free(s);
}

/* A chain of sums, 0 = 1 + 2 and 1 = 3 + 4, and another sum of the same total, 0 = 5 + 6, that
 * crosses neither: three subtables of one direction, each after those above it. */
static void test_chain(void **state)
{
    tacit_ctx *cx = *state;
    static const uint32_t at[] = { 0, 1, 2, 1, 3, 4, 0, 5, 6 };
    tacit_subtables t = { 0 };
    tacit_system *s = NULL;
    assert_ok(cx, tacit_system_new(cx, 7, 3, 9, &s));
    for (size_t e = 0; e < 9; e++) {
        s->term[e] = (tacit_cell_term){ at[e], e % 3 == 0 ? -1 : 1 };
        s->first[e / 3 + 1] = e + 1;
    }
    assert_ok(cx, tacit_system_close(cx, s));
    assert_ok(cx, tacit_subtables_find(cx, s, &t));
    assert_int_equal(t.n, 3);
    for (size_t k = 0; k < 3; k++)
        assert_int_equal(t.at[k].d, 1);
    assert_int_equal(t.at[0].cell[0], 0);
    assert_int_equal(t.at[1].cell[0], 0);
    assert_int_equal(t.at[2].cell[0], 1);
    assert_int_equal(t.first[2] - t.first[1], 2); /* cell 1 is in two */
    tacit_system_free(s);
}

/* ---- numbers modulo a prime ---- */

static void test_residues(void **state)
{
    (void)state;
    const uint64_t third = tacit_residue_ratio(tacit_residue(1), tacit_residue(3));
    assert_int_equal(tacit_residue(-1), (UINT64_C(1) << 61) - 2);
    assert_int_equal(tacit_residue(INT64_MIN), (UINT64_C(1) << 61) - 1 - 4); /* 2^63 = 4 */
    assert_int_equal(tacit_residue_ratio(tacit_residue(6), third), 18);
    assert_int_equal(tacit_residue_minus(0), 0);
}

/* (1, 2, 0) + 3 (0, -1, 5) = (1, -1, 15), which is a third of (3, -3, 45). */
static void test_vectors(void **state)
{
    tacit_ctx *cx = *state;
    tacit_vector a = { 0 }, b = { 0 }, c = { 0 }, room = { 0 };
    assert_ok(cx, tacit_vector_append(cx, &a, 0, 1));
    assert_ok(cx, tacit_vector_append(cx, &a, 1, 2));
    assert_ok(cx, tacit_vector_append(cx, &b, 1, tacit_residue(-1)));
    assert_ok(cx, tacit_vector_append(cx, &b, 2, 5));
    assert_ok(cx, tacit_vector_append(cx, &c, 0, 3));
    assert_ok(cx, tacit_vector_append(cx, &c, 1, tacit_residue(-3)));
    assert_ok(cx, tacit_vector_append(cx, &c, 2, 45));
    assert_false(tacit_vector_is_multiple(&a, &c));
    assert_ok(cx, tacit_vector_add(cx, &a, 3, &b, &room));
    assert_int_equal(tacit_vector_at(&a, 1), tacit_residue(-1));
    assert_true(tacit_vector_is_multiple(&a, &c));
    assert_ok(cx, tacit_vector_add(cx, &c, tacit_residue(-3), &a, &room));
    assert_int_equal(c.n, 0);
    tacit_vector_free(&a);
    tacit_vector_free(&b);
    tacit_vector_free(&c);
    tacit_vector_free(&room);
}

/* ---- detours ---- */

/* Arcs 0: 1 -> 2, and back from 2 to 1: arc 1 for a price of 5 with room 3, arcs 2 and 3 by node 3
 * for 1 each, of which 2 has room for 4.  To carry 4, the long way; 6 needs both. */
static void test_detour(void **state)
{
    tacit_ctx *cx = *state;
    static const size_t start[] = { 0, 3, 6, 8 };
    static const uint32_t column[] = { 0, 1, 3, 0, 1, 2, 2, 3 };
    static const double value[] = { -1, 1, 1, 1, -1, -1, 1, -1 };
    static const double low[] = { -9, -9, -9, -9 }, high[] = { 9, 3, 4, 9 },
                        price[] = { 0, 5, 1, 1 };
    const tacit_sparse a = { 3, 4, start, column, value };
    const tacit_detour_columns columns = { low, high, price };
    tacit_detour *f = NULL;
    double far = 0;
    size_t n = 0;
    assert_ok(cx, tacit_detour_new(cx, &a, &columns, &f));
    assert_non_null(f);
    assert_ok(cx, tacit_detour_push(cx, f, 0, 1, 4, &far));
    assert_near(far, 4, 1e-12);
    (void)tacit_detour_moved(f, &n);
    assert_int_equal(n, 3);
    assert_near(tacit_detour_move(f, 1), 0, 1e-12);
    assert_ok(cx, tacit_detour_push(cx, f, 0, 1, 6, &far));
    assert_near(far, 6, 1e-12);
    assert_near(tacit_detour_move(f, 1), 2, 1e-12);
    assert_ok(cx, tacit_detour_push(cx, f, 0, 1, 9, &far)); /* 3 + 4 is all that goes */
    assert_near(far, 7, 1e-12);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_ring),         with_context(test_completed),
        with_context(test_nothing),      with_context(test_impossible),
        with_context(test_one_subtable), with_context(test_chain),
        cmocka_unit_test(test_residues), with_context(test_vectors),
        with_context(test_detour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
