/*
 * row.c - rows of the log as bytes, and the chain.
 *
 * A body: the kind (1 byte), the time, and what the kind has; numbers are 8 bytes, least first; a
 * text is its length, its bytes and a NUL.  There is one body for a row: bytes that are left over,
 * a NUL inside a name or a length that is too great make it none.
 */
#include <string.h>

#include "query/ledger/own.h"

static const char CHAIN[] = "tacit ledger row";
static const char FORMAT[] = "tacit ledger 1";

void tacit_ledger_hash(tacit_sha256 *s, size_t n)
{
    tacit_sha256_begin(s, n > (size_t)1 << 15 && tacit_sha256_is_fast());
}

void tacit_ledger_digest(const void *bytes, size_t n, unsigned char out[TACIT_SHA256_BYTES])
{
    tacit_sha256 s;
    tacit_ledger_hash(&s, n);
    tacit_sha256_add(&s, bytes, n);
    tacit_sha256_end(&s, out);
}

static void put_number(uint64_t x, unsigned char out[8])
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (unsigned char)(x >> 8 * i);
}

tacit_ledger_link tacit_row_link(const tacit_ledger_link *last, const void *body, size_t n)
{
    tacit_ledger_link next = { .n = last->n + 1 };
    unsigned char number[8];
    tacit_sha256 s;
    put_number(next.n, number);
    tacit_ledger_hash(&s, n);
    tacit_sha256_add(&s, CHAIN, sizeof CHAIN - 1);
    tacit_sha256_add(&s, last->hash, sizeof last->hash);
    tacit_sha256_add(&s, number, sizeof number);
    tacit_sha256_add(&s, body, n);
    tacit_sha256_end(&s, next.hash);
    return next;
}

/* ---- writing ---- */

static tacit_status add_number(tacit_ctx *cx, tacit_buffer *b, uint64_t x)
{
    unsigned char bytes[8];
    put_number(x, bytes);
    return tacit_buffer_bytes(cx, b, (const char *)bytes, sizeof bytes);
}

static tacit_status add_text(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n)
{
    TACIT_TRY(add_number(cx, b, n));
    TACIT_TRY(tacit_buffer_bytes(cx, b, text, n));
    return tacit_buffer_bytes(cx, b, "", 1);
}

static tacit_status add_cost(tacit_ctx *cx, tacit_buffer *b, const tacit_ledger_cost *c)
{
    TACIT_TRY(add_number(cx, b, c->epsilon));
    TACIT_TRY(add_number(cx, b, c->delta));
    return add_number(cx, b, c->count);
}

static tacit_status add_request(tacit_ctx *cx, tacit_buffer *b, const tacit_ledger_request *r)
{
    TACIT_TRY(add_number(cx, b, (uint64_t)r->period));
    TACIT_TRY(add_cost(cx, b, &r->cost));
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++)
        TACIT_TRY(add_cost(cx, b, &r->limit[s]));
    TACIT_TRY(add_text(cx, b, r->dataset, strlen(r->dataset)));
    TACIT_TRY(add_text(cx, b, r->analyst, strlen(r->analyst)));
    return add_text(cx, b, r->question, r->length);
}

/* Whether rows of a kind have a digest. */
static bool has_digest(tacit_ledger_kind kind)
{
    return kind != TACIT_ROW_VOID && kind != TACIT_ROW_TALLY;
}

static tacit_status add_tally(tacit_ctx *cx, tacit_buffer *b, const tacit_ledger_row *row)
{
    const char *dataset = row->request.dataset;
    for (size_t i = 0; i < TACIT_LEDGER_TALLIES; i++)
        TACIT_TRY(add_number(cx, b, row->tally[i]));
    return add_text(cx, b, dataset, strlen(dataset));
}

tacit_status tacit_row_write(tacit_ctx *cx, const tacit_ledger_row *row, tacit_buffer *out)
{
    const char kind = (char)row->kind;
    TACIT_TRY(tacit_buffer_bytes(cx, out, &kind, 1));
    TACIT_TRY(add_number(cx, out, (uint64_t)row->time));
    if (row->kind == TACIT_ROW_COMMIT || row->kind == TACIT_ROW_VOID)
        TACIT_TRY(add_number(cx, out, row->entry));
    if (row->kind == TACIT_ROW_COMMIT)
        TACIT_TRY(add_number(cx, out, row->bytes));
    if (row->kind == TACIT_ROW_BEGIN)
        TACIT_TRY(add_text(cx, out, FORMAT, sizeof FORMAT - 1));
    if (row->kind == TACIT_ROW_TALLY)
        TACIT_TRY(add_tally(cx, out, row));
    if (has_digest(row->kind))
        TACIT_TRY(tacit_buffer_bytes(cx, out, (const char *)row->digest, TACIT_SHA256_BYTES));
    return row->kind == TACIT_ROW_RESERVE ? add_request(cx, out, &row->request) : TACIT_OK;
}

/* ---- reading ---- */

/* What is left to read; `bad` once it was too short or not what it should be. */
typedef struct reader {
    const unsigned char *at;
    size_t left;
    bool bad;
} reader;

static const unsigned char *take(reader *r, size_t n)
{
    static const unsigned char none[TACIT_SHA256_BYTES] = { 0 };
    if (r->bad || n > r->left) {
        r->bad = true;
        return none;
    }
    r->at += n;
    r->left -= n;
    return r->at - n;
}

static uint64_t take_number(reader *r)
{
    const unsigned char *bytes = take(r, 8);
    uint64_t x = 0;
    for (unsigned i = 0; i < 8; i++)
        x |= (uint64_t)bytes[i] << 8 * i;
    return x;
}

/* A text of at most `most` bytes. */
static const char *take_text(reader *r, size_t most, size_t *n)
{
    *n = (size_t)take_number(r);
    if (*n > most || *n >= r->left || r->at[*n] != '\0') {
        r->bad = true;
        *n = 0;
    }
    return (const char *)(r->bad ? take(r, 0) : take(r, *n + 1));
}

static const char *take_name(reader *r)
{
    size_t n = 0;
    const char *name = take_text(r, TACIT_LEDGER_NAME, &n);
    r->bad = r->bad || n == 0 || memchr(name, '\0', n) != NULL;
    return name;
}

static tacit_ledger_cost take_cost(reader *r)
{
    tacit_ledger_cost c;
    c.epsilon = take_number(r);
    c.delta = take_number(r);
    c.count = take_number(r);
    return c;
}

static void take_request(reader *r, tacit_ledger_request *out)
{
    out->period = (int64_t)take_number(r);
    out->cost = take_cost(r);
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++)
        out->limit[s] = take_cost(r);
    out->dataset = take_name(r);
    out->analyst = take_name(r);
    out->question = take_text(r, TACIT_LEDGER_QUESTION, &out->length);
}

/* Whether the digest of a request is that of its question. */
static bool is_question(const tacit_ledger_row *row)
{
    unsigned char digest[TACIT_SHA256_BYTES];
    tacit_ledger_digest(row->request.question, row->request.length, digest);
    return memcmp(digest, row->digest, sizeof digest) == 0;
}

bool tacit_row_read(const unsigned char *body, size_t n, tacit_ledger_row *out)
{
    reader r = { .at = body, .left = n };
    const tacit_ledger_kind kind = (tacit_ledger_kind)take(&r, 1)[0];
    size_t length = 0;
    *out = (tacit_ledger_row){ .kind = kind, .time = (int64_t)take_number(&r) };
    if (kind > TACIT_ROW_TALLY)
        return false;
    if (kind == TACIT_ROW_COMMIT || kind == TACIT_ROW_VOID)
        out->entry = take_number(&r);
    if (kind == TACIT_ROW_COMMIT)
        out->bytes = take_number(&r);
    if (kind == TACIT_ROW_BEGIN)
        r.bad = strcmp(take_text(&r, sizeof FORMAT - 1, &length), FORMAT) != 0 || r.bad;
    for (size_t i = 0; kind == TACIT_ROW_TALLY && i < TACIT_LEDGER_TALLIES; i++)
        out->tally[i] = take_number(&r);
    if (kind == TACIT_ROW_TALLY)
        out->request.dataset = take_name(&r);
    if (has_digest(kind))
        memcpy(out->digest, take(&r, TACIT_SHA256_BYTES), TACIT_SHA256_BYTES);
    if (kind == TACIT_ROW_RESERVE)
        take_request(&r, &out->request);
    return !r.bad && r.left == 0 && (kind != TACIT_ROW_RESERVE || is_question(out));
}

bool tacit_row_answers(const tacit_ledger_row *row, const tacit_ledger_answer *answer)
{
    unsigned char digest[TACIT_SHA256_BYTES];
    if (row->kind != TACIT_ROW_COMMIT || !answer->found || row->bytes != answer->length)
        return false;
    tacit_ledger_digest(answer->bytes, answer->length, digest);
    return memcmp(digest, row->digest, sizeof digest) == 0;
}
