/*
 * maker.h - tables that are made where the data is.
 */
#ifndef TACIT_ENGINE_MAKER_H
#define TACIT_ENGINE_MAKER_H

#include "engine/gather.h"
#include "engine/sql/sql.h"

/* A table that was made where an engine is, under a name of its own: nobody else sees it before it
 * is kept. */
typedef struct tacit_placed tacit_placed;
struct tacit_placed {
    tacit_data *data; /* the table as it was written */
    /* Give it its name, for all to see, in the place of a release of ours that had it. */
    tacit_status (*keep)(tacit_ctx *cx, tacit_placed *made);
    /* Free; a table that was not kept is gone. */
    void (*end)(tacit_placed *made);
};

/* What to make: a table called `target` of the rows of `query`. */
typedef struct tacit_placing {
    const char *target;
    const char *query;
    bool force; /* it may replace a release of ours */
} tacit_placing;

/* What a driver does that can make tables where its data is. */
struct tacit_maker {
    const tacit_sql_dialect *dialect;
    /* Append a query of all rows of `data`, or of those that are where a part of `target` (NULL:
     * none) is made, each column under its name: those that are `changed` as one of our types; the
     * others as they are, if nothing can be hidden in how they are written. */
    tacit_status (*rows)(tacit_ctx *cx, tacit_data *data, const char *target, const bool *changed,
                         tacit_buffer *out);
    /* Carry out a query whose answer has no column of the data: numbers, which are whole or may be
     * missing doubles, and texts. */
    tacit_status (*ask)(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f, tacit_table **out);
    /* Append the query that counts combinations of columns: tacit_0 and so on, each as one of our
     * types, and tacit_n; `dialect` is the one that it is written in. */
    tacit_status (*counts)(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                           const tacit_sql_dialect **dialect, tacit_buffer *out);
    /* Make a table that sees what `data` sees, and nothing that was written since. */
    tacit_status (*make)(tacit_ctx *cx, tacit_data *data, const tacit_placing *what,
                         tacit_placed **out);
    /* SHA-256 of the lines "BUCKET ROWS DIGEST" of tacit_sql_put_digest(): the same for the same
     * rows, in whatever order; `older`: as releases of versions before 0.12 have it.  `out` has
     * room for TACIT_DIGEST_BYTES. */
    tacit_status (*digest)(tacit_ctx *cx, tacit_data *data, bool older, char *out);
};

#endif
