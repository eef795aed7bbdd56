/*
 * export.c - the schema and the rows of a table in Arrow's structures.
 *
 * Each structure owns what it points to, so that a consumer may move a child out of its
 * parent: a parent releases only children that are still there.  An array of values holds a
 * reference to its column and points into it; the texts of a dictionary are copied, because
 * ours have a NUL between them.
 */
#include <string.h>

#include "base/memory.h"
#include "table/arrow/own.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "bitmaps of 64-bit words are Arrow's bitmaps on little-endian machines only"
#endif

size_t tacit_arrow_text_bytes(const tacit_dict *d)
{
    size_t n = 0;
    for (uint32_t code = 0; code < tacit_dict_size(d); code++)
        n += tacit_dict_length(d, code);
    return n;
}

static bool is_large(const tacit_dict *d)
{
    return tacit_arrow_text_bytes(d) > INT32_MAX;
}

/* ---- schemas ---- */

/* What a schema owns besides its children. */
typedef struct schema_node {
    char *name, *metadata;
} schema_node;

static void release_schema(struct ArrowSchema *s)
{
    schema_node *node = s->private_data;
    for (int64_t j = 0; j < s->n_children; j++) {
        if (s->children[j] != NULL && s->children[j]->release != NULL)
            s->children[j]->release(s->children[j]);
        tacit_free(s->children[j]);
    }
    tacit_free(s->children);
    if (s->dictionary != NULL && s->dictionary->release != NULL)
        s->dictionary->release(s->dictionary);
    tacit_free(s->dictionary);
    tacit_free(node->name);
    tacit_free(node->metadata);
    tacit_free(node);
    s->release = NULL;
}

/* An empty schema, to be released, with room for children. */
static tacit_status start_schema(tacit_ctx *cx, const char *format, const char *name, size_t n,
                                 struct ArrowSchema *s)
{
    schema_node *node = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *node, &node));
    *s = (struct ArrowSchema){ .format = format,
                               .flags = ARROW_FLAG_NULLABLE,
                               .release = release_schema,
                               .private_data = node };
    TACIT_TRY(tacit_copy_text(cx, name, &node->name));
    s->name = node->name;
    if (n > 0)
        TACIT_TRY(tacit_alloc(cx, n, sizeof(struct ArrowSchema *), &s->children));
    return TACIT_OK;
}

static const char *format_of(const tacit_column *c)
{
    switch (tacit_column_type(c)) {
    case TACIT_TYPE_INTEGER:
        return "l";
    case TACIT_TYPE_REAL:
        return "g";
    case TACIT_TYPE_DATE:
        return "tdD";
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return tacit_dict_size(tacit_column_dict(c)) > INT32_MAX ? "I" : "i";
}

static tacit_status fill_schema(tacit_ctx *cx, const tacit_column *c, struct ArrowSchema *s)
{
    TACIT_TRY(start_schema(cx, format_of(c), tacit_column_name(c), 0, s));
    schema_node *node = s->private_data;
    TACIT_TRY(tacit_arrow_metadata(cx, tacit_column_notes_of(c), &node->metadata));
    s->metadata = node->metadata;
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s->dictionary, &s->dictionary));
    return start_schema(cx, is_large(tacit_column_dict(c)) ? "U" : "u", "", 0, s->dictionary);
}

static tacit_status fill_schemas(tacit_ctx *cx, const tacit_table *t, struct ArrowSchema *s)
{
    TACIT_TRY(start_schema(cx, "+s", "", tacit_table_columns(t), s));
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        TACIT_TRY(tacit_alloc(cx, 1, sizeof(struct ArrowSchema), &s->children[j]));
        s->n_children++;
        TACIT_TRY(fill_schema(cx, tacit_table_column(t, j), s->children[j]));
    }
    return TACIT_OK;
}

tacit_status tacit_arrow_export_schema(tacit_ctx *cx, const tacit_table *t, struct ArrowSchema *out)
{
    struct ArrowSchema s = { 0 };
    const tacit_status status = fill_schemas(cx, t, &s);
    if (status == TACIT_OK)
        *out = s;
    else if (s.release != NULL)
        s.release(&s);
    return status;
}

/* ---- arrays ---- */

/* What an array owns besides its children. */
typedef struct array_node {
    const void *buffer[3];
    tacit_column *column;
    void *offsets;
    char *texts;
    size_t bytes; /* of the texts */
} array_node;

static void release_array(struct ArrowArray *a)
{
    array_node *node = a->private_data;
    for (int64_t j = 0; j < a->n_children; j++) {
        if (a->children[j] != NULL && a->children[j]->release != NULL)
            a->children[j]->release(a->children[j]);
        tacit_free(a->children[j]);
    }
    tacit_free(a->children);
    if (a->dictionary != NULL && a->dictionary->release != NULL)
        a->dictionary->release(a->dictionary);
    tacit_free(a->dictionary);
    tacit_column_free(node->column);
    tacit_free(node->offsets);
    if (node->texts != NULL)
        tacit_wipe(node->texts, node->bytes);
    tacit_free(node->texts);
    tacit_free(node);
    a->release = NULL;
}

/* An empty array, to be released. */
static tacit_status start_array(tacit_ctx *cx, size_t length, int64_t buffers, struct ArrowArray *a,
                                array_node **out)
{
    array_node *node = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *node, &node));
    *a = (struct ArrowArray){ .length = (int64_t)length,
                              .n_buffers = buffers,
                              .buffers = node->buffer,
                              .release = release_array,
                              .private_data = node };
    *out = node;
    return TACIT_OK;
}

/* Write where text number `i` begins. */
static void put_offset(array_node *node, size_t i, bool large, size_t at)
{
    if (large)
        ((int64_t *)node->offsets)[i] = (int64_t)at;
    else
        ((int32_t *)node->offsets)[i] = (int32_t)at;
}

static tacit_status fill_dictionary(tacit_ctx *cx, const tacit_dict *d, struct ArrowArray *a)
{
    const uint32_t n = tacit_dict_size(d);
    const bool large = is_large(d);
    array_node *node = NULL;
    TACIT_TRY(start_array(cx, n, 3, a, &node));
    node->bytes = tacit_arrow_text_bytes(d);
    TACIT_TRY(tacit_alloc(cx, node->bytes, 1, &node->texts));
    TACIT_TRY(tacit_alloc(cx, (size_t)n + 1, large ? 8 : 4, &node->offsets));
    size_t at = 0;
    for (uint32_t code = 0; code < n; code++) {
        memcpy(node->texts + at, tacit_dict_text(d, code), tacit_dict_length(d, code));
        at += tacit_dict_length(d, code);
        put_offset(node, (size_t)code + 1, large, at);
    }
    node->buffer[1] = node->offsets;
    node->buffer[2] = node->texts;
    return TACIT_OK;
}

static const void *values_of(const tacit_column *c)
{
    switch (tacit_column_type(c)) {
    case TACIT_TYPE_INTEGER:
        return tacit_column_integers(c);
    case TACIT_TYPE_REAL:
        return tacit_column_reals(c);
    case TACIT_TYPE_DATE:
        return tacit_column_dates(c);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return tacit_column_codes(c);
}

static tacit_status fill_array(tacit_ctx *cx, const tacit_column *c, struct ArrowArray *a)
{
    array_node *node = NULL;
    TACIT_TRY(start_array(cx, tacit_column_length(c), 2, a, &node));
    node->column = tacit_column_share(c);
    a->null_count = (int64_t)tacit_column_missing(c);
    node->buffer[0] = a->null_count > 0 ? tacit_column_valid(c) : NULL;
    node->buffer[1] = values_of(c);
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *a->dictionary, &a->dictionary));
    return fill_dictionary(cx, tacit_column_dict(c), a->dictionary);
}

static tacit_status fill_arrays(tacit_ctx *cx, const tacit_table *t, struct ArrowArray *a)
{
    const size_t n = tacit_table_columns(t);
    array_node *node = NULL;
    TACIT_TRY(start_array(cx, tacit_table_rows(t), 1, a, &node));
    TACIT_TRY(tacit_alloc(cx, n, sizeof(struct ArrowArray *), &a->children));
    for (size_t j = 0; j < n; j++) {
        TACIT_TRY(tacit_alloc(cx, 1, sizeof(struct ArrowArray), &a->children[j]));
        a->n_children++;
        TACIT_TRY(fill_array(cx, tacit_table_column(t, j), a->children[j]));
    }
    return TACIT_OK;
}

tacit_status tacit_arrow_export_rows(tacit_ctx *cx, const tacit_table *t, struct ArrowArray *out)
{
    struct ArrowArray a = { 0 };
    const tacit_status status = fill_arrays(cx, t, &a);
    if (status == TACIT_OK)
        *out = a;
    else if (a.release != NULL)
        a.release(&a);
    return status;
}
