/*
 * sensitive.h - how the values of a sensitive column are spread over classes, and the one
 * way in which models of attribute disclosure judge them.
 *
 * A model gives a value to each class (its number of distinct values, its distance from the
 * whole table ...) and says which values it accepts; finding the worst class, counting what
 * violates, several sensitive columns and the missing values are dealt with here.
 *
 * Missing sensitive values are no value: they are left out of every distribution, and the
 * result says how many there are.  A class in which all are missing discloses nothing and
 * is accepted by every rule, except that it may be too small.
 */
#ifndef TACIT_MICRO_MODEL_SENSITIVE_H
#define TACIT_MICRO_MODEL_SENSITIVE_H

#include "base/sort.h"
#include "micro/model/model.h"
#include "table/values.h"

/* Reals are compared with this tolerance, so that a bound that is met exactly is met
 * whatever the rounding: ln 3 may come out a little less than it is. */
#define TACIT_TOLERANCE 1e-9

/* One sensitive column over the classes: how many records of class g have which value, as
 * pairs start[g] ... start[g + 1] - 1, values upwards.  In scratch memory.  Under the
 * wildcard rule a class has the records that match it. */
typedef struct tacit_sensitive {
    const tacit_column *column;
    const tacit_subject *subject;
    const tacit_select *keys; /* what the classes are by */
    const tacit_classes *classes;
    tacit_values values;   /* the distinct values */
    const uint64_t *total; /* records that have each value */
    uint32_t present;      /* values that some record has */
    uint64_t known;        /* records that have a value */
    uint64_t missing;      /* records that have none */
    const size_t *start;   /* classes + 1 of them */
    const uint32_t *value; /* of a pair */
    const uint64_t *count; /* of a pair: at least 1 */
    const uint64_t *size;  /* of a class: its records that have a value */
} tacit_sensitive;

/* The classes to spread over, and how they were made. */
typedef struct tacit_class_grouping {
    const tacit_select *keys;
    const tacit_classes *classes;
    tacit_missing_rule missing;
} tacit_class_grouping;

/* A rule for classes. */
struct tacit_class_rule {
    const char *name, *title, *definition; /* of the figure: the worst value of a class */
    tacit_better better;                   /* which way that is good */
    tacit_unit unit;
    bool larger;       /* whether larger values protect more */
    uint64_t k;        /* records that a class must have besides; 0 if any number */
    double from, step; /* the first bar of the chart and the width of each */
    unsigned traits;   /* bits of tacit_judge_trait, if no sensitive value is missing */
    uint64_t fewest;   /* records with a value that a class needs to be accepted, at least */
    bool relative;     /* classes are compared with the whole table */
    void *user;
    /* Get ready for a column; NULL if there is nothing to do. */
    tacit_status (*prepare)(tacit_ctx *cx, const tacit_sensitive *s, void *user);
    /* The totals have changed since, some to 0 perhaps; NULL if nothing depends on them. */
    void (*refit)(const tacit_sensitive *s, void *user);
    /* The value of class g, in which size[g] > 0; may be infinite. */
    double (*value)(const tacit_sensitive *s, size_t g, void *user);
    /* Whether a class of this value is accepted. */
    bool (*accepts)(double value, const void *user);
    /* Whether class g has what each accepted class has, and what no class loses by joining others:
     * the values that occur in it alone may decide.  NULL if nothing such is known. */
    bool (*could)(const tacit_sensitive *s, size_t g, const void *user);
};

/* Parameters that all models of attribute disclosure have. */
#define TACIT_PARAM_DRIVERS                                                                        \
    {                                                                                              \
        .name = "drivers", .type = TACIT_PARAM_FLAG, .preset = 1, .max = 1,                        \
        .help = "if the model does not hold, say for each key how many records would still "       \
                "violate it without that key"                                                      \
    }
#define TACIT_PARAM_SENSITIVE                                                                      \
    {                                                                                              \
        .name = "sensitive", .type = TACIT_PARAM_COLUMNS, .need = TACIT_OPTIONAL,                  \
        .help = "the columns that are protected; all that have the role sensitive if left "        \
                "out; each must hold by itself"                                                    \
    }

/* Look at column j of the subject's table: its values, their totals and what is missing;
 * nothing about classes. */
tacit_status tacit_sensitive_count(tacit_ctx *cx, const tacit_subject *subject, size_t j,
                                   tacit_sensitive *out);

/* The columns to protect: those that `sensitive` of the arguments names, or those with the
 * role; may take scratch memory. */
tacit_status tacit_sensitive_columns(tacit_ctx *cx, const tacit_subject *subject,
                                     const tacit_args *args, tacit_select *out);

/* Spread column j of the subject's table over classes. */
tacit_status tacit_sensitive_spread(tacit_ctx *cx, const tacit_subject *subject, size_t j,
                                    const tacit_class_grouping *by, tacit_sensitive *out);

/* Sort the pairs of one class by key in place: a class rarely has many. */
void tacit_sensitive_sort(tacit_keyed *a, size_t n);

/* Check the rule that `make` makes for each sensitive column that the arguments name, and
 * report. */
tacit_status tacit_sensitive_check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                                   tacit_rule_maker *make, tacit_result *result);

#endif
