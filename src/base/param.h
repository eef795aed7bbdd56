/*
 * param.h - parameters declared as data, and the arguments given for them.
 *
 * A parameter table drives plan validation, --help, forms, the manual and the
 * contract tests, so it is the only place that knows a parameter's name, type,
 * default and range.
 */
#ifndef TACIT_BASE_PARAM_H
#define TACIT_BASE_PARAM_H

#include "base/context.h"

typedef enum tacit_param_type {
    TACIT_PARAM_FLAG = 1, /* true or false */
    TACIT_PARAM_INTEGER,  /* whole number in [min, max] */
    TACIT_PARAM_REAL,     /* finite number in [min, max] */
    TACIT_PARAM_CHOICE,   /* one of `choices`; kept as its position */
    TACIT_PARAM_TEXT,     /* any text */
    TACIT_PARAM_COLUMN,   /* the name of a column */
    TACIT_PARAM_COLUMNS,  /* names of columns */
    TACIT_PARAM_REALS,    /* a list of finite numbers, each in [min, max] */
    TACIT_PARAM_TEXTS,    /* a list of texts */
    TACIT_PARAM_GROUPS,   /* label: [member, ...] for each group */
    TACIT_PARAM_TREE,     /* the same with groups in groups: label: {label: [member, ...]} */
    TACIT_PARAM_LISTS     /* as GROUPS, but a member may stand in several */
} tacit_param_type;

typedef enum tacit_need {
    TACIT_PRESET = 0, /* has a default: `preset` (a list is empty) */
    TACIT_OPTIONAL,   /* may be left out; see tacit_arg_given() */
    TACIT_REQUIRED    /* must be given */
} tacit_need;

typedef struct tacit_param {
    const char *name;
    tacit_param_type type;
    tacit_need need;
    double preset;              /* number; position in `choices`; 0 or 1 for a flag */
    double min, max;            /* for numbers, ends included */
    const char *const *choices; /* ends with NULL */
    const char *help;           /* one phrase, lower case, no full stop */
} tacit_param;

#define TACIT_PARAM_END                                                                            \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* One group of a TACIT_PARAM_GROUPS argument, or one branch of a TACIT_PARAM_TREE: its own
 * branches follow it, one deeper. */
typedef struct tacit_group {
    const char *label;
    const char *const *member;
    size_t n;
    size_t depth; /* of a branch; 0 at the top and for groups */
} tacit_group;

/* One argument.  Which field counts follows from the parameter's type. */
typedef struct tacit_value {
    bool given; /* by the user, as opposed to the default */
    double number;
    const char *text;
    size_t n;
    const double *reals;
    const char *const *texts;
    const tacit_group *groups;
} tacit_value;

/* Arguments for a whole parameter table: `at[i]` belongs to `params[i]`. */
typedef struct tacit_args {
    const tacit_param *params;
    size_t n;
    tacit_value *at;
} tacit_args;

/* Number of entries of `params` before TACIT_PARAM_END. */
size_t tacit_param_count(const tacit_param *params);

/* Position of `name` in `params`, or the count if it is not there. */
size_t tacit_param_find(const tacit_param *params, const char *name);

/* Set every value of `args` to its default.  `args->at` has room for all. */
void tacit_args_preset(const tacit_param *params, tacit_value *at, tacit_args *args);

/* Check that each argument is in range and each required one is given. */
tacit_status tacit_args_check(tacit_ctx *cx, const char *owner, const tacit_args *args);

/* Check one number against `p`; the message says what would be right. */
tacit_status tacit_param_check_number(tacit_ctx *cx, const char *owner, const tacit_param *p,
                                      double x);

/* Values by position; the type must be the parameter's. */
bool tacit_arg_given(const tacit_args *args, size_t i);
bool tacit_arg_flag(const tacit_args *args, size_t i);
int64_t tacit_arg_integer(const tacit_args *args, size_t i);
double tacit_arg_real(const tacit_args *args, size_t i);
size_t tacit_arg_choice(const tacit_args *args, size_t i);
const char *tacit_arg_text(const tacit_args *args, size_t i);

#endif
