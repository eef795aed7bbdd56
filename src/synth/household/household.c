/*
 * household.c - synthetic households in two levels.
 *
 * A table with one row for each household comes first: the numbers of members by role, and the
 * columns in which all members of every household agree.  It is made like any synthetic table.
 * Members follow (member.c).  simPop (Templ, Meindl, Kowarik and Dupriez 2017) copies the members
 * of sampled households and their basic columns; here no household is copied: not even who lives
 * together is taken from one household, as numbers of members are drawn role by role.
 *
 * Sets are made one after the other, each learnt anew.  Rows stand in random order of households:
 * the order of dealt rows would tell which fell into one leaf.
 * Cost: that of the generators for each place of a role, on the records of that place.
 */
#include "base/text.h"
#include "synth/household/own.h"
#include "table/take.h"

/* ---- households of the original ---- */

/* An INTEGER column of `n` numbers. */
static tacit_status add_integers(tacit_ctx *cx, tacit_table *t, const char *name, const int64_t *x)
{
    const size_t n = tacit_table_rows(t);
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, n, &b));
    const tacit_status status = tacit_builder_integers(cx, b, x, NULL, n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

/* Add the numbers of members in each role but the head's. */
static tacit_status add_counts(tacit_ctx *cx, const tacit_home_plan *h, tacit_table *t)
{
    int64_t *count = NULL;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *count, &count));
    for (uint32_t r = 1; r < h->classes; r++) {
        char *name = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &name, TACIT_HOME_COUNT "%u", (unsigned)r));
        for (size_t g = 0; g < h->n; g++)
            count[g] = 0;
        for (size_t i = 0; i < tacit_table_rows(h->spec->people.data); i++)
            count[h->of[i]] += h->class_of[i] == r;
        TACIT_TRY(add_integers(cx, t, name, count));
    }
    return TACIT_OK;
}

/* The original's households, one row each: numbers of members, and their columns. */
static tacit_status list_homes(tacit_ctx *cx, const tacit_home_plan *h, tacit_table *t)
{
    const tacit_synth_spec *s = &h->spec->people;
    size_t *head = NULL;
    TACIT_TRY(add_counts(cx, h, t));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *head, &head));
    for (size_t g = 0; g < h->n; g++)
        head[g] = h->member[h->first[g]];
    for (size_t k = 0; k < s->n; k++) {
        const tacit_column *c = tacit_table_column(s->data, s->column[k].at);
        tacit_column *own = NULL;
        if (!h->whole[k] || h->size[k])
            continue;
        TACIT_TRY(
            tacit_column_take(cx, c, tacit_column_name(c), &(tacit_row_list){ h->n, head }, &own));
        TACIT_TRY(tacit_table_add(cx, t, own));
    }
    return TACIT_OK;
}

/* ---- made households ---- */

/* Say how column j of the households is made: from numbers of members, and columns before it that
 * it may be learnt from.  `k` is its column of the spec; those of `column` are known. */
static tacit_status add_home_column(tacit_ctx *cx, const tacit_home_plan *h, const tacit_column *c,
                                    size_t k, const size_t *spec_of, tacit_home_draft *d)
{
    const bool count = k == h->spec->people.n;
    tacit_synth_column as = { .generator = h->as_before ? NULL : h->counts,
                              .args = h->counts_args };
    size_t *at = NULL, n = 0;
    if (!count)
        as = h->spec->people.column[k];
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *at, &at));
    for (size_t i = 0; i < d->n; i++)
        if (spec_of[i] == h->spec->people.n || tacit_home_may_learn(h, k, spec_of[i]))
            at[n++] = i;
    as.predictors = (tacit_select){ n, at };
    return tacit_home_draft_add(cx, d, c, tacit_column_name(c), NULL, &as);
}

/* Make the households of a set. */
static tacit_status make_homes(tacit_ctx *cx, const tacit_home_plan *h, const tacit_table *homes,
                               const tacit_rng *rng, tacit_table **out)
{
    const tacit_synth_spec *s = &h->spec->people;
    tacit_home_draft d = { 0 };
    size_t *spec_of = NULL, j = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(homes), sizeof *spec_of, &spec_of));
    tacit_status status = tacit_home_draft_start(cx, h->n, tacit_table_columns(homes), &d);
    d.words = &h->home_words;
    for (; j + 1 < h->classes && status == TACIT_OK; j++) {
        spec_of[j] = s->n;
        status = add_home_column(cx, h, tacit_table_column(homes, j), s->n, spec_of, &d);
    }
    for (size_t k = 0; k < s->n && status == TACIT_OK; k++) {
        if (!h->whole[k] || h->size[k])
            continue;
        spec_of[j] = k;
        status = add_home_column(cx, h, tacit_table_column(homes, j), k, spec_of, &d);
        j++;
    }
    if (status == TACIT_OK)
        status = tacit_home_draft_make(cx, h, &d, s->rows, rng, out);
    tacit_table_free(d.data);
    return status;
}

/* Number the persons of the made households. */
static tacit_status number_persons(tacit_ctx *cx, tacit_made *m)
{
    const size_t homes = tacit_table_rows(m->home);
    TACIT_TRY(tacit_scratch(cx, homes + 1, sizeof *m->first, &m->first));
    for (size_t g = 0; g < homes; g++) {
        size_t n = 1;
        for (uint32_t r = 1; r < m->homes->classes; r++)
            n += (size_t)tacit_column_integers(tacit_table_column(m->home, r - 1))[g];
        m->first[g + 1] = m->first[g] + n;
    }
    m->persons = m->first[homes];
    if (m->persons > UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "So many households would have more than %u members; ask for fewer.",
                          UINT32_MAX);
    return tacit_scratch(cx, m->persons, sizeof *m->at, &m->at);
}

/* ---- the table of a set ---- */

/* Where persons stand in the table, and the rows that their cells come from. */
typedef struct layout {
    size_t *home;   /* of each row ... */
    size_t *person; /* ... its row among the members */
    int64_t *id, *size;
} layout;

static tacit_status lay_out(tacit_ctx *cx, const tacit_made *m, layout *l)
{
    const size_t homes = tacit_table_rows(m->home);
    tacit_rng rng = tacit_rng_fork(&m->rng, "order");
    size_t *turn = NULL, row = 0;
    TACIT_TRY(tacit_scratch(cx, homes, sizeof *turn, &turn));
    TACIT_TRY(tacit_scratch(cx, m->persons, sizeof *l->home, &l->home));
    TACIT_TRY(tacit_scratch(cx, m->persons, sizeof *l->person, &l->person));
    TACIT_TRY(tacit_scratch(cx, m->persons, sizeof *l->id, &l->id));
    TACIT_TRY(tacit_scratch(cx, m->persons, sizeof *l->size, &l->size));
    for (size_t g = 0; g < homes; g++) {
        const size_t k = (size_t)tacit_rng_below(&rng, g + 1);
        turn[g] = turn[k];
        turn[k] = g;
    }
    for (size_t t = 0; t < homes; t++)
        for (size_t i = m->first[turn[t]]; i < m->first[turn[t] + 1]; i++) {
            l->home[row] = turn[t];
            l->person[row] = m->at[i];
            l->id[row] = (int64_t)t + 1;
            l->size[row++] = (int64_t)(m->first[turn[t] + 1] - m->first[turn[t]]);
        }
    return TACIT_OK;
}

/* The column of the spec that stands at `j` in the data; the number of those if none does. */
static size_t find_column(const tacit_synth_spec *s, size_t j)
{
    size_t k = 0;
    while (k < s->n && s->column[k].at != j)
        k++;
    return k;
}

/* Add column j of the data, if it is made. */
static tacit_status add_column(tacit_ctx *cx, const tacit_made *m, const layout *l, size_t j,
                               tacit_table *out)
{
    const tacit_home_plan *h = m->homes;
    const tacit_synth_spec *s = &h->spec->people;
    const char *name = tacit_column_name(tacit_table_column(s->data, j));
    const size_t k = find_column(s, j);
    tacit_column *c = NULL;
    if (j == h->spec->household)
        TACIT_TRY(add_integers(cx, out, name, l->id));
    else if (k == s->n)
        return TACIT_OK;
    else if (h->size[k])
        TACIT_TRY(add_integers(cx, out, name, l->size));
    else {
        const tacit_table *from = h->whole[k] ? m->home : m->people;
        const tacit_row_list rows = { m->persons, h->whole[k] ? l->home : l->person };
        TACIT_TRY(tacit_column_take(cx, tacit_table_column(from, tacit_table_find(from, name)),
                                    name, &rows, &c));
        TACIT_TRY(tacit_table_add(cx, out, c));
    }
    tacit_table_set_roles(out, tacit_table_columns(out) - 1, tacit_table_roles(s->data, j));
    return TACIT_OK;
}

static tacit_status write_set(tacit_ctx *cx, const tacit_made *m, tacit_table **out)
{
    const tacit_table *data = m->homes->spec->people.data;
    layout l = { 0 };
    TACIT_TRY(lay_out(cx, m, &l));
    TACIT_TRY(tacit_table_new(cx, m->persons, out));
    for (size_t j = 0; j < tacit_table_columns(data); j++)
        TACIT_TRY(add_column(cx, m, &l, j, *out));
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status make_set(tacit_ctx *cx, tacit_made *m, tacit_table **out)
{
    const tacit_rng homes = tacit_rng_fork(&m->rng, "homes");
    TACIT_TRY(make_homes(cx, m->homes, m->whole_of, &homes, &m->home));
    TACIT_TRY(number_persons(cx, m));
    TACIT_TRY(tacit_home_members(cx, m));
    return write_set(cx, m, out);
}

static tacit_status make_sets(tacit_ctx *cx, const tacit_home_plan *h, const tacit_table *homes,
                              tacit_table **out)
{
    const tacit_synth_spec *s = &h->spec->people;
    for (size_t k = 0; k < s->sets; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_made m = { .homes = h, .whole_of = homes, .rng = tacit_rng_fork_number(&s->rng, k) };
        TACIT_TRY(tacit_tick(cx, k, s->sets));
        tacit_status status = make_set(cx, &m, &out[k]);
        if (status == TACIT_OK)
            status = tacit_ties_verify(cx, out[k], s->words, "records that were made");
        tacit_table_free(m.home);
        tacit_table_free(m.people);
        TACIT_TRY(status);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_synth_households(tacit_ctx *cx, const tacit_household_spec *spec,
                                    tacit_household_told *told, tacit_table **out)
{
    tacit_home_plan h;
    tacit_table *homes = NULL;
    for (size_t k = 0; k < spec->people.sets; k++)
        out[k] = NULL;
    TACIT_TRY(tacit_home_find(cx, spec, &h));
    TACIT_TRY(tacit_home_bind(cx, &h));
    *told = (tacit_household_told){ h.n, h.largest, h.classes, h.whole };
    TACIT_TRY(tacit_table_new(cx, h.n, &homes));
    tacit_status status = list_homes(cx, &h, homes);
    if (status == TACIT_OK)
        status = make_sets(cx, &h, homes, out);
    tacit_table_free(homes);
    return status;
}
