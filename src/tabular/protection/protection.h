/*
 * protection.h - ways to protect the sensitive cells of tables.
 *
 * Each lives in one file or folder that defines one constant, and is listed by one line in
 * protections.def.  A protection hides cells, or changes what is shown of all (tabular/system.h),
 * and tells what it did; whether that is enough is for the audit to say, which knows nothing of it
 * but what it promises.
 *
 * Contract for `run`: read cells, equations and contributors, change statuses or `shown`, `low`,
 * `high` and `changed` of the system, draw randomness only from `rng` (fork it), take temporary
 * memory only from tacit_scratch().
 */
#ifndef TACIT_TABULAR_PROTECTION_PROTECTION_H
#define TACIT_TABULAR_PROTECTION_PROTECTION_H

#include "base/result.h"
#include "base/rng.h"
#include "tabular/cube/tabulation.h"

/* One request to protect; everything is borrowed. */
typedef struct tacit_protection_job {
    const tacit_args *args;
    tacit_tabulation *tables;
    const tacit_rng *rng;
    bool finishes; /* if work is asked to finish (base/context.h), with the best found by then */
} tacit_protection_job;

/* What is audited. */
typedef enum tacit_protection_promise {
    TACIT_PROMISE_INTERVALS = 0, /* what readers can compute is as wide as the levels ask for */
    TACIT_PROMISE_DISTANCE, /* what is shown of a sensitive cell is a level away from its value */
    TACIT_PROMISE_NOISE     /* what is shown is uncertain by chance: that it is what chance made of
                               it is what `check` says, by other code */
} tacit_protection_promise;

typedef struct tacit_protection {
    tacit_entry about;
    tacit_protection_promise promise;
    bool (*draws)(const tacit_args *args); /* whether it draws from `rng`; NULL: never */
    bool keyed; /* it needs keys of records, and begins with TACIT_KEYED_PARAMS */
    /* How many of the largest contributions of each cell it looks at; NULL: none. */
    double (*looks_at)(const tacit_args *args);
    /* Seconds that the audit of what it hid may take; NULL: as an audit does without being told. */
    double (*patience)(const tacit_args *args);
    tacit_status (*run)(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told);
    tacit_status (*check)(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told,
                          bool *holds); /* where noise can be checked; NULL: not */
} tacit_protection;

/* Where the keys of records come from. */
enum tacit_keyed_arg {
    TACIT_KEYED_KEYS,
    TACIT_KEYED_ID,
    TACIT_KEYED_FILE,
    TACIT_KEYED_ZEROS,
    TACIT_KEYED_ARGS
};

#define TACIT_KEYED_PARAMS                                                                         \
    [TACIT_KEYED_KEYS] = { .name = "keys",                                                         \
                           .type = TACIT_PARAM_COLUMN,                                             \
                           .need = TACIT_OPTIONAL,                                                 \
                           .importance = TACIT_FIRST,                                              \
                           .help = "the column with the keys of records: decimal fractions, or "   \
                                   "whole numbers for a table with 'ckey'" },                      \
    [TACIT_KEYED_ID] = { .name = "id",                                                             \
                         .type = TACIT_PARAM_COLUMN,                                               \
                         .need = TACIT_OPTIONAL,                                                   \
                         .importance = TACIT_FIRST,                                                \
                         .help = "the column that tells records apart, instead of 'keys': their "  \
                                 "keys are hashes of it under 'key'" },                            \
    [TACIT_KEYED_FILE] = { .name = "key",                                                          \
                           .type = TACIT_PARAM_FILE,                                               \
                           .need = TACIT_OPTIONAL,                                                 \
                           .secret = true,                                                         \
                           .help = "path of the key file for 'id', which 'tacit key' makes" },     \
    [TACIT_KEYED_ZEROS] = { .name = "zeros",                                                       \
                            .type = TACIT_PARAM_FLAG,                                              \
                            .max = 1,                                                              \
                            .importance = TACIT_ADVANCED,                                          \
                            .help = "in tables of sums, records that add nothing count for the "   \
                                    "key of a cell too" }

#define TACIT_PROTECTION(id) extern const tacit_protection tacit_protection_##id;
#include "tabular/protection/protections.def"
#undef TACIT_PROTECTION

extern const tacit_catalog tacit_protection_catalog;

#endif
