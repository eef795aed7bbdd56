/*
 * rewrite.h - columns made again with other cells, where a table has no way to edit them.
 */
#ifndef TACIT_MICRO_METHOD_REWRITE_H
#define TACIT_MICRO_METHOD_REWRITE_H

#include "table/table.h"

/* Make the cells of column j of `t` missing in the rows marked in `gone`; `*blanked` is how
 * many of them were present before. */
tacit_status tacit_rewrite_blank(tacit_ctx *cx, tacit_table *t, size_t j, const bool *gone,
                                 size_t *blanked);

/* Give DATE column j of `t` the days `x`, one for each row; missing cells stay missing. */
tacit_status tacit_rewrite_dates(tacit_ctx *cx, tacit_table *t, size_t j, const int32_t *x);

/* Replace column j of `t` by the whole numbers `x`, one for each row; missing cells stay missing.
 * The column keeps its title and loses its value labels. */
tacit_status tacit_rewrite_integers(tacit_ctx *cx, tacit_table *t, size_t j, const int64_t *x);

/* Replace column j of `t` by a category with the text `texts[of[i]]` in row i, missing where
 * `of[i]` is `n`.  The column keeps its title and loses its value labels, which would tell the
 * values that it had. */
tacit_status tacit_rewrite_texts(tacit_ctx *cx, tacit_table *t, size_t j, const char *const *texts,
                                 const uint32_t *of, uint32_t n);

/* Take the value labels of column j of `t` away, if it has any; its title stays. */
tacit_status tacit_rewrite_unlabelled(tacit_ctx *cx, tacit_table *t, size_t j);

/* Take the value labels away that no row of column j of `t` has the value of: they tell what was
 * there. */
tacit_status tacit_rewrite_used_labels(tacit_ctx *cx, tacit_table *t, size_t j);

/* Leave the rows marked in `gone` out of `t`. */
tacit_status tacit_rewrite_leave_out(tacit_ctx *cx, tacit_table *t, const bool *gone);

#endif
