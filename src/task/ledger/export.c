/*
 * export.c - the entries of a ledger as CSV or JSON.
 *
 * Costs are written as numbers of the usual kind for people and programs; the log itself has them
 * in units of 2^-40.  O(bytes).
 */
#include "task/ledger/export.h"

#include <jansson.h>
#include <string.h>

#include "base/result.h"

enum { HEX = 2 * TACIT_SHA256_BYTES + 1 };

/* An export in the making. */
typedef struct export
{
    tacit_ledger *l;
    bool json, answers;
    size_t n;
    tacit_buffer *out;
}
export;

void tacit_ledger_hex(const unsigned char *bytes, size_t n, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = '\0';
}

/* The stored answer as a text. */
static tacit_status answer_text(tacit_ctx *cx, const export *x, const tacit_ledger_entry *e,
                                const char **out)
{
    const tacit_ledger_request *r = &e->request;
    tacit_ledger_answer a = { .found = false };
    char *hex = NULL;
    *out = "";
    if (!x->answers || e->state != TACIT_LEDGER_COMMITTED)
        return TACIT_OK;
    TACIT_TRY(tacit_ledger_find(cx, x->l, r->dataset, r->question, r->length, &a));
    *out = a.bytes;
    if (tacit_is_utf8(a.bytes, a.length))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 2 * a.length + 5, 1, &hex));
    memcpy(hex, "hex:", 4);
    tacit_ledger_hex((const unsigned char *)a.bytes, a.length, hex + 4);
    *out = hex;
    return TACIT_OK;
}

/* A field of CSV: in quotes, with quotes doubled. */
static tacit_status add_field(tacit_ctx *cx, tacit_buffer *b, const char *text)
{
    TACIT_TRY(tacit_buffer_text(cx, b, "\""));
    for (const char *at = text; *at != '\0'; at++) {
        TACIT_TRY(tacit_buffer_bytes(cx, b, at, 1));
        if (*at == '"')
            TACIT_TRY(tacit_buffer_text(cx, b, "\""));
    }
    return tacit_buffer_text(cx, b, "\"");
}

static tacit_status add_csv(tacit_ctx *cx, const export *x, const tacit_ledger_entry *e,
                            const char *digest, const char *answer)
{
    const tacit_ledger_request *r = &e->request;
    char epsilon[TACIT_NUMBER_BYTES], delta[TACIT_NUMBER_BYTES];
    tacit_format_real(tacit_units_real(r->cost.epsilon), epsilon);
    tacit_format_real(tacit_units_real(r->cost.delta), delta);
    TACIT_TRY(tacit_buffer_format(cx, x->out, "%llu,%s,%lld,", (unsigned long long)e->number,
                                  tacit_ledger_state_name(e->state), (long long)e->time));
    TACIT_TRY(add_field(cx, x->out, r->dataset));
    TACIT_TRY(tacit_buffer_text(cx, x->out, ","));
    TACIT_TRY(add_field(cx, x->out, r->analyst));
    TACIT_TRY(tacit_buffer_format(cx, x->out, ",%lld,%s,%s,%llu,%s,", (long long)r->period, epsilon,
                                  delta, (unsigned long long)r->cost.count, digest));
    TACIT_TRY(add_field(cx, x->out, r->question));
    if (x->answers) {
        TACIT_TRY(tacit_buffer_text(cx, x->out, ","));
        TACIT_TRY(add_field(cx, x->out, answer));
    }
    return tacit_buffer_text(cx, x->out, "\n");
}

static tacit_status add_json(tacit_ctx *cx, const export *x, const tacit_ledger_entry *e,
                             const char *digest, const char *answer)
{
    const tacit_ledger_request *r = &e->request;
    json_t *entry = json_pack(
        "{s:I, s:s, s:I, s:s, s:s, s:I, s:f, s:f, s:I, s:s, s:s, s:s*}", "number",
        (json_int_t)e->number, "state", tacit_ledger_state_name(e->state), "time",
        (json_int_t)e->time, "dataset", r->dataset, "analyst", r->analyst, "period",
        (json_int_t)r->period, "epsilon", tacit_units_real(r->cost.epsilon), "delta",
        tacit_units_real(r->cost.delta), "count", (json_int_t)r->cost.count, "question_sha256",
        digest, "question", r->question, "answer", x->answers ? answer : NULL);
    if (entry == NULL)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "An entry of the ledger has a name or question that is no UTF-8 text; "
                          "export it as CSV.");
    tacit_status status = tacit_buffer_text(cx, x->out, x->n == 0 ? "\n " : ",\n ");
    if (status == TACIT_OK)
        status = tacit_json_text(cx, entry, JSON_COMPACT, x->out);
    json_decref(entry);
    return status;
}

static tacit_status add_entry(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    export *x = user;
    const char *answer = "";
    char digest[HEX];
    tacit_ledger_hex(e->digest, sizeof e->digest, digest);
    TACIT_TRY(answer_text(cx, x, e, &answer));
    TACIT_TRY(x->json ? add_json(cx, x, e, digest, answer) : add_csv(cx, x, e, digest, answer));
    x->n++;
    return TACIT_OK;
}

tacit_status tacit_ledger_export(tacit_ctx *cx, tacit_ledger *l, bool json, bool answers,
                                 tacit_buffer *out)
{
    export x = { .l = l, .json = json, .answers = answers, .out = out };
    TACIT_TRY(tacit_buffer_text(
        cx, out,
        json      ? "["
        : answers ? "number,state,time,dataset,analyst,period,epsilon,delta,count,question_sha256,"
                    "question,answer\n"
                  : "number,state,time,dataset,analyst,period,epsilon,delta,count,question_sha256,"
                    "question\n"));
    TACIT_TRY(tacit_ledger_visit(cx, l, NULL, 0, add_entry, &x));
    return json ? tacit_buffer_text(cx, out, "\n]\n") : TACIT_OK;
}
