/*
 * tell.c - what the linker `probabilistic` found.
 *
 * What the model expects: a pair of weight w belongs together with probability p(w), so
 * the links are right to the mean of p over them, and find the sum of p over them of the
 * sum over all pairs compared.  Values of records are never told, only levels.
 */
#include <math.h>

#include "base/sort.h"
#include "micro/linkage/probabilistic/probabilistic.h"

/* Patterns that are listed, and bars of the chart of weights at most. */
enum { LISTED = 20, BARS = 40 };

static tacit_status tell_levels(tacit_ctx *cx, const tacit_probabilistic *p, tacit_result *result)
{
    static const char *const columns[] = { "column", "compared by", "level", "m", "u", "weight" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "levels", "Agreement by column", 6, columns, &table));
    for (size_t k = 0; k < p->pairs.fields; k++)
        for (uint8_t l = p->field[k].levels; l-- > 0;)
            TACIT_TRY(tacit_result_row(cx, table, "[s, s, s, f, f, f]", p->field[k].name,
                                       p->words[k].comparator, p->words[k].level[l],
                                       p->model.m[k][l], p->model.u[k][l],
                                       tacit_fs_level_weight(&p->model, k, l)));
    return TACIT_OK;
}

/* Patterns by weight, the heaviest first. */
static tacit_status order_patterns(tacit_ctx *cx, const tacit_probabilistic *p, double **weight,
                                   tacit_keyed **order)
{
    TACIT_TRY(tacit_scratch(cx, p->patterns.n, sizeof **weight, weight));
    TACIT_TRY(tacit_scratch(cx, p->patterns.n, sizeof **order, order));
    for (size_t i = 0; i < p->patterns.n; i++) {
        (*weight)[i] = tacit_fs_weight(&p->model, p->patterns.level + i * p->pairs.fields);
        (*order)[i] = (tacit_keyed){ ~tacit_sort_key_real((*weight)[i] + 0.0), i };
    }
    return tacit_sort_keyed(cx, *order, p->patterns.n);
}

/* A pattern as text: the level of each column, a dot if missing. */
static const char *pattern_text(const tacit_probabilistic *p, const uint8_t *level,
                                char out[2 * TACIT_FIELDS_MAX])
{
    size_t n = 0;
    for (size_t k = 0; k < p->pairs.fields; k++) {
        if (k > 0)
            out[n++] = ' ';
        out[n++] = level[k] == p->field[k].levels ? '.' : (char)('0' + level[k]);
    }
    out[n] = '\0';
    return out;
}

static const char *decision(const tacit_thresholds *t, double weight)
{
    if (tacit_thresholds_link(t, weight))
        return "link";
    return tacit_thresholds_part(t, weight) ? "apart" : "review";
}

static tacit_status tell_patterns(tacit_ctx *cx, const tacit_probabilistic *p,
                                  const tacit_keyed *order, tacit_result *result)
{
    static const char *const columns[] = { "levels", "pairs", "weight", "probability", "decision" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "patterns", "Patterns of the highest weight", 5,
                                 columns, &table));
    for (size_t i = 0; i < p->patterns.n && i < LISTED; i++) {
        char text[2 * TACIT_FIELDS_MAX];
        const uint8_t *level = p->patterns.level + order[i].row * p->pairs.fields;
        const double w = tacit_fs_weight(&p->model, level);
        TACIT_TRY(tacit_result_row(cx, table, "[s, I, f, f, s]", pattern_text(p, level, text),
                                   (json_int_t)p->patterns.count[order[i].row], w,
                                   tacit_fs_posterior(&p->model, w), decision(&p->thresholds, w)));
    }
    return TACIT_OK;
}

/* Pairs by weight, in bars of equal width, on a scale of powers of ten. */
static tacit_status draw_weights(tacit_ctx *cx, const tacit_probabilistic *p, const double *weight,
                                 const tacit_keyed *order, tacit_result *result)
{
    const double most = weight[order[0].row], least = weight[order[p->patterns.n - 1].row];
    const double width = fmax(1.0, ceil((most - least + 1.0) / BARS)), low = floor(least / width);
    const size_t n = (size_t)(floor(most / width) - low) + 1;
    double *pairs = NULL, *linked = NULL;
    json_t *chart = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *pairs, &pairs));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *linked, &linked));
    TACIT_TRY(
        tacit_result_chart(cx, result, "weights", "Pairs by weight", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "weight, from", "log10(1 + pairs)"));
    for (size_t i = 0; i < p->patterns.n; i++) {
        const size_t bar = (size_t)(floor(weight[i] / width) - low);
        pairs[bar] += p->patterns.count[i];
        linked[bar] += p->patterns.count[i] * tacit_fs_posterior(&p->model, weight[i]);
    }
    for (size_t b = 0; b < n; b++) {
        char *label = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &label, "%g", (low + (double)b) * width));
        TACIT_TRY(tacit_result_label(cx, chart, label));
        pairs[b] = log10(1.0 + pairs[b]);
        linked[b] = log10(1.0 + linked[b]);
    }
    TACIT_TRY(tacit_result_series(cx, chart, "pairs", pairs, n));
    return tacit_result_series(cx, chart, "expected to belong together", linked, n);
}

/* ---- figures ---- */

/* Sums over patterns of pairs and of their probabilities. */
typedef struct expected {
    double links, right, all;
} expected;

static expected expect(const tacit_probabilistic *p, const double *weight)
{
    expected e = { 0 };
    for (size_t i = 0; i < p->patterns.n; i++) {
        const double right = p->patterns.count[i] * tacit_fs_posterior(&p->model, weight[i]);
        const bool link = tacit_thresholds_link(&p->thresholds, weight[i]);
        e.all += right;
        e.links += link ? p->patterns.count[i] : 0.0;
        e.right += link ? right : 0.0;
    }
    return e;
}

static tacit_status tell_blocking(tacit_ctx *cx, const tacit_probabilistic *p, tacit_result *result)
{
    tacit_truth truth = { 0 };
    tacit_block_counts counts;
    if (p->blocks == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_result_figure(cx, result, "reduction", "Pairs saved by blocking",
                                  1.0 - p->compared / p->all_pairs, TACIT_UNIT_SHARE,
                                  "1 - pairs compared / all pairs"));
    if (p->job->truth == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_truth_of(cx, p->job, &truth));
    TACIT_TRY(tacit_blocks_count(cx, p->blocks, &truth, &counts));
    return tacit_result_figure(cx, result, "pairs_completeness", "Pairs completeness",
                               truth.pairs > 0.0 ? counts.true_pairs / truth.pairs : NAN,
                               TACIT_UNIT_SHARE,
                               "true pairs that blocking lets through / true "
                               "pairs",
                               .better = TACIT_BETTER_HIGHER);
}

static tacit_status tell_model(tacit_ctx *cx, const tacit_probabilistic *p, const expected *e,
                               tacit_result *result)
{
    const bool all = p->blocks == NULL || tacit_arg_choice(p->args, TACIT_PROBABILISTIC_U) == 0;
    TACIT_TRY(tacit_result_figure(cx, result, "pairs", "Pairs compared", p->compared,
                                  TACIT_UNIT_COUNT,
                                  "pairs of records whose columns were compared"));
    TACIT_TRY(tacit_result_figure(cx, result, "lambda", "Share of pairs that belong together",
                                  p->model.lambda, TACIT_UNIT_PROBABILITY,
                                  all ? "lambda of the model, of all pairs"
                                      : "lambda of the model, of the pairs compared"));
    TACIT_TRY(tacit_result_figure(cx, result, "link_threshold", "Linked from weight",
                                  p->thresholds.link, TACIT_UNIT_NUMBER,
                                  "LT: pairs of at least this weight are linked"));
    TACIT_TRY(tacit_result_figure(cx, result, "nonlink_threshold", "Apart up to weight",
                                  p->thresholds.apart, TACIT_UNIT_NUMBER,
                                  "NLT: pairs of at most this weight are apart; those between "
                                  "are left for review"));
    TACIT_TRY(tacit_result_figure(cx, result, "expected_precision", "Expected precision",
                                  e->links > 0.0 ? e->right / e->links : NAN, TACIT_UNIT_SHARE,
                                  "mean probability of the pairs linked by weight, as the model "
                                  "has it",
                                  .better = TACIT_BETTER_HIGHER));
    return tacit_result_figure(cx, result, "expected_recall", "Expected recall",
                               e->all > 0.0 ? e->right / e->all : NAN, TACIT_UNIT_SHARE,
                               "sum of the probabilities of the pairs linked by weight / that of "
                               "all pairs compared",
                               .better = TACIT_BETTER_HIGHER);
}

static tacit_status tell_notes(tacit_ctx *cx, const tacit_probabilistic *p, tacit_result *result)
{
    if (!p->model.converged)
        TACIT_TRY(tacit_result_note(cx, result, "The fit did not settle within %zu steps.",
                                    p->model.iterations));
    if (p->blocks != NULL && tacit_arg_choice(p->args, TACIT_PROBABILISTIC_U) != 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "With u free the fit sees only pairs that agree on a blocking "
                                    "rule, and may take that agreement for what tells links; u = "
                                    "all does not."));
    if (!isfinite(p->thresholds.link))
        TACIT_TRY(tacit_result_note(cx, result,
                                    "No pattern is rare enough among pairs apart to be linked at "
                                    "the accepted rate of false links."));
    if (p->thresholds.crossed)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "The accepted error rates leave nothing for review; links "
                                    "begin where the sum of both errors is least."));
    if (p->left_out > 0)
        return tacit_result_note(cx, result,
                                 "%zu pairs above the lower threshold were left out; parameter "
                                 "'most' sets how many are written down.",
                                 p->left_out);
    return TACIT_OK;
}

tacit_status tacit_probabilistic_tell(tacit_ctx *cx, const tacit_probabilistic *p,
                                      tacit_result *result)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *weight = NULL;
    tacit_keyed *order = NULL;
    TACIT_TRY(order_patterns(cx, p, &weight, &order));
    const expected e = expect(p, weight);
    TACIT_TRY(tell_model(cx, p, &e, result));
    TACIT_TRY(tell_blocking(cx, p, result));
    TACIT_TRY(tell_levels(cx, p, result));
    TACIT_TRY(tell_patterns(cx, p, order, result));
    TACIT_TRY(draw_weights(cx, p, weight, order, result));
    TACIT_TRY(tell_notes(cx, p, result));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
