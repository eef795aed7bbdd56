/*
 * view.h - which rows of an answer are shown, in which order: HAVING, ORDER BY and LIMIT on what
 * was told.
 */
#ifndef TACIT_QUERY_VIEW_H
#define TACIT_QUERY_VIEW_H

#include "query/query.h"

/* What a released value of cell and aggregate is; NAN if it was not told. */
typedef double tacit_query_released(const void *user, size_t cell, size_t aggregate);

/* The cells that are shown, in scratch memory.  A value that is not told, or a label that is
 * missing, meets no HAVING and comes last in any order; cells that are equal in it keep the order
 * of the declarations. */
tacit_status tacit_query_view(tacit_ctx *cx, const tacit_query *q, tacit_query_released *released,
                              const void *user, size_t **cells, size_t *n);

#endif
