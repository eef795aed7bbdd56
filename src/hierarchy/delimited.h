/*
 * delimited.h - rows of a small delimited text file.
 *
 * Fields are separated by a semicolon, a comma or a tab, whichever comes first in the
 * first line; they may be quoted with ", a quote inside doubled (RFC 4180).  Lines end
 * with LF or CRLF; empty lines are left out.
 */
#ifndef TACIT_HIERARCHY_DELIMITED_H
#define TACIT_HIERARCHY_DELIMITED_H

#include "base/text.h"

/* Fields that a row may have. */
enum { TACIT_DELIMITED_FIELDS = 256 };

/* A file being read.  Starts with tacit_delimited_open(). */
typedef struct tacit_delimited {
    const char *path;
    tacit_buffer bytes; /* the file; fields are cut out of it in place */
    char *at;           /* what comes next */
    char mark;          /* between fields */
    size_t line;        /* of the current row, from 1 */
    size_t next_line;
    size_t n; /* fields of the current row; 0 at the end of the file */
    const char *field[TACIT_DELIMITED_FIELDS];
} tacit_delimited;

/* Read the file at `path`, at most 256 MiB of UTF-8.  Close it also on failure. */
tacit_status tacit_delimited_open(tacit_ctx *cx, const char *path, tacit_delimited *out);

/* Go to the next row.  Fields live until the file is closed. */
tacit_status tacit_delimited_next(tacit_ctx *cx, tacit_delimited *d);

/* No more rows than this are to come.  O(bytes). */
size_t tacit_delimited_lines(const tacit_delimited *d);

/* Free the text. */
void tacit_delimited_close(tacit_delimited *d);

#endif
