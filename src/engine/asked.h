/*
 * asked.h - what an engine that is asked in SQL does in the same way as every other.
 */
#ifndef TACIT_ENGINE_ASKED_H
#define TACIT_ENGINE_ASKED_H

#include "engine/gather.h"
#include "engine/sql/sql.h"

/* A source that is asked in SQL. */
typedef struct tacit_asked {
    tacit_data *data;
    const tacit_sql_dialect *dialect;
    const char *relation;
    const tacit_sql_field *column; /* those of the source */
    tacit_status (*fetch)(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f, tacit_table **out);
} tacit_asked;

/* The columns that are asked for, for a query; in scratch memory. */
tacit_status tacit_asked_select(tacit_ctx *cx, const tacit_asked *a, const tacit_select *columns,
                                tacit_sql_query *out);

/* What a driver's calls of these names do (engine.h). */
tacit_status tacit_asked_group(tacit_ctx *cx, const tacit_asked *a, const tacit_select *keys,
                               size_t weight, tacit_table **out);
tacit_status tacit_asked_add_up(tacit_ctx *cx, const tacit_asked *a, const tacit_select *keys,
                                const tacit_sum *sums, size_t n, tacit_table **out);
tacit_status tacit_asked_range(tacit_ctx *cx, const tacit_asked *a, size_t column,
                               tacit_column_range *out);

#endif
