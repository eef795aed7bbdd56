/*
 * sample.h - a survey in one table, for the tests of the example data.
 */
#ifndef TACIT_TEST_EXAMPLE_SAMPLE_H
#define TACIT_TEST_EXAMPLE_SAMPLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "example/survey.h"
#include "support/group.h"

enum { MANY = 60000, DEMO = 5000, SEED = 42 };

/* One chunk's table and the columns that the checks look at. */
typedef struct sample {
    tacit_ctx *cx;
    tacit_table *t;
    size_t n;
    const int64_t *age, *household, *size, *income, *spending, *savings;
} sample;

/* The column called `name`. */
static inline const tacit_column *column(const tacit_table *t, const char *name)
{
    return tacit_table_column(t, tacit_table_find(t, name));
}

/* Cell `i` of column `name` as text. */
static inline const char *text_at(const tacit_table *t, const char *name, size_t i, char out[32])
{
    return tacit_column_text(column(t, name), i, out);
}

/* Whether cell `i` of column `name` reads `text`. */
static inline bool is_text(const tacit_table *t, const char *name, size_t i, const char *text)
{
    char out[32];
    return strcmp(text_at(t, name, i, out), text) == 0;
}

/* Whether cell `i` of column `name` is missing. */
static inline bool is_missing(const tacit_table *t, const char *name, size_t i)
{
    return tacit_column_is_missing(column(t, name), i);
}

/* A survey that fits one chunk, as a table. */
static inline sample read_sample(uint64_t seed, uint64_t rows)
{
    sample s = { .cx = tacit_ctx_new(), .n = (size_t)rows };
    tacit_survey *survey = NULL;
    assert_int_equal(tacit_survey_new(s.cx, seed, rows, &survey), TACIT_OK);
    const tacit_rows *source = tacit_survey_source(survey);
    assert_int_equal(source->next(s.cx, source->user, &s.t), TACIT_OK);
    tacit_survey_free(survey); /* the chunk outlives the survey */
    assert_int_equal(tacit_table_rows(s.t), rows);
    s.age = tacit_column_integers(column(s.t, "age"));
    s.household = tacit_column_integers(column(s.t, "household"));
    s.size = tacit_column_integers(column(s.t, "household_size"));
    s.income = tacit_column_integers(column(s.t, "income"));
    s.spending = tacit_column_integers(column(s.t, "spending"));
    s.savings = tacit_column_integers(column(s.t, "savings"));
    return s;
}

/* One large sample that the tests of a program share. */
static inline int set_up(void **state)
{
    static sample s;
    s = read_sample(SEED, MANY);
    *state = &s;
    return 0;
}

/* Free a sample. */
static inline int tear_down(void **state)
{
    sample *s = *state;
    tacit_table_free(s->t);
    tacit_ctx_free(s->cx);
    return 0;
}

/* First row after the household that begins at `i`. */
static inline size_t end_of(const sample *s, size_t i)
{
    const int64_t h = s->household[i];
    while (i < s->n && s->household[i] == h)
        i++;
    return i;
}

#endif
