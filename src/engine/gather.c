/*
 * gather.c - values that arrive from a query, by rows or by columns, into tables.
 *
 * Texts go through the dictionary of their column, and are looked at when they are new to it.
 * Linear in the number of cells.
 */
#include "engine/gather.h"

#include <string.h>

#include "base/text.h"

enum { CHUNK_ROWS = 8192, TICK_ROWS = 32768, CELL = 8 };

/* Bytes of combinations that are fetched if nobody says how much memory there is. */
#define MOST_COUNTED 4e9

const tacit_field *tacit_gather_field(const tacit_gather *g, size_t c)
{
    const tacit_fetch *f = g->fetch;
    return c < f->columns->n ? &g->data->schema.field[f->columns->at[c]]
                             : &f->extra[c - f->columns->n];
}

static tacit_status make_builders(tacit_ctx *cx, tacit_gather *g)
{
    for (size_t c = 0; c < g->n; c++) {
        const tacit_field *f = tacit_gather_field(g, c);
        TACIT_TRY(tacit_builder_new(cx, f->name, f->type, 0, &g->builder[c]));
    }
    g->held = 0;
    return TACIT_OK;
}

static void drop_builders(tacit_gather *g)
{
    for (size_t c = 0; c < g->n; c++)
        tacit_builder_free(g->builder[c]);
    memset(g->builder, 0, g->n * sizeof *g->builder);
}

tacit_status tacit_gather_begin(tacit_ctx *cx, tacit_gather *g, const tacit_data *data,
                                const tacit_fetch *fetch, const tacit_sink *sink)
{
    *g = (tacit_gather){
        .data = data, .fetch = fetch, .sink = sink, .n = fetch->columns->n + fetch->n_extra
    };
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *g->builder, &g->builder));
    const tacit_status status = make_builders(cx, g);
    if (status != TACIT_OK)
        drop_builders(g);
    return status;
}

tacit_status tacit_gather_text(tacit_ctx *cx, tacit_gather *g, size_t c, const char *text, size_t n)
{
    const uint32_t known = tacit_dict_size(tacit_builder_dict(g->builder[c]));
    TACIT_TRY(tacit_builder_text(cx, g->builder[c], text, n));
    if (tacit_dict_size(tacit_builder_dict(g->builder[c])) == known)
        return TACIT_OK;
    const char *wrong = memchr(text, '\0', n) != NULL ? "a NUL byte"
                        : !tacit_is_utf8(text, n)     ? "bytes that are no text in UTF-8"
                                                      : NULL;
    if (wrong == NULL)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA, "%s, record %llu: column '%s' holds %s.", g->data->uri,
                      (unsigned long long)(g->rows + 1), tacit_gather_field(g, c)->name, wrong);
}

/* The rows held as a table; the builders are gone. */
static tacit_status make_table(tacit_ctx *cx, tacit_gather *g, tacit_status status,
                               tacit_table **out)
{
    status = tacit_table_build(cx, status, g->held, g->builder, g->n, out);
    memset(g->builder, 0, g->n * sizeof *g->builder);
    return status;
}

static tacit_status hand_over(tacit_ctx *cx, tacit_gather *g)
{
    tacit_table *chunk = NULL;
    TACIT_TRY(make_table(cx, g, TACIT_OK, &chunk));
    const tacit_status status = g->sink->take(cx, g->sink->user, chunk);
    tacit_table_free(chunk);
    TACIT_TRY(status);
    return make_builders(cx, g);
}

tacit_status tacit_gather_room(tacit_ctx *cx, const tacit_gather *g)
{
    const tacit_data *d = g->data;
    const double room = d->memory > 0 ? (double)d->memory : MOST_COUNTED;
    const bool counts = g->sink == NULL && g->fetch->n_extra > 0;
    if (counts && !d->fetch && (double)g->n * CELL * (double)g->rows > room)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s has more than %llu combinations of values in the columns that are to "
                          "be counted: leave a key out, or give it a coarser form by a view; or "
                          "allow more by --memory, or as many as there are by --fetch.",
                          d->uri, (unsigned long long)(g->rows - 1));
    return TACIT_OK;
}

static tacit_status go_on(tacit_ctx *cx, const tacit_gather *g)
{
    TACIT_TRY(tacit_gather_room(cx, g));
    return tacit_tick(cx, g->rows, 0);
}

tacit_status tacit_gather_row(tacit_ctx *cx, tacit_gather *g)
{
    g->rows++;
    g->held++;
    if (g->sink != NULL && g->held == CHUNK_ROWS)
        TACIT_TRY(hand_over(cx, g));
    return g->rows % TICK_ROWS == 0 ? go_on(cx, g) : TACIT_OK;
}

tacit_status tacit_gather_rows(tacit_ctx *cx, tacit_gather *g, size_t n)
{
    g->rows += n;
    g->held += n;
    if (g->sink != NULL)
        TACIT_TRY(hand_over(cx, g));
    return go_on(cx, g); /* who takes the rows may have cancelled */
}

tacit_status tacit_gather_end(tacit_ctx *cx, tacit_gather *g, tacit_status status,
                              tacit_table **out)
{
    if (g->sink == NULL)
        return make_table(cx, g, status, out);
    if (status == TACIT_OK && g->held > 0)
        status = hand_over(cx, g);
    drop_builders(g);
    return status;
}
