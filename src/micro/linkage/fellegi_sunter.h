/*
 * fellegi_sunter.h - the model of probabilistic record linkage, and its fit to patterns.
 *
 * Two records are compared field by field; each field shows a level: 0 disagreement, up to
 * levels - 1 for the best agreement, or missing.  What a pair shows on all fields is its
 * pattern.  The model has the share lambda of pairs that belong together, and for each
 * level its probability m among those and u among the others.
 */
#ifndef TACIT_MICRO_LINKAGE_FELLEGI_SUNTER_H
#define TACIT_MICRO_LINKAGE_FELLEGI_SUNTER_H

#include "base/context.h"

enum { TACIT_FIELDS_MAX = 32, TACIT_LEVELS_MAX = 8 };

/* Patterns that occur and how many pairs show each. */
typedef struct tacit_patterns {
    size_t fields;
    uint8_t levels[TACIT_FIELDS_MAX]; /* of each field: 2 ... TACIT_LEVELS_MAX */
    size_t n;
    const uint8_t *level; /* n * fields; levels[k] if the comparison is missing */
    const double *count;  /* of each pattern, above 0 */
} tacit_patterns;

typedef struct tacit_fs {
    size_t fields;
    uint8_t levels[TACIT_FIELDS_MAX];
    double lambda;
    double m[TACIT_FIELDS_MAX][TACIT_LEVELS_MAX];
    double u[TACIT_FIELDS_MAX][TACIT_LEVELS_MAX];
    double loglik; /* natural log likelihood of the patterns; missing fields left out */
    size_t iterations;
    bool converged;
} tacit_fs;

/* How to fit. */
typedef struct tacit_fs_options {
    bool fix_lambda, fix_u, fix_m; /* keep the start */
    double tolerance;              /* largest change of any parameter at which to stop */
    size_t iterations;             /* at most */
    double least;                  /* probabilities stay in [least, 1 - least] */
    double apart; /* further pairs, not compared and known to be apart: lambda is a share of all */
} tacit_fs_options;

/* The usual: nothing fixed, tolerance 1e-9, 5000 iterations, least 1e-9. */
tacit_fs_options tacit_fs_usual(void);

/* A start: `lambda`; m is `agree` for the best level of each field and the rest in equal
 * parts; u is the share of each level among all pairs of `p` (which are nearly all
 * unlinked), over those that are not missing. */
tacit_fs tacit_fs_start(const tacit_patterns *p, double lambda, double agree);

/* Set m (true) or u (false) of every field to `agree` for its best level and the rest in
 * equal parts. */
void tacit_fs_set_m(tacit_fs *model, double agree);
void tacit_fs_set_u(tacit_fs *model, double agree);

/* Fit by expectation and maximisation (Dempster, Laird and Rubin 1977; Jaro 1989) from the
 * start in `model`.  A missing comparison says nothing and is left out of its field's
 * shares.  O(patterns * fields) an iteration. */
tacit_status tacit_fs_fit(tacit_ctx *cx, const tacit_patterns *p, const tacit_fs_options *options,
                          tacit_fs *model);

/* Weight of level l of field k: log2(m / u), 0 if missing.  Weight of a pattern: their sum
 * in the order of fields. */
double tacit_fs_level_weight(const tacit_fs *model, size_t k, uint8_t l);
double tacit_fs_weight(const tacit_fs *model, const uint8_t *level);

/* Probability that a pair of this weight belongs together. */
double tacit_fs_posterior(const tacit_fs *model, double weight);

#endif
