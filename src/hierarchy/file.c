/*
 * file.c - a hierarchy from a file with one row for each value.
 *
 * Each row has the value and its labels at level 1, 2, ...: `value;level 1;level 2`.
 * Rows may stand in any order; rows for values that the column does not have count in the
 * weights of labels (the part of the domain that a label stands for) and nowhere else.  The values
 * of a category are matched as texts, numbers by their value (so 1 and 1.0 are the same), dates as
 * YYYY-MM-DD.  A row with an empty value speaks of missing cells and is left out.
 *
 * Source: Samarati, Sweeney (1998), Protecting privacy when disclosing information:
 * k-anonymity and its enforcement through generalization and suppression, SRI-CSL-98-04;
 * the file format is that of ARX.
 *
 * O(bytes of the file + values * levels).
 */
#include "hierarchy/hierarchy.h"

#include <math.h>

#include "base/text.h"
#include "hierarchy/delimited.h"

enum { PATH };

static const tacit_param PARAMS[] = {
    [PATH] = { .name = "path",
               .type = TACIT_PARAM_TEXT,
               .need = TACIT_REQUIRED,
               .help = "the file, with one row for each value: the value, then its labels" },
    TACIT_PARAM_END
};

/* Beyond this a double does not hold every whole number. */
#define WHOLE_LIMIT 9007199254740992.0

/* The labels as they stand in the file. */
typedef struct rows {
    tacit_hierarchy *h;
    size_t levels;
    const char **label; /* row r, level l at [r * levels + l - 1] */
    bool *unused;       /* of each row: its value is not in the column */
    size_t n;           /* rows kept */
    size_t *row;        /* of each value, from 1; 0 if it has none */
    size_t *line;       /* of each row */
    size_t level;       /* that is being added */
} rows;

/* The value that a row is about, or the number of values. */
static size_t find_value(const tacit_hierarchy *h, const char *text)
{
    const size_t v = tacit_hierarchy_find_text(h, text);
    const tacit_type type = tacit_hierarchy_type(h);
    double x = 0.0;
    if (v < tacit_hierarchy_values(h) || type == TACIT_TYPE_CATEGORY || type == TACIT_TYPE_DATE)
        return v;
    if (!tacit_parse_real(text, &x) || (type == TACIT_TYPE_INTEGER && fabs(x) > WHOLE_LIMIT))
        return tacit_hierarchy_values(h);
    return tacit_hierarchy_find_number(h, x);
}

/* Whether a row that no value of the column has is about a value at all: in a column of
 * numbers the first row may hold titles. */
static bool is_value(const rows *r, const char *text)
{
    double x = 0.0;
    return r->n > 0 || (tacit_hierarchy_type(r->h) & TACIT_TYPE_NUMBER) == 0 ||
           tacit_parse_real(text, &x);
}

static tacit_status take_row(tacit_ctx *cx, const tacit_delimited *d, rows *r)
{
    if (d->n != r->levels + 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s:%zu: this line has %zu fields, but the first has %zu.", d->path,
                          d->line, d->n, r->levels + 1);
    for (size_t l = 1; l < d->n; l++)
        if (d->field[l][0] == '\0')
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: the label of level %zu is empty.",
                              d->path, d->line, l);
    const size_t v = find_value(r->h, d->field[0]);
    const bool unused = v == tacit_hierarchy_values(r->h);
    if (d->field[0][0] == '\0' || (unused && !is_value(r, d->field[0])))
        return TACIT_OK;
    if (!unused && r->row[v] > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this value has a row already, in line %zu.",
                          d->path, d->line, r->line[r->row[v] - 1]);
    r->unused[r->n] = unused;
    r->line[r->n] = d->line;
    for (size_t l = 1; l < d->n; l++)
        r->label[r->n * r->levels + l - 1] = d->field[l];
    r->n++;
    if (!unused)
        r->row[v] = r->n;
    return TACIT_OK;
}

static tacit_status take_rows(tacit_ctx *cx, tacit_delimited *d, rows *r)
{
    const size_t most = tacit_delimited_lines(d);
    TACIT_TRY(tacit_delimited_next(cx, d));
    if (d->n < 2)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s:%zu: a row needs a value and at least one label, such as "
                          "'value;label'.",
                          d->path, d->line);
    r->levels = d->n - 1;
    TACIT_TRY(tacit_scratch(cx, tacit_hierarchy_values(r->h), sizeof *r->row, &r->row));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *r->line, &r->line));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *r->unused, &r->unused));
    TACIT_TRY(tacit_scratch(cx, most, r->levels * sizeof *r->label, &r->label));
    while (d->n > 0) {
        TACIT_TRY(take_row(cx, d, r));
        TACIT_TRY(tacit_delimited_next(cx, d));
    }
    return TACIT_OK;
}

static const char *label_of(void *user, size_t v)
{
    const rows *r = user;
    return r->row[v] > 0 ? r->label[(r->row[v] - 1) * r->levels + r->level] : NULL;
}

static tacit_status add_levels(tacit_ctx *cx, const tacit_args *args, tacit_delimited *d, rows *r)
{
    TACIT_TRY(tacit_delimited_open(cx, tacit_arg_text(args, PATH), d));
    TACIT_TRY(take_rows(cx, d, r));
    for (r->level = 0; r->level < r->levels; r->level++)
        TACIT_TRY(tacit_hierarchy_add_level(cx, r->h, label_of, r));
    for (size_t i = 0; i < r->n; i++)
        if (r->unused[i])
            tacit_hierarchy_add_unused(r->h, &r->label[i * r->levels]);
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    tacit_delimited *d = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *d, &d));
    rows r = { .h = h };
    const tacit_status status = add_levels(cx, args, d, &r);
    tacit_delimited_close(d);
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
