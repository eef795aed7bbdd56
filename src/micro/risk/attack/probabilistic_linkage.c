/*
 * probabilistic_linkage.c - masked records linked to their originals by probabilities.
 *
 * The attacker holds the original values of the compared columns.  Numbers and dates agree
 * if |masked - original| <= tolerance * standard deviation (n - 1) of the original column,
 * categories if they are equal.  Of the model of Fellegi and Sunter (1969), u is the share
 * of agreements among all pairs and lambda = 1 / records; m is fitted by expectation and
 * maximisation (Jaro 1989).  Each masked record is linked to the original of the highest
 * weight sum log2(m / u); among t of equal weight the right one counts 1 / t.  The share of
 * right links is the risk called PLD (Torra and Domingo-Ferrer 2003).
 *
 * On correlated numbers a free fit finds clusters of similar records, not links: lambda
 * grows and m is far off.  So u and lambda are fixed unless asked otherwise, and the risk is
 * told also for an attacker who knows the true m (what the protector can compute).
 *
 * Missing values: a comparison with one says nothing.  O(records^2) time, O(records) memory;
 * of large files a sample of masked records is attacked.
 */
#include <math.h>

#include "base/rng.h"
#include "base/sort.h"
#include "micro/linkage/best_pattern.h"
#include "micro/linkage/compare.h"
#include "micro/linkage/space/space.h"
#include "micro/risk/risk.h"

enum { COLUMNS, TOLERANCE, U, LAMBDA, ATTACKED, SEED };
enum { FIXED, FREE };

static const char *const HOW[] = { "fixed", "free", NULL };

static const tacit_range SHARE = { 0.0, 1.0, TACIT_BETTER_NONE };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .help = "columns that the attacker knows; without it the keys, or all columns" },
    [TOLERANCE] = { .name = "tolerance",
                    .type = TACIT_PARAM_REALS,
                    .max = 100.0,
                    TACIT_USEFUL(0, 5, "standard deviations"),
                    .help = "numbers agree within this many standard deviations; several, "
                            "upwards, make levels; 0.1 without it" },
    [U] = { .name = "u",
            .type = TACIT_PARAM_CHOICE,
            .choices = HOW,
            .help = "agreement of pairs that do not belong together: from all pairs, or free "
                    "in the fit" },
    [LAMBDA] = { .name = "lambda",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = HOW,
                 .help = "share of pairs that belong together: 1 / records, or free in the fit" },
    [ATTACKED] = { .name = "attacked",
                   .type = TACIT_PARAM_INTEGER,
                   .preset = 5000,
                   .min = 1.0,
                   .max = 1e9,
                   TACIT_USEFUL_LOG(100, 100000, "records"),
                   .importance = TACIT_ADVANCED,
                   .samples = true,
                   .help = "masked records to link at most; of more a sample is linked" },
    [SEED] = { .name = "seed",
               .type = TACIT_PARAM_INTEGER,
               .preset = 1,
               .max = 9007199254740991.0,
               TACIT_USEFUL(0, 1000, NULL),
               .importance = TACIT_ADVANCED,
               .help = "seed of the sample" },
    TACIT_PARAM_END
};

/* The attack made ready. */
typedef struct attack {
    const tacit_table *masked, *original;
    tacit_select of_masked, of_original;
    tacit_link_field *field;
    tacit_pattern_pairs pairs; /* a: masked records attacked, b: originals */
    uint32_t *same;            /* row of the original of each attacked record */
    size_t left_out;           /* columns that are not compared, for there are too many */
} attack;

/* ---- making it ready ---- */

/* The rows to attack: all, or a sample in ascending order (Knuth's algorithm S). */
static tacit_status choose_rows(tacit_ctx *cx, const tacit_args *args, attack *at)
{
    const size_t n = tacit_table_rows(at->masked);
    const size_t most = (size_t)tacit_arg_integer(args, ATTACKED), take = n < most ? n : most;
    const tacit_rng root = tacit_rng_seed((uint64_t)tacit_arg_integer(args, SEED));
    tacit_rng rng = tacit_rng_fork(&root, "probabilistic_linkage");
    TACIT_TRY(tacit_scratch(cx, take, sizeof *at->same, &at->same));
    size_t taken = 0;
    for (size_t i = 0; i < n && taken < take; i++)
        if (n - i == take - taken || tacit_rng_below(&rng, n - i) < take - taken)
            at->same[taken++] = (uint32_t)i;
    at->pairs = (tacit_pattern_pairs){ .n_a = take,
                                       .n_b = tacit_table_rows(at->original),
                                       .fields = at->of_masked.n,
                                       .field = at->field };
    return TACIT_OK;
}

/* Compare column pair c, for the chosen rows of the masked column. */
static tacit_status compare_pair(tacit_ctx *cx, const tacit_args *args, attack *at, size_t c)
{
    static const double USUAL[] = { 0.1 };
    const tacit_value *given = &args->at[TOLERANCE];
    const tacit_column *a = tacit_table_column(at->masked, at->of_masked.at[c]);
    const tacit_column *b = tacit_table_column(at->original, at->of_original.at[c]);
    const tacit_comparison exact = { .a = a, .b = b };
    const tacit_near_spec near = { a, b, b, given->n > 0 ? given->n : 1,
                                   given->n > 0 ? given->reals : USUAL };
    tacit_link_field *f = &at->field[c];
    uint32_t *chosen = NULL;
    if (tacit_column_type(a) == TACIT_TYPE_CATEGORY)
        TACIT_TRY(tacit_compare_columns(cx, &exact, f));
    else
        TACIT_TRY(tacit_compare_near(cx, &near, f));
    TACIT_TRY(tacit_scratch(cx, at->pairs.n_a, sizeof *chosen, &chosen));
    for (size_t i = 0; i < at->pairs.n_a; i++)
        chosen[i] = f->a[at->same[i]];
    f->a = chosen;
    return TACIT_OK;
}

/* Keep the columns on which the fewest pairs agree by chance, as many as can be. */
static tacit_status keep_telling(tacit_ctx *cx, attack *at)
{
    tacit_keyed *order = NULL;
    bool *kept = NULL;
    size_t patterns = 1, n = 0;
    TACIT_TRY(tacit_scratch(cx, at->pairs.fields, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, at->pairs.fields, sizeof *kept, &kept));
    for (size_t k = 0; k < at->pairs.fields; k++) {
        double share[TACIT_LEVELS_MAX];
        TACIT_TRY(tacit_link_field_shares(cx, &at->pairs, &at->field[k], share));
        order[k] = (tacit_keyed){ tacit_sort_key_real(share[at->field[k].levels - 1] + 0.0), k };
    }
    TACIT_TRY(tacit_sort_keyed(cx, order, at->pairs.fields));
    for (size_t i = 0; i < at->pairs.fields; i++) {
        const tacit_pattern_pairs alone = { at->pairs.n_a, at->pairs.n_b, false, 1,
                                            &at->field[order[i].row] };
        tacit_pattern_code code;
        TACIT_TRY(tacit_pattern_code_of(cx, &alone, &code));
        patterns *= code.size;
        if (patterns > TACIT_PATTERNS_MAX || i == TACIT_FIELDS_MAX)
            break;
        kept[order[i].row] = true;
    }
    for (size_t k = 0; k < at->pairs.fields; k++)
        if (kept[k])
            at->field[n++] = at->field[k];
    at->left_out = at->pairs.fields - n;
    at->pairs.fields = n;
    return TACIT_OK;
}

static tacit_status make_attack(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                                attack *at)
{
    at->masked = tacit_subject_table(subject);
    at->original = tacit_subject_extra_of(subject)->original;
    const tacit_common common = { .table_a = at->original,
                                  .table_b = at->masked,
                                  .names = args->at[COLUMNS].texts,
                                  .n = args->at[COLUMNS].n,
                                  .keys = true };
    TACIT_TRY(tacit_common_columns(cx, &common, &at->of_original, &at->of_masked));
    TACIT_TRY(tacit_scratch(cx, at->of_masked.n, sizeof *at->field, &at->field));
    TACIT_TRY(choose_rows(cx, args, at));
    for (size_t c = 0; c < at->of_masked.n; c++)
        TACIT_TRY(compare_pair(cx, args, at, c));
    return common.n == 0 ? keep_telling(cx, at) : TACIT_OK;
}

static tacit_status fit(tacit_ctx *cx, const tacit_args *args, const attack *at, tacit_fs *model)
{
    tacit_patterns patterns;
    tacit_fs_options options = tacit_fs_usual();
    options.fix_u = tacit_arg_choice(args, U) == FIXED;
    options.fix_lambda = tacit_arg_choice(args, LAMBDA) == FIXED;
    TACIT_TRY(tacit_patterns_count(cx, &at->pairs, &patterns));
    *model = tacit_fs_start(&patterns, 1.0 / (double)at->pairs.n_b, 0.9);
    return tacit_fs_fit(cx, &patterns, &options, model);
}

/* ---- the result ---- */

/* The models and links of both attackers. */
typedef struct outcome {
    tacit_fs fitted, known; /* m fitted; m of the true pairs */
    tacit_right_links by_fitted, by_known;
} outcome;

static tacit_status tell_columns(tacit_ctx *cx, const attack *at, const outcome *o,
                                 tacit_result *result)
{
    static const char *const columns[] = { "column", "level", "u", "m", "weight", "true m" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Agreement by column", 6, columns, &table));
    for (size_t k = 0; k < at->pairs.fields; k++)
        for (uint8_t l = at->field[k].levels; l-- > 0;)
            TACIT_TRY(tacit_result_row(cx, table, "[s, i, f, f, f, f]", at->field[k].name, (int)l,
                                       o->fitted.u[k][l], o->fitted.m[k][l],
                                       tacit_fs_level_weight(&o->fitted, k, l), o->known.m[k][l]));
    return TACIT_OK;
}

static tacit_status draw_columns(tacit_ctx *cx, const attack *at, const outcome *o,
                                 tacit_result *result)
{
    const size_t n = at->pairs.fields;
    json_t *chart = NULL;
    double *fitted = NULL, *known = NULL, *apart = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *fitted, &fitted));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *known, &known));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *apart, &apart));
    TACIT_TRY(tacit_result_chart(cx, result, "agreement", "Agreement of masked and original",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "column", "share of pairs that agree best, %"));
    for (size_t k = 0; k < n; k++) {
        const size_t top = at->field[k].levels - 1u;
        fitted[k] = 100.0 * o->fitted.m[k][top];
        known[k] = 100.0 * o->known.m[k][top];
        apart[k] = 100.0 * o->fitted.u[k][top];
        TACIT_TRY(tacit_result_label(cx, chart, at->field[k].name));
    }
    TACIT_TRY(tacit_result_series(cx, chart, "true pairs", known, n));
    TACIT_TRY(tacit_result_series(cx, chart, "true pairs, as fitted", fitted, n));
    return tacit_result_series(cx, chart, "other pairs", apart, n);
}

static tacit_status tell_risks(tacit_ctx *cx, const attack *at, const outcome *o,
                               tacit_result *result)
{
    const double n = (double)at->pairs.n_a;
    TACIT_TRY(tacit_result_ranged(
        cx, result, &TACIT_RANGE_RISK, "linked", "Records linked rightly", o->by_fitted.credit / n,
        TACIT_UNIT_SHARE,
        "PLD: masked records whose original has the highest weight; 1 / t of a record with t "
        "originals of equal weight; m fitted to all pairs"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "linked_uniquely",
                                  "Records linked rightly and uniquely", o->by_fitted.unique / n,
                                  TACIT_UNIT_SHARE,
                                  "masked records whose original alone has the highest weight"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "linked_knowing",
                                  "The same for an attacker who knows m", o->by_known.credit / n,
                                  TACIT_UNIT_SHARE,
                                  "m being the true share of agreement between masked records and "
                                  "their originals; ties as above"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "linked_knowing_uniquely",
                               "Uniquely, knowing m", o->by_known.unique / n, TACIT_UNIT_SHARE,
                               "masked records whose original alone has the highest weight");
}

static tacit_status tell(tacit_ctx *cx, const attack *at, const outcome *o, tacit_result *result)
{
    TACIT_TRY(tell_risks(cx, at, o, result));
    TACIT_TRY(tacit_result_ranged(
        cx, result, &SHARE, "lambda", "Share of pairs that belong together", o->fitted.lambda,
        TACIT_UNIT_PROBABILITY, "lambda of the model; 1 / records if it is fixed"));
    TACIT_TRY(tell_columns(cx, at, o, result));
    TACIT_TRY(draw_columns(cx, at, o, result));
    if (!o->fitted.converged)
        TACIT_TRY(tacit_result_note(cx, result, "The fit of m did not settle within %zu steps.",
                                    o->fitted.iterations));
    if (at->left_out > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu columns on which many pairs agree by chance are not "
                                    "compared; parameter 'columns' names others.",
                                    at->left_out));
    if (at->pairs.n_a < tacit_table_rows(at->masked))
        return tacit_result_note(cx, result,
                                 "%zu of %zu masked records were linked, drawn at random; "
                                 "parameter 'attacked' sets how many.",
                                 at->pairs.n_a, tacit_table_rows(at->masked));
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    attack at = { 0 };
    outcome *o = NULL;
    TACIT_TRY(make_attack(cx, subject, args, &at));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *o, &o));
    TACIT_TRY(fit(cx, args, &at, &o->fitted));
    o->known = o->fitted;
    tacit_fs_set_true_m(&at.pairs, at.same, tacit_fs_usual().least, &o->known);
    TACIT_TRY(tacit_right_links_of(cx, &at.pairs, &o->fitted, at.same, &o->by_fitted));
    TACIT_TRY(tacit_right_links_of(cx, &at.pairs, &o->known, at.same, &o->by_known));
    return tell(cx, &at, o, result);
}

const tacit_measure tacit_risk_probabilistic_linkage = {
    .about = { .name = "probabilistic_linkage",
               .title = "Probabilistic linkage",
               .summary = "How many masked records probabilistic linkage finds the originals of.",
               .source = "Fellegi and Sunter (1969), A theory for record linkage; Torra and "
                         "Domingo-Ferrer (2003), Record linkage methods for multidatabase data "
                         "mining",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COSTLY,
    .run = measure,
};
