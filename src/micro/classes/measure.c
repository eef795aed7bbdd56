/*
 * measure.c - the one way to run a measure.
 */
#include "micro/classes/measure.h"

#include <string.h>

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

/* Say which figure of the result is the one to read first, if it is there. */
static tacit_status point_out(tacit_ctx *cx, const tacit_measure *m, tacit_result *result)
{
    const json_t *figures = json_object_get(result, "figures");
    bool found = false;
    for (size_t i = 0; m->headline != NULL && i < json_array_size(figures); i++)
        found =
            found || strcmp(json_string_value(json_object_get(json_array_get(figures, i), "name")),
                            m->headline) == 0;
    if (!found)
        return TACIT_OK;
    TACIT_TRY(tacit_json_put(cx, result, "headline", json_string(m->headline)));
    if (m->headline_of == NULL)
        return TACIT_OK;
    return tacit_json_put(cx, result, "headline_of", json_string(m->headline_of));
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
    if (status == TACIT_OK)
        status = point_out(cx, m, result);
    if (status != TACIT_OK) {
        json_decref(result);
        return status;
    }
    TACIT_ASSERT((json_object_get(result, "holds") != NULL) == (m->family == TACIT_FAMILY_MODEL));
    *out = result;
    return TACIT_OK;
}
