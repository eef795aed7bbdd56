/*
 * test_private.c - private generators: what they spend, and what they keep.
 */
#include "support/check.h"

#include "privacy/accountant/gaussian.h"
#include "support/privacy/generated.h"
#include "support/privacy/trial.h"

static const char *const ALL[] = { "dp_tables", "dp_histogram", "dp_privbayes",
                                   "dp_mst",    "dp_aim",       "dp_copula" };
enum { N_ALL = sizeof ALL / sizeof ALL[0], ROWS = 2000, COLUMNS = 3 };

/* Three columns: 3 values; the same moved on by one for 90 %; a column by itself of which one value
 * never comes up. */
static void fill(uint16_t code[COLUMNS][ROWS])
{
    for (size_t i = 0; i < ROWS; i++) {
        code[0][i] = (uint16_t)(i % 3);
        code[1][i] = (uint16_t)(i % 10 == 0 ? (i / 10) % 3 : (i + 1) % 3);
        code[2][i] = (uint16_t)(i / 3 % 4);
    }
}

/* The share of the synthetic records whose second column follows from the first. */
static double followers(const tacit_private_table *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->rows; i++)
        n += t->code[1][i] == (t->code[0][i] + 1) % 3;
    return (double)n / (double)t->rows;
}

/* With much to spend everything but histograms and copulas, which see no order in it, keeps the
 * dependence, and all keep columns; nothing is made that is not declared. */
static void test_kept(void **state)
{
    static uint16_t room[COLUMNS][ROWS];
    static const size_t size[COLUMNS] = { 3, 3, 5 };
    uint16_t *code[COLUMNS] = { room[0], room[1], room[2] };
    const tacit_private_table data = { ROWS, COLUMNS, size, code };
    fill(room);
    const double truth = followers(&data);
    for (size_t g = 0; g < N_ALL; g++) {
        tacit_keystream stream = trial_stream(*state, ALL[g]);
        const size_t mark = tacit_scratch_mark(*state);
        generated own;
        tacit_purse purse;
        tacit_private_table made;
        double share[5] = { 0 };
        generated_of(ALL[g], 50.0, &own);
        generated_make(*state, &own, &data, &stream, &purse, &made);
        assert_true(made.rows > ROWS - 20 && made.rows < ROWS + 20);
        for (size_t j = 0; j < COLUMNS; j++)
            for (size_t i = 0; i < made.rows; i++)
                assert_true(made.code[j][i] < size[j]);
        for (size_t i = 0; i < made.rows; i++)
            share[made.code[2][i]] += 1.0 / (double)made.rows;
        assert_near(share[1], 0.25, 0.02);
        assert_near(share[4], 0.0, 0.01);
        if (strcmp(ALL[g], "dp_histogram") == 0)
            assert_near(followers(&made), 1.0 / 3, 0.05);
        else if (strcmp(ALL[g], "dp_copula") != 0)
            assert_near(followers(&made), truth, 0.03);
        tacit_scratch_release(*state, mark);
        tacit_keystream_close(&stream);
    }
}

/* What is written down adds up to what was allowed, and hardly less. */
static void test_spent(void **state)
{
    static uint16_t room[COLUMNS][ROWS];
    static const size_t size[COLUMNS] = { 3, 3, 5 };
    uint16_t *code[COLUMNS] = { room[0], room[1], room[2] };
    const tacit_private_table data = { ROWS, COLUMNS, size, code };
    fill(room);
    for (size_t g = 0; g < 2 * N_ALL; g++) {
        tacit_keystream stream = trial_stream(*state, ALL[g / 2]);
        const size_t mark = tacit_scratch_mark(*state);
        generated own;
        tacit_purse purse;
        tacit_private_table made;
        double sum = 0.0;
        generated_of(ALL[g / 2], 0.7, &own);
        if (g % 2 == 1 && !own.replaces)
            generated_set(&own, "records", 1.0);
        generated_make(*state, &own, &data, &stream, &purse, &made);
        for (size_t i = 0; i < purse.n; i++) {
            sum += tacit_paid_look_cost(&purse.look[i], purse.is_pure);
            const uint64_t least = own.replaces ? 2 : 1; /* more where one look is at many sums */
            assert_true(purse.look[i].mechanism == &tacit_mechanism_exponential ||
                        purse.look[i].moved == least ||
                        (purse.look[i].sensitivity > 1 && purse.look[i].moved > least));
        }
        const double whole = purse.is_pure ? 0.7 : tacit_zcdp_rho(0.7, 1e-9);
        assert_true(sum <= whole * (1 + 1e-12) && sum > 0.999 * whole);
        assert_true(!own.replaces || made.rows == ROWS);
        tacit_scratch_release(*state, mark);
        tacit_keystream_close(&stream);
    }
}

/* A copula keeps what goes up or down together.  Of two columns of 20 values the second is the
 * first moved by up to 3: the share of pairs in which both are in the upper half is kept. */
static void test_copula(void **state)
{
    static uint16_t room[2][ROWS];
    static const size_t size[2] = { 20, 20 };
    uint16_t *code[2] = { room[0], room[1] };
    const tacit_private_table data = { ROWS, 2, size, code };
    double high[2] = { 0 };
    for (size_t i = 0; i < ROWS; i++) {
        const size_t x = i % 17 + i / 17 % 4;
        room[0][i] = (uint16_t)(i % 17);
        room[1][i] = (uint16_t)x;
        high[0] += room[0][i] > 8 && room[1][i] > 9;
    }
    tacit_keystream stream = trial_stream(*state, "copula");
    const size_t mark = tacit_scratch_mark(*state);
    generated own;
    tacit_purse purse;
    tacit_private_table made;
    generated_of("dp_copula", 50.0, &own);
    generated_make(*state, &own, &data, &stream, &purse, &made);
    for (size_t i = 0; i < made.rows; i++)
        high[1] += made.code[0][i] > 8 && made.code[1][i] > 9;
    assert_near(high[1] / (double)made.rows, high[0] / ROWS, 0.03);
    assert_int_equal(purse.n, 3); /* by hand: two columns, and one look at their pair ... */
    assert_int_equal(purse.look[2].sensitivity, 1024); /* ... of 32 * 32 steps that one moves */
    assert_int_equal(purse.look[2].moved, 1);
    tacit_scratch_release(*state, mark);
    tacit_keystream_close(&stream);
}

/* Nobody, one record, one column, columns of one value: records all the same. */
static void test_little(void **state)
{
    static uint16_t room[2][1];
    static const size_t size[2] = { 1, 4 };
    uint16_t *code[2] = { room[0], room[1] };
    for (size_t g = 0; g < N_ALL; g++)
        for (size_t k = 0; k < 4; k++) {
            tacit_keystream stream = trial_stream(*state, ALL[g]);
            const size_t mark = tacit_scratch_mark(*state);
            const tacit_private_table data = { k % 2, 1 + k / 2, size, code };
            generated own;
            tacit_purse purse;
            tacit_private_table made;
            generated_of(ALL[g], 1.0, &own);
            generated_make(*state, &own, &data, &stream, &purse, &made);
            assert_true(made.rows < 1000 && made.columns == data.columns);
            for (size_t i = 0; i < made.rows; i++)
                assert_int_equal(made.code[0][i], 0);
            tacit_scratch_release(*state, mark);
            tacit_keystream_close(&stream);
        }
}

/* A table of too many combinations is refused by its size alone. */
static void test_too_large(void **state)
{
    static const size_t size[3] = { 101, 100, 100 };
    uint16_t none[1], *code[3] = { none, none, none };
    const tacit_private_table data = { 0, 3, size, code };
    generated own;
    tacit_keystream stream = trial_stream(*state, "large");
    tacit_purse purse = { .stream = &stream };
    generated_of("dp_tables", 1.0, &own);
    const tacit_private_job job = { .data = &data, .args = &own.args, .purse = &purse };
    tacit_private_table made;
    assert_fails(*state, own.generator->answer(*state, &job, &made), TACIT_ERR_INPUT,
                 "every combination");
    tacit_keystream_close(&stream);
}

/* Shares are rounded down to decimals: three thirds of 1 are 0.999999999. */
static void test_shares(void **state)
{
    (void)state;
    assert_near(tacit_purse_epsilon(1.0 / 3), 0.333333333, 1e-18);
    assert_near(tacit_purse_epsilon(0.3 / 8), 0.0375, 0.0);
    assert_near(tacit_purse_rho(1.0 / 3), 0.333333333333, 1e-18);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_kept),   with_context(test_spent),     with_context(test_copula),
        with_context(test_little), with_context(test_too_large), with_context(test_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
