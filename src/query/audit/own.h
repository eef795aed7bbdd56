/*
 * own.h - one system of answered sums: atoms, rows in a finite field, and the hashes of rows.
 */
#ifndef TACIT_QUERY_AUDIT_OWN_H
#define TACIT_QUERY_AUDIT_OWN_H

#include "query/audit/audit.h"
#include "query/audit/field.h"

/* Blocks of columns that rows are hashed by. */
enum { TACIT_EXPERT_BLOCKS = 16 };

/* The linear hashes of a row: two for each block, whose ratio is the same for
 * every multiple of the row.  Weights are secret and random, so that nobody can make a row that
 * looks like nothing. */
typedef struct tacit_sketch {
    uint64_t one[TACIT_EXPERT_BLOCKS], two[TACIT_EXPERT_BLOCKS];
} tacit_sketch;

/* The rows. */
typedef struct tacit_echelon {
    uint64_t *row[TACIT_EXPERT_RANK];    /* its values in the columns that are not pivots */
    uint64_t records[TACIT_EXPERT_RANK]; /* that it depends on */
    uint64_t factor[TACIT_EXPERT_RANK];  /* by which it was changed last */
    uint64_t *fresh;                     /* the query as a row; the pivot's value is 1 */
    uint64_t fresh_records;
} tacit_echelon;

typedef struct tacit_sums {
    uint32_t records;
    uint64_t k;
    uint32_t *atom_of; /* by record */
    size_t atoms, rank, columns;
    uint64_t size[TACIT_EXPERT_ATOMS];   /* records of an atom */
    uint32_t parent[TACIT_EXPERT_ATOMS]; /* of an atom that was split off just now */
    uint32_t place[TACIT_EXPERT_ATOMS];  /* its column; its row if it is a pivot */
    bool is_pivot[TACIT_EXPERT_ATOMS];
    uint32_t column_atom[TACIT_EXPERT_ATOMS]; /* by column */
    uint32_t row_atom[TACIT_EXPERT_RANK];     /* the pivot, by row */
    size_t room;                              /* columns that rows have room for */
    tacit_prime_field field; /* secret: nobody can make sums that are the same only there */
    tacit_echelon all;
    tacit_sketch *sketch, *before; /* by row; what they were before the query */
    uint64_t weight[2][TACIT_EXPERT_ATOMS];
    size_t old_atoms; /* before the query */
    uint32_t pivot;   /* the column that the query would take */
    enum { TACIT_PENDING_NONE = 0, TACIT_PENDING_KNOWN, TACIT_PENDING_ROW } pending;
} tacit_sums;

/* Nothing answered yet; the caller frees. */
tacit_status tacit_sums_new(tacit_ctx *cx, uint32_t records, uint64_t k, tacit_sums **out);

/* Accepts NULL. */
void tacit_sums_free(tacit_sums *s);

/* Put the query in, unless that would tell too much; `*allowed` if it is in, to be kept or undone.
 */
tacit_status tacit_sums_try(tacit_ctx *cx, tacit_sums *s, const tacit_query_set *set,
                            bool *allowed);
void tacit_sums_keep(tacit_sums *s);
void tacit_sums_undo(tacit_sums *s, const tacit_query_set *set);

/* ---- atoms (atoms.c) ---- */

/* Split atoms that the set cuts.  `in` tells which atoms it consists of.  False, and nothing is
 * split, if they would be too many. */
tacit_status tacit_atoms_split(tacit_ctx *cx, tacit_sums *s, const tacit_query_set *set, bool **in,
                               bool *fits);

/* Undo the last split. */
void tacit_atoms_merge(tacit_sums *s, const tacit_query_set *set);

/* ---- few records (support.c) ---- */

/* The hash of values in all columns. */
tacit_sketch tacit_sketch_of(const tacit_sums *s, const uint64_t *row);

/* target -= factor * other. */
void tacit_sketch_change(const tacit_prime_field *f, tacit_sketch *target, uint64_t factor,
                         const tacit_sketch *other);

/* Whether two or more of the first `n` rows combine to one that depends on fewer than k records, or
 * might and cannot be told. */
tacit_status tacit_support_is_small(tacit_ctx *cx, const tacit_sums *s, size_t n, bool *out);

#endif
