/*
 * yaml.c - texts in YAML that the plan's parser reads back as they were.
 *
 * A text stands without quotes only if it is made of letters, digits and _ - . / and is
 * no word that YAML 1.1 or 1.2 reads as something else.  O(length).
 */
#include "task/init/yaml.h"

#include <string.h>
#include <strings.h>

#include <utf8proc.h>

/* Columns that comments are broken at. */
enum { LINE = 94 };

/* Whether YAML reads the text without quotes as this very text. */
static bool is_plain(const char *text)
{
    static const char *const words[] = { "null", "true", "false", "yes", "no",
                                         "on",   "off",  "y",     "n",   NULL };
    const char c = text[0];
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'))
        return false;
    for (size_t i = 0; words[i] != NULL; i++)
        if (strcasecmp(text, words[i]) == 0)
            return false;
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./") ==
           strlen(text);
}

/* Whether a code point can stand for itself in YAML and on a screen. */
static bool is_printable(utf8proc_int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k != UTF8PROC_CATEGORY_CC && k != UTF8PROC_CATEGORY_CF && k != UTF8PROC_CATEGORY_CS &&
           k != UTF8PROC_CATEGORY_CO && k != UTF8PROC_CATEGORY_CN && k != UTF8PROC_CATEGORY_ZL &&
           k != UTF8PROC_CATEGORY_ZP;
}

/* The code point at `text` and its bytes; -1 and one byte if it is broken. */
static utf8proc_int32_t point_at(const char *text, size_t *bytes)
{
    utf8proc_int32_t c = -1;
    const utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
    *bytes = n > 0 ? (size_t)n : 1;
    return n > 0 ? c : -1;
}

tacit_status tacit_yaml_comment(tacit_ctx *cx, tacit_buffer *out, const char *text)
{
    size_t bytes = 0;
    for (; *text != '\0'; text += bytes) {
        const utf8proc_int32_t c = point_at(text, &bytes);
        if (c >= 0 && is_printable(c))
            TACIT_TRY(tacit_buffer_bytes(cx, out, text, bytes));
        else
            TACIT_TRY(tacit_buffer_text(cx, out, "?"));
    }
    return TACIT_OK;
}

tacit_status tacit_yaml_scalar(tacit_ctx *cx, tacit_buffer *out, const char *text)
{
    if (is_plain(text))
        return tacit_buffer_text(cx, out, text);
    TACIT_TRY(tacit_buffer_text(cx, out, "\""));
    size_t bytes = 0;
    for (; *text != '\0'; text += bytes) {
        const utf8proc_int32_t c = point_at(text, &bytes);
        if (c == '"' || c == '\\')
            TACIT_TRY(tacit_buffer_format(cx, out, "\\%c", (char)c));
        else if (c >= 0 && is_printable(c))
            TACIT_TRY(tacit_buffer_bytes(cx, out, text, bytes));
        else
            TACIT_TRY(tacit_buffer_format(cx, out, "\\U%08X", c >= 0 ? (unsigned)c : 0xfffdu));
    }
    return tacit_buffer_text(cx, out, "\"");
}

tacit_status tacit_yaml_lines(tacit_ctx *cx, tacit_buffer *out, const char *margin,
                              const char *text)
{
    const size_t room = (size_t)LINE - strlen(margin);
    while (*text != '\0') {
        size_t n = strlen(text);
        if (n > room) {
            n = room;
            while (n > 1 && (text[n] != ' ' || text[n + 1] == '%'))
                n--;
            n = n > 1 ? n : strcspn(text, " "); /* a word that is longer than the line */
        }
        char *line = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &line, "%.*s", (int)n, text));
        TACIT_TRY(tacit_buffer_text(cx, out, margin));
        TACIT_TRY(tacit_yaml_comment(cx, out, line));
        TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
        text += n;
        text += *text == ' ';
    }
    return TACIT_OK;
}
