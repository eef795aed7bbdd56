/*
 * fence.c - which values a column may have in a synthetic row.
 *
 * A row is looked at once: columns that are made are points, the others spans, narrowed by the
 * linear conditions (tie/bounds.c).  A value is then tried in each condition that names its column,
 * and where a later column is tied by several, spans are narrowed again with it. Observed
 * combinations are numbered as they grow: the number of a combination of k columns is the place of
 * the pair (number of its first k - 1, value of the k-th) among all pairs of the records.
 */
#include "synth/fence.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "synth/cells.h"
#include "table/values.h"

tacit_status tacit_fences_begin(tacit_ctx *cx, const tacit_table *data,
                                const tacit_tie_words *words, size_t rows, tacit_fences **out)
{
    tacit_fences *all = NULL;
    *out = NULL;
    if (words == NULL || words->constraints + words->rules + words->n_derived == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *all, &all));
    all->rows = rows;
    all->records = tacit_table_rows(data);
    TACIT_TRY(tacit_ties_read(cx, data, words, &all->ties));
    TACIT_TRY(tacit_scratch(cx, all->ties->observed, sizeof *all->set, &all->set));
    for (size_t k = 0; k < all->ties->observed; k++) {
        tacit_fence_set *s = &all->set[k];
        s->of = &all->ties->set[k];
        TACIT_TRY(tacit_scratch(cx, all->records, sizeof *s->record, &s->record));
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *s->row, &s->row));
        TACIT_TRY(tacit_scratch(cx, all->records, sizeof *s->key, &s->key));
    }
    for (size_t v = 0; v < all->ties->variables; v++)
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *all->made[v], &all->made[v]));
    *out = all;
    return TACIT_OK;
}

static bool names(uint64_t set, size_t v)
{
    return (set >> v & 1) != 0;
}

/* ---- one part ---- */

/* Cells of the records, and what amounts can be. */
static tacit_status take_cells(tacit_ctx *cx, tacit_fence *f)
{
    const tacit_tie_variable *v = &f->all->ties->variable[f->variable];
    TACIT_TRY(tacit_scratch(cx, f->all->records, sizeof *f->own, &f->own));
    f->amounts = (tacit_tie_span){ .low = INFINITY, .high = -INFINITY, .open = true };
    for (size_t i = 0; i < f->all->records; i++) {
        f->own[i] = tacit_tie_cell(v, i);
        if (isnan(f->own[i]) || (f->coding->state != NULL && f->coding->state[i] != 0))
            continue;
        f->amounts.value = true;
        f->amounts.low = fmin(f->amounts.low, f->own[i]);
        f->amounts.high = fmax(f->amounts.high, f->own[i]);
    }
    return TACIT_OK;
}

/* The pairs that the records have of combinations so far and the column. */
static tacit_status list_pairs(tacit_ctx *cx, const tacit_fence *f, tacit_fence_set *s)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *pair = NULL;
    TACIT_TRY(tacit_scratch(cx, f->all->records, sizeof *pair, &pair));
    for (size_t i = 0; i < f->all->records; i++)
        pair[i] = (tacit_keyed){ (uint64_t)s->record[i] << 32 | f->value[i], i };
    TACIT_TRY(tacit_sort_keyed(cx, pair, f->all->records));
    s->keys = 0;
    for (size_t i = 0; i < f->all->records; i++)
        if (s->keys == 0 || s->key[s->keys - 1] != pair[i].key)
            s->key[s->keys++] = pair[i].key;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static bool in_a_set(const tacit_fences *all, size_t v)
{
    for (size_t k = 0; k < all->ties->observed; k++)
        if (names(all->set[k].of->names, v))
            return true;
    return false;
}

/* Whether a column that is made later stands in a condition with variable `v`, and in another. */
static bool is_deep(const tacit_fences *all, size_t v)
{
    const tacit_tie_book *ties = all->ties;
    for (size_t w = 0; w < ties->variables; w++) {
        size_t with = 0, of = 0;
        for (size_t k = 0; k < ties->conditions; k++) {
            of += names(ties->condition[k].names, w);
            with += names(ties->condition[k].names, w) && names(ties->condition[k].names, v);
        }
        if (w != v && !all->is_made[w] && with > 0 && of > 1)
            return true;
    }
    return false;
}

tacit_status tacit_fence_of(tacit_ctx *cx, const tacit_fences *all, size_t at,
                            const tacit_coding *coding, bool states, const tacit_fence **out)
{
    tacit_fence *f = NULL;
    size_t *condition = NULL;
    tacit_values values;
    *out = NULL;
    const size_t v = all != NULL ? tacit_ties_find(all->ties, at) : 0;
    if (all == NULL || v == all->ties->variables)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    *f = (tacit_fence){ .all = all, .coding = coding, .variable = v, .states = states };
    TACIT_TRY(tacit_scratch(cx, all->ties->conditions, sizeof *condition, &condition));
    for (size_t k = 0; k < all->ties->conditions; k++)
        if (names(all->ties->condition[k].names, v))
            condition[f->conditions++] = k;
    f->condition = condition;
    f->deep = is_deep(all, v);
    if (f->conditions == 0 && !in_a_set(all, v))
        return TACIT_OK;
    TACIT_TRY(take_cells(cx, f));
    TACIT_TRY(tacit_values_of(cx, coding->column, &values));
    f->value = values.of;
    for (size_t k = 0; k < all->ties->observed; k++)
        if (names(all->set[k].of->names, v))
            TACIT_TRY(list_pairs(cx, f, &all->set[k]));
    *out = f;
    return TACIT_OK;
}

/* ---- one row ---- */

void tacit_fence_look(const tacit_fence *f, size_t row, tacit_fence_row *out)
{
    const tacit_tie_book *ties = f->all->ties;
    out->row = row;
    for (size_t v = 0; v < ties->variables; v++)
        out->scene.at[v] =
            f->all->is_made[v] ? tacit_tie_point(f->all->made[v][row]) : ties->variable[v].all;
    out->dead = !tacit_ties_narrow(ties, &out->scene);
    out->left = out->scene.at[f->variable];
}

/* Whether columns that are made later can still be something, with this one as it stands: what
 * single conditions leave of each is followed through all of them. */
static bool leaves_others(const tacit_fence *f, const tacit_fence_row *at)
{
    const tacit_tie_book *ties = f->all->ties;
    tacit_tie_scene scene;
    memcpy(scene.at, at->scene.at, ties->variables * sizeof *scene.at);
    if (!tacit_ties_narrow(ties, &scene))
        return false;
    for (size_t k = 0; k < ties->conditions; k++)
        if (!tacit_tie_may_hold(ties, &scene, k))
            return false;
    return true;
}

/* Whether no condition is false with the column at `span`. */
static bool may_be(const tacit_fence *f, tacit_fence_row *at, tacit_tie_span span)
{
    at->scene.at[f->variable] = span;
    for (size_t i = 0; i < f->conditions; i++)
        if (!tacit_tie_may_hold(f->all->ties, &at->scene, f->condition[i]))
            return false;
    return !f->deep || leaves_others(f, at);
}

/* The place of a pair, or `keys`. */
static size_t find_pair(const tacit_fence_set *s, uint64_t key)
{
    size_t low = 0, high = s->keys;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (s->key[mid] < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low < s->keys && s->key[low] == key ? low : s->keys;
}

static bool is_observed(const tacit_fence *f, size_t row, size_t record)
{
    for (size_t k = 0; k < f->all->ties->observed; k++) {
        const tacit_fence_set *s = &f->all->set[k];
        if (names(s->of->names, f->variable) &&
            find_pair(s, (uint64_t)s->row[row] << 32 | f->value[record]) == s->keys)
            return false;
    }
    return true;
}

static double slack(double x)
{
    return 1e-9 * fmax(1.0, fabs(x));
}

bool tacit_fence_allows_number(const tacit_fence *f, tacit_fence_row *at, double x)
{
    return !at->dead && x >= at->left.low - slack(x) && x <= at->left.high + slack(x) &&
           !in_a_set(f->all, f->variable) && may_be(f, at, tacit_tie_point(x));
}

bool tacit_fence_allows_amount(const tacit_fence *f, tacit_fence_row *at)
{
    return !at->dead && f->amounts.value && at->left.value && !in_a_set(f->all, f->variable) &&
           may_be(f, at, at->left);
}

bool tacit_fence_allows(const tacit_fence *f, tacit_fence_row *at, size_t record)
{
    const double x = f->own[record];
    tacit_tie_span span = tacit_tie_point(x);
    if (!is_observed(f, at->row, record))
        return false;
    if (span.missing)
        return may_be(f, at, span);
    if (f->states && f->coding->state[record] == 0) { /* some amount, not this one */
        span = f->amounts;
        span.low = fmax(span.low, at->left.low);
        span.high = fmin(span.high, at->left.high);
        return !at->dead && span.low <= span.high + slack(span.high) && may_be(f, at, span);
    }
    return !at->dead && x >= at->left.low - slack(x) && x <= at->left.high + slack(x) &&
           may_be(f, at, span);
}

bool tacit_fence_decides(const tacit_fence *f, const tacit_fence_row *at, double *x)
{
    if (!f->coding->ordered || f->states || at->dead ||
        at->left.high - at->left.low > slack(at->left.low) || in_a_set(f->all, f->variable))
        return false;
    *x = tacit_synth_round(f->coding, at->left.low);
    return true;
}

bool tacit_fence_nearest(const tacit_fence *f, tacit_fence_row *at, double *x)
{
    const tacit_coding *c = f->coding;
    const double step = c->scale > 0.0 ? 1.0 / c->scale : 0.0;
    const double inside = fmin(fmax(*x, at->left.low), at->left.high);
    const double tried[] = { tacit_synth_round(c, inside), tacit_synth_round(c, at->left.low),
                             tacit_synth_round(c, at->left.low) + step,
                             tacit_synth_round(c, at->left.high),
                             tacit_synth_round(c, at->left.high) - step };
    if (!c->ordered || f->states)
        return false;
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++)
        if (tacit_fence_allows_number(f, at, tried[i])) {
            *x = tried[i];
            return true;
        }
    return false;
}

/* ---- after ---- */

/* Let the combinations of records and rows grow by the column. */
static void grow_sets(const tacit_fences *all, const tacit_fence *f, const tacit_synth_cells *cells)
{
    for (size_t k = 0; k < all->ties->observed; k++) {
        tacit_fence_set *s = &all->set[k];
        if (!names(s->of->names, f->variable))
            continue;
        for (size_t i = 0; i < all->rows; i++) {
            TACIT_ASSERT(cells->donor[i] < all->records);
            s->row[i] =
                (uint32_t)find_pair(s, (uint64_t)s->row[i] << 32 | f->value[cells->donor[i]]);
        }
        for (size_t i = 0; i < all->records; i++)
            s->record[i] = (uint32_t)find_pair(s, (uint64_t)s->record[i] << 32 | f->value[i]);
    }
}

/* Say that variable v, column `at`, is made of the cells. */
static tacit_status finish_note(tacit_ctx *cx, tacit_fences *all, size_t v, const tacit_coding *c,
                                const tacit_synth_cells *cells)
{
    const tacit_fence *f = NULL;
    all->is_made[v] = true;
    if (!in_a_set(all, v))
        return TACIT_OK;
    TACIT_TRY(tacit_fence_of(cx, all, all->ties->variable[v].at, c, false, &f));
    grow_sets(all, f, cells);
    return TACIT_OK;
}

tacit_status tacit_fences_note(tacit_ctx *cx, tacit_fences *all, size_t at, const tacit_coding *c,
                               const tacit_synth_cells *cells)
{
    const size_t v = all != NULL ? tacit_ties_find(all->ties, at) : 0;
    if (all == NULL || v == all->ties->variables)
        return TACIT_OK;
    TACIT_ASSERT(!all->is_made[v]);
    for (size_t i = 0; i < all->rows; i++) {
        const uint32_t donor = cells->donor[i];
        all->made[v][i] = donor == TACIT_SYNTH_OWN ? tacit_synth_round(c, cells->number[i])
                          : donor == TACIT_SYNTH_NONE
                              ? NAN
                              : tacit_tie_cell(&all->ties->variable[v], donor);
    }
    return finish_note(cx, all, v, c, cells);
}

/* The numbers of the texts of `given`, as the variable numbers them; NAN: it has no such text. */
static tacit_status number_given(tacit_ctx *cx, const tacit_tie_variable *v,
                                 const tacit_column *given, double **out)
{
    const tacit_dict *own = tacit_column_dict(v->column), *other = tacit_column_dict(given);
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(other), sizeof **out, out));
    for (uint32_t k = 0; k < tacit_dict_size(other); k++) {
        const uint32_t code = tacit_dict_find(own, tacit_dict_text(other, k));
        (*out)[k] = code < tacit_dict_size(own) ? (double)v->text[code] : (double)NAN;
    }
    return TACIT_OK;
}

tacit_status tacit_fences_note_given(tacit_ctx *cx, tacit_fences *all, size_t at,
                                     const tacit_coding *c, uint32_t *donor,
                                     const tacit_column *given)
{
    const size_t v = all != NULL ? tacit_ties_find(all->ties, at) : 0;
    const bool text = tacit_column_type(given) == TACIT_TYPE_CATEGORY;
    double *number = NULL;
    if (all == NULL || v == all->ties->variables)
        return TACIT_OK;
    if (text)
        TACIT_TRY(number_given(cx, &all->ties->variable[v], given, &number));
    for (size_t i = 0; i < all->rows; i++)
        all->made[v][i] = tacit_column_is_missing(given, i) ? (double)NAN
                          : text                            ? number[tacit_column_codes(given)[i]]
                                                            : tacit_column_number(given, i);
    return finish_note(cx, all, v, c, &(tacit_synth_cells){ .donor = donor });
}
