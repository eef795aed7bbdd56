/*
 * cross.c - a cross table: a column for each dimension but the last, and for each code of the last.
 */
#include <string.h>

#include "engine/engine.h"
#include "run/reading.h"
#include "task/tables/forms/own.h"

/* The names that the columns have. */
static tacit_status name_columns(const tacit_form_file *f, const tacit_outline_table *t,
                                 tacit_value *out)
{
    const size_t last = t->n - 1;
    const tacit_outline_dimension *d = &f->o->dimension[t->by[last]];
    const char **name = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(f->cx, last + d->n, sizeof *name, &name));
    for (; n < last; n++)
        name[n] = f->o->dimension[t->by[n]].name;
    for (size_t c = 0; c < d->n; c++)
        if (tacit_form_shows(t, last, c))
            name[n++] = d->code[c];
    *out = (tacit_value){ .given = true, .n = n, .texts = name };
    return TACIT_OK;
}

/* All columns as texts, since most of what looks like a number here is a code or a mark. */
static tacit_status load(const tacit_form_file *f, const tacit_value *names, tacit_table **out)
{
    tacit_args args;
    tacit_data *data = NULL;
    tacit_table *none = NULL;
    TACIT_TRY(tacit_table_new(f->cx, 0, &none));
    tacit_status status = tacit_reading_of(f->cx, f->target, NULL, none, &args);
    tacit_table_free(none);
    TACIT_TRY(status);
    if (tacit_arg_given(&args, TACIT_SOURCE_DELIMITER))
        args.at[TACIT_SOURCE_TEXT] = *names;
    const tacit_source source = { .uri = f->target, .path = f->path, .args = &args };
    TACIT_TRY(tacit_data_open(f->cx, &source, &data));
    bool same = data->schema.n == names->n;
    for (size_t j = 0; same && j < names->n; j++)
        same = strcmp(data->schema.field[j].name, names->texts[j]) == 0;
    status = same ? tacit_data_load(f->cx, data, NULL, out) : tacit_form_fail(f);
    tacit_data_close(data);
    return status;
}

static const char *text_at(const tacit_table *from, size_t j, size_t i,
                           char room[TACIT_NUMBER_BYTES])
{
    const tacit_column *c = tacit_table_column(from, j);
    return tacit_column_is_missing(c, i) ? "" : tacit_column_text(c, i, room);
}

static bool take_cell(tacit_form_file *f, const char *text)
{
    double x = 0;
    if (strcmp(text, "x") == 0)
        return tacit_form_take(f, NULL);
    return tacit_parse_real(text, &x) && tacit_form_take(f, &x);
}

/* The cells of row `i`, the next ones of the table. */
static bool take_row(tacit_form_file *f, const tacit_outline_table *t, const tacit_table *from,
                     size_t i)
{
    const size_t last = t->n - 1, n = tacit_table_columns(from);
    char room[TACIT_NUMBER_BYTES];
    for (size_t k = 0; k < last; k++)
        if (strcmp(text_at(from, k, i, room), tacit_form_code(f, t, k)) != 0)
            return false;
    for (size_t j = last; j < n; j++) {
        if (!take_cell(f, text_at(from, j, i, room)))
            return false;
        (void)tacit_form_next(f, t);
    }
    return true;
}

tacit_status tacit_form_read_cross(tacit_form_file *f)
{
    const tacit_outline_table *t = &f->o->table[0];
    tacit_value names = { 0 };
    tacit_table *from = NULL;
    if (f->o->n_tables != 1 || t->n == 0)
        return tacit_form_fail(f);
    TACIT_TRY(name_columns(f, t, &names));
    TACIT_TRY(load(f, &names, &from));
    bool good = true;
    tacit_form_begin(f, t);
    for (size_t i = 0; good && i < tacit_table_rows(from); i++)
        good = take_row(f, t, from, i);
    tacit_table_free(from);
    return good ? TACIT_OK : tacit_form_fail(f);
}
