/*
 * private.c - a file by a private generator.
 *
 * All that can be refused is refused by the plan and the names of the columns: no value decides
 * whether there are records.  The generator makes all columns, so nothing of the data stands beside
 * what it tells.  Noise comes from the system; a seed is for simulations, which are not certified.
 */
#include "task/synth/private.h"

#include <string.h>

#include "base/memory.h"
#include "run/private/private.h"

static const tacit_generator *generator_of(const tacit_work *w)
{
    return w->ask->choice != NULL ? tacit_generator_find(w->ask->choice->name) : NULL;
}

bool tacit_synthesis_is_private(const tacit_work *w)
{
    const tacit_generator *g = generator_of(w);
    return g != NULL && g->answer != NULL;
}

/* ---- the plan ---- */

/* Fail if a private generator is listed for some columns, or something goes not with one. */
static tacit_status check_list(tacit_ctx *cx, const tacit_work *w, bool is_private)
{
    for (size_t i = 0; i < w->plan->n_generators; i++) {
        const tacit_generator *g = w->plan->generator[i].generator;
        if (is_private || g->answer != NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: '%s' is listed under 'generators', but a private generator "
                              "makes all columns, so that nothing of the data stands beside them; "
                              "name it under 'synth' alone.",
                              w->plan->file, g->about.name);
    }
    return TACIT_OK;
}

static tacit_status check_options(tacit_ctx *cx, const tacit_work *w)
{
    static const size_t others[] = { TACIT_SYNTH_ORDER,       TACIT_SYNTH_ARRANGE,
                                     TACIT_SYNTH_PREDICTORS,  TACIT_SYNTH_KEEP,
                                     TACIT_SYNTH_SPECIAL,     TACIT_SYNTH_DRAW,
                                     TACIT_SYNTH_SETS,        TACIT_SYNTH_HOLDOUT,
                                     TACIT_SYNTH_CONSTRAINTS, TACIT_SYNTH_RULES,
                                     TACIT_SYNTH_DERIVED,     TACIT_SYNTH_VIOLATIONS,
                                     TACIT_SYNTH_HOUSEHOLDS,  TACIT_SYNTH_FRAME,
                                     TACIT_SYNTH_POPULATION,  TACIT_SYNTH_GUARD };
    const tacit_args *args = &w->ask->args;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (args->at[others[i]].given)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: '%s' of synth does not go with %s, which makes all columns of "
                              "one set at once from what is declared of them; leave it out.",
                              w->plan->file, args->params[others[i]].name, w->ask->choice->name);
    if (w->ask->choice_args.at[TACIT_GENERATOR_COLUMNS].given)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: %s makes all columns; leave 'columns' out, and give those that are "
                          "not to be made the role 'identifier'.",
                          w->plan->file, w->ask->choice->name);
    return TACIT_OK;
}

/* A seed makes noise that can be drawn again, and taken off. */
static tacit_status check_seed(tacit_ctx *cx, const tacit_work *w)
{
    if (!w->plan->seed_given || w->simulation)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s: %s takes its noise from the system and no seed, with which it could be "
                      "taken off; remove 'seed', or say 'simulation: true' under 'synth' for a run "
                      "that is not certified.",
                      w->plan->file, w->ask->choice->name);
}

/* The number of parameter `name` of the generator; 0 if it has none. */
static double number_of(const tacit_work *w, const char *name)
{
    const tacit_args *args = &w->ask->choice_args;
    const size_t i = tacit_param_find(args->params, name);
    return i < tacit_param_count(args->params) ? args->at[i].number : 0.0;
}

/* Require what the generator promises, unless the plan requires privacy itself. */
static tacit_status require_promise(tacit_ctx *cx, const tacit_work *w, tacit_plan *plan)
{
    const tacit_param *params = tacit_model_differential_privacy.measure.about.params;
    tacit_plan_require *all = NULL;
    tacit_value *at = NULL;
    if (w->simulation || tacit_plan_requires_privacy(plan))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, plan->n_requires + 1, sizeof *all, &all));
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(params), sizeof *at, &at));
    for (size_t i = 0; i < plan->n_requires; i++)
        all[i] = plan->require[i];
    tacit_plan_require *own = &all[plan->n_requires++];
    own->model = &tacit_model_differential_privacy;
    tacit_args_preset(params, at, &own->args);
    at[tacit_param_find(params, "epsilon")] =
        (tacit_value){ .given = true, .number = number_of(w, "epsilon") };
    at[tacit_param_find(params, "delta")] =
        (tacit_value){ .given = true, .number = number_of(w, "delta") };
    plan->require = all;
    return TACIT_OK;
}

tacit_status tacit_synthesis_check_private(tacit_ctx *cx, tacit_work *w, tacit_plan *plan)
{
    const bool is_private = tacit_synthesis_is_private(w);
    TACIT_TRY(check_list(cx, w, is_private));
    if (!is_private)
        return TACIT_OK;
    TACIT_TRY(check_options(cx, w));
    TACIT_TRY(check_seed(cx, w));
    return require_promise(cx, w, plan);
}

/* ---- the run ---- */

/* The stream of the run: the system's, or of a simulation one that follows from the seed. */
static tacit_status open_stream(tacit_ctx *cx, const tacit_work *w, tacit_keystream *out)
{
    unsigned char key[TACIT_KEYSTREAM_KEY] = { 0 };
    if (!w->simulation)
        return tacit_keystream_open(cx, out);
    memcpy(key, &w->seed, sizeof w->seed);
    tacit_keystream_simulate(key, out);
    return TACIT_OK;
}

/* What is drawn besides noise follows from bytes of the same stream. */
static tacit_rng rng_of(tacit_keystream *stream)
{
    uint64_t seed = 0;
    for (size_t i = 0; i < sizeof seed; i++)
        seed = seed << 8 | tacit_keystream_byte(stream);
    return tacit_rng_seed(seed);
}

static bool is_public(const tacit_args *args)
{
    const size_t i = tacit_param_find(args->params, "records");
    return i == tacit_param_count(args->params) ||
           tacit_arg_choice(args, i) == TACIT_RECORDS_PUBLIC;
}

/* Let the generator answer about the data as codes. */
static tacit_status answer(tacit_ctx *cx, tacit_synthesis *s, const tacit_synth_domains *d,
                           tacit_keystream *stream)
{
    const tacit_generator *g = generator_of(s->w);
    const tacit_args *args = &s->w->ask->choice_args;
    const tacit_rng rng = rng_of(stream), cells = tacit_rng_fork(&rng, "cells");
    tacit_purse purse = { .stream = stream, .replaces = is_public(args) };
    tacit_private_table data, made;
    TACIT_TRY(tacit_synth_domains_code(cx, d, s->w->data, &data));
    const bool given = tacit_arg_given(&s->w->ask->args, TACIT_SYNTH_ROWS);
    const tacit_private_job job = {
        .data = &data, .args = args, .purse = &purse, .rng = rng, .rows = given ? s->spec.rows : 0
    };
    TACIT_TRY(g->answer(cx, &job, &made));
    TACIT_TRY(tacit_synth_domains_table(cx, d, &made, s->w->data, &cells, &s->set[0]));
    const tacit_synth_paid paid = { g, args, &purse, made.rows };
    TACIT_TRY(tacit_synth_account(cx, s->w, d, &paid));
    return tacit_synth_tell_looks(cx, s->w, &paid);
}

tacit_status tacit_synthesis_answer(tacit_ctx *cx, tacit_synthesis *s)
{
    tacit_synth_domains d;
    tacit_keystream stream;
    TACIT_TRY(tacit_scratch(cx, s->spec.sets, sizeof *s->set, &s->set));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_synth_domains_of(cx, s->w, &d));
    TACIT_TRY(open_stream(cx, s->w, &stream));
    const tacit_status status = answer(cx, s, &d, &stream);
    tacit_keystream_close(&stream);
    tacit_scratch_release(cx, mark);
    return status;
}
