/*
 * holdout.c - what synthetic data gives away of the records that it was learnt from.
 *
 * What can be guessed of a person by keys is mostly what can be guessed of anybody.  So a part of
 * the records, drawn at random, is left out; the plan is carried out on the others; and attackers
 * try both.  What they find of those who were in beyond what they find of those who were not is the
 * leak.  It is the plan that is tried so, on fewer records than are released from, so leaks are
 * rather overstated.  The same attackers see the release if the plan names a control.
 * Cost: that of a second synthesis, and of the attacks.
 */
#include <string.h>

#include "micro/risk/risk.h"
#include "table/take.h"
#include "task/synth/own.h"

/* Fewer records than this on either side say nothing. */
enum { FEWEST = 50 };

/* The trial. */
typedef struct trial {
    tacit_table *in, *out; /* records that are learnt from, and the others */
    tacit_table *made;
} trial;

static tacit_status split(tacit_ctx *cx, const tacit_synthesis *s, double share, trial *t)
{
    const size_t n = tacit_table_rows(s->w->data), out = (size_t)(share * (double)n);
    tacit_rng rng = tacit_rng_fork(&s->spec.rng, "holdout");
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++)
        row[i] = i;
    for (size_t i = n; i > 1; i--) {
        const size_t k = (size_t)tacit_rng_below(&rng, i), swap = row[i - 1];
        row[i - 1] = row[k];
        row[k] = swap;
    }
    TACIT_TRY(tacit_table_take(cx, s->w->data, &(tacit_row_list){ out, row }, &t->out));
    return tacit_table_take(cx, s->w->data, &(tacit_row_list){ n - out, row + out }, &t->in);
}

static tacit_status learn(tacit_ctx *cx, const tacit_synthesis *s, trial *t)
{
    tacit_synth_spec spec = s->spec;
    tacit_synth_told *told = NULL;
    TACIT_TRY(tacit_scratch(cx, spec.n, sizeof *told, &told));
    spec.data = t->in;
    spec.rows = tacit_table_rows(t->in);
    spec.sets = 1;
    spec.rng = tacit_rng_fork(&spec.rng, "trial");
    return tacit_synth_make(cx, &spec, told, &t->made);
}

/* One attack on the trial: its result, which is the caller's. */
static tacit_status attack(tacit_ctx *cx, const tacit_measure *m, const trial *t,
                           const tacit_table *victims, tacit_result **out)
{
    const tacit_subject_extra extra = { .original = victims,
                                        .control = victims == t->in ? t->out : NULL,
                                        .independent = true };
    tacit_subject *subject = NULL;
    tacit_value *at = NULL;
    tacit_args args;
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(m->about.params), sizeof *at, &at));
    tacit_args_preset(m->about.params, at, &args);
    tacit_stage(cx, "Trying %s on records left out", m->about.name);
    TACIT_TRY(tacit_subject_new(cx, t->made, &subject));
    tacit_subject_add(subject, &extra);
    const tacit_status status = tacit_measure_run(cx, m, subject, &args, out);
    tacit_subject_free(subject);
    return status;
}

/* ---- telling ---- */

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

/* What attackers who know the keys find of records that were in, and of those left out. */
static tacit_status tell_keys(tacit_ctx *cx, const tacit_result *in, const tacit_result *out,
                              tacit_result *leak)
{
    static const char *const heads[] = { "of records", "that were in", "left out" };
    static const char *const names[] = { "uiois", "repu", "is", "dis", "disco", "dcap" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, leak, "keys", "What the keys of a person lead to", 3, heads,
                                 &table));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        json_t *a = figure_of(in, names[i]), *b = figure_of(out, names[i]);
        TACIT_TRY(tacit_result_row(cx, table, "[O, O, O]", json_object_get(a, "title"),
                                   json_object_get(a, "value"), json_object_get(b, "value")));
    }
    return tacit_result_note(cx, leak,
                             "Where both columns are alike, what is found is true of people of a "
                             "kind and not of those who were in the data.");
}

/* The figures that matter most, in front of the others. */
static tacit_status tell_leak(tacit_ctx *cx, const tacit_result *membership, tacit_result *leak)
{
    static const char *const names[] = { "closer_share", "auc", "membership_advantage",
                                         "identical_share", "identical_control" };
    json_t *figures = json_object_get(leak, "figures");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        TACIT_TRY(tacit_json_add(cx, figures, json_deep_copy(figure_of(membership, names[i]))));
    return TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const trial *t, tacit_result *leak, json_t *results)
{
    const tacit_measure *keys = &tacit_risk_attribute_inference;
    tacit_select key, sensitive;
    tacit_result *in = NULL, *out = NULL;
    TACIT_TRY(attack(cx, &tacit_risk_membership, t, t->in, &in));
    TACIT_TRY(tacit_json_add(cx, results, in));
    TACIT_TRY(tell_leak(cx, in, leak));
    TACIT_TRY(tacit_table_with_role(cx, t->made, TACIT_ROLE_KEY, &key));
    TACIT_TRY(tacit_table_with_role(cx, t->made, TACIT_ROLE_SENSITIVE, &sensitive));
    if (key.n == 0 || sensitive.n == 0)
        return TACIT_OK;
    TACIT_TRY(attack(cx, keys, t, t->in, &in));
    TACIT_TRY(tacit_json_add(cx, results, in));
    TACIT_TRY(attack(cx, keys, t, t->out, &out));
    const tacit_status status = tell_keys(cx, in, out, leak);
    json_decref(out);
    return status;
}

static tacit_status attack_all(tacit_ctx *cx, const tacit_synthesis *s, const trial *t)
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
    tacit_result *leak = NULL;
    TACIT_TRY(tacit_account_section(cx, s->w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "risk", &entry, &(tacit_args){ 0 }, &leak));
    TACIT_TRY(tacit_json_add(cx, results, leak));
    return fill(cx, t, leak, results);
}

tacit_status tacit_synthesis_hold_out(tacit_ctx *cx, const tacit_synthesis *s)
{
    const double share = tacit_arg_real(&s->w->ask->args, TACIT_SYNTH_HOLDOUT);
    const double n = (double)tacit_table_rows(s->w->data);
    trial t = { 0 };
    if (share <= 0.0)
        return TACIT_OK;
    if (share * n < FEWEST || (1.0 - share) * n < FEWEST) {
        tacit_warn(cx, "There are too few records to leave some out and see what is given away of "
                       "them; the risk of membership is not known.");
        return TACIT_OK;
    }
    tacit_status status = split(cx, s, share, &t);
    if (status == TACIT_OK)
        status = learn(cx, s, &t);
    if (status == TACIT_OK)
        status = attack_all(cx, s, &t);
    tacit_table_free(t.in);
    tacit_table_free(t.out);
    tacit_table_free(t.made);
    return status;
}
