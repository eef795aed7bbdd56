/*
 * money.c - income, spending and savings of a household, in whole units a year.
 *
 * Earnings = usual earnings of the education x age x sex x place x occupation group
 * (all in per cent) x a lognormal factor; for a few, more among managers, x a Pareto
 * factor, which makes the heavy tail.  The self-employed vary more and sometimes earn
 * nothing.  Pensions follow education, benefits are small, many have no income at all.
 * Incomes are reported as people do: half of them rounded to 100 or 1000.
 *
 * Spending is the household's, the same in all its rows: a falling share of its income.
 * Savings grow with income and age and are negative for those in debt.
 */
#include "example/population.h"

/* Shares of 1024. */
enum {
    TAIL = 34,
    TAIL_MANAGER = 110,
    BUSINESS_FAILS = 60,
    DOLE = 700,
    STUDENT_JOB = 460,
    HOMEMAKER_INCOME = 100,
    ROUNDED_100 = 256,
    ROUNDED_1000 = 512
};

/* Per cent. */
enum { FEMALE_PAY = 87, TOWN_PAY = 106, COUNTRY_PAY = 95, PENSION = 58 };

/* Usual yearly amounts. */
enum {
    BENEFIT = 9500,
    STUDENT_EARNS = 5200,
    HOMEMAKER_EARNS = 4200,
    DISABLED_GETS = 11500,
    LEAST_SPENDING = 5500,
    MEMBER_SPENDING = 1900,
    COMFORT = 60000
};

enum { COMING_OF_AGE = 18, ROUND_FROM = 5000 };

static size_t group_of(const tacit_example_population *pop, int64_t occupation)
{
    size_t g = 0;
    while ((int64_t)pop->group_start[g + 1] <= occupation)
        g++;
    return g;
}

static int64_t draw_earnings(const tacit_example_population *pop, tacit_rng *rng,
                             const int64_t *cell)
{
    const size_t group = group_of(pop, cell[OCCUPATION]);
    const bool own = cell[EMPLOYMENT] == SELF_EMPLOYED;
    if (own && tacit_draw_chance(rng, BUSINESS_FAILS))
        return 0;
    int64_t x = tacit_earnings[cell[EDUCATION]];
    x = x * tacit_earnings_by_age[pop->employment_band[cell[AGE]]] / 100;
    x = x * tacit_earnings_by_group[group] / 100;
    x = x * (cell[SEX] == FEMALE ? FEMALE_PAY : 100) / 100;
    x = x * (cell[URBAN] == URBAN_PLACE ? TOWN_PAY : COUNTRY_PAY) / 100;
    x = tacit_draw_lognormal(rng, x);
    if (own)
        x = tacit_draw_lognormal(rng, x);
    return tacit_draw_chance(rng, group == 0 ? TAIL_MANAGER : TAIL) ? tacit_draw_pareto(rng, x * 2)
                                                                    : x;
}

/* `x` with lognormal spread in `share` of 1024 cases, else nothing. */
static int64_t draw_sometimes(tacit_rng *rng, uint32_t share, int64_t x)
{
    return tacit_draw_chance(rng, share) ? tacit_draw_lognormal(rng, x) : 0;
}

static int64_t draw_income(const tacit_example_population *pop, tacit_rng *rng, const int64_t *cell)
{
    switch (cell[EMPLOYMENT]) {
    case EMPLOYED:
    case SELF_EMPLOYED:
        return draw_earnings(pop, rng, cell);
    case UNEMPLOYED:
        return draw_sometimes(rng, DOLE, BENEFIT);
    case STUDENT:
        return cell[AGE] < 15 ? 0 : draw_sometimes(rng, STUDENT_JOB, STUDENT_EARNS);
    case RETIRED:
        return tacit_draw_lognormal(rng, (int64_t)tacit_earnings[cell[EDUCATION]] * PENSION / 100);
    case HOMEMAKER:
        return draw_sometimes(rng, HOMEMAKER_INCOME, HOMEMAKER_EARNS);
    case UNABLE:
        return tacit_draw_lognormal(rng, DISABLED_GETS);
    default:
        return 0;
    }
}

/* As people report it. */
static int64_t round_report(tacit_rng *rng, int64_t x)
{
    if (x < ROUND_FROM)
        return x;
    const uint64_t habit = tacit_rng_bits(rng) >> 54;
    const int64_t unit = habit < ROUNDED_100 ? 100 : habit < ROUNDED_1000 ? 1000 : 1;
    return (x + unit / 2) / unit * unit;
}

static int64_t draw_spending(tacit_household *h, int64_t income)
{
    const int64_t plain = income < COMFORT ? income : COMFORT;
    const int64_t usual = LEAST_SPENDING + MEMBER_SPENDING * (int64_t)h->size + plain * 62 / 100 +
                          (income - plain) * 22 / 100;
    return usual / 2 + tacit_draw_lognormal(&h->rng, usual / 2);
}

/* A share of what was earned since coming of age, or a debt; in hundreds. */
static int64_t draw_savings(tacit_rng *rng, const int64_t *cell)
{
    const int64_t years = cell[AGE] - COMING_OF_AGE;
    if (years < 0)
        return 0;
    const int64_t usual = 3000 + cell[INCOME] * (years + 5) / 40;
    return (tacit_draw_lognormal(rng, usual) - usual * 3 / 4) / 100 * 100;
}

void tacit_money_fill(const tacit_example_population *pop, tacit_household *h)
{
    for (size_t i = 0; i < h->size; i++) {
        int64_t *cell = h->person[i].cell;
        cell[INCOME] = round_report(&h->rng, draw_income(pop, &h->rng, cell));
    }
    tacit_household_plant(h);
    int64_t total = 0;
    for (size_t i = 0; i < h->size; i++)
        total += h->person[i].cell[INCOME];
    const int64_t spending = draw_spending(h, total);
    for (size_t i = 0; i < h->size; i++) {
        h->person[i].cell[SPENDING] = spending;
        h->person[i].cell[SAVINGS] = draw_savings(&h->rng, h->person[i].cell);
    }
}
