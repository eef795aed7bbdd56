/*
 * tasks.h - the catalog of tasks, and of everything else that a plan can name.
 */
#ifndef TACIT_TASK_TASKS_H
#define TACIT_TASK_TASKS_H

#include <jansson.h>

#include "run/task.h"

#define TACIT_TASK(id) extern const tacit_task tacit_task_##id;
#include "task/tasks.def"
#undef TACIT_TASK

extern const tacit_catalog tacit_task_catalog;

/* The task called `name`, or NULL. */
const tacit_task *tacit_task_find(const char *name);

/* The catalogs that a user chooses from: models, risks, utilities, methods, hierarchies,
 * engines.  Ends with NULL. */
const tacit_catalog *const *tacit_catalogs(void);

/* All of it, tasks included, as an object that the caller owns (catalog_json.c). */
tacit_status tacit_catalogs_json(tacit_ctx *cx, json_t **out);

#endif
