/*
 * gate.c - the staged file, read as a recipient reads it.
 */
#include "run/gate.h"

#include <math.h>
#include <string.h>

#include "engine/engine.h"
#include "run/reading.h"

/* ---- cells ---- */

/* A stretch of a column. */
typedef struct stretch {
    const tacit_column *c;
    size_t at;
} stretch;

/* Whether two numbers, dates among them, are the same. */
static bool same_number(const tacit_column *a, size_t i, const tacit_column *b, size_t k)
{
    static const double exact = 9007199254740992.0; /* 2^53 */
    const tacit_type x = tacit_column_type(a), y = tacit_column_type(b);
    if (x == TACIT_TYPE_INTEGER && y == TACIT_TYPE_INTEGER)
        return tacit_column_integers(a)[i] == tacit_column_integers(b)[k];
    const double u = tacit_column_number(a, i), v = tacit_column_number(b, k);
    return !(u < v) && !(u > v) && (x == y || fabs(u) <= exact);
}

/* Whether two cells are the same as texts: a category may be read as what it looks like. */
static bool same_text(const tacit_column *a, size_t i, const tacit_column *b, size_t k)
{
    char x[TACIT_NUMBER_BYTES], y[TACIT_NUMBER_BYTES];
    return strcmp(tacit_column_text(a, i, x), tacit_column_text(b, k, y)) == 0;
}

static bool same_cell(const tacit_column *a, size_t i, const tacit_column *b, size_t k)
{
    const bool missing = tacit_column_is_missing(a, i);
    if (missing || tacit_column_is_missing(b, k))
        return missing && tacit_column_is_missing(b, k);
    const bool text =
        tacit_column_type(a) == TACIT_TYPE_CATEGORY || tacit_column_type(b) == TACIT_TYPE_CATEGORY;
    const bool day = tacit_column_type(a) == TACIT_TYPE_DATE;
    if (!text && day != (tacit_column_type(b) == TACIT_TYPE_DATE))
        return false;
    return text ? same_text(a, i, b, k) : same_number(a, i, b, k);
}

/* The code in `a` of each text of `b`, in scratch memory. */
static tacit_status match_texts(tacit_ctx *cx, const tacit_dict *a, const tacit_dict *b,
                                uint32_t **out)
{
    const uint32_t n = tacit_dict_size(b);
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (uint32_t i = 0; i < n; i++)
        (*out)[i] = tacit_dict_find(a, tacit_dict_text(b, i));
    return TACIT_OK;
}

/* How many of `n` categories differ, by their codes. */
static tacit_status count_codes(tacit_ctx *cx, const stretch *a, const stretch *b, size_t n,
                                uint64_t *lost)
{
    const size_t mark = tacit_scratch_mark(cx);
    const uint32_t *x = tacit_column_codes(a->c) + a->at, *y = tacit_column_codes(b->c) + b->at;
    const uint64_t *valid_a = tacit_column_missing(a->c) > 0 ? tacit_column_valid(a->c) : NULL;
    const uint64_t *valid_b = tacit_column_missing(b->c) > 0 ? tacit_column_valid(b->c) : NULL;
    uint32_t *of = NULL;
    uint64_t differ = 0;
    TACIT_TRY(match_texts(cx, tacit_column_dict(a->c), tacit_column_dict(b->c), &of));
    for (size_t i = 0; i < n; i++) {
        const bool here = tacit_valid_at(valid_a, a->at + i);
        const bool there = tacit_valid_at(valid_b, b->at + i);
        differ += here != there || (here && x[i] != of[y[i]]);
    }
    *lost += differ;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* How many of `n` reals differ, if none is missing in either column. */
static uint64_t count_reals(const stretch *a, const stretch *b, size_t n)
{
    const double *x = tacit_column_reals(a->c) + a->at, *y = tacit_column_reals(b->c) + b->at;
    uint64_t lost = 0;
    for (size_t i = 0; i < n; i++)
        lost += (x[i] < y[i]) | (x[i] > y[i]);
    return lost;
}

static bool are_reals(const tacit_column *a, const tacit_column *b)
{
    return tacit_column_type(a) == TACIT_TYPE_REAL && tacit_column_type(b) == TACIT_TYPE_REAL &&
           tacit_column_missing(a) + tacit_column_missing(b) == 0;
}

/* Add how many of `n` cells of two columns differ. */
static tacit_status count_lost(tacit_ctx *cx, const stretch *a, const stretch *b, size_t n,
                               uint64_t *lost)
{
    if (tacit_column_type(a->c) == TACIT_TYPE_CATEGORY &&
        tacit_column_type(b->c) == TACIT_TYPE_CATEGORY)
        return count_codes(cx, a, b, n, lost);
    if (are_reals(a->c, b->c)) {
        *lost += count_reals(a, b, n);
        return TACIT_OK;
    }
    for (size_t i = 0; i < n; i++)
        *lost += !same_cell(a->c, a->at + i, b->c, b->at + i);
    return TACIT_OK;
}

/* ---- rows ---- */

/* What was meant, beside what is read. */
typedef struct comparison {
    const tacit_rows *meant;
    const char *target;
    tacit_table *chunk; /* of what was meant, or NULL */
    size_t at;          /* its next row */
    uint64_t *lost;     /* cells of each column */
    uint64_t rows;
} comparison;

static tacit_status fail_rows(tacit_ctx *cx, const char *target)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s: the file gives back another number of records than were written; write "
                      "another format, for example .parquet.",
                      target);
}

/* Make sure that there is a row of what was meant, or that `chunk` is NULL. */
static tacit_status refill(tacit_ctx *cx, comparison *m)
{
    while (m->chunk == NULL || m->at == tacit_table_rows(m->chunk)) {
        tacit_table_free(m->chunk);
        m->chunk = NULL;
        m->at = 0;
        TACIT_TRY(m->meant->next(cx, m->meant->user, &m->chunk));
        if (m->chunk == NULL)
            return TACIT_OK;
    }
    return TACIT_OK;
}

static tacit_status take(tacit_ctx *cx, void *user, const tacit_table *read)
{
    comparison *m = user;
    for (size_t from = 0; from < tacit_table_rows(read);) {
        TACIT_TRY(refill(cx, m));
        if (m->chunk == NULL)
            return fail_rows(cx, m->target);
        const size_t left = tacit_table_rows(read) - from, own = tacit_table_rows(m->chunk) - m->at;
        const size_t n = left < own ? left : own;
        for (size_t j = 0; j < tacit_table_columns(read); j++) {
            const stretch a = { tacit_table_column(m->chunk, j), m->at };
            const stretch b = { tacit_table_column(read, j), from };
            TACIT_TRY(count_lost(cx, &a, &b, n, &m->lost[j]));
        }
        m->at += n;
        from += n;
        m->rows += n;
        TACIT_TRY(tacit_tick(cx, m->rows, 0));
    }
    return TACIT_OK;
}

/* ---- verdicts ---- */

static tacit_status check_names(tacit_ctx *cx, const tacit_data *data, const tacit_table *shape)
{
    const size_t n = tacit_table_columns(shape);
    bool same = data->schema.n == n;
    for (size_t j = 0; same && j < n; j++)
        same = strcmp(data->schema.field[j].name,
                      tacit_column_name(tacit_table_column(shape, j))) == 0;
    if (same)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s: the file gives back other columns than were written; rename them, or "
                      "write another format, for example .parquet.",
                      data->uri);
}

static const char *ending_of(const char *target)
{
    const char *slash = strrchr(target, '/'), *dot = strchr(slash != NULL ? slash : target, '.');
    return dot != NULL ? dot : target;
}

/* What a format tends to lose of values of a type. */
static const char *usual_loss(tacit_type type)
{
    switch (type) {
    case TACIT_TYPE_CATEGORY:
        return "blanks at the end, empty texts or long ones";
    case TACIT_TYPE_DATE:
        return "dates out of its range";
    case TACIT_TYPE_INTEGER:
    case TACIT_TYPE_REAL:
    default:
        return "numbers out of its range or with too many digits";
    }
}

static tacit_status check_lost(tacit_ctx *cx, const comparison *m)
{
    const tacit_table *shape = m->meant->shape;
    for (size_t j = 0; j < tacit_table_columns(shape); j++) {
        const tacit_column *c = tacit_table_column(shape, j);
        if (m->lost[j] > 0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has %llu values that a %s file does not give back as "
                              "they are (%s); write another format, for example .parquet, or "
                              "recode them.",
                              tacit_column_name(c), (unsigned long long)m->lost[j],
                              ending_of(m->target), usual_loss(tacit_column_type(c)));
    }
    return TACIT_OK;
}

/* Begin comparing with the columns of `data`. */
static tacit_status start(tacit_ctx *cx, const tacit_data *data, const tacit_rows *meant,
                          comparison *m)
{
    *m = (comparison){ .meant = meant, .target = data->uri };
    TACIT_TRY(check_names(cx, data, meant->shape));
    return tacit_scratch(cx, data->schema.n, sizeof *m->lost, &m->lost);
}

/* Nothing that was meant may be left. */
static tacit_status finish(tacit_ctx *cx, comparison *m)
{
    TACIT_TRY(refill(cx, m));
    return m->chunk != NULL ? fail_rows(cx, m->target) : check_lost(cx, m);
}

tacit_status tacit_gate_compare(tacit_ctx *cx, tacit_data *data, const tacit_rows *meant)
{
    const size_t mark = tacit_scratch_mark(cx);
    comparison m;
    tacit_stage(cx, "Reading %s back", data->uri);
    TACIT_TRY(start(cx, data, meant, &m));
    const tacit_sink sink = { .take = take, .user = &m };
    tacit_status status = data->engine->scan(cx, data, NULL, &sink);
    if (status == TACIT_OK)
        status = finish(cx, &m);
    tacit_table_free(m.chunk);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- whole tables ---- */

/* The file at `path` as what was written, with the options that stand in its certificate. */
static tacit_status source_of(tacit_ctx *cx, const tacit_work *w, const tacit_table *shape,
                              const char *path, tacit_source *out)
{
    tacit_args *reading = NULL;
    tacit_dialect dialect;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *reading, &reading));
    TACIT_TRY(tacit_reading_dialect(cx, w, w->plan->output, shape, &dialect));
    TACIT_TRY(tacit_reading_of(cx, w->plan->output, &dialect, shape, reading));
    *out = (tacit_source){
        .uri = w->plan->output, .path = path, .args = reading, .memory = w->memory
    };
    return TACIT_OK;
}

tacit_status tacit_gate_open(tacit_ctx *cx, const tacit_work *w, const tacit_table *shape,
                             const char *path, tacit_data **out)
{
    tacit_source source;
    TACIT_TRY(source_of(cx, w, shape, path, &source));
    return tacit_data_open(cx, &source, out);
}

static tacit_status next_copy(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    const tacit_table **left = user;
    const tacit_table *t = *left;
    *chunk = NULL;
    *left = NULL;
    return t != NULL ? tacit_table_copy(cx, t, chunk) : TACIT_OK;
}

static tacit_status compare_tables(tacit_ctx *cx, const tacit_data *data, const tacit_table *meant,
                                   const tacit_table *read)
{
    const tacit_table *left = meant;
    const tacit_rows rows = { .shape = meant, .next = next_copy, .user = &left };
    comparison m;
    TACIT_TRY(start(cx, data, &rows, &m));
    tacit_status status = take(cx, &m, read);
    if (status == TACIT_OK)
        status = finish(cx, &m);
    tacit_table_free(m.chunk);
    return status;
}

/* Give what was read the roles of what was meant, and its types where there is no value. */
static void follow(const tacit_table *meant, tacit_table *read)
{
    for (size_t j = 0; j < tacit_table_columns(read); j++) {
        const tacit_column *c = tacit_table_column(meant, j);
        tacit_table_set_roles(read, j, tacit_table_roles(meant, j));
        if (tacit_column_missing(c) == tacit_column_length(c))
            tacit_table_replace(read, j, tacit_column_share(c));
    }
}

static tacit_status load_and_compare(tacit_ctx *cx, tacit_data *data, const tacit_table *meant,
                                     tacit_table **out)
{
    tacit_table *read = NULL;
    TACIT_TRY(tacit_data_load(cx, data, NULL, &read));
    const tacit_status status = compare_tables(cx, data, meant, read);
    if (status != TACIT_OK) {
        tacit_table_free(read);
        return status;
    }
    follow(meant, read);
    *out = read;
    return TACIT_OK;
}

tacit_status tacit_gate_load(tacit_ctx *cx, const tacit_work *w, const tacit_table *meant,
                             const char *path, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_data *data = NULL;
    TACIT_TRY(tacit_gate_open(cx, w, meant, path, &data));
    const tacit_status status = load_and_compare(cx, data, meant, out);
    tacit_data_close(data);
    tacit_scratch_release(cx, mark);
    return status;
}

/* Whether a column has nothing that a text file has not. */
static bool is_bare(const tacit_column *c)
{
    const tacit_column_notes *notes = tacit_column_notes_of(c);
    return notes->title == NULL && notes->n_labels == 0;
}

tacit_status tacit_gate_gives(tacit_ctx *cx, const tacit_work *w, tacit_table *meant,
                              const char *path, bool *same)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_source source;
    *same = false;
    for (size_t j = 0; j < tacit_table_columns(meant); j++)
        if (!is_bare(tacit_table_column(meant, j)))
            return TACIT_OK;
    TACIT_TRY(source_of(cx, w, meant, path, &source));
    tacit_status status = tacit_source_gives(cx, &source, meant, same);
    for (size_t j = 0; status == TACIT_OK && *same && j < tacit_table_columns(meant); j++)
        status = tacit_table_number_texts(cx, meant, j);
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status load_part(tacit_ctx *cx, tacit_data *data, const tacit_table *part,
                              tacit_table **out)
{
    tacit_select columns = { .n = tacit_table_columns(part) };
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, columns.n, sizeof *at, &at));
    for (size_t j = 0; j < columns.n; j++)
        at[j] = tacit_data_find(data, tacit_column_name(tacit_table_column(part, j)));
    columns.at = at;
    TACIT_TRY(tacit_data_load(cx, data, &columns, out));
    follow(part, *out);
    return TACIT_OK;
}

tacit_status tacit_gate_load_part(tacit_ctx *cx, const tacit_work *w, const tacit_rows *meant,
                                  const tacit_table *part, const char *path, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_data *data = NULL;
    TACIT_TRY(tacit_gate_open(cx, w, meant->shape, path, &data));
    tacit_status status = tacit_gate_compare(cx, data, meant);
    if (status == TACIT_OK)
        status = load_part(cx, data, part, out);
    tacit_data_close(data);
    tacit_scratch_release(cx, mark);
    return status;
}

bool tacit_gate_same_types(const tacit_table *a, const tacit_table *b)
{
    TACIT_ASSERT(tacit_table_columns(a) == tacit_table_columns(b));
    for (size_t j = 0; j < tacit_table_columns(a); j++)
        if (tacit_column_type(tacit_table_column(a, j)) !=
            tacit_column_type(tacit_table_column(b, j)))
            return false;
    return true;
}
