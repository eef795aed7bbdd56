/*
 * know.h - what is known of the contributors of tables, and what the plan asks of the audit.
 */
#ifndef TACIT_TASK_TABLES_KNOW_H
#define TACIT_TASK_TABLES_KNOW_H

#include "run/work.h"
#include "tabular/cube/tabulation.h"

/* Parameters of the section `audit`, which tables and audits share. */
enum tacit_audit_arg {
    TACIT_AUDIT_INSIDERS,
    TACIT_AUDIT_TOGETHER,
    TACIT_AUDIT_BOUND,
    TACIT_AUDIT_RELEASED,
    TACIT_AUDIT_REPORT
};
extern const tacit_param TACIT_AUDIT_PARAMS[];

/* Tell the system of `t`, which is tabulated, who is alone in its cells, how many contribute, what
 * the plan asks for against them, and what earlier releases tell; values that nobody knows are
 * completed. */
tacit_status tacit_tables_know(tacit_ctx *cx, tacit_work *w, tacit_tabulation *t);

#endif
