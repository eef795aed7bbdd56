/*
 * protect.c - tables are protected as a plan asks for.
 */
#include "task/tables/protect/protect.h"

#include "base/hash.h"

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
static tacit_status show_known(tacit_ctx *cx, tacit_system *s, tacit_result *told,
                               tacit_audited *out)
{
    tacit_audit *audit = &out->audit;
    out->valid = audit->n_known == 0;
    if (out->valid)
        return TACIT_OK;
    for (size_t k = 0; k < audit->n; k++) {
        tacit_cell *c = &s->cell[audit->finding[k].cell];
        if (audit->finding[k].exact && c->status == TACIT_CELL_SECONDARY)
            c->status = TACIT_CELL_SAFE;
    }
    return tacit_result_note(cx, told,
                             "Published again, since everybody could compute them: %zu cells that "
                             "protected nothing.",
                             audit->n_known);
}

tacit_status tacit_tables_carry_out(tacit_ctx *cx, const tacit_protection *protection,
                                    const tacit_protection_job *job, tacit_result *told,
                                    tacit_audited *out)
{
    *out = (tacit_audited){ 0 };
    TACIT_TRY(protection->run(cx, job, told));
    tacit_system *s = job->tables->system;
    if (s->changed)
        return TACIT_OK;
    tacit_stage(cx, "Auditing");
    TACIT_TRY(
        protection->patience == NULL
            ? tacit_audit_run(cx, s, &out->audit)
            : tacit_audit_run_within(cx, s, protection->patience(job->args) / 2, &out->audit));
    return show_known(cx, s, told, out);
}
