/*
 * protect.c - tables are protected as a plan asks for.
 */
#include "task/tables/protect/protect.h"

#include "base/hash.h"
#include "tabular/audit.h"

tacit_status tacit_tables_choose(tacit_ctx *cx, const tacit_plan *plan,
                                 const tacit_protection **out, tacit_args *args)
{
    tacit_value *at = NULL;
    *out = plan->protection;
    *args = plan->protection_args;
    if (*out != NULL)
        return TACIT_OK;
    *out = &tacit_protection_cell_suppression;
    TACIT_TRY(tacit_scratch(cx, tacit_param_count((*out)->about.params), sizeof *at, &at));
    tacit_args_preset((*out)->about.params, at, args);
    return TACIT_OK;
}

tacit_rng tacit_tables_stream(const tacit_work *w, const tacit_system *s)
{
    const tacit_rng root = tacit_rng_seed(w->seed);
    uint64_t mark = s->n_cells;
    for (size_t i = 0; i < s->n_cells; i++)
        mark = tacit_hash_u64(mark ^ tacit_hash_bytes(&s->cell[i].value, sizeof(double)));
    return tacit_rng_fork_number(&root, mark);
}

/* Publish what was hidden in vain: cells that are not sensitive and that everybody can compute. */
static tacit_status show_known(tacit_ctx *cx, tacit_system *s, tacit_result *told)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_audit audit = { 0 };
    if (s->changed)
        return TACIT_OK;
    TACIT_TRY(tacit_audit_run(cx, s, &audit));
    for (size_t k = 0; k < audit.n; k++)
        if (audit.finding[k].exact && s->cell[audit.finding[k].cell].status == TACIT_CELL_SECONDARY)
            s->cell[audit.finding[k].cell].status = TACIT_CELL_SAFE;
    const size_t n = audit.n_known;
    tacit_scratch_release(cx, mark);
    return n == 0 ? TACIT_OK
                  : tacit_result_note(cx, told,
                                      "Published again, since everybody could compute them: %zu "
                                      "cells that protected nothing.",
                                      n);
}

tacit_status tacit_tables_carry_out(tacit_ctx *cx, const tacit_protection *protection,
                                    const tacit_protection_job *job, tacit_result *told)
{
    TACIT_TRY(protection->run(cx, job, told));
    return show_known(cx, job->tables->system, told);
}
