/*
 * scan.c - what the records of a question add up to, in one pass over the data.
 *
 * The cell of a record is the sum of what its columns say, by a table for each: the number of the
 * group times its stride, or `none`, the number of cells, where the record does not count.  Sums
 * beyond `none` stay there, and what does not count is added up in a cell of its own: no branch
 * depends on a value.
 */
#include "query/scan.h"

#include <string.h>

#include "base/pool.h"
#include "query/person.h"
#include "query/place.h"

enum {
    BLOCK = 2048,
    LANES = 4,
    MOST_LANED = 4096,
    LEAST_ROWS = 1 << 16,
    BREATH = 64 * BLOCK /* records after which a thread looks whether it was cancelled */
};

/* A column that says in which cell a record is. */
typedef struct lens {
    const tacit_query_codes *codes;
    uint32_t *to; /* for each group, and for none of them */
} lens;

/* Records of a cell, and what their steps of a column add up to. */
typedef struct pair {
    uint64_t n;
    int64_t sum;
} pair;

typedef struct scan {
    const tacit_query *q;
    const tacit_query_data *data;
    const tacit_privacy_promise *promise;
    const tacit_query_fold *fold;
    size_t n;     /* statistics */
    size_t *like; /* of each, the first that gathers the same pairs; itself if it does not */
    lens *at;
    size_t lenses;
    uint32_t none;
} scan;

/* What one thread has added up. */
typedef struct share {
    size_t first, end; /* its records */
    tacit_person_choice choice;
    tacit_cell_sum **sum; /* of each statistic that adds: cells, and that of what does not count */
    uint64_t **count;     /* of each statistic that counts: the same for each lane */
    pair **pair;          /* of each that gathers and is like no other: the same for each lane */
    uint32_t cell[BLOCK], once[BLOCK];
} share;

/* ---- cells ---- */

static tacit_status make_lens(tacit_ctx *cx, const scan *s, size_t j, lens *out)
{
    const tacit_query *q = s->q;
    const tacit_query_column *c = &q->schema->column[j];
    const size_t groups = tacit_query_labels(c, 0);
    out->codes = &s->data->group[j];
    TACIT_TRY(tacit_scratch(cx, groups + 1, sizeof *out->to, &out->to));
    out->to[groups] = s->none;
    for (size_t g = 0; g < groups; g++) {
        size_t stride = 1, at = q->in[j] != NULL && !q->in[j][g] ? s->none : 0;
        for (size_t a = q->n_axes; a-- > 0; stride *= q->axis[a].n) {
            const tacit_query_axis *x = &q->axis[a];
            const uint32_t part = x->column == j ? x->of[g] : 0;
            at += part == TACIT_NO_PART ? s->none : part * stride;
        }
        out->to[g] = at < s->none ? (uint32_t)at : s->none;
    }
    return TACIT_OK;
}

static tacit_status make_lenses(tacit_ctx *cx, scan *s)
{
    TACIT_TRY(tacit_scratch(cx, s->q->schema->n, sizeof *s->at, &s->at));
    for (size_t j = 0; j < s->q->schema->n; j++) {
        bool used = s->q->in[j] != NULL;
        for (size_t a = 0; a < s->q->n_axes; a++)
            used = used || s->q->axis[a].column == j;
        if (used)
            TACIT_TRY(make_lens(cx, s, j, &s->at[s->lenses++]));
    }
    return TACIT_OK;
}

#define LOOK(type)                                                                                 \
    for (size_t i = 0; i < n; i++) {                                                               \
        const uint32_t at = cell[i] + l->to[((const type *)l->codes->at)[first + i]];              \
        cell[i] = at < none ? at : none;                                                           \
    }

/* Number n records from `first` on by one column more. */
static void look(const lens *l, size_t first, size_t n, uint32_t none, uint32_t *cell)
{
    if (l->codes->bytes == 1)
        LOOK(uint8_t)
    else if (l->codes->bytes == 2)
        LOOK(uint16_t)
    else
        LOOK(uint32_t)
}

/* ---- persons ---- */

/* Whether record `i` is the first of its person among those of the thread. */
static bool begins(const scan *s, const share *own, size_t i)
{
    return i == own->first || s->data->person[i] != s->data->person[i - 1];
}

/* Leave of each person one record: what most policies want, so without a branch. */
static void leave_one(const scan *s, share *own, size_t first, size_t n)
{
    const uint32_t none = s->none, *person = s->data->person + first;
    uint32_t used = own->choice.n > 0 && !begins(s, own, first);
    own->once[0] = used;
    for (size_t i = 1; i < n; i++)
        own->once[i] = person[i] == person[i - 1];
    for (size_t i = 0; i < n; i++) {
        const uint32_t taken = used & own->once[i], cell = own->cell[i];
        used = taken | (cell != none); /* two steps from one record to the next */
        own->cell[i] = cell ^ ((cell ^ none) & -taken);
    }
    memcpy(own->once, own->cell, n * sizeof *own->once);
    own->choice.n = used;
}

/* Leave of each person what counts; `once` has the cell of the first record in a group alone. */
static void bound(const scan *s, share *own, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool is_first = false, counts = own->cell[i] < s->none;
        if (begins(s, own, first + i))
            own->choice.n = 0;
        if (counts)
            counts = tacit_person_choose(&own->choice, own->cell[i], &is_first);
        own->cell[i] = counts ? own->cell[i] : s->none;
        own->once[i] = counts && is_first ? own->cell[i] : s->none;
    }
}

/* ---- sums ---- */

static size_t lanes_of(const scan *s)
{
    return s->none < MOST_LANED ? LANES : 1;
}

/* Records that follow each other are often in one cell: lanes keep them from waiting. */
static void count_block(const scan *s, const uint32_t *cell, size_t n, uint64_t *count)
{
    const size_t apart = lanes_of(s) == 1 ? 0 : (size_t)s->none + 1;
    for (size_t i = 0; i < n; i++)
        count[(i % LANES) * apart + cell[i]]++;
}

static void add_block(const scan *s, const tacit_query_fold *f, const uint32_t *cell, size_t first,
                      size_t n, tacit_cell_sum *sum)
{
    const tacit_question *q = f->question;
    for (size_t i = 0; i < n; i++) {
        int64_t x[TACIT_SCAN_COLUMNS] = { 0 };
        bool counts = true;
        for (size_t k = 0; k < q->n_of; k++) {
            x[k] = s->data->steps[f->of[k]][first + i];
            counts = counts && x[k] != TACIT_NOT_PLACED;
        }
        for (size_t k = 0; k < q->n_of; k++)
            x[k] = counts ? x[k] : q->of[k]->lattice.lower;
        q->statistic->add(q, x, sum + (counts ? cell[i] : s->none) * q->width);
    }
}

static bool counts_only(const tacit_query_fold *f)
{
    return f->question->statistic == &tacit_statistic_count;
}

/* Whether count and sum of a column are all that a statistic needs, and 64 bits hold the sum. */
static bool gathers(const scan *s, const tacit_query_fold *f)
{
    const tacit_question *q = f->question;
    if (q->statistic->gather == NULL || q->n_of != 1)
        return false;
    const tacit_value_lattice *l = &q->of[0]->lattice;
    const tacit_i128 least = l->lower < 0 ? -(tacit_i128)l->lower : l->lower,
                     most = l->upper < 0 ? -(tacit_i128)l->upper : l->upper;
    return (tacit_i128)s->data->rows * (least > most ? least : most) < INT64_MAX;
}

/* Add up n records; one without a value adds nothing to the cell of what does not count. */
static void gather_block(const scan *s, const uint32_t *cell, const int64_t *x, size_t n, pair *to)
{
    const size_t apart = lanes_of(s) == 1 ? 0 : (size_t)s->none + 1;
    for (size_t i = 0; i < n; i++) {
        const int64_t has = -(int64_t)(x[i] != TACIT_NOT_PLACED);
        const uint32_t at = s->none ^ ((s->none ^ cell[i]) & (uint32_t)has);
        pair *p = &to[(i % LANES) * apart + at];
        p->n++;
        p->sum += x[i] & has;
    }
}

static const uint32_t *cells_for(const scan *s, const share *own, const tacit_query_fold *f)
{
    return f->persons && s->data->person != NULL ? own->once : own->cell;
}

static void scan_block(const scan *s, share *own, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        own->cell[i] = 0;
    for (size_t k = 0; k < s->lenses; k++)
        look(&s->at[k], first, n, s->none, own->cell);
    if (s->data->person != NULL && own->choice.groups * own->choice.records == 1)
        leave_one(s, own, first, n);
    else if (s->data->person != NULL)
        bound(s, own, first, n);
    for (size_t k = 0; k < s->n; k++) {
        const tacit_query_fold *f = &s->fold[k];
        const uint32_t *cell = cells_for(s, own, f);
        if (own->count[k] != NULL)
            count_block(s, cell, n, own->count[k]);
        else if (own->pair[k] != NULL)
            gather_block(s, cell, s->data->steps[f->of[0]] + first, n, own->pair[k]);
        else if (own->sum[k] != NULL)
            add_block(s, f, cell, first, n, own->sum[k]);
    }
}

/* ---- threads ---- */

/* Integers that one thread needs. */
static size_t size_of(const scan *s)
{
    size_t n = 0;
    for (size_t k = 0; k < s->n; k++)
        n += ((size_t)s->none + 1) * (counts_only(&s->fold[k])  ? LANES
                                      : gathers(s, &s->fold[k]) ? 2 * LANES
                                                                : s->fold[k].question->width);
    return n;
}

static tacit_status make_share(tacit_ctx *cx, const scan *s, share *out)
{
    const size_t cells = (size_t)s->none + 1;
    if (s->data->person != NULL)
        TACIT_TRY(
            tacit_person_choice_new(cx, s->promise->groups, s->promise->records, &out->choice));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *out->sum, &out->sum));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *out->count, &out->count));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *out->pair, &out->pair));
    for (size_t k = 0; k < s->n; k++) {
        if (counts_only(&s->fold[k]))
            TACIT_TRY(tacit_scratch(cx, cells * lanes_of(s), sizeof **out->count, &out->count[k]));
        else if (gathers(s, &s->fold[k]) && s->like[k] == k)
            TACIT_TRY(tacit_scratch(cx, cells * lanes_of(s), sizeof **out->pair, &out->pair[k]));
        else if (s->like[k] == k)
            TACIT_TRY(tacit_scratch(cx, cells * s->fold[k].question->width, sizeof **out->sum,
                                    &out->sum[k]));
    }
    return TACIT_OK;
}

/* The first record from `at` on that is not of the person of the one before. */
static size_t begin_person(const tacit_query_data *data, size_t at)
{
    while (data->person != NULL && at > 0 && at < data->rows &&
           data->person[at] == data->person[at - 1])
        at++;
    return at;
}

/* Whether nothing but the number of records is asked for, or of persons, who count once each. */
static bool asks_size(const scan *s)
{
    bool all = s->lenses == 0 && (s->data->person == NULL || s->promise->records == 1);
    for (size_t k = 0; k < s->n; k++)
        all = all && counts_only(&s->fold[k]);
    return all;
}

/* How many records or persons a thread has: its first record begins a person. */
static uint64_t size_of_share(const scan *s, const share *own)
{
    const uint32_t *person = s->data->person;
    uint64_t n = own->end > own->first;
    if (person == NULL)
        return own->end - own->first;
    for (size_t i = own->first + 1; i < own->end; i++)
        n += person[i] != person[i - 1];
    return n;
}

/* Ends early, with sums that are not told, once the work under `cx` was cancelled. */
static void scan_share(const tacit_ctx *cx, const scan *s, share *own)
{
    for (size_t k = 0; asks_size(s) && k < s->n; k++)
        own->count[k][0] = size_of_share(s, own);
    for (size_t first = own->first; first < own->end && !asks_size(s); first += BLOCK) {
        if ((first - own->first) % BREATH == 0 && tacit_is_cancelled(cx))
            return;
        scan_block(s, own, first, own->end - first < BLOCK ? own->end - first : BLOCK);
    }
}

/* Add the pairs of all lanes to the cells of a statistic that gathers. */
static void merge_pairs(const scan *s, const pair *from, const tacit_query_fold *f)
{
    const tacit_question *q = f->question;
    for (size_t lane = 0; lane < lanes_of(s); lane++)
        for (size_t i = 0; i < s->none; i++) {
            const pair *p = &from[lane * ((size_t)s->none + 1) + i];
            q->statistic->gather(q, p->n, p->sum, f->cell + i * q->width);
        }
}

static void merge(const scan *s, const share *own)
{
    for (size_t k = 0; k < s->n; k++) {
        const size_t width = s->fold[k].question->width, n = s->none * width;
        tacit_i128 *to = s->fold[k].cell;
        for (size_t i = 0; own->sum[k] != NULL && i < n; i++)
            to[i] += own->sum[k][i];
        if (own->pair[s->like[k]] != NULL)
            merge_pairs(s, own->pair[s->like[k]], &s->fold[k]);
        for (size_t lane = 0; own->count[k] != NULL && lane < lanes_of(s); lane++)
            for (size_t i = 0; i < n; i++)
                to[i] += (tacit_i128)own->count[k][lane * ((size_t)s->none + 1) + i];
    }
}

/* Find statistics that gather the same pairs: the sum and the mean of a column. */
static tacit_status find_alike(tacit_ctx *cx, scan *s)
{
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *s->like, &s->like));
    for (size_t k = 0; k < s->n; k++) {
        const tacit_query_fold *f = &s->fold[k];
        s->like[k] = k;
        for (size_t i = 0; i < k && s->like[k] == k && gathers(s, f); i++)
            if (gathers(s, &s->fold[i]) && s->fold[i].of[0] == f->of[0] &&
                s->fold[i].persons == f->persons)
                s->like[k] = i;
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const scan *s)
{
    size_t threads = tacit_pool_threads();
    share *all = NULL;
    if (s->data->rows < LEAST_ROWS || threads * size_of(s) > TACIT_SCAN_MOST || asks_size(s))
        threads = 1;
    TACIT_TRY(tacit_scratch(cx, threads, sizeof *all, &all));
    for (size_t t = 0; t < threads; t++) {
        all[t].first = begin_person(s->data, s->data->rows / threads * t);
        TACIT_TRY(make_share(cx, s, &all[t]));
    }
    for (size_t t = 0; t < threads; t++)
        all[t].end = t + 1 < threads ? all[t + 1].first : s->data->rows;
#pragma omp parallel for schedule(static, 1) num_threads((int)threads) if (threads > 1)
    for (size_t t = 0; t < threads; t++)
        scan_share(cx, s, &all[t]);
    for (size_t t = 0; t < threads; t++)
        merge(s, &all[t]);
    return tacit_tick(cx, s->data->rows, s->data->rows);
}

tacit_status tacit_query_scan(tacit_ctx *cx, const tacit_query *q, const tacit_query_data *data,
                              const tacit_privacy_promise *promise, tacit_query_fold *fold,
                              size_t n)
{
    scan s = {
        .q = q, .data = data, .promise = promise, .fold = fold, .n = n, .none = (uint32_t)q->cells
    };
    TACIT_ASSERT(q->cells < UINT32_MAX / 2 && (data->person == NULL || data->arranged));
    for (size_t k = 0; k < n; k++) {
        TACIT_ASSERT(fold[k].question->n_of <= TACIT_SCAN_COLUMNS);
        TACIT_TRY(tacit_scratch(cx, q->cells * fold[k].question->width, sizeof *fold[k].cell,
                                &fold[k].cell));
    }
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = find_alike(cx, &s);
    if (status == TACIT_OK)
        status = make_lenses(cx, &s);
    if (status == TACIT_OK)
        status = run(cx, &s);
    tacit_scratch_release(cx, mark);
    return status;
}
