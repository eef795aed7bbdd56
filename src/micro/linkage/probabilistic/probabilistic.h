/*
 * probabilistic.h - the parts of the linker `probabilistic`, shared by its files.
 */
#ifndef TACIT_MICRO_LINKAGE_PROBABILISTIC_PROBABILISTIC_H
#define TACIT_MICRO_LINKAGE_PROBABILISTIC_PROBABILISTIC_H

#include "micro/linkage/compare.h"
#include "micro/linkage/linker.h"
#include "micro/linkage/scan/scan.h"
#include "micro/linkage/probabilistic/thresholds.h"

/* Its parameters, in order. */
enum {
    TACIT_PROBABILISTIC_COLUMNS,
    TACIT_PROBABILISTIC_COMPARE,
    TACIT_PROBABILISTIC_SIMILARITY,
    TACIT_PROBABILISTIC_EDITS,
    TACIT_PROBABILISTIC_TOLERANCE,
    TACIT_PROBABILISTIC_DAYS,
    TACIT_PROBABILISTIC_BLOCK,
    TACIT_PROBABILISTIC_U,
    TACIT_PROBABILISTIC_LAMBDA,
    TACIT_PROBABILISTIC_TERM_FREQUENCY,
    TACIT_PROBABILISTIC_FALSE_LINK,
    TACIT_PROBABILISTIC_FALSE_NONLINK,
    TACIT_PROBABILISTIC_LINK_FROM,
    TACIT_PROBABILISTIC_REVIEW_FROM,
    TACIT_PROBABILISTIC_ONE_TO_ONE,
    TACIT_PROBABILISTIC_MOST
};

/* How a field is compared, for people. */
typedef struct tacit_field_words {
    const char *comparator;
    const char *level[TACIT_LEVELS_MAX]; /* what each level means */
} tacit_field_words;

/* One linkage, step by step; arrays in scratch memory. */
typedef struct tacit_probabilistic {
    const tacit_link_job *job;
    const tacit_args *args;
    tacit_link_field *field;
    tacit_field_words *words; /* of each field */
    tacit_pattern_pairs pairs;
    tacit_blocks *blocks; /* NULL: all pairs */
    tacit_scan scan;
    tacit_patterns patterns;
    tacit_pattern_code code;
    double all_pairs, compared;
    tacit_fs model;
    tacit_thresholds thresholds;
    const double *frequency[TACIT_FIELDS_MAX]; /* of each value of a; NULL: not adjusted */
    double rise[TACIT_FIELDS_MAX];             /* the most that a rare value adds */
    size_t left_out;                           /* pairs beyond `most` */
} tacit_probabilistic;

/* Choose the columns and compare them: sets job's fields, words, pairs. */
tacit_status tacit_probabilistic_fields(tacit_ctx *cx, tacit_probabilistic *p);

/* Find the frequencies of the values of the columns that `term_frequency` names. */
tacit_status tacit_probabilistic_frequencies(tacit_ctx *cx, tacit_probabilistic *p);

/* What the frequency of the values of a pair adds to its weight: for each adjusted field
 * that agrees best, log2 u - log2 (the value's share in the file where it is greater). */
double tacit_probabilistic_rise(const tacit_probabilistic *p, const uint8_t *level, uint32_t a);

/* Tell the model, the patterns and what blocking cost. */
tacit_status tacit_probabilistic_tell(tacit_ctx *cx, const tacit_probabilistic *p,
                                      tacit_result *result);

#endif
