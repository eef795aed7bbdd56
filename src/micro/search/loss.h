/*
 * loss.h - what a generalised table loses, as searches see it: from the levels of a node and
 * the classes it has.
 *
 * Kinds, with v_a the loss of axis a in [0, 1] where they are by axis (granularity,
 * precision, entropy kinds), aggregated over axes with weights; others are one number.
 * Definitions are those of the measures in utility/ and of ARX's quality models, so that
 * the loss reported equals the loss measured on the output and ARX's scores are reproduced.
 */
#ifndef TACIT_MICRO_SEARCH_LOSS_H
#define TACIT_MICRO_SEARCH_LOSS_H

#include "micro/search/space.h"

/* The kinds in the order of TACIT_LOSS_CHOICES. */
typedef enum tacit_loss_kind {
    TACIT_LOSS_GRANULARITY = 0,
    TACIT_LOSS_PRECISION,
    TACIT_LOSS_ENTROPY,          /* entropy-based information loss */
    TACIT_LOSS_MONOTONE_ENTROPY, /* non-uniform entropy, suppressed records not counted */
    TACIT_LOSS_NON_UNIFORM_ENTROPY,
    TACIT_LOSS_NORMALIZED_ENTROPY, /* non-uniform entropy of each axis over its largest */
    TACIT_LOSS_DISCERNIBILITY,
    TACIT_LOSS_MONOTONE_DISCERNIBILITY,
    TACIT_LOSS_CLASS_SIZE, /* average class size */
    TACIT_LOSS_AMBIGUITY,
    TACIT_LOSS_KL_DIVERGENCE,
    TACIT_LOSS_HEIGHT,
    TACIT_LOSS_CLASSIFICATION,     /* of a target column */
    TACIT_LOSS_MONOTONE_PRECISION, /* precision, suppressed records not counted apart */
    TACIT_LOSS_PUBLISHER_PAYOUT,   /* what a publisher who is attacked forgoes */
    TACIT_LOSS_KINDS,
    TACIT_LOSS_PLAIN_KINDS = TACIT_LOSS_PUBLISHER_PAYOUT /* those before need no prices */
} tacit_loss_kind;

typedef enum tacit_loss_aggregate {
    TACIT_LOSS_GEOMETRIC = 0, /* prod (1 + w v)^(1/n) - 1 */
    TACIT_LOSS_ARITHMETIC,
    TACIT_LOSS_MAXIMUM,
    TACIT_LOSS_SUM
} tacit_loss_aggregate;

/* Names for parameters; ends with NULL. */
extern const char *const TACIT_LOSS_CHOICES[];

/* What a publisher and an attacker stake on a record (Wan and others 2015). */
typedef struct tacit_loss_prices {
    double cost, gain;    /* of the attacker: to try a record, and if the try is right */
    double loss, benefit; /* of the publisher: if it is, and for a record with nothing lost */
    bool drop;            /* classes that bring the publisher nothing are suppressed */
    bool population;      /* he does not know who is in the data: one of the people of the
                             population is right, not one of the records */
} tacit_loss_prices;

typedef struct tacit_loss_spec {
    tacit_loss_kind kind;
    tacit_loss_aggregate aggregate;
    double balance;       /* 0 ... 1: what a suppressed record costs against generalisation;
                             0.5 counts both in full, below suppression is cheaper, above
                             generalisation is cheaper */
    const double *weight; /* of each axis, largest 1; NULL: all 1 */
    size_t target;        /* classification: which sensitive column of the space */
    const tacit_loss_prices *prices; /* NULL: none; the payout has some */
} tacit_loss_spec;

typedef struct tacit_loss tacit_loss;

/* Prepare for a space, which must outlive it; the caller frees. */
tacit_status tacit_loss_new(tacit_ctx *cx, const tacit_search_space *s, const tacit_loss_spec *spec,
                            tacit_loss **out);

/* Free.  Accepts NULL. */
void tacit_loss_free(tacit_loss *loss);

/* A number that the score of no table at this node or above can be below, from the levels
 * alone; never more than the score.  O(axes). */
double tacit_loss_bound(const tacit_loss *loss, const uint8_t *level);

/* Whether tacit_loss_bound() is the score itself where nothing is suppressed. */
bool tacit_loss_is_separable(const tacit_loss *loss);

/* The score of the table at a node with these classes, of which the marked ones are
 * suppressed; smaller is better.  Safe for several threads.  `by_axis`, if not NULL, gets
 * the loss of each axis before weights and aggregation (NaN for kinds that have none). */
double tacit_loss_score(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                        const bool *marked, double *by_axis);

/* Mark the classes that bring the publisher nothing, if such are to be suppressed, and return how
 * many records that adds.  Whether a class does can change both ways when it is generalised. */
uint64_t tacit_loss_drop(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                         bool *marked);

/* Whether there are prices to go by, and whether classes are suppressed by them. */
bool tacit_loss_has_prices(const tacit_loss *loss);
bool tacit_loss_drops(const tacit_loss *loss);

/* What the publisher gets for the classes that are not marked. */
double tacit_loss_payout(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                         const bool *marked);

/* The loss of one axis if each record had its own share: share_of_record is summed by the
 * caller over records (suppressed ones with 1); granularity as ARX normalises it:
 * (sum - n / domain) / (n - n / domain). */
double tacit_loss_granularity(const tacit_axis *x, double sum, double records);

#endif
