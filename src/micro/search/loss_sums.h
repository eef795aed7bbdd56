/*
 * loss_sums.h - scores from a few sums over the classes of a node, without the classes.
 */
#ifndef TACIT_MICRO_SEARCH_LOSS_SUMS_H
#define TACIT_MICRO_SEARCH_LOSS_SUMS_H

#include "micro/search/loss.h"

/* What the score of any loss needs to know; those of kinds that are not asked for may be 0
 * or NULL.  Sums are over records or over classes that have records. */
typedef struct tacit_loss_sums {
    double suppressed;     /* suppressed records */
    double classes;        /* kept classes */
    double squares;        /* kept classes: size^2 */
    double all_squares;    /* all classes: size^2 */
    double log_area;       /* suppressed records: ln of the values that their labels stand for,
                              over all axes */
    double area;           /* kept classes: size * values that their labels stand for */
    double size_log;       /* kept classes: p log2 p of their share p of all records */
    double misplaced;      /* kept classes: records without the most frequent target value */
    const double *present; /* of each axis: suppressed records that have a value; at the level
                              of one label in proportion */
    const double *share;   /* of each axis: sum over those of their labels' share */
    const double *entropy; /* of each axis: entropy of their labels in bits, times records */
} tacit_loss_sums;

/* The score of a node; by_axis as in tacit_loss_score(), the same up to rounding.  O(axes). */
double tacit_loss_score_sums(const tacit_loss *loss, const uint8_t *level,
                             const tacit_loss_sums *sums, double *by_axis);

#endif
