/*
 * registry.c - the catalog of modes, and the one way to ask one.
 */
#include "query/mode/mode.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_MODE(id) &tacit_mode_##id.about,
#include "query/mode/modes.def"
#undef TACIT_MODE
};

const tacit_catalog tacit_mode_catalog = {
    .family = "mode",
    .title = "Modes of answering",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_mode *tacit_mode_find(const char *name)
{
    return tacit_catalog_get(&tacit_mode_catalog, name);
}

const char *tacit_mode_unit_name(tacit_mode_unit unit)
{
    return unit == TACIT_SPENDS_EPSILON ? "epsilon" : "cells";
}

const char *tacit_query_refusal_code(tacit_query_refusal r)
{
    static const char *const codes[] = { [TACIT_REFUSED_NOT] = "",
                                         [TACIT_REFUSED_BUDGET] = "E_BUDGET",
                                         [TACIT_REFUSED_AUDIT] = "E_AUDIT",
                                         [TACIT_REFUSED_SIZE] = "E_SIZE" };
    return codes[r];
}

const char *tacit_query_refusal_why(tacit_query_refusal r)
{
    static const char *const why[] = {
        [TACIT_REFUSED_NOT] = "",
        [TACIT_REFUSED_BUDGET] = "the limit leaves less than this question costs",
        [TACIT_REFUSED_AUDIT] = "with earlier answers it would tell of too few persons",
        [TACIT_REFUSED_SIZE] = "it is about too few persons, or about all but too few",
    };
    return why[r];
}

tacit_status tacit_mode_settle(tacit_ctx *cx, const tacit_mode *mode, const tacit_args *args,
                               tacit_query *q)
{
    const tacit_mode_job job = { .query = q, .args = args };
    tacit_buffer words = { 0 };
    if (mode->settle == NULL)
        return q->epsilon > 0 ? tacit_fail(cx, TACIT_ERR_INPUT,
                                           "The mode '%s' spends no epsilon; ask without one.",
                                           mode->about.name)
                              : TACIT_OK;
    tacit_status status = tacit_args_check(cx, mode->about.name, args);
    if (status == TACIT_OK)
        status = mode->settle(cx, &job, &words);
    if (status == TACIT_OK)
        status = tacit_query_qualify(cx, q, words.text);
    tacit_buffer_free(&words);
    return status;
}

tacit_status tacit_mode_run(tacit_ctx *cx, const tacit_mode *mode, const tacit_mode_job *job,
                            const tacit_query_data *data, tacit_query_answer *out)
{
    const tacit_query *q = job->query;
    tacit_query_sets sets;
    *out = (tacit_query_answer){ .refused = TACIT_REFUSED_NOT };
    TACIT_TRY(tacit_args_check(cx, mode->about.name, job->args));
    TACIT_TRY(tacit_scratch(cx, q->cells * q->n_aggregates, sizeof *out->told, &out->told));
    if (mode->scan != NULL)
        return mode->scan(cx, job, data, out);
    TACIT_TRY(tacit_query_sets_of(cx, q, data, &sets));
    return mode->answer(cx, job, &sets, out);
}
