/*
 * sql.c - the recoding that a plan found, as SQL for an engine that holds the data.
 *
 * Each generalised key is joined to a list of its values and their labels; a value that is
 * not listed has no label and becomes NULL.  Where only the size of classes is required the
 * query also counts them and blanks (or leaves out) the small ones; other requirements cannot
 * be said in SQL, and a comment says so.  O(values of the keys).
 */
#include "plan/sql.h"

#include "engine/sql.h"
#include "search/space.h"

/* Whether column j of the recoded table is shown: no identifier, none of our own. */
static bool is_shown(const tacit_table *t, size_t j)
{
    return (tacit_table_roles(t, j) & TACIT_ROLE_IDENTIFIER) == 0 &&
           tacit_column_name(tacit_table_column(t, j))[0] != '\x01';
}

/* The axis of column j, or the number of axes. */
static size_t axis_of(const tacit_space *s, size_t j)
{
    size_t a = 0;
    while (a < s->n_axes && s->axis[a].column != j)
        a++;
    return a;
}

/* Whether an axis is recoded by a list of values. */
static bool is_mapped(const tacit_recoded *w, size_t a)
{
    return w->level[a] > 0 && w->space->axis[a].labels[w->level[a]] > 1;
}

static tacit_status put_value(tacit_ctx *cx, const tacit_hierarchy *h, size_t v, tacit_buffer *out)
{
    const char *text = tacit_hierarchy_value(h, v);
    switch (tacit_hierarchy_type(h)) {
    case TACIT_TYPE_INTEGER:
    case TACIT_TYPE_REAL:
        return tacit_buffer_text(cx, out, text);
    case TACIT_TYPE_DATE:
        TACIT_TRY(tacit_buffer_text(cx, out, "DATE "));
        return tacit_sql_literal(cx, out, text);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return tacit_sql_literal(cx, out, text);
}

/* map_3 (value, label) AS (VALUES (17, '15-19'), ...), */
static tacit_status put_map(tacit_ctx *cx, const tacit_recoded *w, size_t a, tacit_buffer *out)
{
    const tacit_axis *x = &w->space->axis[a];
    const size_t level = w->level[a];
    TACIT_TRY(tacit_buffer_format(cx, out, "  map_%zu (value, label) AS (VALUES", a + 1));
    for (uint32_t v = 0; v < x->missing; v++) {
        TACIT_TRY(tacit_buffer_text(cx, out, v == 0 ? "\n    (" : ",\n    ("));
        TACIT_TRY(put_value(cx, x->hierarchy, v, out));
        TACIT_TRY(tacit_buffer_text(cx, out, ", "));
        TACIT_TRY(tacit_sql_literal(cx, out, tacit_axis_text(x, level, x->label[level][v])));
        TACIT_TRY(tacit_buffer_text(cx, out, ")"));
    }
    return tacit_buffer_text(cx, out, "\n  ),\n");
}

/* One column of the recoded table. */
static tacit_status put_column(tacit_ctx *cx, const tacit_recoded *w, size_t j, tacit_buffer *out)
{
    const tacit_space *s = w->space;
    const size_t a = axis_of(s, j);
    const char *name = tacit_column_name(tacit_table_column(s->table, j));
    TACIT_TRY(tacit_buffer_text(cx, out, "    "));
    if (a == s->n_axes || w->level[a] == 0) {
        TACIT_TRY(tacit_buffer_text(cx, out, "data."));
        return tacit_sql_name(cx, out, name);
    }
    if (is_mapped(w, a))
        TACIT_TRY(tacit_buffer_format(cx, out, "map_%zu.label AS ", a + 1));
    else {
        TACIT_TRY(tacit_sql_literal(cx, out, tacit_axis_text(&s->axis[a], w->level[a], 0)));
        TACIT_TRY(tacit_buffer_text(cx, out, " AS "));
    }
    return tacit_sql_name(cx, out, name);
}

typedef tacit_status put(tacit_ctx *cx, const tacit_recoded *w, size_t j, tacit_buffer *out);

/* The columns that are shown, each by `one`, with commas between. */
static tacit_status put_columns(tacit_ctx *cx, const tacit_recoded *w, put *one, tacit_buffer *out)
{
    const tacit_table *t = w->space->table;
    bool first = true;
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        if (!is_shown(t, j))
            continue;
        TACIT_TRY(tacit_buffer_text(cx, out, first ? "" : ",\n"));
        TACIT_TRY(one(cx, w, j, out));
        first = false;
    }
    return TACIT_OK;
}

static tacit_status put_joins(tacit_ctx *cx, const tacit_recoded *w, tacit_buffer *out)
{
    for (size_t a = 0; a < w->space->n_axes; a++) {
        if (!is_mapped(w, a))
            continue;
        TACIT_TRY(tacit_buffer_format(cx, out, "\n    LEFT JOIN map_%zu ON map_%zu.value = data.",
                                      a + 1, a + 1));
        TACIT_TRY(tacit_sql_name(cx, out, w->space->axis[a].name));
    }
    return TACIT_OK;
}

/* A key is shown where its class is large enough; other columns always are. */
static tacit_status put_checked(tacit_ctx *cx, const tacit_recoded *w, size_t j, tacit_buffer *out)
{
    const char *name = tacit_column_name(tacit_table_column(w->space->table, j));
    const bool blank = w->least > 0 && !w->removed && axis_of(w->space, j) < w->space->n_axes;
    TACIT_TRY(tacit_buffer_text(cx, out, "  "));
    if (!blank)
        return tacit_sql_name(cx, out, name);
    TACIT_TRY(tacit_buffer_format(cx, out, "CASE WHEN class_size >= %llu THEN ",
                                  (unsigned long long)w->least));
    TACIT_TRY(tacit_sql_name(cx, out, name));
    TACIT_TRY(tacit_buffer_text(cx, out, " END AS "));
    return tacit_sql_name(cx, out, name);
}

static tacit_status put_sizes(tacit_ctx *cx, const tacit_recoded *w, tacit_buffer *out)
{
    TACIT_TRY(
        tacit_buffer_text(cx, out, ",\n  sized AS (\n    SELECT *, COUNT(*) OVER (PARTITION BY "));
    for (size_t a = 0; a < w->space->n_axes; a++) {
        TACIT_TRY(tacit_buffer_text(cx, out, a == 0 ? "" : ", "));
        TACIT_TRY(tacit_sql_name(cx, out, w->space->axis[a].name));
    }
    return tacit_buffer_text(cx, out, ") AS class_size\n    FROM recoded\n  )");
}

tacit_status tacit_plan_sql(tacit_ctx *cx, const tacit_recoded *w, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_text(cx, out,
                                "-- The recoding that tacit found, for a table or view called "
                                "data.  Values that are\n-- not listed become NULL.\n"));
    if (w->least == 0)
        TACIT_TRY(tacit_buffer_text(cx, out,
                                    "-- Records that are still at risk are not suppressed here: "
                                    "what is required of them\n-- cannot be said in SQL.\n"));
    TACIT_TRY(tacit_buffer_text(cx, out, "WITH\n"));
    for (size_t a = 0; a < w->space->n_axes; a++)
        if (is_mapped(w, a))
            TACIT_TRY(put_map(cx, w, a, out));
    TACIT_TRY(tacit_buffer_text(cx, out, "  recoded AS (\n    SELECT\n"));
    TACIT_TRY(put_columns(cx, w, put_column, out));
    TACIT_TRY(tacit_buffer_text(cx, out, "\n    FROM data"));
    TACIT_TRY(put_joins(cx, w, out));
    TACIT_TRY(tacit_buffer_text(cx, out, "\n  )"));
    if (w->least > 0)
        TACIT_TRY(put_sizes(cx, w, out));
    TACIT_TRY(tacit_buffer_text(cx, out, "\nSELECT\n"));
    TACIT_TRY(put_columns(cx, w, put_checked, out));
    TACIT_TRY(tacit_buffer_format(cx, out, "\nFROM %s", w->least > 0 ? "sized" : "recoded"));
    if (w->least > 0 && w->removed)
        TACIT_TRY(tacit_buffer_format(cx, out, "\nWHERE class_size >= %llu",
                                      (unsigned long long)w->least));
    return tacit_buffer_text(cx, out, ";\n");
}
