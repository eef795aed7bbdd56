/*
 * test_cart.c - trees as generators: binary pairs, leaf rules, pools.
 */
#include "support/synths.h"

#include "synth/draw.h"

/* Two columns of 0 and 1, the second 1 for 6 % of those with 0 and 30 % of those with 1: misclassi-
 * fication would call them alike (peer_defects of the reference: .173 and .182). */
static void test_binary_pair(void **state)
{
    tacit_builder *b[2];
    tacit_type type[2];
    synthesis s;
    start_columns(*state, "x:c,y:c", b, type);
    for (int i = 0; i < 2000; i++) {
        add_cell(*state, b[0], type[0], i < 1000 ? "0" : "1");
        add_cell(*state, b[1], type[1], i % 1000 < (i < 1000 ? 60 : 300) ? "1" : "0");
    }
    tacit_table *t = finish_columns(*state, b, 2, 2000);
    for (int dealt = 0; dealt < 2; dealt++) {
        size_t n[2] = { 0 }, ones[2] = { 0 };
        start_synthesis(&s, t, "cart")->spec.dealt = dealt == 1;
        run_synthesis(*state, &s);
        for (size_t i = 0; i < 2000; i++) {
            char p[32], q[32];
            const size_t x = tacit_column_text(column_of(s.set[0], "x"), i, p)[0] == '1';
            n[x]++;
            ones[x] += tacit_column_text(column_of(s.set[0], "y"), i, q)[0] == '1';
        }
        /* Dealt: exactly; else within four standard errors. */
        assert_near((double)ones[0] / (double)n[0], 0.06, dealt == 1 ? 0 : 0.03);
        assert_near((double)ones[1] / (double)n[1], 0.30, dealt == 1 ? 0 : 0.058);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* 200 records, in a group of 20 of which all have a value that nobody else has. */
static tacit_table *rare_group(tacit_ctx *cx)
{
    tacit_builder *b[2];
    tacit_type type[2];
    start_columns(cx, "x:c,y:c", b, type);
    for (int i = 0; i < 400; i++) {
        add_cell(cx, b[0], type[0], i < 20 ? "few" : "many");
        add_cell(cx, b[1], type[1], i < 20 ? "rare" : i % 2 == 0 ? "u" : "v");
    }
    return finish_columns(cx, b, 2, 400);
}

/* Without the leaf rule a group tells its value for sure; with it, the group gets what all have. */
static void test_common(void **state)
{
    tacit_table *t = rare_group(*state);
    synthesis s;
    for (int rule = 0; rule < 2; rule++) {
        size_t told = 0;
        set_synth(start_synthesis(&s, t, "cart"), "common", rule == 1 ? 0.1 : 0.0);
        run_synthesis(*state, &s);
        for (size_t i = 0; i < 400; i++) {
            char p[32], q[32];
            told += strcmp(tacit_column_text(column_of(s.set[0], "x"), i, p), "few") == 0 &&
                    strcmp(tacit_column_text(column_of(s.set[0], "y"), i, q), "rare") == 0;
        }
        assert_int_equal(s.told[1].raised, rule);
        assert_true(rule == 0 ? told == 20 : told <= 8);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* Of n donors and k rows each is used floor(k / n) or ceil(k / n) times; sets are dealt apart. */
static void test_dealing(void **state)
{
    enum { DONORS = 7, ROWS = 25, SETS = 3 };
    const uint32_t order[DONORS] = { 6, 5, 4, 3, 2, 1, 0 };
    const size_t first = 0, rows = DONORS;
    uint32_t of[ROWS * SETS] = { 0 }, donor[ROWS * SETS];
    const tacit_synth_part part = { .rows = DONORS, .draws = ROWS * SETS };
    const tacit_synth_pools pools = {
        .n = 1, .order = order, .first = &first, .rows = &rows, .of = of
    };
    for (uint64_t seed = 0; seed < 200; seed++) {
        const tacit_synth_draws how = { .dealt = true,
                                        .set_rows = ROWS,
                                        .rng = tacit_rng_seed(seed) };
        assert_ok(*state, tacit_synth_draw(*state, &part, &pools, &how,
                                           &(tacit_synth_drawn){ .donor = donor }));
        for (size_t s = 0; s < SETS; s++) {
            size_t used[DONORS] = { 0 };
            for (size_t i = 0; i < ROWS; i++)
                used[donor[s * ROWS + i]]++;
            for (size_t d = 0; d < DONORS; d++)
                assert_true(used[d] == ROWS / DONORS || used[d] == ROWS / DONORS + 1);
        }
        assert_memory_not_equal(donor, donor + ROWS, ROWS * sizeof *donor);
    }
}

/* Independent draws: every donor with the same probability (chi-square of 6 degrees of freedom
 * beyond 27.86 has a chance of one in 10 000). */
static void test_independent(void **state)
{
    enum { DONORS = 7, ROWS = 7000 };
    const uint32_t order[DONORS] = { 0, 1, 2, 3, 4, 5, 6 };
    const size_t first = 0, rows = DONORS;
    static uint32_t of[ROWS], donor[ROWS];
    const tacit_synth_part part = { .rows = DONORS, .draws = ROWS };
    const tacit_synth_pools pools = {
        .n = 1, .order = order, .first = &first, .rows = &rows, .of = of
    };
    const tacit_synth_draws how = { .set_rows = ROWS, .rng = tacit_rng_seed(9) };
    double used[DONORS] = { 0 }, chi = 0.0;
    assert_ok(*state, tacit_synth_draw(*state, &part, &pools, &how,
                                       &(tacit_synth_drawn){ .donor = donor }));
    for (size_t i = 0; i < ROWS; i++)
        used[donor[i]] += 1.0;
    for (size_t d = 0; d < DONORS; d++)
        chi += (used[d] - 1000.0) * (used[d] - 1000.0) / 1000.0;
    assert_true(chi < 27.86 && chi > 0.0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_binary_pair),
        with_context(test_common),
        with_context(test_dealing),
        with_context(test_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
