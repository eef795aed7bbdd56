/*
 * listed.c - lists of values on their way into SQL: what they become, and which rows are left out.
 *
 * A list is a common table that rows are joined with.  An engine without these has it as an array
 * in the query, in which transform() looks up: a hash table, built once.  O(cells of the lists).
 */
#include <string.h>

#include "micro/method/code/code.h"
#include "run/sql/own.h"

static const tacit_value *arg(const tacit_sql_change *c, const char *name)
{
    return tacit_change_value(c->change, name);
}

/* ---- groups of values ---- */

/* map_3_1 with columns value and label, for column j. */
static tacit_status put_map(tacit_ctx *cx, const tacit_sql_change *c, size_t j)
{
    static const char *const names[] = { "value", "label" };
    const tacit_value *groups = arg(c, "groups");
    tacit_sql_list list = { .out = c->out, .dialect = c->dialect, .name = names, .n = 2 };
    char *own = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &own, "map_%zu_%zu", c->number, j + 1));
    TACIT_TRY(tacit_sql_list_begin(cx, &list, own));
    for (size_t g = 0; g < groups->n; g++)
        for (size_t m = 0; m < groups->groups[g].n; m++) {
            TACIT_TRY(tacit_sql_list_cell(cx, &list));
            TACIT_TRY(tacit_sql_match(cx, c, j, groups->groups[g].member[m]));
            TACIT_TRY(tacit_sql_list_cell(cx, &list));
            TACIT_TRY(tacit_sql_put_literal(cx, c->dialect, groups->groups[g].label, c->out));
        }
    return tacit_sql_list_end(cx, &list);
}
/* Append the values of all groups, or their labels, as an array; none that no cell can be equal to.
 * Returns how many. */
static tacit_status put_array(tacit_ctx *cx, const tacit_sql_change *c, size_t j, bool labels,
                              size_t *n)
{
    const tacit_value *groups = arg(c, "groups");
    *n = 0;
    for (size_t g = 0; g < groups->n; g++)
        for (size_t m = 0; m < groups->groups[g].n; m++) {
            const char *member = groups->groups[g].member[m];
            if (!tacit_sql_can_match(c, j, member))
                continue;
            TACIT_TRY(tacit_buffer_text(cx, c->out, (*n)++ > 0 ? ", " : "["));
            TACIT_TRY(
                labels ? tacit_sql_put_literal(cx, c->dialect, groups->groups[g].label, c->out)
                       : tacit_sql_match(cx, c, j, member));
        }
    return tacit_buffer_text(cx, c->out, *n > 0 ? "]" : "");
}

tacit_status tacit_sql_looked_up(tacit_ctx *cx, const tacit_sql_change *c, size_t j)
{
    const size_t before = c->out->length;
    const bool real = c->column[j].type == TACIT_TYPE_REAL;
    size_t n = 0;
    TACIT_TRY(tacit_buffer_text(cx, c->out, "nullIf(transform(ifNull("));
    TACIT_TRY(tacit_sql_matched(cx, c, j));
    TACIT_TRY(tacit_buffer_text(cx, c->out, real ? ", nan), " : ", ''), "));
    TACIT_TRY(put_array(cx, c, j, false, &n));
    TACIT_TRY(tacit_buffer_text(cx, c->out, ", "));
    TACIT_TRY(put_array(cx, c, j, true, &n));
    if (n > 0)
        return tacit_buffer_text(cx, c->out, ", ''), '')");
    c->out->length = before;
    return tacit_sql_put_value(cx, c->dialect, TACIT_TYPE_CATEGORY, NULL, c->out);
}

/* ---- combinations ---- */

/* The column of the list's k-th value, or the number of columns. */
static size_t listed_column(const tacit_sql_change *c, size_t k)
{
    const tacit_value *by = arg(c, arg(c, "by")->given ? "by" : "columns");
    size_t j = 0;
    while (j < c->n && strcmp(c->column[j].name, by->texts[k]) != 0)
        j++;
    TACIT_ASSERT(j < c->n);
    return j;
}

/* What a key is held against in a list of combinations, and its value there: never missing, so
 * that engines can hash it. */
static tacit_status put_tagged(tacit_ctx *cx, const tacit_sql_change *c, size_t j,
                               tacit_buffer *out)
{
    tacit_buffer x = { 0 };
    tacit_status status =
        tacit_sql_formed(cx, c, tacit_sql_written(c->dialect, c->column[j].type), j, &x);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, c->dialect->tag, x.text, NULL, out);
    tacit_buffer_free(&x);
    return status;
}

static tacit_status put_listed(tacit_ctx *cx, const tacit_sql_change *c, size_t j, const char *text,
                               tacit_buffer *out)
{
    char *tagged = NULL;
    tacit_buffer x = { 0 }, y = { 0 };
    if (text == NULL || c->column[j].type != TACIT_TYPE_REAL) {
        TACIT_TRY(tacit_scratch_format(cx, &tagged, "%s%s", text != NULL ? "1" : "0",
                                       text != NULL ? text : ""));
        return tacit_sql_put_literal(cx, c->dialect, tagged, out);
    }
    tacit_status status = tacit_sql_put_value(cx, c->dialect, TACIT_TYPE_REAL, text, &x);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, c->dialect->written, x.text, NULL, &y);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, c->dialect->tag, y.text, NULL, out);
    tacit_buffer_free(&x);
    tacit_buffer_free(&y);
    return status;
}

static tacit_status put_combinations(tacit_ctx *cx, const tacit_sql_change *c)
{
    const tacit_value *lists = arg(c, "combinations");
    const size_t n = lists->groups[0].n;
    tacit_sql_list list = { .out = c->out, .dialect = c->dialect, .n = n + 1 };
    const char **name = NULL;
    char *own = NULL;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *name, &name));
    for (size_t k = 0; k < n; k++) {
        TACIT_TRY(tacit_scratch_format(cx, &own, "value_%zu", k + 1));
        name[k] = own;
    }
    name[n] = "listed";
    list.name = name;
    TACIT_TRY(tacit_scratch_format(cx, &own, "list_%zu", c->number));
    TACIT_TRY(tacit_sql_list_begin(cx, &list, own));
    for (size_t g = 0; g < lists->n; g++) {
        for (size_t k = 0; k < n; k++) {
            TACIT_TRY(tacit_sql_list_cell(cx, &list));
            TACIT_TRY(put_listed(cx, c, listed_column(c, k), lists->groups[g].member[k],
                                 c->out));
        }
        TACIT_TRY(tacit_sql_list_cell(cx, &list));
        TACIT_TRY(tacit_buffer_text(cx, c->out, "1"));
    }
    return tacit_sql_list_end(cx, &list);
}

/* Append the length of `x`, a point and `x`: texts in a row that cannot be taken for others. */
static tacit_status put_counted(tacit_ctx *cx, const char *x, bool first, tacit_buffer *out)
{
    return tacit_buffer_format(cx, out, "%stoString(length(%s)), '.', %s", first ? "" : ", ", x, x);
}

/* Append a combination as one text: of the row (`group` NULL), or of the list. */
static tacit_status put_key(tacit_ctx *cx, const tacit_sql_change *c, const tacit_group *group,
                            tacit_buffer *out)
{
    tacit_status status = tacit_buffer_text(cx, out, "concat(");
    for (size_t k = 0; k < arg(c, "combinations")->groups[0].n && status == TACIT_OK; k++) {
        tacit_buffer x = { 0 };
        status = group == NULL ? put_tagged(cx, c, listed_column(c, k), &x)
                               : put_listed(cx, c, listed_column(c, k), group->member[k], &x);
        if (status == TACIT_OK)
            status = put_counted(cx, x.text, k == 0, out);
        tacit_buffer_free(&x);
    }
    return status == TACIT_OK ? tacit_buffer_text(cx, out, ")") : status;
}

/* Append a combination of texts, all known here, as one literal. */
static tacit_status put_literal_key(tacit_ctx *cx, const tacit_sql_change *c,
                                    const tacit_group *group)
{
    tacit_buffer key = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t k = 0; k < group->n && status == TACIT_OK; k++) {
        const char *text = group->member[k];
        status = tacit_buffer_format(cx, &key, "%zu.%s%s", 1 + (text != NULL ? strlen(text) : 0),
                                     text != NULL ? "1" : "0", text != NULL ? text : "");
    }
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, c->dialect, key.text, c->out);
    tacit_buffer_free(&key);
    return status;
}

tacit_status tacit_sql_is_listed(tacit_ctx *cx, const tacit_sql_change *c)
{
    const tacit_value *lists = arg(c, "combinations");
    bool reals = false; /* which the engine writes otherwise than we do */
    for (size_t k = 0; k < lists->groups[0].n; k++)
        reals = reals || c->column[listed_column(c, k)].type == TACIT_TYPE_REAL;
    TACIT_TRY(tacit_buffer_text(cx, c->out, "transform("));
    TACIT_TRY(put_key(cx, c, NULL, c->out));
    for (size_t g = 0; g < lists->n; g++) {
        TACIT_TRY(tacit_buffer_text(cx, c->out, g > 0 ? ",\n      " : ", ["));
        TACIT_TRY(reals ? put_key(cx, c, &lists->groups[g], c->out)
                        : put_literal_key(cx, c, &lists->groups[g]));
    }
    TACIT_TRY(tacit_buffer_text(cx, c->out, "], ["));
    for (size_t g = 0; g < lists->n; g++)
        TACIT_TRY(tacit_buffer_text(cx, c->out, g > 0 ? ",1" : "1"));
    return tacit_buffer_text(cx, c->out, "], 0)");
}

/* ---- all ---- */

tacit_status tacit_sql_lists(tacit_ctx *cx, tacit_sql_change *c)
{
    if (c->change->method == &tacit_method_recode && c->dialect->nested)
        return TACIT_OK;
    if (c->change->method == &tacit_method_recode && arg(c, "groups")->given) {
        for (size_t j = 0; j < c->n; j++)
            if (tacit_sql_changes(c->change, c->column[j].name))
                TACIT_TRY(put_map(cx, c, j));
        return TACIT_OK;
    }
    if (c->change->method != &tacit_method_suppress)
        return TACIT_OK;
    if (!arg(c, "rows")->given)
        return c->dialect->nested ? TACIT_OK : put_combinations(cx, c);
    c->why = "records are listed by their numbers, and a table has none";
    return TACIT_OK;
}

static tacit_status join_maps(tacit_ctx *cx, const tacit_sql_change *c)
{
    for (size_t j = 0; j < c->n; j++) {
        if (!tacit_sql_changes(c->change, c->column[j].name))
            continue;
        TACIT_TRY(
            tacit_buffer_format(cx, c->out, "\n    LEFT JOIN map_%zu_%zu ON ", c->number, j + 1));
        TACIT_TRY(tacit_buffer_format(cx, c->out, "map_%zu_%zu.value = ", c->number, j + 1));
        TACIT_TRY(tacit_sql_matched(cx, c, j));
    }
    return TACIT_OK;
}

/* Whether the combinations are those of the row: list_N.value_1 = ... */
static tacit_status put_same(tacit_ctx *cx, const tacit_sql_change *c)
{
    for (size_t k = 0; k < arg(c, "combinations")->groups[0].n; k++) {
        TACIT_TRY(tacit_buffer_format(cx, c->out, "%slist_%zu.value_%zu = ", k > 0 ? " AND " : "",
                                      c->number, k + 1));
        TACIT_TRY(put_tagged(cx, c, listed_column(c, k), c->out));
    }
    return TACIT_OK;
}

tacit_status tacit_sql_joins(tacit_ctx *cx, const tacit_sql_change *c)
{
    if (c->why != NULL || c->dialect->nested)
        return TACIT_OK;
    if (c->change->method == &tacit_method_recode && arg(c, "groups")->given)
        return join_maps(cx, c);
    if (c->change->method != &tacit_method_suppress)
        return TACIT_OK;
    const bool rows = arg(c, "how")->number > 0.0;
    TACIT_TRY(tacit_buffer_format(cx, c->out,
                                  rows ? "\n    WHERE NOT EXISTS (SELECT 1 FROM list_%zu WHERE "
                                       : "\n    LEFT JOIN list_%zu ON ",
                                  c->number));
    TACIT_TRY(put_same(cx, c));
    return tacit_buffer_text(cx, c->out, rows ? ")" : "");
}
