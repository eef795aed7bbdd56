/*
 * own.h - the polytope, for the files of this folder.
 */
#ifndef TACIT_QUERY_CAMOUFLAGE_OWN_H
#define TACIT_QUERY_CAMOUFLAGE_OWN_H

#include "query/camouflage/camouflage.h"

struct tacit_camouflage {
    size_t k, n;
    int64_t slack;  /* by which the data may be outside, in each record */
    int64_t *value; /* of vertex j and record i at j * n + i */
};

/* Value of record i at vertex j. */
static inline int64_t tacit_camouflage_at(const tacit_camouflage *c, size_t j, uint32_t i)
{
    TACIT_ASSERT(i < c->n);
    return c->value[j * c->n + i];
}

/* What the vertices say of record i. */
tacit_camouflage_range tacit_camouflage_record(const tacit_camouflage *c, uint32_t i);

/* a / b rounded down; b > 0. */
static inline tacit_i128 tacit_floor_divide(tacit_i128 a, tacit_i128 b)
{
    return a / b - (a % b < 0);
}

/* a / b rounded up; b > 0. */
static inline tacit_i128 tacit_ceil_divide(tacit_i128 a, tacit_i128 b)
{
    return -tacit_floor_divide(-a, b);
}

#endif
