/*
 * generalize.h - shared by the files of the method `generalize`, and what explores it.
 */
#ifndef TACIT_MICRO_METHOD_GENERALIZE_GENERALIZE_H
#define TACIT_MICRO_METHOD_GENERALIZE_GENERALIZE_H

#include "micro/method/method.h"
#include "micro/search/recoding.h"
#include "micro/search/search.h"

/* Where the parameters of the loss stand among those of the method. */
enum {
    TACIT_GENERALIZE_LOSS = 4,
    TACIT_GENERALIZE_AGGREGATE,
    TACIT_GENERALIZE_BALANCE,
    TACIT_GENERALIZE_WEIGHTS,
    TACIT_GENERALIZE_PRICES,
    TACIT_GENERALIZE_ATTACKER,
    TACIT_GENERALIZE_PROFITABLE
};

/* One run of the method. */
typedef struct tacit_generalizer {
    const tacit_job *job;
    tacit_select keys;      /* all keys; those that are not to be generalised stay at level 0 */
    tacit_table *held;      /* the table with the roles that the judge goes by */
    tacit_subject *subject; /* of it */
    const tacit_requirement *require; /* those of the plan and the step's own */
    size_t n_require;
    tacit_judge *judge;
    tacit_search_space *space;
    tacit_loss *loss;
    tacit_loss_kind kind; /* of it */
    tacit_search_spec spec;
    tacit_search_found found;
    tacit_outlook outlook;    /* the node that is applied */
    tacit_recoding *recoding; /* instead of the node, or NULL */
    uint32_t *group;          /* of each row in the recoding */
    bool *gone;               /* of each row: it is suppressed */
    size_t n_gone;            /* records */
    bool removed;             /* suppressed rows are left out, not blanked */
} tacit_generalizer;

/* Make all that a search for the job (the only part that is set) needs: the judge, the space,
 * the loss and the spec; end with tacit_generalize_end(), also on failure. */
tacit_status tacit_generalize_prepare(tacit_ctx *cx, tacit_generalizer *z);
void tacit_generalize_end(tacit_generalizer *z);

/* The axis that an entry of the parameter `what` speaks of. */
tacit_status tacit_generalize_axis(tacit_ctx *cx, const tacit_search_space *s, const char *what,
                                   const tacit_group *g, size_t *out);

/* The weights of the axes, largest 1; NULL if none are given. */
tacit_status tacit_generalize_weights(tacit_ctx *cx, const tacit_generalizer *z,
                                      const double **out);

/* Make the loss that the job asks for; judge and space are there. */
tacit_status tacit_generalize_loss(tacit_ctx *cx, tacit_generalizer *z);

/* Whether the job is to generalise that column. */
bool tacit_generalize_selects(const tacit_job *job, size_t column);

/* Find all keys, the columns with that role and those selected, in `held`, a copy of the job's
 * table. */
tacit_status tacit_generalize_keys(tacit_ctx *cx, tacit_generalizer *z);

/* Fail if counts tell that nothing can keep what is required. */
tacit_status tacit_generalize_reach(tacit_ctx *cx, const tacit_generalizer *z);

/* Fail because no generalisation keeps what is required, with the reason where counts tell it. */
tacit_status tacit_generalize_refuse(tacit_ctx *cx, const tacit_generalizer *z, double suppression);

/* Count the combinations of keys, of sensitive columns if one is required of, and of `target`
 * (or NULL) of rows that are not in memory; the caller frees `*histogram`, on which `*out` is the
 * same job. */
tacit_status tacit_generalize_count(tacit_ctx *cx, const tacit_job *job, const char *target,
                                    tacit_table **histogram, tacit_job *out);

/* Recode locally as `how` says, whose start and spare records are not looked at; the best of what
 * is found while no more than so many records are to be suppressed, for several numbers. */
tacit_status tacit_generalize_recode(tacit_ctx *cx, tacit_generalizer *z,
                                     const tacit_local_spec *how);

/* Mark the rows that are suppressed, and say whether they are left out. */
tacit_status tacit_generalize_mark(tacit_ctx *cx, tacit_generalizer *z);

/* Give the keys of `out` the labels of their groups. */
tacit_status tacit_generalize_apply(tacit_ctx *cx, const tacit_generalizer *z, tacit_table *out);

/* Give the population the labels of `out`, in which all records still are, in the decision of the
 * job. */
tacit_status tacit_generalize_population(tacit_ctx *cx, const tacit_generalizer *z,
                                         const tacit_table *out);

/* Append the changes that give all records the levels found and suppress those marked. */
tacit_status tacit_generalize_settle(tacit_ctx *cx, const tacit_generalizer *z,
                                     tacit_decision *out);

/* Tell what was found. */
tacit_status tacit_generalize_tell(tacit_ctx *cx, const tacit_generalizer *z);

#endif
