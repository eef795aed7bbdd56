/*
 * private.h - a file by a private generator: its columns by their domains, and its account.
 */
#ifndef TACIT_TASK_SYNTH_PRIVATE_H
#define TACIT_TASK_SYNTH_PRIVATE_H

#include "privacy/statistic/domain.h"
#include "synth/private/private.h"
#include "task/synth/own.h"

/* A column by its domain: values, bins, or single steps; the last code is a missing cell if there
 * may be any. */
typedef struct tacit_synth_domain {
    size_t at; /* in the data */
    tacit_domain domain;
    bool steps;    /* every step of its lattice is a value */
    size_t values; /* without the missing one */
} tacit_synth_domain;

/* The columns of a file, those of fewest values first. */
typedef struct tacit_synth_domains {
    size_t n;
    tacit_synth_domain *column;
    size_t *size; /* codes of each */
} tacit_synth_domains;

/* The columns that are made, which must have a domain in the plan; in scratch memory.  Looks at
 * names and roles only. */
tacit_status tacit_synth_domains_of(tacit_ctx *cx, const tacit_work *w, tacit_synth_domains *out);

/* The data as codes, in scratch memory.  What a domain does not have is moved into it: numbers to
 * the bounds, other texts to the one for others, missing cells to what is declared for them. */
tacit_status tacit_synth_domains_code(tacit_ctx *cx, const tacit_synth_domains *d,
                                      const tacit_table *data, tacit_private_table *out);

/* Codes as a table with the columns of `like` in its order: declared texts, and numbers drawn
 * evenly from the steps of their bin.  The caller frees. */
tacit_status tacit_synth_domains_table(tacit_ctx *cx, const tacit_synth_domains *d,
                                       const tacit_private_table *made, const tacit_table *like,
                                       const tacit_rng *rng, tacit_table **out);

/* What was told and paid, for the requirement and the certificate (micro/model/privacy): put under
 * "privacy" of the record. */
typedef struct tacit_synth_paid {
    const tacit_generator *generator;
    const tacit_args *args;
    const tacit_purse *purse;
    size_t rows; /* that were made */
} tacit_synth_paid;
tacit_status tacit_synth_account(tacit_ctx *cx, tacit_work *w, const tacit_synth_domains *d,
                                 const tacit_synth_paid *paid);

/* Tell the custodian what was looked at. */
tacit_status tacit_synth_tell_looks(tacit_ctx *cx, const tacit_work *w,
                                    const tacit_synth_paid *paid);

#endif
