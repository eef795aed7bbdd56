/*
 * survey.h - a household survey of any size, made up but lifelike.
 *
 * Persons live in households, households in municipalities of a fictitious country.
 * The survey has what real ones have: identifiers, keys, an ordered education, some
 * hundred occupations, income with zeros and a heavy tail, sampling weights, answers
 * that are missing more often in some groups, and a few persons who stand out.
 * docs/data/survey.md describes every column.
 *
 * Same seed, same bytes: household h draws from a stream of its own, numbered h, and
 * everything is computed in integers, without the mathematics library, whose last
 * digit differs between machines.  So the data depend neither on the machine nor on
 * the number of threads, and the first n rows are the same whatever the total.
 *
 * A chunk has at most TACIT_SURVEY_CHUNK rows and never splits a household; only the
 * last household of the survey may be cut off, after its head.  Memory: about 20 MB
 * whatever the number of rows.  Cost: O(rows); a row takes 0.6 microseconds of one
 * processor (2.5 GHz class), a third of it for random bits, and four fifths of it are
 * shared by the threads.
 */
#ifndef TACIT_EXAMPLE_SURVEY_H
#define TACIT_EXAMPLE_SURVEY_H

#include "engine/engine.h"

enum { TACIT_SURVEY_CHUNK = 65536 };

/* The day on which age is counted in completed years: 2025-06-30. */
enum { TACIT_SURVEY_DAY = 20269 };

typedef struct tacit_survey tacit_survey;

/* A survey of `rows` persons that the caller frees. */
tacit_status tacit_survey_new(tacit_ctx *cx, uint64_t seed, uint64_t rows, tacit_survey **out);

/* Free the survey with its source.  Accepts NULL. */
void tacit_survey_free(tacit_survey *s);

/* The rows, from where reading has got to; borrowed from `s`.  The columns carry titles
 * and the roles that a custodian would give them. */
const tacit_rows *tacit_survey_source(const tacit_survey *s);

#endif
