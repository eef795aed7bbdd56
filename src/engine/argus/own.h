/*
 * own.h - data that is described by metadata of Argus, as the files of this folder see it.
 */
#ifndef TACIT_ENGINE_ARGUS_OWN_H
#define TACIT_ENGINE_ARGUS_OWN_H

#include "base/text.h"
#include "engine/argus/argus.h"
#include "engine/engine.h"

/* Data in memory, and what describes it. */
typedef struct tacit_argus_data {
    const char *path; /* for messages */
    char *text;       /* cut up while it is read */
    bool latin;       /* its bytes are Latin-1, not UTF-8 */
    const tacit_rda *rda;
} tacit_argus_data;

/* The table that the data is; the caller frees. */
tacit_status tacit_argus_table(tacit_ctx *cx, const tacit_argus_data *data, tacit_table **out);

/* A number, or a text, has at most so many bytes in fixed places. */
enum { TACIT_ARGUS_NUMBER = 40, TACIT_ARGUS_TEXT = 1000 };

/* A column in its fixed places. */
typedef struct tacit_argus_field {
    const char *name;
    bool number, category, weight; /* as tags say it; a text is neither */
    const char *missing[2];
    size_t n_missing;
    size_t before, decimals; /* characters before the point, and behind it */
    size_t position, length; /* in bytes, the first is 1 */
    double named;            /* decimals as the metadata says it */
} tacit_argus_field;

/* Where the columns of what is written stand. */
typedef struct tacit_argus_layout {
    const char *target; /* for messages */
    bool latin;
    size_t n, width;
    tacit_argus_field *field;
} tacit_argus_layout;

/* Begin with the columns of `shape`, as `like` (or NULL) describes those of the same names; what
 * cannot be the name of a variable is refused.  In scratch memory. */
tacit_status tacit_argus_begin(tacit_ctx *cx, const tacit_table *shape, const tacit_rda *like,
                               tacit_argus_layout *out);

/* Make room for the cells of a chunk; what cannot be written is refused by its column. */
tacit_status tacit_argus_measure(tacit_ctx *cx, const tacit_table *chunk, tacit_argus_layout *out);

/* Give every column its places, once all chunks were measured. */
void tacit_argus_place(const tacit_rda *like, tacit_argus_layout *out);

/* Put cell i of a column into its places of `line`, which are blank. */
void tacit_argus_put(const tacit_argus_layout *layout, size_t j, const tacit_column *c, size_t i,
                     char *line);

/* Append the metadata. */
tacit_status tacit_argus_describe(tacit_ctx *cx, const tacit_argus_layout *layout,
                                  tacit_buffer *out);

/* Write rows to `path`, and their metadata where the dialect says. */
tacit_status tacit_argus_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                               const char *path);

#endif
