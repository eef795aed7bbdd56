/*
 * arx_metrics.h - ARX's quality models as losses, and what is found at a node.
 */
#ifndef TACIT_TESTS_GOLDEN_ARX_METRICS_H
#define TACIT_TESTS_GOLDEN_ARX_METRICS_H

#include "golden/arx_settings.h"

#include "micro/model/judge.h"
#include "micro/search/loss.h"

/* A quality model of ARX. */
typedef struct metric {
    tacit_loss_spec spec;
    bool rank;       /* ARX aggregates by rank: losses of axes, downwards */
    bool divergence; /* ARX's sum is another */
    double weight[MOST_KEYS];
} metric;

static const struct metric_name {
    const char *theirs;
    tacit_loss_kind kind;
} METRICS[] = {
    { "Loss", TACIT_LOSS_GRANULARITY },
    { "Discernibility (non-monotonic variant)", TACIT_LOSS_DISCERNIBILITY },
    { "Discernibility (monotonic variant)", TACIT_LOSS_MONOTONE_DISCERNIBILITY },
    { "AECS", TACIT_LOSS_CLASS_SIZE },
    { "Precision (non-monotonic)", TACIT_LOSS_PRECISION },
    { "Precision (monotonic)", TACIT_LOSS_MONOTONE_PRECISION },
    { "Non-uniform entropy (non-monotonic)", TACIT_LOSS_NON_UNIFORM_ENTROPY },
    { "Non-uniform entropy (monotonic)", TACIT_LOSS_MONOTONE_ENTROPY },
    { "Normalized non-uniform entropy", TACIT_LOSS_NORMALIZED_ENTROPY },
    { "Height", TACIT_LOSS_HEIGHT },
    { "Ambiguity", TACIT_LOSS_AMBIGUITY },
    { "KL divergence", TACIT_LOSS_KL_DIVERGENCE },
    { "Entropy-based information loss", TACIT_LOSS_ENTROPY },
};

/* How ARX aggregates the losses of keys. */
static inline tacit_loss_aggregate aggregate_of(const char *name)
{
    return name == NULL || strcmp(name, "geometric mean") == 0 ? TACIT_LOSS_GEOMETRIC
           : strcmp(name, "arithmetic mean") == 0              ? TACIT_LOSS_ARITHMETIC
           : strcmp(name, "maximum") == 0                      ? TACIT_LOSS_MAXIMUM
                                                               : TACIT_LOSS_SUM;
}

/* The next number of a text, after brackets, commas and blanks; `*at` is then behind it. */
static inline double next_number(const char **at)
{
    char text[64];
    double x = 0.0;
    *at += strspn(*at, "[, ");
    const size_t n = strspn(*at, "+-.0123456789eE");
    assert_true(n > 0 && n < sizeof text);
    snprintf(text, sizeof text, "%.*s", (int)n, *at);
    assert_true(tacit_parse_real(text, &x));
    *at += n;
    return x;
}

/* The score of an entry, which is a text. */
static inline double score_of(const json_t *result)
{
    const char *text = json_string_value(json_object_get(result, "score"));
    return next_number(&text);
}

/* Weights "sex=0.9,age=..." in the order of the keys. */
static inline void read_weights(const char *text, metric *m)
{
    for (size_t a = 0; a < MOST_KEYS && text != NULL; a++) {
        text = strchr(text, '=') + 1;
        m->weight[a] = next_number(&text);
        text = *text == ',' ? text : NULL;
    }
    m->spec.weight = m->weight;
}

/* The quality model of an entry of optima.json; false if there is none like it here. */
static inline bool find_metric(const json_t *config, metric *m)
{
    const json_t *quality = json_object_get(config, "quality_model");
    const char *name = json_string_value(json_object_get(quality, "model"));
    const char *aggregate = json_string_value(json_object_get(quality, "aggregate"));
    const json_t *factor = json_object_get(quality, "gs_factor");
    const json_t *weights = json_object_get(config, "weights");
    *m = (metric){ .spec.balance = factor != NULL ? json_number_value(factor) : 0.5,
                   .spec.aggregate = aggregate_of(aggregate),
                   .rank = aggregate != NULL && strcmp(aggregate, "rank") == 0 };
    if (weights != NULL)
        read_weights(json_string_value(weights), m);
    for (size_t i = 0; name != NULL && i < sizeof METRICS / sizeof METRICS[0]; i++)
        if (strcmp(METRICS[i].theirs, name) == 0) {
            m->spec.kind = METRICS[i].kind;
            m->divergence = m->spec.kind == TACIT_LOSS_KL_DIVERGENCE;
            return true;
        }
    return false;
}

/* The quality model of a case of own-tests.json. */
static inline void find_own_metric(const json_t *theirs, metric *m)
{
    const char *name = json_string_value(json_object_get(theirs, "name"));
    const json_t *args = json_object_get(theirs, "args");
    const bool monotone = json_is_true(json_array_get(args, 0));
    *m = (metric){ .spec = { .balance = 0.5, .aggregate = TACIT_LOSS_SUM } };
    if (strcmp(name, "createAECSMetric") == 0) {
        m->spec.kind = TACIT_LOSS_CLASS_SIZE;
    } else if (strcmp(name, "createDiscernabilityMetric") == 0) {
        m->spec.kind = monotone ? TACIT_LOSS_MONOTONE_DISCERNIBILITY : TACIT_LOSS_DISCERNIBILITY;
    } else if (strcmp(name, "createEntropyMetric") == 0) {
        m->spec.kind = monotone ? TACIT_LOSS_MONOTONE_ENTROPY : TACIT_LOSS_NON_UNIFORM_ENTROPY;
    } else if (strcmp(name, "createHeightMetric") == 0) {
        m->spec.kind = TACIT_LOSS_HEIGHT;
    } else if (strcmp(name, "createPrecisionMetric") == 0) {
        m->spec.kind = monotone ? TACIT_LOSS_MONOTONE_PRECISION : TACIT_LOSS_PRECISION;
        m->spec.aggregate = TACIT_LOSS_ARITHMETIC;
    } else {
        assert_string_equal(name, "createLossMetric");
        m->spec.kind = TACIT_LOSS_GRANULARITY;
        m->rank = true;
        if (json_array_size(args) == 2)
            m->spec.balance = json_number_value(json_array_get(args, 0));
    }
}

/* What is found at a node. */
typedef struct sight {
    double score, bound, by_axis[MOST_KEYS];
    uint64_t suppressed, classes;
} sight;

/* Judge and score a node. */
static inline sight look(setting *s, tacit_judge *judge, const tacit_loss *loss,
                         const uint8_t *level)
{
    static const uint8_t bottom[MOST_KEYS];
    const tacit_class_list *list = &s->roller.list;
    const tacit_select *wanted = tacit_judge_sensitive(judge);
    tacit_judge_pairs pairs[2];
    sight v = { 0 };
    tacit_roll(&s->roller, &s->space->cells, bottom, level);
    for (size_t c = 0; c < wanted->n; c++) {
        const tacit_search_pairs *p = &list->pairs[wanted->at[c] == s->sensitive[0] ? 0 : 1];
        pairs[c] = (tacit_judge_pairs){ .start = p->start, .value = p->value, .count = p->count };
    }
    const tacit_judge_view view = {
        .n = list->n, .size = list->size, .population = list->population, .pairs = pairs
    };
    v.suppressed = tacit_judge_mark(judge, &view, s->roller.marked);
    for (size_t g = 0; g < list->n; g++)
        v.classes += !s->roller.marked[g] && list->size[g] > 0;
    v.score = tacit_loss_score(loss, level, list, s->roller.marked, v.by_axis);
    v.bound = tacit_loss_bound(loss, level);
    assert_true(v.bound <= v.score);
    return v;
}

/* For qsort(): larger ones first. */
static inline int compare_down(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Whether two scores agree, up to what ARX cuts. */
static inline bool agree(double x, double y)
{
    return fabs(x - y) <= 1e-9 * fabs(y) + 1e-10;
}

/* Compare with a score: a number, or by rank the losses of the axes downwards. */
static inline void compare_score(const metric *m, sight *v, size_t axes, const char *want,
                                 const char *id)
{
    const double ours = v->score;
    const char *at = want;
    if (!m->rank) {
        if (!agree(ours, next_number(&at)))
            fail_msg("%s: %.17g instead of %s", id, ours, want);
        return;
    }
    qsort(v->by_axis, axes, sizeof v->by_axis[0], compare_down);
    for (size_t a = 0; a < axes; a++) {
        const double x = next_number(&at);
        if (!agree(v->by_axis[a], x))
            fail_msg("%s: axis %zu: %.17g instead of %.17g", id, a, v->by_axis[a], x);
    }
}

/* Levels from a list of numbers. */
static inline void read_levels(const json_t *list, uint8_t *level)
{
    const json_t *l = NULL;
    size_t i;
    json_array_foreach(list, i, l) level[i] = (uint8_t)json_integer_value(l);
}

#endif
