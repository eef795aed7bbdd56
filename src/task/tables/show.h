/*
 * show.h - tables for people: as they are published, and what was hidden where and why.
 */
#ifndef TACIT_TASK_TABLES_SHOW_H
#define TACIT_TASK_TABLES_SHOW_H

#include <jansson.h>

#include "run/work.h"
#include "tabular/audit.h"
#include "tabular/cube/tabulation.h"

/* Put the tables as they are published among the parts of the record that everybody may see, and
 * which cells were hidden for what reason among those of the custodian; `audit` found what readers
 * can compute of them, NULL if values are changed. */
tacit_status tacit_tables_show(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                               const tacit_audit *audit);

/* Add to `results` how the tables hang together: which cells they share, and which are sums of
 * others (hang.c).  Nothing if there is one table only. */
tacit_status tacit_tables_hang(tacit_ctx *cx, const tacit_tabulation *t, json_t *results);

#endif
