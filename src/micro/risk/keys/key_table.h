/*
 * key_table.h - log-linear models of the table that the keys span.
 *
 * The structural cells are all combinations of the categories that occur, so there may be
 * far more of them than records.  Keys that no term of a model joins are independent in it,
 * so a model falls into parts, each over some of the keys: only a part is ever a dense
 * table, and a fitted mean is the total times the product of its parts' shares.
 */
#ifndef TACIT_MICRO_RISK_KEYS_KEY_TABLE_H
#define TACIT_MICRO_RISK_KEYS_KEY_TABLE_H

#include "micro/classes/subject.h"

/* Keys that a table may have, and terms of a model: sets of keys are bits of a word. */
enum { TACIT_KEY_TABLE_KEYS = 32, TACIT_KEY_TABLE_TERMS = 512 };

/* The cells that occur. */
typedef struct tacit_key_table {
    size_t n_keys;
    uint32_t *levels; /* categories of each key; a missing key is one of them */
    size_t n;         /* cells that occur */
    uint32_t *digit;  /* of cell g and key j at g * n_keys + j */
    double *count;    /* what the model is fitted to, in each cell that occurs */
    double total;
    bool rough; /* fit only as closely as comparing models needs */
} tacit_key_table;

/* Terms of a hierarchical model: each a set of keys, with all its subsets implied. */
typedef struct tacit_key_terms {
    size_t n;
    uint64_t at[TACIT_KEY_TABLE_TERMS];
} tacit_key_terms;

/* One independent part of a fitted model. */
typedef struct tacit_key_part {
    uint64_t keys;
    size_t cells;
    double *share; /* of each cell of the part; they sum to 1 */
    bool converged;
} tacit_key_part;

/* A fitted model, in scratch memory. */
typedef struct tacit_key_fit {
    size_t n;
    tacit_key_part part[TACIT_KEY_TABLE_KEYS];
} tacit_key_fit;

/* The key table of classes over all keys, in scratch memory; the caller fills `count`, one
 * number for each class, and `total`.  Fails, naming `who`, if there are too many keys. */
tacit_status tacit_key_table_of(tacit_ctx *cx, const tacit_subject *s, const tacit_classes *c,
                                const char *who, tacit_key_table *out);

/* Structural cells, which may be very many. */
double tacit_key_table_cells(const tacit_key_table *t);

/* Structural cells of the table over some keys; SIZE_MAX if there are more. */
size_t tacit_key_table_part_cells(const tacit_key_table *t, uint64_t keys);

/* The keys that the terms join with `keys`, directly or by way of others. */
uint64_t tacit_key_terms_joined(const tacit_key_terms *terms, uint64_t keys);

/* Fit the terms that lie within `keys`, a set that is closed under them. */
tacit_status tacit_key_part_fit(tacit_ctx *cx, const tacit_key_table *t,
                                const tacit_key_terms *terms, uint64_t keys, tacit_key_part *out);

/* Fit a model. */
tacit_status tacit_key_fit_of(tacit_ctx *cx, const tacit_key_table *t, const tacit_key_terms *terms,
                              tacit_key_fit *out);

/* Fitted share of the total in the cell that occurs as number g. */
double tacit_key_fit_share(const tacit_key_table *t, const tacit_key_fit *fit, size_t g);

/* Fitted shares of all structural cells, gathered in bins of nearly equal share. */
typedef struct tacit_key_shares {
    size_t n;
    double *cells; /* in each bin */
    double *share; /* their mean share */
} tacit_key_shares;

/* Gather them, in scratch memory.  Cells of share 0 are left out. */
tacit_status tacit_key_fit_shares(tacit_ctx *cx, const tacit_key_fit *fit, tacit_key_shares *out);

#endif
