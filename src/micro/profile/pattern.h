/*
 * pattern.h - what texts look like: e-mail addresses, telephone numbers, dates ...
 *
 * A column has a pattern if every one of its texts has it.  The tests are strict enough
 * that a list of ordinary words has none, and know no country's rules beyond the shapes
 * of postal codes.
 */
#ifndef TACIT_MICRO_PROFILE_PATTERN_H
#define TACIT_MICRO_PROFILE_PATTERN_H

#include "table/dict.h"

typedef enum tacit_pattern {
    TACIT_PATTERN_NONE = 0,
    TACIT_PATTERN_EMAIL,
    TACIT_PATTERN_URL,
    TACIT_PATTERN_IBAN, /* with a right check sum (ISO 13616) */
    TACIT_PATTERN_IP,   /* version 4 or 6 */
    TACIT_PATTERN_DATE, /* day, month and year in figures */
    TACIT_PATTERN_POSTCODE,
    TACIT_PATTERN_PHONE,
    TACIT_PATTERN_THOUSANDS, /* numbers in groups of three digits */
    TACIT_PATTERNS
} tacit_pattern;

/* The pattern's name in records: "email"; "" for none. */
const char *tacit_pattern_name(tacit_pattern p);

/* What the values look like, for people: "an e-mail address". */
const char *tacit_pattern_words(tacit_pattern p);

/* A running answer over many texts: starts with tacit_pattern_start(). */
typedef struct tacit_pattern_set {
    unsigned possible; /* bits of patterns that all texts so far have */
    bool grouped;      /* some number had a separator of thousands */
} tacit_pattern_set;

/* No text seen: every pattern is possible. */
tacit_pattern_set tacit_pattern_start(void);

/* Look at one more text.  O(length), and nothing once no pattern is possible. */
void tacit_pattern_see(tacit_pattern_set *s, const char *text);

/* The first pattern that all texts have; none if no text was seen. */
tacit_pattern tacit_pattern_end(const tacit_pattern_set *s, size_t seen);

#endif
