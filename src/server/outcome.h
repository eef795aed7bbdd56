/*
 * outcome.h - why a request is not answered: fixed codes that tell nothing of the data.
 */
#ifndef TACIT_SERVER_OUTCOME_H
#define TACIT_SERVER_OUTCOME_H

typedef enum tacit_outcome {
    TACIT_OUTCOME_OK = 0,
    TACIT_OUTCOME_SYNTAX,  /* E_SYNTAX: no question that can be read */
    TACIT_OUTCOME_SCHEMA,  /* E_SCHEMA: it asks for what the policy does not declare or allow */
    TACIT_OUTCOME_BUDGET,  /* E_BUDGET: all that may be asked was asked */
    TACIT_OUTCOME_AUDIT,   /* E_AUDIT: with earlier answers it would tell too much */
    TACIT_OUTCOME_SIZE,    /* E_SIZE: its query set is too small, or all but too small */
    TACIT_OUTCOME_RATE,    /* E_RATE: too many requests in a short time */
    TACIT_OUTCOME_TOKEN,   /* E_TOKEN: no token, or none that is good */
    TACIT_OUTCOME_ROLE,    /* E_ROLE: the role of the token does not allow it */
    TACIT_OUTCOME_HOST,    /* E_HOST: the request is addressed to another host */
    TACIT_OUTCOME_ORIGIN,  /* E_ORIGIN: a page of another origin asks */
    TACIT_OUTCOME_ROUTE,   /* E_ROUTE: there is nothing at this address */
    TACIT_OUTCOME_METHOD,  /* E_METHOD: not by this method */
    TACIT_OUTCOME_REQUEST, /* E_REQUEST: the request has not the form that the API describes */
    TACIT_OUTCOME_BODY,    /* E_BODY: the request is too large */
    TACIT_OUTCOME_TIME,    /* E_TIME: the request took too long to arrive */
    TACIT_OUTCOME_BUSY,    /* E_BUSY: too many requests wait, or the server stops */
    TACIT_OUTCOME_SERVER,  /* E_SERVER: the server failed; its journal says why */
    TACIT_OUTCOMES
} tacit_outcome;

/* "E_BUDGET", or "ok". */
const char *tacit_outcome_name(tacit_outcome code);

/* What it means: one sentence that is the same for everybody. */
const char *tacit_outcome_why(tacit_outcome code);

/* The status of HTTP that goes with it, and the SQLSTATE of PostgreSQL. */
unsigned tacit_outcome_http(tacit_outcome code);
const char *tacit_outcome_sqlstate(tacit_outcome code);

#endif
