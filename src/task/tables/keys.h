/*
 * keys.h - the keys of records, for protections that need them.
 */
#ifndef TACIT_TASK_TABLES_KEYS_H
#define TACIT_TASK_TABLES_KEYS_H

#include "run/work.h"
#include "tabular/cube/tabulation.h"

/* Give the tables the keys that the plan's protection asks for, if it does: read from a column, or
 * hashes of an identifier. */
tacit_status tacit_tables_take_keys(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t);

/* Give tables that have none keys drawn by chance, to try protections that need them: a row of the
 * data, which may be many records of one lowest cell, has one.  The sum of many keys is as likely
 * to be any number as one is.  Tables without records, or whose sums do not keep their largest
 * contributions, get none. */
tacit_status tacit_tables_draw_keys(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t);

#endif
