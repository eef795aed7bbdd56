/*
 * sheet.h - an answer as the asker wanted it: columns by the asker's names, rows after HAVING,
 * ORDER BY and LIMIT, and where the mode tells it, between what the truth is.
 */
#ifndef TACIT_GATEWAY_SHEET_H
#define TACIT_GATEWAY_SHEET_H

#include "gateway/gateway.h"

typedef enum tacit_sheet_type {
    TACIT_SHEET_TEXT = 0,
    TACIT_SHEET_WHOLE, /* a whole number */
    TACIT_SHEET_REAL
} tacit_sheet_type;

/* What a column tells. */
typedef enum tacit_sheet_part {
    TACIT_SHEET_VALUE = 0, /* the label of a group, or a value */
    TACIT_SHEET_LOW,       /* the truth of the value before is at least this */
    TACIT_SHEET_HIGH       /* and at most this */
} tacit_sheet_part;

typedef struct tacit_sheet_column {
    const char *name; /* that of the value, for all of its parts */
    tacit_sheet_type type;
    tacit_sheet_part part;
} tacit_sheet_column;

/* A cell: a text, or a number; not told if it is neither. */
typedef struct tacit_sheet_cell {
    const char *text;
    double number; /* NAN: not told */
} tacit_sheet_cell;

/* In scratch memory. */
typedef struct tacit_sheet {
    size_t columns, rows;
    tacit_sheet_column *column;
    tacit_sheet_cell *cell; /* row after row */
} tacit_sheet;

/* Which columns a sheet has. */
typedef enum tacit_sheet_width {
    TACIT_SHEET_PLAIN = 0, /* what was asked for */
    TACIT_SHEET_RANGES     /* and after a value its range, if any is told */
} tacit_sheet_width;

/* The sheet of an answer that is not refused. */
tacit_status tacit_sheet_of(tacit_ctx *cx, const tacit_reply *r, tacit_sheet_width width,
                            tacit_sheet *out);

/* Add the rows to `rows`, an array: each is an array of texts and numbers, null where nothing is
 * told. */
tacit_status tacit_sheet_rows(tacit_ctx *cx, const tacit_sheet *s, json_t *rows);

#endif
