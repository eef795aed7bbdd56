/*
 * person.h - what of a person counts: so many groups, so many records in each, at random.
 *
 * Records are brought person by person, those of each in random order.  Of those that a question is
 * about the first ones in that order count for which there is room.  So what counts of a person
 * depends on the records of that person, the question and the order alone, and on no other person:
 * data with a person more or less differs in what one person may, whatever was drawn as the order
 * and whatever is asked.
 */
#ifndef TACIT_QUERY_PERSON_H
#define TACIT_QUERY_PERSON_H

#include "base/sort.h"
#include "privacy/sample/keystream.h"

/* The groups of one person that count, with how many records of theirs do. */
typedef struct tacit_person_choice {
    uint64_t groups, records; /* at most so many groups, and records in each */
    int64_t *group;
    uint64_t *taken;
    size_t n; /* groups so far; 0 begins with the next person */
} tacit_person_choice;

/* Room for a choice, in scratch memory. */
tacit_status tacit_person_choice_new(tacit_ctx *cx, uint64_t groups, uint64_t records,
                                     tacit_person_choice *out);

/* Whether one more record of the person in `group` counts; `*first` if it is the first there. */
static inline bool tacit_person_choose(tacit_person_choice *c, int64_t group, bool *first)
{
    size_t k = 0;
    while (k < c->n && c->group[k] != group)
        k++;
    *first = k == c->n;
    if (k == c->groups || (k < c->n && c->taken[k] == c->records))
        return false;
    c->group[k] = group;
    c->taken[k] = *first ? 1 : c->taken[k] + 1;
    c->n += *first;
    return true;
}

/* The n rows by person, `key`, those of each in random order (Fisher and Yates 1938); scratch
 * memory. */
tacit_status tacit_person_order(tacit_ctx *cx, const uint32_t *person, size_t n,
                                tacit_keystream *stream, tacit_keyed **out);

#endif
