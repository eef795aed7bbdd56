/*
 * outline.h - the structure of tables (certify/structure.h) as it is read, whoever wrote it.
 */
#ifndef TACIT_TASK_TABLES_OUTLINE_OUTLINE_H
#define TACIT_TASK_TABLES_OUTLINE_OUTLINE_H

#include <jansson.h>

#include "table/table.h"

/* One sum of a dimension. */
typedef struct tacit_outline_sum {
    size_t n;
    const uint32_t *code; /* the total first */
} tacit_outline_sum;

typedef struct tacit_outline_dimension {
    const char *name;
    size_t n, n_sums;
    const char **code;
    tacit_outline_sum *sum;
} tacit_outline_dimension;

typedef struct tacit_outline_table {
    const char *name;
    size_t n, response;
    size_t *by;
    bool **hides; /* of each dimension, of each code; NULL: none is hidden */
} tacit_outline_table;

/* In scratch memory; texts are borrowed from the structure. */
typedef struct tacit_outline {
    size_t n_dimensions, n_tables, n_responses, n_links;
    tacit_outline_dimension *dimension;
    tacit_outline_table *table;
    bool *not_negative; /* of each response */
    tacit_outline_sum *link;
} tacit_outline;

/* Read a structure for the columns of `file`, or for any if it is NULL.  Nothing is believed of
 * it. */
tacit_status tacit_outline_read(tacit_ctx *cx, const json_t *structure, const tacit_table *file,
                                tacit_outline *out);

/* The failure that a structure is damaged, or that of another file. */
tacit_status tacit_outline_fail(tacit_ctx *cx);

#endif
