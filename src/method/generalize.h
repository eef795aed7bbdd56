/*
 * generalize.h - shared by the files of the method `generalize`, and what explores it.
 */
#ifndef TACIT_METHOD_GENERALIZE_H
#define TACIT_METHOD_GENERALIZE_H

#include "method/method.h"
#include "search/recoding.h"
#include "search/search.h"

/* One run of the method. */
typedef struct tacit_generalizer {
    const tacit_job *job;
    tacit_select keys;      /* all keys; those that are not to be generalised stay at level 0 */
    tacit_table *held;      /* the table with the roles that the judge goes by */
    tacit_subject *subject; /* of it */
    const tacit_requirement *require; /* those of the plan and the step's own */
    size_t n_require;
    tacit_judge *judge;
    tacit_space *space;
    tacit_loss *loss;
    tacit_loss_kind kind; /* of it */
    tacit_search_spec spec;
    tacit_search_found found;
    tacit_outlook outlook;    /* the node that is applied */
    tacit_recoding *recoding; /* instead of the node, or NULL */
    uint32_t *group;          /* of each row in the recoding */
    bool *gone;               /* of each row: it is suppressed */
    size_t n_gone;
    bool removed; /* suppressed rows are left out, not blanked */
} tacit_generalizer;

/* Make all that a search for the job (the only part that is set) needs: the judge, the space,
 * the loss and the spec; end with tacit_generalize_end(), also on failure. */
tacit_status tacit_generalize_prepare(tacit_ctx *cx, tacit_generalizer *z);
void tacit_generalize_end(tacit_generalizer *z);

/* Give the keys of `out` the labels that were found. */
tacit_status tacit_generalize_apply(tacit_ctx *cx, const tacit_generalizer *z, tacit_table *out);

/* Decide whether suppressed rows are blanked or left out, and do it. */
tacit_status tacit_generalize_suppress(tacit_ctx *cx, tacit_generalizer *z, size_t choice,
                                       tacit_table *out);

/* Tell what was found. */
tacit_status tacit_generalize_tell(tacit_ctx *cx, const tacit_generalizer *z);

/* Choices of the parameter `suppressed`. */
enum { TACIT_SUPPRESSED_AUTO, TACIT_SUPPRESSED_BLANK, TACIT_SUPPRESSED_REMOVE };

#endif
