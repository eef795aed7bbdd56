/*
 * sql.c - what a plan decided, as SQL for an engine that holds the data.
 *
 * Each change is a common table that selects from the one before; lists of values are common
 * tables too, which are joined.  What would be an error in a plan (a value that no group or
 * break covers) becomes NULL.  O(size of the decisions * columns).
 */
#include "run/sql/sql.h"

#include <string.h>

#include "run/sql/own.h"

bool tacit_sql_changes(const tacit_change *change, const char *column)
{
    const tacit_value *columns = tacit_change_value(change, "columns");
    for (size_t c = 0; c < columns->n; c++)
        if (strcmp(columns->texts[c], column) == 0)
            return true;
    return false;
}

tacit_status tacit_sql_cell(tacit_ctx *cx, const tacit_sql_change *c, size_t j, tacit_buffer *out)
{
    if (c->dialect->nested)
        return tacit_buffer_format(cx, out, "tacit_%zu_%zu", c->number - 1, j);
    TACIT_TRY(tacit_buffer_format(cx, out, "%s.", c->from));
    return tacit_sql_put_name(cx, c->dialect, c->column[j].name, out);
}

tacit_status tacit_sql_matched(tacit_ctx *cx, const tacit_sql_change *c, size_t j)
{
    if (c->column[j].type == TACIT_TYPE_REAL)
        return tacit_sql_cell(cx, c, j, c->out);
    tacit_buffer cell = { 0 };
    tacit_status status = tacit_sql_cell(cx, c, j, &cell);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, tacit_sql_written(c->dialect, c->column[j].type), cell.text,
                                    NULL, c->out);
    tacit_buffer_free(&cell);
    return status;
}

/* Whether `text` is how we write some real number. */
static bool is_real(const char *text)
{
    char again[TACIT_NUMBER_BYTES];
    double x = 0.0;
    if (!tacit_parse_real(text, &x))
        return false;
    tacit_format_real(x, again);
    return strcmp(text, again) == 0;
}

bool tacit_sql_can_match(const tacit_sql_change *c, size_t j, const char *text)
{
    return text != NULL && (c->column[j].type != TACIT_TYPE_REAL || is_real(text));
}

tacit_status tacit_sql_match(tacit_ctx *cx, const tacit_sql_change *c, size_t j, const char *text)
{
    const bool real = c->column[j].type == TACIT_TYPE_REAL;
    if (real && text != NULL && !is_real(text))
        return tacit_sql_put_value(cx, c->dialect, TACIT_TYPE_REAL, "NaN", c->out);
    return text != NULL || real
               ? tacit_sql_put_value(cx, c->dialect, real ? TACIT_TYPE_REAL : TACIT_TYPE_CATEGORY,
                                     text, c->out)
               : tacit_sql_put_value(cx, c->dialect, TACIT_TYPE_CATEGORY, NULL, c->out);
}

/* ---- one change ---- */

/* Whether the change takes column j away: so do random numbers for ids, which an engine would draw
 * otherwise. */
static bool drops(const tacit_sql_change *c, size_t j)
{
    const tacit_method *m = c->change->method;
    const bool draws = m == &tacit_method_renumber && tacit_change_value(c->change, "order")->given;
    return (m == &tacit_method_drop || draws) && tacit_sql_changes(c->change, c->column[j].name);
}

/* The columns of the changed table, with commas between. */
static tacit_status put_columns(tacit_ctx *cx, tacit_sql_change *c)
{
    bool first = true;
    size_t n = 0;
    for (size_t j = 0; j < c->n && c->why == NULL; j++) {
        if (drops(c, j))
            continue;
        TACIT_TRY(tacit_buffer_text(cx, c->out, first ? "      " : ",\n      "));
        first = false;
        TACIT_TRY(tacit_sql_changes(c->change, c->column[j].name)
                      ? tacit_sql_expression(cx, c, j)
                      : tacit_sql_cell(cx, c, j, c->out));
        TACIT_TRY(tacit_buffer_text(cx, c->out, " AS "));
        TACIT_TRY(c->dialect->nested
                      ? tacit_buffer_format(cx, c->out, "tacit_%zu_%zu", c->number, n++)
                      : tacit_sql_put_name(cx, c->dialect, c->column[j].name, c->out));
    }
    return TACIT_OK;
}

/* The columns before and whether the combination of the row is listed, of the query `inner`. */
static tacit_status put_flagged(tacit_ctx *cx, const tacit_sql_change *c, const char *inner)
{
    TACIT_TRY(tacit_buffer_text(cx, c->out, "SELECT "));
    for (size_t j = 0; j < c->n; j++) {
        TACIT_TRY(tacit_sql_cell(cx, c, j, c->out));
        TACIT_TRY(tacit_buffer_text(cx, c->out, ", "));
    }
    TACIT_TRY(tacit_sql_is_listed(cx, c));
    return tacit_buffer_format(cx, c->out, " AS tacit_l\n    FROM (%s) tacit_p", inner);
}

/* The change as a query around `inner`. */
static tacit_status put_around(tacit_ctx *cx, tacit_sql_change *c, const char *inner)
{
    TACIT_TRY(tacit_sql_lists(cx, c));
    const bool suppresses = c->change->method == &tacit_method_suppress && c->why == NULL;
    const bool rows = suppresses && tacit_change_value(c->change, "how")->number > 0.0;
    TACIT_TRY(tacit_buffer_text(cx, c->out, "SELECT\n"));
    TACIT_TRY(put_columns(cx, c));
    TACIT_TRY(tacit_buffer_text(cx, c->out, "\n    FROM ("));
    TACIT_TRY(suppresses && !rows ? put_flagged(cx, c, inner)
                                  : tacit_buffer_text(cx, c->out, inner));
    TACIT_TRY(tacit_buffer_text(cx, c->out, rows ? ") tacit_q\n    WHERE " : ") tacit_q"));
    if (!rows)
        return TACIT_OK;
    TACIT_TRY(tacit_sql_is_listed(cx, c));
    return tacit_buffer_text(cx, c->out, " = 0");
}

static tacit_status put_change(tacit_ctx *cx, tacit_sql_change *c)
{
    if (c->dialect->nested) {
        tacit_buffer inner = *c->out;
        *c->out = (tacit_buffer){ 0 };
        const tacit_status status = put_around(cx, c, inner.text);
        tacit_buffer_free(&inner);
        return status;
    }
    TACIT_TRY(tacit_sql_lists(cx, c));
    TACIT_TRY(tacit_buffer_format(cx, c->out, "  change_%zu AS (\n    SELECT\n", c->number));
    TACIT_TRY(put_columns(cx, c));
    TACIT_TRY(tacit_buffer_format(cx, c->out, "\n    FROM %s", c->from));
    TACIT_TRY(tacit_sql_joins(cx, c));
    return tacit_buffer_text(cx, c->out, "\n  ),\n");
}

/* ---- all of them ---- */

/* The columns of the table on their way through the changes. */
typedef struct way {
    const tacit_sql_dialect *dialect;
    tacit_sql_column *column;
    size_t n, changes;
    char *from;
    tacit_buffer *out;
} way;

static tacit_status start(tacit_ctx *cx, const tacit_table *shape, way *w)
{
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(shape), sizeof *w->column, &w->column));
    for (size_t j = 0; j < tacit_table_columns(shape); j++) {
        const tacit_column *c = tacit_table_column(shape, j);
        if (tacit_column_name(c)[0] != '\x01')
            w->column[w->n++] = (tacit_sql_column){ .name = tacit_column_name(c),
                                                    .type = tacit_column_type(c),
                                                    .roles = tacit_table_roles(shape, j) };
    }
    return tacit_scratch_text(cx, "data", &w->from);
}

/* Go on with the columns that are left, with their new types. */
static void go_on(const tacit_sql_change *c, way *w)
{
    size_t n = 0;
    for (size_t j = 0; j < w->n; j++)
        if (!drops(c, j)) {
            w->column[n] = c->column[j];
            w->column[n++].type = c->after[j];
        }
    w->n = n;
}

static tacit_status put_step(tacit_ctx *cx, const tacit_decision *d, size_t step, way *w)
{
    if (d->whole)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'sql' cannot say step %zu, '%s': it needs all records at once.",
                          step + 1, d->of->about.name);
    for (size_t i = 0; i < d->n; i++) {
        tacit_sql_change c = { .dialect = w->dialect,
                               .change = &d->at[i],
                               .number = ++w->changes,
                               .column = w->column,
                               .n = w->n,
                               .from = w->from,
                               .out = w->out };
        TACIT_TRY(tacit_scratch(cx, w->n, sizeof *c.after, &c.after));
        for (size_t j = 0; j < w->n; j++)
            c.after[j] = w->column[j].type;
        TACIT_TRY(put_change(cx, &c));
        if (c.why != NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT, "'sql' cannot say step %zu, '%s': %s.", step + 1,
                              c.change->method->about.name, c.why);
        go_on(&c, w);
        TACIT_TRY(tacit_scratch_format(cx, &w->from, "change_%zu", c.number));
    }
    return TACIT_OK;
}

/* What is released, of the last change: all but identifiers. */
static tacit_status put_released(tacit_ctx *cx, const way *w, tacit_buffer *out)
{
    bool first = true;
    TACIT_TRY(tacit_buffer_text(cx, out, "SELECT\n"));
    for (size_t j = 0; j < w->n; j++) {
        if ((w->column[j].roles & TACIT_ROLE_IDENTIFIER) != 0)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, out, first ? "  " : ",\n  "));
        if (w->dialect->nested)
            TACIT_TRY(tacit_buffer_format(cx, out, "tacit_%zu_%zu AS ", w->changes, j));
        TACIT_TRY(tacit_sql_put_name(cx, w->dialect, w->column[j].name, out));
        first = false;
    }
    return w->dialect->nested ? tacit_buffer_format(cx, out, "\nFROM (%s) tacit_r", w->out->text)
                              : tacit_buffer_format(cx, out, "\nFROM %s", w->from);
}

/* Put `with` before the changes, and no comma behind the last. */
static tacit_status put_with(tacit_ctx *cx, const way *w, size_t before)
{
    TACIT_ASSERT(w->out->length > before + 2);
    w->out->length -= 2; /* ",\n" */
    return tacit_buffer_text(cx, w->out, "\n");
}

/* Changes as common tables, and the query of the last one. */
static tacit_status put_tables(tacit_ctx *cx, const char *source, const tacit_decision *decision,
                               size_t n, way *w)
{
    size_t changes = source != NULL ? 1 : 0;
    for (size_t i = 0; i < n; i++)
        changes += decision[i].n;
    const size_t before = w->out->length;
    if (changes > 0)
        TACIT_TRY(tacit_buffer_text(cx, w->out, "WITH\n"));
    if (source != NULL)
        TACIT_TRY(tacit_buffer_format(cx, w->out, "  data AS (\n    %s\n  ),\n", source));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(put_step(cx, &decision[i], i, w));
    if (changes > 0)
        TACIT_TRY(put_with(cx, w, before));
    return put_released(cx, w, w->out);
}

/* Changes as queries around queries, in a text of their own. */
static tacit_status put_nested(tacit_ctx *cx, const char *source, const tacit_decision *decision,
                               size_t n, way *w)
{
    TACIT_TRY(tacit_buffer_text(cx, w->out, "SELECT "));
    for (size_t j = 0; j < w->n; j++) {
        TACIT_TRY(tacit_buffer_text(cx, w->out, j > 0 ? ", " : ""));
        TACIT_TRY(tacit_sql_put_name(cx, w->dialect, w->column[j].name, w->out));
        TACIT_TRY(tacit_buffer_format(cx, w->out, " AS tacit_0_%zu", j));
    }
    TACIT_TRY(tacit_buffer_format(cx, w->out, "\n    FROM (%s) tacit_o", source));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(put_step(cx, &decision[i], i, w));
    return TACIT_OK;
}

tacit_status tacit_sql_select(tacit_ctx *cx, const tacit_sql_way *how, const tacit_table *shape,
                              const tacit_decision *decision, size_t n, tacit_buffer *out)
{
    tacit_buffer own = { 0 };
    way w = { .dialect = how->dialect, .out = how->dialect->nested ? &own : out };
    TACIT_TRY(start(cx, shape, &w));
    if (how->dialect->nested) {
        TACIT_ASSERT(how->source != NULL);
        tacit_status status = put_nested(cx, how->source, decision, n, &w);
        if (status == TACIT_OK)
            status = put_released(cx, &w, out);
        tacit_buffer_free(&own);
        TACIT_TRY(status);
    } else {
        TACIT_TRY(put_tables(cx, how->source, decision, n, &w));
    }
    return how->shuffled ? tacit_buffer_format(cx, out, "\nORDER BY %s", how->dialect->chance)
                         : TACIT_OK;
}

tacit_status tacit_sql_of(tacit_ctx *cx, const tacit_sql_dialect *dialect, const tacit_table *shape,
                          const tacit_decision *decision, size_t n, tacit_buffer *out)
{
    const tacit_sql_way how = { .dialect = dialect };
    TACIT_TRY(tacit_buffer_text(cx, out,
                                "-- What tacit decided, for a table or view called data.  Values "
                                "that nothing\n-- covers become NULL.\n"));
    TACIT_TRY(tacit_sql_select(cx, &how, shape, decision, n, out));
    return tacit_buffer_text(cx, out, ";\n");
}
