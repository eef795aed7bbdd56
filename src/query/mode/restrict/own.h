/*
 * own.h - the parameters and the state of the mode `restrict`; for the files of this folder.
 */
#ifndef TACIT_QUERY_MODE_RESTRICT_OWN_H
#define TACIT_QUERY_MODE_RESTRICT_OWN_H

#include "query/audit/audit.h"
#include "query/audit/extremes.h"
#include "query/mode/mode.h"
#include "query/mode/confidential.h"

/* Parameters; those from TACIT_RESTRICT_SUMS on list confidential columns by what is told of
 * them. */
enum {
    TACIT_RESTRICT_K,
    TACIT_RESTRICT_SUMS,
    TACIT_RESTRICT_COUNTED,
    TACIT_RESTRICT_LARGEST,
    TACIT_RESTRICT_LEAST,
    TACIT_RESTRICT_PARAMS
};

/* What is told of each declared column: 0 for a public one, or the parameter that lists it. */
tacit_status tacit_restrict_roles(tacit_ctx *cx, const tacit_query_schema *schema,
                                  const tacit_args *args, unsigned **out);

/* The audit of one confidential column; which member counts follows from its role. */
typedef struct tacit_restrict_column {
    unsigned role;
    tacit_expert *expert;
    unsigned orders; /* moments that the expert audits */
    size_t groups;   /* of a column that is counted by */
    tacit_extremes *extremes;
    size_t sets, records; /* answered extremes, and their records */
    tacit_sha256 booked;  /* the digest of them, in the making */
} tacit_restrict_column;

typedef struct tacit_restrict {
    const tacit_query_schema *schema;
    size_t k, persons, most; /* `most`: records of one person */
    size_t told, hidden;     /* aggregates of cells that judges told, and not */
    tacit_restrict_column *column;
} tacit_restrict;

/* The judge. */
tacit_status tacit_restrict_judge(tacit_ctx *cx, const tacit_mode_job *job,
                                  const tacit_query_data *data, tacit_mode_verdict *out);

#endif
