/*
 * homes.h - making synthetic households from tables.
 */
#ifndef TACIT_TESTS_SUPPORT_HOMES_H
#define TACIT_TESTS_SUPPORT_HOMES_H

#include "support/synths.h"

#include "synth/household/household.h"

enum { MOST_MEMBERS = 16 };

/* What is to be made, and what came of it. */
typedef struct homes {
    synthesis people;
    tacit_household_spec spec;
    tacit_household_told told;
} homes;

/* All columns of `data` but the id by trees with leaves of `bucket`; as many households, dealt.
 * `relation` and `age` may be NULL. */
homes *start_homes(homes *h, const tacit_table *data, const char *id, const char *relation,
                   const char *age, double bucket);

/* Make the sets; free them with end_synthesis(&h->people). */
tacit_status run_homes(tacit_ctx *cx, homes *h);

/* The rows of `t` from `row` on that are of one household, by the column `id`; households stand
 * together. */
size_t members_from(const tacit_table *t, const char *id, size_t row);

/* The number in a row of the column called `name`. */
double number_at(const tacit_table *t, const char *name, size_t row);

#endif
