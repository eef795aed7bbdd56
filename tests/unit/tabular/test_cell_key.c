/*
 * test_cell_key.c - noise by cell keys, computed by hand.
 */
#include "support/check.h"

#include "tabular/protection/cell_key/noise.h"

/* Sizes 1 and 3; at each -1 is added below the key 0.25, then 0.5 more for each quarter. */
static double sizes[] = { 1, 3 };
static size_t first[] = { 0, 4, 8 };
static double values[] = { -1, -0.5, 0, 0.5, -2, -1.5, -1, -0.5 };
static double bounds[] = { 0.25, 0.5, 0.75, 1, 0.25, 0.5, 0.75, 1 };

static tacit_ptable sample(void)
{
    return (tacit_ptable){ .cycle = 1, .part = { { 2, sizes, first, values, bounds } } };
}

static const tacit_tally_room ROOM = { .records = 2 };

/* A cell with one contribution of weight 1, which is kept at `top`. */
static tacit_cell_tally single(tacit_contribution top[2], double x)
{
    tacit_cell_tally t = { .top = top };
    tacit_tally_add(&t, ROOM, &(tacit_contributor){ x, x, 0, 1, 1, 0 });
    return t;
}

static void test_keys(void **state)
{
    (void)state;
    assert_near(tacit_noise_key(123456789012, 100000000, 0), 0.56789012, 0);
    assert_near(tacit_noise_key(255 + 255 + 3, 1, 256), 1.0 / 256, 0);
}

/* Three records of weights 2, 2 and 2.5: W = 6.5.  Key 0.6 at size 3 adds -1: 2 * 6.5 / 3. */
static void test_count(void **state)
{
    double low[] = { 1, 2, 3 }, v[] = { 0, 0, -2, -1 }, below[] = { 1, 1, 0.5, 1 };
    size_t at[] = { 0, 1, 2, 4 };
    const tacit_ptable t = { .cycle = 1, .part = { { 3, low, at, v, below } } };
    tacit_cell_tally tally = { .n = 3, .count = 6.5 };
    (void)state;
    const tacit_noise_cell c = { &tally, 60000000, 100000000, false };
    assert_near(tacit_noise_count(&t, &c), 2 * 6.5 / 3, 1e-15);
    tally = (tacit_cell_tally){ 0 };
    assert_near(tacit_noise_count(&t, &c), 0, 0);
}

/* The sum 100 of one contribution, share 0.1: the unit is 10, the size 100 / 10 is beyond the
 * table. Key 0.6 adds -1: 90.  Turned it is 0.6 again, for it has one digit. */
static void test_simple(void **state)
{
    tacit_contribution top[2];
    const tacit_cell_tally t = single(top, 100);
    tacit_sum_noise n = { .table = sample(), .n = 1, .factor = { 1 }, .small = 0.1 };
    (void)state;
    const tacit_noise_cell c = { &t, 60000000, 100000000, false };
    tacit_sum_noise_prepare(&n);
    assert_near(n.separation, 0, 0);
    assert_near(tacit_noise_sum(&n, &c), 90, 1e-12);
}

/* Share 0.5: the unit is 50, the size 2 lies halfway between 1 and 3.  The key 0.12 adds -1 and -2,
 * so -1.5 units of 50; turned to 0.21, the same; with an extra of 0.2 for a sensitive cell it would
 * be more than the sum, which ends at 0. */
static void test_interpolation(void **state)
{
    tacit_contribution top[2];
    const tacit_cell_tally t = single(top, 100);
    tacit_sum_noise n = { .table = sample(), .n = 1, .factor = { 1 }, .small = 0.5, .extra = 0.7 };
    (void)state;
    const tacit_noise_cell c = { &t, 12000000, 100000000, false },
                           s = { &t, 12000000, 100000000, true };
    assert_near(tacit_noise_sum(&n, &c), 25, 1e-12);
    assert_near(tacit_noise_sum(&n, &s), 0, 1e-12);
}

/* The key 0.7604: as it is it adds 0.5 at size 1; turned it is 0.6047, which adds 0; turned twice
 * 0.0476, which adds -1.  Share 1 makes the size 1. */
static void test_turned_keys(void **state)
{
    tacit_contribution top[2];
    const tacit_cell_tally t = single(top, 8);
    tacit_sum_noise n = { .table = sample(), .n = 1, .factor = { 1 }, .small = 1 };
    (void)state;
    const tacit_noise_cell c = { &t, 76040000, 100000000, false };
    assert_near(tacit_noise_sum(&n, &c), 8, 0);
    n.same_key = true;
    assert_near(tacit_noise_sum(&n, &c), 12, 0);
    const tacit_noise_cell d = { &t, 60470000, 100000000, false };
    n.same_key = false;
    assert_near(tacit_noise_sum(&n, &d), 0, 0);
}

/* Point 100, shares 0.2 and 0.05, power 1.  At 300 the share is
 * 0.05 (1 + (60 - 5) / 5 * 200 / 400) = 0.325, above 0.2: with a power so low it rises first.  The
 * unit is 97.5, the size 300 / 97.5 = 3.08 beyond the table, key 0.9 adds -0.5: 300 - 48.75. */
static void test_flexible(void **state)
{
    tacit_contribution top[2];
    const tacit_cell_tally t = single(top, 300);
    tacit_sum_noise n = { .table = sample(),
                          .n = 1,
                          .factor = { 1 },
                          .flexible = true,
                          .point = 100,
                          .small = 0.2,
                          .large = 0.05,
                          .power = 1 };
    (void)state;
    const tacit_noise_cell c = { &t, 90000000, 100000000, false };
    assert_near(tacit_noise_sum(&n, &c), 300 - 48.75, 1e-10);
}

/* Even numbers of contributors have a table of their own. */
static void test_parity(void **state)
{
    double one[] = { 1 }, up[] = { 1 }, down[] = { -1 }, below[] = { 1 };
    size_t at[] = { 0, 1 };
    tacit_sum_noise n = { .n = 1, .factor = { 1 }, .small = 0.1 };
    (void)state;
    n.table.part[TACIT_PTABLE_EVEN] = (tacit_ptable_part){ 1, one, at, up, below };
    n.table.part[TACIT_PTABLE_ODD] = (tacit_ptable_part){ 1, one, at, down, below };
    tacit_contribution top[2];
    tacit_cell_tally t = single(top, 100);
    const tacit_noise_cell c = { &t, 5, 100000000, false };
    assert_near(tacit_noise_sum(&n, &c), 90, 1e-12);
    tacit_tally_add(&t, ROOM, &(tacit_contributor){ 50, 50, 0, 1, 2, 0 });
    assert_near(tacit_noise_sum(&n, &c), 160, 1e-12);
}

/* The table for small cells has the variance 1 and the share is 0.1: contributions below 10 get
 * what it adds itself, whatever their size. */
static void test_small_cells(void **state)
{
    double one[] = { 1 }, both[] = { -1, 1 }, half[] = { 0.5, 1 };
    size_t at[] = { 0, 2 };
    tacit_sum_noise n = { .table = sample(),
                          .n = 1,
                          .factor = { 1 },
                          .flexible = true,
                          .point = 100,
                          .small = 0.1,
                          .large = 0.1,
                          .power = 1 };
    (void)state;
    n.table.part[TACIT_PTABLE_SMALL] = (tacit_ptable_part){ 1, one, at, both, half };
    tacit_sum_noise_prepare(&n);
    assert_near(n.separation, 10, 1e-12);
    tacit_contribution top[2];
    const tacit_cell_tally t = single(top, 7);
    const tacit_noise_cell c = { &t, 80000000, 100000000, false };
    assert_near(tacit_noise_sum(&n, &c), 8, 1e-12);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),        cmocka_unit_test(test_count),
        cmocka_unit_test(test_simple),      cmocka_unit_test(test_interpolation),
        cmocka_unit_test(test_turned_keys), cmocka_unit_test(test_flexible),
        cmocka_unit_test(test_parity),      cmocka_unit_test(test_small_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
