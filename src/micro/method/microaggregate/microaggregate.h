/*
 * microaggregate.h - what the parts of microaggregation share.
 */
#ifndef TACIT_MICRO_METHOD_MICROAGGREGATE_MICROAGGREGATE_H
#define TACIT_MICRO_METHOD_MICROAGGREGATE_MICROAGGREGATE_H

#include "micro/method/matrix.h"
#include "stats/cluster/partition.h"

typedef enum tacit_micro_algorithm {
    TACIT_MICRO_MDAV_SEARCH = 0,
    TACIT_MICRO_MDAV,
    TACIT_MICRO_V_MDAV,
    TACIT_MICRO_INDIVIDUAL,
    TACIT_MICRO_OPTIMAL,
    TACIT_MICRO_PCA,
    TACIT_MICRO_ZSCORES,
    TACIT_MICRO_SINGLE,
    TACIT_MICRO_SIMPLE,
    TACIT_MICRO_CLUSTER,
    TACIT_MICRO_GOWER
} tacit_micro_algorithm;

typedef enum tacit_micro_aggregate {
    TACIT_MICRO_MEAN = 0,
    TACIT_MICRO_MEDIAN,
    TACIT_MICRO_TRIMMED,
    TACIT_MICRO_ROBUST
} tacit_micro_aggregate;

/* How groups are made and what their members get. */
typedef struct tacit_micro_spec {
    size_t k;
    tacit_micro_algorithm algorithm;
    tacit_micro_aggregate aggregate;
    bool standardise;
    double trim, gain;
    size_t axis; /* position of the axis among the columns that are masked together */
    size_t clusters, neighbours, passes;
} tacit_micro_spec;

/* Records to be masked together: rows of a table in which all of the columns are present. */
typedef struct tacit_micro_set {
    tacit_matrix values;    /* numbers; days for dates, codes for categories */
    const tacit_type *type; /* of each column */
} tacit_micro_set;

/* Partition the records into groups of at least k; there are k or more. */
tacit_status tacit_micro_partition(tacit_ctx *cx, const tacit_micro_spec *spec,
                                   const tacit_micro_set *set, tacit_partition *out);

/* Replace the values by those of their groups. */
tacit_status tacit_micro_replace(tacit_ctx *cx, const tacit_micro_spec *spec,
                                 const tacit_micro_set *set, const tacit_partition *groups);

/* What was done to one column. */
typedef struct tacit_micro_tally {
    double n, mean, squares; /* of the original values of masked records, so far */
    double error;            /* sum of squared differences */
    size_t changed;          /* cells */
} tacit_micro_tally;

/* What was done, for the report. */
typedef struct tacit_micro_account {
    size_t groups, least, most; /* groups and their sizes */
    size_t left_out;            /* records with a missing value, counted for each set of columns */
    size_t sets;                /* sets of columns masked together */
    size_t sizes;               /* `size` has so many places */
    size_t *size;               /* how many groups have each size; the last also larger ones */
    tacit_micro_tally *column;  /* of each of job->cols */
} tacit_micro_account;

/* Count the groups of a partition. */
tacit_status tacit_micro_count(tacit_ctx *cx, const tacit_partition *groups,
                               tacit_micro_account *account);

/* Add the values x[0], x[step] ... of a column before and after to its tally. */
void tacit_micro_tally_values(tacit_micro_tally *t, const double *before, const double *after,
                              size_t n, size_t step);

/* Tell `account` in job->told. */
tacit_status tacit_micro_tell(tacit_ctx *cx, const tacit_job *job,
                              const tacit_micro_account *account);

#endif
