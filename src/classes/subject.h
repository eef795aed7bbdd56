/*
 * subject.h - the data set that models and risk measures look at.
 *
 * A subject is a table with its roles resolved, and its equivalence classes over all
 * keys, made on first use and kept: measures that share a missing rule share them.
 * The table is a file of records, or a histogram of key combinations counted by an
 * engine; measures that need records say so in their `needs`.
 */
#ifndef TACIT_CLASSES_SUBJECT_H
#define TACIT_CLASSES_SUBJECT_H

#include "classes/classes.h"

typedef struct tacit_subject tacit_subject;

/* What a measure needs of a subject; bits. */
enum tacit_subject_need {
    TACIT_NEEDS_KEYS = 1,      /* at least one key column */
    TACIT_NEEDS_ROWS = 2,      /* records, not only a histogram */
    TACIT_NEEDS_SENSITIVE = 4, /* at least one sensitive column */
    TACIT_NEEDS_WEIGHT = 8     /* sampling weights */
};

/* Look at `table` (borrowed; must outlive the subject).  Columns called TACIT_COUNT and
 * TACIT_WEIGHT, as an engine's histogram has them, are used as such. */
tacit_status tacit_subject_new(tacit_ctx *cx, const tacit_table *table, tacit_subject **out);

/* Free with the classes it keeps.  Accepts NULL. */
void tacit_subject_free(tacit_subject *s);

const tacit_table *tacit_subject_table(const tacit_subject *s);
uint64_t tacit_subject_records(const tacit_subject *s);

/* Columns by role; borrowed from `s`. */
const tacit_select *tacit_subject_keys(const tacit_subject *s);
const tacit_select *tacit_subject_sensitive(const tacit_subject *s);

/* Whether the table holds records rather than a histogram. */
bool tacit_subject_has_rows(const tacit_subject *s);
bool tacit_subject_has_weight(const tacit_subject *s);

/* Fail, in a sentence that names `who`, unless the subject has what `needs` asks for. */
tacit_status tacit_subject_check(tacit_ctx *cx, const tacit_subject *s, const char *who,
                                 unsigned needs);

/* The classes over all keys under a missing rule; borrowed from `s`. */
tacit_status tacit_subject_classes(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                   const tacit_classes **out);

#endif
