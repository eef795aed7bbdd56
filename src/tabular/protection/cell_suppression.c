/*
 * cell_suppression.c - hide the sensitive cells, and as few others as protect them.
 *
 * The search is that of tabular/suppress, or a method of other programs by the name that these give
 * it (tabular/suppress/start), whose pattern is attacked and completed in the same way.  Cost:
 * about `seconds` at most; two-way tables of up to a million cells and small ones of more
 * dimensions are solved to proven optimality in less.
 */
#include <math.h>

#include "tabular/protection/protection.h"
#include "tabular/suppress/suppress.h"

enum { HOW, SECONDS, RANDOM_COSTS };

/* Seconds for the audit, however short the search is: a busy machine may take longer for what was
 * done once. */
static const double LEAST_PATIENCE = 60;

static const char *const HOWS[] = {
    [TACIT_SUPPRESS_AUTO] = "auto",
    [TACIT_SUPPRESS_OPTIMAL] = "optimal",
    [TACIT_SUPPRESS_MODULAR] = "modular",
    [TACIT_SUPPRESS_NETWORK] = "network",
    [TACIT_SUPPRESS_HYPERCUBE] = "hypercube",
    [TACIT_SUPPRESS_ELIMINATION] = "elimination",
    NULL,
};

static const tacit_param PARAMS[] = {
    [HOW] = { .name = "how",
              .type = TACIT_PARAM_CHOICE,
              .choices = HOWS,
              .importance = TACIT_ADVANCED,
              .help = "auto makes the best pattern found cheaper if none can be proven to be the "
                      "cheapest; optimal spends all time on a proof; the others are methods of "
                      "other programs, quicker and dearer, completed so that they protect too" },
    [SECONDS] = { .name = "seconds",
                  .type = TACIT_PARAM_REAL,
                  .preset = 60,
                  .min = 0.1,
                  .max = 1e6,
                  TACIT_USEFUL_LOG(1, 3600, "seconds"),
                  .help = "time for the search; when it is over, the best pattern found is taken" },
    [RANDOM_COSTS] = { .name = "random_costs",
                       .type = TACIT_PARAM_REAL,
                       .preset = 0,
                       .min = 0,
                       .max = 0.9,
                       .importance = TACIT_ADVANCED,
                       .help = "costs are changed at random by up to this share, so that who knows "
                               "how patterns are chosen learns less of the values" },
    TACIT_PARAM_END
};

/* Multiply costs by random numbers between 1 - share and 1 + share. */
static void change_costs(const tacit_rng *parent, double share, tacit_system *s)
{
    tacit_rng rng = tacit_rng_fork(parent, "random_costs");
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].cost *= 1 + share * (2 * tacit_rng_uniform(&rng) - 1);
}

/* Search with changed costs, and say what the pattern costs by the true ones; no pattern is
 * cheaper by them than the bound divided by 1 + share. */
static tacit_status search_changed(tacit_ctx *cx, const tacit_protection_job *job,
                                   tacit_tabular_suppressed *found)
{
    const size_t mark = tacit_scratch_mark(cx);
    const double share = tacit_arg_real(job->args, RANDOM_COSTS);
    tacit_system *s = job->tables->system;
    double *cost = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *cost, &cost));
    for (size_t i = 0; i < s->n_cells; i++)
        cost[i] = s->cell[i].cost;
    change_costs(job->rng, share, s);
    TACIT_TRY(tacit_tabular_suppress_by(cx, s, (tacit_tabular_how)tacit_arg_choice(job->args, HOW),
                                        tacit_arg_real(job->args, SECONDS), found));
    found->cost = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        s->cell[i].cost = cost[i];
        found->cost += s->cell[i].status == TACIT_CELL_SECONDARY ? cost[i] : 0;
    }
    found->bound /= 1 + share;
    found->proven = false;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status search(tacit_ctx *cx, const tacit_protection_job *job,
                           tacit_tabular_suppressed *found)
{
    if (tacit_arg_real(job->args, RANDOM_COSTS) > 0)
        return search_changed(cx, job, found);
    return tacit_tabular_suppress_by(cx, job->tables->system,
                                     (tacit_tabular_how)tacit_arg_choice(job->args, HOW),
                                     tacit_arg_real(job->args, SECONDS), found);
}

/* The same; if it can, Ctrl-C ends the search with the best pattern found so far. */
static tacit_status search_or_finish(tacit_ctx *cx, const tacit_protection_job *job,
                                     tacit_tabular_suppressed *found, bool *asked)
{
    if (job->finishes)
        tacit_finish_allow(cx);
    const tacit_status status = search(cx, job, found);
    *asked = tacit_finish_end(cx);
    return status;
}

/* How the search ended, and how far the cost may be from the least. */
static tacit_status tell_end(tacit_ctx *cx, const tacit_tabular_suppressed *found, bool asked,
                             tacit_result *told)
{
    if (found->coarse)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "Time was over before a pattern was found: everything that "
                                    "may be hidden is; give more 'seconds'."));
    else if (found->boxed)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "Time was over before the pattern found was proven to protect "
                                    "when values are whole units: boxes around cells are hidden "
                                    "besides, for which that is proven sooner; give more "
                                    "'seconds' for less."));
    else if (asked)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "The search was stopped on request: this is the best pattern "
                                    "found by then."));
    if (found->proven)
        return tacit_result_note(cx, told, "No pattern costs less: this is proven.");
    if (found->bound <= 0)
        return tacit_result_note(cx, told,
                                 "How much cheaper a pattern can be was not looked at: "
                                 "'how: auto' does, and finds cheaper ones.");
    TACIT_TRY(tacit_result_figure(cx, told, "bound", "Least cost possible", found->bound,
                                  TACIT_UNIT_NUMBER, "no pattern costs less than this",
                                  .better = TACIT_BETTER_HIGHER));
    return tacit_result_figure(cx, told, "gap", "Gap", 1 - found->bound / found->cost,
                               TACIT_UNIT_SHARE,
                               "the share of the cost that a cheaper pattern could save at most",
                               .better = TACIT_BETTER_LOWER);
}

static size_t count_primary(const tacit_system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        n += s->cell[i].status == TACIT_CELL_PRIMARY;
    return n;
}

static tacit_status run(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told)
{
    tacit_tabular_suppressed found = { 0 };
    tacit_system *s = job->tables->system;
    bool asked = false;
    TACIT_TRY(search_or_finish(cx, job, &found, &asked));
    TACIT_TRY(tacit_result_figure(cx, told, "primary", "Sensitive cells", (double)count_primary(s),
                                  TACIT_UNIT_COUNT, "cells that a rule says are sensitive"));
    TACIT_TRY(tacit_result_figure(cx, told, "secondary", "Other cells suppressed", (double)found.n,
                                  TACIT_UNIT_COUNT, "cells that are hidden to protect those",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, told, "cost", "Cost of the other cells", found.cost,
                                  TACIT_UNIT_NUMBER, "the sum of their costs",
                                  .better = TACIT_BETTER_LOWER));
    return tell_end(cx, &found, asked, told);
}

/* The search has left a pattern that was looked at in a part of its time. */
static double patience(const tacit_args *args)
{
    return fmax(LEAST_PATIENCE, tacit_arg_real(args, SECONDS));
}

static bool draws(const tacit_args *args)
{
    return tacit_arg_real(args, RANDOM_COSTS) > 0;
}

const tacit_protection tacit_protection_cell_suppression = {
    .about = { .name = "cell_suppression",
               .title = "Cell suppression",
               .summary = "Hides the sensitive cells, and the cheapest set of others that keeps "
                          "them from being computed.",
               .source = "Fischetti and Salazar (2000), Models and algorithms for optimizing cell "
                         "suppression in tabular data with linear constraints, JASA 95",
               .params = PARAMS },
    .draws = draws,
    .patience = patience,
    .run = run,
};
