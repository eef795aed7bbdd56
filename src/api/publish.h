/*
 * publish.h - a plan carried out with its report, for the command line and the library.
 */
#ifndef TACIT_API_PUBLISH_H
#define TACIT_API_PUBLISH_H

#include "plan/run.h"

/* Run the plan, write the report that it asks for, and give all outputs their names. */
tacit_status tacit_publish(tacit_ctx *cx, const tacit_request *request, json_t **record);

#endif
