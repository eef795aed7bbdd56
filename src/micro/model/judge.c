/*
 * judge.c - all requirements together: the union of what each marks.
 *
 * Requirements that judge each class by itself come first; those of the whole table then
 * look at what is left, again and again until none of them marks more.  The traits are
 * those that all requirements share:
 *   MONOTONE  a class that none marks is marked by none after joining;
 *   CONVEX    a table in which none marks a class keeps that for each of them.
 *
 * A judge has a context of its own, whose scratch memory holds what the rules of the models
 * prepare; its copies share nothing with it but the subject, the models and arguments.
 * Cost of marking: O(classes) and what the models need, for classes that are large enough
 * and not marked yet.  Nothing is allocated.
 */
#include "micro/model/judge.h"

#include <string.h>

#include "base/memory.h"
#include "micro/model/judge_own.h"

/* Keep column j in the frame; what is known of it is copied. */
static tacit_status add_column(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_sensitive *s,
                               size_t j)
{
    const size_t n = frame->n, values = s->values.n;
    tacit_sensitive *column = NULL;
    size_t *at = NULL, *row = NULL;
    uint64_t *total = NULL;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, values, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, values, sizeof *total, &total));
    for (size_t c = 0; c < n; c++) {
        column[c] = frame->column[c];
        at[c] = frame->at[c];
    }
    for (size_t v = 0; v < values; v++) {
        row[v] = s->values.row[v];
        total[v] = s->total[v];
    }
    column[n] = *s;
    column[n].values = (tacit_values){ .n = s->values.n, .row = row };
    column[n].total = total;
    at[n] = j;
    frame->column = column;
    frame->at = at;
    frame->n = n + 1;
    return TACIT_OK;
}

tacit_status tacit_judge_column(tacit_ctx *cx, tacit_judge_frame *frame, size_t j, size_t *place)
{
    tacit_ctx *passing = NULL; /* for what is as long as the table has rows */
    tacit_sensitive s;
    for (*place = 0; *place < frame->n; ++*place)
        if (frame->at[*place] == j)
            return TACIT_OK;
    passing = tacit_ctx_new();
    if (passing == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = tacit_sensitive_count(passing, frame->subject, j, &s);
    if (status == TACIT_OK)
        status = add_column(cx, frame, &s, j);
    else
        status = tacit_fail(cx, status, "%s", tacit_message(passing));
    tacit_ctx_free(passing);
    return status;
}

void tacit_size_judge(uint64_t least, tacit_class_judge *out)
{
    *out = (tacit_class_judge){ .traits =
                                    TACIT_JUDGE_MONOTONE | TACIT_JUDGE_CONVEX | TACIT_JUDGE_LOCAL,
                                .least_size = least };
}

bool tacit_judge_lacks_keys(const tacit_judge_frame *frame)
{
    const tacit_table *t = tacit_subject_table(frame->subject);
    const tacit_select *keys = tacit_subject_keys(frame->subject);
    for (size_t c = 0; c < keys->n; c++)
        if (tacit_column_missing(tacit_table_column(t, keys->at[c])) > 0)
            return true;
    return false;
}

static tacit_status make_part(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_requirement *r,
                              tacit_class_judge *out)
{
    const tacit_model *m = r->model;
    if (m->rule != NULL)
        return tacit_sensitive_judge(cx, frame, r->args, m->rule, out);
    if (m->judge != NULL)
        return m->judge(cx, frame, r->args, out);
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "A search cannot aim at the model '%s': classes alone do not tell whether it "
                      "holds.",
                      m->measure.about.name);
}

/* Make the parts, in the judge's own memory. */
static tacit_status make_parts(tacit_ctx *cx, tacit_judge *j)
{
    TACIT_TRY(tacit_scratch(cx, j->n, sizeof *j->part, &j->part));
    j->traits = TACIT_JUDGE_MONOTONE | TACIT_JUDGE_CONVEX | TACIT_JUDGE_LOCAL;
    j->floor = 1;
    j->only_size = j->n > 0;
    for (size_t i = 0; i < j->n; i++) {
        const tacit_model *m = j->require[i].model;
        tacit_class_judge *part = &j->part[i];
        TACIT_TRY(tacit_args_check(cx, m->measure.about.name, j->require[i].args));
        TACIT_TRY(
            tacit_subject_check(cx, j->frame.subject, m->measure.about.name, m->measure.needs));
        TACIT_TRY(make_part(cx, &j->frame, &j->require[i], part));
        j->traits &= part->traits;
        j->floor = part->least_size > j->floor ? part->least_size : j->floor;
        j->only_size = j->only_size && part->mark == NULL;
        j->population = j->population || part->population;
    }
    j->sensitive = (tacit_select){ .n = j->frame.n, .at = j->frame.at };
    return tacit_judge_make_room(cx, j);
}

/* Make a judge; sensitive columns that are known already are those of `known`, if any. */
static tacit_status make(tacit_ctx *cx, tacit_judge *j, const tacit_requirement *require,
                         const tacit_judge_frame *known)
{
    tacit_status status = tacit_scratch(j->own, j->n, sizeof *j->require, &j->require);
    for (size_t i = 0; status == TACIT_OK && i < j->n; i++)
        j->require[i] = require[i];
    for (size_t c = 0; status == TACIT_OK && known != NULL && c < known->n; c++)
        status = add_column(j->own, &j->frame, &known->column[c], known->at[c]);
    if (status == TACIT_OK)
        status = make_parts(j->own, j);
    if (status == TACIT_ERR_MEMORY)
        return tacit_fail_memory(cx);
    for (size_t i = 0; known == NULL && i < tacit_warning_count(j->own); i++)
        tacit_warn(cx, "%s", tacit_warning(j->own, i));
    return status == TACIT_OK ? status : tacit_fail(cx, status, "%s", tacit_message(j->own));
}

static tacit_status make_new(tacit_ctx *cx, tacit_subject *subject,
                             const tacit_requirement *require, size_t n,
                             const tacit_judge_frame *known, tacit_judge **out)
{
    tacit_judge *j = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *j, &j));
    j->own = tacit_ctx_new();
    j->n = n;
    j->frame.subject = subject;
    const tacit_status status =
        j->own == NULL ? tacit_fail_memory(cx) : make(cx, j, require, known);
    if (status != TACIT_OK) {
        tacit_judge_free(j);
        return status;
    }
    *out = j;
    return TACIT_OK;
}

tacit_status tacit_judge_new(tacit_ctx *cx, tacit_subject *subject,
                             const tacit_requirement *require, size_t n, tacit_judge **out)
{
    return make_new(cx, subject, require, n, NULL, out);
}

tacit_status tacit_judge_copy(tacit_ctx *cx, const tacit_judge *judge, tacit_judge **out)
{
    return make_new(cx, judge->frame.subject, judge->require, judge->n, &judge->frame, out);
}

void tacit_judge_free(tacit_judge *judge)
{
    if (judge == NULL)
        return;
    tacit_ctx_free(judge->own);
    tacit_free(judge);
}

unsigned tacit_judge_traits(const tacit_judge *judge)
{
    return judge->traits;
}

uint64_t tacit_judge_least_size(const tacit_judge *judge)
{
    return judge->only_size ? judge->floor : 0;
}

uint64_t tacit_judge_floor(const tacit_judge *judge)
{
    return judge->floor;
}

const tacit_select *tacit_judge_sensitive(const tacit_judge *judge)
{
    return &judge->sensitive;
}

bool tacit_judge_wants_population(const tacit_judge *judge)
{
    return judge->population;
}

uint64_t tacit_judge_mark_by(const tacit_judge *j, bool local, const tacit_judge_view *view,
                             bool *marked)
{
    uint64_t records = 0;
    for (size_t i = 0; i < j->n; i++) {
        const tacit_class_judge *part = &j->part[i];
        if (part->mark != NULL && ((part->traits & TACIT_JUDGE_LOCAL) != 0) == local)
            records += part->mark(part->user, view, marked);
    }
    return records;
}

uint64_t tacit_judge_mark(tacit_judge *judge, const tacit_judge_view *view, bool *marked)
{
    uint64_t records = 0, more = 0;
    for (size_t g = 0; g < view->n; g++) {
        marked[g] = view->size[g] < judge->floor && view->size[g] > 0;
        records += marked[g] ? view->size[g] : 0;
    }
    records += tacit_judge_mark_by(judge, true, view, marked);
    do {
        more = tacit_judge_mark_by(judge, false, view, marked);
        records += more;
    } while (more > 0);
    return records;
}

bool tacit_judge_can_lack(const tacit_judge *judge)
{
    for (size_t i = 0; i < judge->n; i++)
        if (judge->part[i].lacks != NULL)
            return true;
    return judge->floor > 1;
}

/* Whether class g, which is large enough, lacks something that a part asks for. */
static bool class_lacks(const tacit_judge *judge, const tacit_judge_view *view, size_t g)
{
    for (size_t i = 0; i < judge->n; i++)
        if (judge->part[i].lacks != NULL && judge->part[i].lacks(judge->part[i].user, view, g))
            return true;
    return false;
}

uint64_t tacit_judge_lacking(const tacit_judge *judge, const tacit_judge_view *view,
                             const bool *marked, uint64_t enough)
{
    uint64_t records = 0;
    for (size_t g = 0; g < view->n && records <= enough; g++)
        if (marked[g] && (view->size[g] < judge->floor || class_lacks(judge, view, g)))
            records += view->size[g];
    return records;
}
