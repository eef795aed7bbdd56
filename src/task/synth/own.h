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
    TACIT_SYNTH_HOLDOUT,
    TACIT_SYNTH_CONSTRAINTS,
    TACIT_SYNTH_RULES,
    TACIT_SYNTH_DERIVED,
    TACIT_SYNTH_VIOLATIONS
};
enum tacit_synth_arrange { TACIT_ARRANGE_FILE, TACIT_ARRANGE_VALUES };
enum tacit_synth_violations { TACIT_VIOLATIONS_REFUSE, TACIT_VIOLATIONS_DROP };
enum tacit_synth_how { TACIT_DRAW_DEALT, TACIT_DRAW_INDEPENDENT };

typedef struct tacit_synthesis {
    tacit_work *w;
    tacit_synth_spec spec;
    tacit_synth_column *column; /* those of the spec */
    tacit_synth_told *told;
    tacit_table **set;     /* that were made, or as they are read */
    json_t *trial;         /* what was found with records left out, for the model `membership` */
    tacit_tie_words words; /* what must hold ... */
    tacit_tie_book *ties;  /* ... as it was read */
    tacit_table *kept;     /* records that keep to all that must hold, if some do not; or NULL */
    size_t dropped;        /* the others */
} tacit_synthesis;

/* A trial: the plan carried out without some records, and what to compare that with. */
typedef struct tacit_holdout {
    tacit_table *in, *out; /* records that were learnt from, and the others */
    tacit_table *made;     /* all sets, one under the other */
    tacit_table *floor;    /* columns of `in`, each drawn by itself */
    tacit_table *ceiling;  /* records of `in`, drawn with replacement */
} tacit_holdout;

/* Read what must hold, and see whether the data keeps to it: s->spec.data is what is learnt from.
 */
tacit_status tacit_synthesis_bind(tacit_ctx *cx, tacit_synthesis *s);

/* Find out which columns are made, in which order, by what and from what; in scratch memory. */
tacit_status tacit_synthesis_choose(tacit_ctx *cx, tacit_synthesis *s);

/* Whether column j of the data has a formula. */
bool tacit_synthesis_derives(const tacit_synthesis *s, size_t j);

/* Judge the sets and release them, if all that is required holds of each. */
tacit_status tacit_synthesis_release(tacit_ctx *cx, tacit_synthesis *s);

/* Learn from a part of the records only and tell what that gives away of them, compared with the
 * others; `s->trial`, which the caller frees, has what the model `membership` asks for. */
tacit_status tacit_synthesis_hold_out(tacit_ctx *cx, tacit_synthesis *s);

/* Let attackers try a trial, put what they find into the record, and set `*trial` to what the model
 * `membership` asks for, which the caller owns. */
tacit_status tacit_holdout_attack(tacit_ctx *cx, const tacit_work *w, const tacit_holdout *h,
                                  json_t **trial);

/* Tell how the columns were made. */
tacit_status tacit_synthesis_tell(tacit_ctx *cx, const tacit_synthesis *s);

/* What is measured by default: what compares with the original, and tables of one and of three
 * columns besides those of two.  In scratch memory. */
tacit_status tacit_synthesis_measures(tacit_ctx *cx, const tacit_plan *plan, tacit_plan *out);

/* Call the results of tables by the size of these. */
tacit_status tacit_synthesis_title(tacit_ctx *cx, json_t *record);

#endif
