/*
 * map_measures.c - how the risk and the loss of a way are measured.
 *
 * Risk is that of the worst attacker who fits the way: prosecutor on the keys, unless their labels
 * are false on purpose; linkage of numbers by distance and by probability, interval disclosure; the
 * attack of whoever knows the method; and the likeliest record for who knows what was done to each
 * column, keys and numbers together.  The measures of a sample are the same with fewer records: all
 * are masked, few are looked at.
 */
#include <math.h>
#include <string.h>

#include "task/explore/map_own.h"

/* Of more records propensity and linkage take a sample even where all are asked for: comparisons of
 * pairs, and rows of a tree. */
static const double MOST_PAIRS = 2e8, LEAST_ATTACKED = 200.0, MOST_ATTACKED = 2000.0;
enum { MOST_ROWS = 200000, SOME_ROWS = 100000 };

const char *const TACIT_MAP_RISKS[] = { [TACIT_MAP_WORST] = "worst",
                                        [TACIT_MAP_LINKAGE] = "linkage",
                                        [TACIT_MAP_DR] = "dr",
                                        [TACIT_MAP_DFT] = "dft",
                                        [TACIT_MAP_DISTANCE] = "distance_linkage",
                                        [TACIT_MAP_PROBABILISTIC] = "probabilistic_linkage",
                                        [TACIT_MAP_INTERVAL] = "interval",
                                        [TACIT_MAP_LIKELIHOOD] = "likelihood_linkage",
                                        [TACIT_MAP_PROSECUTOR] = "prosecutor",
                                        NULL };
const char *const TACIT_MAP_LOSSES[] = {
    [TACIT_MAP_PROPENSITY] = "propensity", [TACIT_MAP_IL] = "il",
    [TACIT_MAP_IL_CAPPED] = "il_capped",   [TACIT_MAP_GRANULARITY] = "granularity",
    [TACIT_MAP_OVERLAP] = "overlap",       [TACIT_MAP_REGRESSION] = "regression",
    [TACIT_MAP_TABLES] = "tables",         NULL
};
const char *const TACIT_MAP_FIGURE_NAMES[TACIT_MAP_FIGURES] = {
    "dld",   "pld",          "id",        "il",   "il_capped", "dr",         "dr_dft",
    "score", "score_capped", "score_dft", "pmse", "attack",    "likelihood", "prosecutor",
};

/* Measures of loss besides those that every way has: loss = from + times * figure. */
static const struct {
    const char *measure, *figure;
    double from, times;
} LOSSES[TACIT_MAP_LOSS_KINDS] = {
    [TACIT_MAP_GRANULARITY] = { "loss_metric", "mean", 0.0, 1.0 },
    [TACIT_MAP_OVERLAP] = { "interval_overlap", "interval_overlap", 1.0, -1.0 },
    [TACIT_MAP_REGRESSION] = { "regression", "coefficient_overlap", 1.0, -1.0 },
    [TACIT_MAP_TABLES] = { "two_way_tables", "mean_tv", 0.0, 1.0 },
};

/* ---- what is measured ---- */

/* How much of each loss is asked for. */
static double weight_of(const tacit_map_ask *ask, enum tacit_map_loss loss)
{
    double weight = 0.0;
    if (ask->mix->n == 0)
        return loss == ask->loss ? 1.0 : 0.0;
    for (size_t i = 0; i < ask->mix->n; i++)
        if (strcmp(ask->mix->groups[i].label, TACIT_MAP_LOSSES[loss]) == 0)
            (void)tacit_parse_real(ask->mix->groups[i].member[0], &weight);
    return weight;
}

/* Add a measure with arguments (stolen) to the list. */
static tacit_status add(tacit_ctx *cx, json_t *list, const char *name, json_t *args)
{
    json_t *one = json_object();
    TACIT_TRY(tacit_json_add(cx, list, one));
    return tacit_json_put(cx, one, name, args);
}

/* The arguments that the plan's own measure of this name has. */
static json_t *asked_args(const tacit_map_frame *f, const char *name)
{
    const json_t *m = NULL;
    size_t i = 0;
    json_array_foreach(f->asked_measures, i, m)
    {
        const json_t *args = json_object_get(m, name);
        if (json_is_object(args))
            return json_deep_copy(args);
    }
    return json_object();
}

/* What an attacker who knows the method knows of it. */
static tacit_status put_known(tacit_ctx *cx, const tacit_map_frame *f, const char *attack,
                              const json_t *args, json_t *to)
{
    const json_t *p = json_object_get(args, "p"), *scale = json_object_get(args, "scale");
    const json_t *groups = json_object_get(args, "groups"), *name = NULL;
    const char *how = json_string_value(json_object_get(args, "kind"));
    const char *algorithm = json_string_value(json_object_get(args, "algorithm"));
    size_t i = 0;
    if (strcmp(attack, "rank_swap_attack") == 0 && p != NULL)
        return tacit_json_put(cx, to, "p", json_copy((json_t *)(uintptr_t)p));
    if (strcmp(attack, "noise_attack") == 0) {
        const bool correlated = how != NULL && strcmp(how, "correlated") == 0;
        if (scale != NULL && (how == NULL || correlated || strcmp(how, "additive") == 0))
            TACIT_TRY(tacit_json_put(cx, to, "scale", json_copy((json_t *)(uintptr_t)scale)));
        return tacit_json_put(cx, to, "correlated", json_boolean(correlated));
    }
    if (strcmp(attack, "microaggregation_attack") != 0)
        return TACIT_OK;
    if (groups != NULL)
        return tacit_json_put(cx, to, "blocks", json_deep_copy(groups));
    if (algorithm == NULL || strcmp(algorithm, "individual") != 0)
        return TACIT_OK;
    TACIT_TRY(tacit_json_put(cx, to, "blocks", json_object()));
    json_array_foreach(f->columns[TACIT_MAP_NUMBERS], i, name)
        TACIT_TRY(tacit_json_put(cx, json_object_get(to, "blocks"), json_string_value(name),
                                 json_pack("[s]", json_string_value(name))));
    return TACIT_OK;
}

/* How many records are attacked: each is compared with all. */
static int attacked(const tacit_map_frame *f)
{
    const double rows = (double)tacit_table_rows(f->w->data);
    return (int)fmin(MOST_ATTACKED, fmax(LEAST_ATTACKED, floor(MOST_PAIRS / rows)));
}

/* Linkage by who knows the method, by the columns of the parts that are marked. */
static tacit_status add_likelihood(tacit_ctx *cx, const tacit_map_frame *f, const bool *parts,
                                   json_t *list)
{
    json_t *columns = json_array();
    TACIT_TRY(add(cx, list, "likelihood_linkage",
                  json_pack("{s:o, s:i}", "columns", columns, "sample", attacked(f))));
    for (size_t part = 0; part < TACIT_MAP_PARTS; part++)
        if (parts[part] && json_array_extend(columns, f->columns[part]) != 0)
            return tacit_fail_memory(cx);
    return TACIT_OK;
}

static tacit_status add_risks(tacit_ctx *cx, const tacit_map_frame *f, const json_t *args,
                              const tacit_map_way *way, json_t *list)
{
    const bool keys = f->ask->columns[TACIT_MAP_KEYS]->n > 0;
    const bool numbers = f->ask->columns[TACIT_MAP_NUMBERS]->n > 0;
    const bool all[TACIT_MAP_PARTS] = { true, true };
    const bool only[TACIT_MAP_PARTS] = { way->pick[TACIT_MAP_KEYS].kind != NULL,
                                         way->pick[TACIT_MAP_NUMBERS].kind != NULL };
    json_t *columns = f->columns[TACIT_MAP_NUMBERS];
    TACIT_TRY(add_likelihood(cx, f, all, list));
    if (keys && numbers && only[0] != only[1])
        TACIT_TRY(add_likelihood(cx, f, only, list));
    if (keys)
        TACIT_TRY(add(cx, list, "prosecutor", json_object()));
    if (numbers)
        TACIT_TRY(add(cx, list, "disclosure_score",
                      json_pack("{s:O, s:i}", "columns", columns, "sample", attacked(f))));
    if (way->attack == NULL)
        return TACIT_OK;
    json_t *attack = json_pack("{s:O}", "columns", columns);
    TACIT_TRY(add(cx, list, way->attack, attack));
    if (strcmp(way->attack, "microaggregation_attack") != 0)
        TACIT_TRY(tacit_json_put(cx, attack, "sample", json_integer(attacked(f))));
    return put_known(cx, f, way->attack, args, attack);
}

/* Permutations tell only what is no figure of a map: as few as there can be. */
static tacit_status add_losses(tacit_ctx *cx, const tacit_map_frame *f, json_t *list)
{
    json_t *propensity = json_pack("{s:i}", "permutations", 2);
    TACIT_TRY(add(cx, list, "propensity", propensity));
    if (f->ask->columns[TACIT_MAP_KEYS]->n > 0)
        TACIT_TRY(tacit_json_put(cx, propensity, "recoded", json_string("draw")));
    if (tacit_table_rows(f->w->data) > MOST_ROWS)
        TACIT_TRY(tacit_json_put(cx, propensity, "sample", json_integer(SOME_ROWS)));
    for (enum tacit_map_loss loss = 0; loss < TACIT_MAP_LOSS_KINDS; loss++)
        if (LOSSES[loss].measure != NULL && weight_of(f->ask, loss) > 0.0)
            TACIT_TRY(add(cx, list, LOSSES[loss].measure, asked_args(f, LOSSES[loss].measure)));
    return TACIT_OK;
}

/* The measures of a sample: all that can take one look at no more than so many records. */
static tacit_status make_quick(tacit_ctx *cx, const tacit_map_frame *f, tacit_map_way *out)
{
    static const char *const sampled[] = { "likelihood_linkage", "disclosure_score", "propensity",
                                           "rank_swap_attack", "noise_attack" };
    json_t *m = NULL;
    size_t i = 0;
    out->quick = json_deep_copy(out->measures);
    TACIT_TRY(tacit_json_add(cx, f->keep, out->quick));
    json_array_foreach(out->quick, i, m) for (size_t k = 0; k < sizeof sampled / sizeof sampled[0];
                                              k++)
    {
        json_t *args = json_object_get(m, sampled[k]);
        const json_t *now = json_object_get(args, "sample");
        if (args != NULL && (now == NULL || json_integer_value(now) > (json_int_t)f->sample))
            TACIT_TRY(tacit_json_put(cx, args, "sample", json_integer((json_int_t)f->sample)));
    }
    return TACIT_OK;
}

tacit_status tacit_map_put_measures(tacit_ctx *cx, const tacit_map_frame *f, const json_t *args,
                                    tacit_map_way *out)
{
    out->measures = json_array();
    TACIT_TRY(tacit_json_add(cx, f->keep, out->measures));
    TACIT_TRY(add_risks(cx, f, args, out, out->measures));
    TACIT_TRY(add_losses(cx, f, out->measures));
    return f->sample > 0 ? make_quick(cx, f, out) : TACIT_OK;
}

/* ---- what was found ---- */

/* A figure of the measure that is the `nth` of its name; NAN if there is none. */
static double figure_of(const json_t *results, const char *name, size_t nth, const char *figure)
{
    const json_t *r = NULL, *f = NULL;
    size_t i = 0, k = 0;
    json_array_foreach(results, i, r)
    {
        if (strcmp(json_string_value(json_object_get(r, "name")), name) != 0 || nth-- > 0)
            continue;
        json_array_foreach(json_object_get(r, "figures"), k, f)
        {
            const json_t *value = json_object_get(f, "value");
            if (strcmp(json_string_value(json_object_get(f, "name")), figure) == 0)
                return json_is_number(value) ? json_number_value(value) : NAN;
        }
        return NAN;
    }
    return NAN;
}

/* Whether who links by keys is right to take labels for true. */
static bool has_true_labels(const tacit_map_way *way)
{
    const tacit_map_kind *k = way->pick[TACIT_MAP_KEYS].kind;
    return k == NULL || !k->false_labels;
}

/* The figures of a trial; risks and losses in per cent become shares. */
static void take_figures(const json_t *record, tacit_map_way *way)
{
    const json_t *risks = json_object_get(json_object_get(record, "after"), "risks");
    const bool noise = way->attack != NULL && strcmp(way->attack, "noise_attack") == 0;
    double *f = way->figure;
    for (size_t i = 0; i < TACIT_MAP_F_PMSE; i++)
        f[i] = figure_of(risks, "disclosure_score", 0, TACIT_MAP_FIGURE_NAMES[i]) / 100.0;
    f[TACIT_MAP_F_PMSE] = figure_of(json_object_get(record, "utility"), "propensity", 0, "pmse");
    f[TACIT_MAP_F_ATTACK] =
        way->attack == NULL ? NAN
                            : figure_of(risks, way->attack, 0, noise ? "linked" : "reidentified");
    f[TACIT_MAP_F_LIKELIHOOD] = figure_of(risks, "likelihood_linkage", 0, "linked");
    f[TACIT_MAP_F_PROSECUTOR] =
        has_true_labels(way) ? figure_of(risks, "prosecutor", 0, "average") : NAN;
    way->part_risk = figure_of(risks, "likelihood_linkage", 1, "linked");
}

#define WORST (1U << TACIT_MAP_WORST)
#define LINKAGE (WORST | 1U << TACIT_MAP_LINKAGE)

/* Attackers, and what is asked when they count. */
static const struct {
    enum tacit_map_figure figure;
    const char *by; /* NULL: the attack's name */
    unsigned of;
    bool joint; /* looks at all columns of the map */
} ATTACKERS[] = {
    { TACIT_MAP_F_DLD, "distance", LINKAGE | 1U << TACIT_MAP_DISTANCE, false },
    { TACIT_MAP_F_PLD, "probabilistic", LINKAGE | 1U << TACIT_MAP_PROBABILISTIC, false },
    { TACIT_MAP_F_ATTACK, NULL, LINKAGE, false },
    { TACIT_MAP_F_LIKELIHOOD, "likelihood", LINKAGE | 1U << TACIT_MAP_LIKELIHOOD, true },
    { TACIT_MAP_F_PROSECUTOR, "prosecutor", LINKAGE | 1U << TACIT_MAP_PROSECUTOR, false },
    { TACIT_MAP_F_ID, "interval", WORST | 1U << TACIT_MAP_INTERVAL, false },
    { TACIT_MAP_F_DR, "DR", 1U << TACIT_MAP_DR, false },
    { TACIT_MAP_F_DR_DFT, "DR of DFT", 1U << TACIT_MAP_DFT, false },
};
enum { N_ATTACKERS = sizeof ATTACKERS / sizeof ATTACKERS[0] };

/* Attackers who look at one part find nobody in the other. */
static bool is_of_masked(const tacit_map_way *way, enum tacit_map_figure figure)
{
    return figure == TACIT_MAP_F_PROSECUTOR ? way->pick[TACIT_MAP_KEYS].kind != NULL
                                            : way->pick[TACIT_MAP_NUMBERS].kind != NULL;
}

/* The largest of some risks, and whose it is; the same of who knows the masked part alone. */
static void take_risk(enum tacit_map_risk asked, tacit_map_way *way)
{
    way->risk = NAN;
    for (size_t i = 0; i < N_ATTACKERS; i++) {
        const double risk = way->figure[ATTACKERS[i].figure];
        if ((ATTACKERS[i].of >> asked & 1U) == 0 || !isfinite(risk))
            continue;
        if (!(risk <= way->risk)) {
            way->risk = risk;
            way->by = ATTACKERS[i].by != NULL ? ATTACKERS[i].by : way->attack;
        }
        if (!ATTACKERS[i].joint && is_of_masked(way, ATTACKERS[i].figure) &&
            !(risk <= way->part_risk))
            way->part_risk = risk;
    }
    if (!isfinite(way->part_risk))
        way->part_risk = way->risk;
}

/* Propensity is divided by its largest value, that of files that can be told apart. */
static double propensity_of(const json_t *record, const tacit_map_way *way)
{
    const double was = json_number_value(json_object_get(json_object_get(record, "data"), "rows"));
    const double is =
        json_number_value(json_object_get(json_object_get(record, "protected"), "rows"));
    const double share = is / (was + is);
    return way->figure[TACIT_MAP_F_PMSE] / (share * (1.0 - share));
}

static double loss_of(enum tacit_map_loss loss, const json_t *record, const tacit_map_way *way)
{
    if (loss == TACIT_MAP_PROPENSITY)
        return propensity_of(record, way);
    if (LOSSES[loss].measure == NULL)
        return way->figure[loss == TACIT_MAP_IL ? TACIT_MAP_F_IL : TACIT_MAP_F_IL_CAPPED];
    return LOSSES[loss].from + LOSSES[loss].times * figure_of(json_object_get(record, "utility"),
                                                              LOSSES[loss].measure, 0,
                                                              LOSSES[loss].figure);
}

/* The loss, or the mean of those that are mixed. */
static void take_loss(const tacit_map_ask *ask, const json_t *record, tacit_map_way *way)
{
    double sum = 0.0, weights = 0.0;
    for (enum tacit_map_loss loss = 0; loss < TACIT_MAP_LOSS_KINDS; loss++) {
        const double weight = weight_of(ask, loss);
        if (weight > 0.0)
            sum += weight * loss_of(loss, record, way);
        weights += weight;
    }
    way->loss = sum / weights;
}

void tacit_map_take(const tacit_map_ask *ask, const json_t *record, tacit_map_way *way)
{
    take_figures(record, way);
    take_risk(ask->risk, way);
    take_loss(ask, record, way);
    way->done = isfinite(way->risk) && isfinite(way->loss);
    way->holds = way->done && json_is_true(json_object_get(record, "released"));
    way->keeps = way->holds && way->risk <= ask->most_risk && way->loss <= ask->most_loss;
    if (!way->done)
        way->why = "There are too few records, or no numbers, to measure risk and loss.";
}
