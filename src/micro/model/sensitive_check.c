/*
 * sensitive_check.c - judging classes by a rule, column by column, and reporting.
 *
 * A class violates if the rule does not accept it for one of the sensitive columns, or if
 * fewer than the rule's k records match it.  O(classes) besides the rule's own work; if the
 * model does not hold, once more for each key that is left out.
 */
#include "micro/model/sensitive.h"

#include <math.h>
#include <stdio.h>

enum { BARS = 10 };

/* What was found so far. */
typedef struct finding {
    const tacit_class_rule *rule;
    tacit_class_grouping by;
    bool *violates; /* a class, for any column */
    double worst;   /* value of a class, over all columns */
    double *value;  /* worst of each class, NaN if it has none */
    json_t *table;  /* to add a line for each column to, or NULL */
} finding;

tacit_status tacit_sensitive_columns(tacit_ctx *cx, const tacit_subject *subject,
                                     const tacit_args *args, tacit_select *out)
{
    const tacit_table *t = tacit_subject_table(subject);
    const size_t p = tacit_param_find(args->params, "sensitive");
    const tacit_value *named = &args->at[p];
    *out = *tacit_subject_sensitive(subject);
    if (named->given) {
        size_t *at = NULL;
        TACIT_TRY(tacit_scratch(cx, named->n, sizeof *at, &at));
        for (size_t c = 0; c < named->n; c++) {
            at[c] = tacit_table_find(t, named->texts[c]);
            if (at[c] == tacit_table_columns(t))
                return tacit_fail(cx, TACIT_ERR_INPUT, "There is no sensitive column '%s'.",
                                  named->texts[c]);
        }
        *out = (tacit_select){ .n = named->n, .at = at };
    }
    for (size_t c = 0; c < out->n; c++)
        if ((tacit_table_roles(t, out->at[c]) & TACIT_ROLE_KEY) != 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' is a key and sensitive at once; what an attacker knows "
                              "cannot be kept from them.",
                              tacit_column_name(tacit_table_column(t, out->at[c])));
    return out->n > 0 ? TACIT_OK
                      : tacit_fail(cx, TACIT_ERR_INPUT, "The list of sensitive columns is empty.");
}

/* Whether x is worse than y, or y is nothing yet. */
static bool is_worse(const tacit_class_rule *rule, double x, double y)
{
    return isnan(y) || (rule->larger ? x < y : x > y);
}

/* Judge the classes by one column and add a line to the table. */
static tacit_status judge(tacit_ctx *cx, const tacit_sensitive *s, finding *f)
{
    const tacit_class_rule *rule = f->rule;
    double worst = NAN;
    uint64_t records = 0;
    size_t classes = 0;
    if (rule->prepare != NULL)
        TACIT_TRY(rule->prepare(cx, s, rule->user));
    for (size_t g = 0; g < s->classes->n; g++) {
        if (g % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, g, s->classes->n));
        const double x = s->size[g] > 0 ? rule->value(s, g, rule->user) : NAN;
        const bool wrong = !isnan(x) && !rule->accepts(x, rule->user);
        if (!isnan(x) && is_worse(rule, x, worst))
            worst = x;
        if (!isnan(x) && is_worse(rule, x, f->value[g]))
            f->value[g] = x;
        f->violates[g] |= wrong;
        classes += wrong;
        records += wrong ? s->classes->size[g] : 0;
    }
    if (!isnan(worst) && is_worse(rule, worst, f->worst))
        f->worst = worst;
    if (f->table == NULL)
        return TACIT_OK;
    return tacit_result_row(cx, f->table, "[s,o,I,I,I]", tacit_column_name(s->column),
                            isfinite(worst) ? json_real(worst) : json_null(), (json_int_t)classes,
                            (json_int_t)records, (json_int_t)s->missing);
}

static tacit_status judge_columns(tacit_ctx *cx, const tacit_subject *subject,
                                  const tacit_select *columns, finding *f)
{
    TACIT_TRY(tacit_scratch(cx, f->by.classes->n, sizeof *f->violates, &f->violates));
    TACIT_TRY(tacit_scratch(cx, f->by.classes->n, sizeof *f->value, &f->value));
    for (size_t g = 0; g < f->by.classes->n; g++)
        f->value[g] = NAN;
    for (size_t c = 0; c < columns->n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_sensitive s;
        TACIT_TRY(tacit_sensitive_spread(cx, subject, columns->at[c], &f->by, &s));
        TACIT_TRY(judge(cx, &s, f));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* Records by the worst value of their class; the last bar has no end. */
static tacit_status draw(tacit_ctx *cx, const finding *f, tacit_result *result)
{
    const double from = f->rule->from, step = f->rule->step;
    double share[BARS] = { 0 };
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "classes", "Records by the value of their class",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, f->rule->title, "share of records, %"));
    for (size_t g = 0; g < f->by.classes->n; g++) {
        const double at = floor((f->value[g] - from) / step + TACIT_TOLERANCE);
        if (!isnan(at))
            share[at < 0.0    ? 0
                  : at < BARS ? (size_t)at
                              : BARS - 1] +=
                100.0 * (double)f->by.classes->size[g] / (double)f->by.classes->records;
    }
    for (size_t b = 0; b < BARS; b++) {
        char label[48];
        snprintf(label, sizeof label, b + 1 < BARS ? "from %g" : "%g and more",
                 from + step * (double)b);
        TACIT_TRY(tacit_result_label(cx, chart, label));
    }
    return tacit_result_series(cx, chart, "records", share, BARS);
}

/* What violates. */
typedef struct violations {
    uint64_t records, largest;
    size_t classes;
} violations;

/* Count what violates; also a class that is too small does. */
static violations count_violations(const finding *f)
{
    const tacit_classes *c = f->by.classes;
    violations v = { 0 };
    for (size_t g = 0; g < c->n; g++) {
        if (!f->violates[g] && c->match[g] >= f->rule->k)
            continue;
        v.classes++;
        v.records += c->size[g];
        v.largest = c->size[g] > v.largest ? c->size[g] : v.largest;
    }
    return v;
}

static tacit_status report_violations(tacit_ctx *cx, const finding *f, tacit_result *result)
{
    const violations v = count_violations(f);
    TACIT_TRY(tacit_result_holds(cx, result, v.classes == 0));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_records", "Records in violating classes",
                                  (double)v.records, TACIT_UNIT_COUNT,
                                  "records whose class does not satisfy the model for every "
                                  "sensitive column",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_share", "Share of such records",
                                  (double)v.records / (double)f->by.classes->records,
                                  TACIT_UNIT_SHARE, "of all records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "violating_classes", "Violating classes", (double)v.classes, TACIT_UNIT_COUNT,
        "key combinations whose records do not satisfy the model", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "largest_violating_class", "Largest violating class",
                               (double)v.largest, TACIT_UNIT_COUNT,
                               "records of the largest key combination that violates; 0 if none",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status report_k(tacit_ctx *cx, const finding *f, tacit_result *result)
{
    uint64_t least = UINT64_MAX;
    if (f->rule->k == 0)
        return TACIT_OK;
    for (size_t g = 0; g < f->by.classes->n; g++)
        least = f->by.classes->match[g] < least ? f->by.classes->match[g] : least;
    return tacit_result_figure(cx, result, "k", "Smallest class", (double)least, TACIT_UNIT_COUNT,
                               "fewest records, itself included, that match a record on all keys",
                               .better = TACIT_BETTER_HIGHER);
}

static tacit_status report(tacit_ctx *cx, const finding *f, tacit_result *result)
{
    const tacit_class_rule *rule = f->rule;
    size_t empty = 0;
    for (size_t g = 0; g < f->by.classes->n; g++)
        empty += isnan(f->value[g]) ? 1 : 0;
    TACIT_TRY(tacit_result_figure(cx, result, rule->name, rule->title, f->worst, rule->unit,
                                  rule->definition, .better = rule->better));
    TACIT_TRY(report_k(cx, f, result));
    TACIT_TRY(report_violations(cx, f, result));
    if (isinf(f->worst))
        TACIT_TRY(tacit_result_note(cx, result, "There is a class that no value of '%s' allows.",
                                    rule->name));
    if (empty > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu classes have no sensitive value at all and "
                                    "disclose none.",
                                    empty));
    return draw(cx, f, result);
}

/* Records that violate by the keys of `f`, whose classes are made and freed. */
static tacit_status count_by(tacit_ctx *cx, const tacit_subject *subject,
                             const tacit_select *columns, finding *f, uint64_t *records)
{
    tacit_classes *classes = NULL;
    TACIT_TRY(tacit_subject_classes_by(cx, subject, f->by.keys, f->by.missing, &classes));
    f->by.classes = classes;
    const tacit_status status = judge_columns(cx, subject, columns, f);
    if (status == TACIT_OK)
        *records = count_violations(f).records;
    tacit_classes_free(classes);
    return status;
}

/* For each key, what would still violate without it. */
static tacit_status report_drivers(tacit_ctx *cx, const tacit_subject *subject,
                                   const tacit_select *columns, const finding *all,
                                   tacit_result *result)
{
    static const char *const titles[] = { "key", "violating records without it" };
    const tacit_select *keys = all->by.keys;
    json_t *table = NULL;
    size_t *at = NULL;
    if (keys->n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_result_table(cx, result, "drivers", "Keys that drive the violations", 2, titles,
                                 &table));
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *at, &at));
    for (size_t out = 0; out < keys->n; out++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_select some = { .n = keys->n - 1, .at = at };
        finding f = { .rule = all->rule,
                      .worst = NAN,
                      .by = { .keys = &some, .missing = all->by.missing } };
        uint64_t records = 0;
        for (size_t j = 0; j < some.n; j++)
            at[j] = keys->at[j < out ? j : j + 1];
        TACIT_TRY(count_by(cx, subject, columns, &f, &records));
        tacit_scratch_release(cx, mark);
        const tacit_column *key = tacit_table_column(tacit_subject_table(subject), keys->at[out]);
        TACIT_TRY(
            tacit_result_row(cx, table, "[s,I]", tacit_column_name(key), (json_int_t)records));
    }
    return TACIT_OK;
}

tacit_status tacit_sensitive_check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                                   tacit_rule_maker *make, tacit_result *result)
{
    static const char *const titles[] = { "column", "worst value", "violating classes",
                                          "violating records", "missing values" };
    const tacit_missing_rule missing =
        (tacit_missing_rule)tacit_arg_choice(args, tacit_param_find(args->params, "missing"));
    tacit_class_rule rule;
    TACIT_TRY(make(cx, args, &rule));
    finding f = { .rule = &rule,
                  .worst = NAN,
                  .by = { .keys = tacit_subject_keys(subject), .missing = missing } };
    tacit_select columns = { 0 };
    TACIT_TRY(tacit_sensitive_columns(cx, subject, args, &columns));
    TACIT_TRY(tacit_subject_classes(cx, subject, missing, &f.by.classes));
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Sensitive columns", 5, titles, &f.table));
    TACIT_TRY(judge_columns(cx, subject, &columns, &f));
    TACIT_TRY(report(cx, &f, result));
    if (!tacit_arg_flag(args, tacit_param_find(args->params, "drivers")) ||
        count_violations(&f).classes == 0)
        return TACIT_OK;
    return report_drivers(cx, subject, &columns, &f, result);
}
