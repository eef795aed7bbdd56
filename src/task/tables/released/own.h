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
    size_t apart; /* cells of earlier releases that are none of the tables */
    size_t near;  /* cells of the tables that were shown rounded */
} tacit_joining;

/* An earlier release: its cells and equations, and where cells are. */
typedef struct tacit_earlier tacit_earlier;
struct tacit_earlier {
    const tacit_system *system;
    const bool *shown; /* of each cell: everybody has its value */
    bool changed;      /* what is shown are not the values */
    double base;       /* then: values are less than this away; 0 if nothing is known of that */
    double small;      /* or: only counts below this were changed, to 0 or it; 0 if not so */
    size_t n_dimensions;
    const char *(*column)(const tacit_earlier *e, size_t d);
    const char *(*response)(const tacit_earlier *e, size_t cell);
    /* The k-th name, from 0, of what a cell is in dimension `d`; NULL behind the last, and the
     * total has none. */
    const char *(*code)(const tacit_earlier *e, size_t cell, size_t d, size_t k);
    const tacit_page *page; /* where it is from */
    const tacit_table *file;
    const tacit_tabulation *tables;
};

/* Take the earlier release into account. */
tacit_status tacit_released_take(tacit_joining *j, const tacit_earlier *e);

/* Read the release at `path`, whose certificate is at `certificate`, and take it. */
tacit_status tacit_released_certified(tacit_joining *j, const char *path, const char *certificate);

/* The same of tables that somebody else has published: `path` is a plan that says what its cells
 * are, or an intermediate file of tau-Argus. */
tacit_status tacit_released_foreign(tacit_joining *j, const char *path);

#endif
