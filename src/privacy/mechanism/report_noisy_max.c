/*
 * report_noisy_max.c - the number of the score that is greatest with noise.
 *
 * To each score a geometric draw with P(g >= k) = exp(-k/b) is added, b = 2 sensitivity / epsilon,
 * half of it if the scores are monotone; the first of the greatest is reported, and not its score
 * (Dwork and Roth 2014, section 3.3; Ding, Kifer, Steinke and others 2021 with one-sided noise).
 * Given the noise of all others, i wins if its own is at least some integer, which a person moves
 * by at most 2 sensitivities, so that ties cost nothing.
 */
#include "privacy/mechanism/mechanism.h"

static const tacit_param PARAMS[] = { [TACIT_MECHANISM_EPSILON] = TACIT_PARAM_EPSILON,
                                      [TACIT_MECHANISM_SENSITIVITY] = TACIT_PARAM_SENSITIVITY,
                                      [TACIT_MECHANISM_MONOTONE] = TACIT_PARAM_MONOTONE,
                                      TACIT_PARAM_END };

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    request->answers = 1;
    return tacit_request_score_scale(cx, request);
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    tacit_i128 most = value[0] + noise[0];
    *out = 0;
    for (size_t i = 1; i < request->n; i++) {
        const bool more = value[i] + noise[i] > most;
        most = tacit_pick(more, value[i] + noise[i], most);
        *out = tacit_pick(more, (tacit_i128)i, *out);
    }
}

const tacit_mechanism tacit_mechanism_report_noisy_max = {
    .about = { .name = "report_noisy_max",
               .title = "Report noisy max",
               .summary = "Chooses the one of several whose score is greatest with noise.",
               .source =
                   "Dwork and Roth (2014), The algorithmic foundations of differential privacy, "
                   "section 3.3",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_CHOOSES,
    .prepare = prepare,
    .draw = tacit_draw_geometrics,
    .answer = answer,
    .loss = tacit_request_pure_loss,
};
