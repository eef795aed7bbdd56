/*
 * fold.c - the cells of all questions, added up where the data is.
 *
 * For each set of groups the engine gathers, by the columns that make them, one state: how many
 * records there are, and the cells of all questions that share the groups.  What a record adds is
 * computed by the code that adds up rows (place.c, the statistics), so that both ways give the
 * same integers; only groups come over.  Questions about categories, numbers that are written as
 * text, and cells that are many are left to the rows.  O(records * questions), in the engine's
 * threads.
 */
#include <string.h>

#include "task/release/own.h"

enum { BLOCK = 128, MOST_STATES = 1 << 26 };

/* A question with where it finds what. */
typedef struct folded {
    const tacit_question *q;
    size_t first;                      /* of its cells in the state; cell 0 counts the records */
    size_t number[TACIT_FOLD_NUMBERS]; /* of each of its columns, among those that are read */
    bool bins;
} folded;

/* What is added up for one set of groups. */
typedef struct gathering {
    tacit_fold fold;
    const tacit_domain *domain[TACIT_FOLD_NUMBERS]; /* of each column of numbers */
    bool bins[TACIT_FOLD_NUMBERS];                  /* it is asked for by bins too */
    size_t column[TACIT_FOLD_NUMBERS];
    folded *question;
    size_t n, width;
} gathering;

/* ---- records ---- */

/* A block of records as numbers: in steps, and in bins. */
typedef struct block {
    int64_t steps[TACIT_FOLD_NUMBERS][BLOCK], part[TACIT_FOLD_NUMBERS][BLOCK];
} block;

static void place_block(const gathering *g, size_t n, const double *const *x, size_t first,
                        block *out)
{
    for (size_t c = 0; c < g->fold.numbers.n; c++) {
        tacit_place_steps(g->domain[c], n, x[c] + first, out->steps[c]);
        for (size_t i = 0; g->bins[c] && i < n; i++)
            out->part[c][i] = tacit_release_part(g->domain[c], out->steps[c][i]);
    }
}

static void add_block(const folded *f, const block *b, size_t n, void *const *state)
{
    int64_t x[TACIT_FOLD_NUMBERS];
    for (size_t i = 0; i < n; i++) {
        bool counts = true;
        for (size_t k = 0; k < f->q->n_of; k++) {
            x[k] = (f->bins ? b->part : b->steps)[f->number[k]][i];
            counts = counts && x[k] != TACIT_RELEASE_NONE;
        }
        if (counts)
            f->q->statistic->add(f->q, x, (tacit_cell_sum *)state[i] + f->first);
    }
}

static void add(const void *user, size_t n, const double *const *x, void *const *state)
{
    const gathering *g = user;
    block b;
    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t some = n - first < BLOCK ? n - first : BLOCK;
        place_block(g, some, x, first, &b);
        for (size_t i = 0; i < some; i++)
            ++*(tacit_cell_sum *)state[first + i];
        for (size_t k = 0; k < g->n; k++)
            add_block(&g->question[k], &b, some, state + first);
    }
}

static void merge(const void *user, const void *from, void *into)
{
    const gathering *g = user;
    for (size_t i = 0; i < g->width; i++)
        ((tacit_cell_sum *)into)[i] += ((const tacit_cell_sum *)from)[i];
}

/* The first step of the bin of a number. */
static int64_t map(const void *user, double x)
{
    const tacit_domain *d = user;
    int64_t steps = 0;
    tacit_place_steps(d, 1, &x, &steps);
    return steps == TACIT_RELEASE_NONE ? TACIT_FOLD_NONE : d->edge[tacit_domain_bin(d, steps)];
}

/* ---- what is asked ---- */

/* Whether the numbers of a column are what its domain means: a plain number is no date. */
static bool is_number(const tacit_data *data, const tacit_domain *d)
{
    const size_t j = tacit_data_find(data, d->column);
    return d->number && (!d->date || data->schema.field[j].type == TACIT_TYPE_DATE);
}

/* The place of a column of numbers, which it is given if it is new. */
static bool find_number(gathering *g, const tacit_data *data, const tacit_domain *d, size_t *out)
{
    size_t c = 0;
    while (c < g->fold.numbers.n && g->domain[c] != d)
        c++;
    if (!is_number(data, d) || c == TACIT_FOLD_NUMBERS)
        return false;
    g->domain[c] = d;
    g->column[c] = tacit_data_find(data, d->column);
    g->fold.numbers.n += c == g->fold.numbers.n;
    *out = c;
    return true;
}

static bool take_question(gathering *g, const tacit_data *data, const tacit_question *q)
{
    folded *f = &g->question[g->n++];
    *f = (folded){ q, .first = g->width, .bins = tacit_statistic_sees_bins(q->statistic) };
    g->width += q->width;
    for (size_t k = 0; k < q->n_of; k++) {
        if (k == TACIT_FOLD_NUMBERS || !find_number(g, data, q->of[k], &f->number[k]))
            return false;
        g->bins[f->number[k]] |= f->bins;
    }
    return g->width <= TACIT_FOLD_BYTES / sizeof(tacit_cell_sum);
}

/* Make ready for the groups number `at`; false if they have to be added up row by row. */
static tacit_status gather(tacit_ctx *cx, const tacit_private_release *r, const tacit_data *data,
                           size_t at, gathering *g, bool *can)
{
    const tacit_release_groups *groups = &r->grouping[at];
    tacit_fold_key *key = NULL;
    TACIT_TRY(tacit_scratch(cx, groups->n, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, r->inquiry.n, sizeof *g->question, &g->question));
    g->width = 1;
    for (size_t i = 0; *can && i < r->inquiry.n; i++)
        if (r->grouping_of[i] == at)
            *can = take_question(g, data, &r->inquiry.question[i]);
    for (size_t k = 0; k < groups->n; k++) {
        const tacit_domain *d = groups->by[k];
        *can = *can && (!d->number || is_number(data, d));
        key[k] = (tacit_fold_key){ tacit_data_find(data, d->column), d->number ? map : NULL, d };
    }
    g->fold.key = key;
    g->fold.n_keys = groups->n;
    g->fold.numbers.at = g->column;
    g->fold.bytes = g->width * sizeof(tacit_cell_sum);
    g->fold.most = MOST_STATES;
    g->fold.add = add;
    g->fold.merge = merge;
    g->fold.user = g;
    return TACIT_OK;
}

/* ---- what comes over ---- */

static void take_state(tacit_private_release *r, const gathering *g, size_t at, size_t row,
                       const tacit_cell_sum *state)
{
    tacit_release_groups *groups = &r->grouping[at];
    const int64_t group = r->rows.group[at][row];
    if (group == TACIT_RELEASE_NONE)
        return;
    if (groups->selection != NULL)
        groups->persons[group] += (uint64_t)state[0];
    for (size_t k = 0; k < g->n; k++) {
        const folded *f = &g->question[k];
        tacit_i128 *cell = r->cell[f->q - r->inquiry.question] + (size_t)group * f->q->width;
        for (size_t i = 0; i < f->q->width; i++)
            cell[i] += state[f->first + i];
    }
}

static tacit_status take(tacit_ctx *cx, tacit_private_release *r, const gathering *g, size_t at,
                         const tacit_table *t)
{
    const tacit_column *c = tacit_table_column(t, g->fold.n_keys);
    tacit_cell_sum *state = NULL;
    TACIT_TRY(tacit_scratch(cx, g->width, sizeof *state, &state));
    TACIT_TRY(tacit_release_place_keys(cx, r, at, t));
    TACIT_TRY(tacit_release_make_room(cx, r));
    for (size_t row = 0; row < tacit_table_rows(t); row++) {
        if (tacit_column_is_missing(c, row))
            continue;
        const char *digits = tacit_dict_text(tacit_column_dict(c), tacit_column_codes(c)[row]);
        tacit_fold_read(digits, g->fold.bytes, (unsigned char *)state);
        take_state(r, g, at, row, state);
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

/* Fold all sets of groups; `*can` is false if one cannot be. */
static tacit_status fold_all(tacit_ctx *cx, const tacit_private_release *r, tacit_data *data,
                             gathering *g, tacit_table **table, bool *can)
{
    for (size_t at = 0; *can && at < r->n_groupings; at++)
        TACIT_TRY(gather(cx, r, data, at, &g[at], can));
    for (size_t at = 0; *can && at < r->n_groupings; at++) {
        TACIT_TRY(data->engine->fold(cx, data, &g[at].fold, &table[at]));
        *can = table[at] != NULL;
    }
    return TACIT_OK;
}

tacit_status tacit_release_fold(tacit_ctx *cx, tacit_private_release *r, tacit_data *data,
                                bool *done)
{
    gathering *g = NULL;
    tacit_table **table = NULL;
    *done = data->engine->fold != NULL;
    TACIT_TRY(tacit_scratch(cx, r->n_groupings, sizeof *g, &g));
    TACIT_TRY(tacit_scratch(cx, r->n_groupings, sizeof *table, &table));
    tacit_status status = fold_all(cx, r, data, g, table, done);
    for (size_t at = 0; status == TACIT_OK && *done && at < r->n_groupings; at++)
        status = take(cx, r, &g[at], at, table[at]);
    for (size_t at = 0; at < r->n_groupings; at++)
        tacit_table_free(table[at]);
    return status;
}
