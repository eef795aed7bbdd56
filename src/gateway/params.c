/*
 * params.c - the parameters of the section `query`.
 */
#include "gateway/policy.h"

static const char *const PERIODS[] = { "day", "week", "month", "year", NULL };

/* A limit on what answers may cost together. */
#define LIMIT(id, words)                                                                           \
    {                                                                                              \
        .name = id, .type = TACIT_PARAM_REAL, .need = TACIT_OPTIONAL, .min = 0, .max = 1e15,       \
        TACIT_USEFUL_LOG(1, 1e6, "of what the mode counts"),                                       \
        .help = words ", in what the mode counts; needs a ledger"                                  \
    }

const tacit_param TACIT_POLICY_PARAMS[] = {
    [TACIT_POLICY_ASK] = { .name = "ask",
                           .type = TACIT_PARAM_TEXT,
                           .need = TACIT_OPTIONAL,
                           .help = "the question, in SQL" },
    [TACIT_POLICY_NAME] = { .name = "name",
                            .type = TACIT_PARAM_TEXT,
                            .need = TACIT_OPTIONAL,
                            .help = "what the data is called in questions; by default as its file, "
                                    "without folder and ending" },
    [TACIT_POLICY_PERSON] = { .name = "person",
                              .type = TACIT_PARAM_COLUMN,
                              .need = TACIT_OPTIONAL,
                              .importance = TACIT_FIRST,
                              .help = "the column that tells whose a record is; each record is a "
                                      "person without it" },
    [TACIT_POLICY_KEY] = { .name = "key",
                           .type = TACIT_PARAM_FILE,
                           .need = TACIT_OPTIONAL,
                           .importance = TACIT_FIRST,
                           .help = "the file with the secret that a mode's noise follows from, "
                                   "made by 'tacit key'" },
    [TACIT_POLICY_CELLS] = { .name = "cells",
                             .type = TACIT_PARAM_INTEGER,
                             .preset = 1000,
                             .min = 1,
                             .max = 100000,
                             TACIT_USEFUL_LOG(10, 10000, "groups"),
                             .help = "how many groups a question may have" },
    [TACIT_POLICY_LEDGER] = { .name = "ledger",
                              .type = TACIT_PARAM_FILE,
                              .need = TACIT_OPTIONAL,
                              .importance = TACIT_FIRST,
                              .help = "the file, or postgresql://user@host/database, that keeps "
                                      "every question and its answer, made if it is not there; a "
                                      "question that it has costs nothing" },
    [TACIT_POLICY_ANCHOR] = { .name = "anchor",
                              .type = TACIT_PARAM_FILE,
                              .need = TACIT_OPTIONAL,
                              .importance = TACIT_ADVANCED,
                              .help = "the file that anchors a ledger in PostgreSQL for this "
                                      "machine: it notices rows that were taken away" },
    [TACIT_POLICY_ANALYST] = { .name = "analyst",
                               .type = TACIT_PARAM_TEXT,
                               .need = TACIT_OPTIONAL,
                               .help = "who asks, for the ledger; 'local' if not given" },
    [TACIT_POLICY_LIMIT] = LIMIT("limit", "what all answers together may cost"),
    [TACIT_POLICY_ANALYST_LIMIT] = LIMIT("analyst_limit", "what one analyst's may cost"),
    [TACIT_POLICY_PERIOD] = { .name = "period",
                              .type = TACIT_PARAM_CHOICE,
                              .choices = PERIODS,
                              .preset = TACIT_PERIOD_MONTH,
                              .help = "after which the limits of a period begin anew" },
    [TACIT_POLICY_PERIOD_LIMIT] = LIMIT("period_limit", "what all answers of a period may cost"),
    [TACIT_POLICY_ANALYST_PERIOD_LIMIT] =
        LIMIT("analyst_period_limit", "what one analyst's answers of a period may cost"),
    [TACIT_POLICY_EPSILON] = { .name = "epsilon",
                               .type = TACIT_PARAM_REAL,
                               .need = TACIT_OPTIONAL,
                               .min = 1e-6,
                               .max = 100,
                               TACIT_USEFUL_LOG(0.01, 1, NULL),
                               .help = "what this question may spend, if the mode counts epsilon; "
                                       "by default what the mode says" },
    [TACIT_POLICY_EXPLAIN] = { .name = "explain",
                               .type = TACIT_PARAM_FLAG,
                               .help = "say what the question costs and its canonical form, "
                                       "without reading any data" },
    [TACIT_POLICY_MEASURES] = { .name = "measures",
                                .type = TACIT_PARAM_FLAG,
                                .help = "for the custodian: what the mode measures of all answers "
                                        "so far, with a question or without" },
    TACIT_PARAM_END
};
