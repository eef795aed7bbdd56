/*
 * tell.c - what the report says of a generalisation: the node, its proof, what
 * each key lost, the lattice around it, the classes before and after.
 */
#include <math.h>
#include <string.h>

#include "micro/method/generalize/generalize.h"

/* Sizes of classes are shown in bins that begin here. */
static const uint64_t BINS[] = { 1, 2, 3, 5, 10, 20, 50, 100, 1000 };
enum { N_BINS = sizeof BINS / sizeof BINS[0] };

/* ---- figures ---- */

static tacit_status tell_classes(tacit_ctx *cx, const tacit_generalizer *z)
{
    tacit_result *r = z->job->told;
    TACIT_TRY(tacit_result_figure(cx, r, "suppressed", "Suppressed records", (double)z->n_gone,
                                  TACIT_UNIT_COUNT,
                                  z->removed ? "records that are left out of the release"
                                             : "records whose keys are all blank",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "suppressed_share", "Share of suppressed records",
                                  (double)z->n_gone / (double)z->space->records, TACIT_UNIT_SHARE,
                                  "of all records", .better = TACIT_BETTER_LOWER));
    if (z->recoding != NULL)
        return tacit_result_figure(cx, r, "groups", "Groups", (double)z->recoding->n,
                                   TACIT_UNIT_COUNT, "groups that were recoded alike");
    TACIT_TRY(tacit_result_figure(cx, r, "classes", "Classes", (double)z->outlook.node.classes,
                                  TACIT_UNIT_COUNT, "classes of records that are not suppressed"));
    return tacit_result_figure(
        cx, r, "smallest", "Smallest class", (double)z->outlook.node.smallest, TACIT_UNIT_COUNT,
        "records in the smallest class that is not suppressed", .better = TACIT_BETTER_HIGHER);
}

/* How far the loss can be from the best; nothing is known of that for local recodings. */
static tacit_status tell_bound(tacit_ctx *cx, tacit_result *r, const tacit_search_found *f)
{
    TACIT_TRY(tacit_result_figure(cx, r, "bound", "Bound", f->bound, TACIT_UNIT_NUMBER,
                                  "no choice of levels has a smaller loss"));
    return tacit_result_figure(cx, r, "gap", "Gap", f->best.score - f->bound, TACIT_UNIT_NUMBER,
                               "loss found - bound; 0 if it is optimal",
                               .better = TACIT_BETTER_LOWER);
}

/* With prices: what the publisher gets, and what it would be without any loss or attack. */
static tacit_status tell_payout(tacit_ctx *cx, const tacit_generalizer *z)
{
    if (!tacit_loss_has_prices(z->loss))
        return TACIT_OK;
    const double payout =
        tacit_loss_payout(z->loss, z->outlook.node.level, &z->outlook.classes, z->outlook.marked);
    return tacit_result_figure(cx, z->job->told, "payout", "Publisher's payout", payout,
                               TACIT_UNIT_NUMBER,
                               "sum over kept records of what is left of a record's worth, less "
                               "what an attack that pays costs the publisher",
                               .better = TACIT_BETTER_HIGHER);
}

static tacit_status tell_search(tacit_ctx *cx, const tacit_generalizer *z)
{
    tacit_result *r = z->job->told;
    const tacit_search_found *f = &z->found;
    if (z->recoding == NULL && !isnan(f->bound))
        TACIT_TRY(tell_bound(cx, r, f));
    TACIT_TRY(tacit_result_figure(cx, r, "nodes", "Nodes of the lattice", f->nodes,
                                  TACIT_UNIT_COUNT, "choices of levels that are allowed"));
    TACIT_TRY(tacit_result_figure(cx, r, "checks", "Nodes looked at", (double)f->checks,
                                  TACIT_UNIT_COUNT,
                                  "others were ruled out by their bound or by nodes above"));
    if (z->recoding != NULL)
        return TACIT_OK;
    if (f->proven)
        return tacit_result_note(cx, r,
                                 "No other choice of levels keeps what is required with a "
                                 "smaller loss: the search was complete.");
    return tacit_result_note(cx, r, "The search was not complete; %s.",
                             isnan(f->bound) ? "nothing is known of the loss of the best choice of "
                                               "levels but that it is no larger"
                                             : "the loss of the best choice of levels is between "
                                               "the bound and the loss found");
}

/* ---- keys ---- */

static double loss_of_axis(const tacit_generalizer *z, const double *by_axis, size_t a)
{
    return z->recoding != NULL ? z->recoding->by_axis[a] : by_axis[a];
}

/* One row of the table of keys. */
static tacit_status tell_axis(tacit_ctx *cx, const tacit_generalizer *z, size_t a, double loss,
                              json_t *table)
{
    const tacit_axis *x = &z->space->axis[a];
    const size_t level = z->outlook.node.level[a];
    json_t *lost = isfinite(loss) ? json_real(loss) : json_null();
    if (z->recoding != NULL)
        return tacit_result_row(cx, table, "[s,n,i,I,n,o]", x->name, x->levels - 1,
                                (json_int_t)x->labels[0], lost);
    return tacit_result_row(cx, table, "[s,i,i,I,I,o]", x->name, (int)level, x->levels - 1,
                            (json_int_t)x->labels[0], (json_int_t)x->labels[level], lost);
}

/* The levels in one sentence, for the terminal. */
static tacit_status tell_levels(tacit_ctx *cx, const tacit_generalizer *z)
{
    char *text = NULL;
    for (size_t a = 0; a < z->space->n_axes; a++)
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s%s %d of %d", text != NULL ? text : "",
                                       text != NULL ? ", " : "", z->space->axis[a].name,
                                       z->outlook.node.level[a], z->space->axis[a].levels - 1));
    return tacit_result_note(cx, z->job->told, "Levels: %s.", text);
}

static tacit_status tell_axes(tacit_ctx *cx, const tacit_generalizer *z, const double *by_axis)
{
    static const char *const heads[] = {
        "Key", "Level", "Highest level", "Values", "Labels", "Loss"
    };
    tacit_result *r = z->job->told;
    const size_t axes = z->space->n_axes;
    json_t *table = NULL, *chart = NULL;
    double kept[TACIT_MOST_AXES];
    bool all = true;
    TACIT_TRY(tacit_result_table(cx, r, "keys", "What became of the keys", 6, heads, &table));
    for (size_t a = 0; a < axes; a++) {
        const double loss = loss_of_axis(z, by_axis, a);
        kept[a] = 1.0 - loss;
        all = all && loss >= 0.0 && loss <= 1.0;
        TACIT_TRY(tell_axis(cx, z, a, loss, table));
    }
    if (!all)
        return TACIT_OK;
    TACIT_TRY(tacit_result_chart(cx, r, "kept", "Information kept", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "key", "1 - loss"));
    for (size_t a = 0; a < axes; a++)
        TACIT_TRY(tacit_result_label(cx, chart, z->space->axis[a].name));
    return tacit_result_series(cx, chart, "kept", kept, axes);
}

/* ---- the lattice ---- */

/* The nodes looked at that keep what is required, or those that do not. */
static tacit_status points_of(tacit_ctx *cx, const tacit_generalizer *z, bool keeps,
                              tacit_chart_points *out)
{
    const tacit_search_found *f = &z->found;
    double *x = NULL, *y = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, f->n_trail, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, f->n_trail, sizeof *y, &y));
    for (size_t i = 0; i < f->n_trail; i++) {
        const tacit_lattice_node *node = &f->trail[i];
        if (node->keeps != keeps)
            continue;
        x[n] = (double)node->suppressed / (double)z->space->records;
        y[n++] = keeps ? node->score : tacit_loss_bound(z->loss, node->level);
    }
    *out = (tacit_chart_points){ .n = n, .x = x, .y = y };
    return TACIT_OK;
}

static tacit_status tell_lattice(tacit_ctx *cx, const tacit_generalizer *z)
{
    json_t *chart = NULL;
    tacit_chart_points points;
    const double x = (double)z->found.best.suppressed / (double)z->space->records;
    TACIT_TRY(tacit_result_chart(cx, z->job->told, "lattice", "Nodes of the lattice",
                                 TACIT_CHART_POINTS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "share of records at risk, to be suppressed", "loss"));
    TACIT_TRY(points_of(cx, z, false, &points));
    TACIT_TRY(tacit_result_points(cx, chart, "too many at risk (loss without them)", &points));
    TACIT_TRY(points_of(cx, z, true, &points));
    TACIT_TRY(tacit_result_points(cx, chart, "keeps what is required", &points));
    return tacit_result_points(cx, chart, "chosen",
                               &(tacit_chart_points){ .n = 1, .x = &x, .y = &z->found.best.score });
}

/* ---- sizes of classes ---- */

static void count_bins(const uint64_t *size, size_t n, double *records)
{
    for (size_t g = 0; g < n; g++) {
        size_t b = N_BINS;
        while (b > 0 && size[g] < BINS[b - 1])
            b--;
        if (b > 0)
            records[b - 1] += (double)size[g];
    }
}

/* Records of each class after: those of the node or of the groups, without suppressed ones. */
static tacit_status sizes_after(tacit_ctx *cx, const tacit_generalizer *z, uint64_t **size,
                                size_t *n)
{
    const tacit_search_space *s = z->space;
    *n = z->recoding != NULL ? z->recoding->n : z->outlook.classes.n;
    TACIT_TRY(tacit_scratch(cx, *n + 1, sizeof **size, size));
    for (size_t i = 0; i < s->rows; i++)
        if (!z->gone[i])
            (*size)[z->recoding != NULL ? z->group[i] : z->outlook.class_of[s->cell_of_row[i]]] +=
                tacit_space_records(s, i);
    return TACIT_OK;
}

static tacit_status tell_sizes(tacit_ctx *cx, const tacit_generalizer *z)
{
    double before[N_BINS] = { 0.0 }, after[N_BINS] = { 0.0 };
    uint64_t *size = NULL;
    size_t n = 0;
    json_t *chart = NULL;
    TACIT_TRY(sizes_after(cx, z, &size, &n));
    count_bins(z->space->cells.size, z->space->cells.n, before);
    count_bins(size, n, after);
    TACIT_TRY(tacit_result_chart(cx, z->job->told, "sizes", "Records by the size of their class",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "records in the class", "records"));
    for (size_t b = 0; b < N_BINS; b++) {
        char *label = NULL;
        const unsigned long long from = BINS[b], to = b + 1 < N_BINS ? BINS[b + 1] - 1 : 0;
        TACIT_TRY(to == from ? tacit_scratch_format(cx, &label, "%llu", from)
                  : to == 0  ? tacit_scratch_format(cx, &label, "%llu or more", from)
                             : tacit_scratch_format(cx, &label, "%llu-%llu", from, to));
        TACIT_TRY(tacit_result_label(cx, chart, label));
    }
    TACIT_TRY(tacit_result_series(cx, chart, "before", before, N_BINS));
    return tacit_result_series(cx, chart, "after", after, N_BINS);
}

/* ---- the step to say again ---- */

/* Put the step that would do the same to another file under "step". */
static tacit_status tell_step(tacit_ctx *cx, const tacit_generalizer *z)
{
    json_t *levels = json_object();
    tacit_status status = TACIT_OK;
    for (size_t a = 0; a < z->space->n_axes && status == TACIT_OK; a++)
        status = tacit_json_put(cx, levels, z->space->axis[a].name,
                                json_integer(z->outlook.node.level[a]));
    if (status != TACIT_OK) {
        json_decref(levels);
        return status;
    }
    return tacit_json_put(cx, z->job->told, "step",
                          json_pack("{s:{s:o}}", "generalize", "levels", levels));
}

static tacit_status tell_loss(tacit_ctx *cx, const tacit_generalizer *z)
{
    tacit_result *r = z->job->told;
    if (z->found.any)
        TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "loss",
                                      z->recoding != NULL ? "Loss of one level for all" : "Loss",
                                      z->found.best.score, TACIT_UNIT_NUMBER,
                                      "what was to be least, suppressed records included"));
    if (z->recoding == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS_SHARE, "local_loss",
                                  "Loss of local recoding", z->recoding->loss, TACIT_UNIT_SHARE,
                                  "mean granularity loss of the keys, suppressed records are 1"));
    return tacit_result_ranged(cx, r, &TACIT_RANGE_KEPT, "granularity", "Granularity",
                               1.0 - z->recoding->loss, TACIT_UNIT_SHARE, "1 - loss");
}

tacit_status tacit_generalize_tell(tacit_ctx *cx, const tacit_generalizer *z)
{
    double by_axis[TACIT_MOST_AXES];
    if (z->recoding == NULL)
        tacit_loss_score(z->loss, z->outlook.node.level, &z->outlook.classes, z->outlook.marked,
                         by_axis);
    TACIT_TRY(tell_loss(cx, z));
    if (z->recoding == NULL)
        TACIT_TRY(tell_payout(cx, z));
    TACIT_TRY(tell_classes(cx, z));
    if (z->found.any)
        TACIT_TRY(tell_search(cx, z));
    TACIT_TRY(tell_axes(cx, z, by_axis));
    if (z->found.any)
        TACIT_TRY(tell_lattice(cx, z));
    TACIT_TRY(tell_sizes(cx, z));
    if (z->recoding != NULL)
        return TACIT_OK;
    TACIT_TRY(tell_levels(cx, z));
    return tell_step(cx, z);
}
