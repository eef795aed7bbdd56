/*
 * own.h - one synthesis on its way, for the files of this folder.
 */
#ifndef TACIT_TASK_SYNTH_OWN_H
#define TACIT_TASK_SYNTH_OWN_H

#include "run/account.h"
#include "plan/statistics.h"
#include "synth/household/household.h"

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
    TACIT_SYNTH_VIOLATIONS,
    TACIT_SYNTH_HOUSEHOLDS,
    TACIT_SYNTH_RELATION,
    TACIT_SYNTH_ROLES,
    TACIT_SYNTH_AGE,
    TACIT_SYNTH_POPULATION,
    TACIT_SYNTH_MARGINS,
    TACIT_SYNTH_FRAME,
    TACIT_SYNTH_SIMULATION,
    TACIT_SYNTH_ONLY,
    TACIT_SYNTH_WHERE,
    TACIT_SYNTH_STRATA,
    TACIT_SYNTH_WEIGHTED,
    TACIT_SYNTH_PROPER,
    TACIT_SYNTH_GUARD
};
enum tacit_synth_arrange { TACIT_ARRANGE_FILE, TACIT_ARRANGE_VALUES };
enum tacit_synth_violations { TACIT_VIOLATIONS_REFUSE, TACIT_VIOLATIONS_DROP };
enum tacit_synth_how { TACIT_DRAW_DEALT, TACIT_DRAW_INDEPENDENT };

typedef struct tacit_margins tacit_margins;
typedef struct tacit_known_persons tacit_known_persons;

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
    bool brief;            /* attackers only find out what ways are compared by */
    bool households;       /* made as such: rows of the spec are then households ... */
    tacit_household_spec home;  /* ... like this, but for its people */
    tacit_margins *margins;     /* what is known of the population, or NULL */
    tacit_known_persons *frame; /* persons of whom some columns are known, or NULL */
} tacit_synthesis;

/* A trial: the plan carried out without some records, and what to compare that with. */
typedef struct tacit_holdout {
    tacit_table *in, *out; /* records that were learnt from, and the others */
    tacit_table *made;     /* all sets, one under the other */
    tacit_table *floor;    /* columns of `in`, each drawn by itself; NULL if `brief` */
    tacit_table *ceiling;  /* records of `in`, drawn with replacement; the same */
    bool brief;            /* only what ways are compared by is asked for */
    bool homes;            /* they are households; of those of `in` and of `out`: ... */
    double alone[2];       /* ... the share that no other is like ... */
    double found[2];       /* ... and the share of these that is in the first set */
} tacit_holdout;

/* Read what must hold, and see whether the data keeps to it: s->spec.data is what is learnt from.
 */
tacit_status tacit_synthesis_bind(tacit_ctx *cx, tacit_synthesis *s);

/* Find out what the plan asks of households. */
tacit_status tacit_synthesis_households(tacit_ctx *cx, tacit_synthesis *s);

/* How many records or households `data` has, whichever are made. */
tacit_status tacit_synthesis_units(tacit_ctx *cx, const tacit_synthesis *s, const tacit_table *data,
                                   size_t *out);

/* Make the sets of a spec, of records or of households. */
tacit_status tacit_synthesis_make(tacit_ctx *cx, const tacit_synthesis *s,
                                  const tacit_synth_spec *spec, tacit_synth_told *told,
                                  tacit_table **out);

/* Take the plan without the steps that any release has; fails if it has others, or tables. */
tacit_status tacit_synthesis_take_plan(tacit_ctx *cx, tacit_work *w);

/* Make the sets and carry out the trial, on data that is loaded; tells both in the record. */
tacit_status tacit_synthesis_carry_out(tacit_ctx *cx, tacit_synthesis *s);

/* Free what was made; not `s` itself. */
void tacit_synthesis_end(tacit_synthesis *s);

/* Find out which columns are made, in which order, by what and from what; in scratch memory. */
tacit_status tacit_synthesis_choose(tacit_ctx *cx, tacit_synthesis *s);

/* Find out which records of spec->data are learnt from and made, and how; in scratch memory. */
tacit_status tacit_synthesis_scope(tacit_ctx *cx, const tacit_synthesis *s, tacit_synth_spec *spec);

/* Whether column j of the data has a formula. */
bool tacit_synthesis_derives(const tacit_synthesis *s, size_t j);

/* Whether the generator of all columns is a private one. */
bool tacit_synthesis_is_private(const tacit_work *w);

/* Refuse what does not go with a private generator, by the plan alone; and require of the file what
 * it promises, in `plan`. */
tacit_status tacit_synthesis_check_private(tacit_ctx *cx, tacit_work *w, tacit_plan *plan);

/* Make the one set of a private generator from the columns of the data, with its account. */
tacit_status tacit_synthesis_answer(tacit_ctx *cx, tacit_synthesis *s);

/* See to it that no file of several sets replaces an input, or what is no result of tacit. */
tacit_status tacit_synthesis_check_outputs(tacit_ctx *cx, tacit_work *w);

/* Judge the sets and release them, if all that is required holds of each. */
tacit_status tacit_synthesis_release(tacit_ctx *cx, tacit_synthesis *s);

/* Learn from a part of the records only and tell what that gives away of them, compared with the
 * others; `s->trial`, which the caller frees, has what the model `membership` asks for. */
tacit_status tacit_synthesis_hold_out(tacit_ctx *cx, tacit_synthesis *s);

/* Let attackers try a trial, put what they find into the record, and set `*trial` to what the model
 * `membership` asks for, which the caller owns. */
tacit_status tacit_holdout_attack(tacit_ctx *cx, const tacit_work *w, const tacit_holdout *h,
                                  json_t **trial);

/* Let an attacker look up values in what was made, add what is found to `leak`, and set
 * `*advantage`. */
tacit_status tacit_holdout_look_up(tacit_ctx *cx, const tacit_holdout *h, tacit_result *leak,
                                   double *advantage);

/* Count households that no other is like, and how many of them are in a set that was made. */
tacit_status tacit_holdout_homes(tacit_ctx *cx, const tacit_table *made, tacit_holdout *h);

/* Tell so in `leak`. */
tacit_status tacit_holdout_tell_homes(tacit_ctx *cx, const tacit_holdout *h, tacit_result *leak);

/* Bring the sets to what is known of the population: other households in their place. */
tacit_status tacit_synthesis_calibrate(tacit_ctx *cx, tacit_synthesis *s);

/* Read the file of persons of whom some columns are known, if the plan names one. */
tacit_status tacit_synthesis_frame(tacit_ctx *cx, tacit_synthesis *s);

/* Free it. */
void tacit_known_persons_free(tacit_known_persons *f);

/* Whether the column called `name` is known of everybody. */
bool tacit_synthesis_is_known(const tacit_synthesis *s, const char *name);

/* Check the columns that were chosen against the file, and key the stream with it. */
tacit_status tacit_known_persons_start(tacit_ctx *cx, tacit_synthesis *s);

/* Make the sets of a spec: samples of the persons who are not in the data, completed. */
tacit_status tacit_known_persons_make(tacit_ctx *cx, const tacit_synthesis *s,
                                      const tacit_synth_spec *spec, tacit_synth_told *told,
                                      tacit_table **out);

/* Tell how the columns were made. */
tacit_status tacit_synthesis_tell(tacit_ctx *cx, const tacit_synthesis *s);

/* What is measured by default: what compares with the original, and tables of one and of three
 * columns besides those of two.  In scratch memory. */
tacit_status tacit_synthesis_measures(tacit_ctx *cx, const tacit_plan *plan, tacit_plan *out);

/* Measure how well tables of two and three columns are kept by the first set, and nothing else. */
tacit_status tacit_synthesis_compare(tacit_ctx *cx, const tacit_synthesis *s);

/* Call the results of tables by the size of these, and name the one that is kept worst. */
tacit_status tacit_synthesis_title(tacit_ctx *cx, json_t *record);

#endif
