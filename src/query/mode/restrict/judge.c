/*
 * judge.c - which cells of a question are told: the size of their sets, and the audits.
 */
#include <math.h>

#include "query/mode/restrict/own.h"
#include "query/place.h"

/* The audit of extremes compares every set with every other: beyond this many steps a question is
 * refused rather than judged for long. */
#define MOST_STEPS 400000000.0

/* A question on its way. */
typedef struct judging {
    tacit_restrict *s;
    const tacit_mode_job *job;
    const tacit_query_data *data;
    tacit_confidential_parts parts;
    tacit_persons persons;
    bool *in; /* groups of the column that is counted by */
    uint32_t *at;
} judging;

/* The records of a public cell. */
static tacit_query_set open_set(const judging *v, size_t cell)
{
    const tacit_query_sets *sets = &v->parts.sets;
    const size_t open = tacit_confidential_cell(&v->parts, cell);
    return (tacit_query_set){ sets->row + sets->first[open],
                              sets->first[open + 1] - sets->first[open] };
}

/* Those of them in which column `j` has a value. */
static tacit_query_set present(const judging *v, const tacit_query_set *set, size_t j)
{
    const size_t groups = tacit_query_labels(&v->parts.query->schema->column[j], 0);
    size_t n = 0;
    for (size_t e = 0; e < set->n; e++) {
        const uint32_t i = set->at[e];
        const bool has = v->data->steps[j] != NULL
                             ? v->data->steps[j][i] != TACIT_NOT_PLACED
                             : tacit_query_code(&v->data->group[j], i) < groups;
        if (has)
            v->at[n++] = i;
    }
    return (tacit_query_set){ v->at, n };
}

static bool has_size(judging *v, const tacit_query_set *set)
{
    const size_t n = tacit_persons_among(&v->persons, set->at, set->n);
    return n >= v->s->k && (n + v->s->k <= v->s->persons || n == v->s->persons);
}

/* Enough persons have a value; of those that have none it is known. */
static bool has_persons(judging *v, const tacit_query_set *set)
{
    return tacit_persons_among(&v->persons, set->at, set->n) >= v->s->k;
}

static tacit_status ask_expert(tacit_ctx *cx, tacit_restrict_column *c, const tacit_query_set *set,
                               unsigned order, tacit_query_refusal *out)
{
    tacit_expert_decision said;
    TACIT_TRY(tacit_expert_ask(cx, c->expert, set, order, &said));
    *out = said == TACIT_EXPERT_DENY ? TACIT_REFUSED_AUDIT : TACIT_REFUSED_NOT;
    return TACIT_OK;
}

/* COUNT(*) under a condition on a confidential column: the sum of indicators over those who have
 * it.  With the last group the others are counted instead, which is the same to know. */
static tacit_status judge_count(tacit_ctx *cx, judging *v, const tacit_query_set *set, size_t cell,
                                tacit_query_refusal *out)
{
    tacit_restrict_column *c = &v->s->column[v->parts.column];
    const size_t last = c->groups - 1;
    uint32_t *pairs = NULL;
    size_t n = 0;
    const tacit_query_set some = present(v, set, v->parts.column);
    *out = has_persons(v, &some) ? TACIT_REFUSED_NOT : TACIT_REFUSED_SIZE;
    if (*out != TACIT_REFUSED_NOT)
        return TACIT_OK;
    tacit_confidential_groups(&v->parts, cell, v->in);
    const bool flip = v->in[last];
    TACIT_TRY(tacit_scratch(cx, some.n * last, sizeof *pairs, &pairs));
    for (size_t e = 0; e < some.n; e++)
        for (size_t g = 0; g < last; g++)
            if (v->in[g] != flip)
                pairs[n++] = (uint32_t)(some.at[e] * last + g);
    return n == 0 ? TACIT_OK : ask_expert(cx, c, &(tacit_query_set){ pairs, n }, 1, out);
}

/* MAX or MIN: judged by sets and earlier answers, and booked with its own. */
static tacit_status judge_extreme(tacit_ctx *cx, judging *v, size_t j, const tacit_query_set *set,
                                  tacit_query_refusal *out)
{
    tacit_restrict_column *c = &v->s->column[j];
    const int64_t *x = v->data->steps[j];
    const bool largest = c->role == TACIT_RESTRICT_LARGEST;
    bool allowed = (double)(2 * c->sets + 1) * (double)(c->records + set->n) <= MOST_STEPS;
    if (allowed)
        TACIT_TRY(tacit_extremes_ask(cx, c->extremes, set, &allowed));
    *out = allowed ? TACIT_REFUSED_NOT : TACIT_REFUSED_AUDIT;
    if (!allowed)
        return TACIT_OK;
    int64_t best = x[set->at[0]];
    for (size_t e = 1; e < set->n; e++) {
        const int64_t other = x[set->at[e]];
        best = (largest ? other > best : other < best) ? other : best;
    }
    TACIT_TRY(tacit_extremes_book(cx, c->extremes, set, (double)best));
    c->sets++;
    c->records += set->n;
    tacit_sha256_add(&c->booked, set->at, set->n * sizeof *set->at);
    tacit_sha256_add(&c->booked, &best, sizeof best);
    return TACIT_OK;
}

static tacit_status judge_aggregate(tacit_ctx *cx, judging *v, const tacit_aggregate *a,
                                    size_t cell, tacit_query_refusal *out)
{
    const tacit_query_set set = open_set(v, cell);
    const bool counts = a->kind <= TACIT_AGGREGATE_PERSONS;
    tacit_restrict_column *c = counts ? NULL : &v->s->column[a->column];
    *out = has_size(v, &set) ? TACIT_REFUSED_NOT : TACIT_REFUSED_SIZE;
    if (*out != TACIT_REFUSED_NOT)
        return TACIT_OK;
    if (counts)
        return v->parts.column < v->s->schema->n ? judge_count(cx, v, &set, cell, out) : TACIT_OK;
    if (c->role == 0)
        return TACIT_OK;
    const tacit_query_set some = present(v, &set, a->column);
    *out = has_persons(v, &some) ? TACIT_REFUSED_NOT : TACIT_REFUSED_SIZE;
    if (*out != TACIT_REFUSED_NOT)
        return TACIT_OK;
    if (c->extremes != NULL)
        return judge_extreme(cx, v, a->column, &some, out);
    const bool squares = a->kind != TACIT_AGGREGATE_SUM && a->kind != TACIT_AGGREGATE_MEAN;
    return ask_expert(cx, c, &some, squares ? 2 : 1, out);
}

static tacit_status judge_cells(tacit_ctx *cx, judging *v, tacit_mode_verdict *out)
{
    const tacit_query *q = v->job->query;
    tacit_query_refusal worst = TACIT_REFUSED_SIZE;
    size_t told = 0;
    for (size_t k = 0; k < q->cells; k++)
        for (size_t a = 0; a < q->n_aggregates; a++) {
            const size_t mark = tacit_scratch_mark(cx);
            tacit_query_refusal said = TACIT_REFUSED_NOT;
            TACIT_TRY(judge_aggregate(cx, v, &q->aggregate[a], k, &said));
            tacit_scratch_release(cx, mark);
            worst = said == TACIT_REFUSED_AUDIT ? said : worst;
            out->told[k * q->n_aggregates + a] = said == TACIT_REFUSED_NOT;
            told += said == TACIT_REFUSED_NOT;
        }
    out->refused = told > 0 ? TACIT_REFUSED_NOT : worst;
    v->s->told += told;
    v->s->hidden += q->cells * q->n_aggregates - told;
    return TACIT_OK;
}

/* The column that the question counts by, or schema->n. */
static size_t counted_by(const tacit_restrict *s, const tacit_query *q)
{
    size_t j = 0;
    bool named = false;
    while (j < s->schema->n && !named) {
        named = s->column[j].role != 0 && q->in[j] != NULL;
        for (size_t a = 0; s->column[j].role != 0 && !named && a < q->n_axes; a++)
            named = q->axis[a].column == j;
        j += !named;
    }
    return j;
}

tacit_status tacit_restrict_judge(tacit_ctx *cx, const tacit_mode_job *job,
                                  const tacit_query_data *data, tacit_mode_verdict *out)
{
    const tacit_query *q = job->query;
    judging v = { .s = job->state, .job = job, .data = data };
    const size_t column = counted_by(v.s, q);
    *out = (tacit_mode_verdict){ .refused = TACIT_REFUSED_NOT };
    TACIT_TRY(tacit_scratch(cx, q->cells * q->n_aggregates, sizeof *out->told, &out->told));
    TACIT_TRY(tacit_confidential_of(cx, q, data, column, &v.parts));
    TACIT_TRY(tacit_persons_begin(cx, data, &v.persons));
    TACIT_TRY(tacit_scratch(cx, data->rows + 1, sizeof *v.at, &v.at));
    if (column < q->schema->n)
        TACIT_TRY(tacit_scratch(cx, v.s->column[column].groups, sizeof *v.in, &v.in));
    return judge_cells(cx, &v, out);
}
