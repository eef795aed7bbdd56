/*
 * distance.c - each record is linked to the nearest.
 *
 * Between two files each record of the first is linked to the nearest of the second (space.h
 * says how distances are measured; scales are the first file's); within one file each to the
 * nearest other one.  If several are equally near (a relative 1e-12, the rounding of the sum):
 * `fraction` links to all of them, each with credit 1 / their number; `unique` to none; `lowest`
 * to the first in the file.  Links farther than `threshold` are left out.
 *
 * One to one: `optimal` is the assignment of least total (assign.h), `greedy` takes pairs upwards
 * by distance while both records are free, which is in general neither optimal nor more often
 * right (Herzog, Scheuren and Winkler 2007, Data quality and record linkage techniques).
 *
 * Missing against missing counts 0, against a value 1.  About O(n log n (p + q)); optimal
 * assignment: assign.h; greedy: all pairs.
 */
#include <math.h>

#include "base/sort.h"
#include "micro/linkage/assign/assign.h"
#include "micro/linkage/linker.h"
#include "micro/linkage/nearest/nearest.h"
#include "micro/linkage/space_args.h"
#include "stats/quantile.h"

enum { TIES = TACIT_SPACE_SCALING + 1, ONE_TO_ONE, THRESHOLD, MOST_TIES };
enum { TIES_FRACTION, TIES_UNIQUE, TIES_LOWEST };
enum { ONE_NONE, ONE_GREEDY, ONE_OPTIMAL };

static const char *const TIE_RULES[] = { "fraction", "unique", "lowest", NULL };
static const char *const ONES[] = { "none", "greedy", "optimal", NULL };

static const tacit_param PARAMS[] = {
    TACIT_SPACE_PARAMS("all that both files have, except identifiers, weights and households"),
    [TIES] = { .name = "ties",
               .type = TACIT_PARAM_CHOICE,
               .choices = TIE_RULES,
               .help = "if several are equally near: link to all by fractional credit, to none, or "
                       "to the first" },
    [ONE_TO_ONE] = { .name = "one_to_one",
                     .type = TACIT_PARAM_CHOICE,
                     .choices = ONES,
                     .help = "link no record twice: by least total, or greedily by distance" },
    [THRESHOLD] = { .name = "threshold",
                    .type = TACIT_PARAM_REAL,
                    .need = TACIT_OPTIONAL,
                    .max = 1e100,
                    TACIT_USEFUL(0, 10, "standard deviations"),
                    .help = "largest distance of a link" },
    [MOST_TIES] = { .name = "most_ties",
                    .type = TACIT_PARAM_INTEGER,
                    .preset = 100.0,
                    .min = 1.0,
                    .max = 10000.0,
                    TACIT_USEFUL_LOG(1, 1000, "records"),
                    .importance = TACIT_ADVANCED,
                    .help = "a record with more equally near ones than this is left without a "
                            "link" },
    TACIT_PARAM_END
};

/* Pairs of which greedy links look at all. */
enum { GREEDY_PAIRS = 10000000 };

/* Links while they are collected. */
typedef struct collection {
    const tacit_link_job *job;
    const tacit_args *args;
    tacit_space space;
    tacit_nearest_spec spec;
    tacit_ties ties;
    double most; /* distance of a link */
    tacit_link *at;
    size_t n, room;
} collection;

/* ---- links ---- */

static void add_link(collection *c, size_t a, size_t b, double distance, double credit)
{
    const double d = tacit_space_readable(&c->space, distance);
    if (d > c->most)
        return;
    TACIT_ASSERT(c->n < c->room);
    const bool swap = c->job->within && b < a;
    c->at[c->n++] = (tacit_link){ .a = (uint32_t)(swap ? b : a),
                                  .b = (uint32_t)(swap ? a : b),
                                  .score = d,
                                  .credit = credit,
                                  .kind = TACIT_LINK_SURE };
}

/* Make room for as many links as there can be. */
static tacit_status make_room(tacit_ctx *cx, collection *c, size_t room)
{
    c->room = room;
    return tacit_scratch(cx, room, sizeof *c->at, &c->at);
}

/* Sort by rows; of two links of one pair, as two records that are each other's nearest give,
 * the one of more credit stays. */
static tacit_status sort_links(tacit_ctx *cx, collection *c, tacit_links *out)
{
    tacit_keyed *order = NULL;
    tacit_link *sorted = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *sorted, &sorted));
    for (size_t i = 0; i < c->n; i++)
        order[i] = (tacit_keyed){ (uint64_t)c->at[i].a << 32 | c->at[i].b, i };
    TACIT_TRY(tacit_sort_keyed(cx, order, c->n));
    for (size_t i = 0; i < c->n; i++) {
        const tacit_link *own = &c->at[order[i].row];
        if (i > 0 && order[i].key == order[i - 1].key)
            sorted[n - 1].credit = fmax(sorted[n - 1].credit, own->credit);
        else
            sorted[n++] = *own;
    }
    *out = (tacit_links){ n, sorted, "distance, the smaller the nearer" };
    return TACIT_OK;
}

/* ---- the nearest ---- */

static void link_single(collection *c, bool lowest)
{
    for (size_t i = 0; i < c->spec.from->n; i++)
        if (c->ties.count[i] == 1 || (lowest && c->ties.count[i] > 0))
            add_link(c, i, c->ties.row[i], c->ties.distance[i], 1.0);
}

static tacit_status link_tied(tacit_ctx *cx, const tacit_tie_class *part, void *user)
{
    collection *c = user;
    (void)cx;
    for (size_t r = 0; r < part->n; r++) {
        const size_t i = part->row[r], k = part->near.k;
        for (size_t e = r * k; e < (r + 1) * k; e++)
            if (part->near.distance[e] <= c->ties.distance[i] * (1.0 + TACIT_TIE))
                add_link(c, i, part->near.row[e], part->near.distance[e],
                         1.0 / (double)c->ties.count[i]);
    }
    return TACIT_OK;
}

static tacit_status link_nearest(tacit_ctx *cx, collection *c)
{
    const size_t rule = tacit_arg_choice(c->args, TIES);
    const uint32_t most = (uint32_t)tacit_arg_integer(c->args, MOST_TIES);
    size_t room = 0;
    TACIT_TRY(tacit_nearest_ties(cx, &c->spec, &c->ties));
    for (size_t i = 0; i < c->spec.from->n; i++)
        room += rule != TIES_FRACTION || c->ties.count[i] > most ? 1 : c->ties.count[i];
    TACIT_TRY(make_room(cx, c, room));
    link_single(c, rule == TIES_LOWEST);
    if (rule != TIES_FRACTION)
        return TACIT_OK;
    return tacit_list_ties(cx, &(tacit_tie_listing){ .spec = &c->spec,
                                                     .ties = &c->ties,
                                                     .least = 2,
                                                     .most = most,
                                                     .each = link_tied,
                                                     .user = c });
}

/* ---- one to one ---- */

static tacit_status assign_greedily(tacit_ctx *cx, const collection *c, uint32_t *to)
{
    const tacit_records *a = c->spec.from, *b = c->spec.to;
    double *cost = NULL;
    if (a->n > 0 && b->n > GREEDY_PAIRS / a->n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Greedy links look at all pairs, at most %d of them; one_to_one: optimal "
                          "has no such limit.",
                          (int)GREEDY_PAIRS);
    TACIT_TRY(tacit_scratch(cx, a->n * b->n, sizeof *cost, &cost));
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            cost[i * b->n + j] = tacit_space_distance(&c->space, a, i, b, j);
    return tacit_assign_greedy(cx, cost, a->n, b->n, to);
}

static tacit_status link_one_to_one(tacit_ctx *cx, collection *c, tacit_result *result)
{
    const tacit_records *a = c->spec.from, *b = c->spec.to;
    tacit_assignment best = { 0 };
    TACIT_TRY(make_room(cx, c, a->n));
    if (tacit_arg_choice(c->args, ONE_TO_ONE) == ONE_OPTIMAL) {
        TACIT_TRY(tacit_assign_records(cx, &c->space, a, b, &best));
    } else {
        TACIT_TRY(tacit_scratch(cx, a->n, sizeof *best.to_of, &best.to_of));
        TACIT_TRY(assign_greedily(cx, c, best.to_of));
    }
    for (size_t i = 0; i < a->n; i++)
        if (best.to_of[i] != TACIT_UNASSIGNED)
            add_link(c, i, best.to_of[i], tacit_space_distance(&c->space, a, i, b, best.to_of[i]),
                     1.0);
    if (best.gap > 0.0)
        TACIT_TRY(
            tacit_result_note(cx, result, "The one-to-one links were not proven to be the best."));
    return TACIT_OK;
}

/* ---- the result ---- */

static tacit_status tell_distances(tacit_ctx *cx, const tacit_links *links, tacit_result *result)
{
    static const double at[] = { 0.0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0 };
    enum { PLACES = sizeof at / sizeof *at };
    double value[PLACES], *d = NULL, sum = 0.0;
    json_t *chart = NULL;
    TACIT_TRY(tacit_scratch(cx, links->n, sizeof *d, &d));
    for (size_t i = 0; i < links->n; i++) {
        d[i] = links->at[i].score;
        sum += d[i];
    }
    TACIT_TRY(tacit_result_figure(cx, result, "mean_distance", "Mean distance",
                                  links->n > 0 ? sum / (double)links->n : NAN, TACIT_UNIT_NUMBER,
                                  "mean over links of the distance of the two records"));
    if (links->n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_sort_reals(cx, d, links->n));
    TACIT_TRY(tacit_result_chart(cx, result, "distances", "Distances of the links",
                                 TACIT_CHART_LINES, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "per cent of the links", "distance at most"));
    for (size_t k = 0; k < PLACES; k++) {
        char label[TACIT_NUMBER_BYTES];
        tacit_format_real(100.0 * at[k], label);
        value[k] = tacit_quantile(d, links->n, at[k]);
        TACIT_TRY(tacit_result_label(cx, chart, label));
    }
    return tacit_result_series(cx, chart, "distance", value, PLACES);
}

static tacit_status tell_records(tacit_ctx *cx, const collection *c, tacit_result *result)
{
    double many = 0.0, tied = 0.0;
    for (size_t i = 0; i < c->spec.from->n; i++) {
        tied += c->ties.count[i] > 1;
        many += c->ties.count[i] > (uint32_t)tacit_arg_integer(c->args, MOST_TIES);
    }
    if (many > 0.0 && tacit_arg_choice(c->args, TIES) == TIES_FRACTION)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%.0f records have more equally near ones than 'most_ties' and "
                                    "were left without a link.",
                                    many));
    return tacit_result_figure(cx, result, "tied", "Records with several nearest", tied,
                               TACIT_UNIT_COUNT,
                               "records for which two or more are equally near, up to a relative "
                               "1e-12");
}

static tacit_status link_records(tacit_ctx *cx, const tacit_link_job *job, const tacit_args *args,
                                 tacit_links *links, tacit_result *result)
{
    const tacit_common tables = { .table_a = job->a, .table_b = job->b };
    const bool one = tacit_arg_choice(args, ONE_TO_ONE) != ONE_NONE;
    collection c = { .job = job, .args = args, .most = INFINITY };
    tacit_space_spec by;
    if (one && job->within)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'one_to_one' is for two files; within one, records are linked to the "
                          "nearest other one.");
    if (tacit_arg_given(args, THRESHOLD))
        c.most = tacit_arg_real(args, THRESHOLD);
    TACIT_TRY(tacit_space_asked(cx, &tables, args, &by));
    TACIT_TRY(tacit_space_of(cx, &by, &c.space));
    c.spec = (tacit_nearest_spec){ .space = &c.space,
                                   .from = &c.space.a,
                                   .to = job->within ? &c.space.a : &c.space.b,
                                   .k = 1,
                                   .skip_self = job->within };
    TACIT_TRY(one ? link_one_to_one(cx, &c, result) : link_nearest(cx, &c));
    TACIT_TRY(sort_links(cx, &c, links));
    if (!one)
        TACIT_TRY(tell_records(cx, &c, result));
    TACIT_TRY(tell_distances(cx, links, result));
    return tacit_result_note(cx, result, "Compared by %zu columns: %zu as numbers, %zu as codes.",
                             by.a.n, c.space.p, c.space.q);
}

const tacit_linker tacit_linker_distance = {
    .about = { .name = "distance",
               .title = "Nearest records",
               .summary = "Links each record to the nearest one by numbers and categories.",
               .source = "Pagliuca and Seri (1999), Some results of individual ranking method on "
                         "the system of enterprise accounts annual survey; Gower (1971), A general "
                         "coefficient of similarity and some of its properties",
               .params = PARAMS },
    .link = link_records,
};
