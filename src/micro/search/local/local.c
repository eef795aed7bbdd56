/*
 * local.c - local recoding: the ways, and what becomes of a plan of groups.
 *
 *   mondrian   top-down, strict (local_split.c)
 *   relaxed    top-down, parts that are too small stay together, cells may be divided
 *   iterative  node after node on what is left (local_cascade.c)
 *   refine     two plans, of which the better is taken: a cascade in the order of class
 *              costs; and the groups of the start node split as far as they go.  The second
 *              is never worse than its start, so neither is the result.  Then units move to
 *              better groups (local_move.c).
 *
 * Every way brings in what is left: it joins the classes of the highest node, or single
 * groups (local_refine.c), or groups are given up for it (local_rescue.c).  In the end
 * groups get the narrowest region that their units share, those with the same region become
 * one, and all are judged once more.  If then more records are without a group than may be
 * suppressed, all starts again from the top, where groups are only split.  Last comes what
 * becomes of those without a group (release.c).
 *
 * Missing keys are labels of their own below the label that all share.
 */
#include "micro/search/local/own.h"

const char *const TACIT_LOCAL_WAYS[] = { "mondrian", "relaxed", "iterative", "refine", NULL };

/* Refine: when nodes are first looked at and how closely the order of costs is kept. */
static const tacit_cascade_spec BY_CLASS = { .ahead = 0.8, .step = 0.001 };
/* Iterative: node after node; no class costs more than this above what is due. */
static const tacit_cascade_spec BY_NODE = { .ahead = 1.0, .step = 1e9 };

static const tacit_split_spec STRICT = { .strict = true, .widest = true };
static const tacit_split_spec LOOSE = { .strict = false };
static const tacit_split_spec DIVIDING = { .divide = true };

/* A plan of groups. */
typedef struct plan {
    uint32_t *group; /* of each unit */
    size_t n;
} plan;

static tacit_status make_plan(tacit_ctx *cx, const tacit_local *L, plan *p)
{
    p->n = 0;
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *p->group, &p->group));
    for (size_t u = 0; u < L->room; u++)
        p->group[u] = TACIT_LOCAL_NONE;
    return TACIT_OK;
}

static uint64_t left_out(const tacit_local *L, const plan *p)
{
    uint64_t sum = 0;
    for (size_t u = 0; u < L->n; u++)
        sum += p->group[u] == TACIT_LOCAL_NONE ? L->size[u] : 0;
    return sum;
}

static void highest(const tacit_local *L, uint8_t *level)
{
    for (size_t a = 0; a < L->axes; a++)
        level[a] = L->axis[a].x->high;
}

/* ---- the ways ---- */

/* Bring units without a group into groups: those that gain by it, and if too many are left
 * all of them, if possible. */
static tacit_status bring_in(tacit_ctx *cx, tacit_local *L, plan *p)
{
    const uint64_t most = tacit_local_aim(L);
    const bool sure = (L->traits & TACIT_JUDGE_MONOTONE) != 0;
    if (left_out(L, p) > 0)
        TACIT_TRY(tacit_local_take_in(cx, L, TACIT_TAKE_GAINS, p->group, &p->n));
    if (left_out(L, p) > most && !sure)
        TACIT_TRY(tacit_local_rescue(cx, L, p->group, &p->n));
    if (left_out(L, p) > most)
        TACIT_TRY(tacit_local_take_in(cx, L, TACIT_TAKE_ALL, p->group, &p->n));
    return TACIT_OK;
}

/* Groups of a node, then split. */
static tacit_status from_node(tacit_ctx *cx, tacit_local *L, const uint8_t *level,
                              const tacit_split_spec *how, plan *p)
{
    TACIT_TRY(tacit_local_node(cx, L, level, p->group, &p->n));
    TACIT_TRY(bring_in(cx, L, p));
    return tacit_local_split(cx, L, how, p->group, &p->n);
}

static tacit_status from_cascade(tacit_ctx *cx, tacit_local *L, const tacit_cascade_spec *spec,
                                 plan *p)
{
    uint8_t top[TACIT_MOST_AXES];
    highest(L, top);
    TACIT_TRY(tacit_local_cascade(cx, L, spec, p->group, &p->n));
    if (left_out(L, p) > 0)
        TACIT_TRY(tacit_local_node(cx, L, top, p->group, &p->n));
    TACIT_TRY(bring_in(cx, L, p));
    return tacit_local_split(cx, L, &LOOSE, p->group, &p->n);
}

static tacit_status refine(tacit_ctx *cx, tacit_local *L, plan *p)
{
    uint8_t top[TACIT_MOST_AXES];
    plan other;
    double loss[2] = { 0.0, 0.0 };
    highest(L, top);
    TACIT_TRY(make_plan(cx, L, &other));
    TACIT_TRY(from_node(cx, L, L->spec->start != NULL ? L->spec->start : top, &LOOSE, p));
    TACIT_TRY(from_cascade(cx, L, &BY_CLASS, &other));
    TACIT_TRY(tacit_local_total(cx, L, p->group, p->n, &loss[0]));
    TACIT_TRY(tacit_local_total(cx, L, other.group, other.n, &loss[1]));
    const uint64_t most = tacit_local_aim(L);
    if (left_out(L, &other) <= most && (loss[1] < loss[0] || left_out(L, p) > most))
        *p = other;
    return tacit_local_move(cx, L, p->group, &p->n);
}

static tacit_status run_way(tacit_ctx *cx, tacit_local *L, plan *p)
{
    uint8_t top[TACIT_MOST_AXES];
    highest(L, top);
    switch (L->spec->way) {
    case TACIT_LOCAL_MONDRIAN:
        return from_node(cx, L, top, &STRICT, p);
    case TACIT_LOCAL_RELAXED:
        return from_node(cx, L, top, L->least > 0 ? &DIVIDING : &LOOSE, p);
    case TACIT_LOCAL_ITERATIVE:
        return from_cascade(cx, L, &BY_NODE, p);
    case TACIT_LOCAL_REFINE:
        return refine(cx, L, p);
    }
    return tacit_fail(cx, TACIT_ERR_INPUT, "There is no such way of local recoding.");
}

/* ---- all of it ---- */

/* The plan of the way asked for, or from the top if that leaves fewer of too many out. */
static tacit_status find_plan(tacit_ctx *cx, tacit_local *L, plan *p)
{
    uint8_t top[TACIT_MOST_AXES];
    plan other;
    TACIT_TRY(make_plan(cx, L, p));
    TACIT_TRY(run_way(cx, L, p));
    TACIT_TRY(tacit_local_settle(cx, L, p->group, &p->n));
    if (left_out(L, p) <= tacit_local_aim(L))
        return TACIT_OK;
    highest(L, top);
    TACIT_TRY(make_plan(cx, L, &other));
    TACIT_TRY(from_node(cx, L, top, &LOOSE, &other));
    TACIT_TRY(tacit_local_settle(cx, L, other.group, &other.n));
    if (left_out(L, &other) < left_out(L, p))
        *p = other;
    return TACIT_OK;
}

static tacit_status recode(tacit_ctx *cx, const tacit_search_space *s, tacit_judge *judge,
                           const tacit_local_spec *spec, tacit_recoding **out)
{
    tacit_local L;
    plan p;
    tacit_release release;
    TACIT_TRY(tacit_local_make(cx, s, judge, spec, &L));
    TACIT_TRY(find_plan(cx, &L, &p));
    TACIT_TRY(tacit_local_release(cx, &L, p.group, &p.n, &release));
    if (!release.keeps || release.records > spec->most_suppressed)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Local recoding would have to suppress %llu records to keep what is "
                          "required%s; %llu are allowed.",
                          (unsigned long long)release.records,
                          release.keeps ? "" : ", which they break themselves",
                          (unsigned long long)spec->most_suppressed);
    TACIT_TRY(tacit_local_result(cx, &L, p.group, p.n, out));
    (*out)->removed = release.removed;
    return TACIT_OK;
}

tacit_status tacit_recode_locally(tacit_ctx *cx, const tacit_search_space *s, tacit_judge *judge,
                                  const tacit_local_spec *spec, tacit_recoding **out)
{
    if ((tacit_judge_traits(judge) & TACIT_JUDGE_LOCAL) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Local recoding takes models that look at each class by itself; one of "
                          "those required looks at the whole table.");
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = recode(cx, s, judge, spec, out);
    tacit_scratch_release(cx, mark);
    return status;
}
