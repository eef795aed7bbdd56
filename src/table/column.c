/*
 * column.c - one immutable typed column.
 */
#include "table/column.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "table/column_own.h"

const char *tacit_type_name(tacit_type type)
{
    switch (type) {
    case TACIT_TYPE_INTEGER:
        return "integer";
    case TACIT_TYPE_REAL:
        return "real";
    case TACIT_TYPE_CATEGORY:
        return "category";
    case TACIT_TYPE_DATE:
        return "date";
    }
    return "unknown";
}

size_t tacit_type_bytes(tacit_type type)
{
    switch (type) {
    case TACIT_TYPE_CATEGORY:
    case TACIT_TYPE_DATE:
        return 4;
    case TACIT_TYPE_INTEGER:
    case TACIT_TYPE_REAL:
        break;
    }
    return 8;
}

tacit_column *tacit_column_share(const tacit_column *c)
{
    tacit_column *own = NULL;
    memcpy(&own, &c, sizeof own); /* only the reference count changes */
    atomic_fetch_add(&own->refs, 1);
    return own;
}

/* Free a text that only a const pointer holds. */
static void free_text(const char *text)
{
    char *own = NULL;
    memcpy(&own, &text, sizeof own);
    tacit_free(own);
}

static void free_notes(tacit_column_notes *notes)
{
    free_text(notes->title);
    tacit_label *labels = NULL;
    memcpy(&labels, &notes->labels, sizeof labels);
    for (size_t i = 0; i < notes->n_labels; i++) {
        free_text(labels[i].value);
        free_text(labels[i].text);
    }
    tacit_free(labels);
}

void tacit_column_free(tacit_column *c)
{
    if (c == NULL || atomic_fetch_sub(&c->refs, 1) > 1)
        return;
    if (c->data != NULL)
        tacit_wipe(c->data, c->n * tacit_type_bytes(c->type));
    tacit_free(c->data);
    tacit_free(c->valid);
    tacit_free(c->name);
    tacit_dict_free(c->dict);
    free_notes(&c->notes);
    tacit_free(c);
}

const char *tacit_column_name(const tacit_column *c)
{
    return c->name;
}

tacit_type tacit_column_type(const tacit_column *c)
{
    return c->type;
}

size_t tacit_column_length(const tacit_column *c)
{
    return c->n;
}

size_t tacit_column_missing(const tacit_column *c)
{
    return c->missing;
}

const tacit_column_notes *tacit_column_notes_of(const tacit_column *c)
{
    return &c->notes;
}

const int64_t *tacit_column_integers(const tacit_column *c)
{
    TACIT_ASSERT(c->type == TACIT_TYPE_INTEGER);
    return c->data;
}

const double *tacit_column_reals(const tacit_column *c)
{
    TACIT_ASSERT(c->type == TACIT_TYPE_REAL);
    return c->data;
}

const uint32_t *tacit_column_codes(const tacit_column *c)
{
    TACIT_ASSERT(c->type == TACIT_TYPE_CATEGORY);
    return c->data;
}

const int32_t *tacit_column_dates(const tacit_column *c)
{
    TACIT_ASSERT(c->type == TACIT_TYPE_DATE);
    return c->data;
}

const tacit_dict *tacit_column_dict(const tacit_column *c)
{
    TACIT_ASSERT(c->type == TACIT_TYPE_CATEGORY);
    return c->dict;
}

const uint64_t *tacit_column_valid(const tacit_column *c)
{
    return c->valid;
}

bool tacit_column_is_missing(const tacit_column *c, size_t i)
{
    TACIT_ASSERT(i < c->n);
    return !tacit_valid_at(c->valid, i);
}

double tacit_column_number(const tacit_column *c, size_t i)
{
    TACIT_ASSERT(i < c->n);
    switch (c->type) {
    case TACIT_TYPE_INTEGER:
        return (double)((const int64_t *)c->data)[i];
    case TACIT_TYPE_REAL:
        return ((const double *)c->data)[i];
    case TACIT_TYPE_DATE:
        return (double)((const int32_t *)c->data)[i];
    case TACIT_TYPE_CATEGORY:
        break;
    }
    TACIT_ASSERT(c->type != TACIT_TYPE_CATEGORY); /* a category is not a number */
    return 0.0;
}

const char *tacit_column_text(const tacit_column *c, size_t i, char out[32])
{
    out[0] = '\0';
    if (tacit_column_is_missing(c, i))
        return out;
    if (c->type == TACIT_TYPE_CATEGORY)
        return tacit_dict_text(c->dict, ((const uint32_t *)c->data)[i]);
    if (c->type == TACIT_TYPE_DATE)
        tacit_format_date(((const int32_t *)c->data)[i], out);
    else if (c->type == TACIT_TYPE_REAL)
        tacit_format_real(((const double *)c->data)[i], out);
    else
        tacit_format_integer(((const int64_t *)c->data)[i], out);
    return out;
}

tacit_status tacit_column_present(tacit_ctx *cx, const tacit_column *c, double **x, size_t *n)
{
    double *values = NULL;
    size_t count = 0;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *values, &values));
    for (size_t i = 0; i < c->n; i++)
        if (tacit_valid_at(c->valid, i))
            values[count++] = tacit_column_number(c, i);
    *x = values;
    *n = count;
    return TACIT_OK;
}

size_t tacit_column_bytes(const tacit_column *c)
{
    return c->room * tacit_type_bytes(c->type) +
           (c->valid != NULL ? tacit_valid_words(c->room) * sizeof *c->valid : 0) +
           (c->dict != NULL ? tacit_dict_bytes(c->dict) : 0);
}

void tacit_column_recount(tacit_column *c)
{
    size_t present = 0;
    if (c->valid == NULL)
        present = c->n;
    for (size_t w = 0; c->valid != NULL && w < tacit_valid_words(c->n); w++) {
        const size_t tail = c->n - 64 * w;
        const uint64_t mask = tail < 64 ? (UINT64_C(1) << tail) - 1 : UINT64_MAX;
        present += (size_t)__builtin_popcountll(c->valid[w] & mask);
    }
    c->missing = c->n - present;
}

tacit_status tacit_column_need_valid(tacit_ctx *cx, tacit_column *c)
{
    if (c->valid != NULL)
        return TACIT_OK;
    const size_t words = tacit_valid_words(c->room);
    TACIT_TRY(tacit_alloc(cx, words, sizeof *c->valid, &c->valid));
    memset(c->valid, 0xff, words * sizeof *c->valid);
    return TACIT_OK;
}

static tacit_status fill_blank(tacit_ctx *cx, const tacit_column *c, tacit_column *own)
{
    TACIT_TRY(tacit_copy_text(cx, c->name, &own->name));
    TACIT_TRY(tacit_alloc(cx, c->n, tacit_type_bytes(own->type), &own->data));
    own->n = own->room = c->n;
    own->missing = c->missing;
    if (c->valid != NULL) {
        TACIT_TRY(tacit_column_need_valid(cx, own));
        memcpy(own->valid, c->valid, tacit_valid_words(c->n) * sizeof *c->valid);
    }
    return TACIT_OK;
}

tacit_status tacit_column_blank(tacit_ctx *cx, const tacit_column *c, tacit_type type,
                                tacit_column **out)
{
    tacit_column *own = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *own, &own));
    atomic_init(&own->refs, 1);
    own->type = type;
    tacit_status status = fill_blank(cx, c, own);
    if (status == TACIT_OK)
        status = tacit_notes_copy(cx, &c->notes, &own->notes);
    if (status != TACIT_OK) {
        tacit_column_free(own);
        return status;
    }
    *out = own;
    return TACIT_OK;
}

static tacit_status copy_optional(tacit_ctx *cx, const char *text, const char **out)
{
    if (text == NULL)
        return TACIT_OK;
    char *copy = NULL;
    TACIT_TRY(tacit_copy_text(cx, text, &copy));
    *out = copy;
    return TACIT_OK;
}

tacit_status tacit_notes_copy(tacit_ctx *cx, const tacit_column_notes *from, tacit_column_notes *to)
{
    TACIT_ASSERT(to->labels == NULL);
    TACIT_TRY(copy_optional(cx, from->title, &to->title));
    if (from->n_labels == 0)
        return TACIT_OK;
    tacit_label *labels = NULL;
    TACIT_TRY(tacit_alloc(cx, from->n_labels, sizeof *labels, &labels));
    to->labels = labels;
    to->n_labels = from->n_labels;
    for (size_t i = 0; i < from->n_labels; i++) {
        TACIT_TRY(copy_optional(cx, from->labels[i].value, &labels[i].value));
        TACIT_TRY(copy_optional(cx, from->labels[i].text, &labels[i].text));
    }
    return TACIT_OK;
}
