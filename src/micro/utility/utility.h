/*
 * utility.h - what a utility measure is.
 *
 * A measure (micro/classes/measure.h) of the family utility, listed by one line in
 * utilities.def: it compares the subject with its original, columns matched by name.
 */
#ifndef TACIT_MICRO_UTILITY_UTILITY_H
#define TACIT_MICRO_UTILITY_UTILITY_H

#include "micro/classes/measure.h"

#define TACIT_UTILITY(id) extern const tacit_measure tacit_utility_##id;
#include "micro/utility/utilities.def"
#undef TACIT_UTILITY

extern const tacit_catalog tacit_utility_catalog;

/* The measure called `name`, or NULL. */
const tacit_measure *tacit_utility_find(const char *name);

#endif
