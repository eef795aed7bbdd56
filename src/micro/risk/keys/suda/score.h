/*
 * score.h - special uniques: scores, contributions and disclosure probabilities.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUDA_SCORE_H
#define TACIT_MICRO_RISK_KEYS_SUDA_SCORE_H

#include "micro/classes/subject.h"
#include "micro/risk/keys/suda/sets.h"
#include "micro/risk/keys/suda/space.h"

/* What an MSU of k among n keys scores. */
typedef enum tacit_suda_scores {
    TACIT_SUDA_FACTORIAL = 0, /* (n - k)! */
    TACIT_SUDA_NORMALISED     /* (2^(n-k) - 1) k! (n - k)! / n! */
} tacit_suda_scores;

/* Choices of a `scores` parameter, in the order of tacit_suda_scores. */
extern const char *const TACIT_SUDA_SCORES_CHOICES[];

typedef struct tacit_suda_spec {
    size_t depth; /* most keys of an MSU, 0 for all */
    tacit_suda_scores scores;
    double fraction; /* of the population in the sample */
    bool each;       /* whether `portion` is wanted */
} tacit_suda_spec;

/* One key's part. */
typedef struct tacit_suda_key {
    double score;    /* sum of the scores of MSUs that contain the key */
    uint64_t msus;   /* how many they are */
    uint64_t values; /* values of the key that are in one of them */
    double highest;  /* largest part of `score` that one value has */
} tacit_suda_key;

/* In scratch memory.  Only classes of one record have MSUs. */
typedef struct tacit_suda {
    size_t n; /* keys */
    size_t classes;
    const double *score;   /* of each class, 0 without MSU */
    const double *dis;     /* probability of a correct match, of each class */
    const double *portion; /* [class * n + key]: score of MSUs with the key; NULL unless each */
    tacit_suda_key key[TACIT_SUDA_KEYS];
    uint64_t msus[TACIT_SUDA_KEYS + 1];     /* by number of keys */
    uint64_t smallest[TACIT_SUDA_KEYS + 1]; /* records by keys of the smallest MSU */
    tacit_suda_sets sets;
    uint64_t scored; /* records with a score above 0 */
    uint64_t pairs;  /* records in classes of two */
    double sum, highest, sum_dis, highest_dis;
} tacit_suda;

/* Find all MSUs of the subject and score them. */
tacit_status tacit_suda_measure(tacit_ctx *cx, tacit_subject *subject, const tacit_suda_spec *spec,
                                tacit_suda *out);

#endif
