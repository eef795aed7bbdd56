/*
 * copy.c - the answer of a query into columns, by COPY in its binary form.
 *
 * Of the form (PostgreSQL manual, COPY, "Binary Format"): 11 bytes of signature, 4 of flags, a
 * length and as many bytes; then for each row 2 bytes with the number of its fields, and for each
 * field 4 bytes with its length (-1: missing) and the field, all with the highest byte first; -1 in
 * the place of a number of fields is the end.  The queries cast so that fields are 64-bit integers,
 * doubles, days since 2000-01-01 and texts.  Linear in the number of cells.
 */
#include <string.h>

#include "engine/postgresql/data.h"

enum { HEADER_BYTES = 19, EPOCH_DAYS = 10957 /* from 1970-01-01 to 2000-01-01 */ };

/* A query on its way. */
typedef struct target {
    tacit_pq_data *d;
    tacit_gather g;
    bool begun, ended;
} target;

/* Bytes that are still to be read. */
typedef struct bytes {
    const unsigned char *at;
    size_t left;
} bytes;

static tacit_type field_type(const target *t, size_t c)
{
    return tacit_gather_field(&t->g, c)->type;
}

/* ---- fields ---- */

/* An unsigned number of `n` bytes. */
static uint64_t number_at(const unsigned char *at, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        x = x << 8 | at[i];
    return x;
}

static tacit_status fail_form(tacit_ctx *cx, const target *t)
{
    return tacit_fail(cx, TACIT_ERR_IO,
                      "%s: the server's answer is not in the form that was asked "
                      "for; it may have been cut off.",
                      t->d->uri);
}

static tacit_status take_date(tacit_ctx *cx, target *t, size_t c, const bytes *field)
{
    const int32_t day = (int32_t)(uint32_t)number_at(field->at, sizeof day);
    if (day == INT32_MAX || day == INT32_MIN)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s, record %llu: column '%s' holds an infinite date; make it missing.",
                          t->d->uri, (unsigned long long)(t->g.rows + 1),
                          tacit_gather_field(&t->g, c)->name);
    const int32_t days = day + EPOCH_DAYS;
    return tacit_builder_dates(cx, t->g.builder[c], &days, NULL, 1);
}

static tacit_status take_number(tacit_ctx *cx, target *t, size_t c, const bytes *field)
{
    const uint64_t bits = number_at(field->at, sizeof bits);
    if (field_type(t, c) == TACIT_TYPE_INTEGER) {
        const int64_t whole = (int64_t)bits;
        return tacit_builder_integers(cx, t->g.builder[c], &whole, NULL, 1);
    }
    double real = 0.0;
    memcpy(&real, &bits, sizeof real);
    return tacit_builder_reals(cx, t->g.builder[c], &real, NULL, 1);
}

static tacit_status take_field(tacit_ctx *cx, target *t, size_t c, const bytes *field)
{
    const tacit_type type = field_type(t, c);
    if (type == TACIT_TYPE_CATEGORY)
        return tacit_gather_text(cx, &t->g, c, (const char *)field->at, field->left);
    if (field->left != (type == TACIT_TYPE_DATE ? sizeof(int32_t) : sizeof(int64_t)))
        return fail_form(cx, t);
    return type == TACIT_TYPE_DATE ? take_date(cx, t, c, field) : take_number(cx, t, c, field);
}

/* ---- rows ---- */

/* `n` bytes of `from`; false if there are fewer. */
static bool cut(bytes *from, size_t n, bytes *out)
{
    if (n > from->left)
        return false;
    *out = (bytes){ .at = from->at, .left = n };
    from->at += n;
    from->left -= n;
    return true;
}

static tacit_status take_row(tacit_ctx *cx, target *t, bytes row)
{
    for (size_t c = 0; c < t->g.n; c++) {
        bytes length, field;
        if (!cut(&row, sizeof(int32_t), &length))
            return fail_form(cx, t);
        const int32_t n = (int32_t)(uint32_t)number_at(length.at, sizeof n);
        if (n == -1) {
            TACIT_TRY(tacit_builder_missing(cx, t->g.builder[c]));
            continue;
        }
        if (n < 0 || !cut(&row, (size_t)n, &field))
            return fail_form(cx, t);
        TACIT_TRY(take_field(cx, t, c, &field));
    }
    return row.left == 0 ? tacit_gather_row(cx, &t->g) : fail_form(cx, t);
}

/* What libpq gives at once is a row, the first with the header before it. */
static tacit_status take_message(tacit_ctx *cx, target *t, bytes message)
{
    static const unsigned char signature[] = "PGCOPY\n\377\r\n"; /* with its final NUL */
    bytes part;
    if (!t->begun) {
        if (!cut(&message, HEADER_BYTES, &part) ||
            memcmp(part.at, signature, sizeof signature) != 0 ||
            !cut(&message, number_at(part.at + HEADER_BYTES - 4, 4), &part))
            return fail_form(cx, t);
        t->begun = true;
        if (message.left == 0)
            return TACIT_OK;
    }
    if (t->ended || !cut(&message, sizeof(int16_t), &part))
        return fail_form(cx, t);
    const uint64_t fields = number_at(part.at, part.left);
    t->ended = fields == UINT16_MAX;
    if (t->ended)
        return message.left == 0 ? TACIT_OK : fail_form(cx, t);
    return fields == t->g.n ? take_row(cx, t, message) : fail_form(cx, t);
}

/* Whether the copy came to its end without a failure, which is told only there. */
static tacit_status check_end(tacit_ctx *cx, target *t)
{
    PGresult *result = PQgetResult(t->d->connection);
    tacit_status status = TACIT_OK;
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        status = tacit_pq_fail(cx, t->d, result);
    while (result != NULL) {
        PQclear(result);
        result = PQgetResult(t->d->connection);
    }
    if (status == TACIT_OK && !t->ended)
        return fail_form(cx, t);
    return status;
}

static tacit_status drain(tacit_ctx *cx, target *t)
{
    for (;;) {
        char *text = NULL;
        const int n = PQgetCopyData(t->d->connection, &text, 1);
        if (n < 0)
            return check_end(cx, t);
        if (n == 0) {
            TACIT_TRY(tacit_pq_wait(cx, t->d, t->g.rows));
            continue;
        }
        const tacit_status status =
            take_message(cx, t, (bytes){ .at = (const unsigned char *)text, .left = (size_t)n });
        PQfreemem(text);
        TACIT_TRY(status);
    }
}

static tacit_status send_copy(tacit_ctx *cx, tacit_pq_data *d, const char *query)
{
    tacit_buffer sql = { 0 };
    PGresult *result = NULL;
    tacit_status status =
        tacit_buffer_format(cx, &sql, "COPY (%s) TO STDOUT (FORMAT binary)", query);
    if (status == TACIT_OK)
        status = tacit_pq_query(cx, d, sql.text, NULL, &result);
    PQclear(result);
    tacit_buffer_free(&sql);
    return status;
}

/* Carry out the query; into `out` or, if that is NULL, into `sink`. */
static tacit_status fetch(tacit_ctx *cx, tacit_pq_data *d, const tacit_fetch *f,
                          const tacit_sink *sink, tacit_table **out)
{
    target t = { .d = d };
    TACIT_TRY(tacit_gather_begin(cx, &t.g, &d->base, f, sink));
    tacit_status status = send_copy(cx, d, f->sql);
    if (status == TACIT_OK)
        status = drain(cx, &t);
    return tacit_gather_end(cx, &t.g, status, out);
}

tacit_status tacit_pq_fetch_table(tacit_ctx *cx, tacit_pq_data *d, const tacit_fetch *f,
                                  tacit_table **out)
{
    return fetch(cx, d, f, NULL, out);
}

tacit_status tacit_pq_fetch_chunks(tacit_ctx *cx, tacit_pq_data *d, const tacit_fetch *f,
                                   const tacit_sink *sink)
{
    return fetch(cx, d, f, sink, NULL);
}
