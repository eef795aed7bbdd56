/*
 * keys.h - how unique records are on a set of keys, and what each key adds.
 */
#ifndef TACIT_MICRO_PROFILE_KEYS_H
#define TACIT_MICRO_PROFILE_KEYS_H

#include "micro/profile/profile.h"

/* More keys than this are measured together, but not one by one. */
enum { TACIT_KEYS_PARTED = 40 };

/* One key: records that are unique on it alone, and on all the others without it. */
typedef struct tacit_profile_part {
    size_t column;
    uint64_t alone, without;
} tacit_profile_part;

typedef struct tacit_key_report {
    uint64_t records;
    size_t classes;                   /* combinations that occur */
    uint64_t uniques, below3, below5; /* records in classes of 1, up to 2, up to 4 */
    const tacit_profile_part *part;   /* in scratch memory */
    size_t n;                         /* parts: all keys, or 0 if there are too many */
} tacit_key_report;

/* Class the rows of `table` on `keys` and again without each of them; a missing key is a
 * value of its own.  `profile` is that of the table's columns.  O(keys^2 * rows). */
tacit_status tacit_keys_measure(tacit_ctx *cx, const tacit_table *table, const tacit_select *keys,
                                const tacit_profile *profile, tacit_key_report *out);

/* How many records would have to go so that no two agree in all of `columns`. */
tacit_status tacit_keys_copies(tacit_ctx *cx, const tacit_table *table, const tacit_select *columns,
                               size_t *out);

/* What columns that may be keys would do: records unique on the keys and one of them, and on the
 * keys and all of them. */
typedef struct tacit_key_doubt {
    const tacit_select *columns; /* borrowed */
    uint64_t *with; /* for each column, in scratch memory; NULL if there are too many */
    uint64_t with_all;
} tacit_key_doubt;

/* Class the rows on `keys` and each of `doubtful`, and on all.  O(doubtful * keys * rows). */
tacit_status tacit_keys_doubt(tacit_ctx *cx, const tacit_table *table, const tacit_select *keys,
                              const tacit_select *doubtful, tacit_key_doubt *out);

#endif
