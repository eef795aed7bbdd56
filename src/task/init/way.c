/*
 * way.c - ways to reach what a first plan requires, tried on the data.
 *
 * Each way is carried out as a plan on the data in memory by the same runner that will carry out
 * the plan; what it releases is thrown away.  A way that fails is passed over, unless memory or
 * patience ran out.
 *
 * Ways stand in the order in which people can work with the result: one level for all records, one
 * level and blanks, then labels of several levels side by side.  A later one must keep more than
 * NEARLY more to be taken.  The cost is that of the ways.
 */
#include "task/init/way.h"

#include <string.h>

#include "base/result.h"
#include "task/rehearsal.h"

/* Of the keys: so little more is not worth labels that are harder to read. */
#define NEARLY 0.01

static tacit_status read_trial(tacit_ctx *cx, const json_t *record, tacit_way_tried *t)
{
    const json_t *measure = json_array_get(json_object_get(record, "utility"), 0);
    const json_t *figure = json_array_get(json_object_get(measure, "figures"), 0);
    const json_t *loss = json_object_get(figure, "value");
    const char *lost = json_string_value(json_object_get(record, "lost"));
    char *copy = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &copy, "%s", lost == NULL ? "" : lost));
    t->released = json_is_true(json_object_get(record, "released")) && json_is_number(loss);
    t->kept = 1.0 - json_number_value(loss);
    t->lost = copy;
    return TACIT_OK;
}

static tacit_status try_one(tacit_ctx *cx, tacit_session *session, const char *head,
                            const char *before, tacit_way_tried *t)
{
    char *plan = NULL, *why = NULL;
    json_t *record = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &plan,
                                   "data: memory:data\n%ssteps:\n%s%s  - reorder: {keep: true}\n"
                                   "output: memory:trial\n",
                                   head, before, t->steps));
    TACIT_TRY(tacit_rehearsal_run(cx, session, plan, &record, &why));
    if (record == NULL)
        return TACIT_OK;
    const tacit_status status = read_trial(cx, record, t);
    json_decref(record);
    return status;
}

/* The first that keeps nearly as much as the one that keeps most. */
static size_t choose(const tacit_ways *t)
{
    double most = 0.0;
    for (size_t i = 0; i < t->n; i++)
        most = t->at[i].released && t->at[i].kept > most ? t->at[i].kept : most;
    size_t best = 0;
    while (best < t->n && !(t->at[best].released && t->at[best].kept >= most - NEARLY))
        best++;
    return best;
}

static tacit_status try_all(tacit_ctx *cx, tacit_session *session, const char *head,
                            const char *before, tacit_ways *t)
{
    for (size_t i = 0; i < t->n; i++) {
        tacit_stage(cx, "Trying %s", t->at[i].name);
        TACIT_TRY(try_one(cx, session, head, before, &t->at[i]));
    }
    t->best = choose(t);
    return TACIT_OK;
}

tacit_status tacit_ways_run(tacit_ctx *cx, const tacit_work *w, const char *head,
                            const char *before, tacit_ways *t)
{
    TACIT_ASSERT(t->n <= TACIT_MOST_WAYS);
    tacit_session *session = NULL;
    TACIT_TRY(tacit_rehearsal_open(cx, w, &session));
    const tacit_status status = try_all(cx, session, head, before, t);
    tacit_session_free(session);
    return status;
}
