/*
 * regress.c - one regression fitted to every synthetic set, and to the original.
 *
 * Least squares for a response of numbers, logistic regression for one of two values, of which the
 * second in the order of texts is 1.  A number is one column; a category has a column of 0 and 1
 * for each of its values in any of the files but the first in the order of texts.  Records with a
 * missing cell in the response or a predictor are left out.  Cost: that of the fits
 * (stats/linear/glm.h).
 */
#include <string.h>

#include "stats/linear/glm.h"
#include "table/values.h"
#include "task/combine/own.h"

enum { MOST_LEVELS = 50, MOST_COLUMNS = 200, ROOM = 32 };

/* A predictor or the response. */
typedef struct part {
    const tacit_column *column;
    bool category;
    tacit_values values;
    uint32_t place[MOST_LEVELS]; /* of each value in the order of texts */
    size_t first, columns;       /* of the design */
} part;

/* Order the values of a category by their texts, so that nothing depends on the order of rows. */
static void place_values(part *p)
{
    char a[ROOM], b[ROOM];
    for (uint32_t v = 0; v < p->values.n; v++) {
        p->place[v] = 0;
        for (uint32_t u = 0; u < p->values.n; u++)
            p->place[v] += strcmp(tacit_column_text(p->column, p->values.row[u], a),
                                  tacit_column_text(p->column, p->values.row[v], b)) < 0;
    }
}

static tacit_status make_part(tacit_ctx *cx, const tacit_table *joint, const char *name, part *out)
{
    *out =
        (part){ .column = tacit_table_column(joint, tacit_table_find(joint, name)), .columns = 1 };
    out->category = tacit_column_type(out->column) == TACIT_TYPE_CATEGORY;
    if (!out->category)
        return TACIT_OK;
    TACIT_TRY(tacit_values_of(cx, out->column, &out->values));
    if (out->values.n > MOST_LEVELS || out->values.n < 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A regression takes categories of 2 to %d values; column '%s' has %u.",
                          (int)MOST_LEVELS, name, (unsigned)out->values.n);
    out->columns = out->values.n - 1;
    place_values(out);
    return TACIT_OK;
}

/* The intercept, then the columns of each predictor. */
static tacit_status name_columns(tacit_ctx *cx, const part *parts, size_t n, size_t columns,
                                 char ***out)
{
    char **name = NULL, room[ROOM];
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *name, &name));
    TACIT_TRY(tacit_scratch_text(cx, "intercept", &name[0]));
    for (size_t k = 0; k < n; k++) {
        const part *p = &parts[k];
        const char *own = tacit_column_name(p->column);
        if (!p->category)
            TACIT_TRY(tacit_scratch_text(cx, own, &name[p->first]));
        for (uint32_t v = 0; p->category && v < p->values.n; v++)
            if (p->place[v] > 0)
                TACIT_TRY(
                    tacit_scratch_format(cx, &name[p->first + p->place[v] - 1], "%s: %s", own,
                                         tacit_column_text(p->column, p->values.row[v], room)));
    }
    *out = name;
    return TACIT_OK;
}

static bool is_whole(const part *parts, size_t n, size_t row)
{
    for (size_t k = 0; k < n; k++)
        if (tacit_column_is_missing(parts[k].column, row))
            return false;
    return true;
}

/* The number of a part in a row; of a response of two values 0 or 1. */
static double number_of(const part *p, size_t row)
{
    return p->category ? p->place[p->values.of[row]] : tacit_column_number(p->column, row);
}

/* Fill row i of `n` of the design from a row of the file. */
static void fill_row(const part *parts, size_t predictors, size_t row, size_t i, size_t n,
                     double *x)
{
    x[i] = 1.0;
    for (size_t k = 0; k < predictors; k++) {
        const part *p = &parts[k];
        if (!p->category)
            x[p->first * n + i] = number_of(p, row);
        else if (p->place[p->values.of[row]] > 0)
            x[(p->first + p->place[p->values.of[row]] - 1) * n + i] = 1.0;
    }
}

/* Fit side `k`; the last part is the response. */
static tacit_status fit_side(tacit_ctx *cx, const tacit_combined_sides *s, size_t k,
                             const part *parts, size_t n, tacit_combined_fit *out)
{
    const size_t mark = tacit_scratch_mark(cx), columns = out->columns;
    size_t rows = 0, i = 0;
    double *x = NULL, *y = NULL;
    bool settled = false;
    for (size_t row = s->start[k]; row < s->start[k + 1]; row++)
        rows += is_whole(parts, n, row);
    TACIT_TRY(tacit_scratch(cx, rows * columns, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *y, &y));
    for (size_t row = s->start[k]; row < s->start[k + 1]; row++) {
        if (!is_whole(parts, n, row))
            continue;
        fill_row(parts, n - 1, row, i, rows, x);
        y[i++] = number_of(&parts[n - 1], row);
    }
    const tacit_glm model = { rows, columns, x, y, out->logistic };
    TACIT_TRY(tacit_glm_fit(cx, &model, out->beta + k * columns,
                            out->covariance + k * columns * columns, &settled));
    tacit_scratch_release(cx, mark);
    if (settled)
        return TACIT_OK;
    return k < s->sets
               ? tacit_fail(cx, TACIT_ERR_DATA,
                            "The regression has no one solution in set %zu: predictors depend on "
                            "each other, a value is missing there, or the response is separated.",
                            k + 1)
               : tacit_fail(cx, TACIT_ERR_DATA,
                            "The regression has no one solution in the original: predictors depend "
                            "on each other, a value is missing there, or the response is "
                            "separated.");
}

tacit_status tacit_combine_regress(tacit_ctx *cx, const tacit_args *args,
                                   const tacit_combined_sides *s, tacit_combined_fit *out)
{
    const tacit_value *predictors = &args->at[TACIT_COMBINE_PREDICTORS];
    const size_t n = predictors->n + 1;
    part *parts = NULL;
    char **name = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *parts, &parts));
    *out = (tacit_combined_fit){ .columns = 1 };
    for (size_t k = 0; k + 1 < n; k++) {
        TACIT_TRY(make_part(cx, s->joint, predictors->texts[k], &parts[k]));
        parts[k].first = out->columns;
        out->columns += parts[k].columns;
    }
    TACIT_TRY(make_part(cx, s->joint, tacit_arg_text(args, TACIT_COMBINE_RESPONSE), &parts[n - 1]));
    out->logistic = parts[n - 1].category;
    if (out->logistic && parts[n - 1].values.n != 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The response must be a number or a category of two values.");
    if (out->columns > MOST_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "A regression has at most %d coefficients here.",
                          (int)MOST_COLUMNS);
    TACIT_TRY(name_columns(cx, parts, n - 1, out->columns, &name));
    out->name = name;
    TACIT_TRY(tacit_scratch(cx, s->n * out->columns, sizeof *out->beta, &out->beta));
    TACIT_TRY(tacit_scratch(cx, s->n * out->columns * out->columns, sizeof *out->covariance,
                            &out->covariance));
    for (size_t k = 0; k < s->n; k++)
        TACIT_TRY(fit_side(cx, s, k, parts, n, out));
    return TACIT_OK;
}
