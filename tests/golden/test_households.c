/*
 * test_households.c - synthetic households of real data keep what ties members together.
 *
 * Data: sdcMicro's testdata, 1000 households with 4580 members; the column ori_hid says who lives
 * together, relat who somebody is to the head (1 head, 2 spouse, 3 child).  Means over seeds 1 to
 * 10 are compared with the original's own figures.
 */
#include "golden/golden.h"

#include "support/homes.h"

#include "base/pool.h"

enum { SEEDS = 10, SIZES = 24, ROLES = 10 };

/* What is looked at. */
typedef struct look {
    double spouse, child;         /* correlations of ages with the head's */
    double size[SIZES];           /* shares of households */
    double couples;               /* share of spouses of the other sex */
    double role_sex[ROLES][2];    /* shares of persons */
    double size_couple[SIZES][2]; /* shares of households by size and whether there is a spouse */
} look;

/* Sums for a correlation. */
typedef struct pairs {
    double n, x, y, xx, yy, xy;
} pairs;

static void add_pair(pairs *p, double x, double y)
{
    *p = (pairs){ p->n + 1, p->x + x, p->y + y, p->xx + x * x, p->yy + y * y, p->xy + x * y };
}

static double correlation(const pairs *p)
{
    return (p->n * p->xy - p->x * p->y) /
           sqrt((p->n * p->xx - p->x * p->x) * (p->n * p->yy - p->y * p->y));
}

static look look_at(const tacit_table *t)
{
    look l = { 0 };
    pairs spouse = { 0 }, child = { 0 };
    double households = 0.0, spouses = 0.0;
    for (size_t row = 0; row < tacit_table_rows(t); households++) {
        const size_t n = members_from(t, "ori_hid", row);
        bool couple = false;
        for (size_t i = row; i < row + n; i++) {
            const size_t role = (size_t)number_at(t, "relat", i);
            const size_t sex = (size_t)number_at(t, "sex", i) - 1;
            l.role_sex[role][sex] += 1.0 / (double)tacit_table_rows(t);
            if (role == 2 || role == 3)
                add_pair(role == 2 ? &spouse : &child, number_at(t, "age", row),
                         number_at(t, "age", i));
            couple = couple || role == 2;
            spouses += role == 2;
            l.couples += role == 2 && number_at(t, "sex", row) != number_at(t, "sex", i);
        }
        assert_int_equal((size_t)number_at(t, "relat", row), 1);
        l.size[n]++;
        l.size_couple[n][couple]++;
        row += n;
    }
    for (size_t n = 0; n < SIZES; n++) {
        l.size[n] /= households;
        l.size_couple[n][0] /= households;
        l.size_couple[n][1] /= households;
    }
    l.couples /= spouses;
    l.spouse = correlation(&spouse);
    l.child = correlation(&child);
    return l;
}

/* Half the sum of differences. */
static double variation(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += 0.5 * fabs(a[i] - b[i]);
    return sum;
}

/* The columns of persons and households that are made, heads first in each household. */
static tacit_table *read_data(tacit_ctx *cx)
{
    static const char *const dropped[] = { "expend", "income", "savings", "sampling_weight",
                                           "household_weights" };
    tacit_table *t = golden_table(cx, "data/sdcmicro/testdata.csv", ",");
    for (size_t k = 0; k < sizeof dropped / sizeof dropped[0]; k++)
        tacit_table_drop(t, tacit_table_find(t, dropped[k]));
    return t;
}

/* Tolerances are stated for the means: correlations within .06 of .916 and of .703, compositions by
 * size and couple and persons by role and sex within a total variation of .03. */
static void test_testdata(void **state)
{
    const size_t threads = tacit_pool_threads();
    tacit_table *t = read_data(*state);
    const look real = look_at(t);
    double spouse = 0.0, child = 0.0, sizes = 0.0, types = 0.0, persons = 0.0, couples = 0.0;
    tacit_pool_set(1); /* the tables are small */
    assert_near(real.spouse, 0.916, 0.0005);
    assert_near(real.child, 0.703, 0.0005);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        homes h;
        start_homes(&h, t, "ori_hid", "relat", "age", 20);
        h.people.spec.rng = tacit_rng_seed(seed);
        assert_ok(*state, run_homes(*state, &h));
        const look made = look_at(h.people.set[0]);
        spouse += made.spouse / SEEDS;
        child += made.child / SEEDS;
        couples += made.couples / SEEDS;
        sizes += variation(made.size, real.size, SIZES) / SEEDS;
        types += variation(made.size_couple[0], real.size_couple[0], 2 * SIZES) / SEEDS;
        persons += variation(made.role_sex[0], real.role_sex[0], 2 * ROLES) / SEEDS;
        end_synthesis(&h.people);
    }
    tacit_pool_set(threads);
    print_message("spouse %.3f child %.3f sizes %.4f types %.4f persons %.4f couples %.4f\n",
                  spouse, child, sizes, types, persons, couples);
    assert_near(spouse, real.spouse, 0.06);
    assert_near(child, real.child, 0.06);
    assert_true(couples >= 0.97);
    assert_true(sizes <= 0.03);
    assert_true(types <= 0.03);
    assert_true(persons <= 0.03);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_testdata) };
    return golden_run_tests(tests);
}
