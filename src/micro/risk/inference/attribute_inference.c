/*
 * attribute_inference.c - attribute inference by matching keys: the CAP family.
 *
 * An attacker knows the keys of a person of the original, looks them up in the protected data
 * and takes over the target value found there.  Rows of the two tables need not correspond.
 * With d and s the records of a key combination q and a target value t in the original and in
 * the protected data, dq and sq their sums over t, and N the records:
 *
 *   UiO, UiS, UiOiS, repU     uniques: dq = 1; sq = 1; dq = 1, sq > 0; dq = sq = 1
 *   Dorig, Dsyn               sum of d where d = dq; of s where s = sq
 *   iS, DiS, DiSCO, DiSDiO    sum of dq where sq > 0; where some s = sq; of d where s = sq;
 *                             of d where s = sq and d = dq
 *   baseCAPd, CAPd, CAPs      sum of (dt / N)^2; of d^2 / dq; of s^2 / sq (mean WEAP)
 *   DCAP                      sum of d s / sq
 *   TCAP                      mean of d / dq over protected records with s = sq, dq > 0
 *
 * all as shares of the original's records, Dsyn and CAPs of the protected ones.  Sources: Raab,
 * Nowok and Dibben (2025), Practical privacy metrics for synthetic data; Elliot (2014) for CAP;
 * Taub, Elliot, Pampaka and Smith (2018) for DCAP; Taub and Elliot (2019) for WEAP and TCAP;
 * Little, Elliot and Allmendinger (2025) for its conditional form.
 *
 * Missing values are values of their own.  O(records) a target, by hashing.
 */
#include <math.h>

#include "micro/risk/attack/attack.h"
#include "micro/risk/inference/cap.h"
#include "micro/risk/risk.h"

enum { TARGETS, CONFIDENCE };

static const tacit_param PARAMS[] = {
    [TARGETS] = { .name = "targets",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to infer; by default the sensitive ones" },
    [CONFIDENCE] = TACIT_CONFIDENCE_PARAM,
    TACIT_PARAM_END
};

/* A target, and what the keys tell of it in the original and in the control. */
typedef struct finding {
    const char *name;
    tacit_cap cap, control;
} finding;

/* ---- counting ---- */

/* The keys that both tables have as one kind, or as codes of which some were hidden, without the
 * target. */
static tacit_status find_keys(tacit_ctx *cx, const tacit_subject *s, size_t target,
                              tacit_select *out)
{
    static const tacit_value none = { .given = false };
    const tacit_columns_spec spec = {
        .given = &none, .role = TACIT_ROLE_KEY, .without = target, .texts = true
    };
    tacit_select original;
    return tacit_sets_columns(cx, s, &spec, out, &original);
}

static tacit_status look(tacit_ctx *cx, const tacit_subject *s, size_t target, finding *out)
{
    const tacit_table *control = tacit_set_table(s, TACIT_CONTROL);
    tacit_cap_spec spec = { .released = tacit_subject_table(s),
                            .original = tacit_set_table(s, TACIT_ORIGINAL),
                            .target = target,
                            .other = "the original" };
    out->name = tacit_column_name(tacit_table_column(spec.released, target));
    TACIT_TRY(find_keys(cx, s, target, &spec.keys));
    TACIT_TRY(tacit_cap_of(cx, &spec, &out->cap));
    if (control == NULL)
        return TACIT_OK;
    spec.original = control;
    spec.other = "the control";
    return tacit_cap_of(cx, &spec, &out->control);
}

/* ---- the result ---- */

static double share(double part, double whole)
{
    return whole > 0.0 ? part / whole : NAN;
}

/* A share to tell. */
typedef struct line {
    const char *name, *title, *definition;
    double value;
} line;

static tacit_status add_lines(tacit_ctx *cx, const line *lines, size_t n, tacit_result *result)
{
    for (size_t k = 0; k < n; k++)
        TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, lines[k].name, lines[k].title,
                                      lines[k].value, TACIT_UNIT_SHARE, lines[k].definition));
    return TACIT_OK;
}

static tacit_status tell_identity(tacit_ctx *cx, const tacit_cap *c, tacit_result *result)
{
    const line lines[] = {
        { "uio", "Unique in the original, UiO",
          "original records that are alone with their keys; missing is a value",
          c->unique_original / c->original },
        { "uis", "Unique in the protected data, UiS",
          "protected records that are alone with their keys", c->unique_released / c->released },
        { "uiois", "Unique and in the protected data, UiOiS",
          "original records that are alone with their keys, which the protected data has too",
          c->unique_original_in_released / c->original },
        { "repu", "Replicated uniques, repU",
          "original records that are alone with their keys and have one protected record with them",
          c->unique_both / c->original },
    };
    return add_lines(cx, lines, sizeof lines / sizeof lines[0], result);
}

static tacit_status tell_disclosed(tacit_ctx *cx, const tacit_cap *c, tacit_result *result)
{
    const line lines[] = {
        { "dorig", "Disclosed by the original, Dorig",
          "original records whose keys go with one target value there",
          c->disclosed_original / c->original },
        { "dsyn", "Disclosive in the protected data, Dsyn",
          "protected records whose keys go with one target value there (WEAP = 1)",
          c->disclosed_released / c->released },
        { "is", "Keys in the protected data, iS",
          "original records whose keys the protected data has", c->in_released / c->original },
        { "dis", "Keys disclosive in the protected data, DiS",
          "original records whose keys go with one target value in the protected data",
          c->disclosed_in_released / c->original },
        { "disco", "Disclosed correctly, DiSCO",
          "original records whose sensitive value the protected data tells: all that match their "
          "keys have it",
          c->disclosed_right / c->original },
        { "disdio", "Disclosed correctly and certainly, DiSDiO",
          "original records as in DiSCO whose keys go with one target value in the original too",
          c->disclosed_both / c->original },
    };
    return add_lines(cx, lines, sizeof lines / sizeof lines[0], result);
}

static tacit_status tell_cap(tacit_ctx *cx, const tacit_cap *c, tacit_result *result)
{
    const line lines[] = {
        { "basecapd", "Correct by the target's distribution, baseCAPd",
          "sum of squared shares of the target values in the original", c->base },
        { "capd", "Correct by the original itself, CAPd",
          "mean over original records of the share of their target value among those with their "
          "keys",
          c->cap_original / c->original },
        { "caps", "Correct within the protected data, CAPs",
          "mean over protected records of the share of their target value among those with their "
          "keys: the mean WEAP",
          c->cap_released / c->released },
        { "dcap", "Correct attribution, DCAP",
          "mean over original records of the share of their target value among the protected "
          "records with their keys; 0 if there are none",
          c->cap_across / c->original },
        { "dcap_matched", "Correct attribution where keys match",
          "DCAP over original records whose keys the protected data has",
          share(c->cap_across, c->in_released) },
        { "tcap", "Targeted attribution, TCAP",
          "mean over protected records with WEAP = 1 whose keys the original has, of the share of "
          "their target value among the original records with those keys",
          share(c->targeted_in_original, c->targeted) },
        { "tcap_conditional", "TCAP over original records",
          "DiSCO / DiS: of the original records whose keys go with one target value in the "
          "protected data, those for which it is right",
          share(c->disclosed_right, c->disclosed_in_released) },
    };
    TACIT_TRY(add_lines(cx, lines, sizeof lines / sizeof lines[0], result));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "tcap_synthpop",
                               "TCAP as in synthpop up to 1.9-2",
                               share(c->disclosed_right, c->released_in_original), TACIT_UNIT_SHARE,
                               "original records disclosed correctly over protected records whose "
                               "keys the original has; above 1 if the original has many more");
}

/* A share of what there is to share, for tables, where null stands for none. */
static json_t *cell(double part, double whole)
{
    return whole > 0.0 ? json_real(part / whole) : json_null();
}

static tacit_status tell_targets(tacit_ctx *cx, const finding *f, size_t n, tacit_result *result)
{
    static const char *const columns[] = { "target",   "Dorig", "DiS",  "DiSCO", "DiSDiO",
                                           "baseCAPd", "CAPd",  "DCAP", "TCAP" };
    json_t *table = NULL, *chart = NULL;
    double *value[3] = { NULL };
    TACIT_TRY(tacit_result_table(cx, result, "targets", "Inference by target", 9, columns, &table));
    TACIT_TRY(tacit_result_chart(cx, result, "targets", "Correct attribution by target",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "target", "probability of a right guess, %"));
    for (size_t k = 0; k < 3; k++)
        TACIT_TRY(tacit_scratch(cx, n, sizeof *value[k], &value[k]));
    for (size_t k = 0; k < n; k++) {
        const tacit_cap *c = &f[k].cap;
        TACIT_TRY(tacit_result_row(
            cx, table, "[s, f, f, f, f, f, f, f, o]", f[k].name,
            c->disclosed_original / c->original, c->disclosed_in_released / c->original,
            c->disclosed_right / c->original, c->disclosed_both / c->original, c->base,
            c->cap_original / c->original, c->cap_across / c->original,
            cell(c->targeted_in_original, c->targeted)));
        TACIT_TRY(tacit_result_label(cx, chart, f[k].name));
        value[0][k] = 100.0 * c->base;
        value[1][k] = 100.0 * c->cap_across / c->original;
        value[2][k] = 100.0 * c->cap_original / c->original;
    }
    TACIT_TRY(tacit_result_series(cx, chart, "by the distribution", value[0], n));
    TACIT_TRY(tacit_result_series(cx, chart, "by the protected data", value[1], n));
    return tacit_result_series(cx, chart, "by the original", value[2], n);
}

static tacit_status tell_attack(tacit_ctx *cx, const finding *f, double confidence,
                                tacit_result *result)
{
    const tacit_attack attack = { .made = f->cap.disclosed_in_released,
                                  .right = f->cap.disclosed_right,
                                  .baseline = f->cap.naive_right,
                                  .control_made = f->control.disclosed_in_released,
                                  .control_right = f->control.disclosed_right };
    const tacit_attack_words words = {
        .prefix = "",
        .title = "",
        .success = "the only target value that goes with the person's keys in the protected data "
                   "is the person's; no guess is made if there are none or several",
        .naive = "takes the target of a protected record drawn at random (expected value)",
        .confidence = confidence
    };
    return tacit_attack_tell(cx, &attack, &words, result);
}

/* The target of which most original records are disclosed correctly. */
static size_t worst_of(const finding *f, size_t n)
{
    size_t worst = 0;
    for (size_t k = 1; k < n; k++)
        if (f[k].cap.disclosed_right > f[worst].cap.disclosed_right)
            worst = k;
    return worst;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const size_t none = tacit_table_columns(tacit_subject_table(subject));
    const tacit_columns_spec spec = { .given = &args->at[TARGETS],
                                      .role = TACIT_ROLE_SENSITIVE,
                                      .without = none };
    finding *f = NULL;
    tacit_select targets, keys, original;
    TACIT_TRY(tacit_sets_check(cx, subject, "attribute_inference"));
    TACIT_TRY(tacit_sets_columns(cx, subject, &spec, &targets, &original));
    TACIT_TRY(tacit_scratch(cx, targets.n, sizeof *f, &f));
    for (size_t k = 0; k < targets.n; k++) {
        TACIT_TRY(tacit_tick(cx, k, targets.n));
        TACIT_TRY(look(cx, subject, targets.at[k], &f[k]));
    }
    const finding *worst = &f[worst_of(f, targets.n)];
    TACIT_TRY(tell_identity(cx, &worst->cap, result));
    TACIT_TRY(tell_disclosed(cx, &worst->cap, result));
    TACIT_TRY(tell_cap(cx, &worst->cap, result));
    TACIT_TRY(tell_attack(cx, worst, tacit_arg_real(args, CONFIDENCE), result));
    TACIT_TRY(tell_targets(cx, f, targets.n, result));
    if (targets.n > 1)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "The figures are those of the target '%s', of which most "
                                    "records are disclosed correctly.",
                                    worst->name));
    TACIT_TRY(find_keys(cx, subject, none, &keys));
    const size_t left_out = tacit_subject_keys(subject)->n - keys.n;
    if (left_out > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu keys are left out, as the original has no column of that "
                                    "name and kind.",
                                    left_out));
    return tacit_attack_tell_control(cx, subject, result);
}

const tacit_measure tacit_risk_attribute_inference = {
    .about = { .name = "attribute_inference",
               .title = "Attribute inference by keys",
               .summary = "How often the keys of a person lead to the right value of a sensitive "
                          "column in the protected data.",
               .source = "Raab, Nowok and Dibben (2025), Practical privacy metrics for synthetic "
                         "data; Taub and Elliot (2019), The synthetic data challenge; Little, "
                         "Elliot and Allmendinger (2025)",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_KEYS | TACIT_NEEDS_SENSITIVE,
    .traits = TACIT_MEASURE_COMMON,
    .headline = "disco",
    .run = measure,
};
