/*
 * notes.c - titles and value labels as metadata of a schema.
 *
 * Metadata is a number of pairs, and for each pair length, bytes, length, bytes; the numbers
 * are 32-bit integers of the machine.  Value labels are a JSON object from value to label.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "table/arrow/own.h"

static const char TITLE[] = "tacit.label";
static const char LABELS[] = "tacit.value_labels";

/* A text with its length. */
typedef struct piece {
    const char *at;
    size_t n;
} piece;

/* ---- reading ---- */

static bool take_piece(const char **at, piece *out)
{
    int32_t n = 0;
    memcpy(&n, *at, sizeof n);
    *at += sizeof n;
    *out = (piece){ .at = *at, .n = n > 0 ? (size_t)n : 0 };
    *at += out->n;
    return n >= 0;
}

static bool is_key(const piece *key, const char *name)
{
    return key->n == strlen(name) && memcmp(key->at, name, key->n) == 0;
}

static tacit_status keep_title(tacit_ctx *cx, const piece *value, tacit_column_notes *out)
{
    char *title = NULL;
    if (value->n == 0 || !tacit_is_utf8(value->at, value->n))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, value->n + 1, 1, &title));
    memcpy(title, value->at, value->n);
    out->title = title;
    return TACIT_OK;
}

static tacit_status keep_labels(tacit_ctx *cx, json_t *object, tacit_column_notes *out)
{
    tacit_label *labels = NULL;
    const char *key = NULL;
    json_t *label = NULL;
    TACIT_TRY(tacit_scratch(cx, json_object_size(object), sizeof *labels, &labels));
    size_t n = 0;
    json_object_foreach(object, key, label)
    {
        char *value = NULL, *text = NULL;
        if (!json_is_string(label))
            continue;
        TACIT_TRY(tacit_scratch_text(cx, key, &value));
        TACIT_TRY(tacit_scratch_text(cx, json_string_value(label), &text));
        labels[n++] = (tacit_label){ .value = value, .text = text };
    }
    out->labels = labels;
    out->n_labels = n;
    return TACIT_OK;
}

/* The JSON value of a text, to be given back; NULL if it is none.  Jansson calls some failures
 * of memory wrong syntax: a text that is wrong once and right the next time is right. */
static tacit_status parse_labels(tacit_ctx *cx, const piece *value, json_t **out)
{
    json_error_t error = { 0 };
    *out = json_loadb(value->at, value->n, 0, &error);
    if (*out != NULL)
        return TACIT_OK;
    json_t *again = error.text[0] != '\0' ? json_loadb(value->at, value->n, 0, &error) : NULL;
    const bool wrong = again == NULL && error.text[0] != '\0';
    json_decref(again);
    return wrong ? TACIT_OK : tacit_fail_memory(cx);
}

static tacit_status read_labels(tacit_ctx *cx, const piece *value, const char *column,
                                tacit_column_notes *out)
{
    json_t *object = NULL;
    TACIT_TRY(parse_labels(cx, value, &object));
    tacit_status status = TACIT_OK;
    if (json_is_object(object))
        status = keep_labels(cx, object, out);
    else
        tacit_warn(cx, "Column '%s': its value labels are not a JSON object and are left out.",
                   column);
    json_decref(object);
    return status;
}

tacit_status tacit_arrow_notes(tacit_ctx *cx, const char *metadata, const char *column,
                               tacit_column_notes *out)
{
    int32_t pairs = 0;
    *out = (tacit_column_notes){ 0 };
    if (metadata == NULL)
        return TACIT_OK;
    memcpy(&pairs, metadata, sizeof pairs);
    metadata += sizeof pairs;
    for (int32_t i = 0; i < pairs; i++) {
        piece key = { 0 }, value = { 0 };
        if (!take_piece(&metadata, &key) || !take_piece(&metadata, &value))
            return TACIT_OK;
        if (is_key(&key, TITLE))
            TACIT_TRY(keep_title(cx, &value, out));
        else if (is_key(&key, LABELS))
            TACIT_TRY(read_labels(cx, &value, column, out));
    }
    return TACIT_OK;
}

/* ---- writing ---- */

static tacit_status put_number(tacit_ctx *cx, tacit_buffer *b, size_t n)
{
    const int32_t x = (int32_t)n;
    return tacit_buffer_bytes(cx, b, (const char *)&x, sizeof x);
}

static tacit_status put_pair(tacit_ctx *cx, tacit_buffer *b, const char *key, const char *value)
{
    TACIT_TRY(put_number(cx, b, strlen(key)));
    TACIT_TRY(tacit_buffer_text(cx, b, key));
    TACIT_TRY(put_number(cx, b, strlen(value)));
    return tacit_buffer_text(cx, b, value);
}

/* A text as JSON. */
static tacit_status put_json(tacit_ctx *cx, tacit_buffer *b, const char *text)
{
    json_t *value = json_string(text);
    char *dump = value != NULL ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    const tacit_status status =
        dump != NULL ? tacit_buffer_text(cx, b, dump) : tacit_fail_memory(cx);
    free(dump);
    json_decref(value);
    return status;
}

static tacit_status put_labels(tacit_ctx *cx, tacit_buffer *b, const tacit_column_notes *notes)
{
    for (size_t i = 0; i < notes->n_labels; i++) {
        TACIT_TRY(tacit_buffer_text(cx, b, i == 0 ? "{" : ","));
        TACIT_TRY(put_json(cx, b, notes->labels[i].value));
        TACIT_TRY(tacit_buffer_text(cx, b, ":"));
        TACIT_TRY(put_json(cx, b, notes->labels[i].text));
    }
    return tacit_buffer_text(cx, b, "}");
}

static tacit_status put_notes(tacit_ctx *cx, tacit_buffer *b, tacit_buffer *labels,
                              const tacit_column_notes *notes)
{
    TACIT_TRY(put_number(cx, b, (size_t)(notes->title != NULL) + (notes->n_labels > 0)));
    if (notes->title != NULL)
        TACIT_TRY(put_pair(cx, b, TITLE, notes->title));
    if (notes->n_labels == 0)
        return TACIT_OK;
    TACIT_TRY(put_labels(cx, labels, notes));
    return put_pair(cx, b, LABELS, labels->text);
}

tacit_status tacit_arrow_metadata(tacit_ctx *cx, const tacit_column_notes *notes, char **out)
{
    tacit_buffer b = { 0 }, labels = { 0 };
    *out = NULL;
    if (notes->title == NULL && notes->n_labels == 0)
        return TACIT_OK;
    const tacit_status status = put_notes(cx, &b, &labels, notes);
    tacit_buffer_free(&labels);
    if (status != TACIT_OK) {
        tacit_buffer_free(&b);
        return status;
    }
    *out = b.text;
    return TACIT_OK;
}
