/*
 * parameter.h - parameters of catalog entries in words, for help, the manual and docs.
 */
#ifndef TACIT_CLI_PARAMETER_H
#define TACIT_CLI_PARAMETER_H

#include "base/catalog.h"

/* What may be given for `p`: "whole number from 1 to 100".  In scratch memory. */
tacit_status tacit_parameter_kind(tacit_ctx *cx, const tacit_param *p, char **out);

/* What holds if it is not given: "3", "required", "none".  In scratch memory. */
tacit_status tacit_parameter_preset(tacit_ctx *cx, const tacit_param *p, char **out);

#endif
