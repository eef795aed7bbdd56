/*
 * problems.h - everything that is wrong with a plan, collected and told at once.
 *
 * Each problem is one line, `file:line:column: sentence`, in the order of the plan's
 * text.  A plan that was built from the command line has no lines to point at.
 */
#ifndef TACIT_PLAN_PROBLEMS_H
#define TACIT_PLAN_PROBLEMS_H

#include "plan/plan.h"

/* How many problems are told, and the name of a plan that no file holds. */
enum { TACIT_PROBLEMS_TOLD = 50 };
#define TACIT_PLAN_COMMAND_LINE "command line"

/* What is wrong, in a word that stays the same from version to version. */
typedef enum tacit_problem_code {
#define TACIT_PROBLEM(name, word, meaning) TACIT_PROBLEM_##name,
#include "plan/problems.def"
#undef TACIT_PROBLEM
    TACIT_PROBLEMS
} tacit_problem_code;

/* The word of a code, and what it says. */
const char *tacit_problem_word(tacit_problem_code code);
const char *tacit_problem_meaning(tacit_problem_code code);

/* What a sentence is about: a text, or if that is NULL a number. */
typedef struct tacit_problem_argument {
    char *text;
    double number;
} tacit_problem_argument;

typedef struct tacit_problem_line {
    tacit_place place;
    tacit_problem_code code;
    char *text;
    size_t n; /* arguments */
    tacit_problem_argument *argument;
} tacit_problem_line;

/* In scratch memory; starts with tacit_problems_start(). */
typedef struct tacit_problems {
    tacit_ctx *cx;
    const char *file;
    size_t n;                 /* found */
    tacit_problem_line *line; /* the first TACIT_PROBLEMS_TOLD of them */
    tacit_status status;
} tacit_problems;

/* No problems yet, in the plan called `file`. */
tacit_status tacit_problems_start(tacit_ctx *cx, const char *file, tacit_problems *out);

/* Add a problem at `place`: one sentence that says what would be right.  It never quotes
 * a value of the data.
 *
 * The arguments are kept as data beside the sentence.  A part of the sentence that is none
 * is formatted with %-s, which prints it and does not keep it; an argument that the sentence
 * does not show is formatted with %.0s, which keeps it and prints nothing. */
void tacit_problem(tacit_problems *p, tacit_place place, tacit_problem_code code, const char *fmt,
                   ...) __attribute__((format(printf, 4, 5)));

/* Whether there is any. */
bool tacit_problems_any(const tacit_problems *p);

/* Fail with all problems as the message, or do nothing if there are none.  The context's
 * details are then a list of {line, column, code, arguments, message}; line and column are
 * null where there is no place. */
tacit_status tacit_problems_end(tacit_problems *p);

/* Words to choose from: `at(user, i)` is the i-th of `n`. */
typedef struct tacit_words {
    size_t n;
    const char *(*at)(const void *user, size_t i);
    const void *user;
} tacit_words;

/* How to end a sentence about a word that is none of `words`: "; did you mean 'x'?" or,
 * if none is near, "; it can be a, b, c.".  In scratch memory. */
tacit_status tacit_words_hint(tacit_ctx *cx, const tacit_words *words, const char *word,
                              const char **out);

/* The same with the word that is near, "" if none is. */
typedef struct tacit_hint {
    const char *text, *near;
} tacit_hint;
tacit_status tacit_words_hint_of(tacit_ctx *cx, const tacit_words *words, const char *word,
                                 tacit_hint *out);

/* The words of a list that ends with NULL, and of a catalog (the user is the list, or
 * the catalog). */
const char *tacit_words_list(const void *user, size_t i);
const char *tacit_words_catalog(const void *user, size_t i);

#endif
