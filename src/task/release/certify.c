/*
 * certify.c - the certificate of a private release.
 *
 * What was asked stands in it in the plan's own words, and of every part the mechanism with its
 * parameters and scale: enough to add up what was spent (check.c).
 */
#include <string.h>

#include "run/certificate/certificate.h"
#include "task/release/own.h"

/* ---- what was spent ---- */

static tacit_status trace_part(tacit_ctx *cx, const tacit_part *part, json_t *list)
{
    json_t *parameters = NULL;
    TACIT_TRY(tacit_args_json(cx, &part->args, &parameters));
    return tacit_json_add(cx, list,
                          json_pack("{s:s, s:s, s:o, s:I, s:[I,I]}", "part", part->name,
                                    "mechanism", part->mechanism->about.name, "parameters",
                                    parameters, "times", (json_int_t)part->loss.times, "scale",
                                    (json_int_t)part->request.scale.over,
                                    (json_int_t)part->request.scale.under));
}

tacit_status tacit_release_trace(tacit_ctx *cx, const tacit_private_release *r, json_t **out)
{
    json_t *list = json_array();
    tacit_status status = list == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    const tacit_inquiry *all = &r->inquiry;
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; status == TACIT_OK && k < all->question[i].n_parts; k++)
            status = trace_part(cx, &all->question[i].part[k], list);
    for (size_t i = 0; status == TACIT_OK && i < all->n_selections; i++)
        status =
            tacit_json_add(cx, list,
                           json_pack("{s:s, s:f, s:f, s:I}", "part", "groups", "epsilon",
                                     all->selection[i].epsilon, "delta", all->selection[i].delta,
                                     "times", (json_int_t)all->selection[i].groups));
    if (status == TACIT_OK)
        *out = list;
    else
        json_decref(list);
    return status;
}

json_t *tacit_release_random_json(const tacit_private_release *r)
{
    return json_pack("{s:I, s:I, s:I}", "records", (json_int_t)r->random.records, "order",
                     (json_int_t)r->random.order, "parts", (json_int_t)r->random.parts);
}

tacit_status tacit_release_claim(tacit_ctx *cx, const tacit_private_release *r, tacit_result **out)
{
    static const tacit_param params[] = { TACIT_PARAM_END };
    static const tacit_entry entry = { .name = "differential_privacy",
                                       .title = "Differential privacy",
                                       .source = "Dwork, McSherry, Nissim and Smith (2006)",
                                       .params = params };
    static const tacit_entry weaker = {
        .name = "random_differential_privacy",
        .title = "Random differential privacy",
        .source = "Hall, Rinaldo and Wasserman (2013); Rubinstein and Alda (2017)",
        .params = params
    };
    const tacit_args none = { .params = params };
    const double gamma = r->random.gamma;
    TACIT_TRY(tacit_result_new(cx, "claim", gamma > 0 ? &weaker : &entry, &none, out));
    TACIT_TRY(tacit_result_holds(cx, *out, r->spent <= r->inquiry.epsilon));
    TACIT_TRY(tacit_result_figure(cx, *out, "epsilon", "epsilon", r->inquiry.epsilon,
                                  TACIT_UNIT_NUMBER, "what is promised of all answers together",
                                  .better = TACIT_BETTER_LOWER));
    if (gamma > 0)
        TACIT_TRY(tacit_result_figure(cx, *out, "gamma", "gamma", gamma, TACIT_UNIT_NUMBER,
                                      "the probability with which nothing is promised, of data "
                                      "and a person drawn from the population",
                                      .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, *out, "delta", "delta", r->inquiry.delta, TACIT_UNIT_NUMBER,
                               "the probability with which the promise may not hold",
                               .better = TACIT_BETTER_LOWER);
}

/* ---- the certificate ---- */

/* What was asked, in the plan's words. */
static tacit_status put_asked(tacit_ctx *cx, const tacit_private_release *r, json_t *basis)
{
    const tacit_plan *plan = r->w->plan;
    json_t *args = NULL, *domains = json_object();
    TACIT_TRY(tacit_json_put(cx, basis, "domains", domains));
    json_t *statistics = json_array();
    TACIT_TRY(tacit_json_put(cx, basis, "statistics", statistics));
    TACIT_TRY(tacit_args_json(cx, &r->w->ask->args, &args));
    (void)json_object_del(args, "public"); /* where it lies is nobody's business */
    TACIT_TRY(tacit_json_put(cx, basis, "release", args));
    for (size_t i = 0; i < plan->n_domains; i++) {
        TACIT_TRY(tacit_args_json(cx, &plan->domain[i].args, &args));
        TACIT_TRY(tacit_json_put(cx, domains, plan->domain[i].column, args));
    }
    for (size_t i = 0; i < plan->n_statistics; i++) {
        TACIT_TRY(tacit_args_json(cx, &plan->statistic[i].args, &args));
        TACIT_TRY(tacit_json_add(
            cx, statistics, json_pack("{s:o}", plan->statistic[i].statistic->about.name, args)));
    }
    return TACIT_OK;
}

static tacit_status make_record(tacit_ctx *cx, const tacit_private_release *r, json_t *record)
{
    const json_t *from = r->w->record;
    json_t *basis = json_object(), *trace = NULL;
    TACIT_TRY(tacit_json_put(cx, record, "basis", basis));
    TACIT_TRY(put_asked(cx, r, basis));
    if (r->random.gamma > 0)
        TACIT_TRY(tacit_json_put(cx, basis, "random", tacit_release_random_json(r)));
    TACIT_TRY(tacit_release_trace(cx, r, &trace));
    TACIT_TRY(tacit_json_put(cx, basis, "spent", trace));
    TACIT_TRY(tacit_json_put(cx, record, "requirements",
                             json_incref(json_object_get(from, "requirements"))));
    return tacit_json_put(cx, record, "versions", json_incref(json_object_get(from, "versions")));
}

tacit_status tacit_release_certify(tacit_ctx *cx, const tacit_private_release *r,
                                   const tacit_table *answers)
{
    const json_t *outputs = json_object_get(r->w->record, "outputs");
    json_t *record = json_object(), *certificate = NULL;
    const tacit_certified what = { .plan = r->w->plan,
                                   .target = r->w->plan->output,
                                   .table = answers,
                                   .rows = tacit_table_rows(answers),
                                   .record = record,
                                   .output =
                                       json_array_get(outputs, json_array_size(outputs) - 1) };
    tacit_status status = record == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    if (status == TACIT_OK)
        status = make_record(cx, r, record);
    if (status == TACIT_OK)
        status = tacit_certificate_new(cx, &what, &certificate);
    json_decref(record);
    return status == TACIT_OK ? tacit_certificate_write(cx, r->w, certificate) : status;
}
