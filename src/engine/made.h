/*
 * made.h - what drivers that make tables where their data is do in the same way.
 */
#ifndef TACIT_ENGINE_MADE_H
#define TACIT_ENGINE_MADE_H

#include "engine/asked.h"
#include "engine/maker.h"

/* The comment by which a release is known again. */
#define TACIT_MADE_MARK "tacit release"

/* What has the name that a release is to have. */
typedef enum tacit_found {
    TACIT_FOUND_NOTHING,
    TACIT_FOUND_RELEASE,
    TACIT_FOUND_SOURCE,
    TACIT_FOUND_OTHER
} tacit_found;

/* A name that nobody knows and nothing has: the table's until it was judged. */
enum { TACIT_MADE_NAME = sizeof "tacit_0123456789abcdef" };
tacit_status tacit_made_name(tacit_ctx *cx, char out[TACIT_MADE_NAME]);

/* Fail if `schema`.`table` has to stay what it is. */
tacit_status tacit_made_judge(tacit_ctx *cx, const char *schema, const char *table,
                              tacit_found found, bool force);

/* Fail because the output is elsewhere than the data. */
tacit_status tacit_made_fail_place(tacit_ctx *cx);

/* What `digest` of a maker does. */
tacit_status tacit_made_digest(tacit_ctx *cx, const tacit_asked *a, char *out);

/* What `write` of such an engine does: rows do not go there. */
tacit_status tacit_made_refuse(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                               const char *path);

#endif
