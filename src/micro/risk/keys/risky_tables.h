/*
 * risky_tables.h - the small cells of all tables that keys can be crossed to.
 */
#ifndef TACIT_MICRO_RISK_KEYS_RISKY_TABLES_H
#define TACIT_MICRO_RISK_KEYS_RISKY_TABLES_H

#include "micro/classes/subject.h"

/* Sets of keys are 64-bit masks; so many tables are counted at most. */
enum { TACIT_RISKY_KEYS = 64, TACIT_RISKY_TABLES = 200000 };

/* Which tables, and what is risky. */
typedef struct tacit_risky_spec {
    size_t dimension;      /* most keys of a table */
    uint64_t threshold;    /* a cell is unsafe if at most so many records are in it */
    const double *by_size; /* instead: of tables of 1, 2, ... keys, the last of all larger ones */
    size_t n_by_size;      /* 0: the threshold is that of all tables */
    bool missing;          /* whether a missing value is a category */
    size_t levels;         /* 0: all tables; else a key of each level at most */
    const uint32_t *level; /* of each key: mask of the levels it belongs to */
} tacit_risky_spec;

/* One table. */
typedef struct tacit_risky_table {
    uint64_t set; /* its keys, by position */
    size_t keys;
    uint64_t cells;   /* cells with records */
    uint64_t unsafe;  /* those with at most `threshold` records */
    uint64_t records; /* records in the unsafe ones */
} tacit_risky_table;

/* In scratch memory. */
typedef struct tacit_risky {
    size_t n;
    tacit_risky_table *table; /* by number of keys, then by the keys' order */
    uint64_t records;         /* records in an unsafe cell of some table */
} tacit_risky;

/* Count the tables. */
tacit_status tacit_risky_count(tacit_ctx *cx, tacit_subject *subject, const tacit_risky_spec *spec,
                               tacit_risky *out);

#endif
