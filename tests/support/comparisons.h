/*
 * comparisons.h - running utility measures on pairs of tables with arguments of their own.
 */
#ifndef TACIT_TESTS_SUPPORT_COMPARISONS_H
#define TACIT_TESTS_SUPPORT_COMPARISONS_H

#include "support/measures.h"

#include "utility/utility.h"

/* A utility measure with its arguments and the two tables, which it owns. */
typedef struct comparison {
    const tacit_utility *utility;
    arguments a;
    tacit_table *before, *after;
    tacit_pair pair;
} comparison;

/* Start with the defaults of the measure; the tables are taken over. */
static inline comparison *start_comparison(comparison *c, const char *name, tacit_table *before,
                                           tacit_table *after)
{
    *c = (comparison){ .utility = tacit_utility_find(name), .before = before, .after = after };
    if (c->utility == NULL)
        fail_msg("no utility '%s'", name);
    preset_args(&c->a, &c->utility->about);
    c->pair = (tacit_pair){ .original = before, .masked = after };
    return c;
}

/* Give a list of texts to a parameter. */
static inline comparison *set_texts(comparison *c, const char *name, const char *const *texts,
                                    size_t n)
{
    *argument(&c->a, name) = (tacit_value){ .given = true, .n = n, .texts = texts };
    return c;
}

/* Give a text to a parameter. */
static inline comparison *set_text(comparison *c, const char *name, const char *text)
{
    argument(&c->a, name)->text = text;
    return c;
}

/* Measure; the caller frees the result. */
static inline tacit_result *run_comparison(tacit_ctx *cx, comparison *c)
{
    tacit_result *r = NULL;
    assert_ok(cx, tacit_utility_run(cx, c->utility, &c->pair, &c->a.args, &r));
    return r;
}

/* The measure refuses with `code` and a message that has `part` in it. */
static inline void assert_comparison_fails(tacit_ctx *cx, comparison *c, tacit_status code,
                                           const char *part)
{
    tacit_result *r = NULL;
    assert_fails(cx, tacit_utility_run(cx, c->utility, &c->pair, &c->a.args, &r), code, part);
    assert_null(r);
}

/* Free the tables (once, if they are one). */
static inline void end_comparison(comparison *c)
{
    if (c->after != c->before)
        tacit_table_free(c->after);
    tacit_table_free(c->before);
}

/* The cell of table `name` in row `row`, column `column` as a number; NaN if it is null. */
static inline double cell_of(const tacit_result *r, const char *name, size_t row, size_t column)
{
    const json_t *rows = json_object_get(part_of(r, "tables", name), "rows");
    const json_t *cell = json_array_get(json_array_get(rows, row), column);
    return json_is_number(cell) ? json_number_value(cell) : NAN;
}

/* Rows of table `name`. */
static inline size_t rows_of(const tacit_result *r, const char *name)
{
    return json_array_size(json_object_get(part_of(r, "tables", name), "rows"));
}

/* Some note of the result has `part` in it. */
static inline void assert_note(const tacit_result *r, const char *part)
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

#endif
