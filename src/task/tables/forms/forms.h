/*
 * forms.h - released tables that are no rows of cells: a cross table, JSON-stat, an intermediate
 * file of tau-Argus, read as the rows that they would be.
 *
 * The structure of the certificate (certify/structure.h) says in "form" what the file is; without
 * it the file is one of rows, which an engine reads.  All forms have their cells in the order of
 * the structure, so a reader only checks that codes are the expected ones and takes value after
 * value.  Nothing is believed of a structure or of a file.  O(cells).
 */
#ifndef TACIT_TASK_TABLES_FORMS_FORMS_H
#define TACIT_TASK_TABLES_FORMS_FORMS_H

#include <jansson.h>

#include "table/table.h"

/* What a file is. */
typedef enum tacit_form {
    TACIT_FORM_ROWS, /* a row for each cell */
    TACIT_FORM_CROSS,
    TACIT_FORM_JSON_STAT,
    TACIT_FORM_INTERMEDIATE
} tacit_form;

/* How a form is called in a structure, NULL for rows. */
const char *tacit_form_name(tacit_form form);

/* Whether the tables of `basis`, a part of a certificate, are of another form than rows. */
bool tacit_form_is_other(const json_t *basis);

/* Then: read the file that is released as `target` and stands at `path`; the caller frees.  Fails
 * with TACIT_ERR_DATA if it is not what the structure says. */
tacit_status tacit_form_read(tacit_ctx *cx, const json_t *basis, const char *target,
                             const char *path, tacit_table **out);

#endif
