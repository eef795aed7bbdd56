/*
 * override.c - a key of a plan's text replaced by what an option says.
 *
 * A plan in JSON is a JSON object and is edited as such.  Otherwise the top-level keys of
 * a plan begin in the first column: the line of the key is replaced, and lines that go
 * on with its value (they are indented) are made empty.
 */
#include "cli/override.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/result.h"

/* A plan has at most this many bytes of text; see plan/parse.c. */
enum { MOST_BYTES = 4 << 20 };

static tacit_status read_stream(tacit_ctx *cx, FILE *file, const char *path, char **out)
{
    tacit_buffer text = { 0 };
    char         part[4096];
    size_t       n = 0;
    tacit_status status = tacit_buffer_text(cx, &text, "");
    while (status == TACIT_OK && text.length <= MOST_BYTES &&
           (n = fread(part, 1, sizeof part, file)) > 0)
        status = tacit_buffer_bytes(cx, &text, part, n);
    if (status == TACIT_OK && ferror(file))
        status = tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
    if (status == TACIT_OK && (text.length > MOST_BYTES || strlen(text.text) < text.length))
        status = tacit_fail(cx, TACIT_ERR_INPUT,
                            "%s is no plan: it is too long, or has bytes that "
                            "are not text.",
                            path);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, text.text, out);
    tacit_buffer_free(&text);
    return status;
}

tacit_status tacit_override_read(tacit_ctx *cx, const char *path, char **out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
    const tacit_status status = read_stream(cx, file, path, out);
    fclose(file);
    return status;
}

/* Move an owned text of jansson into scratch memory. */
static tacit_status keep_json(tacit_ctx *cx, char *text, char **out)
{
    if (text == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = tacit_scratch_text(cx, text, out);
    tacit_json_free(text);
    return status;
}

/* Whether the line says `key`, with or without quotes, and a colon. */
static bool is_key_line(const char *line, const char *key)
{
    const bool   quoted = line[0] == '"' || line[0] == '\'';
    const char  *at = line + quoted;
    const size_t n = strlen(key);
    if (strncmp(at, key, n) != 0 || (quoted && at[n] != line[0]))
        return false;
    at += n + quoted;
    at += strspn(at, " \t");
    return *at == ':';
}

/* Whether the line goes on with the value of a key above it. */
static bool is_indented(const char *line)
{
    return line[0] == ' ' || line[0] == '\t' || line[0] == '-';
}

static tacit_status copy_lines(tacit_ctx *cx, const char *text, const char *key, const char *line,
                               tacit_buffer *out)
{
    bool replaced = false, inside = false;
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        const bool   here = is_key_line(text, key);
        inside = here || (inside && is_indented(text));
        if (here)
            TACIT_TRY(tacit_buffer_text(cx, out, line));
        else if (!inside)
            TACIT_TRY(tacit_buffer_bytes(cx, out, text, n));
        TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
        replaced = replaced || here;
        text += n + (text[n] == '\n');
    }
    return replaced ? TACIT_OK : tacit_buffer_format(cx, out, "%s\n", line);
}

static tacit_status edit_yaml(tacit_ctx *cx, const char *text, const char *key, const char *value,
                              char **out)
{
    json_t *quoted = json_string(value);
    char   *dumped = json_dumps(quoted, JSON_ENCODE_ANY), *json = NULL, *line = NULL;
    json_decref(quoted);
    TACIT_TRY(keep_json(cx, dumped, &json));
    TACIT_TRY(tacit_scratch_format(cx, &line, "%s: %s", key, json));
    tacit_buffer copy = { 0 };
    tacit_status status = copy_lines(cx, text, key, line, &copy);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, copy.text, out);
    tacit_buffer_free(&copy);
    return status;
}

tacit_status tacit_override(tacit_ctx *cx, const char *text, const char *key, const char *value,
                            char **out)
{
    if (text[strspn(text, " \t\r\n")] != '{')
        return edit_yaml(cx, text, key, value, out);
    json_t *plan = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(plan)) {
        json_decref(plan);
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Option '--%s' needs a plan whose keys begin their lines, or that is "
                          "valid JSON.",
                          key);
    }
    tacit_status status = tacit_json_put(cx, plan, key, json_string(value));
    if (status == TACIT_OK)
        status = keep_json(cx, json_dumps(plan, JSON_INDENT(2)), out);
    json_decref(plan);
    return status;
}
