/*
 * write.h - a statistical package's file being written.
 */
#ifndef TACIT_ENGINE_READSTAT_WRITE_H
#define TACIT_ENGINE_READSTAT_WRITE_H

#include <stdio.h>

#include "engine/readstat/file.h"

/* A column to write: what all its cells have in common. */
typedef struct tacit_readstat_out {
    const tacit_column *shape; /* name, type and notes */
    size_t width;              /* bytes of the longest text */
    double min, max;           /* of the numbers; min > max if there is none */
    uint64_t blanks;           /* texts that end in a blank */
    tacit_dict *texts;         /* distinct texts of a Stata strL column, or NULL */
    size_t first_ref;          /* number of its first string reference */
    readstat_variable_t *variable;
} tacit_readstat_out;

typedef struct tacit_readstat_writer {
    const tacit_readstat_format *format;
    const char *target;  /* for messages */
    tacit_table **chunk; /* all rows, owned */
    size_t n_chunks, room, rows;
    tacit_readstat_out *out; /* in scratch memory */
    size_t n;
    readstat_writer_t *lib;
    FILE *file;
    int failed; /* errno of a failed write */
} tacit_readstat_writer;

/* Declare the columns of `w` to ReadStat, with labels and formats. */
tacit_status tacit_readstat_declare(tacit_ctx *cx, tacit_readstat_writer *w);

/* The format's rule for wide texts: the bytes of the widest text it can hold. */
size_t tacit_readstat_width_most(const tacit_readstat_format *format);

#endif
