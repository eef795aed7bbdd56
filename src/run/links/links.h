/*
 * links.h - which number stands for which id, for the custodian.
 */
#ifndef TACIT_RUN_LINKS_LINKS_H
#define TACIT_RUN_LINKS_LINKS_H

#include "run/work.h"

/* Write the map that each step 'renumber' asks for: the distinct pairs of an id of `original` and
 * what stands for it in `released`, which has the same records in the same order.  An id that is
 * missing on either side is left out, as is a column that is not released. */
tacit_status tacit_links_write(tacit_ctx *cx, tacit_work *w, const tacit_table *original,
                               const tacit_table *released);

#endif
