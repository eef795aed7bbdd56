/*
 * found.h - text files whose numbers are written in a way that nobody told of.
 */
#ifndef TACIT_TASK_FOUND_H
#define TACIT_TASK_FOUND_H

#include "run/work.h"

/* Loads the data of the plan of `w`. */
typedef tacit_status tacit_found_loader(tacit_ctx *cx, tacit_work *w);

/* Load the data, once more with decimal commas if it is found to have them, which is said.
 * `*plan` is the work's, or a copy in scratch memory that has what was found. */
tacit_status tacit_found_load(tacit_ctx *cx, tacit_work *w, tacit_found_loader *load,
                              const tacit_plan **plan);

#endif
