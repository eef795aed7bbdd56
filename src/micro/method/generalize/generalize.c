/*
 * generalize.c - generalisation of keys, found by search, so that what the plan requires
 * holds with the least loss.
 *
 * Full-domain generalisation (Samarati 2001; Sweeney 2002) gives all records the same level
 * of each key's hierarchy and suppresses up to a share of records; the search is
 * search/optimal.c and search/heuristic.c.  Local recoding gives each group of records its
 * own generalisation (search/local_*.c).  Judging by classes goes by model/judge.h; the
 * release gate measures the result again by other code.
 *
 * Suppressed records are blanked on all keys, where they form one class; if that class
 * would break what is required they are left out of the release instead, with those that break
 * it then (model/release.c).  Nodes are compared as they would be released.  One level for all
 * records settles to recodings and a suppression (settle.c).
 *
 * Missing keys: see search/space.h.  Cost: O(rows * keys) and the search.
 */
#include "micro/method/generalize/generalize.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "micro/method/rewrite.h"
#include "micro/method/unit.h"

enum {
    COLUMNS,
    SEARCH,
    SUPPRESSION,
    K,
    LOSS = TACIT_GENERALIZE_LOSS,
    AGGREGATE,
    BALANCE,
    WEIGHTS,
    PRICES,
    ATTACKER,
    PROFITABLE,
    LEVELS,
    RECODING,
    RANGES,
    SUPPRESSED,
    TARGET,
    CHECKS,
    SECONDS,
    PER
};

/* The first, then those of tacit_loss_aggregate. */
static const char *const AGGREGATES[] = {
    "auto", "geometric", "arithmetic", "maximum", "sum", NULL
};
static const char *const ATTACKERS[] = { "prosecutor", "journalist", NULL };
static const char *const SEARCHES[] = { "auto", "optimal", "heuristic", NULL };
static const char *const RECODINGS[] = { "global",    "mondrian", "relaxed",
                                         "iterative", "refine",   NULL };
enum { GLOBAL };
static const char *const SUPPRESSED_HOW[] = { "auto", "blank", "remove", NULL }; /* as
                                                                 tacit_release_how from AUTO on */

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "the keys to generalise; all keys if left out, others stay as they are" },
    [SEARCH] = { .name = "search",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = SEARCHES,
                 .help =
                     "look at every node that could be best, or at promising ones; auto decides by "
                     "the work it would be" },
    [SUPPRESSION] = { .name = "suppression",
                      .type = TACIT_PARAM_REAL,
                      .preset = 0.02,
                      .max = 1,
                      TACIT_USEFUL(0, 0.1, "share"),
                      .importance = TACIT_FIRST,
                      .help = "the share of records that may be suppressed" },
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .need = TACIT_OPTIONAL,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(2, 100, "records"),
            .importance = TACIT_FIRST,
            .help = "k-anonymity to reach besides what the plan requires" },
    [LOSS] = { .name = "loss",
               .type = TACIT_PARAM_CHOICE,
               .choices = TACIT_LOSS_CHOICES,
               .help = "what is to be least" },
    [AGGREGATE] = { .name = "aggregate",
                    .type = TACIT_PARAM_CHOICE,
                    .choices = AGGREGATES,
                    .help = "how the losses of the keys become one number; auto adds up levels "
                            "(height) and bits (entropies), and is geometric for others" },
    [BALANCE] = { .name = "balance",
                  .type = TACIT_PARAM_REAL,
                  .preset = 0.5,
                  .max = 1,
                  .help = "below 0.5 suppressing a record costs less, above 0.5 generalising" },
    [WEIGHTS] = { .name = "weights",
                  .type = TACIT_PARAM_KEY_NUMBERS,
                  .need = TACIT_OPTIONAL,
                  .max = 1e300,
                  .help = "column: how much its loss counts; 1 if not given" },
    [PRICES] = { .name = "prices",
                 .type = TACIT_PARAM_REALS,
                 .need = TACIT_OPTIONAL,
                 .max = 1e12,
                 TACIT_USEFUL_LOG(1, 10000, "money"),
                 .importance = TACIT_ADVANCED,
                 .help = "what trying a record costs an attacker, what it gains if right, what "
                         "that costs the publisher, what a record with all its detail is worth" },
    [ATTACKER] = { .name = "attacker",
                   .type = TACIT_PARAM_CHOICE,
                   .choices = ATTACKERS,
                   .importance = TACIT_ADVANCED,
                   .help = "with prices: who knows who is in the data, or who does not and looks "
                           "among the population" },
    [PROFITABLE] = { .name = "profitable",
                     .type = TACIT_PARAM_FLAG,
                     .max = 1,
                     .importance = TACIT_ADVANCED,
                     .help = "with prices: suppress classes that bring the publisher nothing" },
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_KEY_SPANS,
                 .need = TACIT_OPTIONAL,
                 .max = UINT8_MAX,
                 .help = "column: its level, or [lowest, highest] that may be chosen" },
    [RECODING] = { .name = "recoding",
                   .type = TACIT_PARAM_CHOICE,
                   .choices = RECODINGS,
                   .help = "one level for all records, or local recoding by this algorithm" },
    [RANGES] = { .name = "ranges",
                 .type = TACIT_PARAM_FLAG,
                 .max = 1,
                 .help = "with local recoding: numbers and dates become ranges of values instead "
                         "of labels of their hierarchies" },
    [SUPPRESSED] = { .name = "suppressed",
                     .type = TACIT_PARAM_CHOICE,
                     .choices = SUPPRESSED_HOW,
                     .help = "blank the keys of suppressed records, or remove the records; auto "
                             "blanks if they then keep what is required" },
    [TARGET] = { .name = "target",
                 .type = TACIT_PARAM_COLUMN,
                 .need = TACIT_OPTIONAL,
                 .help = "with the loss classification: the column to be predicted" },
    [CHECKS] = { .name = "checks",
                 .type = TACIT_PARAM_INTEGER,
                 .max = 1e12,
                 TACIT_USEFUL(0, 1e6, "nodes"),
                 .importance = TACIT_ADVANCED,
                 .help = "stop after looking at so many nodes; 0: no limit" },
    [SECONDS] = { .name = "seconds",
                  .type = TACIT_PARAM_REAL,
                  .max = 1e7,
                  TACIT_USEFUL(0, 600, "seconds"),
                  .importance = TACIT_ADVANCED,
                  .help = "stop after so long and tell the bound; 0: no limit; the result then "
                          "depends on the machine" },
    [PER] = TACIT_METHOD_PER,
    TACIT_PARAM_END
};

/* ---- what is required ---- */

/* The arguments of k-anonymity with `k`. */
static tacit_status own_requirement(tacit_ctx *cx, int64_t k, const tacit_args **out)
{
    const tacit_param *params = tacit_model_k_anonymity.measure.about.params;
    tacit_args *args = NULL;
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *args, &args));
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(params), sizeof *at, &at));
    tacit_args_preset(params, at, args);
    at[tacit_param_find(params, "k")].number = (double)k;
    *out = args;
    return TACIT_OK;
}

static tacit_status make_judge(tacit_ctx *cx, tacit_generalizer *z)
{
    const tacit_job *job = z->job;
    tacit_requirement *require = NULL;
    size_t n = job->n_require;
    TACIT_TRY(tacit_subject_new(cx, z->held, &z->subject));
    if (job->extra != NULL)
        tacit_subject_add(z->subject, job->extra);
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *require, &require));
    for (size_t i = 0; i < n; i++)
        require[i] = job->require[i];
    const bool own = tacit_arg_given(job->args, K);
    if (own || (n == 0 && tacit_arg_given(job->args, PRICES))) {
        const tacit_args *args = NULL;
        TACIT_TRY(own_requirement(cx, own ? tacit_arg_integer(job->args, K) : 1, &args));
        require[n++] = (tacit_requirement){ .model = &tacit_model_k_anonymity, .args = args };
    }
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'generalize' needs something to reach: say it under 'require' (such as "
                          "k_anonymity: {k: 5}) or give the step 'k'.");
    z->require = require;
    z->n_require = n;
    return tacit_judge_new(cx, z->subject, require, n, &z->judge);
}

/* ---- the space ---- */

/* The sensitive columns that are counted: those of the judge, then the target of the loss. */
static tacit_status counted_columns(tacit_ctx *cx, const tacit_generalizer *z, tacit_select *out)
{
    const tacit_select *judged = tacit_judge_sensitive(z->judge);
    const tacit_args *args = z->job->args;
    size_t *at = NULL;
    if (judged->n >= TACIT_MOST_AXES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'generalize' takes up to %d sensitive columns, not %zu.",
                          TACIT_MOST_AXES - 1, judged->n);
    TACIT_TRY(tacit_scratch(cx, judged->n + 1, sizeof *at, &at));
    for (size_t i = 0; i < judged->n; i++)
        at[i] = judged->at[i];
    *out = (tacit_select){ .n = judged->n, .at = at };
    if (tacit_arg_choice(args, LOSS) != TACIT_LOSS_CLASSIFICATION)
        return TACIT_OK;
    if (!tacit_arg_given(args, TARGET))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The loss 'classification' of generalize needs 'target'.");
    at[out->n] = tacit_table_find(z->held, tacit_arg_text(args, TARGET));
    if (at[out->n++] == tacit_table_columns(z->held))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'target' of generalize names column '%s', which is not there.",
                          tacit_arg_text(args, TARGET));
    return TACIT_OK;
}

static bool read_level(const tacit_axis *x, const char *text, uint8_t *out)
{
    double v = 0.0;
    if (!tacit_parse_real(text, &v) || v < 0.0 || v >= x->levels || v > floor(v))
        return false;
    *out = (uint8_t)v;
    return true;
}

/* Bound the levels as the arguments say; keys that are not selected stay at 0. */
static tacit_status bound_levels(tacit_ctx *cx, const tacit_generalizer *z)
{
    tacit_search_space *s = z->space;
    const tacit_value *given = &z->job->args->at[LEVELS];
    for (size_t a = 0; a < s->n_axes; a++)
        if (!tacit_generalize_selects(z->job, s->axis[a].column))
            s->axis[a].high = 0;
    for (size_t i = 0; given->given && i < given->n; i++) {
        const tacit_group *g = &given->groups[i];
        size_t a = 0;
        TACIT_TRY(tacit_generalize_axis(cx, s, "levels", g, &a));
        tacit_axis *x = &s->axis[a];
        if (g->n < 1 || g->n > 2 || !read_level(x, g->member[0], &x->low) ||
            !read_level(x, g->member[g->n - 1], &x->high) || x->low > x->high)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'levels' of generalize needs for '%s' a level or [lowest, highest] "
                              "from 0 to %d.",
                              g->label, x->levels - 1);
    }
    s->nodes = 1.0;
    for (size_t a = 0; a < s->n_axes; a++)
        s->nodes *= s->axis[a].high - s->axis[a].low + 1.0;
    return TACIT_OK;
}

/* Whether the attacker of the prices looks among the population. */
static bool wants_population(const tacit_args *args)
{
    return tacit_arg_given(args, PRICES) && tacit_arg_choice(args, ATTACKER) != 0;
}

/* The classes of the table before all steps, if its keys are still these columns. */
static tacit_status known_classes(tacit_ctx *cx, const tacit_generalizer *z,
                                  const tacit_classes **out)
{
    *out = NULL;
    if (z->job->original == NULL || tacit_judge_wants_population(z->judge) ||
        wants_population(z->job->args))
        return TACIT_OK;
    const tacit_table *t = tacit_subject_table(z->job->original);
    const tacit_select *keys = tacit_subject_keys(z->job->original);
    if (keys->n != z->keys.n || tacit_table_rows(t) != tacit_table_rows(z->held))
        return TACIT_OK;
    for (size_t i = 0; i < keys->n; i++)
        if (tacit_table_column(t, keys->at[i]) != tacit_table_column(z->held, z->keys.at[i]))
            return TACIT_OK;
    return tacit_subject_classes(cx, z->job->original, TACIT_MISSING_CATEGORY, out);
}

static tacit_status make_space(tacit_ctx *cx, tacit_generalizer *z)
{
    const tacit_job *job = z->job;
    tacit_search_space_spec spec = { .table = z->held,
                                     .keys = z->keys,
                                     .hierarchies = job->hierarchies,
                                     .n_hierarchies = job->n_hierarchies };
    TACIT_TRY(counted_columns(cx, z, &spec.sensitive));
    if (tacit_judge_wants_population(z->judge) || wants_population(job->args))
        spec.population = job->extra != NULL ? job->extra->population : NULL;
    if (wants_population(job->args) && spec.population == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'attacker: journalist' of generalize needs a population file.");
    TACIT_TRY(known_classes(cx, z, &spec.classes));
    TACIT_TRY(tacit_space_new(cx, &spec, &z->space));
    return bound_levels(cx, z);
}

/* ---- the search ---- */

tacit_status tacit_generalize_prepare(tacit_ctx *cx, tacit_generalizer *z)
{
    const tacit_args *args = z->job->args;
    TACIT_TRY(tacit_generalize_keys(cx, z));
    TACIT_TRY(make_judge(cx, z));
    TACIT_TRY(make_space(cx, z));
    TACIT_TRY(tacit_generalize_loss(cx, z));
    z->kind = (tacit_loss_kind)tacit_arg_choice(args, LOSS);
    z->spec = (tacit_search_spec){
        .how = (tacit_search_how)tacit_arg_choice(args, SEARCH),
        .judge = z->judge,
        .loss = z->loss,
        .most_suppressed =
            (uint64_t)floor(tacit_arg_real(args, SUPPRESSION) * (double)z->space->records),
        .release = (tacit_release_how)(tacit_arg_choice(args, SUPPRESSED) + TACIT_RELEASE_AUTO),
        .checks = (uint64_t)tacit_arg_integer(args, CHECKS),
        .seconds = tacit_arg_real(args, SECONDS),
    };
    return TACIT_OK;
}

void tacit_generalize_end(tacit_generalizer *z)
{
    tacit_recoding_free(z->recoding);
    tacit_loss_free(z->loss);
    tacit_space_free(z->space);
    tacit_judge_free(z->judge);
    tacit_subject_free(z->subject);
    tacit_table_free(z->held);
}

static tacit_status find_node(tacit_ctx *cx, tacit_generalizer *z)
{
    TACIT_TRY(tacit_search(cx, z->space, &z->spec, &z->found));
    if (!z->found.any)
        return tacit_generalize_refuse(cx, z, tacit_arg_real(z->job->args, SUPPRESSION));
    return tacit_search_look(cx, z->space, &z->spec, z->found.best.level, &z->outlook);
}

/* ---- all records alike ---- */

static tacit_status settle(tacit_ctx *cx, tacit_generalizer *z, tacit_decision *out)
{
    TACIT_TRY(tacit_generalize_prepare(cx, z));
    TACIT_TRY(find_node(cx, z));
    TACIT_TRY(tacit_generalize_mark(cx, z));
    TACIT_TRY(tacit_generalize_settle(cx, z, out));
    return tacit_generalize_tell(cx, z);
}

static tacit_status decide_here(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    tacit_generalizer z = { .job = job };
    if (tacit_table_rows(job->in) == 0)
        return TACIT_OK;
    const tacit_status status = settle(cx, &z, out);
    tacit_generalize_end(&z);
    return status;
}

/* Decide on the histogram of rows that are not in memory. */
static tacit_status decide_counted(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    tacit_table *histogram = NULL;
    tacit_job own;
    TACIT_TRY(tacit_generalize_count(cx, job, tacit_arg_text(job->args, TARGET), &histogram, &own));
    const tacit_status status = decide_here(cx, &own, out);
    tacit_table_free(histogram);
    return status;
}

static tacit_status decide(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    out->whole = tacit_arg_choice(job->args, RECODING) != GLOBAL;
    return out->whole ? TACIT_OK : (job->look != NULL ? decide_counted : decide_here)(cx, job, out);
}

static bool looks(const tacit_args *args)
{
    return tacit_arg_choice(args, RECODING) == GLOBAL && tacit_unit_of(args) == NULL;
}

static unsigned counts(const tacit_args *args)
{
    return looks(args) ? TACIT_COUNTS_COLUMNS | TACIT_COUNTS_ROLES : 0;
}

/* ---- each group by itself ---- */

static tacit_status recode_locally(tacit_ctx *cx, tacit_generalizer *z)
{
    const tacit_args *args = z->job->args;
    tacit_local_spec spec = { .way = (tacit_local_way)(tacit_arg_choice(args, RECODING) - 1),
                              .ordered = tacit_arg_flag(args, RANGES),
                              .most_suppressed = z->spec.most_suppressed,
                              .release = z->spec.release,
                              .seconds = tacit_arg_real(args, SECONDS) };
    if (tacit_loss_has_prices(z->loss))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'prices' of generalize go with one level for all records, 'recoding: "
                          "global'.");
    if ((tacit_judge_traits(z->judge) & TACIT_JUDGE_LOCAL) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Local recoding reaches requirements that speak of each class by itself, "
                          "not those that speak of the table as a whole.");
    TACIT_TRY(tacit_generalize_weights(cx, z, &spec.weight));
    return tacit_generalize_recode(cx, z, &spec);
}

static tacit_status work(tacit_ctx *cx, tacit_generalizer *z, tacit_table *out)
{
    TACIT_TRY(tacit_generalize_prepare(cx, z));
    TACIT_TRY(recode_locally(cx, z));
    TACIT_TRY(tacit_generalize_mark(cx, z));
    TACIT_TRY(tacit_generalize_apply(cx, z, out));
    TACIT_TRY(tacit_generalize_population(cx, z, out));
    if (z->removed)
        TACIT_TRY(tacit_rewrite_leave_out(cx, out, z->gone));
    return tacit_generalize_tell(cx, z);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    tacit_generalizer z = { .job = job };
    if (tacit_table_rows(job->in) == 0)
        return TACIT_OK;
    const tacit_status status = work(cx, &z, out);
    tacit_generalize_end(&z);
    return status;
}

const tacit_method tacit_method_generalize = {
    .about = { .name = "generalize",
               .title = "Generalisation",
               .summary = "Finds the levels of the keys' hierarchies that keep what is required "
                          "with the least loss.",
               .source =
                   "Samarati (2001), Protecting respondents' identities in microdata release; "
                   "Sweeney (2002), Achieving k-anonymity privacy protection using "
                   "generalization and suppression; Kohlmayer, Prasser, Eckert, Kemper and "
                   "Kuhn (2012), Flash: efficient, stable and optimal k-anonymity",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_ROWS,
    .run = run,
    .decide = decide,
    .looks = looks,
    .counts = counts,
};
