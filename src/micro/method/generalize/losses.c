/*
 * losses.c - the loss that a generalisation is to make least, from the parameters of the step.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "micro/method/generalize/generalize.h"

tacit_status tacit_generalize_axis(tacit_ctx *cx, const tacit_search_space *s, const char *what,
                                   const tacit_group *g, size_t *out)
{
    size_t a = 0;
    while (a < s->n_axes && strcmp(s->axis[a].name, g->label) != 0)
        a++;
    *out = a;
    if (a == s->n_axes)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' of generalize names '%s', which is no key.",
                          what, g->label);
    return TACIT_OK;
}

tacit_status tacit_generalize_weights(tacit_ctx *cx, const tacit_generalizer *z, const double **out)
{
    const tacit_value *given = &z->job->args->at[TACIT_GENERALIZE_WEIGHTS];
    double *weight = NULL, most = 0.0;
    *out = NULL;
    if (!given->given)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, z->space->n_axes, sizeof *weight, &weight));
    for (size_t a = 0; a < z->space->n_axes; a++)
        weight[a] = 1.0;
    for (size_t i = 0; i < given->n; i++) {
        const tacit_group *g = &given->groups[i];
        size_t a = 0;
        TACIT_TRY(tacit_generalize_axis(cx, z->space, "weights", g, &a));
        if (g->n != 1 || !tacit_parse_real(g->member[0], &weight[a]) || !(weight[a] >= 0.0))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'weights' of generalize needs for '%s' one number from 0 on.",
                              g->label);
    }
    for (size_t a = 0; a < z->space->n_axes; a++)
        most = fmax(most, weight[a]);
    if (!(most > 0.0))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'weights' of generalize are all 0.");
    for (size_t a = 0; a < z->space->n_axes; a++)
        weight[a] /= most;
    *out = weight;
    return TACIT_OK;
}

/* Numbers of levels and of bits are told as such. */
static tacit_loss_aggregate aggregate_of(const tacit_args *args)
{
    const size_t given = tacit_arg_choice(args, TACIT_GENERALIZE_AGGREGATE),
                 loss = tacit_arg_choice(args, TACIT_GENERALIZE_LOSS);
    if (given > 0)
        return (tacit_loss_aggregate)(given - 1);
    return loss == TACIT_LOSS_HEIGHT || loss == TACIT_LOSS_MONOTONE_ENTROPY ||
                   loss == TACIT_LOSS_NON_UNIFORM_ENTROPY
               ? TACIT_LOSS_SUM
               : TACIT_LOSS_GEOMETRIC;
}

static tacit_status read_prices(tacit_ctx *cx, const tacit_args *args, tacit_loss_prices *out)
{
    const tacit_value *given = &args->at[TACIT_GENERALIZE_PRICES];
    bool good = given->n == 4;
    for (size_t i = 0; i < given->n; i++)
        good = good && given->reals[i] >= 0.0;
    if (!good)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'prices' of generalize are four numbers from 0 on: what an attack costs "
                          "and gains, what it costs the publisher, and what a record is worth.");
    *out =
        (tacit_loss_prices){ .cost = given->reals[0],
                             .gain = given->reals[1],
                             .loss = given->reals[2],
                             .benefit = given->reals[3],
                             .drop = tacit_arg_flag(args, TACIT_GENERALIZE_PROFITABLE),
                             .population = tacit_arg_choice(args, TACIT_GENERALIZE_ATTACKER) != 0 };
    return TACIT_OK;
}

tacit_status tacit_generalize_loss(tacit_ctx *cx, tacit_generalizer *z)
{
    const tacit_args *args = z->job->args;
    tacit_loss_spec spec = { .kind = (tacit_loss_kind)tacit_arg_choice(args, TACIT_GENERALIZE_LOSS),
                             .aggregate = aggregate_of(args),
                             .balance = tacit_arg_real(args, TACIT_GENERALIZE_BALANCE),
                             .target = tacit_judge_sensitive(z->judge)->n };
    tacit_loss_prices prices;
    TACIT_TRY(tacit_generalize_weights(cx, z, &spec.weight));
    if (tacit_arg_given(args, TACIT_GENERALIZE_PRICES)) {
        TACIT_TRY(read_prices(cx, args, &prices));
        spec.prices = &prices;
    } else if (spec.kind == TACIT_LOSS_PUBLISHER_PAYOUT ||
               tacit_arg_flag(args, TACIT_GENERALIZE_PROFITABLE)) {
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s of generalize needs 'prices', such as [4, 300, 300, 1200].",
                          spec.kind == TACIT_LOSS_PUBLISHER_PAYOUT ? "The loss 'publisher_payout'"
                                                                   : "'profitable'");
    }
    return tacit_loss_new(cx, z->space, &spec, &z->loss);
}
