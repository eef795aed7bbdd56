/*
 * statistic.h - what a statistic is: a question whose answer is private by its noise.
 *
 * Each lives in one file that defines one constant, and is listed by one line in statistics.def.
 * A statistic sees the data only through cells: for each group `width` integers to which every
 * record adds, by what it says of the statistic's columns on their lattices.  The cells of all
 * records together are exact (128 bits); what a record can change of them is known beforehand.
 *
 * The cells are answered in parts, each by one mechanism.  A person who is in at most `groups`
 * groups with at most `records` records in each moves a part that one record moves by
 * `sensitivity` in `moved` of its cells by records * sensitivity in groups * moved cells.  All
 * groups together are one answer, because a person's groups are bounded, not their number.
 *
 * What follows from the answers (quotients, sorting, intervals) never looks at the cells again.
 */
#ifndef TACIT_PRIVACY_STATISTIC_STATISTIC_H
#define TACIT_PRIVACY_STATISTIC_STATISTIC_H

#include "privacy/accountant/accountant.h"
#include "privacy/mechanism/reserve.h"
#include "privacy/statistic/domain.h"

typedef struct tacit_statistic tacit_statistic;

/* Which noise parts get that add. */
typedef enum tacit_release_noise {
    TACIT_RELEASE_LAPLACE = 0,
    TACIT_RELEASE_GAUSSIAN
} tacit_release_noise;

/* What one person can do, and how intervals are made. */
typedef struct tacit_privacy_promise {
    uint64_t groups;  /* that a person can be in */
    uint64_t records; /* of a person that count in each */
    tacit_release_noise noise;
    double confidence; /* of intervals: 0.95 */
    bool sampling;     /* intervals are about the population that the data is a sample of */
} tacit_privacy_promise;

/* Parameters that a mechanism may have at most here. */
enum { TACIT_PART_ARGS = 3, TACIT_MOST_PARTS = 4 };

typedef struct tacit_part {
    const char *name;     /* what it answers: "count", "sum" */
    bool chooses;         /* it chooses the best of scores instead of adding noise to cells */
    bool monotone;        /* of one that chooses: a person moves all scores the same way */
    size_t first, n;      /* the cells; of one that chooses, n is the number of scores */
    uint64_t sensitivity; /* by which one record moves a cell, or a score */
    uint64_t moved;       /* how many cells one record moves */
    uint64_t times;       /* answers for each group, each with the same noise */
    double share;         /* of what the statistic may spend; those of all parts add up to 1 */
    /* once the budget was settled: */
    const tacit_mechanism *mechanism;
    tacit_value at[TACIT_PART_ARGS];
    tacit_args args;
    tacit_request request;
    tacit_privacy_loss loss; /* of all answers about a person */
    tacit_reserve *reserve;  /* of one that adds: noise that was drawn beforehand, or NULL */
} tacit_part;

/* A statistic that was asked for. */
typedef struct tacit_question {
    const tacit_statistic *statistic;
    const tacit_args *args;
    const tacit_privacy_promise *promise;
    const tacit_domain *const *of; /* the columns that it is about */
    size_t n_of;
    const tacit_domain *const *by; /* the columns that make the groups */
    size_t n_by;
    size_t width; /* cells of a group */
    tacit_part part[TACIT_MOST_PARTS];
    size_t n_parts;
    const void *own; /* the statistic's, in scratch memory */
} tacit_question;

/* One figure of an answer. */
typedef struct tacit_answer {
    const char *at; /* which of several it is: a bin, a quantile; NULL if it is the only one */
    double value, low, high; /* low and high are NAN if there is no interval */
} tacit_answer;

/* The answers of one group, in scratch memory. */
typedef struct tacit_answers {
    tacit_answer *at;
    size_t n;
} tacit_answers;

/* What a statistic is about. */
typedef enum tacit_statistic_of {
    TACIT_OF_NOTHING = 0, /* the records */
    TACIT_OF_NUMBER,      /* one number */
    TACIT_OF_NUMBERS,     /* one or more */
    TACIT_OF_BINS,        /* one column whose groups are declared: categories, or bins */
    TACIT_OF_TABLE        /* one or more of them */
} tacit_statistic_of;

struct tacit_statistic {
    tacit_entry about;
    tacit_statistic_of of;
    bool tells_which; /* what answers are `at` is part of the answer */
    /* Set the width and the parts; fails if the arguments do not suit the domains. */
    tacit_status (*prepare)(tacit_ctx *cx, tacit_question *q);
    /* Add a record to the cells of its group; x has the steps, or the number of the bin, of each
     * column of `of`. */
    void (*add)(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell);
    /* The same for `n` records of a group at once, of whose only column the steps add up to `sum`;
     * NULL: that is not all it needs.  What no answer is made of may stay out. */
    void (*gather)(const tacit_question *q, uint64_t n, int64_t sum, tacit_i128 *cell);
    /* Answer for one group. */
    tacit_status (*answer)(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out);
    /* About how far answers are from the truth with `confidence`, before there are any, and of
     * what: "records"; NULL: it depends on the data. */
    double (*error)(const tacit_question *q, const char **unit);
};

#define TACIT_STATISTIC(id) extern const tacit_statistic tacit_statistic_##id;
#include "privacy/statistic/statistics.def"
#undef TACIT_STATISTIC

extern const tacit_catalog tacit_statistic_catalog;

/* The parameters that all begin with; `of` is the next where there is one. */
enum {
    TACIT_STATISTIC_BY = 0,
    TACIT_STATISTIC_WEIGHT,
    TACIT_STATISTIC_EPSILON,
    TACIT_STATISTIC_OF
};

/* Those that have no others: about records, and about one column. */
extern const tacit_param TACIT_STATISTIC_PARAMS[], TACIT_STATISTIC_OF_PARAMS[];

#define TACIT_PARAMS_OF_ALL                                                                        \
    [TACIT_STATISTIC_BY] = { .name = "by",                                                         \
                             .type = TACIT_PARAM_COLUMNS,                                          \
                             .need = TACIT_OPTIONAL,                                               \
                             .help = "columns whose values make groups; one answer for all "       \
                                     "records without it" },                                       \
    [TACIT_STATISTIC_WEIGHT] = { .name = "weight",                                                 \
                                 .type = TACIT_PARAM_REAL,                                         \
                                 .preset = 1,                                                      \
                                 .min = 0.001,                                                     \
                                 .max = 1000,                                                      \
                                 TACIT_USEFUL_LOG(0.1, 10, NULL),                                  \
                                 .help =                                                           \
                                     "how much it matters: twice the weight, half the noise" },    \
    [TACIT_STATISTIC_EPSILON] = { .name = "epsilon",                                               \
                                  .type = TACIT_PARAM_REAL,                                        \
                                  .need = TACIT_OPTIONAL,                                          \
                                  .min = 1e-6,                                                     \
                                  .max = 100,                                                      \
                                  TACIT_USEFUL_LOG(0.01, 1, NULL),                                 \
                                  .help = "what it may give away by itself, instead of a weight" }
#define TACIT_PARAM_OF                                                                             \
    {                                                                                              \
        .name = "of", .type = TACIT_PARAM_COLUMN, .need = TACIT_REQUIRED,                          \
        .help = "the column that it is about"                                                      \
    }
#define TACIT_PARAM_OF_SEVERAL                                                                     \
    {                                                                                              \
        .name = "of", .type = TACIT_PARAM_COLUMNS, .need = TACIT_REQUIRED,                         \
        .help = "the columns that it is about"                                                     \
    }

/* Whether a statistic sees the number of a bin, or value, instead of steps. */
static inline bool tacit_statistic_sees_bins(const tacit_statistic *s)
{
    return s->of == TACIT_OF_BINS || s->of == TACIT_OF_TABLE;
}

/* ---- the budget ---- */

/* Shares of epsilon have 9 decimals, so that they add up exactly; they are rounded down. */
#define TACIT_SHARE_STEPS 1e9
double tacit_share_round(double epsilon);

/* Prepare the statistic of `q`, whose other fields are set. */
tacit_status tacit_question_prepare(tacit_ctx *cx, tacit_question *q);

/* Give the parts of `q` noise so that they may spend `epsilon` together by adding up; `args` of
 * their mechanisms and losses follow. */
tacit_status tacit_question_settle(tacit_ctx *cx, tacit_question *q, double epsilon);

/* Give one part noise: `first` is the first parameter of its mechanism, epsilon or rho of an
 * answer.  The rest follows from the promise and what a record can move. */
tacit_status tacit_part_settle(tacit_ctx *cx, const tacit_privacy_promise *promise,
                               tacit_part *part, double first);

/* ---- for the statistics ---- */

/* Add a part. */
void tacit_question_part(tacit_question *q, const tacit_part *part);

/* Set the width to n counts, and add a part that answers them. */
void tacit_question_counts(tacit_question *q, const char *name, size_t n);

/* Run a part on its cells, or on scores; `*out` is scratch memory. */
tacit_status tacit_part_run(tacit_ctx *cx, const tacit_part *part, tacit_keystream *stream,
                            const tacit_i128 *value, tacit_i128 **out);

/* Choose among the first n of the scores that a part is prepared for: fewer, never more. */
tacit_status tacit_part_choose(tacit_ctx *cx, const tacit_part *part, tacit_keystream *stream,
                               const tacit_i128 *score, size_t n, size_t *out);

/* With probability 1 - miss the sum of so many choices' scores is no farther from that of the best
 * ones, by the law of the exponential mechanism, which permute and flip never does worse than. */
double tacit_part_short(const tacit_part *part, size_t choices, double miss);

/* The standard deviation of the noise of a part that adds, and the least w with
 * P(|noise| > w) <= 1 - confidence. */
double tacit_part_spread(const tacit_part *part);
double tacit_part_within(const tacit_part *part, double confidence);

/* How many standard deviations an interval has to have each way, if noise of this kind is part of
 * what it is about. */
double tacit_privacy_factor(const tacit_privacy_promise *promise);

/* Figures in as many decimals as their interval has a meaning for: to a thousandth of its width. */
tacit_answer tacit_answer_round(const tacit_answer *a);

/* Room for n answers. */
tacit_status tacit_answers_new(tacit_ctx *cx, size_t n, tacit_answers *out);

#endif
