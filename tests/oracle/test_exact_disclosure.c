/*
 * test_exact_disclosure.c - which hidden cells are known exactly, by elimination modulo a prime
 * against the audit.
 *
 * Let M be the equations over the hidden cells.  Cell k is the same in all solutions if and only if
 * its unit vector is a combination of the rows of M.  What is so is known exactly to everybody,
 * whatever else: the audit must say so too.  The other way round bounds come in: a solution of the
 * homogeneous system with y_k other than 0 exists, of whole numbers, and added to the true values
 * it gives another table that agrees with what is published, unless it leaves the bounds.  So where
 * every hidden cell has more room on both sides than such solutions are long (here 1000 units,
 * tables being so small that the smallest are of a few), the audit must say that the value is not
 * known.  Ranks modulo a prime are those of whole numbers unless it divides a determinant; those
 * of such small matrices of 0, 1 and -1 are far below 2^61 (Hadamard), so nothing is left to
 * chance.
 *
 * The elimination is dense and knows nothing of that of tabular/suppress.
 */
#include "support/check.h"
#include "support/systems.h"

#include "tabular/audit.h"
#include "tabular/suppress/suppress.h"

enum { TABLES = 3000 };

static const uint64_t PRIME = 2305843009213693951u; /* 2^61 - 1 */

/* The equations over the hidden cells, and how many rows and columns there are. */
typedef struct matrix {
    uint64_t at[MOST_PLACES][MOST_PLACES];
    size_t rows, columns;
} matrix;

static uint64_t times(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b % PRIME);
}

static uint64_t inverse(uint64_t a)
{
    uint64_t x = 1;
    for (uint64_t left = PRIME - 2; left > 0; left >>= 1) {
        x = (left & 1) != 0 ? times(x, a) : x;
        a = times(a, a);
    }
    return x;
}

static void take_from(matrix *m, size_t row, size_t pivot, uint64_t factor)
{
    for (size_t j = 0; j < m->columns; j++)
        m->at[row][j] = (m->at[row][j] + PRIME - times(factor, m->at[pivot][j])) % PRIME;
}

static void swap_rows(matrix *m, size_t a, size_t b)
{
    for (size_t j = 0; j < m->columns; j++) {
        const uint64_t x = m->at[a][j];
        m->at[a][j] = m->at[b][j];
        m->at[b][j] = x;
    }
}

/* Gauss and Jordan; afterwards row r of the first has its 1 at lead[r], and no other row has an
 * entry there.  Returns the rank. */
static size_t eliminate(matrix *m, size_t *lead)
{
    size_t rank = 0;
    for (size_t j = 0; j < m->columns; j++) {
        size_t r = rank;
        while (r < m->rows && m->at[r][j] == 0)
            r++;
        if (r == m->rows)
            continue;
        swap_rows(m, rank, r);
        const uint64_t one = inverse(m->at[rank][j]);
        for (size_t c = 0; c < m->columns; c++)
            m->at[rank][c] = times(m->at[rank][c], one);
        for (size_t other = 0; other < m->rows; other++)
            if (other != rank && m->at[other][j] != 0)
                take_from(m, other, rank, m->at[other][j]);
        lead[rank++] = j;
    }
    return rank;
}

/* Whether linear algebra tells each hidden cell; they are in the order of their numbers. */
static void find_known(const tacit_system *s, bool *known)
{
    matrix m = { .rows = s->n_equations };
    size_t column[MOST_PLACES] = { 0 }, lead[MOST_PLACES];
    for (size_t i = 0; i < s->n_cells; i++)
        column[i] = tacit_system_hides(s, &s->cell[i]) ? m.columns++ : SIZE_MAX;
    for (size_t r = 0; r < s->n_equations; r++)
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            if (column[s->term[e].at] != SIZE_MAX)
                m.at[r][column[s->term[e].at]] = s->term[e].weight > 0 ? 1 : PRIME - 1;
    const size_t rank = eliminate(&m, lead);
    for (size_t r = 0; r < rank; r++) {
        size_t entries = 0;
        for (size_t j = 0; j < m.columns; j++)
            entries += m.at[r][j] != 0;
        known[lead[r]] = entries == 1;
    }
}

/* A table with some cells hidden; all have room if `far`. */
static void hide_some(tacit_rng *rng, tacit_system *s, bool far)
{
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        const size_t luck = tacit_rng_below(rng, 5);
        c->status = luck < 2    ? TACIT_CELL_SAFE
                    : luck == 2 ? TACIT_CELL_PRIMARY
                                : TACIT_CELL_SECONDARY;
        if (!far)
            continue;
        c->low = c->value - 1000;
        c->high = c->value + 1000;
    }
}

static void test_audit(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_rng root = tacit_rng_seed(51);
    size_t exact = 0, open = 0, by_bounds = 0;
    for (uint64_t t = 0; t < TABLES; t++) {
        const size_t mark = tacit_scratch_mark(cx);
        const bool far = t % 2 == 0;
        const system_draw how = { .dimensions = 2 + (t % 3 == 0),
                                  .most_value = 3,
                                  .most_hidden = 4 };
        bool known[MOST_PLACES] = { false };
        tacit_audit audit = { 0 };
        small_system w;
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        draw_system(cx, &rng, &how, &w);
        hide_some(&rng, w.s, far);
        find_known(w.s, known);
        assert_ok(cx, tacit_audit_run(cx, w.s, &audit));
        for (size_t k = 0; k < audit.n; k++) {
            assert_true(audit.finding[k].exact || !known[k]);
            if (far)
                assert_int_equal(audit.finding[k].exact, known[k]);
            exact += known[k];
            open += !audit.finding[k].exact;
            by_bounds += audit.finding[k].exact && !known[k];
        }
        tacit_system_free(w.s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(exact > TABLES && open > TABLES && by_bounds > 100);
}

/* What the method publishes tells no sensitive cell by linear algebra, and where only that is asked
 * for, with room on all sides, nothing needs to be hidden besides what it hides. */
static void test_method(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_rng root = tacit_rng_seed(52);
    size_t solved = 0;
    for (uint64_t t = 0; t < TABLES / 3; t++) {
        const size_t mark = tacit_scratch_mark(cx);
        const system_draw how = { .dimensions = 2 + (t % 3 == 0),
                                  .most_value = 3,
                                  .most_hidden = 4 };
        bool known[MOST_PLACES] = { false };
        tacit_tabular_suppressed found = { 0 };
        small_system w;
        size_t k = 0;
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        draw_system(cx, &rng, &how, &w);
        for (size_t i = 0; i < w.s->n_cells; i++) {
            tacit_cell *c = &w.s->cell[i];
            c->status = tacit_rng_below(&rng, 6) == 0 ? TACIT_CELL_PRIMARY : TACIT_CELL_SAFE;
            c->lower = c->upper = c->sliding = 0;
            c->low = c->value - 1000;
            c->high = c->value + 1000;
        }
        assert_ok(cx, tacit_tabular_suppress_by(cx, w.s, TACIT_SUPPRESS_ELIMINATION, 60, &found));
        find_known(w.s, known);
        for (size_t i = 0; i < w.s->n_cells; i++)
            if (tacit_system_hides(w.s, &w.s->cell[i]))
                assert_false(known[k++] && w.s->cell[i].status == TACIT_CELL_PRIMARY);
        solved += found.n > 0;
        tacit_system_free(w.s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(solved > TABLES / 6);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_audit), with_context(test_method) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
