/*
 * settle.c - the types of the columns of a text file, when rows of it are known.
 */
#include "engine/csv/reader.h"

#include "engine/csv_rules.h"

/* Different numbers that are no longer kept in a dictionary. */
enum { MANY = 1024 };

/* Whether the type found at first is not that of all rows. */
static bool is_late(const tacit_csv_file *f, size_t j, tacit_type whole)
{
    return f->known && f->type[j] != TACIT_TYPE_CATEGORY && whole != f->type[j];
}

static void warn_late(const tacit_csv_reader *r, const tacit_csv_file *f, size_t j,
                      tacit_type whole)
{
    if (is_late(f, j, whole) && f->type[j] == TACIT_TYPE_INTEGER && whole == TACIT_TYPE_CATEGORY)
        tacit_warn(r->cx,
                   "Column '%s' looks like whole numbers at first, but some of its values have "
                   "leading zeros or are no numbers; it is kept as text.",
                   f->name[j]);
}

/* How many rows the file has if all are about as long as those read. */
static size_t expected_rows(const tacit_csv_reader *r, const tacit_csv_file *f)
{
    const double read = (double)(r->taken - (r->end - r->begin)), share = 1.02 * (double)r->rows;
    return read > 0.0 ? (size_t)((double)(f->bytes - f->start) / read * share) : 0;
}

/* Say what of the first rows could be meant otherwise. */
static tacit_status warn_of_signs(const tacit_csv_reader *r, const tacit_csv_file *f)
{
    tacit_csv_seen *seen = NULL;
    TACIT_TRY(tacit_scratch(r->cx, r->n, sizeof *seen, &seen));
    for (size_t j = 0; j < r->n; j++) {
        const tacit_dict *dict = tacit_builder_dict(r->column[j].builder);
        seen[j] = (tacit_csv_seen){ .name = f->name[j], .type = f->type[j] };
        for (uint32_t i = 0; i < tacit_dict_size(dict) && !seen[j].signs.other; i++)
            tacit_csv_look(&seen[j].signs, tacit_dict_text(dict, i), tacit_dict_length(dict, i));
    }
    tacit_csv_warn(r->cx, f->source.args, f->delimiter, seen, r->n);
    return TACIT_OK;
}

tacit_status tacit_csv_settle_types(const tacit_csv_reader *r, tacit_csv_file *f)
{
    tacit_type *whole = NULL;
    TACIT_TRY(tacit_scratch(r->cx, r->n, sizeof *whole, &whole));
    bool late = !f->known;
    for (size_t j = 0; j < r->n; j++) {
        size_t distinct = 0;
        whole[j] = f->type[j];
        if (r->column[j].skipped)
            continue;
        whole[j] = tacit_csv_column_type(&r->column[j], &distinct);
        f->direct[j] = r->column[j].direct != TACIT_TYPE_CATEGORY ||
                       (distinct > MANY && (whole[j] & TACIT_TYPE_NUMBER) != 0);
        late = late || is_late(f, j, whole[j]);
        warn_late(r, f, j, whole[j]);
    }
    if (late)
        memcpy(f->type, whole, r->n * sizeof *whole);
    if (!f->known && r->meant == NULL)
        TACIT_TRY(warn_of_signs(r, f));
    if (!f->known)
        f->expected = expected_rows(r, f);
    f->known = true;
    return TACIT_OK;
}
