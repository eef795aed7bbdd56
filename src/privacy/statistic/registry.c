/*
 * registry.c - the catalog of statistics, and what they share: parts, their noise, its size.
 */
#include <math.h>

#include "privacy/statistic/statistic.h"
#include "stats/counts/chi_square.h"
#include "stats/counts/wilson.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_STATISTIC(id) &tacit_statistic_##id.about,
#include "privacy/statistic/statistics.def"
#undef TACIT_STATISTIC
};

const tacit_catalog tacit_statistic_catalog = {
    .family = "statistic",
    .title = "Private statistics",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_param TACIT_STATISTIC_PARAMS[] = { TACIT_PARAMS_OF_ALL, TACIT_PARAM_END };
const tacit_param TACIT_STATISTIC_OF_PARAMS[] = {
    TACIT_PARAMS_OF_ALL, [TACIT_STATISTIC_OF] = TACIT_PARAM_OF, TACIT_PARAM_END
};

tacit_status tacit_question_prepare(tacit_ctx *cx, tacit_question *q)
{
    q->n_parts = 0;
    TACIT_TRY(q->statistic->prepare(cx, q));
    double shares = 0;
    for (size_t i = 0; i < q->n_parts; i++) {
        const double moves = (double)q->promise->records * (double)q->part[i].sensitivity;
        shares += q->part[i].share;
        if (moves > 0x1p53)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s of '%s' has bounds beyond 2^53 steps of its last decimal, for "
                              "which no noise can be drawn exactly; take a coarser lattice by "
                              "fewer 'decimals'.",
                              q->statistic->about.name, q->n_of > 0 ? q->of[0]->column : "");
    }
    TACIT_ASSERT(q->width > 0 && fabs(shares - 1) < 1e-9);
    return TACIT_OK;
}

void tacit_question_part(tacit_question *q, const tacit_part *part)
{
    TACIT_ASSERT(q->n_parts < TACIT_MOST_PARTS && part->sensitivity > 0);
    q->part[q->n_parts++] = *part;
}

void tacit_question_counts(tacit_question *q, const char *name, size_t n)
{
    q->width = n;
    tacit_question_part(
        q, &(tacit_part){
               .name = name, .n = n, .sensitivity = 1, .moved = 1, .times = 1, .share = 1 });
}

/* ---- noise ---- */

double tacit_share_round(double epsilon)
{
    return floor(epsilon * TACIT_SHARE_STEPS + 1e-6) / TACIT_SHARE_STEPS;
}

/* Decimals that rho keeps. */
#define RHO_STEPS 1e12

static void set_number(tacit_part *part, size_t i, double x)
{
    part->at[i] = (tacit_value){ .given = true, .number = x };
}

static bool is_gaussian(const tacit_privacy_promise *p, const tacit_part *part)
{
    return !part->chooses && p->noise == TACIT_RELEASE_GAUSSIAN;
}

tacit_status tacit_part_settle(tacit_ctx *cx, const tacit_privacy_promise *promise,
                               tacit_part *part, double first)
{
    const double groups = (double)promise->groups;
    part->mechanism = part->chooses                ? &tacit_mechanism_permute_and_flip
                      : is_gaussian(promise, part) ? &tacit_mechanism_discrete_gaussian
                                                   : &tacit_mechanism_discrete_laplace;
    tacit_args_preset(part->mechanism->about.params, part->at, &part->args);
    set_number(part, 0, first);
    set_number(part, 1, (double)promise->records * (double)part->sensitivity);
    set_number(part, 2, part->chooses ? (double)part->monotone : groups * (double)part->moved);
    TACIT_TRY(tacit_mechanism_prepare(cx, part->mechanism, &part->args, part->n, &part->request));
    part->loss = part->mechanism->loss(&part->request);
    part->loss.times = part->times * (part->chooses ? promise->groups : 1);
    return TACIT_OK;
}

/* A share in as many digits as leave its scale, which is 2 sensitivity / epsilon or less, within
 * what can be drawn exactly. */
static double round_share(const tacit_privacy_promise *p, const tacit_part *part, double epsilon)
{
    const double moves = 2 * (double)p->records * (double)part->sensitivity * (double)p->groups *
                         (double)part->moved;
    double steps = TACIT_SHARE_STEPS;
    while (moves * steps > (double)TACIT_MOST_TERM && epsilon * steps > 1000)
        steps /= 10;
    return floor(epsilon * steps + 1e-6) / steps;
}

tacit_status tacit_question_settle(tacit_ctx *cx, tacit_question *q, double epsilon)
{
    for (size_t i = 0; i < q->n_parts; i++) {
        tacit_part *part = &q->part[i];
        const double times = (double)(part->times * (part->chooses ? q->promise->groups : 1)),
                     own = epsilon * part->share / times;
        TACIT_TRY(tacit_part_settle(cx, q->promise, part,
                                    is_gaussian(q->promise, part)
                                        ? floor(own * own / 2 * RHO_STEPS) / RHO_STEPS
                                        : round_share(q->promise, part, own)));
    }
    return TACIT_OK;
}

tacit_status tacit_part_run(tacit_ctx *cx, const tacit_part *part, tacit_keystream *stream,
                            const tacit_i128 *value, tacit_i128 **out)
{
    tacit_request request = part->request;
    request.args = &part->args;
    if (part->reserve != NULL) {
        TACIT_TRY(tacit_scratch(cx, request.answers, sizeof **out, out));
        return tacit_reserve_answer(cx, part->reserve, value, *out);
    }
    return tacit_mechanism_run(cx, part->mechanism, &request, stream, value, out);
}

tacit_status tacit_part_choose(tacit_ctx *cx, const tacit_part *part, tacit_keystream *stream,
                               const tacit_i128 *score, size_t n, size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_i128 *chosen = NULL;
    tacit_part own = *part;
    TACIT_ASSERT(part->chooses && n > 0 && n <= part->n);
    TACIT_TRY(tacit_mechanism_prepare(cx, own.mechanism, &part->args, n, &own.request));
    TACIT_TRY(tacit_part_run(cx, &own, stream, score, &chosen));
    *out = (size_t)chosen[0];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- its size ---- */

/* One is short by more than scale (log n + t) with probability exp(-t) at most (McSherry and Talwar
 * 2007), so that several are by more than the sum of such with a gamma law. */
double tacit_part_short(const tacit_part *part, size_t choices, double miss)
{
    const double n = (double)choices;
    return tacit_ratio_real(part->request.scale) *
           (n * log((double)part->n) + tacit_chi_square_quantile(1 - miss, 2 * n) / 2);
}

double tacit_part_spread(const tacit_part *part)
{
    const double scale = tacit_ratio_real(part->request.scale);
    return part->mechanism == &tacit_mechanism_discrete_gaussian ? sqrt(scale)
                                                                 : sqrt(0.5) / sinh(0.5 / scale);
}

double tacit_part_within(const tacit_part *part, double confidence)
{
    const double scale = tacit_ratio_real(part->request.scale), miss = 1 - confidence;
    if (part->mechanism == &tacit_mechanism_discrete_gaussian)
        return ceil(sqrt(scale) * tacit_normal_quantile(1 - miss / 2));
    const double q = exp(-1 / scale); /* P(|noise| > w) = 2 q^(w+1) / (1 + q) */
    return fmax(0.0, ceil(scale * log(2 / (miss * (1 + q))) - 1 - 1e-12));
}

double tacit_privacy_factor(const tacit_privacy_promise *promise)
{
    const double miss = 1 - promise->confidence;
    return promise->noise == TACIT_RELEASE_GAUSSIAN ? tacit_normal_quantile(1 - miss / 2)
                                                    : log(1 / miss) / sqrt(2);
}

tacit_status tacit_answers_new(tacit_ctx *cx, size_t n, tacit_answers *out)
{
    out->n = n;
    return tacit_scratch(cx, n, sizeof *out->at, &out->at);
}

tacit_answer tacit_answer_round(const tacit_answer *a)
{
    const double digits = 3 - floor(log10(a->high - a->low));
    if (!isfinite(digits) || digits > 15)
        return *a;
    const double scale = pow(10, fmax(0, digits));
    return (tacit_answer){ .at = a->at,
                           .value = round(a->value * scale) / scale,
                           .low = floor(a->low * scale) / scale,
                           .high = ceil(a->high * scale) / scale };
}
