/*
 * compare.c - running a measure on an original and what became of it.
 */
#include "support/compare.h"

tacit_status measure_pair(tacit_ctx *cx, const tacit_measure *m, const tacit_pair *pair,
                          const tacit_args *args, tacit_result **out)
{
    const tacit_subject_extra extra = { .original = pair->original,
                                        .independent = pair->independent,
                                        .hierarchies = pair->hierarchies,
                                        .n_hierarchies = pair->n_hierarchies,
                                        .fraction = 0.5 };
    tacit_subject *s = NULL;
    TACIT_TRY(tacit_subject_new(cx, pair->masked, &s));
    tacit_subject_add(s, &extra);
    const tacit_status status = tacit_measure_run(cx, m, s, args, out);
    tacit_subject_free(s);
    return status;
}
