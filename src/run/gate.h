/*
 * gate.h - the staged file, read as a recipient reads it.
 *
 * What is required is judged on the file that is to be released, not on what was meant to be
 * written: a format may drop blanks, round numbers or take an empty text for a missing one.
 * Every cell is compared with what was meant, and a value that the format does not give back is
 * refused, by its column.  O(cells), and one reading of the file.
 */
#ifndef TACIT_RUN_GATE_H
#define TACIT_RUN_GATE_H

#include "run/work.h"

/* Open the release that was written to `path` from a table with the columns of `shape`, with the
 * options that stand in its certificate.  The caller closes. */
tacit_status tacit_gate_open(tacit_ctx *cx, const tacit_work *w, const tacit_table *shape,
                             const char *path, tacit_data **out);

/* Fail unless the rows of `data` are those of `meant`, which is read to its end. */
tacit_status tacit_gate_compare(tacit_ctx *cx, tacit_data *data, const tacit_rows *meant);

/* Whether the release that was written to `path` from the table `meant` gives it back as it is,
 * types and all, without loading it.  If so, the texts of its categories are numbered as in a table
 * that was read.  If not, or if that is not known, tacit_gate_load() tells. */
tacit_status tacit_gate_gives(tacit_ctx *cx, const tacit_work *w, tacit_table *meant,
                              const char *path, bool *same);

/* Load the release that was written to `path` from the table `meant`, with its roles; fail unless
 * it has the same cells.  Types may differ, where a format has fewer of them. */
tacit_status tacit_gate_load(tacit_ctx *cx, const tacit_work *w, const tacit_table *meant,
                             const char *path, tacit_table **out);

/* The same for a release of the rows `meant`, of which only the columns of `part`, in memory, are
 * loaded. */
tacit_status tacit_gate_load_part(tacit_ctx *cx, const tacit_work *w, const tacit_rows *meant,
                                  const tacit_table *part, const char *path, tacit_table **out);

/* Whether all columns of two such tables have the same types. */
bool tacit_gate_same_types(const tacit_table *a, const tacit_table *b);

#endif
