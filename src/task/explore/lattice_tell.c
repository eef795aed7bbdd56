/*
 * lattice_tell.c - what is best for the plan's own request, what comes next, and what a level
 * more or less of each key would change.
 */
#include <math.h>

#include "task/explore/lattice.h"

/* Nodes that are shown besides the best, and points of a chart. */
enum { RUNNERS_UP = 10, MOST_POINTS = 4000 };

static const tacit_entry OWN = {
    .name = "own",
    .title = "What the plan asks for",
    .source = "Samarati (2001), Protecting respondents' identities in microdata release",
};

static tacit_status tell_figures(tacit_ctx *cx, const tacit_lattice *l, tacit_result *r)
{
    const tacit_lattice_node *best = &l->best;
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "loss", "Loss",
                                  l->any ? best->score : NAN, TACIT_UNIT_NUMBER,
                                  "the least of all choices of levels that keep what is required, "
                                  "suppressed records included"));
    TACIT_TRY(tacit_result_figure(cx, r, "suppressed_share", "Share of suppressed records",
                                  l->any ? tacit_lattice_share(l, best->suppressed) : NAN,
                                  TACIT_UNIT_SHARE, "of all records, with that choice"));
    TACIT_TRY(tacit_result_figure(cx, r, "smallest", "Smallest class",
                                  l->any ? (double)best->smallest : NAN, TACIT_UNIT_COUNT,
                                  "records in the smallest class that is kept"));
    return tacit_result_figure(cx, r, "nodes", "Choices of levels", l->z.space->nodes,
                               TACIT_UNIT_COUNT, "nodes of the lattice that were looked at");
}

/* ---- the next best ---- */

static tacit_status tell_next(tacit_ctx *cx, const tacit_lattice *l, tacit_result *r)
{
    static const char *const heads[] = { "Place",        "Loss",           "More than the best",
                                         "% suppressed", "Smallest class", "Changes" };
    tacit_lattice_node node[RUNNERS_UP + 1];
    json_t *table = NULL;
    const tacit_atlas_query q = { .rung = tacit_atlas_required(l->atlas),
                                  .most_suppressed = l->z.spec.most_suppressed,
                                  .score = l->score };
    const size_t n = tacit_atlas_best(l->atlas, &q, node, RUNNERS_UP + 1);
    TACIT_TRY(tacit_result_table(cx, r, "next", "The best choices that keep what is required", 6,
                                 heads, &table));
    for (size_t i = 0; i < n; i++) {
        char *text = NULL;
        if (i == 0)
            TACIT_TRY(tacit_lattice_text(cx, l, node[i].level, &text));
        else
            TACIT_TRY(tacit_lattice_changes(cx, l, node[0].level, node[i].level, &text));
        TACIT_TRY(tacit_result_row(cx, table, "[i,f,f,f,I,s]", (int)i + 1, node[i].score,
                                   node[i].score - node[0].score,
                                   100.0 * tacit_lattice_share(l, node[i].suppressed),
                                   (json_int_t)node[i].smallest, text));
    }
    return TACIT_OK;
}

/* ---- a level more or less ---- */

static tacit_status tell_step(tacit_ctx *cx, const tacit_lattice *l, size_t a, int by,
                              json_t *table)
{
    const tacit_axis *x = &l->z.space->axis[a];
    tacit_lattice_node node = l->best;
    if ((by < 0 && node.level[a] == x->low) || (by > 0 && node.level[a] == x->high))
        return TACIT_OK;
    node.level[a] = (uint8_t)(node.level[a] + by);
    const size_t at = tacit_atlas_find(l->atlas, node.level);
    tacit_atlas_node(l->atlas, at, tacit_atlas_required(l->atlas), &node);
    const bool keeps = node.suppressed <= l->z.spec.most_suppressed;
    return tacit_result_row(cx, table, "[s,i,i,f,f,I,s]", x->name, l->best.level[a], node.level[a],
                            l->score[at] - l->best.score,
                            100.0 * tacit_lattice_share(l, node.suppressed),
                            (json_int_t)node.classes, keeps ? "yes" : "no");
}

static tacit_status tell_trade(tacit_ctx *cx, const tacit_lattice *l, tacit_result *r)
{
    static const char *const heads[] = { "Key",          "Level",   "Instead", "Change of loss",
                                         "% suppressed", "Classes", "Allowed" };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, r, "trade", "One level more or less of each key", 7, heads, &table));
    for (size_t a = 0; a < l->z.space->n_axes; a++) {
        TACIT_TRY(tell_step(cx, l, a, -1, table));
        TACIT_TRY(tell_step(cx, l, a, 1, table));
    }
    return TACIT_OK;
}

/* ---- all nodes ---- */

/* Some of the nodes that keep what is required, or of those that do not. */
static tacit_status points_of(tacit_ctx *cx, const tacit_lattice *l, bool keeps,
                              tacit_chart_points *out)
{
    const size_t nodes = tacit_atlas_nodes(l->atlas), rung = tacit_atlas_required(l->atlas);
    const size_t every = nodes / MOST_POINTS + 1;
    double *x = NULL, *y = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, nodes / every + 1, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, nodes / every + 1, sizeof *y, &y));
    for (size_t i = 0; i < nodes; i += every) {
        const uint64_t gone = tacit_atlas_suppressed(l->atlas, i, rung);
        if ((gone <= l->z.spec.most_suppressed) != keeps || !isfinite(l->score[i]))
            continue;
        x[n] = tacit_lattice_share(l, gone);
        y[n++] = l->score[i];
    }
    *out = (tacit_chart_points){ .n = n, .x = x, .y = y };
    return TACIT_OK;
}

static tacit_status tell_nodes(tacit_ctx *cx, const tacit_lattice *l, tacit_result *r)
{
    json_t *chart = NULL;
    tacit_chart_points points;
    TACIT_TRY(
        tacit_result_chart(cx, r, "lattice", "All choices of levels", TACIT_CHART_POINTS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "share of records at risk, to be suppressed", "loss"));
    TACIT_TRY(points_of(cx, l, false, &points));
    TACIT_TRY(tacit_result_points(cx, chart, "more records than are allowed", &points));
    TACIT_TRY(points_of(cx, l, true, &points));
    TACIT_TRY(tacit_result_points(cx, chart, "keeps what is required", &points));
    const double x = tacit_lattice_share(l, l->best.suppressed);
    if (!l->any)
        return TACIT_OK;
    return tacit_result_points(cx, chart, "chosen",
                               &(tacit_chart_points){ .n = 1, .x = &x, .y = &l->best.score });
}

tacit_status tacit_lattice_tell_own(tacit_ctx *cx, const tacit_lattice *l)
{
    tacit_result *r = NULL;
    json_t *levels = NULL;
    TACIT_TRY(tacit_lattice_result(cx, l, &OWN, &r));
    TACIT_TRY(tell_figures(cx, l, r));
    TACIT_TRY(tell_nodes(cx, l, r));
    if (!l->any)
        return tacit_result_note(cx, r,
                                 "No choice of levels keeps what is required with so few records "
                                 "suppressed; the table above shows what would.");
    TACIT_TRY(tacit_lattice_json(cx, l, l->best.level, &levels));
    TACIT_TRY(tacit_json_put(cx, r, "levels", levels));
    TACIT_TRY(tell_next(cx, l, r));
    return tell_trade(cx, l, r);
}
