/*
 * key_classes.h - the classes of records that share their key values, on both sides of a
 * pair, and the columns that are looked at within them.
 */
#ifndef TACIT_MICRO_UTILITY_KEY_CLASSES_H
#define TACIT_MICRO_UTILITY_KEY_CLASSES_H

#include "table/values.h"
#include "micro/utility/match.h"

/* The classes of one table over the keys that both tables have; in scratch memory. */
typedef struct tacit_key_classes {
    size_t n;            /* classes, those of suppressed records among them */
    size_t rows;         /* records */
    uint32_t *of_row;    /* class of each record */
    uint64_t *size;      /* records in each class */
    bool *blank;         /* whether its records are suppressed: every key missing or stars */
    size_t kept;         /* classes that are not blank */
    uint64_t suppressed; /* records in blank classes */
    uint64_t smallest;   /* size of the smallest class that is not blank; 0 if there is none */
} tacit_key_classes;

/* Both sides of a pair. */
typedef struct tacit_key_sides {
    tacit_key_classes before, after;
} tacit_key_sides;

/* Class both tables; a missing key is a value of its own. */
tacit_status tacit_key_sides_make(tacit_ctx *cx, const tacit_pair *pair, tacit_key_sides *out);

/* Records of a class with the same value of a column. */
typedef struct tacit_key_cross {
    uint32_t class, value; /* a missing value has the number of values */
    uint64_t count;
} tacit_key_cross;

/* The values within each class, in no particular order; in scratch memory. */
tacit_status tacit_key_classes_cross(tacit_ctx *cx, const tacit_key_classes *k,
                                     const tacit_values *values, tacit_key_cross **out, size_t *n);

/* The parameter that names the column to look at, and the columns it selects: that one, or
 * all sensitive columns, which both tables must have. */
#define TACIT_KEY_TARGET                                                                           \
    {                                                                                              \
        .name = "column", .type = TACIT_PARAM_COLUMN, .need = TACIT_OPTIONAL,                      \
        .help = "the column to look at; all sensitive columns if not given"                        \
    }
tacit_status tacit_key_targets(tacit_ctx *cx, const tacit_pair *pair, const tacit_value *column,
                               tacit_match **out, size_t *n);

#endif
