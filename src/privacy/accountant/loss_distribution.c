/*
 * loss_distribution.c - the distribution of the privacy loss itself, as exactly as a grid allows.
 *
 * See masses.h.  The tightest accountant where the mechanisms are known; with Gaussian noise beyond
 * 2^14 steps of its lattice it knows nothing.  Every approximation errs on the safe side.
 */
#include <math.h>
#include <string.h>

#include "privacy/accountant/accountant.h"
#include "privacy/accountant/masses.h"

enum { STEP };

static const tacit_param PARAMS[] = {
    [STEP] = { .name = "step",
               .type = TACIT_PARAM_REAL,
               .preset = 1e-4,
               .min = 1e-6,
               .max = 0.1,
               .importance = TACIT_ADVANCED,
               TACIT_USEFUL_LOG(1e-5, 1e-2, NULL),
               .help = "step of the grid of losses; a coarser one gives a larger epsilon" },
    TACIT_PARAM_END
};

static bool is_same(const tacit_privacy_loss *a, const tacit_privacy_loss *b)
{
    const double x[] = { a->epsilon, a->delta, a->sigma, a->steps, a->rate },
                 y[] = { b->epsilon, b->delta, b->sigma, b->steps, b->rate };
    return a->kind == b->kind && memcmp(x, y, sizeof x) == 0;
}

/* Equal losses as one that is there several times: a power instead of a product. */
static tacit_status merge(tacit_ctx *cx, const tacit_spending *spent, tacit_spending *out)
{
    tacit_privacy_loss *loss = NULL;
    TACIT_TRY(tacit_scratch(cx, spent->n, sizeof *loss, &loss));
    *out = (tacit_spending){ .loss = loss };
    for (size_t i = 0; i < spent->n; i++) {
        size_t k = 0;
        while (k < out->n && !is_same(&loss[k], &spent->loss[i]))
            k++;
        if (k < out->n)
            loss[k].times += spent->loss[i].times;
        else
            loss[out->n++] = spent->loss[i];
    }
    return TACIT_OK;
}

static tacit_status epsilon(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                            double delta, double *out)
{
    double worst = 0.0;
    bool sampled = false; /* else both ways are the same */
    *out = INFINITY;
    for (size_t i = 0; i < spent->n; i++) {
        sampled = sampled || spent->loss[i].rate < 1;
        if (!tacit_loss_has_curve(&spent->loss[i]))
            return TACIT_OK;
    }
    if (delta <= 0)
        return tacit_accountant_epsilon(cx, &tacit_accountant_pure, spent, delta, out);
    tacit_spending merged = { 0 };
    TACIT_TRY(merge(cx, spent, &merged));
    for (tacit_direction way = TACIT_WAY_REMOVE;
         way <= (sampled ? TACIT_WAY_ADD : TACIT_WAY_REMOVE); way++) {
        tacit_masses masses;
        const double step = tacit_arg_real(args, STEP);
        TACIT_TRY(tacit_masses_make(cx, &merged, way, step, delta, &masses));
        worst = fmax(worst, tacit_masses_epsilon(&masses, delta * (1 - 1e-11)));
    }
    *out = TACIT_ROUNDED_UP(worst);
    return TACIT_OK;
}

const tacit_accountant tacit_accountant_loss_distribution = {
    .about = { .name = "loss_distribution",
               .title = "Privacy loss distribution",
               .summary = "The distribution of the privacy loss on a grid, rounded up.",
               .source = "Sommer, Meiser and Mohammadi (2019), Privacy loss classes; Doroshenko, "
                         "Ghazi, Kamath, Kumar and Manurangsi (2022), Connect the dots",
               .params = PARAMS },
    .epsilon = epsilon,
};
