/*
 * own.h - shared by the files atlas*.c alone.
 */
#ifndef TACIT_MICRO_SEARCH_ATLAS_OWN_H
#define TACIT_MICRO_SEARCH_ATLAS_OWN_H

#include "micro/search/atlas/atlas.h"
#include "micro/search/roll.h"

/* Rungs that an atlas may have; buckets are numbered by a byte. */
enum { TACIT_ATLAS_RUNGS = 250 };

struct tacit_atlas {
    const tacit_search_space *s;
    size_t nodes, rungs;
    uint64_t stride[TACIT_MOST_AXES];
    uint64_t *k; /* the ladder */
    size_t n_k;
    bool judged; /* the last rung is what the judge requires */
    tacit_release_how release;
    size_t required; /* its rung */
    size_t target;
    /* [node * rungs + rung] */
    uint64_t *suppressed, *smallest;
    uint32_t *classes;
    double *squares;
    double *log_area, *area, *size_log, *misplaced; /* NULL if not asked for */
    double *all_squares;                            /* [node] */
    /* [(node * rungs + rung) * axes + axis]; NULL if not asked for */
    double *present, *share, *entropy;
    double *own_present; /* [axis]: records that have a value */
    bool some_missing;   /* some axis has missing values: `present` is kept */
};

/* What the looks of all threads share; in scratch memory. */
typedef struct tacit_atlas_tables {
    size_t levels;           /* the most that an axis has */
    const double **log_area; /* [axis * levels + level][label], if areas are asked for */
    const double *x_log2;    /* of counts below n_log, if entropies are asked for */
    size_t n_log;
    const uint8_t *bucket; /* of sizes below n_bucket: rungs that keep a class of that size */
    size_t n_bucket;
} tacit_atlas_tables;

/* Room for the look of one thread; in scratch memory. */
typedef struct tacit_atlas_room {
    const tacit_atlas_tables *tables;
    uint8_t *bucket; /* of each class: its bucket; n_buckets if no rung suppresses it */
    size_t n_buckets;
    size_t *start; /* [rungs + 2]: where a bucket begins among suppressed classes */
    uint64_t *key; /* of the suppressed classes, by bucket */
    uint64_t *size;
    uint64_t *count; /* of each label: records suppressed so far */
    uint64_t *more;  /* of each label: those of this bucket; 0 between uses */
    uint64_t *seen;  /* of each label: when it was last counted */
    uint32_t *label; /* labels whose count this bucket changes */
    uint64_t now;
} tacit_atlas_room;

/* Make the tables, and room for one thread. */
tacit_status tacit_atlas_tables_make(tacit_ctx *cx, const tacit_atlas *atlas,
                                     tacit_atlas_tables *out);
tacit_status tacit_atlas_room_make(tacit_ctx *cx, const tacit_atlas *atlas,
                                   const tacit_atlas_tables *tables, tacit_atlas_room *out);

/* Fill what the atlas keeps of `node`, whose classes are in `r`.  If the last rung is a
 * judge's, its marks are set in r->marked. */
void tacit_atlas_look(const tacit_atlas *atlas, tacit_atlas_room *room, size_t node,
                      const uint8_t *level, const tacit_roller *r);

#endif
