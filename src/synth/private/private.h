/*
 * private.h - generators whose files are differentially private.
 *
 * They see a table of codes: each column has been brought to a domain that was declared before the
 * data was seen, so how many values a column has is public and which they are is too.
 * They look at it through a purse alone, which adds noise and keeps the account (purse.h), and
 * write codes again: all columns of the file at once, because nothing of the data stands beside
 * what is told privately.
 *
 * Contract of `answer`: what is done with counts before they come to the purse does not depend on
 * values; randomness besides noise comes from job->rng; at most what the arguments allow is spent.
 */
#ifndef TACIT_SYNTH_PRIVATE_PRIVATE_H
#define TACIT_SYNTH_PRIVATE_PRIVATE_H

#include "base/param.h"
#include "base/rng.h"
#include "stats/graph/scope.h"
#include "synth/private/purse.h"

/* Columns of codes; column j has values 0 ... size[j] - 1. */
typedef struct tacit_private_table {
    size_t rows, columns;
    const size_t *size;
    uint16_t **code;
} tacit_private_table;

typedef struct tacit_private_job {
    const tacit_private_table *data; /* at least one column */
    const tacit_args *args;
    tacit_purse *purse;
    tacit_rng rng;
    size_t rows; /* to make; 0: as many as there are, or seem to be */
} tacit_private_job;

/* ---- parameters ---- */

/* Those that all begin with, after the columns; `delta` and `records` where there are such. */
enum { TACIT_DP_EPSILON = 1, TACIT_DP_RECORDS, TACIT_DP_DELTA };

enum { TACIT_RECORDS_SECRET, TACIT_RECORDS_PUBLIC };
extern const char *const TACIT_DP_RECORDS_CHOICES[];

#define TACIT_DP_PARAM_EPSILON                                                                     \
    {                                                                                              \
        .name = "epsilon", .type = TACIT_PARAM_REAL, .need = TACIT_REQUIRED, .min = 1e-3,          \
        .max = 100, .importance = TACIT_FIRST, TACIT_USEFUL_LOG(0.1, 10, NULL),                    \
        .help = "what the whole file may give away of a record"                                    \
    }
#define TACIT_DP_PARAM_RECORDS                                                                     \
    {                                                                                              \
        .name = "records", .type = TACIT_PARAM_CHOICE, .choices = TACIT_DP_RECORDS_CHOICES,        \
        .help = "whether the number of records is secret: then who is in the data is not told "    \
                "either, and their number gets noise; if it is public, only what they say is "     \
                "not told, with twice the noise"                                                   \
    }
#define TACIT_DP_PARAM_DELTA                                                                       \
    {                                                                                              \
        .name = "delta", .type = TACIT_PARAM_REAL, .preset = 1e-9, .min = 1e-15, .max = 0.01,      \
        TACIT_USEFUL_LOG(1e-10, 1e-5, NULL),                                                       \
        .help = "the probability with which more may be given away"                                \
    }

#define TACIT_DP_PARAM_MERGE                                                                       \
    {                                                                                              \
        .name = "merge", .type = TACIT_PARAM_REAL, .preset = 3, .max = 10,                         \
        .importance = TACIT_ADVANCED, TACIT_USEFUL(1, 5, "standard deviations"),                   \
        .help = "values whose noisy count is below so many standard deviations of its noise are "  \
                "taken together"                                                                   \
    }
#define TACIT_DP_PARAM_STEPS(most)                                                                 \
    {                                                                                              \
        .name = "steps", .type = TACIT_PARAM_INTEGER, .preset = most, .min = 1, .max = 100000,     \
        .importance = TACIT_ADVANCED, TACIT_USEFUL_LOG(50, 5000, "steps"),                         \
        .help = "steps at most in which the model is fitted"                                       \
    }

/* ---- for the generators ---- */

/* How many records have each combination of values of `scope`, in scratch memory. */
tacit_status tacit_private_count(tacit_ctx *cx, const tacit_private_table *t, tacit_scope scope,
                                 tacit_i128 **out);

/* Counts as the purse tells them, as real numbers in scratch memory. */
tacit_status tacit_private_reals(tacit_ctx *cx, const int64_t *count, size_t n, double **out);

/* The counts that are not negative and sum to `total`, nearest to noisy ones. */
tacit_status tacit_private_project(tacit_ctx *cx, double *count, size_t n, double total);

/* Noisy sums that are about the same number, with their variances; the best guess of it, at least
 * 1. */
typedef struct tacit_private_total {
    double weighted, weight;
} tacit_private_total;
void tacit_private_total_add(tacit_private_total *t, const double *count, size_t n,
                             double variance);
size_t tacit_private_total_rows(const tacit_private_job *job, const tacit_private_total *t);

/* Columns for `rows` records over the sizes of the data, in scratch memory. */
tacit_status tacit_private_room(tacit_ctx *cx, const tacit_private_table *data, size_t rows,
                                tacit_private_table *out);

#endif
