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

#endif
