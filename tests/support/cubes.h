/*
 * cubes.h - small tables with all their margins as systems, and protections run on them.
 */
#ifndef TACIT_TESTS_SUPPORT_CUBES_H
#define TACIT_TESTS_SUPPORT_CUBES_H

#include "support/check.h"

#include "base/rng.h"
#include "tabular/protection/protection.h"
#include "tabular/system.h"

/* A table of counts with `n` dimensions of size[d] codes.  Cell 0 is the grand total; the cell with
 * codes c_1 ... c_n, each 0 for the total or 1 ..., is number sum of c_d times the product of
 * (size + 1) of the dimensions after d.  `inner` has the values in the order of the codes.  Counts
 * are sensitive where 0 < count < `least`, with the levels of minimum_frequency.  The caller
 * frees. */
tacit_system *cube_of(tacit_ctx *cx, size_t n, const size_t *size, const double *inner,
                      double least);

/* The same with random counts from 0 to `most`. */
tacit_system *random_cube(tacit_ctx *cx, tacit_rng *rng, size_t n, const size_t *size,
                          uint64_t most, double least);

/* How many cells a cube has, and whether cell `i` is no margin. */
size_t cube_cells(size_t n, const size_t *size);
bool cube_is_inner(size_t n, const size_t *size, size_t i);

/* All equations hold for what is shown. */
void assert_adds_up(const tacit_system *s);

/* One argument of a protection; text for choices, NULL for numbers. */
typedef struct cube_setting {
    const char *name;
    double number;
    const char *text;
} cube_setting;

/* Run a protection on a system with settings (the last has no name); `told` is in scratch and
 * `seed` the seed of its stream.  Gives its status. */
tacit_status protect_cube(tacit_ctx *cx, const tacit_protection *p, tacit_system *s, uint64_t seed,
                          const cube_setting *settings);

#endif
