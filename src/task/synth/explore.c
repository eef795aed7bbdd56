/*
 * explore.c - other ways to carry out a plan for synthetic data.
 *
 * A way is the text of the plan with some values changed where they stand, so that what is found is
 * a plan that runs.  Each is carried out in full but for the release: the trial with records left
 * out says what it gives away, tables of two and three columns what it keeps.  A way is on the
 * frontier if none gives away less and keeps more (Duncan, Keller-McNulty and Stokes 2001, the R-U
 * confidentiality map).  Taken is the way of the frontier that keeps most of those that keep what
 * the plan requires of membership; without such a requirement the knee: the point of the frontier
 * farthest below the line between its ends, both axes scaled to their range there.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "plan/edit/edit.h"
#include "stats/frontier.h"
#include "task/synth/own.h"
#include "task/synth/synth.h"
#include "task/synth/ways.h"
#include "task/tasks.h"

static const unsigned LEAVES[] = { 5, 10, 20, 40, 80 };
enum { N_LEAVES = sizeof LEAVES / sizeof LEAVES[0], DRAWS = 2 };

bool tacit_synth_asked(const tacit_plan *plan)
{
    return tacit_plan_asked(plan, &tacit_task_synth.section)->place.line > 0;
}

/* ---- which ways ---- */

/* Change the text at a path of up to three keys; `value`, which is stolen, NULL removes it. */
static tacit_status change(tacit_ctx *cx, const char **text, const char *const at[3], json_t *value)
{
    const tacit_plan_path path = { at[1] == NULL ? 1 : at[2] == NULL ? 2 : 3, at };
    return tacit_plan_set(cx, text, &path, value);
}

/* The plan's text without a generator for all columns, but for `name` if it is that. */
static tacit_status take_generator(tacit_ctx *cx, const tacit_plan *plan, const char *name,
                                   const char **text)
{
    const tacit_plan_ask *ask = tacit_plan_asked(plan, &tacit_task_synth.section);
    *text = plan->text;
    if (ask->choice == NULL || strcmp(ask->choice->name, name) == 0)
        return TACIT_OK;
    return change(cx, text, (const char *const[]){ "synth", ask->choice->name, NULL }, NULL);
}

/* Trees with leaves of some size, and one way to draw from them. */
static tacit_status add_trees(tacit_ctx *cx, const tacit_plan *plan, unsigned leaf, bool dealt,
                              tacit_synth_way *out)
{
    const char *draw = dealt ? "dealt" : "independent";
    char *words = NULL;
    TACIT_TRY(take_generator(cx, plan, "cart", &out->text));
    TACIT_TRY(change(cx, &out->text, (const char *const[]){ "synth", "cart", "min_bucket" },
                     json_integer(leaf)));
    TACIT_TRY(
        change(cx, &out->text, (const char *const[]){ "synth", "draw", NULL }, json_string(draw)));
    TACIT_TRY(tacit_scratch_format(cx, &words, "leaves of %u, %s", leaf, draw));
    out->words = words;
    return TACIT_OK;
}

/* Whether a generator is tried by itself: not those that are tried as trees or make nothing up, nor
 * private ones, which want a budget and domains and have no trial. */
static bool is_tried(const char *name)
{
    const tacit_generator *g = tacit_generator_find(name);
    return g != &tacit_generator_cart && g != &tacit_generator_constant && g->answer == NULL;
}

/* The plan itself, trees, and every other generator as it is by default. */
static tacit_status list_ways(tacit_ctx *cx, const tacit_plan *plan, tacit_synth_way **out,
                              size_t *n)
{
    const tacit_catalog *all = &tacit_generator_catalog;
    tacit_synth_way *way = NULL;
    size_t k = 0;
    TACIT_TRY(tacit_scratch(cx, 1 + DRAWS * N_LEAVES + all->n, sizeof *way, &way));
    way[k++] = (tacit_synth_way){ .words = "the plan", .text = plan->text, .own = true };
    for (size_t i = 0; i < DRAWS * N_LEAVES; i++)
        TACIT_TRY(add_trees(cx, plan, LEAVES[i % N_LEAVES], i < N_LEAVES, &way[k++]));
    for (size_t i = 0; i < all->n; i++) {
        const char *name = all->entry[i]->name;
        if (!is_tried(name))
            continue;
        TACIT_TRY(take_generator(cx, plan, name, &way[k].text));
        TACIT_TRY(
            change(cx, &way[k].text, (const char *const[]){ "synth", name, NULL }, json_object()));
        way[k++].words = name;
    }
    *out = way;
    *n = k;
    return TACIT_OK;
}

/* ---- trying one ---- */

/* The figure of the result `name` in a list; NAN if it is not there. */
static double figure_of(const json_t *results, const char *name, const char *figure,
                        json_int_t size)
{
    const json_t *r = NULL, *f = NULL;
    size_t i = 0, k = 0;
    json_array_foreach(results, i, r)
    {
        const json_t *own = json_object_get(json_object_get(r, "parameters"), "size");
        if (strcmp(json_string_value(json_object_get(r, "name")), name) != 0 ||
            (size > 0 && json_integer_value(own) != size))
            continue;
        json_array_foreach(json_object_get(r, "figures"), k,
                           f) if (strcmp(json_string_value(json_object_get(f, "name")), figure) ==
                                  0) return json_number_value(json_object_get(f, "value"));
    }
    return NAN;
}

/* The results of a section of the record. */
static const json_t *section_of(const json_t *record, const char *name)
{
    const json_t *part = NULL;
    size_t i = 0;
    json_array_foreach(json_object_get(record, "sections"), i,
                       part) if (strcmp(json_string_value(json_object_get(part, "name")), name) ==
                                 0) return json_object_get(part, "results");
    return NULL;
}

/* How much more often keys lead to the right value for records that were in, at most over the
 * sensitive columns; NAN without any. */
static double disclosed(const json_t *leak)
{
    enum { DISCO = 3, MORE = 3 };
    const json_t *table = NULL;
    double most = NAN;
    size_t i = 0;
    json_array_foreach(
        json_object_get(json_array_get(leak, 0), "tables"), i,
        table) if (strncmp(json_string_value(json_object_get(table, "name")), "keys_", 5) == 0)
        most = fmax(most, json_number_value(json_array_get(
                              json_array_get(json_object_get(table, "rows"), DISCO), MORE)));
    return most / 100.0;
}

static void take_figures(const json_t *record, tacit_synth_way *out)
{
    const json_t *leak = section_of(record, "holdout"), *kept = json_object_get(record, "utility");
    out->advantage = figure_of(leak, "leak", "membership_advantage", 0);
    out->closer = figure_of(leak, "leak", "closer_share", 0);
    out->disclosed = disclosed(leak);
    out->pairs = figure_of(kept, "two_way_tables", "mean_ratio", 2);
    out->worst = figure_of(kept, "two_way_tables", "max_ratio", 2);
    out->triples = figure_of(kept, "two_way_tables", "mean_ratio", 3);
    out->done = isfinite(out->advantage) && isfinite(out->pairs);
    if (!out->done)
        (void)snprintf(out->why, sizeof out->why,
                       "There are too few records or columns to say what it gives away and keeps.");
}

/* Whether what the plan requires of membership holds; true if it requires nothing. */
static bool keeps(const tacit_plan *plan, double advantage)
{
    for (size_t i = 0; i < plan->n_requires; i++)
        if (plan->require[i].model == &tacit_model_membership &&
            advantage > tacit_arg_real(&plan->require[i].args, 0))
            return false;
    return true;
}

static tacit_status make(tacit_ctx *cx, tacit_synthesis *s, tacit_synth_way *out)
{
    TACIT_TRY(tacit_synthesis_take_plan(cx, s->w));
    TACIT_TRY(tacit_synthesis_carry_out(cx, s));
    TACIT_TRY(tacit_synthesis_compare(cx, s));
    take_figures(s->w->record, out);
    out->keeps = out->done && keeps(s->w->plan, out->advantage);
    return TACIT_OK;
}

/* Carry out the way `plan` on data that is there. */
static tacit_status carry_out(tacit_ctx *cx, const tacit_work *w, const tacit_plan *plan,
                              tacit_synth_way *out)
{
    tacit_work own = *w;
    tacit_synthesis s = { .w = &own, .brief = true };
    own.plan = plan;
    own.ask = tacit_plan_asked(plan, &tacit_task_synth.section);
    own.record = json_object();
    const tacit_status status = own.record != NULL ? make(cx, &s, out) : tacit_fail_memory(cx);
    tacit_synthesis_end(&s);
    json_decref(own.record);
    return status;
}

/* Try a way; one that the request or the data does not allow is told as such. */
static tacit_status try_way(tacit_ctx *cx, const tacit_work *w, tacit_synth_way *out)
{
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_synth.section,
                                 .needs = TACIT_PART_DATA };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_plan *plan = NULL;
    tacit_status status = tacit_plan_parse(cx, w->plan->file, out->text, &use, &plan);
    if (status == TACIT_OK)
        status = carry_out(cx, w, plan, out);
    tacit_plan_free(plan);
    tacit_scratch_release(cx, mark);
    if (out->own || (status != TACIT_ERR_DATA && status != TACIT_ERR_INPUT))
        return status;
    out->done = false;
    (void)snprintf(out->why, sizeof out->why, "%s", tacit_message(cx));
    return TACIT_OK;
}

/* ---- the best ---- */

/* The way that keeps most of those that keep what is required. */
static size_t find_kept(const tacit_synth_way *way, size_t n)
{
    size_t best = n;
    for (size_t i = 0; i < n; i++)
        if (way[i].done && way[i].keeps && (best == n || way[i].pairs < way[best].pairs))
            best = i;
    return best;
}

/* Mark the frontier, of what is given away and the logarithm of what is lost, and find its knee. */
static tacit_status find_frontier(tacit_ctx *cx, tacit_synth_way *way, size_t n, size_t *knee)
{
    double *x = NULL, *y = NULL;
    bool *on = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *y, &y));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *on, &on));
    for (size_t i = 0; i < n; i++) {
        x[i] = way[i].advantage;
        y[i] = log(way[i].pairs);
        on[i] = way[i].done;
    }
    tacit_frontier(x, y, n, on);
    *knee = tacit_frontier_knee(x, y, n, on);
    for (size_t i = 0; i < n; i++)
        way[i].best_risk = on[i];
    return TACIT_OK;
}

static bool requires_membership(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_requires; i++)
        if (plan->require[i].model == &tacit_model_membership)
            return true;
    return false;
}

/* ---- all of it ---- */

static tacit_status write_best(tacit_ctx *cx, tacit_work *w, const char *target, const char *text)
{
    tacit_buffer out = { 0 };
    tacit_status status = tacit_buffer_text(cx, &out, text);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, w, "plan", target, &out);
    tacit_buffer_free(&out);
    return status;
}

static tacit_status load(tacit_ctx *cx, tacit_work *w)
{
    TACIT_TRY(tacit_work_load(cx, w));
    TACIT_TRY(tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true));
    w->seed = w->plan->seed; /* nothing is released: the same plan shows the same */
    return tacit_work_know(cx, w);
}

tacit_status tacit_synth_explore(tacit_ctx *cx, tacit_work *w, const char *best)
{
    tacit_synth_way *way = NULL;
    size_t n = 0, knee = 0;
    tacit_plan plan = *w->plan;
    TACIT_TRY(load(cx, w));
    TACIT_TRY(change(cx, &plan.text, (const char *const[]){ "explore", NULL, NULL }, NULL));
    TACIT_TRY(list_ways(cx, &plan, &way, &n));
    for (size_t i = 0; i < n; i++) {
        tacit_stage(cx, "Trying %s (%zu of %zu)", way[i].words, i + 1, n);
        TACIT_TRY(try_way(cx, w, &way[i]));
    }
    TACIT_TRY(find_frontier(cx, way, n, &knee));
    const size_t at = requires_membership(w->plan) ? find_kept(way, n) : knee;
    TACIT_TRY(tacit_synth_ways_tell(cx, w, way, n, at));
    if (best == NULL || at == n)
        return TACIT_OK;
    TACIT_TRY(tacit_json_put(cx, w->record, "outputs", json_array()));
    return write_best(cx, w, best, way[at].text);
}
