/*
 * judge.h - which classes break what is required, for searches that try many tables.
 *
 * The release gate measures a table with tacit_measure_run(); a search cannot afford that
 * for each table it tries.  A judge is made once from the requirements and the original
 * table, and then looks at classes alone: their sizes, their population frequencies and
 * the counts of their sensitive values.  Distances to the whole table (t-closeness and its
 * kin) are to the original table.
 *
 * Classes that are marked must be suppressed; the rest keeps what is required.  Models of
 * single classes mark those that violate; models of the whole table (average risk,
 * uniqueness) mark the smallest classes until the rest by itself holds, of equal ones those
 * that come first.
 *
 * Suppressing changes the table, so what is marked is not yet what is released: blanked records
 * are a class that must keep what is required too, and without the records that are left out
 * others may break it (tacit_judge_release()).
 */
#ifndef TACIT_MICRO_MODEL_JUDGE_H
#define TACIT_MICRO_MODEL_JUDGE_H

#include "micro/model/model.h"

/* A requirement of a plan. */
typedef struct tacit_requirement {
    const tacit_model *model;
    const tacit_args *args;
} tacit_requirement;

/* What is true of a judge; bits. */
enum tacit_judge_trait {
    /* a class that is not marked stays so when others, marked or not, are joined to it: the
     * more general of two tables never has more records marked */
    TACIT_JUDGE_MONOTONE = 1,
    /* classes that are not marked, joined, are not marked: a table in which none is marked
     * stays so when it is generalised */
    TACIT_JUDGE_CONVEX = 2,
    /* each class is judged by itself */
    TACIT_JUDGE_LOCAL = 4
};

/* Sensitive values within classes: pairs start[g] ... start[g + 1] - 1 of class g, values
 * (numbered as tacit_values_of() of the original column does) upwards; missing left out. */
typedef struct tacit_judge_pairs {
    const size_t *start;
    const uint32_t *value;
    const uint64_t *count;
} tacit_judge_pairs;

/* The classes of a table. */
typedef struct tacit_judge_view {
    size_t n;
    const uint64_t *size;           /* records of each */
    const double *population;       /* of each, if tacit_judge_wants_population(); else NULL */
    const tacit_judge_pairs *pairs; /* one for each column of tacit_judge_sensitive() */
    const size_t *blank;            /* the class in which all keys are missing; NULL: none */
} tacit_judge_view;

typedef struct tacit_judge tacit_judge;

/* Make a judge; `subject` is the original table with what else is known and must outlive
 * it, as must the arguments.  Fails in one sentence if a requirement cannot be judged by
 * classes. */
tacit_status tacit_judge_new(tacit_ctx *cx, tacit_subject *subject,
                             const tacit_requirement *require, size_t n, tacit_judge **out);

/* A second judge for another thread, made before threads start. */
tacit_status tacit_judge_copy(tacit_ctx *cx, const tacit_judge *judge, tacit_judge **out);

/* Free.  Accepts NULL. */
void tacit_judge_free(tacit_judge *judge);

/* Bits of tacit_judge_trait that are true of all requirements together. */
unsigned tacit_judge_traits(const tacit_judge *judge);

/* If the only requirement is on the size of classes: the least size; else 0. */
uint64_t tacit_judge_least_size(const tacit_judge *judge);

/* The least size that a class needs to have a chance (1 if any may do): a quick test. */
uint64_t tacit_judge_floor(const tacit_judge *judge);

/* Columns of the original table whose values the judge wants counted. */
const tacit_select *tacit_judge_sensitive(const tacit_judge *judge);
bool tacit_judge_wants_population(const tacit_judge *judge);

/* Mark the classes that must be suppressed; returns how many records they have.  Classes of
 * size 0 (combinations of the population alone) are never marked and count only where a
 * model looks at the population.  Uses room inside the judge: one thread at a time. */
uint64_t tacit_judge_mark(tacit_judge *judge, const tacit_judge_view *view, bool *marked);

/* Whether tacit_judge_lacking() can find any. */
bool tacit_judge_can_lack(const tacit_judge *judge);

/* How many records the marked classes have that are too small, or lack values, so that every part
 * of them would be marked, too: the less general of two tables never has fewer.  Counts no further
 * than above `enough`. */
uint64_t tacit_judge_lacking(const tacit_judge *judge, const tacit_judge_view *view,
                             const bool *marked, uint64_t enough);

/* What becomes of the records of marked classes. */
typedef enum tacit_release_how {
    TACIT_RELEASE_UNJUDGED = 0, /* they are blanked, and nothing is asked of them, as ARX does */
    TACIT_RELEASE_AUTO,         /* blanked if that keeps what is required, else left out */
    TACIT_RELEASE_BLANK,
    TACIT_RELEASE_REMOVE
} tacit_release_how;

/* A table with its marked classes suppressed. */
typedef struct tacit_release {
    uint64_t records; /* that are suppressed */
    bool removed;     /* they are left out, not blanked */
    bool keeps;       /* what is required holds in it, and some record is left */
} tacit_release;

/* Room for tables of so many classes; before tacit_judge_release(). */
tacit_status tacit_judge_reserve(tacit_ctx *cx, tacit_judge *judge, size_t classes);

/* What suppressing the classes that tacit_judge_mark() marked, with `records` records, gives:
 * the class of blanks is judged by the table as it is; if they are left out, the classes that
 * then break what is required are marked as well, until none does. */
tacit_release tacit_judge_release(tacit_judge *judge, const tacit_judge_view *view,
                                  tacit_release_how how, uint64_t records, bool *marked);

#endif
