/*
 * tally.h - records counted by the values of some keys, for those classes in
 * which the same keys are missing.
 */
#ifndef TACIT_MICRO_METHOD_LOCAL_SUPPRESS_TALLY_H
#define TACIT_MICRO_METHOD_LOCAL_SUPPRESS_TALLY_H

#include "micro/method/local_suppress/own.h"

/* Classes by the promised keys that are missing in them. */
typedef struct tacit_suppress_patterns {
    size_t n;
    uint64_t *missing; /* of each pattern */
    size_t *start;     /* n + 1: where each begins in `member` */
    uint32_t *member;
} tacit_suppress_patterns;

/* The classes of `list` by pattern; all classes if it is NULL. */
tacit_status tacit_patterns_of(tacit_ctx *cx, const tacit_suppress_space *s, const uint32_t *list,
                               size_t n, tacit_suppress_patterns *out);

/* A hash table of the values of the keys of `set`, which are present in all its classes. */
typedef struct tacit_tally {
    uint64_t set;
    size_t slots;
    uint64_t *key;
    uint32_t *count; /* records */
    uint32_t *head;  /* 1 + place in the pattern of the first class, 0 if the slot is empty */
    uint32_t *next;  /* of each class of the pattern: the next one with the same values */
} tacit_tally;

/* Words of all classes and keys: the sum over a set of keys, with that of the stratum, stands
 * for their values.  Sums are equal only for equal values if all keys together have fewer than
 * 2^62 combinations; otherwise they are hashes, and two values agree by chance in one of 10^19
 * cases. */
tacit_status tacit_tally_words(tacit_ctx *cx, const tacit_suppress_space *s, uint64_t **word);

/* The key of class g in a tally of `set`. */
uint64_t tacit_tally_key(const tacit_suppress_space *s, const uint64_t *word, uint64_t set,
                         size_t g);

/* Tally the classes of pattern `p`, with the number of their records in `count`. */
tacit_status tacit_tally_new(tacit_ctx *cx, const tacit_suppress_space *s, const uint64_t *word,
                             const tacit_suppress_patterns *by, size_t p, tacit_tally *out);

/* The slot of a key, or the empty slot where it would be. */
size_t tacit_tally_find(const tacit_tally *t, uint64_t key);

#endif
