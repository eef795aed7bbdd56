/*
 * trial.c - looking at nodes for a search: judged, scored, remembered.
 */
#include "micro/search/trial.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

enum { MOST_TRAIL = 20000 };

/* Scores closer than this, relatively, are equal. */
#define ROUNDING 1e-12

/* Kept lists take at most this many bytes unless the spec says otherwise. */
#define LIST_BYTES ((size_t)96 << 20)

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

tacit_status tacit_trials_begin(tacit_ctx *cx, const tacit_search_space *s,
                                const tacit_search_spec *spec, tacit_trials *out)
{
    *out = (tacit_trials){ .space = s, .spec = spec, .started = now() };
    const size_t memory = spec->memory > 0 ? spec->memory : LIST_BYTES;
    TACIT_TRY(tacit_walker_new(cx, s, memory, &out->walker));
    TACIT_TRY(tacit_scratch(cx, MOST_TRAIL, sizeof *out->trail, &out->trail));
    TACIT_TRY(
        tacit_scratch(cx, tacit_walker_threads(out->walker), sizeof(tacit_judge *), &out->judge));
    out->judge[0] = spec->judge;
    for (size_t t = 1; t < tacit_walker_threads(out->walker); t++)
        TACIT_TRY(tacit_judge_copy(cx, spec->judge, &out->judge[t]));
    for (size_t t = 0; t < tacit_walker_threads(out->walker); t++)
        TACIT_TRY(tacit_judge_reserve(cx, out->judge[t], s->cells.n));
    return TACIT_OK;
}

void tacit_trials_end(tacit_trials *t)
{
    for (size_t i = 1; t->judge != NULL && i < tacit_walker_threads(t->walker); i++)
        tacit_judge_free(t->judge[i]);
    tacit_walker_free(t->walker);
}

bool tacit_trials_are_over(const tacit_trials *t)
{
    return (t->spec->checks > 0 && t->checks >= t->spec->checks) ||
           (t->spec->seconds > 0.0 && now() - t->started >= t->spec->seconds);
}

bool tacit_trials_could_win(const tacit_trials *t, double bound)
{
    return !t->any || bound <= t->best.score + fabs(t->best.score) * ROUNDING;
}

/* ---- one node ---- */

/* Mark the classes that break what is required; how many records they have. */
static uint64_t mark(tacit_judge *judge, const tacit_judge_view *view, bool *marked)
{
    const uint64_t k = tacit_judge_least_size(judge);
    uint64_t records = 0;
    if (k == 0)
        return tacit_judge_mark(judge, view, marked);
    for (size_t g = 0; g < view->n; g++) {
        marked[g] = view->size[g] < k && view->size[g] > 0;
        records += marked[g] ? view->size[g] : 0;
    }
    return records;
}

/* Whether the keys of class g are all missing at a node. */
static bool is_blank(const tacit_search_space *s, const uint8_t *level,
                     const tacit_class_list *list, size_t g)
{
    for (size_t a = 0; a < s->n_axes; a++) {
        const tacit_axis *x = &s->axis[a];
        const uint32_t label = x->label[level[a]][x->missing];
        if (x->missing == x->labels[0] || tacit_space_label(s, list, a, g) != label ||
            (level[a] > 0 && tacit_axis_text(x, level[a], label) != NULL))
            return false;
    }
    return true;
}

tacit_release tacit_trial_mark(const tacit_trial_rule *rule, tacit_roller *r,
                               tacit_lattice_node *node)
{
    const tacit_class_list *list = &r->list;
    tacit_judge_pairs pairs[TACIT_MOST_AXES];
    TACIT_ASSERT(r->space->n_sensitive <= TACIT_MOST_AXES);
    for (size_t i = 0; i < r->space->n_sensitive; i++)
        pairs[i] = (tacit_judge_pairs){ .start = list->pairs[i].start,
                                        .value = list->pairs[i].value,
                                        .count = list->pairs[i].count };
    tacit_judge_view view = {
        .n = list->n, .size = list->size, .population = list->population, .pairs = pairs
    };
    size_t blank = 0;
    node->broken = mark(rule->judge, &view, r->marked);
    if (rule->loss != NULL)
        node->broken += tacit_loss_drop(rule->loss, node->level, list, r->marked);
    node->lacking = 0;
    if (node->broken > rule->most)
        node->lacking = tacit_judge_lacking(rule->judge, &view, r->marked, rule->most);
    if (node->broken == 0 || node->broken > rule->most)
        return (tacit_release){ .records = node->broken, .keeps = node->broken == 0 };
    while (blank < list->n && !is_blank(r->space, node->level, list, blank))
        blank++;
    view.blank = blank < list->n ? &blank : NULL;
    return tacit_judge_release(rule->judge, &view, rule->release, node->broken, r->marked);
}

static void count_classes(const tacit_roller *r, tacit_lattice_node *node)
{
    uint64_t smallest = UINT64_MAX, classes = 0;
    for (size_t g = 0; g < r->list.n; g++) {
        const bool counts = !r->marked[g] && r->list.size[g] > 0;
        classes += counts;
        smallest = counts && r->list.size[g] < smallest ? r->list.size[g] : smallest;
    }
    node->classes = classes;
    node->smallest = classes > 0 ? smallest : 0;
}

/* Judge and score the classes at hand. */
static void assess(const tacit_trials *t, tacit_judge *judge, tacit_roller *r,
                   tacit_lattice_node *node)
{
    const tacit_trial_rule rule = { judge, t->spec->release, t->spec->most_suppressed,
                                    t->spec->loss };
    const tacit_release release = tacit_trial_mark(&rule, r, node);
    node->suppressed = release.records;
    node->removed = release.removed;
    node->keeps = release.keeps && release.records <= t->spec->most_suppressed;
    node->score = INFINITY;
    count_classes(r, node);
    if (node->keeps)
        node->score = tacit_loss_score(t->spec->loss, node->level, &r->list, r->marked, NULL);
}

typedef struct batch {
    const tacit_trials *trials;
    tacit_lattice_node *node;
} batch;

static void look(void *user, size_t thread, size_t i, tacit_roller *at)
{
    const batch *b = user;
    assess(b->trials, b->trials->judge[thread], at, &b->node[i]);
}

/* ---- the best ---- */

static unsigned sum_of(const tacit_search_space *s, const uint8_t *level)
{
    unsigned sum = 0;
    for (size_t a = 0; a < s->n_axes; a++)
        sum += level[a];
    return sum;
}

bool tacit_lattice_is_better(const tacit_search_space *s, const tacit_lattice_node *x,
                             const tacit_lattice_node *y)
{
    const double room = isfinite(y->score) ? fabs(y->score) * ROUNDING : 0.0;
    if (x->score < y->score - room || x->score > y->score + room)
        return x->score < y->score;
    const unsigned a = sum_of(s, x->level), b = sum_of(s, y->level);
    return a != b ? a < b : memcmp(x->level, y->level, s->n_axes) < 0;
}

static void remember(tacit_trials *t, const tacit_lattice_node *node)
{
    t->checks++;
    if (t->n_trail < MOST_TRAIL)
        t->trail[t->n_trail++] = *node;
    if (node->keeps && (!t->any || tacit_lattice_is_better(t->space, node, &t->best))) {
        t->any = true;
        t->best = *node;
    }
}

tacit_status tacit_trials_run(tacit_ctx *cx, tacit_trials *t, tacit_lattice_node *node, size_t n)
{
    const size_t axes = t->space->n_axes;
    uint8_t level[TACIT_TRIAL_BATCH * TACIT_MOST_AXES];
    for (size_t first = 0; first < n; first += TACIT_TRIAL_BATCH) {
        const size_t some = n - first < TACIT_TRIAL_BATCH ? n - first : TACIT_TRIAL_BATCH;
        for (size_t i = 0; i < some; i++)
            memcpy(&level[i * axes], node[first + i].level, axes);
        TACIT_TRY(tacit_tick(cx, t->checks, 0));
        TACIT_TRY(tacit_walk(cx, t->walker, level, some, look,
                             &(batch){ .trials = t, .node = &node[first] }));
        for (size_t i = 0; i < some; i++)
            remember(t, &node[first + i]);
    }
    return TACIT_OK;
}

tacit_status tacit_search_look(tacit_ctx *cx, const tacit_search_space *s,
                               const tacit_search_spec *spec, const uint8_t *level,
                               tacit_outlook *out)
{
    static const uint8_t bottom[TACIT_MOST_AXES] = { 0 };
    const tacit_trials t = { .space = s, .spec = spec };
    tacit_roll_maps maps;
    tacit_roller r;
    TACIT_TRY(tacit_roll_maps_make(cx, s, &maps));
    TACIT_TRY(tacit_roller_make(cx, s, &maps, &r));
    TACIT_TRY(tacit_judge_reserve(cx, spec->judge, s->cells.n));
    *out = (tacit_outlook){ 0 };
    memcpy(out->node.level, level, s->n_axes);
    tacit_roll(&r, &s->cells, bottom, level);
    assess(&t, spec->judge, &r, &out->node);
    out->classes = r.list;
    out->class_of = r.class_of;
    out->marked = r.marked;
    return TACIT_OK;
}
