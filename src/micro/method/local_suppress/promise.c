/*
 * promise.c - the sets of keys on which records are to be safe.
 *
 * All keys together with `k`; or every choice of as many keys as `subsets` names (all-M), each
 * size with its own k, and the sets listed under `sets`.  They are kept in the order in which
 * they were asked for, choices in the order of the keys.
 */
#include "micro/method/local_suppress/own.h"

enum { MOST_PROMISES = 20000 };

/* The k of item i of a list: its own, the only one given, or that of all keys. */
static tacit_status k_of(tacit_ctx *cx, const tacit_job *job, size_t parameter, size_t i,
                         uint64_t *k)
{
    const tacit_value *v = &job->args->at[parameter];
    const size_t of =
        parameter == TACIT_SUPPRESS_SET_K ? TACIT_SUPPRESS_SETS : TACIT_SUPPRESS_SUBSETS;
    const size_t n = job->args->at[of].n;
    *k = (uint64_t)tacit_arg_integer(job->args, TACIT_SUPPRESS_K);
    if (v->n > 1 && v->n != n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' of local_suppress needs one number, or one for each of the %zu "
                          "items of '%s'.",
                          job->args->params[parameter].name, n, job->args->params[of].name);
    if (v->n > 0)
        *k = (uint64_t)v->reals[v->n == 1 ? 0 : i];
    return TACIT_OK;
}

static tacit_status add(tacit_ctx *cx, tacit_suppress_space *s, tacit_promise *at, uint64_t set,
                        uint64_t k)
{
    if (s->promises == MOST_PROMISES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "local_suppress was asked for more than %d sets of keys; list those that "
                          "matter under 'sets'.",
                          MOST_PROMISES);
    at[s->promises++] = (tacit_promise){ .set = set, .k = k };
    s->all |= set;
    return TACIT_OK;
}

/* Every choice of `m` keys. */
static tacit_status add_choices(tacit_ctx *cx, tacit_suppress_space *s, tacit_promise *promise,
                                size_t m, uint64_t k)
{
    size_t at[TACIT_SUPPRESS_KEYS];
    if (m > s->keys)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'subsets' of local_suppress names %zu keys, but there are only %zu.", m,
                          s->keys);
    for (size_t i = 0; i < m; i++)
        at[i] = i;
    do {
        uint64_t set = 0;
        for (size_t i = 0; i < m; i++)
            set |= UINT64_C(1) << at[i];
        TACIT_TRY(add(cx, s, promise, set, k));
    } while (tacit_suppress_next_choice(at, m, s->keys));
    return TACIT_OK;
}

/* A listed set of keys. */
static tacit_status add_group(tacit_ctx *cx, const tacit_job *job, size_t i, tacit_promise *promise,
                              tacit_suppress_space *s)
{
    const tacit_group *group = &job->args->at[TACIT_SUPPRESS_SETS].groups[i];
    uint64_t set = 0, k = 0;
    TACIT_TRY(k_of(cx, job, TACIT_SUPPRESS_SET_K, i, &k));
    for (size_t m = 0; m < group->n; m++) {
        const size_t column = tacit_table_find(job->in, group->member[m]);
        size_t j = 0;
        while (j < s->keys && job->cols.at[j] != column)
            j++;
        if (j == s->keys)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Set '%s' of local_suppress names '%s', which is not one of its "
                              "columns.",
                              group->label, group->member[m]);
        set |= UINT64_C(1) << j;
    }
    if (set == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Set '%s' of local_suppress is empty.",
                          group->label);
    return add(cx, s, promise, set, k);
}

tacit_status tacit_suppress_promises(tacit_ctx *cx, const tacit_job *job, tacit_suppress_space *s)
{
    const tacit_value *subsets = &job->args->at[TACIT_SUPPRESS_SUBSETS];
    const tacit_value *sets = &job->args->at[TACIT_SUPPRESS_SETS];
    tacit_promise *promise = NULL;
    uint64_t k = (uint64_t)tacit_arg_integer(job->args, TACIT_SUPPRESS_K);
    if (s->keys == 0 || s->keys > TACIT_SUPPRESS_KEYS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "local_suppress works with 1 to %d columns.",
                          TACIT_SUPPRESS_KEYS);
    TACIT_TRY(tacit_scratch(cx, MOST_PROMISES, sizeof *promise, &promise));
    s->promise = promise;
    for (size_t i = 0; i < subsets->n; i++) {
        TACIT_TRY(k_of(cx, job, TACIT_SUPPRESS_SUBSET_K, i, &k));
        TACIT_TRY(add_choices(cx, s, promise, (size_t)subsets->reals[i], k));
    }
    for (size_t i = 0; i < sets->n; i++)
        TACIT_TRY(add_group(cx, job, i, promise, s));
    if (s->promises > 0)
        return TACIT_OK;
    return add(cx, s, promise, (UINT64_C(1) << s->keys) - 1, k);
}
