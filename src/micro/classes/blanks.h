/*
 * blanks.h - how many of the population a record with blanked keys may be.
 */
#ifndef TACIT_MICRO_CLASSES_BLANKS_H
#define TACIT_MICRO_CLASSES_BLANKS_H

#include "micro/classes/classes.h"

/* Sample and population, one above the other. */
typedef struct tacit_blanks {
    const tacit_table *joint;     /* the keys of both; all its columns are keys */
    size_t sample;                /* rows of the sample, which come first */
    const int64_t *records;       /* that each row of the population stands for; NULL: 1 */
    const tacit_classes *classes; /* of the sample, missing keys being a category */
} tacit_blanks;

/* Where F is less than the records of a class with missing keys, the population does not have
 * them missing: they were blanked.  Such a class may be anybody who agrees in the keys that
 * are present; set its F to their number.  O(rows) for each set of keys that are missing
 * together. */
tacit_status tacit_blanks_count(tacit_ctx *cx, const tacit_blanks *b, double *F);

#endif
