/*
 * model.h - models of the probability that a row of two merged tables is protected.
 */
#ifndef TACIT_MICRO_UTILITY_PROPENSITY_MODEL_H
#define TACIT_MICRO_UTILITY_PROPENSITY_MODEL_H

#include "stats/linear/logistic.h"
#include "stats/tree/tree.h"
#include "micro/utility/merged.h"
#include "micro/utility/score.h"

/* How numbers and categories are coded for trees and for logistic models. */
extern const tacit_merge TACIT_PROPENSITY_TREE, TACIT_PROPENSITY_LOGISTIC;

/* A model's scores beside what they would be if the protected rows were drawn from the
 * distribution of the original ones. */
typedef struct tacit_propensity {
    tacit_score score;
    double expected, sd; /* of pMSE; NAN if not known */
    size_t size;         /* identified coefficients, or leaves of the tree */
    bool converged, separated;
} tacit_propensity;

/* Scores by a logistic model: main effects or, with `interactions`, products of all pairs of
 * columns and squares of numbers too.  The null is E = (k - 1) (1 - c)^2 c / N and its standard
 * deviation sqrt(2 (k - 1)) (1 - c)^2 c / N for k coefficients (Snoke et al. 2018). */
tacit_status tacit_propensity_logistic(tacit_ctx *cx, const tacit_merged *merged, bool interactions,
                                       tacit_propensity *out);

/* Coefficients of that model, before collinear ones are left out. */
tacit_status tacit_propensity_columns(tacit_ctx *cx, const tacit_merged *merged, bool interactions,
                                      size_t *out);

/* How trees of propensities are grown unless asked otherwise. */
extern const tacit_tree_options TACIT_PROPENSITY_OPTIONS;

/* How trees are grown, and how their null is drawn. */
typedef struct tacit_propensity_trees {
    tacit_tree_options options;
    size_t permutations; /* of the labels; 0 leaves the null out */
    uint64_t seed;
    double *gain; /* filled in unless NULL: impurity that splits on each column save */
} tacit_propensity_trees;

/* Scores by a tree.  The null is the mean over trees of permuted labels, times 1 - c: permuting
 * moves the labels of both tables, whereas only the protected one is drawn.  In parallel over
 * permutations; depends neither on threads nor on the order of rows. */
tacit_status tacit_propensity_tree(tacit_ctx *cx, const tacit_merged *merged,
                                   const tacit_propensity_trees *trees, tacit_propensity *out);

#endif
