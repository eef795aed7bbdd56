/*
 * own.h - a file that is being read, as the forms of this folder see it.
 */
#ifndef TACIT_TASK_TABLES_FORMS_OWN_H
#define TACIT_TASK_TABLES_FORMS_OWN_H

#include "base/text.h"
#include "task/tables/outline/outline.h"
#include "task/tables/forms/forms.h"

/* The cells of all tables, one after the other. */
typedef struct tacit_form_file {
    tacit_ctx *cx;
    const char *target, *path;
    const tacit_outline *o;
    uint32_t *at; /* codes of the place in the table at hand, of each of its dimensions */
    double *value;
    bool *hidden;
    size_t n, most; /* cells that were read, and that there are */
} tacit_form_file;

/* Go to the first place of table `t`; and from one to the next, false after the last. */
void tacit_form_begin(tacit_form_file *f, const tacit_outline_table *t);
bool tacit_form_next(tacit_form_file *f, const tacit_outline_table *t);

/* The code at the place, of the k-th dimension of table `t`. */
const char *tacit_form_code(const tacit_form_file *f, const tacit_outline_table *t, size_t k);

/* How many codes of its k-th dimension a table shows, and whether it shows code `c`. */
size_t tacit_form_codes(const tacit_form_file *f, const tacit_outline_table *t, size_t k);
bool tacit_form_shows(const tacit_outline_table *t, size_t k, size_t c);

/* Take the next cell: its value, or that it is hidden (NULL).  False if there are too many, or the
 * value is no number. */
bool tacit_form_take(tacit_form_file *f, const double *value);

/* The failure that the file is not the one that the structure tells of. */
tacit_status tacit_form_fail(const tacit_form_file *f);

/* The readers. */
tacit_status tacit_form_read_cross(tacit_form_file *f);
tacit_status tacit_form_read_json_stat(tacit_form_file *f);
tacit_status tacit_form_read_intermediate(tacit_form_file *f);

#endif
