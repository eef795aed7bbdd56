/*
 * request.h - the parameters of the request rule, which name a column of the records.
 */
#ifndef TACIT_TABULAR_RULE_REQUEST_H
#define TACIT_TABULAR_RULE_REQUEST_H

#include "tabular/rule/rule.h"

enum tacit_request_arg {
    TACIT_REQUEST_COLUMN,
    TACIT_REQUEST_FIRST,
    TACIT_REQUEST_SECOND,
    TACIT_REQUEST_SHARE,
    TACIT_REQUEST_SECOND_SHARE,
    TACIT_REQUEST_N,
    TACIT_REQUEST_RANGE
};

#endif
