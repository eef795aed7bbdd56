/*
 * structure.h - how published tables hang together, as data that is public.
 *
 *   { "dimensions": [ { "name": column, "codes": [text, ...], "sums": [[total, part, ...], ...] }
 * ], "tables": [ { "name": text, "by": [dimension, ...], "of": response } ], "responses": [ { "of":
 * column or null, "not_negative": true } ], "links": [[total, part, ...], ...] } Codes, dimensions
 * and responses are called by their positions, from 0; code 0 is the total.  A link says that a
 * response is the sum of others.  A file that is not one of rows has its "form" there too
 * (forms/forms.h).
 */
#ifndef TACIT_TASK_TABLES_CERTIFY_STRUCTURE_H
#define TACIT_TASK_TABLES_CERTIFY_STRUCTURE_H

#include <jansson.h>

#include "table/table.h"
#include "tabular/cube/tabulation.h"
#include "tabular/proof.h"

/* The structure of tables; the caller owns it. */
tacit_status tacit_structure_of(tacit_ctx *cx, const tacit_tabulation *t, json_t **out);

/* Tables as readers have them: a file as `tacit tables` writes it, and their structure. */
typedef struct tacit_page {
    tacit_system *system; /* owned; hidden cells are 0 */
    size_t rows;          /* of the file */
    size_t numbers;       /* behind rows are numbers of cells that no row shows */
    uint32_t *cell;       /* of each row and number from 0, in scratch memory */
    uint32_t *row;        /* of each cell: the first row that shows it, or its number */
    size_t n_changed;     /* rows that show a changed value */
    size_t n_dimensions;
    const struct tacit_page_map *map; /* where cells are; in scratch memory */
} tacit_page;

/* What a cell adds up, NULL if it counts; and its code in dimension `d`, NULL for the total.  Texts
 * are those of the structure. */
const char *tacit_page_response(const tacit_page *page, size_t cell);
const char *tacit_page_code(const tacit_page *page, size_t cell, size_t d);

/* Put the two together; the caller frees page->system.  Fails with TACIT_ERR_DATA if they do not
 * belong to each other; whatever `structure` is, since it may come from anybody. */
tacit_status tacit_page_read(tacit_ctx *cx, const json_t *structure, const tacit_table *file,
                             tacit_page *out);

#endif
