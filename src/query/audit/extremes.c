/*
 * extremes.c - the audit of maxima, simulatable.
 */
#include "query/audit/extremes.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

/* An answered set; of minima the negative answer. */
typedef struct answered {
    uint32_t *at;
    size_t n;
    double answer;
} answered;

struct tacit_extremes {
    uint32_t records;
    double sign;
    answered *set;
    size_t n, room;
    double *bound; /* u_i, infinite where nothing is known */
};

tacit_status tacit_extremes_new(tacit_ctx *cx, uint32_t records, tacit_extreme kind,
                                tacit_extremes **out)
{
    tacit_extremes *a = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *a, &a));
    *a = (tacit_extremes){ .records = records, .sign = kind == TACIT_EXTREME_MAX ? 1 : -1 };
    const tacit_status status = tacit_alloc(cx, records, sizeof *a->bound, &a->bound);
    if (status != TACIT_OK) {
        tacit_extremes_free(a);
        return status;
    }
    for (size_t i = 0; i < records; i++)
        a->bound[i] = (double)INFINITY;
    *out = a;
    return TACIT_OK;
}

void tacit_extremes_free(tacit_extremes *a)
{
    for (size_t j = 0; a != NULL && j < a->n; j++)
        tacit_free(a->set[j].at);
    if (a != NULL) {
        tacit_free(a->set);
        tacit_free(a->bound);
    }
    tacit_free(a);
}

/* How many records of a set can have its maximum, if those that `in` marks are at most `answer`;
 * 2 stands for more. */
static size_t count_extreme(const tacit_extremes *a, const answered *q, const bool *in,
                            double answer)
{
    size_t n = 0;
    for (size_t e = 0; e < q->n && n < 2; e++) {
        const uint32_t i = q->at[e];
        const double u = in[i] && answer < a->bound[i] ? answer : a->bound[i];
        n += u >= q->answer;
    }
    return n;
}

/* Whether `answer` is possible for the set, and would tell a value. */
static bool tells(const tacit_extremes *a, const tacit_query_set *set, const bool *in,
                  double answer)
{
    size_t own = 0;
    bool one = false;
    for (size_t e = 0; e < set->n && own < 2; e++)
        own += a->bound[set->at[e]] >= answer;
    if (own == 0)
        return false;
    for (size_t j = 0; j < a->n; j++) {
        const size_t n = count_extreme(a, &a->set[j], in, answer);
        if (n == 0)
            return false;
        one = one || n == 1;
    }
    return one || own == 1;
}

/* The answers that can make a difference: earlier ones, and one in each gap. */
static tacit_status list_answers(tacit_ctx *cx, const tacit_extremes *a, double **out, size_t *n)
{
    double *at = NULL, *all = NULL;
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, 2 * a->n + 1, sizeof *all, &all));
    for (size_t j = 0; j < a->n; j++)
        at[j] = a->set[j].answer;
    TACIT_TRY(tacit_sort_reals(cx, at, a->n));
    *n = 0;
    all[(*n)++] = a->n == 0 ? 0 : nextafter(at[0], -(double)INFINITY);
    for (size_t j = 0; j < a->n; j++) {
        all[(*n)++] = at[j];
        all[(*n)++] = j + 1 < a->n ? at[j] / 2 + at[j + 1] / 2 : nextafter(at[j], (double)INFINITY);
    }
    *out = all;
    return TACIT_OK;
}

tacit_status tacit_extremes_ask(tacit_ctx *cx, tacit_extremes *a, const tacit_query_set *set,
                                bool *allowed)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool *in = NULL;
    double *answer = NULL;
    size_t n = 0;
    *allowed = set->n > 0;
    TACIT_TRY(tacit_scratch(cx, a->records, sizeof *in, &in));
    TACIT_TRY(list_answers(cx, a, &answer, &n));
    for (size_t e = 0; e < set->n; e++) {
        TACIT_ASSERT(set->at[e] < a->records);
        in[set->at[e]] = true;
    }
    for (size_t c = 0; c < n && *allowed; c++)
        *allowed = !tells(a, set, in, answer[c]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_extremes_book(tacit_ctx *cx, tacit_extremes *a, const tacit_query_set *set,
                                 double answer)
{
    answered q = { .n = set->n, .answer = a->sign * answer };
    TACIT_ASSERT(isfinite(answer) && set->n > 0);
    if (a->n == a->room) {
        TACIT_TRY(tacit_grow(cx, 2 * a->room + 16, sizeof *a->set, &a->set));
        a->room = 2 * a->room + 16;
    }
    TACIT_TRY(tacit_alloc(cx, set->n, sizeof *q.at, &q.at));
    memcpy(q.at, set->at, set->n * sizeof *q.at);
    a->set[a->n++] = q;
    for (size_t e = 0; e < set->n; e++) {
        double *u = &a->bound[set->at[e]];
        *u = q.answer < *u ? q.answer : *u;
    }
    return TACIT_OK;
}
