/*
 * account.c - what a private generator looked at and paid, for whoever checks it.
 */
#include "task/synth/private.h"

/* ---- the account ---- */

/* Every look as [mechanism, epsilon or rho, sensitivity, moved, scale over, under], and of looks at
 * samples the share in parts of 2^32 and how many there were. */
static tacit_status list_looks(tacit_ctx *cx, const tacit_purse *purse, json_t *list)
{
    for (size_t i = 0; i < purse->n; i++) {
        const tacit_paid_look *l = &purse->look[i];
        json_t *own = json_pack("[s, f, I, I, I, I]", l->mechanism->about.name, l->amount,
                                (json_int_t)l->sensitivity, (json_int_t)l->moved,
                                (json_int_t)l->scale.over, (json_int_t)l->scale.under);
        TACIT_TRY(tacit_json_add(cx, list, own));
        if (l->times == 0)
            continue;
        TACIT_TRY(tacit_json_add(cx, own, json_integer((json_int_t)l->share)));
        TACIT_TRY(tacit_json_add(cx, own, json_integer((json_int_t)l->times)));
    }
    return TACIT_OK;
}

/* What may stand in a column. */
static tacit_status put_domain(tacit_ctx *cx, const tacit_domain *d, json_t *domains)
{
    json_t *own =
        d->number ? json_pack("{s:i, s:I, s:I}", "decimals", d->lattice.decimals, "lower",
                              (json_int_t)d->lattice.lower, "upper", (json_int_t)d->lattice.upper)
                  : json_pack("{s:[]}", "values");
    TACIT_TRY(tacit_json_put(cx, domains, d->column, own));
    for (size_t i = 0; i < d->n_values; i++)
        TACIT_TRY(tacit_json_add(cx, json_object_get(own, "values"), json_string(d->value[i])));
    if (d->date)
        TACIT_TRY(tacit_json_put(cx, own, "date", json_true()));
    return d->blank ? tacit_json_put(cx, own, "blank", json_true()) : TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const tacit_synth_domains *d, const tacit_synth_paid *paid,
                         json_t *touch)
{
    TACIT_TRY(list_looks(cx, paid->purse, json_object_get(touch, "looks")));
    for (size_t k = 0; k < d->n; k++) {
        const tacit_domain *own = &d->column[k].domain;
        TACIT_TRY(tacit_json_add(cx, json_object_get(touch, "columns"), json_string(own->column)));
        TACIT_TRY(put_domain(cx, own, json_object_get(touch, "domains")));
    }
    return TACIT_OK;
}

tacit_status tacit_synth_account(tacit_ctx *cx, tacit_work *w, const tacit_synth_domains *d,
                                 const tacit_synth_paid *paid)
{
    json_t *account =
        json_pack("{s:[{s:s, s:s, s:[], s:f, s:s, s:[], s:{}, s:i}], s:I, s:s}", "mechanisms",
                  "mechanism", "generator", "of", paid->generator->about.name, "columns", "epsilon",
                  tacit_arg_real(paid->args, TACIT_DP_EPSILON), "neighbours",
                  paid->purse->replaces ? "replace" : "add", "looks", "domains", "step", 0, "rows",
                  (json_int_t)paid->rows, "order", "random");
    TACIT_TRY(tacit_json_put(cx, w->record, "privacy", account));
    if (w->simulation)
        TACIT_TRY(tacit_json_put(cx, account, "simulation", json_true()));
    json_t *touch = json_array_get(json_object_get(account, "mechanisms"), 0);
    if (!paid->purse->is_pure)
        TACIT_TRY(tacit_json_put(cx, touch, "delta",
                                 json_real(tacit_arg_real(paid->args, TACIT_DP_DELTA))));
    TACIT_TRY(fill(cx, d, paid, touch));
    w->known.extra.privacy = account;
    return TACIT_OK;
}

/* ---- for the custodian ---- */

static tacit_status tell(tacit_ctx *cx, const tacit_synth_paid *paid, tacit_result *r)
{
    static const char *const heads[] = { "mechanism", "amount", "sensitivity", "noise" };
    const tacit_purse *p = paid->purse;
    json_t *table = NULL;
    TACIT_TRY(tacit_result_figure(cx, r, "looks", "Looks at the data", (double)p->n,
                                  TACIT_UNIT_COUNT, "counts and choices that were given noise"));
    TACIT_TRY(
        tacit_result_table(cx, r, "looks", "Looks at the data, in their order", 4, heads, &table));
    for (size_t i = 0; i < p->n; i++)
        TACIT_TRY(tacit_result_row(cx, table, "[s, f, I, f]", p->look[i].mechanism->about.name,
                                   p->look[i].amount, (json_int_t)p->look[i].sensitivity,
                                   tacit_ratio_real(p->look[i].scale)));
    TACIT_TRY(tacit_result_note(cx, r, "%s",
                                p->is_pure ? "Amounts are epsilons, which add up."
                                           : "Amounts are rhos of Gaussian noise and epsilons of "
                                             "choices, of which an eighth of the square is rho; "
                                             "rhos add up."));
    return tacit_result_note(cx, r, "%s",
                             p->replaces
                                 ? "The number of records is public: what a record says is "
                                   "protected, not whether it is there."
                                 : "The number of records is secret and has noise: whether a "
                                   "record is there is protected too.");
}

tacit_status tacit_synth_tell_looks(tacit_ctx *cx, const tacit_work *w,
                                    const tacit_synth_paid *paid)
{
    static const tacit_account_part part = {
        .name = "synthesis",
        .title = "How the columns were made",
        .lead = "All columns were made at once from counts with noise, over domains that were "
                "declared before the data was seen."
    };
    json_t *results = NULL;
    tacit_result *r = NULL;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "synthesis", &paid->generator->about, paid->args, &r));
    TACIT_TRY(tacit_json_add(cx, results, r));
    return tell(cx, paid, r);
}
