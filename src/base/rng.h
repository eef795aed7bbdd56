/*
 * rng.h - reproducible random streams, forked by name.
 *
 * A stream is a value: a key and a counter.  Forking derives a new key from the
 * parent's key and a label, not from how much the parent has drawn, so a result
 * depends on the seed and on names (step, column, block of rows) alone, never on
 * the number of threads, the order of columns or what else is masked.
 *
 * The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011, Parallel random
 * numbers: as easy as 1, 2, 3), from the Random123 library.  It is for masking and
 * for examples; it must not carry a differential-privacy guarantee.
 */
#ifndef TACIT_BASE_RNG_H
#define TACIT_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

typedef struct tacit_rng {
    uint64_t key;
    uint64_t counter;
} tacit_rng;

/* Rows per block in parallel work: each block forks its own stream. */
enum { TACIT_BLOCK_ROWS = 16384 };

/* The root stream of a run. */
tacit_rng tacit_rng_seed(uint64_t seed);

/* A stream named by `label` under `parent`. */
tacit_rng tacit_rng_fork(const tacit_rng *parent, const char *label);

/* A stream numbered `i` under `parent`: a block of rows, a household. */
tacit_rng tacit_rng_fork_number(const tacit_rng *parent, uint64_t i);

/* 64 uniform bits. */
uint64_t tacit_rng_bits(tacit_rng *rng);

/* `n` times 64 uniform bits: quicker for many, and other bits than as many single draws. */
void tacit_rng_fill(tacit_rng *rng, uint64_t *bits, size_t n);

/* Uniform on (0, 1], a multiple of 2^-53. */
double tacit_rng_uniform(tacit_rng *rng);

/* Uniform on 0 ... n-1, by rejection, so without modulo bias.  n > 0. */
uint64_t tacit_rng_below(tacit_rng *rng, uint64_t n);

/* Standard normal (Box-Muller); always finite. */
double tacit_rng_normal(tacit_rng *rng);

#endif
