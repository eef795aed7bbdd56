/*
 * own.h - one synthesis on its way, for the files of this folder.
 */
#ifndef TACIT_TASK_SYNTH_OWN_H
#define TACIT_TASK_SYNTH_OWN_H

#include "run/account.h"
#include "plan/statistics.h"
#include "synth/synth.h"

/* The parameters of the section. */
enum {
    TACIT_SYNTH_ORDER,
    TACIT_SYNTH_ARRANGE,
    TACIT_SYNTH_PREDICTORS,
    TACIT_SYNTH_KEEP,
    TACIT_SYNTH_SPECIAL,
    TACIT_SYNTH_DRAW,
    TACIT_SYNTH_ROWS,
    TACIT_SYNTH_SETS,
    TACIT_SYNTH_HOLDOUT
};
enum tacit_synth_arrange { TACIT_ARRANGE_FILE, TACIT_ARRANGE_VALUES };
enum tacit_synth_how { TACIT_DRAW_DEALT, TACIT_DRAW_INDEPENDENT };

typedef struct tacit_synthesis {
    tacit_work *w;
    tacit_synth_spec spec;
    tacit_synth_column *column; /* those of the spec */
    tacit_synth_told *told;
    tacit_table **set; /* that were made, or as they are read */
} tacit_synthesis;

/* Find out which columns are made, in which order, by what and from what; in scratch memory. */
tacit_status tacit_synthesis_choose(tacit_ctx *cx, tacit_synthesis *s);

/* Judge the sets and release them, if all that is required holds of each. */
tacit_status tacit_synthesis_release(tacit_ctx *cx, tacit_synthesis *s);

/* Learn from a part of the records only and tell what that gives away of them, compared with the
 * others. */
tacit_status tacit_synthesis_hold_out(tacit_ctx *cx, const tacit_synthesis *s);

/* Tell how the columns were made. */
tacit_status tacit_synthesis_tell(tacit_ctx *cx, const tacit_synthesis *s);

/* What is measured by default: what compares with the original, and tables of one and of three
 * columns besides those of two.  In scratch memory. */
tacit_status tacit_synthesis_measures(tacit_ctx *cx, const tacit_plan *plan, tacit_plan *out);

/* Call the results of tables by the size of these. */
tacit_status tacit_synthesis_title(tacit_ctx *cx, json_t *record);

#endif
