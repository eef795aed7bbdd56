/*
 * release.c - what a table is like once the classes that break what is required are suppressed.
 *
 * Blanked records keep their sensitive values, so that the table as a whole stays what it was:
 * it is enough that the class of blanks is accepted, with the records whose keys were all
 * missing before.  Anybody of the population may be among the blanks, unless it has so many
 * whose keys are all missing (classes/blanks.h).
 *
 * Records that are left out change what classes are compared with (t-closeness and its kin):
 * classes are compared with the table that is left, and those that break what is required go
 * too, until none does.  Others need no second look.
 *
 * What a node of a lattice comes to depends on its classes alone, not on how many records may
 * be suppressed: so whoever allows more never gets less.  O(classes + pairs) a round; nothing is
 * allocated.
 */
#include "micro/model/judge_own.h"

tacit_status tacit_judge_make_room(tacit_ctx *cx, tacit_judge *j)
{
    tacit_blank_room *b = &j->blank;
    const size_t n = j->frame.n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *b->sum, &b->sum));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *b->value, &b->value));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *b->count, &b->count));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *b->start, &b->start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *b->pairs, &b->pairs));
    for (size_t c = 0; c < n; c++) {
        const size_t values = j->frame.column[c].values.n;
        TACIT_TRY(tacit_scratch(cx, values, sizeof **b->sum, &b->sum[c]));
        TACIT_TRY(tacit_scratch(cx, values, sizeof **b->value, &b->value[c]));
        TACIT_TRY(tacit_scratch(cx, values, sizeof **b->count, &b->count[c]));
        b->pairs[c] = (tacit_judge_pairs){ b->start[c], b->value[c], b->count[c] };
    }
    return TACIT_OK;
}

tacit_status tacit_judge_reserve(tacit_ctx *cx, tacit_judge *judge, size_t classes)
{
    tacit_blank_room *b = &judge->blank;
    if (b->size != NULL && classes <= b->classes)
        return TACIT_OK;
    const tacit_status status =
        tacit_scratch(judge->own, classes + 1, sizeof *b->size, &b->size) == TACIT_OK
            ? tacit_scratch(judge->own, classes + 1, sizeof *b->marked, &b->marked)
            : TACIT_ERR_MEMORY;
    b->classes = classes;
    return status == TACIT_OK ? TACIT_OK : tacit_fail_memory(cx);
}

/* ---- blanked ---- */

static bool is_blank(const tacit_judge_view *view, const bool *marked, size_t g)
{
    return marked[g] || (view->blank != NULL && *view->blank == g);
}

/* Add up the values of wanted column c among the blanks. */
static void join_values(const tacit_judge *j, const tacit_judge_view *view, const bool *marked,
                        size_t c)
{
    const tacit_judge_pairs *pairs = &view->pairs[c];
    const tacit_blank_room *b = &j->blank;
    const size_t values = j->frame.column[c].values.n;
    size_t n = 0;
    for (size_t v = 0; v < values; v++)
        b->sum[c][v] = 0;
    for (size_t g = 0; g < view->n; g++)
        for (size_t p = pairs->start[g]; is_blank(view, marked, g) && p < pairs->start[g + 1]; p++)
            b->sum[c][pairs->value[p]] += pairs->count[p];
    for (size_t v = 0; v < values; v++)
        if (b->sum[c][v] > 0) {
            b->value[c][n] = (uint32_t)v;
            b->count[c][n++] = b->sum[c][v];
        }
    b->start[c][0] = 0;
    b->start[c][1] = n;
}

/* How many of the population the blanks, `size` records, may be. */
static double people_of(const tacit_judge_view *view, uint64_t size)
{
    double all = 0.0, own = view->blank != NULL ? view->population[*view->blank] : 0.0;
    for (size_t g = 0; g < view->n; g++)
        all += view->population[g];
    return own < (double)size ? all : own;
}

/* Whether the parts that judge the sizes of all classes accept the kept ones and the blanks. */
static bool whole_holds(const tacit_judge *j, const tacit_judge_view *view, const bool *marked,
                        uint64_t blanks)
{
    const tacit_blank_room *b = &j->blank;
    const tacit_judge_view whole = { .n = view->n + 1, .size = b->size };
    TACIT_ASSERT(b->classes >= view->n);
    for (size_t g = 0; g < view->n; g++)
        b->size[g] = is_blank(view, marked, g) ? 0 : view->size[g];
    b->size[view->n] = blanks;
    for (size_t i = 0; i < j->n; i++) {
        const tacit_class_judge *part = &j->part[i];
        if (part->mark == NULL || (part->traits & TACIT_JUDGE_LOCAL) != 0 || part->population)
            continue;
        for (size_t g = 0; g <= view->n; g++)
            b->marked[g] = false;
        if (part->mark(part->user, &whole, b->marked) > 0)
            return false;
    }
    return true;
}

/* Whether some part cannot do with blanks: what matches them is not judged, or it asks for
 * everybody and all `records` are marked. */
static bool forbids_blanks(const tacit_judge *j, bool all)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->part[i].no_blanks ||
            (all && j->part[i].population && (j->part[i].traits & TACIT_JUDGE_LOCAL) == 0))
            return true;
    return false;
}

/* Whether what is required holds with the marked records as one class of blanks. */
static bool blanks_hold(const tacit_judge *j, const tacit_judge_view *view, const bool *marked)
{
    uint64_t size = 0, all = 0;
    bool broken = false;
    for (size_t g = 0; g < view->n; g++) {
        all += view->size[g];
        size += is_blank(view, marked, g) ? view->size[g] : 0;
    }
    if (size < j->floor || forbids_blanks(j, size == all))
        return false;
    for (size_t c = 0; c < j->frame.n; c++)
        join_values(j, view, marked, c);
    const double people = j->population ? people_of(view, size) : 0.0;
    const tacit_judge_view blanks = {
        .n = 1, .size = &size, .population = &people, .pairs = j->blank.pairs
    };
    (void)tacit_judge_mark_by(j, true, &blanks, &broken);
    return !broken && whole_holds(j, view, marked, size);
}

/* ---- left out ---- */

static bool rebase(const tacit_judge *j, const tacit_judge_view *view, const bool *gone)
{
    bool any = false;
    for (size_t i = 0; i < j->n; i++)
        if (j->part[i].rebase != NULL) {
            j->part[i].rebase(j->part[i].user, view, gone);
            any = true;
        }
    return any;
}

/* Mark what breaks what is required in the table without the marked classes; how many records
 * more. */
static uint64_t mark_rest(const tacit_judge *j, const tacit_judge_view *view, bool *marked)
{
    uint64_t records = 0, more = 1;
    while (more > 0 && rebase(j, view, marked)) {
        more = tacit_judge_mark_by(j, true, view, marked);
        more += tacit_judge_mark_by(j, false, view, marked);
        records += more;
    }
    (void)rebase(j, view, NULL);
    return records;
}

tacit_release tacit_judge_release(tacit_judge *judge, const tacit_judge_view *view,
                                  tacit_release_how how, uint64_t records, bool *marked)
{
    tacit_release out = { .records = records, .keeps = true };
    uint64_t left = 0;
    if (records == 0 || how == TACIT_RELEASE_UNJUDGED)
        return out;
    if (how != TACIT_RELEASE_REMOVE)
        out.keeps = blanks_hold(judge, view, marked);
    if (how == TACIT_RELEASE_BLANK || (how == TACIT_RELEASE_AUTO && out.keeps))
        return out;
    out.removed = true;
    out.records += mark_rest(judge, view, marked);
    for (size_t g = 0; g < view->n; g++)
        left += marked[g] ? 0 : view->size[g];
    out.keeps = left > 0;
    return out;
}
