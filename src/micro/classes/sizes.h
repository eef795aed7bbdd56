/*
 * sizes.h - how many classes there are of each size, in the data and in its population.
 *
 * Under the wildcard rule a record has f matching records; f records with that f count as
 * one class of size f, so that there are (records with f) / f of them.
 */
#ifndef TACIT_MICRO_CLASSES_SIZES_H
#define TACIT_MICRO_CLASSES_SIZES_H

#include "micro/classes/subject.h"
#include "stats/population/uniqueness.h"

/* Count the classes of each size, in scratch memory. */
tacit_status tacit_sizes_of(tacit_ctx *cx, const tacit_classes *c, tacit_size_counts *out);

/* The same for the population file over the keys of the data, missing keys being a
 * category; the subject must have one.  Of a population of which a sum is known, only the
 * classes of size 1 are listed. */
tacit_status tacit_sizes_of_population(tacit_ctx *cx, const tacit_subject *s,
                                       tacit_size_counts *out);

/* The classes under a missing rule with their population frequencies, of which none may be
 * below the class's own (sampling weights are at least 1). */
tacit_status tacit_sizes_population(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                    const tacit_classes **classes, tacit_population *out);

/* Possible combinations of the key values that occur: the product over the keys of how many
 * distinct values each has (a missing key being one). */
tacit_status tacit_sizes_cells(tacit_ctx *cx, const tacit_subject *s, double *cells);

#endif
