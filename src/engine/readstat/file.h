/*
 * file.h - an open file of a statistical package: its columns and labels.
 */
#ifndef TACIT_ENGINE_READSTAT_FILE_H
#define TACIT_ENGINE_READSTAT_FILE_H

#include "engine/engine.h"
#include "engine/readstat/wire.h"

/* A column of the file. */
typedef struct tacit_readstat_column {
    char *name, *title, *format; /* owned */
    bool text;                   /* holds texts */
    bool stored_whole;           /* stored as an integer */
    uint32_t set;                /* its label set */
    tacit_readstat_stats stats;
    tacit_type type;
    tacit_readstat_meaning meaning;
} tacit_readstat_column;

/* The labels under one name; several columns may share them. */
typedef struct tacit_readstat_set {
    tacit_label *label; /* owned, with their texts */
    size_t n, room;
} tacit_readstat_set;

typedef struct tacit_readstat_file {
    tacit_data data;        /* first: a driver's state begins with it */
    tacit_readstat_job job; /* with the open descriptor */
    char *uri;
    tacit_readstat_column *column;
    tacit_field *field;
    size_t n, room;
    tacit_dict *set_names; /* code = position in `set` */
    tacit_readstat_set *set;
    size_t n_sets;
    uint64_t label_bytes;
    size_t rows;
} tacit_readstat_file;

/* First pass over the file: columns, labels, types and number of rows, with a warning
 * for each column whose values are not kept as they are. */
tacit_status tacit_readstat_file_survey(tacit_ctx *cx, tacit_readstat_file *f);

/* Fill the schema from the frames of `p` until its END. */
tacit_status tacit_readstat_file_read(tacit_ctx *cx, tacit_readstat_file *f,
                                      tacit_readstat_pipe *p);

/* What the file knows of column j besides its values; borrowed from `f`. */
tacit_column_notes tacit_readstat_file_notes(const tacit_readstat_file *f, size_t j);

/* Free what `f` holds and `f` itself.  Accepts NULL. */
void tacit_readstat_file_free(tacit_readstat_file *f);

/* Second pass: the selected columns (all if `columns` is NULL) to `sink` in chunks of
 * a few thousand rows, or as one table if `sink` is NULL.  The frames come from `from`,
 * or from a child of their own if it is NULL. */
tacit_status tacit_readstat_rows(tacit_ctx *cx, tacit_readstat_file *f, const tacit_select *columns,
                                 const tacit_sink *sink, tacit_readstat_pipe *from,
                                 tacit_table **out);

/* Write `rows` to `path` in the format of `target`. */
tacit_status tacit_readstat_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                                  const char *path);

/* Fail, naming the column, unless each name of `shape` is allowed in `format`. */
tacit_status tacit_readstat_names_check(tacit_ctx *cx, const tacit_readstat_format *format,
                                        const tacit_table *shape);

#endif
