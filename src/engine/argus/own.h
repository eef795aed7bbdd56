/*
 * own.h - data that is described by metadata of Argus, as the files of this folder see it.
 */
#ifndef TACIT_ENGINE_ARGUS_OWN_H
#define TACIT_ENGINE_ARGUS_OWN_H

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

#endif
