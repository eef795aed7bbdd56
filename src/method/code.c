/*
 * code.c - top and bottom coding.
 *
 * Values beyond a threshold t are replaced by t, by the mean of the values beyond it, which
 * keeps the column's mean, by another given number, or by a label such as ">80", which makes the
 * column a category.  The threshold is given (`at`), or chosen so that a
 * `share` of the present values lies beyond it: the (1 - share)-quantile for the top,
 * the share-quantile for the bottom (type 7 of Hyndman and Fan 1996).  For whole numbers
 * it is rounded to the whole number inside.  Beyond means strictly above or below.
 *
 * Missing values stay missing.  A whole-number column stays whole with `threshold`, and
 * becomes real with `mean` or `value` if that number is not whole.  Strata and weights play no
 * part: one threshold for all, which can be published.  O(n), O(n) radix passes with `share`
 * and with a label.
 */
#include "method/code.h"

#include <math.h>

#include "base/sort.h"
#include "base/text.h"
#include "method/rewrite.h"
#include "stats/quantile.h"
#include "table/values.h"

enum { COLUMNS, AT, SHARE, REPLACE, VALUE, LABEL };
enum { BY_THRESHOLD, BY_MEAN, BY_VALUE, BY_LABEL };

/* A mean of fewer values is close to one of them. */
enum { FEW = 3 };

static const char *const REPLACE_CHOICES[] = { "threshold", "mean", "value", "label", NULL };

const tacit_param TACIT_CODE_PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [AT] = { .name = "at",
             .type = TACIT_PARAM_REAL,
             .need = TACIT_OPTIONAL,
             .min = -1e300,
             .max = 1e300,
             .help = "the threshold; values beyond it are replaced" },
    [SHARE] = { .name = "share",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .min = 0.0,
                .max = 0.5,
                .help = "share of the values to replace, instead of a threshold" },
    [REPLACE] = { .name = "replace",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = REPLACE_CHOICES,
                  .help = "what replaces them: the threshold, the mean of the values beyond it, "
                          "another value, or a label" },
    [VALUE] = { .name = "value",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .min = -1e300,
                .max = 1e300,
                .help = "the number that replaces them, with replace: value" },
    [LABEL] = { .name = "label",
                .type = TACIT_PARAM_TEXT,
                .need = TACIT_OPTIONAL,
                .help = "the label, with replace: label; '>' or '<' and the threshold if not "
                        "given" },
    TACIT_PARAM_END
};

static bool is_beyond(double x, double t, tacit_code_side side)
{
    return side == TACIT_CODE_TOP ? x > t : x < t;
}

/* The quantile beyond which a share of the present values lies. */
static tacit_status find_quantile(tacit_ctx *cx, const tacit_column *c, double share,
                                  tacit_code_side side, double *out)
{
    double *x = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_column_present(cx, c, &x, &n));
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has no values to find a share of.",
                          tacit_column_name(c));
    TACIT_TRY(tacit_sort_reals(cx, x, n));
    *out = tacit_quantile(x, n, side == TACIT_CODE_TOP ? 1.0 - share : share);
    return TACIT_OK;
}

/* The threshold for one column. */
static tacit_status find_threshold(tacit_ctx *cx, const tacit_job *job, const tacit_column *c,
                                   tacit_code_side side, double *out)
{
    double t = 0.0;
    if (tacit_arg_given(job->args, AT))
        t = tacit_arg_real(job->args, AT);
    else
        TACIT_TRY(find_quantile(cx, c, tacit_arg_real(job->args, SHARE), side, &t));
    const bool whole = tacit_column_type(c) == TACIT_TYPE_INTEGER;
    *out = !whole ? t : side == TACIT_CODE_TOP ? floor(t) : ceil(t);
    return TACIT_OK;
}

/* The values beyond a threshold. */
typedef struct tail {
    size_t n;
    double sum;
} tail;

static tail find_tail(const tacit_column *c, double t, tacit_code_side side)
{
    tail found = { 0 };
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) && is_beyond(tacit_column_number(c, i), t, side)) {
            found.sum += tacit_column_number(c, i);
            found.n++;
        }
    return found;
}

static tacit_status code_integers(tacit_ctx *cx, size_t j, double t, int64_t with,
                                  tacit_code_side side, tacit_table *out)
{
    int64_t *x = NULL;
    TACIT_TRY(tacit_table_edit_integers(cx, out, j, &x));
    const tacit_column *c = tacit_table_column(out, j);
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) && is_beyond((double)x[i], t, side))
            x[i] = with;
    return TACIT_OK;
}

static tacit_status code_reals(tacit_ctx *cx, size_t j, double t, double with, tacit_code_side side,
                               tacit_table *out)
{
    double *x = NULL;
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &x));
    const tacit_column *c = tacit_table_column(out, j);
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) && is_beyond(x[i], t, side))
            x[i] = with;
    return TACIT_OK;
}

/* ---- labels ---- */

static tacit_status make_label(tacit_ctx *cx, const tacit_job *job, double t, tacit_code_side side,
                               char **out)
{
    char number[TACIT_NUMBER_BYTES];
    if (tacit_arg_given(job->args, LABEL))
        return tacit_scratch_text(cx, tacit_arg_text(job->args, LABEL), out);
    tacit_format_real(t, number);
    return tacit_scratch_format(cx, out, "%c%s", side == TACIT_CODE_TOP ? '>' : '<', number);
}

/* Make a category of the column, with one label for all values beyond. */
static tacit_status code_labels(tacit_ctx *cx, const tacit_job *job, size_t j, double t,
                                tacit_code_side side, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    tacit_values v = { 0 };
    const char **text = NULL;
    char *label = NULL, *room = NULL;
    TACIT_TRY(make_label(cx, job, t, side, &label));
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(tacit_scratch(cx, v.n, sizeof *text, &text));
    TACIT_TRY(tacit_scratch(cx, v.n, TACIT_NUMBER_BYTES, &room));
    for (uint32_t k = 0; k < v.n; k++) {
        const bool beyond = is_beyond(tacit_column_number(c, v.row[k]), t, side);
        text[k] =
            beyond ? label : tacit_column_text(c, v.row[k], room + (size_t)k * TACIT_NUMBER_BYTES);
    }
    return tacit_rewrite_texts(cx, out, j, text, v.of, v.n);
}

/* ---- columns ---- */

/* Replace the values beyond `t` by the number `with`. */
static tacit_status code_numbers(tacit_ctx *cx, size_t j, double t, double with,
                                 tacit_code_side side, tacit_table *out)
{
    const bool integers = tacit_column_type(tacit_table_column(out, j)) == TACIT_TYPE_INTEGER;
    if (integers && floor(with) >= with && fabs(with) < 9e15)
        return code_integers(cx, j, t, (int64_t)with, side, out);
    return code_reals(cx, j, t, with, side, out);
}

static tacit_status code_column(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_code_side side,
                                json_t *told, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    const size_t replace = tacit_arg_choice(job->args, REPLACE);
    double t = 0.0;
    TACIT_TRY(find_threshold(cx, job, c, side, &t));
    const tail beyond = find_tail(c, t, side);
    TACIT_TRY(tacit_result_row(cx, told, "[s,I,I]", tacit_column_name(c),
                               (json_int_t)(tacit_column_length(c) - tacit_column_missing(c)),
                               (json_int_t)beyond.n));
    if (replace == BY_LABEL)
        return code_labels(cx, job, j, t, side, out);
    if (beyond.n == 0)
        return TACIT_OK;
    if (replace == BY_MEAN && beyond.n < FEW)
        tacit_warn(cx,
                   "Column '%s' has fewer than %d values beyond the threshold, so that their mean "
                   "is close to one of them.",
                   tacit_column_name(c), FEW);
    const double with = replace == BY_MEAN    ? beyond.sum / (double)beyond.n
                        : replace == BY_VALUE ? tacit_arg_real(job->args, VALUE)
                                              : t;
    return code_numbers(cx, j, t, with, side, out);
}

static tacit_status check_args(tacit_ctx *cx, const tacit_args *args)
{
    const size_t replace = tacit_arg_choice(args, REPLACE);
    if (tacit_arg_given(args, AT) == tacit_arg_given(args, SHARE))
        return tacit_fail(cx, TACIT_ERR_INPUT, "Give either 'at' or 'share', and not both.");
    if (tacit_arg_given(args, VALUE) != (replace == BY_VALUE))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'replace: value' and 'value' go together; give both or neither.");
    if (tacit_arg_given(args, LABEL) && replace != BY_LABEL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'label' needs 'replace: label'.");
    return TACIT_OK;
}

tacit_status tacit_code_run(tacit_ctx *cx, const tacit_job *job, tacit_code_side side,
                            tacit_table *out)
{
    static const char *const heads[] = { "column", "values", "replaced" };
    json_t *table = NULL;
    TACIT_TRY(check_args(cx, job->args));
    TACIT_TRY(tacit_result_table(cx, job->told, "replaced", "Values replaced", 3, heads, &table));
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(code_column(cx, job, job->cols.at[c], side, table, out));
    return TACIT_OK;
}
