/*
 * reader.h - a text file while it is read; shared by read.c and settle.c alone.
 */
#ifndef TACIT_ENGINE_CSV_READER_H
#define TACIT_ENGINE_CSV_READER_H

#include "engine/csv/file.h"
#include "engine/csv/meant.h"

typedef struct tacit_csv_reader {
    tacit_ctx *cx;
    const tacit_csv_file *file;
    int fd;
    bool over;         /* the file's end is in the block */
    uint64_t taken;    /* bytes of the file */
    char *block;       /* BLOCK bytes and slack */
    size_t begin, end; /* what is not cut yet */
    uint32_t *mark;    /* from `begin` on */
    size_t marks, next;
    char *unquoted; /* a field without its quotes */
    tacit_csv_column *column;
    const tacit_select *wanted; /* columns; NULL: all */
    size_t n, chunk, row;       /* columns; rows a chunk has room for, and has */
    size_t rows, limit;         /* flushed, and wanted */
    const tacit_table *table;   /* what the file should give, if that is asked, ... */
    tacit_csv_meant *meant;     /* ... by columns; NULL: columns are built */
    bool differs;
} tacit_csv_reader;

/* The types stay as found at first, unless a later row contradicts one of them: then all
 * become what the whole file says. */
tacit_status tacit_csv_settle_types(const tacit_csv_reader *r, tacit_csv_file *f);

#endif
