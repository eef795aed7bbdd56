/*
 * coded.h - a small data set in which every record can be asked for by itself: what an attacker who
 * knows who is who can do with a mode.
 *
 * Records 0 ... n-1 have the columns
 *   code   c0, c1, ...: public, each another
 *   z      public: the number of the record
 *   x      a number from 0 to 1000 with as many decimals as asked, bins [0, 100) and [100, 1000]
 *   bit    no, yes
 *   who    persons, of which each has `each` records one after another
 */
#ifndef TACIT_TESTS_SUPPORT_CODED_H
#define TACIT_TESTS_SUPPORT_CODED_H

#include "support/questions.h"

#include "query/mode/mode.h"

enum { CODED_MOST = 300, CODED_ARGS = 12 };
enum { CODED_CODE, CODED_Z, CODED_X, CODED_BIT, CODED_COLUMNS };

typedef struct coded {
    tacit_ctx *cx;
    size_t n;
    const tacit_mode *mode;
    tacit_query_schema schema;
    tacit_query_column column[CODED_COLUMNS];
    char code[CODED_MOST][8];
    const char *codes[CODED_MOST];
    double x[CODED_MOST];
    bool yes[CODED_MOST];
    tacit_table *t;
    tacit_query_data data;
    tacit_value at[CODED_ARGS];
    tacit_args args;
    void *state;
} coded;

/* What is to be made; `x` and `yes` may be NULL: x = 7 i + 10 mod 900, and every third says yes. */
typedef struct coded_wish {
    size_t n, each; /* `each` 0: no persons are told */
    double decimals;
    const double *x;
    const bool *yes;
} coded_wish;

/* Make the data set for `mode` with its presets; arguments may be changed until it is opened. */
void coded_begin(coded *g, const tacit_mode *mode, const coded_wish *wish);
void coded_end(coded *g);

/* Set an argument by its name: a number, or the names of columns with blanks between. */
void coded_number(coded *g, const char *name, double x);
void coded_columns(coded *g, const char *name, const char *columns);

/* Open the state of the mode; end it and open it anew. */
void coded_open(coded *g);
void coded_reopen(coded *g);

/* Ask SELECT `what` FROM t WHERE code IN (those of `in`) `more`: the first value of the first cell.
 */
tacit_query_refusal coded_ask(coded *g, const char *what, const bool *in, const char *more,
                              tacit_query_told *out);

/* The same of records from ... to-1. */
tacit_query_refusal coded_range(coded *g, const char *what, size_t from, size_t to,
                                tacit_query_told *out);

/* Ask a whole question in SQL; in scratch memory. */
tacit_query_refusal coded_sql(coded *g, const char *sql, tacit_query *q, tacit_query_answer *out);

#endif
