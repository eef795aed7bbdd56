/*
 * private.h - by what mechanisms the columns of a release were made, from the steps of its plan.
 *
 * A column is private if one private method told it, and every other step that had to do with it
 * does to each cell what its parameters alone say (is_fixed of a method): before, that is part of
 * what was asked of a record; after, it adds nothing to the answer.  All else is refused by its
 * name: steps that look at the data, that leave records out, a column that no mechanism tells. What
 * is found depends on the plan and on the names of columns, never on a value.
 */
#ifndef TACIT_RUN_PRIVATE_PRIVATE_H
#define TACIT_RUN_PRIVATE_PRIVATE_H

#include "run/work.h"

/* Whether differential privacy is required of the plan's release. */
bool tacit_plan_requires_privacy(const tacit_plan *plan);

/* Fail if the plan has a seed for steps that must not be drawn from one, and the run is no
 * simulation. */
tacit_status tacit_private_check_seed(tacit_ctx *cx, const tacit_work *w);

/* Put the account (micro/model/privacy/privacy.h) of the release under "privacy" of the record, for
 * the requirements that are checked after; nothing if it is not required.  How many records the
 * original had is told only where the release has as many. */
tacit_status tacit_private_tell(tacit_ctx *cx, tacit_work *w, const tacit_table *released);

#endif
