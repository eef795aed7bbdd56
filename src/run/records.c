/*
 * records.c - the risk of each record, written to a file for the custodian.
 *
 * Frequencies and risks of records by their keys; SUDA scores and DIS where the plan measures
 * `suda`, which may take long; of each sensitive column what the models of attribute disclosure
 * say of the record's class (its distinct values for l-diversity, its distance from the whole
 * table for t-closeness), as the plan requires them, or l and t as by default.  A record whose
 * class has no sensitive value has none of the last.
 */
#include "run/records.h"

#include <math.h>
#include <string.h>

#include "micro/model/sensitive.h"
#include "micro/risk/keys/per_record.h"
#include "micro/risk/keys/suda/suda.h"
#include "table/take.h"

static tacit_status add_numbers(tacit_ctx *cx, tacit_table *t)
{
    tacit_column *c = NULL;
    TACIT_TRY(tacit_column_numbers(cx, "record", tacit_table_rows(t), &c));
    return tacit_table_add(cx, t, c);
}

/* The measure that each column tells of, in the order of tacit_record_risk. */
static const char *const MEASURES[] = { "frequencies", "frequencies", "prosecutor", "individual",
                                        "household" };

/* What the arguments of a measure say of it; what has no parameter there is as by default. */
static tacit_individual_spec spec_of(const tacit_args *args)
{
    tacit_individual_spec spec = { .alpha = 1.0 };
    const size_t missing = tacit_param_find(args->params, "missing"),
                 alpha = tacit_param_find(args->params, "alpha"),
                 compat = tacit_param_find(args->params, "compat");
    if (missing < args->n) {
        const char *rule = args->params[missing].choices[tacit_arg_choice(args, missing)];
        while (strcmp(TACIT_FREQUENCY_CHOICES[spec.rule], rule) != 0)
            spec.rule++;
    }
    if (alpha < args->n)
        spec.alpha = tacit_arg_real(args, alpha);
    if (compat < args->n)
        spec.formula = (tacit_individual_formula)tacit_arg_choice(args, compat);
    return spec;
}

/* Add a risk if the subject knows enough for it; column number `nth` of its kind. */
static tacit_status add_risk(tacit_ctx *cx, tacit_subject *subject, tacit_record_risk what,
                             const tacit_individual_spec *spec, size_t nth, tacit_table *t)
{
    tacit_column *c = NULL;
    char *name = NULL;
    const tacit_status status = tacit_risk_per_record(cx, subject, what, spec, &c);
    if (status == TACIT_ERR_INPUT)
        return TACIT_OK;
    TACIT_TRY(status);
    TACIT_TRY(tacit_table_add(cx, t, c));
    if (nth == 1)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &name, "%s_%zu", TACIT_RECORD_CHOICES[what], nth));
    return tacit_table_rename(cx, t, tacit_table_columns(t) - 1, name);
}

/* Add a risk as the plan measures it: once for each time that it does, or as by default. */
static tacit_status add_risks(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                              tacit_record_risk what, tacit_table *t)
{
    const tacit_individual_spec preset = { .alpha = 1.0 };
    size_t nth = 0;
    for (size_t i = 0; i < plan->n_measures; i++) {
        const tacit_plan_measure *m = &plan->measure[i];
        if (strcmp(m->measure->about.name, MEASURES[what]) != 0)
            continue;
        const tacit_individual_spec spec = spec_of(&m->args);
        TACIT_TRY(add_risk(cx, subject, what, &spec, ++nth, t));
    }
    return nth > 0 ? TACIT_OK : add_risk(cx, subject, what, &preset, 1, t);
}

/* ---- of classes ---- */

/* Add what is known of each class, of which `x` may be NAN, as column number `nth` of its name. */
static tacit_status add_by_class(tacit_ctx *cx, const tacit_classes *classes, const double *x,
                                 const char *name, size_t nth, tacit_table *t)
{
    char *numbered = NULL;
    tacit_column *c = NULL;
    tacit_builder *b = NULL;
    TACIT_TRY(nth == 1 ? tacit_scratch_text(cx, name, &numbered)
                       : tacit_scratch_format(cx, &numbered, "%s_%zu", name, nth));
    TACIT_TRY(tacit_builder_new(cx, numbered, TACIT_TYPE_REAL, classes->rows, &b));
    tacit_status status = TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < classes->rows; i++) {
        const double at = x[classes->of_row[i]];
        const uint64_t valid = isnan(at) ? 0u : 1u;
        status = tacit_builder_reals(cx, b, &at, &valid, 1);
    }
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status add_suda(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                             tacit_table *t)
{
    const tacit_classes *classes = NULL;
    const double *score = NULL, *dis = NULL;
    size_t nth = 0;
    for (size_t i = 0; i < plan->n_measures; i++) {
        const tacit_plan_measure *m = &plan->measure[i];
        if (strcmp(m->measure->about.name, "suda") != 0 || m->by_family)
            continue;
        TACIT_TRY(tacit_suda_of_classes(cx, subject, &m->args, &score, &dis));
        TACIT_TRY(tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &classes));
        TACIT_TRY(add_by_class(cx, classes, score, "suda_score", ++nth, t));
        TACIT_TRY(add_by_class(cx, classes, dis, "suda_dis", nth, t));
    }
    return TACIT_OK;
}

/* What a rule says of the classes by one sensitive column. */
static tacit_status add_spread(tacit_ctx *cx, const tacit_class_rule *rule,
                               const tacit_sensitive *s, const char *name, size_t nth,
                               tacit_table *t)
{
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, s->classes->n, sizeof *x, &x));
    if (rule->prepare != NULL)
        TACIT_TRY(rule->prepare(cx, s, rule->user));
    for (size_t g = 0; g < s->classes->n; g++)
        x[g] = s->size[g] > 0 ? rule->value(s, g, rule->user) : NAN;
    return add_by_class(cx, s->classes, x, name, nth, t);
}

/* Add what a model says of the classes, by each sensitive column; `nth` counts its columns. */
static tacit_status add_model(tacit_ctx *cx, const tacit_model *model, const tacit_args *args,
                              tacit_subject *subject, size_t *nth, tacit_table *t)
{
    const tacit_missing_rule missing =
        (tacit_missing_rule)tacit_arg_choice(args, tacit_param_find(args->params, "missing"));
    tacit_class_grouping by = { .keys = tacit_subject_keys(subject), .missing = missing };
    tacit_class_rule rule;
    tacit_select columns = { 0 };
    char *name = NULL;
    TACIT_TRY(model->rule(cx, args, &rule));
    TACIT_TRY(tacit_sensitive_columns(cx, subject, args, &columns));
    TACIT_TRY(tacit_subject_classes(cx, subject, missing, &by.classes));
    TACIT_TRY(tacit_scratch_format(cx, &name, "class_%s", model->measure.about.name));
    for (size_t c = 0; c < columns.n; c++) {
        tacit_sensitive s;
        TACIT_TRY(tacit_sensitive_spread(cx, subject, columns.at[c], &by, &s));
        TACIT_TRY(add_spread(cx, &rule, &s, name, ++*nth, t));
    }
    return TACIT_OK;
}

/* Add a model as the plan requires it, or as it is by default. */
static tacit_status add_required(tacit_ctx *cx, const tacit_plan *plan, const tacit_model *model,
                                 tacit_subject *subject, tacit_table *t)
{
    tacit_value *at = NULL;
    tacit_args preset;
    size_t nth = 0;
    for (size_t i = 0; i < plan->n_requires; i++)
        if (plan->require[i].model == model)
            TACIT_TRY(add_model(cx, model, &plan->require[i].args, subject, &nth, t));
    if (nth > 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(model->measure.about.params), sizeof *at, &at));
    tacit_args_preset(model->measure.about.params, at, &preset);
    return add_model(cx, model, &preset, subject, &nth, t);
}

/* Add what is known of sensitive values, if there are any. */
static tacit_status add_sensitive(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                                  tacit_table *t)
{
    static const tacit_model *const models[] = { &tacit_model_l_diversity,
                                                 &tacit_model_t_closeness };
    bool any = false;
    for (size_t j = 0; j < plan->n_roles; j++)
        any = any || plan->role[j].role == TACIT_ROLE_SENSITIVE;
    for (size_t m = 0; any && m < sizeof models / sizeof models[0]; m++)
        TACIT_TRY(add_required(cx, plan, models[m], subject, t));
    return TACIT_OK;
}

tacit_status tacit_records_write(tacit_ctx *cx, tacit_work *w, tacit_subject *subject,
                                 const char *target)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(tacit_subject_table(subject)), &t));
    tacit_status status = add_numbers(cx, t);
    for (size_t what = 0; status == TACIT_OK && TACIT_RECORD_CHOICES[what] != NULL; what++)
        status = add_risks(cx, w->plan, subject, (tacit_record_risk)what, t);
    if (status == TACIT_OK)
        status = add_suda(cx, w->plan, subject, t);
    if (status == TACIT_OK)
        status = add_sensitive(cx, w->plan, subject, t);
    if (status == TACIT_OK)
        status = tacit_work_write_table(cx, w, "records", target, t);
    tacit_table_free(t);
    return status;
}
