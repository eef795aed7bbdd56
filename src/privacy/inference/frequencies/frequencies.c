/*
 * frequencies.c - how frequent categories are that were randomised before their release.
 *
 * Frequencies of released categories are biased towards the middle: randomised response tells rare
 * ones too often.  The estimates are unbiased, and so can be negative or add up to other than 1;
 * with `project` the nearest shares are told too (stats/noisy/simplex.c), which are biased again
 * but nearer on the whole.  Intervals are normal.  What speaks for a category is in count.c, the
 * formulas are in estimate.c.  Records with a missing value are left out.
 */
#include <math.h>

#include "privacy/inference/frequencies/own.h"
#include "stats/counts/wilson.h"
#include "stats/noisy/simplex.h"

static const char *const MECHANISMS[] = { "pram", "randomised_response", "unary_encoding",
                                          "local_hashing", NULL };
static const char *const TARGETS[] = { "population", "file", NULL };

/* More categories than this are not drawn. */
enum { DRAWN = 40, HASHED_COLUMNS = 3 };

/* What each mechanism needs; a bit for each parameter. */
static unsigned needs_of(size_t mechanism)
{
    static const unsigned needs[] = {
        [TACIT_FREQUENCIES_PRAM] = 1u << TACIT_FREQUENCIES_COLUMN | 1u << TACIT_FREQUENCIES_MATRIX,
        [TACIT_FREQUENCIES_RESPONSE] =
            1u << TACIT_FREQUENCIES_COLUMN | 1u << TACIT_FREQUENCIES_EPSILON,
        [TACIT_FREQUENCIES_UNARY] =
            1u << TACIT_FREQUENCIES_COLUMNS | 1u << TACIT_FREQUENCIES_EPSILON,
        [TACIT_FREQUENCIES_HASHING] = 1u << TACIT_FREQUENCIES_COLUMNS |
                                      1u << TACIT_FREQUENCIES_EPSILON |
                                      1u << TACIT_FREQUENCIES_CATEGORIES,
    };
    return needs[mechanism];
}

/* Whether parameter i has a meaning for the mechanism though it does not need it. */
static bool may_have(size_t mechanism, size_t i)
{
    return i < TACIT_FREQUENCIES_COLUMN || i > TACIT_FREQUENCIES_CATEGORIES ||
           (i == TACIT_FREQUENCIES_CATEGORIES && mechanism != TACIT_FREQUENCIES_PRAM);
}

static tacit_status check_lists(tacit_ctx *cx, size_t mechanism, const tacit_args *args)
{
    const size_t columns = args->at[TACIT_FREQUENCIES_COLUMNS].n;
    const size_t categories = args->at[TACIT_FREQUENCIES_CATEGORIES].n;
    if (mechanism == TACIT_FREQUENCIES_HASHING && columns != HASHED_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "frequencies: of local_hashing 'columns' are three: the two numbers of a "
                          "person's function and the value that was told.");
    if (mechanism == TACIT_FREQUENCIES_UNARY && categories > 0 && categories != columns)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "frequencies: of unary_encoding there is one column for each category, "
                          "but there are %zu 'columns' and %zu 'categories'.",
                          columns, categories);
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, const tacit_args *args)
{
    const size_t mechanism = tacit_arg_choice(args, TACIT_FREQUENCIES_MECHANISM);
    for (size_t i = 0; i < args->n; i++) {
        const bool needed = (needs_of(mechanism) >> i & 1u) != 0;
        if (needed && !args->at[i].given)
            return tacit_fail(cx, TACIT_ERR_INPUT, "frequencies: %s needs '%s': %s.",
                              MECHANISMS[mechanism], args->params[i].name, args->params[i].help);
        if (!needed && args->at[i].given && !may_have(mechanism, i))
            return tacit_fail(cx, TACIT_ERR_INPUT, "frequencies: '%s' does not go with %s.",
                              args->params[i].name, MECHANISMS[mechanism]);
    }
    return check_lists(cx, mechanism, args);
}

/* ---- what is told ---- */

static tacit_status draw_shares(tacit_ctx *cx, const tacit_told_shares *f, const double *projected,
                                tacit_result *r)
{
    double released[DRAWN];
    json_t *chart = NULL;
    if (f->k > DRAWN)
        return TACIT_OK;
    TACIT_TRY(
        tacit_result_chart(cx, r, "shares", "Shares of the categories", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "category", "share"));
    for (size_t c = 0; c < f->k; c++) {
        TACIT_TRY(tacit_result_label(cx, chart, f->label[c]));
        released[c] = f->told[c] / f->n;
    }
    TACIT_TRY(tacit_result_series(cx, chart, "as released", released, f->k));
    TACIT_TRY(tacit_result_series(cx, chart, "estimated", f->share, f->k));
    return projected == NULL ? TACIT_OK
                             : tacit_result_series(cx, chart, "as shares", projected, f->k);
}

static tacit_status tell_shares(tacit_ctx *cx, const tacit_told_shares *f, const double *projected,
                                double z, tacit_result *r)
{
    static const char *const heads[] = { "Category", "As released", "Estimated", "Standard error",
                                         "From",     "To",          "As shares" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "shares", "Shares of the categories",
                                 projected == NULL ? 6 : 7, heads, &table));
    for (size_t c = 0; c < f->k; c++) {
        const double share = f->share[c], by = z * f->error[c];
        if (projected == NULL)
            TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f,f,f]", f->label[c], f->told[c] / f->n,
                                       share, f->error[c], share - by, share + by));
        else
            TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f,f,f,f]", f->label[c], f->told[c] / f->n,
                                       share, f->error[c], share - by, share + by, projected[c]));
    }
    return TACIT_OK;
}

static tacit_status tell_figures(tacit_ctx *cx, const tacit_told_shares *f, tacit_result *r)
{
    double square = 0.0, sum = 0.0;
    for (size_t c = 0; c < f->k; c++) {
        square += f->error[c] * f->error[c];
        sum += f->share[c];
    }
    TACIT_TRY(tacit_result_figure(cx, r, "persons", "Persons", f->n, TACIT_UNIT_COUNT,
                                  "records without a missing value"));
    TACIT_TRY(tacit_result_figure(cx, r, "left_out", "Records left out", (double)f->left,
                                  TACIT_UNIT_COUNT, "for they lack a value"));
    TACIT_TRY(tacit_result_figure(cx, r, "categories", "Categories", (double)f->k, TACIT_UNIT_COUNT,
                                  "whose shares are estimated"));
    TACIT_TRY(tacit_result_figure(
        cx, r, "error", "Standard error of a share", sqrt(square / (double)f->k), TACIT_UNIT_NUMBER,
        "root of the mean square over the categories", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, r, "sum", "Sum of the estimated shares", sum, TACIT_UNIT_NUMBER,
                               "1 but for the noise of unary encoding and local hashing");
}

static tacit_status infer(tacit_ctx *cx, const tacit_infer_job *job, tacit_result *r)
{
    const bool file = tacit_arg_choice(job->args, TACIT_FREQUENCIES_TARGET) == 1;
    tacit_told_shares f;
    double *projected = NULL;
    TACIT_TRY(tacit_frequencies_count(cx, job, &f));
    TACIT_TRY(tacit_frequencies_estimate(cx, file, &f));
    if (tacit_arg_flag(job->args, TACIT_FREQUENCIES_PROJECT)) {
        TACIT_TRY(tacit_scratch(cx, f.k, sizeof *projected, &projected));
        TACIT_TRY(tacit_simplex_project(cx, f.share, f.k, projected));
    }
    TACIT_TRY(tell_figures(cx, &f, r));
    TACIT_TRY(
        tell_shares(cx, &f, projected, tacit_normal_quantile(0.5 + 0.5 * job->confidence), r));
    TACIT_TRY(draw_shares(cx, &f, projected, r));
    return tacit_result_note(cx, r,
                             file
                                 ? "Errors are about the shares among the persons of the file: "
                                   "they have the noise in them and nothing else."
                                 : "Errors are about the shares in the population that the persons "
                                   "are a random sample of: noise and sampling together.");
}

static const tacit_param PARAMS[] = {
    [TACIT_FREQUENCIES_MECHANISM] = { .name = "mechanism",
                                      .type = TACIT_PARAM_CHOICE,
                                      .need = TACIT_REQUIRED,
                                      .choices = MECHANISMS,
                                      .help = "how categories were randomised" },
    [TACIT_FREQUENCIES_COLUMN] = { .name = "column",
                                   .type = TACIT_PARAM_COLUMN,
                                   .need = TACIT_OPTIONAL,
                                   .help = "the released categories, of pram and "
                                           "randomised_response" },
    [TACIT_FREQUENCIES_COLUMNS] = { .name = "columns",
                                    .type = TACIT_PARAM_COLUMNS,
                                    .need = TACIT_OPTIONAL,
                                    .help = "of unary_encoding a column of bits for each category; "
                                            "of local_hashing the two numbers of the function and "
                                            "the value told" },
    [TACIT_FREQUENCIES_MATRIX] = { .name = "matrix",
                                   .type = TACIT_PARAM_FILE,
                                   .need = TACIT_OPTIONAL,
                                   .help = "file with the matrix of pram" },
    [TACIT_FREQUENCIES_EPSILON] = { .name = "epsilon",
                                    .type = TACIT_PARAM_REAL,
                                    .need = TACIT_OPTIONAL,
                                    .min = 1e-9,
                                    .max = 20,
                                    TACIT_USEFUL_LOG(0.01, 10, NULL),
                                    .help = "what the answer gave away of a person" },
    [TACIT_FREQUENCIES_CATEGORIES] = { .name = "categories",
                                       .type = TACIT_PARAM_TEXTS,
                                       .need = TACIT_OPTIONAL,
                                       .help = "all categories, in the order in which they were "
                                               "numbered from 0" },
    [TACIT_FREQUENCIES_TARGET] = { .name = "target",
                                   .type = TACIT_PARAM_CHOICE,
                                   .choices = TARGETS,
                                   .help = "whose shares errors are about: of the population that "
                                           "the persons are a sample of, or of the persons "
                                           "themselves" },
    [TACIT_FREQUENCIES_PROJECT] = { .name = "project",
                                    .type = TACIT_PARAM_FLAG,
                                    .help = "tell the nearest shares too: none negative, and their "
                                            "sum 1" },
    TACIT_PARAM_END
};

const tacit_inference tacit_inference_frequencies = {
    .about = { .name = "frequencies",
               .title = "Frequencies of randomised categories",
               .summary = "Estimates the shares of categories that were randomised before their "
                          "release.",
               .source = "Warner (1965), Randomized response; van den Hout and van der Heijden "
                         "(2002), Randomized response, statistical disclosure control and "
                         "misclassification: a review; Wang, Blocki, Li and Jha (2017), Locally "
                         "differentially private protocols for frequency estimation",
               .params = PARAMS },
    .check = check,
    .infer = infer,
};
