/*
 * cells.h - cells that were made, as codes and as columns of tables.
 */
#ifndef TACIT_SYNTH_CELLS_H
#define TACIT_SYNTH_CELLS_H

#include "synth/generator.h"

/* The codes of made cells as a predictor, and their states unless `state` is NULL. */
void tacit_synth_code(const tacit_coding *c, const tacit_synth_cells *cells, size_t rows,
                      uint16_t *code, uint16_t *state);

/* A number with the decimals of the column. */
double tacit_synth_round(const tacit_coding *c, double x);

/* A column of the cells that stand at `row`, `n` of them; the caller owns it.  Numbers of their own
 * are rounded to the decimals that the original has, if those are at most 6. */
tacit_status tacit_synth_column_of(tacit_ctx *cx, const tacit_coding *c,
                                   const tacit_synth_cells *cells, const uint32_t *row, size_t n,
                                   tacit_column **out);

#endif
