/*
 * ways.c - which ways to protect tables are tried for comparison.
 *
 * Bases of rounding are what the protection levels ask for (Salazar-Gonzalez 2006: an interval of
 * less than two bases must hold both levels), brought up to 1, 2 or 5 times a power of ten, and for
 * counts those that offices use.  Noise by cell keys comes in three strengths.
 */
#include <math.h>
#include <string.h>

#include "plan/cells.h"
#include "task/tables/protect/own.h"

enum { MOST_WAYS = 40 };

/* Ways on their way. */
typedef struct ways {
    tacit_ctx *cx;
    const tacit_work *w;
    const tacit_tabulation *t;
    double seconds;
    tacit_trial *at;
    size_t n;
} ways;

/* One parameter of a way by its name; `choice` counts if it is not NULL. */
typedef struct setting {
    const char *name;
    double number;
    const char *choice;
} setting;

/* ---- one way ---- */

static void set(const tacit_args *args, const setting *s)
{
    const size_t i = tacit_param_find(args->params, s->name);
    TACIT_ASSERT(i < args->n);
    const tacit_param *p = &args->params[i];
    double number = s->number;
    for (size_t k = 0; s->choice != NULL && p->choices[k] != NULL; k++)
        if (strcmp(p->choices[k], s->choice) == 0)
            number = (double)k;
    args->at[i].given = true;
    args->at[i].number = number;
}

static bool is_told(const tacit_param *p)
{
    return (p->type == TACIT_PARAM_REAL || p->type == TACIT_PARAM_INTEGER ||
            p->type == TACIT_PARAM_CHOICE || p->type == TACIT_PARAM_FLAG) &&
           !p->secret && strcmp(p->name, "seconds") != 0;
}

/* Its parameters that are not by default, in words. */
static tacit_status find_words(tacit_ctx *cx, const tacit_args *args, const char **out)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch_text(cx, "", &text));
    for (size_t i = 0; i < args->n; i++) {
        const tacit_param *p = &args->params[i];
        char number[TACIT_NUMBER_BYTES];
        if (!args->at[i].given || !is_told(p) ||
            (p->need == TACIT_PRESET && !(fabs(args->at[i].number - p->preset) > 0)))
            continue;
        tacit_format_real(args->at[i].number, number);
        const char *value = p->type == TACIT_PARAM_CHOICE ? p->choices[tacit_arg_choice(args, i)]
                            : p->type == TACIT_PARAM_FLAG ? ""
                                                          : number;
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s%s%s%s", text, text[0] != '\0' ? ", " : "",
                                       p->name, value[0] != '\0' ? " " : "", value));
    }
    *out = text;
    return TACIT_OK;
}

/* Add a way unless it is there. */
static tacit_status add(ways *all, tacit_trial *way)
{
    TACIT_TRY(find_words(all->cx, &way->args, &way->words));
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].protection == way->protection && strcmp(all->at[i].words, way->words) == 0)
            return TACIT_OK;
    TACIT_ASSERT(all->n < MOST_WAYS);
    all->at[all->n++] = *way;
    return TACIT_OK;
}

/* The plan's parameters if it has this protection, else the defaults; then the settings, up to one
 * without a name. */
static tacit_status add_way(ways *all, const tacit_protection *p, const setting *settings)
{
    const tacit_plan *plan = all->w->plan;
    const size_t time = tacit_param_find(p->about.params, "seconds");
    tacit_trial way = { .protection = p };
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(all->cx, tacit_param_count(p->about.params), sizeof *at, &at));
    tacit_args_preset(p->about.params, at, &way.args);
    if (plan->protection == p)
        memcpy(at, plan->protection_args.at, way.args.n * sizeof *at);
    else if (time < way.args.n)
        at[time].number = all->seconds / (p == &tacit_protection_recode ? 10 : 1);
    for (; settings->name != NULL; settings++)
        set(&way.args, settings);
    return add(all, &way);
}

#define WITH(...)                                                                                  \
    (const setting[])                                                                              \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            NULL, 0, NULL                                                                          \
        }                                                                                          \
    }
#define AS_IT_IS ((const setting[]){ { NULL, 0, NULL } })

/* ---- rounding ---- */

/* The least 1, 2 or 5 times a power of ten that is not below `x`. */
static double round_up(double x)
{
    static const double step[] = { 1, 2, 5, 10 };
    const double power = pow(10, floor(log10(x)));
    size_t k = 0;
    while (k < 3 && step[k] * power < x * (1 - 1e-9))
        k++;
    return step[k] * power;
}

/* What intervals of less than two bases must hold, over the sensitive counts or sums. */
static double find_base(const tacit_tabulation *t, bool counts)
{
    double base = 0;
    for (size_t i = 0; i < t->system->n_cells; i++) {
        const tacit_cell *c = &t->system->cell[i];
        const tacit_cube *cube = tacit_tabulation_cube(t, i);
        if (c->status == TACIT_CELL_PRIMARY && counts == (cube != NULL && cube->response == NULL))
            base = fmax(base, fmax(c->lower + c->upper, c->sliding) + c->unit);
    }
    return base > 0 ? round_up(base) : 0;
}

static bool has_cubes(const tacit_tabulation *t, bool counts)
{
    for (size_t g = 0; g < t->n_cubes; g++)
        if (counts == (t->cube[g].response == NULL))
            return true;
    return false;
}

static tacit_status add_roundings(ways *all)
{
    static const double usual[] = { 3, 5, 10 };
    const bool counts = has_cubes(all->t, true), sums = has_cubes(all->t, false);
    const double of_counts = find_base(all->t, true), of_sums = find_base(all->t, false);
    const double base = fmax(of_counts, of_sums);
    for (size_t k = 0; counts && k < sizeof usual / sizeof usual[0]; k++)
        TACIT_TRY(add_way(all, &tacit_protection_round,
                          WITH({ "base", usual[k], NULL }, { "how", 0, "controlled" })));
    if (of_counts > 0)
        TACIT_TRY(add_way(all, &tacit_protection_round,
                          WITH({ "base", of_counts, NULL }, { "how", 0, "controlled" })));
    if (of_sums > 0)
        TACIT_TRY(add_way(all, &tacit_protection_round,
                          WITH({ "base", of_sums, NULL }, { "how", 0, "controlled" })));
    if (counts && !sums && base > 0)
        TACIT_TRY(add_way(all, &tacit_protection_round,
                          WITH({ "base", base, NULL }, { "how", 0, "small_counts" })));
    if (base > 0)
        TACIT_TRY(add_way(all, &tacit_protection_round,
                          WITH({ "base", 2 * base, NULL }, { "how", 0, "plain" })));
    return TACIT_OK;
}

/* ---- the others ---- */

static tacit_status add_adjustments(ways *all)
{
    TACIT_TRY(add_way(all, &tacit_protection_adjust, AS_IT_IS));
    TACIT_TRY(add_way(all, &tacit_protection_adjust, WITH({ "weights", 0, "inverse" })));
    return add_way(all, &tacit_protection_adjust, WITH({ "norm", 0, "l2" }));
}

static tacit_status add_noises(ways *all)
{
    TACIT_TRY(
        add_way(all, &tacit_protection_cell_key,
                WITH({ "maximum", 2, NULL }, { "variance", 1, NULL }, { "forbidden", 0, NULL })));
    TACIT_TRY(add_way(all, &tacit_protection_cell_key, AS_IT_IS));
    return add_way(all, &tacit_protection_cell_key,
                   WITH({ "maximum", 10, NULL }, { "variance", 10, NULL }));
}

/* Whether some dimension has levels between its values and the total. */
static bool has_levels(const tacit_tabulation *t)
{
    for (size_t d = 0; d < t->n_dimensions; d++)
        if (tacit_dimension_depth(&t->dimension[d]) > 1)
            return true;
    return false;
}

static tacit_status add_recodings(ways *all)
{
    TACIT_TRY(add_way(all, &tacit_protection_recode, AS_IT_IS));
    return add_way(all, &tacit_protection_recode, WITH({ "limit", 0.1, NULL }));
}

/* What the plan asks for, before all others. */
static tacit_status add_own(ways *all)
{
    tacit_trial own = { .own = true };
    TACIT_TRY(tacit_tables_choose(all->cx, all->w->plan, &own.protection, &own.args));
    return add(all, &own);
}

bool tacit_trials_judged(const tacit_plan *plan)
{
    return plan->n_tables == 0 || plan->n_rules > 0 ||
           (plan->cells.n > 0 && tacit_arg_given(&plan->cells, TACIT_CELLS_STATUS));
}

tacit_status tacit_trials_of(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                             double seconds, tacit_trial **out, size_t *n)
{
    ways all = { .cx = cx, .w = w, .t = t, .seconds = seconds };
    TACIT_TRY(tacit_scratch(cx, MOST_WAYS, sizeof *all.at, &all.at));
    all.at[all.n++] = (tacit_trial){ .words = "" };
    TACIT_TRY(add_own(&all));
    const bool judged = tacit_trials_judged(w->plan);
    if (judged)
        TACIT_TRY(add_way(&all, &tacit_protection_cell_suppression, AS_IT_IS));
    TACIT_TRY(add_roundings(&all));
    if (judged)
        TACIT_TRY(add_adjustments(&all));
    if (t->keys != NULL)
        TACIT_TRY(add_noises(&all));
    if (judged && has_levels(t))
        TACIT_TRY(add_recodings(&all));
    *out = all.at;
    *n = all.n;
    return TACIT_OK;
}
