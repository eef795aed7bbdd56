/*
 * file.h - a plain text file: one that is read without a database.
 *
 * Plain is a regular local file in UTF-8 whose fields are separated by one of the usual
 * delimiters, whose lines all end alike (LF or CRLF), and whose quotes stand where they
 * should.  Everything else is somebody else's to read or to refuse.
 */
#ifndef TACIT_ENGINE_CSV_FILE_H
#define TACIT_ENGINE_CSV_FILE_H

#include "engine/engine.h"

typedef struct tacit_csv_file {
    tacit_source source; /* borrowed */
    char delimiter;
    bool crlf;       /* lines end in CRLF */
    uint64_t bytes;  /* of the file */
    uint64_t start;  /* where the records begin */
    size_t expected; /* rows, about */
    size_t n;        /* columns */
    char **name;
    bool known; /* types have been found */
    tacit_type *type;
    bool *direct; /* of numbers, and too many different ones for a dictionary */
} tacit_csv_file;

/* Look at the first line of a file: names of its columns.  `*plain` is false, and `f` empty, if it
 * is not a plain one. */
tacit_status tacit_csv_file_begin(tacit_ctx *cx, const tacit_source *source, tacit_csv_file *f,
                                  bool *plain);

/* The same, and find the types from the first rows. */
tacit_status tacit_csv_file_open(tacit_ctx *cx, const tacit_source *source, tacit_csv_file *f,
                                 bool *plain);

/* Free what `f` holds. */
void tacit_csv_file_close(tacit_csv_file *f);

/* Find the types from the first rows.  `*plain` is false if it is no plain file after all. */
tacit_status tacit_csv_file_look(tacit_ctx *cx, tacit_csv_file *f, bool *plain);

/* Read the selected columns (all if `columns` is NULL).  Types already known stay, unless a row
 * contradicts one of them: then those of all columns that are read become what their rows
 * allow.  `*plain` is false if it is no plain file after all. */
tacit_status tacit_csv_file_read(tacit_ctx *cx, tacit_csv_file *f, const tacit_select *columns,
                                 tacit_table **out, bool *plain);

/* Whether reading all columns of a file that was begun would give `table`: its names, types (but
 * where there is no value) and cells.  Nothing is loaded; what is not plain is not the same. */
tacit_status tacit_csv_file_gives(tacit_ctx *cx, tacit_csv_file *f, const tacit_table *table,
                                  bool *same);

#endif
