/*
 * sizes.h - class sizes in the figures of ARX.
 */
#ifndef TACIT_TESTS_GOLDEN_SIZES_H
#define TACIT_TESTS_GOLDEN_SIZES_H

#include "golden/golden.h"

#include "stats/population/uniqueness.h"

#define OPTIMA "golden/arx/optima.json"

enum { MOST_SIZES = 1000 };

/* The histogram of class sizes of an entry. */
static inline void read_sizes(const json_t *result, uint64_t *size, double *count,
                              tacit_size_counts *out)
{
    const json_t *list = json_object_get(result, "class_size_histogram"), *pair = NULL;
    size_t i;
    *out = (tacit_size_counts){ .n = json_array_size(list), .size = size, .count = count };
    assert_true(out->n <= MOST_SIZES);
    json_array_foreach(list, i, pair)
    {
        size[i] = (uint64_t)json_integer_value(json_array_get(pair, 0));
        count[i] = (double)json_integer_value(json_array_get(pair, 1));
        out->classes += count[i];
        out->records += count[i] * (double)size[i];
    }
}

#endif
