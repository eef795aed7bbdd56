/*
 * plan_values.c - random values for plans, and their scalars in random spelling.
 */
#include "support/plan_values.h"

size_t draw(plan_text *t, size_t n)
{
    return (size_t)tacit_rng_below(&t->rng, n);
}

void put(plan_text *t, const char *text)
{
    if (tacit_buffer_text(t->cx, &t->out, text) != TACIT_OK)
        abort();
}

void put_column(plan_text *t, size_t column)
{
    for (size_t i = 0; i < column; i++)
        put(t, " ");
}

void way_to(char out[PLAN_WAY], const char *way, const char *part)
{
    snprintf(out, PLAN_WAY, "%s%s%.40s", way, way[0] != '\0' ? "/" : "", part);
}

json_t *draw_scalar(plan_text *t)
{
    switch (draw(t, 9)) {
    case 0:
        return json_integer((json_int_t)draw(t, 2000) - 1000);
    case 1:
        return json_real((double)draw(t, 1000) / 8.0 + 0.0625);
    case 2:
        return json_boolean(draw(t, 2));
    case 3:
        return json_null();
    case 4:
    case 5:
        return json_string(PLAN_PICK(t, PLAN_ODD));
    case 6:
        return json_string(PLAN_PICK(t, PLAN_LINES));
    default:
        return json_string(PLAN_PICK(t, PLAN_PLAIN));
    }
}

json_t *draw_value(plan_text *t, size_t depth, bool root)
{
    const size_t kind = depth == 0 ? 0 : root ? 3 + draw(t, 6) : draw(t, 9);
    if (kind < 3)
        return draw_scalar(t);
    const size_t n = draw(t, 5) + (root ? 1 : 0);
    json_t *out = kind < 5 ? json_array() : json_object();
    for (size_t i = 0; i < n; i++) {
        json_t *inner = draw_value(t, depth - 1, false);
        if (json_is_array(out))
            json_array_append_new(out, inner);
        else
            json_object_set_new(out, PLAN_PICK(t, PLAN_KEYS), inner);
    }
    return out;
}

void put_comment(plan_text *t, const char *way)
{
    char text[64];
    if (draw(t, 3) != 0 || t->n_comments == PLAN_COMMENTS)
        return;
    snprintf(t->owner[t->n_comments], PLAN_WAY, "%s", way);
    snprintf(text, sizeof text, " # note %zu; a: [b, - 'c", ++t->n_comments);
    put(t, text);
}

void put_between(plan_text *t, size_t column, const char *way)
{
    if (draw(t, 6) == 0)
        put(t, "\n");
    if (draw(t, 5) == 0) {
        put_column(t, draw(t, column + 1));
        put_comment(t, way);
        put(t, "\n");
    }
}

void put_dump(plan_text *t, const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | (draw(t, 2) != 0 ? JSON_ENSURE_ASCII : 0));
    put(t, text);
    free(text);
}

bool is_plain_text(const char *text)
{
    for (size_t i = 0; i < sizeof PLAN_PLAIN / sizeof *PLAN_PLAIN; i++)
        if (strcmp(PLAN_PLAIN[i], text) == 0)
            return true;
    return strlen(text) == 1 && text[0] >= 'a' && text[0] <= 'z';
}

void put_string(plan_text *t, const char *text)
{
    json_t *value = json_string(text);
    const bool single = strpbrk(text, "\n\t") == NULL && draw(t, 2) == 0;
    if (is_plain_text(text) && draw(t, 3) != 0) {
        put(t, text);
    } else if (single) {
        put(t, "'");
        for (const char *c = text; *c != '\0'; c++) {
            const char one[3] = { *c, *c == '\'' ? '\'' : '\0', '\0' };
            put(t, one);
        }
        put(t, "'");
    } else {
        put_dump(t, value);
    }
    json_decref(value);
}

void put_scalar(plan_text *t, const json_t *value)
{
    static const char *const nulls[] = { "~", "null", "NULL" };
    if (json_is_string(value))
        put_string(t, json_string_value(value));
    else if (json_is_null(value))
        put(t, PLAN_PICK(t, nulls));
    else
        put_dump(t, value);
}

bool is_collection(const json_t *value)
{
    return json_is_array(value) || json_is_object(value);
}

size_t entry_count(const json_t *value)
{
    return json_is_array(value) ? json_array_size(value) : json_object_size(value);
}

json_t *entry_at(json_t *value, size_t i, char name[24])
{
    snprintf(name, 24, "%zu", i);
    if (json_is_array(value))
        return json_array_get(value, i);
    void *at = json_object_iter(value);
    for (; i > 0; i--)
        at = json_object_iter_next(value, at);
    snprintf(name, 24, "%s", json_object_iter_key(at));
    return json_object_iter_value(at);
}
