/*
 * own.h - telling what became of a question; for the files of this folder.
 */
#ifndef TACIT_TASK_QUERY_OWN_H
#define TACIT_TASK_QUERY_OWN_H

#include "gateway/gateway.h"

/* Put the question, its cost and, if it was `asked` and not only explained, the answer into the
 * record. */
tacit_status tacit_query_tell(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                              const tacit_reply *reply, bool asked);

/* Put what the mode measures into the record, for the custodian. */
tacit_status tacit_query_tell_measures(tacit_ctx *cx, tacit_work *w, tacit_gateway *g);

#endif
