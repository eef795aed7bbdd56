/*
 * classes.h - equivalence classes: the records that share all their key values.
 *
 * Most measures of disclosure risk depend on the data only through the histogram of
 * key combinations.  How classes are numbered does not depend on threads and means nothing
 * else.
 *
 * The table may be a file of records or a histogram that an engine counted; then a
 * column says how many records each row stands for.
 *
 * Missing keys: as a category of their own (the default), or as wildcards that match
 * any value.  Under the wildcard rule two records match if no key has two different
 * present values in them; `size` stays the number of identical records and `match` is
 * the number of matching ones (f_k), the record itself included.  Matching is symmetric
 * but not transitive, so matches are counted per class of identical records.
 *
 * Under the strict rule a missing key helps no other record: what a record shows must be shown
 * by others.  `match` is the number of records that have the same values in all keys that are
 * present in the record; a record in which one of these is missing does not count.
 */
#ifndef TACIT_MICRO_CLASSES_CLASSES_H
#define TACIT_MICRO_CLASSES_CLASSES_H

#include "table/table.h"

typedef enum tacit_missing_rule {
    TACIT_MISSING_CATEGORY = 0,
    TACIT_MISSING_WILDCARD,
    TACIT_MISSING_STRICT
} tacit_missing_rule;

/* Choices of a `missing` parameter, in the order of tacit_missing_rule: the first two, and all
 * of them. */
extern const char *const TACIT_MISSING_CHOICES[];
extern const char *const TACIT_MISSING_ALL_CHOICES[];

/* The parameter `missing` of models and risks. */
#define TACIT_MISSING_PARAM                                                                        \
    {                                                                                              \
        .name = "missing", .type = TACIT_PARAM_CHOICE, .choices = TACIT_MISSING_CHOICES,           \
        .help = "whether a missing key is a value of its own or matches anything"                  \
    }

/* What to class by.  `count` and `weight` are columns of the table, or the number of
 * columns for none. */
typedef struct tacit_class_spec {
    tacit_select keys;
    size_t count;  /* INTEGER: records that a row stands for */
    size_t weight; /* sampling weights, summed over each class */
    tacit_missing_rule missing;
} tacit_class_spec;

typedef struct tacit_classes {
    size_t n;             /* classes */
    size_t rows;          /* rows of the table */
    uint64_t records;     /* records that the rows stand for */
    uint32_t *of_row;     /* class of each row */
    size_t *row;          /* first row of each class: its key values */
    uint64_t *size;       /* records in each class */
    double *weight;       /* sum of weights in each class, NULL without weights */
    uint64_t *match;      /* records that match the class: `size` unless wildcard */
    double *match_weight; /* their weights: `weight` unless wildcard */
} tacit_classes;

/* Class the rows of `table`.  The caller frees. */
tacit_status tacit_classes_new(tacit_ctx *cx, const tacit_table *table,
                               const tacit_class_spec *spec, tacit_classes **out);

/* Free.  Accepts NULL. */
void tacit_classes_free(tacit_classes *c);

/* Records whose `match` is below `k`, and the classes they are in. */
typedef struct tacit_below {
    uint64_t records;
    size_t classes;
} tacit_below;
tacit_below tacit_classes_below(const tacit_classes *c, uint64_t k);

#endif
