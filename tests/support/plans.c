/*
 * plans.c - random plans' texts: a value in a random layout.
 */
#include "support/plans.h"

void put_margin(plan_text *t, size_t column)
{
    put(t, "\n");
    put_column(t, column);
}

void put_flow(plan_text *t, json_t *value, size_t column, bool lines, const char *way)
{
    const bool list = json_is_array(value);
    const size_t n = entry_count(value);
    const bool trailing = n > 0 && draw(t, 4) == 0;
    put(t, list ? "[" : "{");
    for (size_t i = 0; i < n; i++) {
        char inner[PLAN_WAY], name[24];
        json_t *one = entry_at(value, i, name);
        way_to(inner, way, name);
        if (lines)
            put_margin(t, column);
        else
            put(t, draw(t, 4) != 0 ? " " : "");
        if (!list) {
            put_string(t, name);
            put(t, ": ");
        }
        if (is_collection(one))
            put_flow(t, one, column + t->step, lines && draw(t, 2) == 0, inner);
        else
            put_scalar(t, one);
        put(t, i + 1 < n || trailing ? "," : "");
        if (lines)
            put_comment(t, inner);
    }
    if (lines)
        put_margin(t, column);
    put(t, list ? "]" : "}");
}

void put_literal(plan_text *t, const char *text, size_t column, const char *way)
{
    put(t, text[0] == ' ' ? " |2" : " |");
    put_comment(t, way);
    put(t, "\n");
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        char line[64];
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        put_column(t, n > 0 ? column : 0);
        put(t, line);
        put(t, "\n");
        text += n + 1;
    }
}

/* A list or map without brackets behind a key or '-', perhaps in the same line. */
static void put_inner(plan_text *t, json_t *value, size_t column, bool item, const char *way)
{
    const size_t step = item ? 2 : json_is_array(value) ? t->list_step : t->step;
    const bool compact = item && draw(t, 2) == 0;
    if (compact) {
        put(t, " ");
    } else {
        put_comment(t, way);
        put(t, "\n");
        put_between(t, column, way);
    }
    put_block(t, value, column + step, compact, way);
}

void put_behind(plan_text *t, json_t *value, size_t column, bool item, const char *way)
{
    const char *text = json_string_value(value);
    if (is_collection(value) && entry_count(value) > 0 && draw(t, 3) != 0) {
        put_inner(t, value, column, item, way);
        return;
    }
    if (text != NULL && strchr(text, '\n') != NULL && draw(t, 4) != 0) {
        put_literal(t, text, column + 2, way);
        return;
    }
    /* libfyaml 0.7 refuses an item without a value in a list that is not indented. */
    const bool left_out = json_is_null(value) && !(item && t->list_step == 0) && draw(t, 2) == 0;
    put(t, left_out ? "" : " ");
    if (is_collection(value))
        put_flow(t, value, column + t->step, draw(t, 2) == 0, way);
    else if (!left_out)
        put_scalar(t, value);
    put_comment(t, way);
    put(t, "\n");
}

void put_block(plan_text *t, json_t *value, size_t column, bool started, const char *way)
{
    const bool list = json_is_array(value);
    for (size_t i = 0; i < entry_count(value); i++) {
        char inner[PLAN_WAY], name[24];
        json_t *one = entry_at(value, i, name);
        way_to(inner, way, name);
        if (i > 0)
            put_between(t, column, way);
        put_column(t, started && i == 0 ? 0 : column);
        if (!list)
            put_string(t, name);
        put(t, list ? "-" : draw(t, 8) == 0 ? " :" : ":");
        put_behind(t, one, column, list, inner);
    }
}

void put_returns(plan_text *t)
{
    tacit_buffer old = t->out;
    t->out = (tacit_buffer){ 0 };
    for (const char *c = old.text; *c != '\0'; c++) {
        const char one[2] = { *c, '\0' };
        put(t, *c == '\n' ? "\r\n" : one);
    }
    tacit_buffer_free(&old);
}

void put_plan(plan_text *t, json_t *value)
{
    t->n_comments = 0;
    t->step = 2 + draw(t, 3);
    t->list_step = draw(t, 2) == 0 ? 0 : t->step;
    put(t, draw(t, 10) == 0 ? "\xef\xbb\xbf" : "");
    put(t, draw(t, 10) == 0 ? "---\n" : "");
    put_between(t, 0, "");
    if (draw(t, 4) == 0) {
        put_flow(t, value, t->step, draw(t, 2) == 0, "");
        put(t, "\n");
    } else {
        put_block(t, value, 0, false, "");
    }
    put_between(t, 0, "");
    if (draw(t, 10) == 0)
        put(t, "...\n");
    else if (draw(t, 10) == 0)
        t->out.text[--t->out.length] = '\0';
    if (draw(t, 6) == 0)
        put_returns(t);
}
