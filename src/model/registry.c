/*
 * registry.c - the catalog of anonymity models, and the one way to run them.
 */
#include "model/sensitive.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_MODEL(id) &tacit_model_##id.about,
#include "model/models.def"
#undef TACIT_MODEL
};

const tacit_catalog tacit_model_catalog = {
    .family = "model",
    .title = "Anonymity models",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_model *tacit_model_find(const char *name)
{
    return tacit_catalog_get(&tacit_model_catalog, name);
}

/* Measure by the model's own check, or by its rule for classes. */
static tacit_status check(tacit_ctx *cx, const tacit_model *m, tacit_subject *subject,
                          const tacit_args *args, tacit_result *result)
{
    tacit_class_rule rule;
    if (m->rule == NULL)
        return m->check(cx, subject, args, result);
    TACIT_TRY(m->rule(cx, args, &rule));
    return tacit_sensitive_check(cx, subject, args, &rule, result);
}

tacit_status tacit_model_run(tacit_ctx *cx, const tacit_model *m, tacit_subject *subject,
                             const tacit_args *args, tacit_result **out)
{
    TACIT_TRY(tacit_args_check(cx, m->about.name, args));
    TACIT_TRY(tacit_subject_check(cx, subject, m->about.name, m->needs));
    tacit_result *result = NULL;
    TACIT_TRY(tacit_result_new(cx, "model", &m->about, args, &result));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = check(cx, m, subject, args, result);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        json_decref(result);
        return status;
    }
    TACIT_ASSERT(json_object_get(result, "holds") != NULL);
    *out = result;
    return TACIT_OK;
}
