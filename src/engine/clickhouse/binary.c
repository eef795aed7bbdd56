/*
 * binary.c - the answer of a query into columns, in the format RowBinary.
 *
 * Of the format (ClickHouse manual, "RowBinary"): values one after the other without a header;
 * numbers with their lowest byte first, texts after their length in groups of 7 bits, and before a
 * value that may be missing a byte that is 1 if it is.  Rows that are sent as they are read each
 * begin with a random number that this request has chosen, so that the text of a failure, which a
 * server appends to rows, is not taken for one.  Linear in the number of cells.
 */
#include <inttypes.h>
#include <string.h>

#include "base/secret.h"
#include "engine/clickhouse/data.h"
#include "engine/grouped.h"

/* A value where it stands. */
typedef struct cell {
    const unsigned char *at; /* NULL: missing */
    size_t n;
} cell;

/* A query on its way. */
typedef struct target {
    tacit_ch_data *d;
    tacit_gather g;
    tacit_ch_wire *wire;
    cell *row;
    const uint32_t *mark; /* that rows begin with, or NULL */
    bool cut;             /* what came is not rows */
    tacit_buffer rest;    /* bytes of a row that is not complete */
} target;

static tacit_status fail_form(tacit_ctx *cx, const target *t)
{
    return tacit_fail(cx, TACIT_ERR_IO,
                      "%s cannot be read: the server broke off in the middle of its answer.",
                      t->d->place.shown);
}

/* ---- bytes ---- */

/* The number of `n` bytes. */
static uint64_t number_at(const unsigned char *at, size_t n)
{
    uint64_t x = 0;
    for (size_t i = n; i-- > 0;)
        x = x << 8 | at[i];
    return x;
}

/* A length; returns the bytes it takes, 0 if more are needed. */
static size_t length_at(const unsigned char *at, size_t n, uint64_t *out)
{
    enum { MOST = 9 };
    *out = 0;
    for (size_t i = 0; i < n && i < MOST; i++) {
        *out |= (uint64_t)(at[i] & 0x7f) << (7 * i);
        if ((at[i] & 0x80) == 0)
            return i + 1;
    }
    return 0;
}

/* Find the value at `at`; returns the bytes it takes, 0 if more are needed. */
static size_t find_cell(const tacit_ch_wire *w, const unsigned char *at, size_t n, cell *out)
{
    uint64_t length = w->bytes;
    size_t used = 0;
    *out = (cell){ 0 };
    if (w->nullable) {
        if (n == 0 || at[0] != 0)
            return n == 0 ? 0 : 1;
        used = 1;
    }
    if (w->kind == TACIT_CH_TEXT) {
        const size_t digits = length_at(at + used, n - used, &length);
        if (digits == 0)
            return 0;
        used += digits;
    }
    if (length > n - used)
        return 0;
    *out = (cell){ .at = at + used, .n = (size_t)length };
    return used + (size_t)length;
}

/* Find the values of a row; returns its bytes, 0 if more are needed. */
static size_t find_row(target *t, const unsigned char *at, size_t n)
{
    size_t used = 0;
    if (t->mark != NULL) {
        if (n < sizeof *t->mark)
            return 0;
        t->cut = number_at(at, sizeof *t->mark) != *t->mark;
        used = sizeof *t->mark;
    }
    for (size_t c = 0; c < t->g.n && !t->cut; c++) {
        const size_t more = find_cell(&t->wire[c], at + used, n - used, &t->row[c]);
        if (more == 0)
            return 0;
        used += more;
    }
    return used;
}

/* ---- values ---- */

/* A decimal of 38 digits, as a sum of weights. */
static double weight_at(const tacit_ch_wire *w, const unsigned char *at)
{
    __int128 units = (__int128)((unsigned __int128)number_at(at + 8, 8) << 64 | number_at(at, 8));
    for (int i = w->places; i < TACIT_WEIGHT_PLACES; i++)
        units *= 10;
    return tacit_weight_number(units);
}

static double real_at(const tacit_ch_wire *w, const unsigned char *at)
{
    const uint64_t bits = number_at(at, w->bytes);
    const uint32_t half = (uint32_t)bits;
    double x = 0.0;
    float y = 0.0F;
    if (w->kind == TACIT_CH_WEIGHT)
        return weight_at(w, at);
    memcpy(&x, &bits, sizeof x);
    memcpy(&y, &half, sizeof y);
    return w->bytes == sizeof y ? (double)y : x;
}

/* A whole number with its sign. */
static int64_t whole_at(const tacit_ch_wire *w, const unsigned char *at)
{
    const uint64_t bits = number_at(at, w->bytes);
    const unsigned unused = 64U - 8U * (unsigned)w->bytes;
    return w->kind == TACIT_CH_SIGNED ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

static tacit_status take_cell(tacit_ctx *cx, target *t, size_t c)
{
    const cell *x = &t->row[c];
    const tacit_ch_wire *w = &t->wire[c];
    tacit_builder *b = t->g.builder[c];
    const tacit_type type = tacit_gather_field(&t->g, c)->type;
    if (x->at == NULL || (type == TACIT_TYPE_CATEGORY && x->n == 0))
        return tacit_builder_missing(cx, b);
    if (type == TACIT_TYPE_CATEGORY)
        return tacit_gather_text(cx, &t->g, c, (const char *)x->at, x->n);
    if (type == TACIT_TYPE_REAL) {
        const double real = real_at(w, x->at);
        return tacit_builder_reals(cx, b, &real, NULL, 1);
    }
    const int64_t whole = whole_at(w, x->at);
    const int32_t day = (int32_t)whole;
    return type == TACIT_TYPE_DATE ? tacit_builder_dates(cx, b, &day, NULL, 1)
                                   : tacit_builder_integers(cx, b, &whole, NULL, 1);
}

/* Take the complete rows of `n` bytes; `*used` are theirs. */
static tacit_status take_rows(tacit_ctx *cx, target *t, const unsigned char *at, size_t n,
                              size_t *used)
{
    *used = 0;
    for (;;) {
        const size_t row = find_row(t, at + *used, n - *used);
        if (t->cut)
            return fail_form(cx, t);
        if (row == 0)
            return TACIT_OK;
        for (size_t c = 0; c < t->g.n; c++)
            TACIT_TRY(take_cell(cx, t, c));
        *used += row;
        TACIT_TRY(tacit_gather_row(cx, &t->g));
    }
}

static tacit_status take_bytes(tacit_ctx *cx, void *user, const unsigned char *bytes, size_t n)
{
    target *t = user;
    size_t used = 0;
    if (t->rest.length == 0) {
        TACIT_TRY(take_rows(cx, t, bytes, n, &used));
        return tacit_buffer_bytes(cx, &t->rest, (const char *)bytes + used, n - used);
    }
    TACIT_TRY(tacit_buffer_bytes(cx, &t->rest, (const char *)bytes, n));
    TACIT_TRY(take_rows(cx, t, (const unsigned char *)t->rest.text, t->rest.length, &used));
    memmove(t->rest.text, t->rest.text + used, t->rest.length - used);
    t->rest.length -= used;
    return TACIT_OK;
}

/* ---- queries ---- */

/* How the columns of the answer stand in it. */
static tacit_status lay_out(tacit_ctx *cx, target *t, const tacit_ch_wire *weight)
{
    const tacit_fetch *f = t->g.fetch;
    TACIT_TRY(tacit_scratch(cx, t->g.n, sizeof *t->wire, &t->wire));
    TACIT_TRY(tacit_scratch(cx, t->g.n, sizeof *t->row, &t->row));
    for (size_t c = 0; c < t->g.n; c++) {
        const tacit_type type = tacit_gather_field(&t->g, c)->type;
        if (c < f->columns->n)
            t->wire[c] = t->d->column[f->columns->at[c]].wire;
        else if (type == TACIT_TYPE_INTEGER)
            t->wire[c] = (tacit_ch_wire){ .kind = TACIT_CH_SIGNED, .bytes = 8 };
        else if (type == TACIT_TYPE_REAL)
            t->wire[c] = (tacit_ch_wire){ .kind = TACIT_CH_FLOAT, .bytes = 8, .nullable = true };
        else
            t->wire[c] = (tacit_ch_wire){ .kind = TACIT_CH_TEXT };
    }
    if (weight != NULL)
        t->wire[t->g.n - 1] = *weight;
    return TACIT_OK;
}

/* Carry out the query of `t`. */
static tacit_status fetch(tacit_ctx *cx, target *t, const tacit_ch_wire *weight)
{
    const tacit_ch_sink sink = { .take = take_bytes, .user = t };
    tacit_buffer sql = { 0 };
    tacit_status status = lay_out(cx, t, weight);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &sql, "%s FORMAT RowBinary", t->g.fetch->sql);
    if (status == TACIT_OK)
        status = tacit_ch_request(cx, t->d, sql.text, t->mark == NULL, &sink);
    if (status == TACIT_OK && t->rest.length > 0)
        status = fail_form(cx, t);
    tacit_buffer_free(&t->rest);
    tacit_buffer_free(&sql);
    return status;
}

tacit_status tacit_ch_fetch_table(tacit_ctx *cx, tacit_ch_data *d, const tacit_fetch *f,
                                  const tacit_ch_wire *weight, tacit_table **out)
{
    target t = { .d = d };
    TACIT_TRY(tacit_gather_begin(cx, &t.g, &d->base, f, NULL));
    return tacit_gather_end(cx, &t.g, fetch(cx, &t, weight), out);
}

/* SELECT of the mark and the columns. */
static tacit_status rows_query(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *columns,
                               uint32_t mark, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_format(cx, sql, "SELECT toUInt32(%" PRIu32 ")", mark));
    for (size_t c = 0; c < columns->n; c++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
        TACIT_TRY(tacit_ch_expression(cx, d, columns->at[c], sql));
        TACIT_TRY(tacit_buffer_format(cx, sql, " AS tacit_%zu", c));
    }
    return tacit_buffer_format(cx, sql, " FROM %s", d->relation);
}

tacit_status tacit_ch_fetch_rows(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns,
                                 const tacit_sink *sink, tacit_table **out, uint64_t *rows)
{
    uint32_t mark = 0;
    tacit_buffer sql = { 0 };
    target t = { .d = d, .mark = &mark };
    TACIT_TRY(tacit_random_bytes(cx, &mark, sizeof mark));
    tacit_status status = rows_query(cx, d, columns, mark, &sql);
    const tacit_fetch f = { .sql = sql.text, .columns = columns };
    if (status == TACIT_OK)
        status = tacit_gather_begin(cx, &t.g, &d->base, &f, sink);
    if (status == TACIT_OK) {
        status = fetch(cx, &t, NULL);
        *rows = t.g.rows;
        status = tacit_gather_end(cx, &t.g, status, out);
    }
    tacit_buffer_free(&sql);
    return status;
}
