/*
 * test_table_proofs.c - the tables that prove a release, against going through all tables.
 *
 * 2000 small random tables.  What is known of them is what is published and that nothing is
 * negative.  Each witness must be a table that adds up and agrees with it, as the slow code of
 * support/systems.h adds up; a cell is shown uncertain if and only if enumeration finds two
 * values for it; a witness with another number in it is refused.
 */
#include "support/check.h"
#include "support/systems.h"

#include "tabular/proof.h"

enum { TABLES = 2000, SPARE = 3 };

/* Readers know nothing of bounds but that values are not negative. */
static void forget_bounds(const small_system *w)
{
    for (size_t i = 0; i < w->s->n_cells; i++) {
        w->s->cell[i].low = 0;
        w->s->cell[i].high = w->s->cell[i].value + SPARE;
    }
}

/* What readers have: the hidden values are gone. */
static tacit_cell *hide_values(tacit_ctx *cx, tacit_system *s)
{
    tacit_cell *cell = NULL;
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *cell, &cell));
    for (size_t i = 0; i < s->n_cells; i++) {
        cell[i] = s->cell[i];
        if (tacit_system_hides(s, &cell[i]))
            cell[i].value = 0;
    }
    return cell;
}

/* Published values and those of the last table of each part add up. */
static void check_adds_up(const tacit_system *s, const int64_t *value)
{
    for (size_t r = 0; r < s->n_equations; r++) {
        int64_t sum = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            sum += (s->term[e].weight < 0 ? -1 : 1) * value[s->term[e].at];
        assert_int_equal(sum, 0);
    }
}

static void check_part(const tacit_published *p, const tacit_proof *part, int64_t *value,
                       int64_t *at)
{
    for (size_t k = 0; k < part->n_tables; k++) {
        int64_t x[MOST_PLACES];
        for (size_t j = 0; j < part->n; j++) {
            x[j] = part->table[k * part->n + j];
            assert_true(x[j] >= 0);
            value[part->cell[j]] = x[j];
        }
        assert_true(tacit_proof_agrees(p, part->cell, part->n, x, at));
        x[k % part->n]++;
        assert_false(tacit_proof_agrees(p, part->cell, part->n, x, at));
    }
}

static bool is_uncertain(const tacit_proof *part, size_t j)
{
    for (size_t k = 1; k < part->n_tables; k++)
        if (part->table[k * part->n + j] != part->table[j])
            return true;
    return false;
}

static size_t check_table(tacit_ctx *cx, const small_system *w)
{
    possible all;
    size_t uncertain = 0;
    int64_t value[MOST_PLACES], at[MOST_PLACES] = { 0 };
    tacit_proofs found = { 0 };
    forget_bounds(w);
    enumerate_tables(w, 0, &all);
    tacit_system public = *w->s;
    public.cell = hide_values(cx, w->s);
    const tacit_published p = { .system = &public };
    for (size_t i = 0; i < public.n_cells; i++)
        value[i] = (int64_t) public.cell[i].value;
    assert_ok(cx, tacit_proof_find(cx, &p, &found));
    assert_true(tacit_proof_adds_up(&p));
    for (size_t q = 0; q < found.n; q++) {
        check_part(&p, &found.part[q], value, at);
        for (size_t j = 0; j < found.part[q].n; j++) {
            const uint32_t i = found.part[q].cell[j];
            const bool two = all.most[i] > all.least[i];
            uncertain += two;
            if (w->dimensions == 2 || two)
                assert_int_equal(is_uncertain(&found.part[q], j), two);
        }
    }
    check_adds_up(&public, value);
    tacit_proof_free(&found);
    return uncertain;
}

static void test_all(void **state)
{
    tacit_ctx *cx = *state;
    size_t uncertain = 0;
    const tacit_rng root = tacit_rng_seed(19);
    for (uint64_t t = 0; t < TABLES; t++) {
        const size_t mark = tacit_scratch_mark(cx);
        small_system w;
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        const system_draw how = { .dimensions = 2 + (t % 4 == 0),
                                  .most_value = 3,
                                  .most_hidden = 5 };
        draw_system(cx, &rng, &how, &w);
        uncertain += check_table(cx, &w);
        tacit_system_free(w.s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(uncertain > 2000);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
