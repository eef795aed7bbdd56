/*
 * test_private_synth.c - how far one record moves the score of a network, by all tables there are.
 *
 * Enumerates every table of n records over two columns and every neighbour of it.  The greatest
 * moves of R are those of the reference (synthesis.json, privbayes_sensitivity).
 */
#include "support/check.h"

#include "synth/private/dependence.h"

enum { MOST_RECORDS = 8, MOST_CELLS = 9 };

typedef struct tables {
    size_t n, xs, ps;
    size_t count[MOST_CELLS];
    double most; /* move of R that was found */
} tables;

/* R of a table, by its definition in shares. */
static double share_score(const tables *t)
{
    double sum = 0.0;
    const double n = (double)t->n;
    for (size_t x = 0; x < t->xs; x++)
        for (size_t p = 0; p < t->ps; p++) {
            double of_x = 0.0, of_p = 0.0;
            for (size_t k = 0; k < t->ps; k++)
                of_x += (double)t->count[x * t->ps + k];
            for (size_t k = 0; k < t->xs; k++)
                of_p += (double)t->count[k * t->ps + p];
            sum += fabs((double)t->count[x * t->ps + p] / n - of_x * of_p / n / n);
        }
    return sum / 2;
}

/* The score as generators compute it: 2 n^2 R. */
static double whole_score(tacit_ctx *cx, const tables *t)
{
    uint16_t room[2][MOST_RECORDS], *code[2] = { room[0], room[1] };
    const size_t size[2] = { t->xs, t->ps };
    size_t row = 0;
    for (size_t c = 0; c < t->xs * t->ps; c++)
        for (size_t k = 0; k < t->count[c]; k++, row++) {
            room[0][row] = (uint16_t)(c / t->ps);
            room[1][row] = (uint16_t)(c % t->ps);
        }
    assert_int_equal(row, t->n);
    const tacit_private_table data = { t->n, 2, size, code };
    tacit_i128 score = 0;
    assert_ok(cx, tacit_private_dependence(cx, &data, 0, TACIT_SCOPE_OF(1), &score));
    return (double)score;
}

/* Look at all neighbours of a table. */
static void try_neighbours(tacit_ctx *cx, tables *t)
{
    const size_t cells = t->xs * t->ps;
    const double n = (double)t->n, own = whole_score(cx, t);
    assert_near(own, 2 * n * n * share_score(t), 1e-9);
    for (size_t from = 0; from < cells; from++)
        for (size_t to = 0; to < cells && t->count[from] > 0; to++) {
            t->count[from]--;
            t->count[to]++;
            const double moved = fabs(whole_score(cx, t) - own);
            t->count[to]--;
            t->count[from]++;
            assert_true(moved <= (double)tacit_private_dependence_moves(t->n));
            t->most = fmax(t->most, moved / (2 * n * n));
        }
}

/* Fill the cells from `cell` on with `left` records in all ways. */
static void try_all(tacit_ctx *cx, tables *t, size_t cell, size_t left)
{
    if (cell + 1 == t->xs * t->ps) {
        t->count[cell] = left;
        try_neighbours(cx, t);
        return;
    }
    for (size_t k = 0; k <= left; k++) {
        t->count[cell] = k;
        try_all(cx, t, cell + 1, left - k);
    }
}

static void test_moves(void **state)
{
    static const struct {
        size_t n, xs, ps;
        double most;
    } known[] = { { 4, 2, 2, 0.375 },
                  { 6, 2, 2, 0.2777777777777778 },
                  { 8, 2, 2, 0.21875 },
                  { 5, 3, 3, 0.36 },
                  { 7, 2, 3, 0.2448979591836735 } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        tables t = { .n = known[i].n, .xs = known[i].xs, .ps = known[i].ps };
        try_all(*state, &t, 0, t.n);
        assert_near(t.most, known[i].most, 1e-12);
        assert_true(t.most < 2.0 / (double)t.n);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_moves) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
