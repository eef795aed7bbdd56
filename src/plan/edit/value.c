/*
 * value.c - values as they are written into a plan, and how they are recognised there.
 *
 * A text stands without quotes only if no reader of YAML, of whatever version, could take
 * it for something else: it begins with a letter, has no sign that means something, and is
 * neither a number nor a word for true, false or null.  Otherwise it stands in double
 * quotes, with JSON's escapes, which are YAML's as well.  O(size of the value).
 */
#include "plan/edit/value.h"

#include <string.h>
#include <strings.h>

enum { MOST_DEPTH = 32 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A character that some readers take for the end of a line, for a mark of the byte order or
 * for a control: U+0080 to U+009F, U+2028, U+2029, U+FEFF; gives its bytes, or 0. */
static size_t odd_character(const char *text, size_t n, unsigned *code)
{
    const unsigned char *c = (const unsigned char *)text;
    if (n >= 2 && c[0] == 0xc2 && c[1] < 0xa0) {
        *code = c[1];
        return 2;
    }
    if (n >= 3 && c[0] == 0xe2 && c[1] == 0x80 && (c[2] == 0xa8 || c[2] == 0xa9)) {
        *code = 0x2000U + c[2] - 0x80U;
        return 3;
    }
    if (n >= 3 && c[0] == 0xef && c[1] == 0xbb && c[2] == 0xbf) {
        *code = 0xfeff;
        return 3;
    }
    return 0;
}

static bool is_word(const char *text, size_t n)
{
    static const char *const words[] = { "true", "false", "null", "yes",      "no",
                                         "on",   "off",   "inf",  "infinity", "nan" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == n && strncasecmp(words[i], text, n) == 0)
            return true;
    return false;
}

/* Whether a text begins with a letter, perhaps behind the beginning of a path. */
static bool begins_plain(const char *text, size_t n)
{
    if (n > 2 && strncmp(text, "./", 2) == 0)
        return is_letter(text[2]);
    const size_t first = n > 1 && (text[0] == '.' || text[0] == '/') ? 1 : 0;
    return n > 0 && is_letter(text[first]) && !is_word(text + first, n - first);
}

/* Whether a text may stand without quotes. */
static bool is_plain(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned code = 0;
        const bool allowed =
            is_letter(text[i]) || is_digit(text[i]) || memchr("./- ", text[i], 4) != NULL;
        if (!allowed || odd_character(text + i, n - i, &code) > 0)
            return false;
    }
    return begins_plain(text, n) && text[n - 1] != ' ';
}

static tacit_status put_quoted(tacit_ctx *cx, const char *text, size_t n, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_text(cx, out, "\""));
    for (size_t i = 0, used = 1; i < n; i += used) {
        unsigned code = (unsigned char)text[i];
        const size_t odd = odd_character(text + i, n - i, &code);
        used = odd > 0 ? odd : 1;
        if (code == '\n' || code == '\t' || code == '\r')
            TACIT_TRY(tacit_buffer_text(cx, out,
                                        code == '\n'   ? "\\n"
                                        : code == '\t' ? "\\t"
                                                       : "\\r"));
        else if (code == '"' || code == '\\')
            TACIT_TRY(tacit_buffer_format(cx, out, "\\%c", (int)code));
        else if (code < 0x20 || code == 0x7f || odd > 0)
            TACIT_TRY(tacit_buffer_format(cx, out, "\\u%04x", code));
        else
            TACIT_TRY(tacit_buffer_bytes(cx, out, text + i, 1));
    }
    return tacit_buffer_text(cx, out, "\"");
}

tacit_status tacit_edit_put_text(tacit_ctx *cx, const char *text, size_t n, bool strict,
                                 tacit_buffer *out)
{
    if (!strict && is_plain(text, n))
        return tacit_buffer_bytes(cx, out, text, n);
    return put_quoted(cx, text, n, out);
}

/* A number that reads back as a number that is not whole, or as a large one. */
static tacit_status put_real(tacit_ctx *cx, double x, tacit_buffer *out)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(x, text);
    TACIT_TRY(tacit_buffer_text(cx, out, text));
    return strspn(text, "-0123456789") == strlen(text) ? tacit_buffer_text(cx, out, ".0")
                                                       : TACIT_OK;
}

static tacit_status put_scalar(tacit_ctx *cx, const json_t *value, bool strict, tacit_buffer *out)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        return tacit_edit_put_text(cx, json_string_value(value), json_string_length(value), strict,
                                   out);
    case JSON_INTEGER:
        return tacit_buffer_format(cx, out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    case JSON_REAL:
        return put_real(cx, json_real_value(value), out);
    case JSON_TRUE:
        return tacit_buffer_text(cx, out, "true");
    case JSON_FALSE:
        return tacit_buffer_text(cx, out, "false");
    default:
        return tacit_buffer_text(cx, out, "null");
    }
}

static tacit_status put_at(tacit_ctx *cx, const json_t *value, bool strict, size_t depth,
                           tacit_buffer *out);

static tacit_status put_list(tacit_ctx *cx, const json_t *list, bool strict, size_t depth,
                             tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_text(cx, out, "["));
    for (size_t i = 0; i < json_array_size(list); i++) {
        TACIT_TRY(tacit_buffer_text(cx, out, i > 0 ? ", " : ""));
        TACIT_TRY(put_at(cx, json_array_get(list, i), strict, depth + 1, out));
    }
    return tacit_buffer_text(cx, out, "]");
}

static tacit_status put_map(tacit_ctx *cx, const json_t *map, bool strict, size_t depth,
                            tacit_buffer *out)
{
    json_t *open = (json_t *)(uintptr_t)map; /* jansson walks maps that are not const */
    TACIT_TRY(tacit_buffer_text(cx, out, "{"));
    for (void *at = json_object_iter(open); at != NULL; at = json_object_iter_next(open, at)) {
        const char *key = json_object_iter_key(at);
        TACIT_TRY(tacit_edit_put_text(cx, key, strlen(key), strict, out));
        TACIT_TRY(tacit_buffer_text(cx, out, ": "));
        TACIT_TRY(put_at(cx, json_object_iter_value(at), strict, depth + 1, out));
        TACIT_TRY(tacit_buffer_text(cx, out, json_object_iter_next(open, at) != NULL ? ", " : ""));
    }
    return tacit_buffer_text(cx, out, "}");
}

static tacit_status put_at(tacit_ctx *cx, const json_t *value, bool strict, size_t depth,
                           tacit_buffer *out)
{
    if (depth > MOST_DEPTH)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The new value has lists and maps nested more than 32 deep.");
    if (json_is_array(value))
        return put_list(cx, value, strict, depth, out);
    if (json_is_object(value))
        return put_map(cx, value, strict, depth, out);
    return put_scalar(cx, value, strict, out);
}

tacit_status tacit_edit_put_value(tacit_ctx *cx, const json_t *value, bool strict,
                                  tacit_buffer *out)
{
    return put_at(cx, value, strict, 0, out);
}

/* Whether a text without quotes could be taken for something else. */
static bool means_more(const tacit_node *node)
{
    double x = 0.0;
    return node->plain &&
           (tacit_node_is_null(node) || tacit_parse_real(node->text, &x) ||
            strcasecmp(node->text, "true") == 0 || strcasecmp(node->text, "false") == 0);
}

static bool is_number(const tacit_node *node, double value)
{
    double x = 0.0;
    return node->plain && tacit_parse_real(node->text, &x) && !(x < value) && !(x > value);
}

static bool is_scalar(const tacit_node *node, const json_t *value)
{
    int64_t whole = 0;
    switch (json_typeof(value)) {
    case JSON_STRING:
        return !means_more(node) && strlen(node->text) == json_string_length(value) &&
               strcmp(node->text, json_string_value(value)) == 0;
    case JSON_INTEGER:
        if (tacit_parse_integer(node->text, strlen(node->text), &whole))
            return node->plain && whole == json_integer_value(value);
        return is_number(node, (double)json_integer_value(value));
    case JSON_REAL:
        return is_number(node, json_real_value(value));
    case JSON_TRUE:
        return node->plain && strcmp(node->text, "true") == 0;
    case JSON_FALSE:
        return node->plain && strcmp(node->text, "false") == 0;
    default:
        return tacit_node_is_null(node);
    }
}

static bool is_list(const tacit_node *node, const json_t *list)
{
    size_t i = 0;
    for (const tacit_node *item = node->first; item != NULL; item = item->next, i++)
        if (!tacit_edit_is_value(item, json_array_get(list, i)))
            return false;
    return true;
}

static bool is_map(const tacit_node *node, const json_t *map)
{
    for (const tacit_node *key = node->first; key != NULL; key = key->next) {
        const json_t *value = key->kind == TACIT_NODE_SCALAR && key->twin == NULL
                                  ? json_object_get(map, key->text)
                                  : NULL;
        if (value == NULL || key->value == NULL || !tacit_edit_is_value(key->value, value))
            return false;
    }
    return true;
}

bool tacit_edit_is_value(const tacit_node *node, const json_t *value)
{
    if (json_is_array(value))
        return node->kind == TACIT_NODE_LIST && node->n == json_array_size(value) &&
               is_list(node, value);
    if (json_is_object(value))
        return node->kind == TACIT_NODE_MAP && node->n == json_object_size(value) &&
               is_map(node, value);
    return node->kind == TACIT_NODE_SCALAR && is_scalar(node, value);
}

bool tacit_edit_is_same(const tacit_node *a, const tacit_node *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->kind != b->kind || a->plain != b->plain || a->n != b->n || strcmp(a->text, b->text) != 0)
        return false;
    const tacit_node *x = a->first, *y = b->first;
    for (; x != NULL && y != NULL; x = x->next, y = y->next)
        if (!tacit_edit_is_same(x, y) || !tacit_edit_is_same(x->value, y->value))
            return false;
    return x == NULL && y == NULL;
}
