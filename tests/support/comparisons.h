/*
 * comparisons.h - running utility measures on pairs of tables with arguments of their own.
 */
#ifndef TACIT_TESTS_SUPPORT_COMPARISONS_H
#define TACIT_TESTS_SUPPORT_COMPARISONS_H

#include "support/compare.h"
#include "support/measures.h"

#include "micro/utility/utility.h"

/* A utility measure with its arguments and the two tables, which it owns. */
typedef struct comparison {
    const tacit_measure *utility;
    arguments a;
    tacit_table *before, *after;
    tacit_pair pair;
} comparison;

/* Start with the defaults of the measure; the tables are taken over. */
comparison *start_comparison(comparison *c, const char *name, tacit_table *before,
                             tacit_table *after);

/* Give a list of texts to a parameter. */
comparison *set_texts(comparison *c, const char *name, const char *const *texts, size_t n);

/* Give a text to a parameter. */
comparison *set_text(comparison *c, const char *name, const char *text);

/* Measure; the caller frees the result. */
tacit_result *run_comparison(tacit_ctx *cx, comparison *c);

/* The measure refuses with `code` and a message that has `part` in it. */
void assert_comparison_fails(tacit_ctx *cx, comparison *c, tacit_status code, const char *part);

/* Free the tables (once, if they are one). */
void end_comparison(comparison *c);

/* The cell of table `name` in row `row`, column `column` as a number; NaN if it is null. */
double cell_of(const tacit_result *r, const char *name, size_t row, size_t column);

/* Rows of table `name`. */
size_t rows_of(const tacit_result *r, const char *name);

/* Some note of the result has `part` in it. */
void assert_note(const tacit_result *r, const char *part);

#endif
