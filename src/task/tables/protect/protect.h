/*
 * protect.h - tables are protected as a plan asks for, or for comparison in every way that there
 * is, and measured.
 */
#ifndef TACIT_TASK_TABLES_PROTECT_PROTECT_H
#define TACIT_TASK_TABLES_PROTECT_PROTECT_H

#include "run/work.h"
#include "tabular/audit.h"
#include "tabular/measure/measure.h"

/* The plan's protection with its arguments, or the first of the catalog with its defaults. */
tacit_status tacit_tables_choose(tacit_ctx *cx, const tacit_plan *plan,
                                 const tacit_protection **out, tacit_args *args);

/* The stream of the protection, keyed with the values of all cells, so that no two releases share
 * noise that could be subtracted. */
tacit_rng tacit_tables_stream(const tacit_work *w, const tacit_system *s);

/* An audit of tables, in scratch memory, if it is one of what is published. */
typedef struct tacit_audited {
    bool valid;
    tacit_audit audit;
} tacit_audited;

/* Protect the tables of `job`, publish what was hidden in vain, and tell what was done.  The audit
 * that finds it is the one of the release if there was nothing. */
tacit_status tacit_tables_carry_out(tacit_ctx *cx, const tacit_protection *protection,
                                    const tacit_protection_job *job, tacit_result *told,
                                    tacit_audited *out);

/* Put what the plan asks to be measured of the protected tables among the custodian's parts of the
 * record; `before` is what there was to lose. */
tacit_status tacit_tables_measure(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                                  const tacit_table_stock *before);

/* Try every protection that makes sense for the tables, with parameters of the plan and others,
 * audit each, and tell what they keep, cost and leave at risk.  The tables stay as they are. */
tacit_status tacit_tables_compare(tacit_ctx *cx, tacit_work *w, const tacit_tabulation *t,
                                  double seconds);

#endif
