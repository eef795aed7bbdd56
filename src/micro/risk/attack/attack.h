/*
 * attack.h - what attack-based risks share: the three sets of records, whom to attack, and
 * how well it went.
 *
 * An attacker has the protected data and knows something of a person.  The attack on persons
 * of the original is compared with the same attack on a control set, persons of the same
 * population who were not in the original: what the attack finds out about them it learnt
 * from the population, not from a record.  The baseline is an attacker who guesses without
 * looking at what is known of the person.
 */
#ifndef TACIT_MICRO_RISK_ATTACK_ATTACK_H
#define TACIT_MICRO_RISK_ATTACK_ATTACK_H

#include "base/result.h"
#include "micro/classes/subject.h"
#include "micro/linkage/space/space.h"

/* The parameters `attacks`, `confidence` and `seed`. */
#define TACIT_ATTACKS_PARAM(number)                                                                \
    {                                                                                              \
        .name = "attacks", .type = TACIT_PARAM_INTEGER, .preset = (number), .max = 1e9,            \
        TACIT_USEFUL(0, 100000, "records"), .importance = TACIT_ADVANCED, .samples = true,         \
        .help = "records to attack, chosen by the seed; 0 for all"                                 \
    }
#define TACIT_CONFIDENCE_PARAM                                                                     \
    {                                                                                              \
        .name = "confidence", .type = TACIT_PARAM_REAL, .preset = 0.95, .min = 0.5, .max = 0.9999, \
        TACIT_USEFUL(0.8, 0.999, "probability"), .importance = TACIT_ADVANCED,                     \
        .help = "level of confidence of the intervals"                                             \
    }
#define TACIT_SEED_PARAM                                                                           \
    {                                                                                              \
        .name = "seed", .type = TACIT_PARAM_INTEGER, .preset = 1, .max = 4294967295.0,             \
        TACIT_USEFUL(0, 1000, NULL), .importance = TACIT_ADVANCED,                                 \
        .help = "seed of the random choices"                                                       \
    }

/* The sets of records. */
enum { TACIT_ORIGINAL = 0, TACIT_RELEASED, TACIT_CONTROL, TACIT_SETS };

/* Which columns to make points of, and how; as in linkage/space.h. */
typedef struct tacit_points_spec {
    tacit_select released; /* columns of the protected table */
    tacit_select original; /* the same columns of the original */
    tacit_metric metric;
    tacit_scaling scaling; /* by the original */
} tacit_points_spec;

/* The sets as points of one space, in scratch memory; the control's has no records if there is
 * none. */
typedef struct tacit_crowd {
    tacit_metric metric;
    size_t p, q;
    tacit_records set[TACIT_SETS];
} tacit_crowd;

/* Make the points.  Fails, naming the column, if the control lacks one.  O(n) a column. */
tacit_status tacit_crowd_of(tacit_ctx *cx, const tacit_subject *s, const tacit_points_spec *spec,
                            tacit_crowd *out);

/* The space of two sets of records of a crowd. */
tacit_space tacit_crowd_space(const tacit_crowd *crowd, const tacit_records *from,
                              const tacit_records *to);

/* The records at `rows` (n of them), copied to scratch memory. */
tacit_status tacit_crowd_take(tacit_ctx *cx, const tacit_crowd *crowd, const tacit_records *of,
                              const uint32_t *rows, size_t n, tacit_records *out);

/* The table of a set; NULL for a control that there is none of. */
const tacit_table *tacit_set_table(const tacit_subject *s, size_t set);

/* Fail unless the original and the protected table have records and the control, if there is
 * one, too. */
tacit_status tacit_sets_check(tacit_ctx *cx, const tacit_subject *s, const char *who);

/* Which columns of the protected table are asked for: those that argument `given` names, or
 * else those with `role` (TACIT_ROLE_KEY: all if there are no keys; 0: all), but not column
 * `without` (the number of columns for none). */
typedef struct tacit_columns_spec {
    const tacit_value *given;
    unsigned role;
    size_t without;
    bool texts; /* numbers of the original meet texts of the protected table, unless recoded */
} tacit_columns_spec;

/* Those columns and the same ones of the original, in scratch memory; columns that are not
 * named and that the original has not as the same kind are left out.  Fails if none is left. */
tacit_status tacit_sets_columns(tacit_ctx *cx, const tacit_subject *s,
                                const tacit_columns_spec *spec, tacit_select *released,
                                tacit_select *original);

/* Some rows of a table, in scratch memory. */
typedef struct tacit_sample {
    uint32_t *row;
    size_t n;
} tacit_sample;

/* Choose `most` rows of `t` (0: all) by a hash of their cells and the seed, so that the
 * choice does not depend on the order of rows: of equal records any may be taken. */
tacit_status tacit_sample_rows(tacit_ctx *cx, const tacit_table *t, uint64_t most, uint64_t seed,
                               tacit_sample *out);

/* How attacks went; all but `made` may be sums of credits. */
typedef struct tacit_attack {
    double made, right;                 /* guesses, and how many were right */
    double baseline;                    /* of as many guesses without knowledge */
    double control_made, control_right; /* 0 without a control */
} tacit_attack;

/* How figures call an attack. */
typedef struct tacit_attack_words {
    const char *prefix;  /* before the figures' names: "", "uni_" */
    const char *title;   /* after the figures' titles: "", ", one column" */
    const char *success; /* when a guess is right, for definitions */
    const char *naive;   /* what the baseline's attacker does */
    double confidence;
} tacit_attack_words;

/* Add the figures: guesses, successes, rates of attack, baseline and control, advantage over
 * the baseline and, with a control, risk, each with its interval; a table and a chart of
 * the rates. */
tacit_status tacit_attack_tell(tacit_ctx *cx, const tacit_attack *attack,
                               const tacit_attack_words *words, tacit_result *result);

/* The note of every attack that could use a control, if there is none. */
tacit_status tacit_attack_tell_control(tacit_ctx *cx, const tacit_subject *s, tacit_result *result);

#endif
