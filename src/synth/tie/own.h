/*
 * own.h - the inside of conditions, for the files of this room.
 */
#ifndef TACIT_SYNTH_TIE_OWN_H
#define TACIT_SYNTH_TIE_OWN_H

#include "synth/tie/tie.h"

typedef enum tacit_tie_op {
    TACIT_TIE_NUMBER,
    TACIT_TIE_TEXT, /* `x` is its number once all are read */
    TACIT_TIE_MISSING,
    TACIT_TIE_VARIABLE,
    TACIT_TIE_ADD,
    TACIT_TIE_SUBTRACT,
    TACIT_TIE_MULTIPLY,
    TACIT_TIE_DIVIDE,
    TACIT_TIE_FLOOR,
    TACIT_TIE_ROUND,
    TACIT_TIE_MIN,
    TACIT_TIE_MAX,
    TACIT_TIE_IF,
    TACIT_TIE_LESS,
    TACIT_TIE_LESS_EQUAL,
    TACIT_TIE_EQUAL,
    TACIT_TIE_AND,
    TACIT_TIE_OR,
    TACIT_TIE_NOT,
    TACIT_TIE_IS_MISSING
} tacit_tie_op;

/* What a node yields. */
typedef enum tacit_tie_kind {
    TACIT_TIE_KIND_ANY, /* missing */
    TACIT_TIE_KIND_NUMBER,
    TACIT_TIE_KIND_TEXT,
    TACIT_TIE_KIND_CONDITION
} tacit_tie_kind;

/* sum of coefficient * variable, plus constant, compared with 0. */
typedef struct tacit_tie_linear {
    size_t n;
    size_t variable[TACIT_TIE_VARIABLES];
    double coefficient[TACIT_TIE_VARIABLES];
    double constant;
    tacit_tie_op op; /* less, less or equal, equal */
    bool whole;      /* all of it is whole numbers */
} tacit_tie_linear;

struct tacit_tie_node {
    tacit_tie_op op;
    tacit_tie_kind kind;
    double x;
    const char *text; /* of a text, in scratch memory */
    size_t variable;
    tacit_tie_node *arg[3];
    tacit_tie_node *next; /* of the texts that are read */
    const tacit_tie_linear
        *form[2]; /* of a comparison: where it does not hold, and where it does */
};

/* How near counts as equal, as a part of the greater. */
static const double TACIT_TIE_SLACK = 1e-9;

/* ---- scan.c ---- */

typedef enum tacit_tie_sign {
    TACIT_SIGN_END,
    TACIT_SIGN_NUMBER,
    TACIT_SIGN_TEXT,
    TACIT_SIGN_NAME, /* in quotes, or no word of the language */
    TACIT_SIGN_WORD, /* a word of the language */
    TACIT_SIGN_MARK  /* one or two signs */
} tacit_tie_sign;

/* One token. */
typedef struct tacit_tie_token {
    tacit_tie_sign sign;
    const char *text; /* without quotes, in scratch memory */
    double number;
} tacit_tie_token;

/* Where the reading of one condition stands. */
typedef struct tacit_tie_reader {
    tacit_ctx *cx;
    const tacit_table *data;
    tacit_tie_book *ties;
    tacit_tie_node **texts; /* all that were read, as a list */
    const char *kind;       /* "Constraint" and so on, for messages */
    size_t number;
    const char *words, *at;
    tacit_tie_token now;
    size_t depth;
} tacit_tie_reader;

/* Fail with what is wrong with the words at hand. */
tacit_status tacit_tie_refuse(tacit_tie_reader *r, const char *what);

/* Read the next token into r->now. */
tacit_status tacit_tie_next(tacit_tie_reader *r);

/* Whether the token at hand is this word or sign; take() goes on if it is. */
bool tacit_tie_is(const tacit_tie_reader *r, const char *text);
tacit_status tacit_tie_take(tacit_tie_reader *r, const char *text, bool *taken);

/* Fail unless the token at hand is this; go on. */
tacit_status tacit_tie_expect(tacit_tie_reader *r, const char *text);

/* ---- parse.c ---- */

/* Read a condition, or what has a value. */
tacit_status tacit_tie_read_condition(tacit_tie_reader *r, tacit_tie_node **out);
tacit_status tacit_tie_read_value(tacit_tie_reader *r, tacit_tie_node **out);

/* Read the name of a column as a variable. */
tacit_status tacit_tie_read_variable(tacit_tie_reader *r, size_t *out);

/* A node of some kind with arguments, and one that says that variable `v` is `value`. */
tacit_status tacit_tie_node_of(tacit_ctx *cx, tacit_tie_op op, tacit_tie_kind kind,
                               tacit_tie_node *const arg[3], tacit_tie_node **out);
tacit_status tacit_tie_assign(tacit_tie_reader *r, size_t v, tacit_tie_node *value,
                              tacit_tie_node **out);

/* ---- bounds.c ---- */

/* Find the linear forms of the comparisons that a condition is made of, into scratch memory. */
tacit_status tacit_tie_find_forms(tacit_ctx *cx, const tacit_tie_book *ties, tacit_tie_node *node);

#endif
