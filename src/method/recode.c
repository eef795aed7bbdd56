/*
 * recode.c - global recoding: values are joined into wider categories.
 *
 * One of five ways, for every record alike:
 *   breaks  numbers and dates into intervals [b0, b1), [b1, b2), ... [bm-1, bm], or with
 *           `closed: right` [b0, b1], (b1, b2], ... (bm-1, bm]; a value outside is an error
 *           unless `open` adds an interval at each end;
 *   parts   the same with breaks found in the data, see recode_parts.c; the first and the last
 *           interval are labelled without an end, which would tell the least and greatest value;
 *   width   intervals of equal width from `origin`;
 *   groups  listed values into the named group; values not listed stay as they are;
 *   level   the labels of the column's hierarchy at that level.
 * `labels` renames the intervals of `breaks` and `parts`.
 *
 * No value is lost: a value that no interval covers is an error that says how many
 * there are (Hundepool et al. 2012, section 3.4.2).  Missing values stay missing.  Works
 * on the column's distinct values; O(n) to apply.
 */
#include "method/method.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "method/recode_parts.h"
#include "table/values.h"

enum { COLUMNS, BREAKS, WIDTH, ORIGIN, OPEN, LABELS, GROUPS, LEVEL, PARTS, EQUAL, CLOSED };
enum { LEFT, RIGHT };

static const char *const SIDES[] = { "left", "right", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [BREAKS] = { .name = "breaks",
                 .type = TACIT_PARAM_REALS,
                 .need = TACIT_OPTIONAL,
                 .min = -1e300,
                 .max = 1e300,
                 .help = "ends of intervals, upwards" },
    [WIDTH] = { .name = "width",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .min = 1e-9,
                .max = 1e300,
                .help = "width of equal intervals, instead of breaks" },
    [ORIGIN] = { .name = "origin",
                 .type = TACIT_PARAM_REAL,
                 .min = -1e300,
                 .max = 1e300,
                 .help = "where an interval of equal width begins" },
    [OPEN] = { .name = "open",
               .type = TACIT_PARAM_FLAG,
               .max = 1.0,
               .help = "add an open interval below the first and above the last break" },
    [LABELS] = { .name = "labels",
                 .type = TACIT_PARAM_TEXTS,
                 .need = TACIT_OPTIONAL,
                 .help = "names of the intervals of breaks, one each" },
    [GROUPS] = { .name = "groups",
                 .type = TACIT_PARAM_GROUPS,
                 .need = TACIT_OPTIONAL,
                 .help = "new label: the values that get it" },
    [LEVEL] = { .name = "level",
                .type = TACIT_PARAM_INTEGER,
                .need = TACIT_OPTIONAL,
                .min = 1,
                .max = 1000,
                .help = "level of the column's hierarchy" },
    [PARTS] = { .name = "parts",
                .type = TACIT_PARAM_INTEGER,
                .need = TACIT_OPTIONAL,
                .min = 2,
                .max = 100000,
                .help = "number of intervals, whose ends are found in the data" },
    [EQUAL] = { .name = "equal",
                .type = TACIT_PARAM_CHOICE,
                .choices = TACIT_PARTS_CHOICES,
                .help = "what the parts have in common: how many values, how wide, or the ratio "
                        "of their ends" },
    [CLOSED] = { .name = "closed",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = SIDES,
                 .help = "the end that belongs to an interval of breaks or parts" },
    TACIT_PARAM_END
};

/* The recoding of one column: a label for each distinct value. */
typedef struct recoding {
    const tacit_job *job;
    const tacit_column *column;
    tacit_values values;
    tacit_dict *labels;
    uint32_t *label;      /* of each value */
    size_t lost;          /* values that no interval covers */
    const double *breaks; /* given or found */
    size_t n_breaks;
} recoding;

static const tacit_value *arg(const recoding *r, size_t i)
{
    return &r->job->args->at[i];
}

static tacit_status set_label(tacit_ctx *cx, recoding *r, size_t v, const char *text)
{
    return tacit_dict_add(cx, r->labels, text, strlen(text), &r->label[v]);
}

/* ---- intervals ---- */

static void format_end(const recoding *r, double x, char out[TACIT_NUMBER_BYTES])
{
    if (tacit_column_type(r->column) == TACIT_TYPE_DATE)
        tacit_format_date((int32_t)fmax(INT32_MIN, fmin(INT32_MAX, ceil(x))), out);
    else
        tacit_format_real(x, out);
}

/* The ends of an interval, and which of them belong to it. */
typedef struct interval {
    double low, high;
    bool with_low, with_high;
} interval;

/* "20-29" for whole numbers, "[20, 30)" otherwise. */
static void interval_label(const recoding *r, const interval *v, char *out, size_t n)
{
    char a[TACIT_NUMBER_BYTES], b[TACIT_NUMBER_BYTES];
    const bool whole = tacit_column_type(r->column) == TACIT_TYPE_INTEGER &&
                       floor(v->low) >= v->low && floor(v->high) >= v->high;
    format_end(r, whole && !v->with_low ? v->low + 1.0 : v->low, a);
    format_end(r, whole && !v->with_high ? v->high - 1.0 : v->high, b);
    if (whole && strcmp(a, b) == 0)
        snprintf(out, n, "%s", a);
    else if (whole)
        snprintf(out, n, "%s-%s", a, b);
    else
        snprintf(out, n, "%c%s, %s%c", v->with_low ? '[' : '(', a, b, v->with_high ? ']' : ')');
}

/* "<10" or ">=20": all on one side of a break. */
static tacit_status label_side(tacit_ctx *cx, recoding *r, size_t v, const char *sign, double end)
{
    char number[TACIT_NUMBER_BYTES], text[2 * TACIT_NUMBER_BYTES];
    format_end(r, end, number);
    snprintf(text, sizeof text, "%s%s", sign, number);
    return set_label(cx, r, v, text);
}

static tacit_status label_outside(tacit_ctx *cx, recoding *r, size_t v, bool below)
{
    if (!tacit_arg_flag(r->job->args, OPEN)) {
        r->lost++;
        return TACIT_OK;
    }
    return label_side(cx, r, v, below ? "<" : ">", r->breaks[below ? 0 : r->n_breaks - 1]);
}

/* The number of the interval in which `x` lies, by halving. */
static size_t find_interval(const recoding *r, double x, bool right)
{
    size_t low = 0, high = r->n_breaks - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (right ? x > r->breaks[middle] : x >= r->breaks[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

static tacit_status label_by_breaks(tacit_ctx *cx, recoding *r, size_t v, double x)
{
    const tacit_value *labels = arg(r, LABELS);
    const bool right = tacit_arg_choice(r->job->args, CLOSED) == RIGHT;
    const size_t last = r->n_breaks - 2;
    if (x < r->breaks[0] || x > r->breaks[last + 1])
        return label_outside(cx, r, v, x < r->breaks[0]);
    const size_t i = find_interval(r, x, right);
    if (labels->given)
        return set_label(cx, r, v, labels->texts[i]);
    if (arg(r, PARTS)->given && last > 0 && (i == 0 || i == last))
        return label_side(cx, r, v,
                          i == 0  ? right ? "<=" : "<"
                          : right ? ">"
                                  : ">=",
                          r->breaks[i == 0 ? 1 : last]);
    char text[3 * TACIT_NUMBER_BYTES];
    const interval in = { .low = r->breaks[i],
                          .high = r->breaks[i + 1],
                          .with_low = !right || i == 0,
                          .with_high = right || i == last };
    interval_label(r, &in, text, sizeof text);
    return set_label(cx, r, v, text);
}

static tacit_status label_by_width(tacit_ctx *cx, recoding *r, size_t v, double x)
{
    const double width = tacit_arg_real(r->job->args, WIDTH);
    const double origin = tacit_arg_real(r->job->args, ORIGIN);
    double k = floor((x - origin) / width);
    k += origin + width * (k + 1.0) <= x ? 1.0 : origin + width * k > x ? -1.0 : 0.0;
    const double low = origin + width * k, high = origin + width * (k + 1.0);
    if (!(low <= x && x < high))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has values so far from the origin that intervals of this "
                          "width cannot be told apart.",
                          tacit_column_name(r->column));
    char text[3 * TACIT_NUMBER_BYTES];
    interval_label(r, &(interval){ .low = low, .high = high, .with_low = true }, text, sizeof text);
    return set_label(cx, r, v, text);
}

/* Take the breaks that are given, or find them. */
static tacit_status find_breaks(tacit_ctx *cx, recoding *r)
{
    const tacit_value *breaks = arg(r, BREAKS), *labels = arg(r, LABELS);
    double *found = NULL;
    if (breaks->given) {
        r->breaks = breaks->reals;
        r->n_breaks = breaks->n;
    } else {
        const tacit_parts parts = {
            .n = (size_t)tacit_arg_integer(r->job->args, PARTS),
            .equal = (tacit_parts_rule)tacit_arg_choice(r->job->args, EQUAL),
            .right = tacit_arg_choice(r->job->args, CLOSED) == RIGHT,
        };
        TACIT_TRY(tacit_parts_of(cx, r->column, &parts, &found, &r->n_breaks));
        r->breaks = found;
    }
    if (r->n_breaks < 2)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'breaks' of recode needs at least 2 numbers.");
    for (size_t i = 1; i < r->n_breaks; i++)
        if (r->breaks[i] <= r->breaks[i - 1])
            return tacit_fail(cx, TACIT_ERR_INPUT, "'breaks' of recode must go upwards.");
    if (labels->given && labels->n != r->n_breaks - 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'labels' of recode needs %zu names, one for each interval of breaks.",
                          r->n_breaks - 1);
    return TACIT_OK;
}

static tacit_status label_intervals(tacit_ctx *cx, recoding *r)
{
    const bool by_breaks = !arg(r, WIDTH)->given;
    if (tacit_column_type(r->column) == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' is a category; intervals need numbers or dates, groups or a "
                          "level would do.",
                          tacit_column_name(r->column));
    if (by_breaks)
        TACIT_TRY(find_breaks(cx, r));
    for (size_t v = 0; v < r->values.n; v++) {
        const double x = tacit_column_number(r->column, r->values.row[v]);
        TACIT_TRY(by_breaks ? label_by_breaks(cx, r, v, x) : label_by_width(cx, r, v, x));
    }
    if (r->lost > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu distinct values outside the breaks; widen them, or "
                          "set 'open: true'.",
                          tacit_column_name(r->column), r->lost);
    return TACIT_OK;
}

/* ---- groups ---- */

/* The listed values and the group of each. */
typedef struct members {
    tacit_dict *texts;
    uint32_t *group;
} members;

static tacit_status add_member(tacit_ctx *cx, const tacit_value *groups, size_t g, const char *text,
                               members *m)
{
    const uint32_t known = tacit_dict_size(m->texts);
    uint32_t code = 0;
    TACIT_TRY(tacit_dict_add(cx, m->texts, text, strlen(text), &code));
    const char *label = groups->groups[g].label;
    if (code < known && strcmp(groups->groups[m->group[code]].label, label) != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'groups' of recode has a value in both '%s' and '%s'.",
                          groups->groups[m->group[code]].label, label);
    m->group[code] = (uint32_t)g;
    return TACIT_OK;
}

static tacit_status list_members(tacit_ctx *cx, const tacit_value *groups, members *m)
{
    size_t n = 0;
    for (size_t g = 0; g < groups->n; g++)
        n += groups->groups[g].n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->group, &m->group));
    for (size_t g = 0; g < groups->n; g++)
        for (size_t i = 0; i < groups->groups[g].n; i++)
            TACIT_TRY(add_member(cx, groups, g, groups->groups[g].member[i], m));
    return TACIT_OK;
}

static tacit_status label_groups(tacit_ctx *cx, recoding *r)
{
    const tacit_value *groups = arg(r, GROUPS);
    members m = { 0 };
    TACIT_TRY(tacit_dict_new(cx, &m.texts));
    tacit_status status = list_members(cx, groups, &m);
    for (size_t v = 0; v < r->values.n && status == TACIT_OK; v++) {
        char number[TACIT_NUMBER_BYTES];
        const char *text = tacit_column_text(r->column, r->values.row[v], number);
        const uint32_t code = tacit_dict_find(m.texts, text);
        const bool listed = code < tacit_dict_size(m.texts);
        status = set_label(cx, r, v, listed ? groups->groups[m.group[code]].label : text);
    }
    tacit_dict_free(m.texts);
    return status;
}

/* ---- applying ---- */

static tacit_status apply(tacit_ctx *cx, const recoding *r, size_t j, tacit_table *out)
{
    uint32_t *code = NULL;
    uint64_t *valid = NULL;
    TACIT_TRY(tacit_table_recode(cx, out, j, r->labels, &code, &valid));
    for (size_t i = 0; i < tacit_column_length(r->column); i++)
        if (r->values.of[i] < r->values.n)
            code[i] = r->label[r->values.of[i]];
    return TACIT_OK;
}

static tacit_status recode_values(tacit_ctx *cx, recoding *r, size_t j, tacit_table *out)
{
    TACIT_TRY(tacit_values_of(cx, r->column, &r->values));
    TACIT_TRY(tacit_scratch(cx, r->values.n, sizeof *r->label, &r->label));
    TACIT_TRY(arg(r, GROUPS)->given ? label_groups(cx, r) : label_intervals(cx, r));
    return apply(cx, r, j, out);
}

static tacit_status recode_by_hierarchy(tacit_ctx *cx, const tacit_job *job, size_t j,
                                        tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    size_t h = 0;
    while (h < job->n_hierarchies && strcmp(job->hierarchies[h].column, tacit_column_name(c)) != 0)
        h++;
    if (h == job->n_hierarchies)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'level' of recode needs a hierarchy of column '%s' under hierarchies.",
                          tacit_column_name(c));
    tacit_hierarchy *hierarchy = NULL;
    TACIT_TRY(tacit_hierarchy_of(cx, &job->hierarchies[h], job->in, j, &hierarchy));
    const size_t level = (size_t)tacit_arg_integer(job->args, LEVEL);
    tacit_status status = TACIT_OK;
    if (level >= tacit_hierarchy_levels(hierarchy))
        status = tacit_fail(cx, TACIT_ERR_INPUT,
                            "'level' of recode is %zu, but the hierarchy of column '%s' ends at "
                            "level %zu.",
                            level, tacit_column_name(c), tacit_hierarchy_levels(hierarchy) - 1);
    else
        status = tacit_hierarchy_apply(cx, hierarchy, level, out, j);
    tacit_hierarchy_free(hierarchy);
    return status;
}

static tacit_status recode_column(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_table *out)
{
    if (tacit_arg_given(job->args, LEVEL))
        return recode_by_hierarchy(cx, job, j, out);
    recoding r = { .job = job, .column = tacit_table_column(job->in, j) };
    TACIT_TRY(tacit_dict_new(cx, &r.labels));
    const tacit_status status = recode_values(cx, &r, j, out);
    tacit_dict_free(r.labels);
    return status;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    static const size_t ways[] = { BREAKS, PARTS, WIDTH, GROUPS, LEVEL };
    size_t given = 0;
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
        given += tacit_arg_given(job->args, ways[w]);
    if (given != 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "recode needs exactly one of 'breaks', 'parts', 'width', 'groups' and "
                          "'level'.");
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(recode_column(cx, job, job->cols.at[c], out));
    return TACIT_OK;
}

const tacit_method tacit_method_recode = {
    .about = { .name = "recode",
               .title = "Global recoding",
               .summary = "Joins values into wider categories: intervals, groups, or a level of a "
                          "hierarchy.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.2",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .run = run,
};
