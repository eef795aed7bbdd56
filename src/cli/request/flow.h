/*
 * flow.h - parameters written as in a plan, on the command line: {k: 5, missing: wildcard}.
 */
#ifndef TACIT_CLI_REQUEST_FLOW_H
#define TACIT_CLI_REQUEST_FLOW_H

#include <jansson.h>

#include "base/context.h"

/* Read `text` as a map in YAML; `*out` is an object that the caller owns, or NULL if
 * `text` is no such map. */
tacit_status tacit_flow_read(tacit_ctx *cx, const char *text, json_t **out);

#endif
