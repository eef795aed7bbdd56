/*
 * draft.h - what a first plan does with each column.
 */
#ifndef TACIT_TASK_INIT_DRAFT_H
#define TACIT_TASK_INIT_DRAFT_H

#include <jansson.h>

#include "base/context.h"
#include "table/table.h"

/* What to do with a column at first. */
typedef enum tacit_treatment {
    TACIT_TREAT_KEEP = 0,
    TACIT_TREAT_DROP,      /* an identifier */
    TACIT_TREAT_REPEAT,    /* a date of birth beside an age: dropped */
    TACIT_TREAT_INTERVALS, /* hierarchy of intervals */
    TACIT_TREAT_MASK,      /* hierarchy of hidden characters */
    TACIT_TREAT_TOP,       /* the largest values cut */
    TACIT_TREAT_ENDS,      /* the largest and the smallest values cut */
    TACIT_TREAT_DATES,     /* hierarchy of calendar periods */
    TACIT_TREAT_CODES,     /* few numbers that are no quantities */
    TACIT_TREAT_MANY,      /* many categories: a file with groups would help */
    TACIT_TREAT_TOGETHER   /* numbers that are keys for want of others: averaged in groups */
} tacit_treatment;

/* How many records share their keys: with five no risk is above the usual limit of 0.2. */
#define TACIT_INIT_K "5"

/* Widths of an intervals hierarchy. */
enum { TACIT_DRAFT_WIDTHS = 3 };

/* One column; texts are borrowed from the record. */
typedef struct tacit_draft_column {
    const char *name, *role, *reason;
    bool sure; /* the role is to be applied, not only mentioned */
    tacit_treatment what;
    double width[TACIT_DRAFT_WIDTHS]; /* of intervals */
    int levels;                       /* of a mask */
    bool many;                        /* codes of many categories */
    const char *order;                /* of day and month, of dates that are texts; else "" */
    int usual, top;                   /* the level at which a key is commonly released, the highest
                                         of its hierarchy; 0 without one */
    bool shared;                      /* a key that is the same for all records of a unit */
} tacit_draft_column;

typedef struct tacit_init_draft {
    const json_t *record;
    const tacit_draft_column *column; /* in scratch memory */
    size_t n;
    const char *unit; /* the household or person whose records share keys, or NULL */
} tacit_init_draft;

/* Decide on the columns of an inspection's record. */
tacit_status tacit_draft_make(tacit_ctx *cx, const json_t *record, tacit_init_draft *out);

/* Find the units of `data`: households, or persons with several records each, whose records share
 * keys. */
tacit_status tacit_draft_units(tacit_ctx *cx, const tacit_table *data, tacit_init_draft *d);

/* Whether a column is a key of what steps see: one that is dropped as a repetition is not. */
bool tacit_draft_is_key(const tacit_draft_column *c);

/* How many columns are to have `role`. */
size_t tacit_draft_count(const tacit_init_draft *d, const char *role);

/* The text under `key`, "" if there is none. */
const char *tacit_draft_text(const json_t *object, const char *key);

#endif
