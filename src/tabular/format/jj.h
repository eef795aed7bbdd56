/*
 * jj.h - JJ files, in which tau-Argus and sdcTable hand tables to their solvers.
 *
 *   0
 *   <number of cells>
 *   <cell> <value> <cost> <s|u|m|z> <low> <high> <lower> <upper> <sliding level>
 *   ...
 *   <number of equations>
 *   <right-hand side> <number of terms> : <cell> (<weight>) <cell> (<weight>) ...
 *
 * Cells are numbered from 0 in order; s may be suppressed, u is a primary cell, m a secondary
 * one, z stays published.  Right-hand sides are 0.
 */
#ifndef TACIT_TABULAR_FORMAT_JJ_H
#define TACIT_TABULAR_FORMAT_JJ_H

#include "base/text.h"
#include "tabular/system.h"

/* Read `text`; `file` names it in messages, which say the line.  The caller frees. */
tacit_status tacit_jj_read(tacit_ctx *cx, const char *file, const char *text, tacit_system **out);

/* Write `s` to the end of `out`; of a changed system what is shown, with the bounds that readers
 * know and nothing else of the original. */
tacit_status tacit_jj_write(tacit_ctx *cx, const tacit_system *s, tacit_buffer *out);

#endif
