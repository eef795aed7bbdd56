/*
 * standard.h - standard input and output in the places of files.
 *
 * A plan or a command line may name `-` once among what is read and once among what is written.
 * Data is read more than once, and outputs appear when all of them are complete and the verdict
 * is known; so what comes in is kept in a folder for the owner alone (engine/spill.h) while the run
 * lasts, and what goes out is staged there and handed over last.  Both are text files with
 * separated fields, or what else an output is.
 *
 * A release has a name that its certificate tells.  One that goes to standard output has the name
 * that the certificate has before its ending: safe.csv.certificate.json is that of safe.csv.
 * Without a certificate in the plan there is none.
 */
#ifndef TACIT_RUN_STANDARD_STANDARD_H
#define TACIT_RUN_STANDARD_STANDARD_H

#include <jansson.h>

#include "plan/plan.h"

/* What stands for standard input or output. */
#define TACIT_STANDARD "-"

/* Both, as far as they are used; made by the caller of a run, who hands over at last. */
typedef struct tacit_standard tacit_standard;
tacit_status tacit_standard_new(tacit_ctx *cx, tacit_standard **out);

/* Remove what was kept.  Accepts NULL. */
void tacit_standard_free(tacit_standard *s);

/* Put files in the places of `-` in the plan: what is read is taken in now. */
tacit_status tacit_standard_take(tacit_ctx *cx, tacit_standard *s, tacit_plan *plan,
                                 const tacit_plan_ask *ask, bool releases);

/* Say in the record what stands for those files, and leave out what nobody gets to see. */
tacit_status tacit_standard_tell(tacit_ctx *cx, const tacit_standard *s, json_t *record);

/* Whether something was taken in. */
bool tacit_standard_takes(const tacit_standard *s);

/* Whether something goes to standard output, so that nothing else may. */
bool tacit_standard_gives(const tacit_standard *s);

/* Hand over what goes to standard output, if it was written. */
tacit_status tacit_standard_give(tacit_ctx *cx, const tacit_standard *s);

#endif
