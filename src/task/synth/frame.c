/*
 * frame.c - a file of persons of whom some columns are known: reading it, and who of them is not in
 * the data.  What is made of it is in synth/impute.h; the rule 'full' of `tacit combine` is for
 * such sets.
 */
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "synth/impute.h"
#include "table/content.h"
#include "task/synth/own.h"

/* What is known of everybody. */
struct tacit_known_persons {
    tacit_table *table;
    const char *path;
    size_t *other; /* rows of persons who are not in the data ... */
    size_t others; /* ... and how many */
};

/* ---- reading ---- */

bool tacit_synthesis_is_known(const tacit_synthesis *s, const char *name)
{
    return s->frame != NULL &&
           tacit_table_find(s->frame->table, name) < tacit_table_columns(s->frame->table);
}

static tacit_status check_request(tacit_ctx *cx, const tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    if (s->households || tacit_arg_given(args, TACIT_SYNTH_KEEP))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'frame' of synth goes neither with 'households' nor with 'keep': what "
                          "is kept are the columns of its file.");
    if (tacit_arg_given(args, TACIT_SYNTH_DRAW) &&
        tacit_arg_choice(args, TACIT_SYNTH_DRAW) == TACIT_DRAW_DEALT)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "With 'frame' values are drawn independently, as the rule for combining "
                          "the sets supposes; leave 'draw' out.");
    return TACIT_OK;
}

/* The hashes of a column's texts, upwards. */
static tacit_status sort_texts(tacit_ctx *cx, const tacit_column *c, tacit_keyed **out)
{
    const size_t n = tacit_column_length(c);
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t i = 0; i < n; i++) {
        char room[32];
        const char *text = tacit_column_text(c, i, room);
        (*out)[i] = (tacit_keyed){ tacit_hash_bytes(text, strlen(text)), i };
    }
    return tacit_sort_keyed(cx, *out, n);
}

/* Mark the rows of the frame whose text in column `there` is in column `here` of the data. */
static tacit_status mark_sampled(tacit_ctx *cx, const tacit_column *there, const tacit_column *here,
                                 bool *sampled, size_t *found)
{
    tacit_keyed *a = NULL, *b = NULL;
    TACIT_TRY(sort_texts(cx, there, &a));
    TACIT_TRY(sort_texts(cx, here, &b));
    for (size_t i = 0, k = 0; i < tacit_column_length(there); i++) {
        while (k < tacit_column_length(here) && b[k].key < a[i].key)
            k++;
        sampled[a[i].row] = k < tacit_column_length(here) && b[k].key == a[i].key;
        *found += sampled[a[i].row];
    }
    return TACIT_OK;
}

/* Find out who is not in the data: by an identifier that both have, if there is one. */
static tacit_status find_others(tacit_ctx *cx, const tacit_synthesis *s, tacit_known_persons *f)
{
    const size_t rows = tacit_table_rows(f->table), p = tacit_table_columns(s->w->data);
    size_t id = 0, found = 0;
    bool *sampled = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *sampled, &sampled));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *f->other, &f->other));
    while (id < p &&
           ((tacit_table_roles(s->w->data, id) & TACIT_ROLE_IDENTIFIER) == 0 ||
            !tacit_synthesis_is_known(s, tacit_column_name(tacit_table_column(s->w->data, id)))))
        id++;
    if (id < p) {
        const tacit_column *here = tacit_table_column(s->w->data, id);
        const size_t at = tacit_table_find(f->table, tacit_column_name(here));
        TACIT_TRY(mark_sampled(cx, tacit_table_column(f->table, at), here, sampled, &found));
        if (found != tacit_table_rows(s->w->data))
            tacit_warn(cx, "The data has %zu records, of which %zu are in %s.",
                       tacit_table_rows(s->w->data), found, f->path);
    } else {
        tacit_warn(cx,
                   "No identifier is both in the data and in %s, so all of its persons are taken "
                   "for such as are not in the data.",
                   f->path);
    }
    for (size_t i = 0; i < rows; i++)
        if (!sampled[i])
            f->other[f->others++] = i;
    return TACIT_OK;
}

tacit_status tacit_synthesis_frame(tacit_ctx *cx, tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    tacit_known_persons *f = NULL;
    if (!tacit_arg_given(args, TACIT_SYNTH_FRAME))
        return TACIT_OK;
    TACIT_TRY(check_request(cx, s));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    f->path = tacit_arg_text(args, TACIT_SYNTH_FRAME);
    s->frame = f;
    s->spec.dealt = false;
    TACIT_TRY(tacit_work_load_other(cx, s->w, f->path, &f->table));
    TACIT_TRY(find_others(cx, s, f));
    if (f->others < s->spec.rows)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s has %zu persons who are not in the data, too few for sets of %zu; "
                          "ask for fewer 'rows'.",
                          f->path, f->others, s->spec.rows);
    return TACIT_OK;
}

void tacit_known_persons_free(tacit_known_persons *f)
{
    if (f != NULL)
        tacit_table_free(f->table);
}

/* Fail unless some columns are known of everybody and others are not; types must go together. */
static tacit_status check_columns(tacit_ctx *cx, const tacit_synthesis *s)
{
    size_t known = 0;
    for (size_t k = 0; k < s->spec.n; k++) {
        const tacit_column *c = tacit_table_column(s->w->data, s->column[k].at);
        if (!tacit_synthesis_is_known(s, tacit_column_name(c)))
            continue;
        const tacit_column *there = tacit_table_column(
            s->frame->table, tacit_table_find(s->frame->table, tacit_column_name(c)));
        known++;
        if ((tacit_column_type(c) == TACIT_TYPE_CATEGORY) !=
            (tacit_column_type(there) == TACIT_TYPE_CATEGORY))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' holds texts in one of the data and %s, and numbers in "
                              "the other.",
                              tacit_column_name(c), s->frame->path);
        tacit_warn(cx,
                   "Column '%s' has the true values of persons of the population who are not in "
                   "the data.",
                   tacit_column_name(c));
    }
    if (known == 0 || known == s->spec.n)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s must have some columns of the data, but not all that are made.",
                          s->frame->path);
    return TACIT_OK;
}

/* Fail if persons break what is said of columns that are known of everybody. */
static tacit_status check_persons(tacit_ctx *cx, const tacit_synthesis *s)
{
    tacit_tie_words known;
    uint64_t in = 0;
    char *what = NULL;
    for (size_t v = 0; s->ties != NULL && v < s->ties->variables; v++)
        if (tacit_synthesis_is_known(s, tacit_column_name(s->ties->variable[v].column)))
            in |= (uint64_t)1 << v;
    if (in == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_ties_select(cx, s->ties, &s->words, in, in, &known));
    TACIT_TRY(tacit_scratch_format(cx, &what, "persons of %s", s->frame->path));
    return tacit_ties_verify(cx, s->frame->table, &known, what);
}

tacit_status tacit_known_persons_start(tacit_ctx *cx, tacit_synthesis *s)
{
    uint64_t all = 0;
    TACIT_TRY(check_columns(cx, s));
    TACIT_TRY(check_persons(cx, s));
    for (size_t j = 0; j < tacit_table_columns(s->frame->table); j++) {
        const tacit_column *c = tacit_table_column(s->frame->table, j);
        tacit_content content = { .key = tacit_rng_fork(&s->spec.rng, tacit_column_name(c)).key };
        TACIT_TRY(tacit_content_add(cx, &content, c));
        all += tacit_hash_u64(content.state ^ content.key);
    }
    s->spec.rng = tacit_rng_fork_number(&s->spec.rng, all);
    return TACIT_OK;
}

/* ---- making ---- */

tacit_status tacit_known_persons_make(tacit_ctx *cx, const tacit_synthesis *s,
                                      const tacit_synth_spec *spec, tacit_synth_told *told,
                                      tacit_table **out)
{
    tacit_impute_spec own = { .people = *spec,
                              .frame = s->frame->table,
                              .person = s->frame->other,
                              .persons = s->frame->others };
    if (own.people.rows > own.persons) /* a trial on other records may ask for more */
        own.people.rows = own.persons;
    return tacit_synth_impute(cx, &own, told, out);
}
