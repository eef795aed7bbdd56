/*
 * map_tell.c - a risk-utility map in the record: the frontier, all ways, the picture, the words.
 */
#include <math.h>
#include <string.h>

#include "run/account.h"
#include "task/explore/map.h"

static const tacit_param NONE[] = { TACIT_PARAM_END };

/* Ways that were not tried which a note names. */
enum { NAMED = 12 };

static const tacit_entry MAP = {
    .name = "map",
    .title = "Ways to mask these columns",
    .summary = "What risk each would leave and what it would lose.",
    .source = "Duncan, Keller-McNulty and Stokes (2001), Disclosure risk vs. data utility: the R-U "
              "confidentiality map",
    .params = NONE,
};

static json_t *number(double x, double scale)
{
    return isfinite(x) ? json_real(round(x * scale) / scale) : json_null();
}

static json_t *per_cent(double share)
{
    return number(100.0 * share, 10.0);
}

static const char *mark(const tacit_map_way *way, size_t i, const tacit_map_choice *c)
{
    return i == c->best      ? "best"
           : i == c->knee    ? "knee"
           : way[i].frontier ? "frontier"
           : way[i].holds    ? ""
                             : "does not hold";
}

/* One row of a table of ways. */
static tacit_status add_row(tacit_ctx *cx, const tacit_map_way *way, size_t i,
                            const tacit_map_choice *c, json_t *table)
{
    const tacit_map_way *x = &way[i];
    const double *f = x->figure;
    return tacit_result_row(cx, table, "[s, s, o, s, o, o, o, o, o, o]", x->words, mark(way, i, c),
                            number(x->risk, 1000.0), x->by, number(x->loss, 1000.0),
                            per_cent(f[TACIT_MAP_F_IL]), per_cent(f[TACIT_MAP_F_DR]),
                            per_cent(f[TACIT_MAP_F_SCORE]), per_cent(f[TACIT_MAP_F_SCORE_CAPPED]),
                            per_cent(f[TACIT_MAP_F_SCORE_DFT]));
}

static const char *const HEADS[] = { "way",  "",     "risk",  "by",     "loss",
                                     "IL %", "DR %", "score", "capped", "DFT" };
enum { N_HEADS = sizeof HEADS / sizeof HEADS[0] };

/* The way of the frontier with the largest risk below that of `last`; n if there is none. */
static size_t next_safer(const tacit_map_way *way, size_t n, size_t last)
{
    size_t best = n;
    for (size_t i = 0; i < n; i++) {
        const bool after = last == n || way[i].risk < way[last].risk ||
                           (!(way[i].risk > way[last].risk) && i > last);
        if (way[i].frontier && after && (best == n || way[i].risk > way[best].risk))
            best = i;
    }
    return best;
}

static tacit_status tell_frontier(tacit_ctx *cx, const tacit_map_way *way, size_t n,
                                  const tacit_map_choice *c, tacit_result *r)
{
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "frontier",
                                 "The frontier: no other way has less risk and less loss", N_HEADS,
                                 HEADS, &table));
    for (size_t i = next_safer(way, n, n); i < n; i = next_safer(way, n, i))
        TACIT_TRY(add_row(cx, way, i, c, table));
    return TACIT_OK;
}

static tacit_status tell_all(tacit_ctx *cx, const tacit_map_way *way, size_t n,
                             const tacit_map_choice *c, tacit_result *r)
{
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, r, "ways", "All ways that were tried", N_HEADS, HEADS, &table));
    for (size_t i = 0; i < n; i++)
        if (way[i].done)
            TACIT_TRY(add_row(cx, way, i, c, table));
    return TACIT_OK;
}

/* How far other seeds move the frontier. */
static tacit_status tell_ranges(tacit_ctx *cx, const tacit_map_way *way, size_t n, tacit_result *r)
{
    static const char *const heads[] = { "way",  "seeds", "risk",  "least",
                                         "most", "loss",  "least", "most" };
    json_t *table = NULL;
    for (size_t i = next_safer(way, n, n); i < n; i = next_safer(way, n, i)) {
        const tacit_map_way *x = &way[i];
        if (x->seeds == 0)
            continue;
        if (table == NULL)
            TACIT_TRY(tacit_result_table(cx, r, "ranges", "The frontier with other seeds", 8, heads,
                                         &table));
        TACIT_TRY(tacit_result_row(
            cx, table, "[s, I, o, o, o, o, o, o]", x->words, (json_int_t)x->seeds + 1,
            number(x->risk, 1000.0), number(x->risk_range[0], 1000.0),
            number(x->risk_range[1], 1000.0), number(x->loss, 1000.0),
            number(x->loss_range[0], 1000.0), number(x->loss_range[1], 1000.0)));
    }
    return TACIT_OK;
}

/* ---- the picture ---- */

/* Which points a series of the picture has. */
enum { FRONTIER, OTHERS, PLAN, BEST, SERIES };

static bool is_of(const tacit_map_way *x, size_t series, bool best)
{
    const bool plain = x->done && !x->own && !best;
    return series == PLAN       ? x->done && x->own
           : series == BEST     ? best
           : series == FRONTIER ? plain && x->frontier
                                : plain && !x->frontier;
}

static tacit_status draw(tacit_ctx *cx, const tacit_map_ask *ask, const tacit_map_way *way,
                         size_t n, const tacit_map_choice *c, tacit_result *r)
{
    static const char *const names[SERIES] = { "frontier", "others", "the plan", "best" };
    char *axes[2] = { NULL };
    json_t *chart = NULL;
    double *x = NULL, *y = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *y, &y));
    TACIT_TRY(tacit_scratch_format(cx, &axes[0], "risk (%s)", TACIT_MAP_RISKS[ask->risk]));
    TACIT_TRY(tacit_scratch_format(cx, &axes[1], "loss (%s)", TACIT_MAP_LOSSES[ask->loss]));
    TACIT_TRY(tacit_result_chart(cx, r, "map", "Risk against loss", TACIT_CHART_POINTS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, axes[0], axes[1]));
    for (size_t k = 0; k < SERIES; k++) {
        size_t m = 0;
        for (size_t i = 0; i < n; i++)
            if (is_of(&way[i], k, i == c->best)) {
                x[m] = way[i].risk;
                y[m++] = way[i].loss;
            }
        if (m > 0)
            TACIT_TRY(tacit_result_points(cx, chart, names[k],
                                          &(tacit_chart_points){ .n = m, .x = x, .y = y }));
    }
    return TACIT_OK;
}

/* ---- words ---- */

static tacit_status note_limits(tacit_ctx *cx, const tacit_map_ask *ask, const tacit_map_way *way,
                                size_t n, const tacit_map_choice *c, tacit_result *r)
{
    const bool limited = isfinite(ask->most_risk) || isfinite(ask->most_loss);
    const bool by_risk = limited && !isfinite(ask->most_risk);
    if (c->best < n)
        return tacit_result_note(
            cx, r, "Best: %s, %s. '--best FILE' writes that plan.", way[c->best].words,
            !limited  ? "the knee: the point of the frontier farthest below the line between its "
                        "ends; no limit was asked for"
            : by_risk ? "which leaves the least risk of those that keep the limit of loss"
                      : "which loses least of those that keep the limits");
    if (c->nearest == n)
        return tacit_result_note(cx, r, "No way could be carried out.");
    return tacit_result_note(cx, r,
                             "No way keeps what is asked for; the nearest is %s, with a risk of "
                             "%.3f and a loss of %.3f%s.",
                             way[c->nearest].words, way[c->nearest].risk, way[c->nearest].loss,
                             way[c->nearest].holds ? ""
                                                   : ", of which what the plan requires does "
                                                     "not hold");
}

/* The words of ways that were not tried, the first of them by name; the record's `ways` has all. */
static tacit_status note_untried(tacit_ctx *cx, const tacit_map_way *way, size_t n, bool stopped,
                                 tacit_result *r)
{
    char *names = NULL, *others = NULL;
    size_t untried = 0;
    for (size_t i = 0; i < n; i++) {
        if (way[i].tried)
            continue;
        if (untried++ < NAMED)
            TACIT_TRY(tacit_scratch_format(cx, &names, "%s%s%s", names != NULL ? names : "",
                                           names != NULL ? "; " : "", way[i].words));
    }
    if (untried == 0)
        return TACIT_OK;
    if (untried > NAMED)
        TACIT_TRY(tacit_scratch_format(cx, &others, "; and %zu more", untried - NAMED));
    return tacit_result_note(cx, r, "Not tried, as %s: %s%s.",
                             stopped ? "it was asked to end" : "the limit was reached", names,
                             others != NULL ? others : "");
}

/* A message without the place in a plan that the reader never saw. */
static const char *plain(const char *why)
{
    const char *space = strncmp(why, "a trial:", 8) == 0 ? strchr(why + 8, ' ') : NULL;
    return space != NULL ? space + 1 : why;
}

/* Whether a way before this one cannot be done for the same reason. */
static bool is_told(const tacit_map_way *way, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (way[k].tried && !way[k].done && strcmp(way[k].why, way[i].why) == 0)
            return true;
    return false;
}

/* What was measured on how many records. */
static tacit_status note_sample(tacit_ctx *cx, const tacit_map_way *way, size_t n, tacit_result *r)
{
    size_t full = 0, done = 0, left = 0;
    for (size_t i = 0; i < n; i++) {
        done += way[i].done;
        full += way[i].full;
        left += way[i].hopeful && !way[i].full;
    }
    if (full == done)
        return TACIT_OK;
    if (full == 0)
        return tacit_result_note(cx, r,
                                 "All ways were carried out on all records, but measured on a "
                                 "sample of them: there was no time for more.");
    if (left > 0)
        return tacit_result_note(cx, r,
                                 "All ways were carried out on all records and measured on a "
                                 "sample of them first; of the %zu that may be best %zu were then "
                                 "measured on all, for which there was time.",
                                 full + left, full);
    return tacit_result_note(cx, r,
                             "All ways were carried out on all records and measured on a sample of "
                             "them first; the %zu that may be best were then measured on all.",
                             full);
}

static tacit_status note(tacit_ctx *cx, const tacit_map_ask *ask, const tacit_map_way *way,
                         size_t n, const tacit_map_choice *c, tacit_result *r)
{
    TACIT_TRY(note_limits(cx, ask, way, n, c, r));
    TACIT_TRY(note_untried(cx, way, n, c->stopped, r));
    for (size_t i = 0; i < n; i++)
        if (way[i].tried && !way[i].done && !is_told(way, i))
            TACIT_TRY(
                tacit_result_note(cx, r, "%s cannot be done: %s", way[i].words, plain(way[i].why)));
    TACIT_TRY(note_sample(cx, way, n, r));
    if (ask->seeds < 2)
        TACIT_TRY(tacit_result_note(cx, r,
                                    "Each was carried out once; another seed gives somewhat other "
                                    "figures, which '--seeds N' shows."));
    if (ask->columns[TACIT_MAP_NUMBERS]->n == 0)
        return TACIT_OK;
    return tacit_result_note(
        cx, r,
        "A score is the mean of IL and DR of the numbers: it ranks ways in one "
        "number, and others than the frontier may win by it.");
}

/* What it comes to, and how to read it, before all figures. */
static tacit_status sum_up(tacit_ctx *cx, const tacit_map_way *way, size_t n,
                           const tacit_map_choice *c, char **out)
{
    static const char *const read =
        "Each way was carried out on all records. Risk is what the attacker finds who finds most: "
        "0.2 means one person in five. Loss says how well original and protected records can be "
        "told apart: 0 not at all, 1 always. Other measures can be asked for. No way on the "
        "frontier is beaten by another on both.";
    const tacit_map_way *best = &way[c->best], *own = &way[0];
    size_t tried = 0;
    for (size_t i = 0; i < n; i++)
        tried += way[i].tried;
    if (c->best == n)
        return tacit_scratch_format(cx, out, "No way of %zu keeps what is asked for. %s", tried,
                                    read);
    TACIT_TRY(tacit_scratch_format(
        cx, out, "Of %zu ways the best is %s, with a risk of %.3f and a loss of %.3f", tried,
        best->words, best->risk, best->loss));
    if (own->done && best != own)
        TACIT_TRY(tacit_scratch_format(
            cx, out, "%s; the plan as it is has a risk of %.3f and a loss of %.3f%s", *out,
            own->risk, own->loss,
            own->holds ? "" : ", and what is required does not hold with it"));
    return tacit_scratch_format(cx, out, "%s. %s", *out, read);
}

/* ---- for programs ---- */

static tacit_status put_ways(tacit_ctx *cx, const tacit_map_way *way, size_t n,
                             const tacit_map_choice *c, tacit_result *r)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, r, "ways", list));
    for (size_t i = 0; i < n; i++) {
        const tacit_map_way *x = &way[i];
        json_t *o =
            json_pack("{s:s, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:s}", "way", x->words,
                      "plan", x->own, "tried", x->tried, "done", x->done, "full", x->full, "holds",
                      x->holds, "keeps", x->keeps, "frontier", x->frontier, "knee", i == c->knee,
                      "best", i == c->best, "text", x->text);
        TACIT_TRY(tacit_json_add(cx, list, o));
        if (!x->done)
            continue;
        TACIT_TRY(tacit_json_put(cx, o, "risk", json_real(x->risk)));
        TACIT_TRY(tacit_json_put(cx, o, "by", json_string(x->by)));
        TACIT_TRY(tacit_json_put(cx, o, "loss", json_real(x->loss)));
        if (x->first_risk > 0.0 || x->first_loss > 0.0)
            TACIT_TRY(tacit_json_put(
                cx, o, "sampled",
                json_pack("{s:f, s:f}", "risk", x->first_risk, "loss", x->first_loss)));
        if (x->seeds > 0)
            TACIT_TRY(
                tacit_json_put(cx, o, "range",
                               json_pack("{s:[f, f], s:[f, f], s:I}", "risk", x->risk_range[0],
                                         x->risk_range[1], "loss", x->loss_range[0],
                                         x->loss_range[1], "seeds", (json_int_t)x->seeds + 1)));
        for (size_t k = 0; k < TACIT_MAP_FIGURES; k++)
            TACIT_TRY(
                tacit_json_put(cx, o, TACIT_MAP_FIGURE_NAMES[k],
                               isfinite(x->figure[k]) ? json_real(x->figure[k]) : json_null()));
    }
    return TACIT_OK;
}

static tacit_status put_figures(tacit_ctx *cx, const tacit_map_way *way, size_t n,
                                const tacit_map_choice *c, tacit_result *r)
{
    size_t tried = 0, frontier = 0;
    for (size_t i = 0; i < n; i++) {
        tried += way[i].tried;
        frontier += way[i].frontier;
    }
    TACIT_TRY(tacit_result_figure(cx, r, "tried", "Ways tried", (double)tried, TACIT_UNIT_COUNT,
                                  "the plan, and methods with values of their parameters"));
    TACIT_TRY(tacit_result_figure(cx, r, "frontier", "On the frontier", (double)frontier,
                                  TACIT_UNIT_COUNT,
                                  "ways that hold and that none beats on risk and loss"));
    if (c->best == n)
        return TACIT_OK;
    TACIT_TRY(tacit_result_figure(cx, r, "risk", "Risk of the best", way[c->best].risk,
                                  TACIT_UNIT_SHARE, "by the attacker that finds most",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, r, "loss", "Loss of the best", way[c->best].loss,
                               TACIT_UNIT_SHARE, "0 if nothing is lost",
                               .better = TACIT_BETTER_LOWER);
}

tacit_status tacit_map_tell(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask,
                            const tacit_map_ways *ways, const tacit_map_choice *c)
{
    const tacit_map_way *way = ways->at;
    const size_t n = ways->n;
    tacit_account_part part = { .name = "map", .title = "Risk-utility map" };
    const tacit_args none = { .params = NONE };
    json_t *results = NULL;
    tacit_result *r = NULL;
    char *lead = NULL;
    TACIT_TRY(sum_up(cx, way, n, c, &lead));
    part.lead = lead;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "exploration", &MAP, &none, &r));
    TACIT_TRY(tacit_json_add(cx, results, r));
    TACIT_TRY(put_figures(cx, way, n, c, r));
    TACIT_TRY(tell_frontier(cx, way, n, c, r));
    TACIT_TRY(tell_ranges(cx, way, n, r));
    TACIT_TRY(tell_all(cx, way, n, c, r));
    TACIT_TRY(draw(cx, ask, way, n, c, r));
    TACIT_TRY(note(cx, ask, way, n, c, r));
    TACIT_TRY(put_ways(cx, way, n, c, r));
    return tacit_result_measured(cx, r, tacit_table_rows(w->data), true);
}
