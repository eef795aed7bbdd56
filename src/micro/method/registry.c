/*
 * registry.c - the catalog of masking methods, and the one way to run them.
 */
#include "micro/method/method.h"

#include "micro/method/unit.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_METHOD(id) &tacit_method_##id.about,
#include "micro/method/methods.def"
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

tacit_status tacit_method_check_columns(tacit_ctx *cx, const tacit_method *m, const tacit_table *t,
                                        const tacit_select *cols)
{
    for (size_t c = 0; c < cols->n; c++) {
        const tacit_column *col = tacit_table_column(t, cols->at[c]);
        if ((tacit_column_type(col) & m->accepts) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Method '%s' needs %s, but column '%s' is a %s; if it holds numbers "
                              "with thousands separators, say so with 'thousands' under data.",
                              m->about.name, accepted(m->accepts), tacit_column_name(col),
                              tacit_type_name(tacit_column_type(col)));
    }
    return TACIT_OK;
}

/* Make true what `run` may rely on: arguments in range, columns of a right type. */
static tacit_status check_job(tacit_ctx *cx, const tacit_method *m, const tacit_job *job)
{
    TACIT_TRY(tacit_args_check(cx, m->about.name, job->args));
    return tacit_method_check_columns(cx, m, job->in, &job->cols);
}

tacit_status tacit_method_decide(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                                 tacit_decision *out)
{
    tacit_change *own = NULL;
    out->of = m;
    out->whole = (m->apply == NULL && m->decide == NULL) || tacit_unit_of(job->args) != NULL;
    if (out->whole)
        return TACIT_OK;
    if (m->decide != NULL)
        return m->decide(cx, job, out);
    TACIT_TRY(tacit_decision_add(cx, out, m, job->args, &own));
    own->is_public = (m->traits & TACIT_METHOD_PUBLIC) != 0;
    return TACIT_OK;
}

/* Decide and apply, or run, on `masked`, which equals the table. */
static tacit_status mask(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                         tacit_decision *decision, tacit_table *masked)
{
    const tacit_stretch all = { .first = 0, .rng = job->rng };
    TACIT_TRY(tacit_method_decide(cx, m, job, decision));
    if (tacit_unit_of(job->args) != NULL)
        return tacit_unit_run(cx, m, job, masked);
    if (decision->whole)
        return m->run(cx, job, masked);
    TACIT_TRY(tacit_decision_apply(cx, decision, &all, masked));
    return m->tell != NULL ? m->tell(cx, job, masked) : TACIT_OK;
}

/* Run on a copy of the table that is thrown away if it fails. */
static tacit_status run_on_copy(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                                tacit_table **out)
{
    tacit_table *masked = NULL;
    tacit_decision decision = { 0 };
    TACIT_TRY(tacit_table_copy(cx, job->in, &masked));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_rng stream = tacit_rng_fork(job->rng, m->about.name);
    tacit_job own = *job;
    own.rng = &stream;
    const tacit_status status =
        mask(cx, m, &own, job->decided != NULL ? job->decided : &decision, masked);
    tacit_scratch_release(cx, mark);
    tacit_decision_free(&decision);
    if (status != TACIT_OK) {
        tacit_table_free(masked);
        return status;
    }
    tacit_table_plain_zeros(masked);
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
