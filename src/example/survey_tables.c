/*
 * survey_tables.c - how often what occurs in the made-up population.
 *
 * The figures are invented, with an eye on the published margins of European household
 * surveys; they describe no real country.  Each row of weights is up to a factor.
 */
#include "example/population.h"

const uint8_t tacit_head_age_from[HEAD_AGE_BANDS + 1] = { 18, 20, 25, 30, 35, 40, 45, 50, 55,
                                                          60, 65, 70, 75, 80, 85, 90, 95, 101 };
const uint8_t tacit_marital_from[MARITAL_BANDS] = { 0, 25, 40, 55, 70 };
const uint8_t tacit_education_from[EDUCATION_BANDS] = { 0, 12, 15, 18, 21, 25, 45, 65 };
const uint8_t tacit_employment_from[EMPLOYMENT_BANDS] = { 0, 6, 15, 18, 25, 40, 55, 65, 75 };
const uint8_t tacit_health_from[HEALTH_BANDS] = { 0, 15, 35, 55, 75 };

const uint32_t tacit_weight_size[USUAL_SIZES] = { 330, 335, 145, 122, 44, 16, 6, 2 };

/* Alone, couple, family, lone parent, generations, shared; for 1, 2, ... 7 or more. */
const uint32_t tacit_weight_kind[SIZE_CLASSES][KINDS] = {
    { 1, 0, 0, 0, 0, 0 },   { 0, 74, 0, 16, 0, 10 }, { 0, 0, 74, 14, 4, 8 }, { 0, 0, 86, 5, 4, 5 },
    { 0, 0, 84, 3, 10, 3 }, { 0, 0, 76, 2, 20, 2 },  { 0, 0, 70, 0, 30, 0 },
};

const uint32_t tacit_weight_head_age[KINDS][HEAD_AGE_BANDS] = {
    [ALONE] = { 5, 45, 75, 80, 70, 60, 55, 58, 62, 68, 75, 80, 85, 70, 45, 18, 4 },
    [COUPLE] = { 1, 20, 60, 60, 40, 35, 40, 60, 85, 105, 115, 110, 90, 60, 28, 8, 1 },
    [FAMILY] = { 1, 12, 60, 130, 180, 190, 170, 120, 70, 35, 18, 8, 3, 0, 0, 0, 0 },
    [LONE_PARENT] = { 2, 25, 55, 90, 120, 135, 130, 110, 75, 45, 30, 22, 18, 14, 10, 4, 0 },
    [GENERATIONS] = { 0, 0, 20, 60, 90, 110, 120, 120, 110, 80, 50, 0, 0, 0, 0, 0, 0 },
    [SHARED] = { 60, 180, 160, 90, 60, 50, 45, 45, 45, 45, 45, 40, 30, 20, 10, 4, 1 },
};

/* Years between parent and child, 16 ... 45. */
const uint32_t tacit_weight_gap[GAPS] = {
    2,  4,  8,  13, 20, 28, 36, 44, 52, 60, 66, 72, 76, 78, 77,
    74, 69, 63, 56, 48, 41, 34, 27, 21, 16, 12, 8,  5,  3,  2,
};

const uint32_t tacit_weight_region[REGIONS] = { 190, 140, 110, 90, 80, 70, 60, 50,
                                                45,  40,  35,  30, 22, 18, 12, 8 };
const uint8_t tacit_region_places[REGIONS] = { 34, 30, 27, 25, 23, 21, 20, 18,
                                               17, 16, 15, 14, 12, 11, 9,  8 };
const uint32_t tacit_region_weight[REGIONS] = { 62000, 54000, 47500, 41000, 38000, 33500,
                                                29000, 25500, 23000, 20500, 18000, 15500,
                                                12000, 9800,  6400,  4300 };

/* Of those who have no partner in the household. */
const uint32_t tacit_weight_marital[MARITAL_BANDS][MARITALS] = {
    { 100, 0, 0, 0, 0, 0 },  { 86, 0, 0, 5, 9, 0 },  { 50, 0, 0, 10, 38, 2 },
    { 24, 0, 0, 8, 48, 20 }, { 9, 0, 0, 2, 22, 67 },
};

const uint32_t tacit_weight_country[COUNTRIES] = {
    8600, 260, 180, 140, 110, 90, 75, 62, 55, 48, 42, 37, 33, 30, 27, 24, 22, 20, 18, 16,
    14,   13,  12,  11,  10,  9,  8,  7,  6,  5,  5,  4,  4,  3,  3,  2,  2,  1,  1,  1,
};

const uint32_t tacit_weight_education[EDUCATION_BANDS][EDUCATIONS] = {
    { 1, 0, 0, 0, 0, 0, 0 },     { 0, 1, 0, 0, 0, 0, 0 },     { 0, 30, 70, 0, 0, 0, 0 },
    { 0, 3, 37, 60, 0, 0, 0 },   { 1, 3, 15, 56, 11, 14, 0 }, { 1, 3, 12, 38, 14, 20, 12 },
    { 2, 7, 18, 42, 13, 11, 7 }, { 4, 19, 26, 34, 9, 5, 3 },
};

/* Employed, self-employed, unemployed, student, retired, homemaker, unable, infant. */
const uint32_t tacit_weight_employment[SEXES][EMPLOYMENT_BANDS][EMPLOYMENTS] = {
    [FEMALE] = {
        { 0, 0, 0, 0, 0, 0, 0, 1 },   { 0, 0, 0, 1, 0, 0, 0, 0 },   { 5, 0, 2, 93, 0, 0, 0, 0 },
        { 42, 1, 7, 45, 0, 4, 1, 0 }, { 66, 6, 6, 4, 0, 15, 3, 0 }, { 67, 8, 5, 0, 0, 15, 5, 0 },
        { 46, 7, 4, 0, 20, 15, 8, 0 }, { 5, 3, 0, 0, 80, 11, 1, 0 }, { 0, 1, 0, 0, 92, 7, 0, 0 },
    },
    [MALE] = {
        { 0, 0, 0, 0, 0, 0, 0, 1 },   { 0, 0, 0, 1, 0, 0, 0, 0 },   { 8, 0, 2, 90, 0, 0, 0, 0 },
        { 46, 3, 9, 40, 0, 0, 2, 0 }, { 76, 9, 6, 4, 0, 1, 4, 0 },  { 74, 14, 5, 0, 0, 1, 6, 0 },
        { 52, 13, 5, 0, 19, 1, 10, 0 }, { 9, 6, 0, 0, 82, 1, 2, 0 }, { 1, 2, 0, 0, 96, 1, 0, 0 },
    },
};

/* Managers, professionals, technicians, clerks, service, farming, crafts, machines,
 * elementary: the major groups of the International Standard Classification of
 * Occupations (International Labour Organization, ISCO-08). */
const uint8_t tacit_group_size[OCCUPATION_GROUPS] = { 14, 24, 20, 14, 18, 12, 18, 15, 15 };
const uint32_t tacit_weight_group[EDUCATIONS][OCCUPATION_GROUPS] = {
    { 0, 0, 1, 1, 14, 18, 10, 14, 42 }, { 1, 0, 2, 3, 20, 12, 18, 18, 26 },
    { 2, 1, 6, 8, 26, 6, 19, 16, 16 },  { 5, 4, 14, 15, 24, 4, 18, 10, 6 },
    { 8, 12, 30, 17, 16, 2, 9, 4, 2 },  { 12, 48, 22, 9, 6, 1, 1, 0, 1 },
    { 20, 68, 8, 2, 1, 0, 1, 0, 0 },
};

const uint32_t tacit_weight_health[HEALTH_BANDS]
                                  [DIAGNOSES] = {
                                      { 8600, 0, 20, 25, 480, 60, 90, 3, 10, 60,
                                        600,  5, 6,  1,  0,   38, 1,  1, 0,  0 },
                                      { 7400, 150, 420, 70, 400, 480, 420, 30, 20, 300,
                                        450,  10,  25,  4,  0,   50,  12,  15, 15, 1 },
                                      { 5600, 900, 950, 380, 330, 600, 380, 250, 140, 310,
                                        330,  60,  120, 30,  1,   50,  35,  30,  30,  4 },
                                      { 3300, 2100, 850, 1050, 280, 420, 250, 850, 600, 150,
                                        220,  330,  400, 150,  40,  45,  40,  15,  20,  3 },
                                      { 1700, 2300, 600, 1250, 200, 380, 220, 1200, 1250, 60,
                                        120,  450,  480, 330,  420, 40,  20,  4,    10,   1 },
                                  };

const int32_t tacit_earnings[EDUCATIONS] = { 15000, 18000, 22000, 28500, 33500, 42000, 54000 };
const uint8_t tacit_earnings_by_age[EMPLOYMENT_BANDS] = { 0, 0, 30, 62, 94, 110, 108, 60, 45 };
const uint8_t tacit_earnings_by_group[OCCUPATION_GROUPS] = {
    150, 115, 102, 90, 80, 72, 94, 92, 72
};

/* The self-employed hide their income, foreigners' schooling is hard to classify, the
 * countryside answers less about work, the young about health, the old about savings,
 * and who is no relative about marriage. */
const tacit_nonresponse tacit_nonresponses[NONRESPONSES] = {
    { INCOME, 26, 70, EMPLOYMENT, SELF_EMPLOYED, SELF_EMPLOYED },
    { EDUCATION, 14, 45, BIRTH_COUNTRY, NATIVE + 1, COUNTRIES },
    { OCCUPATION, 18, 26, URBAN, RURAL_PLACE, RURAL_PLACE },
    { HEALTH, 22, 36, AGE, 18, 34 },
    { SAVINGS, 40, 45, AGE, 65, MAX_AGE },
    { MARITAL_STATUS, 10, 50, RELATION, UNRELATED, UNRELATED },
};

/* Ordered by household: a widow of 19; the one great fortune of a village; a household
 * of 11; a student of 93; a young physician from afar with a rare disease in a village. */
const tacit_plant tacit_plants[PLANTS] = {
    { 60, HOUSEHOLD_SIZE, 1 },
    { 60, AGE, 19 },
    { 60, SEX, FEMALE },
    { 60, MARITAL_STATUS, WIDOWED },
    { 240, HOUSEHOLD_SIZE, 1 },
    { 240, MUNICIPALITY, MUNICIPALITIES - 1 },
    { 240, AGE, 58 },
    { 240, EMPLOYMENT, SELF_EMPLOYED },
    { 240, OCCUPATION, 0 },
    { 240, INCOME, 9850000 },
    { 500, HOUSEHOLD_SIZE, MAX_SIZE },
    { 500, AGE, 44 },
    { 800, HOUSEHOLD_SIZE, 1 },
    { 800, AGE, 93 },
    { 800, EMPLOYMENT, STUDENT },
    { LAST_PLANTED, HOUSEHOLD_SIZE, 1 },
    { LAST_PLANTED, MUNICIPALITY, MUNICIPALITIES - 2 },
    { LAST_PLANTED, AGE, 27 },
    { LAST_PLANTED, SEX, MALE },
    { LAST_PLANTED, MARITAL_STATUS, NEVER_MARRIED },
    { LAST_PLANTED, BIRTH_COUNTRY, COUNTRIES - 1 },
    { LAST_PLANTED, EDUCATION, MASTER },
    { LAST_PLANTED, EMPLOYMENT, EMPLOYED },
    { LAST_PLANTED, OCCUPATION, 16 },
    { LAST_PLANTED, HEALTH, DIAGNOSES - 1 },
};
