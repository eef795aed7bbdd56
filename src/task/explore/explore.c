/*
 * explore.c - what a plan could ask for instead, and what that would cost.
 *
 * Each method that can be explored has an explorer, which gets the step and fills
 * "exploration" of the record.  That of `generalize` looks at every choice of levels once
 * (search/atlas.h); each size of classes and each limit of suppression is then a look-up.  Of a
 * plan that names numbers to explore a risk-utility map is drawn (map.h), of a plan of tables the
 * ways to protect them are compared (task/tables/protect), and of a plan for
 * synthetic data the ways to make it (task/synth).
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "task/explore/lattice.h"
#include "task/explore/map.h"
#include "task/synth/synth.h"
#include "task/tables/tables.h"
#include "task/tasks.h"

enum {
    SIZES_ASKED,
    LIMITS_ASKED,
    KEYS,
    NUMBERS,
    METHODS,
    RISK,
    LOSS,
    MIX,
    MOST_RISK,
    MOST_LOSS,
    TRIALS,
    SECONDS,
    SEEDS,
    SAMPLE,
    BEST,
    REPORT
};

static const uint64_t SIZES[] = { 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75, 100 };
static const double LIMITS[] = { 0.0, 0.01, 0.02, 0.05, 0.1, 1.0 };
enum { N_SIZES = sizeof SIZES / sizeof SIZES[0], N_LIMITS = sizeof LIMITS / sizeof LIMITS[0] };

/* Sizes and limits that a request may name. */
enum { MOST_SIZES = 100, MOST_LIMITS = 10 };

static const tacit_entry GRID = {
    .name = "grid",
    .title = "What other requests would cost",
    .source = "Samarati (2001), Protecting respondents' identities in microdata release",
};

/* ---- the request ---- */

static tacit_status sort_sizes(tacit_ctx *cx, tacit_what_if *w)
{
    tacit_keyed *by = NULL;
    uint64_t *k = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, w->n_k, sizeof *by, &by));
    TACIT_TRY(tacit_scratch(cx, w->n_k, sizeof *k, &k));
    for (size_t i = 0; i < w->n_k; i++)
        by[i] = (tacit_keyed){ .key = w->k[i] };
    TACIT_TRY(tacit_sort_keyed(cx, by, w->n_k));
    for (size_t i = 0; i < w->n_k; i++)
        if (n == 0 || by[i].key > k[n - 1])
            k[n++] = by[i].key;
    w->k = k;
    w->n_k = n;
    return TACIT_OK;
}

static tacit_status sort_limits(tacit_ctx *cx, tacit_what_if *w)
{
    tacit_keyed *by = NULL;
    double *limit = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, w->n_limits, sizeof *by, &by));
    TACIT_TRY(tacit_scratch(cx, w->n_limits, sizeof *limit, &limit));
    for (size_t i = 0; i < w->n_limits; i++)
        by[i] = (tacit_keyed){ .key = tacit_sort_key_real(w->limit[i]), .row = i };
    TACIT_TRY(tacit_sort_keyed(cx, by, w->n_limits));
    for (size_t i = 0; i < w->n_limits; i++)
        if (n == 0 || w->limit[by[i].row] > limit[n - 1])
            limit[n++] = w->limit[by[i].row];
    w->limit = limit;
    w->n_limits = n;
    return TACIT_OK;
}

/* What the plan asks for, or the usual, upwards and each once. */
static tacit_status read_ask(tacit_ctx *cx, const tacit_args *args, tacit_what_if *out)
{
    const tacit_value *k = &args->at[SIZES_ASKED], *limit = &args->at[LIMITS_ASKED];
    uint64_t *sizes = NULL;
    *out = (tacit_what_if){ N_SIZES, SIZES, N_LIMITS, LIMITS };
    if (k->n > MOST_SIZES || limit->n > MOST_LIMITS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "At most %d values of k and %d limits of suppression are explored.",
                          MOST_SIZES, MOST_LIMITS);
    TACIT_TRY(tacit_scratch(cx, k->n, sizeof *sizes, &sizes));
    for (size_t i = 0; i < k->n; i++) {
        if (floor(k->reals[i]) < k->reals[i])
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "A value of k to explore is not a whole number.");
        sizes[i] = (uint64_t)k->reals[i];
    }
    if (k->n > 0)
        *out = (tacit_what_if){ k->n, sizes, N_LIMITS, LIMITS };
    if (limit->n > 0)
        *out = (tacit_what_if){ out->n_k, out->k, limit->n, limit->reals };
    TACIT_TRY(sort_sizes(cx, out));
    return sort_limits(cx, out);
}

/* ---- the grid ---- */

/* The best node for each size and limit. */
typedef struct grid {
    const tacit_what_if *what;
    tacit_lattice_node *node; /* [size * limits + limit] */
    bool *any;
} grid;

static tacit_status fill_grid(tacit_ctx *cx, const tacit_lattice *l, grid *g)
{
    const size_t n = g->what->n_k * g->what->n_limits;
    double *score = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->node, &g->node));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->any, &g->any));
    TACIT_TRY(tacit_scratch(cx, tacit_atlas_nodes(l->atlas), sizeof *score, &score));
    for (size_t i = 0; i < n; i++) {
        const size_t rung = tacit_atlas_rung(l->atlas, g->what->k[i / g->what->n_limits]);
        const double limit = g->what->limit[i % g->what->n_limits];
        if (i % g->what->n_limits == 0)
            tacit_atlas_scores(l->atlas, rung, l->z.loss, score);
        const tacit_atlas_query q = { .rung = rung,
                                      .most_suppressed =
                                          (uint64_t)floor(limit * (double)l->z.space->records),
                                      .score = score };
        g->any[i] = tacit_atlas_best(l->atlas, &q, &g->node[i], 1) > 0;
    }
    return TACIT_OK;
}

/* Least losses, a row for each size and a column for each limit. */
static tacit_status tell_losses(tacit_ctx *cx, const grid *g, tacit_result *r)
{
    const size_t limits = g->what->n_limits;
    const char *heads[MOST_LIMITS + 1] = { "k" };
    json_t *table = NULL;
    for (size_t j = 0; j < limits; j++) {
        char *head = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &head, "%g%%", 100.0 * g->what->limit[j]));
        heads[j + 1] = head;
    }
    TACIT_TRY(tacit_result_table(cx, r, "losses",
                                 "Least loss by k and by the share of records that may be "
                                 "suppressed",
                                 limits + 1, heads, &table));
    for (size_t i = 0; i < g->what->n_k; i++) {
        TACIT_TRY(tacit_result_row(cx, table, "[I]", (json_int_t)g->what->k[i]));
        json_t *rows = json_object_get(table, "rows");
        json_t *row = json_array_get(rows, json_array_size(rows) - 1);
        for (size_t j = 0; j < limits; j++) {
            const size_t at = i * limits + j;
            TACIT_TRY(tacit_json_add(cx, row,
                                     g->any[at] && isfinite(g->node[at].score)
                                         ? json_real(g->node[at].score)
                                         : json_null()));
        }
    }
    return TACIT_OK;
}

static bool is_same(const tacit_lattice *l, const grid *g, size_t a, size_t b)
{
    return g->any[a] == g->any[b] &&
           memcmp(g->node[a].level, g->node[b].level, l->z.space->n_axes) == 0;
}

/* The nodes behind the losses; a limit that changes nothing is left out. */
static tacit_status tell_levels(tacit_ctx *cx, const tacit_lattice *l, const grid *g,
                                tacit_result *r)
{
    static const char *const heads[] = { "k",       "Limit %",        "Loss",  "% suppressed",
                                         "Classes", "Smallest class", "Levels" };
    const size_t limits = g->what->n_limits;
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "levels", "The choices behind them", 7, heads, &table));
    for (size_t at = 0; at < g->what->n_k * limits; at++) {
        const tacit_lattice_node *node = &g->node[at];
        char *text = NULL;
        if (!g->any[at] || (at % limits > 0 && is_same(l, g, at, at - 1)))
            continue;
        TACIT_TRY(tacit_lattice_text(cx, l, node->level, &text));
        TACIT_TRY(tacit_result_row(cx, table, "[I,f,f,f,I,I,s]",
                                   (json_int_t)g->what->k[at / limits],
                                   100.0 * g->what->limit[at % limits], node->score,
                                   100.0 * tacit_lattice_share(l, node->suppressed),
                                   (json_int_t)node->classes, (json_int_t)node->smallest, text));
    }
    return TACIT_OK;
}

/* All of the grid for programs, under "grid". */
static tacit_status put_grid(tacit_ctx *cx, const tacit_lattice *l, const grid *g, json_t *list)
{
    for (size_t at = 0; at < g->what->n_k * g->what->n_limits; at++) {
        const tacit_lattice_node *node = &g->node[at];
        const double share = tacit_lattice_share(l, node->suppressed);
        json_t *levels = NULL;
        json_t *cell =
            json_pack("{s:I, s:f, s:b}", "k", (json_int_t)g->what->k[at / g->what->n_limits],
                      "suppression", g->what->limit[at % g->what->n_limits], "found", g->any[at]);
        TACIT_TRY(tacit_json_add(cx, list, cell));
        if (!g->any[at])
            continue;
        TACIT_TRY(tacit_lattice_json(cx, l, node->level, &levels));
        TACIT_TRY(tacit_json_put(cx, cell, "levels", levels));
        TACIT_TRY(tacit_json_put(cx, cell, "loss",
                                 isfinite(node->score) ? json_real(node->score) : json_null()));
        TACIT_TRY(tacit_json_put(cx, cell, "suppressed_share", json_real(share)));
        TACIT_TRY(tacit_json_put(cx, cell, "classes", json_integer((json_int_t)node->classes)));
        TACIT_TRY(tacit_json_put(cx, cell, "smallest", json_integer((json_int_t)node->smallest)));
    }
    return TACIT_OK;
}

/* Risk against loss: a series for each limit, and what the plan asks for. */
static tacit_status tell_frontier(tacit_ctx *cx, const tacit_lattice *l, const grid *g,
                                  tacit_result *r)
{
    json_t *chart = NULL;
    double *x = NULL, *y = NULL;
    TACIT_TRY(tacit_scratch(cx, g->what->n_k, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, g->what->n_k, sizeof *y, &y));
    TACIT_TRY(
        tacit_result_chart(cx, r, "frontier", "Risk against loss", TACIT_CHART_POINTS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "highest risk, 1 / k", "least loss"));
    for (size_t j = 0; j < g->what->n_limits; j++) {
        char *name = NULL;
        size_t n = 0;
        for (size_t i = 0; i < g->what->n_k; i++) {
            const size_t at = i * g->what->n_limits + j;
            if (!g->any[at] || !isfinite(g->node[at].score))
                continue;
            x[n] = 1.0 / (double)g->what->k[i];
            y[n++] = g->node[at].score;
        }
        TACIT_TRY(
            tacit_scratch_format(cx, &name, "up to %g%% suppressed", 100.0 * g->what->limit[j]));
        TACIT_TRY(
            tacit_result_points(cx, chart, name, &(tacit_chart_points){ .n = n, .x = x, .y = y }));
    }
    if (!l->any || l->best.smallest == 0)
        return TACIT_OK;
    const uint64_t k = tacit_judge_least_size(l->z.judge);
    const double risk = 1.0 / (double)(k > 0 ? k : l->best.smallest);
    return tacit_result_points(cx, chart, "the plan",
                               &(tacit_chart_points){ .n = 1, .x = &risk, .y = &l->best.score });
}

static tacit_status tell_keys(tacit_ctx *cx, const tacit_lattice *l, tacit_result *r)
{
    const tacit_search_space *s = l->z.space;
    char *text = NULL;
    TACIT_TRY(tacit_scratch_text(cx, "", &text));
    for (size_t a = 0; a < s->n_axes; a++)
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s%s (0 to %d)", text, a > 0 ? ", " : "",
                                       s->axis[a].name, s->axis[a].levels - 1));
    return tacit_result_note(cx, r, "Levels stand in the order of the keys: %s.", text);
}

static tacit_status tell_grid(tacit_ctx *cx, const tacit_lattice *l, const tacit_what_if *what)
{
    grid g = { .what = what };
    tacit_result *r = NULL;
    TACIT_TRY(tacit_lattice_result(cx, l, &GRID, &r));
    TACIT_TRY(tacit_json_put(cx, r, "grid", json_array()));
    TACIT_TRY(fill_grid(cx, l, &g));
    TACIT_TRY(put_grid(cx, l, &g, json_object_get(r, "grid")));
    TACIT_TRY(tell_losses(cx, &g, r));
    TACIT_TRY(tell_levels(cx, l, &g, r));
    TACIT_TRY(tell_frontier(cx, l, &g, r));
    return tell_keys(cx, l, r);
}

/* ---- explorers ---- */

static tacit_status explore_generalize(tacit_ctx *cx, tacit_work *w, const tacit_what_if *what,
                                       size_t step)
{
    tacit_lattice l = { .w = w, .step = step };
    tacit_status status = tacit_lattice_open(cx, what, &l);
    if (status == TACIT_OK)
        status = tell_grid(cx, &l, what);
    if (status == TACIT_OK)
        status = tacit_lattice_tell_own(cx, &l);
    tacit_lattice_close(&l);
    return status;
}

static const struct explorer {
    const tacit_method *method;
    tacit_status (*explore)(tacit_ctx *cx, tacit_work *w, const tacit_what_if *what, size_t step);
} EXPLORERS[] = {
    { &tacit_method_generalize, explore_generalize },
};

static tacit_status explore_map(tacit_ctx *cx, tacit_work *w)
{
    const tacit_args *a = &w->ask->args;
    const tacit_map_ask ask = {
        .columns = { &a->at[KEYS], &a->at[NUMBERS] },
        .methods = &a->at[METHODS],
        .risk = (enum tacit_map_risk)tacit_arg_choice(a, RISK),
        .loss = (enum tacit_map_loss)tacit_arg_choice(a, LOSS),
        .mix = &a->at[MIX],
        .most_risk = tacit_arg_given(a, MOST_RISK) ? tacit_arg_real(a, MOST_RISK) : INFINITY,
        .most_loss = tacit_arg_given(a, MOST_LOSS) ? tacit_arg_real(a, MOST_LOSS) : INFINITY,
        .trials = tacit_arg_given(a, TRIALS) ? (size_t)tacit_arg_integer(a, TRIALS) : SIZE_MAX,
        .seconds = tacit_arg_given(a, SECONDS) ? tacit_arg_real(a, SECONDS) : INFINITY,
        .seeds = (size_t)tacit_arg_integer(a, SEEDS),
        .sample = tacit_arg_given(a, SAMPLE) ? (uint64_t)tacit_arg_integer(a, SAMPLE) : UINT64_MAX,
        .best = tacit_arg_given(a, BEST) ? tacit_arg_text(a, BEST) : NULL,
    };
    return tacit_map_explore(cx, w, &ask);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_what_if what;
    if (tacit_tables_asked(w->plan))
        return tacit_tables_explore(cx, w, tacit_arg_real(&w->ask->args, SECONDS));
    if (tacit_synth_asked(w->plan))
        return tacit_synth_explore(cx, w, tacit_arg_text(&w->ask->args, BEST));
    if (w->ask->args.at[KEYS].n > 0 || w->ask->args.at[NUMBERS].n > 0)
        return explore_map(cx, w);
    if (tacit_arg_given(&w->ask->args, BEST))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'best' is for plans with a section 'synth', or with 'keys' or 'numbers' "
                          "to explore; %s has none.",
                          w->plan->file);
    TACIT_TRY(read_ask(cx, &w->ask->args, &what));
    for (size_t i = 0; i < sizeof EXPLORERS / sizeof EXPLORERS[0]; i++) {
        const size_t step = tacit_lattice_step(w->plan, EXPLORERS[i].method);
        if (step < w->plan->n_steps)
            return EXPLORERS[i].explore(cx, w, &what, step);
    }
    return tacit_fail(
        cx, TACIT_ERR_INPUT,
        "%s has nothing that can be explored; it needs a step 'generalize', tables, a section "
        "'synth', or 'keys' or 'numbers' to explore.",
        w->plan->file);
}

static const tacit_param PARAMS[] = {
    [SIZES_ASKED] = { .name = "k",
                      .type = TACIT_PARAM_REALS,
                      .min = 1,
                      .max = 1e9,
                      .help = "sizes of classes to explore; by default 2 to 100" },
    [LIMITS_ASKED] = { .name = "suppression",
                       .type = TACIT_PARAM_REALS,
                       .min = 0,
                       .max = 1,
                       .help = "shares of records that may be suppressed; by default 0 to 1" },
    [KEYS] = { .name = "keys",
               .type = TACIT_PARAM_COLUMNS,
               .help =
                   "keys whose masking is free: a map of methods and values of their parameters "
                   "is drawn, with 'numbers' of ways for both" },
    [NUMBERS] = { .name = "numbers",
                  .type = TACIT_PARAM_COLUMNS,
                  .help = "numeric columns whose masking is free: a map of methods and values of "
                          "their parameters is drawn" },
    [METHODS] = { .name = "methods",
                  .type = TACIT_PARAM_LISTS,
                  .empty = true,
                  .help = "of a map: methods to try, each with values of its parameter, or [] "
                          "for the usual ones; by default all methods" },
    [RISK] = { .name = "risk",
               .type = TACIT_PARAM_CHOICE,
               .choices = TACIT_MAP_RISKS,
               .help = "of a map: the risk of a way, by default that of the attacker who finds "
                       "most" },
    [LOSS] = { .name = "loss",
               .type = TACIT_PARAM_CHOICE,
               .choices = TACIT_MAP_LOSSES,
               .help = "of a map: the loss of a way" },
    [MIX] = { .name = "mix",
              .type = TACIT_PARAM_LISTS,
              .help =
                  "of a map: losses with weights, such as {propensity: [1], overlap: [2]}, whose "
                  "mean is the loss" },
    [MOST_RISK] = { .name = "most_risk",
                    .type = TACIT_PARAM_REAL,
                    .need = TACIT_OPTIONAL,
                    .min = 0,
                    .max = 1,
                    .help = "of a map: the risk that the best way may have at most" },
    [MOST_LOSS] = { .name = "most_loss",
                    .type = TACIT_PARAM_REAL,
                    .need = TACIT_OPTIONAL,
                    .min = 0,
                    .max = 1e9,
                    TACIT_USEFUL(0, 1, NULL),
                    .help = "of a map: the loss that it may have at most" },
    [TRIALS] = { .name = "trials",
                 .type = TACIT_PARAM_INTEGER,
                 .need = TACIT_OPTIONAL,
                 .min = 1,
                 .max = 1e6,
                 TACIT_USEFUL_LOG(10, 1000, "ways"),
                 .help = "of a map: ways that are tried at most" },
    [SECONDS] = { .name = "seconds",
                  .type = TACIT_PARAM_REAL,
                  .preset = 5,
                  .min = 0.1,
                  .max = 1e6,
                  TACIT_USEFUL_LOG(1, 600, "seconds"),
                  .help = "of a map: time that it takes at most; of tables: time for each "
                          "protection that is tried, but for the plan's own" },
    [SEEDS] = { .name = "seeds",
                .type = TACIT_PARAM_INTEGER,
                .preset = 1,
                .min = 1,
                .max = 1000,
                TACIT_USEFUL(1, 20, "seeds"),
                .help =
                    "of a map: with how many seeds ways on the frontier are carried out, to see "
                    "how far chance moves them" },
    [SAMPLE] = { .name = "sample",
                 .type = TACIT_PARAM_INTEGER,
                 .need = TACIT_OPTIONAL,
                 .max = 1e9,
                 TACIT_USEFUL_LOG(500, 100000, "records"),
                 .samples = true,
                 .help =
                     "of a map: records on which ways are compared first, 0 for all; by default "
                     "20000 of more than 100000" },
    [BEST] = { .name = "best",
               .type = TACIT_PARAM_OUTPUT,
               .need = TACIT_OPTIONAL,
               .help = "of a map or synthetic data: write the plan that is best to this file" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_explore = {
    .section = { .about = { .name = "explore",
                            .title = "Exploration",
                            .summary = "show what other guarantees would cost, before a plan is "
                                       "carried out",
                            .params = PARAMS } },
    .needs = TACIT_PART_DATA,
    .arguments = "PLAN",
    .positions = "data",
    .details = "Looks at every choice of levels that the plan's step 'generalize' has, once, and "
               "shows the least loss for each k and each share of records that may be "
               "suppressed; for what the plan itself asks, the best choice, those that come next, "
               "and what one level more or less of each key would change. Of a plan of tables it "
               "tries suppression, rounding, adjustment, noise by cell keys and fewer levels, "
               "audits each, and shows what they keep, cost and leave at risk. Of a plan for "
               "synthetic data it tries other sizes of leaves, draws and generators, and shows "
               "what each gives away and keeps. Where the plan names numbers to explore it tries "
               "masking methods with several values of their parameters, and shows the risk and "
               "the loss of each. Nothing is written but the report, and the best "
               "plan if that is asked for.",
    .examples =
        (const tacit_task_example[]){
            { "explore plan.yaml --k 3,5,10 --suppression 0,0.02,0.05",
              "What would three, five or ten alike records cost?" },
            { "explore tables.yaml --report explore.html",
              "How would other protections of the tables compare?" },
            { "explore synth.yaml --best best.yaml",
              "Which synthetic data gives little away and keeps much?" },
            { "explore plan.yaml --numbers income,spend --most-risk 0.2 --best best.yaml",
              "Which method keeps most of two numbers at a risk of at most 0.2?" },
            { "explore plan.yaml --report explore.html",
              "The same on a wide grid, with pictures." },
            { NULL, NULL },
        },
    .words = { .plain = "Explored: what other requests would cost; nothing was changed.",
               .bad = "No way keeps what is asked for",
               .bad_meaning = "The nearest is named below; allow more risk or more loss, or try "
                              "other methods." },
    .run = run,
};
