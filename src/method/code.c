/*
 * code.c - top and bottom coding.
 *
 * Values beyond a threshold t are replaced by t, or by the mean of the values beyond it,
 * which keeps the column's mean.  The threshold is given (`at`), or chosen so that a
 * `share` of the present values lies beyond it: the (1 - share)-quantile for the top,
 * the share-quantile for the bottom (type 7 of Hyndman and Fan 1996).  For whole numbers
 * it is rounded to the whole number inside.  Beyond means strictly above or below.
 *
 * Missing values stay missing.  A whole-number column stays whole with `threshold`, and
 * becomes real with `mean` if the mean is not whole.  O(n), O(n) radix passes with `share`.
 */
#include "method/code.h"

#include <math.h>

#include "base/sort.h"
#include "stats/quantile.h"

enum { COLUMNS, AT, SHARE, REPLACE };
enum { BY_THRESHOLD, BY_MEAN };

static const char *const REPLACE_CHOICES[] = { "threshold", "mean", NULL };

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
                  .help = "what replaces them: the threshold, or the mean of the values beyond "
                          "it" },
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

static tacit_status code_column(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_code_side side,
                                tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    double t = 0.0;
    TACIT_TRY(find_threshold(cx, job, c, side, &t));
    const tail beyond = find_tail(c, t, side);
    if (beyond.n == 0)
        return TACIT_OK;
    const bool by_mean = tacit_arg_choice(job->args, REPLACE) == BY_MEAN;
    const double with = by_mean ? beyond.sum / (double)beyond.n : t;
    const bool whole =
        tacit_column_type(c) == TACIT_TYPE_INTEGER && floor(with) >= with && fabs(with) < 9e15;
    return whole ? code_integers(cx, j, t, (int64_t)with, side, out)
                 : code_reals(cx, j, t, with, side, out);
}

tacit_status tacit_code_run(tacit_ctx *cx, const tacit_job *job, tacit_code_side side,
                            tacit_table *out)
{
    if (tacit_arg_given(job->args, AT) == tacit_arg_given(job->args, SHARE))
        return tacit_fail(cx, TACIT_ERR_INPUT, "Give either 'at' or 'share', and not both.");
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(code_column(cx, job, job->cols.at[c], side, out));
    return TACIT_OK;
}
