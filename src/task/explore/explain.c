/*
 * explain.c - why each key had to be generalised.
 *
 * For each key that the best choice of levels generalises, and for each lower level of it,
 * the best choice with the key at that level or below is looked up, others free: either none
 * keeps what is required, or it loses more, because other keys go up or more records are
 * suppressed.  If all choices were looked at, what is said is exact.  If they are too many,
 * each is a search with the key's levels bounded: then losses are those of the best choice
 * that was found, and the fewest records at risk are those with all other keys at their
 * highest levels, which is exact for requirements that generalising never breaks.
 */
#include <math.h>
#include <string.h>

#include "task/explore/lattice.h"
#include "task/tasks.h"

static const tacit_entry WHY = {
    .name = "why",
    .title = "Why the keys are generalised",
    .source = "Samarati (2001), Protecting respondents' identities in microdata release",
};

/* One lower level of one key. */
typedef struct lower {
    size_t axis;
    uint8_t level;
    uint64_t fewest; /* records at risk, whatever the others are */
    bool any;        /* some choice keeps what is required */
    tacit_lattice_node best;
} lower;

/* Search the nodes with axis a bounded. */
static tacit_status search_bounded(tacit_ctx *cx, const tacit_lattice *l, lower *w)
{
    const tacit_search_space *s = l->z.space;
    tacit_axis *x = &s->axis[w->axis];
    const uint8_t high = x->high;
    tacit_search_spec spec = l->z.spec;
    tacit_search_found found;
    spec.how = TACIT_SEARCH_HEURISTIC;
    x->high = w->level;
    const tacit_status status = tacit_search(cx, s, &spec, &found);
    x->high = high;
    TACIT_TRY(status);
    w->any = found.any;
    w->best = found.best;
    return TACIT_OK;
}

/* The same for lattices that are too large to look at as a whole. */
static tacit_status search_lower(tacit_ctx *cx, const tacit_lattice *l, lower *w)
{
    tacit_outlook top;
    uint8_t high[TACIT_MOST_AXES];
    const size_t mark = tacit_scratch_mark(cx);
    for (size_t b = 0; b < l->z.space->n_axes; b++)
        high[b] = b == w->axis ? w->level : l->z.space->axis[b].high;
    TACIT_TRY(tacit_search_look(cx, l->z.space, &l->z.spec, high, &top));
    w->fewest = top.node.suppressed;
    TACIT_TRY(search_bounded(cx, l, w));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status look_lower(tacit_ctx *cx, const tacit_lattice *l, size_t a, uint8_t level,
                               lower *out)
{
    *out = (lower){ .axis = a, .level = level };
    if (l->atlas == NULL)
        return search_lower(cx, l, out);
    uint8_t high[TACIT_MOST_AXES];
    for (size_t b = 0; b < l->z.space->n_axes; b++)
        high[b] = l->z.space->axis[b].high;
    high[a] = level;
    const tacit_atlas_query q = { .rung = tacit_atlas_required(l->atlas),
                                  .most_suppressed = l->z.spec.most_suppressed,
                                  .score = l->score,
                                  .high = high };
    out->fewest = tacit_atlas_fewest(l->atlas, &q);
    out->any = tacit_atlas_best(l->atlas, &q, &out->best, 1) > 0;
    return TACIT_OK;
}

/* ---- sentences ---- */

/* Keys that go up, or down, from the best choice: "'age' (3 to 4) and 'sex' (0 to 1)". */
static tacit_status moved(tacit_ctx *cx, const tacit_lattice *l, const lower *w, bool up,
                          char **out)
{
    size_t at[TACIT_MOST_AXES], n = 0;
    char *text = NULL;
    for (size_t a = 0; a < l->z.space->n_axes; a++)
        if (a != w->axis &&
            (up ? w->best.level[a] > l->best.level[a] : w->best.level[a] < l->best.level[a]))
            at[n++] = a;
    TACIT_TRY(tacit_scratch_text(cx, "", &text));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s'%s' (%d to %d)", text,
                                       i == 0       ? ""
                                       : i + 1 == n ? " and "
                                                    : ", ",
                                       l->z.space->axis[at[i]].name, l->best.level[at[i]],
                                       w->best.level[at[i]]));
    *out = text;
    return TACIT_OK;
}

static tacit_status say_impossible(tacit_ctx *cx, const tacit_lattice *l, const lower *w,
                                   char **out)
{
    const unsigned long long k = tacit_judge_least_size(l->z.judge);
    char *where = NULL;
    if (k > 0)
        TACIT_TRY(tacit_scratch_format(cx, &where, "are in classes smaller than %llu", k));
    else
        TACIT_TRY(tacit_scratch_text(cx, "would have to be suppressed", &where));
    return tacit_scratch_format(
        cx, out,
        "With '%s' at level %d%s at least %llu records (%.3g%%) %s, whatever the other levels "
        "are; %llu (%.3g%%) may be suppressed.",
        l->z.space->axis[w->axis].name, w->level,
        w->level > l->z.space->axis[w->axis].low ? " or below" : "", (unsigned long long)w->fewest,
        100.0 * tacit_lattice_share(l, w->fewest), where,
        (unsigned long long)l->z.spec.most_suppressed,
        100.0 * tacit_lattice_share(l, l->z.spec.most_suppressed));
}

static tacit_status say_costly(tacit_ctx *cx, const tacit_lattice *l, const lower *w, char **out)
{
    char *up = NULL, *down = NULL, *why = NULL;
    TACIT_TRY(moved(cx, l, w, true, &up));
    TACIT_TRY(moved(cx, l, w, false, &down));
    if (up[0] != '\0')
        TACIT_TRY(tacit_scratch_format(cx, &why, "%s would have to go up", up));
    else
        TACIT_TRY(tacit_scratch_format(
            cx, &why, "%.3g%% of the records would be suppressed instead of %.3g%%",
            100.0 * tacit_lattice_share(l, w->best.suppressed),
            100.0 * tacit_lattice_share(l, l->best.suppressed)));
    return tacit_scratch_format(
        cx, out, "With '%s' at level %d%s the loss is %s%.4g, %.3g more, because %s%s%s%s.",
        l->z.space->axis[w->axis].name, w->level,
        w->level > l->z.space->axis[w->axis].low ? " or below" : "",
        l->atlas != NULL ? "at least " : "", w->best.score, w->best.score - l->best.score, why,
        down[0] != '\0' ? " (while " : "", down, down[0] != '\0' ? " could go down)" : "");
}

/* A search that was not complete may find something better with a bound. */
static tacit_status say_better(tacit_ctx *cx, const tacit_lattice *l, const lower *w, char **out)
{
    return tacit_scratch_format(
        cx, out,
        "With '%s' at level %d or below the search finds a loss of %.4g, less than without that "
        "bound: the search of the plan is not complete.",
        l->z.space->axis[w->axis].name, w->level, w->best.score);
}

static tacit_status say(tacit_ctx *cx, const tacit_lattice *l, const lower *w, char **out)
{
    if (!w->any)
        return say_impossible(cx, l, w, out);
    return l->atlas == NULL && w->best.score < l->best.score ? say_better(cx, l, w, out)
                                                             : say_costly(cx, l, w, out);
}

/* ---- telling ---- */

static tacit_status put_lower(tacit_ctx *cx, const tacit_lattice *l, const lower *w,
                              const char *sentence, json_t *list)
{
    json_t *levels = NULL;
    json_t *part =
        json_pack("{s:s, s:i, s:i, s:b, s:I, s:s}", "key", l->z.space->axis[w->axis].name, "level",
                  l->best.level[w->axis], "at_most", w->level, "keeps", w->any, "fewest_at_risk",
                  (json_int_t)w->fewest, "sentence", sentence);
    TACIT_TRY(tacit_json_add(cx, list, part));
    if (!w->any)
        return TACIT_OK;
    TACIT_TRY(tacit_lattice_json(cx, l, w->best.level, &levels));
    TACIT_TRY(tacit_json_put(cx, part, "levels", levels));
    TACIT_TRY(tacit_json_put(cx, part, "loss", json_real(w->best.score)));
    return tacit_json_put(cx, part, "more", json_real(w->best.score - l->best.score));
}

/* The lower levels of one key, from the next one down, until none keeps what is required. */
static tacit_status explain_key(tacit_ctx *cx, const tacit_lattice *l, size_t a, tacit_result *r,
                                json_t *table)
{
    const tacit_axis *x = &l->z.space->axis[a];
    json_t *list = json_object_get(r, "why");
    bool any = true;
    for (size_t level = l->best.level[a]; any && level-- > x->low;) {
        lower w;
        char *sentence = NULL;
        TACIT_TRY(look_lower(cx, l, a, (uint8_t)level, &w));
        any = w.any;
        level = any ? w.best.level[a] : level; /* that choice is best for all levels in between */
        TACIT_TRY(say(cx, l, &w, &sentence));
        TACIT_TRY(put_lower(cx, l, &w, sentence, list));
        TACIT_TRY(tacit_result_note(cx, r, "%s", sentence));
        TACIT_TRY(tacit_result_row(cx, table, "[s,i,i,s,o,f]", x->name, l->best.level[a], w.level,
                                   any ? "costs more" : "impossible",
                                   any ? json_real(w.best.score - l->best.score) : json_null(),
                                   100.0 * tacit_lattice_share(l, w.fewest)));
    }
    return TACIT_OK;
}

static tacit_status tell_kept(tacit_ctx *cx, const tacit_lattice *l, tacit_result *r)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch_text(cx, "", &text));
    for (size_t a = 0; a < l->z.space->n_axes; a++)
        if (l->best.level[a] == l->z.space->axis[a].low)
            TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s'%s'", text, text[0] != '\0' ? ", " : "",
                                           l->z.space->axis[a].name));
    return text[0] == '\0' ? TACIT_OK
                           : tacit_result_note(cx, r, "At their lowest level: %s.", text);
}

static tacit_status tell_why(tacit_ctx *cx, const tacit_lattice *l)
{
    static const char *const heads[] = { "Key",     "Level",     "At most",
                                         "Verdict", "More loss", "% at risk at least" };
    tacit_result *r = NULL;
    json_t *table = NULL, *levels = NULL;
    TACIT_TRY(tacit_lattice_result(cx, l, &WHY, &r));
    if (!l->any)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No choice of levels keeps what is required with %.3g%% of the records "
                          "suppressed at most, so there is none to explain; 'tacit explore' shows "
                          "what would do.",
                          100.0 * tacit_lattice_share(l, l->z.spec.most_suppressed));
    TACIT_TRY(tacit_json_put(cx, r, "why", json_array()));
    TACIT_TRY(tacit_lattice_json(cx, l, l->best.level, &levels));
    TACIT_TRY(tacit_json_put(cx, r, "levels", levels));
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "loss", "Loss", l->best.score,
                                  TACIT_UNIT_NUMBER,
                                  "the least of all choices of levels that keep what is required, "
                                  "suppressed records included"));
    TACIT_TRY(tacit_result_figure(cx, r, "suppressed_share", "Share of suppressed records",
                                  tacit_lattice_share(l, l->best.suppressed), TACIT_UNIT_SHARE,
                                  "of all records, with that choice"));
    TACIT_TRY(tacit_result_table(cx, r, "lower", "Lower levels of each key", 6, heads, &table));
    for (size_t a = 0; a < l->z.space->n_axes; a++)
        TACIT_TRY(explain_key(cx, l, a, r, table));
    if (l->atlas == NULL)
        TACIT_TRY(tacit_result_note(cx, r,
                                    "The choices of levels are too many to look at them all: "
                                    "losses are those of the best choices that were found."));
    return tell_kept(cx, l, r);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_lattice l = { .w = w, .step = tacit_lattice_step(w->plan, &tacit_method_generalize) };
    if (l.step == w->plan->n_steps)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s has no step that can be explained; it needs a step 'generalize'.",
                          w->plan->file);
    tacit_status status = tacit_lattice_open(cx, &(tacit_what_if){ 0 }, &l);
    if (status == TACIT_OK)
        status = tell_why(cx, &l);
    tacit_lattice_close(&l);
    return status;
}

static const tacit_param PARAMS[] = { TACIT_TASK_REPORT, TACIT_PARAM_END };

const tacit_task tacit_task_explain = {
    .section = { .about = { .name = "explain",
                            .title = "Explanation",
                            .summary = "say why each key has to be generalised as far as it is",
                            .params = PARAMS } },
    .needs = TACIT_PART_DATA,
    .arguments = "PLAN",
    .positions = "data",
    .details = "For each key that the plan's step 'generalize' would generalise, says what keeps "
               "it from a lower level: too many records would stay at risk whatever the other "
               "keys are, or other keys would have to go up and the loss would be larger. All "
               "choices of levels are looked at. Nothing is written but the report.",
    .examples =
        (const tacit_task_example[]){
            { "explain plan.yaml", "Why is each key generalised as far as it is?" },
            { NULL, NULL },
        },
    .words = { .plain = "Explained: why the keys are generalised; nothing was changed." },
    .run = run,
};
