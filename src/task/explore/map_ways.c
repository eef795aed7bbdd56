/*
 * map_ways.c - which ways to mask numbers are tried, as texts of plans.
 *
 * What is free of a plan are its steps with one of these methods on columns that are all free.  A
 * way has one other step in the place of the first of them, or behind all steps if there is none.
 * Parameters of the plan's own step stay in ways of its method, but for the one that is tried.
 * Values are those that are asked for, else some over the useful part of the parameter's range.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "plan/edit/edit.h"
#include "task/explore/map.h"

enum { GRID = 6, MOST_VALUES = 200 };

/* A method, the parameter whose values are tried (NULL: as it is), one that is set, and the measure
 * of an attacker who knows the method. */
typedef struct kind {
    const tacit_method *method;
    const char *parameter, *set, *to, *attack;
} kind;

static const kind KINDS[] = {
    { &tacit_method_microaggregate, "k", NULL, NULL, "microaggregation_attack" },
    { &tacit_method_microaggregate, "k", "algorithm", "individual", "microaggregation_attack" },
    { &tacit_method_rank_swap, "p", NULL, NULL, "rank_swap_attack" },
    { &tacit_method_noise, "scale", NULL, NULL, "noise_attack" },
    { &tacit_method_noise, "scale", "kind", "correlated", "noise_attack" },
    { &tacit_method_k_noise, "k", NULL, NULL, "noise_attack" },
    { &tacit_method_romm, "kept", NULL, NULL, NULL },
    { &tacit_method_shuffle, "proximity", NULL, NULL, NULL },
    { &tacit_method_copula_shuffle, NULL, NULL, NULL, NULL },
    { &tacit_method_gadp, "proximity", NULL, NULL, NULL },
    { &tacit_method_hybrid, "k", NULL, NULL, NULL },
    { &tacit_method_round, "base", NULL, NULL, NULL },
    { &tacit_method_top_code, "share", NULL, NULL, NULL },
    { &tacit_method_bottom_code, "share", NULL, NULL, NULL },
    { &tacit_method_mv_top_code, "quantile", NULL, NULL, NULL },
};
enum { N_KINDS = sizeof KINDS / sizeof KINDS[0] };

static const kind *find_kind(const char *name)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (strcmp(KINDS[i].method->about.name, name) == 0)
            return &KINDS[i];
    return NULL;
}

/* ---- what the plan has ---- */

/* The plan without what is free. */
typedef struct frame {
    const tacit_map_ask *ask;
    const char *own;    /* the plan's text without the section `explore` */
    const char *text;   /* the same without free steps but the first */
    json_t *columns;    /* the free ones */
    char at[24];        /* where ways have their step */
    const char *method; /* of the first free step, or NULL */
    const json_t *args; /* of that */
    json_t *keep;
} frame;

static tacit_status set(tacit_ctx *cx, const char **text, size_t n, const char *const *at,
                        json_t *value)
{
    const tacit_plan_path path = { n, at };
    return tacit_plan_set(cx, text, &path, value);
}

static bool is_asked(const tacit_value *names, const json_t *name)
{
    for (size_t i = 0; json_is_string(name) && i < names->n; i++)
        if (strcmp(names->texts[i], json_string_value(name)) == 0)
            return true;
    return false;
}

/* Whether a step, as JSON, is free; its method and arguments. */
static bool is_free(const tacit_value *numbers, const json_t *step, const char **method,
                    const json_t **args)
{
    *method = json_object_iter_key(json_object_iter((json_t *)(uintptr_t)step));
    if (*method == NULL || find_kind(*method) == NULL)
        return false;
    *args = json_object_get(step, *method);
    const json_t *columns = json_object_get(*args, "columns"), *name = NULL;
    size_t i = 0;
    if (!json_is_array(columns))
        return is_asked(numbers, columns);
    json_array_foreach(columns, i, name) if (!is_asked(numbers, name)) return false;
    return true;
}

/* Find the free steps; take all but the first out of the text. */
static tacit_status take_steps(tacit_ctx *cx, const json_t *steps, frame *f)
{
    (void)snprintf(f->at, sizeof f->at, "-");
    for (size_t i = json_array_size(steps); i-- > 0;) {
        const char *method = NULL;
        const json_t *args = NULL;
        if (!is_free(f->ask->numbers, json_array_get(steps, i), &method, &args))
            continue;
        if (f->method != NULL)
            TACIT_TRY(set(cx, &f->text, 2, (const char *const[]){ "steps", f->at }, NULL));
        f->method = method;
        f->args = args;
        (void)snprintf(f->at, sizeof f->at, "%zu", i);
    }
    return TACIT_OK;
}

static tacit_status open_frame(tacit_ctx *cx, const tacit_work *w, frame *f)
{
    json_t *plan = NULL;
    f->own = w->plan->text;
    TACIT_TRY(set(cx, &f->own, 1, (const char *const[]){ "explore" }, NULL));
    if (!w->plan->seed_given)
        TACIT_TRY(set(cx, &f->own, 1, (const char *const[]){ "seed" },
                      json_integer((json_int_t)(w->seed >> 1))));
    f->text = f->own;
    TACIT_TRY(tacit_plan_json(cx, f->own, &plan));
    TACIT_TRY(tacit_json_add(cx, f->keep, plan));
    f->columns = json_array();
    TACIT_TRY(tacit_json_add(cx, f->keep, f->columns));
    for (size_t i = 0; i < f->ask->numbers->n; i++)
        TACIT_TRY(tacit_json_add(cx, f->columns, json_string(f->ask->numbers->texts[i])));
    return take_steps(cx, json_object_get(plan, "steps"), f);
}

/* ---- values ---- */

/* Round to three digits, as a text of three digits would be read, or to a whole number. */
static double tidy(double x, bool whole)
{
    char text[TACIT_NUMBER_BYTES];
    double value = x;
    (void)snprintf(text, sizeof text, "%.3g", x);
    return whole || !tacit_parse_real(text, &value) ? round(x) : value;
}

/* Values over the useful part of a range that reaches to 0, or not, upwards and each once. */
static size_t usual_values(const tacit_param *p, double *out)
{
    const bool whole = p->type == TACIT_PARAM_INTEGER;
    double low, high;
    size_t n = 0;
    tacit_param_useful(p, &low, &high);
    for (size_t i = 0; i < GRID; i++) {
        const double t = (double)i / (GRID - 1), s = (double)(i + 1) / GRID;
        const double x = low <= 0.0                    ? high * s * s
                         : p->scale == TACIT_SCALE_LOG ? low * pow(high / low, t)
                                                       : low + t * (high - low);
        const double value = fmin(fmax(tidy(x, whole), p->min), p->max);
        if (n == 0 || value > out[n - 1])
            out[n++] = value;
    }
    return n;
}

static tacit_status asked_values(tacit_ctx *cx, const kind *k, const tacit_param *p,
                                 const tacit_group *g, double *out)
{
    if (g->n > MOST_VALUES)
        return tacit_fail(cx, TACIT_ERR_INPUT, "At most %d values of '%s' are tried.", MOST_VALUES,
                          p->name);
    for (size_t i = 0; i < g->n; i++) {
        if (!tacit_parse_real(g->member[i], &out[i]) ||
            (p->type == TACIT_PARAM_INTEGER && floor(out[i]) < out[i]))
            return tacit_fail(cx, TACIT_ERR_INPUT, "Values of '%s' to try are %s.", g->label,
                              p->type == TACIT_PARAM_INTEGER ? "whole numbers" : "numbers");
        TACIT_TRY(tacit_param_check_number(cx, k->method->about.name, p, out[i]));
    }
    return TACIT_OK;
}

static const tacit_group *asked_group(const tacit_map_ask *ask, const kind *k)
{
    for (size_t i = 0; i < ask->methods->n; i++)
        if (strcmp(ask->methods->groups[i].label, k->method->about.name) == 0)
            return &ask->methods->groups[i];
    return NULL;
}

/* What is tried of a kind: `n` values, one without a value, or nothing. */
static tacit_status choose_values(tacit_ctx *cx, const frame *f, const kind *k, double *out,
                                  size_t *n)
{
    const tacit_group *g = asked_group(f->ask, k);
    const json_t *now =
        k->set == NULL || f->method == NULL || strcmp(f->method, k->method->about.name) != 0
            ? NULL
            : json_object_get(f->args, k->set);
    *n = 0;
    if ((f->ask->methods->n > 0 && g == NULL) ||
        (json_is_string(now) && strcmp(json_string_value(now), k->to) == 0))
        return TACIT_OK; /* not asked for, or what the kind before it is */
    *n = 1;
    if (k->parameter == NULL)
        return TACIT_OK;
    const tacit_param *p =
        &k->method->about.params[tacit_param_find(k->method->about.params, k->parameter)];
    *n = g != NULL && g->n > 0 ? g->n : 0;
    if (*n > 0)
        return asked_values(cx, k, p, g, out);
    *n = usual_values(p, out);
    return TACIT_OK;
}

static tacit_status check_methods(tacit_ctx *cx, const tacit_map_ask *ask)
{
    for (size_t i = 0; i < ask->methods->n; i++)
        if (find_kind(ask->methods->groups[i].label) == NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'%s' is no method for numbers that can be explored; see 'tacit help "
                              "explore'.",
                              ask->methods->groups[i].label);
    return TACIT_OK;
}

/* ---- measures ---- */

/* What an attacker who knows the method knows of it. */
static tacit_status put_known(tacit_ctx *cx, const frame *f, const char *attack, const json_t *args,
                              json_t *to)
{
    const json_t *p = json_object_get(args, "p"), *scale = json_object_get(args, "scale");
    const json_t *groups = json_object_get(args, "groups"), *name = NULL;
    const char *how = json_string_value(json_object_get(args, "kind"));
    const char *algorithm = json_string_value(json_object_get(args, "algorithm"));
    size_t i = 0;
    if (strcmp(attack, "rank_swap_attack") == 0 && p != NULL)
        return tacit_json_put(cx, to, "p", json_copy((json_t *)(uintptr_t)p));
    if (strcmp(attack, "noise_attack") == 0) {
        const bool correlated = how != NULL && strcmp(how, "correlated") == 0;
        if (scale != NULL && (how == NULL || correlated || strcmp(how, "additive") == 0))
            TACIT_TRY(tacit_json_put(cx, to, "scale", json_copy((json_t *)(uintptr_t)scale)));
        return tacit_json_put(cx, to, "correlated", json_boolean(correlated));
    }
    if (strcmp(attack, "microaggregation_attack") != 0)
        return TACIT_OK;
    if (groups != NULL)
        return tacit_json_put(cx, to, "blocks", json_deep_copy(groups));
    if (algorithm == NULL || strcmp(algorithm, "individual") != 0)
        return TACIT_OK;
    TACIT_TRY(tacit_json_put(cx, to, "blocks", json_object()));
    json_array_foreach(f->columns, i, name)
        TACIT_TRY(tacit_json_put(cx, json_object_get(to, "blocks"), json_string_value(name),
                                 json_pack("[s]", json_string_value(name))));
    return TACIT_OK;
}

/* Permutations tell only what is no figure of a map: as few as there can be. */
static tacit_status put_measures(tacit_ctx *cx, const frame *f, const json_t *args,
                                 tacit_map_way *out)
{
    json_t *list = json_pack("[{s:{s:O}}, {s:{s:i}}]", "disclosure_score", "columns", f->columns,
                             "propensity", "permutations", 2);
    TACIT_TRY(tacit_json_add(cx, f->keep, list));
    out->measures = list;
    if (out->attack == NULL)
        return TACIT_OK;
    json_t *attack = json_pack("{s:{s:O}}", out->attack, "columns", f->columns);
    TACIT_TRY(tacit_json_add(cx, list, attack));
    return put_known(cx, f, out->attack, args, json_object_get(attack, out->attack));
}

/* ---- ways ---- */

static tacit_status add_own(tacit_ctx *cx, const frame *f, tacit_map_way *out)
{
    *out = (tacit_map_way){ .words = "the plan", .text = f->own, .own = true };
    if (f->method != NULL)
        out->attack = find_kind(f->method)->attack;
    return put_measures(cx, f, f->args, out);
}

/* A value as people would write it: without a point if it is whole. */
static json_t *number_of(double value)
{
    return floor(value) < value ? json_real(value) : json_integer((json_int_t)value);
}

/* Arguments of the way's step. */
static tacit_status make_args(tacit_ctx *cx, const frame *f, const kind *k, double value,
                              json_t **out)
{
    const bool own = f->method != NULL && strcmp(f->method, k->method->about.name) == 0;
    json_t *args = own ? json_deep_copy(f->args) : json_object();
    TACIT_TRY(tacit_json_add(cx, f->keep, args));
    TACIT_TRY(tacit_json_put(cx, args, "columns", json_incref(f->columns)));
    if (k->parameter != NULL)
        TACIT_TRY(tacit_json_put(cx, args, k->parameter, number_of(value)));
    if (k->set != NULL)
        TACIT_TRY(tacit_json_put(cx, args, k->set, json_string(k->to)));
    *out = args;
    return TACIT_OK;
}

static tacit_status add_way(tacit_ctx *cx, const frame *f, const kind *k, double value,
                            tacit_map_way *out)
{
    const char *name = k->method->about.name;
    char number[TACIT_NUMBER_BYTES] = "", *words = NULL;
    json_t *args = NULL;
    TACIT_TRY(make_args(cx, f, k, value, &args));
    *out = (tacit_map_way){ .text = f->text, .attack = k->attack };
    TACIT_TRY(set(cx, &out->text, 2, (const char *const[]){ "steps", f->at },
                  json_pack("{s:O}", name, args)));
    if (k->parameter != NULL)
        (void)snprintf(number, sizeof number, "%.6g", value);
    TACIT_TRY(tacit_scratch_format(cx, &words, "%s%s%s%s%s%s", name, k->set != NULL ? ", " : "",
                                   k->set != NULL ? k->to : "", k->parameter != NULL ? ", " : "",
                                   k->parameter != NULL ? k->parameter : "",
                                   k->parameter != NULL ? " " : ""));
    TACIT_TRY(tacit_scratch_format(cx, &words, "%s%s", words, number));
    out->words = words;
    return put_measures(cx, f, args, out);
}

/* The ways of all kinds: multiples of a stride that halves, so that less time leaves coarser
 * grids, not fewer methods. */
static tacit_status add_ways(tacit_ctx *cx, const frame *f, double (*value)[MOST_VALUES],
                             const size_t *count, tacit_map_way *way, size_t *n)
{
    size_t stride = 1;
    while (stride < MOST_VALUES)
        stride *= 2;
    for (bool first = true; stride > 0; first = false, stride /= 2)
        for (size_t k = 0; k < N_KINDS; k++)
            for (size_t i = first ? 0 : stride; i < count[k]; i += first ? count[k] : 2 * stride)
                TACIT_TRY(add_way(cx, f, &KINDS[k], value[k][i], &way[(*n)++]));
    return TACIT_OK;
}

tacit_status tacit_map_list(tacit_ctx *cx, const tacit_work *w, const tacit_map_ask *ask,
                            json_t *keep, tacit_map_way **out, size_t *n)
{
    frame f = { .ask = ask, .keep = keep };
    double(*value)[MOST_VALUES] = NULL;
    size_t count[N_KINDS], all = 1;
    tacit_map_way *way = NULL;
    TACIT_TRY(check_methods(cx, ask));
    TACIT_TRY(open_frame(cx, w, &f));
    TACIT_TRY(tacit_scratch(cx, N_KINDS, sizeof *value, &value));
    for (size_t k = 0; k < N_KINDS; k++) {
        TACIT_TRY(choose_values(cx, &f, &KINDS[k], value[k], &count[k]));
        all += count[k];
    }
    TACIT_TRY(tacit_scratch(cx, all, sizeof *way, &way));
    *n = 1;
    TACIT_TRY(add_own(cx, &f, &way[0]));
    TACIT_TRY(add_ways(cx, &f, value, count, way, n));
    TACIT_ASSERT(*n == all);
    *out = way;
    return TACIT_OK;
}
