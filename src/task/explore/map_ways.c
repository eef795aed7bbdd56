/*
 * map_ways.c - which ways to mask keys and numbers are tried, as texts of plans.
 *
 * What is free of a plan are its steps with one of the methods of a part on columns that are all
 * free.  A way has one other step in the place of the first of them, or behind all steps if there
 * is none.  Parameters of the plan's own step stay in ways of its method, but for the one that is
 * tried.  Where both parts are free, the first ways mask one part and leave the other as the data
 * has it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/edit/edit.h"
#include "task/explore/map_own.h"

/* Ways that are added later: products, and values between others. */
enum { ROOM = 200 };

/* The least stride of the first ways. */
enum { COARSE = 4 };

/* Of each kind the values that are tried. */
typedef struct grid {
    double (*value)[TACIT_MAP_MOST_VALUES];
    size_t *count, all;
} grid;

static tacit_status set(tacit_ctx *cx, const char **text, size_t n, const char *const *at,
                        json_t *value)
{
    const tacit_plan_path path = { n, at };
    return tacit_plan_set(cx, text, &path, value);
}

/* ---- what the plan has ---- */

static bool is_asked(const tacit_value *names, const json_t *name)
{
    for (size_t i = 0; json_is_string(name) && i < names->n; i++)
        if (strcmp(names->texts[i], json_string_value(name)) == 0)
            return true;
    return false;
}

/* Whether a method is of a part: it is tried, or it is a step beside such. */
static bool is_of_part(const char *method, enum tacit_map_part part)
{
    const tacit_map_kind *k = tacit_map_find_kind(method);
    return (k != NULL && k->part == part) ||
           (part == TACIT_MAP_KEYS && strcmp(method, tacit_method_recode.about.name) == 0);
}

/* Whether a step, as JSON, is free in a part; its method and arguments.  Steps on keys that name no
 * columns are about all of them. */
static bool is_free(const tacit_map_ask *ask, enum tacit_map_part part, const json_t *step,
                    const char **method, json_t **args)
{
    const tacit_value *asked = ask->columns[part];
    *method = json_is_string(step)
                  ? json_string_value(step)
                  : json_object_iter_key(json_object_iter((json_t *)(uintptr_t)step));
    if (*method == NULL || asked->n == 0 || !is_of_part(*method, part))
        return false;
    *args = json_object_get(step, *method);
    const json_t *columns = json_object_get(*args, "columns"), *name = NULL;
    size_t i = 0;
    if (columns == NULL)
        return part == TACIT_MAP_KEYS;
    if (!json_is_array(columns))
        return is_asked(asked, columns);
    json_array_foreach(columns, i, name) if (!is_asked(asked, name)) return false;
    return true;
}

/* Take the step of a part out of the text; what stands behind it moves up. */
static tacit_status drop_step(tacit_ctx *cx, enum tacit_map_part part, tacit_map_frame *f)
{
    const enum tacit_map_part other = TACIT_MAP_PARTS - 1 - part;
    const size_t gone = strtoul(f->at[part], NULL, 10), at = strtoul(f->at[other], NULL, 10);
    if (f->there[other] && at > gone)
        (void)snprintf(f->at[other], sizeof f->at[other], "%zu", at - 1);
    return set(cx, &f->text, 2, (const char *const[]){ "steps", f->at[part] }, NULL);
}

/* Find the free steps; take all but the first of each part out of the text. */
static tacit_status take_steps(tacit_ctx *cx, const json_t *steps, tacit_map_frame *f)
{
    for (size_t i = json_array_size(steps); i-- > 0;)
        for (enum tacit_map_part part = 0; part < TACIT_MAP_PARTS; part++) {
            const char *method = NULL;
            json_t *args = NULL;
            if (!is_free(f->ask, part, json_array_get(steps, i), &method, &args))
                continue;
            if (f->there[part])
                TACIT_TRY(drop_step(cx, part, f));
            f->there[part] = true;
            f->method[part] = method;
            TACIT_TRY(tacit_json_put(cx, f->args, method,
                                     json_is_object(args) ? json_incref(args) : json_object()));
            (void)snprintf(f->at[part], sizeof f->at[part], "%zu", i);
        }
    return TACIT_OK;
}

static tacit_status name_columns(tacit_ctx *cx, tacit_map_frame *f)
{
    for (size_t part = 0; part < TACIT_MAP_PARTS; part++) {
        const tacit_value *names = f->ask->columns[part];
        f->columns[part] = json_array();
        TACIT_TRY(tacit_json_add(cx, f->keep, f->columns[part]));
        for (size_t i = 0; i < names->n; i++)
            TACIT_TRY(tacit_json_add(cx, f->columns[part], json_string(names->texts[i])));
        (void)snprintf(f->at[part], sizeof f->at[part], "-");
    }
    return TACIT_OK;
}

/* Whether a method that was asked for is one of a part that is free. */
static tacit_status check_methods(tacit_ctx *cx, const tacit_map_ask *ask)
{
    for (size_t i = 0; i < ask->methods->n; i++) {
        const char *name = ask->methods->groups[i].label;
        const tacit_map_kind *k = tacit_map_find_kind(name);
        if (k == NULL || ask->columns[k->part]->n == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'%s' is no method for %s that can be explored; see 'tacit help "
                              "explore'.",
                              name,
                              ask->columns[TACIT_MAP_KEYS]->n == 0      ? "numbers"
                              : ask->columns[TACIT_MAP_NUMBERS]->n == 0 ? "keys"
                                                                        : "keys or numbers");
    }
    return TACIT_OK;
}

tacit_status tacit_map_open(tacit_ctx *cx, const tacit_work *w, const tacit_map_ask *ask,
                            json_t *keep, tacit_map_frame *f)
{
    json_t *plan = NULL;
    *f = (tacit_map_frame){ .w = w, .ask = ask, .keep = keep, .own = w->plan->text };
    TACIT_TRY(check_methods(cx, ask));
    TACIT_TRY(set(cx, &f->own, 1, (const char *const[]){ "explore" }, NULL));
    if (!w->plan->seed_given)
        TACIT_TRY(set(cx, &f->own, 1, (const char *const[]){ "seed" },
                      json_integer((json_int_t)(w->seed >> 1))));
    f->text = f->own;
    TACIT_TRY(tacit_plan_json(cx, f->own, &plan));
    TACIT_TRY(tacit_json_add(cx, keep, plan));
    f->asked_measures = json_object_get(plan, "measures");
    f->args = json_object();
    TACIT_TRY(tacit_json_add(cx, keep, f->args));
    TACIT_TRY(name_columns(cx, f));
    return take_steps(cx, json_object_get(plan, "steps"), f);
}

/* ---- ways ---- */

/* A value as people would write it: without a point if it is whole. */
static json_t *number_of(double value)
{
    return floor(value) < value ? json_real(value) : json_integer((json_int_t)value);
}

/* Arguments of the step that a pick is. */
static tacit_status make_args(tacit_ctx *cx, const tacit_map_frame *f, const tacit_map_pick *pick,
                              json_t **out)
{
    const tacit_map_kind *k = pick->kind;
    const json_t *own = json_object_get(f->args, k->method->about.name);
    json_t *args = own != NULL ? json_deep_copy(own) : json_object();
    TACIT_TRY(tacit_json_add(cx, f->keep, args));
    TACIT_TRY(tacit_json_put(cx, args, "columns", json_incref(f->columns[k->part])));
    if (k->parameter != NULL)
        TACIT_TRY(tacit_json_put(cx, args, k->parameter, number_of(pick->value)));
    if (k->set != NULL)
        TACIT_TRY(tacit_json_put(cx, args, k->set, json_string(k->to)));
    *out = args;
    return TACIT_OK;
}

static tacit_status put_words(tacit_ctx *cx, const tacit_map_pick *pick, char **words)
{
    const tacit_map_kind *k = pick->kind;
    char number[TACIT_NUMBER_BYTES] = "";
    if (k->parameter != NULL)
        (void)snprintf(number, sizeof number, "%.6g", pick->value);
    return tacit_scratch_format(
        cx, words, "%s%s%s%s%s%s%s%s%s", *words != NULL ? *words : "", *words != NULL ? " + " : "",
        k->method->about.name, k->set != NULL ? ", " : "", k->set != NULL ? k->to : "",
        k->parameter != NULL ? ", " : "", k->parameter != NULL ? k->parameter : "",
        k->parameter != NULL ? " " : "", number);
}

/* Write a pick into the text of a way, or take the step out that stands there. */
static tacit_status put_pick(tacit_ctx *cx, const tacit_map_frame *f, enum tacit_map_part part,
                             const tacit_map_pick *pick, tacit_map_way *out, json_t **args)
{
    const char *const at[] = { "steps", f->at[part] };
    if (pick->kind == NULL)
        return f->there[part] ? set(cx, &out->text, 2, at, NULL) : TACIT_OK;
    TACIT_TRY(make_args(cx, f, pick, args));
    if (part == TACIT_MAP_NUMBERS)
        out->attack = pick->kind->attack;
    return set(cx, &out->text, 2, at, json_pack("{s:O}", pick->kind->method->about.name, *args));
}

/* Which part stands behind the other: it is written first, for steps that go change places of what
 * stands behind. */
static enum tacit_map_part last_part(const tacit_map_frame *f)
{
    if (!f->there[TACIT_MAP_NUMBERS])
        return TACIT_MAP_KEYS; /* what is appended comes after that */
    return f->there[TACIT_MAP_KEYS] && strtoul(f->at[TACIT_MAP_KEYS], NULL, 10) >
                                           strtoul(f->at[TACIT_MAP_NUMBERS], NULL, 10)
               ? TACIT_MAP_KEYS
               : TACIT_MAP_NUMBERS;
}

static bool is_same(const tacit_map_pick *a, const tacit_map_pick *b)
{
    for (size_t part = 0; part < TACIT_MAP_PARTS; part++)
        if (a[part].kind != b[part].kind ||
            (a[part].kind != NULL && !(fabs(a[part].value - b[part].value) <= 0.0)))
            return false;
    return true;
}

tacit_status tacit_map_add(tacit_ctx *cx, const tacit_map_frame *f, const tacit_map_pick *pick,
                           tacit_map_ways *ways)
{
    tacit_map_way *out = &ways->at[ways->n];
    const enum tacit_map_part last = last_part(f), first = TACIT_MAP_PARTS - 1 - last;
    json_t *args[TACIT_MAP_PARTS] = { NULL };
    char *words = NULL;
    for (size_t i = 0; i < ways->n; i++)
        if (!ways->at[i].own && is_same(ways->at[i].pick, pick))
            return TACIT_OK;
    if (ways->n == ways->room)
        return TACIT_OK;
    *out = (tacit_map_way){ .text = f->text };
    memcpy(out->pick, pick, sizeof out->pick);
    TACIT_TRY(put_pick(cx, f, last, &pick[last], out, &args[last]));
    TACIT_TRY(put_pick(cx, f, first, &pick[first], out, &args[first]));
    for (size_t part = 0; part < TACIT_MAP_PARTS; part++)
        if (pick[part].kind != NULL)
            TACIT_TRY(put_words(cx, &pick[part], &words));
    out->words = words;
    TACIT_TRY(tacit_map_put_measures(cx, f, args[TACIT_MAP_NUMBERS], out));
    ways->n++;
    return TACIT_OK;
}

static tacit_status add_own(tacit_ctx *cx, const tacit_map_frame *f, tacit_map_ways *ways)
{
    const char *method = f->method[TACIT_MAP_NUMBERS];
    tacit_map_way *out = &ways->at[ways->n++];
    *out = (tacit_map_way){ .words = "the plan", .text = f->own, .own = true };
    for (size_t part = 0; part < TACIT_MAP_PARTS; part++)
        if (f->method[part] != NULL)
            out->pick[part].kind = tacit_map_find_kind(f->method[part]);
    if (method != NULL)
        out->attack = tacit_map_find_kind(method)->attack;
    return tacit_map_put_measures(cx, f, method == NULL ? NULL : json_object_get(f->args, method),
                                  out);
}

/* The ways of all kinds: multiples of a stride that halves down to `least`, so that less time
 * leaves coarser grids, not fewer methods. */
static tacit_status add_ways(tacit_ctx *cx, const tacit_map_frame *f, const grid *g, size_t least,
                             tacit_map_ways *ways)
{
    double(*const value)[TACIT_MAP_MOST_VALUES] = g->value;
    const size_t *count = g->count;
    size_t stride = 1;
    while (stride < TACIT_MAP_MOST_VALUES)
        stride *= 2;
    for (bool first = true; stride >= least; first = false, stride /= 2)
        for (size_t k = 0; k < TACIT_MAP_N_KINDS; k++)
            for (size_t i = first ? 0 : stride; i < count[k]; i += first ? count[k] : 2 * stride) {
                tacit_map_pick pick[TACIT_MAP_PARTS] = { { 0 } };
                pick[TACIT_MAP_KINDS[k].part] =
                    (tacit_map_pick){ &TACIT_MAP_KINDS[k], value[k][i] };
                TACIT_TRY(tacit_map_add(cx, f, pick, ways));
            }
    return TACIT_OK;
}

static tacit_status make_grid(tacit_ctx *cx, const tacit_map_frame *f, grid *g)
{
    g->all = 0;
    TACIT_TRY(tacit_scratch(cx, TACIT_MAP_N_KINDS, sizeof *g->value, &g->value));
    TACIT_TRY(tacit_scratch(cx, TACIT_MAP_N_KINDS, sizeof *g->count, &g->count));
    for (size_t k = 0; k < TACIT_MAP_N_KINDS; k++) {
        TACIT_TRY(tacit_map_values(cx, f, &TACIT_MAP_KINDS[k], g->value[k], &g->count[k]));
        g->all += g->count[k];
    }
    return TACIT_OK;
}

tacit_status tacit_map_list(tacit_ctx *cx, const tacit_map_frame *f, tacit_map_ways *out)
{
    grid g;
    TACIT_TRY(make_grid(cx, f, &g));
    *out = (tacit_map_ways){ .room = 1 + g.all + ROOM };
    TACIT_TRY(tacit_scratch(cx, out->room, sizeof *out->at, &out->at));
    TACIT_TRY(add_own(cx, f, out));
    return add_ways(cx, f, &g, COARSE, out);
}

tacit_status tacit_map_list_rest(tacit_ctx *cx, const tacit_map_frame *f, tacit_map_ways *ways)
{
    grid g;
    TACIT_TRY(make_grid(cx, f, &g));
    return add_ways(cx, f, &g, 1, ways);
}

/* ---- trials ---- */

/* Take files that steps would write out of the text. */
static tacit_status drop_files(tacit_ctx *cx, const tacit_plan *plan, const char **text)
{
    for (size_t i = 0; i < plan->n_steps; i++) {
        const tacit_entry *about = &plan->step[i].method->about;
        char at[24];
        (void)snprintf(at, sizeof at, "%zu", i);
        for (const tacit_param *p = about->params; !plan->step[i].added && p->name != NULL; p++) {
            const char *const path[] = { "steps", at, about->name, p->name };
            if (p->type == TACIT_PARAM_OUTPUT && plan->step[i].args.at[p - about->params].given)
                TACIT_TRY(tacit_plan_set(cx, text, &(tacit_plan_path){ 4, path }, NULL));
        }
    }
    return TACIT_OK;
}

tacit_status tacit_map_trial(tacit_ctx *cx, const tacit_map_frame *f, const tacit_map_way *way,
                             bool quick, const char **out)
{
    static const char *const gone[] = { "report", "custodian_report", "certificate", "sql",
                                        "write",  "protect" };
    *out = way->text;
    TACIT_TRY(drop_files(cx, f->w->plan, out));
    TACIT_TRY(set(cx, out, 1, (const char *const[]){ "data" }, json_string("memory:data")));
    TACIT_TRY(set(cx, out, 1, (const char *const[]){ "output" }, json_string("memory:trial")));
    TACIT_TRY(set(cx, out, 1, (const char *const[]){ "measures" },
                  json_deep_copy(quick ? way->quick : way->measures)));
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
        TACIT_TRY(set(cx, out, 1, (const char *const[]){ gone[i] }, NULL));
    return TACIT_OK;
}
