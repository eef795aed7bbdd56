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
    TACIT_PARAM_FILE,     /* the path of a file that is read */
    TACIT_PARAM_OUTPUT,   /* the path of a file that is written */
    TACIT_PARAM_COLUMN,   /* the name of a column */
    TACIT_PARAM_COLUMNS,  /* names of columns */
    TACIT_PARAM_REALS,    /* a list of finite numbers, each in [min, max] */
    TACIT_PARAM_TEXTS,    /* a list of texts */
    TACIT_PARAM_GROUPS,   /* label: [member, ...] for each group */
    TACIT_PARAM_TREE,     /* the same with groups in groups: label: {label: [member, ...]} */
    TACIT_PARAM_LISTS,    /* as GROUPS, but a member may stand in several */
    /* As LISTS, but names are keys of the plan: */
    TACIT_PARAM_KEY_NUMBERS, /* key: a finite number in [min, max] */
    TACIT_PARAM_KEY_SPANS    /* key: a whole number in [min, max], or [lowest, highest] */
} tacit_param_type;

typedef enum tacit_need {
    TACIT_PRESET = 0, /* has a default: `preset` (a list is empty) */
    TACIT_OPTIONAL,   /* may be left out; see tacit_arg_given() */
    TACIT_REQUIRED    /* must be given */
} tacit_need;

/* How a slider over the useful range would move. */
typedef enum tacit_param_scale { TACIT_SCALE_LINEAR = 0, TACIT_SCALE_LOG } tacit_param_scale;

/* Where a form would show the parameter; one that must be given comes first anyhow. */
typedef enum tacit_importance {
    TACIT_USUAL = 0, /* after those that come first */
    TACIT_FIRST,     /* what most people would set */
    TACIT_ADVANCED   /* behind a fold: few need it */
} tacit_importance;

typedef struct tacit_param {
    const char *name;
    tacit_param_type type;
    tacit_need need;
    double preset;    /* number; position in `choices`; 0 or 1 for a flag */
    double min, max;  /* for numbers, ends included */
    double low, high; /* the part of it that is useful; both 0 if all is */
    tacit_param_scale scale;
    tacit_importance importance;
    const char *unit;           /* what is counted or measured: "records"; NULL if nothing is */
    bool samples;               /* of more rows than this a sample is looked at; 0: of none */
    const char *const *choices; /* ends with NULL */
    bool nulls;                 /* texts of its lists may be null, which stands for missing */
    bool empty;                 /* lists in its groups may have no member */
    bool secret;                /* whoever knows it could undo something: withheld in public */
    const char *help;           /* one phrase, lower case, no full stop */
} tacit_param;

/* The useful part of a parameter's range, and its unit or NULL; the scale is linear, or
 * logarithmic. */
#define TACIT_USEFUL(from, to, what) .low = (from), .high = (to), .unit = (what)
#define TACIT_USEFUL_LOG(from, to, what) TACIT_USEFUL(from, to, what), .scale = TACIT_SCALE_LOG

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

/* The useful part of a number's range, within [min, max]. */
void tacit_param_useful(const tacit_param *p, double *low, double *high);

/* How many of `rows` a measure with these arguments looks at: fewer if it takes a sample. */
uint64_t tacit_args_sample(const tacit_args *args, uint64_t rows);

/* Set every value of `args` to its default.  `args->at` has room for all. */
void tacit_args_preset(const tacit_param *params, tacit_value *at, tacit_args *args);

/* A copy of `args` in which argument i is the number `x`, in scratch memory. */
tacit_status tacit_args_with(tacit_ctx *cx, const tacit_args *args, size_t i, double x,
                             const tacit_args **out);

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
