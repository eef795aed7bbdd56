/*
 * budget.c - a budget split among questions.  O(parts) for each of some five tries, 40 at most, and
 * what the accountants take.
 */
#include "privacy/statistic/budget.h"

#include <math.h>

enum { STEPS = 40 };

/* The share of the budget that may be left unspent where accountants have to be asked. */
#define LEFT 1e-4

tacit_status tacit_inquiry_losses(tacit_ctx *cx, const tacit_inquiry *all, tacit_spending *out)
{
    tacit_privacy_loss *loss = NULL;
    TACIT_TRY(
        tacit_scratch(cx, all->n * TACIT_MOST_PARTS + all->n_selections, sizeof *loss, &loss));
    *out = (tacit_spending){ .loss = loss };
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->question[i].n_parts; k++)
            loss[out->n++] = all->question[i].part[k].loss;
    for (size_t i = 0; i < all->n_selections; i++)
        loss[out->n++] = tacit_selection_loss(&all->selection[i]);
    return TACIT_OK;
}

/* ---- shares ---- */

bool tacit_question_has_own(const tacit_question *q)
{
    return tacit_arg_given(q->args, TACIT_STATISTIC_EPSILON);
}

double tacit_inquiry_own(const tacit_inquiry *all)
{
    double sum = 0; /* of whole numbers */
    for (size_t i = 0; i < all->n; i++)
        if (tacit_question_has_own(&all->question[i]))
            sum += nearbyint(tacit_arg_real(all->question[i].args, TACIT_STATISTIC_EPSILON) *
                             TACIT_SHARE_STEPS);
    return sum / TACIT_SHARE_STEPS;
}

/* The weight of question i, or of a selection from n on; 0 if it has an epsilon of its own. */
static double weight_of(const tacit_inquiry *all, size_t i)
{
    if (i >= all->n)
        return 1;
    return tacit_question_has_own(&all->question[i])
               ? 0
               : tacit_arg_real(all->question[i].args, TACIT_STATISTIC_WEIGHT);
}

/* What a level is multiplied with: weights, of which the heaviest is 1; `*sum` has that of all. */
static double scale_of(const tacit_inquiry *all, double *sum)
{
    double most = 0;
    *sum = 0;
    for (size_t i = 0; i < all->n + all->n_selections; i++) {
        most = fmax(most, weight_of(all, i));
        *sum += weight_of(all, i);
    }
    *sum = most > 0 ? *sum / most : 0;
    return most > 0 ? 1 / most : 0;
}

/* Let everything spend its weight times `level`, or what it has of its own. */
static tacit_status settle(tacit_ctx *cx, tacit_inquiry *all, double level)
{
    double sum = 0;
    const double scale = scale_of(all, &sum);
    for (size_t i = 0; i < all->n; i++) {
        tacit_question *q = &all->question[i];
        TACIT_TRY(tacit_question_settle(cx, q,
                                        tacit_question_has_own(q)
                                            ? tacit_arg_real(q->args, TACIT_STATISTIC_EPSILON)
                                            : level * weight_of(all, i) * scale));
    }
    for (size_t i = 0; i < all->n_selections; i++) {
        all->selection[i].epsilon = tacit_share_round(level * scale);
        all->selection[i].delta = all->delta / 2 / (double)all->n_selections;
    }
    return TACIT_OK;
}

/* ---- what it costs ---- */

/* What pure answers cost by adding up, which is exact: every share has 9 decimals. */
static double add_up(const tacit_spending *spent)
{
    double sum = 0; /* of whole numbers */
    for (size_t i = 0; i < spent->n; i++) {
        const tacit_privacy_loss *l = &spent->loss[i];
        const bool pure = l->kind != TACIT_LOSS_GAUSSIAN && l->delta <= 0;
        sum += pure ? (double)l->times * nearbyint(l->epsilon * TACIT_SHARE_STEPS) : INFINITY;
    }
    return sum / TACIT_SHARE_STEPS;
}

tacit_status tacit_inquiry_cost(tacit_ctx *cx, const tacit_inquiry *all, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_spending spent = { 0 };
    double least = INFINITY;
    tacit_status status = tacit_inquiry_losses(cx, all, &spent);
    if (status == TACIT_OK && all->delta > 0)
        status = tacit_accountant_least(cx, &spent, all->delta, &least);
    *out = fmin(least, add_up(&spent));
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status cost(tacit_ctx *cx, tacit_inquiry *all, double level, double *out)
{
    TACIT_TRY(settle(cx, all, level));
    return tacit_inquiry_cost(cx, all, out);
}

/* Accountants may let shares grow beyond what adding up allows, but by no such factor. */
enum { MOST_GAIN = 8 };

/* Levels between which the largest one lies that keeps to the budget, and what they cost. */
typedef struct bracket {
    double low, high, low_cost, high_cost;
} bracket;

/* Where the cost would be `budget` if it were a power of the level between the two; the middle if
 * that is not known yet, or every third time, so that the bracket shrinks whatever the cost is. */
static double next_level(const bracket *b, double budget, int turn)
{
    const double slope = log(b->high_cost / b->low_cost) / log(b->high / b->low);
    if (turn % 3 == 2 || !(b->low > 0 && b->low_cost > 0 && isfinite(slope) && slope > 0))
        return b->low + (b->high - b->low) / 2;
    const double level = b->low * pow(budget * (1 - LEFT / 2) / b->low_cost, 1 / slope);
    return fmin(fmax(level, b->low), b->high);
}

/* The first level is the one that adding up allows, the second what would spend all that this one
 * leaves if the cost of what is not given only grew in proportion. */
static double guess(const bracket *b, const tacit_inquiry *all, double weights, int turn)
{
    const double own = tacit_inquiry_own(all), left = all->epsilon - own;
    if (turn == 0)
        return left / weights;
    if (turn > 1 || b->low <= 0)
        return next_level(b, all->epsilon, turn);
    return fmin(b->low_cost > own ? b->low * left / (b->low_cost - own) : 2 * b->low, b->high);
}

static bool is_done(const bracket *b, const tacit_inquiry *all)
{
    const double left = all->delta > 0 ? LEFT : 1e-9;
    return b->high - b->low <= left * b->high || b->low_cost >= (1 - left) * all->epsilon;
}

/* The largest level at which all that has a weight may spend, if there is any. */
static tacit_status find_level(tacit_ctx *cx, tacit_inquiry *all, double weights, bracket *b)
{
    for (int i = 0; i < STEPS && !is_done(b, all); i++) {
        const double level = guess(b, all, weights, i);
        double epsilon = INFINITY;
        TACIT_TRY(tacit_tick(cx, (uint64_t)i, STEPS));
        TACIT_TRY(cost(cx, all, level, &epsilon));
        if (epsilon <= all->epsilon)
            *b = (bracket){ level, b->high, epsilon, b->high_cost };
        else
            *b = (bracket){ b->low, level, b->low_cost, epsilon };
    }
    TACIT_ASSERT(b->low > 0);
    return settle(cx, all, b->low);
}

tacit_status tacit_inquiry_settle(tacit_ctx *cx, tacit_inquiry *all, double *spent)
{
    bracket b = { .high = (all->delta > 0 ? MOST_GAIN : 1) * all->epsilon, .high_cost = INFINITY };
    double weights = 0;
    (void)scale_of(all, &weights);
    TACIT_TRY(weights > 0 ? find_level(cx, all, weights, &b) : cost(cx, all, 0, &b.low_cost));
    *spent = b.low_cost;
    TACIT_ASSERT(*spent <= all->epsilon);
    for (size_t i = 0; i < all->n_selections; i++)
        TACIT_TRY(tacit_selection_settle(cx, &all->selection[i]));
    return TACIT_OK;
}
