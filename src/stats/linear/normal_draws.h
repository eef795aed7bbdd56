/*
 * normal_draws.h - many standard normal numbers, quickly.
 */
#ifndef TACIT_STATS_LINEAR_NORMAL_DRAWS_H
#define TACIT_STATS_LINEAR_NORMAL_DRAWS_H

#include <stddef.h>

#include "base/rng.h"

enum { TACIT_NORMAL_LAYERS = 256 };

/* No number drawn is farther from 0. */
enum { TACIT_NORMAL_FARTHEST = 13 };

/* The layers of the ziggurat: their widths and the height of the density there. */
typedef struct tacit_normal_layers {
    double width[TACIT_NORMAL_LAYERS + 1];
    double height[TACIT_NORMAL_LAYERS + 1];
} tacit_normal_layers;

/* Compute the layers; once before drawing. */
void tacit_normal_layers_of(tacit_normal_layers *out);

enum { TACIT_NORMAL_BITS = 128 };

/* A source of normal numbers: a stream with bits drawn ahead. */
typedef struct tacit_normal_source {
    const tacit_normal_layers *layers;
    tacit_rng rng;
    size_t at; /* bits used of those ahead */
    uint64_t ahead[TACIT_NORMAL_BITS];
} tacit_normal_source;

/* Start a source with a stream that nothing else draws from. */
void tacit_normal_start(tacit_normal_source *source, const tacit_normal_layers *layers,
                        tacit_rng rng);

/* Draw `n` independent standard normal numbers. */
void tacit_normal_fill(tacit_normal_source *source, double *z, size_t n);

/* The first q of `step` columns of `n` rows: standard normal numbers of a stream for each block of
 * rows, the same for any number of threads. */
void tacit_normal_rows(const tacit_rng *rng, size_t n, size_t q, double *z, size_t step);

#endif
