/*
 * compare.c - ways to protect tables beside each other: what they keep, what they cost, what risk
 * they leave.
 */
#include <math.h>
#include <string.h>

#include "run/account.h"
#include "task/tables/protect/own.h"

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry PROTECTIONS = {
    .name = "protections",
    .title = "Ways to protect these tables",
    .summary = "What each protection would keep, cost and leave at risk.",
    .source = "Duncan, Keller-McNulty and Stokes (2001), Disclosure risk vs. data utility: the R-U "
              "confidentiality map",
    .params = NONE,
};

/* Everything that is told of one list of tries. */
typedef struct telling {
    tacit_ctx *cx;
    const tacit_tried *all;
    size_t n;
    tacit_result *r;
} telling;

/* "round: base 5 (the plan)". */
static tacit_status name_of(tacit_ctx *cx, const tacit_tried *x, char **out)
{
    const tacit_trial *way = x->way;
    return tacit_scratch_format(
        cx, out, "%s%s%s%s", way->protection != NULL ? way->protection->about.name : "none",
        way->words[0] != '\0' ? ": " : "", way->words, way->own ? " (the plan)" : "");
}

/* ---- tables ---- */

/* A column: its head, and where its figure is. */
typedef struct column {
    const char *head;
    size_t at;
} column;

#define COLUMN(head, field)                                                                        \
    {                                                                                              \
        head, offsetof(tacit_tried, field)                                                         \
    }

static const column KEPT[] = {
    COLUMN("Loss %", loss),
    COLUMN("Cost %", weighted_loss),
    COLUMN("Same", same),
    COLUMN("Changed", changed),
    COLUMN("Hidden", hidden),
    COLUMN("Left out", left_out),
    { NULL, 0 },
};

static const column RISKS[] = {
    COLUMN("Sensitive", sensitive),
    COLUMN("Exact", exact),
    COLUMN("Too narrow", too_narrow),
    COLUMN("Near", near_value),
    COLUMN("Narrowest", narrowest),
    COLUMN("Risk", risk),
    { NULL, 0 },
};

static const column COSTS[] = {
    COLUMN("Secondary", secondary), COLUMN("Their cost", cost), COLUMN("Their value", pooled),
    COLUMN("Distance", distance),   COLUMN("Largest", largest), { NULL, 0 },
};

static double value_of(const tacit_tried *x, size_t at)
{
    double value = 0;
    memcpy(&value, (const char *)x + at, sizeof value);
    return value;
}

/* As people read it: shares in per cent, and no more than three decimals. */
static json_t *rounded(const tacit_tried *x, const column *c)
{
    const double value = value_of(x, c->at) * (strchr(c->head, '%') != NULL ? 100 : 1);
    return x->done && isfinite(value) ? json_real(round(value * 1000) / 1000) : json_null();
}

static tacit_status add_row(const telling *z, const tacit_tried *x, const column *columns,
                            json_t *table)
{
    char *name = NULL;
    json_t *row = json_array();
    TACIT_TRY(tacit_json_add(z->cx, json_object_get(table, "rows"), row));
    TACIT_TRY(name_of(z->cx, x, &name));
    TACIT_TRY(tacit_json_add(z->cx, row, json_string(name)));
    TACIT_TRY(tacit_json_add(z->cx, row, json_string(tacit_tried_verdict(x))));
    for (const column *c = columns; c->head != NULL; c++)
        TACIT_TRY(tacit_json_add(z->cx, row, rounded(x, c)));
    return TACIT_OK;
}

static tacit_status add_table(const telling *z, const char *name, const char *title,
                              const column *columns)
{
    const char *heads[10] = { "Protection", "Audit" };
    size_t n = 2;
    json_t *table = NULL;
    for (const column *c = columns; c->head != NULL; c++)
        heads[n++] = c->head;
    TACIT_ASSERT(n <= sizeof heads / sizeof heads[0]);
    TACIT_TRY(tacit_result_table(z->cx, z->r, name, title, n, heads, &table));
    for (size_t i = 0; i < z->n; i++)
        TACIT_TRY(add_row(z, &z->all[i], columns, table));
    return TACIT_OK;
}

/* ---- the picture ---- */

/* Whether a try is one of the series `protection`: those that the audit finds as promised; the last
 * series, without one, has the others. */
static bool is_of(const tacit_tried *x, const tacit_protection *protection, bool good)
{
    return x->done && !x->way->own && x->way->protection == protection && x->holds == good;
}

static tacit_status add_points(const telling *z, json_t *chart, const char *name,
                               const tacit_tried *const *of, size_t n)
{
    double *x = NULL, *y = NULL;
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(z->cx, n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(z->cx, n, sizeof *y, &y));
    for (size_t i = 0; i < n; i++) {
        x[i] = of[i]->risk;
        y[i] = of[i]->loss;
    }
    return tacit_result_points(z->cx, chart, name, &(tacit_chart_points){ .n = n, .x = x, .y = y });
}

/* A series for each protection, one for what the audit does not find as promised, and the plan. */
static tacit_status draw(const telling *z)
{
    const tacit_tried **of = NULL;
    json_t *chart = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(z->cx, z->n, sizeof *of, &of));
    TACIT_TRY(tacit_result_chart(z->cx, z->r, "frontier", "Risk against loss", TACIT_CHART_POINTS,
                                 &chart));
    TACIT_TRY(
        tacit_result_axes(z->cx, chart, "risk: width needed, of the width that is open", "loss"));
    for (size_t p = 0; p < tacit_protection_catalog.n; p++) {
        const tacit_entry *entry = tacit_protection_catalog.entry[p];
        const tacit_protection *protection =
            tacit_catalog_get(&tacit_protection_catalog, entry->name);
        n = 0;
        for (size_t i = 0; i < z->n; i++)
            if (is_of(&z->all[i], protection, true))
                of[n++] = &z->all[i];
        TACIT_TRY(add_points(z, chart, entry->title, of, n));
    }
    n = 0;
    for (size_t i = 0; i < z->n; i++)
        if (z->all[i].done && !z->all[i].holds && !z->all[i].way->own)
            of[n++] = &z->all[i];
    TACIT_TRY(add_points(z, chart, "not safe", of, n));
    n = 0;
    for (size_t i = 0; i < z->n; i++)
        if (z->all[i].done && z->all[i].way->own)
            of[n++] = &z->all[i];
    return add_points(z, chart, "the plan", of, n);
}

/* ---- for programs ---- */

/* All figures by the names that programs know them by. */
static const column ALL[] = {
    COLUMN("loss", loss),
    COLUMN("loss_by_cost", weighted_loss),
    COLUMN("same", same),
    COLUMN("changed", changed),
    COLUMN("hidden", hidden),
    COLUMN("left_out", left_out),
    COLUMN("sensitive", sensitive),
    COLUMN("unsafe", unsafe),
    COLUMN("exact", exact),
    COLUMN("too_narrow", too_narrow),
    COLUMN("near_value", near_value),
    COLUMN("narrowest", narrowest),
    COLUMN("risk", risk),
    COLUMN("secondary", secondary),
    COLUMN("cost", cost),
    COLUMN("pooled", pooled),
    COLUMN("distance", distance),
    COLUMN("distance_by_cost", weighted_distance),
    COLUMN("largest", largest),
    { NULL, 0 },
};

static tacit_status put_way(const telling *z, const tacit_tried *x, json_t *list)
{
    json_t *parameters = NULL;
    json_t *o = json_pack("{s:s?, s:b, s:b, s:s, s:b}", "protection",
                          x->way->protection != NULL ? x->way->protection->about.name : NULL,
                          "plan", x->way->own, "done", x->done, "audit", tacit_tried_verdict(x),
                          "safe", tacit_tried_is_safe(x));
    TACIT_TRY(tacit_json_add(z->cx, list, o));
    if (x->way->protection != NULL) {
        TACIT_TRY(tacit_args_json(z->cx, &x->way->args, &parameters));
        TACIT_TRY(tacit_json_put(z->cx, o, "parameters", parameters));
    }
    if (!x->done)
        return tacit_json_put(z->cx, o, "why", json_string(x->why));
    for (const column *c = ALL; c->head != NULL; c++) {
        const double value = value_of(x, c->at);
        TACIT_TRY(
            tacit_json_put(z->cx, o, c->head, isfinite(value) ? json_real(value) : json_null()));
    }
    return TACIT_OK;
}

/* ---- in words ---- */

/* Whether try `i` is the first of its protection that cannot be done for its reason. */
static bool is_news(const telling *z, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (!z->all[k].done && z->all[k].way->protection == z->all[i].way->protection &&
            strcmp(z->all[k].why, z->all[i].why) == 0)
            return false;
    return !z->all[i].done;
}

/* The safe way that loses least, or NULL. */
static const tacit_tried *find_best(const telling *z)
{
    const tacit_tried *best = NULL;
    for (size_t i = 0; i < z->n; i++)
        if (tacit_tried_is_safe(&z->all[i]) && (best == NULL || z->all[i].loss < best->loss))
            best = &z->all[i];
    return best;
}

static tacit_status note_best(const telling *z)
{
    const tacit_tried *best = find_best(z);
    char *name = NULL;
    if (!z->all[0].judged)
        return tacit_result_note(
            z->cx, z->r,
            "The plan has no rules, so nothing says which cells are sensitive, "
            "and nothing is called safe.");
    if (best == NULL)
        return tacit_result_note(z->cx, z->r, "The audit finds none of these safe.");
    TACIT_TRY(name_of(z->cx, best, &name));
    return tacit_result_note(z->cx, z->r,
                             "Of those that the audit finds safe, this loses least: %s.", name);
}

static tacit_status note_promises(const telling *z)
{
    bool noise = false, distance = false;
    for (size_t i = 0; i < z->n; i++) {
        const tacit_protection *p = z->all[i].way->protection;
        noise = noise || (p != NULL && p->promise == TACIT_PROMISE_NOISE);
        distance = distance || (p != NULL && p->promise == TACIT_PROMISE_DISTANCE);
    }
    if (distance)
        TACIT_TRY(tacit_result_note(z->cx, z->r,
                                    "By distance: what is shown of a sensitive cell is a "
                                    "protection level away from its value; intervals are not "
                                    "promised."));
    if (noise)
        TACIT_TRY(tacit_result_note(z->cx, z->r,
                                    "Noise: every cell has the noise that it should "
                                    "have; how uncertain that leaves a cell is a matter of "
                                    "probability, and nothing is promised of single cells."));
    return TACIT_OK;
}

static tacit_status note_undone(const telling *z)
{
    for (size_t i = 0; i < z->n; i++) {
        char *name = NULL;
        if (!is_news(z, i))
            continue;
        TACIT_TRY(name_of(z->cx, &z->all[i], &name));
        TACIT_TRY(tacit_result_note(z->cx, z->r, "%s cannot be done: %s", name, z->all[i].why));
    }
    return TACIT_OK;
}

static tacit_status tell_figures(const telling *z)
{
    const tacit_tried *best = find_best(z);
    size_t safe = 0;
    for (size_t i = 0; i < z->n; i++)
        safe += tacit_tried_is_safe(&z->all[i]);
    TACIT_TRY(tacit_result_figure(z->cx, z->r, "tried", "Ways tried", (double)z->n,
                                  TACIT_UNIT_COUNT, "protections with their parameters, and none"));
    TACIT_TRY(tacit_result_figure(z->cx, z->r, "safe", "Safe", (double)safe, TACIT_UNIT_COUNT,
                                  "those that the audit finds safe, of intervals or of distance"));
    if (best == NULL)
        return TACIT_OK;
    return tacit_result_figure(z->cx, z->r, "least", "Least loss of a safe one", best->loss,
                               TACIT_UNIT_SHARE,
                               "how far what is shown is from the values, of these; hidden cells "
                               "are lost",
                               .better = TACIT_BETTER_LOWER);
}

/* ---- all of it ---- */

tacit_status tacit_tried_tell(tacit_ctx *cx, const tacit_work *w, const tacit_tried *all, size_t n)
{
    static const tacit_account_part part = {
        .name = "protections",
        .title = "Protections compared",
        .lead =
            "Each was carried out and audited by code that knows nothing of it. Loss is how far "
            "what is shown is from the values, of these, with hidden cells as lost. Risk is how "
            "wide the interval of a sensitive cell must be, of how wide the one is that readers "
            "can compute: 1 is no wider than needed.",
    };
    const tacit_args none = { .params = NONE };
    telling z = { .cx = cx, .all = all, .n = n };
    json_t *results = NULL;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "exploration", &PROTECTIONS, &none, &z.r));
    TACIT_TRY(tacit_json_add(cx, results, z.r));
    TACIT_TRY(tell_figures(&z));
    TACIT_TRY(add_table(&z, "kept", "What is kept", KEPT));
    TACIT_TRY(add_table(&z, "risks", "What risk is left", RISKS));
    TACIT_TRY(add_table(&z, "costs", "What is hidden for others, and what is changed", COSTS));
    TACIT_TRY(draw(&z));
    TACIT_TRY(note_best(&z));
    TACIT_TRY(note_promises(&z));
    TACIT_TRY(note_undone(&z));
    TACIT_TRY(tacit_json_put(cx, z.r, "ways", json_array()));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(put_way(&z, &all[i], json_object_get(z.r, "ways")));
    return tacit_result_measured(cx, z.r, (uint64_t)(n > 0 ? all[0].same : 0), true);
}

tacit_status tacit_tables_compare(tacit_ctx *cx, tacit_work *w, const tacit_tabulation *t,
                                  double seconds)
{
    tacit_trial *way = NULL;
    tacit_tried *tried = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_trials_of(cx, w, t, seconds, &way, &n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *tried, &tried));
    for (size_t i = 0; i < n; i++) {
        tried[i].way = &way[i];
        if (way[i].protection != NULL)
            tacit_stage(cx, "Trying %s%s%s", way[i].protection->about.name,
                        way[i].words[0] != '\0' ? ": " : "", way[i].words);
        TACIT_TRY(tacit_trial_run(cx, w, t, &tried[i]));
    }
    return tacit_tried_tell(cx, w, tried, n);
}
