/*
 * parameter.h - parameters of catalog entries in words, for help, the manual and docs.
 */
#ifndef TACIT_CLI_PARAMETER_H
#define TACIT_CLI_PARAMETER_H

#include <jansson.h>

#include "base/catalog.h"

/* What may be given for `p`: "whole number from 1 to 100".  In scratch memory. */
tacit_status tacit_parameter_kind(tacit_ctx *cx, const tacit_param *p, char **out);

/* What holds if it is not given: "3", "required", "none".  In scratch memory. */
tacit_status tacit_parameter_preset(tacit_ctx *cx, const tacit_param *p, char **out);

/* `entry` with its parameters as an object that the caller owns. */
tacit_status tacit_parameter_entry_json(tacit_ctx *cx, const tacit_entry *entry, json_t **out);

#endif
