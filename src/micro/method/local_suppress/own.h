/*
 * own.h - what the files of local suppression share.
 *
 * The work is done on the histogram of distinct combinations of keys: a class is the records
 * of a stratum that agree in all keys, those missing included.  Keys are numbered in the order
 * of the job's columns and sets of keys are bits.  A promise is a set of keys on which every
 * record is to be safe:
 *
 *   category  at least k records of the stratum have the same values and the same blanks in the
 *             set; those that show nothing of it are k in all, or none;
 *   strict    at least k records of the stratum have the values that the record shows of the
 *             set; records in which one of them is blank do not count;
 *   wildcard  at least k records of the stratum have no other present value than the record in
 *             any key of the set.
 *
 * Under the last two a record that shows nothing of the set is safe.
 */
#ifndef TACIT_MICRO_METHOD_LOCAL_SUPPRESS_OWN_H
#define TACIT_MICRO_METHOD_LOCAL_SUPPRESS_OWN_H

#include "micro/method/method.h"

/* Parameters, in their order. */
enum tacit_suppress_parameter {
    TACIT_SUPPRESS_COLUMNS,
    TACIT_SUPPRESS_K,
    TACIT_SUPPRESS_SUBSETS,
    TACIT_SUPPRESS_SUBSET_K,
    TACIT_SUPPRESS_SETS,
    TACIT_SUPPRESS_SET_K,
    TACIT_SUPPRESS_HOW,
    TACIT_SUPPRESS_MISSING,
    TACIT_SUPPRESS_WEIGHTS,
    TACIT_SUPPRESS_IMPORTANCE,
    TACIT_SUPPRESS_NODES,
    TACIT_SUPPRESS_THRESHOLD,
    TACIT_SUPPRESS_RISK,
    TACIT_SUPPRESS_ALPHA,
    TACIT_SUPPRESS_LINKED,
    TACIT_SUPPRESS_PER
};

/* Values of the parameter `how`. */
enum tacit_suppress_how { TACIT_SUPPRESS_THRIFTY, TACIT_SUPPRESS_EXACT, TACIT_SUPPRESS_COMPAT };

/* Value of the parameter `risk`: by weights instead of 1 / f. */
enum { TACIT_SUPPRESS_INDIVIDUAL = 1 };

/* A set of keys and how many records must share it. */
typedef struct tacit_promise {
    uint64_t set;
    uint64_t k;
} tacit_promise;

/* What is to be made safe; in scratch memory. */
typedef struct tacit_suppress_space {
    size_t keys;                  /* key columns */
    size_t n;                     /* classes */
    size_t rows;                  /* rows of the table */
    const uint32_t *of_row;       /* class of each row */
    const uint64_t *size;         /* records of each class */
    const uint64_t *missing;      /* keys that are missing in each class */
    const uint32_t *code;         /* code[j * n + g] of key j; the stratum is key number `keys` */
    const uint64_t *radix;        /* codes of each key are below this */
    const double *cost;           /* of blanking one cell of each key */
    const size_t *order;          /* the keys; of equal cost, the first is blanked first */
    const tacit_promise *promise; /* in the order in which they were asked for */
    size_t promises;
    uint64_t all; /* keys that are in a promise */
} tacit_suppress_space;

/* What was blanked, and what is known about how good that is. */
typedef struct tacit_suppression {
    uint64_t *blank; /* keys blanked in each row */
    double bound;    /* no way has a lower cost; NAN if none was sought */
} tacit_suppression;

/* Most key columns. */
enum { TACIT_SUPPRESS_KEYS = 60 };

/* Read the promises of a job with `out->keys` keys. */
tacit_status tacit_suppress_promises(tacit_ctx *cx, const tacit_job *job,
                                     tacit_suppress_space *out);

/* Go to the next choice of `m` out of `n` positions; false after the last. */
bool tacit_suppress_next_choice(size_t *at, size_t m, size_t n);

/* Read keys, strata, costs and promises of a job. */
tacit_status tacit_suppress_space_of(tacit_ctx *cx, const tacit_job *job,
                                     tacit_suppress_space *out);

/* Number the classes by their codes in `set` and their strata: of[g] below `*groups`. */
tacit_status tacit_suppress_group(tacit_ctx *cx, const tacit_suppress_space *s, uint64_t set,
                                  uint32_t *of, size_t *groups);

/* Sets of keys to blank in a record. */
typedef struct tacit_suppress_sets {
    uint64_t *mask; /* cheapest first, of equal cost those of the keys to be blanked first */
    double *cost;
    size_t n;
    bool all; /* no set was left out; otherwise those of the fewest keys are there */
} tacit_suppress_sets;

/* List the sets of promised keys; the set of all is always there. */
tacit_status tacit_suppress_masks(tacit_ctx *cx, const tacit_suppress_space *s,
                                  tacit_suppress_sets *out);

/* Cost of blanking the keys of `mask` in one record. */
double tacit_suppress_cost(const tacit_suppress_space *s, uint64_t mask);

/* Few blanks under each rule. */
tacit_status tacit_suppress_category(tacit_ctx *cx, const tacit_suppress_space *s,
                                     tacit_suppression *out);
tacit_status tacit_suppress_strict(tacit_ctx *cx, const tacit_suppress_space *s,
                                   tacit_suppression *out);
tacit_status tacit_suppress_wildcard(tacit_ctx *cx, const tacit_suppress_space *s,
                                     tacit_suppression *out);

/* What no way under the strict rule can do without, found in O(sets * classes * keys). */
tacit_status tacit_suppress_strict_bound(tacit_ctx *cx, const tacit_suppress_space *s,
                                         double *bound);

/* The least cost, or the best that is found within `nodes` steps; `out` holds a way to begin
 * with. */
tacit_status tacit_suppress_exact(tacit_ctx *cx, const tacit_suppress_space *s, bool wildcard,
                                  uint64_t nodes, tacit_suppression *out);

/* The same under the wildcard rule, for small tables. */
tacit_status tacit_suppress_exact_wildcard(tacit_ctx *cx, const tacit_suppress_space *s,
                                           uint64_t nodes, tacit_suppression *out);

/* The blanks of sdcMicro. */
tacit_status tacit_suppress_compat(tacit_ctx *cx, const tacit_job *job,
                                   const tacit_suppress_space *s, tacit_suppression *out);

/* Blank in the records whose risk is above the threshold. */
tacit_status tacit_suppress_risk(tacit_ctx *cx, const tacit_job *job, tacit_table *out);

/* What was found when the promises were counted again in the result. */
typedef struct tacit_suppress_count {
    size_t sets;         /* promised sets times strata */
    size_t combinations; /* different combinations of shown keys in them */
    size_t unsafe;       /* records that are not safe in some set; only with compat */
} tacit_suppress_count;

/* Count all promises again in `result`; fails if one is not kept, except with compat. */
tacit_status tacit_suppress_recount(tacit_ctx *cx, const tacit_job *job,
                                    const tacit_suppress_space *s, const tacit_table *result,
                                    tacit_suppress_count *out);

/* What is told: cells blanked in each key, and what was counted. */
typedef struct tacit_suppress_account {
    const size_t *cells;
    const tacit_suppress_count *count;
} tacit_suppress_account;

/* Tell it. */
tacit_status tacit_suppress_tell(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_space *s,
                                 const tacit_suppression *found, const tacit_suppress_account *a);

/* Fail unless the columns that are linked with keys are there and no keys themselves. */
tacit_status tacit_suppress_links(tacit_ctx *cx, const tacit_job *job);

/* Append what `found` blanks as suppressions of combinations or of records. */
tacit_status tacit_suppress_settle(tacit_ctx *cx, const tacit_job *job,
                                   const tacit_suppress_space *s, const tacit_suppression *found,
                                   tacit_decision *out);

#endif
