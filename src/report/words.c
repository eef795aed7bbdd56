/*
 * words.c - parts of a record in words: values, parameters, names, the verdict.
 *
 * Lists longer than LONGEST_LIST are cut, since the plan in the report has them in full;
 * nesting deeper than DEEPEST is shown as an ellipsis.
 */
#include "report/words.h"

#include <string.h>

#include "base/text.h"
#include "report/format.h"

enum { LONGEST_LIST = 12, DEEPEST = 4 };

static tacit_status put_value(tacit_ctx *cx, const json_t *value, unsigned depth, tacit_buffer *b);

static tacit_status put_rest(tacit_ctx *cx, size_t shown, size_t n, tacit_buffer *b)
{
    if (shown >= n)
        return TACIT_OK;
    return tacit_buffer_format(cx, b, " and %zu more", n - shown);
}

static tacit_status put_array(tacit_ctx *cx, const json_t *list, unsigned depth, tacit_buffer *b)
{
    const size_t n = json_array_size(list);
    size_t i = 0;
    for (; i < n && i < LONGEST_LIST; i++) {
        TACIT_TRY(tacit_buffer_text(cx, b, i > 0 ? ", " : ""));
        TACIT_TRY(put_value(cx, json_array_get(list, i), depth + 1, b));
    }
    return put_rest(cx, i, n, b);
}

static tacit_status put_object(tacit_ctx *cx, const json_t *object, unsigned depth, tacit_buffer *b)
{
    size_t shown = 0;
    const char *key = NULL;
    const json_t *value = NULL;
    void *at = json_object_iter((json_t *)(uintptr_t)object);
    for (; at != NULL && shown < LONGEST_LIST; shown++) {
        key = json_object_iter_key(at);
        value = json_object_iter_value(at);
        TACIT_TRY(tacit_buffer_text(cx, b, shown > 0 ? "; " : ""));
        TACIT_TRY(tacit_buffer_text(cx, b, key));
        TACIT_TRY(tacit_buffer_text(cx, b, depth == 0 ? " = " : ": "));
        TACIT_TRY(put_value(cx, value, depth + 1, b));
        at = json_object_iter_next((json_t *)(uintptr_t)object, at);
    }
    return put_rest(cx, shown, json_object_size(object), b);
}

static tacit_status put_real(tacit_ctx *cx, double x, tacit_buffer *b)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(x, text);
    return tacit_buffer_text(cx, b, text);
}

static tacit_status put_value(tacit_ctx *cx, const json_t *value, unsigned depth, tacit_buffer *b)
{
    if (depth > DEEPEST)
        return tacit_buffer_text(cx, b, "...");
    if (value == NULL)
        return TACIT_OK;
    switch (json_typeof(value)) {
    case JSON_STRING:
        return tacit_buffer_text(cx, b, json_string_value(value));
    case JSON_INTEGER:
        return tacit_buffer_format(cx, b, "%lld", (long long)json_integer_value(value));
    case JSON_REAL:
        return put_real(cx, json_real_value(value), b);
    case JSON_ARRAY:
        return put_array(cx, value, depth, b);
    case JSON_OBJECT:
        return put_object(cx, value, depth, b);
    case JSON_TRUE:
        return tacit_buffer_text(cx, b, "yes");
    case JSON_FALSE:
        return tacit_buffer_text(cx, b, "no");
    case JSON_NULL:
        break;
    }
    return tacit_buffer_text(cx, b, "n/a");
}

/* Write `value` into scratch memory; `depth` 0 writes an object as parameters. */
static tacit_status keep_value(tacit_ctx *cx, const json_t *value, unsigned depth, const char **out)
{
    tacit_buffer b = { 0 };
    char *text = NULL;
    tacit_status status = put_value(cx, value, depth, &b);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, b.text == NULL ? "" : b.text, &text);
    tacit_buffer_free(&b);
    if (status == TACIT_OK)
        *out = text;
    return status;
}

tacit_status tacit_words_value(tacit_ctx *cx, const json_t *value, const char **out)
{
    return keep_value(cx, value, 1, out);
}

tacit_status tacit_words_parameters(tacit_ctx *cx, const json_t *parameters, const char **out)
{
    *out = "";
    if (json_object_size(parameters) == 0)
        return TACIT_OK;
    return keep_value(cx, parameters, 0, out);
}

/* Whether the step lists the parameters that the plan gave, and not `name`. */
static bool is_default(const json_t *step, const char *name)
{
    const json_t *given = json_object_get(step, "given");
    for (size_t i = 0; i < json_array_size(given); i++)
        if (strcmp(json_string_value(json_array_get(given, i)), name) == 0)
            return false;
    return given != NULL;
}

tacit_status tacit_words_settings(tacit_ctx *cx, const json_t *step, json_t **out)
{
    json_t *all = json_object_get(step, "parameters"), *value = NULL;
    const char *name = NULL;
    json_t *settings = json_object();
    if (settings == NULL)
        return tacit_fail_memory(cx);
    json_object_foreach(all, name, value)
    {
        if (strcmp(name, "columns") == 0 || is_default(step, name) ||
            json_object_set(settings, name, value) == 0)
            continue;
        json_decref(settings);
        return tacit_fail_memory(cx);
    }
    *out = settings;
    return TACIT_OK;
}

const char *tacit_words_title(const json_t *part)
{
    const char *title = tacit_record_text(part, "title");
    return title[0] != '\0' ? title : tacit_record_text(part, "name");
}

tacit_status tacit_words_result(tacit_ctx *cx, const json_t *result, const char **out)
{
    const char *parameters = NULL;
    TACIT_TRY(tacit_words_parameters(cx, json_object_get(result, "parameters"), &parameters));
    *out = tacit_words_title(result);
    if (parameters[0] == '\0')
        return TACIT_OK;
    char *text = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s (%s)", tacit_words_title(result), parameters));
    *out = text;
    return TACIT_OK;
}

/* The figure of `result` that it points out, or its first. */
static const json_t *find_headline(const json_t *result)
{
    const json_t *figures = json_object_get(result, "figures");
    const json_t *named = tacit_record_find(figures, tacit_record_text(result, "headline"));
    return named != NULL ? named : json_array_get(figures, 0);
}

tacit_status tacit_words_headline(tacit_ctx *cx, const tacit_twin *result, tacit_twin *figure,
                                  const char **name)
{
    const json_t *main = tacit_twin_main(result), *now = find_headline(main);
    const char *key = tacit_record_text(main, "headline_of"), *value = NULL;
    const json_t *of = json_object_get(json_object_get(main, "parameters"), key);
    char *text = NULL;
    *figure = (tacit_twin){ NULL, NULL };
    *name = "";
    if (now == NULL)
        return TACIT_OK;
    const json_t *before = json_object_get(result->before, "figures");
    figure->before =
        result->before == main ? now : tacit_record_find(before, tacit_record_text(now, "name"));
    figure->after = result->after == main ? now : NULL;
    *name = tacit_words_title(now);
    if (of == NULL || key[0] == '\0')
        return TACIT_OK;
    TACIT_TRY(tacit_words_value(cx, of, &value));
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s, %s %s", tacit_words_title(now), key, value));
    *name = text;
    return TACIT_OK;
}

tacit_status tacit_words_named(tacit_ctx *cx, const tacit_twin *result, tacit_twin *figure,
                               const char **name)
{
    const char *title = tacit_words_title(tacit_twin_main(result)), *of = NULL;
    char *text = NULL;
    TACIT_TRY(tacit_words_headline(cx, result, figure, &of));
    *name = of;
    if (of[0] == '\0' || strcmp(title, of) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s: %s", title, of));
    *name = text;
    return TACIT_OK;
}

tacit_status tacit_words_first(tacit_ctx *cx, const tacit_twin *result, const char **out)
{
    tacit_twin figure = { NULL, NULL };
    const char *name = NULL;
    char *line = NULL;
    TACIT_TRY(tacit_words_headline(cx, result, &figure, &name));
    const json_t *now = tacit_twin_main(&figure);
    *out = "";
    if (now == NULL)
        return TACIT_OK;
    const char *unit = tacit_record_text(now, "unit");
    const tacit_digits value = tacit_format_unit(unit, json_object_get(now, "value"));
    const tacit_digits before = tacit_format_unit(unit, json_object_get(figure.before, "value"));
    if (figure.before == NULL || figure.before == now)
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s: %s", name, value.text));
    else
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s: %s before, %s now", name, before.text,
                                       value.text));
    *out = line;
    return TACIT_OK;
}

tacit_status tacit_words_failure(tacit_ctx *cx, const json_t *result, const char **out)
{
    const json_t *figure = json_array_get(json_object_get(result, "figures"), 0);
    const char *note = json_string_value(json_array_get(json_object_get(result, "notes"), 0));
    char *text = NULL;
    *out = note == NULL ? "" : note;
    if (note != NULL || figure == NULL)
        return TACIT_OK;
    const tacit_digits value =
        tacit_format_unit(tacit_record_text(figure, "unit"), json_object_get(figure, "value"));
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s: %s.", tacit_words_title(figure), value.text));
    *out = text;
    return TACIT_OK;
}

tacit_told_verdict tacit_words_verdict(const json_t *record)
{
    const json_t *verdict = json_object_get(record, "verdict");
    const char *mood = tacit_record_text(verdict, "mood");
    const char *headline = tacit_record_text(verdict, "headline");
    return (tacit_told_verdict){
        .mood = strcmp(mood, "good") == 0  ? TACIT_MOOD_GOOD
                : strcmp(mood, "bad") == 0 ? TACIT_MOOD_BAD
                                           : TACIT_MOOD_PLAIN,
        .headline = headline[0] != '\0' ? headline : "Done.",
        .meaning = tacit_record_text(verdict, "meaning"),
        .shown = tacit_record_text(record, "shown"),
        .lost = tacit_record_text(record, "lost"),
    };
}

tacit_status tacit_words_range(tacit_ctx *cx, const json_t *figure, const char **out)
{
    const json_t *range = json_object_get(figure, "range");
    const json_t *least = json_object_get(range, "least"), *most = json_object_get(range, "most");
    const char *better = tacit_record_text(range, "better");
    const char *unit = tacit_record_text(figure, "unit");
    const bool directed = strcmp(better, "lower") == 0 || strcmp(better, "higher") == 0;
    char *text = NULL;
    *out = "";
    if (range == NULL)
        return TACIT_OK;
    const tacit_digits low = tacit_format_unit(unit, least), high = tacit_format_unit(unit, most);
    if (json_is_number(least) && json_is_number(most))
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s to %s", low.text, high.text));
    else if (json_is_number(least))
        TACIT_TRY(tacit_scratch_format(cx, &text, "from %s", low.text));
    else if (json_is_number(most))
        TACIT_TRY(tacit_scratch_format(cx, &text, "up to %s", high.text));
    else
        TACIT_TRY(tacit_scratch_text(cx, "any number", &text));
    if (directed)
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s, %s is better", text, better));
    *out = text;
    return TACIT_OK;
}
