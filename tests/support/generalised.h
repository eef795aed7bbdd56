/*
 * generalised.h - running utility measures on a pair of tables, one argument at a time.
 */
#ifndef TACIT_TESTS_SUPPORT_GENERALISED_H
#define TACIT_TESTS_SUPPORT_GENERALISED_H

#include "support/compare.h"
#include "support/measures.h"

#include "micro/utility/utility.h"

/* A pair to measure, and one argument that is not at its default. */
typedef struct pairing {
    tacit_ctx *cx;
    tacit_pair pair;
    const char *name; /* of the argument, NULL if there is none */
    double number;
    const char *text;
} pairing;

/* Run a measure; its status. */
tacit_status try_utility(const pairing *p, const char *measure, tacit_result **r);

/* The result of a measure, which must not fail; the caller frees. */
tacit_result *run_utility(const pairing *p, const char *measure);

/* One figure of a measure. */
double utility_figure(const pairing *p, const char *measure, const char *name);

/* The number in row `i` and column `j` of the table "columns" of a measure. */
double utility_column(const pairing *p, const char *measure, size_t i, size_t j);

#endif
