/*
 * map_kinds.c - the methods of a map, and which values of their parameters are tried.
 *
 * Values are those that are asked for, else some over the useful part of the parameter's range.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "stats/moments.h"
#include "task/explore/map_own.h"

enum { GRID = 6 };

#define KEYS .part = TACIT_MAP_KEYS
#define NUMBERS .part = TACIT_MAP_NUMBERS

const tacit_map_kind TACIT_MAP_KINDS[] = {
    { &tacit_method_generalize, KEYS, .parameter = "k" },
    { &tacit_method_generalize, KEYS, .parameter = "k", .set = "recoding", .to = "refine" },
    { &tacit_method_local_suppress, KEYS, .parameter = "k" },
    { &tacit_method_pram, KEYS, .parameter = "diagonal", .set = "stay", .to = "fixed",
      .false_labels = true },
    { &tacit_method_pram, KEYS, .parameter = "posterior", .false_labels = true },
    { &tacit_method_microaggregate, NUMBERS, .parameter = "k",
      .attack = "microaggregation_attack" },
    { &tacit_method_microaggregate, NUMBERS, .parameter = "k", .set = "algorithm",
      .to = "individual", .attack = "microaggregation_attack" },
    { &tacit_method_rank_swap, NUMBERS, .parameter = "p", .attack = "rank_swap_attack" },
    { &tacit_method_noise, NUMBERS, .parameter = "scale", .attack = "noise_attack" },
    { &tacit_method_noise, NUMBERS, .parameter = "scale", .set = "kind", .to = "correlated",
      .attack = "noise_attack" },
    { &tacit_method_k_noise, NUMBERS, .parameter = "k", .attack = "noise_attack" },
    { &tacit_method_romm, NUMBERS, .parameter = "kept" },
    { &tacit_method_shuffle, NUMBERS, .parameter = "proximity" },
    { &tacit_method_copula_shuffle, NUMBERS },
    { &tacit_method_gadp, NUMBERS, .parameter = "proximity" },
    { &tacit_method_hybrid, NUMBERS, .parameter = "k" },
    { &tacit_method_round, NUMBERS, .parameter = "base", .relative = true },
    { &tacit_method_top_code, NUMBERS, .parameter = "share" },
    { &tacit_method_bottom_code, NUMBERS, .parameter = "share" },
    { &tacit_method_mv_top_code, NUMBERS, .parameter = "quantile" },
};
const size_t TACIT_MAP_N_KINDS = sizeof TACIT_MAP_KINDS / sizeof TACIT_MAP_KINDS[0];

const tacit_map_kind *tacit_map_find_kind(const char *name)
{
    for (size_t i = 0; i < TACIT_MAP_N_KINDS; i++)
        if (strcmp(TACIT_MAP_KINDS[i].method->about.name, name) == 0)
            return &TACIT_MAP_KINDS[i];
    return NULL;
}

const tacit_param *tacit_map_parameter(const tacit_map_kind *k)
{
    const tacit_param *params = k->method->about.params;
    return k->parameter == NULL ? NULL : &params[tacit_param_find(params, k->parameter)];
}

double tacit_map_tidy(const tacit_param *p, double x)
{
    const bool whole = p->type == TACIT_PARAM_INTEGER;
    char text[TACIT_NUMBER_BYTES];
    double value = x;
    (void)snprintf(text, sizeof text, "%.3g", x);
    value = whole || !tacit_parse_real(text, &value) ? round(x) : value;
    return fmin(fmax(value, p->min), p->max);
}

/* Values over the useful part of a range that reaches to 0, or not, upwards and each once; of what
 * is relative multiples of `unit`. */
static size_t usual_values(const tacit_map_kind *k, double unit, double *out)
{
    const tacit_param *p = tacit_map_parameter(k);
    double low = 0.02, high = 2.0;
    size_t n = 0;
    if (!k->relative)
        tacit_param_useful(p, &low, &high);
    for (size_t i = 0; i < GRID; i++) {
        const double t = (double)i / (GRID - 1), s = (double)(i + 1) / GRID;
        const double x = low <= 0.0                                   ? high * s * s
                         : p->scale == TACIT_SCALE_LOG || k->relative ? low * pow(high / low, t)
                                                                      : low + t * (high - low);
        const double value = tacit_map_tidy(p, k->relative ? x * unit : x);
        if (n == 0 || value > out[n - 1])
            out[n++] = value;
    }
    return n;
}

static tacit_status asked_values(tacit_ctx *cx, const tacit_map_kind *k, const tacit_group *g,
                                 double *out)
{
    const tacit_param *p = tacit_map_parameter(k);
    if (g->n > TACIT_MAP_MOST_VALUES)
        return tacit_fail(cx, TACIT_ERR_INPUT, "At most %d values of '%s' are tried.",
                          TACIT_MAP_MOST_VALUES, p->name);
    for (size_t i = 0; i < g->n; i++) {
        if (!tacit_parse_real(g->member[i], &out[i]) ||
            (p->type == TACIT_PARAM_INTEGER && floor(out[i]) < out[i]))
            return tacit_fail(cx, TACIT_ERR_INPUT, "Values of '%s' to try are %s.", g->label,
                              p->type == TACIT_PARAM_INTEGER ? "whole numbers" : "numbers");
        TACIT_TRY(tacit_param_check_number(cx, k->method->about.name, p, out[i]));
    }
    return TACIT_OK;
}

static const tacit_group *asked_group(const tacit_map_ask *ask, const tacit_map_kind *k)
{
    for (size_t i = 0; i < ask->methods->n; i++)
        if (strcmp(ask->methods->groups[i].label, k->method->about.name) == 0)
            return &ask->methods->groups[i];
    return NULL;
}

bool tacit_map_is_usual(const tacit_map_ask *ask, const tacit_map_kind *k)
{
    const tacit_group *g = asked_group(ask, k);
    return k->parameter != NULL && (g == NULL || g->n == 0);
}

/* Whether methods are named, but none of the part: then all of its methods are meant. */
static bool is_part_named(const tacit_map_ask *ask, enum tacit_map_part part)
{
    for (size_t i = 0; i < ask->methods->n; i++) {
        const tacit_map_kind *k = tacit_map_find_kind(ask->methods->groups[i].label);
        if (k != NULL && k->part == part)
            return true;
    }
    return false;
}

/* The middle one of the deviations of the free numbers; 1 if there is none. */
static tacit_status find_unit(tacit_ctx *cx, const tacit_map_frame *f, double *unit)
{
    const tacit_value *names = f->ask->columns[TACIT_MAP_NUMBERS];
    const size_t mark = tacit_scratch_mark(cx);
    double *sd = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *sd, &sd));
    for (size_t i = 0; i < names->n; i++) {
        const size_t j = tacit_table_find(f->w->data, names->texts[i]);
        double *x = NULL;
        size_t present = 0;
        TACIT_TRY(tacit_column_present(cx, tacit_table_column(f->w->data, j), &x, &present));
        const tacit_moments m = tacit_moments_of(x, present);
        if (isfinite(m.sd) && m.sd > 0.0)
            sd[n++] = m.sd;
    }
    TACIT_TRY(tacit_sort_reals(cx, sd, n));
    *unit = n > 0 ? sd[n / 2] : 1.0;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_map_values(tacit_ctx *cx, const tacit_map_frame *f, const tacit_map_kind *k,
                              double *out, size_t *n)
{
    const tacit_group *g = asked_group(f->ask, k);
    const json_t *mine = json_object_get(f->args, k->method->about.name);
    const char *now = k->set == NULL ? NULL : json_string_value(json_object_get(mine, k->set));
    double unit = 1.0;
    *n = 0;
    if (f->ask->columns[k->part]->n == 0 || (is_part_named(f->ask, k->part) && g == NULL) ||
        (now != NULL && k != tacit_map_find_kind(k->method->about.name) && strcmp(now, k->to) == 0))
        return TACIT_OK; /* not asked for, or what the kind before it is */
    *n = 1;
    if (k->parameter == NULL)
        return TACIT_OK;
    *n = g != NULL && g->n > 0 ? g->n : 0;
    if (*n > 0)
        return asked_values(cx, k, g, out);
    if (k->relative)
        TACIT_TRY(find_unit(cx, f, &unit));
    *n = usual_values(k, unit, out);
    return TACIT_OK;
}
