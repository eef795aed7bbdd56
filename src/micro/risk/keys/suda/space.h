/*
 * space.h - the distinct key combinations in the form that the search for minimal
 * sample uniques works on.
 *
 * Variables are the keys, renumbered from the one with fewest values to the one with most.
 * A value that is missing, or that a single record has, is code 0: it can be part of no
 * minimal sample unique of two or more keys.  The codes of the first `low` variables of a
 * combination are packed into one 64-bit number, variable 0 in the lowest bits.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUDA_SPACE_H
#define TACIT_MICRO_RISK_KEYS_SUDA_SPACE_H

#include "micro/classes/subject.h"

/* More keys have more subsets than can be searched; sets of keys are 32-bit masks. */
enum { TACIT_SUDA_KEYS = 32 };

/* In scratch memory. */
typedef struct tacit_suda_space {
    size_t n;                              /* variables */
    size_t rows;                           /* distinct combinations: classes */
    size_t low;                            /* variables 0 ... low-1 are packed */
    size_t key[TACIT_SUDA_KEYS];           /* which key a variable is */
    uint32_t values[TACIT_SUDA_KEYS];      /* codes of a variable are 0 ... values */
    unsigned shift[TACIT_SUDA_KEYS + 1];   /* packed bits below variable v, v <= low */
    const uint64_t *packed;                /* of each row */
    const uint32_t *code[TACIT_SUDA_KEYS]; /* of each row */
    const uint32_t *id[TACIT_SUDA_KEYS];   /* v >= low: number of the combination of 0 ... v-1 */
    const uint32_t *single; /* of each row: mask of variables whose value no other record has */
} tacit_suda_space;

/* Make the space of the classes over all keys. */
tacit_status tacit_suda_space_make(tacit_ctx *cx, const tacit_subject *subject,
                                   const tacit_classes *classes, tacit_suda_space *out);

#endif
