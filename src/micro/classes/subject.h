/*
 * subject.h - the data set that models and risk measures look at.
 *
 * A subject is a table with its roles resolved, and its equivalence classes over all
 * keys, made on first use and kept: measures that share a missing rule share them.
 * The table is a file of records, or a histogram of key combinations counted by an
 * engine; measures that need records say so in their `needs`.
 */
#ifndef TACIT_MICRO_CLASSES_SUBJECT_H
#define TACIT_MICRO_CLASSES_SUBJECT_H

#include "micro/classes/classes.h"
#include "hierarchy/hierarchy.h"

typedef struct tacit_subject tacit_subject;

/* What a measure needs of a subject; bits. */
enum tacit_subject_need {
    TACIT_NEEDS_KEYS = 1,               /* at least one key column */
    TACIT_NEEDS_ROWS = 2,               /* records, not only a histogram */
    TACIT_NEEDS_SENSITIVE = 4,          /* at least one sensitive column */
    TACIT_NEEDS_WEIGHT = 8,             /* sampling weights */
    TACIT_NEEDS_POPULATION = 16,        /* population frequencies: a file, weights or a fraction */
    TACIT_NEEDS_ORIGINAL = 32,          /* the table that a masked one was made from */
    TACIT_NEEDS_HOUSEHOLD = 64,         /* a household column */
    TACIT_NEEDS_SAME_ROWS = 128,        /* an original of which row i became row i */
    TACIT_NEEDS_COMMON_KEYS = 256,      /* a key column of the original that the table has too */
    TACIT_NEEDS_COMMON_SENSITIVE = 512, /* a sensitive column of the original likewise */
    TACIT_TAKES_EMPTY = 1024            /* and a table without records will do */
};

/* What is known of a population besides how many of it have the key combinations of the data. */
typedef struct tacit_population_sum {
    double records, combinations, uniques; /* uniques: combinations that one person has */
} tacit_population_sum;

/* What else is known besides the table; all borrowed, must outlive the subject. */
typedef struct tacit_subject_extra {
    const tacit_table *population;   /* its records or their histogram, or NULL */
    const tacit_population_sum *sum; /* if the histogram is that of the data's combinations alone */
    double fraction;                 /* sampling fraction, 0 if not known */
    const tacit_table *original;     /* what a masked table was made from, or NULL */
    bool independent;                /* its row i is not row i of the table */
    const tacit_table *released;     /* then the original's rows that the table has, or NULL */
    const tacit_table *control;      /* other persons of the same population, or NULL */
    const tacit_hierarchy_spec *hierarchies;
    size_t n_hierarchies;
    struct json_t *privacy; /* by what mechanisms it was made (micro/model/privacy), or NULL */
    struct json_t *trial;   /* what was found with records left out (micro/model/membership) */
} tacit_subject_extra;

/* An original and a protected table, and what else is known; all borrowed. */
typedef struct tacit_pair {
    const tacit_table *original, *masked;
    bool independent;            /* row i of one is not row i of the other */
    const tacit_table *released; /* then the original's rows that the masked table has, or NULL */
    const tacit_hierarchy_spec *hierarchies;
    size_t n_hierarchies;
} tacit_pair;

/* Where population frequencies are from. */
typedef enum tacit_population_kind {
    TACIT_POPULATION_NONE = 0,
    TACIT_POPULATION_FILE,    /* counted in a population file */
    TACIT_POPULATION_WEIGHTS, /* sums of sampling weights */
    TACIT_POPULATION_FRACTION /* sample frequency over the sampling fraction */
} tacit_population_kind;

/* Population frequencies of the classes over all keys. */
typedef struct tacit_population {
    tacit_population_kind kind;
    const double *F;   /* of each class */
    double total;      /* records in the population */
    const char *words; /* how F was found, for definitions */
} tacit_population;

/* Look at `table` (borrowed; must outlive the subject).  Columns called TACIT_COUNT and
 * TACIT_WEIGHT, as an engine's histogram has them, are used as such. */
tacit_status tacit_subject_new(tacit_ctx *cx, const tacit_table *table, tacit_subject **out);

/* Say what else is known. */
void tacit_subject_add(tacit_subject *s, const tacit_subject_extra *extra);
const tacit_subject_extra *tacit_subject_extra_of(const tacit_subject *s);

/* The subject as what became of its original, which is NULL if there is none. */
const tacit_pair *tacit_subject_pair(const tacit_subject *s);

/* Free with the classes it keeps.  Accepts NULL. */
void tacit_subject_free(tacit_subject *s);

/* The table, and the records that it stands for. */
const tacit_table *tacit_subject_table(const tacit_subject *s);
uint64_t tacit_subject_records(const tacit_subject *s);

/* Columns by role; borrowed from `s`. */
const tacit_select *tacit_subject_keys(const tacit_subject *s);
const tacit_select *tacit_subject_sensitive(const tacit_subject *s);

/* Whether the table holds records rather than a histogram. */
bool tacit_subject_has_rows(const tacit_subject *s);
bool tacit_subject_has_weight(const tacit_subject *s);

/* The count column of a histogram and the weight column, or the number of columns. */
size_t tacit_subject_count_column(const tacit_subject *s);
size_t tacit_subject_weight_column(const tacit_subject *s);

/* Fail, in a sentence that names `who`, unless the subject has what `needs` asks for. */
tacit_status tacit_subject_check(tacit_ctx *cx, const tacit_subject *s, const char *who,
                                 unsigned needs);

/* The classes over all keys under a missing rule; borrowed from `s`. */
tacit_status tacit_subject_classes(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                   const tacit_classes **out);

/* Classes over some of the keys (positions in the table), which the caller frees. */
tacit_status tacit_subject_classes_by(tacit_ctx *cx, const tacit_subject *s,
                                      const tacit_select *keys, tacit_missing_rule missing,
                                      tacit_classes **out);

/* Population frequencies of the classes under a missing rule: from the population file if
 * there is one, else from weights, else from the sampling fraction.  The arrays live as
 * long as `s`.  A class of the sample that the population file has not is an error. */
tacit_status tacit_subject_population(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                      tacit_population *out);

#endif
