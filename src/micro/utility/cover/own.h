/*
 * own.h - shared by cover.c and cover_place.c alone.
 */
#ifndef TACIT_MICRO_UTILITY_COVER_OWN_H
#define TACIT_MICRO_UTILITY_COVER_OWN_H

#include "micro/utility/cover/cover.h"

/* Fill `set` of each label of `c`, its mass and level included; `released` are the values
 * of the released column, `start[l]` is the first pair of label l (NULL if rows do not
 * correspond), `h` the column's hierarchy or NULL. */
tacit_status tacit_cover_place(tacit_ctx *cx, const tacit_values *released, const size_t *start,
                               const tacit_hierarchy *h, tacit_cover *c);

#endif
