/*
 * map.c - ways to make synthetic data beside each other: what they give away, what they keep.
 */
#include <math.h>
#include <string.h>

#include "run/account.h"
#include "task/synth/ways.h"

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry WAYS = {
    .name = "ways",
    .title = "Ways to make synthetic data of this file",
    .summary = "What each would give away and keep.",
    .source = "Duncan, Keller-McNulty and Stokes (2001), Disclosure risk vs. data utility: the R-U "
              "confidentiality map",
    .params = NONE,
};

static json_t *number(double x, double scale)
{
    return isfinite(x) ? json_real(round(x * scale) / scale) : json_null();
}

static const char *mark(const tacit_synth_way *x, bool best)
{
    return best ? "best" : x->best_risk ? "frontier" : "";
}

static tacit_status add_rows(tacit_ctx *cx, const tacit_synth_way *way, size_t n, size_t best,
                             tacit_result *r)
{
    static const char *const heads[] = { "way",      "",   "advantage", "closer",
                                         "excess %", "S2", "S2 max",    "S3" };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, r, "ways", "What each gives away and keeps", 8, heads, &table));
    for (size_t i = 0; i < n; i++) {
        const tacit_synth_way *x = &way[i];
        if (!x->done)
            continue; /* a note says why not */
        TACIT_TRY(tacit_result_row(cx, table, "[s, s, o, o, o, o, o, o]", x->words,
                                   mark(x, i == best), number(x->advantage, 1000.0),
                                   number(x->closer, 1000.0), number(x->disclosed * 100.0, 100.0),
                                   number(x->pairs, 100.0), number(x->worst, 100.0),
                                   number(x->triples, 100.0)));
    }
    return TACIT_OK;
}

/* Which points a series of the picture has. */
enum { FRONTIER, OTHERS, PLAN, BEST, SERIES };

static bool is_of(const tacit_synth_way *x, size_t series, bool best)
{
    if (!x->done)
        return false;
    return series == PLAN       ? x->own
           : series == BEST     ? best
           : series == FRONTIER ? x->best_risk && !x->own && !best
                                : !x->best_risk && !x->own && !best;
}

static tacit_status draw(tacit_ctx *cx, const tacit_synth_way *way, size_t n, size_t best,
                         tacit_result *r)
{
    static const char *const names[SERIES] = { "frontier", "others", "the plan", "best" };
    json_t *chart = NULL;
    double *x = NULL, *y = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *y, &y));
    TACIT_TRY(tacit_result_chart(cx, r, "map", "What is given away against what is lost",
                                 TACIT_CHART_POINTS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "membership advantage in the trial",
                                "mean S of pairs of columns, logarithm to base 10"));
    for (size_t k = 0; k < SERIES; k++) {
        size_t m = 0;
        for (size_t i = 0; i < n; i++) {
            if (!is_of(&way[i], k, i == best))
                continue;
            x[m] = way[i].advantage;
            y[m++] = log10(fmax(way[i].pairs, 1e-3));
        }
        if (m > 0)
            TACIT_TRY(tacit_result_points(cx, chart, names[k],
                                          &(tacit_chart_points){ .n = m, .x = x, .y = y }));
    }
    return TACIT_OK;
}

/* ---- what could not be done ---- */

/* Whether the reasons of two ways are the same but for their names. */
static bool is_same_reason(const tacit_synth_way *a, const tacit_synth_way *b)
{
    const char *p = a->why, *q = b->why;
    const size_t n = strlen(a->words), m = strlen(b->words);
    while (*p != '\0' && *q != '\0') {
        const bool names = strncmp(p, a->words, n) == 0 && strncmp(q, b->words, m) == 0;
        if (!names && *p != *q)
            return false;
        p += names ? n : 1;
        q += names ? m : 1;
    }
    return *p == *q;
}

/* Whether way `i` is the first that cannot be done for its reason. */
static bool is_news(const tacit_synth_way *way, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (!way[k].done && is_same_reason(&way[k], &way[i]))
            return false;
    return !way[i].done;
}

/* One sentence for each reason, with all ways that it stops. */
static tacit_status note_undone(tacit_ctx *cx, const tacit_synth_way *way, size_t n,
                                tacit_result *r)
{
    for (size_t i = 0; i < n; i++) {
        char *names = NULL;
        if (!is_news(way, i))
            continue;
        TACIT_TRY(tacit_scratch_text(cx, way[i].words, &names));
        for (size_t k = i + 1; k < n; k++)
            if (!way[k].done && is_same_reason(&way[i], &way[k]))
                TACIT_TRY(tacit_scratch_format(cx, &names, "%s, %s", names, way[k].words));
        TACIT_TRY(tacit_result_note(cx, r, "%s cannot be done: %s", names, way[i].why));
    }
    return TACIT_OK;
}

static tacit_status note(tacit_ctx *cx, const tacit_synth_way *way, size_t n, size_t best,
                         tacit_result *r)
{
    if (best < n)
        TACIT_TRY(
            tacit_result_note(cx, r, "Best: %s. '--best FILE' writes that plan.", way[best].words));
    else
        TACIT_TRY(tacit_result_note(cx, r, "None of these keeps what the plan requires."));
    TACIT_TRY(note_undone(cx, way, n, r));
    TACIT_TRY(tacit_result_note(
        cx, r,
        "Generators with differential privacy are not tried: they need 'epsilon' and domains, and "
        "promise what no trial can show."));
    TACIT_TRY(tacit_result_note(
        cx, r,
        "Leaves are those of cart, with at least so many records. Closer is the share of synthetic "
        "records nearer to records that were in than to those left out, 0.5 if nobody is copied; "
        "excess is how much more often keys lead to the right value of a sensitive column for "
        "those that were in; S2 and S3 are the mean S of tables of two and three columns."));
    return tacit_result_note(
        cx, r,
        "Each was carried out once; another seed gives somewhat other figures. "
        "Differences of an advantage below 0.02 are mostly chance.");
}

static tacit_status put_ways(tacit_ctx *cx, const tacit_synth_way *way, size_t n, size_t best,
                             tacit_result *r)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, r, "ways", list));
    for (size_t i = 0; i < n; i++) {
        const tacit_synth_way *x = &way[i];
        json_t *o = json_pack("{s:s, s:b, s:b, s:b, s:b, s:b, s:s}", "way", x->words, "plan",
                              x->own, "done", x->done, "holds", x->keeps, "frontier", x->best_risk,
                              "best", i == best, "text", x->text);
        TACIT_TRY(tacit_json_add(cx, list, o));
        if (!x->done)
            continue;
        const struct {
            const char *name;
            double value;
        } of[] = { { "advantage", x->advantage },    { "closer_share", x->closer },
                   { "disco_excess", x->disclosed }, { "s_pairs", x->pairs },
                   { "s_worst", x->worst },          { "s_triples", x->triples } };
        for (size_t k = 0; k < sizeof of / sizeof of[0]; k++)
            TACIT_TRY(tacit_json_put(cx, o, of[k].name,
                                     isfinite(of[k].value) ? json_real(of[k].value) : json_null()));
    }
    return TACIT_OK;
}

tacit_status tacit_synth_ways_tell(tacit_ctx *cx, tacit_work *w, const tacit_synth_way *way,
                                   size_t n, size_t best)
{
    static const tacit_account_part part = {
        .name = "ways",
        .title = "Ways compared",
        .lead =
            "Each was carried out on all records, and again without half of them. The advantage "
            "is how much better than chance an attacker tells who was in; S says how well "
            "tables are kept, 1 for a fresh sample of the same people.",
    };
    const tacit_args none = { .params = NONE };
    json_t *results = NULL;
    tacit_result *r = NULL;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "exploration", &WAYS, &none, &r));
    TACIT_TRY(tacit_json_add(cx, results, r));
    TACIT_TRY(tacit_result_figure(cx, r, "tried", "Ways tried", (double)n, TACIT_UNIT_COUNT,
                                  "the plan, trees of several sizes, other generators"));
    if (best < n)
        TACIT_TRY(tacit_result_figure(cx, r, "advantage", "Membership advantage of the best",
                                      way[best].advantage, TACIT_UNIT_PROBABILITY,
                                      "in the trial with records left out",
                                      .better = TACIT_BETTER_LOWER));
    TACIT_TRY(add_rows(cx, way, n, best, r));
    TACIT_TRY(draw(cx, way, n, best, r));
    TACIT_TRY(note(cx, way, n, best, r));
    TACIT_TRY(put_ways(cx, way, n, best, r));
    return tacit_result_measured(cx, r, tacit_table_rows(w->data), true);
}
