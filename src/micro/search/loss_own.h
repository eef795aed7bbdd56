/*
 * loss_own.h - shared by the files loss*.c and atlas*.c alone.
 *
 * A loss by axis is base[l] where nothing is suppressed, and size * extra[l][x] more for each
 * suppressed class with label x at level l; the entropy kinds have another rule for what is
 * suppressed.
 */
#ifndef TACIT_MICRO_SEARCH_LOSS_OWN_H
#define TACIT_MICRO_SEARCH_LOSS_OWN_H

#include "micro/search/loss.h"

/* The tables of one axis; those by label leave out records that have no value. */
typedef struct tacit_loss_axis {
    double present;       /* records that have a value */
    double most;          /* normalised entropy: what the axis can lose */
    double **count;       /* [l][x]: records */
    double **log_area;    /* [l][x]: ln of the values that a label stands for */
    double *mean_log;     /* [l]: sum over records of that, by all records */
    double *base, *bound; /* [l] */
    double **extra;       /* [l][x], of one suppressed record */
} tacit_loss_axis;

/* Room for counts of suppressed labels, one for each thread that may ask. */
typedef struct tacit_loss_rooms tacit_loss_rooms;

struct tacit_loss {
    tacit_ctx *own; /* its scratch memory holds the tables */
    const tacit_search_space *s;
    tacit_loss_spec spec;
    tacit_loss_prices prices; /* that spec.prices points to, if there are any */
    double *weight;           /* of each axis, largest 1 */
    tacit_loss_axis *axis;
    double general, suppress; /* what generalisation and suppression count, 0 ... 1 */
    double log_domain;        /* sum over axes of ln domain */
    double least;             /* kinds of one number: what no table can be below */
    tacit_loss_rooms *rooms;
};

/* Sums over classes for kinds of one number. */
typedef struct tacit_loss_kept {
    double kept, classes; /* sum of what a kept class adds; how many are kept */
    double suppressed;    /* records */
} tacit_loss_kept;

/* Whether the kind is by axis. */
bool tacit_loss_is_by_axis(const tacit_loss *loss);

/* Fill what depends on the kind, for kinds by axis; counts and areas are known. */
tacit_status tacit_loss_fill_axes(tacit_ctx *cx, tacit_loss *loss);

/* The loss of each axis with the marked classes suppressed. */
void tacit_loss_of_axes(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                        const bool *marked, double *by_axis);

/* Fill `least` for kinds of one number. */
void tacit_loss_fill_classes(tacit_loss *loss);

/* The score of kinds of one number. */
double tacit_loss_of_classes(const tacit_loss *loss, const uint8_t *level,
                             const tacit_class_list *list, const bool *marked);

/* The score of those kinds from sums. */
double tacit_loss_finish(const tacit_loss *loss, const tacit_loss_kept *s);

/* Records of class g that do not have its most frequent value of sensitive column `target`. */
double tacit_loss_misplaced(const tacit_class_list *list, size_t target, size_t g);

/* ln of the combinations of values that the labels of class g stand for. */
double tacit_loss_log_area(const tacit_loss *loss, const uint8_t *level,
                           const tacit_class_list *list, size_t g);

/* What the publisher gets for a record of class g. */
double tacit_loss_payout_of(const tacit_loss *loss, const uint8_t *level,
                            const tacit_class_list *list, size_t g);

/* x log2 x. */
double tacit_loss_x_log2(double x);

/* The losses of the axes as one. */
double tacit_loss_join(const tacit_loss *loss, const double *by_axis);

/* Its bound from the levels alone. */
double tacit_loss_bound_of_classes(const tacit_loss *loss, const uint8_t *level);

#endif
