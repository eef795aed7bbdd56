/*
 * synths.h - making synthetic tables from literals.
 */
#ifndef TACIT_TESTS_SUPPORT_SYNTHS_H
#define TACIT_TESTS_SUPPORT_SYNTHS_H

#include "support/tables.h"

#include "synth/synth.h"

enum { SYNTH_COLUMNS = 16, SYNTH_ARGS = 16, SYNTH_SETS = 8 };

/* What is to be made, and what came of it. */
typedef struct synthesis {
    tacit_synth_spec spec;
    tacit_synth_column column[SYNTH_COLUMNS];
    tacit_synth_told told[SYNTH_COLUMNS];
    size_t before[SYNTH_COLUMNS]; /* 0, 1, 2 ...: all columns before */
    tacit_value at[SYNTH_COLUMNS][SYNTH_ARGS];
    tacit_args args[SYNTH_COLUMNS];
    tacit_table *set[SYNTH_SETS];
} synthesis;

/* All columns of `data` in their order by `generator`, at once if that is its way; one set of as
 * many rows, dealt. */
synthesis *start_synthesis(synthesis *s, const tacit_table *data, const char *generator);

/* Let another generator make column j; NULL keeps it. */
synthesis *make_by(synthesis *s, size_t j, const char *generator);

/* Let a generator of several columns make `n` of them at once, column j and those behind it. */
synthesis *make_together(synthesis *s, size_t j, size_t n, const char *generator);

/* Set a parameter of all generators that have it. */
synthesis *set_synth(synthesis *s, const char *name, double x);

/* Make the sets; free them with end_synthesis(). */
void run_synthesis(tacit_ctx *cx, synthesis *s);

/* Whatever the first `choices` values of parameter `name`, all columns of `data` come out the same
 * with one thread and with many, and whether or not other sets, which differ, are made beside. */
void assert_same_bytes(tacit_ctx *cx, const tacit_table *data, const char *generator,
                       const char *name, int choices);

/* Columns 'none' and 'empty' of a set of four rows hold nothing, 'one' holds 1.5 alone. */
void assert_bare_columns(const tacit_table *set);

/* Free the sets. */
void end_synthesis(synthesis *s);

#endif
