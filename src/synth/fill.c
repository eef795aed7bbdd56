/*
 * fill.c - cells that follow from others: by rules, and of derived columns.
 *
 * A cell that follows is that of an original record with the same value, if there is one, so that
 * special codes stay what they are; otherwise a number of its own.
 */
#include <math.h>

#include "synth/cells.h"
#include "synth/fence.h"
#include "table/values.h"

/* Records by their values. */
typedef struct finder {
    const tacit_tie_variable *variable;
    tacit_values values;
    uint32_t *by_text; /* of a category: a record for each number of a text, or NONE */
    size_t texts;
    uint32_t missing; /* a record without a value, or NONE */
} finder;

static tacit_status index_texts(tacit_ctx *cx, finder *f)
{
    const uint32_t size = tacit_dict_size(tacit_column_dict(f->variable->column));
    const uint32_t *codes = tacit_column_codes(f->variable->column);
    for (uint32_t k = 0; k < size; k++)
        f->texts = f->variable->text[k] >= f->texts ? f->variable->text[k] + 1 : f->texts;
    TACIT_TRY(tacit_scratch(cx, f->texts, sizeof *f->by_text, &f->by_text));
    for (size_t i = 0; i < f->texts; i++)
        f->by_text[i] = TACIT_SYNTH_NONE;
    for (uint32_t v = 0; v < f->values.n; v++)
        f->by_text[f->variable->text[codes[f->values.row[v]]]] = (uint32_t)f->values.row[v];
    return TACIT_OK;
}

static tacit_status start(tacit_ctx *cx, const tacit_tie_variable *variable, finder *f)
{
    *f = (finder){ .variable = variable, .missing = TACIT_SYNTH_NONE };
    TACIT_TRY(tacit_values_of(cx, variable->column, &f->values));
    for (size_t i = 0; i < tacit_column_length(variable->column); i++)
        if (f->values.of[i] == f->values.n) {
            f->missing = (uint32_t)i;
            break;
        }
    return variable->text != NULL ? index_texts(cx, f) : TACIT_OK;
}

/* The record with a number, or TACIT_SYNTH_OWN. */
static uint32_t find_number(const finder *f, double x)
{
    uint32_t low = 0, high = f->values.n;
    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (tacit_column_number(f->variable->column, f->values.row[mid]) < x)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == f->values.n || tacit_column_number(f->variable->column, f->values.row[low]) > x)
        return TACIT_SYNTH_OWN;
    return (uint32_t)f->values.row[low];
}

/* Put a value into row i; false if the column cannot hold it. */
static bool put(const finder *f, const tacit_coding *c, tacit_tie_span value, size_t i,
                tacit_synth_cells *cells)
{
    if (!value.value) {
        cells->donor[i] = f->missing;
        return f->missing != TACIT_SYNTH_NONE;
    }
    if (f->by_text != NULL) {
        const size_t text = (size_t)value.low;
        cells->donor[i] = text < f->texts ? f->by_text[text] : TACIT_SYNTH_NONE;
        return cells->donor[i] != TACIT_SYNTH_NONE;
    }
    cells->number[i] = tacit_synth_round(c, value.low);
    cells->donor[i] = find_number(f, cells->number[i]);
    return isfinite(value.low);
}

static void set_scene(const tacit_fences *all, size_t row, tacit_tie_scene *scene)
{
    for (size_t v = 0; v < all->ties->variables; v++)
        scene->at[v] =
            all->is_made[v] ? tacit_tie_point(all->made[v][row]) : all->ties->variable[v].all;
}

static tacit_status refuse(tacit_ctx *cx, const finder *f, size_t rows)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "A rule or formula gives column '%s' in %zu rows a value that no record has "
                      "and the column cannot hold, or none where every record has one.",
                      tacit_column_name(f->variable->column), rows);
}

uint64_t tacit_fences_rules(const tacit_fences *all, size_t at, uint64_t before)
{
    const size_t v = all != NULL ? tacit_ties_find(all->ties, at) : 0;
    uint64_t which = 0;
    for (size_t k = 0; all != NULL && k < all->ties->fills && k < 64; k++)
        if (all->ties->fill[k].variable == v && (all->ties->fill[k].names & ~before) == 0)
            which |= (uint64_t)1 << k;
    return which;
}

void tacit_fences_skip(const tacit_fences *all, uint64_t which, bool *skip)
{
    for (size_t i = 0; i < all->records; i++) {
        tacit_tie_scene scene;
        for (size_t v = 0; v < all->ties->variables; v++)
            scene.at[v] = tacit_tie_point(tacit_tie_cell(&all->ties->variable[v], i));
        for (size_t k = 0; k < all->ties->fills && k < 64; k++)
            if ((which >> k & 1) != 0 &&
                tacit_tie_truth(all->ties, &scene, all->ties->fill[k].when) == TACIT_TIE_TRUE)
                skip[i] = true;
    }
}

tacit_status tacit_fences_fill(tacit_ctx *cx, const tacit_fences *all, const tacit_coding *c,
                               uint64_t which, bool *settled, tacit_synth_cells *cells)
{
    finder f;
    size_t wrong = 0, v = 0;
    while (all->ties->variable[v].column != c->column)
        v++; /* it is among them, as a rule fills it */
    TACIT_TRY(start(cx, &all->ties->variable[v], &f));
    for (size_t i = 0; i < all->rows; i++) {
        tacit_tie_scene scene;
        set_scene(all, i, &scene);
        for (size_t k = 0; k < all->ties->fills && k < 64 && !settled[i]; k++) {
            const tacit_tie_fill *fill = &all->ties->fill[k];
            if ((which >> k & 1) == 0 ||
                tacit_tie_truth(all->ties, &scene, fill->when) != TACIT_TIE_TRUE)
                continue;
            wrong += !put(&f, c, tacit_tie_value(all->ties, &scene, fill->value), i, cells);
            settled[i] = true;
        }
    }
    return wrong == 0 ? TACIT_OK : refuse(cx, &f, wrong);
}

tacit_status tacit_fences_derive(tacit_ctx *cx, const tacit_fences *all, size_t at,
                                 const tacit_coding *c, tacit_synth_cells *cells)
{
    const tacit_tie_variable *v = &all->ties->variable[tacit_ties_find(all->ties, at)];
    finder f;
    size_t wrong = 0;
    TACIT_TRY(start(cx, v, &f));
    for (size_t i = 0; i < all->rows; i++) {
        tacit_tie_scene scene;
        set_scene(all, i, &scene);
        wrong += !put(&f, c, tacit_tie_value(all->ties, &scene, v->formula), i, cells);
    }
    return wrong == 0 ? TACIT_OK : refuse(cx, &f, wrong);
}
