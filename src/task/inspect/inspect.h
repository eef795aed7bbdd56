/*
 * inspect.h - the profile of the data, for the task of that name and for those that go on.
 */
#ifndef TACIT_TASK_INSPECT_INSPECT_H
#define TACIT_TASK_INSPECT_INSPECT_H

#include "run/work.h"

/* Load the data and put its profile and the suggested roles into the record. */
tacit_status tacit_inspect(tacit_ctx *cx, tacit_work *w);

#endif
