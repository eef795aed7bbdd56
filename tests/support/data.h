/*
 * data.h - files through the engine: open, load, write, and what is refused.
 */
#ifndef TACIT_TESTS_SUPPORT_DATA_H
#define TACIT_TESTS_SUPPORT_DATA_H

#include "support/files.h"
#include "support/tables.h"

#include "engine/engine.h"

/* Arguments of a source. */
typedef struct options {
    tacit_value at[TACIT_SOURCE_ARGS];
    tacit_args args;
} options;

/* All defaults. */
options *preset(options *o);

/* Give option `i` a text. */
options *set_option(options *o, size_t i, const char *text);

/* Open the file `name`. */
tacit_status try_open(place *p, const char *name, const tacit_args *args, tacit_data **out);

/* Open and load the file `name`. */
tacit_status try_load(place *p, const char *name, const tacit_args *args, tacit_table **out);

/* Load the file `name`, which must go well. */
tacit_table *load(place *p, const char *name, const tacit_args *args);

/* Loading `name` fails with `code` and a message that has `part` but no cell of the file. */
void assert_refused(place *p, const char *name, const tacit_args *args, tacit_status code,
                    const char *part);

/* Write `t` to the file `name`. */
void store(place *p, const tacit_table *t, const char *name);

/* The columns are "a:i,b:c" in name and type. */
void assert_types(const tacit_table *t, const char *about, const char *columns);

#endif
