/*
 * test_suppress_methods.c - the methods of other programs on small random tables: whenever a
 * pattern exists theirs stands, and costs no less than the cheapest.
 *
 * Two kinds of tables: those of systems.h, with two or three dimensions, also against contributors;
 * and tables of two dimensions with a hierarchy in the first, which are networks.
 */
#include "support/check.h"
#include "support/systems.h"

#include "tabular/audit.h"
#include "tabular/suppress/suppress.h"

enum { TABLES = 450, HIERARCHIES = 150 };

static const tacit_tabular_how METHODS[] = {
    TACIT_SUPPRESS_MODULAR,
    TACIT_SUPPRESS_HYPERCUBE,
    TACIT_SUPPRESS_ELIMINATION,
    TACIT_SUPPRESS_NETWORK,
};

static bool stands(tacit_ctx *cx, const tacit_system *s)
{
    tacit_audit audit = { 0 };
    assert_ok(cx, tacit_audit_run(cx, s, &audit));
    return tacit_audit_holds(&audit);
}

/* All methods on `s`, the network only if it is one; whether a pattern exists. */
static bool check_methods(tacit_ctx *cx, tacit_system *s, bool network)
{
    tacit_tabular_suppressed best = { 0 };
    const tacit_status exists = tacit_tabular_suppress(cx, s, 60, &best);
    for (size_t m = 0; m < sizeof METHODS / sizeof METHODS[0]; m++) {
        const size_t mark = tacit_scratch_mark(cx);
        const bool fits = network || METHODS[m] != TACIT_SUPPRESS_NETWORK;
        tacit_tabular_suppressed found = { 0 };
        const tacit_status status = tacit_tabular_suppress_by(cx, s, METHODS[m], 60, &found);
        assert_int_equal(status, fits ? exists : TACIT_ERR_INPUT);
        if (status == TACIT_OK) {
            assert_true(stands(cx, s));
            assert_true(found.cost >= best.cost - 1e-9 && found.bound <= best.cost + 1e-9);
        }
        tacit_scratch_release(cx, mark);
    }
    return exists == TACIT_OK;
}

static void test_small(void **state)
{
    tacit_ctx *cx = *state;
    size_t protected = 0;
    const tacit_rng root = tacit_rng_seed(41);
    for (uint64_t t = 0; t < TABLES; t++) {
        const size_t mark = tacit_scratch_mark(cx);
        const int dimensions = 2 + (t % 3 == 0);
        const system_draw how = {
            .dimensions = dimensions, .most_value = 6, .most_hidden = 4, .owners = t % 2 == 0
        };
        small_system w;
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        draw_system(cx, &rng, &how, &w);
        for (size_t i = 0; i < w.s->n_cells; i++)
            if (w.s->cell[i].status == TACIT_CELL_SECONDARY)
                w.s->cell[i].status = TACIT_CELL_SAFE;
        w.s->insiders = (tacit_insiders)(t % 3);
        protected += check_methods(cx, w.s, dimensions == 2);
        tacit_system_free(w.s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(protected > TABLES / 3);
}

/* ---- a hierarchy ---- */

/* The first dimension: a total, two groups and five values; the second: a total and four. */
enum { ROWS = 8, COLUMNS = 5 };
static const size_t ABOVE[ROWS] = { 0, 0, 0, 1, 1, 2, 2, 2 };

static size_t cell_at(size_t row, size_t column)
{
    return row * COLUMNS + column;
}

static void add_term(tacit_system *s, size_t *e, size_t cell, float weight)
{
    s->term[(*e)++] = (tacit_cell_term){ (uint32_t)cell, weight };
}

/* That row `up` of column `j` is the sum of those below it. */
static void add_column(tacit_system *s, size_t *e, size_t up, size_t j)
{
    add_term(s, e, cell_at(up, j), -1);
    for (size_t i = 1; i < ROWS; i++)
        if (ABOVE[i] == up)
            add_term(s, e, cell_at(i, j), 1);
}

static void fill_equations(tacit_system *s)
{
    size_t e = 0, r = 0;
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < COLUMNS; j++)
            add_term(s, &e, cell_at(i, j), j == 0 ? -1 : 1);
        s->first[++r] = e;
    }
    for (size_t up = 0; up < 3; up++)
        for (size_t j = 0; j < COLUMNS; j++) {
            add_column(s, &e, up, j);
            s->first[++r] = e;
        }
}

static void draw_values(tacit_rng *rng, tacit_system *s)
{
    for (size_t i = 3; i < ROWS; i++)
        for (size_t j = 1; j < COLUMNS; j++) {
            const double x = (double)tacit_rng_below(rng, 12);
            const size_t rows[] = { i, ABOVE[i], 0 };
            for (size_t k = 0; k < 3; k++) {
                s->cell[cell_at(rows[k], j)].value += x;
                s->cell[cell_at(rows[k], 0)].value += x;
            }
        }
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        c->cost = fmax(c->value, 1);
        c->high = fmax(2 * c->value, c->value + 3);
        if (c->value > 0 && c->value < 3) {
            c->status = TACIT_CELL_PRIMARY;
            c->lower = c->value;
            c->upper = 3 - c->value;
        } else if (c->value <= 0) {
            c->status = TACIT_CELL_KEPT;
        }
    }
}

static void test_hierarchies(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(42);
    size_t protected = 0;
    for (size_t t = 0; t < HIERARCHIES; t++) {
        const size_t mark = tacit_scratch_mark(cx);
        const size_t terms = (size_t)ROWS * COLUMNS + COLUMNS * (ROWS - 1 + 3);
        tacit_system *s = NULL;
        assert_ok(cx, tacit_system_new(cx, (size_t)ROWS * COLUMNS, ROWS + 3 * COLUMNS, terms, &s));
        fill_equations(s);
        assert_ok(cx, tacit_system_close(cx, s));
        draw_values(&rng, s);
        assert_int_equal(tacit_system_find_wrong(s), s->n_equations);
        protected += check_methods(cx, s, true);
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(protected > HIERARCHIES / 2);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_small), with_context(test_hierarchies) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
