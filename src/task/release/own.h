/*
 * own.h - a private release on its way from plan to answers.
 */
#ifndef TACIT_TASK_RELEASE_OWN_H
#define TACIT_TASK_RELEASE_OWN_H

#include "plan/statistics.h"
#include "privacy/statistic/budget.h"
#include "query/place.h"
#include "run/work.h"
#include "task/release/numbering.h"

/* Arguments of the task. */
enum tacit_release_arg {
    TACIT_RELEASE_EPSILON,
    TACIT_RELEASE_DELTA,
    TACIT_RELEASE_PERSON,
    TACIT_RELEASE_GROUPS,
    TACIT_RELEASE_RECORDS,
    TACIT_RELEASE_NOISE,
    TACIT_RELEASE_CONFIDENCE,
    TACIT_RELEASE_INTERVAL,
    TACIT_RELEASE_DRY_RUN,
    TACIT_RELEASE_GAMMA,
    TACIT_RELEASE_PUBLIC,
    TACIT_RELEASE_SIMULATION,
    TACIT_RELEASE_ARGS
};

/* Columns that a question is about at most. */
enum { TACIT_RELEASE_MOST_OF = 64 };

/* A number that stands for: this record does not count. */
#define TACIT_RELEASE_NONE TACIT_NOT_PLACED

/* Groups are made by these columns; questions with the same columns share them. */
typedef struct tacit_release_groups {
    const tacit_domain *const *by;
    size_t n;
    tacit_selection *selection; /* NULL if all groups are declared */
    size_t n_groups;
    /* If they are found: */
    tacit_numbering *number; /* for each column, of pairs of what is before it and its value */
    uint32_t *code;          /* n of each group */
    uint64_t *persons;       /* of each group */
    size_t room;             /* groups that there is memory for */
} tacit_release_groups;

/* Rows of a table as numbers. */
typedef struct tacit_release_rows {
    size_t n, room;  /* rows, and how many there is memory for */
    int64_t **steps; /* of each domain: the value of each row in steps, or the number of its code */
    int64_t **group; /* of each grouping */
} tacit_release_rows;

/* Of random differential privacy: what it promises, and of how many records of the public sample
 * which one is the sensitivity of so many parts. */
typedef struct tacit_release_random {
    double gamma;                   /* 0 if sensitivities are proven */
    uint64_t records, order, least; /* and how many records it takes */
    size_t parts;
} tacit_release_random;

typedef struct tacit_private_release {
    tacit_work *w;
    tacit_inquiry inquiry;
    tacit_domain *domain; /* every column that a question names, once */
    size_t n_domains;
    tacit_dict **found; /* of each domain whose values are found: those so far, else NULL */
    tacit_release_groups *grouping;
    size_t n_groupings;
    size_t *grouping_of; /* each question's */
    tacit_i128 **cell;   /* each question's: groups times width */
    size_t *room;        /* each question's: groups that its cells have memory for */
    tacit_release_rows rows;
    size_t *answered; /* each question's: rows of the answers */
    double spent;     /* epsilon of all together */
    tacit_release_random random;
} tacit_private_release;

/* What the plan asks for, not yet settled.  The caller ends it with tacit_release_end(), also after
 * a failure: what grows while data passes by is owned, the rest in scratch memory. */
tacit_status tacit_release_ask(tacit_ctx *cx, tacit_work *w, tacit_private_release *out);
void tacit_release_end(tacit_private_release *r);

/* Sensitivities from the public sample, if the plan names one. */
tacit_status tacit_release_sample(tacit_ctx *cx, tacit_private_release *r);

/* Set `r->random` for a sample of so many records; false if they are too few. */
bool tacit_release_order(tacit_private_release *r, uint64_t records);

/* Where `d` stands among the domains. */
static inline size_t tacit_release_domain(const tacit_private_release *r, const tacit_domain *d)
{
    return (size_t)(d - r->domain);
}

/* Add up the records of the plan's data.  `stream` chooses which records of a person count. */
tacit_status tacit_release_read(tacit_ctx *cx, tacit_private_release *r, tacit_keystream *stream);

/* Memory for the cells of all groups that there are by now. */
tacit_status tacit_release_make_room(tacit_ctx *cx, tacit_private_release *r);

/* Fill `r->rows` from a table with the columns of the domains, in their order, first.  Groups that
 * are found are numbered as they come. */
tacit_status tacit_release_place(tacit_ctx *cx, tacit_private_release *r, const tacit_table *t);

/* The same for one set of groups, from a table with the columns that make them; numbers among them
 * are in steps. */
tacit_status tacit_release_place_keys(tacit_ctx *cx, tacit_private_release *r, size_t g,
                                      const tacit_table *t);

/* The group among those that `d` makes that a value in steps, or the number of a code, is in. */
int64_t tacit_release_part(const tacit_domain *d, int64_t steps);

/* Add up where the data is, if that can be done: else `*done` is false, and nothing was added. */
tacit_status tacit_release_fold(tacit_ctx *cx, tacit_private_release *r, tacit_data *data,
                                bool *done);

/* What a question sees of a row: false if it does not count for it. */
bool tacit_release_see(const tacit_private_release *r, size_t question, size_t row, int64_t *x);

/* Leave of each person as many groups and records as count, at random, for all sets of groups. */
tacit_status tacit_release_bound(tacit_ctx *cx, tacit_private_release *r,
                                 const tacit_column *person, tacit_keystream *stream);

/* Widen owned memory from `have` to `want` items, with zeros. */
tacit_status tacit_release_widen(tacit_ctx *cx, size_t have, size_t want, size_t size, void *p);

/* Answer all questions, as a table: statistic, of, the columns that make groups, at, value, low,
 * high. */
tacit_status tacit_release_answer(tacit_ctx *cx, tacit_private_release *r, tacit_keystream *stream,
                                  tacit_table **out);

/* The same with figures as short as they can be said, for files of text; the caller frees. */
tacit_status tacit_release_spell(tacit_ctx *cx, const tacit_table *answers, tacit_table **out);

/* Put what is, or would be, answered and spent into the record; `answers` is NULL if nothing was
 * answered. */
tacit_status tacit_release_tell(tacit_ctx *cx, const tacit_private_release *r,
                                const tacit_table *answers);

/* What every part spends and by which noise, as the certificate has it; the caller owns it. */
tacit_status tacit_release_trace(tacit_ctx *cx, const tacit_private_release *r, json_t **out);

/* The order by which sensitivities were sampled, as the certificate has it; the caller owns it. */
json_t *tacit_release_random_json(const tacit_private_release *r);

/* The claim that all together keep to epsilon and delta; the caller owns it. */
tacit_status tacit_release_claim(tacit_ctx *cx, const tacit_private_release *r, tacit_result **out);

/* Stage the certificate of the answers, which were written last. */
tacit_status tacit_release_certify(tacit_ctx *cx, const tacit_private_release *r,
                                   const tacit_table *answers);

#endif
