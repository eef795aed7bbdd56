/*
 * measure.h - what a measure is: an anonymity model, a disclosure risk or a utility.
 *
 * Each lives in one file that defines one constant and is listed by one line in the .def of
 * its family.  Contract for `run`: read the subject, add figures, tables and charts to
 * `result`; take temporary memory from tacit_scratch() only.  A utility compares the
 * subject with its original (tacit_subject_pair), so it needs TACIT_NEEDS_ORIGINAL; a model
 * calls tacit_result_holds() exactly once, and no other measure does.
 */
#ifndef TACIT_MICRO_CLASSES_MEASURE_H
#define TACIT_MICRO_CLASSES_MEASURE_H

#include "base/result.h"
#include "micro/classes/subject.h"

/* The families, in the order in which a plan's names are searched. */
typedef enum tacit_family {
    TACIT_FAMILY_RISK = 0,
    TACIT_FAMILY_UTILITY,
    TACIT_FAMILY_MODEL,
    TACIT_FAMILIES
} tacit_family;

/* What is true of a measure; bits. */
enum tacit_measure_trait {
    TACIT_MEASURE_COSTLY = 1,  /* more than a few passes: on large data only if it is named */
    TACIT_MEASURE_COMMON = 2,  /* what a custodian reads: unless other measures are named */
    TACIT_MEASURE_CONTROL = 4, /* also if there is a control set, which it makes use of */
    TACIT_MEASURE_ESTIMATE = 8 /* its figures are estimates: a model of the unknown, chance */
};

/* Methods that put other values in the place of numbers. */
#define TACIT_PERTURBS                                                                             \
    "noise romm k_noise shuffle copula_shuffle gadp microaggregate hybrid rank_swap data_swap "    \
    "round private_noise private_microdata"

typedef struct tacit_measure {
    tacit_entry about;
    tacit_family family;
    unsigned needs;  /* bits of tacit_subject_need */
    unsigned traits; /* bits of tacit_measure_trait */
    /* Names of the methods that it is about, or NULL: among a family it is there only if one of
     * them was used. */
    const char *follows;
    const char *headline;    /* the figure that says most, by its name; NULL: the first */
    const char *headline_of; /* the parameter without which it says little, or NULL */
    tacit_status (*run)(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                        tacit_result *result);
} tacit_measure;

/* Check the arguments and the subject, measure, and set `*out` to a result that the
 * caller owns; "holds" of a model's is its verdict. */
tacit_status tacit_measure_run(tacit_ctx *cx, const tacit_measure *m, tacit_subject *subject,
                               const tacit_args *args, tacit_result **out);

#endif
