/*
 * recode.c - global recoding: values are joined into wider categories.
 *
 * One of six ways, for every record alike:
 *   breaks  numbers and dates into intervals [b0, b1), [b1, b2), ... [bm-1, bm], or with
 *           `closed: right` [b0, b1], (b1, b2], ... (bm-1, bm]; a value outside is an error
 *           unless `open` adds an interval at each end;
 *   parts   the same with breaks found in the data, see recode_parts.c; the first and the last
 *           interval are labelled without an end, which would tell the least and greatest value;
 *   width   intervals of equal width from `origin`;
 *   groups  listed values into the named group; values not listed stay as they are, or what
 *           `others` says;
 *   level   the labels of the column's hierarchy at that level;
 *   label   one label for all records, those with a missing value too.
 * `labels` renames the intervals of `breaks` and `parts`.
 *
 * `parts` settles to breaks and labels, `level` to groups (recode_settle.c); the rest is
 * settled as written.  With `others` labels are numbered in the order of the groups, so that
 * chunks agree, and value labels of the column are gone, which would tell the values that it
 * had.
 *
 * No value is lost: a value that no interval covers is an error that says how many
 * there are (Hundepool et al. 2012, section 3.4.2).  Missing values stay missing.  Works
 * on the column's distinct values; O(n) to apply.
 */
#include "micro/method/code/code.h"

#include <string.h>

#include "micro/method/code/recode_settle.h"
#include "micro/method/rewrite.h"
#include "table/values.h"

enum {
    COLUMNS,
    BREAKS,
    WIDTH,
    ORIGIN,
    OPEN,
    LABELS,
    GROUPS,
    LEVEL,
    PARTS,
    EQUAL,
    CLOSED,
    OTHERS,
    MISSING,
    LABEL
};
enum { LEFT, RIGHT };

static const char *const SIDES[] = { "left", "right", NULL };
static const char *const OTHERS_HOW[] = { "keep", "missing", "fail", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [BREAKS] = { .name = "breaks",
                 .type = TACIT_PARAM_REALS,
                 .need = TACIT_OPTIONAL,
                 .min = -1e300,
                 .max = 1e300,
                 TACIT_USEFUL(-1e6, 1e6, NULL),
                 .importance = TACIT_FIRST,
                 .help = "ends of intervals, upwards" },
    [WIDTH] = { .name = "width",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .min = 1e-9,
                .max = 1e300,
                TACIT_USEFUL_LOG(1, 10000, NULL),
                .importance = TACIT_FIRST,
                .help = "width of equal intervals, instead of breaks" },
    [ORIGIN] = { .name = "origin",
                 .type = TACIT_PARAM_REAL,
                 .min = -1e300,
                 .max = 1e300,
                 TACIT_USEFUL(-1000, 1000, NULL),
                 .importance = TACIT_ADVANCED,
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
                TACIT_USEFUL(1, 10, "level"),
                .importance = TACIT_FIRST,
                .help = "level of the column's hierarchy" },
    [PARTS] = { .name = "parts",
                .type = TACIT_PARAM_INTEGER,
                .need = TACIT_OPTIONAL,
                .min = 2,
                .max = 100000,
                TACIT_USEFUL_LOG(2, 100, "intervals"),
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
    [OTHERS] = { .name = "others",
                 .type = TACIT_PARAM_CHOICE,
                 .need = TACIT_OPTIONAL,
                 .choices = OTHERS_HOW,
                 .importance = TACIT_ADVANCED,
                 .help = "what becomes of values that no group lists: they stay, are blanked, or "
                         "are an error; they stay if not given" },
    [MISSING] = { .name = "missing",
                  .type = TACIT_PARAM_TEXT,
                  .need = TACIT_OPTIONAL,
                  .importance = TACIT_ADVANCED,
                  .help = "with groups, the label that missing values get; they stay missing if "
                          "not given" },
    [LABEL] = { .name = "label",
                .type = TACIT_PARAM_TEXT,
                .need = TACIT_OPTIONAL,
                .importance = TACIT_ADVANCED,
                .help = "one label for all records, those with a missing value too" },
    TACIT_PARAM_END
};

/* The recoding of one column: a label for each distinct value. */
typedef struct recoding {
    const tacit_args *args;
    const tacit_column *column;
    tacit_values values;
    tacit_dict *labels;
    uint32_t *label; /* of each value */
} recoding;

static const tacit_value *arg(const recoding *r, size_t i)
{
    return &r->args->at[i];
}

static tacit_status set_label(tacit_ctx *cx, recoding *r, size_t v, const char *text)
{
    return tacit_dict_add(cx, r->labels, text, strlen(text), &r->label[v]);
}

/* ---- intervals ---- */

static tacit_status check_breaks(tacit_ctx *cx, const recoding *r)
{
    const tacit_value *breaks = arg(r, BREAKS), *labels = arg(r, LABELS);
    if (breaks->n < 2)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'breaks' of recode needs at least 2 numbers.");
    for (size_t i = 1; i < breaks->n; i++)
        if (breaks->reals[i] <= breaks->reals[i - 1])
            return tacit_fail(cx, TACIT_ERR_INPUT, "'breaks' of recode must go upwards.");
    if (labels->given && labels->n != breaks->n - 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'labels' of recode needs %zu names, one for each interval of breaks.",
                          breaks->n - 1);
    return TACIT_OK;
}

static tacit_status label_by_breaks(tacit_ctx *cx, recoding *r)
{
    const tacit_intervals in = { .type = tacit_column_type(r->column),
                                 .breaks = arg(r, BREAKS)->reals,
                                 .n = arg(r, BREAKS)->n,
                                 .right = tacit_arg_choice(r->args, CLOSED) == RIGHT,
                                 .open = tacit_arg_flag(r->args, OPEN),
                                 .labels = arg(r, LABELS)->given ? arg(r, LABELS)->texts : NULL };
    size_t lost = 0;
    TACIT_TRY(check_breaks(cx, r));
    for (size_t v = 0; v < r->values.n; v++) {
        char room[TACIT_INTERVAL_BYTES];
        const double x = tacit_column_number(r->column, r->values.row[v]);
        const size_t i = tacit_intervals_find(&in, x);
        const bool outside = i == in.n - 1;
        lost += outside && !in.open;
        if (!outside)
            TACIT_TRY(set_label(cx, r, v, tacit_intervals_label(&in, i, room)));
        else if (in.open)
            TACIT_TRY(set_label(cx, r, v, tacit_intervals_outside(&in, x < in.breaks[0], room)));
    }
    if (lost > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu distinct values outside the breaks; widen them, or "
                          "set 'open: true'.",
                          tacit_column_name(r->column), lost);
    return TACIT_OK;
}

static tacit_status label_by_width(tacit_ctx *cx, recoding *r)
{
    const tacit_widths w = { .type = tacit_column_type(r->column),
                             .origin = tacit_arg_real(r->args, ORIGIN),
                             .width = tacit_arg_real(r->args, WIDTH) };
    for (size_t v = 0; v < r->values.n; v++) {
        char text[TACIT_INTERVAL_BYTES];
        if (!tacit_widths_label(&w, tacit_column_number(r->column, r->values.row[v]), text))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has values so far from the origin that intervals of "
                              "this width cannot be told apart.",
                              tacit_column_name(r->column));
        TACIT_TRY(set_label(cx, r, v, text));
    }
    return TACIT_OK;
}

static tacit_status check_ordered(tacit_ctx *cx, const tacit_column *c)
{
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Column '%s' is a category; intervals need numbers or dates, groups or a "
                      "level would do.",
                      tacit_column_name(c));
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

/* Number the labels of the groups in their order, and last that of missing values. */
static tacit_status list_labels(tacit_ctx *cx, recoding *r)
{
    const tacit_value *groups = arg(r, GROUPS), *missing = arg(r, MISSING);
    uint32_t code = 0;
    for (size_t g = 0; g < groups->n; g++)
        TACIT_TRY(tacit_dict_add(cx, r->labels, groups->groups[g].label,
                                 strlen(groups->groups[g].label), &code));
    return missing->given
               ? tacit_dict_add(cx, r->labels, missing->text, strlen(missing->text), &code)
               : TACIT_OK;
}

/* The labels of all values; one without is blanked. */
static tacit_status label_members(tacit_ctx *cx, recoding *r, const members *m)
{
    const tacit_value *groups = arg(r, GROUPS);
    const size_t others =
        arg(r, OTHERS)->given ? tacit_arg_choice(r->args, OTHERS) : TACIT_RECODE_KEEP;
    size_t lost = 0;
    for (size_t v = 0; v < r->values.n; v++) {
        char number[TACIT_NUMBER_BYTES];
        const char *text = tacit_column_text(r->column, r->values.row[v], number);
        const uint32_t code = tacit_dict_find(m->texts, text);
        const bool listed = code < tacit_dict_size(m->texts);
        r->label[v] = UINT32_MAX;
        lost += !listed;
        if (listed || others == TACIT_RECODE_KEEP)
            TACIT_TRY(set_label(cx, r, v, listed ? groups->groups[m->group[code]].label : text));
    }
    if (lost > 0 && others == TACIT_RECODE_FAIL)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu distinct values that no group of recode lists; list "
                          "them, or set 'others' to keep or missing.",
                          tacit_column_name(r->column), lost);
    return TACIT_OK;
}

static tacit_status label_groups(tacit_ctx *cx, recoding *r)
{
    members m = { 0 };
    TACIT_TRY(tacit_dict_new(cx, &m.texts));
    tacit_status status = list_members(cx, arg(r, GROUPS), &m);
    if (status == TACIT_OK && arg(r, OTHERS)->given)
        status = list_labels(cx, r);
    if (status == TACIT_OK)
        status = label_members(cx, r, &m);
    tacit_dict_free(m.texts);
    return status;
}

/* ---- applying ---- */

/* Put the labels into the column; `*missing`, if given, is the label of missing values. */
static void fill_codes(const recoding *r, const uint32_t *missing, uint32_t *code, uint64_t *valid)
{
    for (size_t i = 0; i < tacit_column_length(r->column); i++) {
        const bool present = r->values.of[i] < r->values.n;
        const uint32_t label = present           ? r->label[r->values.of[i]]
                               : missing != NULL ? *missing
                                                 : UINT32_MAX;
        const uint64_t bit = UINT64_C(1) << i % 64;
        if (label == UINT32_MAX) {
            valid[i / 64] &= ~bit;
            continue;
        }
        valid[i / 64] |= bit;
        code[i] = label;
    }
}

static tacit_status write_labels(tacit_ctx *cx, recoding *r, size_t j, tacit_table *t)
{
    const tacit_value *missing = arg(r, MISSING);
    const bool settled = arg(r, OTHERS)->given;
    uint32_t *code = NULL, for_missing = 0;
    uint64_t *valid = NULL;
    if (missing->given)
        TACIT_TRY(
            tacit_dict_add(cx, r->labels, missing->text, strlen(missing->text), &for_missing));
    tacit_column *old = tacit_column_share(r->column); /* it is read while its place is filled */
    tacit_status status = tacit_table_recode(cx, t, j, r->labels, &code, &valid);
    if (status == TACIT_OK) {
        fill_codes(r, missing->given ? &for_missing : NULL, code, valid);
        tacit_table_settle(t, j);
    }
    tacit_column_free(old);
    if (status == TACIT_OK && settled)
        status = tacit_rewrite_unlabelled(cx, t, j);
    return status;
}

static tacit_status recode_values(tacit_ctx *cx, recoding *r, size_t j, tacit_table *t)
{
    TACIT_TRY(tacit_values_of(cx, r->column, &r->values));
    TACIT_TRY(tacit_scratch(cx, r->values.n, sizeof *r->label, &r->label));
    if (arg(r, GROUPS)->given) {
        TACIT_TRY(label_groups(cx, r));
    } else {
        TACIT_TRY(check_ordered(cx, r->column));
        TACIT_TRY(arg(r, BREAKS)->given ? label_by_breaks(cx, r) : label_by_width(cx, r));
    }
    return write_labels(cx, r, j, t);
}

/* One label for all rows. */
static tacit_status label_all(tacit_ctx *cx, const char *label, size_t j, tacit_table *t)
{
    uint32_t *of = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(t), sizeof *of, &of));
    return tacit_rewrite_texts(cx, t, j, &label, of, 1);
}

static tacit_status recode_column(tacit_ctx *cx, const tacit_args *args, size_t j, tacit_table *t)
{
    if (tacit_arg_given(args, LABEL))
        return label_all(cx, tacit_arg_text(args, LABEL), j, t);
    recoding r = { .args = args, .column = tacit_table_column(t, j) };
    TACIT_TRY(tacit_dict_new(cx, &r.labels));
    const tacit_status status = recode_values(cx, &r, j, t);
    tacit_dict_free(r.labels);
    return status;
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    (void)at;
    TACIT_ASSERT(!tacit_arg_given(&change->args, LEVEL) && !tacit_arg_given(&change->args, PARTS));
    for (size_t c = 0; c < cols->n; c++)
        TACIT_TRY(recode_column(cx, &change->args, cols->at[c], t));
    return TACIT_OK;
}

/* ---- deciding ---- */

static tacit_status check_args(tacit_ctx *cx, const tacit_args *args)
{
    static const size_t ways[] = { BREAKS, PARTS, WIDTH, GROUPS, LEVEL, LABEL };
    size_t given = 0;
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
        given += tacit_arg_given(args, ways[w]);
    if (given != 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "recode needs exactly one of 'breaks', 'parts', 'width', 'groups', "
                          "'level' and 'label'.");
    if ((tacit_arg_given(args, OTHERS) || tacit_arg_given(args, MISSING)) &&
        !tacit_arg_given(args, GROUPS))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' of recode needs 'groups'.",
                          tacit_arg_given(args, OTHERS) ? "others" : "missing");
    return TACIT_OK;
}

static tacit_status settle_parts(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_decision *out)
{
    const tacit_args *args = job->args;
    const tacit_value *labels = &args->at[LABELS];
    const tacit_parts parts = {
        .n = (size_t)tacit_arg_integer(args, PARTS),
        .equal = (tacit_parts_rule)tacit_arg_choice(args, EQUAL),
        .right = tacit_arg_choice(args, CLOSED) == RIGHT,
    };
    TACIT_TRY(check_ordered(cx, tacit_table_column(job->in, j)));
    return tacit_recode_settle_parts(cx, tacit_table_column(job->in, j), &parts,
                                     labels->given ? labels : NULL, out);
}

static tacit_status settle_level(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_decision *out)
{
    const size_t level = (size_t)tacit_arg_integer(job->args, LEVEL);
    tacit_table *values = NULL;
    tacit_job own = *job;
    if (job->look == NULL)
        return tacit_recode_settle_level(cx, job, j, level, out);
    TACIT_TRY(tacit_look_count(cx, job->look, job->in, &(tacit_select){ 1, &j }, &values));
    own.in = values;
    const tacit_status status = tacit_recode_settle_level(cx, &own, 0, level, out);
    tacit_table_free(values);
    return status;
}

static tacit_status decide(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    tacit_change *own = NULL;
    const bool level = tacit_arg_given(job->args, LEVEL), parts = tacit_arg_given(job->args, PARTS);
    TACIT_TRY(check_args(cx, job->args));
    for (size_t c = 0; c < job->cols.n && (level || parts); c++) {
        const size_t mark = tacit_scratch_mark(cx), j = job->cols.at[c];
        TACIT_TRY(level ? settle_level(cx, job, j, out) : settle_parts(cx, job, j, out));
        tacit_scratch_release(cx, mark);
    }
    if (level || parts)
        return TACIT_OK;
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_recode, job->args, &own));
    own->is_public = true;
    return TACIT_OK;
}

static bool looks(const tacit_args *args)
{
    return !tacit_arg_given(args, PARTS);
}

static unsigned counts(const tacit_args *args)
{
    return tacit_arg_given(args, LEVEL) ? TACIT_COUNTS_COLUMNS : 0;
}

/* Breaks that do not cover a value would make that known by failing. */
static bool is_fixed(const tacit_args *args)
{
    const bool groups =
        tacit_arg_given(args, GROUPS) &&
        (!tacit_arg_given(args, OTHERS) || tacit_arg_choice(args, OTHERS) != TACIT_RECODE_FAIL);
    return groups || tacit_arg_given(args, WIDTH) || tacit_arg_given(args, LABEL) ||
           (tacit_arg_given(args, BREAKS) && tacit_arg_flag(args, OPEN));
}

const tacit_method tacit_method_recode = {
    .about = { .name = "recode",
               .title = "Global recoding",
               .summary = "Joins values into wider categories: intervals, groups, or a level of a "
                          "hierarchy.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.2",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .decide = decide,
    .apply = apply,
    .looks = looks,
    .counts = counts,
    .is_fixed = is_fixed,
};
