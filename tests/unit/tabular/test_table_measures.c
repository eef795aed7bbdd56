/*
 * test_table_measures.c - measures of protected tables, by hand, and copies of systems.
 *
 * The table is 10 = 2 + 8, each cell at the cost of its value, with readers who know nothing
 * beforehand but that values are from 0 to twice the value and 3.  The 2 is sensitive: it must look
 * possible that it is 0 and that it is 3, so that 3 is the width that is needed.
 */
#include "support/cubes.h"

#include "support/measures.h"
#include "tabular/measure/measure.h"

enum { TOTAL, TWO, EIGHT };

static tacit_system *ten(tacit_ctx *cx)
{
    return cube_of(cx, 1, (size_t[]){ 2 }, (double[]){ 2, 8 }, 3);
}

/* A figure of a measure. */
static double measured(tacit_ctx *cx, tacit_system *s, const tacit_table_measure *m,
                       const char *name)
{
    const tacit_tabulation t = { .system = s };
    const tacit_table_subject subject = { .tables = &t, .before = { .cells = 3, .cost = 20 } };
    const tacit_args none = { .params = m->about.params };
    tacit_result *r = NULL;
    assert_ok(cx, tacit_table_measure_run(cx, m, &subject, &none, &r));
    const double value = figure(r, name);
    json_decref(r);
    return value;
}

#define loss_of(name, of) measured(cx, s, &tacit_table_utility_##of, name)
#define risk_of(name, of) measured(cx, s, &tacit_table_risk_##of, name)

static void test_stock(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    const tacit_tabulation t = { .system = s };
    tacit_table_stock stock = tacit_table_stock_of(&t);
    assert_int_equal(stock.cells, 3);
    assert_near(stock.cost, 20, 0);
    s->cell[EIGHT].status = TACIT_CELL_HIDDEN; /* not published anyhow: it cannot be lost */
    stock = tacit_table_stock_of(&t);
    assert_int_equal(stock.cells, 2);
    assert_near(stock.cost, 12, 0);
    tacit_system_free(s);
}

/* The 8 is hidden for the 2: with 10 known the 2 can be from 0 to 7, its bound. */
static void test_hidden(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    s->cell[EIGHT].status = TACIT_CELL_SECONDARY;
    assert_near(loss_of("number", secondary_cells), 1, 0);
    assert_near(loss_of("cost", secondary_cells), 8, 0);
    assert_near(loss_of("share", secondary_cells), 1.0 / 3, 1e-12);
    assert_near(loss_of("pooled", pooled_magnitude), 8, 0);
    assert_near(loss_of("weighted", pooled_magnitude), 64, 0);
    assert_near(loss_of("distance", table_distance), 0, 0);
    assert_near(loss_of("loss", cells_kept), 2.0 / 3, 1e-12);
    assert_near(loss_of("weighted", cells_kept), 0.5, 1e-12);
    assert_near(loss_of("same", cells_kept), 1, 0);
    assert_near(loss_of("hidden", cells_kept), 2, 0);
    assert_near(risk_of("risk", feasibility), 3.0 / 7, 1e-9);
    assert_near(risk_of("short", feasibility), 0, 0);
    assert_near(risk_of("narrowest", feasibility), 7.0 / 3, 1e-9);
    assert_near(risk_of("near", face_value), 0, 0);
    tacit_system_free(s);
}

/* Nothing is hidden for it: 10 - 8 is 2. */
static void test_known(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    assert_near(risk_of("exact", feasibility), 1, 0);
    assert_near(risk_of("short", feasibility), 1, 0);
    assert_near(risk_of("risk", feasibility), 1, 0);
    assert_near(loss_of("number", secondary_cells), 0, 0);
    tacit_system_free(s);
}

/* An interval that is wide enough, but not on both sides: from 1 to 5 does not hold 0 to 3. */
static void test_one_sided(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    s->cell[EIGHT].status = TACIT_CELL_SECONDARY;
    s->cell[EIGHT].low = 5;
    s->cell[EIGHT].high = 9;
    assert_near(risk_of("short", feasibility), 1, 0);
    assert_near(risk_of("exact", feasibility), 0, 0);
    assert_near(risk_of("risk", feasibility), 0.75, 1e-9);
    tacit_system_free(s);
}

static void show(tacit_cell *c, double shown, double low, double high)
{
    c->shown = shown;
    c->low = low;
    c->high = high;
}

/* 11 = 3 + 8 is shown: the total is off by a tenth, the 2 by half. */
static void test_changed(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    s->changed = s->additive = true;
    show(&s->cell[TOTAL], 11, 9, 13);
    show(&s->cell[TWO], 3, 1, 5);
    show(&s->cell[EIGHT], 8, 6, 10);
    assert_near(loss_of("distance", table_distance), 2, 0);
    assert_near(loss_of("weighted", table_distance), 12, 0);
    assert_near(loss_of("changed", table_distance), 2, 0);
    assert_near(loss_of("relative", table_distance), 0.3, 1e-12);
    assert_near(loss_of("loss", cells_kept), 0.2, 1e-12);
    assert_near(loss_of("weighted", cells_kept), 0.1, 1e-12);
    assert_near(loss_of("pooled", pooled_magnitude), 0, 0);
    assert_near(risk_of("risk", feasibility), 0.75, 1e-9);
    assert_near(risk_of("short", feasibility), 0, 0);
    assert_near(risk_of("near", face_value), 0, 0);
    show(&s->cell[TOTAL], 10, 10, 10); /* now 10 - 7 and 10 - 9 are the ends */
    show(&s->cell[EIGHT], 8, 7, 9);
    show(&s->cell[TWO], 2, 1, 5);
    assert_near(risk_of("short", feasibility), 1, 0);
    assert_near(risk_of("narrowest", feasibility), 2.0 / 3, 1e-9);
    assert_near(risk_of("near", face_value), 1, 0);
    assert_near(risk_of("same", face_value), 1, 0);
    tacit_system_free(s);
}

/* Of three cells one is left: what is not there any more is lost. */
static void test_left_out(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = cube_of(cx, 1, (size_t[]){ 1 }, (double[]){ 10 }, 3);
    s->cell[1].status = TACIT_CELL_HIDDEN;
    assert_near(loss_of("left_out", cells_kept), 2, 0);
    assert_near(loss_of("loss", cells_kept), 2.0 / 3, 1e-12);
    assert_near(loss_of("weighted", cells_kept), 0.5, 1e-12);
    assert_near(risk_of("risk", feasibility), 0, 0);
    assert_near(risk_of("share", face_value), 0, 0);
    tacit_system_free(s);
}

/* A copy has all of it, and goes its own way. */
static void test_copy(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx), *copy = NULL;
    assert_ok(cx, tacit_system_know(cx, s));
    s->owner[TWO] = 7;
    s->together = 3;
    assert_ok(cx, tacit_system_copy(cx, s, &copy));
    assert_int_equal(copy->n_cells, 3);
    assert_int_equal(copy->first_of[3], s->first_of[3]);
    assert_int_equal(copy->owner[TWO], 7);
    assert_int_equal(copy->together, 3);
    copy->cell[TWO].status = TACIT_CELL_SAFE;
    assert_int_equal(s->cell[TWO].status, TACIT_CELL_PRIMARY);
    tacit_system_free(s);
    assert_int_equal(tacit_system_find_wrong(copy), copy->n_equations);
    tacit_system_free(copy);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_stock),     with_context(test_hidden),  with_context(test_known),
        with_context(test_one_sided), with_context(test_changed), with_context(test_left_out),
        with_context(test_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
