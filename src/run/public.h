/*
 * public.h - what of a release's record is for everybody.
 *
 * A record is the custodian's: it holds figures of the original.  The public record is made anew
 * from it by the list in public.c, and what is not in the list does not come through.  In it are
 *   (a) what anybody can compute from the released file and the public plan: the plan, the steps
 *       with their parameters, guarantees and risks measured on the release without the original
 *       or a population file, the columns of the release, hashes of files that are public;
 *   (b) of what depends on the original: for each column the share of values that were changed,
 *       and the share of records left out, in bands, each band hiding at least 10 on both sides.
 * No other figure of the original is in it.  A band depends on which values were changed, not on
 * what they were, so that no value that was hidden can be found from it, whatever else is known.
 * If nothing was released, only the plan and which guarantees do not hold are in it.
 */
#ifndef TACIT_RUN_PUBLIC_H
#define TACIT_RUN_PUBLIC_H

#include "run/work.h"

/* The public record of a release; the caller owns it.  O(size of the record). */
tacit_status tacit_public_record(tacit_ctx *cx, const tacit_work *w, json_t **out);

#endif
