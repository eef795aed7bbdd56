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
} tacit_protection_job;

/* What is audited. */
typedef enum tacit_protection_promise {
    TACIT_PROMISE_INTERVALS = 0, /* what readers can compute is as wide as the levels ask for */
    TACIT_PROMISE_DISTANCE, /* what is shown of a sensitive cell is a level away from its value */
    TACIT_PROMISE_NOISE     /* what is shown is uncertain by chance; nothing can be audited */
} tacit_protection_promise;

typedef struct tacit_protection {
    tacit_entry about;
    tacit_protection_promise promise;
    bool random; /* it draws from `rng` */
    /* How many of the largest contributions of each cell it looks at; NULL: none. */
    double (*looks_at)(const tacit_args *args);
    tacit_status (*run)(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told);
} tacit_protection;

#define TACIT_PROTECTION(id) extern const tacit_protection tacit_protection_##id;
#include "tabular/protection/protections.def"
#undef TACIT_PROTECTION

extern const tacit_catalog tacit_protection_catalog;

#endif
