/*
 * parametric.c - values drawn from regressions on the columns before.
 *
 * Sequential regressions (Raghunathan, Reiter and Rubin 2003, Multiple imputation for statistical
 * disclosure limitation; Nowok, Raab and Dibben 2016, synthpop): a number by linear regression of
 * its normal scores, a class by logistic or multinomial regression, ordered classes by the
 * cumulative logit (numbers.c, classes.c; stats/model).  `proper` draws the coefficients of each
 * set from their posterior law, as multiple imputation supposes (Rubin 1987).  Every value is that
 * of a record.
 *
 * Missing categories are a level; a number with missing or special cells is drawn in two parts, and
 * as a predictor has a factor for them beside its value.  Cost: that of the fits (stats/model), and
 * O(terms * classes) for each synthetic row.
 */
#include "synth/parametric/own.h"

enum { HOW = TACIT_GENERATOR_COLUMNS + 1, PROPER, PREDICTORS };
enum { BY_SCORES, BY_VALUES };

static const char *const HOWS[] = { "type",       "normrank",    "norm",    "lognorm", "sqrtnorm",
                                    "cubertnorm", "multinomial", "ordered", NULL };
static const char *const SCALES[] = { "scores", "values", NULL };

static const tacit_param PARAMS[] = {
    [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
    [HOW] = { .name = "how",
              .type = TACIT_PARAM_CHOICE,
              .preset = TACIT_BY_TYPE,
              .choices = HOWS,
              .importance = TACIT_FIRST,
              .help =
                  "what columns are taken for: by their type, numbers by normrank and others by "
                  "multinomial" },
    [PROPER] = { .name = "proper",
                 .type = TACIT_PARAM_FLAG,
                 .importance = TACIT_FIRST,
                 .help = "draw the coefficients for each set anew, as rules that combine sets may "
                         "suppose" },
    [PREDICTORS] = { .name = "scale",
                     .type = TACIT_PARAM_CHOICE,
                     .preset = BY_SCORES,
                     .choices = SCALES,
                     .importance = TACIT_ADVANCED,
                     .help = "whether numbers explain others by their normal scores or by their "
                             "values" },
    TACIT_PARAM_END
};

/* What is learnt of a part. */
typedef struct model {
    tacit_predictors predictors;
    tacit_linear_design design; /* of the original records */
    bool is_number;
    tacit_number_model number;
    tacit_class_model of_class;
} model;

/* What the part is taken for. */
static tacit_parametric_how choose(const tacit_synth_part *part)
{
    const tacit_parametric_how how = (tacit_parametric_how)tacit_arg_choice(part->args, HOW);
    if (part->states)
        return TACIT_MULTINOMIAL;
    if (how != TACIT_BY_TYPE)
        return how;
    return part->coding->ordered ? TACIT_NORMRANK : TACIT_MULTINOMIAL;
}

static tacit_status prepare(tacit_ctx *cx, const tacit_synth_part *part, void **out)
{
    const tacit_parametric_how how = choose(part);
    const char *name = tacit_column_name(part->coding->column);
    model *m = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *m, &m));
    m->is_number = how != TACIT_MULTINOMIAL && how != TACIT_ORDERED;
    if (m->is_number && !part->coding->ordered)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' holds categories, which parametric cannot make by %s; use "
                          "multinomial or ordered.",
                          name, HOWS[how]);
    TACIT_TRY(tacit_predictors_of(cx, part, tacit_arg_choice(part->args, PREDICTORS) == BY_SCORES,
                                  &m->predictors));
    if (m->predictors.is_less)
        tacit_warn(cx,
                   "Column '%s' is explained by the commonest levels of the columns before, or by "
                   "some of them only: %zu records bear no more than %zu coefficients.",
                   name, part->rows, m->predictors.most);
    TACIT_TRY(tacit_predictors_records(cx, &m->predictors, part, &m->design));
    if (m->is_number)
        TACIT_TRY(tacit_number_prepare(cx, part, &m->design, how, &m->number));
    else
        TACIT_TRY(tacit_class_prepare(cx, part, &m->design, how, &m->of_class));
    *out = m;
    return TACIT_OK;
}

static void learn(void *of)
{
    model *m = of;
    if (m->is_number)
        tacit_number_learn(&m->number);
    else
        tacit_class_learn(&m->of_class);
}

size_t tacit_parametric_row(const tacit_parametric_draws *d, size_t at)
{
    return d->part->row != NULL ? d->part->row[at] : at;
}

size_t tacit_parametric_set_end(const tacit_parametric_draws *d, size_t from)
{
    const size_t set = tacit_parametric_row(d, from) / d->how->set_rows;
    size_t to = from;
    while (to < d->part->draws && tacit_parametric_row(d, to) / d->how->set_rows == set)
        to++;
    return to;
}

static tacit_status draw(tacit_ctx *cx, const tacit_synth_part *part, void *of,
                         const tacit_synth_draws *how, uint32_t *donor)
{
    model *m = of;
    tacit_linear_design rows;
    tacit_parametric_draws d = {
        .part = part, .rows = &rows, .how = how, .proper = tacit_arg_flag(part->args, PROPER)
    };
    const size_t last = part->row != NULL ? part->row[part->draws - 1] : part->draws - 1;
    d.sets = d.proper ? last / how->set_rows + 1 : 1;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_predictors_rows(cx, &m->predictors, last + 1, &rows));
    if (m->is_number)
        TACIT_TRY(tacit_number_draw(cx, &m->number, &d, donor));
    else
        TACIT_TRY(tacit_class_draw(cx, &m->of_class, &d, donor));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

const tacit_generator tacit_generator_parametric = {
    .about = { .name = "parametric",
               .title = "Regressions",
               .summary = "Draws values from linear, logistic, multinomial or ordered regressions "
                          "on the columns before.",
               .source =
                   "Raghunathan, Reiter and Rubin (2003), Multiple imputation for statistical "
                   "disclosure limitation; Nowok, Raab and Dibben (2016), synthpop",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .prepare = prepare,
    .learn = learn,
    .draw = draw,
};
