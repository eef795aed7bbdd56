/*
 * arx_demands.h - what ARX was asked to keep, as requirements.
 */
#ifndef TACIT_TESTS_GOLDEN_ARX_DEMANDS_H
#define TACIT_TESTS_GOLDEN_ARX_DEMANDS_H

#include "golden/golden.h"
#include "support/models.h"

#include "micro/model/judge.h"

enum { MOST_MODELS = 4 };

/* Requirements of a case. */
typedef struct demands {
    question q[MOST_MODELS];
    const char *column[MOST_MODELS];
    tacit_requirement require[MOST_MODELS];
    size_t n;
} demands;

/* Add a model with its defaults. */
static inline question *demand(demands *d, const char *model)
{
    question *q = ask(&d->q[d->n], model);
    d->require[d->n++] = (tacit_requirement){ .model = q->model, .args = &q->a.args };
    return q;
}

/* Add a model of one sensitive column. */
static inline question *demand_of(demands *d, const char *model, const char *column)
{
    d->column[d->n] = column;
    question *q = demand(d, model);
    with_texts(q, "sensitive", &d->column[d->n - 1], 1);
    return q;
}

/* How ARX's models are called here: of a sensitive column, by a choice and a number. */
static const struct translation {
    const char *theirs, *ours, *choice, *kind, *number;
} translations[] = {
    { "distinct-l-diversity", "l_diversity", "kind", "distinct", "l" },
    { "entropy-l-diversity(shannon)", "l_diversity", "kind", "entropy", "l" },
    { "entropy-l-diversity(grassberger)", "l_diversity", "kind", "entropy_grassberger", "l" },
    { "recursive-(c,l)-diversity", "l_diversity", "kind", "recursive", "l" },
    { "t-closeness(equal distance)", "t_closeness", "distance", "equal", "t" },
    { "t-closeness(ordered distance)", "t_closeness", "distance", "ordered", "t" },
    { "t-closeness(hierarchical distance)", "t_closeness", "distance", "hierarchical", "t" },
    { "delta-disclosure-privacy", "delta_disclosure", "compat", "arx", "delta" },
    { "basic-beta-likeness", "beta_likeness", "kind", "basic", "beta" },
    { "enhanced-beta-likeness", "beta_likeness", "kind", "enhanced", "beta" },
};

/* Models of one column. */
static inline bool demand_column(demands *d, const json_t *model, const char *name)
{
    const char *column = json_string_value(json_object_get(model, "attribute"));
    for (size_t i = 0; i < sizeof translations / sizeof translations[0]; i++) {
        const struct translation *t = &translations[i];
        if (strcmp(t->theirs, name) != 0)
            continue;
        question *q = with(choose(demand_of(d, t->ours, column), t->choice, t->kind), t->number,
                           golden_number(model, t->number));
        if (strcmp(t->kind, "recursive") == 0)
            with(q, "c", golden_number(model, "c"));
        return true;
    }
    return false;
}

/* Risk models. */
static inline bool demand_risk(demands *d, const json_t *model, const char *name)
{
    const json_t *threshold = json_object_get(model, "threshold");
    question *q = NULL;
    if (strcmp(name, "average-reidentification-risk") == 0) {
        q = demand(d, "average_risk");
        with(q, "average", golden_number(model, threshold != NULL ? "threshold" : "average"));
        if (threshold == NULL)
            with(with(q, "highest", golden_number(model, "highest")), "at_risk",
                 golden_number(model, "records_at_risk"));
    } else if (strcmp(name, "sample-uniqueness") == 0) {
        q = with(with(demand(d, "average_risk"), "average", 1.0), "highest", 0.5);
        with(q, "at_risk", json_number_value(threshold));
    } else if (strcmp(name, "k-map(poisson)") == 0 || strstr(name, "k-map(zero") == name) {
        q = with(demand(d, "k_map"), "k", golden_number(model, "k"));
        choose(q, "estimator", strstr(name, "zero") != NULL ? "zero_truncated" : "poisson");
        with(choose(q, "compat", "arx"), "significance", golden_number(model, "significance"));
    }
    return q != NULL;
}

/* Beside a model with a least size of classes ARX does not look at combinations that are absent. */
static inline void settle_presence(demands *d)
{
    bool sized = false;
    for (size_t i = 0; i < d->n; i++) {
        const char *name = d->q[i].model->measure.about.name;
        sized = sized || strcmp(name, "k_anonymity") == 0 || strcmp(name, "l_diversity") == 0;
    }
    for (size_t i = 0; sized && i < d->n; i++)
        if (strcmp(d->q[i].model->measure.about.name, "delta_presence") == 0)
            choose(&d->q[i], "compat", "arx_beside");
}

/* Translate one model of optima.json; false if there is no such model here. */
static inline bool demand_one(demands *d, const json_t *model)
{
    const char *name = json_string_value(json_object_get(model, "model"));
    if (strcmp(name, "k-anonymity") == 0)
        with(demand(d, "k_anonymity"), "k", golden_number(model, "k"));
    else if (strcmp(name, "k-map(subset)") == 0)
        with(demand(d, "k_map"), "k", golden_number(model, "k"));
    else if (strcmp(name, "delta-presence") == 0)
        choose(with(with(demand(d, "delta_presence"), "min", golden_number(model, "dmin")), "max",
                    golden_number(model, "dmax")),
               "compat", "arx");
    else if (strcmp(name, "inclusion(subset)") == 0)
        return true;
    else
        return demand_column(d, model, name) || demand_risk(d, model, name);
    return true;
}

/* The same, beside the models that were translated before. */
static inline bool demand_model(demands *d, const json_t *model)
{
    const bool known = demand_one(d, model);
    settle_presence(d);
    return known;
}

/* Translate one model of own-tests.json.  Nodes are scored there by the classes that ARX would
 * suppress, whether or not absent combinations break the table. */
static inline void demand_own(demands *d, const json_t *model)
{
    const char *name = json_string_value(json_object_get(model, "name"));
    const json_t *args = json_object_get(model, "args");
    const double x = json_number_value(json_array_get(args, 0));
    const double y = json_number_value(json_array_get(args, 1));
    if (strcmp(name, "KAnonymity") == 0)
        with(demand(d, "k_anonymity"), "k", x);
    else if (strcmp(name, "DPresence") == 0)
        choose(with(with(demand(d, "delta_presence"), "min", x), "max", y), "compat", "arx_beside");
    else if (strcmp(name, "HierarchicalDistanceTCloseness") == 0)
        choose(with(demand_of(d, "t_closeness", "occupation"), "t", y), "distance", "hierarchical");
    else if (strcmp(name, "RecursiveCLDiversity") == 0)
        with(with(choose(demand_of(d, "l_diversity", "occupation"), "kind", "recursive"), "c", y),
             "l", json_number_value(json_array_get(args, 2)));
    else
        fail_msg("what is '%s'?", name);
}

#endif
