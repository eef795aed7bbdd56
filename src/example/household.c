/*
 * household.c - who lives together, and where.
 *
 * A household has a size, a place, a kind that fits the size, and members whose ages
 * fit each other: partners are at most 8 years apart, parents are 16 to 45 years older
 * than their children.  Member 0 is the head.  All draws come from the household's own
 * stream, the size first, so that it can be known without making the rest.
 */
#include "example/population.h"

enum { ADULT = 18, PARTNER_YEARS = 4, SHARED_YEARS = 10 };

/* Shares of 1024. */
enum {
    HEAD_MALE_COUPLE = 666,
    HEAD_MALE_LONE = 184,
    HEAD_MALE = 490,
    PARTNER_OTHER_SEX = 993,
    CHILD_MALE = 525,
    PARENT_MALE = 300,
    MEMBER_RELATIVE = 400
};

/* The planted value of a cell of household `number`'s head, or `other`. */
static int64_t planted(uint64_t number, uint8_t column, int64_t other)
{
    if (number > LAST_PLANTED)
        return other;
    for (size_t i = 0; i < PLANTS; i++)
        if (tacit_plants[i].household == number && tacit_plants[i].column == column)
            return tacit_plants[i].value;
    return other;
}

void tacit_household_plant(tacit_household *h)
{
    if (h->number > LAST_PLANTED)
        return;
    for (size_t i = 0; i < PLANTS; i++) {
        if (tacit_plants[i].household != h->number)
            continue;
        h->person[0].cell[tacit_plants[i].column] = tacit_plants[i].value;
        h->person[0].missing &= ~(1U << tacit_plants[i].column);
    }
}

static uint32_t draw_size(const tacit_example_population *pop, uint64_t number, tacit_rng *rng)
{
    const uint32_t usual = tacit_draw_category(&pop->size, rng) + 1;
    return (uint32_t)planted(number, HOUSEHOLD_SIZE, usual);
}

uint32_t tacit_household_size(const tacit_example_population *pop, uint64_t number)
{
    tacit_rng rng = tacit_rng_fork_number(&pop->root, number);
    return draw_size(pop, number, &rng);
}

/* Large municipalities are towns, small ones mostly countryside. */
static int64_t draw_urban(tacit_rng *rng, uint8_t rank)
{
    const uint32_t share = rank == 0 ? 1000 : rank <= 2 ? 850 : rank <= 7 ? 550 : 180;
    return tacit_draw_chance(rng, share) ? URBAN_PLACE : RURAL_PLACE;
}

/* Inverse inclusion probability of the stratum (region by urban) times a calibration
 * factor in 0.85 ... 1.15, in hundredths. */
static int64_t draw_weight(tacit_rng *rng, size_t region, int64_t urban)
{
    const int64_t design = tacit_region_weight[region];
    const int64_t stratum = urban == URBAN_PLACE ? design : design * 7 / 10;
    return stratum * tacit_draw_between(rng, 850, 1150) / 1000;
}

/* Fill the cells that all members share. */
static void settle(const tacit_example_population *pop, tacit_household *h)
{
    const int64_t place =
        planted(h->number, MUNICIPALITY, tacit_draw_category(&pop->place, &h->rng));
    const size_t region = pop->region_of[place];
    const int64_t urban = draw_urban(&h->rng, pop->rank_of[place]);
    const int64_t weight = draw_weight(&h->rng, region, urban);
    for (size_t i = 0; i < h->size; i++) {
        int64_t *cell = h->person[i].cell;
        cell[HOUSEHOLD] = (int64_t)h->number;
        cell[REGION] = (int64_t)region;
        cell[MUNICIPALITY] = place;
        cell[URBAN] = urban;
        cell[HOUSEHOLD_SIZE] = h->size;
        cell[WEIGHT] = weight;
    }
}

/* What member i of a household is to its head. */
static int64_t draw_relation(tacit_household *h, size_t i)
{
    const bool couple = h->kind == COUPLE || h->kind == FAMILY || h->kind == GENERATIONS;
    if (i == 0)
        return HEAD;
    if (h->kind == SHARED)
        return tacit_draw_chance(&h->rng, MEMBER_RELATIVE) ? RELATIVE : UNRELATED;
    if (i == 1 && couple)
        return SPOUSE;
    return h->kind == GENERATIONS && i + 1 == h->size ? PARENT : CHILD;
}

static int64_t clamp(int64_t x, int64_t lo, int64_t hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static int64_t draw_head_age(const tacit_example_population *pop, tacit_household *h)
{
    const uint32_t band = tacit_draw_category(&pop->head_age[h->kind], &h->rng);
    const int64_t age =
        tacit_draw_between(&h->rng, tacit_head_age_from[band], tacit_head_age_from[band + 1] - 1);
    return planted(h->number, AGE, age);
}

/* An age that leaves 16 to 45 years to each parent; `lo` and `hi` are the ages that do. */
static int64_t draw_age_apart(const tacit_example_population *pop, tacit_rng *rng, int64_t lo,
                              int64_t hi, int64_t age_without_gap, int64_t sign)
{
    TACIT_ASSERT(lo <= hi);
    const int64_t gap = MIN_GAP + (int64_t)tacit_draw_category(&pop->gap, rng);
    const int64_t age = age_without_gap + sign * gap;
    return age >= lo && age <= hi ? age : tacit_draw_between(rng, lo, hi);
}

static int64_t draw_child_age(const tacit_example_population *pop, tacit_household *h)
{
    const int64_t head = h->person[0].cell[AGE];
    const int64_t other = h->kind == LONE_PARENT ? head : h->person[1].cell[AGE];
    const int64_t young = head < other ? head : other, old = head < other ? other : head;
    const int64_t lo = old > MAX_GAP ? old - MAX_GAP : 0;
    return draw_age_apart(pop, &h->rng, lo, young - MIN_GAP, young, -1);
}

static int64_t draw_parent_age(const tacit_example_population *pop, tacit_household *h)
{
    const int64_t head = h->person[0].cell[AGE];
    const int64_t hi = clamp(head + MAX_GAP, 0, MAX_AGE);
    return draw_age_apart(pop, &h->rng, head + MIN_GAP, hi, head, 1);
}

static int64_t draw_near_age(tacit_household *h, int64_t years)
{
    const int64_t apart =
        tacit_draw_between(&h->rng, -years, years) + tacit_draw_between(&h->rng, -years, years);
    return clamp(h->person[0].cell[AGE] + apart, ADULT, MAX_AGE);
}

static int64_t draw_age(const tacit_example_population *pop, tacit_household *h, int64_t relation)
{
    switch (relation) {
    case HEAD:
        return draw_head_age(pop, h);
    case SPOUSE:
        return draw_near_age(h, PARTNER_YEARS);
    case CHILD:
        return draw_child_age(pop, h);
    case PARENT:
        return draw_parent_age(pop, h);
    default:
        return draw_near_age(h, SHARED_YEARS);
    }
}

static uint32_t share_male(const tacit_household *h, int64_t relation)
{
    switch (relation) {
    case HEAD:
        return h->kind == LONE_PARENT                  ? HEAD_MALE_LONE
               : h->kind == ALONE || h->kind == SHARED ? HEAD_MALE
                                                       : HEAD_MALE_COUPLE;
    case SPOUSE:
        return h->person[0].cell[SEX] == FEMALE ? PARTNER_OTHER_SEX : 1024 - PARTNER_OTHER_SEX;
    case PARENT:
        return PARENT_MALE;
    default:
        return CHILD_MALE;
    }
}

static void compose(const tacit_example_population *pop, tacit_household *h)
{
    const uint32_t class = h->size < SIZE_CLASSES ? h->size - 1 : SIZE_CLASSES - 1;
    h->kind = tacit_draw_category(&pop->kind[class], &h->rng);
    for (size_t i = 0; i < h->size; i++) {
        int64_t *cell = h->person[i].cell;
        cell[RELATION] = draw_relation(h, i);
        cell[AGE] = draw_age(pop, h, cell[RELATION]);
        cell[SEX] = tacit_draw_chance(&h->rng, share_male(h, cell[RELATION])) ? MALE : FEMALE;
    }
    tacit_household_plant(h);
}

void tacit_household_make(const tacit_example_population *pop, uint64_t number, tacit_household *h)
{
    h->number = number;
    h->rng = tacit_rng_fork_number(&pop->root, number);
    h->size = draw_size(pop, number, &h->rng);
    TACIT_ASSERT(h->size > 0 && h->size <= MAX_SIZE);
    for (size_t i = 0; i < h->size; i++)
        h->person[i].missing = 0;
    settle(pop, h);
    compose(pop, h);
    tacit_person_traits(pop, h);
    tacit_money_fill(pop, h);
}
