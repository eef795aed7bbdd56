/*
 * registry.c - the catalog of masking methods, and the one way to run them.
 */
#include "method/method.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_METHOD(id) &tacit_method_##id.about,
#include "method/methods.def"
#undef TACIT_METHOD
};

const tacit_catalog tacit_method_catalog = {
    .family = "method",
    .title = "Masking methods",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_method *tacit_method_find(const char *name)
{
    return tacit_catalog_get(&tacit_method_catalog, name);
}

/* What a column must be, in words. */
static const char *accepted(unsigned types)
{
    return types == TACIT_TYPE_NUMBER                       ? "numbers"
           : types == TACIT_TYPE_DATE                       ? "dates"
           : types == (TACIT_TYPE_NUMBER | TACIT_TYPE_DATE) ? "numbers or dates"
                                                            : "another type";
}

/* Make true what `run` may rely on: arguments in range, columns of a right type. */
static tacit_status check_job(tacit_ctx *cx, const tacit_method *m, const tacit_job *job)
{
    TACIT_TRY(tacit_args_check(cx, m->about.name, job->args));
    for (size_t c = 0; c < job->cols.n; c++) {
        const tacit_column *col = tacit_table_column(job->in, job->cols.at[c]);
        if ((tacit_column_type(col) & m->accepts) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Method '%s' needs %s, but column '%s' is a %s; if it holds numbers "
                              "with thousands separators, say so with 'thousands' under data.",
                              m->about.name, accepted(m->accepts), tacit_column_name(col),
                              tacit_type_name(tacit_column_type(col)));
    }
    return TACIT_OK;
}

/* Run on a copy of the table that is thrown away if it fails. */
static tacit_status run_on_copy(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                                tacit_table **out)
{
    tacit_table *masked = NULL;
    TACIT_TRY(tacit_table_copy(cx, job->in, &masked));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_rng stream = tacit_rng_fork(job->rng, m->about.name);
    tacit_job own = *job;
    own.rng = &stream;
    const tacit_status status = m->run(cx, &own, masked);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_table_free(masked);
        return status;
    }
    *out = masked;
    return TACIT_OK;
}

tacit_status tacit_method_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                              tacit_table **out)
{
    TACIT_TRY(check_job(cx, m, job));
    if (job->told != NULL)
        return run_on_copy(cx, m, job, out);
    tacit_job own = *job;
    TACIT_TRY(tacit_result_new(cx, "method", &m->about, job->args, &own.told));
    const tacit_status status = run_on_copy(cx, m, &own, out);
    json_decref(own.told);
    return status;
}
