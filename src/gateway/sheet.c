/*
 * sheet.c - an answer as the asker wanted it.  O(cells * columns) besides the order of the rows.
 */
#include "gateway/sheet.h"

#include <math.h>

#include "base/result.h"
#include "query/view.h"

static const tacit_query_told *told_of(const tacit_reply *r, size_t cell, size_t aggregate)
{
    return &r->answer.told[cell * r->query.n_aggregates + aggregate];
}

static double released(const void *user, size_t cell, size_t aggregate)
{
    return told_of(user, cell, aggregate)->value;
}

/* Whether ranges of an aggregate are told. */
static bool has_range(const tacit_reply *r, const tacit_query_shown *shown)
{
    bool has = false;
    for (size_t k = 0; !has && !shown->is_axis && k < r->query.cells; k++)
        has = isfinite(told_of(r, k, shown->at)->low);
    return has;
}

static tacit_sheet_type type_of(const tacit_reply *r, const tacit_query_shown *shown)
{
    if (shown->is_axis)
        return TACIT_SHEET_TEXT;
    const tacit_aggregate_kind kind = r->query.aggregate[shown->at].kind;
    return kind == TACIT_AGGREGATE_COUNT || kind == TACIT_AGGREGATE_PERSONS ? TACIT_SHEET_WHOLE
                                                                            : TACIT_SHEET_REAL;
}

/* Which item of the question each column shows, besides the columns themselves. */
static void name_columns(const tacit_reply *r, tacit_sheet_width width, tacit_sheet *s,
                         size_t *item)
{
    for (size_t i = 0; i < r->query.n_shown; i++) {
        const tacit_query_shown *shown = &r->query.shown[i];
        const size_t parts = width == TACIT_SHEET_RANGES && has_range(r, shown) ? 3 : 1;
        for (size_t part = 0; part < parts; part++) {
            item[s->columns] = i;
            s->column[s->columns++] =
                (tacit_sheet_column){ shown->name, type_of(r, shown), (tacit_sheet_part)part };
        }
    }
}

static tacit_sheet_cell show(const tacit_reply *r, const tacit_query_shown *shown,
                             tacit_sheet_part part, size_t cell)
{
    if (shown->is_axis)
        return (tacit_sheet_cell){ tacit_query_cell_label(&r->query, shown->at, cell), NAN };
    const tacit_query_told *t = told_of(r, cell, shown->at);
    const double part_of[] = { t->value, t->low, t->high };
    const double x = part_of[part];
    return (tacit_sheet_cell){ NULL, isfinite(x) ? x : NAN };
}

tacit_status tacit_sheet_of(tacit_ctx *cx, const tacit_reply *r, tacit_sheet_width width,
                            tacit_sheet *out)
{
    size_t item[3 * TACIT_QUERY_SHOWN], *cells = NULL;
    *out = (tacit_sheet){ 0 };
    TACIT_TRY(tacit_scratch(cx, 3 * r->query.n_shown, sizeof *out->column, &out->column));
    name_columns(r, width, out, item);
    TACIT_TRY(tacit_query_view(cx, &r->query, released, r, &cells, &out->rows));
    TACIT_TRY(tacit_scratch(cx, out->rows * out->columns, sizeof *out->cell, &out->cell));
    for (size_t i = 0; i < out->rows; i++)
        for (size_t j = 0; j < out->columns; j++)
            out->cell[i * out->columns + j] =
                show(r, &r->query.shown[item[j]], out->column[j].part, cells[i]);
    return TACIT_OK;
}

/* ---- as data ---- */

static json_t *cell_json(const tacit_sheet_column *column, const tacit_sheet_cell *cell)
{
    if (cell->text != NULL)
        return json_string(cell->text);
    if (!isfinite(cell->number))
        return json_null();
    return column->type == TACIT_SHEET_WHOLE ? json_integer((json_int_t)llround(cell->number))
                                             : json_real(cell->number);
}

tacit_status tacit_sheet_rows(tacit_ctx *cx, const tacit_sheet *s, json_t *rows)
{
    for (size_t i = 0; i < s->rows; i++) {
        json_t *row = json_array();
        TACIT_TRY(tacit_json_add(cx, rows, row));
        for (size_t j = 0; j < s->columns; j++)
            TACIT_TRY(
                tacit_json_add(cx, row, cell_json(&s->column[j], &s->cell[i * s->columns + j])));
    }
    return TACIT_OK;
}
