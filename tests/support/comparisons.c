/*
 * comparisons.c - running utility measures on pairs of tables with arguments of their own.
 */
#include "support/comparisons.h"

comparison *start_comparison(comparison *c, const char *name, tacit_table *before,
                             tacit_table *after)
{
    *c = (comparison){ .utility = tacit_utility_find(name), .before = before, .after = after };
    if (c->utility == NULL)
        fail_msg("no utility '%s'", name);
    preset_args(&c->a, &c->utility->about);
    c->pair = (tacit_pair){ .original = before, .masked = after };
    return c;
}

comparison *set_texts(comparison *c, const char *name, const char *const *texts, size_t n)
{
    *argument(&c->a, name) = (tacit_value){ .given = true, .n = n, .texts = texts };
    return c;
}

comparison *set_text(comparison *c, const char *name, const char *text)
{
    argument(&c->a, name)->text = text;
    return c;
}

tacit_result *run_comparison(tacit_ctx *cx, comparison *c)
{
    tacit_result *r = NULL;
    assert_ok(cx, measure_pair(cx, c->utility, &c->pair, &c->a.args, &r));
    return r;
}

void assert_comparison_fails(tacit_ctx *cx, comparison *c, tacit_status code, const char *part)
{
    tacit_result *r = NULL;
    assert_fails(cx, measure_pair(cx, c->utility, &c->pair, &c->a.args, &r), code, part);
    assert_null(r);
}

void end_comparison(comparison *c)
{
    if (c->after != c->before)
        tacit_table_free(c->after);
    tacit_table_free(c->before);
}

double cell_of(const tacit_result *r, const char *name, size_t row, size_t column)
{
    const json_t *rows = json_object_get(part_of(r, "tables", name), "rows");
    const json_t *cell = json_array_get(json_array_get(rows, row), column);
    return json_is_number(cell) ? json_number_value(cell) : NAN;
}

size_t rows_of(const tacit_result *r, const char *name)
{
    return json_array_size(json_object_get(part_of(r, "tables", name), "rows"));
}

void assert_note(const tacit_result *r, const char *part)
{
    const json_t *note;
    size_t i;
    json_array_foreach(json_object_get(r, "notes"), i, note)
    {
        if (strstr(json_string_value(note), part) != NULL)
            return;
    }
    fail_msg("no note has '%s' in it", part);
}
