/*
 * population_uniqueness.c - few people are unique in the population.
 *
 * The share of the population that is alone in its key combination must be at most
 * `threshold`.  With a population file the share is counted; otherwise it is estimated
 * from the sizes of the sample's classes and the population's size, which comes from the
 * parameter `population`, the weights or the sampling fraction (Dankar, El Emam, Neisa and
 * Roffey 2012; estimators in stats/uniqueness.c).  A model whose estimator has no solution
 * does not hold, unless there is no sample unique.
 *
 * Missing keys as in k_anonymity.c; with a population file they are a category.  Cost: a
 * sort of the class sizes, then O(distinct sizes) a step.
 */
#include "micro/model/class_judge.h"

enum { THRESHOLD, ESTIMATOR, POPULATION, COMPAT, MISSING };

static const char *const COMPATS[] = { "none", "arx", NULL };

static const tacit_param PARAMS[] = {
    [THRESHOLD] = { .name = "threshold",
                    .type = TACIT_PARAM_REAL,
                    .preset = 0.001,
                    .max = 1.0,
                    TACIT_USEFUL(0, 0.05, "share"),
                    .importance = TACIT_FIRST,
                    .help = "the largest share of the population that may be unique" },
    [ESTIMATOR] = { .name = "estimator",
                    .type = TACIT_PARAM_CHOICE,
                    .choices = TACIT_UNIQUENESS_CHOICES,
                    .help = "how uniques are estimated without a population file" },
    [POPULATION] = { .name = "population",
                     .type = TACIT_PARAM_REAL,
                     .need = TACIT_OPTIONAL,
                     .min = 1,
                     .max = 1e15,
                     TACIT_USEFUL_LOG(1000, 1e9, "people"),
                     .help = "size of the population, if neither a file, weights nor a fraction "
                             "say it" },
    [COMPAT] = { .name = "compat",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = COMPATS,
                 .help = "the expectation under Pitman's model, or as ARX its limit for large "
                         "populations" },
    [MISSING] = TACIT_MISSING_PARAM,
    TACIT_PARAM_END
};

/* What is known or estimated of the population. */
typedef struct finding {
    double uniques, population;
    bool known;
    const char *words;
} finding;

/* Count the uniques of the population file. */
static tacit_status count(tacit_ctx *cx, const tacit_subject *s, finding *out)
{
    tacit_size_counts all;
    TACIT_TRY(tacit_sizes_of_population(cx, s, &all));
    *out = (finding){ .uniques = tacit_size_count(&all, 1),
                      .population = all.records,
                      .known = true,
                      .words = "counted in the population file" };
    return TACIT_OK;
}

/* The population's size. */
static tacit_status find_size(tacit_ctx *cx, tacit_subject *s, const tacit_args *args,
                              const tacit_classes *c, double *N)
{
    tacit_population p;
    if (tacit_arg_given(args, POPULATION)) {
        *N = tacit_arg_real(args, POPULATION);
    } else {
        TACIT_TRY(tacit_subject_check(cx, s, "population_uniqueness", TACIT_NEEDS_POPULATION));
        TACIT_TRY(tacit_subject_population(
            cx, s, (tacit_missing_rule)tacit_arg_choice(args, MISSING), &p));
        *N = p.total;
    }
    if (*N < (double)c->records)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The population is smaller than the data, which has %llu records.",
                          (unsigned long long)c->records);
    return TACIT_OK;
}

static tacit_status estimate(tacit_ctx *cx, tacit_subject *s, const tacit_args *args, finding *out)
{
    const tacit_classes *c = NULL;
    tacit_size_counts sizes;
    tacit_uniqueness_frame frame = { .asymptotic = tacit_arg_choice(args, COMPAT) == 1 };
    char *words = NULL;
    TACIT_TRY(
        tacit_subject_classes(cx, s, (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    TACIT_TRY(find_size(cx, s, args, c, &frame.population));
    TACIT_TRY(tacit_sizes_of(cx, c, &sizes));
    const tacit_uniqueness_method method =
        (tacit_uniqueness_method)tacit_arg_choice(args, ESTIMATOR);
    if (method == TACIT_UNIQUENESS_POISSON)
        TACIT_TRY(tacit_sizes_cells(cx, s, &frame.cells));
    const tacit_uniqueness e = tacit_uniqueness_of(method, &sizes, &frame);
    TACIT_TRY(tacit_scratch_format(cx, &words,
                                   "estimated (%s) from the sizes of classes in the "
                                   "data",
                                   TACIT_UNIQUENESS_CHOICES[e.used]));
    *out = (finding){
        .uniques = e.uniques, .population = frame.population, .known = e.converged, .words = words
    };
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    finding f;
    if (tacit_subject_extra_of(subject)->population != NULL)
        TACIT_TRY(count(cx, subject, &f));
    else
        TACIT_TRY(estimate(cx, subject, args, &f));
    const double share = f.uniques / f.population;
    TACIT_TRY(tacit_result_holds(cx, result, f.known && share <= tacit_arg_real(args, THRESHOLD)));
    TACIT_TRY(tacit_result_figure(cx, result, "uniques", "Population uniques", f.uniques,
                                  TACIT_UNIT_NUMBER, f.words, .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "share", "Share of population uniques", share,
                                  TACIT_UNIT_SHARE, "of the population",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "population", "Population", f.population,
                                  TACIT_UNIT_NUMBER, "people in the population"));
    return f.known ? TACIT_OK
                   : tacit_result_note(cx, result,
                                       "The estimator has no solution for this data, so the model "
                                       "is taken not to hold; try another estimator.");
}

/* What the judge needs to know. */
typedef struct judging {
    double threshold;
    tacit_uniqueness_method method;
    tacit_uniqueness_frame frame;
} judging;

static bool holds(const tacit_size_counts *sizes, void *user)
{
    const judging *u = user;
    const tacit_uniqueness e = tacit_uniqueness_of(u->method, sizes, &u->frame);
    return e.converged && e.uniques / u->frame.population <= u->threshold;
}

/* Uniques of the population file; suppressing records does not change them, so it is all
 * or nothing. */
static uint64_t mark(void *user, const tacit_judge_view *view, bool *marked)
{
    const judging *u = user;
    double uniques = 0.0, all = 0.0;
    uint64_t records = 0;
    for (size_t g = 0; g < view->n; g++) {
        uniques += view->population[g] < 1.5;
        all += view->population[g];
    }
    for (size_t g = 0; g < view->n && uniques / all > u->threshold; g++) {
        records += marked[g] ? 0 : view->size[g];
        marked[g] = view->size[g] > 0;
    }
    return records;
}

/* Joining key combinations makes uniques of the population fewer: MONOTONE.  Of estimates
 * nothing is known. */
static tacit_status judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out)
{
    judging *u = NULL;
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *u, &u));
    *u = (judging){ .threshold = tacit_arg_real(args, THRESHOLD),
                    .method = (tacit_uniqueness_method)tacit_arg_choice(args, ESTIMATOR),
                    .frame.asymptotic = tacit_arg_choice(args, COMPAT) == 1 };
    if (tacit_subject_extra_of(frame->subject)->population != NULL) {
        *out = (tacit_class_judge){ .traits = TACIT_JUDGE_MONOTONE | TACIT_JUDGE_CONVEX,
                                    .population = true,
                                    .user = u,
                                    .mark = mark };
        return TACIT_OK;
    }
    if (u->method == TACIT_UNIQUENESS_POISSON ||
        (tacit_arg_choice(args, MISSING) == TACIT_MISSING_WILDCARD &&
         tacit_judge_lacks_keys(frame)))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A search cannot aim at 'population_uniqueness' by the estimator "
                          "'poisson' or where missing keys match anything: the sizes of classes "
                          "do not tell.");
    TACIT_TRY(tacit_subject_classes(cx, frame->subject, TACIT_MISSING_CATEGORY, &c));
    TACIT_TRY(find_size(cx, frame->subject, args, c, &u->frame.population));
    const tacit_whole_rule rule = { .user = u, .holds = holds };
    TACIT_TRY(tacit_whole_judge(cx, frame, &rule, out));
    out->no_blanks = tacit_arg_choice(args, MISSING) == TACIT_MISSING_WILDCARD;
    return TACIT_OK;
}

const tacit_model tacit_model_population_uniqueness = {
    .measure = { .about = { .name = "population_uniqueness",
                            .title = "Population uniqueness",
                            .summary =
                                "Few people of the population are alone with their key values.",
                            .source = "Dankar, El Emam, Neisa and Roffey (2012), Estimating the "
                                      "re-identification risk of clinical data sets",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .judge = judge,
};
