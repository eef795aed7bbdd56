/*
 * round.c - rounding of all cells to multiples of a base.
 *
 * Four ways: controlled (the nearest table of multiples that adds up: controlled.c), by chance
 * (unbiased: chance.c), small counts (small_counts.c), and plain (each cell by itself, which does
 * not add up).
 *
 * What readers are taken to know of a value a that is shown as z: |z - a| < (K + 1) b where cells
 * go at most K steps beyond the next multiples, |z - a| <= b / 2 for plain rounding, and that
 * counts are not negative.  Small counts: a leaf that is shown as 0 is below b, one that is shown
 * as b is above 0 and at most b, all others are shown as they are.
 *
 * Cost: about `seconds` at most; tables of two dimensions take a linear program.
 */
#include "tabular/protection/round/round.h"

#include "tabular/changes.h"
#include "tabular/protection/protection.h"

enum { BASE, HOW, STEPS, SECONDS };

enum { CONTROLLED, STOCHASTIC, PLAIN, SMALL_COUNTS };

static const char *const HOWS[] = { "controlled", "stochastic", "plain", "small_counts", NULL };

static const tacit_param PARAMS[] = {
    [BASE] = { .name = "base",
               .type = TACIT_PARAM_REAL,
               .need = TACIT_REQUIRED,
               .min = 1e-9,
               .max = 1e15,
               .importance = TACIT_FIRST,
               TACIT_USEFUL_LOG(3, 1000, NULL),
               .help = "cells become multiples of it; more than the protection levels ask for "
                       "together" },
    [HOW] = { .name = "how",
              .type = TACIT_PARAM_CHOICE,
              .choices = HOWS,
              .importance = TACIT_FIRST,
              .help = "the nearest table that adds up; by chance, unbiased; each cell by itself, "
                      "which does not add up; only inner cells below the base" },
    [STEPS] = { .name = "steps",
                .type = TACIT_PARAM_INTEGER,
                .max = 5,
                .importance = TACIT_ADVANCED,
                .help = "how many multiples further than the next a cell may go, for controlled "
                        "rounding" },
    [SECONDS] = { .name = "seconds",
                  .type = TACIT_PARAM_REAL,
                  .preset = 60,
                  .min = 0.1,
                  .max = 1e6,
                  TACIT_USEFUL_LOG(1, 3600, "seconds"),
                  .help = "processor time for the search; when it is over, the best table found is "
                          "taken" },
    TACIT_PARAM_END
};

/* ---- what readers know ---- */

/* Within `spread` of what is shown, and not negative if values are known not to be. */
static void tell_spread(tacit_cell *c, double spread)
{
    const double least = c->low >= 0 ? 0 : -HUGE_VAL;
    const double by = c->status == TACIT_CELL_KEPT ? 0 : spread;
    c->low = fmax(least, c->shown - by);
    c->high = c->shown + by;
}

/* Of multiples: that cells go no further than the steps asked for, and of those that do, their
 * own; what readers know less than that protects more. */
static void tell_multiples(tacit_system *s, const tacit_rounding *r, int32_t asked)
{
    for (size_t i = 0; i < s->n_cells; i++) {
        const int32_t up = r->t[i] - (r->r[i] > 0), down = -r->t[i];
        const int32_t own = up > down ? up : down, steps = own > asked ? own : asked;
        tell_spread(&s->cell[i], (steps + 1) * r->base - s->cell[i].unit);
    }
}

/* Of small counts: leaves as the header says, totals as their leaves. */
static tacit_status tell_small(tacit_ctx *cx, tacit_system *s, double base)
{
    tacit_leaves l = { 0 };
    TACIT_TRY(tacit_leaves_find(cx, s, &l));
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].low = s->cell[i].high = 0;
    for (size_t k = 0; k < l.n; k++) {
        const tacit_cell *c = &s->cell[l.cell[k]];
        const bool none = fabs(c->shown) < c->unit / 2, one = fabs(c->shown - base) < c->unit / 2;
        const bool known = c->status == TACIT_CELL_KEPT || (!none && !one);
        const double low = known ? c->shown : one ? c->unit : 0;
        const double high = known ? c->shown : one ? base : base - c->unit;
        for (size_t e = l.first[k]; e < l.first[k + 1]; e++) {
            s->cell[l.in[e]].low += low;
            s->cell[l.in[e]].high += high;
        }
    }
    return TACIT_OK;
}

/* ---- the ways ---- */

static void show(tacit_system *s, const tacit_rounding *r)
{
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].shown = r->base * (r->q[i] + r->t[i]);
}

/* How far cells go; `beyond` is how many go further than asked for. */
static tacit_status tell_steps(tacit_ctx *cx, const tacit_rounding *r, int32_t asked,
                               tacit_result *told, size_t *beyond)
{
    *beyond = 0;
    for (size_t i = 0; i < r->system->n_cells; i++) {
        const tacit_turns turns = tacit_rounding_turns(r, i, asked);
        *beyond += r->t[i] < turns.least || r->t[i] > turns.most;
    }
    TACIT_TRY(tacit_result_figure(cx, told, "steps", "Steps beyond the next multiples",
                                  (double)r->steps, TACIT_UNIT_COUNT,
                                  "how many multiples further than the next a cell goes at most",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, told, "beyond", "Cells further than asked for", (double)*beyond,
                               TACIT_UNIT_COUNT, "cells that go further than 'steps' allows",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status tell_controlled(tacit_ctx *cx, const tacit_rounding *r,
                                    const tacit_rounded *found, int32_t asked, tacit_result *told)
{
    size_t beyond = 0;
    TACIT_TRY(tell_steps(cx, r, asked, told, &beyond));
    if (found->impossible)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "No table of multiples that adds up exists with %d steps: this "
                                    "is proven. One with %d was taken.",
                                    (int)asked, (int)r->steps));
    else if (beyond > 0)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "No table of multiples that adds up was found with %d steps in "
                                    "the time given; some cells go further.",
                                    (int)asked));
    if (found->proven)
        return tacit_result_note(cx, told,
                                 "No table of multiples that adds up is nearer: this is "
                                 "proven.");
    if (!(found->bound > 0))
        return TACIT_OK;
    return tacit_result_figure(cx, told, "bound", "Least distance possible", found->bound,
                               TACIT_UNIT_NUMBER, "no table of multiples that adds up is nearer",
                               .better = TACIT_BETTER_HIGHER);
}

/* Small counts instead of multiples. */
static tacit_status fall_back(tacit_ctx *cx, const tacit_protection_job *job,
                              const tacit_rounding *r, tacit_result *told)
{
    tacit_system *s = job->tables->system;
    tacit_leaves l = { 0 };
    char text[TACIT_NUMBER_BYTES];
    TACIT_TRY(tacit_leaves_find(cx, s, &l));
    if (l.adds_up) {
        TACIT_TRY(tacit_round_small_counts(cx, s, r, job->rng));
        TACIT_TRY(tell_small(cx, s, r->base));
    } else {
        TACIT_TRY(tacit_round_linked(cx, s, r));
    }
    tacit_format_real(tacit_changes_of(s).largest, text);
    return tacit_result_note(cx, told,
                             "No table of multiples that adds up was found in the time given. "
                             "Inner cells below the base are shown as 0 or the base instead, and "
                             "others are no multiples; all add up, and the largest change is %s.",
                             text);
}

static tacit_status round_controlled(tacit_ctx *cx, const tacit_protection_job *job,
                                     tacit_rounding *r, tacit_result *told)
{
    tacit_system *s = job->tables->system;
    tacit_rounded found = { 0 };
    const int32_t asked = (int32_t)tacit_arg_integer(job->args, STEPS);
    r->steps = asked;
    TACIT_TRY(tacit_round_controlled(cx, r, job->rng, &found));
    if (found.none)
        return fall_back(cx, job, r, told);
    show(s, r);
    tell_multiples(s, r, asked);
    return tell_controlled(cx, r, &found, asked, told);
}

static tacit_status round_by_chance(tacit_ctx *cx, const tacit_protection_job *job,
                                    tacit_rounding *r, tacit_result *told)
{
    tacit_system *s = job->tables->system;
    size_t beyond = 0;
    TACIT_TRY(tacit_round_by_chance(cx, r, job->rng));
    show(s, r);
    tell_multiples(s, r, 0);
    r->steps = tacit_rounding_beyond(r);
    TACIT_TRY(tell_steps(cx, r, 0, told, &beyond));
    if (beyond == 0)
        return TACIT_OK;
    return tacit_result_note(cx, told,
                             "The expectation of every figure is its value and all add up, but "
                             "totals that cannot be controlled besides go up to %d steps further "
                             "than the next multiples.",
                             (int)r->steps);
}

/* Each cell by itself to the nearest multiple, upwards from the middle. */
static tacit_status round_plain(tacit_ctx *cx, tacit_system *s, tacit_rounding *r,
                                tacit_result *told)
{
    size_t broken = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        r->t[i] = r->r[i] >= r->base / 2;
    show(s, r);
    for (size_t i = 0; i < s->n_cells; i++)
        tell_spread(&s->cell[i], r->base / 2);
    s->additive = false;
    for (size_t e = 0; e < s->n_equations; e++) {
        double sum = 0;
        for (size_t k = s->first[e]; k < s->first[e + 1]; k++)
            sum += (double)s->term[k].weight * s->cell[s->term[k].at].shown;
        broken += fabs(sum) > r->base / 2;
    }
    TACIT_TRY(tacit_result_figure(cx, told, "broken", "Totals that do not add up", (double)broken,
                                  TACIT_UNIT_COUNT, "equations that what is shown does not fulfil",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_note(cx, told,
                             "Plain rounding does not add up, and readers can use by how "
                             "much it does not: the audit does.");
}

static tacit_status round_some(tacit_ctx *cx, const tacit_protection_job *job, tacit_rounding *r,
                               tacit_result *told)
{
    tacit_system *s = job->tables->system;
    switch (tacit_arg_choice(job->args, HOW)) {
    case STOCHASTIC:
        return round_by_chance(cx, job, r, told);
    case PLAIN:
        return round_plain(cx, s, r, told);
    case SMALL_COUNTS:
        TACIT_TRY(tacit_round_small_counts(cx, s, r, job->rng));
        return tell_small(cx, s, r->base);
    default:
        return round_controlled(cx, job, r, told);
    }
}

/* ---- what it tells ---- */

/* The bases that the levels of the sensitive cells ask for: so that an interval that begins at 0 is
 * as wide as both levels, and twice the largest level, as tau-Argus wants it. */
static void find_needed(const tacit_system *s, double *width, double *twice)
{
    *width = *twice = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (c->status != TACIT_CELL_PRIMARY)
            continue;
        *width = fmax(*width, fmax(c->lower + c->upper, c->sliding) + c->unit);
        *twice = fmax(*twice, 2 * fmax(c->lower, c->upper));
    }
}

static tacit_status tell_needed(tacit_ctx *cx, const tacit_system *s, const tacit_args *args,
                                tacit_result *told)
{
    const double base = tacit_arg_real(args, BASE);
    double width = 0, twice = 0;
    char text[TACIT_NUMBER_BYTES];
    find_needed(s, &width, &twice);
    if (tacit_arg_choice(args, HOW) == PLAIN)
        width *= 2;
    else if (tacit_arg_choice(args, HOW) == CONTROLLED)
        width /= (double)tacit_arg_integer(args, STEPS) + 1;
    tacit_format_real(base < width ? width : twice, text);
    if (base < width)
        return tacit_result_note(cx, told,
                                 "The base is too small for the protection levels of the sensitive "
                                 "cells, which ask for a base of at least %s.",
                                 text);
    if (base < twice)
        return tacit_result_note(cx, told,
                                 "The base is enough for the audit; tau-Argus asks for twice the "
                                 "largest protection level, which is %s.",
                                 text);
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_system *s = job->tables->system;
    tacit_rounding r = { 0 };
    TACIT_TRY(tacit_rounding_new(cx, s, tacit_arg_real(job->args, BASE), &r));
    r.end = tacit_rounding_now() + tacit_arg_real(job->args, SECONDS);
    s->changed = true;
    s->additive = true;
    TACIT_TRY(round_some(cx, job, &r, told));
    TACIT_TRY(tacit_changes_tell(cx, s, told));
    TACIT_TRY(tell_needed(cx, s, job->args, told));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Ways that are not plain search, or break ties, by chance. */
static bool draws(const tacit_args *args)
{
    (void)args;
    return true;
}

const tacit_protection tacit_protection_round = {
    .about = { .name = "round",
               .title = "Rounding",
               .summary = "Shows multiples of a base instead of values, so that tables still add "
                          "up and stay as near as they can.",
               .source = "Salazar-Gonzalez (2006), Controlled rounding and cell perturbation, "
                         "Mathematical Programming 105; Cox (1987), A constructive procedure for "
                         "unbiased controlled rounding, JASA 82; Langsrud and Heldal (2018), An "
                         "algorithm for small count rounding of tabular data",
               .params = PARAMS },
    .promise = TACIT_PROMISE_INTERVALS,
    .draws = draws,
    .run = run,
};
