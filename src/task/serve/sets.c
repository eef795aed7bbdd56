/*
 * sets.c - the data sets that a server answers questions to, one for each policy.
 *
 * The first policy is the plan of the run; the others are read here as plans of their own, each
 * with a work that loads its data.  A question finds its data set by the name that it reads, so
 * that no two may share one, nor may a data set be called like a public table of another.
 */
#include <string.h>

#include "task/serve/own.h"
#include "task/tasks.h"

/* Read the policy in a file. */
static tacit_status read_set(tacit_ctx *cx, const tacit_serve *s, const char *file,
                             tacit_serve_set *out)
{
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_serve.section,
                                 .needs = TACIT_PART_DATA };
    char *text = NULL;
    tacit_work *w = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *w, &w));
    TACIT_TRY(tacit_plan_read(cx, file, &text));
    TACIT_TRY(tacit_plan_parse(cx, file, text, &use, &out->own));
    *w = (tacit_work){ .task = s->work->task,
                       .plan = out->own,
                       .ask = tacit_plan_asked(out->own, &tacit_task_serve.section),
                       .session = s->work->session,
                       .memory = s->work->memory };
    out->work = w;
    return tacit_work_reads(cx, s->work, file);
}

/* ---- names ---- */

static const char *name_of(const tacit_serve *s, size_t i)
{
    return tacit_gateway_policy(s->gateway[i])->schema.name;
}

static tacit_status check_names(tacit_ctx *cx, const tacit_serve *s, size_t i)
{
    const tacit_query_schema *schema = &tacit_gateway_policy(s->gateway[i])->schema;
    const char *file = s->set[i].work->plan->file;
    for (size_t k = 0; k < s->n; k++) {
        if (k < i && strcmp(name_of(s, k), schema->name) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: the data set is called '%s' as that of %s is; give it another "
                              "'name' in the section 'query'.",
                              file, schema->name, s->set[k].work->plan->file);
        for (size_t t = 0; t < schema->n_publics; t++)
            if (k != i && strcmp(schema->publics[t].name, name_of(s, k)) == 0)
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "%s: the public table '%s' is called as the data set of %s is; "
                                  "give it another name.",
                                  file, schema->publics[t].name, s->set[k].work->plan->file);
    }
    return TACIT_OK;
}

/* ---- all ---- */

tacit_status tacit_serve_open_sets(tacit_ctx *cx, tacit_serve *s)
{
    const tacit_value *also = &s->args->at[TACIT_SERVE_ALSO];
    s->n = 1 + also->n;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *s->gateway, &s->gateway));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *s->set, &s->set));
    s->set[0] = (tacit_serve_set){ .work = s->work };
    for (size_t i = 0; i < s->n; i++) {
        tacit_serve_set *set = &s->set[i];
        if (i > 0)
            TACIT_TRY(read_set(cx, s, also->texts[i - 1], set));
        set->query = tacit_plan_asked(set->work->plan, &tacit_task_query.section);
        TACIT_TRY(tacit_gateway_open(cx, set->work, set->query, &s->gateway[i]));
    }
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(check_names(cx, s, i));
    return TACIT_OK;
}

void tacit_serve_close_sets(tacit_serve *s)
{
    for (size_t i = 0; s->set != NULL && i < s->n; i++) {
        tacit_gateway_close(s->gateway[i]);
        if (s->set[i].own == NULL)
            continue;
        if (s->set[i].work != NULL)
            tacit_work_end(s->set[i].work);
        tacit_plan_free(s->set[i].own);
    }
}
