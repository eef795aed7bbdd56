/*
 * generate.c - example data, and the list of catalogs.
 */
#include <string.h>

#include "example/survey.h"
#include "plan/account.h"
#include "plan/release.h"

const tacit_catalog *const *tacit_catalogs(void)
{
    static const tacit_catalog *const all[] = {
        &tacit_method_catalog, &tacit_model_catalog,
        &tacit_risk_catalog,   &tacit_utility_catalog,
        &tacit_linker_catalog, &tacit_hierarchy_catalog,
        &tacit_engine_catalog, NULL,
    };
    return all;
}

static tacit_status write_survey(tacit_ctx *cx, const tacit_survey *survey, const char *target)
{
    tacit_release *release = NULL;
    const char *path = NULL;
    TACIT_TRY(tacit_release_new(cx, NULL, &release));
    tacit_status status = tacit_staged_add(cx, release->staged, target, &path);
    if (status == TACIT_OK)
        status = tacit_write_rows(cx, tacit_survey_source(survey), target, path);
    if (status == TACIT_OK)
        status = tacit_release_commit(cx, release);
    tacit_release_free(release);
    return status;
}

tacit_status tacit_run_generate(tacit_ctx *cx, const char *what, uint64_t rows, uint64_t seed,
                                const char *target, json_t **record)
{
    if (strcmp(what, "survey") != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "There is no example data '%s'; there is 'survey'.",
                          what);
    tacit_survey *survey = NULL;
    TACIT_TRY(tacit_write_check(cx, target));
    TACIT_TRY(tacit_survey_new(cx, seed, rows, &survey));
    tacit_status status = write_survey(cx, survey, target);
    tacit_survey_free(survey);
    TACIT_TRY(status);
    TACIT_TRY(tacit_account_new(cx, "generate", record));
    json_t *outputs =
        json_pack("[{s:s, s:s, s:I}]", "kind", "data", "path", target, "rows", (json_int_t)rows);
    status = tacit_json_put(cx, *record, "outputs", outputs);
    if (status != TACIT_OK)
        json_decref(*record);
    return status;
}
