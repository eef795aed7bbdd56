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
#include "micro/method/code/code.h"

#include <math.h>

#include "base/sort.h"
#include "base/text.h"
#include "micro/method/rewrite.h"
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
             TACIT_USEFUL(-1e6, 1e6, NULL),
             .importance = TACIT_FIRST,
             .help = "the threshold; values beyond it are replaced" },
    [SHARE] = { .name = "share",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .min = 0.0,
                .max = 0.5,
                TACIT_USEFUL(0, 0.1, "share"),
                .importance = TACIT_FIRST,
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
                TACIT_USEFUL(-1e6, 1e6, NULL),
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

static tacit_looked looked(const tacit_job *job, size_t j)
{
    return (tacit_looked){ .look = job->look, .t = job->in, .j = j };
}

/* The quantile beyond which a share of the present values lies. */
static tacit_status find_quantile(tacit_ctx *cx, const tacit_job *job, size_t j,
                                  tacit_code_side side, double *out)
{
    const tacit_looked at = looked(job, j);
    const tacit_column *c = tacit_table_column(job->in, j);
    const double share = tacit_arg_real(job->args, SHARE);
    const double p = side == TACIT_CODE_TOP ? 1.0 - share : share;
    uint64_t there = 0;
    double *x = NULL;
    size_t n = 0;
    if (job->look != NULL) {
        TACIT_TRY(tacit_look_quantile(cx, &at, p, out, &there));
    } else {
        TACIT_TRY(tacit_column_present(cx, c, &x, &n));
        TACIT_TRY(tacit_sort_reals(cx, x, n));
        there = n;
        *out = n > 0 ? tacit_quantile(x, n, p) : 0.0;
    }
    if (there == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has no values to find a share of.",
                          tacit_column_name(c));
    return TACIT_OK;
}

/* The threshold `t` for the numbers of `c`: whole ones have that inside. */
static double inside(const tacit_column *c, double t, tacit_code_side side)
{
    const bool whole = tacit_column_type(c) == TACIT_TYPE_INTEGER;
    return !whole ? t : side == TACIT_CODE_TOP ? floor(t) : ceil(t);
}

/* The threshold for one column. */
static tacit_status find_threshold(tacit_ctx *cx, const tacit_job *job, size_t j,
                                   tacit_code_side side, double *out)
{
    double t = 0.0;
    if (tacit_arg_given(job->args, AT))
        t = tacit_arg_real(job->args, AT);
    else
        TACIT_TRY(find_quantile(cx, job, j, side, &t));
    *out = inside(tacit_table_column(job->in, j), t, side);
    return TACIT_OK;
}

/* The values beyond a threshold. */
typedef struct tail {
    double t;
    tacit_code_side side;
    size_t present, n;
    double sum;
} tail;

static tacit_status add_tail(tacit_ctx *cx, void *user, const tacit_column *c)
{
    tail *found = user;
    (void)cx;
    found->present += tacit_column_length(c) - tacit_column_missing(c);
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) &&
            is_beyond(tacit_column_number(c, i), found->t, found->side)) {
            found->sum += tacit_column_number(c, i);
            found->n++;
        }
    return TACIT_OK;
}

static bool has_tail(const tacit_column *c, double t, tacit_code_side side)
{
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) && is_beyond(tacit_column_number(c, i), t, side))
            return true;
    return false;
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

static tacit_status make_label(tacit_ctx *cx, const tacit_args *args, double t,
                               tacit_code_side side, char **out)
{
    char number[TACIT_NUMBER_BYTES];
    if (tacit_arg_given(args, LABEL))
        return tacit_scratch_text(cx, tacit_arg_text(args, LABEL), out);
    tacit_format_real(t, number);
    return tacit_scratch_format(cx, out, "%c%s", side == TACIT_CODE_TOP ? '>' : '<', number);
}

/* Make a category of the column, with one label for all values beyond. */
static tacit_status code_labels(tacit_ctx *cx, const tacit_args *args, size_t j, double t,
                                tacit_code_side side, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(out, j);
    tacit_values v = { 0 };
    const char **text = NULL;
    char *label = NULL, *room = NULL;
    TACIT_TRY(make_label(cx, args, t, side, &label));
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

/* ---- applying ---- */

/* Whether whole numbers become reals when some of them are replaced by `with`. */
static bool makes_reals(const tacit_column *c, double with)
{
    return tacit_column_type(c) == TACIT_TYPE_INTEGER &&
           !(floor(with) >= with && fabs(with) < 9e15);
}

/* Replace the values beyond `t` by the number `with`; a column without any stays the same
 * object unless its type changes. */
static tacit_status code_numbers(tacit_ctx *cx, size_t j, double t, double with,
                                 tacit_code_side side, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(out, j);
    if (makes_reals(c, with))
        return code_reals(cx, j, t, with, side, out);
    if (!has_tail(c, t, side))
        return TACIT_OK;
    return tacit_column_type(c) == TACIT_TYPE_INTEGER
               ? code_integers(cx, j, t, (int64_t)with, side, out)
               : code_reals(cx, j, t, with, side, out);
}

tacit_status tacit_code_apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                              tacit_code_side side, tacit_table *t)
{
    const tacit_args *args = &change->args;
    const size_t replace = tacit_arg_choice(args, REPLACE);
    TACIT_ASSERT(tacit_arg_given(args, AT) && replace != BY_MEAN);
    for (size_t c = 0; c < cols->n; c++) {
        const size_t j = cols->at[c];
        const double at = inside(tacit_table_column(t, j), tacit_arg_real(args, AT), side);
        const double with = replace == BY_VALUE ? tacit_arg_real(args, VALUE) : at;
        TACIT_TRY(replace == BY_LABEL ? code_labels(cx, args, j, at, side, t)
                                      : code_numbers(cx, j, at, with, side, t));
    }
    return TACIT_OK;
}

/* ---- deciding ---- */

static void warn_of_few(tacit_ctx *cx, const tacit_column *c)
{
    tacit_warn(cx,
               "Column '%s' has fewer than %d values beyond the threshold, so that their mean "
               "is close to one of them.",
               tacit_column_name(c), FEW);
}

/* Append the change of `c` with the threshold beyond which `beyond` lie. */
static tacit_status settle(tacit_ctx *cx, const tacit_job *job, const tacit_column *c,
                           const tail *beyond, tacit_decision *out)
{
    const size_t replace = tacit_arg_choice(job->args, REPLACE);
    const double with = replace == BY_MEAN    ? beyond->sum / (double)beyond->n
                        : replace == BY_VALUE ? tacit_arg_real(job->args, VALUE)
                                              : beyond->t;
    if (beyond->n == 0 && (replace == BY_MEAN || (replace != BY_LABEL && makes_reals(c, with))))
        return TACIT_OK; /* nothing to replace, and no reason to make reals of all */
    tacit_change *own = NULL;
    char *label = NULL;
    TACIT_TRY(tacit_decision_add(cx, out,
                                 beyond->side == TACIT_CODE_TOP ? &tacit_method_top_code
                                                                : &tacit_method_bottom_code,
                                 NULL, &own));
    TACIT_TRY(tacit_change_column(cx, out, own, tacit_column_name(c)));
    tacit_change_number(own, "at", beyond->t);
    tacit_change_number(own, "replace", (double)(replace == BY_MEAN ? BY_VALUE : replace));
    if (replace == BY_LABEL) {
        TACIT_TRY(make_label(cx, job->args, beyond->t, beyond->side, &label));
        return tacit_change_text(cx, out, own, "label", label);
    }
    if (replace != BY_THRESHOLD)
        tacit_change_number(own, "value", with);
    return TACIT_OK;
}

static tacit_status decide_column(tacit_ctx *cx, const tacit_job *job, size_t j,
                                  tacit_code_side side, json_t *told, tacit_decision *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_looked at = looked(job, j);
    const tacit_column *c = tacit_table_column(job->in, j);
    tail beyond = { .side = side };
    TACIT_TRY(find_threshold(cx, job, j, side, &beyond.t));
    if (job->look != NULL && job->look->counts_only && tacit_code_is_fixed(job->args)) {
        beyond.n = 1; /* there may be */
        return settle(cx, job, c, &beyond, out);
    }
    TACIT_TRY(tacit_look_at(cx, &at, add_tail, &beyond));
    TACIT_TRY(tacit_result_row(cx, told, "[s,I,I]", tacit_column_name(c),
                               (json_int_t)beyond.present, (json_int_t)beyond.n));
    if (tacit_arg_choice(job->args, REPLACE) == BY_MEAN && beyond.n > 0 && beyond.n < FEW)
        warn_of_few(cx, c);
    TACIT_TRY(settle(cx, job, c, &beyond, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
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

tacit_status tacit_code_decide(tacit_ctx *cx, const tacit_job *job, tacit_code_side side,
                               tacit_decision *out)
{
    static const char *const heads[] = { "column", "values", "replaced" };
    json_t *table = NULL;
    TACIT_TRY(check_args(cx, job->args));
    TACIT_TRY(tacit_result_table(cx, job->told, "replaced", "Values replaced", 3, heads, &table));
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(decide_column(cx, job, job->cols.at[c], side, table, out));
    return TACIT_OK;
}

bool tacit_code_looks(const tacit_args *args)
{
    (void)args;
    return true;
}

bool tacit_code_is_fixed(const tacit_args *args)
{
    return tacit_arg_given(args, AT) && tacit_arg_choice(args, REPLACE) != BY_MEAN;
}
