/*
 * file.c - a hierarchy from a file with one row for each value.
 *
 * Each row has the value and its labels at level 1, 2, ...: `value;level 1;level 2`.
 * Rows may stand in any order; rows for values that the column does not have count in the
 * weights of labels (the part of the domain that a label stands for) and nowhere else.  The values
 * of a category are matched as texts, numbers by their value (so 1 and 1.0 are the same), dates as
 * YYYY-MM-DD.  A row with an empty value speaks of missing cells and is left out, unless the
 * column has the empty text as a value (other texts stand for missing cells).
 *
 * Source: Samarati, Sweeney (1998), Protecting privacy when disclosing information:
 * k-anonymity and its enforcement through generalization and suppression, SRI-CSL-98-04;
 * the file format is that of ARX.
 *
 * O(bytes of the file + values * levels).
 */
#include "base/text.h"
#include "hierarchy/delimited.h"
#include "hierarchy/rows.h"

enum { PATH };

static const tacit_param PARAMS[] = {
    [PATH] = { .name = "path",
               .type = TACIT_PARAM_FILE,
               .need = TACIT_REQUIRED,
               .help = "the file, with one row for each value: the value, then its labels" },
    TACIT_PARAM_END
};

/* A file being read. */
typedef struct reading {
    tacit_delimited *d;
    tacit_hierarchy_rows rows;
    size_t *line; /* of each row */
} reading;

/* Whether a row is about a value at all: above numbers, the first may hold titles. */
static bool is_value(const tacit_hierarchy_rows *r, const char *text)
{
    double x = 0.0;
    if (text[0] == '\0')
        return tacit_hierarchy_find(r->h, text) < tacit_hierarchy_values(r->h);
    return r->n > 0 || (tacit_hierarchy_type(r->h) & TACIT_TYPE_NUMBER) == 0 ||
           tacit_parse_real(text, &x);
}

static tacit_status take_row(tacit_ctx *cx, reading *f)
{
    const tacit_delimited *d = f->d;
    tacit_hierarchy_rows *r = &f->rows;
    if (d->n != r->levels + 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s:%zu: this line has %zu fields, but the first has %zu.", d->path,
                          d->line, d->n, r->levels + 1);
    for (size_t l = 1; l < d->n; l++)
        if (d->field[l][0] == '\0')
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: the label of level %zu is empty.",
                              d->path, d->line, l);
    if (!is_value(r, d->field[0]))
        return TACIT_OK;
    size_t twin = 0;
    f->line[r->n] = d->line;
    tacit_rows_add(r, d->field[0], &d->field[1], &twin);
    if (twin < r->n)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this value has a row already, in line %zu.",
                          d->path, d->line, f->line[twin]);
    return TACIT_OK;
}

static tacit_status take_rows(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h, reading *f)
{
    tacit_delimited *d = f->d;
    TACIT_TRY(tacit_delimited_open(cx, tacit_arg_text(args, PATH), d));
    const size_t most = tacit_delimited_lines(d);
    TACIT_TRY(tacit_delimited_next(cx, d));
    if (d->n < 2)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s:%zu: a row needs a value and at least one label, such as "
                          "'value;label'; files of Argus are read by 'argus'.",
                          d->path, d->line);
    TACIT_TRY(tacit_rows_new(cx, h, most, d->n - 1, &f->rows));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *f->line, &f->line));
    while (d->n > 0) {
        TACIT_TRY(take_row(cx, f));
        TACIT_TRY(tacit_delimited_next(cx, d));
    }
    return tacit_rows_finish(cx, &f->rows);
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    reading f = { 0 };
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f.d, &f.d));
    const tacit_status status = take_rows(cx, args, h, &f);
    tacit_delimited_close(f.d);
    return status;
}

const tacit_hierarchy_builder tacit_hierarchy_builder_file = {
    .about = { .name = "file",
               .title = "Hierarchy from a file",
               .summary = "Reads the labels of each value at each level from a delimited file.",
               .source = "Samarati, Sweeney (1998), SRI-CSL-98-04",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
