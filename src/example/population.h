/*
 * population.h - the made-up population that the survey is drawn from.
 *
 * Constant tables say how often what occurs (survey_tables.c, survey_texts.c); the
 * population turns them into samplers once; household.c, person.c and money.c then
 * make one household at a time, each from its own random stream.
 */
#ifndef TACIT_EXAMPLE_POPULATION_H
#define TACIT_EXAMPLE_POPULATION_H

#include "base/context.h"
#include "example/draw.h"

/* Columns, in the order of the file. */
enum {
    PERSON_ID,
    NAME,
    HOUSEHOLD,
    REGION,
    MUNICIPALITY,
    URBAN,
    HOUSEHOLD_SIZE,
    RELATION,
    AGE,
    SEX,
    BIRTH_DATE,
    MARITAL_STATUS,
    BIRTH_COUNTRY,
    EDUCATION,
    EMPLOYMENT,
    OCCUPATION,
    INCOME,
    SPENDING,
    SAVINGS,
    HEALTH,
    WEIGHT,
    COLUMNS
};

/* Codes, in the order of the texts in survey_texts.c. */
enum { URBAN_PLACE, RURAL_PLACE, PLACE_TYPES };
enum { HEAD, SPOUSE, CHILD, PARENT, RELATIVE, UNRELATED, RELATIONS };
enum { FEMALE, MALE, SEXES };
enum { NEVER_MARRIED, MARRIED, PARTNERSHIP, SEPARATED, DIVORCED, WIDOWED, MARITALS };
enum {
    NO_EDUCATION,
    PRIMARY,
    LOWER_SECONDARY,
    UPPER_SECONDARY,
    POST_SECONDARY,
    BACHELOR,
    MASTER,
    EDUCATIONS
};
enum {
    EMPLOYED,
    SELF_EMPLOYED,
    UNEMPLOYED,
    STUDENT,
    RETIRED,
    HOMEMAKER,
    UNABLE,
    INFANT,
    EMPLOYMENTS
};
enum { NATIVE = 0 };

/* What a household is made of. */
enum { ALONE, COUPLE, FAMILY, LONE_PARENT, GENERATIONS, SHARED, KINDS };

/* Sizes of the tables. */
enum {
    REGIONS = 16,
    MUNICIPALITIES = 300,
    COUNTRIES = 40,
    OCCUPATION_GROUPS = 9,
    OCCUPATIONS = 150,
    DIAGNOSES = 20,
    FIRST_NAMES = 60,
    LAST_NAMES = 120,
    USUAL_SIZES = 8,
    SIZE_CLASSES = 7,
    MAX_SIZE = 11,
    MAX_AGE = 100,
    HEAD_AGE_BANDS = 17,
    MARITAL_BANDS = 5,
    EDUCATION_BANDS = 8,
    EMPLOYMENT_BANDS = 9,
    HEALTH_BANDS = 5,
    MIN_GAP = 16,
    MAX_GAP = 45,
    GAPS = MAX_GAP - MIN_GAP + 1
};

/* The least age of each band of a table; the last band ends at MAX_AGE. */
extern const uint8_t tacit_head_age_from[HEAD_AGE_BANDS + 1];
extern const uint8_t tacit_marital_from[MARITAL_BANDS];
extern const uint8_t tacit_education_from[EDUCATION_BANDS];
extern const uint8_t tacit_employment_from[EMPLOYMENT_BANDS];
extern const uint8_t tacit_health_from[HEALTH_BANDS];

/* How often what occurs, up to a factor. */
extern const uint32_t tacit_weight_size[USUAL_SIZES];
extern const uint32_t tacit_weight_kind[SIZE_CLASSES][KINDS];
extern const uint32_t tacit_weight_head_age[KINDS][HEAD_AGE_BANDS];
extern const uint32_t tacit_weight_gap[GAPS];
extern const uint32_t tacit_weight_region[REGIONS];
extern const uint32_t tacit_weight_marital[MARITAL_BANDS][MARITALS];
extern const uint32_t tacit_weight_country[COUNTRIES];
extern const uint32_t tacit_weight_education[EDUCATION_BANDS][EDUCATIONS];
extern const uint32_t tacit_weight_employment[SEXES][EMPLOYMENT_BANDS][EMPLOYMENTS];
extern const uint32_t tacit_weight_group[EDUCATIONS][OCCUPATION_GROUPS];
extern const uint32_t tacit_weight_health[HEALTH_BANDS][DIAGNOSES];

/* Municipalities of each region, occupations of each group. */
extern const uint8_t tacit_region_places[REGIONS];
extern const uint8_t tacit_group_size[OCCUPATION_GROUPS];

/* Hundredths of a design weight in towns; the countryside is sampled more densely. */
extern const uint32_t tacit_region_weight[REGIONS];

/* Usual yearly earnings by education, and their per cent by age and occupation. */
extern const int32_t tacit_earnings[EDUCATIONS];
extern const uint8_t tacit_earnings_by_age[EMPLOYMENT_BANDS];
extern const uint8_t tacit_earnings_by_group[OCCUPATION_GROUPS];

/* Persons who do not answer: `rate` of 1024, and `more` if `when` is in lo ... hi. */
typedef struct tacit_nonresponse {
    uint8_t column;
    uint16_t rate, more;
    uint8_t when;
    int16_t lo, hi;
} tacit_nonresponse;
enum { NONRESPONSES = 6 };
extern const tacit_nonresponse tacit_nonresponses[NONRESPONSES];

/* A cell of the head of household number `household` that is not left to chance. */
typedef struct tacit_plant {
    uint32_t household;
    uint8_t column;
    int32_t value;
} tacit_plant;
enum { PLANTS = 25, LAST_PLANTED = 1100 };
extern const tacit_plant tacit_plants[PLANTS];

/* Texts of the categories. */
extern const char *const tacit_text_region[REGIONS];
extern const char *const tacit_text_urban[PLACE_TYPES];
extern const char *const tacit_text_relation[RELATIONS];
extern const char *const tacit_text_sex[SEXES];
extern const char *const tacit_text_marital[MARITALS];
extern const char *const tacit_text_country[COUNTRIES];
extern const char *const tacit_text_education[EDUCATIONS];
extern const char *const tacit_text_employment[EMPLOYMENTS];
extern const char *const tacit_text_occupation[OCCUPATIONS];
extern const char *const tacit_text_health[DIAGNOSES];
extern const char *const tacit_text_first[SEXES][FIRST_NAMES];
extern const char *const tacit_text_last[LAST_NAMES];

enum { SLOT_POOL = 2048 };

/* Constant once made, so that all threads may use it. */
typedef struct tacit_example_population {
    tacit_rng root; /* household number h draws from fork h of this */
    tacit_sampler size, kind[SIZE_CLASSES], head_age[KINDS], gap, place;
    tacit_sampler marital[MARITAL_BANDS], country, education[EDUCATION_BANDS];
    tacit_sampler employment[SEXES][EMPLOYMENT_BANDS], group[EDUCATIONS];
    tacit_sampler occupation[OCCUPATION_GROUPS], health[HEALTH_BANDS], first, last;
    uint32_t group_start[OCCUPATION_GROUPS + 1]; /* first occupation of each group */
    uint8_t region_of[MUNICIPALITIES], rank_of[MUNICIPALITIES];
    uint8_t marital_band[MAX_AGE + 1], education_band[MAX_AGE + 1];
    uint8_t employment_band[MAX_AGE + 1], health_band[MAX_AGE + 1];
    int32_t july[MAX_AGE + 2]; /* who is aged a is born in july[a + 1] ... july[a] - 1 */
    tacit_slot slot[SLOT_POOL];
    size_t slots;
} tacit_example_population;

/* One row: a code or number for each column; WEIGHT in hundredths. */
typedef struct tacit_person {
    int64_t cell[COLUMNS];
    uint32_t missing; /* bit j is set if column j is missing */
} tacit_person;

typedef struct tacit_household {
    uint64_t number; /* from 1 */
    tacit_rng rng;
    uint32_t kind, size;
    tacit_person person[MAX_SIZE];
} tacit_household;

/* Fill `pop` for `seed`. */
void tacit_population_make(uint64_t seed, tacit_example_population *pop);

/* Number of persons in household `number`; agrees with tacit_household_make(). */
uint32_t tacit_household_size(const tacit_example_population *pop, uint64_t number);

/* Make household `number`, complete but for the person numbers. */
void tacit_household_make(const tacit_example_population *pop, uint64_t number, tacit_household *h);

/* Put what is planted in `h` into its head's cells; nothing for most households. */
void tacit_household_plant(tacit_household *h);

/* Fill the traits of all persons of `h`, whose age, sex and relation are known. */
void tacit_person_traits(const tacit_example_population *pop, tacit_household *h);

/* Fill income, spending and savings of `h`, whose traits are known. */
void tacit_money_fill(const tacit_example_population *pop, tacit_household *h);

#endif
