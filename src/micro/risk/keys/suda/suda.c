/*
 * suda.c - special uniques: records that are unique on few keys already.
 *
 * A minimal sample unique (MSU) of a record is a set of keys on which no other record has
 * the same values, and no smaller part of which is such a set.  The fewer keys an MSU has,
 * and the more MSUs a record has, the likelier it is unique in the population: records are
 * scored by the sum over their MSUs of (n - k)! (k of n keys in the MSU), or of
 * (2^(n-k) - 1) k! (n - k)! / n!; DIS is the probability that a match with the record is
 * right (Elliot, Manning and Ford 2002; Manning, Haglin and Keane 2008).  Formulas in
 * suda_score.c, search in suda_search.c.
 *
 * Range: scores from 0 (not unique on any keys), DIS from 0 to 1.  A missing value is in no
 * MSU.  Cost: at most O(2^keys * combinations), usually a small part of it; with more than
 * 15 keys large sets are left out unless asked for.
 */
#include "micro/risk/keys/suda/suda.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "micro/risk/risk.h"
#include "micro/risk/keys/suda/score.h"

enum { DEPTH, SCORES, FRACTION };

static const tacit_param PARAMS[] = {
    [DEPTH] = { .name = "depth",
                .type = TACIT_PARAM_INTEGER,
                .need = TACIT_OPTIONAL,
                .min = 1,
                .max = TACIT_SUDA_KEYS,
                TACIT_USEFUL(1, 10, "keys"),
                .help = "the most keys that an MSU may have; if not given, all of up to 15 keys, "
                        "of more as many as have 32 768 sets to look at" },
    [SCORES] = { .name = "scores",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = TACIT_SUDA_SCORES_CHOICES,
                 .help = "what an MSU of k among n keys scores: (n - k)!, or (2^(n-k) - 1) k! "
                         "(n - k)! / n!" },
    [FRACTION] = { .name = "fraction",
                   .type = TACIT_PARAM_REAL,
                   .need = TACIT_OPTIONAL,
                   .min = 1e-9,
                   .max = 1.0,
                   TACIT_USEFUL_LOG(0.001, 1, "share"),
                   .help = "share of the population that is in the data, for DIS; if not given, "
                           "the data's sampling fraction, or what the weights say, or 0.01" },
    TACIT_PARAM_END
};

static const char *name_of(const tacit_subject *subject, size_t key)
{
    return tacit_column_name(
        tacit_table_column(tacit_subject_table(subject), tacit_subject_keys(subject)->at[key]));
}

static double share_of(double part, double whole)
{
    return whole > 0.0 ? part / whole : 0.0;
}

/* ---- figures ---- */

static tacit_status add_counts(tacit_ctx *cx, const tacit_suda *s, double records,
                               tacit_result *result)
{
    uint64_t msus = 0;
    for (size_t k = 1; k <= s->n; k++)
        msus += s->msus[k];
    TACIT_TRY(tacit_result_figure(cx, result, "scored", "Special uniques", (double)s->scored,
                                  TACIT_UNIT_COUNT, "records with a score above 0",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "scored_share", "Share of special uniques",
                                  (double)s->scored / records, TACIT_UNIT_SHARE, "of all records",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "msus", "Minimal sample uniques", (double)msus,
                               TACIT_UNIT_COUNT,
                               "pairs of a record and a smallest set of keys on which no other "
                               "record has its values",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status add_scores(tacit_ctx *cx, const tacit_suda *s, tacit_suda_scores scores,
                               tacit_result *result)
{
    const char *rule = scores == TACIT_SUDA_FACTORIAL
                           ? "sum over records and their MSUs of (n - k)!, k of n keys in an MSU"
                           : "sum over records and their MSUs of (2^(n-k) - 1) k! (n - k)! / n!";
    TACIT_TRY(tacit_result_figure(cx, result, "score_sum", "Sum of scores", s->sum,
                                  TACIT_UNIT_NUMBER, rule, .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "score_highest", "Highest score", s->highest,
                               TACIT_UNIT_NUMBER, "largest score of a record",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status add_dis(tacit_ctx *cx, const tacit_suda *s, double records, double fraction,
                            tacit_result *result)
{
    TACIT_TRY(tacit_result_figure(cx, result, "dis_sum", "Expected correct matches", s->sum_dis,
                                  TACIT_UNIT_NUMBER,
                                  "sum over records of DIS, the probability that a match with "
                                  "the record is right",
                                  .better = TACIT_BETTER_LOWER, .estimate = true));
    TACIT_TRY(tacit_result_figure(cx, result, "dis_mean", "Average DIS", s->sum_dis / records,
                                  TACIT_UNIT_PROBABILITY,
                                  "mean over all records; 0 for a record without score",
                                  .better = TACIT_BETTER_LOWER, .estimate = true));
    TACIT_TRY(tacit_result_figure(cx, result, "dis_highest", "Highest DIS", s->highest_dis,
                                  TACIT_UNIT_PROBABILITY, "largest DIS of a record",
                                  .better = TACIT_BETTER_LOWER, .estimate = true));
    TACIT_TRY(tacit_result_figure(cx, result, "fraction", "Sampling fraction", fraction,
                                  TACIT_UNIT_SHARE,
                                  "share of the population in the data that "
                                  "DIS is computed with"));
    if (s->scored > 0 && s->pairs == 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "No two records share all their keys, so DIS is "
                                    "1 for every record with a score."));
    return TACIT_OK;
}

/* ---- tables ---- */

static tacit_status tabulate_keys(tacit_ctx *cx, const tacit_subject *subject, const tacit_suda *s,
                                  tacit_result *result)
{
    static const char *const columns[] = { "key", "share of the score", "MSUs with the key",
                                           "values in them", "largest share of one value" };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, result, "keys", "Contribution of each key", 5, columns, &table));
    for (size_t j = 0; j < s->n; j++) {
        const tacit_suda_key *k = &s->key[j];
        TACIT_TRY(tacit_result_row(cx, table, "[s,f,I,I,f]", name_of(subject, j),
                                   share_of(k->score, s->sum), (json_int_t)k->msus,
                                   (json_int_t)k->values, share_of(k->highest, k->score)));
    }
    return TACIT_OK;
}

static tacit_status tabulate_sizes(tacit_ctx *cx, const tacit_suda *s, size_t depth,
                                   tacit_result *result)
{
    static const char *const columns[] = { "keys", "MSUs", "records with none smaller" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "sizes", "Minimal sample uniques by number of keys", 3,
                                 columns, &table));
    for (size_t k = 1; k <= depth; k++)
        TACIT_TRY(tacit_result_row(cx, table, "[I,I,I]", (json_int_t)k, (json_int_t)s->msus[k],
                                   (json_int_t)s->smallest[k]));
    return TACIT_OK;
}

/* The names of the keys of a set, with commas. */
static tacit_status name_set(tacit_ctx *cx, const tacit_subject *subject, uint32_t mask, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    for (; mask != 0; mask &= mask - 1)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out, **out != '\0' ? ", " : "",
                                       name_of(subject, (size_t)__builtin_ctz(mask))));
    return TACIT_OK;
}

static tacit_status tabulate_sets(tacit_ctx *cx, const tacit_subject *subject, const tacit_suda *s,
                                  tacit_result *result)
{
    static const char *const columns[] = { "keys", "number of keys", "records" };
    enum { MOST = 20 };
    tacit_suda_set top[MOST];
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "sets",
                                 "Sets of keys that are minimal sample uniques of most records", 3,
                                 columns, &table));
    const size_t n = tacit_suda_sets_top(&s->sets, MOST, top);
    for (size_t i = 0; i < n; i++) {
        char *name = NULL;
        TACIT_TRY(name_set(cx, subject, top[i].mask, &name));
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,I]", name,
                                   (json_int_t)__builtin_popcount(top[i].mask),
                                   (json_int_t)top[i].msus));
    }
    return TACIT_OK;
}

/* ---- charts ---- */

/* Records with a score by powers of ten. */
static tacit_status chart_scores(tacit_ctx *cx, const tacit_suda *s, tacit_result *result)
{
    enum { MOST = 40 };
    double bar[MOST] = { 0 };
    json_t *chart = NULL;
    size_t bars = 1;
    for (size_t g = 0; g < s->classes; g++) {
        if (!(s->score[g] > 0.0))
            continue;
        const double place = s->score[g] < 1.0 ? 0.0 : floor(log10(s->score[g])) + 1.0;
        const size_t b = place < MOST ? (size_t)place : MOST - 1;
        bar[b] += 1.0;
        bars = b + 1 > bars ? b + 1 : bars;
    }
    TACIT_TRY(tacit_result_chart(cx, result, "scores", "Special uniques by score", TACIT_CHART_BARS,
                                 &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "score, from", "records"));
    for (size_t b = 0; b < bars; b++) {
        char label[TACIT_NUMBER_BYTES];
        tacit_format_real(b == 0 ? 0.0 : pow(10.0, (double)b - 1.0), label);
        TACIT_TRY(tacit_result_label(cx, chart, label));
    }
    return tacit_result_series(cx, chart, "records", bar, bars);
}

static tacit_status chart_keys(tacit_ctx *cx, const tacit_subject *subject, const tacit_suda *s,
                               tacit_result *result)
{
    double share[TACIT_SUDA_KEYS];
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "contributions", "Contribution of each key",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "key", "share of the score in MSUs with it, %"));
    for (size_t j = 0; j < s->n; j++) {
        share[j] = 100.0 * share_of(s->key[j].score, s->sum);
        TACIT_TRY(tacit_result_label(cx, chart, name_of(subject, j)));
    }
    return tacit_result_series(cx, chart, "share of the score", share, s->n);
}

/* The most keys of an MSU that is looked for; 0 is not among the answers. */
static size_t find_depth(const tacit_args *args, size_t n)
{
    const double most = 32768.0;
    double sets = 0.0, choose = 1.0;
    size_t depth = 0;
    if (tacit_arg_given(args, DEPTH))
        return (size_t)tacit_arg_integer(args, DEPTH) < n ? (size_t)tacit_arg_integer(args, DEPTH)
                                                          : n;
    while (depth < n) {
        choose = choose * (double)(n - depth) / (double)(depth + 1);
        sets += choose;
        if (sets > most)
            break;
        depth++;
    }
    return depth > 0 ? depth : 1;
}

/* The sampling fraction: as given, or what is known of the data, or 1 %. */
static tacit_status find_fraction(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                                  double *out)
{
    const tacit_subject_extra *extra = tacit_subject_extra_of(subject);
    const tacit_classes *c = NULL;
    double weight = 0.0;
    *out = 0.01;
    TACIT_TRY(tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &c));
    for (size_t g = 0; g < c->n && c->weight != NULL; g++)
        weight += c->weight[g];
    if (tacit_arg_given(args, FRACTION))
        *out = tacit_arg_real(args, FRACTION);
    else if (extra->fraction > 0.0)
        *out = extra->fraction;
    else if (weight > 0.0)
        *out = fmin((double)c->records / weight, 1.0);
    return TACIT_OK;
}

static tacit_status find_msus(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                              tacit_suda_spec *spec, tacit_suda *out)
{
    *spec = (tacit_suda_spec){
        .depth = find_depth(args, tacit_subject_keys(subject)->n),
        .scores = (tacit_suda_scores)tacit_arg_choice(args, SCORES),
    };
    TACIT_TRY(find_fraction(cx, subject, args, &spec->fraction));
    return tacit_suda_measure(cx, subject, spec, out);
}

tacit_status tacit_suda_of_classes(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                                   const double **score, const double **dis)
{
    tacit_suda_spec spec;
    tacit_suda s;
    TACIT_TRY(find_msus(cx, subject, args, &spec, &s));
    *score = s.score;
    *dis = s.dis;
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const double records = (double)tacit_subject_records(subject);
    tacit_suda_spec spec;
    tacit_suda s;
    TACIT_TRY(find_msus(cx, subject, args, &spec, &s));
    TACIT_TRY(add_counts(cx, &s, records, result));
    TACIT_TRY(add_scores(cx, &s, spec.scores, result));
    TACIT_TRY(add_dis(cx, &s, records, spec.fraction, result));
    TACIT_TRY(tabulate_keys(cx, subject, &s, result));
    TACIT_TRY(tabulate_sizes(cx, &s, spec.depth, result));
    TACIT_TRY(tabulate_sets(cx, subject, &s, result));
    if (spec.depth < s.n)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Only sets of up to %zu of the %zu keys were "
                                    "looked at.",
                                    spec.depth, s.n));
    TACIT_TRY(chart_scores(cx, &s, result));
    return chart_keys(cx, subject, &s, result);
}

const tacit_measure tacit_risk_suda = {
    .about = { .name = "suda",
               .title = "Special uniques",
               .summary = "Which records are unique on few keys already, and which keys make "
                          "them so.",
               .source = "Elliot, Manning and Ford (2002), A computational algorithm for handling "
                         "the special uniques problem; Manning, Haglin and Keane (2008), A "
                         "recursive search algorithm for statistical disclosure assessment",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS,
    .traits = TACIT_MEASURE_COSTLY,
    .run = measure,
};
