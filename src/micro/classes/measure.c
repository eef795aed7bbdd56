/*
 * measure.c - the one way to run a measure.
 */
#include "micro/classes/measure.h"

static const char *const FAMILIES[] = {
    [TACIT_FAMILY_RISK] = "risk",
    [TACIT_FAMILY_UTILITY] = "utility",
    [TACIT_FAMILY_MODEL] = "model",
};

/* Say of the figures how they came about: what looks at a sample, or at a population of which
 * there is no file, estimates. */
static tacit_status settle(tacit_ctx *cx, const tacit_measure *m, const tacit_subject *subject,
                           const tacit_args *args, tacit_result *result)
{
    const uint64_t all = tacit_subject_records(subject), rows = tacit_args_sample(args, all);
    const bool guessed = (m->needs & TACIT_NEEDS_POPULATION) != 0 &&
                         tacit_subject_extra_of(subject)->population == NULL;
    const bool estimate = (m->traits & TACIT_MEASURE_ESTIMATE) != 0;
    return tacit_result_measured(cx, result, rows, rows == all && !guessed && !estimate);
}

tacit_status tacit_measure_run(tacit_ctx *cx, const tacit_measure *m, tacit_subject *subject,
                               const tacit_args *args, tacit_result **out)
{
    const unsigned empty = m->family == TACIT_FAMILY_UTILITY ? TACIT_TAKES_EMPTY : 0u;
    tacit_result *result = NULL;
    TACIT_TRY(tacit_args_check(cx, m->about.name, args));
    TACIT_TRY(tacit_subject_check(cx, subject, m->about.name, m->needs | empty));
    TACIT_TRY(tacit_result_new(cx, FAMILIES[m->family], &m->about, args, &result));
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = m->run(cx, subject, args, result);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        status = settle(cx, m, subject, args, result);
    if (status != TACIT_OK) {
        json_decref(result);
        return status;
    }
    TACIT_ASSERT((json_object_get(result, "holds") != NULL) == (m->family == TACIT_FAMILY_MODEL));
    *out = result;
    return TACIT_OK;
}
