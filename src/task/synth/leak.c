/*
 * leak.c - what attackers find in a trial of the records that were in, and of those left out.
 *
 * Membership goes by distances (micro/risk/inference/membership.c) and by values that are looked up
 * (exact.c), and the better attacker counts.  What keys lead to goes by counts (cap.h), on as many
 * records of either part, so that uniques are as rare: of n records with x found on one side and y
 * on the other, the surplus (x - y) / n has Newcombe's interval.  Floor and ceiling are the same
 * attack on columns drawn each by itself and on records drawn with replacement, of the records that
 * were in.  TCAP is that of synthpop 1.9-3: right values among records whose keys are found.  Cost:
 * O(records) for each sensitive column.
 */
#include <math.h>
#include <string.h>

#include "micro/risk/inference/cap.h"
#include "micro/risk/risk.h"
#include "stats/counts/wilson.h"
#include "table/take.h"
#include "task/synth/own.h"

static const double CONFIDENCE = 0.95;

/* ---- membership ---- */

static tacit_status attack(tacit_ctx *cx, const tacit_holdout *h, tacit_result **out)
{
    const tacit_measure *m = &tacit_risk_membership;
    const tacit_subject_extra extra = { .original = h->in, .control = h->out, .independent = true };
    tacit_subject *subject = NULL;
    tacit_value *at = NULL;
    tacit_args args;
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(m->about.params), sizeof *at, &at));
    tacit_args_preset(m->about.params, at, &args);
    if (h->brief)
        at[tacit_param_find(m->about.params, "adversarial")].number = 0.0;
    tacit_stage(cx, "Trying %s on records left out", m->about.name);
    TACIT_TRY(tacit_subject_new(cx, h->made, &subject));
    tacit_subject_add(subject, &extra);
    const tacit_status status = tacit_measure_run(cx, m, subject, &args, out);
    tacit_subject_free(subject);
    return status;
}

/* The figure of a result that is called so; NULL if there is none. */
static json_t *figure_of(const tacit_result *r, const char *name)
{
    json_t *figure = NULL;
    size_t i = 0;
    json_array_foreach(json_object_get(r, "figures"), i, figure)
    {
        const char *own = json_string_value(json_object_get(figure, "name"));
        if (own != NULL && strcmp(own, name) == 0)
            return figure;
    }
    return NULL;
}

/* The figures that matter most, in front of the others. */
static tacit_status tell_leak(tacit_ctx *cx, const tacit_result *membership, tacit_result *leak)
{
    static const char *const names[] = { "membership_advantage", "auc", "closer_share",
                                         "identical_share", "identical_control" };
    json_t *figures = json_object_get(leak, "figures");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        TACIT_TRY(tacit_json_add(cx, figures, json_deep_copy(figure_of(membership, names[i]))));
    return TACIT_OK;
}

/* A share rounded up to thousandths: more of it is nobody's business. */
static double thousandths(double x)
{
    return fmin(ceil(fmax(x, 0.0) * 1000.0 - 1e-9) / 1000.0, 1.0);
}

/* The advantage of the better attacker, in front of the figures and in the trial. */
static tacit_status put_trial(tacit_ctx *cx, double looked_up, tacit_result *leak, json_t *trial)
{
    json_t *figure = figure_of(leak, "membership_advantage");
    const json_t *near = json_object_get(figure, "value");
    const double x = json_is_number(near) ? fmax(json_number_value(near), looked_up) : 1.0;
    TACIT_TRY(tacit_json_put(cx, figure, "value", json_real(x)));
    TACIT_TRY(tacit_json_put(
        cx, figure, "definition",
        json_string("greatest difference of true and false positives, by nearness or by "
                    "values looked up, whichever tells more")));
    return tacit_json_put(cx, trial, "advantage", json_real(thousandths(x)));
}

/* ---- what keys lead to ---- */

/* What is counted of one file against one part of the records. */
enum { OF_IN, OF_OUT, OF_FLOOR, OF_CEILING, SIDES };

/* A kind of finding: how often, among how many. */
typedef struct finding {
    const char *title;
    size_t found, among; /* offsets in a tacit_cap */
} finding;

#define FINDING(title, found, among)                                                               \
    {                                                                                              \
        title, offsetof(tacit_cap, found), offsetof(tacit_cap, among)                              \
    }

static const finding WHOLE[] = {
    FINDING("whole records alone in both", whole_both, original),
    FINDING("whole records alone in the data, and repeated", whole_copied, original),
};
static const finding KEYS[] = {
    FINDING("unique by their keys, and found", unique_original_in_released, original),
    FINDING("unique by their keys in both (repU)", unique_both, original),
};
static const finding TARGET[] = {
    FINDING("keys lead to one value (DiS)", disclosed_in_released, original),
    FINDING("keys lead to the right value alone (DiSCO)", disclosed_right, original),
    FINDING("the same, of those whose keys are found (TCAP)", disclosed_right, in_released),
    FINDING("right guesses by keys, expected (DCAP)", cap_across, original),
};

static double number_at(const tacit_cap *c, size_t offset)
{
    double x = 0.0;
    memcpy(&x, (const char *)c + offset, sizeof x);
    return x;
}

static json_t *percent(double x)
{
    return isfinite(x) ? json_real(round(x * 10000.0) / 100.0) : json_null();
}

static tacit_status add_finding(tacit_ctx *cx, const finding *f, const tacit_cap side[SIDES],
                                json_t *table)
{
    double found[SIDES], among[SIDES];
    for (size_t k = 0; k < SIDES; k++) {
        found[k] = number_at(&side[k], f->found);
        among[k] = number_at(&side[k], f->among);
    }
    const tacit_surplus more = tacit_surplus_of(found, among, CONFIDENCE);
    return tacit_result_row(
        cx, table, "[s, o, o, o, o, o, o, o]", f->title, percent(found[OF_IN] / among[OF_IN]),
        percent(found[OF_OUT] / among[OF_OUT]), percent(more.value), percent(more.low),
        percent(more.high), percent(found[OF_FLOOR] / among[OF_FLOOR]),
        percent(found[OF_CEILING] / among[OF_CEILING]));
}

/* The attackers' knowledge: columns of what was made. */
typedef struct known {
    tacit_select keys;
    size_t target;
} known;

/* The first `n` records of a part. */
static tacit_status cut(tacit_ctx *cx, const tacit_table *t, size_t n, tacit_table **out)
{
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++)
        row[i] = i;
    return tacit_table_take(cx, t, &(tacit_row_list){ n, row }, out);
}

/* Columns of another table that are called as those of `made`. */
static tacit_status find_known(tacit_ctx *cx, const tacit_table *made, const tacit_table *other,
                               const known *of, known *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, of->keys.n, sizeof *at, &at));
    for (size_t j = 0; j < of->keys.n; j++)
        at[j] =
            tacit_table_find(other, tacit_column_name(tacit_table_column(made, of->keys.at[j])));
    *out =
        (known){ { of->keys.n, at },
                 tacit_table_find(other, tacit_column_name(tacit_table_column(made, of->target))) };
    return TACIT_OK;
}

static tacit_status count(tacit_ctx *cx, const tacit_holdout *h, const known *what,
                          tacit_table *const victim[2], tacit_cap side[SIDES])
{
    const tacit_table *released[SIDES] = { h->made, h->made, h->floor, h->ceiling };
    for (size_t k = 0; k < SIDES; k++) {
        known own;
        side[k] = (tacit_cap){ 0 };
        if (released[k] == NULL)
            continue; /* the floor and the ceiling are not asked for */
        TACIT_TRY(find_known(cx, h->made, released[k], what, &own));
        const tacit_cap_spec spec = { .released = released[k],
                                      .original = victim[k == OF_OUT],
                                      .keys = own.keys,
                                      .target = own.target,
                                      .other = "the data" };
        TACIT_TRY(tacit_cap_of(cx, &spec, &side[k]));
    }
    return TACIT_OK;
}

static tacit_status new_table(tacit_ctx *cx, tacit_result *leak, const char *name,
                              const char *title, json_t **out)
{
    static const char *const heads[] = { "% of records",  "that were in", "left out",
                                         "more of those", "at least",     "at most",
                                         "floor",         "ceiling" };
    return tacit_result_table(cx, leak, name, title, 8, heads, out);
}

/* Put what is repeated of unique records beyond chance into the trial. */
static tacit_status put_copies(tacit_ctx *cx, const tacit_cap side[SIDES], json_t *trial)
{
    const double in = side[OF_IN].whole_copied / fmax(side[OF_IN].original, 1.0),
                 out = side[OF_OUT].whole_copied / fmax(side[OF_OUT].original, 1.0);
    return tacit_json_put(cx, trial, "copies", json_real(thousandths(in - out)));
}

/* Whole records: all columns but the last are keys, and the last is the target. */
static tacit_status tell_whole(tacit_ctx *cx, const tacit_holdout *h, tacit_table *const victim[2],
                               tacit_result *leak, json_t *trial)
{
    const size_t p = tacit_table_columns(h->made);
    known what = { .target = p - 1 };
    tacit_cap side[SIDES];
    json_t *table = NULL;
    size_t *at = NULL;
    if (p < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *at, &at));
    for (size_t j = 0; j + 1 < p; j++)
        at[j] = j;
    what.keys = (tacit_select){ p - 1, at };
    TACIT_TRY(count(cx, h, &what, victim, side));
    TACIT_TRY(put_copies(cx, side, trial));
    TACIT_TRY(new_table(cx, leak, "whole", "Records that are repeated", &table));
    for (size_t i = 0; i < sizeof WHOLE / sizeof WHOLE[0]; i++)
        TACIT_TRY(add_finding(cx, &WHOLE[i], side, table));
    return TACIT_OK;
}

/* Records that were in beside those left out, and the floor and the ceiling. */
static tacit_status draw(tacit_ctx *cx, const char *name, const tacit_cap side[SIDES],
                         tacit_result *leak)
{
    static const char *const series[SIDES] = { "were in", "left out", "floor", "ceiling" };
    static const char *const labels[] = { "one value", "the right one", "of keys found",
                                          "expected" };
    json_t *chart = NULL;
    char *title = NULL, *id = NULL;
    double value[sizeof TARGET / sizeof TARGET[0]];
    const size_t n = sizeof TARGET / sizeof TARGET[0];
    TACIT_TRY(tacit_scratch_format(cx, &title, "Keys lead to %s", name));
    TACIT_TRY(tacit_scratch_format(cx, &id, "keys_%s", name));
    TACIT_TRY(tacit_result_chart(cx, leak, id, title, TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "what keys lead to", "% of records"));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(tacit_result_label(cx, chart, labels[i]));
    for (size_t k = 0; k < SIDES; k++) {
        for (size_t i = 0; i < n; i++)
            value[i] = 100.0 * number_at(&side[k], TARGET[i].found) /
                       fmax(number_at(&side[k], TARGET[i].among), 1.0);
        TACIT_TRY(tacit_result_series(cx, chart, series[k], value, n));
    }
    return TACIT_OK;
}

/* One table for each sensitive column; what keys say by themselves is in the first. */
static tacit_status tell_target(tacit_ctx *cx, const tacit_holdout *h, const known *what,
                                tacit_table *const victim[2], tacit_result *leak)
{
    const char *name = tacit_column_name(tacit_table_column(h->made, what->target));
    tacit_cap side[SIDES];
    json_t *table = NULL;
    char *title = NULL, *id = NULL;
    TACIT_TRY(count(cx, h, what, victim, side));
    TACIT_TRY(tacit_scratch_format(cx, &title, "What the keys of a person lead to: %s", name));
    TACIT_TRY(tacit_scratch_format(cx, &id, "keys_%zu", what->target + 1));
    TACIT_TRY(new_table(cx, leak, id, title, &table));
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++)
        TACIT_TRY(add_finding(cx, &KEYS[i], side, table));
    for (size_t i = 0; i < sizeof TARGET / sizeof TARGET[0]; i++)
        TACIT_TRY(add_finding(cx, &TARGET[i], side, table));
    return draw(cx, name, side, leak);
}

/* All keys but the target. */
static tacit_status without(tacit_ctx *cx, const tacit_select *keys, size_t target,
                            tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *at, &at));
    for (size_t j = 0; j < keys->n; j++)
        if (keys->at[j] != target)
            at[n++] = keys->at[j];
    *out = (tacit_select){ n, at };
    return TACIT_OK;
}

static tacit_status tell_counts(tacit_ctx *cx, const tacit_holdout *h, tacit_table *const victim[2],
                                tacit_result *leak, json_t *trial)
{
    tacit_select key, sensitive;
    TACIT_TRY(tell_whole(cx, h, victim, leak, trial));
    TACIT_TRY(tacit_table_with_role(cx, h->made, TACIT_ROLE_KEY, &key));
    TACIT_TRY(tacit_table_with_role(cx, h->made, TACIT_ROLE_SENSITIVE, &sensitive));
    for (size_t c = 0; c < sensitive.n; c++) {
        known what = { .target = sensitive.at[c] };
        TACIT_TRY(without(cx, &key, what.target, &what.keys));
        if (what.keys.n > 0)
            TACIT_TRY(tell_target(cx, h, &what, victim, leak));
    }
    if (key.n == 0 || sensitive.n == 0)
        TACIT_TRY(tacit_result_note(cx, leak,
                                    "Roles 'key' and 'sensitive' would add what the keys of a "
                                    "person lead to."));
    return tacit_result_note(
        cx, leak,
        "Where 'that were in' and 'left out' are alike, what is found is true of people of a kind "
        "and not of those who were in the data; 'more of those' with its 95 %% interval is what is "
        "given away. The floor is columns drawn each by itself, the ceiling is real records drawn "
        "with replacement.");
}

static tacit_status tell_found(tacit_ctx *cx, const tacit_holdout *h, tacit_result *leak,
                               json_t *trial)
{
    const size_t in = tacit_table_rows(h->in), out = tacit_table_rows(h->out);
    tacit_table *victim[2] = { 0 };
    tacit_stage(cx, "Trying keys on records left out");
    tacit_status status = cut(cx, h->in, in < out ? in : out, &victim[0]);
    if (status == TACIT_OK)
        status = cut(cx, h->out, in < out ? in : out, &victim[1]);
    if (status == TACIT_OK)
        status = tell_counts(cx, h, victim, leak, trial);
    tacit_table_free(victim[0]);
    tacit_table_free(victim[1]);
    return status;
}

/* ---- all of it ---- */

tacit_status tacit_holdout_attack(tacit_ctx *cx, const tacit_work *w, const tacit_holdout *h,
                                  json_t **trial)
{
    static const tacit_account_part part = {
        .name = "holdout",
        .title = "Tried on records that were left out",
        .lead = "The plan was carried out without some records, drawn at random. What attackers "
                "find of the records that were in, beyond what they find of those that were left "
                "out (the control), is what synthetic data of this plan gives away."
    };
    static const tacit_param none[] = { TACIT_PARAM_END };
    static const tacit_entry entry = {
        .name = "leak", .title = "What is given away", .source = "", .params = none
    };
    json_t *results = NULL;
    tacit_result *leak = NULL, *membership = NULL;
    double looked_up = 0.0;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "risk", &entry, &(tacit_args){ 0 }, &leak));
    TACIT_TRY(tacit_json_add(cx, results, leak));
    TACIT_TRY(attack(cx, h, &membership));
    TACIT_TRY(tacit_json_add(cx, results, membership));
    TACIT_TRY(tell_leak(cx, membership, leak));
    if (h->homes)
        TACIT_TRY(tacit_holdout_tell_homes(cx, h, leak));
    *trial = json_object();
    TACIT_TRY(tell_found(cx, h, leak, *trial));
    TACIT_TRY(tacit_holdout_look_up(cx, h, leak, &looked_up));
    TACIT_TRY(put_trial(cx, looked_up, leak, *trial));
    return tacit_result_measured(cx, leak, tacit_table_rows(h->made), true);
}
