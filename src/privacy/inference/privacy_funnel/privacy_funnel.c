/*
 * privacy_funnel.c - which values of columns to merge so that they tell little of a secret.
 *
 * X is the combination of the columns, S that of the secrets, with their joint frequencies in the
 * file.  For each of many shares of H(X) from 1 down to `keep` values are merged greedily
 * (stats/noisy/funnel.c); the greedy way is not monotone, so of all states on all ways that keep at
 * least as much the one with the least I(S;Y) is taken.  The curve shows that for each share from 1
 * to 0.  Combinations with a missing value are left out.
 *
 * This looks at the data before a release: frequencies and groups are the custodian's.  I(S;Y) is
 * an average over persons, and no guarantee for any of them.  O(steps * n^2) for n combinations.
 */
#include <math.h>
#include <string.h>

#include "privacy/inference/privacy_funnel/own.h"

/* Values whose groups a table lists; parts of the curve that one tells. */
enum { LISTED = 1000, TOLD = 10 };

static tacit_status check(tacit_ctx *cx, const tacit_args *args)
{
    for (size_t i = 0; i < args->at[TACIT_FUNNEL_SECRET].n; i++)
        for (size_t j = 0; j < args->at[TACIT_FUNNEL_COLUMNS].n; j++)
            if (strcmp(args->at[TACIT_FUNNEL_SECRET].texts[i],
                       args->at[TACIT_FUNNEL_COLUMNS].texts[j]) == 0)
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "privacy_funnel: '%s' is both a secret and a column to merge.",
                                  args->at[TACIT_FUNNEL_SECRET].texts[i]);
    return TACIT_OK;
}

/* ---- the ways ---- */

/* What was seen on all ways. */
typedef struct seen {
    double least;          /* bits that must be kept */
    double all;            /* H(X) */
    size_t steps;          /* of the curve: shares 1, 1 - 1/steps ... 0 */
    double *leak;          /* for each the least I(S;Y) */
    size_t n;              /* values */
    uint32_t *group;       /* of the best state */
    tacit_funnel_state at; /* it */
} seen;

static void look(void *user, const tacit_funnel_state *state)
{
    static const double ROUNDING = 1e-9;
    seen *s = user;
    for (size_t k = s->steps + 1; k-- > 0;) {
        if (s->all * (1.0 - (double)k / (double)s->steps) > state->kept + ROUNDING)
            break;
        s->leak[k] = fmin(s->leak[k], state->leak);
    }
    if (state->kept < s->least - ROUNDING || state->leak >= s->at.leak)
        return;
    s->at = *state;
    memcpy(s->group, state->group, s->n * sizeof *s->group);
    s->at.group = s->group;
}

static tacit_status go_all_ways(tacit_ctx *cx, const tacit_infer_job *job,
                                const tacit_funnel *funnel, seen *out)
{
    const tacit_funnel_state start = tacit_funnel_start(funnel);
    *out = (seen){ .all = start.kept,
                   .least = start.kept * tacit_arg_real(job->args, TACIT_FUNNEL_KEEP),
                   .steps = (size_t)tacit_arg_integer(job->args, TACIT_FUNNEL_STEPS),
                   .n = funnel->n,
                   .at = { .leak = INFINITY } };
    TACIT_TRY(tacit_scratch(cx, out->steps + 1, sizeof *out->leak, &out->leak));
    TACIT_TRY(tacit_scratch(cx, funnel->n, sizeof *out->group, &out->group));
    for (size_t k = 0; k <= out->steps; k++)
        out->leak[k] = INFINITY;
    for (size_t k = 0; k <= out->steps; k++) {
        const double kept = out->all * (1.0 - (double)k / (double)out->steps);
        TACIT_TRY(tacit_funnel_merge(cx, funnel, kept, look, out));
    }
    return tacit_funnel_merge(cx, funnel, out->least, look, out);
}

/* ---- what is told ---- */

static tacit_status draw_curve(tacit_ctx *cx, const seen *s, tacit_result *r)
{
    static const char *const heads[] = { "Kept of I(X;Y), at least", "I(X;Y) in bits, at least",
                                         "I(S;Y) in bits" };
    json_t *table = NULL, *chart = NULL;
    double *kept = NULL, *leak = NULL;
    TACIT_TRY(tacit_scratch(cx, s->steps + 1, sizeof *kept, &kept));
    TACIT_TRY(tacit_scratch(cx, s->steps + 1, sizeof *leak, &leak));
    TACIT_TRY(tacit_result_table(cx, r, "curve", "What is told of the secret", 3, heads, &table));
    TACIT_TRY(tacit_result_chart(cx, r, "curve", "The privacy funnel", TACIT_CHART_LINES, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "I(X;Y) in bits, kept of the columns",
                                "I(S;Y) in bits, told of the secret"));
    for (size_t k = 0; k <= s->steps; k++) {
        const size_t from = s->steps - k; /* upwards */
        kept[k] = s->all * (double)k / (double)s->steps;
        leak[k] = s->leak[from];
        TACIT_TRY(tacit_infer_place(cx, chart, kept[k]));
        if (k * TOLD % s->steps == 0)
            TACIT_TRY(tacit_result_row(cx, table, "[f,f,f]", (double)k / (double)s->steps, kept[k],
                                       leak[k]));
    }
    return tacit_result_series(cx, chart, "least of all ways", leak, s->steps + 1);
}

/* The combination of row i as one text, in scratch memory. */
static tacit_status name_row(tacit_ctx *cx, const tacit_infer_job *job, size_t i, char **out)
{
    const tacit_column *const *c = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_infer_columns(cx, job, TACIT_FUNNEL_COLUMNS, &c, &n));
    *out = NULL;
    for (size_t j = 0; j < n; j++) {
        char text[32];
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out == NULL ? "" : *out,
                                       *out == NULL ? "" : " | ",
                                       tacit_column_text(c[j], i, text)));
    }
    return TACIT_OK;
}

static tacit_status tell_groups(tacit_ctx *cx, const tacit_infer_job *job,
                                const tacit_combinations *x, const seen *s, tacit_result *r)
{
    static const char *const heads[] = { "Group", "Value" };
    json_t *table = NULL;
    int64_t number = 0;
    if (s->n > LISTED)
        return tacit_result_note(cx, r, "There are too many values to list their groups.");
    TACIT_TRY(tacit_result_table(cx, r, "groups", "Values that are merged", 2, heads, &table));
    for (size_t g = 0; g < s->n; g++) {
        if (s->group[g] != g)
            continue;
        number++;
        for (size_t v = g; v < s->n; v++) {
            char *text = NULL;
            if (s->group[v] != g)
                continue;
            TACIT_TRY(name_row(cx, job, x->row[v], &text));
            TACIT_TRY(tacit_result_row(cx, table, "[I,s]", (json_int_t)number, text));
        }
    }
    return TACIT_OK;
}

static tacit_status tell_figures(tacit_ctx *cx, const tacit_funnel *funnel, const seen *s,
                                 tacit_result *r)
{
    const tacit_funnel_state start = tacit_funnel_start(funnel);
    TACIT_TRY(tacit_result_figure(cx, r, "values", "Values before", (double)funnel->n,
                                  TACIT_UNIT_COUNT, "combinations of the columns that occur"));
    TACIT_TRY(tacit_result_figure(cx, r, "groups", "Groups after", (double)s->at.groups,
                                  TACIT_UNIT_COUNT, "of merged values"));
    TACIT_TRY(tacit_result_figure(cx, r, "entropy", "H(X)", start.kept, TACIT_UNIT_NUMBER,
                                  "bits that the columns tell of themselves"));
    TACIT_TRY(tacit_result_figure(cx, r, "kept", "I(X;Y)", s->at.kept, TACIT_UNIT_NUMBER,
                                  "bits that are kept of them", .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, r, "leak_before", "I(S;X)", start.leak, TACIT_UNIT_NUMBER,
                                  "bits that the columns tell of the secret",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "leak", "I(S;Y)", s->at.leak, TACIT_UNIT_NUMBER,
                                  "bits that the groups tell of it", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, r, "leak_share", "I(S;Y) / I(S;X)",
                               start.leak > 0.0 ? s->at.leak / start.leak : NAN, TACIT_UNIT_SHARE,
                               "what is left of it", .better = TACIT_BETTER_LOWER);
}

static tacit_status infer(tacit_ctx *cx, const tacit_infer_job *job, tacit_result *r)
{
    tacit_combinations x = { 0 };
    tacit_funnel funnel;
    seen s;
    tacit_stage(cx, "Merging values");
    TACIT_TRY(tacit_combinations_load(cx, job, &x, &funnel));
    TACIT_TRY(go_all_ways(cx, job, &funnel, &s));
    TACIT_TRY(tell_figures(cx, &funnel, &s, r));
    TACIT_TRY(draw_curve(cx, &s, r));
    TACIT_TRY(tell_groups(cx, job, &x, &s, r));
    return tacit_result_note(cx, r,
                             "Information is an average over all persons, and no guarantee for any "
                             "of them; it is that of this file, which a small one overstates.");
}

static const tacit_param PARAMS[] = {
    [TACIT_FUNNEL_SECRET] = { .name = "secret",
                              .type = TACIT_PARAM_COLUMNS,
                              .need = TACIT_REQUIRED,
                              .help = "columns of which little is to be told" },
    [TACIT_FUNNEL_COLUMNS] = { .name = "columns",
                               .type = TACIT_PARAM_COLUMNS,
                               .need = TACIT_REQUIRED,
                               .help = "columns whose combinations of values are merged" },
    [TACIT_FUNNEL_KEEP] = { .name = "keep",
                            .type = TACIT_PARAM_REAL,
                            .preset = 0.8,
                            .max = 1,
                            TACIT_USEFUL(0, 1, NULL),
                            .importance = TACIT_FIRST,
                            .help = "least share of the columns' information that is kept" },
    [TACIT_FUNNEL_STEPS] = { .name = "steps",
                             .type = TACIT_PARAM_INTEGER,
                             .preset = 50,
                             .min = 1,
                             .max = 1000,
                             TACIT_USEFUL(10, 200, "steps"),
                             .importance = TACIT_ADVANCED,
                             .help = "of the curve, and ways that are tried" },
    TACIT_PARAM_END
};

const tacit_inference tacit_inference_privacy_funnel = {
    .about = { .name = "privacy_funnel",
               .title = "Privacy funnel",
               .summary = "Finds which values to merge so that columns tell little of a secret.",
               .source = "Makhdoumi, Salamatian, Fawaz and Medard (2014), From the information "
                         "bottleneck to the privacy funnel",
               .params = PARAMS },
    .before = true,
    .check = check,
    .infer = infer,
};
