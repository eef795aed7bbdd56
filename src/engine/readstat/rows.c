/*
 * rows.c - the rows of a statistical package's file, from its second pass.
 *
 * Cells arrive in row order and go to one builder per column; at the end, or every few
 * thousand rows for a scan, the builders become a table.  A cell that does not suit
 * the type found in the first pass means that the file changed or the child lies: both
 * end the reading.  O(cells); memory: the table, or one chunk.
 */
#include "engine/readstat/file.h"

#include <math.h>

#include "base/memory.h"

enum { CHUNK_ROWS = 4096, RESERVE_MOST = 1 << 20 };

/* One pass in progress. */
typedef struct pass {
    tacit_readstat_file *f;
    tacit_readstat_pipe *from;   /* where the frames come from; NULL for a child */
    const tacit_select *columns; /* as asked for: any order, repeats allowed */
    size_t *at;                  /* distinct columns, in the file's order */
    size_t *place;               /* the position in `at` of each column of the file */
    size_t n;
    tacit_builder **builder; /* one for each of `at` */
    size_t next;             /* position in `at` of the next cell */
    size_t rows, chunk;      /* rows so far: in all, in this chunk */
    size_t reserve;
} pass;

static tacit_status start_builders(tacit_ctx *cx, pass *p)
{
    for (size_t c = 0; c < p->n; c++) {
        const tacit_readstat_column *col = &p->f->column[p->at[c]];
        TACIT_TRY(tacit_builder_new(cx, col->name, col->type, p->reserve, &p->builder[c]));
        const tacit_column_notes notes = tacit_readstat_file_notes(p->f, p->at[c]);
        TACIT_TRY(tacit_builder_notes(cx, p->builder[c], &notes));
    }
    p->chunk = 0;
    return TACIT_OK;
}

static void drop_builders(pass *p)
{
    for (size_t c = 0; c < p->n; c++) {
        tacit_builder_free(p->builder[c]);
        p->builder[c] = NULL;
    }
}

/* Put the finished columns into `t` in the order they were asked for. */
static tacit_status arrange(tacit_ctx *cx, const pass *p, tacit_column *const *done, tacit_table *t)
{
    for (size_t s = 0; s < p->columns->n; s++) {
        tacit_column *c = tacit_column_share(done[p->place[p->columns->at[s]]]);
        TACIT_TRY(tacit_table_add(cx, t, c));
    }
    return TACIT_OK;
}

/* Turn the builders into a table of `p->chunk` rows. */
static tacit_status finish_table(tacit_ctx *cx, pass *p, tacit_table **out)
{
    tacit_column **done = NULL;
    tacit_table *t = NULL;
    TACIT_TRY(tacit_alloc(cx, p->n, sizeof(tacit_column *), &done));
    tacit_status status = tacit_table_new(cx, p->chunk, &t);
    for (size_t c = 0; c < p->n && status == TACIT_OK; c++) {
        status = tacit_builder_finish(cx, p->builder[c], &done[c]);
        p->builder[c] = NULL;
    }
    if (status == TACIT_OK)
        status = arrange(cx, p, done, t);
    for (size_t c = 0; c < p->n; c++)
        tacit_column_free(done[c]);
    tacit_free(done);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

/* Give the rows so far to `sink` and begin the next chunk. */
static tacit_status deliver(tacit_ctx *cx, pass *p, const tacit_sink *sink)
{
    tacit_table *chunk = NULL;
    TACIT_TRY(finish_table(cx, p, &chunk));
    const tacit_status status = sink->take(cx, sink->user, chunk);
    tacit_table_free(chunk);
    TACIT_TRY(status);
    return start_builders(cx, p);
}

static tacit_status add_number(tacit_ctx *cx, pass *p, double x)
{
    const tacit_readstat_column *c = &p->f->column[p->at[p->next]];
    tacit_builder *b = p->builder[p->next];
    const tacit_readstat_family family = p->f->job.format->family;
    if (!isfinite(x) || c->stats.min > x || c->stats.max < x)
        return tacit_readstat_damaged(cx, &p->f->job);
    if (c->type == TACIT_TYPE_INTEGER) {
        const int64_t whole = (int64_t)x; /* within the bounds of the first pass */
        return tacit_builder_integers(cx, b, &whole, NULL, 1);
    }
    if (c->type == TACIT_TYPE_DATE) {
        const int32_t day = (int32_t)tacit_readstat_days(family, x);
        return tacit_builder_dates(cx, b, &day, NULL, 1);
    }
    const double real =
        c->meaning == TACIT_READSTAT_DATETIME ? tacit_readstat_seconds(family, x) : x;
    return tacit_builder_reals(cx, b, &real, NULL, 1);
}

/* One cell: its kind must suit the column. */
static tacit_status take_cell(tacit_ctx *cx, pass *p, tacit_readstat_frame *frame)
{
    const tacit_readstat_column *c = &p->f->column[p->at[p->next]];
    const uint8_t kind = tacit_readstat_u8(frame);
    if (kind == TACIT_READSTAT_MISSING)
        return tacit_builder_missing(cx, p->builder[p->next]);
    if (kind == TACIT_READSTAT_NUMBER && !c->text) {
        const double x = tacit_readstat_f64(frame);
        return frame->bad ? tacit_readstat_damaged(cx, &p->f->job) : add_number(cx, p, x);
    }
    if (kind != TACIT_READSTAT_TEXT || !c->text)
        return tacit_readstat_damaged(cx, &p->f->job);
    size_t n = 0;
    const char *text = tacit_readstat_text(frame, &n);
    if (frame->not_text)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' of file '%s' has text that is not valid UTF-8.", c->name,
                          p->f->uri);
    if (frame->bad || n > TACIT_READSTAT_TEXT_MOST)
        return tacit_readstat_damaged(cx, &p->f->job);
    return tacit_builder_text(cx, p->builder[p->next], text, n);
}

static tacit_status take_cells(tacit_ctx *cx, pass *p, tacit_readstat_frame *frame,
                               const tacit_sink *sink)
{
    while (frame->left > 0) {
        if (p->rows == p->f->rows)
            return tacit_readstat_damaged(cx, &p->f->job);
        TACIT_TRY(take_cell(cx, p, frame));
        if (++p->next < p->n)
            continue;
        p->next = 0;
        p->rows++;
        if (++p->chunk == CHUNK_ROWS && sink != NULL)
            TACIT_TRY(deliver(cx, p, sink));
    }
    return TACIT_OK;
}

/* All frames up to END. */
static tacit_status take_frames(tacit_ctx *cx, pass *p, tacit_readstat_pipe *pipe,
                                const tacit_sink *sink)
{
    for (;;) {
        tacit_readstat_frame frame;
        TACIT_TRY(tacit_readstat_pipe_next(cx, pipe, &frame));
        if (frame.type == TACIT_READSTAT_CELLS) {
            TACIT_TRY(take_cells(cx, p, &frame, sink));
            continue;
        }
        if (frame.type != TACIT_READSTAT_END)
            return tacit_readstat_damaged(cx, &p->f->job);
        uint64_t rows = 0;
        TACIT_TRY(tacit_readstat_end(cx, &p->f->job, &frame, &rows));
        return p->next == 0 && p->rows == p->f->rows ? TACIT_OK
                                                     : tacit_readstat_damaged(cx, &p->f->job);
    }
}

/* Run a child for the columns of `p`. */
static tacit_status run_child(tacit_ctx *cx, pass *p, const tacit_sink *sink, const bool *keep)
{
    tacit_readstat_job job = p->f->job;
    job.keep = keep;
    job.n_keep = p->f->n;
    tacit_readstat_pipe pipe;
    TACIT_TRY(tacit_readstat_pipe_open(cx, &job, &pipe));
    const tacit_status status = take_frames(cx, p, &pipe, sink);
    tacit_readstat_pipe_close(&pipe);
    return status;
}

/* All columns, as a selection in scratch memory. */
static tacit_status select_all(tacit_ctx *cx, const tacit_readstat_file *f, tacit_select *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *at, &at));
    for (size_t j = 0; j < f->n; j++)
        at[j] = j;
    *out = (tacit_select){ .n = f->n, .at = at };
    return TACIT_OK;
}

/* Get the rows; without columns there is nothing to ask. */
static tacit_status get_rows(tacit_ctx *cx, pass *p, const tacit_sink *sink, const bool *keep)
{
    if (p->n == 0) {
        p->rows = p->chunk = p->f->rows;
        return TACIT_OK;
    }
    return p->from == NULL ? run_child(cx, p, sink, keep) : take_frames(cx, p, p->from, sink);
}

/* The whole pass; what `p` holds is given back by the caller. */
static tacit_status run_pass(tacit_ctx *cx, pass *p, const tacit_sink *sink, tacit_table **out)
{
    bool *keep = NULL;
    TACIT_TRY(tacit_scratch(cx, p->f->n, sizeof *keep, &keep));
    TACIT_TRY(tacit_scratch(cx, p->f->n, sizeof *p->at, &p->at));
    TACIT_TRY(tacit_scratch(cx, p->f->n, sizeof *p->place, &p->place));
    TACIT_TRY(tacit_scratch(cx, p->f->n, sizeof(tacit_builder *), &p->builder));
    for (size_t s = 0; s < p->columns->n; s++) {
        TACIT_ASSERT(p->columns->at[s] < p->f->n);
        keep[p->columns->at[s]] = true;
    }
    for (size_t j = 0; j < p->f->n; j++) {
        if (!keep[j])
            continue;
        p->place[j] = p->n;
        p->at[p->n++] = j;
    }
    TACIT_TRY(start_builders(cx, p));
    TACIT_TRY(get_rows(cx, p, sink, keep));
    if (sink == NULL)
        return finish_table(cx, p, out);
    return p->chunk > 0 || p->rows == 0 ? deliver(cx, p, sink) : TACIT_OK;
}

tacit_status tacit_readstat_rows(tacit_ctx *cx, tacit_readstat_file *f, const tacit_select *columns,
                                 const tacit_sink *sink, tacit_readstat_pipe *from,
                                 tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_select all = { 0, NULL };
    tacit_status status = TACIT_OK;
    if (columns == NULL)
        status = select_all(cx, f, &all);
    const size_t most = f->rows < RESERVE_MOST ? f->rows : RESERVE_MOST;
    pass p = { .f = f,
               .from = from,
               .columns = columns == NULL ? &all : columns,
               .reserve = sink == NULL ? most : (most < CHUNK_ROWS ? most : CHUNK_ROWS) };
    if (status == TACIT_OK)
        status = run_pass(cx, &p, sink, out);
    if (p.builder != NULL)
        drop_builders(&p);
    tacit_scratch_release(cx, mark);
    return status;
}
