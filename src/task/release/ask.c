/*
 * ask.c - what a plan asks privately, and what that may spend.
 *
 * Everything here is decided by the plan alone, before the data is looked at.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "task/release/own.h"

/* Cells of all declared groups of a question. */
enum { MOST_CELLS = 1 << 26 };

/* ---- columns ---- */

static const tacit_plan_domain *declared(const tacit_plan *plan, const char *column)
{
    for (size_t i = 0; i < plan->n_domains; i++)
        if (strcmp(plan->domain[i].column, column) == 0)
            return &plan->domain[i];
    return NULL;
}

/* The domain of a column, made if it is new. */
static tacit_status find_domain(tacit_ctx *cx, tacit_private_release *r, const char *column,
                                const tacit_domain **out)
{
    size_t i = 0;
    while (i < r->n_domains && strcmp(r->domain[i].column, column) != 0)
        i++;
    *out = &r->domain[i];
    if (i < r->n_domains)
        return TACIT_OK;
    const tacit_plan_domain *said = declared(r->w->plan, column);
    if (said == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: the domain of column '%s' is not declared; under 'domains' say "
                          "'lower' and 'upper' of a number, 'values' of a category, or '%s: {}' to "
                          "have its values found privately.",
                          r->w->plan->file, column, column);
    r->n_domains++;
    return tacit_domain_new(cx, column, &said->args, &r->domain[i]);
}

static tacit_status find_domains(tacit_ctx *cx, tacit_private_release *r, size_t n,
                                 const char *const *columns, const tacit_domain *const **out)
{
    const tacit_domain **all = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *all, &all));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(find_domain(cx, r, columns[i], &all[i]));
    *out = all;
    return TACIT_OK;
}

/* Fail unless the column suits what the statistic is about. */
static tacit_status check_of(tacit_ctx *cx, const tacit_private_release *r, const tacit_question *q)
{
    const char *name = q->statistic->about.name;
    if (q->n_of > TACIT_RELEASE_MOST_OF)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: %s is about %d columns at most.",
                          r->w->plan->file, name, TACIT_RELEASE_MOST_OF);
    for (size_t i = 0; i < q->n_of; i++) {
        const tacit_domain *d = q->of[i];
        const bool bins = tacit_statistic_sees_bins(q->statistic);
        if (bins ? tacit_domain_groups(d) == 0 : !d->number)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              bins
                                  ? "%s: %s needs the 'values' of '%s' declared, or its bounds "
                                    "with 'breaks' or 'bins'."
                                  : "%s: %s needs the bounds of '%s' declared: without 'lower' and "
                                    "'upper' no noise would be enough.",
                              r->w->plan->file, name, d->column);
    }
    return TACIT_OK;
}

/* ---- groups ---- */

static bool are_same(const tacit_release_groups *g, const tacit_question *q)
{
    return g->n == q->n_by && (g->n == 0 || memcmp(g->by, q->by, g->n * sizeof *g->by) == 0);
}

/* How many groups are declared; 0 if some are found. */
static tacit_status count_groups(tacit_ctx *cx, const tacit_private_release *r,
                                 const tacit_question *q, size_t *out)
{
    size_t n = 1;
    for (size_t i = 0; i < q->n_by; i++) {
        const tacit_domain *d = q->by[i];
        if (d->number && d->n_bins == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: groups by '%s' need 'breaks' or 'bins' in its domain.",
                              r->w->plan->file, d->column);
        if (n > 0 && __builtin_mul_overflow(n, tacit_domain_groups(d), &n))
            n = SIZE_MAX;
    }
    if (n > MOST_CELLS / q->width)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: %s has more groups than can be answered, 2^26 figures; declare "
                          "fewer values, or leave them to be found.",
                          r->w->plan->file, q->statistic->about.name);
    *out = n;
    return TACIT_OK;
}

static tacit_status find_grouping(tacit_ctx *cx, tacit_private_release *r, const tacit_question *q,
                                  size_t *out)
{
    size_t g = 0, n = 0;
    TACIT_TRY(count_groups(cx, r, q, &n));
    while (g < r->n_groupings && !are_same(&r->grouping[g], q))
        g++;
    *out = g;
    if (g < r->n_groupings)
        return TACIT_OK;
    r->grouping[r->n_groupings++] =
        (tacit_release_groups){ .by = q->by, .n = q->n_by, .n_groups = n };
    if (n > 0)
        return TACIT_OK;
    if (r->inquiry.delta < 2 * TACIT_SELECTION_LEAST_DELTA)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: groups that are not declared can only be found with a 'delta' of "
                          "1e-10 or more; say it, or list the 'values' of all columns under "
                          "'domains'.",
                          r->w->plan->file);
    tacit_selection *s = &r->inquiry.selection[r->inquiry.n_selections++];
    *s = (tacit_selection){ .groups = r->inquiry.promise.groups };
    TACIT_TRY(tacit_scratch(cx, q->n_by, sizeof *r->grouping[g].number, &r->grouping[g].number));
    r->grouping[g].selection = s;
    return TACIT_OK;
}

/* ---- questions ---- */

static tacit_status take_question(tacit_ctx *cx, tacit_private_release *r,
                                  const tacit_plan_statistic *s, size_t i)
{
    tacit_question *q = &r->inquiry.question[i];
    const tacit_value *by = &s->args.at[TACIT_STATISTIC_BY];
    const char *const *of = NULL;
    *q = (tacit_question){ .statistic = s->statistic,
                           .args = &s->args,
                           .promise = &r->inquiry.promise,
                           .n_by = by->given ? by->n : 0 };
    TACIT_TRY(find_domains(cx, r, q->n_by, by->texts, &q->by));
    if (s->statistic->of != TACIT_OF_NOTHING) {
        const tacit_value *about = &s->args.at[TACIT_STATISTIC_OF];
        const bool one = s->args.params[TACIT_STATISTIC_OF].type == TACIT_PARAM_COLUMN;
        q->n_of = one ? 1 : about->n;
        of = one ? &about->text : about->texts;
    }
    TACIT_TRY(find_domains(cx, r, q->n_of, of, &q->of));
    TACIT_TRY(check_of(cx, r, q));
    TACIT_TRY(tacit_question_prepare(cx, q));
    return find_grouping(cx, r, q, &r->grouping_of[i]);
}

static size_t count_columns(const tacit_plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_statistics; i++)
        for (size_t k = 0; k < plan->statistic[i].args.n; k++)
            n += plan->statistic[i].args.at[k].n + 1;
    return n;
}

static tacit_status make_room(tacit_ctx *cx, tacit_private_release *r)
{
    const size_t n = r->w->plan->n_statistics, columns = count_columns(r->w->plan);
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *r->domain, &r->domain));
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *r->found, &r->found));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->grouping, &r->grouping));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->grouping_of, &r->grouping_of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->inquiry.question, &r->inquiry.question));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->room, &r->room));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->answered, &r->answered));
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *r->rows.steps, &r->rows.steps));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->rows.group, &r->rows.group));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->inquiry.selection, &r->inquiry.selection));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->cell, &r->cell));
    r->inquiry.n = n; /* from here on there is something to end */
    return TACIT_OK;
}

/* ---- the promise ---- */

/* Above this epsilon a person has to be told that little is promised. */
#define ABSURD 10.0

static tacit_status take_promise(tacit_ctx *cx, tacit_private_release *r)
{
    const tacit_args *args = &r->w->ask->args;
    const bool person = tacit_arg_given(args, TACIT_RELEASE_PERSON);
    tacit_inquiry *all = &r->inquiry;
    all->epsilon = tacit_arg_real(args, TACIT_RELEASE_EPSILON);
    all->delta = tacit_arg_real(args, TACIT_RELEASE_DELTA);
    all->promise = (tacit_privacy_promise){
        .groups = (uint64_t)tacit_arg_integer(args, TACIT_RELEASE_GROUPS),
        .records = (uint64_t)tacit_arg_integer(args, TACIT_RELEASE_RECORDS),
        .noise = (tacit_release_noise)tacit_arg_choice(args, TACIT_RELEASE_NOISE),
        .confidence = tacit_arg_real(args, TACIT_RELEASE_CONFIDENCE),
        .sampling = tacit_arg_choice(args, TACIT_RELEASE_INTERVAL) == 0,
    };
    if (!person && (all->promise.groups > 1 || all->promise.records > 1))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: 'groups' and 'records' are about persons with several records; name "
                          "the column that tells whose a record is as 'person'.",
                          r->w->plan->file);
    if (all->promise.noise == TACIT_RELEASE_GAUSSIAN && all->delta <= 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: Gaussian noise needs a 'delta' above 0; without one use laplace "
                          "noise.",
                          r->w->plan->file);
    if (all->epsilon > ABSURD)
        tacit_warn(cx, "An epsilon above 10 promises next to nothing: odds can grow by more than "
                       "20 000.");
    return TACIT_OK;
}

/* Fail unless what questions may spend of their own is there, and leaves something to the others.
 */
static tacit_status check_own(tacit_ctx *cx, const tacit_private_release *r)
{
    const tacit_inquiry *all = &r->inquiry;
    const double own = tacit_inquiry_own(all), left = all->epsilon - own;
    bool others = all->n_selections > 0;
    for (size_t i = 0; i < all->n; i++) {
        const tacit_question *q = &all->question[i];
        others = others || !tacit_question_has_own(q);
        const bool weighs = fabs(tacit_arg_real(q->args, TACIT_STATISTIC_WEIGHT) - 1) > 0;
        if (tacit_question_has_own(q) && (weighs || all->promise.noise == TACIT_RELEASE_GAUSSIAN))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: %s has an 'epsilon' of its own, which is instead of a 'weight' "
                              "and for laplace noise.",
                              r->w->plan->file, q->statistic->about.name);
    }
    if (own > 0 && (left < -0.5 / TACIT_SHARE_STEPS || (others && left < 1e-6)))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: the statistics that say 'epsilon' may spend %.9g together, which "
                          "%s the %.9g of the release; give them less.",
                          r->w->plan->file, own,
                          others ? "leaves nothing to the others of" : "is more than",
                          all->epsilon);
    return TACIT_OK;
}

tacit_status tacit_release_ask(tacit_ctx *cx, tacit_work *w, tacit_private_release *out)
{
    const tacit_plan *plan = w->plan;
    *out = (tacit_private_release){ .w = w };
    if (plan->n_statistics == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: a private release needs 'statistics': a list such as [{count: {by: "
                          "sex}}].",
                          plan->file);
    TACIT_TRY(take_promise(cx, out));
    TACIT_TRY(make_room(cx, out));
    for (size_t i = 0; i < plan->n_statistics; i++)
        TACIT_TRY(take_question(cx, out, &plan->statistic[i], i));
    return check_own(cx, out);
}

static void end_grouping(tacit_release_groups *g)
{
    for (size_t k = 0; g->selection != NULL && k < g->n; k++)
        tacit_numbering_free(&g->number[k]);
    tacit_free(g->code);
    tacit_free(g->persons);
}

void tacit_release_end(tacit_private_release *r)
{
    for (size_t d = 0; d < r->n_domains; d++) {
        tacit_dict_free(r->found[d]);
        tacit_free(r->rows.steps[d]);
    }
    for (size_t g = 0; g < r->n_groupings; g++) {
        end_grouping(&r->grouping[g]);
        tacit_free(r->rows.group[g]);
    }
    for (size_t i = 0; i < r->inquiry.n; i++) {
        if (r->cell[i] != NULL)
            tacit_wipe(r->cell[i], r->room[i] * r->inquiry.question[i].width * sizeof **r->cell);
        tacit_free(r->cell[i]);
    }
}
