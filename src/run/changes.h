/*
 * changes.h - what a step changed.
 */
#ifndef TACIT_RUN_CHANGES_H
#define TACIT_RUN_CHANGES_H

#include <jansson.h>

#include "table/table.h"

/* [ { "column", "cells" } ] for every column that `after` has not got unchanged, and for those that
 * both tables share if `shared`: how many cells differ in value, as text; all of them if the column
 * is gone ("dropped": true). */
tacit_status tacit_changes_json(tacit_ctx *cx, const tacit_table *before, const tacit_table *after,
                                bool shared, json_t **out);

#endif
