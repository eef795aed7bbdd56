/*
 * sensitive_own.h - shared by the files sensitive*.c alone.
 */
#ifndef TACIT_MICRO_MODEL_SENSITIVE_OWN_H
#define TACIT_MICRO_MODEL_SENSITIVE_OWN_H

#include "micro/model/sensitive.h"

/* Pairs of class and value: key is class * (values + 1) + value, row is how many records. */
typedef struct tacit_sensitive_pairs {
    tacit_keyed *at;
    size_t n;
} tacit_sensitive_pairs;

/* Add to each class of `s` the sorted `pairs` of the classes that match it. */
tacit_status tacit_sensitive_match(tacit_ctx *cx, const tacit_sensitive *s,
                                   tacit_sensitive_pairs *pairs);

#endif
