/*
 * person.c - what a person is: name, birth, marriage, origin, schooling, work, health.
 *
 * Each trait is drawn given those before it, so that they fit: a partner in the
 * household means married or partnered, a degree needs an age, an occupation needs
 * work.  Occupation is missing for those who do not work.  Who does not answer a
 * question is decided last (nonresponse), more often in some groups than in others.
 */
#include "example/population.h"

/* Shares of 1024. */
enum {
    COUPLE_MARRIED = 880,
    PARTNER_SAME_COUNTRY = 820,
    CHILD_NATIVE = 820,
    PARTNER_SAME_EDUCATION = 400,
    GRADUATE_FINDS_WORK = 512,
    RURAL_FARMER = 110,
    SAME_LAST_NAME = 860,
    SPENDING_REFUSED = 30
};

enum { FARMING = 5, MATURE = 25, CHANCE_BITS = 10 };

static bool has_partner(const tacit_household *h, const tacit_person *p)
{
    return p->cell[RELATION] == SPOUSE ||
           (p->cell[RELATION] == HEAD && h->size > 1 && h->person[1].cell[RELATION] == SPOUSE);
}

static int64_t draw_marital(const tacit_example_population *pop, tacit_household *h,
                            const tacit_person *p)
{
    if (p->cell[RELATION] == SPOUSE)
        return h->person[0].cell[MARITAL_STATUS];
    if (has_partner(h, p))
        return tacit_draw_chance(&h->rng, COUPLE_MARRIED) ? MARRIED : PARTNERSHIP;
    return tacit_draw_category(&pop->marital[pop->marital_band[p->cell[AGE]]], &h->rng);
}

static int64_t draw_country(const tacit_example_population *pop, tacit_household *h,
                            const tacit_person *p)
{
    const int64_t head = h->person[0].cell[BIRTH_COUNTRY];
    switch (p->cell[RELATION]) {
    case CHILD:
        return tacit_draw_chance(&h->rng, CHILD_NATIVE) ? NATIVE : head;
    case PARENT:
        return head;
    case SPOUSE:
        if (tacit_draw_chance(&h->rng, PARTNER_SAME_COUNTRY))
            return head;
        break;
    default:
        break;
    }
    return tacit_draw_category(&pop->country, &h->rng);
}

static int64_t draw_education(const tacit_example_population *pop, tacit_household *h,
                              const tacit_person *p)
{
    const tacit_person *head = &h->person[0];
    if (p->cell[RELATION] == SPOUSE && p->cell[AGE] >= MATURE && head->cell[AGE] >= MATURE &&
        tacit_draw_chance(&h->rng, PARTNER_SAME_EDUCATION))
        return head->cell[EDUCATION];
    return tacit_draw_category(&pop->education[pop->education_band[p->cell[AGE]]], &h->rng);
}

static int64_t draw_employment(const tacit_example_population *pop, tacit_household *h,
                               const tacit_person *p)
{
    const uint8_t band = pop->employment_band[p->cell[AGE]];
    const int64_t status = tacit_draw_category(&pop->employment[p->cell[SEX]][band], &h->rng);
    const bool lucky = status == UNEMPLOYED && p->cell[EDUCATION] >= BACHELOR &&
                       tacit_draw_chance(&h->rng, GRADUATE_FINDS_WORK);
    return lucky ? EMPLOYED : status;
}

static bool is_working(const tacit_person *p)
{
    return p->cell[EMPLOYMENT] == EMPLOYED || p->cell[EMPLOYMENT] == SELF_EMPLOYED;
}

static int64_t draw_occupation(const tacit_example_population *pop, tacit_household *h,
                               const tacit_person *p)
{
    const bool farmer = p->cell[URBAN] == RURAL_PLACE && p->cell[EDUCATION] < BACHELOR &&
                        tacit_draw_chance(&h->rng, RURAL_FARMER);
    const uint32_t group =
        farmer ? FARMING : tacit_draw_category(&pop->group[p->cell[EDUCATION]], &h->rng);
    return pop->group_start[group] + tacit_draw_category(&pop->occupation[group], &h->rng);
}

/* First name by sex; most share the head's last name. */
static int64_t draw_name(const tacit_example_population *pop, tacit_household *h,
                         const tacit_person *p)
{
    const int64_t first = p->cell[SEX] * FIRST_NAMES + tacit_draw_category(&pop->first, &h->rng);
    const bool shares =
        p->cell[RELATION] == SPOUSE || p->cell[RELATION] == CHILD || p->cell[RELATION] == PARENT;
    const int64_t last = shares && tacit_draw_chance(&h->rng, SAME_LAST_NAME)
                             ? h->person[0].cell[NAME] % LAST_NAMES
                             : tacit_draw_category(&pop->last, &h->rng);
    return first * LAST_NAMES + last;
}

static void fill_person(const tacit_example_population *pop, tacit_household *h, tacit_person *p)
{
    int64_t *cell = p->cell;
    cell[BIRTH_DATE] =
        tacit_draw_between(&h->rng, pop->july[cell[AGE] + 1], pop->july[cell[AGE]] - 1);
    cell[NAME] = draw_name(pop, h, p);
    cell[MARITAL_STATUS] = draw_marital(pop, h, p);
    cell[BIRTH_COUNTRY] = draw_country(pop, h, p);
    cell[EDUCATION] = draw_education(pop, h, p);
    cell[EMPLOYMENT] = draw_employment(pop, h, p);
    cell[OCCUPATION] = is_working(p) ? draw_occupation(pop, h, p) : 0;
    cell[HEALTH] = tacit_draw_category(&pop->health[pop->health_band[cell[AGE]]], &h->rng);
}

/* Which questions `p` does not answer; one draw decides them all, CHANCE_BITS each. */
static uint32_t draw_missing(tacit_rng *rng, const tacit_person *p)
{
    uint64_t bits = tacit_rng_bits(rng);
    uint32_t missing = 0;
    for (size_t i = 0; i < NONRESPONSES; i++, bits >>= CHANCE_BITS) {
        const tacit_nonresponse *q = &tacit_nonresponses[i];
        const bool more = p->cell[q->when] >= q->lo && p->cell[q->when] <= q->hi;
        const uint32_t rate = (uint32_t)q->rate + (more ? q->more : 0);
        if ((bits & ((1U << CHANCE_BITS) - 1)) < rate)
            missing |= 1U << q->column;
    }
    return missing;
}

void tacit_person_traits(const tacit_example_population *pop, tacit_household *h)
{
    const uint32_t refused = tacit_draw_chance(&h->rng, SPENDING_REFUSED) ? 1U << SPENDING : 0;
    for (size_t i = 0; i < h->size; i++) {
        fill_person(pop, h, &h->person[i]);
        h->person[i].missing = refused | draw_missing(&h->rng, &h->person[i]);
    }
    tacit_household_plant(h);
    for (size_t i = 0; i < h->size; i++)
        if (!is_working(&h->person[i]))
            h->person[i].missing |= 1U << OCCUPATION;
}
