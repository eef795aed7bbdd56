/*
 * forms.c - released tables of any form as rows of cells.
 */
#include "task/tables/forms/forms.h"

#include <math.h>
#include <string.h>

#include "task/tables/forms/own.h"

/* More cells than this no tables have. */
static const double MOST_CELLS = 2e8;

static const struct form {
    const char *name;
    tacit_status (*read)(tacit_form_file *f);
} FORMS[] = {
    [TACIT_FORM_CROSS] = { "cross", tacit_form_read_cross },
    [TACIT_FORM_JSON_STAT] = { "json_stat", tacit_form_read_json_stat },
    [TACIT_FORM_INTERMEDIATE] = { "intermediate", tacit_form_read_intermediate },
};

const char *tacit_form_name(tacit_form form)
{
    return FORMS[form].name;
}

static const json_t *form_of(const json_t *basis)
{
    return json_object_get(json_object_get(basis, "tables"), "form");
}

bool tacit_form_is_other(const json_t *basis)
{
    return form_of(basis) != NULL;
}

tacit_status tacit_form_fail(const tacit_form_file *f)
{
    return tacit_fail(f->cx, TACIT_ERR_DATA,
                      "%s does not have the tables, codes and cells that its certificate tells of.",
                      f->target);
}

/* ---- places ---- */

bool tacit_form_shows(const tacit_outline_table *t, size_t k, size_t c)
{
    return t->hides == NULL || !t->hides[k][c];
}

size_t tacit_form_codes(const tacit_form_file *f, const tacit_outline_table *t, size_t k)
{
    size_t n = 0;
    for (size_t c = 0; c < f->o->dimension[t->by[k]].n; c++)
        n += tacit_form_shows(t, k, c);
    return n;
}

/* The first code from `c` on that the table shows, or the number of codes. */
static uint32_t first_shown(const tacit_form_file *f, const tacit_outline_table *t, size_t k,
                            uint32_t c)
{
    while (c < f->o->dimension[t->by[k]].n && !tacit_form_shows(t, k, c))
        c++;
    return c;
}

void tacit_form_begin(tacit_form_file *f, const tacit_outline_table *t)
{
    for (size_t k = 0; k < t->n; k++)
        f->at[k] = first_shown(f, t, k, 0);
}

bool tacit_form_next(tacit_form_file *f, const tacit_outline_table *t)
{
    for (size_t k = t->n; k-- > 0;) {
        f->at[k] = first_shown(f, t, k, f->at[k] + 1);
        if (f->at[k] < f->o->dimension[t->by[k]].n)
            return true;
        f->at[k] = first_shown(f, t, k, 0);
    }
    return false;
}

const char *tacit_form_code(const tacit_form_file *f, const tacit_outline_table *t, size_t k)
{
    return f->o->dimension[t->by[k]].code[f->at[k]];
}

bool tacit_form_take(tacit_form_file *f, const double *value)
{
    if (f->n == f->most || (value != NULL && !isfinite(*value)))
        return false;
    f->value[f->n] = value != NULL ? *value : 0;
    f->hidden[f->n++] = value == NULL;
    return true;
}

/* Room for all cells. */
static tacit_status make_room(tacit_form_file *f)
{
    double n = 0;
    for (size_t t = 0; t < f->o->n_tables; t++) {
        double product = 1;
        for (size_t k = 0; k < f->o->table[t].n; k++)
            product *= (double)tacit_form_codes(f, &f->o->table[t], k);
        if (product < 1)
            return tacit_form_fail(f);
        n += product;
    }
    if (!(n < MOST_CELLS))
        return tacit_form_fail(f);
    f->most = (size_t)n;
    TACIT_TRY(tacit_scratch(f->cx, f->o->n_dimensions, sizeof *f->at, &f->at));
    TACIT_TRY(tacit_scratch(f->cx, f->most, sizeof *f->value, &f->value));
    return tacit_scratch(f->cx, f->most, sizeof *f->hidden, &f->hidden);
}

/* ---- rows ---- */

/* Columns under way: the table, codes, value and status. */
typedef struct page {
    tacit_builder **column;
    size_t n;
} page;

static tacit_status begin_page(const tacit_form_file *f, const json_t *structure, page *p)
{
    const json_t *dimensions = json_object_get(structure, "dimensions");
    const size_t n = f->o->n_dimensions + 3;
    TACIT_TRY(tacit_scratch(f->cx, n, sizeof *p->column, &p->column));
    for (; p->n < n; p->n++) {
        const json_t *d = json_array_get(dimensions, p->n - 1);
        const char *name = p->n == 0       ? "table"
                           : p->n == n - 2 ? "value"
                           : p->n == n - 1 ? "status"
                                           : json_string_value(json_object_get(d, "name"));
        TACIT_TRY(tacit_builder_new(f->cx, name,
                                    p->n == n - 2 ? TACIT_TYPE_REAL : TACIT_TYPE_CATEGORY, f->most,
                                    &p->column[p->n]));
    }
    return TACIT_OK;
}

static tacit_status put_text(const tacit_form_file *f, tacit_builder *b, const char *text)
{
    return text == NULL ? tacit_builder_missing(f->cx, b)
                        : tacit_builder_text(f->cx, b, text, strlen(text));
}

/* The row of cell number `i` at the place in table `t`. */
static tacit_status put_row(const tacit_form_file *f, const tacit_outline_table *t, size_t i,
                            const char *shown, const page *p)
{
    TACIT_TRY(put_text(f, p->column[0], t->name));
    for (size_t d = 0; d < f->o->n_dimensions; d++) {
        size_t k = 0;
        while (k < t->n && t->by[k] != d)
            k++;
        TACIT_TRY(put_text(f, p->column[d + 1], k < t->n ? tacit_form_code(f, t, k) : NULL));
    }
    TACIT_TRY(f->hidden[i]
                  ? tacit_builder_missing(f->cx, p->column[p->n - 2])
                  : tacit_builder_reals(f->cx, p->column[p->n - 2], &f->value[i], NULL, 1));
    return put_text(f, p->column[p->n - 1], f->hidden[i] ? "hidden" : shown);
}

static tacit_status put_rows(tacit_form_file *f, const char *shown, const page *p)
{
    size_t i = 0;
    for (size_t t = 0; t < f->o->n_tables; t++) {
        tacit_form_begin(f, &f->o->table[t]);
        do
            TACIT_TRY(put_row(f, &f->o->table[t], i++, shown, p));
        while (tacit_form_next(f, &f->o->table[t]));
    }
    return TACIT_OK;
}

/* The columns become those of a table, or are freed. */
static tacit_status finish(const tacit_form_file *f, const page *p, tacit_status status,
                           tacit_table **out)
{
    tacit_table *made = NULL;
    if (status == TACIT_OK)
        status = tacit_table_new(f->cx, f->n, &made);
    for (size_t c = 0; c < p->n; c++) {
        tacit_column *column = NULL;
        if (status != TACIT_OK) {
            tacit_builder_free(p->column[c]);
            continue;
        }
        status = tacit_builder_finish(f->cx, p->column[c], &column);
        if (status == TACIT_OK)
            status = tacit_table_add(f->cx, made, column);
    }
    if (status == TACIT_OK)
        *out = made;
    else
        tacit_table_free(made);
    return status;
}

/* ---- all of it ---- */

/* The form that the structure names, or NULL. */
static const struct form *find_form(const json_t *basis)
{
    const char *name = json_string_value(form_of(basis));
    for (size_t i = TACIT_FORM_CROSS; name != NULL && i < sizeof FORMS / sizeof *FORMS; i++)
        if (strcmp(FORMS[i].name, name) == 0)
            return &FORMS[i];
    return NULL;
}

static tacit_status read_file(tacit_form_file *f, const json_t *basis, tacit_outline *o,
                              tacit_table **out)
{
    const json_t *structure = json_object_get(basis, "tables");
    const char *shown = json_object_get(basis, "changed") != NULL ? "changed" : "published";
    const struct form *form = find_form(basis);
    page p = { 0 };
    f->o = o;
    if (form == NULL)
        return tacit_outline_fail(f->cx);
    TACIT_TRY(tacit_outline_read(f->cx, structure, NULL, o));
    TACIT_TRY(make_room(f));
    TACIT_TRY(form->read(f));
    if (f->n != f->most)
        return tacit_form_fail(f);
    tacit_status status = begin_page(f, structure, &p);
    if (status == TACIT_OK)
        status = put_rows(f, shown, &p);
    return finish(f, &p, status, out);
}

tacit_status tacit_form_read(tacit_ctx *cx, const json_t *basis, const char *target,
                             const char *path, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_form_file f = { .cx = cx, .target = target, .path = path };
    tacit_outline o = { 0 };
    const tacit_status status = read_file(&f, basis, &o, out);
    tacit_scratch_release(cx, mark);
    return status;
}
