/*
 * own.h - an earlier release beside the tables of now, as the files of this folder see it.
 */
#ifndef TACIT_TASK_TABLES_RELEASED_OWN_H
#define TACIT_TASK_TABLES_RELEASED_OWN_H

#include "task/tables/certify/certify.h"
#include "task/tables/released/released.h"

/* The cells of now and of all releases so far. */
typedef struct tacit_joining {
    tacit_ctx *cx;
    tacit_work *w;
    tacit_tabulation *t;
    bool together;      /* equations are joined too, not only values */
    tacit_dict *others; /* names of the cells that only earlier releases have */
    bool *known;        /* of each cell of the tables: it was published */
    size_t facts, sensitive, differ;
} tacit_joining;

/* Take the tables of `page`, whose dimensions are columns of `file`, into account. */
tacit_status tacit_released_take(tacit_joining *j, const tacit_page *page, const tacit_table *file);

#endif
