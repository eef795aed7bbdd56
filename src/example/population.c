/*
 * population.c - from constant tables to samplers.
 *
 * Municipalities of a region, occupations of a group and names follow Zipf's law: the
 * r-th most frequent has a share proportional to 1 / r (names: 1 / (r + 4)).
 */
#include "example/population.h"

enum { ZIPF_SCALE = 100000, DAYS_OF_YEAR = 365, YEAR = 2025, NAME_SHIFT = 4 };

/* 2025-07-01, the day after the survey's reference day, counted from 1970-01-01. */
enum { FIRST_JULY = 20270 };

static tacit_sampler make_sampler(tacit_example_population *pop, const uint32_t *weight, size_t n)
{
    TACIT_ASSERT(pop->slots + n <= SLOT_POOL);
    const tacit_sampler s = tacit_sampler_make(weight, n, pop->slot + pop->slots);
    pop->slots += n;
    return s;
}

/* One sampler for each of `rows` rows of a table of `n` columns. */
static void make_samplers(tacit_example_population *pop, const uint32_t *weight, size_t rows,
                          size_t n, tacit_sampler *out)
{
    for (size_t i = 0; i < rows; i++)
        out[i] = make_sampler(pop, weight + i * n, n);
}

/* Fill `weight` with shares of `n` ranks that add up to about `total`. */
static void fill_zipf(uint64_t total, uint32_t shift, size_t n, uint32_t *weight)
{
    uint64_t sum = 0;
    for (size_t r = 0; r < n; r++)
        sum += ZIPF_SCALE / (r + 1 + shift);
    for (size_t r = 0; r < n; r++)
        weight[r] = (uint32_t)(total * (ZIPF_SCALE / (r + 1 + shift)) / sum);
}

static tacit_sampler make_zipf(tacit_example_population *pop, uint32_t shift, size_t n)
{
    uint32_t weight[TACIT_DRAW_MAX];
    TACIT_ASSERT(n <= TACIT_DRAW_MAX);
    fill_zipf(ZIPF_SCALE, shift, n, weight);
    return make_sampler(pop, weight, n);
}

static void make_places(tacit_example_population *pop)
{
    uint32_t weight[MUNICIPALITIES];
    size_t at = 0;
    for (uint8_t r = 0; r < REGIONS; r++) {
        const uint8_t n = tacit_region_places[r];
        TACIT_ASSERT(at + n <= MUNICIPALITIES);
        fill_zipf((uint64_t)tacit_weight_region[r] * 1000, 0, n, weight + at);
        for (uint8_t k = 0; k < n; k++, at++) {
            pop->region_of[at] = r;
            pop->rank_of[at] = k;
        }
    }
    TACIT_ASSERT(at == MUNICIPALITIES);
    pop->place = make_sampler(pop, weight, MUNICIPALITIES);
}

static void make_occupations(tacit_example_population *pop)
{
    for (size_t g = 0; g < OCCUPATION_GROUPS; g++) {
        pop->occupation[g] = make_zipf(pop, 0, tacit_group_size[g]);
        pop->group_start[g + 1] = pop->group_start[g] + tacit_group_size[g];
    }
    TACIT_ASSERT(pop->group_start[OCCUPATION_GROUPS] == OCCUPATIONS);
}

/* The band of each age. */
static void fill_bands(const uint8_t *from, size_t n, uint8_t band[MAX_AGE + 1])
{
    uint8_t at = 0;
    for (size_t age = 0; age <= MAX_AGE; age++) {
        while ((size_t)at + 1 < n && age >= from[at + 1])
            at++;
        band[age] = at;
    }
}

/* Those aged a are born between 1 July of YEAR - a - 1 and 30 June of YEAR - a. */
static void fill_birthdays(tacit_example_population *pop)
{
    pop->july[0] = FIRST_JULY;
    for (int age = 0; age <= MAX_AGE; age++) {
        const int leap = (YEAR - age) % 4 == 0; /* 1924 ... 2025 has no exception */
        pop->july[age + 1] = pop->july[age] - DAYS_OF_YEAR - leap;
    }
}

void tacit_population_make(uint64_t seed, tacit_example_population *pop)
{
    const tacit_rng base = tacit_rng_seed(seed);
    *pop = (tacit_example_population){ .root = tacit_rng_fork(&base, "survey") };
    pop->size = make_sampler(pop, tacit_weight_size, USUAL_SIZES);
    make_samplers(pop, tacit_weight_kind[0], SIZE_CLASSES, KINDS, pop->kind);
    make_samplers(pop, tacit_weight_head_age[0], KINDS, HEAD_AGE_BANDS, pop->head_age);
    pop->gap = make_sampler(pop, tacit_weight_gap, GAPS);
    make_places(pop);
    make_samplers(pop, tacit_weight_marital[0], MARITAL_BANDS, MARITALS, pop->marital);
    pop->country = make_sampler(pop, tacit_weight_country, COUNTRIES);
    make_samplers(pop, tacit_weight_education[0], EDUCATION_BANDS, EDUCATIONS, pop->education);
    for (size_t s = 0; s < SEXES; s++)
        make_samplers(pop, tacit_weight_employment[s][0], EMPLOYMENT_BANDS, EMPLOYMENTS,
                      pop->employment[s]);
    make_samplers(pop, tacit_weight_group[0], EDUCATIONS, OCCUPATION_GROUPS, pop->group);
    make_occupations(pop);
    make_samplers(pop, tacit_weight_health[0], HEALTH_BANDS, DIAGNOSES, pop->health);
    pop->first = make_zipf(pop, NAME_SHIFT, FIRST_NAMES);
    pop->last = make_zipf(pop, NAME_SHIFT, LAST_NAMES);
    fill_bands(tacit_marital_from, MARITAL_BANDS, pop->marital_band);
    fill_bands(tacit_education_from, EDUCATION_BANDS, pop->education_band);
    fill_bands(tacit_employment_from, EMPLOYMENT_BANDS, pop->employment_band);
    fill_bands(tacit_health_from, HEALTH_BANDS, pop->health_band);
    fill_birthdays(pop);
}
