/*
 * outcome.c - why a request is not answered: fixed codes that tell nothing of the data.
 */
#include "server/outcome.h"

static const struct {
    const char *name, *why;
    unsigned http;        /* RFC 9110 */
    const char *sqlstate; /* PostgreSQL's, appendix A of its manual */
} CODE[TACIT_OUTCOMES] = {
    [TACIT_OUTCOME_OK] = { "ok", "Answered.", 200, "00000" },
    [TACIT_OUTCOME_SYNTAX] = { "E_SYNTAX", "This is no question that can be asked here.", 400,
                               "42601" },
    [TACIT_OUTCOME_SCHEMA] = { "E_SCHEMA", "The policy does not allow this question.", 422,
                               "42501" },
    [TACIT_OUTCOME_BUDGET] = { "E_BUDGET", "The limit leaves less than this answer costs.", 403,
                               "53400" },
    [TACIT_OUTCOME_AUDIT] = { "E_AUDIT", "With earlier answers it would tell too much.", 403,
                              "42501" },
    [TACIT_OUTCOME_SIZE] = { "E_SIZE", "The question is about too few records, or all but too few.",
                             403, "42501" },
    [TACIT_OUTCOME_RATE] = { "E_RATE", "Too many requests in a short time; wait a little.", 429,
                             "53400" },
    [TACIT_OUTCOME_TOKEN] = { "E_TOKEN", "A good token is needed.", 401, "28P01" },
    [TACIT_OUTCOME_ROLE] = { "E_ROLE", "This needs the token of a custodian.", 403, "42501" },
    [TACIT_OUTCOME_HOST] = { "E_HOST", "The request is addressed to another host.", 421, "08P01" },
    [TACIT_OUTCOME_ORIGIN] = { "E_ORIGIN", "Pages of other origins may not ask here.", 403,
                               "08P01" },
    [TACIT_OUTCOME_ROUTE] = { "E_ROUTE", "There is nothing at this address.", 404, "08P01" },
    [TACIT_OUTCOME_METHOD] = { "E_METHOD", "This address does not know this method.", 405,
                               "08P01" },
    [TACIT_OUTCOME_REQUEST] = { "E_REQUEST", "The request has not the form that is described.", 400,
                                "08P01" },
    [TACIT_OUTCOME_BODY] = { "E_BODY", "The request is too large.", 413, "54000" },
    [TACIT_OUTCOME_TIME] = { "E_TIME", "The request took too long to arrive.", 408, "57014" },
    [TACIT_OUTCOME_BUSY] = { "E_BUSY", "The server is busy or about to stop; ask again later.", 503,
                             "57P03" },
    [TACIT_OUTCOME_SERVER] = { "E_SERVER", "The server failed; its custodian can see why.", 500,
                               "58000" },
};

const char *tacit_outcome_name(tacit_outcome code)
{
    return CODE[code].name;
}

const char *tacit_outcome_why(tacit_outcome code)
{
    return CODE[code].why;
}

unsigned tacit_outcome_http(tacit_outcome code)
{
    return CODE[code].http;
}

const char *tacit_outcome_sqlstate(tacit_outcome code)
{
    return CODE[code].sqlstate;
}
