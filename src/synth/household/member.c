/*
 * member.c - the members of made households, role by role.
 *
 * The heads of all households are made first, then those who come first in the next role, and so
 * on.  A member's columns are learnt from original members of the same role and place at home,
 * given what is known of the household, of the head and of the member before, and the member's own
 * columns before.  So every record that is learnt from is of another household, and a leaf holds as
 * many households as records.  Places that too few households have are made as the last one that
 * has enough.
 */
#include <string.h>

#include "base/text.h"
#include "synth/household/own.h"
#include "table/append.h"
#include "table/take.h"

/* The members of one role and place. */
typedef struct wave {
    uint32_t role, place; /* of the made ones */
    size_t learnt;        /* original records ... */
    size_t *record, *head, *before, *home;
    size_t rows; /* and made ones: ... */
    size_t *person, *at_head, *at_before, *at_home;
} wave;

/* ---- who ---- */

/* Numbers of members of role r of made household g. */
static size_t count_made(const tacit_made *m, uint32_t r, size_t g)
{
    return r == 0 ? 1 : (size_t)tacit_column_integers(tacit_table_column(m->home, r - 1))[g];
}

/* The last place of a role that enough households have to learn from. */
static tacit_status find_last_place(tacit_ctx *cx, const tacit_home_plan *h, uint32_t r,
                                    uint32_t *out)
{
    const size_t mark = tacit_scratch_mark(cx), rows = tacit_table_rows(h->spec->people.data);
    size_t *homes = NULL;
    TACIT_TRY(tacit_scratch(cx, h->largest, sizeof *homes, &homes));
    for (size_t i = 0; i < rows; i++)
        if (h->class_of[i] == r)
            homes[h->place[i]]++;
    *out = 0;
    while (*out + 1 < h->largest && homes[*out + 1] >= 2 * h->bucket)
        (*out)++;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status list_records(tacit_ctx *cx, const tacit_home_plan *h, uint32_t place, wave *w)
{
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w->record, &w->record));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w->head, &w->head));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w->before, &w->before));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w->home, &w->home));
    for (size_t i = 0; i < tacit_table_rows(h->spec->people.data); i++) {
        if (h->class_of[i] != w->role || h->place[i] != place)
            continue;
        w->record[w->learnt] = i;
        w->home[w->learnt] = h->of[i];
        w->head[w->learnt] = h->member[h->first[h->of[i]]];
        w->before[w->learnt++] = w->role > 0 ? h->member[h->at[i] - 1] : i;
    }
    return TACIT_OK;
}

static tacit_status list_made(tacit_ctx *cx, const tacit_made *m, wave *w)
{
    const size_t homes = tacit_table_rows(m->home);
    TACIT_TRY(tacit_scratch(cx, homes, sizeof *w->person, &w->person));
    TACIT_TRY(tacit_scratch(cx, homes, sizeof *w->at_head, &w->at_head));
    TACIT_TRY(tacit_scratch(cx, homes, sizeof *w->at_before, &w->at_before));
    TACIT_TRY(tacit_scratch(cx, homes, sizeof *w->at_home, &w->at_home));
    for (size_t g = 0; g < homes; g++) {
        size_t person = m->first[g] + w->place;
        if (count_made(m, w->role, g) <= w->place)
            continue;
        for (uint32_t r = 0; r < w->role; r++)
            person += count_made(m, r, g);
        w->person[w->rows] = person;
        w->at_head[w->rows] = m->at[m->first[g]];
        w->at_before[w->rows] = person > m->first[g] ? m->at[person - 1] : 0;
        w->at_home[w->rows++] = g;
    }
    return TACIT_OK;
}

/* ---- from what ---- */

/* Add a column that is known: `from` in the original, `made` in the made rows. */
static tacit_status add_known(tacit_ctx *cx, tacit_home_draft *d, const char *name,
                              const tacit_column *from, const size_t *rows, tacit_column *made)
{
    const tacit_synth_column as = { .given = made };
    return tacit_home_draft_add(cx, d, from, name, rows, &as);
}

/* Add what is known of the households: numbers of members, and their columns. */
static tacit_status add_home(tacit_ctx *cx, const tacit_made *m, const wave *w, tacit_home_draft *d,
                             tacit_table *given)
{
    for (size_t j = 0; j < tacit_table_columns(m->whole_of); j++) {
        const tacit_column *c = tacit_table_column(m->whole_of, j);
        tacit_column *made = NULL;
        TACIT_TRY(tacit_column_take(cx, tacit_table_column(m->home, j), tacit_column_name(c),
                                    &(tacit_row_list){ w->rows, w->at_home }, &made));
        TACIT_TRY(tacit_table_add(cx, given, made));
        TACIT_TRY(add_known(cx, d, tacit_column_name(c), c, w->home, made));
    }
    return TACIT_OK;
}

/* Add the columns of a relative: those in rows `of` of the original, and `at` of the made. */
static tacit_status add_relative(tacit_ctx *cx, const tacit_made *m, const wave *w,
                                 const char *prefix, tacit_home_draft *d, tacit_table *given)
{
    const bool head = strcmp(prefix, TACIT_HOME_HEAD) == 0;
    const tacit_synth_spec *s = &m->homes->spec->people;
    for (size_t j = 0; j < tacit_table_columns(m->people); j++) {
        const tacit_column *from = tacit_table_column(m->people, j);
        const size_t at = tacit_table_find(s->data, tacit_column_name(from));
        tacit_column *made = NULL;
        char *name = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &name, "%s%s", prefix, tacit_column_name(from)));
        TACIT_TRY(tacit_column_take(
            cx, from, name, &(tacit_row_list){ w->rows, head ? w->at_head : w->at_before }, &made));
        TACIT_TRY(tacit_table_add(cx, given, made));
        TACIT_TRY(add_known(cx, d, name, tacit_table_column(s->data, at),
                            head ? w->head : w->before, made));
    }
    return TACIT_OK;
}

/* The column of the spec that a column of a draft tells of, or the number of those: it is a number
 * of members. */
static size_t find_told(const tacit_home_plan *h, const char *name)
{
    const tacit_synth_spec *s = &h->spec->people;
    static const char *const prefixes[] = { TACIT_HOME_HEAD, TACIT_HOME_BEFORE };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            name += strlen(prefixes[i]);
    size_t k = 0;
    while (k < s->n &&
           strcmp(tacit_column_name(tacit_table_column(s->data, s->column[k].at)), name) != 0)
        k++;
    return k;
}

/* A column that is kept: the cells of those who were there. */
static tacit_status keep_cells(tacit_ctx *cx, const tacit_made *m, const wave *w,
                               const tacit_column *c, tacit_synth_column *as, tacit_table *given)
{
    const tacit_home_plan *h = m->homes;
    tacit_column *kept = NULL;
    size_t *record = NULL;
    TACIT_TRY(tacit_scratch(cx, w->rows, sizeof *record, &record));
    for (size_t i = 0; i < w->rows; i++)
        record[i] = h->member[h->first[w->at_home[i]] + w->person[i] - m->first[w->at_home[i]]];
    TACIT_TRY(tacit_column_take(cx, c, tacit_column_name(c), &(tacit_row_list){ w->rows, record },
                                &kept));
    as->given = kept;
    return tacit_table_add(cx, given, kept);
}

/* Add a column that is made, learnt from all that was added and that it may be learnt from. */
static tacit_status add_own(tacit_ctx *cx, const tacit_made *m, const wave *w, size_t k,
                            tacit_home_draft *d, tacit_table *given)
{
    const tacit_home_plan *h = m->homes;
    const tacit_synth_column *spec = &h->spec->people.column[k];
    const tacit_column *c = tacit_table_column(h->spec->people.data, spec->at);
    tacit_synth_column as = *spec;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *at, &at));
    for (size_t i = 0; i < d->n; i++) {
        const size_t from = find_told(h, tacit_column_name(tacit_table_column(d->data, i)));
        if (from == h->spec->people.n || tacit_home_may_learn(h, k, from))
            at[n++] = i;
    }
    as.predictors = (tacit_select){ n, at };
    if (as.generator == NULL && !as.derived)
        TACIT_TRY(keep_cells(cx, m, w, c, &as, given));
    if (spec->at == h->spec->age && as.generator == &tacit_generator_cart)
        as.generator = &tacit_home_kin;
    return tacit_home_draft_add(cx, d, c, tacit_column_name(c), w->record, &as);
}

/* ---- making ---- */

/* Add a column with the cells of `c`, and those of `more` below them. */
static tacit_status append_column(tacit_ctx *cx, tacit_table *people, const tacit_column *c,
                                  const tacit_column *more)
{
    const tacit_type type = tacit_column_type(c);
    tacit_builder *b = NULL;
    tacit_column *all = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), type,
                                tacit_column_length(c) + tacit_column_length(more), &b));
    tacit_status status = tacit_builder_append(cx, b, type, c);
    if (status == TACIT_OK)
        status = tacit_builder_append(cx, b, type, more);
    if (status == TACIT_OK)
        status = tacit_builder_notes(cx, b, tacit_column_notes_of(c));
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &all));
    return tacit_table_add(cx, people, all);
}

/* Take over the columns of the members that were made. */
static tacit_status take_over(tacit_ctx *cx, tacit_made *m, const wave *w, const tacit_table *made)
{
    tacit_table *all = NULL;
    tacit_status status = TACIT_OK;
    TACIT_TRY(tacit_table_new(cx, m->done + w->rows, &all));
    for (size_t k = 0, j = 0; k < m->homes->spec->people.n && status == TACIT_OK; k++) {
        const tacit_synth_spec *s = &m->homes->spec->people;
        const char *name = tacit_column_name(tacit_table_column(s->data, s->column[k].at));
        if (m->homes->whole[k])
            continue;
        const tacit_column *own = tacit_table_column(made, tacit_table_find(made, name));
        if (m->people == NULL)
            status = tacit_table_add(cx, all, tacit_column_share(own));
        else
            status = append_column(cx, all, tacit_table_column(m->people, j++), own);
    }
    if (status != TACIT_OK) {
        tacit_table_free(all);
        return status;
    }
    tacit_table_free(m->people);
    m->people = all;
    for (size_t i = 0; i < w->rows; i++)
        m->at[w->person[i]] = m->done + i;
    m->done += w->rows;
    return TACIT_OK;
}

static tacit_status fill_draft(tacit_ctx *cx, const tacit_made *m, const wave *w,
                               tacit_home_draft *d, tacit_table *given)
{
    TACIT_TRY(add_home(cx, m, w, d, given));
    if (w->role > 0)
        TACIT_TRY(add_relative(cx, m, w, TACIT_HOME_HEAD, d, given));
    if (w->role > 1 || w->place > 0)
        TACIT_TRY(add_relative(cx, m, w, TACIT_HOME_BEFORE, d, given));
    for (size_t k = 0; k < m->homes->spec->people.n; k++)
        if (!m->homes->whole[k])
            TACIT_TRY(add_own(cx, m, w, k, d, given));
    return TACIT_OK;
}

/* Make the members of a wave; the place that they are learnt from is `from`. */
static tacit_status make_wave(tacit_ctx *cx, tacit_made *m, wave *w, tacit_home_draft *d,
                              tacit_table *given)
{
    const tacit_rng role = tacit_rng_fork_number(&m->rng, w->role);
    const tacit_rng rng = tacit_rng_fork_number(&role, w->place);
    tacit_table *made = NULL;
    d->words = &m->homes->member_words;
    TACIT_TRY(fill_draft(cx, m, w, d, given));
    tacit_status status = tacit_home_draft_make(cx, m->homes, d, w->rows, &rng, &made);
    if (status == TACIT_OK)
        status = take_over(cx, m, w, made);
    tacit_table_free(made);
    return status;
}

static tacit_status make_place(tacit_ctx *cx, tacit_made *m, uint32_t from, wave *w)
{
    const size_t most = tacit_table_columns(m->whole_of) + 3 * m->homes->spec->people.n;
    tacit_home_draft d = { 0 };
    tacit_table *given = NULL;
    TACIT_TRY(list_made(cx, m, w));
    if (w->rows == 0)
        return TACIT_OK;
    TACIT_TRY(list_records(cx, m->homes, from, w));
    tacit_status status = tacit_home_draft_start(cx, w->learnt, most, &d);
    if (status == TACIT_OK)
        status = tacit_table_new(cx, w->rows, &given);
    if (status == TACIT_OK)
        status = make_wave(cx, m, w, &d, given);
    tacit_table_free(given);
    tacit_table_free(d.data);
    return status;
}

tacit_status tacit_home_members(tacit_ctx *cx, tacit_made *m)
{
    for (uint32_t r = 0; r < m->homes->classes; r++) {
        uint32_t last = 0;
        wave w = { .rows = 1 };
        TACIT_TRY(find_last_place(cx, m->homes, r, &last));
        for (uint32_t p = 0; w.rows > 0; p++) {
            const size_t mark = tacit_scratch_mark(cx);
            w = (wave){ .role = r, .place = p };
            TACIT_TRY(make_place(cx, m, p < last ? p : last, &w));
            tacit_scratch_release(cx, mark);
        }
    }
    TACIT_ASSERT(m->done == m->persons);
    return TACIT_OK;
}
