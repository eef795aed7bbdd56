/*
 * local_suppress_wildcard.c - few blanks under the wildcard rule.
 *
 * What is safe under the strict rule is so under this one.
 */
#include "method/local_suppress_own.h"

#include <math.h>

tacit_status tacit_suppress_wildcard(tacit_ctx *cx, const tacit_suppress_space *s,
                                     tacit_suppression *out)
{
    TACIT_TRY(tacit_suppress_strict(cx, s, out));
    out->bound = NAN;
    return TACIT_OK;
}
