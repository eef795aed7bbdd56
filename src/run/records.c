/*
 * records.c - the risk of each record, written to a file for the custodian.
 */
#include "run/records.h"

#include <string.h>

#include "micro/risk/keys/per_record.h"
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

tacit_status tacit_records_write(tacit_ctx *cx, tacit_work *w, tacit_subject *subject,
                                 const char *target)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(tacit_subject_table(subject)), &t));
    tacit_status status = add_numbers(cx, t);
    for (size_t what = 0; status == TACIT_OK && TACIT_RECORD_CHOICES[what] != NULL; what++)
        status = add_risks(cx, w->plan, subject, (tacit_record_risk)what, t);
    if (status == TACIT_OK)
        status = tacit_work_write_table(cx, w, "records", target, t);
    tacit_table_free(t);
    return status;
}
