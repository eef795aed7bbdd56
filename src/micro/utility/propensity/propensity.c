/*
 * propensity.c - how well a model can tell protected rows from original ones.
 *
 * Both tables are put above each other and a model estimates for each row the probability p that
 * it is protected.  pMSE = mean of (p - c)^2, c being the share of protected rows: 0 if the
 * tables cannot be told apart, at most c (1 - c).  It is set against its null, the pMSE of
 * protected rows drawn from the distribution of the original ones: ratio S = pMSE / E, and
 * z = (pMSE - E) / sd.
 *
 *   logistic      E = (k - 1) (1 - c)^2 c / N, sd = sqrt(2 (k - 1)) (1 - c)^2 c / N with k
 *                 identified coefficients and N rows in all (Snoke, Raab, Nowok, Dibben and
 *                 Slavkovic 2018)
 *   cart          mean and standard deviation over trees of permuted labels, times 1 - c:
 *                 permuting lets both tables vary, the null only the protected one.  Programs
 *                 that divide by 2 are right for tables of equal size alone.
 *
 * Main effects see marginals alone: after rank swapping they find nothing.  A tree that looks a
 * step ahead where no single column tells anything, and products of pairs, see lost correlation.
 *
 * A missing category is a category; missing numbers are a place of their own in trees and have a
 * column of their own in logistic models.  Recoded columns are left out, for their labels alone
 * tell the tables apart; or a label is replaced by a value that it stands for, that of another row
 * with the label, so that what recoding lost is seen beside the other columns (merged.h).  Texts
 * beyond the commonest 1022 (trees) or 59 (logistic models) count as one; trees see numbers in at
 * most 255 bins.  Rows need not correspond.  O(permutations * rows * columns * depth) or O(rows *
 * terms^2 + k^3) a step.
 */
#include <math.h>

#include "base/rng.h"
#include "micro/utility/propensity/model.h"
#include "table/take.h"

enum { MODEL, PERMUTATIONS, LEAF, SEED, RECODED, SAMPLE };
enum { LEAVE_OUT, DRAW };
enum model { CART, LOGISTIC, INTERACTIONS };

/* Coefficients up to which main effects are shown beside the tree, and the least leaf. */
enum { FEW_COLUMNS = 300, LEAST_LEAF = 5 };

static const char *const MODELS[] = { "cart", "logistic", "interactions", NULL };
static const char *const RECODEDS[] = { "leave_out", "draw", NULL };

static const tacit_param PARAMS[] = {
    [MODEL] = { .name = "model",
                .type = TACIT_PARAM_CHOICE,
                .preset = CART,
                .choices = MODELS,
                .help = "what tells the tables apart: a tree, main effects, or products of pairs" },
    [PERMUTATIONS] = { .name = "permutations",
                       .type = TACIT_PARAM_INTEGER,
                       .preset = 50,
                       .min = 2,
                       .max = 1000,
                       TACIT_USEFUL_LOG(10, 500, "permutations"),
                       .importance = TACIT_ADVANCED,
                       .help = "of labels, for the null of trees" },
    [LEAF] = { .name = "leaf",
               .type = TACIT_PARAM_INTEGER,
               .preset = 0,
               .min = 0,
               .max = 1e6,
               TACIT_USEFUL(0, 1000, "rows"),
               .importance = TACIT_ADVANCED,
               .help = "fewest rows in a leaf of a tree; 0: half the root of the rows of both "
                       "tables, at least 5" },
    [SEED] = { .name = "seed",
               .type = TACIT_PARAM_INTEGER,
               .preset = 1,
               .min = 0,
               .max = 2147483647,
               TACIT_USEFUL(0, 1000, NULL),
               .importance = TACIT_ADVANCED,
               .help = "of the permutations, of what is drawn and of the sample" },
    [RECODED] = { .name = "recoded",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = RECODEDS,
                  .help = "leave columns with other labels out, or draw for each label one of the "
                          "values that it stands for" },
    [SAMPLE] = { .name = "sample",
                 .type = TACIT_PARAM_INTEGER,
                 .max = 1e9,
                 TACIT_USEFUL(0, 100000, "records"),
                 .importance = TACIT_ADVANCED,
                 .samples = true,
                 .help = "records of each table to look at, of more a random sample; 0 for all" },
    TACIT_PARAM_END
};

static const tacit_range PMSE = { 0.0, 0.25, TACIT_BETTER_LOWER };
static const tacit_range PO50 = { 0.0, 50.0, TACIT_BETTER_LOWER };
static const tacit_range AUC = { 0.0, 1.0, TACIT_BETTER_NONE };
static const tacit_range SCORE = { -INFINITY, INFINITY, TACIT_BETTER_NONE };

static double ratio_of(const tacit_propensity *p)
{
    return p->expected > 0.0 ? p->score.pmse / p->expected : NAN;
}

static double z_of(const tacit_propensity *p)
{
    return p->sd > 0.0 ? (p->score.pmse - p->expected) / p->sd : NAN;
}

/* The smallest leaf that was asked for, or that suits so many rows. */
static size_t leaf_size(const tacit_args *args, size_t rows)
{
    const size_t asked = (size_t)tacit_arg_integer(args, LEAF);
    const size_t fit = (size_t)(sqrt((double)rows) / 2.0);
    return asked > 0 ? asked : fit > LEAST_LEAF ? fit : LEAST_LEAF;
}

/* How columns are coded for a model. */
static tacit_merge merge_of(const tacit_args *args, const tacit_merge *model)
{
    tacit_merge out = *model;
    out.draw = tacit_arg_choice(args, RECODED) == DRAW;
    out.seed = (uint64_t)tacit_arg_integer(args, SEED);
    return out;
}

static tacit_status measure_tree(tacit_ctx *cx, const tacit_pair *pair, const tacit_args *args,
                                 tacit_result *result, tacit_propensity *out)
{
    tacit_propensity_trees trees = { .options = TACIT_PROPENSITY_OPTIONS,
                                     .permutations = (size_t)tacit_arg_integer(args, PERMUTATIONS),
                                     .seed = (uint64_t)tacit_arg_integer(args, SEED) };
    const tacit_merge how = merge_of(args, &TACIT_PROPENSITY_TREE);
    tacit_merged m;
    json_t *chart = NULL;
    double sum = 0.0;
    TACIT_TRY(tacit_merged_of(cx, pair, &how, &m));
    TACIT_TRY(tacit_merged_note(cx, &m, result));
    trees.options.min_bucket = leaf_size(args, m.rows);
    trees.options.min_split = 3 * trees.options.min_bucket;
    TACIT_TRY(tacit_scratch(cx, m.columns, sizeof *trees.gain, &trees.gain));
    TACIT_TRY(tacit_propensity_tree(cx, &m, &trees, out));
    for (size_t j = 0; j < m.columns; j++)
        sum += trees.gain[j];
    TACIT_TRY(tacit_result_chart(cx, result, "columns", "Columns that tell the tables apart",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "column", "share of what the tree tells"));
    for (size_t j = 0; j < m.columns; j++) {
        trees.gain[j] = sum > 0.0 ? trees.gain[j] / sum : 0.0;
        TACIT_TRY(tacit_result_label(cx, chart, m.column[j].name));
    }
    return tacit_result_series(cx, chart, "share", trees.gain, m.columns);
}

static tacit_status figures(tacit_ctx *cx, tacit_result *r, const tacit_propensity *p)
{
    TACIT_TRY(tacit_result_ranged(cx, r, &PMSE, "pmse", "Propensity score pMSE", p->score.pmse,
                                  TACIT_UNIT_NUMBER,
                                  "mean over rows of both tables of (p - c)^2; p: estimated "
                                  "probability of being protected, c: share of protected rows"));
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "ratio", "pMSE over its expectation",
                                  ratio_of(p), TACIT_UNIT_NUMBER,
                                  "about 1 if the protected rows were drawn from the distribution "
                                  "of the original ones, below if they are nearer than that"));
    TACIT_TRY(tacit_result_ranged(cx, r, &SCORE, "z", "Standardised pMSE", z_of(p),
                                  TACIT_UNIT_NUMBER,
                                  "(pMSE - expectation) / standard deviation under the null"));
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS_SHARE, "specks",
                                  "Distance of propensity scores", p->score.specks,
                                  TACIT_UNIT_NUMBER,
                                  "SPECKS: Kolmogorov-Smirnov distance of the scores of both "
                                  "tables; scores are equal if they are to nine digits"));
    TACIT_TRY(tacit_result_ranged(cx, r, &PO50, "po50", "Rightly told above half", p->score.po50,
                                  TACIT_UNIT_NUMBER,
                                  "PO50: 100 times the mean of the shares of protected rows with "
                                  "p > c and of original rows with p <= c, less 50"));
    return tacit_result_ranged(cx, r, &AUC, "auc", "Chance of ranking a pair rightly", p->score.auc,
                               TACIT_UNIT_PROBABILITY,
                               "Mann-Whitney U as a share of all pairs of a protected and an "
                               "original row, ties half; 0.5 tells nothing");
}

static json_t *real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static tacit_status add_model(tacit_ctx *cx, json_t *table, const char *name,
                              const tacit_propensity *p)
{
    return tacit_result_row(cx, table, "[s, I, o, o, o, o, o, o, o, o]", name, (json_int_t)p->size,
                            real(p->score.pmse), real(p->expected), real(p->sd), real(ratio_of(p)),
                            real(z_of(p)), real(p->score.specks), real(p->score.po50),
                            real(p->score.u));
}

static tacit_status notes(tacit_ctx *cx, tacit_result *r, const char *name,
                          const tacit_propensity *p)
{
    if (p->separated)
        TACIT_TRY(tacit_result_note(cx, r,
                                    "The model '%s' tells some rows for certain: its null does "
                                    "not hold there.",
                                    name));
    if (!p->converged && !p->separated)
        TACIT_TRY(tacit_result_note(cx, r, "The model '%s' did not converge.", name));
    if (!(p->expected > 0.0))
        TACIT_TRY(tacit_result_note(cx, r,
                                    "The model '%s' has nothing to work with: columns do not "
                                    "vary, or leaves are too large for the tables.",
                                    name));
    return TACIT_OK;
}

/* Main effects beside the tree, unless they would take long. */
static tacit_status add_logistic(tacit_ctx *cx, const tacit_pair *pair, const tacit_args *args,
                                 tacit_result *r, json_t *table)
{
    const tacit_merge how = merge_of(args, &TACIT_PROPENSITY_LOGISTIC);
    tacit_merged m;
    tacit_propensity p;
    size_t columns = 0;
    TACIT_TRY(tacit_merged_of(cx, pair, &how, &m));
    TACIT_TRY(tacit_propensity_columns(cx, &m, false, &columns));
    if (columns > FEW_COLUMNS)
        return tacit_result_note(cx, r,
                                 "Main effects would have %zu coefficients and were left out; "
                                 "'model: logistic' asks for them.",
                                 columns);
    TACIT_TRY(tacit_propensity_logistic(cx, &m, false, &p));
    TACIT_TRY(tacit_result_ranged(cx, r, &PMSE, "logistic_pmse", "pMSE of main effects",
                                  p.score.pmse, TACIT_UNIT_NUMBER,
                                  "the same by logistic regression on each column by itself: "
                                  "blind to lost correlation"));
    TACIT_TRY(tacit_result_ranged(
        cx, r, &TACIT_RANGE_LOSS, "logistic_ratio", "pMSE of main effects over its expectation",
        ratio_of(&p), TACIT_UNIT_NUMBER, "expectation (k - 1) (1 - c)^2 c / N for k coefficients"));
    TACIT_TRY(add_model(cx, table, MODELS[LOGISTIC], &p));
    return notes(cx, r, MODELS[LOGISTIC], &p);
}

static tacit_status check_pair(tacit_ctx *cx, const tacit_pair *pair)
{
    tacit_match *match = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_match_columns(cx, pair, TACIT_TYPE_ANY, &match, &n));
    if (n > 0 && tacit_table_rows(pair->original) > 0 && tacit_table_rows(pair->masked) > 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Propensity scores need rows in both tables and a column, not an identifier, "
                      "that both have.");
}

static tacit_status measure_pair(tacit_ctx *cx, const tacit_pair *pair, const tacit_args *args,
                                 tacit_result *result)
{
    static const char *const columns[] = { "model", "size", "pMSE",   "expected", "sd",
                                           "S",     "z",    "SPECKS", "PO50",     "U" };
    const enum model model = (enum model)tacit_arg_choice(args, MODEL);
    const tacit_merge how = merge_of(args, &TACIT_PROPENSITY_LOGISTIC);
    tacit_propensity p;
    tacit_merged m;
    json_t *table = NULL;
    if (model == CART) {
        TACIT_TRY(measure_tree(cx, pair, args, result, &p));
    } else {
        TACIT_TRY(tacit_merged_of(cx, pair, &how, &m));
        TACIT_TRY(tacit_merged_note(cx, &m, result));
        TACIT_TRY(tacit_propensity_logistic(cx, &m, model == INTERACTIONS, &p));
    }
    TACIT_TRY(figures(cx, result, &p));
    TACIT_TRY(tacit_result_table(cx, result, "models", "Models that tell the tables apart", 10,
                                 columns, &table));
    TACIT_TRY(add_model(cx, table, MODELS[model], &p));
    TACIT_TRY(notes(cx, result, MODELS[model], &p));
    return model == CART ? add_logistic(cx, pair, args, result, table) : TACIT_OK;
}

/* `most` of the rows of `t` (all: 0), those that the seed chooses; the caller frees. */
static tacit_status sample(tacit_ctx *cx, const tacit_table *t, const tacit_args *args,
                           tacit_table **out)
{
    const size_t rows = tacit_table_rows(t), most = (size_t)tacit_arg_integer(args, SAMPLE);
    const size_t want = most == 0 || most > rows ? rows : most;
    const tacit_rng root = tacit_rng_seed((uint64_t)tacit_arg_integer(args, SEED));
    tacit_rng rng = tacit_rng_fork(&root, "sample");
    tacit_row_list list = { 0 };
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, want, sizeof *at, &at));
    for (size_t i = 0; list.n < want; i++)
        if (want == rows || tacit_rng_below(&rng, rows - i) < want - list.n)
            at[list.n++] = i;
    list.at = at;
    return tacit_table_take(cx, t, &list, out);
}

/* Rows that belong together are both in the sample, if the tables have as many. */
static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    tacit_pair pair = *tacit_subject_pair(subject);
    const uint64_t rows = tacit_table_rows(pair.original);
    tacit_table *original = NULL, *masked = NULL, *released = NULL;
    TACIT_TRY(check_pair(cx, &pair));
    if (tacit_arg_integer(args, SAMPLE) == 0)
        return measure_pair(cx, &pair, args, result);
    tacit_status status = sample(cx, pair.original, args, &original);
    if (status == TACIT_OK)
        status = sample(cx, pair.masked, args, &masked);
    if (status == TACIT_OK && pair.independent && pair.released != NULL)
        status = sample(cx, pair.released, args, &released);
    pair.released = released;
    pair.independent = pair.independent || rows != tacit_table_rows(pair.masked);
    pair.original = original;
    pair.masked = masked;
    if (status == TACIT_OK)
        status = measure_pair(cx, &pair, args, result);
    tacit_table_free(original);
    tacit_table_free(masked);
    tacit_table_free(released);
    return status;
}

const tacit_measure tacit_utility_propensity = {
    .about = { .name = "propensity",
               .title = "Propensity scores",
               .summary = "How well a model tells protected rows from original ones.",
               .source = "Woo, Reiter, Oganian and Karr (2009), Global measures of data utility "
                         "for microdata masked for disclosure limitation; Snoke, Raab, Nowok, "
                         "Dibben and Slavkovic (2018), General and specific utility measures for "
                         "synthetic data",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_ESTIMATE | TACIT_MEASURE_COSTLY,
    .run = measure,
};
